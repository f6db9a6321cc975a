"""The core against Pinocchio, which shares no code, no author and hardly a convention with it.

Pinocchio puts the linear half of a spatial vector first, quaternions as xyzw, and melts fixed bodies into joints.  Its
recursions want the joints numbered depth first (any others it answers wrongly, without a word) and inertias of real
bodies.
"""

import numpy as np
import pytest
from trees import Plan, agree, carry, make_case, random_case

from rst_compat import core

pin = pytest.importorskip(
    "pinocchio", reason="Pinocchio is not here: no independent engine checks the core (pip install '.[oracle]')"
)

pytestmark = pytest.mark.oracle

# Both sides round in their own order; 1e-10 in the project's measure is its promise for every comparison of engines.
TOL = 1e-10

# Pinocchio's [m, m c, Ixx Ixy Iyy Ixz Iyz Izz] in our order [m, m c, Ixx Iyy Izz Iyz Ixz Ixy].
PARAMETER_ORDER = [0, 1, 2, 3, 4, 6, 9, 8, 7, 5]
SWAP = [3, 4, 5, 0, 1, 2]  # angular and linear halves


def over_seeds(check):
    """A test of a robot and its twin becomes a test of 60 pairs, and of 2000 more under ``slow``."""

    @pytest.mark.parametrize("seeds", [range(60), pytest.param(range(60, 2060), marks=pytest.mark.slow)], ids=len)
    def test(seeds):
        for seed in seeds:
            try:
                check(Twin(seed))
            except Exception as error:
                error.add_note(f"robot: Twin({seed})")
                raise

    test.__name__, test.__doc__ = check.__name__, check.__doc__
    return test


class Twin:
    """A random robot and the same in Pinocchio, with what leads from one to the other."""

    def __init__(self, seed):
        kinds = ("revolute", "prismatic", "fixed", "floating")[: 3 + seed % 2]
        self.case = random_case(seed, kinds, masses=("solid",))
        if not self.case.model.nv:  # a robot without freedom is nothing to compare
            self.case = make_case([*self.case.plans, Plan(0, "revolute", "solid", True)], seed)
        self.tree, self.ours = self.case.tree, self.case.model
        self.theirs = pin.Model()
        self.theirs.gravity = pin.Motion(np.concatenate([self.tree.gravity, np.zeros(3)]))
        self.at = {0: (0, pin.SE3.Identity())}  # body -> its joint there and its pose in it
        self.frame, self.q_order, self.v_order = {}, [], []
        self.add_children(0)
        self.data = self.theirs.createData()
        q = self.case.q[self.q_order]
        for j in range(1, self.theirs.njoints):
            joint = self.theirs.joints[j]
            if joint.nq == 7:  # ours: wxyz, position; theirs: position, xyzw of length one
                w, u = q[joint.idx_q : joint.idx_q + 4], q[joint.idx_q + 4 : joint.idx_q + 7].copy()
                q[joint.idx_q : joint.idx_q + 7] = np.concatenate([u, np.roll(w, -1) / np.linalg.norm(w)])
        self.q, self.qd, self.qdd = q, self.case.qd[self.v_order], self.case.qdd[self.v_order]

    def add_children(self, parent):
        """Depth first, which the numbers of our bodies need not be."""
        t = self.tree
        for k in (k for k, p in enumerate(t.parent) if p == parent):
            joint, pose = self.at[parent]
            before, after = pose * pin.SE3(t.joint_to_parent[k]), pin.SE3(t.child_to_joint[k])
            if t.kind[k] == "fixed":
                self.at[k + 1] = joint, before * after
            else:
                model = {
                    "revolute": pin.JointModelRevoluteUnaligned,
                    "prismatic": pin.JointModelPrismaticUnaligned,
                    "floating": lambda _: pin.JointModelFreeFlyer(),
                }[t.kind[k]](t.axis[k])
                moving = self.theirs.addJoint(joint, model, before, str(k + 1))
                self.at[k + 1] = moving, after
                self.q_order += range(self.ours.nq)[self.ours.q_of[k + 1]]
                v_of = range(self.ours.nv)[self.ours.v_of[k + 1]]
                self.v_order += [v_of[i] for i in SWAP] if len(v_of) == 6 else v_of
            carrier, placement = self.at[k + 1]
            if carrier:  # what is fixed to the base does not move, and Pinocchio does not count it
                self.theirs.appendBodyToJoint(carrier, inertia(t.parameters[k]), placement)
            self.frame[k + 1] = self.theirs.addFrame(
                pin.Frame(f"body {k + 1}", carrier, 0, placement, pin.FrameType.OP_FRAME)
            )
            self.add_children(k + 1)

    def forces(self):
        """External forces on their joints, in joint axes."""
        pin.forwardKinematics(self.theirs, self.data, self.q)
        total = [pin.Force.Zero() for _ in range(self.theirs.njoints)]
        for i, wrench in enumerate(self.case.f_ext, start=1):
            joint = self.at[i][0]
            total[joint] += self.data.oMi[joint].actInv(pin.Force(wrench[SWAP]))
        out = pin.StdVec_Force()
        out.extend(total)
        return out

    def to_ours(self, v):
        """A vector over their velocities, in our order."""
        out = np.empty_like(v)
        out[self.v_order] = v
        return out


