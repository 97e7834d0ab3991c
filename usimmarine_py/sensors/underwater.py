"""Instruments under water: Doppler log, acoustic positioning, pressure, CTD, sonar (laws/sensors 4).

Imported on use. A missing channel of a sample is NaN.
"""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, cos, degrees, hypot, inf, isfinite, nan, radians, sin
from typing import Any

from usimmarine_py.errors import ConfigError, shorten, suggest
from usimmarine_py.maths.water.column import PLAIN_COLUMN
from usimmarine_py.sensors.adcp import MOST_CELLS, AdcpSettings, adcp, adcp_report
from usimmarine_py.sensors.kinds import (
    ErrorModel,
    Group,
    Output,
    Report,
    SensorKind,
    ToLatLon,
    Values,
    body_velocity,
    boolean,
    number,
    numbers,
    position,
)
from usimmarine_py.sensors.truth import Truth, Vector, cross, plus, to_ned
from usimmarine_py.sensors.water import ATMOSPHERE, GRAVITY, Surroundings, conductivity
from usimmarine_py.text import finite_number
from usimmarine_py.values.frozen import dataclass

#: m/s, as assumed by acoustic instruments.
SOUND = 1500.0
#: An instrument counts as wet up to this height (m) above the surface: its position on a hull is rarely given.
_SPLASH = 0.5


def _wet(t: Truth, down: float) -> bool:
    return down + t.surface > -_SPLASH


# ---- Doppler velocity log -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DvlSettings:
    """The limits of a Doppler log."""

    range: float = 50.0  #: m, highest altitude with bottom lock
    min_range: float = 0.3  #: m, lowest one
    beam_angle: float = 30.0  #: deg, of the four beams from its axis
    water_lock: bool = True  #: measures the water without bottom lock


def _dvl(t: Truth, arm: Vector, own: Any, around: Surroundings) -> Values | None:
    place = position(t, arm)
    bottom, water = (nan,) * 4, (nan,) * 3
    if _wet(t, place[2]):
        altitude = around.bottom(place[1], place[0]) - place[2]
        if altitude >= own.min_range and _sees_bottom(t, place, own, around):
            bottom = (*body_velocity(t, arm), altitude)
        if own.water_lock:
            water = plus(t.water, cross(t.rates, arm))
    return *bottom, *water


def _sees_bottom(t: Truth, place: Vector, own: Any, around: Surroundings) -> bool:
    """Three of four beams reach the bed; level over a flat one as long as the altitude is at most ``range``."""
    c, s = cos(radians(own.beam_angle)), sin(radians(own.beam_angle)) * 0.5**0.5
    most = own.range / c * (1.0 + 1e-12)
    ways = [to_ned(*t.attitude, body) for body in ((s, s, c), (s, -s, c), (-s, s, c), (-s, -s, c))]
    return sum(isfinite(around.ray(place, way, most)) for way in ways) >= 3


def _dvl_report(y: Values, _: ToLatLon | None, own: Any) -> list[Output]:
    u, v, w, altitude, u_r, v_r, w_r = y
    out: list[Output] = [("LOCK", "bottom" if u == u else "water" if u_r == u_r else "none")]
    if u == u:
        out += [("U", u), ("V", v), ("W", w), ("ALTITUDE", max(altitude, 0.0))]
    if u_r == u_r:
        out += [("U_WATER", u_r), ("V_WATER", v_r), ("W_WATER", w_r)]
    return out


# ---- ultra-short baseline -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UsblSettings:
    """The position and range of the transceiver."""

    transceiver: Vector | None = None  #: x east, y north, depth (m); without one there is no answer
    range: float = 1000.0  #: m
    sound_speed: float = SOUND  #: m/s that it reckons with


