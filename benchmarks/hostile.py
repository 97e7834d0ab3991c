"""Hostile connections beside good ones: what do the good ones lose, and how long does their mail take?

    python -m benchmarks.hostile [--seconds 60] [--hostile 50] [--good 5] [--only "reads nothing"] [--bulk 100000]
                                 [--moosdb MOOSDB]

The MOOSDB, the hostile clients and the good ones are three processes on the loopback address. The good ones
post 20 times a second each, read everything and count; latency is post to arrival, measured by one clock. With --bulk
there is a text of so many bytes each time, too, for those that wanted everything. --moosdb takes the original.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import multiprocessing
import random
import select
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection

from benchmarks._hostile_peers import BEHAVIOURS, MIXED
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.native import NativeComms

#: Posts a second of each good client.
RATE = 20.0
#: They go on for so long at the most until what is expected has happened, s.
LONGEST = 120.0


@dataclass(frozen=True)
class Result:
    """What the good clients saw."""

    posts: int
    lost: int
    reconnections: int
    p50_ms: float
    p99_ms: float
    max_ms: float
    log: list[str]  #: the server's; the original's stays unread
    server_cpu: float  #: s; nan for the original


def _serve(pipe: Connection) -> None:
    log: list[str] = []
    with MoosDb(log=log.append) as db:
        gc.freeze()  # as `usim db` does
        pipe.send(db.port)
        while True:
            pipe.recv()
            pipe.send((log, time.process_time()))


#: Asks a server for its log and the seconds it took.
Tally = Callable[[], tuple[list[str], float]]


@contextmanager
def _served(moosdb: str) -> Iterator[tuple[int, Tally]]:
    """The built-in MOOSDB, or the original one that this program is, in a process of its own."""
    if moosdb:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        quiet = subprocess.DEVNULL
        process = subprocess.Popen([moosdb, f"--moos_port={port}"], stdin=quiet, stdout=quiet, stderr=quiet)
        try:
            yield port, lambda: ([], math.nan)
        finally:
            process.kill()
            process.wait()
        return
    spawn = multiprocessing.get_context("spawn")
    pipe, far = spawn.Pipe()
    server = spawn.Process(target=_serve, args=(far,), daemon=True)
    server.start()
    try:
        port = pipe.recv()

        def tally() -> tuple[list[str], float]:
            pipe.send("log")
            log, cpu = pipe.recv()
            return log, cpu

        yield port, tally
    finally:
        server.kill()
        server.join()


def _misbehave(port: int, count: int, only: Sequence[str]) -> None:
    """Keep ``count`` hostile connections going until this process is ended."""
    import threading

    def one(number: int) -> None:
        rng = random.Random(number)
        while True:
            behaviour = BEHAVIOURS[only[(number + rng.randrange(2)) % len(only)]]
            try:
                with socket.create_connection(("127.0.0.1", port), 10.0) as sock:
                    behaviour(sock, rng)
            except OSError:
                pass
            time.sleep(0.02)

    for number in range(count):
        threading.Thread(target=one, args=(number,), daemon=True).start()
    select.select([], [], [])


class _Good:
    """The good clients: each posts and reads what all of them post."""

    def __init__(self, port: int, count: int) -> None:
        self.keys = [f"GOOD_{n}" for n in range(count)]
        self.clients = [NativeComms(f"good{n}", "127.0.0.1", port, RealClock()) for n in range(count)]
        self.latencies: list[float] = []  # s
        self.seen = [[0] * count for _ in range(count)]  # reader, writer
        self.lost = 0

    def connect(self) -> None:
        """Connect all, and have their registrations carried out."""
        for n, client in enumerate(self.clients):
            for key in self.keys:
                client.register(key)
            client.run(on_mail=lambda n=n: self._read(n))  # type: ignore[misc]
            assert client.wait_until_connected(20.0), client.problem
        time.sleep(0.5)

    def _read(self, reader: int) -> None:
        for mail in self.clients[reader].fetch():
            if mail.variable in self.keys:
                number, sent = json.loads(str(mail.value))
                writer = self.keys.index(mail.variable)
                self.lost += number != self.seen[reader][writer] + 1
                self.seen[reader][writer] = number
                self.latencies.append(time.perf_counter() - sent)

    def post(self, seconds: float, bulk: str, enough: Callable[[], bool]) -> int:
        """Post for so long, and on until it is enough, then wait for what is under way; how often all have posted."""
        began, posts = time.perf_counter(), 0
        while time.perf_counter() - began < seconds or not (enough() or time.perf_counter() - began > LONGEST):
            posts += 1
            if bulk:
                self.clients[0].notify("BULK", bulk)
            for client, key in zip(self.clients, self.keys, strict=True):
                client.notify(key, json.dumps([posts, time.perf_counter()]))
            time.sleep(max(0.0, began + posts / RATE - time.perf_counter()))
        wait_for(lambda: all(n == posts for row in self.seen for n in row), 10.0)
        self.lost += sum(posts - n for row in self.seen for n in row)
        return posts * len(self.clients)

    def quantile(self, q: float) -> float:
        """Of the latencies, ms."""
        found = sorted(self.latencies)
        return found[min(len(found) - 1, int(q * len(found)))] * 1000.0 if found else math.nan


def run(
    seconds: float,
    hostile: int,
    good: int,
    only: Sequence[str] = MIXED,
    bulk: int = 0,
    moosdb: str = "",
    enough: Callable[[list[str]], bool] = lambda log: True,
) -> Result:
    """The whole experiment; ``only`` some of ``BEHAVIOURS``, ``bulk`` bytes with each post of the first good one.

    It goes on until the server's log is ``enough``.
    """
    with _served(moosdb) as (port, tally):
        spawn = multiprocessing.get_context("spawn")
        crowd = spawn.Process(target=_misbehave, args=(port, hostile, only), daemon=True)
        ours = _Good(port, good)
        try:
            ours.connect()
            crowd.start()
            posts = ours.post(seconds, "x" * bulk, lambda: enough(tally()[0]))
            reconnections = sum(client.statistics.connections - 1 for client in ours.clients)
        finally:
            for client in ours.clients:
                client.close()
            if crowd.is_alive():
                crowd.kill()
                crowd.join()
        log, cpu = tally()
    faults = [line for line in log if "internal error" in line]
    assert not faults, faults
    return Result(
        posts, ours.lost, reconnections, ours.quantile(0.5), ours.quantile(0.99), ours.quantile(1.0), log, cpu
    )


def main() -> None:
    """Run it and print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--hostile", type=int, default=50)
    parser.add_argument("--good", type=int, default=5)
    parser.add_argument("--only", action="append", choices=BEHAVIOURS, help="what they do; may come again")
    parser.add_argument("--bulk", type=int, default=0, metavar="BYTES")
    parser.add_argument("--moosdb", default="", metavar="PROGRAM")
    arguments = parser.parse_args()
    only = tuple(arguments.only or MIXED)
    for hostile in (0, arguments.hostile):
        seconds = arguments.seconds if hostile else min(arguments.seconds, 10.0)
        r = run(seconds, hostile, arguments.good, only, arguments.bulk, arguments.moosdb)
        print(
            f"{hostile:3d} hostile, {arguments.good} good, {seconds:g} s: {r.posts} posts, {r.lost} lost, "
            f"{r.reconnections} reconnections; latency p50 {r.p50_ms:.2f} ms, p99 {r.p99_ms:.2f} ms, "
            f"max {r.max_ms:.1f} ms; server: {len(r.log)} incidents logged, {r.server_cpu:.1f} s CPU"
        )


if __name__ == "__main__":
    main()
