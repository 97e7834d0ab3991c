"""What is told of a battery. Loaded where one is asked for."""

from __future__ import annotations

from usimmarine_py.actuators.battery import BatteryState
from usimmarine_py.values import Post


def battery_posts(now: BatteryState) -> list[Post]:
    """The battery and the shafts."""
    posts = [
        Post("USM_BATTERY_CHARGE", now.charge),
        Post("USM_BATTERY_VOLTAGE", now.voltage),
        Post("USM_BATTERY_CURRENT", now.current),
        Post("USM_BATTERY_POWER", now.power),
        Post("USM_SHAFT_POWER", now.shaft_power + 0.0),
    ]
    return posts + [Post(f"USM_SHAFT_POWER_{name.upper()}", power) for name, power in now.shafts]


def battery_report(now: BatteryState) -> list[str]:
    """Lines of the report."""
    text = f"{now.charge:.1f} %, {now.voltage:.2f} V, {now.power:.1f} W, of them {now.shaft_power:.1f} W at the shafts"
    return ["", f"Battery: {'empty' if now.empty else text}"]
