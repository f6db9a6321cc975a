"""Files that are called .mat and are something else."""

import numpy as np
import pytest
from mat_samples import HEADER, double, mat5

from rst_compat.errors import MatlabError
from rst_compat.files.mat_reader import read_mat

OCTAVE_HDF5 = b"\x89HDF\r\n\x1a\n" + b"\0" * 900 + b"OCTAVE_NEW_FORMAT"
FILES = {
    "empty": (b"", "an empty file"),
    "lfs": (b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "Git LFS pointer"),
    "html": (b"\n<!DOCTYPE html>\n<html><body>Sign in</body></html>", "a web page"),
    "unity": (b"%YAML 1.1\r\n%TAG !u! tag:unity3d.com,2011:\r\n--- !u!21 &2100000\r\nMaterial:\r\n", "Unity"),
    "yaml": (b"%YAML 1.2\n---\na: 1\n", "a YAML file"),
    "octave binary": (b"Octave-1-L\0\1\0\0\0", "Octave's own binary format"),
    "octave text": (b"# Created by Octave 7.3.0\n# name: x\n# type: scalar\n3\n", "Octave's own text format"),
    "octave hdf5": (OCTAVE_HDF5, "Octave's HDF5 format"),
    "hdf5": (b"\x89HDF\r\n\x1a\n" + b"\0" * 900, "not one that MATLAB wrote"),
    "gzip": (b"\x1f\x8b\x08\0", "a gzip archive"),
    "zip": (b"PK\x03\x04", "a zip archive"),
    "xml": (b"<?xml version='1.0'?><a/>", "an XML file"),
    "urdf": (b"<robot name='a'/>", "importrobot reads URDF"),
    "json": (b'\xef\xbb\xbf{"Format": "rigidBodyTree"}', "a JSON file"),
    "text": ("Größe 1 2 3\n4 5 6\n".encode(), "a text file"),
    "numpy": (b"\x93NUMPY\1\0", "numpy.load"),
    "unknown": (bytes(range(1, 200)), "begins with the bytes 01 02 03"),
    "cut off in the header": (HEADER[:60], "the beginning of a MAT-file"),
    "zeros": (b"\0" * 4096, "begins with the bytes 00 00"),
    "7.3 without HDF5": (HEADER[:124] + b"\0\2IM" + b"\0" * 900, "the beginning of a MAT-file"),
}


@pytest.mark.parametrize("name", FILES)
def test_what_it_is(tmp_path, name):
    data, words = FILES[name]
    path = tmp_path / "data.mat"
    path.write_bytes(data)
    with pytest.raises(MatlabError) as caught:
        read_mat(path)
    assert caught.value.identifier == "MATLAB:load:notBinaryFile"
    assert words in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_mat_file_by_another_name(tmp_path):
    assert np.array_equal(read_mat(mat5(tmp_path / "data.bin", double(b"x", 1.0, 2.0)))["x"], [[1, 2]])


def test_no_file(tmp_path):
    for path in (tmp_path / "no.mat", tmp_path / "a\0b.mat"):
        with pytest.raises(MatlabError) as caught:
            read_mat(path)
        assert caught.value.identifier == "MATLAB:load:couldNotReadFile"
    with pytest.raises(FileNotFoundError):
        read_mat(tmp_path / "no.mat")
    with pytest.raises(MatlabError, match="directory"):
        read_mat(tmp_path)
