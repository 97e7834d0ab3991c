"""The words that all rooms share: states, commands, environment, backends and parameters."""

from usimmarine_py.model.backend import Backend, Gridded, Limited, Limits, Validated, gridded, limits_of, validated
from usimmarine_py.model.mail import Message, Post, Value
from usimmarine_py.model.parameter import ConfigLine, MailEntry, Note, Parameter
from usimmarine_py.model.state import ActuatorCommand, Environment, VehicleState

__all__ = [
    "ActuatorCommand",
    "Backend",
    "ConfigLine",
    "Environment",
    "Gridded",
    "Limited",
    "Limits",
    "MailEntry",
    "Message",
    "Note",
    "Parameter",
    "Post",
    "Validated",
    "Value",
    "VehicleState",
    "gridded",
    "limits_of",
    "validated",
]
