"""Every library behind one interface: dynamics of a URDF robot, one configuration or many, results the caller keeps.

A library takes and gives joint vectors in its own order, which it tells; whoever compares permutes. A result is an
array of its own: what a library writes into a buffer of its own is copied. A function that a library lacks is missing.

Not here: PyKDL, which PyPI does not have.
"""

import importlib.metadata
import inspect
import os
import shutil
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import rst_compat as rst
from rst_compat import core, engine
from rst_compat.matlab.compile import compiled

ID, M, FD, C = "inverse dynamics", "mass matrix", "forward dynamics", "Coriolis matrix"
FUNCTIONS = [ID, M, FD, C]


@dataclass
class Library:
    name: str
    distribution: str  # what pip installs
    joints: list[str]  # in the order of its vectors
    one: dict[str, Callable]  # function -> f(q, qd, qdd or tau)
    many: dict[str, Callable] = field(default_factory=dict)  # the same over rows
    gravity: float = 9.81

    @property
    def version(self):
        return importlib.metadata.version(self.distribution)


def pinocchio(urdf):
    import pinocchio as pin  # noqa: PLC0415 - optional, as in all of these

    model = pin.buildModelFromXML(urdf)
    data, pool = model.createData(), pin.ModelPool(model, 1)
    lower = np.tril_indices(model.nv, -1)

    def mass_matrix(q, *_):
        H = pin.crba(model, data, q).copy()  # every entry, as of version 3; before, the upper triangle
        if pin.__version__ < "3":
            H[lower] = H.T[lower]
        return H

    return Library(
        "Pinocchio",
        "pin",
        list(model.names)[1:],
        {
            ID: lambda q, qd, qdd: pin.rnea(model, data, q, qd, qdd).copy(),
            M: mass_matrix,
            FD: lambda q, qd, tau: pin.aba(model, data, q, qd, tau).copy(),
            C: lambda q, qd, _: pin.computeCoriolisMatrix(model, data, q, qd).copy(),
        },
        {
            ID: lambda q, qd, qdd: pin.rneaInParallel(1, pool, q.T, qd.T, qdd.T).T,
            FD: lambda q, qd, tau: pin.abaInParallel(1, pool, q.T, qd.T, tau.T).T,
        },
    )


def dynibo(urdf):
    from dynibo import Robot  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "robot.urdf")
        path.write_text(urdf)
        robot = Robot.from_urdf(str(path))
    n = robot.joint_count
    joints = sorted((f"joint{k}" for k in range(1, n + 1)), key=lambda name: robot.link_id(f"link{name[5:]}"))
    return Library(
        "dynibo",
        "dynibo",
        joints,
        {
            ID: robot.inverse_dynamics,
            M: lambda q, *_: robot.mass_matrix(q).reshape(n, n),
            FD: robot.forward_dynamics,
        },
        gravity=9.80665,  # it has no other
    )


def mujoco(urdf):
    import mujoco as mj  # noqa: PLC0415

    model = mj.MjModel.from_xml_string(urdf)
    model.opt.disableflags |= mj.mjtDisableBit.mjDSBL_CONSTRAINT  # joint limits, which are no part of the dynamics
    assert not model.dof_armature.any()
    data, n = mj.MjData(model), model.nv

    def state(q, qd):
        data.qpos[:], data.qvel[:] = q, qd
        mj.mj_kinematics(model, data)
        mj.mj_comPos(model, data)

    def inverse_dynamics(q, qd, qdd):
        state(q, qd)
        mj.mj_comVel(model, data)
        data.qacc[:] = qdd
        tau = np.empty(n)
        mj.mj_rne(model, data, 1, tau)
        return tau

    def mass_matrix(q, *_):
        data.qpos[:] = q
        mj.mj_kinematics(model, data)
        mj.mj_comPos(model, data)
        mj.mj_crb(model, data)
        H = np.empty((n, n))
        mj.mj_fullM(model, data, H)
        return H

    def forward_dynamics(q, qd, tau):
        data.qpos[:], data.qvel[:], data.qfrc_applied[:] = q, qd, tau
        mj.mj_forward(model, data)
        return data.qacc.copy()

    joints = [model.joint(k).name for k in range(n)]
    return Library("MuJoCo", "mujoco", joints, {ID: inverse_dynamics, M: mass_matrix, FD: forward_dynamics})


