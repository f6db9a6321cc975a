"""A robot whose numbers are exact and whose parameters may be symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import core
from ..errors import MatlabValueError
from ..matlab.compile import compiled
from .exact import sympy
from .present import Presenter
from .properties import Properties

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree


class Turn:
    """The angle of a revolute joint, of which the core asks the sine and the cosine: two letters of a polynomial."""

    __slots__ = ("_cos", "_sin")

    def __init__(self, sine: Any, cosine: Any) -> None:
        self._sin, self._cos = sine, cosine

    def sin(self) -> Any:
        return self._sin

    def cos(self) -> Any:
        return self._cos


class SymbolicRobot:
    """What :func:`robot` returns: a robot for the functions of ``rst_compat.symbolic``.

    Attributes
    ----------
    q, qd, qdd : tuple of sympy.Symbol
        ``q1 .. qn``, ``qd1 .. qdn``, ``qdd1 .. qddn``: positions, velocities, accelerations of the moving joints.
    Parameters : tuple of sympy.Symbol
        The other symbols, in alphabetical order.
    BodyNames : list of str
    """

    # Everything is a polynomial in sines, cosines, rates and parameters, with fractions for coefficients.  A float of
    # the core's tables times a polynomial is exact; times a fraction of SymPy it would be a float.

    def __init__(self, tree: rigidBodyTree, parameters: Any = None) -> None:
        sp = sympy()
        ready = compiled(tree)
        moving = [body.Joint.Type for body in tree.Bodies if body.Joint.Type != "fixed"]
        if "floating" in moving:
            raise MatlabValueError(
                "rst_compat:symbolic:FloatingJoint",
                "symbolic.robot: the robot has a floating joint",
                "revolute, prismatic and fixed joints",
                "floating",
                "Its normalised quaternion is no polynomial; fix the base",
            )
        self.BodyNames, self.BaseName = list(tree.BodyNames), tree.BaseName
        self._numbers = dict(ready.body_number)
        n = len(moving)
        self.q, self.qd, self.qdd = (
            tuple(sp.Symbol(f"{letter}{k}", real=True) for k in range(1, n + 1)) for letter in ("q", "qd", "qdd")
        )
        properties = Properties(tree, parameters)
        values = properties.expressions()
        own = {*self.q, *self.qd, *self.qdd}
        self.Parameters = tuple(sorted(set().union(*(e.free_symbols for e in values)), key=lambda s: s.name))
        taken = own & set(self.Parameters)
        if taken:
            raise MatlabValueError(
                "rst_compat:symbolic:WrongParameter",
                "symbolic.robot: a parameter has the name of a joint's position or rate",
                "names other than q1, qd1, qdd1 ...",
                ", ".join(sorted(s.name for s in taken)),
                "q1 is the position of the first moving joint",
            )
        sines, cosines = (tuple(sp.Dummy(f"{x}{k}") for k in range(1, n + 1)) for x in "sc")
        roots = {root: sp.Dummy(str(root)) for e in values for root in e.atoms(sp.Pow) if _is_root(sp, root)}
        letters = [*sines, *cosines, *self.q, *self.qd, *self.qdd, *roots.values()]
        ring, elements = sp.polys.rings.sring([*letters, *(e.xreplace(roots) for e in values)], domain=sp.QQ)
        found = iter(elements)
        made = {letter: next(found) for letter in letters}
        self._q = _objects(
            made[q] if kind == "prismatic" else Turn(made[s], made[c])
            for q, s, c, kind in zip(self.q, sines, cosines, moving, strict=True)
        )
        self._qd, self._qdd = (_objects(made[x] for x in rates) for rates in (self.qd, self.qdd))

        def arrays(like: list[Any]) -> list[Any]:
            return [_objects(next(found) for _ in range(a.size)).reshape(a.shape) for a in like]

        axes, to_parent, to_joint, pi = map(
            arrays, (properties.axes, properties.to_parent, properties.to_joint, properties.parameters)
        )
        (gravity,) = arrays([properties.gravity])
        parents = [p for _, p in ready.model.tree]
        self._model = core.build_model(parents, properties.kinds, axes, to_parent, to_joint, pi, gravity)
        squares = {made[letter]: root.base for root, letter in roots.items()}
        self._presenter = Presenter(self._model, ring, self._q, self.q, squares)

    def __repr__(self) -> str:
        symbols = ", ".join(s.name for s in self.Parameters) or "none"
        return f"<symbolic robot: {len(self.q)} moving joints, {len(self.BodyNames)} bodies, parameters: {symbols}>"


def _objects(values: Any) -> Any:
    """A vector of objects, which NumPy would look into."""
    listed = list(values)
    out = np.empty(len(listed), dtype=object)
    for k, value in enumerate(listed):
        out[k] = value
    return out


def _is_root(sp: Any, power: Any) -> bool:
    return bool(power.base.is_Integer and power.base > 0 and power.exp == sp.Rational(1, 2))
