"""The hull of a vehicle in a run with others: what happens when two of them touch (beyond uSimMarine)."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any, ClassVar

from usimmarine_py.simulator.part import Part, PartsRow, Share
from usimmarine_py.simulator.parts.run.clock import VehicleClock
from usimmarine_py.simulator.parts.run.guard import held
from usimmarine_py.values import Key, MailEntry
from usimmarine_py.values.frozen import dataclass

OFF, STOP, PASS = "off", "stop", "pass"
_SOURCE = "our own; in runs of several communities"
#: A vehicle that was put so far from where it was stopped (m) may move again.
_ELSEWHERE = 0.5

PARAMETERS: tuple[Key, ...] = (
    Key(
        "collisions", "text", OFF,
        "In a run of several communities (usim run, grade, sweep): a vehicle whose hull touches that of another one "
        "stays where it is (stop), or the contact is only counted (pass). Hull sizes are those of the vehicle file, "
        "else of pNodeReporter.", choices=(OFF, STOP, PASS), group="run", source=_SOURCE,
    ),
)  # fmt: skip
POSTED: tuple[MailEntry, ...] = (
    MailEntry(
        "USM_HULL_CONTACT", "out", "text", "the vehicle whose hull touches", "", "changed, with collisions",
        group="run", source=_SOURCE,
    ),
)  # fmt: skip


def settle(draft: Any) -> None:
    """Take the line ``collisions``."""
    for parameter, value in draft.values(PARAMETERS):
        draft.features[parameter.name] = value


@dataclass(slots=True)
class Stopped:
    """Where the vehicle was stopped, x and y in m."""

    stopped: bool = False
    x: float = 0.0
    y: float = 0.0


class HullContact(Part):
    """In the row with ``collisions`` only. Contacts are found by who runs several vehicles (``run.fields.hulls``)."""

    renews_report: ClassVar[bool] = True

    def __init__(self, row: PartsRow, mode: str, clock: VehicleClock) -> None:
        self.mode, self.state, self._clock = mode, Stopped(), clock
        super().__init__(row, self.state)

    def shares(self) -> Mapping[str, Share]:
        """``hold`` keeps a stopped vehicle at rest, before it would move."""
        return {"hold": self.hold}

    def touch(self, other: str) -> None:
        """Take note that the hull touches that of another vehicle."""
        stops = self.mode == STOP
        if stops and not self.state.stopped:
            self.state.stopped, self.state.x, self.state.y = True, self._own.x, self._own.y
        self._output.post("USM_HULL_CONTACT", other)
        self._output.warnings.append(f"its hull touches that of {other}" + ("; it stays there" if stops else ""))

    def hold(self, now: float) -> None:
        """Keep the vehicle where it was stopped; one that was put elsewhere goes on."""
        state, time = self.state, self._time
        if not state.stopped or not time.moves:
            return
        if hypot(self._own.x - state.x, self._own.y - state.y) > _ELSEWHERE:
            state.stopped = False
            return
        for own in self._owns:
            own.set(held(own.state))
        self._clock.stamp(now)
        time.elapsed += time.dt
        time.moves = False


def make(row: Any) -> Mapping[str, Part]:
    """Return the part, where the mission asks for it."""
    mode = row.draft.features.get("collisions", OFF)
    return {} if mode == OFF else {"hull": HullContact(row, mode, row.clock)}
