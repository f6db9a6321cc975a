"""Known structure of parameters: ``x = L z + x0`` with fewer unknowns z.

``LinearMap(L, x0=None, Names=None)``: ``.L`` (p, k), ``.x0`` (p,), ``.Names`` (k,) of z; ``map(z)`` is x;
``map.reduce(W, w)`` is ``(W L, w - W x0)``; ``map.solve(x)`` is z; ``outer @ inner`` is one after the other.

``LinearMap.fromStructure(robot, {"link1.mx": "-a1/2*link1.m", "link2.m": 0.7, ...}, Constants={"a1": 0.5}, ...)`` reads
it from equations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabKeyError, MatlabValueError, did_you_mean
from ..matlab.arguments import choice, elements, is_empty, name_values, numbers, text
from ..matlab.inertial_parameters import inertialParameters, parameterNames
from .affine_text import Affine, Grammar, added, fail, scaled
from .structure import listed, regressor_options

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]

__all__ = ["LinearMap"]

_ABOUT_COM = ("Icxx", "Icyy", "Iczz", "Icyz", "Icxz", "Icxy")
_ABOUT_FRAME = ("Ixx", "Iyy", "Izz", "Iyz", "Ixz", "Ixy")


class LinearMap:
    """Standard parameters x (p,) as a linear function of fewer unknowns z (k,): ``x = L z + x0``.

    Parameters
    ----------
    L : (p, k) array_like
    x0 : (p,) array_like, optional
        Zeros by default.
    Names : list of str, optional
        Of the k unknowns; z1, z2, ... by default.

    Attributes
    ----------
    L : (p, k) ndarray
    x0 : (p,) ndarray
    Names : tuple of str

    Raises
    ------
    MatlabValueError
        ``rst_compat:identification:WrongLinearMap``.

    Notes
    -----
    Fixed values, equal parts, and centres of mass on an axis are linear in the standard parameters, so that regressors
    stay linear in what is left: ``W x = (W L) z + W x0``.

    Examples
    --------
    >>> map = LinearMap([[1, 0], [-0.25, 0], [0, 2]], Names=["m", "I"])
    >>> map([4, 1]).tolist()
    [4.0, -1.0, 2.0]
    """

    def __init__(self, L: Any, x0: Any = None, Names: Sequence[str] | None = None) -> None:
        self.L: Array = numbers(L, "LinearMap: L").copy()
        if self.L.ndim != 2 or not np.isfinite(self.L).all():
            _wrong_map("L is not a finite matrix", "shape (p, k)", f"shape {self.L.shape}")
        p, k = self.L.shape
        self.x0: Array = np.zeros(p) if is_empty(x0) else elements(x0, p, "LinearMap: x0")
        self.Names = (
            tuple(f"z{j}" for j in range(1, k + 1))
            if Names is None
            else tuple(map(str, listed(Names, "LinearMap: Names")))
        )
        if len(self.Names) != k or len(set(self.Names)) != k:
            _wrong_map("Names are not those of the columns of L", f"{k} different names", f"{list(self.Names)}")
        self.L.flags.writeable = self.x0.flags.writeable = False

    def __call__(self, z: Any) -> Array:
        """Standard parameters (..., p) of unknowns (..., k)."""
        z = numbers(z, "LinearMap: the unknowns")
        if z.shape[-1:] != self.L.shape[1:]:
            _wrong_map("the unknowns are not those of the map", f"shape (..., {self.L.shape[1]})", f"shape {z.shape}")
        x: Array = z @ self.L.T + self.x0
        return x

    def reduce(self, W: Any, w: Any) -> tuple[Array, Array]:
        """The system (..., k), (...) in the unknowns, of a system ``W x = w`` in the standard parameters."""
        W, w = numbers(W, "LinearMap: W"), numbers(w, "LinearMap: w")
        if W.shape != (*w.shape, len(self.x0)):
            _wrong_map("the rows do not fit", f"W (..., {len(self.x0)}) and w (...)", f"{W.shape} and {w.shape}")
        return W @ self.L, w - W @ self.x0

    def solve(self, x: Any) -> Array:
        """The unknowns (k,) whose standard parameters are nearest to x (p,), in the sense of least squares."""
        x = elements(x, len(self.x0), "LinearMap: x")
        return np.asarray(np.linalg.lstsq(self.L, x - self.x0, rcond=None)[0], np.float64)

    def __matmul__(self, inner: LinearMap) -> LinearMap:
        """This map after another, whose results are the unknowns of this one."""
        if not isinstance(inner, LinearMap):
            return NotImplemented
        if inner.L.shape[0] != self.L.shape[1]:
            _wrong_map("the maps do not fit", f"an inner map to {self.L.shape[1]} parameters", f"to {inner.L.shape[0]}")
        return LinearMap(self.L @ inner.L, self.L @ inner.x0 + self.x0, inner.Names)

    def __repr__(self) -> str:
        return f"LinearMap: {self.L.shape[0]} parameters of {self.L.shape[1]} unknowns: {', '.join(self.Names)}"

    @classmethod
    def fromStructure(
        cls, robot: rigidBodyTree, structure: Mapping[str, Any] | str = "", *args: Any, **keywords: Any
    ) -> LinearMap:
        """A map from what is known about the parameters of a robot, written as equations.

        Parameters
        ----------
        robot : rigidBodyTree
        structure : dict or str
            Standard parameter to what it is: a number, an expression in other parameters and in names of new unknowns
            (``"-a1/2*m1"``), or a dict of factors (``{"m1": -0.25}``, a constant under ``""``). Or the same as text,
            ``name = expression`` in every line.
        *args, **keywords
            Name-value arguments:

            ``Constants``
                Names and values of what is known, in a dict; ``pi`` is one.
            ``CenterOfMass``
                "free", the default; "model": first moments are the mass times the CenterOfMass of the robot, and the
                inertia is about it, with the names ``link1.Icxx``, ... ``link1.Icxy``; or a dict of such centres, body
                to ``[x, y, z]``.
            ``Others``
                What parameters are that the structure does not mention: "free" unknowns (the default), "zero", or those
                of the "model".
            ``Names``
                The unknowns in the wanted order; by default that of the standard parameters.
            ``Extra``
                As in baseParameters: the columns that x has beside the inertial ones.

        Returns
        -------
        LinearMap

        Raises
        ------
        MatlabError
            ``rst_compat:identification:WrongExpression``; ``rst_compat:identification:WrongLinearMap``;
            ``rst_compat:identification:UnknownParameter``; ``rst_compat:identification:WrongExtra``.

        Examples
        --------
        Links that are alike along x, so that their centre is in the middle, and whose inertia is about it:

        >>> from rst_compat import importrobot
        >>> robot = importrobot("twolink")
        >>> structure = {f"body_{i}.{p}{q}": f"{p}{q}{i}" for i in (1, 2) for p, q in [("m", ""), ("Ic", "zz")]}
        >>> map = LinearMap.fromStructure(robot, structure, CenterOfMass="model", Others="zero")
        >>> map
        LinearMap: 20 parameters of 4 unknowns: m1, Iczz1, m2, Iczz2
        >>> map([0.5, 0.0106, 0.7, 0.0289])[[1, 6]].round(5).tolist()  # body_1.mx, body_1.Izz
        [-0.125, 0.04185]

        Two links of the same mass, and a tool that was weighed:

        >>> LinearMap.fromStructure(robot, "body_1.m = m; body_2.m = m; body_2.mx = -0.35*m").L.shape
        (20, 18)
        """
        options: dict[str, Any] = {
            "Constants": {},
            "CenterOfMass": "free",
            "Others": "free",
            "Names": None,
            "Extra": (),
        }
        values = name_values("LinearMap.fromStructure", args, keywords, options)
        extra = regressor_options(values["Extra"], None, "LinearMap.fromStructure")
        names = parameterNames(robot, **extra)
        model = dict(zip(names, inertialParameters(robot, **extra).tolist(), strict=True))
        rules = _Rules(names, _mapping(values["Constants"], "Constants"))
        rules.centers(robot, values["CenterOfMass"], model)
        rules.read(structure)
        others = choice(values["Others"], ("free", "zero", "model"), "LinearMap.fromStructure: Others")
        return cls(*rules.matrices(names, {"free": None, "zero": {}, "model": model}[others], values["Names"]))


class _Rules:
    """Names and what they are in terms of others."""

    def __init__(self, names: Sequence[str], constants: Mapping[str, Any]) -> None:
        self.known = set(names)
        self.constants = {k: float(elements(v, 1, f"LinearMap: constant {k}")[0]) for k, v in dict(constants).items()}
        self.meaning: dict[str, Affine] = {}
        self.mentioned: set[str] = set()
        self.done: dict[str, Affine] = {}

    def centers(self, robot: rigidBodyTree, wanted: Any, model: dict[str, float]) -> None:
        """First moments and inertia of bodies whose centre of mass is known (the parallel axis theorem)."""
        if isinstance(wanted, str):
            how = choice(wanted, ("free", "model"), "LinearMap.fromStructure: CenterOfMass")
            wanted = {b.Name: b.CenterOfMass for b in robot.Bodies} if how == "model" else {}
        for body, center in _mapping(wanted, "CenterOfMass").items():
            if body not in robot.BodyNames:
                _unknown(body, robot.BodyNames)
            x, y, z = elements(center, 3, f"LinearMap: the centre of mass of {body}").tolist()
            shift = (y * y + z * z, x * x + z * z, x * x + y * y, -y * z, -x * z, -x * y)
            m = f"{body}.m"
            for axis, c in zip("xyz", (x, y, z), strict=True):
                self.meaning[f"{m}{axis}"] = {m: c}
            for about_com, about_frame, s in zip(_ABOUT_COM, _ABOUT_FRAME, shift, strict=True):
                central = f"{body}.{about_com}"
                self.meaning[f"{body}.{about_frame}"] = {central: 1.0, m: s}
                self.known.add(central)
                model[central] = model[f"{body}.{about_frame}"] - s * model[m]

    def read(self, structure: Mapping[str, Any] | str) -> None:
        what = "LinearMap.fromStructure"
        grammar = Grammar(self.known, self.constants)
        given = grammar.split(structure, what) if isinstance(structure, str) else _mapping(structure, "the structure")
        for name, value in given.items():
            if name not in self.known:
                _unknown(text(name, f"{what}: a name"), self.known)
            if isinstance(value, str):
                meaning = grammar.read(value, f"{what}: {name}")
            elif isinstance(value, Mapping):
                meaning = {str(k): float(elements(f, 1, f"{what}: {name}")[0]) for k, f in value.items()}
            else:
                meaning = {"": float(elements(value, 1, f"{what}: {name}")[0])}
            for used in meaning:
                if "." in used and used not in self.known:
                    _unknown(used, self.known)
            self.meaning[name] = meaning
            self.mentioned |= set(meaning) - {""}

    def resolved(self, name: str, path: tuple[str, ...] = ()) -> Affine:
        """What a name is in unknowns alone."""
        if name in path:
            loop = " -> ".join([*path[path.index(name) :], name])
            fail("LinearMap.fromStructure", "a parameter depends on itself", loop, "One of them must be unknown")
        if name not in self.meaning:
            return {name: 1.0}
        if name in self.done:
            return self.done[name]
        total: Affine = {}
        for used, factor in self.meaning[name].items():
            total = added(total, {"": 1.0} if not used else self.resolved(used, (*path, name)), factor)
        self.done[name] = total
        return total

    def matrices(
        self, names: Sequence[str], others: Mapping[str, float] | None, wanted: Sequence[str] | None
    ) -> tuple[Array, Array, list[str]]:
        """L, x0 and the names of the unknowns; ``others`` has values of what is not mentioned, None if that is free."""
        rows = [self.resolved(name) for name in names]
        if others is not None:
            rows = [self._known(row, others) for row in rows]
        unknowns = list(dict.fromkeys(name for row in rows for name, f in row.items() if name and f))
        wanted = None if wanted is None else [text(w, "LinearMap: a name") for w in listed(wanted, "LinearMap: Names")]
        if wanted is not None and sorted(wanted) != sorted(unknowns):
            odd = sorted(set(wanted) ^ set(unknowns))
            _wrong_map("Names are not the unknowns of the structure", ", ".join(unknowns), f"a difference in {odd}")
        unknowns = unknowns if wanted is None else list(wanted)
        L = np.array([[row.get(name, 0.0) for name in unknowns] for row in rows]).reshape(len(rows), len(unknowns))
        return L, np.array([row.get("", 0.0) for row in rows]), unknowns

    def _known(self, row: Affine, others: Mapping[str, float]) -> Affine:
        total: Affine = {}
        for name, factor in row.items():
            free = not name or name in self.mentioned
            total = added(total, {name: 1.0} if free else scaled({"": 1.0}, others.get(name, 0.0)), factor)
        return total


def _unknown(name: str, known: Any) -> None:
    raise MatlabKeyError(
        "rst_compat:identification:UnknownParameter",
        f"LinearMap.fromStructure: the robot has no parameter {name!r}",
        "names as of parameterNames(robot)",
        repr(name),
        did_you_mean(name, known, "New unknowns have no dot in their names"),
    )


def _mapping(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, Mapping) and not is_empty(value):
        _wrong_map(f"{what} is not a dict", "a dict with names for its keys", type(value).__name__)
    return dict(value) if isinstance(value, Mapping) else {}


def _wrong_map(fact: str, expected: str, got: str) -> None:
    raise MatlabValueError(
        "rst_compat:identification:WrongLinearMap",
        f"LinearMap: {fact}",
        expected,
        got,
        "x = L z + x0, with a row of L for every standard parameter",
    )
