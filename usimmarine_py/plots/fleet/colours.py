"""Colours of vehicles: their own, where these tell them apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from usimmarine_py.logs.fleet.read import FleetVehicle
from usimmarine_py.logs.viewer.fields import colour as named
from usimmarine_py.plots.style import colour

#: Lighter colours (0 black, 1 white) get a dark rim on white paper.
_LIGHT = 0.6
_RIM = "#333333"


def vehicle_colours(vehicles: Sequence[FleetVehicle]) -> list[str]:
    """The colour of each vehicle: that of its node reports, else (also if another has it) one of the palette."""
    from matplotlib.colors import is_color_like, to_hex

    found: list[str] = []
    for vehicle in vehicles:
        own = named(vehicle.colour)
        hexed = to_hex(own) if own and is_color_like(own) else ""
        usable = bool(hexed) and hexed not in found and hexed != "#ffffff"
        found.append(hexed if usable else "")
    place = 0
    for i, one in enumerate(found):
        while not found[i]:
            if colour(place).lower() not in found:
                found[i] = colour(place).lower()
            place += 1
        del one
    return found


def rimmed(hexed: str, width: float) -> dict[str, Any]:
    """What draws a line of ``width`` points in a colour: with a dark rim if it is light."""
    from matplotlib.colors import to_rgb
    from matplotlib.patheffects import Normal, Stroke

    red, green, blue = to_rgb(hexed)
    look: dict[str, Any] = {"color": hexed, "linewidth": width}
    if 0.2126 * red + 0.7152 * green + 0.0722 * blue > _LIGHT:
        look["path_effects"] = [Stroke(linewidth=width + 1.4, foreground=_RIM), Normal()]
    return look
