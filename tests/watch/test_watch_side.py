"""Several runs on one page: one clock, a colour and a name for each, encounters within a run only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.chromium import Page
from tests.watch.test_watch_page import needs_chromium, see, watching
from usimmarine_py.cli.community.watch import open_feeds
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.values import Message
from usimmarine_py.watch.feeds.runs import runs_of
from usimmarine_py.watch.hub import Hub


def write_run(folder: Path, start: float, speed: float, *names: str, summary: bool = True) -> Path:
    """Logs of vehicles beside each other, 100 s from ``start`` (MOOS s)."""
    folder.mkdir(parents=True)
    for lane, name in enumerate(names):
        with AlogWriter(folder / f"{name}.alog", start, opened="") as log:
            for k in range(101):
                for variable, value in (("X", speed * k), ("Y", 20.0 * lane), ("HEADING", 90.0), ("SPEED", speed)):
                    log.write(Message(f"NAV_{variable}", value, start + k, "usimmarine", "", name))
        if summary:
            (folder / f"{name}.json").write_text('{"mission": "a.moos"}')
    return folder


def test_folders_of_runs_are_runs(tmp_path: Path) -> None:
    one, two = (str(write_run(tmp_path / name, 0.0, 1.0, "abe", "ben")) for name in ("one", "two"))
    assert sorted(set(runs_of([one, two]).values())) == ["one", "two"]
    assert set(runs_of([one]).values()) == {""}
    assert set(runs_of([f"{one}/abe.alog", f"{one}/ben.alog"]).values()) == {""}
    assert sorted(runs_of([f"{one}/abe.alog", f"{two}/abe.alog"]).values()) == ["one", "two"]
    # folders of loggers, one for each vehicle, are one run
    apart = [str(write_run(tmp_path / name, 0.0, 1.0, name, summary=False)) for name in ("cal", "dan")]
    assert set(runs_of(apart).values()) == {""}
    # folders of one name are told apart by the one above
    same = [str(write_run(tmp_path / name / "out", 0.0, 1.0, "abe")) for name in ("x", "y")]
    assert sorted(set(runs_of(same).values())) == ["x/out", "y/out"]


def test_runs_begin_together_and_meet_only_within(tmp_path: Path) -> None:
    folders = (
        str(write_run(tmp_path / "one", 1000.0, 1.0, "abe", "ben")),
        str(write_run(tmp_path / "two", 900_000.0, 2.0, "abe", "ben")),
    )
    hub = Hub(open_feeds(folders, "", 0, 0.0, ""))
    try:
        for _ in range(50):
            hub.poll()
        names = ["abe (one)", "ben (one)", "abe (two)", "ben (two)"]
        assert sorted(hub.fleet.vehicles) == sorted(names)
        ends = {name: vehicle.data.track.latest for name, (_, vehicle) in hub.fleet.vehicles.items()}
        assert {name: row[:2] for name, row in ends.items() if row is not None} == {
            "abe (one)": (100.0, 100.0), "ben (one)": (100.0, 100.0),
            "abe (two)": (100.0, 200.0), "ben (two)": (100.0, 200.0),
        }  # fmt: skip
        for name in names:
            met = hub.look_up("/encounters", {"vehicle": name})["met"]
            assert [one["vehicles"] for one in met] == [("abe", "ben")]
            assert met[0]["least"] == pytest.approx(20.0, abs=0.1)
    finally:
        hub.close()


@needs_chromium
@pytest.mark.slow
def test_runs_have_colours_and_one_slider(tmp_path: Path) -> None:
    folders = [
        str(write_run(tmp_path / name, start, speed, "abe"))
        for name, start, speed in (("a", 5.0, 1.0), ("b", 7e5, 2.0))
    ]
    with watching(*folders) as watch:

        async def look(page: Page) -> None:
            await page.wait("usimWatch.fleet.vehicles.size === 2")
            await page.value("location.hash = 't=50'")
            east = "[...usimWatch.fleet.vehicles.values()].map((v) => v.place && Math.round(v.place[1])).join()"
            await page.wait(f"{east} === '50,100'")
            dots = "[...document.querySelectorAll('#vehicles .dot')].map((e) => e.style.background)"
            colours = await page.value(dots)
            assert len(set(colours)) == 2
            await page.value("document.getElementById('open-contacts').click()")
            await page.wait("document.querySelectorAll('#contact-rows tr').length === 1")

        see(tmp_path / "browser", watch.url, look)


def test_each_run_has_its_own_next_waypoint(tmp_path: Path) -> None:
    folders = [write_run(tmp_path / name, 0.0, 1.0, "abe") for name in ("one", "two")]
    for folder, y in zip(folders, (5, 6), strict=True):
        with (folder / "abe.alog").open("a") as log:
            log.write(f"100.0 VIEW_POINT pHelmIvP x=50,y={y},label=abe's nextpt\n")
    hub = Hub(open_feeds(tuple(map(str, folders)), "", 0, 0.0, ""))
    try:
        for _ in range(50):
            hub.poll()
        for shapes in (json.loads(hub._shapes()), hub.then(100.0, "")["shapes"]):
            led = {shape["run"]: (shape["leads"], shape["points"]) for shape in shapes if "leads" in shape}
            assert led == {"one": ("abe", [[50.0, 5.0]]), "two": ("abe", [[50.0, 6.0]])}
    finally:
        hub.close()


def test_launches_in_the_folder_of_a_mission_are_runs(tmp_path: Path) -> None:
    """PLogger leaves a folder for each vehicle and launch there."""
    first, second = "9_11_2026_____17_00_0", "10_11_2026_____08_30_0"
    folders = []
    for stamp in (first, second):
        for second_of, name in enumerate(("ABE", "BEN"), 1):
            called = f"LOG_{name}_{stamp}{second_of}"
            folder = tmp_path / called
            folder.mkdir()
            with AlogWriter(folder / f"{called}.alog", 0.0, opened="") as log:
                log.write(Message("NAV_X", 1.0, 0.0, "usimmarine", "", name.lower()))
            folders.append(str(folder))
    runs = runs_of([str(tmp_path)])
    assert {Path(log).stem: run for log, run in runs.items()} == {
        f"LOG_{name}_{stamp}{k}": label
        for stamp, label in ((first, "2026-11-09 17:00:01"), (second, "2026-11-10 08:30:01"))
        for k, name in enumerate(("ABE", "BEN"), 1)
    }
    # the same vehicle twice: side by side; two vehicles of one launch: together
    assert len(set(runs_of([folders[0], folders[2]]).values())) == 2
    assert set(runs_of(folders[:2]).values()) == {""}
