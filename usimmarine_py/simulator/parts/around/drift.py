"""The external drift and rotation (laws/kinematics 13, laws/usimmarine 4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from usimmarine_py.maths.drift import Drift, read_vector
from usimmarine_py.simulator.mail import FASTEST, KEPT, also_as_usm, reads, refusal
from usimmarine_py.simulator.part import Part, PartsRow, Share
from usimmarine_py.values import Finding, Key, Message, unhandled
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import SimulatorRules
from usimmarine_py.values.rows import Shape, make_row
from usimmarine_py.values.state import FARTHEST

_SUMMARY, _FORCES = Shape(("USM_DRIFT_SUMMARY",)), Shape(("USM_FSUMMARY",))


@dataclass(slots=True)
class Drifting:
    """The drift in force."""

    drift: Drift = Drift()
    rotate_speed: float = 0.0  #: deg/s, clockwise
    drift_sources: tuple[str, ...] = ()  #: who sent drift mail, sorted
    drift_fresh: bool = True  #: the summary is due


class DriftPart(Part):
    """The drift: mail changes it, and a summary follows."""

    def __init__(self, row: PartsRow, state: Drifting) -> None:
        super().__init__(row, state)
        self.state = state

    def shares(self) -> Mapping[str, Share]:
        """``post`` posts the summary when it is due."""
        return {"post": self.post}

    def post(self, now: float) -> None:
        """Post the summary when it is due."""
        if self.state.drift_fresh:
            self.state.drift_fresh = False
            text = self.state.drift.summary()
            if self._dialect.name == "classic":
                self._output.rows.append(make_row((_FORCES, (text,), None, "")))
            self._output.rows.append(make_row((_SUMMARY, (text,), None, "")))

    def on_component(self, message: Message) -> str:
        """Take DRIFT_X and DRIFT_Y, or by their other names CURRENT_X and CURRENT_Y."""
        value, remark = self.reader.number(message)
        drift = self.state.drift
        self._change(drift.with_x(value) if message.variable.endswith("X") else drift.with_y(value), message)
        return remark

    def on_vector(self, message: Message) -> str:
        """Take DRIFT_VECTOR and DRIFT_VECTOR_ADD."""
        text, remark = self.reader.text(message)
        vector, drift = read_vector(text, exponent=self.reader.exponent), self.state.drift
        if vector is not None:
            adds = message.variable.endswith("ADD")
            self._change(drift.plus_vector(*vector) if adds else drift.with_vector(*vector), message, vector=True)
            return remark
        problem = f"must be heading,magnitude; {KEPT}"
        if not self._dialect.name == "classic":
            raise refusal(message, problem)
        self._name(message)
        return problem

    def on_factor(self, message: Message) -> str:
        """Take DRIFT_VECTOR_MULT."""
        factor, remark = self.reader.number(message)
        self._change(self.state.drift.times(factor), message, vector=True)
        return remark

    def on_rotate_speed(self, message: Message) -> str:
        """Take ROTATE_SPEED."""
        self.state.rotate_speed, remark = self.reader.within(message, FARTHEST, "deg/s")
        return remark

    def _change(self, drift: Drift, message: Message, *, vector: bool = False) -> None:
        """Set the drift, and whether the summary is due again."""
        if not (abs(drift.x) <= FASTEST and abs(drift.y) <= FASTEST):
            raise refusal(message, f"makes the drift faster than {FASTEST:g} m/s; {KEPT}")
        if self._dialect.later:
            fresh = message.source not in self.state.drift_sources
        else:
            fresh = vector or not self._dialect.recorded
        self.state.drift = drift
        self.state.drift_fresh = self.state.drift_fresh or fresh
        self._name(message)

    def _name(self, message: Message) -> None:
        self.state.drift_sources = tuple(sorted({*self.state.drift_sources, message.source}))


_drift = partial(reads, group="drift")
DriftPart.MAIL = (
    _drift("DRIFT_X", "number", DriftPart.on_component, "External drift to the east.", "m/s", aliases=("CURRENT_X",)),
    _drift("DRIFT_Y", "number", DriftPart.on_component, "External drift to the north.", "m/s", aliases=("CURRENT_Y",)),
    _drift("DRIFT_VECTOR", "text", DriftPart.on_vector, "heading,magnitude: replaces the drift.", "deg, m/s"),
    _drift(
        "DRIFT_VECTOR_ADD", "text", DriftPart.on_vector, "heading,magnitude: is added to the drift.", "deg, m/s",
    ),
    *also_as_usm(_drift("DRIFT_VECTOR_MULT", "number", DriftPart.on_factor, "Scales the drift.")),
    _drift("ROTATE_SPEED", "number", DriftPart.on_rotate_speed, "External rotation, clockwise.", "deg/s"),
)  # fmt: skip


def _x(draft: Any, value: float) -> None:
    draft.drifting.drift = draft.drifting.drift.with_x(value)


def _y(draft: Any, value: float) -> None:
    draft.drifting.drift = draft.drifting.drift.with_y(value)


def _read_vector(draft: Any, text: str) -> Finding | None:
    vector = read_vector(text, exponent=not draft.dialect.recorded)
    if vector is None:
        return unhandled("must be heading,magnitude")
    draft.drifting.drift = draft.drifting.drift.with_vector(*vector)
    return None


_own = partial(Key, group="drift", source="laws/kinematics 13")

PARAMETERS: tuple[Key, ...] = (
    _own(
        "drift_x", "number", "0", "External drift to the east.", "m/s", example="0",
        rules=SimulatorRules(deprecated=("force_x",), into=_x),
    ),
    _own(
        "drift_y", "number", "0", "External drift to the north.", "m/s", example="0",
        rules=SimulatorRules(deprecated=("force_y",), into=_y),
    ),
    _own(
        "drift_vector", "pair", "0,0", "External drift as the direction it pushes towards and its magnitude.",
        "deg, m/s", example="0,0",
        rules=SimulatorRules(deprecated=("force_vector",), covers=("drift_x", "drift_y"), reader=_read_vector),
    ),
)  # fmt: skip
