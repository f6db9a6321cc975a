"""loadrobot: robots by MATLAB's names, shipped as facts in model.json, or read from a package of URDF files."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import MatlabError, MatlabFileNotFoundError, MatlabValueError, nearest
from .arguments import is_empty, name_values, numbers, outputs, text
from .importers import BUNDLED, LIBRARY, from_spec, importrobot, read_spec

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

PACKAGE = "example-robot-data"
PIP_LINE = f"pip install {PACKAGE}"
_FOLDER = "cmeel.prefix/share/example-robot-data/robots"
_OF_LIBRARY = (
    "abbIrb120",
    "abbIrb120T",
    "fanucLRMate200ib",
    "frankaEmikaPanda",
    "kinovaGen3",
    "quanserQArm",
    "rethinkSawyer",
    "universalUR10",
    "universalUR10e",
    "universalUR3",
    "universalUR3e",
    "universalUR5",
    "universalUR5e",
)
#: MATLAB's name -> the package of the model.json, and its name there
SHIPPED = {name: (LIBRARY, name) for name in _OF_LIBRARY} | {
    "kukaIiwa14": (BUNDLED, "iiwa14"),
    "puma560": (BUNDLED, "puma560"),
}
#: MATLAB's name -> the URDF file in the package of the extra
IN_PACKAGE = {
    "rethinkBaxter": "baxter_description/urdf/baxter.urdf",
    "willowgaragePR2": "pr2_description/urdf/pr2.urdf",
}
#: names of MATLAB, and names that public scripts load, that nobody ships for us
ELSEWHERE = (
    "abbIrb1600",
    "abbYuMi",
    "amrPioneer3AT",
    "amrPioneer3DX",
    "amrPioneerLX",
    "atlas",
    "clearpathHusky",
    "clearpathJackal",
    "clearpathTurtleBot2",
    "fanucM16ib",
    "kinovaJacoJ2N6S200",
    "kinovaJacoJ2N6S300",
    "kinovaJacoJ2N7S300",
    "kinovaJacoJ2S6S300",
    "kinovaJacoJ2S7S300",
    "kinovaMicoM1N4S200",
    "kinovaMicoM1N6S200",
    "kinovaMicoM1N6S300",
    "kinovaMovo",
    "kukaIiwa7",
    "omronEcobra-600",
    "quanserQBot2e",
    "quanserQCar",
    "robotisOP2",
    "robotisOpenManipulator",
    "techmanTM5-700",
    "tm12",
    "universalUR16e",
    "valkyrie",
    "yaskawaMotomanMH5",
)


class _Found(NamedTuple):
    robot: rigidBodyTree
    path: str
    about: str


def loadrobot(robotname: str, *args: Any, nargout: int = 1, **keywords: Any) -> Any:
    """Make the rigidBodyTree of a robot that MATLAB knows by name.

    Parameters
    ----------
    robotname : str
        MATLAB's name, in any case of letters: ``"abbIrb120"``, ``"kukaIiwa14"``, ``"universalUR3"``.
    *args, **keywords
        Name-value arguments: ``DataFormat`` ("struct" by default), ``Gravity`` ([0 0 0] m/s^2 by default, base axes),
        ``Version`` (1: there is one version of each).
    nargout : int
        2 returns the robot's data too.

    Returns
    -------
    rigidBodyTree, or (rigidBodyTree, namespace)
        The namespace has ``FilePath``, ``Source`` (where the numbers come from) and ``Version``.

    Raises
    ------
    MatlabError
        ``rst_compat:loadrobot:UnknownRobot`` with the nearest names, ``rst_compat:loadrobot:NotShipped`` for a name of
        MATLAB that is not here, ``rst_compat:loadrobot:NotInstalled`` with the pip line for a robot of the extra
        ``robots``, ``rst_compat:loadrobot:WrongVersion``.

    Notes
    -----
    Fifteen robots come with this package. abbIrb120, abbIrb120T, fanucLRMate200ib, kukaIiwa14, quanserQArm,
    rethinkSawyer and universalUR3 have values that MATLAB prints, in ``fixtures/golden``. kinovaGen3 is the
    manufacturer's description, as in MATLAB's file; universalUR5 and universalUR10 are the siblings of the description
    that MATLAB's universalUR3 is. frankaEmikaPanda has inertias that were identified of the arm; universalUR3e,
    universalUR5e and universalUR10e have the masses, centres of mass and inertias that the manufacturer publishes.
    MATLAB's files of these four may have others. puma560 is
    Corke's model in DH parameters: its body names are not those of MATLAB's file. rethinkBaxter and willowgaragePR2 are
    the URDF files of the package example-robot-data. The second output's ``Source`` names file, revision and licence.

    Examples
    --------
    >>> robot, robotData = loadrobot("abbirb120", DataFormat="row", Gravity=[0, 0, -9.81], nargout=2)
    >>> robot.BodyNames[-1], robotData.Version
    ('tool0', 1)
    """
    values = name_values("loadrobot", args, keywords, {"DataFormat": "struct", "Gravity": [0, 0, 0], "Version": 1})
    name = _name(text(robotname, "loadrobot: the name"))
    version = 1 if is_empty(values["Version"]) else numbers(values["Version"], "loadrobot: Version")
    if version != 1:
        raise MatlabValueError(
            "rst_compat:loadrobot:WrongVersion",
            f"loadrobot: there is one version of {name}",
            "1",
            str(values["Version"]),
            "importrobot reads the URDF file of another version",
        )
    found = _shipped(name) if name in SHIPPED else _in_package(name)
    robot = found.robot
    robot.DataFormat = "struct" if is_empty(values["DataFormat"]) else values["DataFormat"]
    robot.Gravity = [0, 0, 0] if is_empty(values["Gravity"]) else values["Gravity"]
    return outputs(nargout, robot, SimpleNamespace(FilePath=found.path, Source=found.about, Version=1))


def _name(given: str) -> str:
    """The robot's name as MATLAB spells it."""
    here = [*SHIPPED, *IN_PACKAGE]
    spelled = {name.lower(): name for name in (*here, *ELSEWHERE)}.get(given.lower())
    if spelled in here:
        return str(spelled)
    listed = "one of " + ", ".join(sorted(here, key=str.lower))
    if spelled:
        raise MatlabValueError(
            "rst_compat:loadrobot:NotShipped",
            f"loadrobot: '{spelled}' is a robot of MATLAB that does not come with this package",
            listed,
            f"'{given}'",
            "importrobot reads its URDF file; in MATLAB fixtures/generators/export_rst_model.m writes it as model.json",
        )
    near = _nearest_names(given, here)
    raise MatlabValueError(
        "rst_compat:loadrobot:UnknownRobot",
        f"loadrobot: there is no robot '{given}'",
        listed,
        f"'{given}'",
        f"Did you mean {' or '.join(repr(n) for n in near)}?" if near else "importrobot reads files",
    )


