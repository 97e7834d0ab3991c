"""What was measured and commanded in a trial, by the names that a fit knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from usimmarine_py.values.arrays import Array

#: Times (s) and values of one quantity, both (n,), in order of time.
Series = tuple[Array, Array]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity that instruments measure."""

    unit: str
    noise: float  #: a usual standard deviation, of the first look
    meaning: str
    angle: bool = False  #: deg, and the same after a full turn


#: What the motion of a vehicle can be compared with.
CHANNELS: dict[str, Quantity] = {
    "x": Quantity("m", 0.5, "position to east"),
    "y": Quantity("m", 0.5, "position to north"),
    "depth": Quantity("m", 0.1, "depth"),
    "heading": Quantity("deg", 1.0, "heading from true north", angle=True),
    "roll": Quantity("deg", 0.5, "roll, starboard down", angle=True),
    "pitch": Quantity("deg", 0.5, "pitch, bow up", angle=True),
    "speed": Quantity("m/s", 0.05, "speed ahead through the water"),
    "sog": Quantity("m/s", 0.05, "speed over ground"),
    "cog": Quantity("deg", 3.0, "course over ground", angle=True),
    "u": Quantity("m/s", 0.05, "velocity over ground ahead"),
    "v": Quantity("m/s", 0.05, "velocity over ground to starboard"),
    "w": Quantity("m/s", 0.05, "velocity over ground down, in the vehicle's axes"),
    "roll_rate": Quantity("deg/s", 1.0, "roll rate"),
    "pitch_rate": Quantity("deg/s", 1.0, "pitch rate"),
    "yaw_rate": Quantity("deg/s", 1.0, "yaw rate to starboard"),
}
#: Commands in per cent; others are set-points of actuators by their names.
COMMANDS = ("thrust", "rudder", "elevator", "left", "right", "sway", "heave")


@dataclass(frozen=True, slots=True)
class Record:
    """A trial: what was measured, and what was commanded."""

    name: str
    channels: Mapping[str, Series]  #: by the names of ``CHANNELS``, in their units
    commands: Mapping[str, Series]  #: by the names of ``COMMANDS`` (%), or of actuators' states (their file's unit)
    breaks: Sequence[float] = ()  #: s, where the vehicle was put somewhere else: nothing is predicted across them
    used: Sequence[str] = field(default_factory=tuple)  #: what was used and what was left out, as text

    @property
    def begin(self) -> float:
        """The first time (s) at which something was measured."""
        return min(float(t[0]) for t, _ in self.channels.values())

    @property
    def end(self) -> float:
        """The last time (s) at which something was measured."""
        return max(float(t[-1]) for t, _ in self.channels.values())

    @property
    def count(self) -> int:
        """How many values were measured."""
        return sum(len(t) for t, _ in self.channels.values())


def held_at(series: Series, t: Array, before: float = 0.0) -> Array:
    """The values in force at times ``t``: each holds until the next one; ``before`` the first."""
    times, values = series
    places = np.searchsorted(times, t, side="right") - 1
    return np.where(places >= 0, values[np.clip(places, 0, None)], before)


def held_means(series: Series, edges: Array, before: float = 0.0) -> Array:
    """Means of held values over the intervals between ``edges`` (n + 1,): (n,)."""
    times, _values = series
    joined = np.union1d(times, edges)
    held = held_at(series, joined[:-1], before)
    area = np.concatenate([[0.0], np.cumsum(held * np.diff(joined))])
    return np.asarray(np.diff(np.interp(edges, joined, area)) / np.diff(edges))
