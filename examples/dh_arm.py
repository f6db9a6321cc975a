"""A DH arm, built link by link, and the terms of its equation of motion.

Three uniform rods on Denavit-Hartenberg rows. What is printed is what a first course prints: pose, Jacobian, mass
matrix, velocity product, gravity torque. Two checks follow: the terms add up to the inverse dynamics, and the gravity
torque is the gradient of the potential energy. The picture shows what each term has to pay for a swing of one and a
half seconds.

The lines behind ``>>`` are the MATLAB script, each above the Python line that it became.
"""

import numpy as np
from pictures import BLUE, GREEN, ORANGE, panels, run

import rst_compat as rst


# >> function I = rodInertia(m, c, r, u)
def rodInertia(m, c, r, u):
    """Inertia of a uniform rod along the unit vector u about a point from which its centre is at c."""
    # >> L = 2*norm(c);
    L = 2 * np.linalg.norm(c)
    # >> Ic = m*r^2/2*(u*u') + m*(3*r^2 + L^2)/12*(eye(3) - u*u');
    Ic = m * r**2 / 2 * np.outer(u, u) + m * (3 * r**2 + L**2) / 12 * (np.eye(3) - np.outer(u, u))
    # >> Io = Ic + m*((c'*c)*eye(3) - c*c');
    Io = Ic + m * ((c @ c) * np.eye(3) - np.outer(c, c))
    # >> I = [Io(1,1) Io(2,2) Io(3,3) Io(2,3) Io(1,3) Io(1,2)];
    I = np.array([Io[0, 0], Io[1, 1], Io[2, 2], Io[1, 2], Io[0, 2], Io[0, 1]])
    return I
    # >> end


