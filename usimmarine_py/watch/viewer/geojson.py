"""Charts of lines and areas: GeoJSON of the user's own, such as layers that ``ogr2ogr`` has converted."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.viewer.fields import shown
from usimmarine_py.maths.geodesy import Geodesy

ENDINGS = (".geojson", ".json")
#: Bytes of a file, and places of it that are drawn; decimals of them, m.
_MOST_BYTES, MOST_PLACES, _DECIMALS = 100_000_000, 300_000, 1
#: Layers of S-57 by what they are drawn as.
_LAYERS = {
    "LNDARE": "land", "BUAARE": "land", "DEPARE": "depth", "DRGARE": "depth", "DEPCNT": "contour", "COALNE": "coast",
    "SLCONS": "coast",
}  # fmt: skip
#: Properties with a name, and with a depth (m): of S-57, and plain ones.
_NAMES, _DEPTHS = ("OBJNAM", "name", "NAME", "label"), ("DRVAL1", "VALDCO", "depth", "DEPTH")

Feature = dict[str, Any]


def read_geojson(path: Path, plane: Geodesy | None) -> list[Feature]:
    """Read features, each with ``kind`` (area, line or spot), ``rings`` of places (m), what it is ``of``, name, depth.

    Raises ``ConfigError`` for a file that is none, that has other coordinates than longitude and latitude, or more
    places than are drawn.
    """
    if plane is None:
        raise ConfigError("the mission has no LatOrigin and LongOrigin to place the chart by", file=str(path))
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise ConfigError(f"is larger than {_MOST_BYTES // 1_000_000} MB", file=str(path))
        root = json.loads(path.read_text(encoding="utf-8", errors="replace"))
        features = list(drawn_features(root, plane))
    except OSError as error:
        raise ConfigError(f"cannot read the chart: {error.strerror or error}", file=str(path)) from error
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError) as error:
        raise ConfigError("is no GeoJSON", file=str(path)) from error
    if _is_projected(root):
        raise ConfigError(
            "has a coordinate system of its own; GeoJSON has longitude and latitude",
            file=str(path), remedy="convert it with ogr2ogr -t_srs EPSG:4326",
        )  # fmt: skip
    return check_features(features, path)


def check_features(features: list[Feature], path: Path) -> list[Feature]:
    """Return the features of a chart. Raises ``ConfigError`` for none, and for more places than are drawn."""
    count = len([None for feature in features for ring in feature["rings"] for _ in ring])
    if count > MOST_PLACES:
        raise ConfigError(
            f"has {count:,} places, more than {MOST_PLACES:,}", file=str(path),
            remedy="take a part or fewer points: ogr2ogr -clipsrc, ogr2ogr -simplify",
        )  # fmt: skip
    if not features:
        raise ConfigError("has no feature that can be drawn", file=str(path))
    return features


def _is_projected(root: Mapping[str, Any]) -> bool:
    system = root.get("crs")
    if not isinstance(system, dict):
        return False
    name = str((system.get("properties") or {}).get("name", ""))
    return bool(name) and not name.endswith(("CRS84", ":4326", ":4269"))


def drawn_features(root: Mapping[str, Any], plane: Geodesy) -> Iterator[Feature]:
    """What is drawn of a collection of GeoJSON, or of a single feature or geometry."""
    layer = str(root.get("name", "")).upper()
    given = root["features"] if root["type"] == "FeatureCollection" else [root]
    for feature in given:
        alone = feature["type"] != "Feature"
        properties = {} if alone else feature.get("properties") or {}
        geometry = feature if alone else feature.get("geometry")
        if geometry is not None:
            yield from _drawn(geometry, properties, layer, plane)


def _drawn(geometry: Mapping[str, Any], given: Mapping[str, Any], layer: str, plane: Geodesy) -> Iterator[Feature]:
    kind = str(geometry["type"])
    if kind == "GeometryCollection":
        for part in geometry["geometries"]:
            yield from _drawn(part, given, layer, plane)
        return
    places: list[Any] = geometry["coordinates"]
    parts = places if kind.startswith("Multi") else [places]
    of = _LAYERS.get(layer, "")
    for part in parts:
        match kind.removeprefix("Multi"):
            case "Polygon":
                rings, drawn = [_line(ring, plane) for ring in part], "area"
            case "LineString":
                rings, drawn = [_line(part, plane)], "line"
            case "Point":
                rings, drawn = [_line([part], plane)], "spot"
            case _:
                raise ValueError(kind)
        rings = [ring for ring in rings if ring]
        if rings:
            depth = _depth(given, part if drawn == "spot" else ())
            name = next((shown(str(given[key]), 60) for key in _NAMES if given.get(key)), "")
            yield {"kind": drawn, "rings": rings, "of": of, "name": name, "depth": depth}


def _line(places: list[list[float]], plane: Geodesy) -> list[list[float]]:
    """The places in the plane; those that it does not have are left out."""
    found = []
    for place in places:
        longitude, latitude = float(place[0]), float(place[1])
        local = plane.to_local(latitude, longitude) if math.isfinite(longitude + latitude) else None
        if local is not None and math.isfinite(local[0] + local[1]):
            found.append([round(local[0], _DECIMALS), round(local[1], _DECIMALS)])
    return found


def _depth(given: Mapping[str, Any], place: list[float] | tuple[()]) -> float | None:
    """A depth (m) of the properties, or of a sounding, whose place has it as a third number."""
    found = next((given[key] for key in _DEPTHS if isinstance(given.get(key), (int, float))), None)
    if found is None and len(place) > 2:
        found = place[2]
    return round(float(found), 2) if found is not None and math.isfinite(found) else None
