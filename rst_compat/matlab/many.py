"""Many configurations at once: arguments with leading axes, and every rule about their shapes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import core
from ..errors import MatlabValueError, warn
from . import dask_arrays
from .arguments import is_empty, numbers
from .blocks import INDEFINITE, NOT_FINITE, SINGULAR, Blocks, Function, cores
from .compile import NO_REVISION, Compiled, compiled
from .drive_parameters import drive_hooks

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]

_MESSAGES = {
    SINGULAR: "The mass matrix is singular to working precision in some states; their accelerations are NaN.",
    INDEFINITE: "The mass matrix is not positive definite: the inertias are not those of physical bodies.",
}


def _vector(model: core.Model) -> tuple[int, ...]:
    return (model.nv,)


def _matrix(model: core.Model) -> tuple[int, ...]:
    return model.nv, model.nv


def _transform(
    model: core.Model, q: Array, source: int, target: int, frame: Array | None = None, wanted: Array | None = None
) -> Array:
    T = core.body_poses(model, q)
    if frame is None or wanted is None:
        return core.invert_pose(T[target]) @ T[source]
    return core.invert_pose(T[target] @ wanted) @ (T[source] @ frame)


def _external_force(model: core.Model, q: Array | None, wrench: Array, body: int, frame: Array) -> Array:
    """The wrench on a frame as a row for every body; in base axes already where there is no configuration."""
    if q is not None:
        wrench = core.to_base(core.body_poses(model, q)[body] @ frame, wrench)
    rows = np.zeros((*wrench.shape[:-1], model.nb, 6))
    rows[..., body - 1, :] = wrench
    return rows


_RATES = ("Q", "Qd", "Qdd")
#: name -> what it reads and gives; a method of the engine's handle, and the function of the core
FUNCTIONS = {
    f.name: f
    for f in (
        Function("massMatrix", "mass_matrix", core.mass_matrix, ("Q",), _matrix),
        Function("gravityTorque", "gravity_torque", core.gravity_torque, ("Q",), _vector),
        Function("velocityProduct", "velocity_product", core.velocity_product, ("Q", "Qd"), _vector),
        Function("coriolisMatrix", "coriolis_matrix", core.coriolis_matrix, ("Q", "Qd"), _matrix),
        Function("inverseDynamics", "inverse_dynamics", core.inverse_dynamics, (*_RATES, "Fext"), _vector),
        Function("forwardDynamics", "forward_dynamics", core.forward_dynamics, ("Q", "Qd", "Tau", "Fext"), _vector),
        Function(
            "inverseDynamicsRegressor",
            "inverse_dynamics_regressor",
            core.inverse_dynamics_regressor,
            _RATES,
            lambda model: (model.nv, 10 * model.nb),
        ),
        Function(
            "jointReactions",
            "joint_reactions",
            core.joint_reactions,
            (*_RATES, "Fext"),
            lambda model: (model.nb, 6),
        ),
        Function(
            "wrenchRegressor",
            "wrench_regressor",
            core.wrench_regressor,
            _RATES,
            lambda model: (6, 10 * model.nb),
        ),
        Function("centerOfMass", "center_of_mass", core.center_of_mass, ("Q",), lambda _: (3,)),
        Function("getTransform", "transform", _transform, ("Q",), lambda _: (4, 4)),
        Function("geometricJacobian", "geometric_jacobian", core.geometric_jacobian, ("Q",), lambda m: (6, m.nv)),
        Function("externalForce", "", _external_force, ("Q", "Wrench"), lambda model: (model.nb, 6)),
    )
}


class _Input(NamedTuple):
    """An argument: an array of numbers, of shape leading axes + own."""

    what: str
    array: Any  # of NumPy or of Dask; None is the default: zeros
    own: tuple[int, ...]

    @property
    def leading(self) -> tuple[int, ...]:
        return () if self.array is None else tuple(self.array.shape)[: self.array.ndim - len(self.own)]


def evaluate(
    function: Callable[..., Any],
    robot: rigidBodyTree,
    *values: Any,
    out: Array | None,
    workers: int | None,
    bodies: tuple[int, ...] = (),
    frames: tuple[Array, ...] = (),
    drives: Mapping[str, Any] | None = None,
    sensor: tuple[int | None, Array | None] = (None, None),
    **names: Any,
) -> Array:
    """A public function of ``batch`` in every configuration.

    ``values`` are its arrays in the order of :data:`FUNCTIONS`; ``frames`` are poses in its bodies of frames that are
    not their own, which only the core knows; ``drives`` are options that concern friction and rotors; ``sensor`` is
    where a wrench is wanted; ``names`` are its other arguments, for the chunks of a Dask array, which call it again.
    """
    spec = FUNCTIONS[function.__name__]
    if frames:
        spec = spec._replace(method="")
    spec, bodies = _at_sensor(spec, bodies, *sensor)
    if (
        out is None
        and spec.method
        and not drives
        and not spec.after
        and (workers is None or (type(workers) is int and workers > 0))
    ):
        few = getattr(getattr(robot, "_revision", NO_REVISION).few, spec.method)(*values, *bodies)
        if few is not None:  # plain arrays of float64, in which there is nothing to say anything about
            return few  # type: ignore[no-any-return]
    tree = compiled(robot)
    shape = spec.shape(tree.model)
    if drives:
        spec, more = drive_hooks(spec, robot, tree, drives)
        shape, names = (*shape[:-1], shape[-1] + more), {**names, **drives}
    sizes, rates = {"Q": (tree.model.nq,), "Fext": (tree.model.nb, 6), "Wrench": (6,)}, (tree.model.nv,)
    own = [sizes.get(what, rates) for what in spec.reads]
    threads = _threads(spec.name, workers)
    inputs = [_Input(w, _array(spec.name, w, v, o, tree), o) for w, v, o in zip(spec.reads, values, own, strict=True)]
    batch = _broadcast(spec.name, inputs)
    if any(dask_arrays.is_one(i.array) for i in inputs):
        if out is not None:
            _wrong_out(spec.name, "no out where an argument is a Dask array", "one", "The result is a Dask array too")
        options = {**names, "workers": 1 if workers is None else threads}
        return dask_arrays.by_chunks(function, robot, inputs, options, shape)  # type: ignore[no-any-return]
    if out is None:
        out = np.empty(batch + shape)
    else:
        _check_out(spec.name, out, batch + shape, inputs)
    seen = Blocks(spec, (*bodies, *frames), tree, [i.array for i in inputs], own, batch, out).run(threads)
    for identifier in (SINGULAR, INDEFINITE):  # the first of them that was seen
        if identifier in seen:
            warn(identifier, _MESSAGES[identifier], stacklevel=3)
            return out
    if NOT_FINITE in seen:
        warn(NOT_FINITE, f"The result of {spec.name} has NaN or Inf in it.", stacklevel=3)
    return out


def _at_sensor(
    spec: Function, bodies: tuple[int, ...], body: int | None, view: Array | None
) -> tuple[Function, tuple[int, ...]]:
    """A function that gives the wrench of one body, None for all, times the matrix (6, 6) of a sensor's reading."""
    if view is not None:
        spec = spec._replace(after=lambda w, _: view @ w if spec.name == "wrenchRegressor" else w @ view.T)
    if body is None:
        return spec, bodies
    if spec.name == "jointReactions":
        spec = spec._replace(method="joint_reaction", core=core.joint_reaction, shape=lambda _: (6,))
    return spec, (body,)


