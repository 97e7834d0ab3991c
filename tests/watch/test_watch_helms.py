"""What the page knows of a helm: from its mail, from files of behaviours before anything runs, and in the browser."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import usimmarine_py.watch
from tests.support.chromium import Page
from tests.support.helm_logs import helm_logs
from tests.support.paths import ROOT
from tests.watch.test_watch_page import needs_chromium, see, text, watching
from usimmarine_py.cli.community.watch import mission_name, open_feeds
from usimmarine_py.mission import read_mission
from usimmarine_py.watch.data import LiveData
from usimmarine_py.watch.helms import ahead_of, helm_facts, helm_values
from usimmarine_py.watch.hub import Hub
from usimmarine_py.watch.plans import planned_shapes

CONTACTS = Path(usimmarine_py.watch.__file__).parent / "page"


def known(*posts: tuple[str, str]) -> LiveData:
    data = LiveData()
    for at, (variable, value) in enumerate(posts):
        for name, kept in helm_values(variable, value):
            data.take(name, kept, float(at), float(at))
    return data


def test_mail_of_a_helm_says_state_mode_behaviors_and_radii() -> None:
    data = known(
        ("IVPHELM_STATE", "DRIVE"),
        (
            "IVPHELM_SUMMARY",
            "iter=2,modes=MODE@ACTIVE:SURVEYING#,active_bhvs=survey$25.1$100$9$0.01$0/0$1:avoid$3$250$9",
        ),
        ("IVPHELM_SUMMARY", "iter=3,utc_time=5"),  # what has not changed is not posted again
        (
            "BHV_SETTINGS",
            "type=BHV_Waypoint,name=survey,points=pts={0,0:1,1},capture_radius=5.0,slip_radius=15.0,lead=8",
        ),
        ("BHV_SETTINGS", "type=BHV_Waypoint,name=return,capture_radius=3.0,slip_radius=9.0"),
        ("WPT_STAT", "vname=abe,behavior-name=survey,index=2,hits=2/0,cycles=1,dist=48,eta=24"),
    )
    assert helm_facts(data) == {
        "state": "DRIVE", "mode": "ACTIVE:SURVEYING", "active": [["survey", 100.0], ["avoid", 250.0]],
        "capture": 5.0, "slip": 15.0, "index": 2,
    }  # fmt: skip
    assert ahead_of(data) == ("number 3", "48 m, 24 s, lap 2")
    assert helm_facts(known(("IVPHELM_ALLSTOP", "ManualOverride"))) is None
    stopped = helm_facts(known(("IVPHELM_STATE", "PARK"), ("IVPHELM_ALLSTOP", "ManualOverride")))
    assert stopped == {"state": "PARK", "mode": "", "active": [], "allstop": "ManualOverride"}


@pytest.mark.parametrize(
    "post",
    [
        ("IVPHELM_SUMMARY", "active_bhvs=" + ":".join(f"b{k}$1$nan$" for k in range(5000))),
        ("WPT_STAT", "index=99999999999999999999,dist=nan,eta=inf,cycles=x"),
        ("BHV_SETTINGS", "name=<b>,capture_radius=1e300,slip_radius=nan"),
        ("IVPHELM_STATE", "<script>" * 1000),
        ("IVPHELM_SUMMARY", "modes=@@#@#" * 500),
    ],
)
def test_bad_mail_of_a_helm_stays_small_and_finite(post: tuple[str, str]) -> None:
    data = known(("IVPHELM_STATE", "DRIVE"), post)
    facts = json.dumps(helm_facts(data), allow_nan=False)
    assert len(facts) < 4000
    assert all(len(part) < 100 for part in ahead_of(data))


def test_a_plan_is_known_before_anything_runs() -> None:
    shapes = planned_shapes(read_mission(str(ROOT / "missions" / "alpha" / "alpha.moos")))
    lines = {shape["label"]: shape["points"] for shape in shapes if shape["kind"] in ("seglist", "point")}
    survey = [[60, -40], [60, -150], [140, -160], [180, -100], [140, -40]]
    assert lines == {"survey": survey, "return": [[0, -20]]}
    circles = [(shape["points"][0], shape["radius"]) for shape in shapes if shape["kind"] == "circle"]
    assert circles == [*((point, 5.0) for point in survey), ([0, -20], 3.0)]
    assert all(shape["planned"] for shape in shapes)


def test_polygons_stations_and_guidance_are_planned(tmp_path: Path) -> None:
    (tmp_path / "a.bhv").write_text(
        "Behavior = BHV_Loiter\n{\n  name = loiter\n  polygon = format=radial, x=0, y=0, radius=50, pts=8\n}\n"
        "Behavior = BHV_StationKeep\n{\n  name = station\n  station_pt = 5,6\n  outer_radius = 20\n}\n"
        "Behavior = BHV_OpRegion\n{\n  name = region\n  polygon = pts={-99,-99:99,-99:99,99:-99,99}\n}\n"
        "Behavior = BHV_Waypoint\n{\n  name = bad\n  points = nonsense\n}\n"
    )
    (tmp_path / "a.moos").write_text(
        "ProcessConfig = pHelmIvP\n{\n  behaviors = a.bhv\n  behaviors = absent.bhv\n}\n"
        "ProcessConfig = usim_guidance\n{\n  waypoints = 80,0 : 80,-60\n}\n"
    )
    mission = read_mission(str(tmp_path / "a.moos"))
    shapes = planned_shapes(mission)
    assert [(shape["kind"], shape["label"]) for shape in shapes] == [
        ("polygon", "loiter"), ("point", "station"), ("circle", ""), ("polygon", "region"), ("seglist", "waypoints"),
    ]  # fmt: skip
    assert np.allclose(np.hypot(*np.array(shapes[0]["points"]).T), 50.0)
    assert shapes[2]["radius"] == 20.0
    assert mission_name([mission, None]) == "a"
    assert mission_name([None]) == ""


def test_the_plan_of_files_gives_way_to_the_helm() -> None:
    feeds = open_feeds((str(ROOT / "missions" / "alpha" / "alpha.moos"),), "localhost", 1, 0.0, "")
    hub = Hub(feeds, mission="alpha")
    try:
        reader = hub.join("")
        assert reader is not None
        hub.poll()
        first = json.loads(reader.frames.popleft())
        assert sum(shape.get("planned", False) for shape in first["shapes"]) == 8
        assert set(first["hello"]["datum"]) == {"lat", "lon", "north", "east"}
        feeds[0].take("IVPHELM_STATE", "PARK", "alpha", 1.0, 1.0, 1.0)
        later: list[dict[str, Any]] = []
        for _ in range(200):  # shapes are sent by their length, so that vehicles do not wait for them
            hub.poll()
            later += [frame for frame in map(json.loads, reader.frames) if "shapes" in frame]
            if later:
                break
            time.sleep(0.01)
        assert later[0]["shapes"] == []
    finally:
        hub.close()


@pytest.mark.skipif(shutil.which("node") is None, reason="no node on PATH")
def test_range_bearing_and_closest_approach_are_those_of_a_fine_step(tmp_path: Path) -> None:
    for name in ("contacts", "colours", "fleet", "source"):
        source = (CONTACTS / f"{name}.js").read_text().replace('.js"', '.mjs"')
        (tmp_path / f"{name}.mjs").write_text(source)
    rng = np.random.default_rng(5)
    pairs = [
        [[0.0, *rng.uniform(-200, 200, 2), rng.uniform(0, 720), rng.uniform(0, 5)] for _ in "ab"] for _ in range(20)
    ]
    (tmp_path / "main.mjs").write_text(
        "globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });\n"
        "const { approach } = await import('./contacts.mjs');\n"
        "console.log(JSON.stringify(JSON.parse(process.argv[2]).map(([a, b]) => approach(a, b))));"
    )
    words = ["node", "main.mjs", json.dumps(pairs)]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    times = np.arange(0.0, 2000.0, 0.02)
    for (own, other), found in zip(pairs, json.loads(done.stdout), strict=True):
        turns = [np.radians(row[3]) for row in (own, other)]
        ways = [
            np.array(row[1:3])[:, None] + row[4] * np.array([[np.sin(turn)], [np.cos(turn)]]) * times
            for row, turn in zip((own, other), turns, strict=True)
        ]
        far = np.hypot(*(ways[1] - ways[0]))
        assert found["range"] == pytest.approx(far[0])
        assert found["least"] == pytest.approx(far.min(), abs=0.1)
        assert found["time"] == pytest.approx(times[far.argmin()], abs=0.1)
        east, north = np.array(other[1:3]) - np.array(own[1:3])
        assert np.sin(np.radians(found["bearing"])) == pytest.approx(east / far[0])
        assert np.cos(np.radians(found["bearing"])) == pytest.approx(north / far[0])


@needs_chromium
@pytest.mark.slow
def test_the_helm_the_table_the_tools_and_the_events_in_a_browser(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    helm_logs(folder)
    with watching(str(folder)) as watch:

        async def look(page: Page) -> None:
            await page.wait("usimWatch.fleet.vehicles.size === 2")
            await page.wait("document.querySelectorAll('#events option').length > 3", 60.0)
            first = await page.value("document.querySelectorAll('#events option')[1].value")
            go = (
                "{ const e = document.getElementById('events'); e.value = VALUE; e.dispatchEvent(new Event('change')) }"
            )
            await page.value(go.replace("VALUE", f"'{first}'"))
            await page.wait(f"Math.abs(usimWatch.fleet.at - {first}) < 0.01")
            await page.value("location.hash = 't=90'")
            await page.wait(f"{text('mode')} === 'DRIVE' && /cross/.test({text('mode_note')})")
            # keys: vehicles, the next vehicle, measuring with two clicks
            key = "document.dispatchEvent(new KeyboardEvent('keydown', { key: 'KEY', bubbles: true }))"
            key = key.replace("document.", "document.body.")
            await page.value(key.replace("KEY", "v"))
            await page.wait("document.querySelectorAll('#contact-rows tr').length === 2")
            hears = "[...document.querySelectorAll('#contact-rows tr')].map((row) => row.cells[10].textContent).join()"
            await page.wait(f"{hears} === [...usimWatch.fleet.vehicles.keys()].reverse().join()", 20.0)
            before = await page.value("usimWatch.fleet.one.name")
            await page.value(key.replace("KEY", "]"))
            await page.wait(f"usimWatch.fleet.one.name !== '{before}'")
            await page.value(key.replace("KEY", "m"))
            click = (
                "{ const c = document.getElementById('top'), b = c.getBoundingClientRect();"
                " c.setPointerCapture = () => {};"
                "for (const [x, y] of [[100, 100], [200, 100]]) for (const kind of ['pointerdown', 'pointerup'])"
                " c.dispatchEvent(new PointerEvent(kind, { clientX: b.left + x, clientY: b.top + y, pointerId: 1 })) }"
            )
            await page.value(click)
            far = await page.value("Math.hypot(usimWatch.measure.to[0] - usimWatch.measure.from[0], 0)")
            assert far == pytest.approx(100.0 * await page.value("usimWatch.view.scale"), rel=1e-6)
            assert (await page.value("document.getElementById('map-words').textContent")).count(" at ") in (0, 2)
            # on a phone the map is seen without scrolling, and no tile is empty
            await page.look((400, 850), dark=True)
            await page.wait("innerWidth === 400 && document.documentElement.scrollWidth <= 400")
            assert await page.value("document.getElementById('map').getBoundingClientRect().top < 250")
            empty = (
                "[...document.querySelectorAll('.tile')].filter((t) => !t.hidden"
                " && t.querySelector('.value').textContent === '\u2013').length"
            )
            assert await page.value(empty) == 0
            assert (
                await page.value("document.querySelectorAll('button:not(:is([aria-label], [title])):empty').length")
                == 0
            )
            assert await page.value("document.querySelector('h1').textContent") == "run"

        see(tmp_path, watch.url, look)
