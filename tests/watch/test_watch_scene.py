"""Three dimensions of `usim watch`: what the server says of sea, beams, hulls and motion, against package and log."""

from __future__ import annotations

import hashlib
import json
import math
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support.paths import MISSIONS, ROOT
from tests.support.processes import run
from usimmarine_py.cli.community.watch import open_feeds
from usimmarine_py.errors import ConfigError
from usimmarine_py.kernels import waves as kernels
from usimmarine_py.logs.alog import AlogWriter, read_alog
from usimmarine_py.logs.mcap.shapes import Fitting, HullShape
from usimmarine_py.logs.runs import read_run
from usimmarine_py.mission import find_simulator_block, read_mission
from usimmarine_py.values import Message
from usimmarine_py.watch.feeds.alog import LogFeed
from usimmarine_py.watch.feeds.feed import MissionFacts
from usimmarine_py.watch.hub import Hub
from usimmarine_py.watch.motion import motion_of_log
from usimmarine_py.watch.scene import SceneFacts, Seas
from usimmarine_py.watch.server import page_files
from usimmarine_py.watch.viewer.hull_model import hull_model_of, read_hull_model

#: Otter in a short-crested sea; the seed of the run is another than the mission's.
OTTER = """
Community = otter
LatOrigin = 63.44
LongOrigin = 10.38
ProcessConfig = usimmarine
{
  AppTick = 10
  prefix = NAV
  dynamics = fossen6
  vehicle = otter
  start_pos = x=0, y=0, heading=40, speed=0
  wave_hs = 1
  wave_tp = 5
  wave_dir = 90
  wave_spread = 20
  seed = 2
  timer_script = go
}
ProcessConfig = go
{
  event = var=DESIRED_THRUST, val=60, time=1
  event = var=DESIRED_RUDDER, val=20, time=2
  event = var=USM_WEATHER, val="wave_hs=0.4", time=6
}
"""


