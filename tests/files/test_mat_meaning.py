"""timeseries objects in the layouts that were seen."""

import numpy as np
import pytest
from mat_samples import opaque, write_objects

from rst_compat.files.mat_meaning import Meaning
from rst_compat.files.mat_reader import read_mat
from rst_compat.files.mat_values import MatObject, Struct, TimeSeries

TIME = np.arange(5.0).reshape(5, 1) / 10
DATA = np.arange(10.0).reshape(5, 2)
EMPTY = np.zeros((0, 0))


@pytest.mark.parametrize("version", ["v7", "v7.3"])
def test_storage(tmp_path, version):
    info = opaque("tsdata.timemetadata", Units="seconds", Time_=TIME)
    storage = opaque("tsdata.Storage", Data=DATA)
    units = opaque("tsdata.datametadata", Units="rad")
    series = opaque("timeseries", Name="q", TimeInfo=info, Storage_=storage, DataInfo=units, Data_=EMPTY)
    got = read_mat(write_objects(tmp_path / "a.mat", version, series=series))["series"]
    assert isinstance(got, TimeSeries)
    assert np.array_equal(got.Time, TIME)
    assert np.array_equal(got.Data, DATA)
    assert (got.Name, got.TimeUnits, got.DataUnits) == ("q", "seconds", "rad")


def test_data_and_time_of_the_object_itself():
    got = Meaning(lambda spec: spec)(MatObject("timeseries", Data_=DATA, Time_=TIME))
    assert np.array_equal(got.Data, DATA)
    assert np.array_equal(got.Time, TIME)


@pytest.mark.parametrize(("first", "count"), [(True, 5), (False, 2)])
def test_even_steps(first, count):
    info = MatObject("tsdata.timemetadata", Time_=EMPTY, Start_=np.float64(1.0), Increment_=np.float64(0.5))
    series = MatObject("timeseries", TimeInfo=info, Storage_=MatObject("s", Data=DATA), IsTimeFirst_=first)
    assert Meaning(lambda spec: spec)(series).Time.ravel().tolist() == [1 + 0.5 * k for k in range(count)]


@pytest.mark.parametrize("properties", [{}, {"Data_": DATA}, {"TimeInfo": Struct(Time_=TIME)}])
def test_an_unknown_layout_stays_an_object(properties):
    series = MatObject("timeseries", **properties)
    assert Meaning(lambda spec: spec)(series) is series


def test_other_structs_stay_what_they_are():
    struct = Struct(Format="rigidBodyTree")
    assert Meaning(lambda spec: spec)(struct) is struct
