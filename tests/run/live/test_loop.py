"""The loop of a live run: who fails ends alone, who is late is bounded, and what each one uses is its own."""

from __future__ import annotations

import os
import re
import subprocess
import threading
import time
from contextlib import ExitStack
from itertools import pairwise
from typing import ClassVar

import pytest

from usimmarine_py import App
from usimmarine_py.apps.own.find import read_app
from usimmarine_py.apps.own.player import OwnApp
from usimmarine_py.mission import parse_mission
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db.door import Door
from usimmarine_py.moos.db.options import DbOptions
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.run.live import loop as live_loop
from usimmarine_py.run.live.context import LiveCommunity, LiveContext
from usimmarine_py.run.live.loop import QUIET, LiveLoop
from usimmarine_py.run.live.outside import Outside
from usimmarine_py.run.live.pace import Pace, Steering
from usimmarine_py.run.live.plan import plan_live
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Shape

WARP = 20.0


class Steady(App):
    """Counts its iterations."""

    app_tick = 10.0
    subscriptions = ("THROTTLE",)

    def on_start(self) -> None:
        self.count = 0.0

    def iterate(self) -> None:
        self.count += 1.0
        self.post("STEADY", self.count)


class Starts(App):
    """Starts two processes and leaves them, of which one ignores SIGTERM."""

    app_tick = 10.0
    processes: ClassVar[list[subprocess.Popen[bytes]]] = []

    def on_start(self) -> None:
        for command in ("exec sleep 1000", "trap '' TERM; while :; do sleep 0.1; done"):
            self.processes.append(subprocess.Popen(["/bin/sh", "-c", command]))

    def iterate(self) -> None:
        pass


class Hangs(App):
    """Never returns from its fifth iteration."""

    app_tick = 10.0
    hangs: ClassVar[bool] = False  # no lock: an exception of a signal may leave one locked

    def on_start(self) -> None:
        self.count = 0

    def iterate(self) -> None:
        self.count += 1
        while self.count >= 5:
            Hangs.hangs = True


class HangsAtStart(App):
    """Never has started."""

    hangs: ClassVar[bool] = False

    def on_start(self) -> None:
        while True:
            HangsAtStart.hangs = True


class Raises(App):
    """Fails in its fifth iteration."""

    app_tick = 10.0

    def on_start(self) -> None:
        self.count = 0

    def iterate(self) -> None:
        self.count += 1
        if self.count == 5:
            raise ValueError("enough")


class Refuses(App):
    """Does not start."""

    def on_start(self) -> None:
        raise RuntimeError("no such port")


class Burns(App):
    """Takes 20 ms for each iteration."""

    app_tick = 10.0
    subscriptions = ("THROTTLE",)

    def iterate(self) -> None:
        end = time.thread_time() + 0.02
        while time.thread_time() < end:
            pass


class Reads(App):
    """Ticks once in ten seconds, and takes a while for each message."""

    app_tick = 0.1
    subscriptions = ("BURST",)

    def on_start(self) -> None:
        self.counts: list[int] = []
        self.last = 0

    def on_mail(self, mail: list[Message]) -> None:
        self.counts.append(len(mail))
        for message in mail:
            assert message.value == f"{self.last + 1:6d}"
            self.last += 1
        self.post("READ", float(self.last))


class Run:
    """Applications of the test in a community, and what became of them."""

    def __init__(self, *apps: type[App], warp: float = WARP, door: bool = False) -> None:
        lines = "".join(f"  Run = {app.__name__}\n" for app in apps)
        blocks = "".join(f"ProcessConfig = {app.__name__}\n{{\n}}\n" for app in apps)
        mission = parse_mission(f"Community = alpha\nProcessConfig = ANTLER\n{{\n{lines}}}\n{blocks}", "m.moos")
        self.printed: list[str] = []
        self.ended: list[tuple[str, str, int]] = []
        self.events: list[Outside] = []
        self.context = LiveContext(warp, outlets=lambda community, name: (self.printed.append, self.printed.append))
        own = {app.__name__: read_app(app) for app in apps}
        self.plan = plan_live([LiveCommunity(mission, own=own)], self.context)
        self.stack = ExitStack()
        self.bus = self.plan.communities[0].community.bus
        self.posts: dict[str, list[tuple[float, object]]] = {}
        self.bus.listeners.append(self._listen)
        doors = []
        if door:
            self.door = Door(self.bus, DbOptions(port=0, warp=warp), self.printed.append, quiet=QUIET)
            self.door.bind()
            doors = [self.door]
        self.loop = LiveLoop(
            self.plan, self.context, doors=doors, network=False, ended=lambda *found: self.ended.append(found)
        )
        self.loop.record = self.events.append

    def _listen(self, stamp: float, shape: object, values: tuple[object, ...], aux: str) -> None:
        for name, value in zip(shape.names, values, strict=True):  # type: ignore[attr-defined]
            self.posts.setdefault(name, []).append((stamp, value))

    def play(self, seconds: float) -> None:
        self.loop.until = seconds
        self.loop.run()

    def missed(self, name: str) -> int:
        (app,) = [app for app in self.plan.apps if app.settings.name == name]
        return app.schedule.missed


