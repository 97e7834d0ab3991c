"""The picture behind the map, as in MOOS missions: a TIFF (or PNG), with its corners in a file ``.info`` beside it, or
a GeoTIFF.
"""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from usimmarine_py.errors import ConfigError, MissingExtraError
from usimmarine_py.field.viewer.options import VIEWER
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.mission import Mission
from usimmarine_py.text import finite_number
from usimmarine_py.watch.bed import Image

CORNERS = ("lat_north", "lat_south", "lon_east", "lon_west")
_MEDIA = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}
_TIFF = (".tif", ".tiff")
#: Largest width and height of a picture.
_MOST_PIXELS = 4096


def chart_of_mission(mission: Mission) -> tuple[str, int]:
    """The picture of a mission's pMarineViewer block (empty: none), and its line in the file."""
    block = mission.block(VIEWER, verbatim=False)
    entries = block.entries if block is not None else ()
    found = next((entry for entry in entries if entry.key.strip().lower() == "tiff_file" and entry.value.strip()), None)
    return (found.value.strip().strip('"'), found.line) if found is not None else ("", 0)


def find_chart(name: str, mission_file: str) -> Path:
    """Find a chart beside the mission, in the working folder, in IVP_IMAGE_DIRS, or in ivp/data of MOOS-IvP.

    Raises ``ConfigError`` with the paths that were tried.
    """
    wanted = Path(name)
    folders = [Path(mission_file).parent, Path()]
    folders += [Path(p) for p in os.environ.get("IVP_IMAGE_DIRS", "").split(":") if p]
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        if folder and (Path(folder) / VIEWER).is_file():
            folders.append(Path(folder).parent / "ivp" / "data")
    places = [wanted] if wanted.is_absolute() else [folder / wanted for folder in folders]
    for place in places:
        if place.is_file():
            return place
    looked = ", ".join(str(place) for place in dict.fromkeys(places))
    raise ConfigError(f"no chart {name} (looked at {looked}); set IVP_IMAGE_DIRS or give --chart FILE")


def read_chart(path: Path, plane: Geodesy | None) -> Image:
    """Read a picture with its corners in the local plane of the mission, or of the datum in the picture's file.

    A TIFF without a file ``.info`` has them itself, in any coordinate system (extra ``ocean``). Raises ``ConfigError``
    for a picture without corners or of another kind, ``MissingExtraError`` for a TIFF without Pillow.
    """
    info = path.with_suffix(".info")
    if path.suffix.lower() in _TIFF and not info.is_file() and find_spec("rasterio"):
        return _geotiff(path, plane)
    corners = _corners(info)
    north, south, east, west = (corners[key] for key in CORNERS)
    if not (north > south and east > west):
        raise ConfigError(
            "lat_north must lie north of lat_south, lon_east east of lon_west", file=str(path.with_suffix(".info"))
        )
    if plane is None and "datum_lat" in corners and "datum_lon" in corners:
        plane = Geodesy.at(corners["datum_lat"], corners["datum_lon"])
    if plane is None:
        raise ConfigError("the mission has no LatOrigin and LongOrigin to place the chart by", file=str(path))
    return _placed(path, plane, [(lat, lon) for lat in (south, north) for lon in (west, east)])


def _geotiff(path: Path, plane: Geodesy | None) -> Image:
    from usimmarine_py.sea.data.raster import extent

    system, (west, south, east, north) = extent(str(path))
    if plane is None:
        raise ConfigError("the mission has no LatOrigin and LongOrigin to place the chart by", file=str(path))
    return _placed(path, plane, [system.globe(u, v) for v in (south, north) for u in (west, east)])


def _placed(path: Path, plane: Geodesy, globe: Sequence[tuple[float, float]]) -> Image:
    """Return a picture whose corners have these latitudes and longitudes (deg): SW, SE, NW, NE."""
    places = [plane.to_local(lat, lon) for lat, lon in globe]
    southwest, southeast, northwest, northeast = (place or (0.0, 0.0) for place in places)
    # meridians are inclined in the plane, by some metres over a chart: each side is the mean of its corners
    x = 0.5 * (southwest[0] + northwest[0]), 0.5 * (southeast[0] + northeast[0])
    y = 0.5 * (southwest[1] + southeast[1]), 0.5 * (northwest[1] + northeast[1])
    data, media = _picture(path)
    return Image(x, y, data, media)


def _corners(info: Path) -> dict[str, float]:
    try:
        lines = info.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise ConfigError(f"cannot read the corners of the chart: {error.strerror or error}", file=str(info)) from error
    found: dict[str, float] = {}
    for line in lines:
        key, _, value = line.partition("//")[0].partition("=")
        number = finite_number(value.strip())
        if number is not None:
            found[key.strip().lower()] = number
    missing = [key for key in CORNERS if key not in found]
    if missing:
        raise ConfigError(f"lacks {', '.join(missing)}", file=str(info))
    return found


def _picture(path: Path) -> tuple[bytes, str]:
    """The bytes for a browser, and their type."""
    kind = path.suffix.lower()
    if kind not in (*_MEDIA, *_TIFF):
        raise ConfigError("is neither a TIFF nor a PNG nor a JPEG", file=str(path))
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ConfigError(f"cannot read the chart: {error.strerror or error}", file=str(path)) from error
    if kind in _MEDIA:
        return data, _MEDIA[kind]
    try:
        from PIL import Image as Pictures
        from PIL import UnidentifiedImageError
    except ImportError as error:
        raise MissingExtraError("a chart in TIFF", "Pillow", "watch") from error
    try:
        with Pictures.open(io.BytesIO(data)) as picture:
            picture.thumbnail((_MOST_PIXELS, _MOST_PIXELS))
            made = io.BytesIO()
            picture.convert("RGBA" if "A" in picture.getbands() else "RGB").save(made, "PNG")
    except (UnidentifiedImageError, OSError, ValueError, Pictures.DecompressionBombError) as error:
        raise ConfigError("holds no TIFF picture that can be read", file=str(path)) from error
    return made.getvalue(), "image/png"
