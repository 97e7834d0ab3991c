"""What tasks are described by: observed numbers, options, starts."""

from __future__ import annotations

from numbers import Real
from typing import NamedTuple

from usimmarine_py.values.arrays import Array


class Observed(NamedTuple):
    """One number of an observation."""

    name: str
    unit: str
    bound: float  #: it lies in [-bound, bound]
    meaning: str


class Start(NamedTuple):
    """How another vehicle begins."""

    pose: dict[str, float]
    goal: tuple[float, float]  #: where it goes to: m, east and north
    speed: float  #: m/s


class Episode(NamedTuple):
    """Where the vehicle starts (as parameters of ``Simulator``), and where it is to go."""

    pose: dict[str, float]
    goal: Array
    others: tuple[Start, ...] = ()


class Option(NamedTuple):
    """A keyword of a task."""

    default: float
    low: float
    unit: str
    meaning: str


def is_number(value: object) -> bool:
    """Return whether it can be compared with numbers at all: types are for those who check them."""
    return isinstance(value, Real)
