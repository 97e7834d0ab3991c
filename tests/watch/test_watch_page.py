"""`usim watch` as its reader has it: the program, a MOOSDB with a simulated vehicle or a log, and a browser."""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.chromium import Page, browser, find_chromium
from tests.support.processes import free_port, run, running
from usimmarine_py import connect
from usimmarine_py.cli.community.watch import _missions_of_names
from usimmarine_py.cli.usim import entry
from usimmarine_py.logs.alog import AlogWriter, read_alog
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.values import Message
from usimmarine_py.watch.server import announcement

pytest.importorskip("tornado", reason="needs tornado, to speak with the browser")
CHROMIUM = find_chromium()
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on PATH")

MISSION = """
ServerHost = localhost
ServerPort = {port}
Community = bravo
MOOSTimeWarp = 10
ProcessConfig = usimmarine
{{
  AppTick = 10
  prefix = NAV
  start_pos = x=5, y=-20, heading=90, speed=0
  thrust_map = 20:1, 100:5
  drift_vector = 180,0.5
}}
"""


class Watch:
    """A running `usim watch`."""

    def __init__(self, process: subprocess.Popen[str], url: str, title: str = "") -> None:
        self.process = process
        self.url = url
        self.title = title

    def end(self, number: int) -> tuple[int, str]:
        """Send a signal; the exit code and what was said since the start."""
        self.process.send_signal(number)
        said, _ = self.process.communicate(timeout=60.0)
        return self.process.returncode, said


@contextmanager
def watching(*arguments: str) -> Iterator[Watch]:
    with running("watch", "--port", "0", *arguments, program="usim") as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        while line.startswith("note: "):
            line = process.stdout.readline()
        found = re.search(r"watch (.*) at (http://\S+)", line)
        assert found, line + process.communicate(timeout=60.0)[0]
        yield Watch(process, found[2], found[1])


def see(folder: Path, url: str, look: Callable[[Page], Coroutine[None, None, None]], *flags: str) -> None:
    """Open the page in a browser of its own and look at it; nothing may come from elsewhere, nothing may complain."""

    async def main() -> None:
        assert CHROMIUM is not None
        async with browser(CHROMIUM, folder, *flags) as page:
            await page.look((1360, 860))
            await page.open(url)
            await look(page)
            await page.call("Runtime.evaluate", expression="1")
            places = {re.sub(r"^\w+://([^/]+)/.*", r"\1", request) for request in page.requests}
            assert {place for place in places if not place.startswith("data:")} == {url.split("/")[2]}
            assert page.complaints == []

    asyncio.run(main())


def text(place: str) -> str:
    return f"document.querySelector('[data-value={place}]').textContent"


def east() -> str:
    """The vehicle's x as the page tells it."""
    return f"parseFloat({text('position')}.replace('\N{MINUS SIGN}', '-'))"


@contextmanager
def vehicle(folder: Path, port: int) -> Iterator[str]:
    """A simulated vehicle that drives east; the mission file."""
    mission = folder / "bravo.moos"
    mission.write_text(MISSION.format(port=port))
    with running(str(mission), "--comms=native"):
        client = connect(port=port, name="driver", warp=10.0)
        try:
            client.register("NAV_X")
            assert wait_for(lambda: bool(client.fetch()), 60.0)
            client.notify("DESIRED_THRUST", 40.0)
            client.notify("DESIRED_RUDDER", 0.0)
            yield str(mission)
        finally:
            client.close()


async def see_it_move(page: Page) -> None:
    """The vehicle goes east, in words and in the picture."""
    await page.wait(f"{east()} > 6")
    await page.wait(f"{text('speed')} === '2.00 m/s'")
    assert await page.value(text("heading")) == "090.0°"
    assert await page.value(text("thrust")) == "40 %"
    assert await page.value(text("drift")) == "0.50 m/s"
    assert await page.value(text("drift_note")) == "to 180°"
    assert (await page.value(text("source"))).startswith("connected to 127.0.0.1:")
    factor = await page.wait(f"/×/.test({text('factor')}) && {text('factor')}")
    assert 3.0 < float(factor[1:]) < 30.0
    before = await page.value(east())
    await page.wait(f"{east()} > {before} + 10")
    # and the drawing: the track that was sent reaches as far as the words say
    assert await page.value("usimWatch.fleet.one.place[1]") > before
    assert await page.value("[...document.querySelectorAll('canvas')].every((c) => c.width > 100)")
    ink = "[...document.getElementById('ground').getContext('2d').getImageData(0, 0, 900, 500).data].some((v) => v > 0)"
    assert await page.value(ink)


