"""A native client whose caller sleeps in ``attend``: it sends and receives there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport import native
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.values import Message, Post
from usimmarine_py.values.rows import Row, Shape


@dataclass
class Attended:
    """The client, everything that it got, and which threads told of it."""

    comms: NativeComms
    mail: list[Message] = field(default_factory=list)
    told_by: set[int] = field(default_factory=set)

    def until(self, condition: Callable[[], bool], timeout: float = 20.0) -> bool:
        """Attend until something is the case."""
        end = time.monotonic() + timeout
        while not condition() and time.monotonic() < end:
            assert self.comms.attend(time.monotonic() + 0.05)
            self.mail += self.comms.fetch()
        return condition()


@pytest.fixture
def attended(moosdb: MoosDb) -> Iterator[Attended]:
    comms = NativeComms("me", port=moosdb.port, clock=RealClock(1.0))
    found = Attended(comms)
    comms.register("V")
    comms.run(on_mail=lambda: found.told_by.add(threading.get_ident()))
    assert comms.wait_until_connected(60.0)
    yield found
    comms.close()


def test_posts_and_mail_pass_through_the_caller(attended: Attended):
    comms = attended.comms
    attended.until(lambda: False, 0.2)
    assert comms.post([Post("V", 1.0)]) == 0
    shape = Shape(("V", "W"))
    assert comms.post_rows([Row(shape, (2.0, 0.0), 3.0), Row(shape, (3.0, 0.0))], 4.0) == 0
    assert attended.until(lambda: len(attended.mail) == 3)
    assert [m.value for m in attended.mail] == [1.0, 2.0, 3.0]
    assert [m.time for m in attended.mail[1:]] == [3.0, 4.0]
    assert attended.told_by == {threading.get_ident()}


def test_it_sleeps_as_long_as_nothing_happens_and_a_call_ends_it(attended: Attended):
    comms = attended.comms
    attended.until(lambda: False, 0.3)
    slept = []
    for _ in range(20):
        began = time.monotonic()
        comms.attend(began + 0.05)
        slept.append(time.monotonic() - began)
        if slept[-1] < 0.5:  # a busy machine may wake it late
            break
    assert 0.045 < slept[-1] < 0.5, slept
    threading.Timer(0.1, comms.wake).start()
    began = time.monotonic()
    while time.monotonic() < began + 0.09:
        comms.attend(began + 60.0)
    assert time.monotonic() - began < 30.0  # at the latest the heartbeat ends it


def test_mail_may_wait_for_the_end_of_the_sleep(attended: Attended):
    attended.until(lambda: False, 0.3)
    comms = attended.comms
    comms.notify("V", 1.0)
    began = time.monotonic()
    comms.attend(began + 0.3, reads=False)
    assert time.monotonic() - began >= 0.3
    assert [m.value for m in comms.fetch()] == [1.0]
    # and it is read at once where it may not wait
    comms.notify("V", 2.0)
    comms.attend(time.monotonic() + 90.0)
    assert time.monotonic() - began < 60.0
    attended.until(lambda: bool(attended.mail), 5.0)
    assert [m.value for m in attended.mail] == [2.0]


def test_another_thread_may_post(attended: Attended):
    attended.until(lambda: False, 0.2)
    threading.Timer(0.1, lambda: attended.comms.notify("V", 5.0)).start()
    assert attended.until(lambda: bool(attended.mail))


def test_the_thread_takes_over_from_a_caller_who_is_busy(attended: Attended, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(native, "ATTENDANCE", 0.2)
    attended.until(lambda: False, 0.1)
    attended.comms.notify("V", 1.0)
    # nobody attends
    assert wait_for(lambda: bool(attended.comms.fetch()))
    assert attended.told_by != {threading.get_ident()}
    # and back
    attended.told_by.clear()
    attended.until(lambda: False, 0.1)
    attended.comms.notify("V", 2.0)
    assert attended.until(lambda: len(attended.mail) == 1)
    assert attended.told_by == {threading.get_ident()}


def test_a_lost_connection_comes_back(attended: Attended, moosdb: MoosDb):
    comms, port = attended.comms, moosdb.port
    attended.until(lambda: False, 0.1)
    moosdb.close()
    assert attended.until(lambda: not comms.is_connected())
    assert comms.problem
    with MoosDb(port=port):
        assert attended.until(lambda: comms.wait_until_connected(0.0))
        comms.notify("V", 9.0)
        assert attended.until(lambda: [m.value for m in attended.mail] == [9.0])


def test_it_comes_back_when_the_end_comes_while_both_want_to_look(
    attended: Attended, moosdb: MoosDb, monkeypatch: pytest.MonkeyPatch
):
    """As after the sleep of a machine: the thread waits for the caller, and he finds the connection gone."""
    monkeypatch.setattr(native, "ATTENDANCE", 0.05)
    attended.until(lambda: False, 0.1)
    comms, port = attended.comms, moosdb.port
    threading.Timer(0.5, moosdb.close).start()
    while comms.is_connected():
        comms.attend(time.monotonic() + 20.0)
    with MoosDb(port=port):
        assert attended.until(lambda: comms.wait_until_connected(0.0))


def test_packets_are_paced():
    with MoosDb(warp=50.0) as db:
        comms = NativeComms("me", port=db.port, clock=RealClock(50.0))
        comms.run()
        try:
            assert comms.wait_until_connected(60.0)
            attended = Attended(comms)
            attended.until(lambda: False, 0.1)
            comms.register("V")
            attended.until(lambda: False, 0.1)
            # the first leaves at once, the second 0.4 ms times the warp later, and with it all that follow
            began = time.monotonic()
            for value in range(50):
                comms.notify("V", float(value))
                comms.attend(time.monotonic() + 0.001)
            assert attended.until(lambda: len(attended.mail) == 50)
            assert time.monotonic() - began >= 0.02
        finally:
            comms.close()