def _nearest_names(given: str, known: list[str]) -> list[str]:
    """Names that contain the given one or its last word, and the closest one."""
    word = given.lower()
    found = [n for n in known if word and (word in n.lower() or n.lower() in word)]
    first = nearest(given, known)
    return list(dict.fromkeys([*([first] if first else []), *found]))[:3]


def _shipped(name: str) -> _Found:
    package, stem = SHIPPED[name]
    from importlib.resources import files as resources  # noqa: PLC0415 - slow to import, needed only here

    resource = resources(package) / f"{stem}.json"
    spec = read_spec(resource.read_text(encoding="utf-8"))  # not by its name, which a file here may have too
    return _Found(from_spec(spec), str(resource), spec.description)


def _in_package(name: str) -> _Found:
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415 - slow to import

    try:
        package = distribution(PACKAGE)
    except PackageNotFoundError:
        raise _not_installed(name, f"the package {PACKAGE} is not installed") from None
    path = Path(str(package.locate_file(f"{_FOLDER}/{IN_PACKAGE[name]}")))
    if not path.is_file():
        raise _not_installed(name, f"{PACKAGE} {package.version} has no file {IN_PACKAGE[name]}")
    return _Found(importrobot(path), str(path), f"{PACKAGE} {package.version}, {IN_PACKAGE[name]}")


def _not_installed(name: str, got: str) -> MatlabError:
    return MatlabFileNotFoundError(
        "rst_compat:loadrobot:NotInstalled",
        f"loadrobot: {name} does not come with this package",
        f"the URDF files of {PACKAGE}, an extra",
        got,
        PIP_LINE,
    )
