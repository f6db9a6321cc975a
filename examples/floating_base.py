"""A floating base: a satellite that turns because its arm moves.

The base hangs on a floating joint, with positions [qw qx qy qz x y z] and velocities [w; v] in its own axes. Only the
joints of the arm have motors. Nothing pushes from outside, so momentum and angular momentum stay zero and the centre
of mass stays where it is, while the base turns; and the work of the motors is the kinetic energy. The first six rows
of M qd are the momentum in the axes of the base.

The lines behind ``>>`` are the MATLAB script, each above the Python line that it became.
"""

import numpy as np
from pictures import BLUE, GREEN, ORANGE, RED, panels, run

import rst_compat as rst


# >> function body = makeBody(name, type, axis, place, m, c, I)
def makeBody(name, type, axis, place, m, c, I):
    """A body with its joint; c is its centre of mass, I = [Ixx Iyy Izz] about it."""
    # >> body = rigidBody(name);  body.Joint = rigidBodyJoint(name + "_joint", type);
    body = rst.rigidBody(name)
    body.Joint = rst.rigidBodyJoint(name + "_joint", type)
    # >> if type == "revolute", body.Joint.JointAxis = axis; end
    if type == "revolute":
        body.Joint.JointAxis = axis
    # >> setFixedTransform(body.Joint, trvec2tform(place));
    rst.setFixedTransform(body.Joint, rst.trvec2tform(place))
    # >> body.Mass = m;  body.CenterOfMass = c;
    body.Mass, body.CenterOfMass = m, c
    # >> Io = diag(I) + m*((c*c')*eye(3) - c'*c);
    c = np.array(c)
    Io = np.diag(I) + m * ((c @ c) * np.eye(3) - np.outer(c, c))
    # >> body.Inertia = [Io(1,1) Io(2,2) Io(3,3) Io(2,3) Io(1,3) Io(1,2)];
    body.Inertia = [Io[0, 0], Io[1, 1], Io[2, 2], Io[1, 2], Io[0, 2], Io[0, 1]]
    return body
    # >> end


# >> function xdot = motion(t, x, robot, tau)
def motion(t, x, robot, tau):
    """Positions (10), velocities (9) and the work of the motors."""
    # >> q = x(1:10);  qd = x(11:19);  w = qd(1:3);
    q, qd = x[:10], x[10:19]
    w = qd[:3]
    # >> quat = q(1:4)/norm(q(1:4));
    quat = q[:4] / np.linalg.norm(q[:4])
    # >> turn = [-quat(2:4)'*w; quat(1)*w + cross(quat(2:4), w)]/2;
    turn = np.concatenate([[-quat[1:] @ w], quat[0] * w + np.cross(quat[1:], w)]) / 2
    # >> R = quat2rotm(quat');
    R = rst.quat2rotm(quat)
    # >> qdd = forwardDynamics(robot, q, qd, [zeros(6, 1); tau(t)]);
    qdd = rst.forwardDynamics(robot, q, qd, np.concatenate([np.zeros(6), tau(t)]))
    # >> xdot = [turn; R*qd(4:6); qd(7:9); qdd; tau(t)'*qd(7:9)];
    xdot = np.concatenate([turn, R @ qd[3:6], qd[6:], qdd, [tau(t) @ qd[6:]]])
    return xdot
    # >> end


