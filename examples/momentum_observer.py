"""Collision detection with a momentum observer, and what the Coriolis matrix is for.

The generalised momentum p = M qd changes by tau + C' qd - g + tau_ext (De Luca and Mattone, ICRA 2005). An observer
that integrates the known part gives a residual r with r' = K (tau_ext - r): the external torque through a low-pass
filter, without a force sensor and without joint accelerations. An event stops the integration when the residual
passes 2 N m; then the arm gives way, with its weight compensated. Joints beyond the place of the contact feel
nothing, so the residual also tells how far out the arm was hit.

MATLAB has no Coriolis matrix, and forms C' qd = dM/dt qd - C qd with a difference quotient. Here it is one line.

The lines behind ``>>`` are the MATLAB script, each above the Python line that it became.
"""

import numpy as np
from pictures import BLUE, GRAY, ORANGE, RED, panels, run

import rst_compat as rst

LIMIT = 2.0  # N m, for a residual to count


# >> function v = momentumRate(robot, q, qd)
def momentumRate(robot, q, qd):
    """C' qd, N m."""
    # >> h = 1e-6;
    # >> Mdot = (massMatrix(robot, q + h*qd) - massMatrix(robot, q - h*qd))/(2*h);
    # >> v = Mdot*qd - velocityProduct(robot, q, qd);
    v = rst.coriolisMatrix(robot, q, qd).T @ qd
    return v
    # >> end


# >> function fext = contact(t, robot, q)
def contact(t, robot, q):
    """The collision: 60 N along y on the forearm, for 0.2 s from t = 1 s on."""
    # >> F = [0; 60; 0]*(t >= 1 && t < 1.2);
    F = np.array([0, 60, 0]) * (1 <= t < 1.2)
    # >> p = tform2trvec(getTransform(robot, q, "iiwa_link_5"))';
    p = rst.tform2trvec(rst.getTransform(robot, q, "iiwa_link_5"))
    # >> fext = externalForce(robot, "iiwa_link_5", [cross(p, F); F]);
    fext = rst.externalForce(robot, "iiwa_link_5", np.concatenate([np.cross(p, F), F]))
    return fext
    # >> end


# >> function tau = control(t, q, qd, robot, reacting)
def control(t, q, qd, robot, reacting):
    """Follow a slow swing of joints 1, 2 and 4; after a collision only carry the weight, and brake."""
    # >> if reacting
    if reacting:
        # >> tau = gravityTorque(robot, q) - 4*massMatrix(robot, q)*qd;
        tau = rst.gravityTorque(robot, q) - 4 * rst.massMatrix(robot, q) @ qd
    # >> else
    else:
        # >> a = [0.8; 0.3; 0; 0.4; 0; 0; 0];  q0 = [0; 0.5; 0; -1.2; 0; 0.8; 0];
        a, q0 = np.array([0.8, 0.3, 0, 0.4, 0, 0, 0]), np.array([0, 0.5, 0, -1.2, 0, 0.8, 0])
        # >> qr = q0 + a*(1 - cos(2*t));  qdr = 2*a*sin(2*t);  qddr = 4*a*cos(2*t);
        qr, qdr, qddr = q0 + a * (1 - np.cos(2 * t)), 2 * a * np.sin(2 * t), 4 * a * np.cos(2 * t)
        # >> tau = inverseDynamics(robot, q, qd, qddr + 20*(qdr - qd) + 100*(qr - q));
        tau = rst.inverseDynamics(robot, q, qd, qddr + 20 * (qdr - qd) + 100 * (qr - q))
        # >> end
    return tau
    # >> end


# >> function r = residual(x, robot, K)
def residual(x, robot, K):
    """What the observer takes for the external torque, N m."""
    # >> r = K*(massMatrix(robot, x(1:7))*x(8:14) - x(15:21));
    r = K * (rst.massMatrix(robot, x[:7]) @ x[7:14] - x[14:])
    return r
    # >> end


