from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

class Model:
    """A robot of the compiled engine. Every method returns an array, or None where the core must be asked.

    Arguments are positions (nq,), rates (nv,) and wrenches (nb, 6), or (N, ...) of them; None for a rate or the
    wrenches is zero. ``out`` takes the result; it is C-contiguous and shares no memory with an argument. With ``most``
    there are at most so many configurations, -1 for those without an axis of them, and each is checked.
    """

    def __new__(cls, nq: int, nv: int, links: bytes, bodies: bytes, constants: bytes, most: int = ..., /) -> Model: ...
    def inverse_dynamics(
        self,
        q: Any,
        qd: Any = None,
        qdd: Any = None,
        f_ext: Any = None,
        out: Array | None = None,
        /,
    ) -> Array | None: ...
    def mass_matrix(self, q: Any, out: Array | None = None, /) -> Array | None: ...
    def forward_dynamics(
        self,
        q: Any,
        qd: Any = None,
        tau: Any = None,
        f_ext: Any = None,
        out: Array | None = None,
        status: NDArray[np.uint8] | None = None,
        /,
    ) -> Array | None:
        """With many configurations, rows of NaN where the mass matrix is singular; then status (N,) is 2, and 1 where
        it is indefinite.
        """
    def coriolis_matrix(self, q: Any, qd: Any = None, out: Array | None = None, /) -> Array | None: ...
    def velocity_product(self, q: Any, qd: Any = None, out: Array | None = None, /) -> Array | None: ...
    def gravity_torque(self, q: Any, out: Array | None = None, /) -> Array | None: ...
    def body_poses(self, q: Any, out: Array | None = None, /) -> Array | None: ...
    def transform(self, q: Any, source: int, target: int, out: Array | None = None, /) -> Array | None: ...
    def geometric_jacobian(self, q: Any, body: int, out: Array | None = None, /) -> Array | None: ...
    def center_of_mass(self, q: Any, out: Array | None = None, /) -> Array | None: ...
    def center_of_mass_jacobian(self, q: Any, out: Array | None = None, /) -> Array | None: ...
    def inverse_dynamics_regressor(
        self, q: Any, qd: Any = None, qdd: Any = None, out: Array | None = None, /
    ) -> Array | None: ...
    def joint_reactions(
        self, q: Any, qd: Any = None, qdd: Any = None, f_ext: Any = None, out: Array | None = None, /
    ) -> Array | None: ...
    def joint_reaction(
        self, q: Any, qd: Any, qdd: Any, f_ext: Any, body: int, out: Array | None = None, /
    ) -> Array | None: ...
    def wrench_regressor(self, q: Any, qd: Any, qdd: Any, body: int, out: Array | None = None, /) -> Array | None: ...

class Chain:
    """Joints that move a body, for inverse kinematics."""

    def __new__(cls, joints: bytes, end: bytes, limits: bytes, /) -> Chain: ...
    def solve(
        self, q: Any, target: Any, weights: Any, rules: bytes, stream: Callable[[], np.random.BitGenerator], /
    ) -> tuple[Array, float, int, int, int] | None:
        """Joint positions of the whole robot (nq,), length of the error, iterations, restarts, why it ended.

        q is the guess (nq,), target a rigid transform (4, 4), weights an array or a list of six; random restarts draw
        n numbers each from the generator that stream gives. None for other arguments, and for a guess outside the
        limits. Source: rst_compat.ik.
        """

def instruction_sets() -> tuple[str, ...]: ...
def use(name: str | None, /) -> None: ...
def used() -> str | None: ...