def main():
    """Build the arm, print its terms, draw them along a swing."""
    # >> robot = rigidBodyTree(DataFormat="column");
    robot = rst.rigidBodyTree(DataFormat="column")
    # >> robot.Gravity = [0 0 -9.81];
    robot.Gravity = [0, 0, -9.81]
    # >> dh = [0 pi/2 0.4 0; 0.5 0 0 0; 0.4 0 0 0];
    dh = np.array([[0, np.pi / 2, 0.4, 0], [0.5, 0, 0, 0], [0.4, 0, 0, 0]])
    # >> m = [6 5 3];
    m = [6, 5, 3]
    # >> com = [0 -0.25 -0.2; -0.2 0 0; 0 0 0];
    com = np.array([[0, -0.25, -0.2], [-0.2, 0, 0], [0, 0, 0]])
    # >> parent = "base";
    parent = "base"
    # >> for i = 1:3
    for i in range(3):
        # >> body = rigidBody("link" + i);
        body = rst.rigidBody(f"link{i + 1}")
        # >> joint = rigidBodyJoint("joint" + i, "revolute");
        joint = rst.rigidBodyJoint(f"joint{i + 1}", "revolute")
        # >> setFixedTransform(joint, dh(i,:), "dh");
        rst.setFixedTransform(joint, dh[i, :], "dh")
        # >> body.Joint = joint;
        body.Joint = joint
        # >> c = com(:,i);
        c = com[:, i]
        # >> body.Mass = m(i);
        body.Mass = m[i]
        # >> body.CenterOfMass = c';
        body.CenterOfMass = c
        # >> body.Inertia = rodInertia(m(i), c, 0.04, c/norm(c));
        body.Inertia = rodInertia(m[i], c, 0.04, c / np.linalg.norm(c))
        # >> addBody(robot, body, parent);
        rst.addBody(robot, body, parent)
        # >> parent = body.Name;
        parent = body.Name
        # >> end

    # >> q = [0.3; 0.5; -0.8];
    q = np.array([0.3, 0.5, -0.8])
    # >> qd = [1; -0.5; 0.7];
    qd = np.array([1, -0.5, 0.7])
    # >> qdd = [2; 1; -1];
    qdd = np.array([2, 1, -1])
    # >> T = getTransform(robot, q, "link3")
    T = rst.getTransform(robot, q, "link3")
    rst.disp(T)
    # >> J = geometricJacobian(robot, q, "link3")
    J = rst.geometricJacobian(robot, q, "link3")
    rst.disp(J)
    # >> M = massMatrix(robot, q)
    M = rst.massMatrix(robot, q)
    rst.disp(M)
    # >> c = velocityProduct(robot, q, qd)
    c = rst.velocityProduct(robot, q, qd)
    rst.disp(c)
    # >> g = gravityTorque(robot, q)
    g = rst.gravityTorque(robot, q)
    rst.disp(g)
    # >> tau = inverseDynamics(robot, q, qd, qdd)
    tau = rst.inverseDynamics(robot, q, qd, qdd)
    rst.disp(tau)

    # >> residual = norm(M*qdd + c + g - tau);
    residual = np.linalg.norm(M @ qdd + c + g - tau)
    # >> potential = @(q) 9.81*sum(m)*[0 0 1]*centerOfMass(robot, q);
    potential = lambda q: 9.81 * sum(m) * rst.centerOfMass(robot, q)[2]
    # >> h = 1e-5;
    h = 1e-5
    # >> gradient = zeros(3, 1);
    gradient = np.zeros(3)
    # >> for i = 1:3
    for i in range(3):
        # >> step = h*((1:3)' == i);
        step = h * (np.arange(3) == i)
        # >> gradient(i) = (potential(q + step) - potential(q - step))/(2*h);
        gradient[i] = (potential(q + step) - potential(q - step)) / (2 * h)
        # >> end
    # >> fprintf("M*qdd + c + g - tau: %.1e N m\n", residual)
    print(f"M*qdd + c + g - tau: {residual:.1e} N m")
    # >> fprintf("gravity torque - gradient of the potential energy: %.1e N m\n", norm(g - gradient))
    print(f"gravity torque - gradient of the potential energy: {np.linalg.norm(g - gradient):.1e} N m")

    # >> t = linspace(0, 1.5, 151);
    t = np.linspace(0, 1.5, 151)
    # >> [Q, Qd, Qdd] = quinticpolytraj([[0; -0.6; 0.3] [1.2; 1.2; -1.4]], [0 1.5], t);
    Q, Qd, Qdd = rst.quinticpolytraj(np.array([[0, 1.2], [-0.6, 1.2], [0.3, -1.4]]), [0, 1.5], t, nargout=3)
    # >> parts = zeros(3, numel(t));
    parts = np.zeros((3, t.size))
    # >> for k = 1:numel(t)
    for k in range(t.size):
        # >> inertial = massMatrix(robot, Q(:,k))*Qdd(:,k);
        inertial = rst.massMatrix(robot, Q[:, k]) @ Qdd[:, k]
        # >> coriolis = velocityProduct(robot, Q(:,k), Qd(:,k));
        coriolis = rst.velocityProduct(robot, Q[:, k], Qd[:, k])
        # >> weight = gravityTorque(robot, Q(:,k));
        weight = rst.gravityTorque(robot, Q[:, k])
        # >> parts(:,k) = [inertial(2); coriolis(2); weight(2)];
        parts[:, k] = [inertial[1], coriolis[1], weight[1]]
        # >> end

    # >> ax = subplot(1, 2, 1);
    ax, (plot,) = panels(1)
    # >> show(robot, Q(:,1), Parent=ax, Frames="off"); hold on
    rst.show(robot, Q[:, 0], Parent=ax, Frames="off")
    # >> show(robot, Q(:,end), Parent=ax, Frames="on");
    rst.show(robot, Q[:, -1], Parent=ax, Frames="on")
    ax.set(xlabel="X (m)", ylabel="Y (m)", zlabel="Z (m)", title="first and last pose")
    # >> subplot(1, 2, 2); plot(t, parts, t, sum(parts), "k");
    for part, color, name in zip(parts, (BLUE, ORANGE, GREEN), ("M qdd", "C qd", "g"), strict=True):
        plot.plot(t, part, color=color, label=name)
    plot.plot(t, parts.sum(axis=0), "k", linewidth=2, label="sum = inverse dynamics")
    # >> legend("M qdd", "C qd", "g", "sum"); xlabel("time (s)"); ylabel("torque of joint 2 (N m)")
    plot.legend(ncols=4, loc="lower center")
    plot.set(xlabel="time (s)", ylabel="torque of joint 2 (N m)", title="what the shoulder pays for")
    low, high = plot.get_ylim()
    plot.set_ylim(low - 0.12 * (high - low), high)
    return {
        "residual": residual,
        "gradient_error": np.linalg.norm(g - gradient),
        "tip_height": T[2, 3],
        "tip_height_by_hand": 0.4 + 0.5 * np.sin(0.5) + 0.4 * np.sin(0.5 - 0.8),
        "smallest_inertia": np.linalg.eigvalsh(M)[0],
    }


if __name__ == "__main__":
    run(main)
