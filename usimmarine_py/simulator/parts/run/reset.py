"""The start of a vehicle, and USM_RESET, which puts it somewhere (laws/usimmarine 7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from usimmarine_py.simulator.mail import UNCHANGED, Incoming, reads, refusal
from usimmarine_py.simulator.part import Part, PartsRow
from usimmarine_py.simulator.parts.run.guard import Guard
from usimmarine_py.simulator.parts.run.pose import read_exactly, read_leniently
from usimmarine_py.simulator.records import moved
from usimmarine_py.values import Finding, Key, Message, VehicleState, unhandled
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import SimulatorRules, Store
from usimmarine_py.values.state import FARTHEST


@dataclass(slots=True)
class ResetState:
    """How often the vehicle was put somewhere."""

    reset_count: int = 0


class Reset(Part):
    """Puts the vehicle somewhere; ``truth`` is the second vehicle of ``dual_state``, or the one that never moves."""

    def __init__(
        self, row: PartsRow, state: ResetState, guard: Guard, placed: Callable[[VehicleState], VehicleState]
    ) -> None:
        super().__init__(row, state, *row.owns)
        self.state, self._guard, self._placed, self._dual = state, guard, placed, row.dual
        self._nav, self.truth = row.owns

    def on_reset(self, message: Message) -> str:
        """Take USM_RESET."""
        text, remark = self.reader.text(message)
        exact = not self._dialect.recorded
        reading = (read_exactly if exact else read_leniently)(text)
        if reading.problem and exact:
            raise refusal(message, f"{reading.problem}; {UNCHANGED}")
        states = [self._placed(moved(own.state, reading.values, exact=exact)) for own in (self._nav, self.truth)]
        self._nav.set(states[0])
        self.truth.set(states[1])
        self._guard.clear()
        self.state.reset_count += 1
        self._output.post("USM_RESET_COUNT", float(self.state.reset_count))
        if reading.problem:
            return f"{reading.problem}; what came before it is used"
        return reading.remark or remark

    def on_reset_nav(self, message: Message) -> str:
        """Take USM_RESET_NAV: navigation is the ground truth."""
        del message
        # without dual state nothing steps the ground truth: V22 goes back to the start or the last reset, stamp and all
        if self._dual or self._dialect.name == "v22":
            self._nav.copy(self.truth)
        return ""

    MAIL: ClassVar[tuple[Incoming, ...]] = (
        reads(
            "USM_RESET", "text", on_reset, "The text of start_pos: puts the vehicle there.", group="run",
            section="usimmarine 7",
        ),
        reads(
            "USM_RESET_NAV", "any", on_reset_nav, "Navigation := ground truth (dual state).", group="run",
            dialects=("v22",),
        ),
    )  # fmt: skip


def _pose(name: str) -> Store:
    def store(draft: Any, value: float) -> None:
        draft.place(moved(draft.pose, {name: value}, exact=not draft.dialect.recorded))

    return store


def _start(name: str, what: str, unit: str, deprecated: tuple[str, ...] = ()) -> Key:
    return Key(
        f"start_{name}", "number", "0", what, unit, -FARTHEST, FARTHEST, group="start",
        example="0", source="laws/usimmarine 3",
        rules=SimulatorRules(deprecated=deprecated, into=_pose(name), beyond="never"),
    )  # fmt: skip


def _start_pos(draft: Any, text: str) -> Finding | None:
    exact = not draft.dialect.recorded
    reading = (read_exactly if exact else read_leniently)(text)
    draft.place(moved(draft.pose, reading.values, exact=exact))
    if draft.dialect.later:
        draft.reset.reset_count += 1
    if reading.problem:
        return unhandled(reading.problem)
    return Finding(reading.remark, taken=bool(reading.values)) if reading.remark else None


PARAMETERS: tuple[Key, ...] = (
    _start("x", "Start position, east.", "m"),
    _start("y", "Start position, north.", "m"),
    _start("heading", "Start heading, clockwise from north.", "deg", deprecated=("startheading",)),
    _start("speed", "Start speed; may be negative.", "m/s", deprecated=("startspeed",)),
    Key(
        "start_depth", "number", "0", "Start depth, positive down.", "m", minimum=0.0,
        group="start", example="0", source="laws/usimmarine 3",
        rules=SimulatorRules(deprecated=("startdepth",), into=_pose("depth"), beyond="zero"),
    ),
    Key(
        "start_pos", "text", "",
        "All of the start at once: x=, y=, heading=, speed=, depth=, or the bare list of these five.", group="start",
        example="x=0, y=0, heading=180, speed=0, depth=0", source="laws/usimmarine 7", repeatable=True,
        rules=SimulatorRules(
            covers=("start_x", "start_y", "start_heading", "start_speed", "start_depth"), reader=_start_pos
        ),
    ),
)  # fmt: skip
