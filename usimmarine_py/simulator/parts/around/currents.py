"""Currents from files, tides and profiles: what flows where the vehicle is (laws/environment 2, 8)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from usimmarine_py.sea.data.parameters import NETCDF
from usimmarine_py.simulator.mail import Incoming, reads
from usimmarine_py.simulator.part import Part, PartsRow
from usimmarine_py.values import Finding, Key, Message, unhandled
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import SimulatorRules

if TYPE_CHECKING:
    from usimmarine_py.maths.plane.current_field import CurrentVectorField
    from usimmarine_py.sea.data.flows import Flow

#: s, over which the rate of a current is taken.
_AHEAD = 0.1
#: The words of ``current_field_interpolation`` (laws/environment 2.4).
INTERPOLATIONS = ("reference", "nearest", "idw")


@dataclass(slots=True)
class CurrentSettings:
    """Currents as configured."""

    current_field: CurrentVectorField | None = None  #: vectors of a text file
    field_interpolation: str = "reference"  #: between them
    flow: Flow | None = None  #: the current field in force, which can be switched
    waters: tuple[Flow, ...] = ()  #: profile and tides, which always act


@dataclass(slots=True)
class CurrentState:
    """The switch of the current field, and which warnings about its files were given."""

    field_active: bool = True
    left_fields: frozenset[str] = frozenset()  #: files that the vehicle left, with a warning


class Currents(Part):
    """Currents at the vehicle; ``start`` is the clock (s) of the start, from which files and tides count."""

    def __init__(self, row: PartsRow, settings: CurrentSettings, state: CurrentState, start: float) -> None:
        super().__init__(row, state)
        self.settings, self.state, self.start = settings, state, start
        self.flowing = settings.flow is not None or bool(settings.waters)  #: there are any

    @property
    def _flows(self) -> tuple[Flow, ...]:
        settings = self.settings
        if settings.flow is not None and self.state.field_active:
            return (settings.flow, *settings.waters)
        return settings.waters

    def at(self, x: float, y: float, depth: float, time: float) -> tuple[float, float]:
        """Return the current (m/s, east and north) at a place (m) and a stamp (s)."""
        east = north = 0.0
        for flow in self._flows:
            to_east, to_north = flow.at(x, y, depth, time - self.start)
            east, north = east + to_east, north + to_north
        return east, north

    def with_rate(self, x: float, y: float, depth: float, time: float) -> tuple[float, float, float, float]:
        """Return the current as ``at`` does, then the rate (m/s2) at which it changes for the water itself.

        That of a current with steps between its vectors is 0 as far as the place goes: a step has no rate.
        """
        since, found = time - self.start, [0.0] * 4
        for flow in self._flows:
            east, north = flow.at(x, y, depth, since)
            ahead = _AHEAD if flow.smooth else 0.0
            later = flow.at(x + ahead * east, y + ahead * north, depth, since + _AHEAD)
            for i, part in enumerate((east, north, (later[0] - east) / _AHEAD, (later[1] - north) / _AHEAD)):
                found[i] += part
        return found[0], found[1], found[2], found[3]

    def watch(self, x: float, y: float, depth: float, time: float) -> None:
        """Warn the first time that the vehicle is where a file has no data."""
        flow = self.settings.flow
        if flow is None or not self.state.field_active:
            return
        what, text = flow.lacks(x, y, depth, time - self.start)
        if what and what not in self.state.left_fields:
            self._output.warnings.append(text)
            self.state.left_fields |= {what}

    def summaries(self) -> Iterable[str]:
        """Lines of the report, below those of the weather."""
        flow = self.settings.flow
        if flow is not None:
            yield f"     Field: {flow.summary()}{'' if self.state.field_active else ', switched off'}"
        for water in self.settings.waters:
            yield f"     Water: {water.summary()}"

    def on_field(self, message: Message) -> str:
        """Take USM_CURRENT_FIELD."""
        self.state.field_active, remark = self.reader.boolean(message, self.state.field_active)
        return remark

    def idle_field(self, message: Message) -> Iterable[str]:
        """The switch of a field that is not there."""
        del message
        return () if self.settings.flow is not None else ("has no effect without current_field",)

    MAIL: ClassVar[tuple[Incoming, ...]] = (
        reads(
            "USM_CURRENT_FIELD", "text", on_field, "true or false: switches the current field.", group="drift",
            aliases=("CURRENT_FIELD",), dialects=("documented",), idle=idle_field,
        ),
    )  # fmt: skip


def _current_field(draft: Any, text: str) -> Finding | None:
    ocean = draft.line if text.lower().endswith(NETCDF) else None
    draft.pending.ocean = ocean
    if ocean is not None:
        draft.currents.current_field = None
        return None
    if draft.read_file is None:
        return unhandled(f"{text}: no files can be read here; the run goes on without a current field")
    try:
        content = draft.read_file(text)
    except (OSError, ValueError) as error:
        return unhandled(f"{text} cannot be read ({error}); the run goes on without a current field")
    from usimmarine_py.maths.plane.current_field import read_current_field  # few vehicles have one

    reading = read_current_field(content, text)
    draft.more_notes += [unhandled(str(problem)) for problem in reading.problems]
    if reading.field is not None:
        draft.currents.current_field = reading.field
    return None


def _interpolation(draft: Any, text: str) -> Finding | None:
    word = text.lower()
    if word not in INTERPOLATIONS:
        return unhandled(f"must be {', '.join(INTERPOLATIONS)}")
    draft.currents.field_interpolation = word
    return None


_own = partial(Key, group="drift")
_rules = partial(SimulatorRules, dialects=("documented",))

PARAMETERS: tuple[Key, ...] = (
    _own(
        "current_field", "file", "",
        "File with currents: vectors (.cfd), or CF NetCDF by time, depth, latitude and longitude (.nc; extra ocean). "
        "The current at the vehicle's position adds to the drift.", source="laws/environment 2",
        rules=_rules(reader=_current_field),
    ),
    _own(
        "current_field_active", "bool", "true", "Switches the current field.", source="laws/environment 2",
        rules=_rules(into="field_active"),
    ),
    _own(
        "current_field_interpolation", "text", "reference",
        "Current between the vectors of the field: the original's fading sum, the nearest vector, or a mean weighted "
        "by inverse distance.", choices=INTERPOLATIONS, source="laws/environment 2.4",
        rules=_rules(reader=_interpolation),
    ),
)  # fmt: skip
