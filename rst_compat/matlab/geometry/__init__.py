"""Shapes: those that collide, and those on bodies."""

from .attached import addCollision, addVisual, clearCollision, clearVisual, getVisual
from .check_collision import checkCollision
from .collision_shapes import collisionBox, collisionCapsule, collisionCylinder, collisionMesh, collisionSphere

__all__ = [
    "addCollision",
    "addVisual",
    "checkCollision",
    "clearCollision",
    "clearVisual",
    "collisionBox",
    "collisionCapsule",
    "collisionCylinder",
    "collisionMesh",
    "collisionSphere",
    "getVisual",
]
