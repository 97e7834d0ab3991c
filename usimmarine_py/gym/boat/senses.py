"""What a vehicle's own mail says of it, as the environments see a vehicle."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, radians, sin
from typing import Any

from usimmarine_py.gym import kernels as of
from usimmarine_py.values.arrays import Array

#: Without these nothing is known of a vehicle: m, m, deg, m/s through the water.
NEEDED = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED")
#: Used if they come. NAV_YAW_RATE is rad/s to port, NAV_ROLL and NAV_PITCH rad, USM_WIND_DIR where it comes from.
MORE = (
    "NAV_DEPTH", "NAV_U", "NAV_V", "NAV_W", "NAV_P", "NAV_Q", "NAV_R", "NAV_YAW_RATE", "NAV_ROLL", "NAV_PITCH",
    "NAV_SPEED_OVER_GROUND", "NAV_HEADING_OVER_GROUND", "USM_WIND_SPEED", "USM_WIND_DIR",
)  # fmt: skip


def numbers_of(latest: Mapping[str, Any]) -> dict[str, float]:
    """Return the newest numbers of the mail that is used here."""
    return {name: value for name in (*NEEDED, *MORE) if isinstance(value := latest.get(name), float)}


def sense(mail: Mapping[str, float], before: Mapping[str, float], passed: float, *, windy: bool, seen: Array) -> None:
    """Write what ``mail`` says into a row of ``seen`` (columns of ``gym.kernels``).

    The velocity over ground is NAV_U and NAV_V, else that of NAV_SPEED_OVER_GROUND and NAV_HEADING_OVER_GROUND, else
    NAV_SPEED ahead. The turn rate is NAV_R, else -NAV_YAW_RATE, else the change of NAV_HEADING since the mail
    ``before``, ``passed`` s ago. Without ``windy`` there was no wind in the environment, and none is seen.
    """
    psi = radians(mail["NAV_HEADING"])
    seen[:] = 0.0
    seen[of.X], seen[of.Y], seen[of.DEPTH] = mail["NAV_X"], mail["NAV_Y"], mail.get("NAV_DEPTH", 0.0)
    seen[of.PSI], seen[of.ROLL], seen[of.PITCH] = of.wrapped(psi), mail.get("NAV_ROLL", 0.0), mail.get("NAV_PITCH", 0.0)
    seen[of.SPEED] = mail["NAV_SPEED"]
    if "NAV_U" in mail and "NAV_V" in mail:
        seen[of.SURGE], seen[of.SWAY] = mail["NAV_U"], mail["NAV_V"]
    elif "NAV_SPEED_OVER_GROUND" in mail and "NAV_HEADING_OVER_GROUND" in mail:
        drift = radians(mail["NAV_HEADING_OVER_GROUND"]) - psi
        seen[of.SURGE] = mail["NAV_SPEED_OVER_GROUND"] * cos(drift)
        seen[of.SWAY] = mail["NAV_SPEED_OVER_GROUND"] * sin(drift)
    else:
        seen[of.SURGE] = mail["NAV_SPEED"]
    turned = of.wrapped(psi - radians(before.get("NAV_HEADING", mail["NAV_HEADING"])))
    rate = turned / passed if passed > 0.0 else 0.0
    seen[of.YAW_RATE] = mail.get("NAV_R", -mail["NAV_YAW_RATE"] if "NAV_YAW_RATE" in mail else rate)
    seen[of.ROLL_RATE], seen[of.PITCH_RATE] = mail.get("NAV_P", 0.0), mail.get("NAV_Q", 0.0)
    if "NAV_W" in mail:
        seen[of.HEAVE] = mail["NAV_W"]
    elif passed > 0.0 and "NAV_DEPTH" in mail and "NAV_DEPTH" in before:
        seen[of.HEAVE] = (mail["NAV_DEPTH"] - before["NAV_DEPTH"]) / passed
    if windy and "USM_WIND_SPEED" in mail and "USM_WIND_DIR" in mail:
        of.apparent(1.0, mail["USM_WIND_SPEED"], radians(mail["USM_WIND_DIR"] + 180.0), seen)
