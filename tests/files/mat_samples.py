"""MAT-files made at test time: element by element, and objects as MATLAB saves them."""

import importlib
import struct
import zlib

import numpy as np
import pytest

from rst_compat.files.mat_errors import NeedsExtraError
from rst_compat.files.mat_objects import optional

HEADER = b"MATLAB 5.0 MAT-file, made by a test".ljust(116) + b"\0" * 8 + b"\0\1IM"
MARK = 0xDD000000


def element(kind, content, order="<"):
    """A data element: tag, content, padding."""
    return struct.pack(order + "II", kind, len(content)) + content + b"\0" * (-len(content) % 8)


def matrix(name, code, shape, *parts, flags=0, order="<"):
    """An array of some class; flags 2 logical, 8 complex."""
    head = element(6, struct.pack(order + "II", code | flags << 8, 0), order)
    head += element(5, struct.pack(f"{order}{len(shape)}i", *shape), order)
    return element(14, head + element(1, name, order) + b"".join(parts), order)


def double(name=b"", *values, shape=None, order="<"):
    """A row of doubles."""
    content = element(9, struct.pack(f"{order}{len(values)}d", *values), order)
    return matrix(name, 6, shape or (1, len(values)), content, order=order)


def compressed(variable):
    """A variable as version 7 writes it."""
    data = zlib.compress(variable)
    return struct.pack("<II", 15, len(data)) + data


def mat5(path, *variables):
    """A file of some variables."""
    path.write_bytes(HEADER + b"".join(variables))
    return path


def variables(data):
    """The elements of a file, inflated, each with whether it was compressed."""
    at, out = 128, []
    while at < len(data):
        kind, count = struct.unpack("<II", data[at : at + 8])
        body = data[at + 8 : at + 8 + count]
        out.append((at, zlib.decompress(body) if kind == 15 else data[at : at + 8] + body, kind == 15))
        at += 8 + count
    return out


def rebuilt(data, parts, compress):
    """A file with the header of another one and these elements; the table of objects stays found."""
    table = int.from_bytes(data[116:124], "little")
    out, where = b"", 0
    for (at, _, _), part in zip(variables(data), parts, strict=True):
        if at == table:
            where = 128 + len(out)
        out += compressed(part) if compress else part
    return data[:116] + struct.pack("<Q", where) + data[124:128] + out


def matio():
    """mat-io, or the test is skipped."""
    pytest.importorskip("h5py", reason="mat-io is not installed")
    try:
        return optional("matio", "")
    except NeedsExtraError:
        pytest.skip("mat-io is not installed")


def opaque(class_name, **properties):
    """An object of a MATLAB class, to be written by mat-io."""
    matio()
    kind = importlib.import_module("matio.utils.matclass").MatlabOpaque
    return kind({name: _array(value) for name, value in properties.items()}, class_name)


def cell(items):
    """A row of a cell."""
    out = np.empty((1, len(items)), dtype=object)
    for k, item in enumerate(items):
        out[0, k] = _array(item)
    return out


def _array(value):
    if isinstance(value, str):
        return np.array([value])
    if isinstance(value, list):
        return cell(value)
    if isinstance(value, bool | int | float):
        return np.array([[value]], dtype=bool if isinstance(value, bool) else float)
    return value


def write_objects(path, version="v7", **values):
    """A file with objects."""
    matio().save_to_mat(str(path), {name: _array(value) for name, value in values.items()}, version=version)
    return path


def plain_hdf5(path, arrays, **storage):
    """A file of version 7.3 with doubles alone, written quickly."""
    matio()
    h5py = importlib.import_module("h5py")
    with h5py.File(path, "w", userblock_size=512) as file:
        for name, array in arrays.items():
            file.create_dataset(name, data=array.T, **storage).attrs["MATLAB_class"] = np.bytes_("double")
    with open(path, "r+b") as file:
        file.write(b"MATLAB 7.3 MAT-file, made by a test".ljust(124) + b"\0\2IM")


def padded(text):
    """A CharacterVector object: text padded to 200 characters, and its length."""
    return opaque("robotics.manip.internal.CharacterVector", Length=len(text), Vector=text.ljust(200))


def joint_2019(name, kind, **properties):
    """A joint as releases to 2023 save it."""
    return opaque(
        "robotics.Joint",
        NameInternal=name,
        Type=kind,
        **{
            "JointToParentTransform": np.eye(4),
            "ChildToJointTransform": np.eye(4),
            "PositionLimitsInternal": np.array([[-1.0, 2.0]]),
            "HomePositionInternal": 0.5,
            "JointAxisInternal": np.array([[0.0, 0.6, 0.8]]),
        }
        | properties,
    )


def joint_2025(name, kind, positions=1, **properties):
    """A joint as the releases of 2025 save it."""
    limits, home = np.zeros((7, 2)), np.zeros((1, 7))
    limits[:positions], home[0, :positions] = [-1.0, 2.0], 0.5
    if positions == 7:
        limits[:4], home = np.nan, np.array([[1.0, 0, 0, 0, 0, 0, 0]])
    return opaque(
        "robotics.Joint",
        NameInternal=padded(name),
        TypeInternal=padded(kind),
        **{
            "JointToParentTransform": np.eye(4),
            "ChildToJointTransform": np.eye(4),
            "PositionLimitsInternal": limits,
            "HomePositionInternal": home,
            "JointAxisInternal": np.array([[0.0, 0.6, 0.8]]),
            "PositionNumber": positions,
        }
        | properties,
    )


def body(name, parent, joint, **properties):
    """A body of a saved tree; ``parent`` counts from 0, the base."""
    return opaque(
        "robotics.manip.internal.RigidBody",
        NameInternal=name,
        ParentIndex=parent,
        JointInternal=joint,
        **{
            "MassInternal": 2.0,
            "CenterOfMassInternal": np.array([[0.1, 0.2, 0.3]]),
            "InertiaInternal": np.array([[5.0, 0.6, 0.5], [0.6, 6.0, 0.4], [0.5, 0.4, 7.0]]),
        }
        | properties,
    )


def tree(bodies, data_format="row___", **properties):
    """A rigidBodyTree as MATLAB saves it."""
    base = opaque("robotics.manip.internal.RigidBody", NameInternal="ground", MassInternal=9.0)
    inner = {"NumBodies": len(bodies), "Base": base, "Bodies": list(bodies), "DataFormatInternal": data_format}
    inner |= {"Gravity": np.array([[0.0, 0.0, -9.81]])}
    inner = {name: value for name, value in (inner | properties).items() if value is not None}
    return opaque("robotics.RigidBodyTree", TreeInternal=opaque("robotics.manip.internal.RigidBodyTree", **inner))
