"""Cells of S-57 under the plan of the page; the cell is written here by the rules of ISO 8211."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

from usimmarine_py.cli.community.watch import is_lines, lines_of
from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.mission import parse_mission
from usimmarine_py.watch.viewer.s57 import read_s57

DATUM = Geodesy.at(43.8253, -70.3304)
NODE, EDGE = 120, 130
SCALE = 10_000_000


def record(kind: bytes, *fields: tuple[str, bytes]) -> bytes:
    """A record of ISO 8211: leader, directory, fields."""
    directory, area = b"", b""
    for tag, content in fields:
        directory += tag.encode() + b"%05d%06d" % (len(content) + 1, len(area))
        area += content + b"\x1e"
    base = 24 + len(directory) + 1
    leader = b"%05d3" % (base + len(area)) + kind + b"E1 09" + b"%05d" % base + b" ! " + b"5604"
    return leader + directory + b"\x1e" + area


def described() -> bytes:
    """The first record, which says what the fields hold."""
    forms = {
        "0000": "FRID", "0001": "\x1f(b12)", "DSID": "RCNM!RCID\x1f(b11,b14)", "DSPM":
        "RCNM!RCID!HDAT!VDAT!SDAT!CSCL!DUNI!HUNI!PUNI!COUN!COMF!SOMF!COMT\x1f(b11,b14,3b11,b14,4b11,2b14,A)",
        "FRID": "RCNM!RCID!PRIM!GRUP!OBJL!RVER!RUIN\x1f(b11,b14,2b11,2b12,b11)",
        "FOID": "AGEN!FIDN!FIDS\x1f(b12,b14,b12)", "ATTF": "*ATTL!ATVL\x1f(b12,A)",
        "FSPT": "*NAME!ORNT!USAG!MASK\x1f(B(40),3b11)", "VRID": "RCNM!RCID!RVER!RUIN\x1f(b11,b14,b12,b11)",
        "VRPT": "*NAME!ORNT!USAG!TOPI!MASK\x1f(B(40),4b11)", "SG2D": "*YCOO!XCOO\x1f(2b24)",
        "SG3D": "*YCOO!XCOO!VE3D\x1f(3b24)",
    }  # fmt: skip
    kinds = {"0000": "0000", "0001": "0100"}
    fields = [(tag, f"{kinds.get(tag, '2600')};&   {tag} field\x1f{form}".encode()) for tag, form in forms.items()]
    return record(b"L", *fields)


def degrees(x: float, y: float) -> bytes:
    assert DATUM is not None
    latitude, longitude = DATUM.to_latlon(x, y) or (0.0, 0.0)
    return struct.pack("<2i", round(latitude * SCALE), round(longitude * SCALE))


class Cell:
    """Records one after the other."""

    def __init__(self) -> None:
        self.data = described()
        self._number = 0
        form = struct.pack("<BI3BI4BII", 20, 1, 2, 1, 1, 20000, 1, 1, 1, 1, SCALE, 10)
        self._add(("DSID", struct.pack("<BI", 10, 1)))
        self._add(("DSPM", form + b"\x1f"))

    def _add(self, *fields: tuple[str, bytes]) -> int:
        self._number += 1
        self.data += record(b"D", ("0001", struct.pack("<H", self._number)), *fields)
        return self._number

    def node(self, x: float, y: float) -> tuple[int, int]:
        number = self._number + 1
        self._add(("VRID", struct.pack("<BIHB", NODE, number, 1, 1)), ("SG2D", degrees(x, y)))
        return NODE, number

    def soundings(self, *places: tuple[float, float, float]) -> tuple[int, int]:
        number = self._number + 1
        rows = b"".join(degrees(x, y) + struct.pack("<i", round(10 * depth)) for x, y, depth in places)
        self._add(("VRID", struct.pack("<BIHB", 110, number, 1, 1)), ("SG3D", rows))
        return 110, number

    def edge(self, start: tuple[int, int], end: tuple[int, int], *between: tuple[float, float]) -> tuple[int, int]:
        number = self._number + 1
        ends = b"".join(struct.pack("<BI4B", *node, 255, 255, topi, 255) for topi, node in ((1, start), (2, end)))
        rows = b"".join(degrees(*place) for place in between)
        self._add(("VRID", struct.pack("<BIHB", EDGE, number, 1, 1)), ("VRPT", ends), ("SG2D", rows))
        return EDGE, number

    def object(self, code: int, form: int, given: dict[int, str], *parts: tuple[tuple[int, int], int, int]) -> None:
        number = self._number + 1
        texts = b"".join(struct.pack("<H", key) + text.encode("latin-1") + b"\x1f" for key, text in given.items())
        rows = b"".join(struct.pack("<BI3B", *name, turn, usage, 255) for name, turn, usage in parts)
        first = struct.pack("<BI2B2HB", 100, number, form, 1, code, 1, 1)
        self._add(("FRID", first), ("FOID", struct.pack("<HIH", 1, number, 1)), ("ATTF", texts), ("FSPT", rows))


def a_cell() -> bytes:
    """A depth area round an island, that island, a contour, two soundings, a wreck, and a light, which is not drawn."""
    cell = Cell()
    corner, other, rock = cell.node(-200, -200), cell.node(200, 200), cell.node(10, 0)
    south = cell.edge(corner, other, (200, -200))
    north = cell.edge(corner, other, (-200, 200))
    island = cell.edge(rock, rock, (0, 10), (-10, 0))
    cell.object(42, 3, {87: "5.4", 88: "10"}, (south, 1, 1), (north, 2, 1), (island, 2, 2))
    cell.object(71, 3, {116: "R\xf8dskj\xe6r <b>"}, (island, 1, 1))
    cell.object(43, 2, {174: "5"}, (south, 1, 255))
    cell.object(129, 1, {}, (cell.soundings((7, 80, 12.5), (9, 90, 3.1)), 255, 255))
    cell.object(159, 1, {179: "2.2"}, (cell.node(50, 60), 255, 255))
    cell.object(75, 1, {116: "light"}, (cell.node(50, 60), 255, 255))
    return cell.data


def test_a_cell_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "US5XX01M.000"
    file.write_bytes(a_cell())
    mission = parse_mission("LatOrigin = 43.8253\nLongOrigin = -70.3304\n", str(tmp_path / "m.moos"))
    assert is_lines(str(file))
    found = lines_of(str(file), [mission])
    assert [(one["kind"], one["of"], one["depth"], one["name"]) for one in found] == [
        ("area", "depth", 5.4, ""), ("area", "land", None, "R\xf8dskj\xe6r <b>"), ("line", "contour", 5.0, ""),
        ("spot", "", 12.5, ""), ("spot", "", 3.1, ""), ("spot", "", 2.2, ""),
    ]  # fmt: skip
    sea, hole = found[0]["rings"]
    assert np.allclose(sea, [[-200, -200], [200, -200], [200, 200], [-200, 200], [-200, -200]], atol=0.1)
    assert np.allclose(hole, [[10, 0], [-10, 0], [0, 10], [10, 0]], atol=0.1)
    assert np.allclose(found[2]["rings"], [[[-200, -200], [200, -200], [200, 200]]], atol=0.1)
    assert np.allclose(found[4]["rings"], [[[9, 90]]], atol=0.1)


def test_what_is_no_cell_is_refused(tmp_path: Path) -> None:
    whole, file = a_cell(), tmp_path / "a.000"
    broken = [b"", b"x" * 400, whole[:-3], whole[:40], b"99999" + whole[5:], whole.replace(b"FSPT", b"FSP\xff")]
    broken += [whole[:k] + b"0" * 8 + whole[k + 8 :] for k in range(0, len(whole) - 8, 97)]
    for data in broken:
        file.write_bytes(data)
        try:
            read_s57(file, DATUM)
        except ConfigError as error:
            assert "a.000" in str(error)
        else:
            assert len(data) == len(whole)
    with pytest.raises(ConfigError, match="no LatOrigin"):
        read_s57(file, None)
