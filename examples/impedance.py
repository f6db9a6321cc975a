"""Impedance control: a hand that behaves like a spring, pressed against a wall.

The torques J' (K e - D v) make the hand a spring and a damper between itself and a wanted point (Hogan, 1985). The
wanted point moves 6 cm into a wall of 20 kN/m. At rest spring and wall are in series, so the force is K Kw / (K + Kw)
times those 6 cm, without a force sensor. A controller as stiff as 4 kN/m presses seven times as hard. The wall makes
the equations stiff: a task for ode15s.

The lines behind ``>>`` are the MATLAB script, each above the Python line that it became.
"""

import numpy as np
from pictures import BLUE, GRAY, RED, panels, run

import rst_compat as rst

HAND = "iiwa_link_ee_kuka"


# >> function xd = wanted(t)
def wanted(t):
    """The wanted point, m: from 0.55 to 0.68 m along x within 1 s."""
    # >> s = min(t, 1);
    s = min(t, 1)
    # >> xd = [0.55 + 0.13*(10*s^3 - 15*s^4 + 6*s^5); 0; 0.5];
    xd = np.array([0.55 + 0.13 * (10 * s**3 - 15 * s**4 + 6 * s**5), 0, 0.5])
    return xd
    # >> end


# >> function xdot = motion(t, x, robot, K, R0, wall, Kw)
def motion(t, x, robot, K, R0, wall, Kw):
    """The arm under the controller, and the wall."""
    # >> q = x(1:7);  qd = x(8:14);
    q, qd = x[:7], x[7:]
    # >> T = getTransform(robot, q, "iiwa_link_ee_kuka");  J = geometricJacobian(robot, q, "iiwa_link_ee_kuka");
    T, J = rst.getTransform(robot, q, HAND), rst.geometricJacobian(robot, q, HAND)
    # >> p = T(1:3,4);  v = J*qd;
    p, v = T[:3, 3], J @ qd
    # >> turn = rotm2axang(R0*T(1:3,1:3)');  turn = turn(1:3)'*turn(4);
    turn = rst.rotm2axang(R0 @ T[:3, :3].T)
    turn = turn[:3] * turn[3]
    # >> D = 2*0.8*sqrt(K*5);
    D = 2 * 0.8 * np.sqrt(K * 5)
    # >> F = [40*turn - 4*v(1:3); K*(wanted(t) - p) - D*v(4:6)];
    F = np.concatenate([40 * turn - 4 * v[:3], K * (wanted(t) - p) - D * v[3:]])
    # >> tau = J'*F + velocityProduct(robot, q, qd) + gravityTorque(robot, q) - 2*massMatrix(robot, q)*qd;
    tau = J.T @ F + rst.velocityProduct(robot, q, qd) + rst.gravityTorque(robot, q) - 2 * rst.massMatrix(robot, q) @ qd
    # >> N = [-Kw*max(p(1) - wall, 0); 0; 0];
    N = np.array([-Kw * max(p[0] - wall, 0), 0, 0])
    # >> fext = externalForce(robot, "iiwa_link_ee_kuka", [cross(p, N); N]);
    fext = rst.externalForce(robot, HAND, np.concatenate([np.cross(p, N), N]))
    # >> xdot = [qd; forwardDynamics(robot, q, qd, tau, fext)];
    xdot = np.concatenate([qd, rst.forwardDynamics(robot, q, qd, tau, fext)])
    return xdot
    # >> end


