"""``usim foxglove``: a viewer that shares no code with the package reads a live community, and posts."""

from __future__ import annotations

import json
import math
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.doors.commands import door_open, interrupted
from tests.doors.viewer import Viewer
from tests.support.processes import call, environment
from usimmarine_py.logs.mcap import schemas
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.open import connect

pytest.importorskip("foxglove", reason="the extra foxglove is not installed")


@contextmanager
def door(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    with door_open(folder, "foxglove", *words, "--ws-port", "0", until=r"ws://127.0.0.1:(\d+)") as (process, found):
        yield process, int(found[1])


@pytest.fixture
def database() -> Iterator[MoosDb]:
    with MoosDb() as db:
        yield db


def test_a_viewer_sees_the_vehicle_others_and_all_mail(database: MoosDb, tmp_path: Path) -> None:
    with (
        closing(connect(port=database.port, name="vehicle")) as client,
        door(tmp_path, "--port", str(database.port)) as (process, port),
        closing(Viewer(port)) as viewer,
    ):
        assert wait_for(lambda: any("foxglove" in name for name in database.clients))
        sent = {}
        for k in range(50):
            position = {"NAV_Y": 2.0 * k, "NAV_HEADING": 90.0, "NAV_DEPTH": 1.0, "NAV_LAT": 43.8, "NAV_LONG": -70.3}
            for name, value in {"NAV_X": float(k), **position}.items():
                client.notify(name, value)
            sent[float(k)] = time.time()
            if k == 0:
                viewer.await_topic("/NAV_X")
                viewer.await_topic("/pose")
            time.sleep(0.02)
        client.notify("MODE", 'MODE@ACTIVE:"SURVEY"\n')
        client.notify("NODE_REPORT", "NAME=ben,X=10,Y=20,HDG=0,SPD=1,DEP=0,LAT=43.9,LON=-70.2,TIME=1")
        client.notify("NAV_X", 50.0)
        client.notify("NAV_Y", 100.0)
        numbers = viewer.await_topic("/NAV_X", 45)
        assert [one[2]["value"] for one in numbers] == sorted(one[2]["value"] for one in numbers)
        for _, stamp, message in numbers[1:-1]:
            assert abs(stamp / 1e9 - sent[message["value"]]) < 10.0  # s, on a busy machine
        assert viewer.await_topic("/MODE")[-1][2]["value"] == 'MODE@ACTIVE:"SURVEY"\n'
        _, _, moved = viewer.await_topic("/tf", 5)[-1]
        assert moved["translation"]["y"] == 2.0 * moved["translation"]["x"]
        assert moved["translation"]["z"] == -1.0
        assert (moved["rotation"]["z"], moved["rotation"]["w"]) == pytest.approx((0.0, 1.0))  # east is along x
        assert viewer.await_topic("/pose/ben")[-1][2]["pose"]["position"] == {"x": 10.0, "y": 20.0, "z": 0.0}
        assert viewer.await_topic("/location")[-1][2]["latitude"] == 43.8
        assert viewer.await_topic("/hull")[-1][2]["entities"][0]["frame_id"] == "base_link"
        assert viewer.await_topic("/track")[-1][2]["entities"][0]["lines"]
        described = {one["topic"]: one for one in viewer.channels.values()}
        assert described["/tf"]["schemaName"] == "foxglove.FrameTransform"
        assert json.loads(described["/tf"]["schema"]) == schemas.TRANSFORM
        assert any(one["op"] == "serverInfo" for one in viewer.said)
        with closing(Viewer(port)) as late:  # what was posted once is there for who comes later
            assert late.await_topic("/MODE")[-1][2]["value"].startswith("MODE@")
            assert late.await_topic("/hull")
        assert "clientPublish" not in next(one for one in viewer.said if one["op"] == "serverInfo")["capabilities"]
        assert re.search(r"sent +\d\d\d posts", interrupted(process))


def test_a_viewer_commands_what_it_may_and_nonsense_does_no_harm(database: MoosDb, tmp_path: Path) -> None:
    with (
        closing(connect(port=database.port, name="vehicle")) as client,
        door(tmp_path, "--port", str(database.port), "--control", "--parameter", "GEAR") as (process, port),
        closing(Viewer(port)) as viewer,
    ):
        for name in ("DEPLOY", "GEAR", "NUMBER", "TEXT"):
            client.register(name)
        assert wait_for(lambda: any("foxglove" in name for name in database.clients))
        client.notify("GEAR", 2.0)
        got: dict[str, Any] = {}

        def has(name: str, value: Any) -> bool:
            got.update({one.variable: one.value for one in client.fetch()})
            return bool(got.get(name) == value)

        viewer.publish("/NUMBER", b"1.5")
        assert wait_for(lambda: has("NUMBER", 1.5))
        viewer.publish("/TEXT", b'{"value": "a=b"}', 2)
        assert wait_for(lambda: has("TEXT", "a=b"))
        viewer.send(op="setParameters", parameters=[{"name": "DEPLOY", "value": True}], id="1")
        assert wait_for(lambda: has("DEPLOY", "true"))
        for topic, data in (
            ("/A B", b"1"), ("/NAN", b"NaN"), ("/LIST", b"[1]"), ("/TORN", b'{"value'), ("/LONG", b"9" * 9000),
            ("/\x1b[31m", b"1"), ("/EMPTY", b""),
        ):  # fmt: skip
            viewer.publish(topic, data, 9)
            viewer.send(op="unadvertise", channelIds=[9])
        viewer.send(op="setParameters", parameters=[{"name": "NOPE", "value": 1}], id="2")
        viewer.raw("{torn")
        viewer.raw(b"\x09" + bytes(3))
        viewer.send(op="unknown")
        client.notify("GEAR", 3.0)
        viewer.publish("/GEAR", b"4", 10)
        assert wait_for(lambda: has("GEAR", 4.0))
        assert set(got) <= {"DEPLOY", "GEAR", "NUMBER", "TEXT"}
        shown = interrupted(process)
    for words in ("A B is refused", "NAN is refused", "LIST is refused", "TORN is refused", "LONG is refused", "NOPE"):
        assert shown.count(words) == 1, (words, shown)
    assert "\x1b" not in shown


def test_a_post_goes_to_the_community_that_its_topic_names(tmp_path: Path) -> None:
    with (
        MoosDb(community="abe") as abe,
        MoosDb(community="ben") as ben,
        closing(connect(port=abe.port, name="one")) as one,
        closing(connect(port=ben.port, name="two")) as two,
        door(tmp_path, f"localhost:{abe.port}", f"localhost:{ben.port}", "--control") as (process, port),
        closing(Viewer(port)) as viewer,
    ):
        for client in (one, two):
            for name in ("NUMBER", "DEPLOY"):
                client.register(name)
        assert wait_for(lambda: all(any("foxglove" in name for name in db.clients) for db in (abe, ben)))
        two.notify("NAV_X", 1.0)
        viewer.await_topic("/ben/NAV_X")  # it serves both
        for number, (topic, value) in enumerate((("/ben/NUMBER", b"2"), ("/carl/NUMBER", b"9"), ("/NUMBER", b"1")), 1):
            viewer.publish(topic, value, number)
        viewer.send(op="setParameters", parameters=[{"name": "ben/DEPLOY", "value": True}], id="1")
        viewer.publish("/ben/HALF", b'"\\ud800"', 9)  # half of a surrogate pair
        got: dict[str, list[tuple[str, Any]]] = {"one": [], "two": []}

        def complete() -> bool:
            for name, client in (("one", one), ("two", two)):
                got[name] += [(mail.variable, mail.value) for mail in client.fetch()]
            return len(got["one"]) >= 1 and len(got["two"]) >= 2

        assert wait_for(complete)
        shown = interrupted(process)
    assert got["one"] == [("NUMBER", 1.0)]
    assert sorted(got["two"]) == [("DEPLOY", "true"), ("NUMBER", 2.0)]
    assert "/carl/NUMBER is refused: there is no community carl" in shown and "/ben/HALF is refused" in shown


def test_foreign_versions_and_ports_in_use(database: MoosDb, tmp_path: Path) -> None:
    with door(tmp_path, "--port", str(database.port)) as (process, port):
        with pytest.raises(Exception, match="HTTP 4"):
            Viewer(port, ["foxglove.websocket.v0"])
        words = call("foxglove", "--port", str(database.port), "--ws-port", str(port), program="usim")
        second = subprocess.run(words, env=environment(), capture_output=True, text=True, timeout=60)
        assert second.returncode == 1
        assert "choose another port" in second.stderr and "Traceback" not in second.stderr
        interrupted(process)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--parameter", "X"], "is for --control"),
        (["--control", "--parameter", "A B"], "must be the name of a variable"),
        (["--control", "--ws-host", "0.0.0.0"], "for this machine only"),
        (["nope"], "no FILE.moos and no HOST:PORT"),
        (["a:1", "b:2", "--port", "3"], "is for one community"),
    ],
)
def test_wrong_words(words: list[str], said: str) -> None:
    done = subprocess.run(
        call("foxglove", *words, program="usim"), env=environment(), capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert said in done.stderr


def test_angles_of_a_viewer() -> None:
    """North is along y: a quarter turn."""
    from usimmarine_py.logs.mcap.scene import orientation

    x, y, z, w = orientation(0.0, 0.0, 0.0)
    assert (x, y) == pytest.approx((0.0, 0.0))
    assert 2.0 * math.atan2(z, w) == pytest.approx(math.pi / 2)
