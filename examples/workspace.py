"""The workspace of an arm: where it can go, how well it moves there, and the hole in the middle.

Random configurations give a cloud of points. For the centre of the wrist the cloud has exact borders, which follow
from the link lengths: two links of 0.425 and 0.392 m at an offset of 0.109 m from the axis of the base. So no point
lies farther from the shoulder than the stretched arm, nor nearer to the axis than the offset: a hole that many tasks
fall into. The index of Yoshikawa shows why the border is no place to work.

The lines behind ``>>`` are the MATLAB script, each above the Python line that it became.
"""

import numpy as np
from pictures import RED, panels, run

import rst_compat as rst


def main():
    """Draw configurations, measure the cloud, draw it."""
    # >> robot = loadrobot("universalUR5", DataFormat="row");
    robot = rst.loadrobot("universalUR5", DataFormat="row")
    # >> rng(1);
    rst.rng(1)
    # >> [points, configs] = generateRobotWorkspace(robot, {}, "wrist_2_link", MaxNumSamples=4000);
    points, configs = rst.generateRobotWorkspace(robot, [], "wrist_2_link", MaxNumSamples=4000, nargout=2)
    # >> index = manipulabilityIndex(robot, configs, "wrist_2_link", MotionComponent="linear");
    index = rst.manipulabilityIndex(robot, configs, "wrist_2_link", MotionComponent="linear")
    # >> shoulder = tform2trvec(getTransform(robot, homeConfiguration(robot), "shoulder_link"));
    shoulder = rst.tform2trvec(rst.getTransform(robot, rst.homeConfiguration(robot), "shoulder_link"))
    # >> distance = vecnorm(points - shoulder, 2, 2);  radius = hypot(points(:,1), points(:,2));
    distance, radius = np.linalg.norm(points - shoulder, axis=1), np.hypot(points[:, 0], points[:, 1])
    # >> a2 = 0.425;  a3 = 0.39225;  d4 = 0.10915;
    a2, a3, d4 = 0.425, 0.39225, 0.10915
    # >> reach = hypot(a2 + a3, d4);
    reach = np.hypot(a2 + a3, d4)
    # >> fprintf("farthest point %.4f m, by hand %.4f m\n", max(distance), reach)
    print(f"farthest point {distance.max():.4f} m, by hand {reach:.4f} m")
    # >> fprintf("nearest to the axis %.4f m, by hand %.4f m\n", min(radius), d4)
    print(f"nearest to the axis {radius.min():.4f} m, by hand {d4:.4f} m")
    # >> [best, k] = max(index);  elbow = rad2deg(configs(k,3));
    best, k = index.max(), index.argmax()
    elbow = np.rad2deg(configs[k, 2])
    # >> fprintf("best index %.4f, %.3f m from the shoulder, elbow at %.0f deg\n", best, distance(k), elbow)
    print(f"best index {best:.4f}, {distance[k]:.3f} m from the shoulder, elbow at {elbow:.0f} deg")
    # >> border = max(index(distance > 0.98*reach));
    border = index[distance > 0.98 * reach].max()
    # >> fprintf("within 2 %% of the border: at most %.0f %% of the best\n", 100*border/best)
    print(f"within 2 % of the border: at most {100 * border / best:.0f} % of the best")

    # >> ax = subplot(1, 2, 1);
    ax, (plot,) = panels(1, left=0.5)
    # >> behind = points(:,1) + points(:,2) < 0;
    behind = points[:, 0] + points[:, 1] < 0
    # >> showWorkspaceAnalysis(points(behind,:), index(behind), Voxelize=true, Parent=ax); hold on
    rst.showWorkspaceAnalysis(points[behind], index[behind], Voxelize=True, Parent=ax)
    # >> turned = configs(k,:);  turned(1) = turned(1) - atan2(points(k,2), points(k,1)) - pi/12;
    turned = configs[k].copy()
    turned[0] = turned[0] - np.arctan2(points[k, 1], points[k, 0]) - np.pi / 12
    # >> show(robot, turned, Parent=ax, Frames="off");
    rst.show(robot, turned, Parent=ax, Frames="off")
    ax.set(xlabel="X (m)", ylabel="Y (m)", zlabel="Z (m)", title="the half behind the arm, best elbow")
    # >> subplot(1, 2, 2); scatter(radius, points(:,3), 4, index, "filled"); hold on
    plot.scatter(radius, points[:, 2], 4, index, linewidths=0)
    # >> a = linspace(-pi/2, pi/2, 181); plot(hypot((a2 + a3)*cos(a), d4), shoulder(3) + (a2 + a3)*sin(a), "r")
    a = np.linspace(-np.pi / 2, np.pi / 2, 181)
    plot.plot(
        np.hypot((a2 + a3) * np.cos(a), d4), shoulder[2] + (a2 + a3) * np.sin(a), color=RED, label="stretched arm"
    )
    # >> plot([d4 d4], shoulder(3) + (a2 + a3)*[-1 1], "r--"); legend("", "stretched arm", "offset of the wrist")
    plot.plot([d4, d4], shoulder[2] + (a2 + a3) * np.array([-1, 1]), "--", color=RED, label="offset of the wrist")
    # >> axis equal; xlabel("distance from the axis of the base (m)"); ylabel("Z (m)")
    plot.set(
        xlabel="distance from the axis of the base (m)",
        ylabel="Z (m)",
        title="borders, from the link lengths",
        xlim=(0, 1.1),
    )
    plot.set_aspect("equal")
    plot.legend(loc="upper left", bbox_to_anchor=(0.55, 1.0))
    return {
        "farthest": distance.max(),
        "reach": reach,
        "nearest_to_axis": radius.min(),
        "offset": d4,
        "border": border / best,
    }


if __name__ == "__main__":
    run(main)
