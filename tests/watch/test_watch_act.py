"""Hands on the map with `--control`, in a browser: a waypoint is dragged, contexts of clicks, a gamepad."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.support.chromium import Page
from tests.support.live_alpha import launched
from tests.watch.test_watch_page import needs_chromium, see, watching
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.mission import read_mission
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.values import Message
from usimmarine_py.watch.control import MOST_POINTS, Control, RefusedError
from usimmarine_py.watch.feeds.feed import MissionFacts
from usimmarine_py.watch.feeds.moosdb import MoosFeed
from usimmarine_py.watch.plans import movable_shapes

MISSIONS = Path(__file__).parents[2] / "missions"
VIEWER = """
  left_context[survey]  = SURVEY_UPDATE = points = $(XPOS),$(YPOS)
  right_context[survey] = RIGHT_CLICK = $(XPOS),$(YPOS)
"""


class Heard(MoosFeed):
    """A feed that keeps what it should post."""

    def __init__(self) -> None:
        super().__init__("localhost", 1, facts=MissionFacts())
        self.posted: list[tuple[str, float | str]] = []

    def post(self, variable: str, value: float | str) -> bool:
        self.posted.append((variable, value))
        return True


def test_what_can_be_moved_has_updates() -> None:
    found = movable_shapes(read_mission(str(MISSIONS / "alpha" / "alpha.moos")))
    assert [(one.community, one.behavior, one.variable, one.key) for one in found] == [
        ("alpha", "survey", "SURVEY_UPDATE", "points")
    ]
    assert found[0].shape == {"kind": "seglist", "label": "alpha_survey", "plan": "survey"}
    # that of a template is a contact's: nothing to move
    assert movable_shapes(read_mission(str(MISSIONS / "encounter" / "abe.moos"))) == []


def test_moved_points_are_the_update_of_the_behaviour() -> None:
    feed = Heard()
    try:
        (moved,) = movable_shapes(read_mission(str(MISSIONS / "alpha" / "alpha.moos")))
        control = Control(movable=((feed, moved),))
        control.do({"do": "move", "shape": 0, "points": [[60, -40.5], [1, 2], [3, 4]]}, None)
        assert feed.posted[0] == ("SURVEY_UPDATE", "points=60,-40.5:1,2:3,4")
        assert feed.posted[1][0] == "USIM_WATCH_COMMAND"
        assert str(feed.posted[1][1]).startswith("move survey: ")
        # it goes on to the waypoint that it is on the way to
        for behavior, index, ending in (("survey", 2, "#currix=2"), ("survey", 3, ""), ("other", 1, "")):
            text = f"vname=alpha,behavior-name={behavior},index={index},dist=3"
            feed.take("WPT_STAT", text, "alpha", 1.0, 1.0, 1.0)
            feed.posted.clear()
            control.do({"do": "move", "shape": 0, "points": [[0, 0], [1, 2], [3, 4]]}, None)
            assert feed.posted[0] == ("SURVEY_UPDATE", f"points=0,0:1,2:3,4{ending}")
        feed.posted.clear()
        bad: list[object] = [
            None,
            [],
            [[1]],
            [["a", 1]],
            [[1, float("nan")]],
            [[1, 2]] * (MOST_POINTS + 1),
            "1,2",
            [[1e9, 0]],
        ]
        for points in bad:
            with pytest.raises(RefusedError, match=r"point|number"):
                control.do({"do": "move", "shape": 0, "points": points}, None)
        for shape in (1, -1, True, "0", None):
            with pytest.raises(RefusedError, match="no such line"):
                control.do({"do": "move", "shape": shape, "points": [[1, 2]]}, None)
        assert feed.posted == []
    finally:
        feed.close()


async def mouse(page: Page, kind: str, x: float, y: float, button: str = "left") -> None:
    await page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1)


async def at(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a place of the map (m) is in the window."""
    place = await page.value(
        f"(() => {{ const v = usimWatch.view, b = document.getElementById('top').getBoundingClientRect();"
        f" return [b.x + ({x} - v.x) / v.scale + v.width / 2, b.y + v.height / 2 - ({y} - v.y) / v.scale] }})()"
    )
    return place[0], place[1]


SURVEY = "usimWatch.fleet.shapes.find((one) => one.label === 'alpha_survey' && !one.planned)"
ANSWER = "document.getElementById('answer').textContent"