@needs_chromium
@pytest.mark.slow
def test_a_vehicle_at_the_built_in_moosdb_is_seen_to_move(tmp_path: Path) -> None:
    with MoosDb(community="bravo", warp=10.0) as db, vehicle(tmp_path, db.port) as mission, watching(mission) as watch:

        async def look(page: Page) -> None:
            await see_it_move(page)
            assert await page.value("document.querySelector('h1').textContent") == "bravo"
            db.close()
            await page.wait(f"/still trying/.test({text('source')})", 40.0)
            await page.wait(f"/no position for/.test({text('vehicle')})")
            code, said = watch.end(signal.SIGINT)
            assert (code, said) == (130, "")
            await page.wait(f"/has ended/.test({text('source')})")
            # the socket that went away with the program is the browser's only complaint
            page.complaints[:] = [c for c in page.complaints if "ERR_CONNECTION" not in c and "WebSocket" not in c]

        see(tmp_path, watch.url, look)


@needs_chromium
@pytest.mark.slow
@pytest.mark.moosivp
@pytest.mark.skipif(shutil.which("MOOSDB") is None, reason="not on PATH: MOOSDB")
def test_a_vehicle_at_the_original_moosdb_is_seen_to_move(tmp_path: Path) -> None:
    port = free_port()
    (tmp_path / "db.moos").write_text(MISSION.format(port=port))
    moosdb = subprocess.Popen(
        ["MOOSDB", "db.moos"], cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, env=dict(os.environ),
    )  # fmt: skip
    try:
        with vehicle(tmp_path, port) as mission, watching(mission) as watch:
            see(tmp_path, watch.url, see_it_move)
    finally:
        moosdb.terminate()
        moosdb.wait(60.0)


@needs_chromium
@pytest.mark.slow
def test_a_log_is_followed_while_it_grows(tmp_path: Path) -> None:
    path = tmp_path / "run.alog"
    with AlogWriter(path, 1000.0, opened="") as log:

        def write(first: int, last: int) -> None:
            for k in range(first, last):
                for name, value in (("X", float(k)), ("Y", -0.5 * k), ("HEADING", 116.6), ("SPEED", 1.1)):
                    log.write(Message(f"USM_{name}", value, 1000.0 + k, "usimmarine"))
            log.flush()

        write(0, 60)
        with watching(str(path)) as watch:

            async def look(page: Page) -> None:
                await page.wait(f"{text('position')} === '59.0, \N{MINUS SIGN}29.5'")
                assert await page.value(text("time")) == "0:00:59.0"
                assert await page.value("document.title") == "run.alog · usim watch"
                await page.look((420, 900), dark=True)
                await page.wait("matchMedia('(prefers-color-scheme: dark)').matches && innerWidth === 420")
                await page.wait(
                    "document.documentElement.scrollWidth <= 420"
                )  # the charts follow the window a little later
                write(60, 100)
                await page.wait(f"{text('position')} === '99.0, \N{MINUS SIGN}49.5'")
                await page.wait(f"/read to its end/.test({text('source')})")

                assert watch.end(signal.SIGTERM) == (0, "")
                await page.wait(f"/has ended/.test({text('source')})")
                write(100, 121)
                port = watch.url.rstrip("/").rpartition(":")[2]
                with watching(str(path), "--port", port):
                    await page.wait(f"{text('position')} === '120.0, \N{MINUS SIGN}60.0'")
                await page.call("Page.navigate", url="about:blank")  # else it goes on asking for the server
                page.complaints[:] = [c for c in page.complaints if "net::ERR_" not in c]

            see(tmp_path, watch.url, look)


