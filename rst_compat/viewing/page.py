"""The page: a robot, a slider for each joint, a marker to drag, and the configuration as text."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from . import server as web
from .sliders import Joint, Sliders
from .text import copy_boxes, reached

Array = NDArray[np.float64]
_HOME, _RANDOM, _STORE = "Home", "Random", "Store"
_GREY = (196, 202, 208)


class Shape(NamedTuple):
    """Triangles on a body, in its axes; colour red, green, blue, alpha from 0 to 1."""

    body: int
    vertices: Array
    faces: NDArray[np.int64]
    color: tuple[float, ...] | None


class Scene(NamedTuple):
    """What does not change: number of bodies, the base among them, names of frames, shapes, joints; lengths in m."""

    title: str
    bodies: int
    frames: tuple[str, ...]
    shapes: list[Shape]
    joints: tuple[Joint, ...]
    center: Array
    size: float


class State(NamedTuple):
    """What the page shows."""

    poses: Array  # (n, 4, 4) of the bodies in the base
    positions: Array  # (nq,)
    target: Array  # (4, 4) of the marker
    body: str
    method: str
    error: tuple[float, float]  # from the body to the marker: m and rad
    marker: bool
    scale: float
    stored: int
    text: tuple[str, str]  # the configuration in Python and in MATLAB


class Listener(Protocol):
    """Who is told what the user does; calls come from the threads of the server, in no order: each asks where it is."""

    def _joint_moved(self, at: int, position: Callable[[], float | None]) -> None: ...
    def _marker_moved(self, target: Callable[[], Array]) -> None: ...
    def _marker_left(self) -> None: ...
    def _pressed(self, what: str) -> None: ...
    def _chosen(self, what: str, value: Any) -> None: ...


class Page:
    """A page on a server of its own, which runs until ``stop``.

    Parameters
    ----------
    scene : Scene
    methods : tuple of str
        How the marker may move the robot.
    listener : Listener
        Not kept alive by the page: one that is gone is told nothing.
    state : State
        What it shows at first.
    host, port, frames : keywords
        Where it is served, and whether the frames of the bodies are shown.
    """

    def __init__(self, scene: Scene, methods: tuple[str, ...], listener: Listener, state: State, **options: Any):
        self._scene, self._listener = scene, weakref.ref(listener)
        self._held, self._shown = False, np.full((scene.bodies, 4, 4), np.nan)
        self._server = web.start(options["host"], options["port"], scene.title)
        self.open = True
        self.address = f"http://{_written(options['host'])}:{self._server.get_port()}"
        try:
            self._furnish(state, methods, options["frames"])
            self.show(state)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Close the page and its server; a second time changes nothing."""
        if self.open:
            self.open = False
            web.stop(self._server)

    # ---- what is there

    def _furnish(self, state: State, methods: tuple[str, ...], frames: bool) -> None:
        gui, scene, size = self._server.gui, self._server.scene, self._scene.size
        gui.configure_theme(show_logo=False, show_share_button=False, brand_color=(0, 98, 155))
        gui.main_panel.dock_right()
        camera, center = self._server.initial_camera, self._scene.center
        camera.fov = np.radians(35)
        camera.position, camera.look_at = center + size * np.array([1.8, 1.35, 0.8]), center
        cell = 10.0 ** np.floor(np.log10(size))  # 0.1 m, 1 m
        ground = {"cell_size": cell / 5, "section_size": cell, "infinite_grid": True, "fade_distance": 12 * size}
        scene.add_grid("/ground", **ground, cell_color=(228, 231, 235), section_color=(190, 196, 204))
        axes = {"axes_length": size / 14, "axes_radius": size / 450}
        self._bodies = [
            scene.add_frame(f"/robot/{i}", show_axes=frames, origin_radius=size / 300, **axes)
            for i in range(self._scene.bodies)
        ]
        for k, (body, vertices, faces, color) in enumerate(self._scene.shapes):
            rgb, alpha = (_GREY, 1.0) if color is None else (tuple(round(255 * c) for c in color[:3]), color[3])
            opacity = None if alpha >= 1 else alpha
            scene.add_mesh_simple(f"/robot/{body}/{k}", vertices, faces, color=rgb, opacity=opacity, side="double")
        self._marker = scene.add_transform_controls("/marker", scale=size / 4, depth_test=False, opacity=0.85)
        self._marker.on_update(self._hold)
        self._marker.on_update(self._dragged)
        self._joint_panel(gui)
        self._marker_panel(gui, state, methods, frames)
        self._text_panel(gui)

    def _joint_panel(self, gui: Any) -> None:
        with gui.add_folder("Joints"):
            moved = partial(self._told, "_joint_moved")
            self._sliders = Sliders(gui, self._scene.joints, self._server.atomic, moved)
            go = gui.add_button_group("Go to", (_HOME, _RANDOM))
            go.on_click(lambda event: self._told("_pressed", event.target.value))

    def _marker_panel(self, gui: Any, state: State, methods: tuple[str, ...], frames: bool) -> None:
        with gui.add_folder("Marker"):
            self._body = self._dropdown(gui, "Body", self._scene.frames, state.body, "MarkerBodyName")
            self._method = self._dropdown(gui, "Control", methods, state.method, "MarkerControlMethod")
            self._target = gui.add_vector3("Position [m]", (0.0, 0.0, 0.0), step=0.001)
            self._target.on_update(self._typed)
            self._error = gui.add_html("")
            self._visible = gui.add_checkbox("Marker", state.marker)
            self._visible.on_update(self._choice("ShowMarker"))
            axes = gui.add_checkbox("Frames", frames)
            axes.on_update(lambda event: self._show_frames(event.target.value))

    def _text_panel(self, gui: Any) -> None:
        with gui.add_folder("Configuration"):
            self._text = gui.add_html("")
            gui.add_button(f"{_STORE} this configuration").on_click(lambda _: self._told("_pressed", _STORE))
            self._stored = self._dropdown(gui, "Stored", ("-",), "-", "Stored")

    def _dropdown(self, gui: Any, label: str, options: tuple[str, ...], value: str, what: str) -> Any:
        dropdown = gui.add_dropdown(label, options, initial_value=value)
        dropdown.on_update(self._choice(what))
        return dropdown

    # ---- what the user does

    def _told(self, what: str, *arguments: Any) -> None:
        listener = self._listener()
        if listener is not None and self.open:
            getattr(listener, what)(*arguments)

    def _choice(self, what: str) -> Callable[[Any], None]:
        def chosen(event: Any) -> None:
            if event.client_id is not None:
                self._told("_chosen", what, event.target.value)

        return chosen

    async def _hold(self, event: Any) -> None:
        """Asynchronous, since the server keeps the order of such calls only."""
        self._held = event.phase != "end"

    def _dragged(self, event: Any) -> None:
        if event.phase == "update":
            self._told("_marker_moved", partial(_pose, event.target))
        elif event.phase == "end":
            self._told("_marker_left")

    def _typed(self, event: Any) -> None:
        if event.client_id is not None:
            target = _pose(self._marker)
            target[:3, 3] = event.target.value
            self._told("_marker_moved", lambda: target)

    def _show_frames(self, shown: bool) -> None:
        for body in self._bodies:
            body.show_axes = shown

    # ---- what the robot does

    def show(self, state: State, *, moved: int | None = None) -> None:
        """Show a state; what the user holds, the slider of a joint or the marker, is left where it is."""
        with self._server.atomic():
            self._place(state.poses)
            self._sliders.show(state.positions, moved)
            if not self._held:
                self._put_marker(state.target)
            self._put_options(state)
            self._target.value = tuple(np.round(state.target[:3, 3], 4).tolist())
            self._error.content = reached(*state.error)
            self._text.content = copy_boxes(*state.text)

    def _place(self, poses: Array) -> None:
        quaternions = _quaternions(poses[:, :3, :3])
        for body, pose, wxyz, shown in zip(self._bodies, poses, quaternions, self._shown, strict=True):
            if not np.array_equal(pose, shown):
                body.position, body.wxyz = pose[:3, 3], wxyz
        self._shown = poses.copy()

    def _put_marker(self, target: Array) -> None:
        self._marker.position, self._marker.wxyz = target[:3, 3], _quaternions(target[None, :3, :3])[0]

    def _put_options(self, state: State) -> None:
        marker = self._marker
        marker.visible, marker.scale = state.marker, self._scene.size / 4 * state.scale
        self._body.value, self._method.value, self._visible.value = state.body, state.method, state.marker
        options = ("-", *map(str, range(1, state.stored + 1)))
        if tuple(self._stored.options) != options:
            self._stored.options = options
        self._stored.value = "-"


def _written(host: str) -> str:
    return f"[{host}]" if ":" in host else {"0.0.0.0": "127.0.0.1"}.get(host, host)


def _quaternions(R: Array) -> Array:
    """Unit quaternions (n, 4), scalar first, of rotations (n, 3, 3)."""
    from scipy.spatial.transform import Rotation  # noqa: PLC0415 - loaded with the page, not with the package

    return np.asarray(Rotation.from_matrix(R).as_quat(scalar_first=True))


def _pose(handle: Any) -> Array:
    from scipy.spatial.transform import Rotation  # noqa: PLC0415 - as above

    T = np.eye(4)
    T[:3, :3] = Rotation.from_quat(np.asarray(handle.wxyz, dtype=float), scalar_first=True).as_matrix()
    T[:3, 3] = handle.position
    return T
