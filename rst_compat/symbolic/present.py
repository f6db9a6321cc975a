"""Polynomials in sines and cosines as expressions that a reader knows.

Joints whose axes are parallel, one behind the other, turn by the sum of their angles: products of their sines and
cosines become those of sums.  Each such group has a Fourier basis of its own, and a polynomial one form in their
product: equal expressions come out equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from .. import core
from .exact import sympy

#: cos or sin of the sum of the multiples of the angles of a group
Wave = tuple[str, tuple[int, ...]]
_LARGE = 40  # terms of a coefficient that is not worth factoring


class Presenter:
    """Turns elements of a polynomial ring into SymPy expressions.

    Parameters
    ----------
    model : core.Model
        Of such elements.
    ring : sympy.polys.rings.PolyRing
    positions : (n,) object array
        Of the joints, with methods ``sin`` and ``cos`` where these turn.
    symbols : sequence of sympy.Symbol
        Of the positions.
    squares : dict
        Letters that stand for the roots of whole numbers.
    """

    def __init__(self, model: core.Model, ring: Any, positions: Any, symbols: Any, squares: dict[Any, Any]) -> None:
        self.ring, self.symbols = ring, symbols
        at = {gen: k for k, gen in enumerate(ring.gens)}
        self.turning = {k: (at[q.sin()], at[q.cos()]) for k, q in enumerate(positions) if hasattr(q, "sin")}
        self.roots = [(at[letter], int(square)) for letter, square in squares.items()]
        self.groups = self._groups(model)
        self.trigonometric = [k for pair in self.turning.values() for k in pair]
        self.wave = cache(self._waves)

    def expression(self, value: Any, *, simplify: bool = True) -> Any:
        """A polynomial, or a number, as a SymPy expression."""
        sp = sympy()
        element = self.ring.one * value  # from Python's numbers too, exactly
        if not simplify:
            functions = {}
            for k, (s, c) in self.turning.items():
                functions[self.ring.symbols[s]] = sp.sin(self.symbols[k])
                functions[self.ring.symbols[c]] = sp.cos(self.symbols[k])
            return self._with_roots(element).as_expr().xreplace(functions | self._root_values())
        sums: dict[tuple[Wave, ...], Any] = {}
        for powers, coefficient in element.items():
            trigonometric = tuple(powers[k] for k in self.trigonometric)
            rest = list(powers)
            for k in self.trigonometric:
                rest[k] = 0
            monomial = self.ring({tuple(rest): coefficient})
            for waves, factor in self.wave(trigonometric):
                sums[waves] = sums.get(waves, self.ring.zero) + monomial * factor
        terms = []
        for waves, coefficient in sums.items():
            known = self._with_roots(coefficient)
            if known:
                shown = known.as_expr().xreplace(self._root_values())
                shown = sp.factor(shown) if len(known) <= _LARGE else shown
                terms.append(shown * self._shown(waves))
        return sp.Add(*terms)

    def is_zero(self, element: Any) -> bool:
        return not self._with_roots(self.ring.one * element)

    # ----------------------------------------------------------------------- roots of whole numbers

    def _with_roots(self, element: Any) -> Any:
        """The same with no power of a root above the first."""
        if not self.roots:
            return element
        out = self.ring.zero
        for powers, coefficient in element.items():
            rest, factor = list(powers), coefficient
            for k, square in self.roots:
                factor = factor * self.ring.domain(square) ** (rest[k] // 2)
                rest[k] %= 2
            out += self.ring({tuple(rest): factor})
        return out

    def _root_values(self) -> dict[Any, Any]:
        return {self.ring.symbols[k]: sympy().sqrt(square) for k, square in self.roots}

    # ----------------------------------------------------------------------- sines and cosines

    def _groups(self, model: core.Model) -> list[list[int]]:
        """Turning joints whose axes are parallel, each behind the one before but for what does not turn."""
        groups: list[list[int]] = []
        above: dict[int, Any] = {0: None}  # body -> its last turning joint's group, and the axis in the body
        for i, p in model.tree:
            E = (model.motion_terms[0, i] + model.motion_terms[2, i])[:3, :3]  # of no angle
            inherited = above[p] and (above[p][0], E @ above[p][1])
            k = model.q_of[i].start if model.q_of[i].stop > model.q_of[i].start else None
            if k not in self.turning:
                above[i] = inherited
                continue
            axis = model.S[i][:3]
            if inherited and all(map(self.is_zero, np.cross(inherited[1][:, 0], axis[:, 0]))):
                group = inherited[0]
                group.append(k)
            else:
                group = [k]
                groups.append(group)
            above[i] = (group, axis)
        return groups

    def _waves(self, powers: tuple[int, ...]) -> list[tuple[tuple[Wave, ...], Any]]:
        """A product of powers of sines and cosines in the basis of all groups, with its factors."""
        of = dict(zip(self.trigonometric, powers, strict=True))
        choices = [_fourier([(of[self.turning[k][0]], of[self.turning[k][1]]) for k in group]) for group in self.groups]
        domain = self.ring.domain
        out = []
        for chosen in product(*(c.items() for c in choices)):
            factor = Fraction(1)
            for _, f in chosen:
                factor *= f
            out.append((tuple(w for w, _ in chosen), domain(factor.numerator) / domain(factor.denominator)))
        return out

    def _shown(self, waves: tuple[Wave, ...]) -> Any:
        sp = sympy()
        factors = []
        for (name, multiples), group in zip(waves, self.groups, strict=True):
            angle = sp.Add(*(m * self.symbols[k] for m, k in zip(multiples, group, strict=True)))
            factors.append(getattr(sp, name)(angle))
        return sp.Mul(*factors)


def _fourier(powers: Iterable[tuple[int, int]]) -> dict[Wave, Fraction]:
    """``prod_k sin(x_k)^a cos(x_k)^b`` as a sum of cosines and sines of sums.

    With ``z = exp(i x)``, cos x is (z + 1/z) / 2 and sin x is -i (z - 1/z) / 2.
    """
    total: dict[tuple[int, ...], tuple[Fraction, Fraction]] = {(): (Fraction(1), Fraction(0))}
    for a, b in powers:
        one: dict[int, tuple[Fraction, Fraction]] = {0: (Fraction(1), Fraction(0))}
        for is_sine in [True] * a + [False] * b:
            moved: dict[int, tuple[Fraction, Fraction]] = {}
            for f, (re, im) in one.items():
                for step in (1, -1):
                    x, y = (im * step, -re * step) if is_sine else (re, im)
                    old = moved.get(f + step, (Fraction(0), Fraction(0)))
                    moved[f + step] = (old[0] + x / 2, old[1] + y / 2)
            one = moved
        total = {(*fs, g): (x * u - y * v, x * v + y * u) for fs, (x, y) in total.items() for g, (u, v) in one.items()}
    waves: dict[Wave, Fraction] = {}
    for fs, (re, im) in total.items():
        first = next((x for x in fs if x), 0)
        if first < 0:
            continue  # the conjugate of the one with the opposite sign
        twice = 2 if first else 1
        for name, value in (("cos", twice * re), ("sin", -twice * im)):
            if value:
                waves[name, fs] = value
    return waves
