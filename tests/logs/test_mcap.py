"""MCAP, read by the mcap package and by Foxglove's own protobuf definitions, which the writer does not know."""

from __future__ import annotations

import importlib
import json
import math
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from usimmarine_py.errors import ConfigError, NothingToDrawError
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.logs.mcap import schemas
from usimmarine_py.logs.mcap.convert import convert
from usimmarine_py.logs.mcap.scene import orientation
from usimmarine_py.logs.mcap.shapes import Fitting, HullShape, arrow, hull

mcap_reader = pytest.importorskip("mcap.reader")

START = 1_700_000_000.0
Rows = list[tuple[float, str, float | str]]


def read(path: Path) -> dict[str, list[tuple[int, str, dict[str, Any]]]]:
    """Time, schema and content of every message by its topic; CRCs are checked, and that the index counts them all."""
    found: dict[str, list[tuple[int, str, dict[str, Any]]]] = defaultdict(list)
    with path.open("rb") as file:
        reader = mcap_reader.make_reader(file, validate_crcs=True)
        for schema, channel, message in reader.iter_messages():
            assert (schema.encoding, channel.message_encoding) == ("jsonschema", "json")
            assert message.log_time == message.publish_time
            found[channel.topic].append((message.log_time, schema.name, json.loads(message.data, parse_constant=no)))
        statistics = reader.get_summary().statistics
    assert statistics.message_count == sum(map(len, found.values()))
    assert statistics.channel_count == len(found)
    return found


def no(constant: str) -> None:
    raise AssertionError(f"{constant} is no JSON")


def decoded(name: str, message: dict[str, Any]) -> Any:
    """A message as Foxglove's protobuf class, which refuses names and types that it does not know."""
    module = pytest.importorskip(f"foxglove_schemas_protobuf.{name}_pb2")
    return importlib.import_module("google.protobuf.json_format").ParseDict(plain(message), getattr(module, name)())


def plain(value: Any, name: str = "") -> Any:
    """Times as protobuf writes them in JSON; all else as it is."""
    if isinstance(value, dict) and set(value) == {"sec", "nsec"}:
        whole = value["sec"] * 10**9 + value["nsec"]
        return f"{whole / 1e9:.9f}s" if name == "lifetime" else f"{np.datetime64(whole, 'ns')}Z"
    if isinstance(value, dict):
        return {key: plain(part, key) for key, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, list) else value


def log(path: Path, rows: Rows, start: float = START) -> Path:
    writer = AlogWriter(path, start, ["a test"], flush_interval=None)
    for time, name, value in rows:
        writer(start + time, name, "sim", "", value)
    writer.close()
    return path


def motion(prefix: str = "NAV", steps: int = 30) -> Rows:
    rows: Rows = []
    for k in range(steps):
        t = 0.1 * (k + 1)
        rows += [
            (t, f"{prefix}_X", 3.0 * k), (t, f"{prefix}_Y", -2.0 * k + 5.0), (t, f"{prefix}_LAT", 63.0 + 1e-4 * k),
            (t, f"{prefix}_LONG", 10.0 - 1e-4 * k), (t, f"{prefix}_HEADING", (12.5 * k) % 360.0),
            (t, f"{prefix}_DEPTH", 0.25 * k), (t, f"{prefix}_Z", -0.25 * k), (t, f"{prefix}_PITCH", 0.02 * k - 0.2),
            (t, f"{prefix}_ROLL", 0.3 - 0.03 * k),
        ]  # fmt: skip
    return rows


def rotation(q: Any) -> np.ndarray:
    """The matrix of a quaternion of the message, by its textbook formula."""
    x, y, z, w = q.x, q.y, q.z, q.w
    assert x * x + y * y + z * z + w * w == pytest.approx(1.0, abs=1e-12)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def body_to_east_north_up(roll: float, pitch: float, heading: float) -> np.ndarray:
    """Fossen's rotation from forward, starboard, down, and its axes renamed; no quaternion in it."""
    s, c = np.sin, np.cos
    rx = np.array([[1, 0, 0], [0, c(roll), -s(roll)], [0, s(roll), c(roll)]])
    ry = np.array([[c(pitch), 0, s(pitch)], [0, 1, 0], [-s(pitch), 0, c(pitch)]])
    psi = math.radians(heading)
    rz = np.array([[c(psi), -s(psi), 0], [s(psi), c(psi), 0], [0, 0, 1]])
    ned = rz @ ry @ rx
    return np.array([[0, 1, 0], [1, 0, 0], [0, 0, -1]]) @ ned @ np.diag([1, -1, -1])


