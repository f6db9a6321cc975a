"""A page in the browser that shows a robot, with sliders and a marker.  Needs the extra ``view``."""

from .page import Listener, Page, Scene, Shape, State
from .server import open_browser, package
from .sliders import Joint

__all__ = ["Joint", "Listener", "Page", "Scene", "Shape", "State", "open_browser", "package"]