# --------------------------------------------------------------------------- arguments


def _array(function: str, what: str, value: Any, own: tuple[int, ...], tree: Compiled) -> Any:
    if type(value) is np.ndarray and value.shape[-len(own) :] == own and value.dtype.kind in "biuf":
        return value  # the common case first
    if dask_arrays.is_one(value):
        dask_arrays.check_numbers(value, f"batch.{function}: {what}")
        _check_size(function, what, value.shape, own)
        return value
    if what != "Wrench" and (value is None or (own[0] and is_empty(value) and np.ndim(value) == 1)):
        return tree.home if what == "Q" and function != "externalForce" else None
    if isinstance(value, np.ndarray) and value.dtype.kind in "biuf" and not np.ma.isMaskedArray(value):
        array: NDArray[Any] = np.asarray(value)
    else:
        array = numbers(value, f"batch.{function}: {what}")
    _check_size(function, what, array.shape, own)
    return array


def _check_size(function: str, what: str, shape: tuple[int, ...], own: tuple[int, ...]) -> None:
    if not shape or shape[-1] != own[-1]:
        raise MatlabValueError(
            "rst_compat:batch:WrongSize",
            f"batch.{function}: {what} has the wrong last axis",
            f"shape (..., {own[-1]})",
            f"shape {shape}",
            "Joints stand along the last axis: transpose an array that has them along another",
        )
    if shape[len(shape) - len(own) :] != own:
        raise MatlabValueError(
            "rst_compat:batch:WrongSize",
            f"batch.{function}: {what} has the wrong size",
            f"shape (..., {own[0]}, 6), a row per body",
            f"shape {shape}",
            "externalForce makes rows where DataFormat is 'row'; transpose its result where it is 'column'",
        )


