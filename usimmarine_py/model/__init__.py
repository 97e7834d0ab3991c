"""The words that all rooms share: states, commands, environment, backends and parameters."""

from usimmarine_py.model.backend import Backend, Gridded, Validated, gridded, validated
from usimmarine_py.model.mail import Message, Post, Value
from usimmarine_py.model.parameter import ConfigLine, MailEntry, Note, Parameter
from usimmarine_py.model.state import ActuatorCommand, Environment, VehicleState

__all__ = [
    "ActuatorCommand",
    "Backend",
    "ConfigLine",
    "Environment",
    "Gridded",
    "MailEntry",
    "Message",
    "Note",
    "Parameter",
    "Post",
    "Validated",
    "Value",
    "VehicleState",
    "gridded",
    "validated",
]