# >> function xdot = motion(t, x, robot, K, reacting)
def motion(t, x, robot, K, reacting):
    """Joint positions, joint velocities, and the momentum that the observer expects."""
    # >> q = x(1:7);  qd = x(8:14);
    q, qd = x[:7], x[7:14]
    # >> tau = control(t, q, qd, robot, reacting);
    tau = control(t, q, qd, robot, reacting)
    # >> qdd = forwardDynamics(robot, q, qd, tau, contact(t, robot, q));
    qdd = rst.forwardDynamics(robot, q, qd, tau, contact(t, robot, q))
    # >> pdot = tau + momentumRate(robot, q, qd) - gravityTorque(robot, q) + residual(x, robot, K);
    pdot = tau + momentumRate(robot, q, qd) - rst.gravityTorque(robot, q) + residual(x, robot, K)
    # >> xdot = [qd; qdd; pdot];
    xdot = np.concatenate([qd, qdd, pdot])
    return xdot
    # >> end


# >> function [value, isterminal, direction] = collided(t, x, robot, K, limit)
def collided(t, x, robot, K, limit):
    """Event: the largest residual passes the limit."""
    # >> value = max(abs(residual(x, robot, K))) - limit;  isterminal = 1;  direction = 1;
    value, isterminal, direction = np.abs(residual(x, robot, K)).max() - limit, 1, 1
    return value, isterminal, direction
    # >> end