def inertia(p):
    """Pinocchio's inertia, about the centre of mass, of our parameters."""
    m, c = p[0], p[1:4] / p[0]
    xx, yy, zz, yz, xz, xy = p[4:]
    about_origin = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return pin.Inertia(m, c, about_origin - m * (c @ c * np.eye(3) - np.outer(c, c)))


@over_seeds
def test_inverse_dynamics(twin):
    got = core.inverse_dynamics(twin.ours, twin.case.q, twin.case.qd, twin.case.qdd)
    agree(got, twin.to_ours(pin.rnea(twin.theirs, twin.data, twin.q, twin.qd, twin.qdd)), TOL)


@over_seeds
def test_external_forces(twin):
    got = core.inverse_dynamics(twin.ours, twin.case.q, twin.case.qd, twin.case.qdd, twin.case.f_ext)
    want = pin.rnea(twin.theirs, twin.data, twin.q, twin.qd, twin.qdd, twin.forces())
    agree(got, twin.to_ours(want), TOL)


@over_seeds
def test_mass_matrix(twin):
    zero = np.zeros(twin.theirs.nv)
    gravity = pin.rnea(twin.theirs, twin.data, twin.q, zero, zero)
    columns = [pin.rnea(twin.theirs, twin.data, twin.q, zero, e) - gravity for e in np.eye(twin.theirs.nv)]
    M = core.mass_matrix(twin.ours, twin.case.q)[np.ix_(twin.v_order, twin.v_order)]
    agree(M, np.reshape(columns, M.shape).T, TOL)
    upper = np.triu(pin.crba(twin.theirs, twin.data, twin.q))  # their lower triangle is not filled in
    agree(np.triu(M), upper, TOL)


@over_seeds
def test_forward_dynamics(twin):
    case = twin.case
    M = core.mass_matrix(twin.ours, case.q)
    condition = np.linalg.cond(M)
    for ours, theirs in ((None, ()), (case.f_ext, (twin.forces(),))):
        got = core.forward_dynamics(twin.ours, case.q, case.qd, case.qdd, ours)
        want = pin.aba(twin.theirs, twin.data, twin.q, twin.qd, twin.qdd, *theirs)
        # The project's rule for forward dynamics: divided by the condition number where that is above a thousand.
        agree(got, twin.to_ours(want), TOL * (condition if condition > 1e3 else 1))


@over_seeds
def test_bias_and_gravity(twin):
    case, ours = twin.case, twin.ours
    gravity = core.gravity_torque(ours, case.q)
    agree(gravity, twin.to_ours(pin.computeGeneralizedGravity(twin.theirs, twin.data, twin.q)), TOL)
    bias = twin.to_ours(pin.nonLinearEffects(twin.theirs, twin.data, twin.q, twin.qd))
    agree(core.velocity_product(ours, case.q, case.qd), bias - gravity, TOL)


@over_seeds
def test_coriolis_matrix(twin):
    # Pinocchio's is the same factorisation, so the matrices are equal, floating joints included.
    C = core.coriolis_matrix(twin.ours, twin.case.q, twin.case.qd)[np.ix_(twin.v_order, twin.v_order)]
    agree(C, pin.computeCoriolisMatrix(twin.theirs, twin.data, twin.q, twin.qd), TOL)


@over_seeds
def test_poses_and_jacobians(twin):
    T = core.body_poses(twin.ours, twin.case.q)
    pin.computeJointJacobians(twin.theirs, twin.data, twin.q)
    pin.updateFramePlacements(twin.theirs, twin.data)
    for i, frame in twin.frame.items():
        agree(T[i], twin.data.oMf[frame].homogeneous, TOL)
        J = core.geometric_jacobian(twin.ours, twin.case.q, i)[:, twin.v_order]
        want = np.zeros((6, twin.ours.nv))
        if twin.at[i][0]:  # asked for what is fixed to the base, Pinocchio crashes
            want = pin.getFrameJacobian(twin.theirs, twin.data, frame, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED)[SWAP]
        agree(J, want.reshape(J.shape), TOL)  # theirs is 1-D for one freedom


