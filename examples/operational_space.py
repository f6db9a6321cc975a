"""Operational-space control: the hand follows a circle, the posture follows a wish, and neither disturbs the other.

Khatib's controller (IEEE J. Robotics and Automation 3(1), 1987) gives the hand the dynamics of a point mass: its
error obeys e'' + 2 w e' + w^2 e = 0. What torques are left over pull the seven joints to a posture, through the
dynamically consistent null space, which the hand does not feel. The simulation starts 4.5 cm off the circle and is
compared with the formula of the error.

The lines behind ``>>`` are the MATLAB script, each above the Python line that it became.
"""

import numpy as np
from pictures import BLUE, GRAY, GREEN, RED, panels, run

import rst_compat as rst

HAND = "panda_hand"


# >> function [p, v, a] = circle(t)
def circle(t):
    """Position, velocity, acceleration on a circle of 12 cm, once in 2.5 s, in the plane x = 0.5 m."""
    # >> s = 2*pi/2.5;  r = 0.12;
    s, r = 2 * np.pi / 2.5, 0.12
    # >> p = [0.5; r*cos(s*t); 0.5 + r*sin(s*t)];
    p = np.array([0.5, r * np.cos(s * t), 0.5 + r * np.sin(s * t)])
    # >> v = r*s*[0; -sin(s*t); cos(s*t)];
    v = r * s * np.array([0, -np.sin(s * t), np.cos(s * t)])
    # >> a = -s^2*[0; p(2); p(3) - 0.5];
    a = -(s**2) * np.array([0, p[1], p[2] - 0.5])
    return p, v, a
    # >> end


# >> function J = handJacobian(robot, q)
def handJacobian(robot, q):
    """Linear rows of the geometric Jacobian of the hand."""
    # >> J = geometricJacobian(robot, q, "panda_hand");
    J = rst.geometricJacobian(robot, q, HAND)
    # >> J = J(4:6,:);
    J = J[3:6, :]
    return J
    # >> end


# >> function [tau, leak] = control(t, q, qd, robot, w, posture)
def control(t, q, qd, robot, w, posture):
    """Joint torques, and the acceleration of the hand that the posture torques cause."""
    # >> [pr, vr, ar] = circle(t);
    pr, vr, ar = circle(t)
    # >> J = handJacobian(robot, q);  h = 1e-6;
    J, h = handJacobian(robot, q), 1e-6
    # >> Jdqd = (handJacobian(robot, q + h*qd) - handJacobian(robot, q - h*qd))/(2*h)*qd;
    Jdqd = (handJacobian(robot, q + h * qd) - handJacobian(robot, q - h * qd)) / (2 * h) @ qd
    # >> M = massMatrix(robot, q);  MiJt = M\J';
    M = rst.massMatrix(robot, q)
    MiJt = np.linalg.solve(M, J.T)
    # >> Lambda = inv(J*MiJt);
    Lambda = np.linalg.inv(J @ MiJt)
    # >> p = tform2trvec(getTransform(robot, q, "panda_hand"))';
    p = rst.tform2trvec(rst.getTransform(robot, q, HAND))
    # >> F = Lambda*(ar + 2*w*(vr - J*qd) + w^2*(pr - p) - Jdqd);
    F = Lambda @ (ar + 2 * w * (vr - J @ qd) + w**2 * (pr - p) - Jdqd)
    # >> k = [30; 30; 30; 30; 6; 5; 1];
    k = np.array([30, 30, 30, 30, 6, 5, 1])
    # >> tau0 = k.*(posture - q) - 0.3*k.*qd;
    tau0 = k * (posture - q) - 0.3 * k * qd
    # >> null = tau0 - J'*(Lambda*(MiJt'*tau0));
    null = tau0 - J.T @ (Lambda @ (MiJt.T @ tau0))
    # >> tau = J'*F + null + velocityProduct(robot, q, qd) + gravityTorque(robot, q);
    tau = J.T @ F + null + rst.velocityProduct(robot, q, qd) + rst.gravityTorque(robot, q)
    # >> leak = norm(MiJt'*null);
    leak = np.linalg.norm(MiJt.T @ null)
    return tau, leak
    # >> end


# >> function xdot = closedLoop(t, x, robot, w, posture)
def closedLoop(t, x, robot, w, posture):
    """The arm under the controller."""
    # >> tau = control(t, x(1:7), x(8:14), robot, w, posture);
    tau, _ = control(t, x[:7], x[7:], robot, w, posture)
    # >> xdot = [x(8:14); forwardDynamics(robot, x(1:7), x(8:14), tau)];
    xdot = np.concatenate([x[7:], rst.forwardDynamics(robot, x[:7], x[7:], tau)])
    return xdot
    # >> end