def test_positions_and_attitudes_are_those_of_the_log(tmp_path: Path) -> None:
    assert convert(log(tmp_path / "a.alog", motion()), tmp_path / "a.mcap") == "NAV"
    found = read(tmp_path / "a.mcap")
    assert [len(found[topic]) for topic in ("/tf", "/pose", "/location", "NAV_X")] == [30] * 4
    for k, ((time, name, tf), (_, other, pose), (_, third, fix)) in enumerate(
        zip(found["/tf"], found["/pose"], found["/location"], strict=True)
    ):
        assert (name, other, third) == ("foxglove.FrameTransform", "foxglove.PoseInFrame", "foxglove.LocationFix")
        assert time == 1_700_000_000_000_000_000 + (k + 1) * 100_000_000
        transform = decoded("FrameTransform", tf)
        assert transform.timestamp.ToNanoseconds() == time
        assert (transform.parent_frame_id, transform.child_frame_id) == ("map", "base_link")
        moved = transform.translation
        assert (moved.x, moved.y, moved.z) == (3.0 * k, -2.0 * k + 5.0, -0.25 * k)
        # the log holds five decimals
        wanted = body_to_east_north_up(round(0.3 - 0.03 * k, 5), round(0.02 * k - 0.2, 5), (12.5 * k) % 360.0)
        assert np.abs(rotation(transform.rotation) - wanted).max() < 1e-12
        placed = decoded("PoseInFrame", pose)
        assert placed.frame_id == "map"
        assert placed.pose.orientation == transform.rotation
        assert placed.pose.position == transform.translation
        place = decoded("LocationFix", fix)
        assert place.latitude == pytest.approx(63.0 + 1e-4 * k, abs=1e-9)
        assert (place.longitude, place.altitude) == (pytest.approx(10.0 - 1e-4 * k, abs=1e-9), -0.25 * k)


@pytest.mark.parametrize(
    ("angles", "axis", "to"),
    [
        ((0.0, 0.0, 0.0), 0, (0, 1, 0)),  # heading north: the bow points north, which is y
        ((0.0, 0.0, 90.0), 0, (1, 0, 0)),
        ((0.0, math.pi / 6, 90.0), 0, (math.sqrt(3) / 2, 0, 0.5)),  # bow up
        ((math.pi / 6, 0.0, 90.0), 1, (0, math.sqrt(3) / 2, 0.5)),  # starboard down: port goes up
    ],
)
def test_the_frames_have_z_up(angles: tuple[float, float, float], axis: int, to: tuple[float, float, float]) -> None:
    class Q:
        x, y, z, w = orientation(*angles)

    assert rotation(Q)[:, axis] == pytest.approx(to, abs=1e-12)


def test_raw_variables_are_typed(tmp_path: Path) -> None:
    rows: Rows = [(0.1, "A", 1.5), (0.2, "B", "text, ümlaut"), (0.3, "A", math.nan), (0.4, "A", -2.0), (0.5, "A", "no")]
    assert convert(log(tmp_path / "a.alog", rows), tmp_path / "a.mcap") == ""
    found = read(tmp_path / "a.mcap")
    # what is no number has another place, so that all messages keep to their schema
    assert [(name, m.get("value"), m.get("other")) for _, name, m in found["A"]] == [
        ("moos.float", 1.5, None), ("moos.float", None, "nan"), ("moos.float", -2.0, None), ("moos.float", None, "no"),
    ]  # fmt: skip
    assert [(name, m["value"], m["source"]) for _, name, m in found["B"]] == [("moos.str", "text, ümlaut", "sim")]
    with (tmp_path / "a.mcap").open("rb") as file:
        kinds = {s.name: json.loads(s.data) for s in mcap_reader.make_reader(file).get_summary().schemas.values()}
    assert kinds["moos.float"]["properties"]["value"] == {"type": "number"}
    assert kinds["moos.str"]["properties"]["value"] == {"type": "string"}


@pytest.mark.parametrize("start", [0.0, 8976504119.5, 3.5e10])
def test_a_clock_that_a_time_warp_has_moved_counts_from_the_start(tmp_path: Path, start: float) -> None:
    """MOOS multiplies the time since 1970 by the warp: more nanoseconds than 64 bits hold."""
    convert(log(tmp_path / "a.alog", [(0.5, "A", 1.0), (0.25, "A", 2.0)], start), tmp_path / "a.mcap")
    assert [time for time, _, _ in read(tmp_path / "a.mcap")["A"]] == [250_000_000, 500_000_000]


