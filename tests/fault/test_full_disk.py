"""A disk that is full, and files that hold bytes which are no text.

- a log holds whole rows whatever happens, and what found no room is written once there is room;
- whoever logs while a vehicle moves is told instead of stopped, in one line;
- a run that ends for want of room says so in one line, and its files hold whole rows;
- a mission with bytes that are no UTF-8 can be checked and run, with files of every kind.
"""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import LogFileError
from usimmarine_py.logs.alog.writer import AlogWriter


@contextmanager
def _room(size: int) -> Iterator[None]:
    """No file grows beyond ``size`` bytes: what a full disk says, but for the number of the error."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    told = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, told)


def _rows(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    assert text.endswith("\n"), text[-80:]
    return [line for line in text.splitlines() if not line.startswith("%%")]


def test_rows_wait_for_room_and_none_is_lost(tmp_path: Path) -> None:
    told: list[str] = []
    path = tmp_path / "live.alog"
    writer = AlogWriter(path, 0.0, opened="", flush_interval=0.0, on_trouble=told.append)
    with _room(2000):
        for k in range(100):
            writer(float(k), "NAV_X", "me", "", float(k))
            writer(float(k), "IMAGE", "me", "", bytes(50))
        assert all(row.split()[3].strip() for row in _rows(path))
    assert {text.partition("; ")[0] for text in told} == {f"{path}: cannot write the log: File too large"}
    assert {text.rpartition("; ")[2] for text in told} == {"rows wait for room", "binary values are lost"}
    writer.flush()
    found = [row.split()[3] for row in _rows(path) if " NAV_X " in row]
    assert [float(text) for text in found] == [float(k) for k in range(100)]
    # each value that the log points at is there, whole
    blog = (tmp_path / "live.blog").read_bytes()
    binary = [row for row in _rows(path) if "MOOS_BINARY" in row]
    assert binary
    for row in binary:
        place = dict(piece.split("=") for piece in row.split("<MOOS_BINARY>")[1].split("<")[0].split(","))
        assert blog[int(place["Offset"]) :][: int(place["Bytes"])] == bytes(50)
    writer.close()
    writer.close()


def test_a_log_that_nobody_watches_over_says_that_it_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "run.alog"
    with _room(2000), pytest.raises(LogFileError, match="cannot write the log"), AlogWriter(path, 0.0) as writer:
        for k in range(5000):
            writer(float(k), "NAV_X", "me", "", float(k))
    assert len(_rows(path)) > 5


def test_bytes_that_are_no_text_go_through_every_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("foxglove")
    mission = tmp_path / "odd.moos"
    lines = [b"Community = a\xff", b"ProcessConfig = uSimMarine", b"{", b"start_\xff = 3", b"prefix = N\xffV", b"}"]
    mission.write_bytes(b"\n".join(lines))
    assert entry(["run", str(mission), "--duration", "3", "-q", "-o", str(tmp_path / "out"), "--csv", "--mcap"]) == 0
    assert (tmp_path / "out" / "odd.json").is_file()
    capsys.readouterr()
