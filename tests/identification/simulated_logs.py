"""Random robots, and what their sensors read, from vectors in base axes: no spatial algebra and no regressor.

Every body has its pose, its angular velocity and acceleration and the acceleration of its origin in base axes; its
wrench is m (a_c - g) at the centre of mass and I_c alpha + omega x I_c omega about it; a joint transmits the sum of the
bodies beyond it. So what an estimator is tested with has nothing in common with the estimator.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.spatial.transform import Rotation

import rst_compat as rst


def random_pose(rng, scale=0.3):
    T = np.eye(4)
    T[:3, :3] = Rotation.from_quat(rng.normal(size=4)).as_matrix()
    T[:3, 3] = rng.normal(scale=scale, size=3)
    return T


def random_body(rng, name, joint, heavy=1.0):
    """A body of a cloud of points, so that it is one that exists."""
    points, weights = rng.normal(scale=0.1, size=(8, 3)) + rng.normal(scale=0.1, size=3), rng.uniform(0.1, 1, 8) * heavy
    body = rst.rigidBody(name)
    body.Joint, body.Mass, body.CenterOfMass = joint, weights.sum(), weights @ points / weights.sum()
    moment = sum(w * (p @ p * np.eye(3) - np.outer(p, p)) for w, p in zip(weights, points, strict=True))
    body.Inertia = moment[[0, 1, 2, 1, 0, 0], [0, 1, 2, 2, 2, 1]]
    return body


def random_robot(seed, kinds, parents=None, gravity=(0, 0, -9.81), oblique=True):
    """Bodies b1, b2, ... with joints j1, j2, ..., in a row unless parents (0 is the base) say otherwise."""
    rng = np.random.default_rng(seed)
    robot = rst.rigidBodyTree(DataFormat="row")
    robot.Gravity = gravity
    for k, kind in enumerate(kinds):
        joint = rst.rigidBodyJoint(f"j{k + 1}", kind)
        joint.setFixedTransform(random_pose(rng))
        if kind != "fixed":
            joint.JointAxis = rng.normal(size=3) if oblique else [0, 0, 1]
        p = k if parents is None else parents[k]
        robot.addBody(random_body(rng, f"b{k + 1}", joint), f"b{p}" if p else "base")
    return robot


@dataclass(frozen=True, eq=False)
class Log:
    """A robot in T states, with what its sensors read; wrenches [n f] in the axes of their bodies."""

    robot: object
    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray

    @cached_property
    def states(self):
        """Per body: R, p, mass, centre, force and moment about the centre, in base axes; then the joint's axis."""
        T, at = len(self.q), 0
        g = np.asarray(self.robot.Gravity)
        zero = np.zeros((T, 3))
        frames = {self.robot.BaseName: (np.broadcast_to(np.eye(4), (T, 4, 4)), zero, zero, zero)}
        found = {}
        for body in self.robot.Bodies:
            P, w, dw, a = frames[body.Parent.Name]
            J, C = P @ body.Joint.JointToParentTransform, body.Joint.ChildToJointTransform
            origin = J[:, :3, 3]
            axis = J[:, :3, :3] @ np.nan_to_num(np.asarray(body.Joint.JointAxis))
            M = np.broadcast_to(np.eye(4), (T, 4, 4)).copy()
            v = vd = None
            if body.Joint.Type != "fixed":
                x, v, vd = self.q[:, at], self.qd[:, at, None], self.qdd[:, at, None]
                at += 1
                if body.Joint.Type == "revolute":
                    M[:, :3, :3] = Rotation.from_rotvec(x[:, None] * body.Joint.JointAxis).as_matrix()
                else:
                    M[:, :3, 3] = x[:, None] * body.Joint.JointAxis
            X = J @ M @ C
            r = origin - P[:, :3, 3]
            a_joint = a + np.cross(dw, r) + np.cross(w, np.cross(w, r))  # of the joint, as a point of the parent
            d = X[:, :3, 3] - origin
            if body.Joint.Type == "revolute":
                dw = dw + vd * axis + np.cross(w, v * axis)
                w = w + v * axis
            a_body = a_joint + np.cross(dw, d) + np.cross(w, np.cross(w, d))
            if body.Joint.Type == "prismatic":
                a_body = a_body + vd * axis + 2 * np.cross(w, v * axis)
            frames[body.Name] = (X, w, dw, a_body)
            R = X[:, :3, :3]
            c = R @ body.CenterOfMass
            xx, yy, zz, yz, xz, xy = body.Inertia
            m, cc = body.Mass, body.CenterOfMass
            about_frame = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            central = R @ (about_frame - m * (cc @ cc * np.eye(3) - np.outer(cc, cc))) @ R.mT
            F = m * (a_body + np.cross(dw, c) + np.cross(w, np.cross(w, c)) - g)
            N = (central @ dw[..., None])[..., 0] + np.cross(w, (central @ w[..., None])[..., 0])
            found[body.Name] = (R, X[:, :3, 3], X[:, :3, 3] + c, F, N, axis, origin)
        return found

    def beyond(self, name):
        inside = [name]
        for body in self.robot.Bodies:
            if body.Parent.Name in inside:
                inside.append(body.Name)
        return [n for n in inside if n in self.states]

    def about(self, name, origin):
        """Moment about points and force of the bodies beyond a joint, in base axes."""
        parts = [self.states[n] for n in self.beyond(name)]
        f = sum(F for _, _, _, F, *_ in parts)
        n = sum(N + np.cross(c - origin, F) for _, _, c, F, N, *_ in parts)
        return n, f

    def wrench(self, name):
        R, p = self.states[name][:2]
        n, f = self.about(name, p)
        return np.concatenate([(R.mT @ n[..., None])[..., 0], (R.mT @ f[..., None])[..., 0]], axis=1)

    @cached_property
    def base(self):
        return np.concatenate(self.about(self.robot.BaseName, np.zeros(3)), axis=1)

    @cached_property
    def torque(self):
        columns = []
        for body in self.robot.Bodies:
            if body.Joint.Type == "fixed":
                continue
            *_, axis, origin = self.states[body.Name]
            n, f = self.about(body.Name, origin)
            columns.append(((n if body.Joint.Type == "revolute" else f) * axis).sum(axis=1))
        return np.stack(columns, axis=1)

    def data(self, *sensors, **more):
        """A MotionData of some sensors: "torque", "base", and names of bodies."""
        wrench = {s: self.wrench(s) for s in sensors if s not in ("torque", "base")}
        given = {"JointTorque": self.torque} if "torque" in sensors else {}
        given |= {"BaseWrench": self.base} if "base" in sensors else {}
        return rst.MotionData(None, self.q, self.qd, self.qdd, **(given | {"Wrench": wrench} | more))


