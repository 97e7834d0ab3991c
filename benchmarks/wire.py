"""The codec, the database core and the built-in MOOSDB: messages a second, and post-to-mail time.

    python -m benchmarks.wire

Speeds depend on the machine, so each line also gives its ratio to packing one struct of the same doubles,
measured in the same run.
"""

from __future__ import annotations

import argparse
import struct
import threading
import time
import timeit

from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.db.door import Door
from usimmarine_py.moos.db.options import DbOptions
from usimmarine_py.moos.transport.lockstep import LockstepBus
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.wire.codec import (
    DOUBLE,
    NOTIFY,
    REGISTER,
    WireMessage,
    build_message,
    encode_message,
    encode_packet,
    join_packets,
    split_message,
    split_messages,
)
from usimmarine_py.wire.database import DbCore

POST = WireMessage(12, NOTIFY, DOUBLE, "usimmarine", "", "", "NAV_X", 1.7e9, 12.25)


def best_us(work: object, calls: int, per_call: int = 1) -> float:
    """Best of five, us per unit."""
    return min(timeit.repeat(work, number=calls, repeat=5)) / calls / per_call * 1e6  # type: ignore[arg-type]


def core_us() -> float:
    """One post through the database core to one subscriber, bytes to bytes, in packets of 100."""
    core = DbCore("alpha", start=0.0)
    for name in ("reader", "usimmarine"):
        core.admit(name, True, 0.0, 0.0)
    register = encode_message(WireMessage(0, REGISTER, DOUBLE, "reader", key="NAV_X", double_val=0.0))
    core.process("reader", [split_message(register)], 0.0)
    packet = encode_packet([POST] * 100)

    def work() -> None:
        for _, mail in core.process("usimmarine", split_messages(packet, 100)[0], 1.0):
            join_packets(mail)

    return best_us(work, 50, 100)


def lockstep_us() -> float:
    """One post over the lock-step bus to one subscriber."""
    bus = LockstepBus(SteppedClock())
    reader, writer = bus.client("reader"), bus.client("writer")
    reader.run()
    reader.register("NAV_X")
    writer.run()

    def work() -> None:
        writer.notify("NAV_X", 1.0)
        reader.fetch()

    return best_us(work, 2000)


def round_trips_us() -> tuple[float, float, float]:
    """Post to own mail over the built-in MOOSDB, one at a time: median and 99th percentile; then in bulk."""
    with MoosDb() as db:
        comms = NativeComms("me", port=db.port)
        told = threading.Event()
        comms.register("V")
        comms.run(on_mail=told.set)
        comms.wait_until_connected(10.0)
        times = []
        for number in range(3000):
            told.clear()
            began = time.perf_counter()
            comms.notify("V", float(number))
            told.wait(10.0)
            times.append(time.perf_counter() - began)
            comms.fetch()
        count, seen = 10_000, 0
        began = time.perf_counter()
        for number in range(count):
            comms.notify("V", float(number))
        while seen < count:
            seen += len(comms.fetch())
            time.sleep(0.0005)
        bulk = (time.perf_counter() - began) / count
        comms.close()
    times.sort()
    return times[len(times) // 2] * 1e6, times[len(times) * 99 // 100] * 1e6, bulk * 1e6


def door_us() -> float:
    """CPU of the loop for one post of a client at its door to another client there, one post at a time."""
    door, count = Door(LockstepBus(SteppedClock()), DbOptions(port=0)), 2000
    door.bind()
    came, half = threading.Event(), threading.Event()

    def post() -> None:
        reader, writer = NativeComms("reader", port=door.port), NativeComms("writer", port=door.port)
        reader.register("V")
        reader.run(on_mail=came.set)
        writer.run()
        for comms in (reader, writer):
            comms.wait_until_connected(10.0)
        for number in range(count):
            if number == count // 2:
                half.set()
            came.clear()
            writer.notify("V", float(number))
            came.wait(10.0)
            reader.fetch()
        for comms in (reader, writer):
            comms.close()

    client = threading.Thread(target=post)
    client.start()
    began = 0.0
    while client.is_alive():
        if half.is_set() and not began:
            began = time.thread_time()
        door.serve(0.005)
        door.flush()
    used = time.thread_time() - began
    door.close()
    return used / (count - count // 2) * 1e6


def main() -> None:
    """Print one line per figure."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    three = struct.Struct("<ddd")
    unit = best_us(lambda: three.pack(1.0, 2.0, 3.0), 100_000)
    raw = encode_message(POST)
    median, slow, bulk = round_trips_us()
    for text, value in (
        ("encode one double message", best_us(lambda: encode_message(POST), 20_000)),
        ("decode one double message", best_us(lambda: build_message(split_message(raw)), 20_000)),
        ("database core, post to one subscriber", core_us()),
        ("lock-step bus, post and fetch", lockstep_us()),
        ("door of a live run, client to client, CPU", door_us()),
        ("built-in MOOSDB, round trip, median", median),
        ("built-in MOOSDB, round trip, 99 %", slow),
        ("built-in MOOSDB, per message in bulk", bulk),
    ):
        print(f"{text:42s} {value:9.2f} us {value / unit:9.1f} x struct.pack of three doubles")


if __name__ == "__main__":
    main()