def steady_ticks(run: Run, seconds: float) -> None:
    """Steady has made each of its ticks, at its time."""
    start = run.plan.loop.start
    stamps = [stamp - start for stamp, _ in run.posts["STEADY"]]
    assert stamps == pytest.approx([0.1 * (k + 1) for k in range(round(seconds * 10))], abs=1e-4)


def test_an_application_that_raises_ends_alone() -> None:
    run = Run(Steady, Raises)
    run.play(10.0)
    assert run.ended == [("alpha", "Raises", 1)]
    assert any("Raises: " in line and "enough" in line for line in run.printed)
    assert run.bus.clients == []  # the run is over: all have left
    steady_ticks(run, 10.0)


def test_an_application_that_does_not_start_ends_alone() -> None:
    run = Run(Refuses, Steady)
    run.play(5.0)
    assert [name for _, name, _ in run.ended] == ["Refuses"]
    assert any("no such port" in line for line in run.printed)
    steady_ticks(run, 5.0)


def test_an_application_that_hangs_is_ended_and_the_others_lose_no_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_loop, "HANG", 0.3)
    run = Run(Hangs, Steady)
    run.play(40.0)
    assert run.ended == [("alpha", "Hangs", 1)]
    assert [event.what for event in run.events if event.what != "measured"] == ["end", "over"]
    steady_ticks(run, 40.0)
    assert run.loop.latest > 0.25  # real s
    assert not run.loop.skipped


def stop_when_it_hangs(app: type[Hangs | HangsAtStart], run: Run) -> threading.Thread:
    """Stop the run as soon as its application hangs, however long a busy machine takes to come there."""
    app.hangs = False

    def stop() -> None:
        while not app.hangs:
            time.sleep(0.01)
        run.loop.stop()

    stopper = threading.Thread(target=stop, daemon=True)
    stopper.start()
    return stopper


def test_a_stop_ends_the_tick_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_loop, "HANG", 120.0)
    run = Run(Hangs, Steady)
    stopper = stop_when_it_hangs(Hangs, run)
    began = time.monotonic()
    run.play(1e6)
    stopper.join()
    assert time.monotonic() - began < 60.0
    assert run.ended == [("alpha", "Hangs", 1)]


def test_a_stop_ends_the_start_under_way() -> None:
    """It was waited for without end; who takes long to start is not ended unless the run is."""
    run = Run(HangsAtStart, Steady)
    stopper = stop_when_it_hangs(HangsAtStart, run)
    run.play(1e6)
    stopper.join()
    assert run.ended == [("alpha", "HangsAtStart", 1)]
    assert any("took more than 0.2 s" in line for line in run.printed)


def test_a_burst_of_mail_is_read_in_portions_before_the_next_tick() -> None:
    """20,000 posts from outside, all at once: each is read once and in order, in handlers of at most some hundred,
    and the other application ticks as before.
    """
    run = Run(Reads, Steady)
    shape, sent = Shape(("BURST",), "outside"), 0

    def send() -> None:
        nonlocal sent
        for number in range(sent + 1, sent + 2001):
            run.bus.post_from_outside(shape, f"{number:6d}", run.bus.clock.now(), "", run.bus.clock.now())
        sent += 2000

    for k in range(10):
        run.plan.loop.at(run.plan.loop.start + 1.0 + 0.5 * k, send)
    run.play(9.0)
    (playing,) = [one.application for one in run.plan.apps if one.settings.name == "Reads"]
    assert isinstance(playing, OwnApp) and isinstance(made := playing.app, Reads)
    assert made.last > 19_000  # the rest waits for the tick
    assert max(made.counts) < 1_000
    steady_ticks(run, 9.0)


def test_what_an_application_has_started_ends_with_it() -> None:
    Starts.processes.clear()
    run = Run(Starts, Steady)
    run.play(2.0)
    for process in Starts.processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process.pid, 0)
        process.wait(1.0)


def test_without_programs_outside_time_stretches_and_no_tick_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """At warp 100 an iteration is due each ms and takes 20 ms: the mission takes 20 times its time."""
    monkeypatch.setattr(live_loop, "LAG", 0.05)
    run = Run(Steady, Burns, warp=100.0)
    began = time.monotonic()
    run.play(3.0)
    assert time.monotonic() - began > 0.4  # 30 iterations of 20 ms, without which it is 0.03 s
    steady_ticks(run, 3.0)
    assert not run.loop.skipped and run.context.pace.most_stretched > 0.0
    assert "no iteration was left out" in run.loop.losses()[0]