@over_seeds
def test_center_of_mass(twin):
    case, ours = twin.case, twin.ours
    m = ours.parameters[:, 0].sum()
    moment = np.zeros(3)
    T = core.body_poses(ours, case.q)
    for i, (carrier, _) in twin.at.items():  # what is fixed to the base, by hand
        if i and carrier == 0:
            moment += (T[i] @ ours.parameters[i, [1, 2, 3, 0]])[:3]
    pin.jacobianCenterOfMass(twin.theirs, twin.data, twin.q)
    moment += twin.data.mass[0] * twin.data.com[0]
    moved = twin.data.mass[0] * twin.data.Jcom.reshape(3, ours.nv)
    agree(core.center_of_mass(ours, case.q), moment / m, TOL)
    agree(core.center_of_mass_jacobian(ours, case.q)[:, twin.v_order], moved / m, TOL)


@over_seeds
def test_regressor(twin):
    case, ours = twin.case, twin.ours
    Y = core.inverse_dynamics_regressor(ours, case.q, case.qd, case.qdd).reshape(ours.nv, ours.nb, 10)
    theirs = pin.computeJointTorqueRegressor(twin.theirs, twin.data, twin.q, twin.qd, twin.qdd)
    theirs = theirs.reshape(ours.nv, -1)
    for i, (carrier, placement) in twin.at.items():
        if not i:
            continue
        want = np.zeros((ours.nv, 10))
        if carrier:
            columns = theirs[:, 10 * (carrier - 1) : 10 * carrier][:, PARAMETER_ORDER]
            # Their parameters are about the joint frame: a body's, carried there.
            want = columns @ np.stack([carry(placement.homogeneous, e) for e in np.eye(10)], axis=1)
        agree(Y[twin.v_order, i - 1], want, TOL)


@over_seeds
def test_transmitted_wrenches(twin):
    """What their recursion leaves in ``data.f``: at the joints, linear half first."""
    case = twin.case
    for ours, theirs in ((None, ()), (case.f_ext, (twin.forces(),))):
        got = core.joint_reactions(twin.ours, case.q, case.qd, case.qdd, ours)
        pin.rnea(twin.theirs, twin.data, twin.q, twin.qd, twin.qdd, *theirs)
        for i, (joint, pose) in twin.at.items():
            if i and case.tree.kind[i - 1] != "fixed":
                agree(got[i - 1], pose.actInv(twin.data.f[joint]).vector[SWAP], TOL)


@over_seeds
def test_motion_of_bodies(twin):
    case = twin.case
    terms = core.newton_euler(twin.ours, case.q, case.qd, case.qdd, gravity=np.zeros(3))
    pin.forwardKinematics(twin.theirs, twin.data, twin.q, twin.qd, twin.qdd)
    pin.updateFramePlacements(twin.theirs, twin.data)
    local = pin.ReferenceFrame.LOCAL
    for i, frame in twin.frame.items():
        if not twin.at[i][0]:  # fixed to the base
            continue
        v, a = terms.velocity[i], terms.acceleration[i]
        agree(v[:, 0], pin.getFrameVelocity(twin.theirs, twin.data, frame, local).vector[SWAP], TOL)
        agree(a[:, 0], pin.getFrameAcceleration(twin.theirs, twin.data, frame, local).vector[SWAP], TOL)
        point = pin.getFrameClassicalAcceleration(twin.theirs, twin.data, frame, local).linear
        agree(core.point_acceleration(v, a, np.zeros((3, 1)))[:, 0], point, TOL)


@over_seeds
def test_regressor_of_a_wrench(twin):
    """Theirs of every body, moved to the joint and added up by its own transforms."""
    case, theirs = twin.case, twin.theirs
    pin.forwardKinematics(theirs, twin.data, twin.q)
    pin.rnea(theirs, twin.data, twin.q, twin.qd, twin.qdd)  # accelerations with gravity, as a_gf
    for i, (joint, pose) in twin.at.items():
        if not i or case.tree.kind[i - 1] == "fixed":  # theirs cuts at moving joints
            continue
        Y = core.wrench_regressor(twin.ours, case.q, case.qd, case.qdd, i)
        for k, (there, own) in twin.at.items():
            if not k:
                continue
            if joint not in theirs.supports[there]:
                np.testing.assert_array_equal(Y[:, 10 * k - 10 : 10 * k], 0)
                continue
            v, a = own.actInv(twin.data.v[there]), own.actInv(twin.data.a_gf[there])
            body = pin.bodyRegressor(v, a)[:, PARAMETER_ORDER]
            to = (twin.data.oMi[joint] * pose).actInv(twin.data.oMi[there] * own)
            agree(Y[:, 10 * k - 10 : 10 * k], (to.toDualActionMatrix() @ body)[SWAP], TOL)
