"""The figures of a run, gathered while it runs."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from usimmarine_py.text import compact_number


@dataclass(slots=True)
class RunSummary:
    """What came of a run. Everything but ``real_time`` and what follows from it is equal for equal seeds."""

    mission: str
    seed: int
    ended: str = ""  #: duration, limit, stuck, full, interrupted, or the application that ended the run
    time: float = 0.0  #: simulated s
    status: str = "ok"  #: of the vehicle, the worst of the run: ok, capsized, diverged
    distance: float = 0.0  #: m, over ground; jumps by USM_RESET mail left out
    start: tuple[float, float] = (0.0, 0.0)  #: x, y, m
    end: tuple[float, float] = (0.0, 0.0)  #: x, y, m
    largest_speed: float = 0.0  #: m/s through the water
    largest_depth: float = 0.0  #: m
    energy: float = 0.0  #: s at full thrust: integral of (thrust/100)^3, a power that grows with the cube of the speed
    battery_left: float | None = None  #: % at the end; None without a battery
    battery_used: float | None = None  #: Wh
    shaft_energy: float | None = None  #: Wh of work of all shafts
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
    #: of a run with recorded commands, see ``run.measured.differences``: root mean squares of simulated less measured
    measured: dict[str, float] = field(default_factory=dict)
    driven: bool = True  #: False: nobody gave the vehicle a command
    stuck: str = ""  #: why the plan could not come to its end
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
        why = "; neither guidance nor a script came to its end: see the waypoints, or give --duration or --max-time"
        why = why if self.ended == "limit" else f"; {self.stuck}" if self.stuck else ""
        why = "; its files must not grow further, see --max-log" if self.ended == "full" else why
        lines = [
            f"ended        {self.ended} at {number(self.time, 3)} s{why}",
            f"distance     {number(self.distance, 1)} m, to x={number(self.end[0], 1)}, y={number(self.end[1], 1)}",
        ]
        if self.status != "ok":
            lines.insert(0, f"status       {self.status}: {_MEANING[self.status]}")
        if self.waypoints is not None and self.waypoints_missed is not None:
            missed = f" ({self.waypoints_missed} passed abeam)" if self.waypoints_missed else ""
            lines.append(f"waypoints    {self.waypoints}{missed}")
        if self.cross_track_mean is not None and self.cross_track_rms is not None:
            largest = number(self.cross_track_largest or 0.0, 2)
            lines.append(
                f"cross-track  mean {number(self.cross_track_mean, 2)} m, rms {number(self.cross_track_rms, 2)} m, "
                f"largest {largest} m"
            )
        if self.measured:
            lines.append(f"measured     {difference_text(self.measured)}")
        lines += [f"note         {text}" for text in self.notes]
        lines += [f"differs      {text}" for text in self.differences]
        lines.append(f"energy       {number(self.energy, 1)} s at full thrust")
        if self.battery_left is not None and self.battery_used is not None and self.shaft_energy is not None:
            lines.append(
                f"battery      {number(self.battery_left, 1)} % left, {number(self.battery_used, 1)} Wh used, "
                f"{number(self.shaft_energy, 1)} Wh at the shafts"
            )
        lines.append(f"real time    {number(self.real_time, 2)} s, {number(self.real_time_factor, 0)} times real time")
        return lines


def difference_text(found: dict[str, float]) -> str:
    """The differences in one line."""
    units = (("speed", "m/s", 3), ("yaw_rate", "deg/s", 2), ("heading", "deg", 2), ("track", "m", 2))
    parts = [
        f"{name.replace('_', ' ')} rms {compact_number(found[f'{name}_rms'], places)} {unit}"
        for name, unit, places in units
        if f"{name}_rms" in found
    ]
    if "track_largest" in found:
        largest, end = compact_number(found["track_largest"], 2), compact_number(found["track_end"], 2)
        parts[-1] += f" (largest {largest}, at the end {end})"
    return ", ".join(parts)


_MEANING = {
    "capsized": "the vehicle floated upside down, see the warnings",
    "diverged": "the motion could not be believed and the vehicle was held, see the warnings",
}
