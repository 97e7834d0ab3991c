"""Vector charts of hydrographic offices: a cell of S-57 (ISO 8211), without its updates, as GeoJSON has it.

Facts from IHO S-57, edition 3.1, appendix B.1 (ENC product specification), and ISO/IEC 8211.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.watch.viewer.geojson import Feature, check_features, drawn_features

ENDING = ".000"
#: Bytes of a cell; offices keep theirs below 5 MB.
_MOST_BYTES = 50_000_000
#: Object classes that are drawn, from below upwards.
_CLASSES = {
    42: "DEPARE", 46: "DRGARE", 71: "LNDARE", 13: "BUAARE", 43: "DEPCNT", 30: "COALNE", 122: "SLCONS", 129: "SOUNDG",
    5: "BCNCAR", 7: "BCNLAT", 9: "BCNSPP", 14: "BOYCAR", 17: "BOYLAT", 18: "BOYSAW", 19: "BOYSPP", 86: "OBSTRN",
    153: "UWTROC", 159: "WRECKS",
}  # fmt: skip
#: Attributes that are read, by their codes.
_ATTRIBUTES = {87: "DRVAL1", 116: "OBJNAM", 174: "VALDCO", 179: "VALSOU"}
_POINT, _LINE, _AREA = 1, 2, 3
_EDGE = 130
#: ISO 8211: ends of a field and of a part of it; what an edge of an area is for a ring.
_FIELD_END, _UNIT_END, _REVERSE, _INTERIOR = 0x1E, b"\x1f", 2, 2

Place = tuple[float, ...]  #: longitude, latitude (deg), and the depth (m) of a sounding
_Name = tuple[int, int]


class _Edge(NamedTuple):
    """A line between two nodes."""

    nodes: tuple[_Name, ...]
    between: list[Place]


class _Object(NamedTuple):
    """A feature of the chart: its class, form, attributes, and the records that it lies on with orientation, usage."""

    layer: str
    form: int
    given: dict[str, float | str]
    parts: list[tuple[_Name, int, int]]


def read_s57(path: Path, plane: Geodesy | None) -> list[Feature]:
    """Read the objects of a cell that are drawn, as ``read_geojson`` returns them.

    Raises ``ConfigError`` for a file that is no cell, is an update, or has more places than are drawn.
    """
    if plane is None:
        raise ConfigError("the mission has no LatOrigin and LongOrigin to place the chart by", file=str(path))
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise ConfigError(f"is larger than {_MOST_BYTES // 1_000_000} MB", file=str(path))
        cell = _Cell(path.read_bytes())
        features = [one for layer in cell.layers() for one in drawn_features(layer, plane)]
    except OSError as error:
        raise ConfigError(f"cannot read the chart: {error.strerror or error}", file=str(path)) from error
    except (ValueError, KeyError, IndexError, struct.error) as error:
        raise ConfigError("is no cell of S-57", file=str(path)) from error
    return check_features(features, path)


class _Cell:
    """The records of a cell."""

    def __init__(self, data: bytes) -> None:
        self._scale, self._deep = 1e7, 10.0
        self.nodes: dict[_Name, list[Place]] = {}
        self.edges: dict[_Name, _Edge] = {}
        self.objects: list[_Object] = []
        for fields in _records(data):
            if "DSPM" in fields:
                self._scale, self._deep = (
                    float(max(number, 1)) for number in struct.unpack_from("<2I", fields["DSPM"], 16)
                )
            elif "VRID" in fields:
                self._take_place(fields)
            elif "FRID" in fields:
                self._take_object(fields)

    def _take_place(self, fields: Mapping[str, bytes]) -> None:
        name: _Name = struct.unpack_from("<BI", fields["VRID"])
        flat, deep = fields.get("SG2D", b""), fields.get("SG3D", b"")
        places: list[Place] = [(x / self._scale, y / self._scale) for y, x in struct.iter_unpack("<2i", flat)]
        found = struct.iter_unpack("<3i", deep)
        places += [(x / self._scale, y / self._scale, depth / self._deep) for y, x, depth in found]
        if name[0] == _EDGE:
            ends = struct.iter_unpack("<BI4x", fields.get("VRPT", b""))
            self.edges[name] = _Edge(tuple((kind, number) for kind, number in ends), places)
        else:
            self.nodes[name] = places

    def _take_object(self, fields: Mapping[str, bytes]) -> None:
        form, code = struct.unpack_from("<BxH", fields["FRID"], 5)
        if code not in _CLASSES:
            return
        given: dict[str, float | str] = {}
        rest = fields.get("ATTF", b"")
        while len(rest) > 2:
            text, _, after = rest[2:].partition(_UNIT_END)
            name = _ATTRIBUTES.get(int.from_bytes(rest[:2], "little"))
            if name is not None and text:
                given[name] = text.decode("latin-1") if name == "OBJNAM" else float(text)
            rest = after
        found = struct.iter_unpack("<BIBBx", fields.get("FSPT", b""))
        parts = [((kind, number), turn, usage) for kind, number, turn, usage in found]
        self.objects.append(_Object(_CLASSES[code], form, given, parts))

    def layers(self) -> Iterator[dict[str, Any]]:
        """The objects of each class as a collection of GeoJSON."""
        for layer in _CLASSES.values():
            found = [
                {"type": "Feature", "properties": self._given(one), "geometry": geometry}
                for one in self.objects
                if one.layer == layer and (geometry := self._geometry(one)) is not None
            ]
            yield {"type": "FeatureCollection", "name": layer, "features": found}

    @staticmethod
    def _given(one: _Object) -> dict[str, float | str]:
        depth = one.given.get("VALSOU")
        return one.given if depth is None else {**one.given, "depth": depth}

    def _geometry(self, one: _Object) -> dict[str, Any] | None:
        if one.form == _POINT:
            places = [place for name, _, _ in one.parts for place in self.nodes.get(name, [])]
            return {"type": "MultiPoint", "coordinates": places} if places else None
        if one.form == _LINE:
            lines = _chained([self._line(name, turn) for name, turn, _ in one.parts])
            return {"type": "MultiLineString", "coordinates": lines} if lines else None
        if one.form != _AREA:
            return None
        outer, inner = (
            _chained([self._line(name, turn) for name, turn, usage in one.parts if (usage == _INTERIOR) is inside])
            for inside in (False, True)
        )
        return {"type": "Polygon", "coordinates": outer + inner} if outer else None

    def _line(self, name: _Name, turn: int) -> list[Place]:
        edge = self.edges[name]
        ends = [self.nodes[node][:1] for node in edge.nodes]
        line = [*(ends[0] if ends else []), *edge.between, *(ends[1] if len(ends) > 1 else [])]
        return line[::-1] if turn == _REVERSE else line


def _chained(lines: list[list[Place]]) -> list[list[Place]]:
    """Lines that follow one another as one; a closed one ends it."""
    found: list[list[Place]] = []
    for line in lines:
        if found and line and found[-1][-1] == line[0] and found[-1][0] != found[-1][-1]:
            found[-1] += line[1:]
        elif line:
            found.append(list(line))
    return found


def _records(data: bytes) -> Iterator[dict[str, bytes]]:
    """The fields of each record behind the first, which describes them; the first of a tag counts."""
    at = 0
    while at < len(data):
        leader = data[at : at + 24]
        size, base = int(leader[:5]), int(leader[12:17])
        wide, far, long = (int(leader[k : k + 1]) for k in (20, 21, 23))
        step = wide + far + long
        if size < 25 or not 24 <= base <= size or at + size > len(data) or step <= long or not long:
            raise ValueError("no record")
        fields: dict[str, bytes] = {}
        entry = at + 24
        while at and entry + step <= at + base and data[entry] != _FIELD_END:
            tag = data[entry : entry + long].decode("ascii")
            length, place = int(data[entry + long : entry + long + wide]), int(data[entry + long + wide : entry + step])
            fields.setdefault(tag, data[at + base + place : at + base + place + max(length - 1, 0)])
            entry += step
        if at:
            yield fields
        elif leader[6:7] != b"L":
            raise ValueError("no description of fields")
        at += size