def test_a_port_that_is_taken_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "run.alog").write_text("1.00000 NAV_X sim 1\n")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert entry(["watch", str(tmp_path / "run.alog"), "--port", str(port)]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"usim: cannot serve the page at 127.0.0.1:{port}: ")
    assert error.endswith("choose another --port\n")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["run.txt"], 2, "run.txt: is neither a mission (.moos, or its shipped name) nor a log (.alog), a"),
        (["localhost:70000"], 2, "localhost:70000: is neither"),
        (["localhost:9001", "localhost:9002", "--host", "localhost"], 2, "give several as HOST:PORT"),
        (["good.alog", "--control"], 2, "a log cannot be commanded"),
        (["--control", "--http-host", "0.0.0.0"], 2, "--control is for this machine only"),
        (["good.alog", "--chart", "none.tif"], 2, "no chart none.tif (looked at none.tif)"),
        (["none.moos"], 2, "none.moos"),
        (["bad.alog"], 1, "bad.alog:1: not a row of a log"),
        (["good.alog", "--host", "localhost"], 2, "a log has no --host, --warp, or port of a MOOSDB"),
        (["--warp", "1000"], 2, "--warp: time warp 1000 is outside"),
    ],
)
def test_what_cannot_be_watched_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    arguments: list[str], code: int, words: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("bad.alog").write_text("hello\n")
    Path("good.alog").write_text("1.00000 NAV_X sim 1\n")
    assert entry(["watch", *arguments]) == code
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_names_and_folders_of_missions_are_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(Path(__file__).parents[2] / "missions" / "encounter", "mine")
    for words, count, title in ((("alpha",), 1, "alpha"), (("encounter",), 3, "encounter"), (("mine",), 3, "mine")):
        with watching(*words) as watch:
            assert watch.title == title
            assert watch.process.poll() is None and len(_missions_of_names(words, False)) == count
    # a folder with logs shows them, and is commanded by its missions
    Path("mine/old.alog").write_text("1.00000 NAV_X sim 1\n")
    assert _missions_of_names(("mine",), False) == ("mine",)
    assert [Path(file).name for file in _missions_of_names(("mine",), True)] == ["abe.moos", "ben.moos", "shore.moos"]


def test_an_address_that_others_reach_is_warned_of() -> None:
    assert announcement("alpha", "127.0.0.1", 5006) == ["watch alpha at http://127.0.0.1:5006/ (Ctrl-C ends it)"]
    warning, line = announcement("alpha", "0.0.0.0", 5006)
    assert warning.startswith("warning: anyone who reaches 0.0.0.0:5006 can see this page")
    assert "http://0.0.0.0:5006/" in line
    assert "http://[::1]:5006/" in announcement("alpha", "::1", 5006)[-1]
    assert "http://127.0.0.1:5006/#word (" in announcement("alpha", "127.0.0.1", 5006, "word")[0]