def _usbl(t: Truth, arm: Vector, own: Any, around: Surroundings) -> Values | None:
    if own.transceiver is None:
        return None
    x, y, depth = own.transceiver
    place = position(t, arm)
    north, east, down = place[0] - y, place[1] - x, place[2] - depth
    level = hypot(north, east)
    slant = hypot(level, down)
    if slant > own.range or not _wet(t, place[2]):
        return None
    if around.bed is not None and slant > 1.0:
        # the bed between the two hides the vehicle
        way = (-north / slant, -east / slant, -down / slant)
        if around.ray(place, way, slant - 1.0) < inf:
            return None
    seen = slant if around.column is None else slant * own.sound_speed / around.column.mean_speed(depth, place[2])
    return seen, degrees(atan2(east, north)), degrees(atan2(down, level))


def _usbl_hears(y: Values, own: Any) -> tuple[float, float]:
    """Probability that an answer is lost, and its delay (s)."""
    return (y[0] / own.range) ** 4, 2.0 * y[0] / own.sound_speed


def _usbl_report(y: Values, to_latlon: ToLatLon | None, own: Any) -> list[Output]:
    slant, bearing, depression = y
    down, level = slant * sin(radians(depression)), slant * cos(radians(depression))
    north, east = level * cos(radians(bearing)), level * sin(radians(bearing))
    x, y_, depth = own.transceiver
    out: list[Output] = [("RANGE", slant), ("BEARING", bearing % 360.0), ("DEPRESSION", depression)]
    out += [("EAST", east), ("NORTH", north), ("DOWN", down)]
    out += [("X", x + east), ("Y", y_ + north), ("DEPTH", depth + down)]
    place = to_latlon(x + east, y_ + north) if to_latlon is not None else None
    if place is not None:
        out += [("LAT", place[0]), ("LONG", place[1])]
    return out


# ---- pressure, CTD --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PressureSettings:
    """The constants of the conversion from pressure to depth."""

    rho: float | None = None  #: kg/m3; None = the water of the vehicle's file
    atmosphere: float = ATMOSPHERE  #: Pa, at the surface


def _pressure(t: Truth, arm: Vector, own: Any, around: Surroundings) -> Values | None:
    north, east, down = position(t, arm)
    return (own.atmosphere + around.rho * GRAVITY * max(down + around.head(t, (north, east, down)), 0.0),)


def _pressure_report(y: Values, _: ToLatLon | None, own: Any) -> list[Output]:
    return [("PRESSURE", y[0]), ("DEPTH", (y[0] - own.atmosphere) / ((own.rho or 1025.0) * GRAVITY))]


def _ctd(t: Truth, arm: Vector, own: Any, around: Surroundings) -> Values | None:
    down = position(t, arm)[2]
    if not _wet(t, down):
        return None
    temperature, salinity, speed = (around.column or PLAIN_COLUMN).at(down)
    return temperature, salinity, down, speed


def _ctd_report(y: Values, _: ToLatLon | None, own: Any) -> list[Output]:
    # nearly one decibar per metre
    conducts = conductivity(y[0], y[1], max(y[2], 0.0))
    out: list[Output] = [("TEMPERATURE", y[0]), ("CONDUCTIVITY", conducts), ("SALINITY", y[1])]
    return [*out, ("DEPTH", y[2]), ("SOUND_SPEED", y[3])]


# ---- sonar ----------------------------------------------------------------------------------------------------------

#: Azimuth and elevation (deg) of the beam in BODY.
_LOOKS = {
    "forward": (0.0, 0.0),
    "starboard": (90.0, 0.0),
    "aft": (180.0, 0.0),
    "port": (-90.0, 0.0),
    "down": (0.0, -90.0),
    "up": (0.0, 90.0),
}


@dataclass(frozen=True, slots=True)
class SonarSettings:
    """Direction, width and range of a sonar beam."""

    look: tuple[float, float] = (0.0, 0.0)  #: azimuth (to starboard) and elevation (up), deg, BODY
    beam: float = 10.0  #: deg, full opening
    range: float = 100.0  #: m
    min_range: float = 0.3  #: m, a nearer echo is masked by the ping
    sound_speed: float = SOUND  #: m/s that it reckons with


