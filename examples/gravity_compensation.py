"""Gravity compensation: an arm that floats where it is left, and the book-keeping of its energy.

The motors carry the weight of the arm and add a little damping. Somebody pushes the tool for 0.4 s: the arm drifts,
and stays where it comes to rest. The work of the push must equal what the damping has used up plus what still moves.
The same arm without compensation falls; then the potential energy that it lost is what moves and what was used up.

The lines behind ``>>`` are the MATLAB script, each above the Python line that it became.
"""

import numpy as np
from pictures import BLUE, GREEN, ORANGE, RED, panels, run

import rst_compat as rst


# >> function F = push(t)
def push(t):
    """Force on the tool in base axes, N: along y, smooth, from 0.3 to 0.7 s."""
    # >> F = [0; 0; 0];
    F = np.zeros(3)
    # >> if t > 0.3 && t < 0.7
    if 0.3 < t < 0.7:
        # >> F(2) = 60*sin(pi*(t - 0.3)/0.4)^2;
        F[1] = 60 * np.sin(np.pi * (t - 0.3) / 0.4) ** 2
        # >> end
    return F
    # >> end


# >> function xdot = motion(t, x, robot, F, compensated, D)
def motion(t, x, robot, F, compensated, D):
    """Joint positions, joint velocities, work of the push, energy used up by the damping."""
    # >> q = x(1:6);  qd = x(7:12);
    q, qd = x[:6], x[6:12]
    # >> J = geometricJacobian(robot, q, "tool0");
    J = rst.geometricJacobian(robot, q, "tool0")
    # >> p = tform2trvec(getTransform(robot, q, "tool0"))';
    p = rst.tform2trvec(rst.getTransform(robot, q, "tool0"))
    # >> fext = externalForce(robot, "tool0", [cross(p, F(t)); F(t)]);
    fext = rst.externalForce(robot, "tool0", np.concatenate([np.cross(p, F(t)), F(t)]))
    # >> tau = compensated*gravityTorque(robot, q) - D*qd;
    tau = compensated * rst.gravityTorque(robot, q) - D @ qd
    # >> qdd = forwardDynamics(robot, q, qd, tau, fext);
    qdd = rst.forwardDynamics(robot, q, qd, tau, fext)
    # >> xdot = [qd; qdd; F(t)'*J(4:6,:)*qd; qd'*D*qd];
    xdot = np.concatenate([qd, qdd, [F(t) @ J[3:6, :] @ qd, qd @ D @ qd]])
    return xdot
    # >> end


# >> function [kinetic, potential, p] = energies(x, robot)
def energies(x, robot):
    """Kinetic and potential energy, J, and the position of the tool, m, for every row of x."""
    # >> kinetic = zeros(size(x, 1), 1);  potential = kinetic;  p = zeros(size(x, 1), 3);
    kinetic, potential, p = np.zeros(x.shape[0]), np.zeros(x.shape[0]), np.zeros((x.shape[0], 3))
    # >> m = sum(cellfun(@(body) body.Mass, robot.Bodies));
    m = sum(body.Mass for body in robot.Bodies)
    # >> for k = 1:size(x, 1)
    for k in range(x.shape[0]):
        # >> q = x(k,1:6)';  qd = x(k,7:12)';
        q, qd = x[k, :6], x[k, 6:12]
        # >> kinetic(k) = qd'*massMatrix(robot, q)*qd/2;
        kinetic[k] = qd @ rst.massMatrix(robot, q) @ qd / 2
        # >> potential(k) = -m*robot.Gravity*centerOfMass(robot, q);
        potential[k] = -m * robot.Gravity @ rst.centerOfMass(robot, q)
        # >> p(k,:) = tform2trvec(getTransform(robot, q, "tool0"));
        p[k, :] = rst.tform2trvec(rst.getTransform(robot, q, "tool0"))
        # >> end
    return kinetic, potential, p
    # >> end