@needs_chromium
@pytest.mark.slow
def test_roll_pitch_and_heave_are_seen_where_they_are_posted(tmp_path: Path) -> None:
    path = tmp_path / "run.alog"
    with AlogWriter(path, 1000.0, opened="") as log:

        def write(second: int, **values: float) -> None:
            for name, value in {"NAV_X": float(second), "NAV_Y": 0.0, "NAV_PITCH": 0.0, **values}.items():
                log.write(Message(name, value, 1000.0 + second, "usimmarine"))
            log.flush()

        write(1)
        with watching(str(path)) as watch:

            async def look(page: Page) -> None:
                await page.wait(f"{text('position')} === '1.0, 0.0'")
                shown = "document.getElementById('attitude').offsetHeight"
                assert await page.value(shown) == 0
                wave = {"USM_WAVE_ELEVATION": 0.05}
                write(2, NAV_ROLL=math.radians(-10.0), NAV_PITCH=math.radians(5.0), NAV_Z=0.1, **wave)
                rise = "document.querySelector('#section .PART').transform.baseVal[0].matrix.f"
                # lines of the log come one by one, the wave last
                await page.wait(rise.replace("PART", "water") + " !== 0")
                await page.wait(f"{text('roll')} === '10.0° to port'")
                assert await page.value(text("pitch")) == "5.0° bow up"
                assert await page.value(text("heave")) == "0.10 m"
                assert 100 < await page.value(shown) < 200
                await page.wait("document.documentElement.scrollHeight <= innerHeight")
                # a hull of 0.7 m is drawn 58 wide: port, on the left, goes down, and the hull up by 0.1 m of that
                where = "(name, part) => document.querySelector(`#${name} .${part}`).getCTM()"
                turn = "(m) => { const n = m(); return Math.atan2(n.b, n.a) * 180 / Math.PI }"
                assert await page.value(f"({turn})(() => ({where})('section', 'hull'))") == pytest.approx(
                    -10.0, abs=0.01
                )
                assert await page.value(f"({turn})(() => ({where})('side', 'hull'))") == pytest.approx(-5.0, abs=0.01)
                assert await page.value(rise.replace("PART", "hull")) == pytest.approx(-0.1 * 58 / 0.7, rel=1e-3)
                assert await page.value(rise.replace("PART", "water")) == pytest.approx(-0.05 * 58 / 0.7, rel=1e-3)
                assert await page.value(rise.replace("PART", "still")) == pytest.approx(0.0, abs=1e-9)
                # a hull that dives stays in the picture, and the surface leaves it
                write(3, NAV_ROLL=0.0, NAV_Z=-20.0, **wave)
                await page.wait(f"{text('heave')} === '\N{MINUS SIGN}20.00 m'")
                assert await page.value(rise.replace("PART", "hull")) == 18.0
                assert await page.value(rise.replace("PART", "still")) == -100.0
                await page.look((420, 900))
                await page.wait("innerWidth === 420")
                await page.wait(
                    "document.documentElement.scrollWidth <= 420"
                )  # the charts follow the window a little later
                boxes = "[...document.querySelectorAll('#attitude figcaption')].map((e) => e.getBoundingClientRect())"
                assert await page.value(f"{boxes}.every((b, i, all) => i === 0 || all[i - 1].right <= b.left)")

            see(tmp_path, watch.url, look)


#: How far the vehicle goes on the screen from picture to picture, m, for a second and a half.
STEPS = """
new Promise((done) => {
  const steps = [], end = performance.now() + 1500;
  let before = null;
  const look = () => {
    const here = usimWatch.fleet.one.place;
    if (before) steps.push(Math.hypot(here[1] - before[1], here[2] - before[2]));
    before = here;
    if (performance.now() < end) requestAnimationFrame(look); else done(steps);
  };
  look();
})
"""


def told(mail: dict[str, float | str], client: Comms) -> None:
    for name, value in mail.items():
        client.notify(name, value)


