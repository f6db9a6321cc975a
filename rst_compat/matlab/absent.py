"""Names that scripts use and this package does not have, with what to do instead.

MIGRATION.md has the same list; a test holds the two together.
"""

_PLANNER = "Take a sampling planner, such as those of the package ompl, with checkCollision"
_ROS = "ROS has its own Python packages, rclpy and rospy"
_AXIS = "axang2rotm([{}, angle]), in radians; MATLAB's takes degrees"

#: name -> advice ("" where there is none)
NOT_YET: dict[str, str] = {
    "contopptraj": "trapveltraj keeps to a velocity or an acceleration, of each segment",
    "sim": "Simulink has no place here; write the equations for ode45",
    "rosinit": _ROS,
    "rosclient": _ROS,
    "exampleHelperLoadRobot": "loadrobot loads robots by name",
    "smimport": "importrobot reads the URDF that the CAD program writes beside the Simscape file",
    "urdfExporter": 'exportrobot(robot, "robot.urdf") writes URDF',
    "writeAsFunction": "exportrobot writes model.json and URDF",
    "manipulatorRRT": _PLANNER,
    "manipulatorStateSpace": _PLANNER,
    "manipulatorCollisionBodyValidator": _PLANNER,
    "InverseKinematics": "It is inverseKinematics, or robotics.InverseKinematics",
    "GeneralizedInverseKinematics": "It is generalizedInverseKinematics, or robotics.GeneralizedInverseKinematics",
    "rotx": _AXIS.format("1, 0, 0"),
    "roty": _AXIS.format("0, 1, 0"),
    "rotz": _AXIS.format("0, 0, 1"),
    "zeros": "numpy.zeros((m, n))",
    "eye": "numpy.eye(n)",
    "linspace": "numpy.linspace(a, b, n)",
    "norm": "numpy.linalg.norm(v)",
    "inv": "numpy.linalg.solve(A, b), or numpy.linalg.inv(A)",
    "pinv": "numpy.linalg.pinv(A)",
    "cross": "numpy.cross(a, b)",
    "fprintf": 'print(f"{x:.4f}")',
    "interp1": "numpy.interp(xq, x, y)",
    "spline": "scipy.interpolate.CubicSpline(x, y)",
    "figure": "matplotlib.pyplot.figure()",
    "plot": "matplotlib.pyplot.plot",
    "plot3": 'matplotlib.pyplot.figure().add_subplot(projection="3d").plot',
    "subplot": "matplotlib.pyplot.subplot",
    "legend": "matplotlib.pyplot.legend",
    "title": "ax.set_title(text) of the axes that show returns",
    "xlabel": "ax.set_xlabel(text) of the axes that show returns",
    "axis": "ax.set(xlim=(a, b), ylim=(c, d), zlim=(e, f)) of the axes that show returns; its scale is one for all",
    "view": "ax.view_init(elev=el, azim=az - 90) of the axes that show returns",
    "gca": "matplotlib.pyplot.gca()",
    "gcf": "matplotlib.pyplot.gcf()",
    "syms": "sympy.symbols",
    "jacobian": "Matrix.jacobian of SymPy; geometricJacobian(robot, q, body) of a robot",
    "matlabFunction": "sympy.lambdify",
    "fmincon": "scipy.optimize.minimize",
    "lsqnonlin": "scipy.optimize.least_squares",
    "quadprog": 'scipy.optimize.minimize(method="SLSQP")',
}

#: names of Peter Corke's toolbox that stand in scripts for this one -> advice
OF_CORKES_TOOLBOX: dict[str, str] = {
    "jtraj": "quinticpolytraj",
    "ctraj": "transformtraj",
    "transl": "trvec2tform(v)",
    "trotx": "axang2tform([1, 0, 0, angle])",
    "troty": "axang2tform([0, 1, 0, angle])",
    "trotz": "axang2tform([0, 0, 1, angle])",
}
