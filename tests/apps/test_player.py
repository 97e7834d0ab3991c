"""A log played into the built-in MOOSDB: a client gets its mail, at its times."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from usimmarine_py.apps.player import Player
from usimmarine_py.errors import TransportError
from usimmarine_py.logs.alog import AlogWriter, read_alog
from usimmarine_py.logs.playback import Playback, chosen_rows
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import collect
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.moos.transport.open import connect
from usimmarine_py.values import Message

#: What the criterion allows at warp 1, s.
ALLOWED = 1e-3


def no_keys(seconds: float) -> str:
    time.sleep(seconds)
    return ""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Four seconds of several clients, of every type."""
    file = tmp_path / "run.alog"
    writer = AlogWriter(file, 0.0, ["a test"])
    for k in range(200):
        t = 10.0 + 0.0201 * k
        writer(t, "NAV_X", "usimmarine", "", 0.5 * k)
        writer(t, "NAV_SUMMARY", "usimmarine", "", f"x={k}, with blanks")
        if k % 20 == 0:
            writer(t + 0.0037, "DESIRED_RUDDER", "pHelmIvP", "waypt", float(-k))
    writer(13.0, "IMAGE", "camera", "", bytes(range(256)))
    writer.close()
    return file


@pytest.fixture
def db() -> Iterator[MoosDb]:
    with MoosDb() as found:
        yield found


def watcher(db: MoosDb, warp: float = 1.0) -> Comms:
    client = connect(port=db.port, name="watcher", warp=warp)
    client.register_wildcard("*")
    # the variables of the MOOSDB itself come when the registration counts: a post before that might be missed
    assert collect(client, bool)
    return client


def posted(mail: list[Message]) -> list[Message]:
    return [m for m in mail if not m.variable.startswith("DB_")]


def play(db: MoosDb, playback: Playback, warp: float = 1.0) -> int:
    clock = RealClock(warp)
    comms = connect(port=db.port, name="usim_play", warp=warp)
    player = Player(playback, comms, clock, keys=no_keys)
    try:
        assert player.run()
    finally:
        comms.close()
    return player.posted


@pytest.mark.parametrize(("rate", "warp"), [(1.0, 1.0), (4.0, 1.0), (1.0, 10.0)])
def test_a_client_sees_the_log_s_mail_at_the_log_s_times(db: MoosDb, log: Path, rate: float, warp: float) -> None:
    rows = chosen_rows(log)
    client = watcher(db, warp)
    assert play(db, Playback(rows, rate), warp) == len(rows)
    mail = posted(collect(client, lambda found: len(posted(found)) >= len(rows)))
    client.close()
    expected = [row.value if isinstance(row.value, (float, str)) else row.value.read() for row in rows]
    assert [(m.variable, m.source, m.source_aux, m.value) for m in mail] == [
        (row.variable, row.source, row.source_aux, value) for row, value in zip(rows, expected, strict=True)
    ]
    late = sorted(m.time - row.time / rate for m, row in zip(mail, rows, strict=True))
    # a busy machine may post each some milliseconds late, and a few of them more
    assert late[len(late) // 2] - late[0] < 10 * ALLOWED * warp


def test_it_comes_when_its_stamp_says(db: MoosDb, log: Path) -> None:
    client = watcher(db)
    clock, comms = RealClock(), connect(port=db.port, name="usim_play")
    late: list[float] = []

    def keys(seconds: float) -> str:
        time.sleep(min(seconds, 0.002))
        now = time.time()
        late.extend(now - m.time for m in posted(client.fetch()))
        return ""

    Player(Playback(chosen_rows(log, ["NAV_X"]), 1.0), comms, clock, keys=keys).run()
    comms.close()
    client.close()
    assert len(late) > 150 and min(late) > -ALLOWED
    # a busy machine may be late for most of them, but not for all
    assert sorted(late)[len(late) // 10] < 0.05


def test_keys_pause_seek_and_end(db: MoosDb, log: Path) -> None:
    comms = connect(port=db.port, name="usim_play")
    playback = Playback(chosen_rows(log, ["NAV_X"]), 1.0)
    pressed = iter([" ", "", "x", "right", "left", "down", " ", "up", "q"])
    places = []

    def keys(seconds: float) -> str:
        del seconds
        places.append((playback.paused, round(playback.place(RealClock().now()), 1)))
        return next(pressed)

    player = Player(playback, comms, RealClock(), keys=keys)
    ended = player.run()
    comms.close()
    assert places[1] == places[2] == (True, 10.0) and places[4] == (True, 14.0)
    assert places[6] == (True, 10.0)
    # up jumps to the end, whose row is posted, and nothing is left for q
    assert ended and playback.finished


def test_a_moosdb_that_goes_away_ends_it_with_the_place_to_go_on_from(log: Path) -> None:
    with MoosDb() as db:
        comms = connect(port=db.port, name="usim_play")
        player = Player(Playback(chosen_rows(log), 1.0), comms, RealClock(), keys=no_keys)
        player.playback.start(0.0)
    with pytest.raises(TransportError, match="go on with --from 10"):
        player.run()
    comms.close()


def run(db: MoosDb, *words: str, terminal: int | None = None) -> subprocess.Popen[bytes]:
    code = "import sys; from usimmarine_py.cli.start import usim; sys.exit(usim())"
    command = [sys.executable, "-c", code, "play", f"--port={db.port}", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    if terminal is None:
        return subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    return subprocess.Popen(
        command, env=environment, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True,
        preexec_fn=lambda: _own_terminal(terminal),
    )  # fmt: skip


def _own_terminal(descriptor: int) -> None:
    import fcntl
    import termios

    fcntl.ioctl(descriptor, termios.TIOCSCTTY, 0)


def test_the_command_ends_by_itself(db: MoosDb, log: Path) -> None:
    client = watcher(db)
    process = run(db, str(log), "--rate=20", "--only=NAV_X", "--from=12")
    out, _ = process.communicate(timeout=60.0)
    expected = [row for row in read_alog(log) if row.variable == "NAV_X" and row.time >= 12.0]
    mail = posted(collect(client, lambda found: len(posted(found)) >= len(expected)))
    client.close()
    assert process.returncode == 0 and f"run.alog: {len(expected)} posts to its end".encode() in out
    assert [m.value for m in mail] == [row.value for row in expected]


def test_a_signal_ends_it_in_between(db: MoosDb, log: Path) -> None:
    client = watcher(db)
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 0)):
        began = time.time()
        process = run(db, str(log), "--rate=0.2", "-q")
        # its own posts, not late ones of the process before
        assert collect(client, lambda found, began=began: any(m.time > began for m in posted(found)), 60.0)
        process.send_signal(number)
        process.communicate(timeout=60.0)
        assert process.returncode == code
    client.close()


def test_space_and_arrows_on_a_terminal(db: MoosDb, log: Path) -> None:
    client = watcher(db)
    ours, theirs = pty.openpty()
    process = run(db, str(log), "--only=NAV_X", "--rate=0.5", terminal=theirs)
    os.close(theirs)
    try:
        assert collect(client, lambda found: bool(posted(found)), 60.0)
        os.write(ours, b" ")
        time.sleep(0.6)
        client.fetch()
        time.sleep(0.5)
        assert posted(client.fetch()) == []
        os.write(ours, b" \x1b[C")  # on, and ten seconds further: the last row
        assert process.wait(timeout=20) == 0
        screen = os.read(ours, 65536)
    finally:
        os.close(ours)
    mail = posted(collect(client, lambda found: bool(posted(found))))
    client.close()
    assert mail[-1].value == 99.5 and b"paused" in screen and b"posts to its end" in screen
