"""``<visual>`` and ``<collision>`` elements as data.

A shape that cannot be read is left out, and said: it never stops a load, since no dynamics need it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..errors import MatlabError
from .remarks import Remarks
from .spec import GeometrySpec, Matrix, Vector
from .xml_cursor import TEXT, Element

ROLES = ("visual", "collision")
#: the attributes (URDF) or elements (SDF) that give the sizes of a shape, and how many numbers each has
SIZES = {
    "box": (("size", 3),),
    "cylinder": (("radius", 1), ("length", 1)),
    "capsule": (("radius", 1), ("length", 1)),
    "sphere": (("radius", 1),),
    "mesh": (("scale", 3),),
}
_FOREIGN = (*SIZES, "plane", "ellipsoid", "cone", "heightmap", "polyline", "image")
_SCALE: Vector = (1.0, 1.0, 1.0)

Materials = Mapping[str, Vector]


def urdf_materials(robot: Element) -> dict[str, Vector]:
    """The colours of the materials that a URDF defines outside its links."""
    found: dict[str, Vector] = {}
    for material in robot.children("material"):
        try:
            color = material.child("color")
            if color is not None:
                found[material.text("name")] = color.numbers("rgba", 4)
        except MatlabError:
            continue  # a colour
    return found


def shapes(link: Element, read: Callable[[Element], GeometrySpec], remarks: Remarks) -> tuple[GeometrySpec, ...]:
    """The readable shapes of a link; of the others there is a remark."""
    found = []
    for element in link.children(*ROLES):
        try:
            found.append(read(element))
        except MatlabError as error:
            remarks.add_unread(link.owner, error.message)
    return tuple(found)


def urdf_shape(element: Element, origin: Matrix, materials: Materials) -> GeometrySpec:
    """A shape of a URDF."""
    shape = _shape(element)
    sizes = _sizes(shape, shape.numbers)
    material, color = element.child("material"), None
    name = (material.get("name") or "") if material is not None else ""
    if material is not None:
        own = material.child("color")
        color = own.numbers("rgba", 4) if own is not None else materials.get(name)
    return GeometrySpec(
        role=str(element.tag),
        kind=str(shape.tag),
        sizes=sizes,
        origin=origin,
        name=element.get("name") or "",
        file=shape.text("filename") if shape.tag == "mesh" else "",
        material=name,
        color=color,
    )


def sdf_shape(element: Element, origin: Matrix) -> GeometrySpec:
    """A shape of an SDF."""
    shape = _shape(element)

    def read(name: str, count: int, default: Vector | None) -> Vector:
        if default is not None and shape.child(name) is None:
            return default
        return shape.required_child(name).numbers(TEXT, count)

    material = element.child("material")
    diffuse = None if material is None else material.child("diffuse")
    return GeometrySpec(
        role=str(element.tag),
        kind=str(shape.tag),
        sizes=_sizes(shape, read),
        origin=origin,
        name=element.get("name") or "",
        file=shape.required_child("uri").text(TEXT) if shape.tag == "mesh" else "",
        color=None if diffuse is None else (*diffuse.numbers(TEXT, (3, 4)), 1.0)[:4],
    )


def _shape(element: Element) -> Element:
    geometry = element.required_child("geometry")
    for shape in geometry.children(*_FOREIGN):
        return shape
    geometry.refuse("MissingElement", f"a shape, one of {', '.join(_FOREIGN)}", "none")


def _sizes(shape: Element, read: Callable[[str, int, Vector | None], Vector]) -> Vector:
    default = _SCALE if shape.tag == "mesh" else None
    return tuple(v for name, count in SIZES.get(str(shape.tag), ()) for v in read(name, count, default))
