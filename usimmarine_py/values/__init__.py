"""The types that all packages share: states, commands, environment, backends and parameters."""

from usimmarine_py.finding import FilePlace, Finding, unhandled
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
from usimmarine_py.values.key import ConfigLine, Key, MailEntry
from usimmarine_py.values.mail import Message, Post, Value
from usimmarine_py.values.state import ActuatorCommand, Environment, VehicleState

#: Another name of ``Key``: applications and backends of one's own declare their keys by it.
Parameter = Key

__all__ = [
    "ActuatorCommand",
    "Backend",
    "BackendFactory",
    "ConfigLine",
    "Continuous",
    "Environment",
    "FilePlace",
    "Finding",
    "Forced",
    "Gridded",
    "Key",
    "Limited",
    "Limits",
    "MailEntry",
    "Message",
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
    "unhandled",
    "validated",
]
