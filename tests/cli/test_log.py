"""``usim log`` on a real MOOSDB."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path

from tests.support.processes import call, environment, running
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.open import connect


def log_of(folder: Path, *words: str) -> tuple[int, str, dict[str, list[object]]]:
    path = folder / "x.alog"
    with MoosDb() as db:
        process = subprocess.Popen(
            call("log", f"--port={db.port}", "-o", str(path), *words, program="usim"),
            env=environment(),
            stdout=subprocess.PIPE,
            text=True,
        )
        client = connect(port=db.port, name="writer")
        assert wait_for(lambda: "usim_log" in db.clients)
        assert process.stdout is not None
        while "is running" not in process.stdout.readline():
            pass
        for k in range(50):
            client.notify("NAV_X", float(k))
        client.notify("NAV_NOTE", "a text with blanks ")
        client.notify("OTHER", 1.0)
        client.notify("APPCAST_REQ", "node=all,app=all,duration=3,key=k")
        assert wait_for(lambda: path.exists() and b"NAV_NOTE" in path.read_bytes())
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=10)
        client.close()
    found: dict[str, list[object]] = {}
    for row in read_alog(path):
        if row.source == "writer":
            found.setdefault(row.variable, []).append(row.value)
    return process.returncode, said, found


def test_it_logs_the_patterns_asked_for(tmp_path: Path) -> None:
    code, said, found = log_of(tmp_path, "NAV_?", "*NOTE")
    assert code == 130
    assert found == {"NAV_X": [float(k) for k in range(50)], "NAV_NOTE": ["a text with blanks "]}
    assert "51 rows of 2 variables" in said


def test_without_a_pattern_it_logs_everything_and_sources_choose(tmp_path: Path) -> None:
    _, _, found = log_of(tmp_path, "--sources", "wri*")
    assert set(found) == {"NAV_X", "NAV_NOTE", "OTHER", "APPCAST_REQ"}


def test_a_log_that_has_grown_too_large_is_told_of_and_whole(tmp_path: Path) -> None:
    path = tmp_path / "x.alog"
    with (
        MoosDb() as db,
        running("log", f"--port={db.port}", "-o", str(path), "--max-log", "0.01", "NAV_X", program="usim") as process,
    ):
        client = connect(port=db.port, name="writer")
        assert wait_for(lambda: "usim_log" in db.clients)
        while process.poll() is None:
            for k in range(50):
                client.notify("NAV_X", float(k))
            time.sleep(0.05)
        client.close()
        assert process.stdout is not None
        said = process.stdout.read()
    assert process.returncode == 1
    assert f"{path} has reached 0.01 MB; ended, as --max-log asks" in said
    assert path.stat().st_size >= 0.01e6
    assert path.read_bytes().endswith(b"\n")
