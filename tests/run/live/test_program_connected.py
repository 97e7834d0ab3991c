"""The life cycle over real sockets and the built-in MOOSDB."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.support.app_doubles import NotingApplication
from tests.support.live_application import WARP, Live
from tests.support.paths import ROOT
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport.open import connect
from usimmarine_py.values.rows import single


@pytest.fixture
def db() -> Iterator[MoosDb]:
    with MoosDb(warp=WARP) as server:
        yield server


def test_reports_on_request_and_status(db):
    live = Live(db.port)
    viewer = connect(port=db.port, name="viewer", warp=WARP)
    for name in ("APPCAST", "APP_STATUS", "COUNT", "APP_ITER_GAP"):
        viewer.register(name)
    viewer.notify("APPCAST_REQ", "node=alpha,app=app,duration=30,key=viewer:app,thresh=any")
    viewer.notify("LOADCAST_REQ", "app=app,duration=30,thresh=0")
    mail = collect(viewer, lambda m: len([x for x in m if x.key == "APPCAST" and "iter=1!" not in x.value]) >= 2)
    keys = {m.key for m in mail}
    assert {"APPCAST", "APP_STATUS", "COUNT", "APP_ITER_GAP"} <= keys
    reports = [m.value for m in mail if m.key == "APPCAST"]
    assert reports[-1].startswith("proc=app!@#iter=")
    assert reports[-1].endswith("!@#node=alpha!@#iter=" + reports[-1].split("iter=")[2])
    assert "MOOSName=app" in next(m.value for m in mail if m.key == "APP_STATUS")
    viewer.close()
    assert live.end() == 0


def test_a_name_in_use_ends_with_3(db):
    first = Live(db.port)
    assert wait_for(lambda: bool(first.application.times))
    second = Live(db.port)
    second.thread.join(10)
    assert second.code == [3]
    assert second.said[-1].startswith(f"app: the MOOSDB at 127.0.0.1:{db.port} refused the name app: ")
    assert first.end() == 0


def test_iterate_mode_1_answers_mail_at_once(db):
    # an iteration every 50 s: only the mail can have caused what comes
    live = Live(db.port, app_tick=0.001, iterate_mode=1, max_app_tick=0.0)
    live.application.plan = lambda application, now: [single("ANSWER", float(len(application.mail)))]
    poster = connect(port=db.port, name="poster", warp=WARP)
    poster.register("ANSWER")
    assert wait_for(lambda: any("is running" in line for line in live.said))
    for k in range(5):
        poster.notify("X", float(k))
        assert collect(poster, bool)
    poster.close()
    assert live.end() == 0


def test_it_survives_a_restart_of_the_moosdb():
    with MoosDb(warp=WARP) as server:
        port = server.port
        live = Live(port)
        assert wait_for(lambda: len(live.application.times) > 3)
    assert wait_for(lambda: any("lost the MOOSDB" in line for line in live.said))
    seen = len(live.application.times)
    with MoosDb(port=port, warp=WARP):
        poster = connect(port=port, name="poster", warp=WARP)
        poster.notify("X", 1.0)
        assert wait_for(lambda: len(live.application.times) > seen + 3)
        assert wait_for(lambda: bool(live.application.mail))  # registered again
        poster.close()
        assert live.end() == 0


def test_the_time_of_loading_is_made_up_for():
    for _ in range(10):  # ticks are left out, on purpose, where the machine holds the start up for a tenth of a second
        # a program's process is small: in this one a collection takes longer than the loop may fall behind
        done = subprocess.run(
            [sys.executable, "-m", "tests.support.late_start"],
            capture_output=True, text=True, timeout=60.0, cwd=ROOT, check=True,
        )  # fmt: skip
        found = json.loads(done.stdout)
        if not found["missed"]:
            break
    assert found["missed"] == 0
    # as if it had been there at once: connected after the handshake, 0.5 s for the first mail
    times, start = found["times"], found["began"] * WARP + 0.1 + 0.5
    assert times[0] == pytest.approx(start + 0.25, abs=0.01)
    steps = [later - now for now, later in pairwise(times)]
    assert steps == pytest.approx([0.25] * len(steps), abs=1e-3)
    # mail of that time comes when it was posted, and posts bear the time of their tick
    assert found["mail"] == [["X", found["posted"]]]
    assert [time for time, _ in found["counts"][:3]] == pytest.approx(times[:3])
    assert 0.0 <= next(time for time, count in found["counts"] if count == 1.0) - found["posted"] <= 0.25


def test_a_moosdb_that_comes_later_leaves_nothing_to_make_up():
    with MoosDb(warp=WARP) as server:
        port = server.port
    live = Live(port, began=time.time() - 0.5, app_tick=4.0)
    time.sleep(0.1)
    with MoosDb(port=port, warp=WARP):
        assert wait_for(lambda: bool(live.application.times))
        assert live.application.times[0] > (time.time() - 0.4) * WARP
        assert live.end() == 0


def test_with_time_warp_it_wakes_up_when_posts_may_leave(db):
    made = []

    def plan(application, now):
        made.append((now, time.monotonic()))
        return []

    live = Live(db.port, app_tick=50.0, plan=plan)  # every ms of real time; the pause of the client is 8 ms at warp 20
    assert wait_for(lambda: len(made) > 500)
    assert live.end() == 0
    stamps = [stamp for stamp, _ in made]
    gaps = [later - now for now, later in pairwise(stamps[:300])]
    assert sum(abs(gap - 0.02) < 1e-3 for gap in gaps) >= 285  # a busy machine may hold it up at times
    rests = sum(later - now > 0.004 for (_, now), (_, later) in pairwise(made))
    # on time there are 8 ticks or more to a rest
    assert rests <= len(made) / 7


def test_an_iteration_without_posts_waits_for_the_next(db):
    class Even(NotingApplication):
        posts_every = 2

    ticks = []
    application = Even()
    application.plan = lambda application, now: ticks.append(time.monotonic()) or []

    def pairs() -> int:
        """How many times in a row it has rested for 10 ms and made two ticks then; a busy machine breaks the row."""
        longest = 0
        for first in (0, 1):
            row = 0
            for a, b, c in zip(ticks[first::2], ticks[first + 1 :: 2], ticks[first + 2 :: 2], strict=False):
                row = row + 1 if b - a > 0.007 and c - b < 0.002 else 0
                longest = max(longest, row)
        return longest

    live = Live(db.port, app_tick=10.0, application=application)  # every 5 ms of real time
    # the pause of the client is 8 ms: without waiting for the next there would be one tick to two of three rests
    found = wait_for(lambda: pairs() >= 6, 60.0)
    assert live.end() == 0
    assert found