def logged(robot, count=300, seed=0, move=None):
    """Positions, velocities and accelerations drawn each for itself; joints outside ``move`` (from 0) stand still."""
    rng = np.random.default_rng([seed, 7])
    n = sum(b.Joint.Type != "fixed" for b in robot.Bodies)
    q, qd, qdd = rng.normal(size=(3, count, n)) * np.array([1.5, 1.5, 4.0])[:, None, None]
    still = [k for k in range(n) if move is not None and k not in move]
    q[:, still], qd[:, still], qdd[:, still] = 0.3, 0, 0
    return Log(robot, q, qd, qdd)


def smooth(robot, count=600, seed=0, seconds=20.0):
    """A motion of a few sines per joint, with exact derivatives, as a controller would follow it."""
    rng = np.random.default_rng([seed, 8])
    n = sum(b.Joint.Type != "fixed" for b in robot.Bodies)
    t = np.linspace(0, seconds, count)[:, None]
    q = qd = qdd = np.zeros((count, n))
    for k in range(1, 6):
        w, A, f = 2 * np.pi * 0.1 * k, rng.normal(size=n) * 1.2 / k, rng.uniform(0, 6.28, n)
        q = q + A * np.sin(w * t + f)
        qd, qdd = qd + A * w * np.cos(w * t + f), qdd - A * w * w * np.sin(w * t + f)
    return Log(robot, q, qd, qdd)
