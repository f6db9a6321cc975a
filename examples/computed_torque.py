"""Computed-torque control of a seven-axis arm, simulated with ode45.

The controller cancels the dynamics of the arm, so every joint error obeys e'' + 2 w e' + w^2 e = 0: from e0 it dies
away as e0 (1 + w t) exp(-w t), however fast the reference moves. The simulation starts 0.2 rad off and is compared
with that formula. A second run puts a 1 kg load, of which the controller knows nothing, into the hand.

The lines behind ``>>`` are the MATLAB script, each above the Python line that it became.
"""

import numpy as np
from pictures import BLUE, RED, panels, run

import rst_compat as rst


# >> function [q, qd, qdd] = reference(t)
def reference(t):
    """Joint positions, velocities and accelerations to follow."""
    # >> a = [0.6; 0.4; 0.6; 0.5; 0.6; 0.5; 0.8];
    a = np.array([0.6, 0.4, 0.6, 0.5, 0.6, 0.5, 0.8])
    # >> q = [0; 0.4; 0; 1.4; 0; 1; 0] + a*sin(2*t);
    q = np.array([0, 0.4, 0, 1.4, 0, 1, 0]) + a * np.sin(2 * t)
    # >> qd = 2*a*cos(2*t);
    qd = 2 * a * np.cos(2 * t)
    # >> qdd = -4*a*sin(2*t);
    qdd = -4 * a * np.sin(2 * t)
    return q, qd, qdd
    # >> end


# >> function tau = control(t, x, model, w)
def control(t, x, model, w):
    """Torques of the controller, which believes in the model."""
    # >> [qr, qdr, qddr] = reference(t);
    qr, qdr, qddr = reference(t)
    # >> q = x(1:7);  qd = x(8:14);
    q, qd = x[:7], x[7:]
    # >> a = qddr + 2*w*(qdr - qd) + w^2*(qr - q);
    a = qddr + 2 * w * (qdr - qd) + w**2 * (qr - q)
    # >> tau = massMatrix(model, q)*a + velocityProduct(model, q, qd) + gravityTorque(model, q);
    tau = rst.massMatrix(model, q) @ a + rst.velocityProduct(model, q, qd) + rst.gravityTorque(model, q)
    return tau
    # >> end


# >> function xdot = closedLoop(t, x, arm, model, w)
def closedLoop(t, x, arm, model, w):
    """The arm under the controller."""
    # >> tau = control(t, x, model, w);
    tau = control(t, x, model, w)
    # >> xdot = [x(8:14); forwardDynamics(arm, x(1:7), x(8:14), tau)];
    xdot = np.concatenate([x[7:], rst.forwardDynamics(arm, x[:7], x[7:], tau)])
    return xdot
    # >> end