def drake(urdf):
    from pydrake.multibody.parsing import Parser  # noqa: PLC0415
    from pydrake.multibody.plant import MultibodyPlant  # noqa: PLC0415
    from pydrake.multibody.tree import MultibodyForces  # noqa: PLC0415

    plant = MultibodyPlant(0.0)
    Parser(plant).AddModelsFromString(urdf, "urdf")
    plant.WeldFrames(plant.world_frame(), plant.GetFrameByName("link0"))
    plant.mutable_gravity_field().set_gravity_vector([0, 0, -9.81])
    plant.Finalize()
    context, forces = plant.CreateDefaultContext(), MultibodyForces(plant)
    n = plant.num_velocities()
    applied = plant.get_applied_generalized_force_input_port().FixValue(context, np.zeros(n))
    acceleration = plant.get_generalized_acceleration_output_port()

    def state(q, qd):
        plant.SetPositions(context, q)
        plant.SetVelocities(context, qd)

    def inverse_dynamics(q, qd, qdd):
        state(q, qd)
        plant.CalcForceElementsContribution(context, forces)
        return plant.CalcInverseDynamics(context, qdd, forces)

    def mass_matrix(q, *_):
        plant.SetPositions(context, q)
        return plant.CalcMassMatrix(context)

    def forward_dynamics(q, qd, tau):
        state(q, qd)
        applied.GetMutableData().get_mutable_value().SetFromVector(tau)
        return acceleration.Eval(context).copy()

    joints = [plant.get_joint(k) for k in plant.GetJointIndices()]
    moving = sorted((j for j in joints if j.num_velocities()), key=lambda j: j.velocity_start())
    names = [j.name() for j in moving]
    return Library("Drake", "drake", names, {ID: inverse_dynamics, M: mass_matrix, FD: forward_dynamics})


def toolbox_robot(urdf):
    from roboticstoolbox import Robot  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it deprecates the reader of a file, and has no other
        path = Path(folder, "robot.urdf")
        path.write_text(urdf)
        robot = Robot.URDF(str(path))
    robot.gravity = [0, 0, -9.81]
    return robot


def roboticstoolbox(urdf):
    robot = toolbox_robot(urdf)
    moving = sorted((link for link in robot.links if link.isjoint), key=lambda link: link.jindex)
    return Library(
        "roboticstoolbox",
        "roboticstoolbox-python",
        [f"joint{link.name[4:]}" for link in moving],
        {
            ID: robot.rne,
            M: lambda q, *_: robot.inertia(q),
            FD: robot.accel,
        },  # its Coriolis matrix raises ValueError for robots read from URDF (1.5.0)
    )


def adam(urdf):
    if not shutil.which("gcc"):
        raise ImportError("no gcc for the C code that CasADi writes")
    import casadi  # noqa: PLC0415
    from adam.casadi import KinDynComputations  # noqa: PLC0415

    n = urdf.count("<joint ")
    joints = [f"joint{k}" for k in range(1, n + 1)]
    model = KinDynComputations(urdf, joints, gravity=np.array([0, 0, -9.81, 0, 0, 0]))
    q, qd, last = (casadi.SX.sym(s, n) for s in ("q", "qd", "last"))
    base, rest = casadi.SX.eye(4), casadi.SX.zeros(6)  # its robots float; this one stays where it is
    H = model.mass_matrix_fun()(base, q)[6:, 6:]
    h = model.bias_force_fun()(base, q, rest, qd)[6:]

    def compiled(inputs, result):
        """A call of the C function that casadi makes of an expression, on buffers, as it recommends for speed."""
        keep = {"cleanup": False}  # the folder goes at the end
        jit = {"jit": True, "compiler": "shell", "jit_cleanup": False, "jit_options": {"flags": ["-O3"]} | keep}
        function = casadi.Function("f", inputs, [casadi.densify(result)], {"cse": True} | jit)
        buffer, evaluate = function.buffer()

        def call(*arguments):
            out = np.empty(result.shape if result.shape[1] > 1 else n)
            for k in range(len(inputs)):
                buffer.set_arg(k, memoryview(arguments[k]))
            buffer.set_res(0, memoryview(out))
            evaluate()
            return out

        call.keep = function
        return call

    folder = os.getcwd()
    with tempfile.TemporaryDirectory() as scratch:  # casadi leaves its C files where it is
        os.chdir(scratch)
        try:
            one = {
                ID: compiled([q, qd, last], H @ last + h),
                M: compiled([q], H),
                FD: compiled([q, qd, last], casadi.solve(H, last - h)),
            }
        finally:
            os.chdir(folder)
    return Library("adam (CasADi, C)", "adam-robotics", joints, one)


