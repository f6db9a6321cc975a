"""Identification: four parameters of an arm from a log, and what a lost column does to them.

Torques are linear in the inertia about the centres and in the masses of the links, so each column of the regressor is
the inverse dynamics of an arm that has one parameter and no others. With gravity in the columns, least squares finds
the arm. Without it, the rank is 3 of 4, ``pinv`` answers all the same, and 1/16 is the quotient of two of its numbers
for every log: these are the numbers that the course notes print for this arm.

The lines behind ``>>`` are the MATLAB script, each above the Python line that it became; the last fit is by
``identifyDynamics``, which MATLAB does not have.
"""

import numpy as np
from pictures import BLUE, GRAY, RED, panels, run

import rst_compat as rst


# >> function robot = arm(x, g)
def arm(x, g):
    """Two links with inertia about their centres and masses x = [Izz1 Izz2 m1 m2]."""
    # >> robot = rigidBodyTree(DataFormat="column");  robot.Gravity = g;
    robot = rst.rigidBodyTree(DataFormat="column")
    robot.Gravity = g
    # >> a = [0.5 0.7];  parent = "base";
    a, parent = [0.5, 0.7], "base"
    # >> for i = 1:2
    for i in range(2):
        # >> body = rigidBody("link" + i);  joint = rigidBodyJoint("joint" + i, "revolute");
        body, joint = rst.rigidBody(f"link{i + 1}"), rst.rigidBodyJoint(f"joint{i + 1}", "revolute")
        # >> setFixedTransform(joint, [a(i) 0 0 0], "dh");  body.Joint = joint;
        joint.setFixedTransform([a[i], 0, 0, 0], "dh")
        body.Joint = joint
        # >> body.Mass = x(2+i);  body.CenterOfMass = [-a(i)/2 0 0];
        body.Mass, body.CenterOfMass = x[2 + i], [-a[i] / 2, 0, 0]
        # >> body.Inertia = [0 0 x(i) + x(2+i)*a(i)^2/4 0 0 0];
        body.Inertia = [0, 0, x[i] + x[2 + i] * a[i] ** 2 / 4, 0, 0, 0]
        # >> addBody(robot, body, parent);  parent = body.Name;
        robot.addBody(body, parent)
        parent = body.Name
        # >> end
    return robot
    # >> end


# >> function tau = torques(robot, q, qd, qdd)
def torques(robot, q, qd, qdd):
    """Joint torques along a motion, a column for each time."""
    # >> tau = zeros(size(q));
    tau = np.zeros(q.shape)
    # >> for k = 1:size(q, 2)
    for k in range(q.shape[1]):
        # >> tau(:,k) = inverseDynamics(robot, q(:,k), qd(:,k), qdd(:,k));
        tau[:, k] = rst.inverseDynamics(robot, q[:, k], qd[:, k], qdd[:, k])
        # >> end
    return tau
    # >> end


# >> function Y = regressor(g, q, qd, qdd)
def regressor(g, q, qd, qdd):
    """A column for each parameter: the torques of an arm that has it and no other."""
    # >> Y = zeros(numel(q), 4);  one = eye(4);
    Y, one = np.zeros((q.size, 4)), np.eye(4)
    # >> for j = 1:4
    for j in range(4):
        # >> Y(:,j) = reshape(torques(arm(one(j,:), g), q, qd, qdd), [], 1);
        Y[:, j] = torques(arm(one[j], g), q, qd, qdd).ravel(order="F")
        # >> end
    return Y
    # >> end


