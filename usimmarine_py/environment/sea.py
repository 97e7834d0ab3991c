"""Deprecated name of ``usimmarine_py.sea.data``."""

from usimmarine_py.moved import warn_moved
from usimmarine_py.sea.data import *  # noqa: F403

warn_moved(__name__, "usimmarine_py.sea.data")