def main():
    """Press softly and stiffly, compare with the springs in series, draw."""
    # >> robot = loadrobot("kukaIiwa14", DataFormat="column", Gravity=[0 0 -9.81]);
    robot = rst.loadrobot("kukaIiwa14", DataFormat="column", Gravity=[0, 0, -9.81])
    # >> ik = inverseKinematics(RigidBodyTree=robot);
    ik = rst.inverseKinematics(RigidBodyTree=robot)
    # >> R0 = axang2rotm([0 1 0 pi/2]);
    R0 = rst.axang2rotm([0, 1, 0, np.pi / 2])
    # >> q0 = ik("iiwa_link_ee_kuka", trvec2tform(wanted(0)')*rotm2tform(R0), ones(1, 6), [0; 0.6; 0; -1.5; 0; 0.5; 0]);
    q0, _ = ik(HAND, rst.trvec2tform(wanted(0)) @ rst.rotm2tform(R0), np.ones(6), [0, 0.6, 0, -1.5, 0, 0.5, 0])
    # >> wall = 0.62;  Kw = 20000;  K = [500 4000];  t = linspace(0, 2.5, 251)';
    wall, Kw, K, t = 0.62, 20000, [500, 4000], np.linspace(0, 2.5, 251)
    # >> opts = odeset(RelTol=1e-4, AbsTol=1e-6);
    opts = rst.odeset(RelTol=1e-4, AbsTol=1e-6)
    # >> p = zeros(numel(t), 2);
    p = np.zeros((t.size, 2))
    # >> x0 = [q0; zeros(7, 1)];
    x0 = np.concatenate([q0, np.zeros(7)])
    # >> for i = 1:2
    for i in range(2):
        # >> [~, x] = ode15s(@(t, x) motion(t, x, robot, K(i), R0, wall, Kw), t, x0, opts);
        _, x = rst.ode15s(lambda t, x, k=K[i]: motion(t, x, robot, k, R0, wall, Kw), t, x0, opts)
        # >> for k = 1:numel(t)
        for k in range(t.size):
            # >> T = getTransform(robot, x(k,1:7)', "iiwa_link_ee_kuka");  p(k,i) = T(1,4);
            p[k, i] = rst.getTransform(robot, x[k, :7], HAND)[0, 3]
            # >> end
        # >> end
    # >> force = Kw*max(p - wall, 0);
    force = Kw * np.maximum(p - wall, 0)
    # >> series = K*Kw./(K + Kw)*(0.68 - wall);
    series = np.array(K) * Kw / (np.array(K) + Kw) * (0.68 - wall)
    # >> fprintf("K = %4d N/m: rests at %.2f N, springs in series %.2f N\n", [K; force(end,:); series])
    for i in range(2):
        print(f"K = {K[i]:4d} N/m: rests at {force[-1, i]:.2f} N, springs in series {series[i]:.2f} N")
    # >> fprintf("first blow: %.0f N and %.0f N\n", max(force))
    print(f"first blow: {force[:, 0].max():.0f} N and {force[:, 1].max():.0f} N")

    # >> ax = subplot(1, 2, 1);
    ax, (upper, lower) = panels(2)
    # >> block = collisionBox(0.04, 0.5, 0.5);  block.Pose = trvec2tform([wall + 0.02 0 0.5]);
    block = rst.collisionBox(0.04, 0.5, 0.5)
    block.Pose = rst.trvec2tform([wall + 0.02, 0, 0.5])
    # >> showCollisionArray({block}, Parent=ax); hold on
    rst.showCollisionArray([block], Parent=ax, Color=[0.85, 0.80, 0.72])
    # >> show(robot, x(end,1:7)', Parent=ax, Frames="off"); view(152, 18)
    rst.show(robot, x[-1, :7], Parent=ax, Frames="off")
    ax.view_init(elev=18, azim=62)
    ax.set(xlabel="X (m)", ylabel="Y (m)", zlabel="Z (m)", title="against the wall")
    # >> subplot(2, 2, 2); plot(t, p); yline(wall); ylabel("x (m)"); legend("500 N/m", "4000 N/m", "wall")
    upper.plot(t, [wanted(s)[0] for s in t], "k:", linewidth=1.2, label="wanted")
    upper.plot(t, p[:, 0], color=BLUE, label="500 N/m")
    upper.plot(t, p[:, 1], color=RED, label="4000 N/m")
    upper.axhspan(wall, 0.7, color="#d9ccb8", alpha=0.5, linewidth=0)
    upper.set(ylabel="x (m)", title="way of the hand; the wall is shaded", xlim=(0, 2.5), ylim=(0.54, 0.7))
    upper.legend(loc="lower right")
    # >> subplot(2, 2, 4); plot(t, force); yline(series); xlabel("time (s)"); ylabel("force (N)")
    for i, color in enumerate((BLUE, RED)):
        lower.plot(t, force[:, i], color=color, label=f"{K[i]} N/m")
        lower.axhline(series[i], color=GRAY, linestyle="--", linewidth=1)
    lower.plot([], [], "--", color=GRAY, linewidth=1, label="springs in series")
    lower.set(xlabel="time (s)", ylabel="force (N)", title="force on the wall", xlim=(0, 2.5))
    lower.legend(loc="center right")
    return {
        "force": force[-1, 0],
        "series": series[0],
        "stiff_force": force[-1, 1],
        "stiff_series": series[1],
        "blow": force[:, 0].max(),
        "stiff_blow": force[:, 1].max(),
    }


if __name__ == "__main__":
    run(main)