def test_times_beyond_all_clocks_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "a.alog").write_text("-5.0 A sim 1.0\n99999999999999.0 A sim 2.0\n")
    convert(tmp_path / "a.alog", tmp_path / "a.mcap")
    assert [time for time, _, _ in read(tmp_path / "a.mcap")["A"]] == [0, 2**63 - 1]


def scene(found: dict[str, Any], topic: str, k: int = -1) -> Any:
    _, name, message = found[topic][k]
    assert name == "foxglove.SceneUpdate"
    return decoded("SceneUpdate", message).entities[0]


def tip(one: Any) -> np.ndarray:
    """From the tail of an arrow to its tip."""
    return (one.shaft_length + one.head_length) * rotation(one.pose.orientation)[:, 0]


def test_hull_actuators_and_wind_are_drawn(tmp_path: Path) -> None:
    rows = motion(steps=3)
    rows += [(0.35, "NAV_JET_N_RPM", 500.0), (0.35, "NAV_JET_ALPHA_DEG", 30.0), (0.35, "NAV_RUDDER_DELTA_DEG", 20.0)]
    rows += [(0.35, "USM_WIND_SPEED", 5.0), (0.35, "USM_WIND_DIR", 270.0), (0.35, "USM_CURRENT_SPEED", 0.5)]
    rows += [(0.35, "USM_CURRENT_DIR", 0.0), *[(0.4, name, value) for _, name, value in motion(steps=1)]]
    fittings = {"JET": Fitting((-4.0, 1.0, 0.5), limit=2000.0), "RUDDER": Fitting((-5.0, 0.0, 0.0))}
    of = HullShape(10.0, 3.0, 0.5, "boat", fittings)
    convert(log(tmp_path / "a.alog", rows), tmp_path / "a.mcap", hull=of)
    found = read(tmp_path / "a.mcap")
    drawn = scene(found, "/hull")
    assert (len(found["/hull"]), drawn.frame_id, drawn.frame_locked, len(drawn.triangles)) == (1, "base_link", True, 2)
    actuators, weather = scene(found, "/actuators"), scene(found, "/weather")
    assert (actuators.frame_id, weather.frame_id) == ("base_link", "map")
    jet, rudder = actuators.arrows
    # a quarter of full speed on a hull of 10 m; 30 deg push to starboard, which is minus y
    assert tip(jet) == pytest.approx(2.5 * np.array([math.cos(math.pi / 6), -0.5, 0.0]), abs=1e-9)
    at = jet.pose.position
    assert (at.x, at.y, at.z) == (-4.0, -1.0, -0.5)
    assert tip(rudder) == pytest.approx(
        2.5 * np.array([-math.cos(math.radians(20)), -math.sin(math.radians(20)), 0.0]), abs=1e-9
    )
    wind, current = weather.arrows
    assert tip(wind) == pytest.approx([5.0, 0.0, 0.0], abs=1e-9)  # from the west: to the east
    assert tip(current) == pytest.approx([0.0, 5.0, 0.0], abs=1e-9)
    time, _, _ = found["/track"][0]
    points = scene(found, "/track").lines[0].points
    assert time == found["/tf"][0][0]
    assert [(p.x, p.y) for p in points] == [(0.0, 5.0), (3.0, 3.0), (6.0, 1.0), (0.0, 5.0)]


def test_forces_go_before_states_and_commands(tmp_path: Path) -> None:
    force = {"X": 300.0, "Y": -400.0, "Z": 0.0, "N": 7.0}
    rows: Rows = [(0.05, f"USM_FORCE_{part}_{axis}", v) for part in ("T1", "WIND") for axis, v in force.items()]
    rows += [(0.05, "NAV_T1_N_RPM", 9.0), (0.05, "DESIRED_THRUST", 100.0), *motion(steps=2)]
    fittings = {"T1": Fitting((0.1, 0.2, 0.3))}
    convert(log(tmp_path / "a.alog", rows), tmp_path / "a.mcap", hull=HullShape(2.0, 1.0, 0.2, "box", fittings))
    found = read(tmp_path / "a.mcap")
    (one,) = scene(found, "/actuators").arrows
    # the largest component so far, 400 N, is one hull length; starboard is minus y
    assert tip(one) == pytest.approx([1.5, 2.0, 0.0], abs=1e-9)
    assert len(scene(found, "/hull").cubes) == 1
    assert not any(topic.startswith("/pose/") for topic in found)


