"""Draws ``robots.png``, the picture of the README: ``python docs/pictures/robots.py``."""

from math import pi
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import rst_compat as rst

HERE = Path(__file__).parent
ARM = HERE.parents[1] / "tests" / "pictures" / "arm" / "arm.urdf"

figure = plt.figure(figsize=(13.2, 4.4), dpi=90)
places = [figure.add_axes([0.02 + 0.325 * k, 0.02, 0.29 - 0.02 * (k == 2), 0.9], projection="3d") for k in range(3)]

iiwa = rst.loadrobot("kukaIiwa14", DataFormat="row")
rst.show(iiwa, [0.3, 0.7, 0, -1.2, 0, 0.9, 0], Parent=places[0])
places[0].set_title("show(robot, q)", fontsize=11, family="monospace")

arm = rst.importrobot(ARM, DataFormat="row")
for k, share in enumerate(np.linspace(0, 1, 4)):
    rst.show(
        arm, [0.2 + 0.9 * share, 0.3 + 0.9 * share, share], Position=[0, 0.45 * k, 0, 0], Frames="off", Parent=places[1]
    )
rst.showCollisionArray(
    [rst.collisionBox(0.9, 1.9, 0.04, Pose=rst.trvec2tform([0.25, 0.68, -0.02]))],
    Parent=places[1],
    Color=[0.76, 0.72, 0.66],
)
places[1].set_title("show(robot, q, Position=[x, y, z, yaw])", fontsize=11, family="monospace")

rst.rng(0)
ur = rst.loadrobot("universalUR5e", DataFormat="row")
workspace, configs = rst.generateRobotWorkspace(ur, [], "tool0", MaxNumSamples=40000)
index = rst.manipulabilityIndex(ur, configs, "tool0")
behind = workspace[:, 1] < 0
rst.show(ur, [0.6, -2 * pi / 5, pi / 2.5, -1.2, -pi / 2, 0], Frames="off", Parent=places[2])
rst.showWorkspaceAnalysis(workspace[behind], index[behind], Voxelize=True, Parent=places[2])
places[2].set_title("showWorkspaceAnalysis(workspace, index)", fontsize=11, family="monospace")

figure.savefig(HERE / "robots.png")