@needs_chromium
@pytest.mark.slow
def test_several_vehicles_shapes_and_reports_are_shown_and_commanded(tmp_path: Path) -> None:
    """Two communities, a vehicle known by its reports, shapes with names that try to be markup, and the buttons."""
    with (
        MoosDb(community="abe", warp=10.0) as own,
        MoosDb(community="shore", warp=10.0) as shore,
        contextlib.closing(connect(port=own.port, name="sim", warp=10.0)) as sim,
        contextlib.closing(connect(port=shore.port, name="share", warp=10.0)) as share,
    ):
        mission = tmp_path / "shore.moos"
        mission.write_text(
            f"ServerPort = {shore.port}\nProcessConfig = pMarineViewer\n{{\n  button_one = DEPLOY # DEPLOY=true\n"
            "  button_one = MOOS_MANUAL_OVERRIDE=false\n}\n"
        )
        share.register("DEPLOY")
        sim.register("DESIRED_THRUST")
        sim.register("DRIFT_VECTOR")
        shapes: dict[str, float | str] = {
            "VIEW_POLYGON": "pts={-20,-20:20,-20:20,20},label=<img src=x onerror=alert(1)>,edge_color=red",
            "APPCAST": "proc=pHelm!@#iter=7!@#node=abe!@#messages=<b>bold</b>!@#run_warnings=1:late",
        }

        async def drive(page: Page, seconds: float) -> None:
            for _ in range(round(10 * seconds)):
                nonlocal k
                k += 1
                a = 0.1 * k
                x, y = 10.0 * math.sin(a), 10.0 * math.cos(a)
                told({"NAV_X": x, "NAV_Y": y, "NAV_HEADING": math.degrees(a) + 90.0, "NAV_SPEED": 1.0}, sim)
                told({"NODE_REPORT": f"NAME=<i>ben,X={k},Y=-5,HDG=90,SPD=1,TYPE=auv"}, share)
                await asyncio.sleep(0.1)

        k = 0
        with watching(str(mission), f"localhost:{own.port}", "--control") as watch:

            async def look(page: Page) -> None:
                names = "[...document.querySelectorAll('#vehicles button')].map((b) => b.textContent)"
                for _ in range(60):  # a busy machine needs its time
                    told(shapes, share)
                    await drive(page, 1.0)
                    if len(await page.value(names)) == 2:
                        break
                assert await page.value(names) == ["abe", "<i>ben"]
                assert await page.value("usimWatch.fleet.shapes[0].points.length") == 3
                assert await page.value("document.querySelectorAll('i, img').length") == 0
                # the vehicle moves between two updates, as evenly as its mail came
                _, steps = await asyncio.gather(drive(page, 2.0), page.value(STEPS))
                assert sum(step > 0.0 for step in steps) > 0.6 * len(steps)
                await page.value("document.querySelectorAll('#vehicles button')[1].click()")
                await drive(page, 1.0)
                assert await page.wait(f"{text('position_note')} === 'NODE_REPORT'")
                assert await page.value("document.getElementById('thrust').disabled")
                await page.value("document.querySelectorAll('#vehicles button')[0].click()")
                await page.value("document.getElementById('open-control').click()")
                await page.value("document.querySelector('#buttons button').click()")
                await page.wait("/posted DEPLOY = true/.test(document.getElementById('answer').textContent)")
                await page.value(
                    "{ const s = document.getElementById('thrust'); s.value = 42; s.dispatchEvent(new Event('input')) }"
                )
                await page.wait("/posted DESIRED_THRUST = 42/.test(document.getElementById('answer').textContent)")
                await page.value("document.getElementById('open-reports').click()")
                told(shapes, share)
                await page.wait("/<b>bold<.b>/.test(document.getElementById('report').textContent)")
                assert await page.value("document.querySelector('#applications button').textContent") == "pHelm (1)"
                await page.look((400, 900))
                await page.wait("innerWidth === 400 && document.documentElement.scrollWidth <= 400")

            see(tmp_path, watch.url, look)
        posted = {message.variable: message.value for message in (*sim.fetch(), *share.fetch())}
        assert (posted["DEPLOY"], posted["DESIRED_THRUST"]) == ("true", 42.0)
        # an address without the word shows, and offers nothing
        with watching(str(mission), "--control") as again:

            async def only_look(page: Page) -> None:
                await page.wait("usimWatch.fleet.vehicles.size > 0")
                assert await page.value("document.getElementById('open-control').hidden")

            see(tmp_path / "second", again.url.partition("#")[0], only_look)


@needs_chromium
@pytest.mark.slow
def test_a_log_has_a_slider(tmp_path: Path) -> None:
    path = tmp_path / "run.alog"
    with AlogWriter(path, 1000.0, opened="") as log:
        for k in range(200):
            for name, value in (("X", float(k)), ("Y", 0.0), ("HEADING", 90.0), ("SPEED", 0.1 * k)):
                log.write(Message(f"NAV_{name}", value, 1000.0 + k, "usimmarine"))
            if k == 100:
                log.write(Message("VIEW_POINT", "x=5,y=5,label=late", 1000.0 + k, "helm"))
    with watching(str(path)) as watch:

        async def look(page: Page) -> None:
            await page.wait(f"{text('position')} === '199.0, 0.0'")
            await page.wait("Math.abs(document.getElementById('time').max - 199) < 0.01")  # drawn a moment later
            assert await page.value("usimWatch.fleet.shapes.length") == 1
            move = "{ const s = document.getElementById('time'); s.value = AT; s.dispatchEvent(new Event('input')) }"
            await page.value(move.replace("AT", "50"))
            await page.wait(f"{text('position')} === '50.0, 0.0'")
            assert await page.value(text("speed")) == "5.00 m/s"
            assert await page.value("usimWatch.fleet.shapes.length") == 0
            assert await page.wait("Math.abs(usimWatch.fleet.one.place[1] - 50) < 0.01")
            await page.value(move.replace("AT", "150"))
            await page.wait("usimWatch.fleet.shapes.length === 1")
            await page.value("document.getElementById('play').click()")
            await page.wait("usimWatch.fleet.at > 152")
            await page.value(move.replace("AT", "199"))
            await page.wait(f"{text('position')} === '199.0, 0.0'")
            assert await page.value("usimWatch.fleet.at") is None

        see(tmp_path, watch.url, look)


