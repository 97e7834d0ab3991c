"""The simulator around a backend: a row of parts, mail, publications, report. Pure: no clock, no socket, no file."""

from usimmarine_py.simulator.backends import BackendInfo, list_backends, register_backend
from usimmarine_py.simulator.core import Simulator
from usimmarine_py.simulator.parameters import PARAMETERS
from usimmarine_py.simulator.table import MAIL
from usimmarine_py.values import BackendFactory, ConfigLine

__all__ = [
    "MAIL",
    "PARAMETERS",
    "BackendFactory",
    "BackendInfo",
    "ConfigLine",
    "Simulator",
    "list_backends",
    "register_backend",
]
