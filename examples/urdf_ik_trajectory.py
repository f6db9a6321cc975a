"""From a URDF file to a moving picture: import, inverse kinematics, trapezoidal velocities, animation.

An arm carries a pen over the corners of a sheet on the desk. Inverse kinematics gives the joint positions at the
corners, ``trapveltraj`` the motion between them, and ``show`` with ``FastUpdate`` draws it at a steady rate. Between
the corners the pen leaves the straight line, because the joints, and not the pen, move evenly: the script says how
far.

The lines behind ``>>`` are the MATLAB script, each above the Python line that it became.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from pictures import GRAY, RED, panels, run

import rst_compat as rst

FOLDER = Path(__file__).parent


def main():
    """Import, solve, interpolate, animate, draw."""
    # >> robot = importrobot("desk_arm.urdf", DataFormat="row");
    robot = rst.importrobot(FOLDER / "desk_arm.urdf", DataFormat="row")
    # >> corners = [0.28 -0.14 0.02; 0.42 -0.14 0.02; 0.42 0.14 0.02; 0.28 0.14 0.02; 0.28 -0.14 0.02]';
    corners = np.array([[0.28, 0.42, 0.42, 0.28, 0.28], [-0.14, -0.14, 0.14, 0.14, -0.14], [0.02] * 5])
    # >> ik = inverseKinematics(RigidBodyTree=robot);
    ik = rst.inverseKinematics(RigidBodyTree=robot)
    # >> down = axang2tform([0 1 0 pi]);
    down = rst.axang2tform([0, 1, 0, np.pi])
    # >> guess = [0 0.3 1.6 0 1.2 0];
    guess = [0, 0.3, 1.6, 0, 1.2, 0]
    # >> waypoints = zeros(6, 5);  poseError = zeros(1, 5);
    waypoints, poseError = np.zeros((6, 5)), np.zeros(5)
    # >> for i = 1:5
    for i in range(5):
        # >> [guess, info] = ik("tip", trvec2tform(corners(:,i)')*down, [1 1 1 1 1 1], guess);
        guess, info = ik("tip", rst.trvec2tform(corners[:, i]) @ down, [1, 1, 1, 1, 1, 1], guess)
        # >> waypoints(:,i) = guess';  poseError(i) = info.PoseErrorNorm;
        waypoints[:, i], poseError[i] = guess, info.PoseErrorNorm
        # >> end

    # >> [q, qd, qdd, t] = trapveltraj(waypoints, 161, EndTime=1, AccelTime=0.25);
    q, qd, _, t, _ = rst.trapveltraj(waypoints, 161, EndTime=1, AccelTime=0.25)
    # >> p = zeros(3, numel(t));  off = zeros(1, numel(t));
    p, off = np.zeros((3, t.size)), np.zeros(t.size)
    # >> for k = 1:numel(t)
    for k in range(t.size):
        # >> p(:,k) = tform2trvec(getTransform(robot, q(:,k)', "tip"))';
        p[:, k] = rst.tform2trvec(rst.getTransform(robot, q[:, k], "tip"))
        # >> i = min(floor(t(k)) + 1, 4);
        i = min(int(t[k]), 3)
        # >> u = (corners(:,i+1) - corners(:,i))/norm(corners(:,i+1) - corners(:,i));
        u = (corners[:, i + 1] - corners[:, i]) / np.linalg.norm(corners[:, i + 1] - corners[:, i])
        # >> off(k) = norm(cross(u, p(:,k) - corners(:,i)));
        off[k] = np.linalg.norm(np.cross(u, p[:, k] - corners[:, i]))
        # >> end
    # >> peak = max(abs(qd), [], "all");  expected = max(abs(diff(waypoints, 1, 2)), [], "all")/(1 - 0.25);
    peak, expected = np.abs(qd).max(), np.abs(np.diff(waypoints)).max() / (1 - 0.25)
    # >> fprintf("largest pose error of the inverse kinematics: %.1e\n", max(poseError))
    print(f"largest pose error of the inverse kinematics: {poseError.max():.1e}")
    # >> fprintf("fastest joint: %.3f rad/s, distance/(duration - ramp): %.3f rad/s\n", peak, expected)
    print(f"fastest joint: {peak:.3f} rad/s, distance/(duration - ramp): {expected:.3f} rad/s")
    # >> fprintf("off the straight line: at most %.1f mm\n", 1000*max(off))
    print(f"off the straight line: at most {1000 * off.max():.1f} mm")

    # >> figure
    plt.figure()
    # >> rate = rateControl(30);
    rate = rst.rateControl(30)
    # >> for k = 1:4:numel(t)
    for k in range(0, t.size, 4):
        # >> show(robot, q(:,k)', PreservePlot=false, FastUpdate=true, Frames="off");
        rst.show(robot, q[:, k], PreservePlot=False, FastUpdate=True, Frames="off")
        # >> drawnow
        rst.drawnow()
        # >> waitfor(rate);
        rst.waitfor(rate)
        # >> end
    # >> s = statistics(rate);
    s = rst.statistics(rate)
    # >> fprintf("%d frames, %.0f a second\n", s.NumPeriods, 1/s.AveragePeriod)
    print(f"{s.NumPeriods} frames, {1 / s.AveragePeriod:.0f} a second")

    # >> figure; ax = subplot(1, 2, 1);
    ax, (upper, lower) = panels(2)
    # >> show(robot, waypoints(:,2)', Parent=ax, Frames="off"); hold on
    rst.show(robot, waypoints[:, 1], Parent=ax, Frames="off")
    # >> plot3(corners(1,:), corners(2,:), corners(3,:), "k--", p(1,:), p(2,:), p(3,:), "r");
    ax.plot(*corners, "--", color=GRAY, linewidth=1)
    ax.plot(*p, color=RED)
    # >> axis([-0.15 0.5 -0.25 0.25 0 0.45])
    ax.set(xlim=(-0.15, 0.5), ylim=(-0.25, 0.25), zlim=(0, 0.45))
    ax.set(xlabel="X (m)", ylabel="Y (m)", zlabel="Z (m)", title="the pen at the second corner")
    # >> subplot(2, 2, 2); plot(t, qd); ylabel("joint velocity (rad/s)"); legend("joint " + (1:6))
    upper.plot(t, qd.T, label=[f"{i}" for i in range(1, 7)])
    upper.set(ylabel="velocity (rad/s)", title="trapezoidal velocities of the six joints", xlim=(0, 4))
    upper.legend(loc="lower right", ncols=6, columnspacing=0.8, handlelength=1.2)
    low, high = upper.get_ylim()
    upper.set_ylim(low - 0.25 * (high - low), high)
    # >> subplot(2, 2, 4); plot(t, 1000*off); xlabel("time (s)"); ylabel("off the line (mm)")
    lower.fill_between(t, 1000 * off, color=RED, alpha=0.25, linewidth=0)
    lower.plot(t, 1000 * off, color=RED)
    lower.set(
        xlabel="time (s)", ylabel="distance (mm)", title="distance of the pen from the straight line", xlim=(0, 4)
    )
    return {
        "pose_error": poseError.max(),
        "peak_velocity": peak,
        "expected_peak_velocity": expected,
        "off_the_line": off.max(),
        "closed": np.linalg.norm(p[:, 0] - p[:, -1]),
    }


if __name__ == "__main__":
    run(main)