#: WebGL by software, without a graphics card.
WEBGL = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader")
SEA = """
Community = otter
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
  seed = 2
  sensor = sonar, look=forward, beam=20, range=15
  timer_script = go
}
ProcessConfig = go
{
  event = var=DESIRED_THRUST, val=60, time=1
}
"""


@needs_chromium
@pytest.mark.slow
def test_three_dimensions_show_the_pose_and_the_sea_of_the_log(tmp_path: Path) -> None:
    """At 8 s: hull, arrows, beam, and the surface at the vehicle's place as the log has it."""
    (tmp_path / "otter.moos").write_text(SEA)
    done = run("run", "otter.moos", "--duration", "10", program="usim", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    log = tmp_path / "otter_run" / "otter.alog"
    at = {row.variable: row.value for row in read_alog(log) if row.time <= 8.0001 and isinstance(row.value, float)}

    async def look(page: Page) -> None:
        await page.wait("document.querySelector('#timeline input[type=range]').max >= 10")
        loaded = "performance.getEntriesByType('resource').some((one) => one.name.includes('three'))"
        assert not await page.value(loaded)
        slider = "(s) => { s.value = 8; s.dispatchEvent(new Event('input')); }"
        await page.value(f"({slider})(document.querySelector('#timeline input[type=range]'))")
        await page.value("document.getElementById('open-scene').click()")
        await page.wait("usimWatch.scene.view && usimWatch.scene.view.crafts.size === 1", 60.0)
        await page.wait("Math.abs(usimWatch.scene.view.drawn('otter').pose[0] - 8) < 1e-6")
        await page.wait("/wave height/.test(document.getElementById('scene-note').textContent)")
        drawn = await page.value("usimWatch.scene.view.drawn('otter')")
        assert drawn["place"] == pytest.approx([at["NAV_X"], at["NAV_Y"], at["NAV_Z"]], abs=1e-3)
        heading, pitch = math.radians(at["NAV_HEADING"]), at["NAV_PITCH"]
        forward = [math.cos(pitch) * math.sin(heading), math.cos(pitch) * math.cos(heading), math.sin(pitch)]
        assert drawn["forward"] == pytest.approx(forward, abs=1e-4)
        assert (len(drawn["arrows"]), drawn["beams"]) == (2, ["sonar"])
        sea = "((v) => v.water.nearest(...v.drawn('otter').place.slice(0, 2), v.origin))(usimWatch.scene.view)"
        assert (await page.value(sea))[2] == pytest.approx(at["USM_WAVE_ELEVATION"], abs=0.05)

    with watching(str(log)) as watch:
        see(tmp_path, watch.url, look, *WEBGL)


@needs_chromium
@pytest.mark.slow
def test_without_webgl_the_map_goes_on(tmp_path: Path) -> None:
    with AlogWriter(tmp_path / "a.alog", 0.0, opened="") as log:
        for k in range(30):
            for name, value in (("NAV_X", float(k)), ("NAV_Y", 0.0)):
                log.write(Message(name, value, float(k), "p"))

    async def look(page: Page) -> None:
        await page.wait("usimWatch.fleet.vehicles.size === 1")
        await page.value("document.getElementById('open-scene').click()")
        await page.wait("/need WebGL 2/.test(document.getElementById('scene-note').textContent)")
        await page.wait(f"{east()} === 29")

    with watching(str(tmp_path / "a.alog")) as watch:
        see(tmp_path, watch.url, look, "--disable-3d-apis")
