"""Parameters and mail of the sea bed."""

from __future__ import annotations

from functools import partial
from typing import Any

from usimmarine_py.errors import ConfigError
from usimmarine_py.values import Finding, Key, MailEntry
from usimmarine_py.values.key import SimulatorRules

#: The words of ``bathymetry_coordinates`` and ``bathymetry_values``.
COORDINATES = ("auto", "local", "latlon", "utm")
VALUES = ("auto", "elevation", "depth")

#: Endings of NetCDF files; .grd is that of GMT's.
NETCDF = (".nc", ".nc4", ".cdf", ".grd")

_bed = partial(Key, group="depth", source="laws/environment 7.3")
_flow = partial(Key, group="drift", source="laws/environment 8.1")

BATHYMETRY: tuple[Key, ...] = (
    _bed(
        "bathymetry", "file", "",
        "File with the sea bed as a grid: .asc (ESRI ASCII grid), .xyz, .nc (CF NetCDF) or .tif (GeoTIFF); the last "
        "two need the extra ocean. Vehicles run aground on it; it gives the altitude, and USM_WATER_DEPTH_HERE.",
    ),
    _bed(
        "bathymetry_values", "text", "auto",
        "What the numbers of the sea bed's file are: heights above the water (elevation) or depths below it; auto: "
        "what the file says, else elevation.", choices=VALUES,
    ),
    _bed(
        "bathymetry_variable", "text", "",
        "Variable of a NetCDF file that is the sea bed; default: the one whose standard name or name tells.",
    ),
    _bed(
        "bathymetry_coordinates", "text", "auto",
        "Coordinates of the sea bed's file: local x and y, longitude and latitude, or metres of the datum's UTM zone; "
        "auto: what the file says, else those in which the datum lies on the grid, else local.", choices=COORDINATES,
    ),
)  # fmt: skip

#: Collected with either group.
CRS = _bed(
    "crs", "text", "",
    "Coordinate system of the files of sea bed and currents, instead of what they say: any that PROJ knows, as "
    "EPSG:25833; with that of heights behind it, as EPSG:2264+6360.",
)  # fmt: skip


def _tide(draft: Any, text: str) -> Finding | None:
    from usimmarine_py.sea.data.flows import read_constituent  # few vehicles have one

    try:
        draft.change(tides=(*draft.get("tides"), read_constituent(text)))
    except ConfigError as error:
        return Finding(error.problem, suggestion=error.suggestion)
    return None


def _land(draft: Any, text: str) -> Finding | None:
    from usimmarine_py.sea.data.land import read_area  # few missions have some

    try:
        draft.change(land=(*draft.get("land"), read_area(text)))
    except ConfigError as error:
        return Finding(error.problem)
    return None


_LAND = _bed(
    "land", "list", "",
    "Land as a polygon of any shape: x,y:x,y:... in local metres; one line each. What rises above 0 in bathymetry is "
    "land, too.", "m", source="laws/environment 7.5", repeatable=True,
    rules=SimulatorRules(reader=_land),
)  # fmt: skip

CURRENTS: tuple[Key, ...] = (
    _flow(
        "current_field_start", "text", "",
        "Date and time (UTC) of the current field's file at the start of the run, as 2026-05-01T12:00:00; default: the "
        "first in the file.",
    ),
    _flow(
        "current_field_variables", "text", "",
        "East and north component in a NetCDF file, as in uo,vo; default: those whose standard names or names tell.",
    ),
    _flow(
        "current_profile", "file", "",
        "A measured current by depth: DEPTH:SPEED:DIRECTION, ... (towards), or a file with a line for each depth.",
        "m, m/s, deg", source="laws/environment 8.2",
    ),
    _flow(
        "tide", "list", "",
        "A tidal current: M2, S2, N2, K1, O1, ... (or a name and period=, h), then major= and minor= (m/s), direction= "
        "(of the major axis, towards) and phase= (lag at the start of the run); height= (m, amplitude of the water "
        "level) and its level_phase= (default: phase); one line each.", "m/s, deg, m",
        source="laws/environment 8.3", repeatable=True,
        rules=SimulatorRules(reader=_tide),
    ),
)  # fmt: skip

#: All that are judged together behind the last line.
PARAMETERS: tuple[Key, ...] = (*BATHYMETRY, CRS, _LAND, *CURRENTS)

MAIL: tuple[MailEntry, ...] = (
    MailEntry(
        "USM_WATER_DEPTH_HERE", "out", "number", "Water depth at the vehicle, 0 on land.", "m",
        when="every iteration, with bathymetry or land, where the depth is known", group="depth",
        source="laws/environment 7.3",
    ),
)  # fmt: skip