def main():
    """Make a log, fit it with and without gravity, draw."""
    # >> g = [0 -9.81 0];  truth = [0.0106; 0.0289; 0.5; 0.7];  robot = arm(truth, g);
    g, truth = [0, -9.81, 0], np.array([0.0106, 0.0289, 0.5, 0.7])
    robot = arm(truth, g)
    # >> A = [0.917009; 1.544561];  w = [1.765603; 1.816173];
    A, w = np.array([[0.917009], [1.544561]]), np.array([[1.765603], [1.816173]])
    # >> t = linspace(0, 10, 1001);  x = w*t + [1.07825; -1.80379];
    t = np.linspace(0, 10, 1001)
    x = w * t + [[1.07825], [-1.80379]]
    # >> q = [0.678618; 2.124941] + A.*sin(x);  qd = A.*w.*cos(x);  qdd = -A.*w.^2.*sin(x);
    q, qd, qdd = np.array([[0.678618], [2.124941]]) + A * np.sin(x), A * w * np.cos(x), -A * w**2 * np.sin(x)
    # >> rng(0);  tau = torques(robot, q, qd, qdd);  measured = tau + 0.4*(rand(size(tau)) - 0.5);
    rst.rng(0)
    tau = torques(robot, q, qd, qdd)
    measured = tau + 0.4 * (rst.rand(*tau.shape) - 0.5)
    # >> Y = regressor(g, q, qd, qdd);  found = pinv(Y)*measured(:);
    Y = regressor(g, q, qd, qdd)
    found = np.linalg.pinv(Y) @ measured.ravel(order="F")
    # >> s = std(measured(:) - Y*found);  bars = s*sqrt(diag(inv(Y'*Y)));
    s = np.std(measured.ravel(order="F") - Y @ found, ddof=1)
    bars = s * np.sqrt(np.diag(np.linalg.inv(Y.T @ Y)))
    # >> Y0 = regressor([0 0 0], q, qd, qdd);  lost = pinv(Y0)*tau(:);
    Y0 = regressor([0, 0, 0], q, qd, qdd)
    lost = np.linalg.pinv(Y0) @ tau.ravel(order="F")
    # >> fprintf("rank with gravity %d, without %d\n", rank(Y), rank(Y0))
    print(f"rank with gravity {np.linalg.matrix_rank(Y)}, without {np.linalg.matrix_rank(Y0)}")
    # >> fprintf("with gravity   %s\n", sprintf("%8.4f", found)); fprintf("error bars     %s\n", sprintf("%8.4f", bars))
    print("with gravity   " + "".join(f"{v:8.4f}" for v in found))
    print("error bars     " + "".join(f"{v:8.4f}" for v in bars))
    # >> fprintf("without        %s\n", sprintf("%8.4f", lost))
    print("without        " + "".join(f"{v:8.4f}" for v in lost))
    known = "; ".join(
        f"link{i}.m = m{i}; link{i}.mx = {-a / 2}*m{i}; link{i}.Izz = Izz{i} + {a * a / 4}*m{i}"
        for i, a in ((1, 0.5), (2, 0.7))
    )
    four = rst.LinearMap.fromStructure(robot, known, Others="zero", Names=["Izz1", "Izz2", "m1", "m2"])
    log = rst.MotionData(t, q.T, qd.T, qdd.T, measured.T)
    fit = rst.identifyDynamics(robot, log, Parameterization=four)
    print(fit.Reduced)

    # >> ax = subplot(1, 2, 1);
    ax, (upper, lower) = panels(2)
    # >> show(robot, q(:,1), Parent=ax, Frames="off"); hold on
    rst.show(robot, q[:, 0], Parent=ax, Frames="off")
    # >> p = zeros(3, numel(t));
    p = np.zeros((3, t.size))
    # >> for k = 1:numel(t)
    for k in range(t.size):
        # >> p(:,k) = tform2trvec(getTransform(robot, q(:,k), "link2"));
        p[:, k] = rst.tform2trvec(rst.getTransform(robot, q[:, k], "link2"))
        # >> end
    # >> plot3(p(1,:), p(2,:), p(3,:)); view(2)
    ax.plot(*p, color=RED, linewidth=1)
    ax.view_init(90, -90)
    ax.set(xlabel="X (m)", ylabel="Y (m)", zlabel="", title="the arm, and way of its tip", zticks=[])
    # >> predicted = reshape(Y*found, 2, []);  without = reshape(Y0*lost, 2, []);
    predicted, without = (Y @ found).reshape(2, -1, order="F"), (Y0 @ lost).reshape(2, -1, order="F")
    # >> subplot(2, 2, 2); plot(t, measured(1,:), t, predicted(1,:), t, without(1,:)); ylabel("torque of joint 1 (N m)")
    upper.plot(t, measured[0], color=GRAY, linewidth=2.5, alpha=0.5, label="measured")
    upper.plot(t, predicted[0], color=BLUE, linewidth=1, label="with gravity")
    upper.plot(t, without[0], color=RED, linewidth=1, label="without")
    upper.set(ylabel="torque (N m)", title="joint 1, over 10 s", xlim=(0, 10), ylim=(-6, 8))
    upper.legend(loc="upper center", ncols=3)
    # >> subplot(2, 2, 4); bar([found./truth lost./truth]); hold on; errorbar(1:4, found./truth, 2*bars./truth)
    lower.bar(np.arange(4) - 0.2, found / truth, 0.36, color=BLUE, yerr=2 * bars / truth)
    lower.bar(np.arange(4) + 0.2, lost / truth, 0.36, color=RED)
    lower.axhline(1, color=GRAY, linestyle="--", linewidth=1)
    # >> set(gca, YScale="log", XTickLabel=["Izz1" "Izz2" "m1" "m2"]); ylabel("found/true")
    lower.set(yscale="log", ylim=(0.03, 100), ylabel="found/true", title="four parameters")
    lower.set_xticks(range(4), ["Izz1", "Izz2", "m1", "m2"])
    return {
        "rank": np.linalg.matrix_rank(Y),
        "rank_without": np.linalg.matrix_rank(Y0),
        "deviation": (np.abs(found - truth) / bars).max(),
        "bars": bars.max(),
        "quotient": lost[2] / lost[0],
        "lost": lost,
        "differs": (np.abs(fit.Reduced.Value - found) / bars).max(),
        "bars_differ": np.abs(fit.Reduced.Std / bars - 1).max(),
    }


if __name__ == "__main__":
    run(main)
