"""Names on the map of the page: in the picture, and not upon each other."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.chromium import Page
from tests.watch.test_watch_page import needs_chromium, see, watching
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.values import Message

MODE = "ACTIVE:LOITERING_AT_THE_EASTERN_END"
REPORT = "NAME={},X={},Y={},SPD=0,HDG=90,TYPE=kayak,MODE={},TIME={}"


def two_vehicles(folder: Path) -> Path:
    """A log of two vehicles beside each other, a long way east of all else that is drawn."""
    log = folder / "shore.alog"
    with AlogWriter(log, 1000.0) as writer:
        for second in range(20):
            now = 1000.0 + second
            for name, x, y in (("abe", 300, 0), ("ben", 300, 2)):
                writer.write(Message("NODE_REPORT", REPORT.format(name, x, y, MODE, now), now, f"p{name}"))
        for k, name in enumerate(("first", "second", "third")):
            text = f"x=300,y={10 * k},label=name_of_the_{name}_point"
            writer.write(Message("VIEW_POINT", text, 1019.0, "pHelmIvP"))
        writer.write(Message("VIEW_SEGLIST", "pts={0,0:300,0},label=way", 1019.0, "pHelmIvP"))
    return log


#: Each text that is drawn on both canvases of the map from now on, with its place.
DRAWN = """(() => {
  window.drawnTexts = [];
  const own = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const at = new DOMPoint(x, y).matrixTransform(this.getTransform()), wide = this.measureText(text).width;
    const left = at.x - (this.textAlign === "center" ? wide / 2 : this.textAlign === "right" ? wide : 0);
    window.drawnTexts.push([text, left, at.y - 9, wide, 11, this.canvas.width]);
    return own.call(this, text, x, y);
  };
})()"""


@needs_chromium
def test_names_are_in_the_picture_and_beside_each_other(tmp_path: Path) -> None:
    async def look(page: Page) -> None:
        await page.look((400, 860))
        await page.wait("usimWatch.fleet.vehicles.size === 2 && usimWatch.fleet.shapes.length === 4", 60.0)
        await page.value(DRAWN)
        await page.look((404, 860))  # all is drawn anew
        await page.wait("drawnTexts.some(([text]) => text === 'abe')")
        await page.value("new Promise((done) => setTimeout(done, 500))")  # names of shapes follow those of vehicles
        found = json.loads(await page.value("JSON.stringify(drawnTexts)"))
        last = {text: box for text, *box in found}
        names = ["abe", "ben", MODE, "name_of_the_first_point", "name_of_the_second_point", "name_of_the_third_point"]
        boxes = [last[name] for name in names if name in last]
        assert len(boxes) >= 5  # the first point lies between the vehicles: there is no room beside it
        for left, _, wide, _, whole in boxes:
            assert left >= 0.0 and left + wide <= whole
        for k, (a, b, w, h, _) in enumerate(boxes):
            for left, top, wide, high, _ in boxes[k + 1 :]:
                assert a + w <= left or left + wide <= a or b + h <= top or top + high <= b, (names[k], found)

    with watching(str(two_vehicles(tmp_path))) as watch:
        see(tmp_path, watch.url, look)


@needs_chromium
def test_all_curves_of_a_chart_are_named_on_a_phone(tmp_path: Path) -> None:
    log = tmp_path / "dives.alog"
    with AlogWriter(log, 1000.0) as writer:
        for second in range(30):
            for name, value in (
                ("NAV_X", second), ("NAV_Y", 0), ("NAV_HEADING", 90), ("NAV_SPEED", 1), ("NAV_SPEED_OVER_GROUND", 1.2),
                ("NAV_DEPTH", 3), ("DESIRED_SPEED", 2), ("DESIRED_THRUST", 20), ("DESIRED_RUDDER", 3),
                ("DESIRED_ELEVATOR", 4),
            ):  # fmt: skip
                writer.write(Message(name, float(value), 1000.0 + second, "usimmarine"))

    async def look(page: Page) -> None:
        await page.look((396, 860))
        await page.wait("usimWatch.fleet.vehicles.size === 1", 60.0)
        await page.value("new Promise((done) => setTimeout(done, 1000))")
        await page.value(DRAWN)
        await page.look((400, 860))
        names = ["through water", "over ground", "desired", "thrust", "rudder", "elevator"]
        await page.wait(f"{json.dumps(names)}.every((name) => drawnTexts.some(([text]) => text === name))")

    with watching(str(log)) as watch:
        see(tmp_path, watch.url, look)


@needs_chromium
def test_variables_have_units_and_another_unit_an_axis_of_its_own(tmp_path: Path) -> None:
    log = tmp_path / "turns.alog"
    with AlogWriter(log, 1000.0) as writer:
        for second in range(30):
            for name, value in (
                ("NAV_X", 1.0),
                ("NAV_Y", 0.0),
                ("NAV_HEADING", 180.0 + second),
                ("NAV_SPEED", 1 + second % 2),
            ):
                writer.write(Message(name, float(value), 1000.0 + second, "usimmarine"))

    async def look(page: Page) -> None:
        await page.wait("usimWatch.fleet.vehicles.size === 1", 60.0)
        await page.value(DRAWN)
        await page.value("location.hash = 'show=variables&vars=NAV_HEADING+NAV_SPEED'")
        names = ["NAV_HEADING (deg)", "NAV_SPEED (m/s, right)"]
        await page.wait(
            f"{json.dumps(names)}.every((name) => drawnTexts.some(([text]) => text.startsWith(name)))", 60.0
        )
        found = await page.value("drawnTexts.filter(([text, x]) => text === '1.5' && x > 600).length")
        assert found  # of the right axis: speeds fill the height as headings do

    with watching(str(log)) as watch:
        see(tmp_path, watch.url, look)
