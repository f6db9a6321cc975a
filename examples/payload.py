"""Payload: what a heavier tool costs every joint, and how much the arm can carry.

The tool is a body at the end of the arm whose mass is changed through its handle; its inertia is about the flange, so
it changes with the mass. The torque of any motion is a straight line in the mass: two runs give the mass at which the
first joint reaches its limit, and a third run at that mass must touch the limit exactly.

The lines behind ``>>`` are the MATLAB script, each above the Python line that it became.
"""

import numpy as np
from pictures import BLUE, GRAY, RED, panels, run

import rst_compat as rst


# >> function setMass(robot, m)
def setMass(robot, m):
    """Make the tool a point mass of m kg, 15 cm before the flange."""
    # >> tool = getBody(robot, "tool");  c = [0 0 0.15];
    tool, c = rst.getBody(robot, "tool"), np.array([0, 0, 0.15])
    # >> tool.Mass = m;  tool.CenterOfMass = c;
    tool.Mass, tool.CenterOfMass = m, c
    # >> I = m*((c*c')*eye(3) - c'*c);
    I = m * ((c @ c) * np.eye(3) - np.outer(c, c))
    # >> tool.Inertia = [I(1,1) I(2,2) I(3,3) I(2,3) I(1,3) I(1,2)];
    tool.Inertia = [I[0, 0], I[1, 1], I[2, 2], I[1, 2], I[0, 2], I[0, 1]]
    # >> end


# >> function tau = torques(robot, m, q, qd, qdd)
def torques(robot, m, q, qd, qdd):
    """Joint torques along a motion with a tool of m kg, a column for each time."""
    # >> setMass(robot, m);
    setMass(robot, m)
    # >> tau = zeros(size(q));
    tau = np.zeros(q.shape)
    # >> for k = 1:size(q, 2)
    for k in range(q.shape[1]):
        # >> tau(:,k) = inverseDynamics(robot, q(:,k), qd(:,k), qdd(:,k));
        tau[:, k] = rst.inverseDynamics(robot, q[:, k], qd[:, k], qdd[:, k])
        # >> end
    return tau
    # >> end