def _broadcast(function: str, inputs: Sequence[_Input]) -> tuple[int, ...]:
    different = {i.leading for i in inputs} - {()}
    if len(different) < 2:
        return different.pop() if different else ()
    if any(math.isnan(n) for i in inputs for n in i.leading):  # Dask does not know its chunks yet
        return ()
    try:
        return np.broadcast_shapes(*(i.leading for i in inputs))
    except ValueError:
        raise MatlabValueError(
            "rst_compat:batch:WrongSize",
            f"batch.{function}: the leading axes do not broadcast",
            "equal leading axes, or 1",
            " and ".join(str(i.leading) for i in inputs if i.array is not None),
            "Add an axis with numpy.newaxis where every element is to meet every other",
        ) from None


def _threads(function: str, workers: int | None) -> int:
    if workers is None:
        return cores()
    if isinstance(workers, bool) or not isinstance(workers, int | np.integer) or workers < 1:
        raise MatlabValueError(
            "rst_compat:batch:WrongWorkers",
            f"batch.{function}: workers is not a number of threads",
            "a whole number from 1",
            repr(workers),
            "None takes all cores",
        )
    return int(workers)


def _check_out(function: str, out: Any, shape: tuple[int, ...], inputs: Sequence[_Input]) -> None:
    plain = isinstance(out, np.ndarray) and not np.ma.isMaskedArray(out)  # a mask would hide the result
    if not plain or out.dtype != np.float64 or out.shape != shape or not out.flags.writeable:
        got = type(out).__name__
        if plain:
            got = f"{'' if out.flags.writeable else 'read-only '}{out.dtype} of shape {out.shape}"
        _wrong_out(function, f"a writable float64 array of shape {shape}", got, f"numpy.empty({shape}) is one")
    for one in inputs:
        if one.array is not None and _share_memory(out, one.array):
            _wrong_out(function, "memory of its own", f"memory of {one.what}", f"Pass {one.what}.copy() instead")


def _share_memory(a: NDArray[Any], b: NDArray[Any]) -> bool:
    try:
        return np.shares_memory(a, b, max_work=10**4)  # type: ignore[arg-type]
    except np.exceptions.TooHardError:
        return True


def _wrong_out(function: str, expected: str, got: str, hint: str) -> None:
    fact = f"batch.{function}: out cannot take the result"
    raise MatlabValueError("rst_compat:batch:WrongOut", fact, expected, got, hint)
