"""Structs, struct arrays and cells as Python sees them."""

import copy
import pickle
import re

import numpy as np
import pytest

from rst_compat.errors import MatlabAttributeError, MatlabKeyError
from rst_compat.files.mat_values import Cell, MatObject, Struct, StructArray, matlab_class, matlab_size


def test_struct():
    s = Struct(mass=1.0, **{"lambda": 2.0})
    assert s["lambda"] == 2
    assert vars(s) == {"mass": 1, "lambda": 2}
    assert list(s) == ["mass", "lambda"]
    assert len(s) == 2
    assert "mass" in s
    assert "q" not in s
    s.q = 3
    s["r"] = 4
    assert (s["q"], s.r) == (3, 4)
    del s.q
    assert not hasattr(s, "q")
    assert s == Struct(mass=1.0, r=4, **{"lambda": 2.0})
    assert repr(Struct(a=np.float64(1), b="t")) == "Struct(a=1.0, b='t')"


def test_a_misspelt_field():
    s = Struct(mass=1.0)
    words = "no field 'Mass': expected one of mass, got 'Mass'. Did you mean 'mass'"
    with pytest.raises(MatlabAttributeError, match=re.escape(words)) as caught:
        _ = s.Mass
    assert caught.value.identifier == "rst_compat:mat:NoSuchName"
    with pytest.raises(MatlabKeyError, match="no field 'q'"):
        s["q"]
    with pytest.raises(MatlabAttributeError, match="no property 'b': expected one of none"):
        _ = MatObject("Joint").b


def test_a_field_with_the_name_of_something_python_has():
    s = Struct(**{"__class__": 1, "__dict__": 2, "_noun": 3, "keys": 4})
    assert type(s) is Struct
    assert [s[name] for name in s] == [1, 2, 3, 4]
    assert s.keys == 4


def test_cell():
    c = Cell([1, 2, 3, 4, 5, 6], (2, 3))  # {1 3 5; 2 4 6}
    assert c.shape == (2, 3)
    assert (c[0], c[1], c[-1]) == (1, 2, 6)
    assert (c[0, 0], c[1, 0], c[0, 1], c[-1, -1]) == (1, 2, 3, 6)
    assert c[1:3] == [2, 3]
    assert list(c) == [1, 2, 3, 4, 5, 6]
    for index in ((2, 0), (0, 3), (-3, 0), (0, 0, 0)):
        with pytest.raises(IndexError, match="outside of 2x3"):
            c[index]
    c.append(7)
    assert c.shape == (1, 7)
    assert c[0, 6] == 7


def test_arrays_of_cells():
    c = Cell([1, "a", np.eye(2), 4], (2, 2))
    array = np.asarray(c)
    assert array.shape == np.shape(c) == (2, 2)
    assert array[1, 0] == "a"
    assert array[0, 1] is c[2]
    assert np.array(Cell([1.0, 2.0], (2, 1)), dtype=float).tolist() == [[1], [2]]
    assert np.asarray(StructArray([Struct(a=1)])).shape == (1, 1)
    assert np.asarray(Cell([], (0, 3))).shape == (0, 3)


def test_struct_array():
    s = StructArray([Struct(a=1, b="x"), Struct(a=2, b="y")], (2, 1))
    assert s.a == [1, 2]
    assert s[1].b == "y"
    assert s[1, 0].b == "y"
    assert s.fields == ("a", "b")
    assert StructArray([], (0, 0), ("a",)).a == []
    with pytest.raises(AttributeError):
        _ = s.c


@pytest.mark.parametrize(
    "value", [Struct(a=1), Cell([1, 2], (2, 1)), StructArray([Struct(a=1)], (1, 1)), MatObject("Joint", a=[1])]
)
def test_copies(value):
    for again in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert type(again) is type(value)
        assert again == value
        assert repr(again) == repr(value)
        assert matlab_class(again) == matlab_class(value)
        assert getattr(again, "shape", None) == getattr(value, "shape", None)


def test_classes_and_sizes():
    for value, kind, size in [
        (np.array(["ab", "cd", "ef"]), "char", (3, 2)),
        (np.zeros((2, 3, 4), np.float32), "single", (2, 3, 4)),
        (np.zeros((1, 2), complex), "double", (1, 2)),
        (np.bool_(True), "logical", (1, 1)),
        (StructArray([], (0, 0)), "struct", (0, 0)),
        (MatObject("Joint"), "Joint", (1, 1)),
        (object(), "object", (1, 1)),
    ]:
        assert (matlab_class(value), matlab_size(value)) == (kind, size)