def main():
    """Compare two tools, find the heaviest, draw."""
    # >> robot = loadrobot("universalUR10", DataFormat="column", Gravity=[0 0 -9.81]);
    robot = rst.loadrobot("universalUR10", DataFormat="column", Gravity=[0, 0, -9.81])
    # >> tool = rigidBody("tool");
    tool = rst.rigidBody("tool")
    # >> addBody(robot, tool, "tool0");
    rst.addBody(robot, tool, "tool0")
    # >> limit = [330; 330; 150; 54; 54; 54];
    limit = np.array([330, 330, 150, 54, 54, 54])  # N m, the effort limits of the manufacturer's description
    # >> waypoints = [-0.8 0.8; -0.5 -1.4; 0.9 1.9; -0.3 -0.6; 1.4 1.4; 0 1];
    waypoints = np.array([[-0.8, 0.8], [-0.5, -1.4], [0.9, 1.9], [-0.3, -0.6], [1.4, 1.4], [0, 1]])
    # >> [q, qd, qdd, t] = trapveltraj(waypoints, 151, EndTime=1.5);
    q, qd, qdd, t, _ = rst.trapveltraj(waypoints, 151, EndTime=1.5)
    # >> bare = torques(robot, 0, q, qd, qdd);
    bare = torques(robot, 0, q, qd, qdd)
    # >> ten = torques(robot, 10, q, qd, qdd);
    ten = torques(robot, 10, q, qd, qdd)
    # >> perKilogram = (ten - bare)/10;
    perKilogram = (ten - bare) / 10
    # >> room = (limit - sign(perKilogram).*bare)./abs(perKilogram);
    room = (limit[:, None] - np.sign(perKilogram) * bare) / np.abs(perKilogram)
    # >> heaviest = min(room, [], "all");
    heaviest = room.min()
    # >> atLimit = torques(robot, heaviest, q, qd, qdd);
    atLimit = torques(robot, heaviest, q, qd, qdd)
    # >> [used, joint] = max(max(abs(atLimit), [], 2)./limit);
    share = np.abs(atLimit).max(axis=1) / limit
    used, joint = share.max(), share.argmax()
    # >> setMass(robot, 10);  g10 = gravityTorque(robot, q(:,1));
    setMass(robot, 10)
    g10 = rst.gravityTorque(robot, q[:, 0])
    # >> setMass(robot, 0);  g0 = gravityTorque(robot, q(:,1));
    setMass(robot, 0)
    g0 = rst.gravityTorque(robot, q[:, 0])
    # >> J = geometricJacobian(robot, q(:,1), "tool");  T = getTransform(robot, q(:,1), "tool");
    J, T = rst.geometricJacobian(robot, q[:, 0], "tool"), rst.getTransform(robot, q[:, 0], "tool")
    # >> F = [0; 0; 10*9.81];  byHand = J'*[cross(T(1:3,1:3)*[0; 0; 0.15], F); F];
    F = np.array([0, 0, 10 * 9.81])
    byHand = J.T @ np.concatenate([np.cross(T[:3, :3] @ [0, 0, 0.15], F), F])
    # >> fprintf("10 kg at rest cost the joints%s N m\n", sprintf(" %.1f", g10 - g0))
    print("10 kg at rest cost the joints" + "".join(f" {x:.1f}" for x in g10 - g0) + " N m")
    # >> fprintf("of the limits, bare: %s %%, 10 kg: %s %%\n", ...
    # >>     sprintf("%.0f ", 100*max(abs(bare), [], 2)./limit), sprintf("%.0f ", 100*max(abs(ten), [], 2)./limit))
    print(f"of the limits, bare: {percent(bare, limit)} %, 10 kg: {percent(ten, limit)} %")
    # >> fprintf("heaviest tool for this motion: %.2f kg; joint %d then uses %.4f %%\n", heaviest, joint, 100*used)
    print(f"heaviest tool for this motion: {heaviest:.2f} kg; joint {joint + 1} then uses {100 * used:.4f} %")

    # >> ax = subplot(1, 2, 1);
    ax, (upper, lower) = panels(2)
    # >> show(robot, q(:,1), Parent=ax, Frames="off"); hold on
    rst.show(robot, q[:, 0], Parent=ax, Frames="off")
    # >> show(robot, q(:,end), Parent=ax, Frames="off");
    rst.show(robot, q[:, -1], Parent=ax, Frames="off")
    # >> p = zeros(3, numel(t));
    p = np.zeros((3, t.size))
    # >> for k = 1:numel(t)
    for k in range(t.size):
        # >> p(:,k) = [eye(3) zeros(3, 1)]*getTransform(robot, q(:,k), "tool")*[0; 0; 0.15; 1];
        p[:, k] = (rst.getTransform(robot, q[:, k], "tool") @ [0, 0, 0.15, 1])[:3]
        # >> end
    # >> plot3(p(1,:), p(2,:), p(3,:), "r", p(1,[1 end]), p(2,[1 end]), p(3,[1 end]), "ko")
    ax.plot(*p, color=RED)
    ax.plot(*p[:, [0, -1]], "o", color="k", markersize=6)
    ax.set(xlabel="X (m)", ylabel="Y (m)", zlabel="Z (m)", title="the motion, and way of the tool")
    ax.zaxis.labelpad = -7  # the picture is wide
    # >> subplot(2, 2, 2); plot(t, bare(2,:), t, ten(2,:), t, atLimit(2,:), "k"); ylabel("torque of joint 2 (N m)")
    upper.plot(t, bare[joint], color=BLUE, label="bare")
    upper.plot(t, ten[joint], color=RED, label="10 kg")
    upper.plot(t, atLimit[joint], color="k", label=f"{heaviest:.1f} kg")
    upper.axhline(-limit[joint], color=GRAY, linestyle="--", linewidth=1)
    upper.set(ylabel="torque (N m)", title=f"joint {joint + 1}, and its limit", xlim=(0, 1.5), ylim=(-160, 15))
    upper.legend(loc="upper center", ncols=3)
    # >> subplot(2, 2, 4); bar(100*[max(abs(bare), [], 2) max(abs(ten), [], 2) max(abs(atLimit), [], 2)]./limit)
    for i, (tau, color, name) in enumerate(
        ((bare, BLUE, "bare"), (ten, RED, "10 kg"), (atLimit, "k", f"{heaviest:.1f} kg"))
    ):
        lower.bar(
            np.arange(1, 7) + 0.26 * (i - 1), 100 * np.abs(tau).max(axis=1) / limit, 0.24, color=color, label=name
        )
    lower.axhline(100, color=GRAY, linestyle="--", linewidth=1)
    # >> xlabel("joint"); ylabel("largest torque (% of the limit)")
    lower.set(xlabel="joint", ylabel="% of the limit", title="largest torque along the motion", ylim=(0, 115))
    lower.grid(axis="x", visible=False)
    return {
        "weight_error": np.abs(g10 - g0 - byHand).max(),
        "heaviest": heaviest,
        "used": used,
        "linear": np.abs(atLimit - bare - heaviest * perKilogram).max(),
    }


def percent(tau, limit):
    return " ".join(f"{100 * x:.0f}" for x in np.abs(tau).max(axis=1) / limit)


if __name__ == "__main__":
    run(main)
