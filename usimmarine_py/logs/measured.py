"""Compares the measured motion of a vehicle with the simulated one under the same commands."""

from __future__ import annotations

import numpy as np

from usimmarine_py.errors import NothingToDrawError
from usimmarine_py.logs.motion import run_series
from usimmarine_py.logs.runs import RecordedRun, Series
from usimmarine_py.logs.viewer.names import PREFIXES
from usimmarine_py.values.arrays import Array
from usimmarine_py.values.frozen import dataclass

#: s, over which a rate is taken from headings: a compass is noisy beside what a heading changes in a tick.
_SPAN = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """Series of a recording, times in s as there; None for what it does not hold."""

    name: str
    x: Series | None = None  #: m, east
    y: Series | None = None  #: m, north
    heading: Series | None = None  #: deg
    speed: Series | None = None  #: m/s
    depth: Series | None = None  #: m
    yaw_rate: Series | None = None  #: deg/s, to starboard
    over_ground: bool = False  #: the speed is
    span: float = 0.0  #: s, over which the yaw rate was taken from the heading; 0: it was measured

    @property
    def begin(self) -> float | None:
        """The first time (s) at which the whole pose is known; None without a position and heading."""
        if self.x is None or self.y is None or self.heading is None:
            return None
        return max(float(series[0][0]) for series in (self.x, self.y, self.heading, self.speed) if series is not None)

    @property
    def end(self) -> float | None:
        """The last time (s) of any series."""
        ends = [float(s[0][-1]) for s in (self.x, self.heading, self.speed, self.yaw_rate) if s is not None]
        return max(ends, default=None)

    def start_pos(self, time: float) -> str:
        """The pose at a time, as the text of ``start_pos``."""
        found = {"x": self.x, "y": self.y, "speed": self.speed, "depth": self.depth}
        values = {name: float(np.interp(time, *series)) for name, series in found.items() if series is not None}
        if self.heading is not None:
            turned = np.unwrap(self.heading[1], period=360.0)
            values["heading"] = float(np.interp(time, self.heading[0], turned)) % 360.0
        values["depth"] = max(values.get("depth", 0.0), 0.0)
        return ", ".join(f"{name}={value:.9f}" for name, value in values.items())


def measured_motion(log: RecordedRun) -> Measured:
    """The motion in a recording."""
    numbers = log.series
    try:
        run = run_series(log)
    except NothingToDrawError:
        run = None
    prefix = next(
        (p for p in PREFIXES if f"{p}_X" in numbers), next((p for p in PREFIXES if f"{p}_SPEED" in numbers), "")
    )
    heading = run.heading if run is not None else numbers.get(f"{prefix}_HEADING", numbers.get("heading"))
    speed = run.speed if run is not None else numbers.get(f"{prefix}_SPEED", numbers.get("speed"))
    over_ground = speed is None and run is not None and run.speed_over_ground is not None
    if over_ground and run is not None:
        speed = run.speed_over_ground
    rate: Series | None = None
    span = 0.0
    if f"{prefix}_YAW_RATE" in numbers:
        # positive to port in mail, rad/s
        times, values = numbers[f"{prefix}_YAW_RATE"]
        rate = times, -np.degrees(values)
    elif not prefix and "r" in numbers:
        rate = numbers["r"][0], np.degrees(numbers["r"][1])
    elif heading is not None:
        rate, span = turning(*heading, _SPAN), _SPAN
    x = y = depth = None
    if run is not None:
        x, y, depth = (run.track_t, run.x), (run.track_t, run.y), run.depth
    return Measured(log.name, x, y, heading, speed, depth, rate, over_ground, span)


def turning(times: Array, heading: Array, span: float) -> Series | None:
    """The rate of a heading (deg), deg/s: over ``span`` s around each time, 0: from sample to sample; None without."""
    keep = np.concatenate([[True], np.diff(times) > 0.0])
    t, turned = times[keep], np.unwrap(heading[keep], period=360.0)
    if span <= 0.0:
        return (0.5 * (t[1:] + t[:-1]), np.diff(turned) / np.diff(t)) if len(t) > 1 else None
    inner = t[(t >= t[0] + 0.5 * span) & (t <= t[-1] - 0.5 * span)]
    if len(inner) < 2:
        return None
    return inner, (np.interp(inner + 0.5 * span, t, turned) - np.interp(inner - 0.5 * span, t, turned)) / span


def differences(measured: Measured, simulated: Measured) -> dict[str, float]:
    """Root mean squares of what differs, at the times of the measurement, and of the track the largest and the last.

    speed_rms m/s, yaw_rate_rms deg/s, heading_rms deg, track_rms, track_largest and track_end m.
    """
    found: dict[str, float] = {}
    for name, wrap in (("speed", False), ("yaw_rate", False), ("heading", True)):
        one, other = getattr(measured, name), getattr(simulated, name)
        if one is None or other is None:
            continue
        times, values = _within(one, other)
        if len(times):
            there = np.interp(times, other[0], np.unwrap(other[1], period=360.0) if wrap else other[1])
            gap = values - there
            found[f"{name}_rms"] = _rms((gap + 180.0) % 360.0 - 180.0 if wrap else gap)
    if measured.x is not None and measured.y is not None and simulated.x is not None and simulated.y is not None:
        times, x = _within(measured.x, simulated.x)
        if len(times):
            away = np.hypot(
                x - np.interp(times, *simulated.x), np.interp(times, *measured.y) - np.interp(times, *simulated.y)
            )
            found |= {"track_rms": _rms(away), "track_largest": float(away.max()), "track_end": float(away[-1])}
    return found


def _within(one: Series, other: Series) -> tuple[Array, Array]:
    """The first series as far as the second reaches."""
    keep = (one[0] >= other[0][0] - 1e-9) & (one[0] <= other[0][-1] + 1e-9)
    return one[0][keep], one[1][keep]


def _rms(values: Array) -> float:
    return float(np.sqrt(np.mean(values * values)))