def main():
    """Move the arm, keep the books of momentum and energy, draw."""
    # >> robot = rigidBodyTree(DataFormat="column");
    robot = rst.rigidBodyTree(DataFormat="column")
    # >> hull = makeBody("hull", "floating", [], [0 0 0], 60, [0 0 0], [4 5 6]);
    hull = makeBody("hull", "floating", [], [0, 0, 0], 60, [0, 0, 0], [4, 5, 6])
    # >> addVisual(hull, "Box", [0.8 0.8 0.8]);
    rst.addVisual(hull, "Box", [0.8, 0.8, 0.8], FaceColor=[0.85, 0.85, 0.87])
    # >> addVisual(hull, "Box", [0.03 3 0.5]);
    rst.addVisual(hull, "Box", [0.03, 3, 0.5], FaceColor=[0.14, 0.30, 0.55])
    # >> addBody(robot, hull, "base");
    rst.addBody(robot, hull, "base")
    # >> shoulder = makeBody("shoulder", "revolute", [0 0 1], [0.4 0 0.4], 3, [0 0 0.1], [0.02 0.02 0.01]);
    shoulder = makeBody("shoulder", "revolute", [0, 0, 1], [0.4, 0, 0.4], 3, [0, 0, 0.1], [0.02, 0.02, 0.01])
    # >> addVisual(shoulder, "Cylinder", [0.07 0.2], trvec2tform([0 0 0.1]));
    rst.addVisual(shoulder, "Cylinder", [0.07, 0.2], rst.trvec2tform([0, 0, 0.1]), FaceColor=[0.16, 0.44, 0.68])
    # >> addBody(robot, shoulder, "hull");
    rst.addBody(robot, shoulder, "hull")
    # >> upper = makeBody("upper", "revolute", [0 1 0], [0 0 0.2], 5, [0.4 0 0], [0.01 0.3 0.3]);
    upper = makeBody("upper", "revolute", [0, 1, 0], [0, 0, 0.2], 5, [0.4, 0, 0], [0.01, 0.3, 0.3])
    # >> addVisual(upper, "Cylinder", [0.045 0.8], trvec2tform([0.4 0 0])*axang2tform([0 1 0 pi/2]));
    along = rst.axang2tform([0, 1, 0, np.pi / 2])
    rst.addVisual(upper, "Cylinder", [0.045, 0.8], rst.trvec2tform([0.4, 0, 0]) @ along, FaceColor=[0.88, 0.54, 0.12])
    # >> addBody(robot, upper, "shoulder");
    rst.addBody(robot, upper, "shoulder")
    # >> fore = makeBody("fore", "revolute", [0 1 0], [0.8 0 0], 4, [0.35 0 0], [0.01 0.2 0.2]);
    fore = makeBody("fore", "revolute", [0, 1, 0], [0.8, 0, 0], 4, [0.35, 0, 0], [0.01, 0.2, 0.2])
    # >> addVisual(fore, "Cylinder", [0.035 0.7], trvec2tform([0.35 0 0])*axang2tform([0 1 0 pi/2]));
    rst.addVisual(fore, "Cylinder", [0.035, 0.7], rst.trvec2tform([0.35, 0, 0]) @ along, FaceColor=[0.16, 0.44, 0.68])
    # >> addBody(robot, fore, "upper");
    rst.addBody(robot, fore, "upper")
    # >> tip = rigidBody("tip");  tip.Mass = 1;  tip.Inertia = zeros(1, 6);
    tip = rst.rigidBody("tip")
    tip.Mass, tip.Inertia = 1, np.zeros(6)
    # >> setFixedTransform(tip.Joint, trvec2tform([0.7 0 0]));  addBody(robot, tip, "fore");
    rst.setFixedTransform(tip.Joint, rst.trvec2tform([0.7, 0, 0]))
    rst.addBody(robot, tip, "fore")

    # >> tau = @(t) [3; -2; 1].*cos(pi*t/2);
    tau = lambda t: np.array([3, -2, 1]) * np.cos(np.pi * t / 2)
    # >> x0 = [1; zeros(6, 1); 0; -0.6; 1; zeros(10, 1)];
    x0 = np.concatenate([[1], np.zeros(6), [0, -0.6, 1], np.zeros(10)])
    # >> opts = odeset(RelTol=1e-8, AbsTol=1e-10);
    opts = rst.odeset(RelTol=1e-8, AbsTol=1e-10)
    # >> [t, x] = ode45(@(t, x) motion(t, x, robot, tau), linspace(0, 4, 161), x0, opts);
    t, x = rst.ode45(lambda t, x: motion(t, x, robot, tau), np.linspace(0, 4, 161), x0, opts)

    # >> n = numel(t);  momentum = zeros(n, 3);  angular = momentum;  com = momentum;  kinetic = zeros(n, 1);
    n = t.size
    momentum, angular, com, kinetic = np.zeros((n, 3)), np.zeros((n, 3)), np.zeros((n, 3)), np.zeros(n)
    # >> armMomentum = zeros(n, 1);  attitude = zeros(n, 3);
    armMomentum, attitude = np.zeros(n), np.zeros((n, 3))
    # >> for k = 1:n
    for k in range(n):
        # >> q = x(k,1:10)';  qd = x(k,11:19)';  M = massMatrix(robot, q);
        q, qd = x[k, :10], x[k, 10:19]
        M = rst.massMatrix(robot, q)
        # >> R = quat2rotm(q(1:4)');  h = M(1:6,:)*qd;
        R, h = rst.quat2rotm(q[:4]), M[:6, :] @ qd
        # >> momentum(k,:) = (R*h(4:6))';
        momentum[k, :] = R @ h[3:]
        # >> angular(k,:) = (R*h(1:3) + cross(q(5:7), R*h(4:6)))';
        angular[k, :] = R @ h[:3] + np.cross(q[4:7], R @ h[3:])
        # >> armMomentum(k) = norm(M(1:3,7:9)*qd(7:9));
        armMomentum[k] = np.linalg.norm(M[:3, 6:] @ qd[6:])
        # >> com(k,:) = centerOfMass(robot, q)';  kinetic(k) = qd'*M*qd/2;
        com[k, :], kinetic[k] = rst.centerOfMass(robot, q), qd @ M @ qd / 2
        # >> attitude(k,:) = rad2deg(quat2eul(q(1:4)'));
        attitude[k, :] = np.rad2deg(rst.quat2eul(q[:4]))
        # >> end
    # >> work = x(:,20);
    work = x[:, 19]
    # >> fprintf("momentum: %.1e kg m/s, angular momentum: %.1e kg m^2/s\n", ...
    # >>     max(abs(momentum), [], "all"), max(abs(angular), [], "all"))
    print(f"momentum: {np.abs(momentum).max():.1e} kg m/s, angular momentum: {np.abs(angular).max():.1e} kg m^2/s")
    # >> fprintf("the joints of the arm alone carry up to %.2f kg m^2/s\n", max(armMomentum))
    print(f"the joints of the arm alone carry up to {armMomentum.max():.2f} kg m^2/s")
    # >> shift = max(vecnorm(com - com(1,:), 2, 2));  way = max(vecnorm(x(:,5:7), 2, 2));
    shift, way = np.linalg.norm(com - com[0], axis=1).max(), np.linalg.norm(x[:, 4:7], axis=1).max()
    # >> fprintf("centre of mass moves by %.1e m, the hull by %.3f m\n", shift, way)
    print(f"centre of mass moves by {shift:.1e} m, the hull by {way:.3f} m")
    # >> fprintf("work of the motors - kinetic energy: %.1e J\n", max(abs(work - kinetic)))
    print(f"work of the motors - kinetic energy: {np.abs(work - kinetic).max():.1e} J")

    # >> ax = subplot(1, 2, 1);
    ax, (upper, lower) = panels(2)
    # >> [~, k] = max(max(abs(attitude), [], 2));
    k = np.abs(attitude).max(axis=1).argmax()
    # >> show(robot, x(k,1:10)', Parent=ax, Frames="off"); hold on
    rst.show(robot, x[k, :10], Parent=ax, Frames="off")
    # >> p = zeros(n, 3);
    p = np.zeros((n, 3))
    # >> for i = 1:n
    for i in range(n):
        # >> p(i,:) = tform2trvec(getTransform(robot, x(i,1:10)', "tip"));
        p[i, :] = rst.tform2trvec(rst.getTransform(robot, x[i, :10], "tip"))
        # >> end
    # >> plot3(p(:,1), p(:,2), p(:,3), "r")
    ax.plot(*p.T, color=RED)
    ax.view_init(elev=12, azim=25)
    ax.set(xlabel="X (m)", ylabel="Y (m)", zlabel="Z (m)", title=f"after {t[k]:.1f} s; path of the tip")
    # >> subplot(2, 2, 2); plot(t, attitude); ylabel("angle (deg)"); legend("yaw", "pitch", "roll")
    for values, color, name in zip(attitude.T, (BLUE, RED, GREEN), ("yaw", "pitch", "roll"), strict=True):
        upper.plot(t, values, color=color, label=name)
    upper.set(ylabel="angle (deg)", title="attitude of the hull", xlim=(0, 4), ylim=(-35, 60))
    upper.legend(loc="upper left", ncols=3)
    # >> subplot(2, 2, 4); plot(t, work, t, kinetic, "k--"); xlabel("time (s)"); ylabel("energy (J)")
    lower.plot(t, work, color=ORANGE, linewidth=3, alpha=0.6, label="work of the motors")
    lower.plot(t, kinetic, "k--", linewidth=1, label="kinetic energy")
    lower.set(xlabel="time (s)", ylabel="energy (J)", title="energy", xlim=(0, 4))
    lower.legend(loc="upper left")
    return {
        "momentum": np.abs(momentum).max(),
        "angular_momentum": np.abs(angular).max(),
        "arm_momentum": armMomentum.max(),
        "centre_of_mass": shift,
        "hull_way": way,
        "energy": np.abs(work - kinetic).max(),
        "turned": np.abs(attitude).max(),
    }


if __name__ == "__main__":
    run(main)
