"""The types that all packages share: states, commands, environment, backends and parameters."""

from usimmarine_py.values.backend import (
    Backend,
    BackendFactory,
    Continuous,
    Forced,
    Gridded,
    Limited,
    Limits,
    SetPoint,
    Shaft,
    ShaftMeter,
    Validated,
    forced,
    gridded,
    limits_of,
    validated,
)
from usimmarine_py.values.mail import Message, Post, Value
from usimmarine_py.values.parameter import ConfigLine, MailEntry, Note, Parameter
from usimmarine_py.values.state import ActuatorCommand, Environment, VehicleState

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
    "Shaft",
    "ShaftMeter",
    "Validated",
    "Value",
    "VehicleState",
    "forced",
    "gridded",
    "limits_of",
    "validated",
]