@pytest.fixture(scope="module")
def otter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a run."""
    folder = tmp_path_factory.mktemp("otter")
    (folder / "otter.moos").write_text(OTTER)
    done = run("run", "otter.moos", "--duration", "10", "--seed", "5", program="usim", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "otter_run" / "otter.alog"


@pytest.fixture
def hub(otter: Path) -> Iterator[Hub]:
    found = Hub(open_feeds((str(otter),), "", 0, 0.0, ""))
    found.poll()
    yield found
    found.close()


def test_a_vehicle_and_a_sea_of_the_command_line_are_those_of_the_page(tmp_path: Path) -> None:
    words = ["run", "box", "--duration", "2", "-q", "-o", "out", "--set", "dynamics=fossen6", "--set", "vehicle=otter"]
    done = run(*words, "--set", "wave_hs=1", program="usim", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = Hub(open_feeds((str(tmp_path / "out"),), "", 0, 0.0, ""))
    try:
        found.poll()
        (feed,) = found.feeds
        assert feed.facts.hull.hulls == 2 and feed.facts.plane is not None
        (sea,) = found.scene("box")["seas"]
        assert len(sea[1][0]) > 10
    finally:
        found.close()


def mail_of(log: Path) -> dict[str, list[tuple[float, float]]]:
    found: dict[str, list[tuple[float, float]]] = {}
    for row in read_alog(log):
        if isinstance(row.value, float):
            found.setdefault(row.variable, []).append((row.time, row.value))
    return found


def test_the_sea_of_a_page_is_that_of_the_run_also_after_weather_mail(hub: Hub, otter: Path) -> None:
    said = hub.scene("otter")
    (first, calm), (since, lower) = said["seas"]
    assert first is None
    assert since == pytest.approx(6.0, abs=0.3)
    mail = mail_of(otter)
    compared = 0
    for (time, east), (_, north), (_, up) in zip(mail["NAV_X"], mail["NAV_Y"], mail["USM_WAVE_ELEVATION"], strict=True):
        if abs(time - since) < 0.3:
            continue
        rows = calm if time < since else lower
        assert kernels.elevation(rows, said["clock"] + time, north, east) == pytest.approx(up, abs=2e-5)
        compared += 1
    assert compared > 80
    assert max(abs(up) for _, up in mail["USM_WAVE_ELEVATION"]) > 0.1


def test_poses_and_arrows_of_a_log_are_its_mail(hub: Hub, otter: Path) -> None:
    mail = mail_of(otter)
    found = hub.look_up("/motion", {"vehicle": "otter", "from": "3.05", "to": "5.05"})
    assert [pose[0] for pose in found["poses"]] == pytest.approx(np.arange(30, 52) / 10.0)
    names = ("X", "Y", "Z", "ROLL", "PITCH", "HEADING")
    for n, (time, *pose) in enumerate(found["poses"], 29):
        posted = [mail[f"NAV_{name}"][n] for name in names]
        assert [at for at, _ in posted] == pytest.approx([time] * 6)
        assert pose[:6] == pytest.approx([value for _, value in posted], abs=1e-5)
    # both shafts of the Otter push ahead, each from its own side
    (port, to, blade), (starboard, *_) = found["pushes"][-1][1]
    assert port[1] == -starboard[1] != 0.0
    assert to[0] > 0.1
    assert not blade


@pytest.mark.parametrize(
    "asked", [{"from": "nan", "to": "1"}, {"from": "1"}, {"from": "1", "to": "1e999"}, {"from": "a"}]
)
def test_a_part_of_a_log_has_times(hub: Hub, asked: dict[str, str]) -> None:
    assert hub.look_up("/motion", {"vehicle": "otter", **asked}) == {"refused": "from and to must be numbers"}


def test_a_page_that_opens_three_dimensions_gets_motion_and_others_none(hub: Hub) -> None:
    reader = hub.join("")
    assert reader is not None
    hub.poll()
    assert all("motion" not in json.loads(frame) for frame in reader.frames)
    assert hub.look(reader.name, "", False, False, True)
    hub.poll()
    (otter,) = json.loads(reader.frames[-1])["motion"].values()
    assert otter["poses"][-1][0] == pytest.approx(10.0)
    assert len(otter["pushes"]) == 2
    reader.frames.clear()
    hub.poll()
    assert all("motion" not in json.loads(frame) for frame in reader.frames)


def test_an_attitude_that_is_no_number_is_none(tmp_path: Path) -> None:
    path = tmp_path / "a.alog"
    rows = [("NAV_X", 1.0), ("NAV_Y", 2.0), ("NAV_ROLL", math.nan), ("NAV_PITCH", math.inf), ("NAV_Z", -math.inf)]
    with AlogWriter(path, 0.0, opened="") as log:
        for k in range(3):
            for name, value in rows:
                log.write(Message(name, value, float(k), "liar"))
    found = Hub([LogFeed(path, "", MissionFacts(scene=SceneFacts()))])
    found.poll()
    reader = found.join("")
    assert reader is not None
    found.look(reader.name, "", False, False, True)
    found.poll()
    assert "NaN" not in reader.frames[-1].decode()
    motion = json.loads(reader.frames[-1])["motion"]["a"]["poses"]
    assert motion[-1] == [2.0, 1.0, 2.0, None, None, None, None, None]
    assert "NaN" not in json.dumps(found.look_up("/motion", {"vehicle": "a", "from": "0", "to": "9"}))
    assert found.scene("a")["seas"][0][1] == [[], [], [], [], []]
    found.close()


def test_a_log_without_a_position_has_no_motion(tmp_path: Path) -> None:
    path = tmp_path / "a.alog"
    with AlogWriter(path, 0.0, opened="") as log:
        log.write(Message("NAV_SPEED", 1.0, 0.0, "p"))
    assert motion_of_log(read_run(path), HullShape(), "", 0.0, 1.0) == {"poses": [], "pushes": []}


def test_a_glider_has_no_thrust_and_a_boat_the_commanded_one(tmp_path: Path) -> None:
    path = tmp_path / "a.alog"
    with AlogWriter(path, 0.0, opened="") as log:
        for name, value in (("NAV_X", 1.0), ("NAV_Y", 2.0), ("DESIRED_THRUST", 50.0)):
            log.write(Message(name, value, 0.0, "p"))
    run = read_run(path)
    boat = motion_of_log(run, HullShape(4.0), "NAV", 0.0, 1.0)["pushes"]
    assert boat == [[0.0, [[[-2.0, 0.0, 0.0], [2.0, 0.0, 0.0], False]]]]
    glider = HullShape(2.0, 0.2, 0.2, "torpedo", {"BATTERY": Fitting()}, kind="glider")
    assert motion_of_log(run, glider, "NAV", 0.0, 1.0)["pushes"] == [[0.0, []]]


def test_weather_that_the_simulator_refuses_changes_no_sea() -> None:
    seas = Seas({"wave_hs": "1", "wave_tp": "6", "waves": "forces", "seed": "3"})
    first = seas.at(0.0)
    assert 4.0 * math.sqrt(first.variance) == pytest.approx(1.0, abs=0.02)
    for text in ("wave_hs=-3", "wave_hs=nan", "nonsense", "", "seed=4", "wave_hs=99, wave_tp=1"):
        seas.take(text, 5.0)
    assert seas.at(9.0) is first
    seas.take("wave_hs=0", 7.0)
    assert seas.at(6.9) is first
    assert seas.at(7.0).components == ()
    seas.clear()
    assert seas.at(9.0) is first


def test_beams_look_where_the_instruments_do(tmp_path: Path) -> None:
    mission = tmp_path / "a.moos"
    mission.write_text(
        "ProcessConfig = usimmarine\n{\n  sensor = sonar, look=starboard, beam=20, range=40, at=1:0.2:0.3\n"
        "  sensor = dvl, beam_angle=30, range=60\n  sensor = adcp, up=true, beam_angle=20, range=10\n  sensor=gps\n}\n"
    )
    (feed,) = open_feeds((str(mission),), "localhost", 1, 0.0, "")
    sonar, *others = feed.facts.scene.beams
    feed.close()
    assert (sonar.at, sonar.half, sonar.reach) == ((1.0, -0.2, -0.3), 10.0, 40.0)
    assert sonar.way == pytest.approx((0.0, -1.0, 0.0))
    dvl, adcp = others[:4], others[4:]
    assert [beam.name for beam in others] == ["dvl"] * 4 + ["adcp"] * 4
    for beams, angle, up, reach in ((dvl, 30.0, -1.0, 60.0), (adcp, 20.0, 1.0, 10.0)):
        for beam in beams:
            assert math.hypot(*beam.way) == pytest.approx(1.0)
            assert beam.way[2] == pytest.approx(up * math.cos(math.radians(angle)))
            assert beam.reach * abs(beam.way[2]) == pytest.approx(reach)
        assert sum(beam.way[0] for beam in beams) == pytest.approx(0.0, abs=1e-9)


def test_depths_are_those_of_the_bed(tmp_path: Path) -> None:
    for name in ("auv_survey.moos", "bank.asc"):
        (tmp_path / name).write_text((MISSIONS / "auv_survey" / name).read_text())
    (tmp_path / "auv_survey.json").write_text('{"mission": "auv_survey.moos"}')
    with AlogWriter(tmp_path / "auv_survey.alog", 0.0, opened="") as log:
        for name, value in (("NAV_X", 10.0), ("NAV_Y", 0.0)):
            log.write(Message(name, value, 0.0, "p"))
    hub = Hub(open_feeds((str(tmp_path / "auv_survey.alog"),), "", 0, 0.0, ""))
    hub.poll()
    found = hub.depths("auv_survey")
    bed = hub.feeds[0].facts.scene.bed
    assert bed is not None
    n, depths = found["across"], found["depths"]
    assert len(depths) == n * n
    for j, k in ((0, 0), (0, n - 1), (n - 1, 0), (60, 40)):
        x, y = (low + (high - low) * part / (n - 1) for (low, high), part in ((found["x"], k), (found["y"], j)))
        depth = bed.depth(x, y)
        assert depths[j * n + k] == (None if math.isnan(depth) else pytest.approx(depth, abs=0.006))
    assert sum(depth is not None for depth in depths) > 1000
    hub.close()


# --- hulls of the user's own --------------------------------------------------------------------------


def glb(**more: Any) -> bytes:
    """A triangle as binary glTF: 2 m forward (z), 1 m to port (x), 0.5 m up (y)."""
    places = struct.pack("<9f", 0.0, 0.0, 2.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.0)
    content: dict[str, Any] = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "buffers": [{"byteLength": len(places)}], "bufferViews": [{"buffer": 0, "byteLength": len(places)}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 0.5, 2]}
        ],
        **more,
    }  # fmt: skip
    text = json.dumps(content).encode()
    text += b" " * (-len(text) % 4)
    size = 12 + 8 + len(text) + 8 + len(places)
    return (
        struct.pack("<5I", 0x46546C67, 2, size, len(text), 0x4E4F534A) + text
        + struct.pack("<2I", len(places), 0x004E4942) + places
    )  # fmt: skip


def test_a_hull_comes_from_the_folder_of_its_mission_alone(tmp_path: Path) -> None:
    home = tmp_path / "mission"
    (home / "hulls").mkdir(parents=True)
    for place in (home / "hulls" / "a.glb", tmp_path / "b.glb"):
        place.write_bytes(glb())
    assert read_hull_model("hulls/a.glb", home) == glb()
    assert read_hull_model("hulls/../hulls/a.glb", home) == glb()
    (home / "link.glb").symlink_to(tmp_path / "b.glb")
    (home / "round.glb").symlink_to(home / "round.glb")
    for name in ("../b.glb", str(tmp_path / "b.glb"), "link.glb", "/etc/passwd", "hulls/../../b.glb", "~/b.glb"):
        with pytest.raises(ConfigError, match=r"not in the mission's folder|is not there"):
            read_hull_model(name, home)
    for name in ("", "a\0.glb", "round.glb", "a" * 5000 + ".glb", "hulls", "no.glb"):
        with pytest.raises(ConfigError):
            read_hull_model(name, home)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "no binary glTF"),
        (b"\x89PNG" + bytes(40), "no binary glTF"),
        (glb()[:-4], "torn"),
        (glb().replace(b'"asset"', b'\xff"asset'), "torn"),
        (struct.pack("<5I", 0x46546C67, 1, 20, 0, 0), "version 1"),
        (glb(images=[{"uri": "https://example.org/track.png"}]), "refers to other files"),
        (glb(buffers=[{"uri": "../../etc/passwd", "byteLength": 36}]), "refers to other files"),
        (glb(extensionsRequired=["KHR_draco_mesh_compression"]), "needs KHR_draco_mesh_compression"),
        (glb(meshes=[]), "has no mesh"),
    ],
)
def test_a_hull_that_the_page_could_not_draw_is_refused_with_its_line(
    data: bytes, problem: str, tmp_path: Path
) -> None:
    (tmp_path / "a.glb").write_bytes(data)
    (tmp_path / "a.moos").write_text("ProcessConfig = usimmarine\n{\n  hull_model = a.glb\n}\n")
    with pytest.raises(ConfigError, match=rf"a\.moos:3: hull_model: a\.glb .*{problem}"):
        hull_model_of(find_simulator_block(read_mission(tmp_path / "a.moos")))


def test_a_bad_hull_is_a_note_and_the_page_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.moos").write_text("ProcessConfig = usimmarine\n{\n  hull_model = ../b.glb\n}\n")
    (feed,) = open_feeds((str(tmp_path / "a.moos"),), "localhost", 1, 0.0, "")
    assert feed.facts.scene.model is None
    feed.close()
    assert capsys.readouterr().err.count("a.moos:3: hull_model: ../b.glb is not in the mission's folder") == 1


# --- the library --------------------------------------------------------------------------------------


def test_the_library_is_the_recorded_one_and_comes_with_its_licence() -> None:
    folder = ROOT / "usimmarine_py" / "watch" / "page" / "vendor"
    record = json.loads((folder / "three.json").read_text())
    source = (folder / "three.js").read_bytes()
    assert hashlib.sha256(source).hexdigest() == record["sha256"]
    assert record["package"] == "three"
    assert record["integrity"].startswith("sha512-")
    assert "MIT" in (folder / "three.LICENSE").read_text()
    assert f"three {record['version']}" in (ROOT / "NOTICE").read_text()
    # it runs nothing from texts, and the page's policy would not let it
    assert b"eval(" not in source
    assert b"new Function" not in source
    served = page_files()
    assert served["/vendor/three.js"] == (source, "text/javascript")
    assert {"/scene/view.js", "/scene.js", "/"} <= set(served)
    assert not [path for path in served if path.endswith((".json", "LICENSE", ".html"))]


def test_the_library_is_loaded_by_three_dimensions_alone() -> None:
    """The plan does not wait for it: no module outside of ``scene/`` imports it at once."""
    for path, (source, media) in page_files().items():
        if media == "text/javascript" and not path.startswith(("/scene/", "/vendor/")):
            lines = [line for line in source.decode().splitlines() if "vendor/" in line or 'from "./scene/' in line]
            assert not lines, (path, lines)
