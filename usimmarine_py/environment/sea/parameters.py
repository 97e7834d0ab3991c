"""Parameters and mail of the sea bed."""

from __future__ import annotations

from usimmarine_py.model import MailEntry, Parameter

#: The words of ``bathymetry_coordinates`` and ``bathymetry_values``.
COORDINATES = ("auto", "local", "latlon", "utm")
VALUES = ("auto", "elevation", "depth")

_SOURCE = "laws/environment 7.3"

BATHYMETRY: tuple[Parameter, ...] = (
    Parameter(
        "bathymetry",
        "file",
        "",
        "File with the sea bed as a grid: .asc (ESRI ASCII grid), .xyz, .nc (CF NetCDF) or .tif (GeoTIFF); the last "
        "two need the extra ocean. Vehicles run aground on it; it gives the altitude, and USM_WATER_DEPTH_HERE.",
        group="depth",
        source=_SOURCE,
    ),
    Parameter(
        "bathymetry_values",
        "text",
        "auto",
        "What the numbers of the sea bed's file are: heights above the water (elevation) or depths below it; auto: "
        "what the file says, else elevation.",
        choices=VALUES,
        group="depth",
        source=_SOURCE,
    ),
    Parameter(
        "bathymetry_variable",
        "text",
        "",
        "Variable of a NetCDF file that is the sea bed; default: the one whose standard name or name tells.",
        group="depth",
        source=_SOURCE,
    ),
    Parameter(
        "bathymetry_coordinates",
        "text",
        "auto",
        "Coordinates of the sea bed's file: local x and y, longitude and latitude, or metres of the datum's UTM zone; "
        "auto: what the file says, else those in which the datum lies on the grid, else local.",
        choices=COORDINATES,
        group="depth",
        source=_SOURCE,
    ),
)

#: All that are judged together behind the last line.
PARAMETERS: tuple[Parameter, ...] = BATHYMETRY

MAIL: tuple[MailEntry, ...] = (
    MailEntry(
        "USM_WATER_DEPTH_HERE",
        "out",
        "number",
        "Water depth at the vehicle, 0 on land.",
        "m",
        when="every iteration, with a sea bed, where the depth is known",
        group="depth",
        source="laws/environment 7.3",
    ),
)
