"""The words that all rooms share: states, commands, environment, backends and parameters."""

from usimmarine_py.model.backend import (
    Backend,
    BackendFactory,
    Continuous,
    Forced,
    Gridded,
    Limited,
    Limits,
    SetPoint,
    Validated,
    forced,
    gridded,
    limits_of,
    validated,
)
from usimmarine_py.model.mail import Message, Post, Value
from usimmarine_py.model.parameter import ConfigLine, MailEntry, Note, Parameter
from usimmarine_py.model.state import ActuatorCommand, Environment, VehicleState

__all__ = [
    "ActuatorCommand",
    "Backend",
    "BackendFactory",
    "ConfigLine",
    "Continuous",
    "Environment",
    "Forced",
    "Gridded",
    "Limited",
    "Limits",
    "MailEntry",
    "Message",
    "Note",
    "Parameter",
    "Post",
    "SetPoint",
    "Validated",
    "Value",
    "VehicleState",
    "forced",
    "gridded",
    "limits_of",
    "validated",
]
