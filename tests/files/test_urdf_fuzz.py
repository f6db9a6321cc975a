"""Damaged URDF, thousands of times: a robot or a MatlabError, soon.

The mutations are drawn from a seed, so a failure names the one that repeats it: ``broken(SEED)``.
"""

import random
import re
import time
import warnings

import pytest
from stopwatch import soon

import rst_compat as rst
from rst_compat.errors import MatlabError, MatlabWarning
from rst_compat.files.robot_xml import read_xml
from rst_compat.matlab.importers import from_spec

URDF = """<?xml version="1.0" encoding="utf-8"?>
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <!-- four links, every kind of joint -->
  <material name="red"><color rgba="1 0 0 1"/></material>
  <link name="world"/>
  <link name="base"><inertial><origin xyz="0 0 0.1"/><mass value="4"/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <joint name="weld" type="fixed"><parent link="world"/><child link="base"/><origin xyz="0 0 1" rpy="0 0 3.14"/></joint>
  <link name="upper">
    <inertial><origin xyz="0.2 -0.01 1e-3" rpy="0.3 -0.2 0.5"/><mass value="2.5"/>
      <inertia ixx="0.01" ixy="-1e-4" ixz="2e-4" iyy="0.02" iyz="3E-4" izz="0.03"/></inertial>
    <visual name="skin"><origin xyz="0 0 0"/><material name="red"/>
      <geometry><mesh filename="package://arm/upper.stl" scale="1 1 1"/></geometry></visual>
    <collision><geometry><cylinder radius="0.05" length="0.4"/></geometry></collision>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><origin xyz="0 0 0.2" rpy="1.5707963267948966 0 0"/>
    <axis xyz="0 0 1"/><limit lower="-2.5" upper="2.5" effort="10" velocity="1"/><dynamics damping="0.1"/>
  </joint>
  <link name="tip"/>
  <joint name="slide" type="prismatic"><parent link="upper"/><child link="tip"/><axis xyz="0 0.6 0.8"/>
    <limit lower="0" upper="0.5" effort="10" velocity="1"/><mimic joint="shoulder" multiplier="-1"/></joint>
  <link name="wheel"/>
  <joint name="spin" type="continuous"><parent link="tip"/><child link="wheel"/></joint>
  <link name="ball"/><joint name="free" type="floating"><parent link="world"/><child link="ball"/></joint>
  <loop_joint name="loop" type="continuous"><link1 link="tip"/></loop_joint>
  <transmission name="t"><joint name="shoulder"/></transmission>
  <gazebo reference="upper"><material>Gazebo/Grey</material></gazebo>
</robot>
"""
VALUES = re.compile(r'"([^"]*)"')
NAMES = re.compile(r"</?(\w+)")
WORDS = ["", " ", "nan", "inf", "-INF", "1e400", "-1e308", "1e-400", "1,2", "0x1", "1_0", "0", "-0", "1 2 3", "1 2 3 4"]
WORDS += [
    "a" * 10_000,
    "9" * 5_000,
    "&lt;",
    "&#x10FFFF;",
    "é",
    "٣",
    "world",
    "tip",
    "planar",
    "revolute",
    "robot",
    "sdf",
]
BYTES = [
    b"\0",
    b"<",
    b">",
    b"&",
    b'"',
    b"/",
    b"\xff",
    b"\xc3",
    b"\x1b",
    b" ",
    b"\n",
    b"<!DOCTYPE a>",
    b"<drake:a b:c='1'/>",
    b"<!--",
    b"]]>",
    b"=",
    b"e",
]


def broken(seed):
    """A URDF with one to four faults."""
    rng = random.Random(seed)
    text = URDF.encode()
    for _ in range(rng.choice([1, 1, 2, 4])):
        text = rng.choice([flip, delete, double, insert, cut, value, exchange, rename])(rng, text)
    return text


def flip(rng, text):
    k = rng.randrange(len(text))
    return text[:k] + bytes([text[k] ^ (1 << rng.randrange(8))]) + text[k + 1 :]


def delete(rng, text):
    k = rng.randrange(len(text))
    return text[:k] + text[k + rng.choice([1, 2, 10, 100, 1000]) :]


def double(rng, text):
    k = rng.randrange(len(text))
    part = text[k : k + rng.choice([1, 10, 100, 500])]
    return text[:k] + part * rng.choice([2, 3, 20]) + text[k + len(part) :]


def insert(rng, text):
    k = rng.randrange(len(text) + 1)
    return text[:k] + rng.choice(BYTES) + text[k:]


def cut(rng, text):
    return text[: rng.randrange(1, len(text) + 1)] if rng.random() < 0.3 else delete(rng, text)


def somewhere(rng, pattern, text):
    """A match of a pattern at random, on the Latin letters that stand for the bytes."""
    found = list(pattern.finditer(text.decode("latin-1")))
    return rng.choice(found) if found else None


def put(text, start, end, word):
    return text[:start] + word.encode("utf-8", "surrogatepass") + text[end:]


def value(rng, text):
    match = somewhere(rng, VALUES, text)
    return put(text, *match.span(1), rng.choice(WORDS)) if match else text


def exchange(rng, text):
    first, second = somewhere(rng, VALUES, text), somewhere(rng, VALUES, text)
    return put(text, *first.span(1), second[1]) if first and second else text


def rename(rng, text):
    first, second = somewhere(rng, NAMES, text), somewhere(rng, NAMES, text)
    return put(text, *first.span(1), second[1]) if first and second else text


def attempt(text):
    """Import; where that goes, export, too. The error, if there is one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MatlabWarning)
        try:
            robot = from_spec(read_xml(text))
            rst.exportrobot(robot, Format="urdf")
        except MatlabError as error:
            return error
    return None


def run(seeds):
    went = 0
    for seed in seeds:
        text, start = broken(seed), time.process_time()
        for form in (text, text.decode("utf-8", "surrogateescape")):
            try:
                error = attempt(form)
            except Exception as error:
                raise AssertionError(f"broken({seed}) raises {error!r}") from error
            if error is None:
                went += 1
            else:
                assert error.identifier in rst.errors.IDENTIFIERS, f"broken({seed})"
                assert "\n" not in error.message, f"broken({seed})"
                assert len(error.message) < 2000, f"broken({seed})"
        assert time.process_time() - start < 2, f"broken({seed}) takes too long"
    return went


def test_the_whole_text_is_good():
    assert attempt(URDF.encode()) is None


def test_2000_broken_texts_are_read_or_refused():
    with soon(20):
        went = run(range(2000))
    assert 400 < went < 3000  # of 4000: the mutations are neither harmless nor all deadly


@pytest.mark.slow
def test_100000_broken_texts_are_read_or_refused():
    run(range(2000, 102_000))
