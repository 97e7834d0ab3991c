"""Conditions that stop a vehicle: it is disabled, or an obstacle holds it (laws/usimmarine 8.1, 8.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from usimmarine_py.simulator.mail import V22_V23, Incoming, reads
from usimmarine_py.simulator.part import Part, PartsRow, Share
from usimmarine_py.simulator.parts.run.clock import VehicleClock
from usimmarine_py.simulator.records import moved
from usimmarine_py.text import loose_boolean, strict_boolean
from usimmarine_py.values import Message, VehicleState
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.state import FARTHEST

#: Taken while the vehicle is disabled only.
NAVIGATION = frozenset(("NAV_X", "NAV_Y", "NAV_HEADING"))


@dataclass(slots=True)
class GateState:
    """Whether the vehicle may move."""

    enabled: bool = True
    obstacle: bool = False


class Gates(Part):
    """An obstacle ends the tick, and so does a vehicle that is disabled."""

    renews_report: ClassVar[bool] = False  #: in a tick that an obstacle holds

    def __init__(self, row: PartsRow, clock: VehicleClock, placed: Callable[[VehicleState], VehicleState]) -> None:
        """``placed`` completes a state that was put somewhere."""
        self.state, self._clock, self._placed = GateState(), clock, placed
        super().__init__(row, self.state)
        self.before_held: Callable[[], None] = _nothing  #: called before an obstacle begins to hold

    def shares(self) -> Mapping[str, Share]:
        """``obstacle`` and ``disabled`` end a tick; ``silent`` ends it before anything is posted."""
        found: dict[str, Share] = {}
        if self.state.obstacle:
            found["obstacle"] = self.obstacle
        if not self.state.enabled:
            found |= {"disabled": self.disabled, "silent": self.silent}
        return found

    def obstacle(self, now: float) -> bool:
        """End the tick: an obstacle holds the vehicle."""
        if not self._dialect.has("obstacle_resume_jump"):
            self._clock.stamp(now)
        return self.held(now)

    def held(self, now: float) -> bool:
        """Do what a held vehicle does; true ends the tick."""
        del now
        return True

    def disabled(self, now: float) -> bool:
        """End the tick: the vehicle is disabled."""
        self._clock.stamp(now)
        return True

    def silent(self, now: float) -> bool:
        """End the tick of a vehicle that moves while it is disabled, before it posts."""
        del now
        return True

    # ---- mail -------------------------------------------------------------------------------------------------------

    def on_enabled(self, message: Message) -> str:
        """Take USM_ENABLED."""
        self.state.enabled, remark = self.reader.boolean(message, self.state.enabled)
        self._arrange()
        return remark

    def on_obstacle(self, message: Message) -> str:
        """Take OBSTACLE_HIT."""
        value, remark, before = message.value, "", self.state.obstacle
        rule = self._dialect.name if self._dialect.has("obstacle_hit_types") else ""
        found: bool | None
        if rule == "classic":
            # a text reads as -1 here, so that "false" is a hit as well, and nothing ever releases
            found = before or isinstance(value, (str, bytes)) or value != 0
        elif rule == "v23":
            found = isinstance(value, str) and strict_boolean(value) is True
        else:
            found = loose_boolean(value, before) if isinstance(value, str) else None
            if found is None and rule == "v22":
                found = before
            elif found is None:
                hit, remark = self.reader.number(message)
                found = hit != 0
        if found and not before:
            self.before_held()
        self.state.obstacle = found
        self._arrange()
        return remark

    def on_navigation(self, message: Message) -> str:
        """Take position or heading from elsewhere while disabled; each puts the rudder amidships."""
        value, remark = self.reader.within(message, FARTHEST, "m")
        if not self.state.enabled:
            values = {message.variable.removeprefix("NAV_").lower(): value}
            for own in self._owns:
                own.set(self._placed(moved(own.state, values, exact=not self._dialect.recorded)))
            self._command.rudder = 0.0
        return remark

    MAIL: ClassVar[tuple[Incoming, ...]] = (
        reads(
            "USM_ENABLED", "text", on_enabled, "true or false: takes the vehicle out of the simulation.", group="run",
            section="usimmarine 8.1",
        ),
        reads(
            "OBSTACLE_HIT", "any", on_obstacle, "The vehicle is held by an obstacle.", group="run",
            section="usimmarine 8.2",
        ),
    )  # fmt: skip


def _elsewhere(name: str, what: str, unit: str) -> Incoming:
    text = f"{what}, taken while disabled only."
    return reads(name, "number", Gates.on_navigation, text, unit, group="run", dialects=V22_V23)


Gates.MAIL += (
    _elsewhere("NAV_X", "Position", "m"),
    _elsewhere("NAV_Y", "Position", "m"),
    _elsewhere("NAV_HEADING", "Heading", "deg"),
)


class GatesV22(Gates):
    """V22 posts its state twice with speed 0 while an obstacle holds it."""

    post_held: Callable[[], None]  #: set by who makes the row: navigation comes later

    def held(self, now: float) -> bool:
        """Post the state of rest; the tick ends."""
        del now
        self.post_held()
        return True


class GatesV23(Gates):
    """V23 continues with an obstacle, except for the motion."""

    renews_report = True

    def held(self, now: float) -> bool:
        """Let the vehicle stand still in this tick."""
        del now
        self._clock.time.frozen = True
        return False


def _nothing() -> None:
    pass
