"""Days of simulated time: nothing is lost and nothing grows.

Properties, live and offline, of a vehicle with guidance, weather and sensors: by night of 1,000,000 ticks no more than
100 are left out, and those that are left out are counted; the memory of each process grows by less than 1 MB an hour
behind its warm-up; threads and descriptors stay as many as they were; the log is whole and has every tick; an open
watch page gets news all the time. With every change the same for seconds instead of an hour, where a busy machine may
cost ticks, which are counted.
"""

from __future__ import annotations

import re
import signal
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.community import Community
from tests.support.processes import call, running
from tests.support.soaking import MEGABYTE, Course, Watcher
from tests.support.torture import Torture
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.comms import Comms

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory and descriptors are read from /proc")

WARP, TICK = 100.0, 4.0
VEHICLE = "usimmarine"
#: Of the ticks, and MB an hour (offline, where three days take minutes: MB in all).
MOST_LOST, MOST_GROWTH = 1e-4, 1.0
#: MB that nothing may grow by within seconds.
MOST_GAINED = 12.0

BLOCKS = """
ProcessConfig = usimmarine
{
  AppTick    = 4
  prefix     = NAV
  start_pos  = x=0, y=0, heading=0, speed=0
  thrust_map = 20:1, 40:2, 60:3, 80:4, 100:5
  turn_rate  = 40
  yaw_pid_kp = 0.9
  yaw_pid_kd = 0.6
  speed_factor  = 20
  depth_control = false

  wind_speed = 8
  wind_dir   = 200
  wind_gust  = harris
  leeway     = 2
  current_speed = 0.2
  current_dir   = 90
  current_speed_sigma = 0.03
  seed   = 16
  sensor = gps, rate=1
  sensor = compass, rate=2
}
ProcessConfig = usim_guidance
{
  AppTick   = 2
  waypoints = 0,200 : 200,200 : 200,0 : 0,0
  repeat    = 1000000
  speed     = 2
  lookahead = 10
  acceptance_radius = 8
}
"""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[Community]:
    community = Community(tmp_path, BLOCKS, WARP)
    try:
        yield community
    finally:
        community.end()
        for log in tmp_path.glob("**/*.alog"):
            log.unlink()  # hundreds of megabytes by night


class Page:
    """A browser that keeps the stream of events open."""

    def __init__(self, url: str) -> None:
        self.events = 0
        self.latest = time.monotonic()
        self.longest_silence = 0.0
        self.ended = False
        self._url = url
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with urllib.request.urlopen(f"{self._url}events") as stream:
            for line in stream:
                if line.startswith(b"data:"):
                    now = time.monotonic()
                    self.longest_silence = max(self.longest_silence, now - self.latest)
                    self.latest = now
                    self.events += 1
        self.ended = True


@pytest.mark.nightly
def test_live(torture: Torture, world: Community) -> None:
    """A community of five processes and a page, at warp 100."""
    seconds = float(torture.amount(6, 2592))
    warm_up = torture.amount(2, 900)
    server = world.start_server("built-in")
    client = world.client("observer", "APPCAST")
    vehicle = world.start("usimmarine", "m.moos", VEHICLE)
    guidance = world.start(sys.executable, "-c", call(program="usim_guidance")[2], "m.moos", name="guidance")
    log = world.start("usim", "log", "m.moos", "NAV_*", "DESIRED_*", "APPCAST", "-o", "soak.alog", name="log")
    watch = world.start("usim", "watch", "m.moos", "--port", "0", name="watch")
    shown = world.await_output("watch", "http://")
    address = re.search(r"http://\S+?/", shown)
    assert address is not None
    page = Page(address[0])
    assert wait_for(lambda: page.events > 0, 60.0)
    pids = {"MOOSDB": server.pid, "vehicle": vehicle.pid, "guidance": guidance.pid, "log": log.pid, "watch": watch.pid}
    assert wait_for(lambda: b" NAV_X " in (world.folder / "soak.alog").read_bytes(), 60.0)
    first = ticks(client)
    page.longest_silence = 0.0
    with Watcher(pids, warm_up, max(0.2, seconds / 500)) as watcher:
        time.sleep(seconds)
    last = ticks(client)
    assert not page.ended
    silence = page.longest_silence
    assert world.stop("log", signal.SIGTERM) == 0, world.output("log")[-2000:]
    counted = ticks(client)[2]
    for name in ("watch", "guidance", "usimmarine"):
        assert world.stop(name, signal.SIGTERM) == 0, world.output(name)[-2000:]
    for name in ("server", "watch", "guidance", "log", "usimmarine"):
        assert "Traceback" not in world.output(name)
        assert "lost the MOOSDB" not in world.output(name)
    made, late, missed = (b - a for a, b in zip(first, last, strict=True))
    rows, gaps = logged(world.folder / "soak.alog")
    lost = missed / (made + missed)
    torture.say(
        f"{(made + missed) / TICK / 3600:.1f} simulated hours at warp {WARP:g}: {made + missed} ticks, "
        f"{missed} left out ({lost:.1e}), {late} late; {rows} positions logged, {gaps} gaps; "
        f"{page.events} events to the page, never silent for more than {silence:.1f} s"
    )
    for name, course in watcher.courses.items():
        check_course(torture, name, course)
    # what the vehicle counts is what the log shows: none lost on the way, none left out in silence
    assert rows >= made
    assert gaps <= counted
    assert not torture.nightly or lost <= MOST_LOST
    assert not torture.nightly or silence < 5.0


