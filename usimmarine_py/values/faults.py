"""Fault injection: the syntax of USM_FAULT, for sensors and actuators.

    USM_FAULT = rudder:stuck, gps:freeze, compass:bias=5, imu.gyro:noise=0.1, compass:clear, clear

A fault lasts until it is cleared. ``clear`` alone ends all, ``TARGET:clear`` those of one target.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import inf

from usimmarine_py.errors import ConfigError, shorten, suggest
from usimmarine_py.limits import MOST_FAULTS
from usimmarine_py.text import finite_number, strip_white
from usimmarine_py.values.frozen import dataclass, replace

#: action: (needs a value, may have one); the value's unit is the target's.
SENSOR_ACTIONS = {
    "freeze": (False, False),  #: repeats the last value, with new time stamps
    "dead": (False, False),  #: no samples any more
    "bias": (True, True),  #: added to the value
    "gain": (True, True),  #: multiplies the value
    "noise": (True, True),  #: standard deviation of extra white noise
    "stuck": (True, True),  #: holds the given value
    "dropout": (True, True),  #: fraction of samples lost, 0 to 1
}
ACTUATOR_ACTIONS = {
    "stuck": (False, True),  #: holds the given value, or the one it has now
    "dead": (False, False),  #: zero
    "bias": (True, True),  #: added to the set-point
    "gain": (True, True),  #: multiplies the set-point
    "limit": (True, True),  #: largest absolute set-point
}
#: Largest value of the actions with values of at least 0.
_RANGES = {"noise": inf, "dropout": 1.0, "limit": inf}
SYNONYMS = {"kill": "dead", "off": "dead"}
#: Largest absolute value: beyond it readings and set-points are meaningless.
MOST_VALUE = 1e9


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault in force. ``part`` names a group of a sensor's channels, empty = its main one."""

    target: str
    action: str
    value: float | None = None
    part: str = ""

    def __str__(self) -> str:
        name = f"{self.target}.{self.part}" if self.part else self.target
        return f"{name}:{self.action}" + (f"={self.value:g}" if self.value is not None else "")


def change_faults(
    faults: tuple[Fault, ...], text: str, sensors: Mapping[str, Collection[str]], actuators: Collection[str]
) -> tuple[Fault, ...]:
    """Return ``faults`` changed by the mail ``text``, with all of its items or none. Raises ``ConfigError``.

    ``sensors`` maps the names of the sensors (lower case) to their channel groups, ``actuators`` lists theirs. An
    actuator's ``stuck`` without a value has ``value`` None: the caller fills in the present value, see ``hold``.
    """
    words = [strip_white(word) for word in text.lower().split(",") if strip_white(word)]
    if not words:
        raise ConfigError("expected TARGET:ACTION, such as rudder:stuck, or clear; found nothing")
    for word in words:
        faults = _change(faults, word, sensors, actuators)
        if len(faults) > MOST_FAULTS:
            raise ConfigError(f"more than {MOST_FAULTS} faults at once; clear some first")
    return faults


def _change(
    faults: tuple[Fault, ...], word: str, sensors: Mapping[str, Collection[str]], actuators: Collection[str]
) -> tuple[Fault, ...]:
    if word == "clear":
        return ()
    name, colon, what = word.partition(":")
    target, _, part = strip_white(name).partition(".")
    action, equals, number = (strip_white(piece) for piece in what.partition("="))
    if not colon or not action:
        raise ConfigError(f"expected TARGET:ACTION, such as rudder:stuck, or clear; found {shorten(word)!r}")
    if target in sensors:
        actions = SENSOR_ACTIONS
    elif target in actuators:
        # the sensors' name of the same fault
        actions, action = ACTUATOR_ACTIONS, "stuck" if action == "freeze" else action
    else:
        known = [*sensors, *actuators]
        raise ConfigError(
            f"no sensor or actuator {shorten(target)!r}; there are {', '.join(sorted(known)) or 'none'}",
            suggestion=suggest(target, known),
        )
    groups = sensors.get(target, ())
    if part and part not in groups:
        raise ConfigError(
            f"{target} has no part {shorten(part)!r}; it has {', '.join(groups) or 'none'}",
            suggestion=suggest(part, groups),
        )
    if action == "clear" and not equals:
        return tuple(f for f in faults if f.target != target or (part and f.part != part))
    action = SYNONYMS.get(action, action)
    if action not in actions:
        raise ConfigError(
            f"{target} knows no fault {shorten(action)!r}; it knows {', '.join(actions)}, clear",
            suggestion=suggest(action, actions),
        )
    needs, may = actions[action]
    value = finite_number(number) if equals else None
    if equals and (value is None or not may):
        expected = f"{action}=NUMBER" if may else f"{action} without a value"
        raise ConfigError(f"{target} expects {expected}, found {shorten(word)!r}")
    if needs and value is None:
        raise ConfigError(f"{target}:{action} needs a value, as in {target}:{action}=5")
    if value is not None and abs(value) > MOST_VALUE:
        raise ConfigError(f"{target}:{action} is out of range, found {value:g}")
    if value is not None and action in _RANGES and not 0.0 <= value <= _RANGES[action]:
        raise ConfigError(f"{target}:{action} is out of range, found {value:g}")
    new = Fault(target, action, value, part)
    return (*(f for f in faults if (f.target, f.part, f.action) != (target, part, action)), new)


def hold(faults: tuple[Fault, ...], present: dict[str, float]) -> tuple[Fault, ...]:
    """Fill in the ``present`` value of its target (0 when unknown) for every ``stuck`` without a value."""
    return tuple(
        replace(f, value=present.get(f.target, 0.0)) if f.action == "stuck" and f.value is None else f for f in faults
    )
