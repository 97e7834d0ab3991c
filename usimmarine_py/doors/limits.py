"""Numbers that a vehicle can mean: mail and sentences with others are refused before they reach another world."""

from __future__ import annotations

from usimmarine_py.errors import MailError

_POSITION, _TURN, _RATE, _SPEED = (-1e7, 1e7), (-1e6, 1e6), (-1e3, 1e3), (-300.0, 300.0)
#: Least and most, in the unit of the mail.
LIMITS = {
    "X": _POSITION, "Y": _POSITION, "LAT": (-90.0, 90.0), "LONG": (-180.0, 180.0), "HEADING": _TURN, "SPEED": _SPEED,
    "DEPTH": (-20_000.0, 20_000.0), "ALTITUDE": (-20_000.0, 20_000.0), "ROLL": (-7.0, 7.0), "PITCH": (-7.0, 7.0),
    "P": _RATE, "Q": _RATE, "R": _RATE, "HEADING_OVER_GROUND": _TURN, "SPEED_OVER_GROUND": _SPEED, "V": _SPEED,
    "W": _SPEED, "USM_BATTERY_CHARGE": (0.0, 100.0), "USM_BATTERY_VOLTAGE": (0.0, 10_000.0),
    "USM_BATTERY_CURRENT": (-10_000.0, 10_000.0), "WPT_INDEX": (-1.0, 1e6),
}  # fmt: skip
_ANY = (-1e12, 1e12)


def plausible(variable: str, value: float, source: str, prefix: str) -> float:
    """Return a number of the mail. Raises ``MailError`` for one that no vehicle can mean; the last good one stays."""
    low, high = LIMITS.get(variable.removeprefix(f"{prefix}_"), _ANY)
    if not low <= value <= high:
        raise MailError(variable, source, value, f"must be from {low:g} to {high:g}; ignored")
    return value