def test_with_programs_outside_that_steer_ticks_are_left_out_and_counted() -> None:
    run = Run(Burns, Steady, warp=100.0, door=True)
    over = threading.Event()

    def steer() -> None:
        client = NativeComms("pilot", "127.0.0.1", run.door.port, RealClock(100.0))
        client.run()
        while not over.is_set():
            client.notify("THROTTLE", 1.0)
            time.sleep(0.05)
        client.close()

    pilot = threading.Thread(target=steer)
    timer = threading.Timer(2.5, run.loop.stop)
    pilot.start()
    timer.start()
    run.loop.run()
    timer.cancel()
    over.set()
    pilot.join()
    assert run.loop.skipped > 0
    assert run.missed("Burns") + run.missed("Steady") == run.loop.skipped
    assert "skip" in {event.what for event in run.events}
    # it keeps up with the machine's clock: at most the bound, and what is done between two looks at it
    behind = run.context.pace.now() - run.plan.clock.now()
    assert behind < 100.0 * 1.0
    assert "were left out" in run.loop.losses()[0]


def test_the_processor_time_in_a_status_is_that_of_the_application() -> None:
    run = Run(Steady, Burns, warp=1.0)  # Burns: 20 ms of each 100
    run.play(3.0)

    def load(name: str) -> float:
        text = str(run.posts[f"{name.upper()}_STATUS"][-1][1])
        found = re.search(r"cpuload=([\d.e+-]+)", text)
        assert found is not None
        return float(found[1])

    # in the last half second: of a machine that is busy with other things some ticks come late, and together
    assert 2.0 < load("Burns") < 90.0
    assert load("Steady") < 0.5 * load("Burns")


def test_the_length_of_an_iteration_is_measured_in_real_time() -> None:
    run = Run(Burns, warp=1.0, door=True)
    run.bus.post_from_outside(_shape("LOADCAST_REQ"), "app=all,duration=30", run.plan.loop.start, "", 0.0)
    run.play(2.0)
    lengths = [float(str(value)) for _, value in run.posts["BURNS_ITER_LEN"]]
    assert 0.2 <= min(lengths) < 10.0  # parts of a period of 100 ms; other programs may hold it up for a while


def _shape(name: str) -> Shape:

    return Shape((name,), "tester")


def test_a_clock_that_was_set_is_followed_by_all() -> None:
    run = Run(Steady, warp=10.0)
    wall = [1_800_000_000.0]
    pace = run.context.pace
    pace._wall = lambda: time.monotonic() + wall[0]
    pace._ahead = pace._wall() - time.monotonic()

    def set_back() -> None:
        wall[0] -= 100.0

    timer = threading.Timer(0.6, set_back)
    timer.start()
    ending = threading.Timer(1.6, run.loop.stop)
    ending.start()
    run.loop.run()
    ending.join()
    stamps = [stamp for stamp, _ in run.posts["STEADY"]]
    steps = [b - a for a, b in pairwise(stamps)]
    back = [step for step in steps if step < 0.0]
    assert len(back) == 1 and back[0] == pytest.approx(-1000.0, abs=100.0)
    assert all(step == pytest.approx(0.1, abs=1e-5) for step in steps if step > 0.0)
    assert any("MOOS time was set back by 1e+03 s" in line for line in run.printed)
    event, over = (event for event in run.events if event.what != "measured")
    assert over.what == "over"
    assert (event.what, event.details[0]) == ("clock", pytest.approx(-1000.0, abs=1.0))


def test_a_pace_begins_at_a_whole_second_and_regains_what_was_stretched() -> None:
    now = [50.0]
    pace = Pace(10.0, steady=lambda: now[0], wall=lambda: 1_800_000_000.07 + now[0])
    assert pace.start == 18_000_000_500.0
    assert pace.now() == pytest.approx(18_000_000_500.7, abs=1e-4)
    pace.stretch(30.0)
    now[0] += 1.0
    assert pace.now() == pytest.approx(18_000_000_480.7, abs=1e-4)
    pace.regain(2.0)  # a tenth faster for 2 s
    assert (pace.stretched, pace.most_stretched) == (28.0, 30.0)
    pace.regain()
    assert pace.now() == pytest.approx(18_000_000_510.7, abs=1e-4)
    assert pace.resynchronised() == 0.0
    own = Pace(10.0, 1000.0, steady=lambda: now[0], wall=lambda: 1.8e9 + now[0])
    now[0] += 7.0
    own.begin()
    now[0] += 1.0
    assert own.now() == 1010.0


def test_who_posts_once_does_not_steer() -> None:
    steering = Steering()
    for second, count in enumerate((0, 1, 1, 1, 2, 3, 4)):
        steering.look(count, float(second + 1))
        assert steering.active is (second in (5, 6))
