"""The figures of a run, collected while it runs, and whether its requirements are met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from usimmarine_py.conditions import Judge
from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.moos.transport.lockstep import Listener
from usimmarine_py.run.stop import TIMEOUT
from usimmarine_py.script.grading.evaluation import FAIL
from usimmarine_py.text import compact_number, truth_text
from usimmarine_py.values import Value
from usimmarine_py.values.rows import Shape

#: Figures of the summary that expectations know by these names.
_FACTS = (
    *("largest_depth", "energy", "battery_left", "battery_used", "shaft_energy"),
    *("waypoints", "waypoints_missed", "cross_track_mean", "cross_track_rms", "cross_track_largest"),
)
#: What can be required by a word.
REQUIRED = ("plan", "waypoints", "driven")


@dataclass(slots=True)
class RunResult:
    """The result of a run of one vehicle or of a field: all but ``real_time`` is equal for equal seeds."""

    mission: str
    seed: int
    ended: str = ""  #: duration, limit, stuck, full, interrupted, timeout, or the application that ended the run
    time: float = 0.0  #: simulated s
    status: str = "ok"  #: of the vehicle, the worst of the run: ok, capsized, diverged
    distance: float = 0.0  #: m, over ground; jumps by USM_RESET mail left out
    largest_speed: float = 0.0  #: m/s through the water
    config_warnings: list[str] = field(default_factory=list)
    run_warnings: dict[str, int] = field(default_factory=dict)  #: text and how often
    left_out: list[str] = field(default_factory=list)  #: blocks that a lock-step run does not play
    moved: bool = True  #: False: place, depth and heading of the vehicle never changed
    driven: bool = True  #: False: the vehicle got no command
    ended_by: str = ""  #: guidance, script or verdict, where one of them ended the run; else as ``ended``
    stuck: str = ""  #: why the plan could not come to its end
    required: dict[str, str] = field(default_factory=dict)  #: what was required, and why it was not so (empty: it was)
    verdicts: dict[str, str] = field(default_factory=dict)  #: of each pMissionEval: pass, fail or pending
    stopped_at: dict[str, str] = field(default_factory=dict)  #: what each of those that did not pass stopped at
    reports: dict[str, str] = field(default_factory=dict)  #: what they wrote into the file of this name
    notes: list[str] = field(default_factory=list)  #: worth a line
    real_time: float = 0.0  #: s

    def facts(self) -> dict[str, float | str]:
        """The figures of a run that expectations can use besides posts: distances in m, times in s."""
        found: dict[str, float | str] = {"ended": self.ended_by or self.ended, "status": self.status}
        found |= {"distance": self.distance, "largest_speed": self.largest_speed}
        return {**found, "driven": truth_text(self.driven)}

    def missed(self) -> str:
        """Why not all waypoints were reached; empty: they were."""
        return "there is no guidance, so no waypoint was reached"

    def warning_lines(self) -> list[str]:
        """For the terminal."""
        counted = (text + (f" ({count} times)" if count > 1 else "") for text, count in self.run_warnings.items())
        return [f"warning      {text}" for text in (*self.config_warnings, *counted)]

    def judged_lines(self) -> list[str]:
        """For the terminal: verdicts, what graders wrote, notes, requirements."""
        lines = []
        for name, verdict in self.verdicts.items():
            why = f": {self.stopped_at[name]}" if name in self.stopped_at else ""
            lines.append(f"graded       {verdict} by {name}{why}")
        for name, text in self.reports.items():
            lines += [f"{name:<12} {line.strip()}" for line in text.splitlines()]
        lines += [f"note         {text}" for text in self.notes]
        return lines + [f"required     {text}: {why or 'yes'}" for text, why in self.required.items()]

    def unmet(self) -> list[str]:
        """The requirements and the mission's own conditions that are not met; one line each."""
        found = [why if text in REQUIRED else f"{text}: {why}" for text, why in self.required.items() if why]
        failed = (name for name, verdict in self.verdicts.items() if verdict == FAIL)
        return found + [f"fail by {name}: {self.stopped_at.get(name, '')}" for name in failed]

    def faults(self) -> list[str]:
        """Why a run has failed regardless of its requirements."""
        at = f"at {self.time:g} s"
        found = []
        if self.status != "ok":
            why = next((text for text in self.run_warnings if self.status in text), "see the summary")
            found.append(f"the vehicle {self.status}: {why}")
        if self.ended == "limit":
            found.append(f"cut short {at}: neither guidance nor a script came to its end")
        if self.ended == "stuck":
            found.append(f"given up {at}: {self.stuck}")
        if self.ended == "full":
            found.append(f"cut short {at}: its files have reached --max-log")
        if self.ended == TIMEOUT:
            found.append(f"cut short {at} by --timeout" + (f": {self.stuck}" if self.stuck else ""))
        return found


