"""Signals at random instants, to every program and command that runs until it is told to leave or for long.

Properties, for SIGINT, SIGTERM, SIGHUP, two SIGINT and SIGKILL, while it loads and while it is under way:

- the exit code is the documented one: 130 after SIGINT; after SIGTERM and SIGHUP 0 for what runs until it is told to
  leave, 128 + n for what had a task to finish. While Python itself loads nobody is there to answer: -n;
- it is gone within a second (asserted by night; a launcher has longer);
- a terminal is left as it was;
- no traceback;
- every file that it leaves is whole; after SIGKILL all but the last row is, and the readers take it;
- no process, no listening port and no temporary file stays (a SIGKILL leaves temporary files: nobody can help it).
"""

from __future__ import annotations

import json
import os
import pty
import random
import shutil
import signal
import sys
import termios
import time
from contextlib import ExitStack
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.programs import MISSION, PROGRAMS, Called, Program, called
from tests.support.torture import Torture
from usimmarine_py.cli.usim import entry
from usimmarine_py.logs.alog import load_series
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="left processes are looked for in /proc")

SIGNALS = [(signal.SIGINT,), (signal.SIGTERM,), (signal.SIGHUP,), (signal.SIGINT, signal.SIGINT), (signal.SIGKILL,)]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of 300 s, to be played, drawn and fitted."""
    folder = tmp_path_factory.mktemp("recorded")
    (folder / "m.moos").write_text(MISSION.format(port=9000))
    assert entry(["run", str(folder / "m.moos"), "--duration", "300", "-q", "-o", str(folder / "run")]) == 0
    return folder / "run"


def codes(program: Program, numbers: tuple[signal.Signals, ...], *, loading: bool) -> set[int]:
    first = numbers[0]
    if first == signal.SIGKILL:
        return {-first}
    if first == signal.SIGINT:
        # the second one may come when there is nothing left to do but to end
        return {130} | ({-first} if loading or len(numbers) > 1 else set())
    under_way = 128 + first if program.told is None else program.told
    return {under_way} | ({128 + first, -first} if loading else set())


def check_files(one: Called, *, killed: bool) -> None:
    for path in sorted(
        p for p in one.folder.rglob("*") if p.is_file() and "run" not in p.relative_to(one.folder).parts
    ):
        data = path.read_bytes()
        text = data.decode(errors="replace")
        rows = text.splitlines()
        if path.suffix == ".alog":
            assert killed or text.endswith("\n") or not text, path
            if rows:
                load_series(path, ["NAV_X"])
        elif path.suffix == ".csv":
            assert len({row.count(",") for row in (rows[:-1] if killed else rows)}) <= 1, path
        elif path.suffix == ".jsonl":
            for row in rows[:-1] if killed else rows:
                json.loads(row)
        elif killed:
            continue
        elif path.suffix == ".json":
            json.loads(text)
        elif path.suffix == ".xml":
            ElementTree.fromstring(text)
        elif path.suffix == ".png":
            assert data[-8:-4] == b"IEND", path
        elif path.suffix == ".mcap":
            assert data.endswith(b"\x89MCAP0\r\n"), path


def end_one(
    rng: random.Random, name: str, numbers: tuple[signal.Signals, ...], *, loading: bool, recorded: Path, folder: Path
) -> float:
    """Call it, and send the signals at an instant; how many seconds it then took to end."""
    program = PROGRAMS[name]
    shutil.copytree(recorded, folder / "run")
    with ExitStack() as stack:
        moosdb = stack.enter_context(MoosDb(warp=10.0)) if program.beside else None
        one = stack.enter_context(called(program, folder, moosdb))
        if not loading:
            assert wait_for(one.is_ready, 60.0), one.said
        time.sleep(wait := rng.uniform(0.0, 0.6))
        over = one.process.poll() is not None
        began = time.monotonic()
        one.process.send_signal(numbers[0])
        for number in numbers[1:]:
            time.sleep(rng.uniform(0.0, 0.1))
            one.process.send_signal(number)
        code = one.process.wait(60.0)
        took = time.monotonic() - began
        since = "its call" if loading else "it was under way"
        told = f"{name}: {'+'.join(n.name for n in numbers)} {wait:.3f} s after {since}"
        allowed = {0} if over else codes(program, numbers, loading=loading or not program.ready)
        assert (code in allowed, "Traceback" in one.said) == (True, False), (told, code, allowed, one.said)
        assert wait_for(lambda: not one.others(), 60.0), (told, one.others())
        assert wait_for(one.port_is_free, 60.0), told
        killed = signal.SIGKILL in numbers
        assert killed or not [*(folder / "tmp").iterdir()], told
        check_files(one, killed=killed)
    return took


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_signal_at_any_instant(name: str, torture: Torture, recorded: Path, tmp_path: Path) -> None:
    """All of the page, of this program: one of the signals with each change, each of them twice by night."""
    # text, not hash: the same with every hash seed
    rng = random.Random(f"{torture.seed} {name}")
    cases = [(numbers, loading) for numbers in SIGNALS for loading in (True, False)]
    took = []
    for number, (numbers, loading) in enumerate(rng.sample(cases, torture.amount(1, len(cases)))):
        folder = tmp_path / str(number)
        folder.mkdir()
        took.append(end_one(rng, name, numbers, loading=loading, recorded=recorded, folder=folder))
    if torture.nightly:
        torture.say(f"{name}: {len(took)} signals, gone within {max(took):.2f} s")
        assert max(took) < PROGRAMS[name].soon


def _read_all(descriptor: int) -> bytes:
    """What waits at a pseudo-terminal: one read gives a part of it."""
    os.set_blocking(descriptor, False)
    parts = []
    while True:
        try:
            parts.append(os.read(descriptor, 65536))
        except OSError:
            return b"".join(parts)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("name", ["play", "appcast"])
def test_the_terminal_is_as_before(name: str, number: signal.Signals, recorded: Path, tmp_path: Path) -> None:
    """Of the commands that read single keys: echo and whole lines are back, the second screen is left."""
    shutil.copytree(recorded, tmp_path / "run")
    ours, theirs = pty.openpty()
    try:
        before = termios.tcgetattr(theirs)
        with MoosDb(warp=10.0) as moosdb, called(PROGRAMS[name], tmp_path, moosdb, terminal=theirs) as one:
            assert wait_for(lambda: termios.tcgetattr(theirs) != before, 60.0)
            one.process.send_signal(number)
            code = one.process.wait(60.0)
        assert code in codes(PROGRAMS[name], (number,), loading=False)
        assert termios.tcgetattr(theirs) == before
        said = _read_all(ours)
        assert said.count(b"\033[?1049h") == said.count(b"\033[?1049l") == (name == "appcast")
    finally:
        os.close(ours)
        os.close(theirs)