def main():
    """Follow the circle, compare with the formula, draw."""
    # >> robot = loadrobot("frankaEmikaPanda", DataFormat="column", Gravity=[0 0 -9.81]);
    robot = rst.loadrobot("frankaEmikaPanda", DataFormat="column", Gravity=[0, 0, -9.81])
    # >> removeBody(robot, "panda_leftfinger");
    rst.removeBody(robot, "panda_leftfinger")
    # >> removeBody(robot, "panda_rightfinger");
    rst.removeBody(robot, "panda_rightfinger")
    # >> ik = inverseKinematics(RigidBodyTree=robot);
    ik = rst.inverseKinematics(RigidBodyTree=robot)
    # >> [p0, v0] = circle(0);  e0 = [0.03; -0.03; 0.015];
    (p0, v0, _), e0 = circle(0), np.array([0.03, -0.03, 0.015])
    # >> start = trvec2tform((p0 - e0)')*axang2tform([0 1 0 pi/2]);
    start = rst.trvec2tform(p0 - e0) @ rst.axang2tform([0, 1, 0, np.pi / 2])
    # >> q0 = ik("panda_hand", start, [1 1 1 1 1 1], [0; 0; 0; -2; 0; 2.5; 0]);
    q0, _ = ik(HAND, start, [1, 1, 1, 1, 1, 1], [0, 0, 0, -2, 0, 2.5, 0])
    # >> centre = trvec2tform([0.5 0 0.5]);
    centre = rst.trvec2tform([0.5, 0, 0.5])
    # >> turned = [0.8; 0.2; -1; 0; 0.5; 0; 0.5];
    turned = np.array([0.8, 0.2, -1, 0, 0.5, 0, 0.5])
    # >> posture = ik("panda_hand", centre, [0 0 0 1 1 1], q0 + turned);
    posture, _ = ik(HAND, centre, [0, 0, 0, 1, 1, 1], q0 + turned)
    # >> x0 = [q0; pinv(handJacobian(robot, q0))*v0];
    x0 = np.concatenate([q0, np.linalg.pinv(handJacobian(robot, q0)) @ v0])
    # >> w = 8;  t = linspace(0, 5, 251);
    w, t = 8, np.linspace(0, 5, 251)
    # >> opts = odeset(RelTol=1e-5, AbsTol=1e-7);
    opts = rst.odeset(RelTol=1e-5, AbsTol=1e-7)
    # >> [~, x] = ode45(@(t, x) closedLoop(t, x, robot, w, posture), t, x0, opts);
    _, x = rst.ode45(lambda t, x: closedLoop(t, x, robot, w, posture), t, x0, opts)

    # >> p = zeros(numel(t), 3);  pr = p;  leak = zeros(numel(t), 1);
    p, pr, leak = np.zeros((t.size, 3)), np.zeros((t.size, 3)), np.zeros(t.size)
    # >> for k = 1:numel(t)
    for k in range(t.size):
        # >> p(k,:) = tform2trvec(getTransform(robot, x(k,1:7)', "panda_hand"));
        p[k, :] = rst.tform2trvec(rst.getTransform(robot, x[k, :7], HAND))
        # >> pr(k,:) = circle(t(k))';
        pr[k, :] = circle(t[k])[0]
        # >> [~, leak(k)] = control(t(k), x(k,1:7)', x(k,8:14)', robot, w, posture);
        _, leak[k] = control(t[k], x[k, :7], x[k, 7:], robot, w, posture)
        # >> end
    # >> formula = ((1 + w*t).*exp(-w*t))'*e0';
    formula = np.outer((1 + w * t) * np.exp(-w * t), e0)
    # >> deviation = max(abs(pr - p - formula), [], "all");
    deviation = np.abs(pr - p - formula).max()
    # >> late = max(vecnorm(pr(t > 2.5,:) - p(t > 2.5,:), 2, 2));
    late = np.linalg.norm(pr[t > 2.5] - p[t > 2.5], axis=1).max()
    # >> wish = vecnorm(posture' - x(:,1:7), 2, 2);
    wish = np.linalg.norm(posture - x[:, :7], axis=1)
    # >> fprintf("largest difference from the formula: %.1e m\n", deviation)
    print(f"largest difference from the formula: {deviation:.1e} m")
    # >> fprintf("error in the second round: %.1e m\n", late)
    print(f"error in the second round: {late:.1e} m")
    # >> fprintf("hand acceleration from the posture torques: %.1e m/s^2\n", max(leak))
    print(f"hand acceleration from the posture torques: {leak.max():.1e} m/s^2")

    # >> ax = subplot(1, 2, 1);
    ax, (upper, lower) = panels(2)
    # >> show(robot, x(1,1:7)', Parent=ax, Frames="off"); hold on
    rst.show(robot, x[0, :7], Parent=ax, Frames="off")
    # >> show(robot, x(end,1:7)', Parent=ax, Frames="off");
    rst.show(robot, x[-1, :7], Parent=ax, Frames="off")
    # >> plot3(p(:,1), p(:,2), p(:,3))
    ax.plot(*p.T, color=RED, linewidth=1.8)
    ax.set(xlabel="X (m)", ylabel="Y (m)", zlabel="Z (m)", title="first and last pose; path of the hand")
    # >> subplot(2, 2, 2); plot(t, 1000*(pr - p), t, 1000*formula, "k--"); ylabel("error (mm)")
    for i, color in enumerate((BLUE, RED, GREEN)):
        upper.plot(t, 1000 * (pr - p)[:, i], color=color, linewidth=3, alpha=0.5, label="xyz"[i])
    upper.plot(t, 1000 * formula, "k--", linewidth=1)
    upper.plot([], [], "k--", linewidth=1, label="formula")
    upper.set(ylabel="error (mm)", title="the hand: error of a point on springs", xlim=(0, 2))
    upper.legend(loc="upper right", ncols=2)
    # >> subplot(2, 2, 4); plot(t, wish); xlabel("time (s)"); ylabel("distance from the posture (rad)")
    lower.plot(t, wish, color=GRAY)
    lower.set(
        xlabel="time (s)", ylabel="distance (rad)", title="the joints: distance from the wanted posture", xlim=(0, 5)
    )
    lower.set_ylim(bottom=0)
    return {
        "deviation": deviation,
        "late_error": late,
        "leak": leak.max(),
        "posture_at_first": wish[0],
        "posture_at_last": wish[-1],
    }


if __name__ == "__main__":
    run(main)
