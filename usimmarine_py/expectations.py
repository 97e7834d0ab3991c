"""Deprecated name of ``usimmarine_py.conditions``."""

from usimmarine_py.conditions import *  # noqa: F403
from usimmarine_py.moved import warn_moved

warn_moved(__name__, "usimmarine_py.conditions")
