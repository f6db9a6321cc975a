"""Two arms on one trunk: a tree, inverse kinematics of both hands at once, and a bar between them.

A function builds an arm; it is called twice, with other names and mirrored. generalizedInverseKinematics brings both
hands to the ends of a bar which is lifted and turned. The tree shows in the mass matrix: the block between the arms
is zero, because no joint of one moves the other. Half of the bar on each hand gives the same torques in two ways: as
external forces, and as bodies that hang there.

The lines behind ``>>`` are the MATLAB script, each above the Python line that it became.
"""

import numpy as np
from pictures import BLUE, ORANGE, RED, panels, run

import rst_compat as rst


# >> function addArm(robot, name, side)
def addArm(robot, name, side):
    """Hang a seven-axis arm on the trunk; side is 1 for the left one and -1 for the right one."""
    # >> offsets = [0 side*0.2 0.3; 0 side*0.08 0; 0 0 -0.14; 0 0 -0.16; 0 0 -0.12; 0 0 -0.12; 0 0 -0.04];
    offsets = np.array([[0, side * 0.2, 0.3], [0, side * 0.08, 0], [0, 0, -0.14], [0, 0, -0.16],
                        [0, 0, -0.12], [0, 0, -0.12], [0, 0, -0.04]])  # fmt: skip
    # >> axes = [0 1 0; side 0 0; 0 0 1; 0 1 0; 0 0 1; 0 1 0; 1 0 0];
    axes = np.array([[0, 1, 0], [side, 0, 0], [0, 0, 1], [0, 1, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]])
    # >> masses = [1 1.8 1.6 1.2 1 0.6 0.4];
    masses = [1, 1.8, 1.6, 1.2, 1, 0.6, 0.4]
    # >> parent = "trunk";
    parent = "trunk"
    # >> for i = 1:7
    for i in range(7):
        # >> body = rigidBody(name + i);
        body = rst.rigidBody(f"{name}{i + 1}")
        # >> body.Joint = rigidBodyJoint(name + "_joint" + i, "revolute");
        body.Joint = rst.rigidBodyJoint(f"{name}_joint{i + 1}", "revolute")
        # >> body.Joint.JointAxis = axes(i,:);
        body.Joint.JointAxis = axes[i, :]
        # >> setFixedTransform(body.Joint, trvec2tform(offsets(i,:)));
        rst.setFixedTransform(body.Joint, rst.trvec2tform(offsets[i, :]))
        # >> body.Mass = masses(i);  c = 0.06;
        body.Mass, c = masses[i], 0.06
        # >> body.CenterOfMass = [0 0 -c];
        body.CenterOfMass = [0, 0, -c]
        # >> body.Inertia = masses(i)*[0.002+c^2 0.002+c^2 0.001 0 0 0];
        body.Inertia = masses[i] * np.array([0.002 + c**2, 0.002 + c**2, 0.001, 0, 0, 0])
        # >> addBody(robot, body, parent);  parent = body.Name;
        rst.addBody(robot, body, parent)
        parent = body.Name
        # >> end
    # >> hand = rigidBody(name + "_hand");  hand.Mass = 0.3;  hand.Inertia = 0.0002*[1 1 1 0 0 0];
    hand = rst.rigidBody(name + "_hand")
    hand.Mass, hand.Inertia = 0.3, 0.0002 * np.array([1, 1, 1, 0, 0, 0])
    # >> setFixedTransform(hand.Joint, trvec2tform([0 0 -0.1]));
    rst.setFixedTransform(hand.Joint, rst.trvec2tform([0, 0, -0.1]))
    # >> addBody(robot, hand, parent);
    rst.addBody(robot, hand, parent)
    # >> end


