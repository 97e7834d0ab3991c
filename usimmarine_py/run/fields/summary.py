"""The figures of a run of several communities: those of the whole, and of each community."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from usimmarine_py.run.fields.encounters import ClosestApproach, EncounterEvent
from usimmarine_py.run.summary import RunResult, RunSummary
from usimmarine_py.sums import plain_sum

_NOT_SHOWN = ("mission", "real_time", "detected", "touching", "communities")
#: Variables that expectations know: least distance of two vehicles (m), and what detectors counted.
CLOSEST, COUNTS = "closest", {"near_miss": "near_misses", "collision": "collisions", "contact": "contacts"}


@dataclass(slots=True)
class FieldSummary(RunResult):
    """The result of a run of a field. The figures of the whole: the worst status, distances and warnings of all."""

    communities: dict[str, RunSummary] = field(default_factory=dict)  #: by name
    vehicles: list[str] = field(default_factory=list)  #: the communities that have one
    encounters: list[ClosestApproach] = field(default_factory=list)  #: of each pair of vehicles, nearest first
    events: list[EncounterEvent] = field(default_factory=list)  #: near misses and others, in order of time
    detected: bool = False  #: whether the mission has a detector that counts them
    touching: bool = False  #: whether contacts of hulls are counted

    def join(self, communities: Mapping[str, RunSummary], vehicles: Sequence[str]) -> None:
        """Add up the communities; ``vehicles``: those that have one."""
        self.communities, self.vehicles = dict(communities), list(vehicles)
        moving = [communities[name] for name in vehicles]
        self.status = next((one.status for one in moving if one.status != "ok"), "ok")
        self.distance = plain_sum(one.distance for one in moving)
        self.largest_speed = max((one.largest_speed for one in moving), default=0.0)
        self.moved = any(one.moved for one in moving) or not moving
        self.driven = any(one.driven for one in moving) or not moving
        for name, one in communities.items():
            self.config_warnings += [f"{name}: {text}" for text in one.config_warnings]
            self.run_warnings |= {f"{name}: {text}": count for text, count in one.run_warnings.items()}
            self.left_out += [f"{name}/{other}" for other in one.left_out]
            twice = {judge for judge in one.verdicts if self._judges(judge) > 1}
            for judge, verdict in one.verdicts.items():
                self.verdicts[f"{name}/{judge}" if judge in twice else judge] = verdict
            for judge, why in one.stopped_at.items():
                self.stopped_at[f"{name}/{judge}" if judge in twice else judge] = why
            for file, text in one.reports.items():
                self.reports[file] = self.reports.get(file, "") + text

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
        communities = {name: one.as_dict() for name, one in self.communities.items()}
        for one in communities.values():
            del one["timing"]
        return {**own, "communities": communities}
