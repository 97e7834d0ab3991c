"""The figures of a run, gathered while it runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from math import hypot
from typing import Any

from usimmarine_py.apps.guidance import GuidanceApp
from usimmarine_py.kinematic.motion import Motion
from usimmarine_py.model import ActuatorCommand
from usimmarine_py.simulator import Simulator
from usimmarine_py.text import compact_number


@dataclass(slots=True)
class RunSummary:
    """What came of a run. Everything but ``real_time`` and what follows from it is equal for equal seeds."""

    mission: str
    seed: int
    ended: str = ""  #: duration, limit, interrupted, or the application that ended the run
    time: float = 0.0  #: simulated s
    distance: float = 0.0  #: m, over ground; jumps by USM_RESET mail left out
    start: tuple[float, float] = (0.0, 0.0)  #: x, y, m
    end: tuple[float, float] = (0.0, 0.0)  #: x, y, m
    largest_speed: float = 0.0  #: m/s through the water
    largest_depth: float = 0.0  #: m
    energy: float = 0.0  #: s at full thrust: integral of (thrust/100)^3, a power that grows with the cube of the speed
    waypoints: int | None = None  #: reached; None without guidance
    waypoints_missed: int | None = None  #: of them passed outside the acceptance radius
    cross_track_mean: float | None = None  #: m, mean absolute value
    cross_track_rms: float | None = None  #: m
    cross_track_largest: float | None = None  #: m
    ticks: dict[str, int] = field(default_factory=dict)  #: iterations of each application
    config_warnings: list[str] = field(default_factory=list)
    run_warnings: dict[str, int] = field(default_factory=dict)  #: text and how often
    left_out: list[str] = field(default_factory=list)  #: blocks that a lock-step run does not play
    files: dict[str, str] = field(default_factory=dict)  #: name: SHA-256
    differences: list[str] = field(default_factory=list)  #: of a replay from its recording; empty = none, or no replay
    notes: list[str] = field(default_factory=list)  #: worth a line
    real_time: float = 0.0  #: s

    @property
    def real_time_factor(self) -> float:
        """Simulated seconds a real second."""
        return self.time / self.real_time if self.real_time > 0 else 0.0

    def as_dict(self) -> dict[str, Any]:
        """For JSON; the wall clock's part under ``timing``."""
        found = asdict(self)
        real_time = found.pop("real_time")
        return {**found, "timing": {"real_time": real_time, "real_time_factor": self.real_time_factor}}

    def lines(self) -> list[str]:
        """For the terminal."""
        number = compact_number
        why = "; neither guidance nor a script came to its end: see the waypoints, or give --duration"
        why = why if self.ended == "limit" else ""
        lines = [
            f"ended        {self.ended} at {number(self.time, 3)} s{why}",
            f"distance     {number(self.distance, 1)} m, to x={number(self.end[0], 1)}, y={number(self.end[1], 1)}",
        ]
        if self.waypoints is not None and self.waypoints_missed is not None:
            missed = f" ({self.waypoints_missed} passed abeam)" if self.waypoints_missed else ""
            lines.append(f"waypoints    {self.waypoints}{missed}")
        if self.cross_track_mean is not None and self.cross_track_rms is not None:
            largest = number(self.cross_track_largest or 0.0, 2)
            lines.append(
                f"cross-track  mean {number(self.cross_track_mean, 2)} m, rms {number(self.cross_track_rms, 2)} m, "
                f"largest {largest} m"
            )
        lines += [f"note         {text}" for text in self.notes]
        lines += [f"differs      {text}" for text in self.differences]
        lines.append(f"energy       {number(self.energy, 1)} s at full thrust")
        lines.append(f"real time    {number(self.real_time, 2)} s, {number(self.real_time_factor, 0)} times real time")
        return lines


def _power(command: ActuatorCommand) -> float:
    if command.differential:
        return 0.5 * (abs(command.thrust_left) ** 3 + abs(command.thrust_right) ** 3) / 1e6
    return abs(command.thrust) ** 3 / 1e6


class SummaryMeter:
    """Called after each tick of the simulator."""

    def __init__(self, simulator: Simulator, start: float) -> None:
        state = simulator.truth
        self._simulator = simulator
        self._first = (state.x, state.y)
        self._last = (state.x, state.y)
        self._resets = simulator.internal.reset_count
        self._before = start
        self.distance = 0.0
        self.energy = 0.0
        self.largest_speed = 0.0
        self.largest_depth = 0.0

    def __call__(self, now: float) -> None:
        """One tick at MOOS time ``now``."""
        state, internal = self._simulator.truth, self._simulator.internal
        x, y = state.x, state.y
        if internal.reset_count == self._resets:
            self.distance += hypot(x - self._last[0], y - self._last[1])
        self._resets = internal.reset_count
        self._last = (x, y)
        self.energy += _power(internal.command) * (now - self._before)
        self._before = now
        if abs(state.speed) > self.largest_speed:
            self.largest_speed = abs(state.speed)
        if state.depth > self.largest_depth:
            self.largest_depth = state.depth

    def stretch(self, times: Sequence[float], motions: Sequence[Motion]) -> None:
        """As many ticks at once: MOOS times and motions; the command is the same in all."""
        first = motions[0]
        # a reset may have come with the mail before the first of them
        last = self._last if self._simulator.internal.reset_count == self._resets else (first.x, first.y)
        self._resets = self._simulator.internal.reset_count
        power, before = _power(self._simulator.internal.command), self._before
        distance, energy = self.distance, self.energy
        x0, y0 = last
        for now, motion in zip(times, motions, strict=True):
            _, x, y, _, speed, depth, *_ = motion
            distance += hypot(x - x0, y - y0)
            energy += power * (now - before)
            x0, y0, before = x, y, now
            speed = abs(speed)
            if speed > self.largest_speed:
                self.largest_speed = speed
            if depth > self.largest_depth:
                self.largest_depth = depth
        self.distance, self.energy, self._last, self._before = distance, energy, (x0, y0), before

    def fill(self, summary: RunSummary, guidance: GuidanceApp | None, ticks: Sequence[tuple[str, int]]) -> None:
        """Write the figures down."""
        summary.distance, summary.energy = self.distance, self.energy
        summary.largest_speed, summary.largest_depth = self.largest_speed, self.largest_depth
        summary.start, summary.end = self._first, self._last
        summary.ticks = dict(ticks)
        if guidance is not None:
            law = guidance.guidance
            summary.waypoints, summary.waypoints_missed = law.reached, law.missed
            if law.track.samples:
                summary.cross_track_mean, summary.cross_track_rms = law.track.mean, law.track.rms
                summary.cross_track_largest = law.track.largest