@needs_chromium
@pytest.mark.slow
def test_a_waypoint_is_dragged_and_clicks_and_sticks_post(tmp_path: Path) -> None:
    with launched(tmp_path, VIEWER) as (mission, _, client), watching(str(mission), "--control") as watch:
        for name in ("SURVEY_UPDATE", "RIGHT_CLICK", "DESIRED_THRUST", "USIM_WATCH_COMMAND"):
            client.register(name)
        heard: list[tuple[str, object]] = []

        def has(variable: str, *words: str) -> bool:
            heard.extend((message.variable, message.value) for message in client.fetch())
            return any(name == variable and all(word in str(value) for word in words) for name, value in heard)

        async def look(page: Page) -> None:
            await page.wait(SURVEY, 60.0)
            before = await page.value(f"({SURVEY}).points")
            x, y = await at(page, *before[2])
            # while Control is closed a drag moves the map
            scale = await page.value("usimWatch.view.x")
            await mouse(page, "mousePressed", x, y)
            await mouse(page, "mouseMoved", x + 30, y)
            await mouse(page, "mouseReleased", x + 30, y)
            assert await page.value("usimWatch.view.x") != scale
            await page.value("document.getElementById('fit').click()")
            await page.value("document.getElementById('open-control').click()")
            await page.value("new Promise((done) => setTimeout(done, 300))")
            await page.value("document.getElementById('fit').click()")  # the view stays from here on
            x, y = await at(page, *before[2])
            across, down = await at(page, 200.0, -200.0)
            await mouse(page, "mousePressed", x, y)
            for share in (0.3, 0.7, 1.0):
                await mouse(page, "mouseMoved", x + share * (across - x), y + share * (down - y))
            await page.picture(tmp_path / "drag.png")
            await mouse(page, "mouseReleased", across, down)
            await page.wait(f"/posted SURVEY_UPDATE = points=60,-40:/.test({ANSWER})")
            # the helm draws its new line; the other points stay
            await page.wait(f"Math.hypot(({SURVEY}).points[2][0] - 200, ({SURVEY}).points[2][1] + 200) < 3", 60.0)
            after = await page.value(f"({SURVEY}).points")
            assert [point for k, point in enumerate(after) if k != 2] == [p for k, p in enumerate(before) if k != 2]
            # the left context posts the place of the click, the right one too
            await page.value("{ const e = document.getElementById('clicks'); e.value = 'survey'; }")
            await mouse(page, "mousePressed", *(await at(page, 20.0, -30.0)))
            await mouse(page, "mouseReleased", *(await at(page, 20.0, -30.0)))
            await page.wait(f"/SURVEY_UPDATE = points = /.test({ANSWER})")
            place = await at(page, 90.0, -120.0)
            await mouse(page, "mousePressed", *place, "right")
            await mouse(page, "mouseReleased", *place, "right")
            await page.wait(f"/RIGHT_CLICK = /.test({ANSWER})")
            # a gamepad: Chromium has none here, so the page's own reader is given one
            await page.value("document.getElementById('override').click()")
            await page.wait(f"/MOOS_MANUAL_OVERRIDE = true/.test({ANSWER})")
            pad = "{ connected: true, axes: [0, -0.75, 0.5, 0], buttons: [] }"
            await page.value(f"navigator.getGamepads = () => [null, {pad}]")
            await page.value("document.getElementById('by-keys').click()")
            await page.wait(f"/DESIRED_THRUST = 75, DESIRED_RUDDER = 50/.test({ANSWER})")
            # the stick at rest, within its dead zone
            await page.value(
                "navigator.getGamepads = () => [{ connected: true, axes: [0, 0.05, -0.03, 0], buttons: [] }]"
            )
            await page.wait(f"/DESIRED_THRUST = 0, DESIRED_RUDDER = 0/.test({ANSWER})")
            await page.value("document.getElementById('top').focus()")
            await page.call("Input.dispatchKeyEvent", type="keyDown", key="ArrowUp")
            await page.wait(f"/DESIRED_THRUST = 60, DESIRED_RUDDER = 0/.test({ANSWER})")
            await page.call("Input.dispatchKeyEvent", type="keyUp", key="ArrowUp")
            await page.wait(f"/DESIRED_THRUST = 0, DESIRED_RUDDER = 0/.test({ANSWER})")
            await asyncio.sleep(0.3)

        see(tmp_path / "browser", watch.url, look)
        assert wait_for(lambda: has("RIGHT_CLICK", ","), 30.0)
        clicked = next(str(value) for name, value in heard if name == "RIGHT_CLICK")
        assert [float(word) for word in clicked.split(",")] == pytest.approx([90.0, -120.0], abs=2.0)
        assert wait_for(lambda: has("DESIRED_THRUST", "75"), 30.0)
        assert wait_for(lambda: has("USIM_WATCH_COMMAND", "move survey"), 30.0)
        assert has("SURVEY_UPDATE", "currix") or has("SURVEY_UPDATE", "points=")


KEPT = """
window.kept = []
{ const make = URL.createObjectURL.bind(URL); URL.createObjectURL = (blob) => { kept.push(blob); return make(blob) } }
"""
BYTES = "kept[{}].arrayBuffer().then((all) => [...new Uint8Array(all).slice(0, 4)])"


@needs_chromium
@pytest.mark.slow
def test_the_map_is_saved_as_a_picture_and_as_a_film(tmp_path: Path) -> None:
    path = tmp_path / "run.alog"
    with AlogWriter(path, 1000.0, opened="") as log:
        for k in range(300):
            for name, value in (("X", float(k)), ("Y", 0.0), ("HEADING", 90.0), ("SPEED", 1.0)):
                log.write(Message(f"NAV_{name}", value, 1000.0 + k, "usimmarine"))
    with watching(str(path)) as watch:

        async def look(page: Page) -> None:
            await page.wait("usimWatch.fleet.vehicles.size === 1")
            await page.value(KEPT)
            await page.value("document.getElementById('picture').click()")
            await page.wait("kept.length === 1")
            assert await page.value(BYTES.format(0)) == [0x89, 0x50, 0x4E, 0x47]  # PNG
            # it plays from the slider's time on, and stops at the end of the log or when asked
            await page.value("location.hash = 't=20'")
            await page.wait("usimWatch.fleet.at === 20")
            await page.value("document.getElementById('film').click()")
            assert await page.value("document.getElementById('film').textContent") == "Stop film"
            await page.wait("usimWatch.fleet.at > 70", 60.0)
            for _ in range(20):  # of a busy machine the encoder may begin late
                await page.value("document.getElementById('film').click()")
                await page.wait("kept.length === 2 || /short/.test(document.getElementById('film').textContent)", 60.0)
                if await page.value("kept.length === 2"):
                    break
                await page.value("document.getElementById('film').click()")
                await asyncio.sleep(5.0)
            assert await page.value(BYTES.format(1)) == [0x1A, 0x45, 0xDF, 0xA3]  # WebM
            assert await page.value("kept[1].size") > 2000
            assert await page.value("document.getElementById('film').textContent") == "Film"

        see(tmp_path / "browser", watch.url, look)
