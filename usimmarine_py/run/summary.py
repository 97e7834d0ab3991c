"""The figures of a run: those of one vehicle, and of several communities those of the whole and of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from usimmarine_py.run.fields.encounters import ClosestApproach, EncounterEvent
from usimmarine_py.run.stop import TIMEOUT
from usimmarine_py.script.grading.evaluation import FAIL
from usimmarine_py.sums import plain_sum
from usimmarine_py.text import compact_number, truth_text

#: Figures of the summary that expectations know by these names.
_FACTS = (
    *("largest_depth", "energy", "battery_left", "battery_used", "shaft_energy"),
    *("waypoints", "waypoints_missed", "cross_track_mean", "cross_track_rms", "cross_track_largest"),
)
_NOT_SHOWN = ("mission", "real_time", "detected", "touching", "communities")
#: Variables that expectations know: least distance of two vehicles (m), and what detectors counted.
CLOSEST, COUNTS = "closest", {"near_miss": "near_misses", "collision": "collisions", "contact": "contacts"}
#: A vehicle was not driven that went less through the water under command, m, and less than this share of its way.
LEAST_DRIVEN, _LEAST_SHARE = 0.5, 0.25
#: Who expects something of these says himself what an error of a helm means.
_ABOUT_ERRORS = ("IVPHELM_ALLSTOP", "BHV_ERROR")
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
    driven_distance: float = 0.0  #: m, through the water under command; of a vehicle that is only carried about 0
    ended_by: str = ""  #: guidance, script or verdict, where one of them ended the run; else as ``ended``
    stuck: str = ""  #: why the plan could not come to its end
    stopped: list[str] = field(default_factory=list)  #: for which errors helms stopped their vehicles at the end
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

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)

    def carried(self) -> str:
        """Why the vehicle was not driven though it moved; empty: it was."""
        if not self.moved or self.driven_distance >= min(LEAST_DRIVEN, _LEAST_SHARE * self.distance):
            return ""
        over = f"{compact_number(self.distance, 1)} m over ground"
        under = f"{compact_number(self.driven_distance, 1)} m through the water under command"
        return f"the vehicle was carried, not driven: {over}, {under}"

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
        if not any(name in text for name in _ABOUT_ERRORS for text in self.required):
            found += self.stopped
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
        if not real_time:  # one of several communities
            return found
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


@dataclass(slots=True)
class FieldSummary(RunResult):
    """The result of a run of a field. The figures of the whole: the worst status, distances and warnings of all."""

    communities: dict[str, RunSummary] = field(default_factory=dict)  #: by name
    vehicles: list[str] = field(default_factory=list)  #: the communities that have one
    encounters: list[ClosestApproach] = field(default_factory=list)  #: of each pair of vehicles, nearest first
    events: list[EncounterEvent] = field(default_factory=list)  #: near misses and others, in order of time
    detected: bool = False  #: whether the mission has a detector that counts them
    touching: bool = False  #: whether contacts of hulls are counted

    @classmethod
    def of(cls, name: str, one: RunResult) -> FieldSummary:
        """Return the summary of a field; ``one``: it, or that of its only community, which has this name."""
        if isinstance(one, FieldSummary):
            return one
        assert isinstance(one, RunSummary)
        found = cls(one.mission, one.seed, one.ended, one.time)
        found.join({name: one}, [name])
        found.ended_by, found.stuck, found.notes, found.real_time = one.ended_by, one.stuck, one.notes, one.real_time
        return found

    def join(self, communities: Mapping[str, RunSummary], vehicles: Sequence[str]) -> None:
        """Add up the communities; ``vehicles``: those that have one."""
        self.communities, self.vehicles = dict(communities), list(vehicles)
        moving = [communities[name] for name in vehicles]
        self.status = next((one.status for one in moving if one.status != "ok"), "ok")
        self.distance = plain_sum(one.distance for one in moving)
        self.largest_speed = max((one.largest_speed for one in moving), default=0.0)
        self.moved = any(one.moved for one in moving) or not moving
        self.driven = any(one.driven for one in moving)
        self.driven_distance = plain_sum(one.driven_distance for one in moving)
        for name, one in communities.items():
            self.config_warnings += [f"{name}: {text}" for text in one.config_warnings]
            self.run_warnings |= {f"{name}: {text}": count for text, count in one.run_warnings.items()}
            self.left_out += [f"{name}/{other}" for other in one.left_out]
            self.stopped += [f"{name}: {text}" for text in one.stopped]
            twice = {judge for judge in one.verdicts if self._judges(judge) > 1}
            for judge, verdict in one.verdicts.items():
                self.verdicts[f"{name}/{judge}" if judge in twice else judge] = verdict
            for judge, why in one.stopped_at.items():
                self.stopped_at[f"{name}/{judge}" if judge in twice else judge] = why
            for file, text in one.reports.items():
                self.reports[file] = self.reports.get(file, "") + text

    def carried(self) -> str:
        """The same; of a field with a vehicle that got commands and was only carried, that one's."""
        each = ((name, self.communities[name]) for name in self.vehicles)
        found = (f"{name}: {why}" for name, one in each if one.energy > 0.0 and (why := one.carried()))
        return next(found, "") or RunResult.carried(self)

    def _judges(self, name: str) -> int:
        return sum(name in one.verdicts for one in self.communities.values())

    def facts(self) -> dict[str, float | str]:
        """Those of the whole, ``COMMUNITY.NAME`` of each vehicle, and the encounters."""
        found = RunResult.facts(self)
        for community in self.vehicles:
            facts = self.communities[community].facts()
            found |= {f"{community}.{name}": value for name, value in facts.items() if name != "ended"}
        return found | dict(self._met())

    def _met(self) -> Iterator[tuple[str, float]]:
        for row in reversed(self.encounters):  # the nearest last
            one, other = sorted(row.vehicles)
            for key in (f"{CLOSEST}({one},{other})", f"{CLOSEST}({one})", f"{CLOSEST}({other})", CLOSEST):
                yield key, row.distance
        for kind, name in COUNTS.items():
            if self.touching if kind == "contact" else self.detected:
                yield name, float(sum(event.kind == kind for event in self.events))

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the whole, encounters and events, each community; nothing of the wall clock."""
        own = {name: value for name, value in asdict(self).items() if name not in _NOT_SHOWN}
        return {**own, "communities": {name: one.as_dict() for name, one in self.communities.items()}}