def test_commands_are_drawn_where_nothing_else_tells(tmp_path: Path) -> None:
    rows: Rows = [
        (0.05, "DESIRED_THRUST", 50.0),
        (0.05, "DESIRED_RUDDER", -100.0),
        (0.05, "WIND_CONDITIONS", "spd=10,dir=0"),
    ]
    convert(log(tmp_path / "a.alog", rows + motion("USM", 2)), tmp_path / "a.mcap")
    found = read(tmp_path / "a.mcap")
    thrust, rudder = (tip(one) for one in scene(found, "/actuators").arrows)
    assert thrust == pytest.approx([1.0, 0.0, 0.0], abs=1e-9)
    assert rudder == pytest.approx([-math.sqrt(0.125), math.sqrt(0.125), 0.0], abs=1e-9)  # edge to port
    assert tip(scene(found, "/weather").arrows[0]) == pytest.approx([0.0, -2.0, 0.0], abs=1e-9)


def test_arrows_are_written_where_they_change(tmp_path: Path) -> None:
    rows = [(0.05, "DESIRED_THRUST", 50.0), *motion(steps=20), (1.05, "DESIRED_THRUST", 60.0)]
    convert(log(tmp_path / "a.alog", sorted(rows, key=lambda row: row[0])), tmp_path / "a.mcap")
    found = read(tmp_path / "a.mcap")
    # the new thrust came after the tenth position, and goes with it
    assert [time - found["/tf"][0][0] for time, _, _ in found["/actuators"]] == [0, 900_000_000]
    assert [tip(scene(found, "/actuators", k).arrows[0])[0] for k in (0, 1)] == pytest.approx([1.0, 1.2])


def test_other_positions_are_shown_beside(tmp_path: Path) -> None:
    rows = sorted(motion(steps=5) + motion("NAV_GT", 5), key=lambda row: row[0])
    rows += [(0.5, "USM_DR_X", 1.0), (0.5, "USM_DR_Y", 2.0)]
    source = log(tmp_path / "a.alog", rows)
    convert(source, tmp_path / "a.mcap")
    found = read(tmp_path / "a.mcap")
    assert (len(found["/pose/nav_gt"]), len(found["/location/nav_gt"]), len(found["/pose/usm_dr"])) == (5, 5, 1)
    assert "/location/usm_dr" not in found
    assert convert(source, tmp_path / "b.mcap", "NAV_GT_") == "NAV_GT"
    assert "/pose/nav" in read(tmp_path / "b.mcap")


@pytest.mark.parametrize("form", ["boat", "torpedo", "box"])
def test_every_hull_is_understood_and_closed(form: str) -> None:
    shapes = hull(HullShape(4.0, 1.0, 0.4, form))
    entity = {kind: shapes.get(kind, []) for kind in schemas.PRIMITIVES}
    drawn = decoded("SceneUpdate", {"deletions": [], "entities": [entity]}).entities[0]
    if form == "boat":
        volume = 0.0
        for part in drawn.triangles:
            points = np.array([(p.x, p.y, p.z) for p in part.points])
            assert (points.min(axis=0), points.max(axis=0)) == (
                pytest.approx([-2.0, -0.5, -0.4]), pytest.approx([2.0, 0.5, 0.4]),
            )  # fmt: skip
            for a, b, c in np.array(part.indices).reshape(-1, 3):
                volume += np.dot(points[a], np.cross(points[b], points[c])) / 6.0
        # outward corners all round: between the prisms of keel and deck
        deck, keel = (0.7 * 4.0 * 1.0 + 0.5 * 0.3 * 4.0), 0.88 * 0.7 * (0.7 * 4.0 + 0.5 * 0.3 * 4.0)
        assert 0.8 * keel < volume < 0.8 * deck
    if form == "torpedo":
        assert sum(part.size.z for part in drawn.cylinders) == pytest.approx(4.0)


