"""What mat-io gives, as values: kinds that only objects hold."""

import numpy as np
import pytest
from mat_samples import cell, matio, opaque, write_objects

from rst_compat.files.mat_plain import Converter
from rst_compat.files.mat_reader import read_mat
from rst_compat.files.mat_values import Cell, MatObject


@pytest.mark.parametrize("version", ["v7", "v7.3"])
def test_strings(tmp_path, version):
    kind = np.dtypes.StringDType()
    one, two = np.array([["revolute"]], dtype=kind), np.array([["a", "bc"]], dtype=kind)
    got = read_mat(write_objects(tmp_path / "a.mat", version, one=one, two=two))
    assert got["one"] == "revolute"
    assert got["two"].tolist() == [["a", "bc"]]


def test_a_missing_string_is_no_text():
    kind = np.dtypes.StringDType(na_object=np.nan)
    assert Converter(lambda v: v).value(np.array([["a", np.nan]], dtype=kind)).tolist() == [["a", ""]]
    assert Converter(lambda v: v).value(np.array([[np.nan]], dtype=kind)) == ""


def test_maps_and_tables(tmp_path):
    pd = pytest.importorskip("pandas")
    matio()
    frame = pd.DataFrame({"t": [0.0, 1.0], "q": [2.0, 3.0]})
    got = read_mat(write_objects(tmp_path / "a.mat", table=frame))
    assert isinstance(got["table"], pd.DataFrame)
    assert got["table"]["q"].tolist() == [2, 3]


def test_an_object_that_several_hold_is_one(tmp_path):
    shared = opaque("Shared", a=1.0)
    got = read_mat(write_objects(tmp_path / "a.mat", both=cell([shared, opaque("Holder", inner=shared)]), alone=shared))
    assert got["both"][0] is got["both"][1].inner
    assert got["both"][0] is got["alone"]


class MatlabOpaque:
    """As mat-io's, for what its writer does not write."""

    def __init__(self, properties, classname="Some"):
        self.properties, self.classname = properties, classname


def test_objects_that_hold_each_other():
    first, second = MatlabOpaque({}), MatlabOpaque({})
    first.properties["other"], second.properties["other"] = second, first
    got = Converter(lambda v: v).value(first)
    assert isinstance(got, MatObject)
    assert got.other.other is got


def test_objects_without_content():
    converter = Converter(lambda v: v)
    assert converter.value(MatlabOpaque((0, 3))).shape == (0, 3)
    lost = MatlabOpaque(np.zeros(3), "java.lang.Thread")
    inner = converter.value(MatlabOpaque({"lost": lost, "deleted": MatlabOpaque(None)}))
    assert inner.lost._class_name == "java.lang.Thread"
    assert len(inner.deleted) == 0
    assert converter.odd == ["mat-io cannot decode an object of the class java.lang.Thread"]


def test_arrays_of_objects(tmp_path):
    array = np.empty((1, 2), dtype=object)
    array[0, 0], array[0, 1] = MatlabOpaque({"a": 1}), MatlabOpaque({"a": 2})
    got = Converter(lambda v: v).value(array)
    assert isinstance(got, Cell)
    assert got[0, 1].a == 2
