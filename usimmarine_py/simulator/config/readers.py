"""How the value of each parameter is read: one reader per name, ranges from the parameter table.

The recorded dialects have a rule per parameter for values out of range (behaviour specification, 3); the documented
one clips to the range with a warning, and refuses a negative thrust factor or water depth.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from usimmarine_py.environment.current_field import read_current_field
from usimmarine_py.environment.drift import read_vector
from usimmarine_py.errors import Severity
from usimmarine_py.kinematic.thrust_map import (
    ThrustMap,
    read_thrust_map,
)
from usimmarine_py.model import ActuatorCommand
from usimmarine_py.simulator.config.lines import Note
from usimmarine_py.simulator.config.parameters import PARAMETERS
from usimmarine_py.simulator.config.pose import moved, read_exactly, read_leniently
from usimmarine_py.simulator.config.setup import Draft
from usimmarine_py.simulator.state import DIFFERENTIAL, NORMAL, SAILING
from usimmarine_py.simulator.wormhole import read_wormhole
from usimmarine_py.text import atof, loose_boolean, read_number, strict_boolean

_TABLE = {parameter.name: parameter for parameter in PARAMETERS}
_NOT_A_NUMBER = "not a finite number"

Store = Callable[[Draft, float], None]
#: Reads a value into the draft; the answer is None when all is well.
Reader = Callable[[Draft, str], Note | None]


def _setting(name: str) -> Store:
    return lambda draft, value: draft.change(**{name: value})


def _pose(name: str) -> Store:
    def store(draft: Draft, value: float) -> None:
        draft.place(moved(draft.pose, {name: value}, exact=draft.dialect.exact_reset))

    return store


def _number(name: str, store: Store, *, recorded: str = "keep", documented: str = "clip") -> Reader:
    """A reader for a finite number. Out of range: ``keep`` it, ``clip`` it, set ``zero`` or ``refuse`` it."""
    low, high = _TABLE[name].minimum, _TABLE[name].maximum

    def read(draft: Draft, text: str) -> Note | None:
        value = read_number(text, exponent=draft.dialect.exponent)
        if value is None:
            return Note(_NOT_A_NUMBER)
        inside = value if low is None else max(value, low)
        inside = inside if high is None else min(inside, high)
        if inside == value:
            store(draft, value)
            return None
        rule = documented if draft.dialect.clips else recorded
        if rule == "refuse":
            return Note(_range(name))
        store(draft, inside)
        return Note(f"{_range(name)}; {inside:g} is used", unhandled=rule == "zero")

    return read


def _range(name: str) -> str:
    low, high = _TABLE[name].minimum, _TABLE[name].maximum
    if high is None:
        return f"must be at least {low:g}"
    return f"must lie in [{low:g}, {high:g}]"


def _boolean(store: Callable[[Draft, bool], None], current: Callable[[Draft], bool]) -> Reader:
    """A reader for a loose boolean; CLASSIC itself knows the strict one only."""

    def read(draft: Draft, text: str) -> Note | None:
        if draft.dialect.strict_booleans:
            found = strict_boolean(text)
        else:
            found = loose_boolean(text, current(draft))
        if found is None:
            return Note("must be true or false")
        store(draft, found)
        return None

    return read


def _thrust_factor(draft: Draft, text: str) -> Note | None:
    value = read_number(text, exponent=draft.dialect.exponent)
    if value is None or value < 0:
        return Note(_NOT_A_NUMBER if value is None else _range("thrust_factor"))
    draft.change(thrust_map=draft.settings.thrust_map.with_factor(value))
    if draft.dialect.clips:
        return None
    return Note("works, though the recorded version reports it as unhandled", severity=Severity.NOTE)


def _thrust_reflect(draft: Draft, text: str) -> Note | None:
    value = strict_boolean(text)
    if value is None:
        return Note("must be true or false")
    draft.change(thrust_map=draft.settings.thrust_map.with_reflect(value))
    if not draft.dialect.unhandled_reflect:
        return None
    return Note("works, though the recorded version reports it as unhandled", severity=Severity.NOTE)


def _read_map(draft: Draft, text: str, before: ThrustMap) -> tuple[ThrustMap, Note | None]:
    reading = read_thrust_map(text, before, draft.dialect.map_rule)
    if reading.handled:
        return reading.map, None
    refused = "; ".join(f"{pair.text or 'an empty pair'}: {pair.reason}" for pair in reading.refused[:3])
    more = f" and {len(reading.refused) - 3} more" if len(reading.refused) > 3 else ""
    return reading.map, Note(f"pairs left out: {refused}{more}", severity=Severity.WARNING)


def _thrust_map(draft: Draft, text: str) -> Note | None:
    found, note = _read_map(draft, text, draft.settings.thrust_map)
    draft.change(thrust_map=found)
    return note


def _fan_map(draft: Draft, text: str) -> Note | None:
    found, note = _read_map(draft, text, draft.settings.fan_map)
    draft.change(fan_map=found)
    return note


def _turn_loss(draft: Draft, text: str) -> Note | None:
    value = read_number(text, exponent=draft.dialect.exponent)
    if value is None and draft.dialect.loose_turn_loss:
        # V22 reads any text as a number here, so "abc" is a loss of 0
        value = atof(text)
        if not (isfinite(value) and 0 <= value <= 1):
            return Note(_NOT_A_NUMBER)
        draft.change(turn_loss=value)
        return Note(f"not a number; read as {value:g}", unhandled=False)
    if value is None:
        return Note(_NOT_A_NUMBER)
    if 0 <= value <= 1:
        draft.change(turn_loss=value)
        return None
    if not draft.dialect.clips:
        return Note(_range("turn_loss"))
    draft.change(turn_loss=0.0 if value < 0 else 1.0)
    return Note(f"{_range('turn_loss')}; {draft.settings.turn_loss:g} is used")


def _turn_speed(name: str) -> Reader:
    """One of the four numbers of the turn-speed map; its own setters refuse bad values (6.5)."""
    given = {"full_speed": "full_speed_given", "full_rate": "full_rate_given"}

    def read(draft: Draft, text: str) -> Note | None:
        value = read_number(text, exponent=draft.dialect.exponent)
        if value is None:
            return Note(_NOT_A_NUMBER)
        table, accepted = getattr(draft.settings.turn_speed_map, f"with_{name}")(value)
        if not accepted:
            return Note("must be above 0" if name.endswith("speed") else _range(f"turn_spd_map_{name}"))
        draft.change(turn_speed_map=table, turn_map_given=True)
        if name in given:
            draft.change(**{given[name]: True})
        return None

    return read


def _max_speed(draft: Draft, text: str) -> Note | None:
    value = read_number(text, exponent=draft.dialect.exponent)
    if value is None:
        return Note(_NOT_A_NUMBER)
    if value <= 0:
        if not draft.dialect.clips:
            draft.change(max_speed=5.0)
        return Note("must be above 0")
    draft.change(max_speed=value)
    draft.change(speed_cap=value)
    return None


def _start_pos(draft: Draft, text: str) -> Note | None:
    exact = draft.dialect.exact_reset
    reading = (read_exactly if exact else read_leniently)(text)
    draft.place(moved(draft.pose, reading.values, exact=exact))
    if draft.dialect.counts_start_pos:
        draft.change(reset_count=draft.setup.start.reset_count + 1)
    if reading.problem:
        return Note(reading.problem)
    return Note(reading.remark, unhandled=False) if reading.remark else None


def _drift_x(draft: Draft, value: float) -> None:
    draft.change(drift=draft.drift.with_x(value))


def _drift_y(draft: Draft, value: float) -> None:
    draft.change(drift=draft.drift.with_y(value))


def _drift_vector(draft: Draft, text: str) -> Note | None:
    vector = read_vector(text, exponent=draft.dialect.exponent)
    if vector is None:
        return Note("must be heading,magnitude")
    draft.change(drift=draft.drift.with_vector(*vector))
    return None


def _current_field(draft: Draft, text: str) -> Note | None:
    if draft.read_file is None:
        return Note(f"{text}: no files can be read here; the run goes on without a current field")
    try:
        content = draft.read_file(text)
    except (OSError, ValueError) as error:
        return Note(f"{text} cannot be read ({error}); the run goes on without a current field")
    reading = read_current_field(content, text)
    draft.more_notes += [Note(str(problem)) for problem in reading.problems]
    if reading.field is not None:
        draft.change(current_field=reading.field)
    return None


def _prefix(draft: Draft, text: str) -> Note | None:
    if not text:
        return Note("must not be empty")
    if text.endswith("_") and not draft.dialect.quirks:
        text = text[:-1]
    draft.change(prefix=text)
    return None


def _nav_modulo(draft: Draft, text: str) -> Note | None:
    value = read_number(text, exponent=draft.dialect.exponent)
    if value is None or value < 1 or value != int(value):
        return Note("must be a whole number from 1")
    draft.change(nav_modulo=int(value))
    return None


def _mode_diff(draft: Draft, text: str) -> Note | None:
    word = text.lower()
    if word not in ("differential", "true", "normal", "false"):
        return Note("must be differential or normal")
    draft.change(thrust_mode=DIFFERENTIAL if word in ("differential", "true") else NORMAL)
    return None


def _mode_reverse(draft: Draft, text: str) -> Note | None:
    word = text.lower()
    if word not in ("reverse", "true", "normal", "false"):
        return Note("must be reverse or normal")
    draft.change(command=ActuatorCommand(reverse=word in ("reverse", "true")))
    if draft.dialect.clips:
        return None
    return Note("works, though the recorded version reports it as unhandled", severity=Severity.NOTE)


def _post_name(option: str, forbidden: str) -> Reader:
    def read(draft: Draft, text: str) -> Note | None:
        if not text or text == forbidden:
            return Note(f"must be a variable name other than {forbidden}")
        draft.change(**{option: text})
        return None

    return read


def _pause(draft: Draft, value: bool) -> None:
    draft.change(paused=value)


def _buoyancy_rate(draft: Draft, value: float) -> None:
    draft.change(buoyancy_rate=value, buoyancy_given=True)


def _field_active(draft: Draft, value: bool) -> None:
    draft.change(field_active=value)


def _set_sail(draft: Draft) -> None:
    """V23 goes sailing whenever a valid line arrives while both wind and plot are set (11)."""
    if draft.dialect.sailing_mode and draft.sailing.is_set:
        draft.change(thrust_mode=SAILING)


def _wind(draft: Draft, text: str) -> Note | None:
    sailing, accepted = draft.sailing.with_wind(text, exponent=draft.dialect.exponent)
    draft.change(sailing=sailing)
    if not accepted:
        return Note("must be spd=METRES_PER_SECOND, dir=DEGREES; what came before the mistake is used")
    _set_sail(draft)
    return None


def _polar_plot(draft: Draft, text: str) -> Note | None:
    sailing, accepted = draft.sailing.with_polar_plot(text, exponent=draft.dialect.exponent)
    draft.change(sailing=sailing)
    if not accepted:
        return Note("must be angle,value:angle,value... with angles from 0 to 180, each once, and values from 0")
    _set_sail(draft)
    return None


def _wormhole(draft: Draft, text: str) -> Note | None:
    found, problem = read_wormhole(draft.setup.wormholes, text, exponent=draft.dialect.exponent)
    draft.change(wormholes=found)
    return Note(problem) if problem else None


READERS: dict[str, Reader] = {
    "start_x": _number("start_x", _pose("x")),
    "start_y": _number("start_y", _pose("y")),
    "start_heading": _number("start_heading", _pose("heading")),
    "start_speed": _number("start_speed", _pose("speed")),
    "start_depth": _number("start_depth", _pose("depth"), recorded="zero"),
    "start_pos": _start_pos,
    "drift_x": _number("drift_x", _drift_x),
    "drift_y": _number("drift_y", _drift_y),
    "drift_vector": _drift_vector,
    "current_field": _current_field,
    "current_field_active": _boolean(_field_active, lambda draft: draft.setup.start.field_active),
    "rotate_speed": _number("rotate_speed", _setting("rotate_speed")),
    "default_water_depth": _number(
        "default_water_depth", _setting("water_depth"), recorded="refuse", documented="refuse"
    ),
    "buoyancy_rate": _number("buoyancy_rate", _buoyancy_rate),
    "max_depth_rate": _number("max_depth_rate", _setting("max_depth_rate")),
    "max_depth_rate_speed": _number("max_depth_rate_speed", _setting("max_depth_rate_speed")),
    "max_acceleration": _number("max_acceleration", _setting("max_acceleration"), recorded="zero"),
    "max_deceleration": _number("max_deceleration", _setting("max_deceleration"), recorded="zero"),
    "max_rudder_degs_per_sec": _number("max_rudder_degs_per_sec", _setting("rudder_rate"), recorded="refuse"),
    "max_speed": _max_speed,
    "thrust_map": _thrust_map,
    "thrust_map_fan": _fan_map,
    "thrust_reflect": _thrust_reflect,
    "thrust_factor": _thrust_factor,
    "turn_loss": _turn_loss,
    "turn_rate": _number("turn_rate", _setting("turn_rate"), recorded="clip"),
    "turn_radius": _number("turn_radius", _setting("turn_radius"), recorded="refuse"),
    "turn_spd_map_full_speed": _turn_speed("full_speed"),
    "turn_spd_map_null_speed": _turn_speed("null_speed"),
    "turn_spd_map_full_rate": _turn_speed("full_rate"),
    "turn_spd_map_null_rate": _turn_speed("null_rate"),
    "prefix": _prefix,
    "sim_pause": _boolean(_pause, lambda draft: draft.setup.start.paused),
    "dual_state": _boolean(lambda draft, value: draft.change(dual_state=value), lambda draft: draft.setup.dual_state),
    "nav_modulo": _nav_modulo,
    "post_navpos_summary": _boolean(
        lambda draft, value: draft.change(navpos_summary=value), lambda draft: draft.setup.navpos_summary
    ),
    "depth_info_acast": _boolean(
        lambda draft, value: draft.change(depth_info=value), lambda draft: draft.setup.depth_info
    ),
    "thrust_mode_diff": _mode_diff,
    "thrust_mode_reverse": _mode_reverse,
    "trim_tolerance": _number("trim_tolerance", _setting("trim_tolerance")),
    "max_trim_delay": _number("max_trim_delay", _setting("max_trim_delay")),
    "wind_conditions": _wind,
    "polar_plot": _polar_plot,
    "wormhole": _wormhole,
    "post_des_thrust": _post_name("post_thrust", "DESIRED_THRUST"),
    "post_des_rudder": _post_name("post_rudder", "DESIRED_RUDDER"),
}
