"""Attacks on the page of ``usim watch`` by raw sockets, without a module of the package: what another page notices.

    python -m benchmarks.page_attacks [--tree FOLDER] [--seconds 5] [--only NAME]

A MOOSDB with a vehicle that moves, and its page. A row: seconds between two positions that a page receives (99 %), 99 %
of the round trips of a question beside it, questions without an answer, memory and CPU of the server, and the time from
SIGTERM to its end.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from benchmarks.attacks import _packet, _post, connect

MISSION = """ServerHost = localhost
ServerPort = {port}
Community = abe
ProcessConfig = ANTLER
{{
  Run = MOOSDB @ NewConsole = false
  Run = usimmarine @ NewConsole = false
}}
ProcessConfig = usimmarine
{{
  AppTick = 10
  prefix = NAV
  start_pos = x=0,y=0,speed=2,heading=0
}}
"""
Attack = Callable[[int, int, threading.Event], None]
_GET = "GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n"


def _open(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 10.0)


def _held(text: str, count: int) -> Attack:
    """Open connections that send this and wait."""

    def attack(page: int, _db: int, over: threading.Event) -> None:
        held: list[socket.socket] = []
        while not over.is_set():
            with suppress(OSError):
                held.append(_open(page))
                held[-1].sendall(text.format(page).encode())
            if len(held) > count:
                held.pop(0).close()
            time.sleep(0.002)

    return attack


def _dripped(page: int, _db: int, over: threading.Event) -> None:
    """Send headers byte by byte on a hundred connections."""
    held: list[socket.socket] = []
    while not over.is_set():
        for one in held:
            with suppress(OSError):
                one.sendall(b"X")
        if len(held) < 100:
            with suppress(OSError):
                held.append(_open(page))
                held[-1].sendall(_GET.format("/", page).encode())
        time.sleep(0.01)


def _asked(make: Callable[[int], bytes]) -> Attack:
    """Ask without pause, each time on a new connection."""

    def attack(page: int, _db: int, over: threading.Event) -> None:
        data = make(page)
        while not over.is_set():
            with suppress(OSError), _open(page) as one:
                one.sendall(data)
                one.settimeout(0.2)
                while one.recv(65536):
                    pass

    return attack


def _body(path: str, body: bytes) -> Callable[[int], bytes]:
    def make(page: int) -> bytes:
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{page}\r\nContent-Type: application/json\r\n"
        return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body

    return make


def _shapes(_page: int, db: int, over: threading.Event) -> None:
    """Draw shapes with new labels without end: what they are bounded by is what a page holds."""
    for packet in _of_mail(db, over, lambda k: ("VIEW_POLYGON", f"pts={{0,0:{k % 97},9:9,9}},label=p{k}")):
        del packet


def _markup(_page: int, db: int, over: threading.Event) -> None:
    """Post labels and modes of markup, and values that are none."""
    evil = "<img src=x onerror=alert(1)><script>alert(1)</script>" + "A" * 4000
    for packet in _of_mail(db, over, lambda k: ("VIEW_POINT", f"x=nan,y=1e400,label={evil}{k},msg={evil}")):
        del packet


def _vehicles(_page: int, db: int, over: threading.Event) -> None:
    """Report vehicles without end."""
    for packet in _of_mail(db, over, lambda k: ("NODE_REPORT", f"NAME=v{k},X={k % 999},Y=1,SPD=1,HDG=1,TYPE=kayak")):
        del packet


def _of_mail(db: int, over: threading.Event, make: Callable[[int], tuple[str, str]]) -> Iterator[int]:
    line, k = connect(db, b"attacker"), 0
    line.settimeout(5.0)
    while not over.is_set():
        with suppress(OSError):
            line.sendall(_packet(*(_post(*make(k + j)) for j in range(100))))
        k += 100
        yield k
    line.close()


ATTACKS: dict[str, Attack | None] = {
    "none": None,
    "200 connections that say nothing": _held("", 200),
    "200 requests without an end": _held("GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", 200),
    "100 headers byte by byte": _dripped,
    "200 streams that are not read": _held("GET /events HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", 200),
    "headers of a megabyte": _asked(lambda page: f"{_GET.format('/', page)}X: {'y' * 1_000_000}\r\n\r\n".encode()),
    "nested JSON": _asked(_body("/look", b"[" * 9_990)),
    "the page again and again": _asked(lambda page: (_GET.format("/", page) + "Connection: close\r\n\r\n").encode()),
    "shapes without end": _shapes,
    "markup and numbers that are none": _markup,
    "vehicles without end": _vehicles,
}


def positions(page: int, over: threading.Event, times: list[float]) -> None:
    """Read the stream as a page does, and note when there is something new."""
    with _open(page) as line:
        line.sendall((_GET.format("/events", page) + "\r\n").encode())
        line.settimeout(0.5)
        reader = ""
        asked = 0.0
        while not over.is_set():
            try:
                data = line.recv(1 << 20)
            except TimeoutError:
                continue
            if not data:
                return
            times.append(time.monotonic())
            if not reader and (found := re.search(rb'"reader": ?"?([^",}]+)', data)):
                reader = found[1].decode()
            if reader and time.monotonic() - asked > 2.0:
                asked = time.monotonic()
                threading.Thread(target=_look, args=(page, reader), daemon=True).start()


def _look(page: int, reader: str) -> None:
    with suppress(OSError), _open(page) as one:
        one.sendall(_body("/look", json.dumps({"reader": reader, "vehicle": "abe"}).encode())(page))
        one.recv(4096)


def questions(page: int, over: threading.Event, took: list[float], lost: list[float]) -> None:
    """Ask for the page's text time and again, as a second browser does."""
    while not over.is_set():
        began = time.monotonic()
        try:
            with _open(page) as one:
                one.sendall((_GET.format("/then?t=0", page) + "Connection: close\r\n\r\n").encode())
                one.settimeout(10.0)
                answer = one.recv(4096)
            (took if answer.startswith(b"HTTP/1.1 200") else lost).append(time.monotonic() - began)
        except OSError:
            lost.append(time.monotonic() - began)
        time.sleep(0.05)