def main():
    """Simulate with and without the load, compare with the formula, draw."""
    # >> model = loadrobot("kinovaGen3", DataFormat="column", Gravity=[0 0 -9.81]);
    model = rst.loadrobot("kinovaGen3", DataFormat="column", Gravity=[0, 0, -9.81])
    # >> loaded = copy(model);
    loaded = rst.copy(model)
    # >> load = rigidBody("load");
    load = rst.rigidBody("load")
    # >> load.Mass = 1;  load.Inertia = zeros(1, 6);
    load.Mass, load.Inertia = 1, np.zeros(6)
    # >> addBody(loaded, load, "EndEffector_Link");
    rst.addBody(loaded, load, "EndEffector_Link")

    # >> w = 10;  t = linspace(0, 2, 201);
    w, t = 10, np.linspace(0, 2, 201)
    # >> e0 = 0.2*[1; -1; 1; -1; 1; -1; 1];
    e0 = 0.2 * np.array([1, -1, 1, -1, 1, -1, 1])
    # >> [q0, qd0] = reference(0);
    q0, qd0, _ = reference(0)
    # >> x0 = [q0 - e0; qd0];
    x0 = np.concatenate([q0 - e0, qd0])
    # >> opts = odeset(RelTol=1e-5, AbsTol=1e-7);
    opts = rst.odeset(RelTol=1e-5, AbsTol=1e-7)
    # >> [~, x] = ode45(@(t, x) closedLoop(t, x, model, model, w), t, x0, opts);
    _, x = rst.ode45(lambda t, x: closedLoop(t, x, model, model, w), t, x0, opts)
    # >> [~, xl] = ode45(@(t, x) closedLoop(t, x, loaded, model, w), t, x0, opts);
    _, xl = rst.ode45(lambda t, x: closedLoop(t, x, loaded, model, w), t, x0, opts)

    # >> qr = zeros(numel(t), 7);  tau = zeros(numel(t), 7);
    qr, tau = np.zeros((t.size, 7)), np.zeros((t.size, 7))
    # >> for k = 1:numel(t)
    for k in range(t.size):
        # >> qr(k,:) = reference(t(k))';
        qr[k, :] = reference(t[k])[0]
        # >> tau(k,:) = control(t(k), x(k,:)', model, w)';
        tau[k, :] = control(t[k], x[k, :], model, w)
        # >> end
    # >> e = qr - x(:,1:7);  el = qr - xl(:,1:7);
    e, el = qr - x[:, :7], qr - xl[:, :7]
    # >> formula = ((1 + w*t).*exp(-w*t))'*e0';
    formula = np.outer((1 + w * t) * np.exp(-w * t), e0)
    # >> deviation = max(abs(e - formula), [], "all");
    deviation = np.abs(e - formula).max()
    # >> fprintf("largest difference from the formula: %.1e rad\n", deviation)
    print(f"largest difference from the formula: {deviation:.1e} rad")
    # >> fprintf("error after 2 s: %.1e rad, with the load: %.3f rad\n", norm(e(end,:)), norm(el(end,:)))
    print(f"error after 2 s: {np.linalg.norm(e[-1]):.1e} rad, with the load: {np.linalg.norm(el[-1]):.3f} rad")

    # >> ax = subplot(1, 2, 1);
    ax, (upper, lower) = panels(2)
    # >> for k = [1 81 161]
    for k in (0, 80, 160):
        # >> show(model, x(k,1:7)', Parent=ax, Frames="off"); hold on
        rst.show(model, x[k, :7], Parent=ax, Frames="off")
        # >> end
    # >> p = zeros(numel(t), 3);
    p = np.zeros((t.size, 3))
    # >> for k = 1:numel(t)
    for k in range(t.size):
        # >> p(k,:) = getTransform(model, x(k,1:7)', "EndEffector_Link")*[0; 0; 0; 1];
        p[k, :] = rst.getTransform(model, x[k, :7], "EndEffector_Link")[:3, 3]
        # >> end
    # >> plot3(p(:,1), p(:,2), p(:,3))
    ax.plot(*p.T, color=RED)
    ax.set(xlabel="X (m)", ylabel="Y (m)", zlabel="Z (m)", title="0, 0.8 and 1.6 s, path of the hand")
    # >> subplot(2, 2, 2); plot(t, vecnorm(e, 2, 2), t, vecnorm(formula, 2, 2), "k--", t, vecnorm(el, 2, 2))
    upper.semilogy(t, np.linalg.norm(e, axis=1), color=BLUE, linewidth=3, alpha=0.5, label="simulated")
    upper.semilogy(t, np.linalg.norm(formula, axis=1), "k--", linewidth=1, label="formula")
    upper.semilogy(t, np.linalg.norm(el, axis=1), color=RED, label="1 kg that it knows nothing of")
    # >> ylabel("|e| (rad)"); legend("simulated", "formula", "1 kg load")
    upper.set(ylabel="|e| (rad)", title="joint error, all seven joints together", ylim=(1e-7, 2))
    upper.legend(loc="lower left")
    # >> subplot(2, 2, 4); plot(t, tau); xlabel("time (s)"); ylabel("torque (N m)")
    lower.plot(t, tau, linewidth=1.2, label=[f"{i + 1}" for i in range(7)])
    lower.legend(title="joint", ncols=7, loc="upper right", columnspacing=0.8, handlelength=1.2)
    lower.set(xlabel="time (s)", ylabel="torque (N m)", title="torques")
    return {
        "deviation": deviation,
        "final_error": np.linalg.norm(e[-1]),
        "final_error_loaded": np.linalg.norm(el[-1]),
    }


if __name__ == "__main__":
    run(main)
