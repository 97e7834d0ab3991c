"""Earlier times of a live page: what is kept, what is said of them, and the slider in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.chromium import Page
from tests.watch.test_watch_page import east, needs_chromium, see, text, vehicle, watching
from usimmarine_py import connect
from usimmarine_py.cli.community.watch import DEFAULT_HTTP_PORT, ports
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.watch.data import MAX_NAMES, MAX_TEXT, History, LiveData
from usimmarine_py.watch.feeds.moosdb import MoosFeed
from usimmarine_py.watch.helms import events_of, helm_values
from usimmarine_py.watch.hub import Hub


def test_a_history_holds_few_names_and_no_long_texts() -> None:
    history = History(100)
    for k in range(2 * MAX_NAMES):
        history.add(f"N{k}", 1.0, 0.0)
    for k in range(10_000):
        history.add("N0", float(k), float(k))
    history.add("N1", "x" * (MAX_TEXT + 1), 1.0)
    assert len(history.at(1e6)) == MAX_NAMES
    assert history.at(1e6)["N1"] == 1.0
    kept = history.changes("N0")
    assert len(kept) <= 100
    assert kept[-1][1] == 9999.0
    assert all(abs(float(value) - at) < 250.0 for at, value in kept)


def test_a_clock_set_back_begins_another_run() -> None:
    data = LiveData(keep=True)
    for at, x in ((0.0, 0.0), (10.0, 10.0), (20.0, 20.0), (5.0, 99.0), (6.0, 98.0)):
        data.take("NAV_X", x, at, now=0.0)
        data.take("NAV_Y", 0.0, at, now=0.0)
    assert data.at(4.0).number("NAV_X") == 0.0
    assert data.at(5.5).number("NAV_X") == 99.0
    assert data.at(30.0).number("NAV_X") == 98.0


def test_what_a_helm_did_is_a_list_of_events() -> None:
    data = LiveData(keep=True)
    for at, variable, value in (
        (1.0, "IVPHELM_STATE", "PARK"),
        (2.0, "IVPHELM_STATE", "DRIVE"),
        (2.0, "IVPHELM_SUMMARY", "iter=1,modes=MODE@ACTIVE:SURVEYING#"),
        (3.0, "WPT_STAT", "vname=abe,behavior-name=survey,index=0,dist=50,eta=9"),
        (4.0, "WPT_STAT", "vname=abe,behavior-name=survey,index=0,dist=20,eta=3"),
        (5.0, "WPT_STAT", "vname=abe,behavior-name=survey,index=1,dist=60,eta=9"),
        (6.0, "WPT_STAT", "vname=abe,behavior-name=return,index=0,dist=90,eta=9"),
        (7.0, "IVPHELM_ALLSTOP", "ManualOverride"),
        (8.0, "WPT_STAT", "behavior-name=<b>,index=\N{SUPERSCRIPT TWO}"),
        (9.0, "WPT_STAT", "behavior-name=<b>,index=3"),
    ):
        for name, kept in helm_values(variable, value):
            data.take(name, kept, at, now=0.0)
    assert events_of(data) == [
        (1.0, "state PARK"), (2.0, "mode ACTIVE:SURVEYING"), (2.0, "state DRIVE"), (5.0, "waypoint 1 done"),
        (7.0, "all-stop ManualOverride"),
    ]  # fmt: skip
    assert events_of(LiveData()) == []


def test_a_live_page_is_told_of_earlier_times() -> None:
    with MoosDb(community="abe") as db:
        sender = connect(port=db.port, name="sender")
        hub = Hub([MoosFeed("127.0.0.1", db.port)])
        try:

            def went(x: float) -> bool:
                sender.notify("NAV_Y", 0.0)
                sender.notify("NAV_X", x)
                sender.notify("NAV_Y", 1e-9)
                hub.poll()
                return hub.fleet.latest() != [] and hub.fleet.latest()[-1][0] == x

            assert wait_for(lambda: went(1.0), 60.0)
            sender.notify("IVPHELM_STATE", "PARK")
            data = hub.feeds[0].own.data
            between = data.time
            assert wait_for(lambda: went(2.0) and data.time > between, 60.0)
            assert wait_for(lambda: went(3.0) and data.time > between + 0.3, 60.0)
            found = hub.then(between + 0.05, "")  # y comes after x
            assert found["values"]["position"].startswith("1.0,")
            assert "shapes" not in found  # those of now stay
            assert hub.then(data.time + 0.05, "")["values"]["position"].startswith("3.0,")

            def events() -> list[str]:
                hub.poll()
                return [words for _, words in hub.look_up("/happened", {})["events"]]

            assert wait_for(lambda: events() == ["state PARK"], 60.0)
            assert "refused" in hub.look_up("/helm", {})
        finally:
            hub.close()
            sender.close()


@pytest.mark.parametrize(
    ("host", "port", "http_port", "found", "noted"),
    [
        ("", None, None, (DEFAULT_HTTP_PORT, 0), ""),
        ("", 8000, None, (8000, 0), ""),
        ("", 0, None, (0, 0), ""),
        ("", None, 8000, (8000, 0), ""),
        ("shore", None, 8000, (8000, 0), ""),
        ("shore", 9001, None, (DEFAULT_HTTP_PORT, 9001), "give shore:9001 for the MOOSDB"),
        ("", 9001, 8000, (8000, 9001), "give localhost:9001 for the MOOSDB"),
    ],
)
def test_the_port_is_that_of_the_page(
    capsys: pytest.CaptureFixture[str], host: str, port: int | None, http_port: int | None, found: tuple[int, int],
    noted: str,
) -> None:  # fmt: skip
    assert ports(host, port, http_port) == found
    error = capsys.readouterr().err
    assert noted in error
    assert error.count("\n") == bool(noted)


@needs_chromium
@pytest.mark.slow
def test_a_live_page_goes_back_and_comes_to_the_present_again(tmp_path: Path) -> None:
    with MoosDb(community="bravo", warp=10.0) as db, vehicle(tmp_path, db.port) as mission, watching(mission) as watch:

        async def look(page: Page) -> None:
            # it drives since before the page was opened; on a busy machine since long before
            await page.wait("usimWatch.fleet.one.time > 25", 60.0)
            present = await page.value(east())
            assert await page.value("document.getElementById('timeline').offsetHeight > 10")
            assert (await page.value("document.getElementById('time-shown').textContent")).startswith("now, ")
            slider = "document.getElementById('time')"
            await page.value(f"{slider}.value = 4; {slider}.dispatchEvent(new Event('input'))")
            await page.wait(f"{east()} < {present - 20.0}")
            earlier = await page.value(east())
            await page.wait("usimWatch.fleet.one.place[0] === 4")
            assert await page.value("usimWatch.fleet.one.place[1]") == pytest.approx(earlier, abs=2.5)
            latest = "usimWatch.fleet.one.rows.length"
            before = await page.value(latest)
            await page.wait(f"{latest} > {before} || usimWatch.fleet.one.head !== null")
            assert await page.value("usimWatch.fleet.at") == 4
            await page.value("document.getElementById('pace').value = '600'; document.getElementById('play').click()")
            await page.wait("usimWatch.fleet.at === null", 60.0)
            await page.wait(f"{east()} > {present - 5.0} && {text('source')}.startsWith('connected')")

        see(tmp_path / "browser", watch.url, look)
