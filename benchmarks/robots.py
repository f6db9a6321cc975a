"""The robots of the benchmarks, as URDF text, so that every library reads the same numbers in its own way.

Revolute joints alone, of which all libraries have the same idea; inertias are those of physical bodies; no two links
are alike. The base has inertia, which counts for nothing, because some readers want it.
"""

import numpy as np


def _inertial(com, mass, inertia):
    x, y, z = com
    ixx, iyy, izz = inertia
    return (
        f'<inertial><origin xyz="{x} {y} {z}" rpy="0 0 0"/><mass value="{mass}"/>'
        f'<inertia ixx="{ixx}" iyy="{iyy}" izz="{izz}" ixy="0" ixz="0" iyz="0"/></inertial>'
    )


def _urdf(name, parents, rng):
    """A tree whose joint k, from 1, hangs on link ``parents[k - 1]``; link 0 is the base."""
    lines = [f'<robot name="{name}"><link name="link0">{_inertial([0, 0, 0], 1, [1, 1, 1])}</link>']
    for k, parent in enumerate(parents, start=1):
        mass, com = rng.uniform(1, 5), rng.normal(scale=0.05, size=3)
        inertia = mass * rng.uniform(0.004, 0.006, size=3)
        x, y, z = rng.normal(scale=[0.02, 0.02, 0.02], loc=[0, 0, 0.2])
        roll = (np.pi if k % 2 else -np.pi) / 2 * (parents.count(parent) == 1) + 0.3 * (k % 5 == 3)
        lines += [
            f'<link name="link{k}">{_inertial(com, mass, inertia)}</link>',
            f'<joint name="joint{k}" type="revolute"><parent link="link{parent}"/><child link="link{k}"/>'
            f'<origin xyz="{x} {y} {z}" rpy="{roll} 0 {0.1 * (k % 3)}"/><axis xyz="0 0 1"/>'
            '<limit lower="-3" upper="3" effort="100" velocity="10"/></joint>',
        ]
    return "\n".join([*lines, "</robot>"])


def chain(n):
    return _urdf(f"chain{n}", list(range(n)), np.random.default_rng(n))


def humanoid():
    """31 joints: a trunk of three, two legs of six, two arms of seven, a head of two."""
    parents = [0, 1, 2]
    for first, length in ((0, 6), (0, 6), (3, 7), (3, 7), (3, 2)):
        start = len(parents)
        parents += [first, *range(start + 1, start + length)]
    return _urdf("humanoid", parents, np.random.default_rng(31))


ROBOTS = {"2 joints": chain(2), "6 joints": chain(6), "7 joints": chain(7), "tree of 31": humanoid()}