def check_course(torture: Torture, name: str, course: Course, live: bool = True) -> None:
    """Say what a process took, and that it grows no more."""
    end = course.samples[-1]
    hourly = live and torture.nightly
    growth = f"{course.slope:+.2f} MB an hour" if hourly else f"{course.gained:+.2f} MB"
    torture.say(
        f"{name}: {end.resident / MEGABYTE:.1f} MB, {growth}, {end.threads} threads, {end.descriptors} descriptors"
    )
    assert course.constant("threads"), [s.threads for s in course.samples]
    assert course.constant("descriptors"), [s.descriptors for s in course.samples]
    if torture.nightly:
        assert (course.slope if live else course.gained) < MOST_GROWTH
    else:
        assert course.gained < MOST_GAINED, f"{name}: {course.gained:.2f} MB in seconds"


def ticks(client: Comms) -> tuple[int, int, int]:
    """Iterations, late ones and deadlines missed, as the vehicle's report says them now."""
    client.fetch()
    found: list[tuple[int, int, int]] = []

    def told() -> bool:
        client.notify("APPCAST_REQ", f"node=all,app={VEHICLE},duration=30,key=observer,thresh=any")
        for message in client.fetch():
            counts = re.search(r"(\d+) ticks, (\d+) late, (\d+) deadlines missed", str(message.value))
            if message.key == "APPCAST" and counts is not None:
                found.append((int(counts[1]), int(counts[2]), int(counts[3])))
        return bool(found)

    assert wait_for(told, 60.0), "the vehicle sends no report"
    return found[-1]


def logged(file: Path) -> tuple[int, int]:
    """Rows of NAV_X in a log that is whole, and how many are wanting between the first and the last."""
    times = []
    with file.open("rb") as log:
        for line in log:
            assert line.endswith(b"\n")
            fields = line.split(None, 2)
            if len(fields) == 3 and fields[1] == b"NAV_X":
                times.append(float(fields[0]))
    gaps = sum(max(0, round((b - a) * TICK) - 1) for a, b in pairwise(times))
    return len(times), gaps


def test_offline(torture: Torture, tmp_path: Path) -> None:
    """The same mission by `usim run`, its log written."""
    minutes = torture.amount(20, 72 * 60)
    mission = tmp_path / "m.moos"
    mission.write_text("ServerHost = localhost\nServerPort = 9000\nCommunity = alpha\n" + BLOCKS)
    words = ["run", str(mission), "--duration", str(minutes * 60), "--max-log", "0", "-o", str(tmp_path / "out")]
    started = time.monotonic()
    with running(*words, program="usim", cwd=tmp_path) as process:
        with Watcher({"run": process.pid}, 0.5, 0.1) as watcher:
            shown, _ = process.communicate()
        assert process.returncode == 0, shown
    took = time.monotonic() - started
    (log,) = (tmp_path / "out").glob("*.alog")
    rows, gaps = logged(log)
    size = log.stat().st_size / MEGABYTE
    log.unlink()
    samples = watcher.courses["run"].samples
    warm_up = (0.2 if torture.nightly else 0.5) * took
    course = Course([s for s in samples if s.time > samples[0].time + warm_up])
    torture.say(
        f"{minutes / 60:.1f} simulated hours offline in {took:.0f} s: {rows} positions logged, {gaps} gaps, "
        f"{size:.0f} MB"
    )
    assert gaps == 0
    assert rows == minutes * 60 * TICK
    check_course(torture, "run", course, live=False)
