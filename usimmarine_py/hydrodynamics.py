"""Deprecated name of ``usimmarine_py.vehicle``."""

from usimmarine_py.moved import warn_moved
from usimmarine_py.vehicle import *  # noqa: F403

warn_moved(__name__, "usimmarine_py.vehicle")