def _look(text: str) -> tuple[float, float]:
    word = text.strip().lower()
    if word in _LOOKS:
        return _LOOKS[word]
    numbers = [finite_number(piece) for piece in text.split(":")]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None or abs(numbers[1]) > 90.0:
        raise ConfigError(
            f"must be {', '.join(_LOOKS)} or AZIMUTH:ELEVATION in degrees, found {shorten(text)!r}",
            suggestion=suggest(word, _LOOKS),
        )
    return numbers[0], numbers[1]


def _sonar(t: Truth, arm: Vector, own: Any, around: Surroundings) -> Values | None:
    place = position(t, arm)
    azimuth, elevation = radians(own.look[0]), radians(own.look[1])
    ahead = cos(elevation)
    axis = to_ned(*t.attitude, (ahead * cos(azimuth), ahead * sin(azimuth), -sin(elevation)))
    half = radians(0.5 * own.beam)
    found = nan
    if _wet(t, place[2]):
        found = around.beam(place, axis, half, own.range)
        if -axis[2] >= cos(half):
            # the surface reflects like a mirror: an echo only returns at right angles
            found = min(found, place[2] + t.surface)
        if around.column is not None and isfinite(found):
            found *= own.sound_speed / around.column.at(place[2])[2]
    return (found if own.min_range <= found <= own.range else nan,)


def _sonar_report(y: Values, _: ToLatLon | None, own: Any) -> list[Output]:
    return [("QUALITY", 1.0), ("RANGE", max(y[0], 0.0))] if y[0] == y[0] else [("QUALITY", 0.0)]


# ---- the kinds ------------------------------------------------------------------------------------------------------


def _kind(
    name: str, rate: float, groups: dict[str, Group], measure: Callable[..., Values | None], report: Report, **more: Any
) -> SensorKind:
    def surrounded(t: Truth, arm: Vector, own: Any, around: Surroundings | None) -> Values | None:
        return measure(t, arm, own, Surroundings() if around is None else around)

    return SensorKind(name, rate, groups, surrounded, report, under_water=True, **more)


_SOUND = number(1000.0, 2500.0)


def _cells(text: str) -> int:
    value = number(1.0, MOST_CELLS)(text)
    if value != int(value):
        raise ConfigError(f"must be a whole number from 1 to {MOST_CELLS}, found {shorten(text)!r}")
    return int(value)


