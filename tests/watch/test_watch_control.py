"""Clicks on the map with `--control`, and all mail of a MOOSDB as a table."""

from __future__ import annotations

import json
import math
import time
from pathlib import Path

import pytest

from tests.support.chromium import Page
from tests.watch.test_watch_page import needs_chromium, see, watching
from usimmarine_py import connect
from usimmarine_py.field.viewer.clicks import click_values, read_contexts
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.mission import read_mission
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.values import Message
from usimmarine_py.watch.feeds.mail import MAX_VALUE
from usimmarine_py.watch.feeds.moosdb import MoosFeed
from usimmarine_py.watch.hub import Hub

BLOCK = """ProcessConfig = pMarineViewer
{
  left_context[survey]   = SURVEY_UPDATE_$[UP_VNAME_CLOSEST] = points = $(XPOS),$(YPOS)
  left_context[survey]   = SURVEY = true
  left_context           = CLICKS = $(IX)
  right_context[station] = STATION = $(LAT),$(LON),$(HDG),$(VNAME),$(NOTHING)
  right_context[station] = LEVEL = 3
}
"""


def contexts(folder: Path) -> dict[tuple[str, str], list[tuple[str, float | str]]]:
    """What each context posts for a click at (30, -40), with abe at the origin and ben beside the click."""
    (folder / "shore.moos").write_text(BLOCK)
    block = read_mission(str(folder / "shore.moos")).block("pMarineViewer", verbatim=False)
    assert block is not None
    places = {"abe": (0.0, 0.0), "b=n": (31.0, -40.0)}
    values = click_values(30.0, -40.25, "abe", places, (43.5, -70.25), 12.0, 7)
    return {(one.side, one.key): one.posts(values) for one in read_contexts(block.config_lines)}


def test_a_click_fills_in_its_place(tmp_path: Path) -> None:
    found = contexts(tmp_path)
    # a vehicle's name comes by mail and cannot make another variable
    assert found["left", "survey"] == [("SURVEY_UPDATE_B_N", "points = 30,-40.2"), ("SURVEY", "true")]
    heading = math.degrees(math.atan2(30.0, -40.25)) % 360.0
    assert found["right", "station"] == [
        ("STATION", f"43.50000000,-70.25000000,{heading:.2f},abe,$(NOTHING)"), ("LEVEL", 3.0),
    ]  # fmt: skip
    place = "x=30,y=-40.2,lat=43.50000000,lon=-70.25000000,vname=abe,counter=7"
    assert found["left", ""] == [("MVIEWER_LCLICK", place), ("CLICKS", "7")]
    assert found["right", ""] == [("MVIEWER_RCLICK", place)]


def test_all_mail_is_sent_while_it_is_asked_for() -> None:
    with MoosDb(community="shore") as db:
        client = connect(port=db.port, name="poster")
        feed = MoosFeed("localhost", db.port)
        hub = Hub([feed])
        try:
            reader = hub.join("")
            assert reader is not None
            assert wait_for(client.is_connected, 30.0)
            client.notify("DEPTH_LIMIT", 12.5)
            client.notify("WORDS", "<b>" * 1000)
            hub.poll()
            reader.frames.clear()
            assert feed._mail is None
            assert hub.look(reader.name, "", False, True)
            got: dict[str, list[object]] = {}

            def complete() -> bool:
                hub.poll()
                for frame in reader.frames:
                    got.update({row[0]: row for row in json.loads(frame).get("mail", ())})
                reader.frames.clear()
                return {"DEPTH_LIMIT", "WORDS", "DB_TIME"} <= set(got)

            assert wait_for(complete, 30.0)
            assert got["DEPTH_LIMIT"][1] == 12.5
            assert got["DEPTH_LIMIT"][3] == "poster in shore"
            assert len(str(got["WORDS"][1])) == MAX_VALUE
            # the client goes when nothing asks any more
            assert hub.look(reader.name, "", False, False)
            assert feed._mail is not None
            feed._mail_asked = time.monotonic() - 100.0
            hub.poll()
            assert feed._mail is None
        finally:
            client.close()
            hub.close()


@needs_chromium
@pytest.mark.slow
def test_mail_of_a_log_is_a_table_and_is_plotted(tmp_path: Path) -> None:
    path = tmp_path / "run.alog"
    with AlogWriter(path, 1000.0, opened="") as log:
        for k in range(100):
            for name, value in (("NAV_X", float(k)), ("NAV_Y", 0.0), ("HEADING_ERROR", math.sin(k / 9.0))):
                log.write(Message(name, value, 1000.0 + k, "usimmarine"))
    with watching(str(path)) as watch:

        async def look(page: Page) -> None:
            await page.wait("usimWatch.fleet.vehicles.size === 1")
            await page.value("location.hash = 't=50'")
            await page.value("document.getElementById('open-mail').click()")
            row = "[...document.querySelectorAll('#mail-rows tr')].find((r) => r.cells[0].textContent === 'NAV_X')"
            await page.wait(f"({row}) && ({row}).cells[1].textContent === '50'", 40.0)
            await page.value(
                "[...document.querySelectorAll('#mail-rows button')]"
                ".find((b) => b.textContent === 'HEADING_ERROR').click()"
            )
            await page.wait("document.querySelector('#curves canvas').clientWidth > 300", 40.0)
            assert await page.value("document.getElementById('vars').value") == "HEADING_ERROR"
            await page.value(
                "{ const e = document.getElementById('mail-filter'); e.value = 'error';"
                " e.dispatchEvent(new Event('input')) }"
            )
            await page.wait("document.querySelectorAll('#mail-rows tr').length === 1")

        see(tmp_path, watch.url, look)