def _usage(process: int) -> tuple[float, float]:
    """CPU s and MB of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    memory = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", memory)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(found[1]) / 1024 if found else 0.0


def attacked(name: str, tree: str, seconds: float) -> str:
    """Make one row."""
    env = {**os.environ, "PYTHONPATH": tree}
    with tempfile.TemporaryDirectory() as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        db = free.getsockname()[1]
        free.close()
        file = Path(folder) / "m.moos"
        file.write_text(MISSION.format(port=db))
        usim = [sys.executable, "-m", "usimmarine_py"]
        quiet = {"cwd": folder, "env": env, "stderr": subprocess.DEVNULL}
        community = subprocess.Popen([*usim, "launch", str(file)], stdout=subprocess.DEVNULL, **quiet)  # type: ignore[call-overload]
        server = subprocess.Popen(
            [*usim, "watch", str(file), "--port", "0"], stdout=subprocess.PIPE, text=True, **quiet
        )  # type: ignore[call-overload]
        over, measured, threads = threading.Event(), threading.Event(), []
        try:
            while (found := re.search(r"http://127.0.0.1:(\d+)", server.stdout.readline())) is None:
                pass
            page = int(found[1])
            time.sleep(3.0)
            times: list[float] = []
            took: list[float] = []
            lost: list[float] = []
            threads = [
                threading.Thread(target=positions, args=(page, measured, times)),
                threading.Thread(target=questions, args=(page, measured, took, lost)),
            ]
            attack = ATTACKS[name]
            if attack is not None:
                threads.append(threading.Thread(target=attack, args=(page, db, over)))
            before = _usage(server.pid)
            for one in threads:
                one.start()
            time.sleep(seconds)
            after = _usage(server.pid)
            measured.set()
            for one in threads[:2]:
                one.join(20.0)
            sent = time.monotonic()
            server.send_signal(signal.SIGTERM)
            server.wait(60.0)
            ended = time.monotonic() - sent
        finally:
            over.set()
            measured.set()
            for process in (server, community):
                process.kill()
                process.wait()
            for one in threads:
                one.join(20.0)
        gaps = sorted(b - a for a, b in pairwise(times))
        took.sort()
        gap = gaps[int(0.99 * len(gaps))] if gaps else float("nan")
        trip = took[int(0.99 * len(took))] if took else float("nan")
        busy = (after[0] - before[0]) / seconds
        unheard = f"{len(lost)} of {len(lost) + len(took)}"
        return (
            f"| {name} | {gap:.2f} | {1e3 * trip:.0f} | {unheard} | {after[1]:.0f} | {100 * busy:.0f} % | {ended:.2f} |"
        )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tree", default=str(Path(__file__).parents[1]))
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    print("| attack | gap of positions, s | question, ms | not answered | MB | CPU | end, s |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in ATTACKS:
        if given.only in name:
            print(attacked(name, given.tree, given.seconds), flush=True)


if __name__ == "__main__":
    main()
