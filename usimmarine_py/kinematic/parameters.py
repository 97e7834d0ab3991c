"""The parameters of the kinematic laws, each with its reader: this package's part of the one table.

The recorded dialects have a rule per parameter for values out of range (laws/usimmarine 3); the documented
one clips to the range with a warning, and refuses a negative thrust factor.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Protocol

from usimmarine_py.errors import Severity
from usimmarine_py.kinematic.dialects import Dialect
from usimmarine_py.kinematic.sailing import Sailing
from usimmarine_py.kinematic.settings import KinematicSettings, TurnSpeedMap
from usimmarine_py.kinematic.thrust_map import (
    CLASSIC_RULE,
    DOCUMENTED_RULE,
    FORGIVING_RULE,
    V23_RULE,
    KinematicThrustMap,
    ThrustMapRule,
    read_thrust_map,
)
from usimmarine_py.text import atof, read_number, strict_boolean
from usimmarine_py.values import Finding, Key, unhandled
from usimmarine_py.values.key import SimulatorRules, Take

V22_V23 = ("v22", "v23")
_NOT_A_NUMBER = "not a finite number"
_WORKS = unhandled("works, though the recorded version reports it as unhandled", severity=Severity.NOTE)


class _Draft(Protocol):
    """What start-up has made of the lines so far, as much of it as these readers need."""

    @property
    def settings(self) -> KinematicSettings:
        """The settings so far."""
        ...

    @property
    def sailing(self) -> Sailing:
        """Wind and polar plot so far."""
        ...

    def change(self, **changes: object) -> None:
        """Set fields of the settings or of what surrounds them."""
        ...


def _finite(draft: _Draft, text: str) -> float | None:
    return read_number(text, exponent=not draft.settings.dialect.recorded)


def _thrust_factor(draft: _Draft, text: str) -> Finding | None:
    value = _finite(draft, text)
    if value is None or value < 0:
        return unhandled(_NOT_A_NUMBER if value is None else "must be at least 0")
    draft.change(thrust_map=draft.settings.thrust_map.with_factor(value))
    return _WORKS if draft.settings.dialect.recorded else None


def _thrust_reflect(draft: _Draft, text: str) -> Finding | None:
    value = strict_boolean(text)
    if value is None:
        return unhandled("must be true or false")
    draft.change(thrust_map=draft.settings.thrust_map.with_reflect(value))
    return _WORKS if draft.settings.dialect.name == "v23" else None


def _map_rule(dialect: Dialect) -> ThrustMapRule:
    """Return how a thrust map is read (laws/kinematics 2)."""
    if not dialect.recorded:
        return DOCUMENTED_RULE
    if dialect.has("v23_thrust_map_replaces"):
        return V23_RULE
    return CLASSIC_RULE if dialect.has("thrust_map_abort") else FORGIVING_RULE


def _rest(dialect: Dialect) -> str:
    """Return what happens to the rest of a line with a bad pair, where a reader would not expect it."""
    if not dialect.has("thrust_map_abort") or dialect.quirks:
        return ""
    rest = "drops the whole map" if dialect.name == "v23" else "reads no further in this line"
    return f"; there dialect {dialect.name} {rest}, quirks = false reads the others"


def _map(field: str) -> Take:
    def read(draft: _Draft, text: str) -> Finding | None:
        before: KinematicThrustMap = getattr(draft.settings, field)
        reading = read_thrust_map(text, before, _map_rule(draft.settings.dialect))
        draft.change(**{field: reading.map})
        if reading.handled:
            return None
        wrong = reading.wrong
        problem = reading.left_out + _rest(draft.settings.dialect)
        some = reading.map != before or not wrong
        return unhandled(problem, severity=Severity.WARNING if wrong else Severity.NOTE, idle=not wrong, taken=some)

    return read


def _turn_loss(draft: _Draft, text: str) -> Finding | None:
    value, limits = _finite(draft, text), "must lie in [0, 1]"
    if value is None and draft.settings.dialect.name == "v22":
        # V22 reads any text as a number here, so "abc" is a loss of 0
        value = atof(text)
        if not (isfinite(value) and 0 <= value <= 1):
            return unhandled(_NOT_A_NUMBER)
        draft.change(turn_loss=value)
        return Finding(f"not a number; read as {value:g}", taken=True)
    if value is None:
        return unhandled(_NOT_A_NUMBER)
    if 0 <= value <= 1:
        draft.change(turn_loss=value)
        return None
    if draft.settings.dialect.recorded:
        return unhandled(limits)
    draft.change(turn_loss=0.0 if value < 0 else 1.0)
    return unhandled(f"{limits}; {draft.settings.turn_loss:g} is used")


def _turn_speed(name: str, change: Callable[[TurnSpeedMap, float], tuple[TurnSpeedMap, bool]]) -> Take:
    """One of the four numbers of the turn-speed map; its own setters refuse bad values (laws/kinematics 5)."""

    def read(draft: _Draft, text: str) -> Finding | None:
        value = _finite(draft, text)
        if value is None:
            return unhandled(_NOT_A_NUMBER)
        table, accepted = change(draft.settings.turn_speed_map, value)
        if not accepted:
            return unhandled("must be above 0" if name.endswith("speed") else "must lie in [0, 100]")
        draft.change(turn_speed_map=table, turn_map_given=draft.settings.turn_map_given | {name})
        return None

    return read


def _max_speed(draft: _Draft, text: str) -> Finding | None:
    value = _finite(draft, text)
    if value is None:
        return unhandled(_NOT_A_NUMBER)
    if value <= 0:
        if draft.settings.dialect.recorded:
            draft.change(max_speed=5.0)
        return unhandled("must be above 0")
    draft.change(max_speed=value, speed_cap=value)
    return None


def _buoyancy_rate(draft: _Draft, value: float) -> None:
    draft.change(buoyancy_rate=value, buoyancy_given=True)


def _set_sail(draft: _Draft) -> None:
    """V23 goes sailing whenever a valid line arrives while both wind and plot are set (laws/usimmarine 10)."""
    if draft.settings.dialect.name == "v23" and draft.sailing.is_set:
        draft.change(thrust_mode="sailing")


def _wind(draft: _Draft, text: str) -> Finding | None:
    sailing, accepted = draft.sailing.with_wind(text, exponent=not draft.settings.dialect.recorded)
    draft.change(sailing=sailing)
    if not accepted:
        return unhandled("must be spd=METRES_PER_SECOND, dir=DEGREES; what came before the mistake is used")
    _set_sail(draft)
    return None


def _polar_plot(draft: _Draft, text: str) -> Finding | None:
    sailing, accepted = draft.sailing.with_polar_plot(text, exponent=not draft.settings.dialect.recorded)
    draft.change(sailing=sailing)
    if not accepted:
        return unhandled("must be angle,value:angle,value... with angles from 0 to 180, each once, and values from 0")
    _set_sail(draft)
    return None


PARAMETERS: tuple[Key, ...] = (
    Key(
        "thrust_map", "list", "",
        "Pairs thrust:speed that turn DESIRED_THRUST into speed; 0:0 is implied, straight lines between pairs. "
        "Several lines add up.",
        unit="% : m/s", group="speed", example="20:1, 40:2, 60:3, 80:4, 100:5",
        source="laws/kinematics 2; laws/documented 3", repeatable=True,
        rules=SimulatorRules(covers=("thrust_factor",), reader=_map("thrust_map")),
    ),
    Key(
        "thrust_reflect", "bool", "false",
        "Negative thrust mirrors the positive thrust map where no negative pair is given.", group="speed",
        example="false", source="laws/usimmarine 3, laws/kinematics 2",
        rules=SimulatorRules(reader=_thrust_reflect),
    ),
    Key(
        "thrust_factor", "number", "20",
        "Without a thrust map: thrust in per cent for each m/s of speed; 0 gives speed 0.", unit="%/(m/s)",
        minimum=0.0, group="speed", example="20", source="laws/usimmarine 3, laws/kinematics 2",
        rules=SimulatorRules(reader=_thrust_factor),
    ),
    Key(
        "thrust_map_fan", "list", "",
        "Pairs thrust:speed of the fan thruster (DESIRED_FAN), which adds speed while sailing.", unit="% : m/s",
        group="sailing", source="laws/usimmarine 3, 10", repeatable=True,
        rules=SimulatorRules(dialects=("v23",), reader=_map("fan_map")),
    ),
    Key(
        "max_acceleration", "number", "0",
        "Largest gain of speed; 0 means no limit. The recorded dialects reach half of it, since they average speeds.",
        unit="m/s^2", minimum=0.0, group="speed", example="0", source="laws/usimmarine 3, laws/kinematics 3",
        rules=SimulatorRules(beyond="zero"),
    ),
    Key(
        "max_deceleration", "number", "0.5",
        "Largest loss of speed; 0 means no limit. The recorded dialects reach half of it, since they average speeds.",
        unit="m/s^2", minimum=0.0, group="speed", example="0.5", source="laws/usimmarine 3, laws/kinematics 3",
        rules=SimulatorRules(beyond="zero"),
    ),
    Key(
        "max_speed", "number", "0", "Limits the published speed and shapes the turn radius; 0 means not configured.",
        unit="m/s", minimum=0.0, group="speed", source="laws/usimmarine 3, 5, laws/kinematics 11",
        rules=SimulatorRules(dialects=("v22",), reader=_max_speed),
    ),
    Key(
        "turn_loss", "number", "0.85", "Share of the speed that full rudder takes away.", minimum=0.0, maximum=1.0,
        aliases=("turn_spd_loss",), group="turning", example="0.85",
        source="laws/usimmarine 3, laws/kinematics 3; laws/documented 2.1",
        rules=SimulatorRules(dialects=("documented",), reader=_turn_loss),
    ),
    Key(
        "turn_rate", "number", "70", "How fast the rudder turns the vehicle: deg/s at full rudder and half thrust.",
        unit="deg/s", minimum=0.0, maximum=100.0, group="turning", example="70",
        source="laws/usimmarine 3, laws/kinematics 4",
    ),
    Key(
        "turn_radius", "number", "0", "Smallest radius of turn; 0 switches the limit off.", unit="m", minimum=0.0,
        group="turning", source="laws/usimmarine 3, laws/kinematics 11",
        rules=SimulatorRules(dialects=("v22",), beyond="refuse"),
    ),
    Key(
        "turn_spd_map_full_speed", "number", "5", "Speed at and above which the full turn rate holds.", unit="m/s",
        minimum=0.0, group="turning", source="laws/usimmarine 3, laws/kinematics 5",
        rules=SimulatorRules(dialects=V22_V23, reader=_turn_speed("full_speed", TurnSpeedMap.with_full_speed)),
    ),
    Key(
        "turn_spd_map_null_speed", "number", "0", "Speed at and below which the null turn rate holds.", unit="m/s",
        minimum=0.0, group="turning", source="laws/usimmarine 3, laws/kinematics 5",
        rules=SimulatorRules(dialects=V22_V23, reader=_turn_speed("null_speed", TurnSpeedMap.with_null_speed)),
    ),
    Key(
        "turn_spd_map_full_rate", "number", "70", "Turn rate at full speed; follows turn_rate where it is not given.",
        unit="deg/s", minimum=0.0, maximum=100.0, group="turning",
        source="laws/usimmarine 3, laws/kinematics 5",
        rules=SimulatorRules(dialects=V22_V23, reader=_turn_speed("full_rate", TurnSpeedMap.with_full_rate)),
    ),
    Key(
        "turn_spd_map_null_rate", "number", "0", "Turn rate at null speed.", unit="deg/s", minimum=0.0, maximum=100.0,
        group="turning", source="laws/usimmarine 3, laws/kinematics 5",
        rules=SimulatorRules(dialects=V22_V23, reader=_turn_speed("null_rate", TurnSpeedMap.with_null_rate)),
    ),
    Key(
        "max_rudder_degs_per_sec", "number", "0",
        "Limits how fast the rudder follows DESIRED_RUDDER, in per cent (!) per second; 0 switches the limit off.",
        unit="%/s", minimum=0.0, group="turning", source="laws/usimmarine 3, 9",
        rules=SimulatorRules(into="rudder_rate", beyond="refuse"),
    ),
    Key(
        "rotate_speed", "number", "0", "External rotation, clockwise.", unit="deg/s",
        group="drift", example="0", source="laws/usimmarine 3, laws/kinematics 4",
        rules=SimulatorRules(deprecated=("force_theta",)),
    ),
    Key(
        "buoyancy_rate", "number", "0.025", "Vertical speed without any command; positive floats up.", unit="m/s",
        group="depth", example="0.025", source="laws/usimmarine 3, laws/kinematics 8",
        rules=SimulatorRules(into=_buoyancy_rate),
    ),
    Key(
        "max_depth_rate", "number", "0.5", "Vertical speed that full elevator gives at max_depth_rate_speed.",
        unit="m/s", group="depth", example="0.5", source="laws/usimmarine 3, laws/kinematics 8",
    ),
    Key(
        "max_depth_rate_speed", "number", "2.0",
        "Speed at which the elevator works fully; at or below 0 the speed has no influence.", unit="m/s",
        group="depth", example="2.0", source="laws/usimmarine 3, laws/kinematics 8",
    ),
    Key(
        "wind_conditions", "text", "",
        "The wind of a sailing vehicle: spd in m/s, dir in degrees where it comes from.",
        group="sailing", source="laws/usimmarine 10", repeatable=True,
        rules=SimulatorRules(dialects=V22_V23, reader=_wind),
    ),
    Key(
        "polar_plot", "list", "",
        "Pairs angle,value separated by ':': per cent of the wind speed at an angle (0 to 180 deg) to the wind.",
        group="sailing", source="laws/usimmarine 10", repeatable=True,
        rules=SimulatorRules(dialects=V22_V23, reader=_polar_plot),
    ),
)  # fmt: skip

#: Those that other backends heed, too: they act on commands, on what is published, or on what surrounds the vehicle.
_FOR_ALL = ("max_speed", "max_rudder_degs_per_sec", "rotate_speed", "buoyancy_rate", "wind_conditions")
#: Those of the kinematic laws alone.
LAWS_ALONE = frozenset(parameter.name for parameter in PARAMETERS) - set(_FOR_ALL)