def main():
    """Build the robot, lift the bar, compare two ways to carry it, draw."""
    # >> robot = rigidBodyTree(DataFormat="column");  robot.Gravity = [0 0 -9.81];
    robot = rst.rigidBodyTree(DataFormat="column")
    robot.Gravity = [0, 0, -9.81]
    # >> trunk = rigidBody("trunk");  trunk.Joint = rigidBodyJoint("waist", "revolute");
    trunk = rst.rigidBody("trunk")
    trunk.Joint = rst.rigidBodyJoint("waist", "revolute")
    # >> setFixedTransform(trunk.Joint, trvec2tform([0 0 0.2]));
    rst.setFixedTransform(trunk.Joint, rst.trvec2tform([0, 0, 0.2]))
    # >> trunk.Mass = 12;  trunk.CenterOfMass = [0 0 0.15];  trunk.Inertia = [0.5 0.5 0.15 0 0 0];
    trunk.Mass, trunk.CenterOfMass, trunk.Inertia = 12, [0, 0, 0.15], [0.5, 0.5, 0.15, 0, 0, 0]
    # >> addBody(robot, trunk, "base");
    rst.addBody(robot, trunk, "base")
    # >> addArm(robot, "left", 1);  addArm(robot, "right", -1);
    addArm(robot, "left", 1)
    addArm(robot, "right", -1)

    # >> gik = generalizedInverseKinematics(RigidBodyTree=robot, ConstraintInputs=["pose" "pose"]);
    gik = rst.generalizedInverseKinematics(RigidBodyTree=robot, ConstraintInputs=["pose", "pose"])
    # >> left = constraintPoseTarget("left_hand");  right = constraintPoseTarget("right_hand");
    left, right = rst.constraintPoseTarget("left_hand"), rst.constraintPoseTarget("right_hand")
    # >> q = [0; -0.3; 0; 0; -1.4; 0; 0; 0; -0.3; 0; 0; -1.4; 0; 0; 0];
    q = np.array([0, -0.3, 0, 0, -1.4, 0, 0, 0, -0.3, 0, 0, -1.4, 0, 0, 0])
    # >> grip = axang2tform([0 1 0 -pi/2]);  n = 41;
    grip, n = rst.axang2tform([0, 1, 0, -np.pi / 2]), 41
    # >> Q = zeros(15, n);  gap = zeros(1, n);  g = zeros(15, n);  hung = g;  forced = g;
    Q, gap, hung, forced = np.zeros((15, n)), np.zeros(n), np.zeros((15, n)), np.zeros((15, n))
    # >> carrier = copy(robot);  names = ["left" "right"];
    carrier, names = rst.copy(robot), ["left", "right"]
    # >> for name = names
    for name in names:
        # >> half = rigidBody(name + "_half");  half.Mass = 2;  half.Inertia = zeros(1, 6);
        half = rst.rigidBody(name + "_half")
        half.Mass, half.Inertia = 2, np.zeros(6)
        # >> addBody(carrier, half, name + "_hand");
        rst.addBody(carrier, half, name + "_hand")
        # >> end
    # >> for k = 1:n
    for k in range(n):
        # >> s = (1 - cos(pi*(k - 1)/(n - 1)))/2;
        s = (1 - np.cos(np.pi * k / (n - 1))) / 2
        # >> bar = trvec2tform([0.42 0 0.3 + 0.3*s])*axang2tform([1 0 0 0.5*s]);
        bar = rst.trvec2tform([0.42, 0, 0.3 + 0.3 * s]) @ rst.axang2tform([1, 0, 0, 0.5 * s])
        # >> left.TargetTransform = bar*trvec2tform([0 0.25 0])*grip;
        left.TargetTransform = bar @ rst.trvec2tform([0, 0.25, 0]) @ grip
        # >> right.TargetTransform = bar*trvec2tform([0 -0.25 0])*grip;
        right.TargetTransform = bar @ rst.trvec2tform([0, -0.25, 0]) @ grip
        # >> q = gik(q, left, right);  Q(:,k) = q;
        q, _ = gik(q, left, right)
        Q[:, k] = q
        # >> T = getTransform(robot, q, "left_hand", "right_hand");
        T = rst.getTransform(robot, q, "left_hand", "right_hand")
        # >> gap(k) = norm(T(1:3,4)) - 0.5;
        gap[k] = np.linalg.norm(T[:3, 3]) - 0.5
        # >> hung(:,k) = gravityTorque(carrier, q);
        hung[:, k] = rst.gravityTorque(carrier, q)
        # >> fext = zeros(6, robot.NumBodies);
        fext = np.zeros((6, robot.NumBodies))
        # >> for name = names
        for name in names:
            # >> p = tform2trvec(getTransform(robot, q, name + "_hand"))';  F = [0; 0; -2*9.81];
            p, F = rst.tform2trvec(rst.getTransform(robot, q, name + "_hand")), np.array([0, 0, -2 * 9.81])
            # >> fext = fext + externalForce(robot, name + "_hand", [cross(p, F); F]);
            fext = fext + rst.externalForce(robot, name + "_hand", np.concatenate([np.cross(p, F), F]))
            # >> end
        # >> forced(:,k) = inverseDynamics(robot, q, [], [], fext);
        forced[:, k] = rst.inverseDynamics(robot, q, [], [], fext)
        # >> end
    # >> M = massMatrix(robot, q);  coupling = max(abs(M(2:8,9:15)), [], "all");
    M = rst.massMatrix(robot, q)
    coupling = np.abs(M[1:8, 8:15]).max()
    # >> waist = max(abs(M(1,2:15)));
    waist = np.abs(M[0, 1:]).max()
    # >> difference = max(abs(hung - forced), [], "all");
    difference = np.abs(hung - forced).max()
    # >> fprintf("the hands stay 0.5 m apart within %.1e m\n", max(abs(gap)))
    print(f"the hands stay 0.5 m apart within {np.abs(gap).max():.1e} m")
    # >> fprintf("mass matrix: %.1e between the arms, up to %.2f kg m^2 between waist and arms\n", coupling, waist)
    print(f"mass matrix: {coupling:.1e} between the arms, up to {waist:.2f} kg m^2 between waist and arms")
    # >> fprintf("bar as forces and as bodies: torques differ by %.1e N m\n", difference)
    print(f"bar as forces and as bodies: torques differ by {difference:.1e} N m")

    # >> ax = subplot(1, 2, 1);
    ax, (upper, lower) = panels(2)
    # >> for k = [1 n]
    for k in (0, n - 1):
        # >> show(robot, Q(:,k), Parent=ax, Frames="off"); hold on
        rst.show(robot, Q[:, k], Parent=ax, Frames="off")
        # >> a = tform2trvec(getTransform(robot, Q(:,k), "left_hand"));
        a = rst.tform2trvec(rst.getTransform(robot, Q[:, k], "left_hand"))
        # >> b = tform2trvec(getTransform(robot, Q(:,k), "right_hand"));
        b = rst.tform2trvec(rst.getTransform(robot, Q[:, k], "right_hand"))
        # >> plot3([a(1) b(1)], [a(2) b(2)], [a(3) b(3)], LineWidth=6)
        ax.plot(*np.stack([a, b], axis=1), color=ORANGE, linewidth=6, solid_capstyle="round")
        # >> end
    ax.set(xlabel="X (m)", ylabel="Y (m)", zlabel="Z (m)", title="the bar before and after")
    # >> s = linspace(0, 100, n);
    s = np.linspace(0, 100, n)
    # >> subplot(2, 2, 2); plot(s, Q(2:8,:), s, Q(9:15,:), "--"); ylabel("angle (rad)")
    # >> subplot(2, 2, 4); plot(s, hung([2 5],:), s, hung([9 12],:), "--"); xlabel("way (%)"); ylabel("torque (N m)")
    for plot, values in ((upper, Q), (lower, hung)):
        for joint, color in ((0, BLUE), (3, RED)):
            name = ("shoulder", "", "", "elbow")[joint]
            plot.plot(s, values[1 + joint], color=color, label=f"left {name}")
            plot.plot(s, values[8 + joint], "--", color=color, label=f"right {name}")
        plot.set_xlim(0, 100)
    upper.set(ylabel="angle (rad)", title="joint positions")
    upper.legend(loc="center left", ncols=2)
    lower.set(xlabel="way (%)", ylabel="torque (N m)", title="torques that hold arms and bar")
    return {
        "gap": np.abs(gap).max(),
        "coupling": coupling,
        "waist": waist,
        "difference": difference,
        "mirrored": np.abs(np.abs(hung[1:8, 0]) - np.abs(hung[8:15, 0])).max(),
    }


if __name__ == "__main__":
    run(main)
