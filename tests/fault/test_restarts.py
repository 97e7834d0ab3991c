"""The MOOSDB dies and comes back, again and again: every client publishes again, nothing is lost for good."""

from __future__ import annotations

import math
import random
import signal
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.databases import Database
from tests.support.publisher import Publisher
from tests.support.torture import Torture
from tests.support.transports import parameters
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.wire.client import ClientCore, LinkState, Welcomed
from usimmarine_py.wire.codec import join_packets
from usimmarine_py.wire.database import DbCore
from usimmarine_py.wire.limits import RECONNECT_PAUSE_MOOS
from usimmarine_py.wire.server import ServerConnection

CYCLES = 1000
#: By night: restarts and clients, each in a process of its own. The original takes one at a time.
BY_NIGHT = {"builtin": (100, 10), "MOOSDB": (200, 5)}
VARIABLES = {"DESIRED_THRUST": 0.0, "DESIRED_RUDDER": 0.0, "DRIFT_VECTOR": 0.5, "USM_RESET": 0.0}


class Simulated:
    """A client core and a server core joined by two byte pipes with random latency, all on one fake clock.

    It does what ``NativeComms`` and ``MoosDb`` do around the cores: connect, pause, carry bytes, and lose them.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.now = 1.0e9
        self.core = ClientCore("usimmarine", host_name="h")
        for variable, interval in VARIABLES.items():
            self.core.register(variable, interval, self.now)
        self.core.register_wildcard("NAV_*", "*", 0.0, self.now)
        self.db: DbCore | None = None
        self.connection: ServerConnection | None = None
        self.to_server: list[tuple[float, bytes]] = []
        self.to_client: list[tuple[float, bytes]] = []
        self.next_dial = self.now
        self.welcomes = 0

    def start_db(self) -> None:
        self.db = DbCore("alpha", start=self.now, host_name="h")

    def kill_db(self) -> None:
        self.db = self.connection = None
        self.to_server.clear()
        # what was on its way to the client may still arrive, in part
        self.to_client = self.to_client[: self.random.randrange(3)]
        if self.to_client and self.random.random() < 0.5:
            time, data = self.to_client[-1]
            self.to_client[-1] = (time, data[: self.random.randrange(len(data) + 1)])
        self.broken = True

    def _delay(self, pipe: list[tuple[float, bytes]]) -> float:
        # a stream keeps its order
        earliest = pipe[-1][0] if pipe else 0.0
        return max(earliest, self.now + self.random.uniform(0.0, 0.05))

    def _dial(self) -> None:
        if self.db is None or self.now < self.next_dial:
            self.next_dial = max(self.next_dial, self.now)
            if self.db is None and self.now >= self.next_dial:
                self.next_dial = self.now + RECONNECT_PAUSE_MOOS
            return
        self.broken = False
        self.next_dial = self.now + RECONNECT_PAUSE_MOOS
        self.connection = ServerConnection(self.db)
        self.to_client.clear()
        self.to_server = [(self._delay([]), self.core.begin(self.now))]

    def step(self, seconds: float) -> None:
        self.now += seconds
        if self.core.link is LinkState.DOWN:
            self._dial()
        while self.to_server and self.to_server[0][0] <= self.now and self.connection is not None:
            data = self.to_server.pop(0)[1]
            cut = self.random.randrange(len(data) + 1)
            for part in (data[:cut], data[cut:]):
                self.connection.feed(part)
                self._serve()
        while self.to_client and self.to_client[0][0] <= self.now:
            for event in self.core.receive(self.to_client.pop(0)[1], self.now):
                if isinstance(event, Welcomed):
                    self.welcomes += 1
                    self.core.renew(self.now)
        if self.core.link is not LinkState.DOWN and self.broken and not self.to_client:
            self.core.lost()
        if self.core.link is LinkState.UP:
            self.core.notify("NAV_X", self.now, self.now)
        packet = self.core.next_packet(self.now, self.now)
        if packet and self.connection is not None:
            self.to_server.append((self._delay(self.to_server), packet))

    def _serve(self) -> None:
        assert self.connection is not None
        while (outcome := self.connection.step(self.now)) is not None:
            assert outcome.close == ""
            packets = [outcome.reply] if outcome.reply else []
            for _, mail in outcome.deliveries:
                packets += join_packets(mail)
            self.to_client += [(self._delay(self.to_client), packet) for packet in packets]

    def registered(self) -> dict[str, float]:
        assert self.db is not None
        return {
            key: variable.subscribers["usimmarine"]
            for key, variable in self.db.variables.items()
            if "usimmarine" in variable.subscribers
        }

    def published_at(self) -> float:
        variable = None if self.db is None else self.db.variables.get("NAV_X")
        return variable.written if variable is not None and variable.writes else -math.inf


def test_restarts_at_random_phases_in_fake_time(figure: Callable[[str], None]) -> None:
    world = Simulated(seed=7)
    rng = random.Random(11)
    worst = 0.0
    for cycle in range(CYCLES):
        world.start_db()
        started = world.now
        while world.published_at() < started or "NAV_X" not in world.registered():
            world.step(rng.uniform(0.001, 0.05))
            assert world.now - started <= 2.0, f"cycle {cycle}: not publishing again after 2 s"
        worst = max(worst, world.now - started)
        assert world.registered() == {**VARIABLES, "NAV_X": 0.0}
        assert world.welcomes == cycle + 1
        for _ in range(rng.randrange(60)):
            world.step(rng.uniform(0.001, 0.05))
        world.kill_db()
        for _ in range(rng.randrange(60)):
            world.step(rng.uniform(0.001, 0.1))
        # also kill it in the midst of shaking hands
        if rng.random() < 0.3:
            welcomes = world.welcomes
            world.start_db()
            for _ in range(rng.randrange(6)):
                world.step(rng.uniform(0.001, 0.02))
            world.kill_db()
            while world.core.link is not LinkState.DOWN:
                world.step(0.01)
            world.welcomes = welcomes
    # nothing grows with the number of restarts
    assert len(world.core.registrations) == len(VARIABLES)
    assert not world.core.outbox
    figure(f"{CYCLES} restarts of the MOOSDB at random phases (fake clock): publishing again within {worst:.2f} s")


def settled(publishers: list[Publisher]) -> list[tuple[int, int]]:
    """Threads and descriptors of each, once none comes or goes any more for a while."""
    seen: list[list[tuple[int, int]]] = []
    while len(seen) < 10 or any(one != seen[-1] for one in seen[-10:]):
        seen.append([publisher.resources for publisher in publishers])
        time.sleep(0.05)
    return seen[-1]


def silent(publishers: list[Publisher], since: float) -> list[str]:
    """Who has not heard all of its own posts younger than ``since`` (monotonic s), and why not."""
    return [f"{one.name}: {one.said}" for one in publishers if one.heard <= since]


@pytest.mark.nightly
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="threads and sockets are looked up in /proc")
@pytest.mark.parametrize(("transport", "kind"), parameters())
def test_killed_and_restarted_at_random_phases(torture: Torture, tmp_path: Path, transport: str, kind: str) -> None:
    """After each kill -9 and restart of the MOOSDB every client publishes again and hears all of its subscriptions.

    * at random phases: in the midst of traffic, and of handshakes (one restart in four)
    * by night within 2 s of the MOOSDB's listening
    * nobody is silent for ever, but for processes that libMOOS ends
    * no thread and no descriptor is gained
    """
    rng = torture.rng()
    restarts, count = BY_NIGHT[kind] if torture.nightly else (3, 2)
    took: list[float] = []
    hung = ended = 0
    database = Database(kind, tmp_path)
    publishers = [Publisher(transport, database.port, f"client{k}") for k in range(count)]
    try:
        database.start()
        assert wait_for(lambda: not silent(publishers, 0.0), 60.0), silent(publishers, 0.0)
        running = settled(publishers)
        while len(took) < restarts:
            time.sleep(rng.uniform(0.0, 0.5))
            database.kill()
            time.sleep(rng.uniform(0.0, 0.5))
            database.start()
            began = time.monotonic()
            if rng.random() < 0.25:
                time.sleep(rng.uniform(0.0, 0.7))  # shaking hands, or about to
                continue
            back = wait_for(lambda began=began: not silent(publishers, began), 20.0)  # type: ignore[misc]
            if not back and not database.answers():
                hung += 1  # the MOOSDB itself takes nobody any more, whoever comes
                continue
            for k, one in enumerate(publishers):
                if not back and transport == "pymoos" and one.process.poll() == -signal.SIGABRT:
                    # an exception of libMOOS's own in a thread of its own
                    one.close()
                    publishers[k] = Publisher(transport, database.port, one.name)
                    ended += 1
            if not back and wait_for(lambda: not silent(publishers, 0.0), 60.0):
                running = settled(publishers)
                continue
            assert back, silent(publishers, began)
            took.append(time.monotonic() - began)
        gained = [(now[0] - was[0], now[1] - was[1]) for now, was in zip(settled(publishers), running, strict=True)]
    finally:
        for publisher in publishers:
            publisher.close()
        database.kill()
    torture.say(
        f"{transport}, {kind}: {restarts} restarts x {count} clients: publishing again within {max(took):.2f} s, "
        f"median {statistics.median(took):.2f} s, {sum(t > 2.0 for t in took)} over 2 s; "
        f"threads and descriptors gained: {max(gained)}; the MOOSDB hung {hung} times"
        + f"; libMOOS ended its process {ended} times"
        * (transport == "pymoos")
    )
    assert gained == [(0, 0)] * count
    assert hung == 0 or kind == "MOOSDB"
    assert not torture.nightly or max(took) <= 2.0