def test_arrows_point_anywhere() -> None:
    for to in [
        (1.0, 0.0, 0.0),
        (-1.0, 0.0, 0.0),
        (0.0, -2.0, 0.0),
        (0.0, 0.0, 3.0),
        (-1.0, 1e-9, 0.0),
        (0.3, -0.4, 0.5),
    ]:
        made = arrow((0.0, 0.0, 0.0), to, 1.0, (1.0, 1.0, 1.0, 1.0))
        assert made is not None
        shape = decoded("SceneUpdate", {"entities": [{"arrows": [made]}]}).entities[0].arrows[0]
        assert tip(shape) == pytest.approx(to, abs=1e-6)
    assert arrow((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 1.0, (1.0, 1.0, 1.0, 1.0)) is None


@pytest.mark.parametrize("name", ["FrameTransform", "PoseInFrame", "LocationFix", "SceneUpdate"])
def test_the_schemas_are_foxgloves(name: str) -> None:
    """Every field of every object has the name and the kind that Foxglove's definitions give it."""
    module = pytest.importorskip(f"foxglove_schemas_protobuf.{name}_pb2")
    ours = {s["title"]: s for s in (schemas.TRANSFORM, schemas.POSE, schemas.FIX, schemas.SCENE)}
    same(ours[f"foxglove.{name}"], getattr(module, name).DESCRIPTOR)


def same(schema: schemas.Schema, theirs: Any) -> None:
    for name, ours in schema["properties"].items():
        field = theirs.fields_by_name[name]
        repeated = isinstance(ours, dict) and ours.get("type") == "array"
        ours = ours["items"] if repeated else ours
        if "oneOf" in ours:
            names = {value.name: value.number for value in field.enum_type.values}
            assert {choice["title"]: choice["const"] for choice in ours["oneOf"]} == names
        elif ours.get("title") in ("time", "duration"):
            assert field.message_type.full_name == {
                "time": "google.protobuf.Timestamp", "duration": "google.protobuf.Duration",
            }[ours["title"]]  # fmt: skip
        elif ours["type"] == "object":
            assert ours["title"] == field.message_type.full_name
            same(ours, field.message_type)
        else:
            texts = {field.CPPTYPE_STRING: "string", field.CPPTYPE_BOOL: "boolean"}
            kinds = {field.CPPTYPE_DOUBLE: "number", field.CPPTYPE_UINT32: "integer", **texts}
            assert ours["type"] == kinds[field.cpp_type]


def test_a_table_tells_the_same(tmp_path: Path) -> None:
    table = tmp_path / "a.csv"
    table.write_text(
        "time,x,y,heading,depth,roll,pitch,thrust,jet_n_rpm,wind_speed,wind_dir\n"
        "0.1,1,2,30,0.5,0.1,0.2,50,900,4,180\n0.2,3,4,31,0.6,0.1,0.2,50,900,4,180\n"
    )
    assert convert(table, tmp_path / "a.mcap") == "NAV"
    found = read(tmp_path / "a.mcap")
    assert [m["value"] for _, _, m in found["x"]] == [1.0, 3.0]
    (time, _, tf), _ = found["/tf"]
    transform = decoded("FrameTransform", tf)
    assert (time, transform.translation.z) == (100_000_000, -0.5)
    assert rotation(transform.rotation) == pytest.approx(body_to_east_north_up(0.1, 0.2, 30.0), abs=1e-12)
    assert len(scene(found, "/actuators").arrows) == len(scene(found, "/weather").arrows) == 1
    table.write_text("t,x,y,z,phi,theta,psi\n0,10,20,5,0,0,1.5\n1,11,20,5,0,0,1.5\n")
    convert(table, tmp_path / "a.mcap")
    moved = decoded("FrameTransform", read(tmp_path / "a.mcap")["/tf"][1][2])
    assert (moved.translation.x, moved.translation.y, moved.translation.z) == (20.0, 11.0, -5.0)
    assert rotation(moved.rotation) == pytest.approx(body_to_east_north_up(0.0, 0.0, math.degrees(1.5)), abs=1e-12)


def test_what_cannot_be_converted_is_told_before_anything_is_written(tmp_path: Path) -> None:
    source = log(tmp_path / "a.alog", motion(steps=2))
    with pytest.raises(NothingToDrawError, match="no USM_X and USM_Y in this log; it holds NAV"):
        convert(source, tmp_path / "a.mcap", "USM")
    with pytest.raises(ConfigError, match="is the run itself"):
        convert(source, source)
    with pytest.raises(NothingToDrawError, match="holds no rows"):
        convert(log(tmp_path / "b.alog", []), tmp_path / "a.mcap")
    assert {path.name for path in tmp_path.iterdir()} == {"a.alog", "b.alog"}
