"""The values of the page: a short text for each field."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from usimmarine_py.logs.viewer.fields import numbers_in, shown
from usimmarine_py.logs.viewer.names import WIND_CONDITIONS
from usimmarine_py.sums import plain_sum
from usimmarine_py.watch.data import ACTUATORS, DRIFT, SILENT_AFTER, LiveData
from usimmarine_py.watch.helms import ahead_of, helm_facts

NONE = "–"
#: One alert of CONTACTS_ALERTED: the contact, and what the alert is called.
_ALERT = re.compile(r"\(([^(),]{1,80}),([^(),]{1,80})\)")
#: Prefix of a vehicle that is only known by reports.
REPORTED = "NODE_REPORT"
#: Most shafts whose mean is shown: of two propellers abreast it is the thrust ahead.
_MEANT = 2
#: Slower flows (m/s) have no direction.
_STILL = 0.005


@dataclass(frozen=True, slots=True)
class FeedStatus:
    """The state of a source: ``level`` is good, wait or bad; ``text`` describes it."""

    level: str
    text: str
    title: str  #: community or file
    at_end: bool = False  #: a log at its end, where no further position is expected


def page_values(data: LiveData, status: FeedStatus, now: float) -> dict[str, str]:
    """Texts by field. Unknown values are a dash, inapplicable ones empty."""
    p = data
    course, over_ground = p.state("HEADING_OVER_GROUND"), p.state("SPEED_OVER_GROUND")
    level, vehicle = _vehicle(p, now)
    if status.at_end and level == "wait" and p.silence(now) is not None:
        level, vehicle = "good", "at the end of the log"
    drift, drift_to, drift_turn = _drift(p)
    wind, wind_from, wind_turn = _wind(p)
    silence = p.silence(now)
    factor = None if silence is None or silence > SILENT_AFTER else p.factor()
    return {
        "source_level": status.level,
        "source": status.text,
        "title": status.title,
        "vehicle_level": level,
        "vehicle": vehicle,
        "time": _clock(p.time),
        "factor": NONE if factor is None else f"×{factor:.1f}" if factor < 100 else f"×{factor:.0f}",
        "position": _pair(p.state("X"), p.state("Y")),
        "position_note": "" if not p.prefix else p.prefix if p.prefix == REPORTED else f"{p.prefix}_X, {p.prefix}_Y",
        "heading": _angle(p.state("HEADING"), 1),
        "heading_note": _notes(
            _with("desired ", p.number("DESIRED_HEADING"), _angle), _with("course ", course, _angle)
        ),
        "heading_turn": _plain(p.state("HEADING")),
        "speed": _number(p.state("SPEED"), 2, " m/s"),
        "speed_note": _notes(
            _with("desired ", p.number("DESIRED_SPEED"), _two), _with("over ground ", over_ground, _two)
        ),
        "depth": _number(p.state("DEPTH"), 1, " m"),
        "depth_note": _notes(
            _with("desired ", p.number("DESIRED_DEPTH"), _one), _with("above bottom ", p.state("ALTITUDE"), _one)
        ),
        **_helm(p),
        **_attitude(p),
        **_propulsion(p),
        **_steering(p, "rudder", "DESIRED_RUDDER", _side(p.number("DESIRED_RUDDER"), "to port", "to starboard")),
        **_steering(p, "elevator", "DESIRED_ELEVATOR", _side(p.number("DESIRED_ELEVATOR"), "rises", "dives")),
        "actuators_none": _unposted(p),
        "drift": drift,
        "drift_note": _notes(drift_to, _current(p)),
        "drift_turn": drift_turn,
        "wind": wind,
        "wind_note": wind_from,
        "wind_turn": wind_turn,
        **_battery(p),
        **_alerts(p),
    }


def _battery(p: LiveData) -> dict[str, str]:
    """State of charge, voltage and power; dashes without a battery."""
    volts, watts = p.number("USM_BATTERY_VOLTAGE"), p.number("USM_BATTERY_POWER")
    return {
        "battery": _number(p.number("USM_BATTERY_CHARGE"), 0, " %"),
        "battery_note": _notes(_with("", volts, lambda v: f"{v:.1f} V"), _with("", watts, lambda w: f"{w:.0f} W")),
    }


def _alerts(p: LiveData) -> dict[str, str]:
    """The contacts that a contact manager alerts of, ``(ben,avoid)(cal,avoid)``, and its alerts."""
    pairs = _ALERT.findall(p.text("CONTACTS_ALERTED")[:4000])[:20]
    names, alerts = (dict.fromkeys(shown(pair[k].strip("_ "), 40) for pair in pairs) for k in (0, 1))
    return {"alerts": ", ".join(names) or NONE, "alerts_note": ", ".join(alerts)}


def _helm(p: LiveData) -> dict[str, str]:
    """State or mode with the active behaviours and their weights, and the next waypoint."""
    helm = helm_facts(p)
    if helm is None:
        return {"mode": NONE, "mode_note": "", "waypoint": NONE, "waypoint_note": ""}
    mode = helm["mode"].rpartition(":")[2] if helm["mode"] and helm["state"] == "DRIVE" else helm["state"]
    whole = helm["mode"] if ":" in helm["mode"] else ""
    active = ", ".join(name + (f" {weight:g}" if weight else "") for name, weight in helm["active"])
    ahead, way = ahead_of(p) if "index" in helm else ("", "")
    return {
        "mode": mode, "mode_note": _notes(active or "no behaviour is active", helm.get("allstop", ""), whole),
        "waypoint": ahead or NONE, "waypoint_note": way,
    }  # fmt: skip


def _attitude(p: LiveData) -> dict[str, str]:
    """Roll, pitch and heave as texts, and as numbers for the pictures: deg, deg, m up, m; empty if unknown."""
    roll, pitch = math.degrees(p.state("ROLL")), math.degrees(p.state("PITCH"))
    height, wave = p.state("Z"), p.number("USM_WAVE_ELEVATION")
    return {
        "roll": _tilt(roll, "to port", "to starboard"),
        "pitch": _tilt(pitch, "bow down", "bow up"),
        "heave": _number(height, 2, " m"),
        "roll_turn": "" if math.isnan(roll) else f"{roll:.2f}",
        "pitch_turn": "" if math.isnan(pitch) else f"{pitch:.2f}",
        "heave_up": "" if math.isnan(height) else f"{height:.3f}",
        "wave_up": "" if math.isnan(wave) else f"{wave:.3f}",
    }


def _tilt(angle: float, minus: str, plus: str) -> str:
    if math.isnan(angle):
        return NONE
    size = f"{abs(angle):.1f}°"
    return size if size == "0.0°" else f"{size} {plus if angle > 0.0 else minus}"


def _vehicle(p: LiveData, now: float) -> tuple[str, str]:
    silence = p.silence(now)
    if silence is None:
        wanted = f"{p.prefix}_X" if p.prefix else "NAV_X or USM_X"
        others = sorted(p.positions - {p.prefix})
        found = f"; there is {', '.join(f'{o}_X' for o in others)}: --prefix {others[0]}" if others else ""
        return "wait", f"no position yet, waiting for {wanted}{found}"
    if silence > SILENT_AFTER:
        return "wait", f"no position for {_span(silence)}"
    if p.text("USM_SIM_PAUSED").strip().lower() == "true":
        return "wait", "paused"
    return "good", "running"


def _span(seconds: float) -> str:
    """``12 s``, ``3 min``, ``2 h``."""
    if seconds < 120.0:
        return f"{seconds:.0f} s"
    return f"{seconds / 60.0:.0f} min" if seconds < 7200.0 else f"{seconds / 3600.0:.0f} h"


def _clock(seconds: float) -> str:
    """``0:02:05.3``."""
    if math.isnan(seconds):
        return NONE
    sign = "-" if seconds < 0.0 else ""
    tenths = round(abs(seconds) * 10.0)
    minutes, rest = divmod(tenths, 600)
    return f"{sign}{minutes // 60}:{minutes % 60:02d}:{rest // 10:02d}.{rest % 10}"


def _number(value: float, decimals: int, unit: str = "") -> str:
    if math.isnan(value):
        return NONE
    return f"{round(value, decimals) + 0.0:.{decimals}f}{unit}".replace("-", "\N{MINUS SIGN}")


def _one(value: float) -> str:
    return _number(value, 1)


def _two(value: float) -> str:
    return _number(value, 2)


def _angle(value: float, decimals: int = 0) -> str:
    """A compass angle with three digits before the point."""
    if math.isnan(value):
        return NONE
    turned = round(value % 360.0, decimals) % 360.0
    return f"{turned:0{3 + (decimals + 1 if decimals else 0)}.{decimals}f}°"


def _with(words: str, value: float, form: object) -> str:
    return "" if math.isnan(value) else words + form(value)  # type: ignore[operator]


def _notes(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _pair(x: float, y: float) -> str:
    if math.isnan(x) or math.isnan(y):
        return NONE
    decimals = 1 if max(abs(x), abs(y)) < 10_000.0 else 0
    return f"{_number(x, decimals)}, {_number(y, decimals)}"


def _plain(value: float) -> str:
    """A number for the style sheet, or an empty text."""
    return "" if math.isnan(value) else f"{value % 360.0:.1f}"


def _side(value: float, minus: str, plus: str) -> str:
    if math.isnan(value) or round(value) == 0:
        return ""
    return plus if value > 0.0 else minus


def _propulsion(p: LiveData) -> dict[str, str]:
    """The desired thrust with the shaft speeds of propellers and jets, or only these without a desired thrust."""
    found, unit = p.measured("RPM"), " rpm"
    if not found:
        found, unit = p.measured("RAD_S"), " rad/s"
    wanted = _thrust(p)
    if wanted == NONE and found:
        each = _row(found, 0)
        if len(found) > _MEANT and "|" in each:  # in several directions: a mean would say nothing
            return {"thrust": f"{len(found)} shafts", "thrust_note": each + unit}
        return {"thrust": _mean(found, 0, unit), "thrust_note": _notes(each if "|" in each else "", "as it turns")}
    return {"thrust": wanted, "thrust_note": _notes(_thrust_note(p), _row(found, 0, unit))}


def _steering(p: LiveData, place: str, variable: str, side: str) -> dict[str, str]:
    """The desired angle of a rudder or an elevator, and its state."""
    diving = ("PLANE", "ELEVATOR")
    found = {
        name: value
        for name, value in p.measured("DEG").items()
        if any(word in name for word in diving) == (place == "elevator")
    }
    wanted = _number(p.number(variable), 0, " %")
    if wanted == NONE and found:
        each = _row(found, 1)
        return {place: _mean(found, 1, "°"), f"{place}_note": _notes(each if "|" in each else "", "as it stands")}
    return {place: wanted, f"{place}_note": _notes(side, _row(found, 1, "°"))}


def _row(values: dict[str, float], decimals: int, unit: str = "") -> str:
    """Join values, such as ``1448 | 1450 rpm``; equal values once, empty without any."""
    each = [_number(value, decimals) for value in values.values()]
    return " | ".join(each[:1] if len(set(each)) == 1 else each) + unit if each else ""


def _mean(values: dict[str, float], decimals: int, unit: str) -> str:
    return _number(plain_sum(values.values()) / len(values), decimals, unit)


def _unposted(p: LiveData) -> str:
    """Why there is no curve of actuators, empty when there is one."""
    if any(not math.isnan(p.number(name)) for name in ACTUATORS) or math.isnan(p.time):
        return ""
    if p.prefix == REPORTED:
        return "a NODE_REPORT has no data of actuators"
    if p.text("PID_HAS_CONTROL").strip().lower() == "true":
        return "the embedded controller steers; it posts its commands with post_des_thrust = USM_DES_THRUST"
    return "no DESIRED_THRUST or DESIRED_RUDDER so far"


def _thrust(p: LiveData) -> str:
    left, right = p.number("DESIRED_THRUST_L"), p.number("DESIRED_THRUST_R")
    if math.isnan(p.number("DESIRED_THRUST")) and not (math.isnan(left) and math.isnan(right)):
        return f"{_number(left, 0)} | {_number(right, 0)} %"
    return _number(p.number("DESIRED_THRUST"), 0, " %")


def _thrust_note(p: LiveData) -> str:
    left, right = p.number("DESIRED_THRUST_L"), p.number("DESIRED_THRUST_R")
    if math.isnan(left) and math.isnan(right):
        return ""
    if math.isnan(p.number("DESIRED_THRUST")):
        return "left | right"
    return f"left {_number(left, 0)}, right {_number(right, 0)}"


def _drift(p: LiveData) -> tuple[str, str, str]:
    """Speed, direction, and the angle of the arrow."""
    if not all(part in p.values for part in DRIFT):
        return NONE, "", ""
    east, north = (p.number(part) for part in DRIFT)
    by = ""
    if math.isnan(east + north):
        (east, north), by = _carried(p), "by the speed over ground"
        if math.isnan(east + north):
            return NONE, "its mail was posted before this page began", ""
    speed = math.hypot(east, north)
    if speed < _STILL:
        return "0.00 m/s", by, ""
    towards = math.degrees(math.atan2(east, north))
    return f"{_two(speed)} m/s", _notes(f"to {_angle(towards)}", by), _plain(towards)


def _carried(p: LiveData) -> tuple[float, float]:
    """What speed and heading leave of the motion over ground, to the east and to the north (m/s)."""
    course, bow = math.radians(p.state("HEADING_OVER_GROUND")), math.radians(p.state("HEADING"))
    over_ground, speed = p.state("SPEED_OVER_GROUND"), p.state("SPEED")
    return (
        over_ground * math.sin(course) - speed * math.sin(bow),
        over_ground * math.cos(course) - speed * math.cos(bow),
    )


def _current(p: LiveData) -> str:
    speed, towards = p.number("USM_CURRENT_SPEED"), p.number("USM_CURRENT_DIR")
    if math.isnan(speed) or math.isnan(towards):
        return ""
    return f"current {_two(speed)} m/s" + ("" if speed < _STILL else f" to {_angle(towards)}")


def _wind(p: LiveData) -> tuple[str, str, str]:
    """The direction of the wind is FROM; the arrow points TOWARDS."""
    given = numbers_in(p.text(WIND_CONDITIONS))
    speed, direction = p.number("USM_WIND_SPEED"), p.number("USM_WIND_DIR")
    if math.isnan(speed) or math.isnan(direction):
        speed, direction = given.get("spd", math.nan), given.get("dir", math.nan)
    if math.isnan(speed) or math.isnan(direction):
        return NONE, "", ""
    return f"{_one(speed)} m/s", f"from {_angle(direction)}", _plain(direction + 180.0)
