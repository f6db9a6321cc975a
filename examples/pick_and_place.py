"""Pick and place: straight ways for the hand, and a part that the arm carries as a body of its own.

The hand goes down on a straight line, closes, lifts, carries the part over, and sets it down. ``transformtraj`` makes
the lines, inverse kinematics follows them sample by sample from the last solution, ``addBody`` hangs the part on the
hand and ``removeBody`` takes it off again. While it hangs there, the joints carry its weight: the step in the gravity
torque is J' m g, to the last digit.

The lines behind ``>>`` are the MATLAB script, each above the Python line that it became.
"""

import numpy as np
from pictures import GRAY, GREEN, RED, panels, run

import rst_compat as rst


def main():
    """Plan the five ways, carry the part, draw."""
    # >> robot = loadrobot("frankaEmikaPanda", DataFormat="column", Gravity=[0 0 -9.81]);
    robot = rst.loadrobot("frankaEmikaPanda", DataFormat="column", Gravity=[0, 0, -9.81])
    # >> grip = rigidBody("grip");  grip.Mass = 0;  grip.Inertia = zeros(1, 6);
    grip = rst.rigidBody("grip")
    grip.Mass, grip.Inertia = 0, np.zeros(6)
    # >> setFixedTransform(grip.Joint, trvec2tform([0 0 0.1034]));
    rst.setFixedTransform(grip.Joint, rst.trvec2tform([0, 0, 0.1034]))
    # >> addBody(robot, grip, "panda_hand");
    rst.addBody(robot, grip, "panda_hand")

    # >> side = 0.05;  part = rigidBody("part");
    side, part = 0.05, rst.rigidBody("part")
    # >> part.Mass = 1.2;  part.Inertia = 1.2*side^2/6*[1 1 1 0 0 0];
    part.Mass, part.Inertia = 1.2, 1.2 * side**2 / 6 * np.array([1, 1, 1, 0, 0, 0])
    # >> down = axang2tform([1 0 0 pi]);
    down = rst.axang2tform([1, 0, 0, np.pi])
    # >> pick = trvec2tform([0.5 -0.3 side/2])*down;
    pick = rst.trvec2tform([0.5, -0.3, side / 2]) @ down
    # >> place = trvec2tform([0.4 0.35 side/2])*eul2tform([pi/4 0 0])*down;
    place = rst.trvec2tform([0.4, 0.35, side / 2]) @ rst.eul2tform([np.pi / 4, 0, 0]) @ down
    # >> lift = trvec2tform([0 0 0.25]);
    lift = rst.trvec2tform([0, 0, 0.25])
    # >> stops = {lift*pick, pick, lift*pick, lift*place, place, lift*place};
    stops = [lift @ pick, pick, lift @ pick, lift @ place, place, lift @ place]

    # >> ik = inverseKinematics(RigidBodyTree=robot);
    ik = rst.inverseKinematics(RigidBodyTree=robot)
    # >> q = ik("grip", stops{1}, ones(1, 6), [-0.5; 0.2; 0; -2; 0; 2.2; 0.3; 0.04; 0.04]);
    q, _ = ik("grip", stops[0], np.ones(6), [-0.5, 0.2, 0, -2, 0, 2.2, 0.3, 0.04, 0.04])
    # >> n = 25;  Q = zeros(9, 5*n);  P = zeros(3, 5*n);  g = zeros(9, 5*n);  off = zeros(1, 5*n);
    n = 25
    Q, P, g, off = np.zeros((9, 5 * n)), np.zeros((3, 5 * n)), np.zeros((9, 5 * n)), np.zeros(5 * n)
    # >> for way = 1:5
    for way in range(5):
        # >> if way == 2
        if way == 1:
            # >> q(8:9) = side/2;
            q[7:9] = side / 2
            # >> before = gravityTorque(robot, q);
            before = rst.gravityTorque(robot, q)
            # >> addBody(robot, part, "grip");
            rst.addBody(robot, part, "grip")
            # >> step = gravityTorque(robot, q) - before;
            step = rst.gravityTorque(robot, q) - before
            # >> J = geometricJacobian(robot, q, "part");
            J = rst.geometricJacobian(robot, q, "part")
            # >> byHand = J(4:6,:)'*[0; 0; 1.2*9.81];
            byHand = J[3:6, :].T @ [0, 0, 1.2 * 9.81]
            # >> elseif way == 5
        elif way == 4:
            # >> setDown = getTransform(robot, q, "part");
            setDown = rst.getTransform(robot, q, "part")
            # >> removeBody(robot, "part");  q(8:9) = 0.04;
            rst.removeBody(robot, "part")
            q[7:9] = 0.04
            # >> end
        # >> t = linspace(0, 1.5, n);
        t = np.linspace(0, 1.5, n)
        # >> [s, sd, sdd] = quinticpolytraj([0 1], [0 1.5], t);
        s, sd, sdd = rst.quinticpolytraj(np.array([[0, 1]]), [0, 1.5], t, nargout=3)
        # >> T = transformtraj(stops{way}, stops{way+1}, [0 1.5], t, TimeScaling=[s; sd; sdd]);
        T = rst.transformtraj(stops[way], stops[way + 1], [0, 1.5], t, TimeScaling=np.vstack([s, sd, sdd]), nargout=1)
        # >> a = tform2trvec(stops{way})';  u = tform2trvec(stops{way+1})' - a;
        a = rst.tform2trvec(stops[way])
        u = rst.tform2trvec(stops[way + 1]) - a
        # >> for k = 1:n
        for k in range(n):
            # >> q = ik("grip", T(:,:,k), ones(1, 6), q);
            q, _ = ik("grip", T[:, :, k], np.ones(6), q)
            # >> i = (way - 1)*n + k;  Q(:,i) = q;
            i = way * n + k
            Q[:, i] = q
            # >> P(:,i) = tform2trvec(getTransform(robot, q, "grip"))';
            P[:, i] = rst.tform2trvec(rst.getTransform(robot, q, "grip"))
            # >> off(i) = norm(cross(u/norm(u), P(:,i) - a));
            off[i] = np.linalg.norm(np.cross(u / np.linalg.norm(u), P[:, i] - a))
            # >> g(:,i) = gravityTorque(robot, q);
            g[:, i] = rst.gravityTorque(robot, q)
            # >> end
        # >> end
    # >> placeError = norm(setDown - place);
    placeError = np.linalg.norm(setDown - place)
    # >> jump = max(abs(diff(Q(1:7,:), 1, 2)), [], "all");
    jump = np.abs(np.diff(Q[:7, :])).max()
    # >> fprintf("part set down within %.1e m, hand off its lines by %.1e m\n", placeError, max(off))
    print(f"part set down within {placeError:.1e} m, hand off its lines by {off.max():.1e} m")
    # >> fprintf("the part costs joints 2 and 4 %.2f and %.2f N m\n", step(2), step(4))
    print(f"the part costs joints 2 and 4 {step[1]:.2f} and {step[3]:.2f} N m")
    # >> fprintf("largest step of a joint from sample to sample: %.2f rad\n", jump)
    print(f"largest step of a joint from sample to sample: {jump:.2f} rad")

    # >> ax = subplot(1, 2, 1);
    ax, (upper, lower) = panels(2)
    # >> table = collisionBox(0.4, 1, 0.04);  table.Pose = trvec2tform([0.45 0 -0.02]);
    table = rst.collisionBox(0.4, 1, 0.04)
    table.Pose = rst.trvec2tform([0.45, 0, -0.02])
    # >> there = collisionBox(side, side, side);  there.Pose = pick;
    there = rst.collisionBox(side, side, side)
    there.Pose = pick
    # >> here = collisionBox(side, side, side);  here.Pose = setDown;
    here = rst.collisionBox(side, side, side)
    here.Pose = setDown
    # >> showCollisionArray({table, there, here}, Parent=ax); hold on
    colors = [[0.85, 0.80, 0.72], [0.88, 0.54, 0.12], [0.24, 0.55, 0.25]]
    rst.showCollisionArray([table, there, here], Parent=ax, Color=colors)
    # >> show(robot, Q(:,n), Parent=ax, Frames="off"); show(robot, Q(:,4*n), Parent=ax, Frames="off");
    rst.show(robot, Q[:, n - 1], Parent=ax, Frames="off")
    rst.show(robot, Q[:, 4 * n - 1], Parent=ax, Frames="off")
    # >> plot3(P(1,:), P(2,:), P(3,:))
    ax.plot(*P, color=RED, linewidth=1.8)
    ax.set(xlabel="X (m)", ylabel="Y (m)", zlabel="Z (m)", title="pick (orange), place (green), way of the grip")
    # >> t = (0:5*n-1)*1.5/n;
    t = np.arange(5 * n) * 1.5 / n
    # >> subplot(2, 2, 2); plot(t, P(3,:)); ylabel("height (m)")
    upper.plot(t, P[2, :], color=GRAY)
    upper.set(
        ylabel="height (m)",
        title="height of the grip; the part hangs on it where shaded",
        xlim=(0, 7.5),
        ylim=(0, 0.32),
    )
    # >> subplot(2, 2, 4); plot(t, g([2 4],:)); xlabel("time (s)"); ylabel("torque (N m)"); legend("joint 2", "joint 4")
    lower.plot(t, g[1, :], color=RED, label="joint 2")
    lower.plot(t, g[3, :], color=GREEN, label="joint 4")
    lower.set(xlabel="time (s)", ylabel="torque (N m)", title="gravity torque", xlim=(0, 7.5))
    lower.legend(loc="center right")
    for plot in (upper, lower):
        plot.axvspan(1.5, 6, color="#e08a1e", alpha=0.12, linewidth=0)
    return {
        "place_error": placeError,
        "off_the_line": off.max(),
        "weight_step_error": np.abs(step - byHand).max(),
        "weight_step": np.abs(step).max(),
        "jump": jump,
        "bodies_left": robot.NumBodies,
    }


if __name__ == "__main__":
    run(main)
