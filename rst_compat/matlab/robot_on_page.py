"""A robot that is moved from two sides: by the user of a page, and by a script."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import core, viewing
from ..viewing.text import vectors
from .compile import compiled
from .configurations import configuration, homeConfiguration, randomConfiguration
from .generalized_inverse_kinematics import generalizedInverseKinematics
from .marker_control import METHODS, error_between, follow_by_ik, follow_by_joint, place_of, solver_for
from .robot_scene import scene_of

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]


class RobotOnPage:
    """Configuration, marker and page of a robot; the threads of the page and of the script take turns.

    ``target`` is the pose of the marker, which the body need not reach.
    """

    def __init__(self, robot: rigidBodyTree, solver: generalizedInverseKinematics | None) -> None:
        self.robot = robot._copied()
        self.solver = solver_for(self.robot, solver)
        self.body, self.method, self.scale, self.shown, self.frames = robot.BaseName, METHODS[0], 1.0, True, True
        self.constraints: list[Any] = []
        self.weights: Array = np.ones(2)
        self.page: viewing.Page | None = None
        self._lock, self._busy = threading.RLock(), threading.Lock()
        self._wanted: Callable[[], Array] | None = None
        self.move(compiled(self.robot).home)
        self.stored: Array = np.zeros((len(self.q), 0))

    # ---- moving

    def move(self, q: Array, *, moved: int | None = None) -> None:
        """Take a configuration (nq,), and the marker along; the slider that moved the robot is not touched."""
        with self._lock:
            self._take(q)
            self.target = self.pose
            self.refresh(moved=moved)

    def follow(self, target: Array) -> None:
        """Let the robot follow the marker to a target (4, 4), as far as it can."""
        with self._lock:
            if self.method == METHODS[1]:
                q = follow_by_joint(self.robot, self.q, self.body, target)
            elif self.solver is None or self.body == self.robot.BaseName:
                q = self.q
            else:
                q = follow_by_ik(self.solver, self.q, self.body, target, self.weights, self.constraints)
            self._take(q)
            # A marker that nothing can bring its body to goes back to it when it is let go.
            self.target = self.pose if self.method == METHODS[1] or self.solver is None else target
            self.refresh()

    def choose_body(self, name: str) -> None:
        """Put the marker on another body or frame."""
        with self._lock:
            self.body = name
            self.target = self.pose
            self.refresh()

    def _take(self, q: Array) -> None:
        q = np.array(q, dtype=float)
        q.flags.writeable = False
        self.q, self.poses = q, np.stack(core.body_poses(compiled(self.robot).model, q))

    @property
    def pose(self) -> Array:
        """Pose (4, 4) of the marker's body."""
        return place_of(self.robot, self.body, self.poses)

    def store(self, index: int | None = None) -> None:
        """Keep the configuration, before a stored one or as the last."""
        with self._lock:
            at = self.stored.shape[1] if index is None else index
            self.stored = np.insert(self.stored, at, self.q, axis=1)
            self.refresh()

    # ---- the page

    def serve(self, host: str, port: int) -> None:
        """Open the page, unless it is open."""
        if self.page is None or not self.page.open:
            options = {"host": host, "port": port, "frames": self.frames}
            self.page = viewing.Page(scene_of(self.robot, self.q), METHODS, self, self._state(), **options)

    def look(self) -> None:
        """Show the page in the browser."""
        if self.page is not None:
            viewing.open_browser(self.page.address)

    def close(self) -> None:
        """Close the page, if it is open."""
        if self.page is not None:
            self.page.stop()

    def refresh(self, **held: Any) -> None:
        """Show what has changed, but for what the user holds."""
        if self.page is not None and self.page.open:
            self.page.show(self._state(), **held)

    def _state(self) -> viewing.State:
        return viewing.State(
            poses=self.poses,
            positions=self.q,
            target=self.target,
            body=self.body,
            method=self.method,
            error=error_between(self.pose, self.target),
            marker=self.shown,
            scale=self.scale,
            stored=self.stored.shape[1],
            text=vectors(self.q.tolist(), column=self.robot.DataFormat == "column"),
        )

    # ---- what the user does

    def _joint_moved(self, at: int, position: Callable[[], float | None]) -> None:
        with self._lock:
            where = position()
            if where is not None:
                q = self.q.copy()
                q[at] = where
                self.move(q, moved=at)

    def _marker_moved(self, target: Callable[[], Array]) -> None:
        """Follow the marker; of the poses that come while the robot is on its way, only the last one counts."""
        self._wanted = target
        while self._wanted is not None and self._busy.acquire(blocking=False):
            try:
                wanted, self._wanted = self._wanted, None
                if wanted is not None:
                    with self._lock:
                        self.follow(wanted())
            finally:
                self._busy.release()

    def _marker_left(self) -> None:
        with self._lock:
            self.refresh()

    def _pressed(self, what: str) -> None:
        if what == "Store":
            self.store()
        else:
            made = homeConfiguration(self.robot) if what == "Home" else randomConfiguration(self.robot)
            self.move(configuration(self.robot, made, "interactiveRigidBodyTree"))

    def _chosen(self, what: str, value: Any) -> None:
        if what == "Stored":
            number = int(value) if value.isdecimal() else 0
            if 0 < number <= self.stored.shape[1]:
                self.move(self.stored[:, number - 1])
        elif what == "MarkerBodyName":
            self.choose_body(value)
        elif what == "MarkerControlMethod":
            self.method = value
            self.choose_body(self.body)
        else:
            self.shown = bool(value)
            self.refresh()