def main():
    """Swing, collide, detect, give way, draw."""
    # >> robot = loadrobot("kukaIiwa14", DataFormat="column", Gravity=[0 0 -9.81]);
    robot = rst.loadrobot("kukaIiwa14", DataFormat="column", Gravity=[0, 0, -9.81])
    # >> K = 50;  limit = 2;
    K, limit = 50, LIMIT
    # >> x0 = [0; 0.5; 0; -1.2; 0; 0.8; 0; zeros(14, 1)];
    x0 = np.concatenate([[0, 0.5, 0, -1.2, 0, 0.8, 0], np.zeros(14)])
    # >> opts = odeset(RelTol=1e-5, AbsTol=1e-6, MaxStep=0.02);
    opts = rst.odeset(RelTol=1e-5, AbsTol=1e-6, MaxStep=0.02)
    # >> [t1, x1] = ode45(@(t, x) motion(t, x, robot, K, false), [0 1], x0, opts);
    t1, x1 = rst.ode45(lambda t, x: motion(t, x, robot, K, False), [0, 1], x0, opts)
    # >> watch = odeset(opts, Events=@(t, x) collided(t, x, robot, K, limit));
    watch = rst.odeset(opts, Events=lambda t, x: collided(t, x, robot, K, limit))
    # >> [t2, x2, te] = ode45(@(t, x) motion(t, x, robot, K, false), [1 1.2], x1(end,:)', watch);
    t2, x2, te, *_ = rst.ode45(lambda t, x: motion(t, x, robot, K, False), [1, 1.2], x1[-1, :], watch, nargout=5)
    # >> [t3, x3] = ode45(@(t, x) motion(t, x, robot, K, true), [te 1.2], x2(end,:)', opts);
    t3, x3 = rst.ode45(lambda t, x: motion(t, x, robot, K, True), [te[0], 1.2], x2[-1, :], opts)
    # >> [t4, x4] = ode45(@(t, x) motion(t, x, robot, K, true), [1.2 2], x3(end,:)', opts);
    t4, x4 = rst.ode45(lambda t, x: motion(t, x, robot, K, True), [1.2, 2], x3[-1, :], opts)
    # >> t = [t1; t2; t3; t4];  x = [x1; x2; x3; x4];
    t, x = np.concatenate([t1, t2, t3, t4]), np.concatenate([x1, x2, x3, x4])

    # >> r = zeros(numel(t), 7);  external = r;
    r, external = np.zeros((t.size, 7)), np.zeros((t.size, 7))
    # >> for k = 1:numel(t)
    for k in range(t.size):
        # >> q = x(k,1:7)';
        q = x[k, :7]
        # >> r(k,:) = residual(x(k,:)', robot, K)';
        r[k, :] = residual(x[k, :], robot, K)
        # >> F = [0 60 0]*(t(k) >= 1 && t(k) < 1.2);
        F = np.array([0, 60, 0]) * (1 <= t[k] < 1.2)
        # >> J = geometricJacobian(robot, q, "iiwa_link_5");
        J = rst.geometricJacobian(robot, q, "iiwa_link_5")
        # >> external(k,:) = F*J(4:6,:);
        external[k, :] = F @ J[3:6, :]
        # >> end
    # >> delay = te - 1;
    delay = te[0] - 1
    # >> held = t > 1.1 & t < 1.19;
    held = (t > 1.1) & (t < 1.19)
    # >> falseAlarm = max(abs(r(t < 1,:)), [], "all");
    falseAlarm = np.abs(r[t < 1]).max()
    # >> match = max(abs(r(held,:) - external(held,:)), [], "all")/max(abs(external), [], "all");
    match = np.abs(r[held] - external[held]).max() / np.abs(external).max()
    # >> beyond = max(abs(r(:,5:7)), [], "all");
    beyond = np.abs(r[:, 4:]).max()
    # >> predicted = -log(1 - limit/max(abs(external(find(t >= 1, 1),:))))/K;
    predicted = -np.log(1 - limit / np.abs(external[np.flatnonzero(t >= 1)[0]]).max()) / K
    # >> link = find(max(abs(r)) > 0.5, 1, "last");
    link = np.flatnonzero(np.abs(r).max(axis=0) > 0.5)[-1] + 1
    # >> fprintf("largest residual before the collision: %.1e N m\n", falseAlarm)
    print(f"largest residual before the collision: {falseAlarm:.1e} N m")
    # >> fprintf("detected after %.2f ms (filter: %.2f ms)\n", 1000*delay, 1000*predicted)
    print(f"detected after {1000 * delay:.2f} ms (filter: {1000 * predicted:.2f} ms)")
    # >> fprintf("last joint that feels it: %d\n", link)
    print(f"last joint that feels it: {link}")
    # >> fprintf("residual against the true torque: %.1f %%, joints beyond: %.1e N m\n", 100*match, beyond)
    print(f"residual against the true torque: {100 * match:.1f} %, joints beyond: {beyond:.1e} N m")

    # >> ax = subplot(1, 2, 1);
    ax, (upper, lower) = panels(2)
    # >> show(robot, x2(1,1:7)', Parent=ax, Frames="off"); hold on
    rst.show(robot, x2[0, :7], Parent=ax, Frames="off")
    # >> p = tform2trvec(getTransform(robot, x2(1,1:7)', "iiwa_link_5"));
    p = rst.tform2trvec(rst.getTransform(robot, x2[0, :7], "iiwa_link_5"))
    # >> quiver3(p(1), p(2) - 0.4, p(3), 0, 0.3, 0, "r", LineWidth=2)
    ax.quiver(p[0], p[1] - 0.42, p[2], 0, 0.34, 0, color=RED, linewidth=2.5, arrow_length_ratio=0.3)
    ax.text(p[0], p[1] - 0.42, p[2] + 0.1, "60 N", color=RED)
    ax.set(xlabel="X (m)", ylabel="Y (m)", zlabel="Z (m)", title="where it is hit")
    # >> subplot(2, 2, 2); plot(t, external, "--", t, r); xline(te); xlim([0.9 1.4])
    for i, color in zip((0, 1, 2, 3), (BLUE, RED, GRAY, ORANGE), strict=True):
        upper.plot(t, external[:, i], "--", color=color, linewidth=1)
        upper.plot(t, r[:, i], color=color, label=f"joint {i + 1}")
    upper.axvline(te[0], color="k", linewidth=1)
    upper.text(te[0] + 0.005, -6.2, f"detected after {1000 * delay:.0f} ms", fontsize=8)
    # >> ylabel("torque (N m)")
    upper.set(
        ylabel="torque (N m)",
        title="residual (solid) and true external torque (dashed)",
        xlim=(0.9, 1.4),
        ylim=(-7, 15),
    )
    upper.legend(loc="upper right")
    # >> subplot(2, 2, 4); plot(t, x(:,8:14)); xline(te); xlabel("time (s)"); ylabel("velocity (rad/s)")
    lower.plot(t, x[:, 7:14], linewidth=1.2, label=[f"{i}" for i in range(1, 8)])
    lower.axvline(te[0], color="k", linewidth=1)
    lower.set(xlabel="time (s)", ylabel="velocity (rad/s)", title="the arm gives way and stops", xlim=(0, 2))
    lower.legend(title="joint", ncols=4, loc="upper right", columnspacing=0.8, handlelength=1.2)
    return {
        "false_alarm": falseAlarm,
        "delay": delay,
        "predicted_delay": predicted,
        "match": match,
        "beyond": beyond,
        "link": link,
        "final_speed": np.linalg.norm(x[-1, 7:14]),
    }


if __name__ == "__main__":
    run(main)