KINDS: dict[str, SensorKind] = {
    kind.name: kind
    for kind in (
        _kind(
            "dvl",
            5.0,
            {
                "velocity": Group("m/s", "u v w", ErrorModel(noise=0.003, share=0.003)),
                "altitude": Group("m", "altitude", ErrorModel(noise=0.05, share=0.01)),
                "water": Group("m/s", "u_r v_r w_r", ErrorModel(noise=0.005, share=0.005)),
            },
            _dvl,
            _dvl_report,
            own=DvlSettings(),
            readers={
                "range": number(0.1, 10000.0),
                "min_range": number(0.0, 1000.0),
                "beam_angle": number(1.0, 60.0),
                "water_lock": boolean,
            },
        ),
        _kind(
            "adcp",
            1.0,
            {
                "water": Group("m/s", " ".join(f"u{k} v{k} w{k}" for k in range(MOST_CELLS)), ErrorModel(noise=0.03)),
                "velocity": Group("m/s", "u v w", ErrorModel(noise=0.003, share=0.003)),
                "altitude": Group("m", "altitude", ErrorModel(noise=0.05, share=0.01)),
            },
            adcp,
            adcp_report,
            own=AdcpSettings(),
            readers={
                "cells": _cells,
                "cell_size": number(0.1, 100.0),
                "blank": number(0.0, 100.0),
                "range": number(0.5, 2000.0),
                "bottom_range": number(0.5, 2000.0),
                "beam_angle": number(5.0, 45.0),
                "up": boolean,
            },
        ),
        _kind(
            "usbl",
            0.5,
            {
                "range": Group("m", "range", ErrorModel(share=0.002)),
                "bearing": Group("deg", "bearing depression", ErrorModel(noise=0.5)),
            },
            _usbl,
            _usbl_report,
            own=UsblSettings(),
            readers={
                "transceiver": numbers(3, "X:Y:DEPTH in metres east, north, down"),
                "range": number(1.0, 20000.0),
                "sound_speed": _SOUND,
            },
            hears=_usbl_hears,
        ),
        _kind(
            "pressure",
            10.0,
            {"pressure": Group("Pa", "pressure", ErrorModel(noise=100.0))},
            _pressure,
            _pressure_report,
            own=PressureSettings(),
            readers={"rho": number(500.0, 2000.0), "atmosphere": number(0.0, 200000.0)},
        ),
        _kind(
            "ctd",
            1.0,
            {
                "temperature": Group("deg C", "temperature", ErrorModel(noise=0.002)),
                "salinity": Group("g/kg", "salinity", ErrorModel(noise=0.003)),
                "depth": Group("m", "depth", ErrorModel(noise=0.02)),
                "sound": Group("m/s", "sound", ErrorModel(noise=0.05)),
            },
            _ctd,
            _ctd_report,
        ),
        _kind(
            "sonar",
            5.0,
            {"range": Group("m", "range", ErrorModel(noise=0.02, share=0.002))},
            _sonar,
            _sonar_report,
            own=SonarSettings(),
            readers={
                "look": _look,
                "beam": number(0.0, 120.0),
                "range": number(0.1, 10000.0),
                "min_range": number(0.0, 1000.0),
                "sound_speed": _SOUND,
            },
        ),
    )
}


def doubts(kind: SensorKind, own: Any, place: Vector, around: Surroundings) -> tuple[str, bool]:
    """Return why an instrument cannot work at the start of the vehicle (``place`` x, y, depth), empty if it can; and
    whether that is permanent.
    """
    x, y, depth = place
    bottom = around.bottom(x, y)
    known = isfinite(bottom)
    if kind.name == "usbl":
        if own.transceiver is None:
            return "has no transceiver: it never answers; give it transceiver=X:Y:DEPTH", True
        away = hypot(own.transceiver[0] - x, own.transceiver[1] - y, own.transceiver[2] - depth)
        if away > own.range:
            return f"starts {away:.0f} m from its transceiver, which has a range of {own.range:g} m", False
    if kind.name in ("dvl", "sonar") and own.min_range >= own.range:
        return f"receives no echo: its min_range is {own.min_range:g} m, its range {own.range:g} m", True
    if kind.name == "adcp" and own.blank + own.cell_size > own.range:
        return f"has no cell within its range of {own.range:g} m: give blank, cell_size or range", True
    if kind.name == "dvl":
        what = "only measures the water" if own.water_lock else "measures nothing"
        if not known:
            return f"{what}: no sea bed is known; give default_water_depth or bathymetry", False
        if bottom - depth > own.range:
            return f"{what} at the start: the bed is {bottom - depth:.0f} m below, its range is {own.range:g} m", False
    if kind.name == "sonar" and not known and own.look[1] < 45.0:
        return "measures nothing: no sea bed is known; give default_water_depth or bathymetry", False
    if kind.name == "sonar" and own.look[1] < -45.0 and bottom - depth > own.range:
        return (
            f"measures nothing at the start: the bed is {bottom - depth:.0f} m below, its range is {own.range:g} m",
            False,
        )
    if kind.name == "ctd" and around.column is None:
        return "measures 10 deg C and 35 g/kg everywhere; give water_profile", False
    return "", False