def frax(urdf):
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")  # batches on one thread, as for all
    import jax  # noqa: PLC0415

    jax.config.update("jax_enable_x64", True)
    with warnings.catch_warnings(), tempfile.TemporaryDirectory() as folder:
        warnings.simplefilter("ignore")  # on settings of XLA
        from frax.core.robot import Robot  # noqa: PLC0415

        path = Path(folder, "robot.urdf")
        path.write_text(urdf)
        robot = Robot(str(path))
    up = np.array([0, 0, 9.81, 0, 0, 0])
    functions = {
        ID: lambda q, qd, qdd: robot.rnea(q, qd, qdd, up, None),
        M: lambda q, *_: robot.crba(q),
        FD: lambda q, qd, tau: robot.forward_dynamics(q, qd, tau, None),
    }

    def compiled(function):
        return lambda *arguments: np.array(function(*arguments))

    return Library(
        "frax (JAX)",
        "frax",
        list(robot.joint_names),
        {name: compiled(jax.jit(f)) for name, f in functions.items()},
        {name: compiled(jax.jit(jax.vmap(f))) for name, f in functions.items()},
    )


#: And the number of joints up to which each is asked: beyond, one call or one compilation takes too long.
PEERS = {pinocchio: 1000, dynibo: 1000, mujoco: 1000, drake: 1000, roboticstoolbox: 7, adam: 7, frax: 31}


def installed(urdf, joints):
    """The libraries that are here, and why the others are not."""
    found, missing = [], {}
    for make, largest in PEERS.items():
        if joints > largest:
            continue
        try:
            found.append(make(urdf))
        except ImportError as fault:
            missing[make.__name__] = str(fault)
    return found, missing


def ours(urdf, gravity=9.81):
    """The engine's calls, MATLAB's names, and the NumPy core; the engine's only where it works."""
    robot = rst.importrobot(urdf, DataFormat="row")
    robot.Gravity = [0, 0, -gravity]
    model = compiled(robot).model
    handle = engine.native(model)
    threads = {"workers": 1} if "workers" in inspect.signature(rst.batch.massMatrix).parameters else {}

    def calls(dynamics, mass_matrix, acceleration, coriolis, *first, **keywords):
        return {
            ID: lambda q, qd, qdd: dynamics(*first, q, qd, qdd, **keywords),
            M: lambda q, *_: mass_matrix(*first, q, **keywords),
            FD: lambda q, qd, tau: acceleration(*first, q, qd, tau, **keywords),
            C: lambda q, qd, _: coriolis(*first, q, qd, **keywords),
        }

    def facade(room, **keywords):
        names = ("inverseDynamics", "massMatrix", "forwardDynamics", "coriolisMatrix")
        return calls(*(getattr(room, name) for name in names), robot, **keywords)

    names = ("inverse_dynamics", "mass_matrix", "forward_dynamics", "coriolis_matrix")
    native = calls(*(getattr(handle, name) for name in names))
    numpy = calls(*(getattr(core, name) for name in names), model)
    joints = [f"joint{name.removeprefix('link')}" for name in robot.BodyNames]
    found = [
        Library("rst_compat, engine", "rst_compat", joints, native, native),
        Library("rst_compat, MATLAB's names", "rst_compat", joints, facade(rst), facade(rst.batch, **threads)),
        Library("rst_compat, NumPy core", "rst_compat", joints, numpy, numpy),
    ]
    return found if engine.info().engine == "native" else found[1:]
