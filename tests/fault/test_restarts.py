"""The MOOSDB dies and comes back, again and again: every client publishes again, nothing is lost for good."""

from __future__ import annotations

import gc
import math
import os
import random
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.wire.client import ClientCore, Link, Welcomed
from usimmarine_py.wire.codec import join_packets
from usimmarine_py.wire.database import DbCore
from usimmarine_py.wire.limits import RECONNECT_PAUSE_MOOS
from usimmarine_py.wire.server import ServerConnection

CYCLES = int(os.environ.get("USIM_RESTART_CYCLES", "1000"))
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
        if self.core.link is Link.DOWN:
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
        if self.core.link is not Link.DOWN and self.broken and not self.to_client:
            self.core.lost()
        if self.core.link is Link.UP:
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
            key: variable.subscribers["usimmarine"].interval
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
            while world.core.link is not Link.DOWN:
                world.step(0.01)
            world.welcomes = welcomes
    # nothing grows with the number of restarts
    assert len(world.core.registrations) == len(VARIABLES)
    assert not world.core.outbox
    figure(f"{CYCLES} restarts of the MOOSDB at random phases (fake clock): publishing again within {worst:.2f} s")


def resources() -> tuple[int, int]:
    """Threads, and file descriptors where they can be counted; what waits for the garbage collector is not counted."""
    gc.collect()
    descriptors = Path("/proc/self/fd")
    return threading.active_count(), len(list(descriptors.iterdir())) if descriptors.is_dir() else 0


@pytest.mark.slow
def test_fifty_restarts_over_real_sockets(figure: Callable[[str], None]) -> None:
    rng = random.Random(5)
    before = resources()
    clock = RealClock(4.0)
    db = MoosDb(warp=4.0).start()
    port = db.port
    comms = NativeComms("usimmarine", "127.0.0.1", port, clock)
    for variable, interval in VARIABLES.items():
        comms.register(variable, interval)
    comms.register_wildcard("NAV_*")
    comms.run()
    stop = threading.Event()

    def publish() -> None:
        while not stop.wait(0.01):
            comms.notify("NAV_X", 1.0)
            comms.fetch()

    publisher = threading.Thread(target=publish)
    publisher.start()
    # both ends of the connection count among the descriptors: wait for it, else there are more at the end than here
    assert wait_for(comms.is_connected)
    running = resources()
    worst = 0.0
    try:
        for cycle in range(50):
            started = clock.now()

            def back(db: MoosDb = db) -> bool:
                known = db.variables
                wanted = [*VARIABLES, "NAV_X"]
                return all(key in known and "usimmarine" in known[key].subscribers for key in wanted) and (
                    known["NAV_X"].writes > 0
                )

            assert wait_for(back, 10.0), f"cycle {cycle}: {comms.problem}"
            worst = max(worst, (clock.now() - started) / 4.0)
            assert {k: db.variables[k].subscribers["usimmarine"].interval for k in VARIABLES} == VARIABLES
            # a random phase: a little traffic, then the end
            stop.wait(rng.uniform(0.0, 0.05))
            db.close()
            stop.wait(rng.uniform(0.0, 0.1))
            db = MoosDb(port=port, warp=4.0).start()
        assert wait_for(comms.is_connected)
        assert wait_for(lambda: resources() == running)
    finally:
        stop.set()
        publisher.join()
        comms.close()
        db.close()
    assert wait_for(lambda: resources() == before)
    assert comms.statistics.connections >= 50
    figure(f"50 restarts over real sockets: publishing again within {worst:.2f} s, no thread or descriptor gained")