@dataclass(slots=True)
class RunSummary(RunResult):
    """The result of a run of one vehicle."""

    start: tuple[float, float] = (0.0, 0.0)  #: x, y, m
    end: tuple[float, float] = (0.0, 0.0)  #: x, y, m
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
    files: dict[str, str] = field(default_factory=dict)  #: SHA-256 by name
    differences: list[str] = field(default_factory=list)  #: of a replay from its recording; empty = none, or no replay
    #: of a run with recorded commands, see ``logs.measured.differences``: root mean squares of simulated less measured
    measured: dict[str, float] = field(default_factory=dict)
    mission_path: str = ""  #: of the mission file, from the folder of the summary, or absolute; empty without files

    @property
    def real_time_factor(self) -> float:
        """Simulated seconds a real second."""
        return self.time / self.real_time if self.real_time > 0 else 0.0

    def as_dict(self) -> dict[str, Any]:
        """For JSON; the wall clock's part under ``timing``."""
        found = asdict(self)
        real_time = found.pop("real_time")
        return {**found, "timing": {"real_time": real_time, "real_time_factor": self.real_time_factor}}

    def facts(self) -> dict[str, float | str]:
        """Those of every run, places (m), and what this vehicle has of depth, energy, battery and track."""
        found = RunResult.facts(self)
        found |= {"start_x": self.start[0], "start_y": self.start[1], "end_x": self.end[0], "end_y": self.end[1]}
        return found | {name: float(value) for name in _FACTS if (value := getattr(self, name)) is not None}

    def missed(self) -> str:
        """Why not all waypoints were reached; empty: they were."""
        if self.waypoints is None:
            return RunResult.missed(self)
        what = f"{self.waypoints_missed} of {self.waypoints} waypoints"
        return f"{what} were passed outside the acceptance radius" if self.waypoints_missed else ""

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
        lines += self.judged_lines()
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


class Requirements:
    """The requirements of a run, and a listener of its posts: words of ``REQUIRED``, and expectations."""

    def __init__(self, texts: Sequence[str]) -> None:
        """Raises ``ConfigError`` for what is neither."""
        self._texts = tuple(dict.fromkeys(texts))
        for text in self._texts:
            if text.isalpha() and text not in REQUIRED:
                problem = f"knows no {text}; it is {', '.join(REQUIRED)}, or an expectation such as end_x > 3"
                raise ConfigError(problem, key="--require", suggestion=suggest(text, REQUIRED))
        self._expected = [text for text in self._texts if text not in REQUIRED]
        self._judge = Judge(self._expected)
        self._start: float | None = None
        self._seen: set[str] = set()
        self._places: dict[Shape, list[tuple[int, str]]] = {}

    def of(self, community: str = "") -> list[Listener]:
        """Return the listener of the posts, none where no post is needed."""
        del community
        return [self._row] if self._expected else []

    def _row(self, stamp: float, shape: Shape, values: tuple[Value, ...], source_aux: str = "") -> None:
        """Take a row that is posted at ``stamp`` (MOOS s)."""
        if self._start is None:
            self._start = stamp
            self._judge = Judge(self._expected, stamp)
        places = self._places.get(shape)
        if places is None:
            self._seen.update(shape.names)
            wanted = self._judge.variables
            places = self._places[shape] = [(i, name) for i, name in enumerate(shape.names) if name in wanted]
        for i, name in places:
            self._judge.feed(stamp, name, values[i])

    def judge(self, summary: RunResult) -> None:
        """Add the results of all requirements to the summary."""
        found: dict[str, str] = {text: self._of_word(text, summary) for text in self._texts if text in REQUIRED}
        end = (self._start or 0.0) + summary.time
        facts = summary.facts()
        for name, value in facts.items():
            self._judge.feed(end, name, value)
        found |= {verdict.text: verdict.found for verdict in self._judge.verdicts(end, {*self._seen, *facts})}
        summary.required = found

    def _of_word(self, word: str, summary: RunResult) -> str:
        if word == "plan" and summary.ended == "duration":
            return f"cut short at {summary.time:g} s: neither guidance nor a script came to its end"
        if word == "plan" and summary.ended in ("limit", "stuck", "full", "interrupted", TIMEOUT):
            return f"it ended by {summary.ended}"
        if word == "waypoints":
            return summary.missed()
        if word == "driven" and not summary.driven:
            return "nothing drove the vehicle: no command came"
        return ""