def main():
    """Push the arm, let it fall, keep the books, draw."""
    # >> robot = loadrobot("universalUR5", DataFormat="column", Gravity=[0 0 -9.81]);
    robot = rst.loadrobot("universalUR5", DataFormat="column", Gravity=[0, 0, -9.81])
    # >> D = diag([8 8 8 1 1 1]);
    D = np.diag([8, 8, 8, 1, 1, 1])
    # >> x0 = [0; -1.2; 1.4; -1.8; -pi/2; 0; zeros(8, 1)];
    x0 = np.concatenate([[0, -1.2, 1.4, -1.8, -np.pi / 2, 0], np.zeros(8)])
    # >> opts = odeset(RelTol=1e-6, AbsTol=1e-8, MaxStep=0.05);
    opts = rst.odeset(RelTol=1e-6, AbsTol=1e-8, MaxStep=0.05)
    # >> [t, x] = ode45(@(t, x) motion(t, x, robot, @push, 1, D), linspace(0, 3, 151), x0, opts);
    t, x = rst.ode45(lambda t, x: motion(t, x, robot, push, 1, D), np.linspace(0, 3, 151), x0, opts)
    # >> [tf, xf] = ode45(@(t, x) motion(t, x, robot, @(t) [0; 0; 0], 0, D), linspace(0, 0.8, 81), x0, opts);
    tf, xf = rst.ode45(lambda t, x: motion(t, x, robot, lambda t: np.zeros(3), 0, D), np.linspace(0, 0.8, 81), x0, opts)

    # >> [kinetic, ~, p] = energies(x, robot);
    kinetic, _, p = energies(x, robot)
    # >> [kineticf, potentialf, pf] = energies(xf, robot);
    kineticf, potentialf, pf = energies(xf, robot)
    # >> drift = norm(p(1,:) - p(16,:));
    drift = np.linalg.norm(p[0, :] - p[15, :])
    # >> balance = max(abs(x(:,13) - kinetic - x(:,14)));
    balance = np.abs(x[:, 12] - kinetic - x[:, 13]).max()
    # >> balancef = max(abs(potentialf(1) - potentialf - kineticf - xf(:,14)));
    balancef = np.abs(potentialf[0] - potentialf - kineticf - xf[:, 13]).max()
    # >> fprintf("drift before the push: %.1e m, moved by it: %.3f m\n", drift, norm(p(end,:) - p(1,:)))
    print(f"drift before the push: {drift:.1e} m, moved by it: {np.linalg.norm(p[-1] - p[0]):.3f} m")
    # >> fprintf("work of the push: %.3f J, the books are off by %.1e J\n", x(end,13), balance)
    print(f"work of the push: {x[-1, 12]:.3f} J, the books are off by {balance:.1e} J")
    # >> fprintf("without compensation: falls %.3f m in %.1f s, books off by %.1e J\n", ...
    # >>     pf(1,3) - pf(end,3), tf(end), balancef)
    print(f"without compensation: falls {pf[0, 2] - pf[-1, 2]:.3f} m in {tf[-1]:.1f} s, books off by {balancef:.1e} J")

    # >> ax = subplot(1, 2, 1);
    ax, (upper, lower) = panels(2)
    # >> show(robot, x(1,1:6)', Parent=ax, Frames="off"); hold on
    rst.show(robot, x[0, :6], Parent=ax, Frames="off")
    # >> show(robot, x(end,1:6)', Parent=ax, Frames="off");
    rst.show(robot, x[-1, :6], Parent=ax, Frames="off")
    # >> plot3(p(:,1), p(:,2), p(:,3)); plot3(pf(:,1), pf(:,2), pf(:,3), "--")
    ax.plot(*p.T, color=BLUE)
    ax.plot(*pf.T, "--", color=RED)
    ax.set(xlabel="X (m)", ylabel="Y (m)", zlabel="Z (m)", title="pushed, and falling (dashed)")
    # >> subplot(2, 2, 2); plot(t, p(:,3), tf, pf(:,3), "--"); ylabel("height of the tool (m)")
    upper.plot(t, p[:, 2], color=BLUE, label="compensated, pushed sideways")
    upper.plot(tf, pf[:, 2], "--", color=RED, label="not compensated")
    upper.axvspan(0.3, 0.7, color=ORANGE, alpha=0.12, linewidth=0)
    upper.set(ylabel="height (m)", title="height of the tool; the push is shaded", xlim=(0, 3))
    upper.legend(loc="center right")
    # >> subplot(2, 2, 4); plot(t, x(:,13), "k", t, x(:,14), t, kinetic)
    lower.plot(t, x[:, 12], "k", label="work of the push")
    lower.stackplot(t, x[:, 13], kinetic, colors=[GREEN, ORANGE], alpha=0.55, labels=["used up by damping", "kinetic"])
    lower.axvspan(0.3, 0.7, color=ORANGE, alpha=0.12, linewidth=0)
    # >> legend("work of the push", "damping", "kinetic"); xlabel("time (s)"); ylabel("energy (J)")
    lower.set(xlabel="time (s)", ylabel="energy (J)", title="where the work goes", xlim=(0, 3))
    lower.legend(loc="center right")
    return {
        "drift": drift,
        "moved": np.linalg.norm(p[-1] - p[0]),
        "work": x[-1, 12],
        "balance": balance,
        "balance_falling": balancef,
        "final_speed": np.linalg.norm(x[-1, 6:12]),
        "fall": pf[0, 2] - pf[-1, 2],
    }


if __name__ == "__main__":
    run(main)
