"""``usim log`` on a real MOOSDB."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.processes import call, environment, free_port, running
from usimmarine_py.cli.community.log import leave_mission
from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.logs.claim import claim
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
        said, _ = process.communicate(timeout=60.0)
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


def test_a_log_that_is_being_written_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "x.alog"
    with MoosDb() as db:
        words = ("log", f"--port={db.port}", "-o", str(path), "NAV_X")
        with running(*words, program="usim") as first:
            assert wait_for(lambda: path.exists() and b"LOGSTART" in path.read_bytes())
            before = path.read_bytes()
            told = {
                "refused the name usim_log": (3, words),
                "another program is writing this log; choose another file with -o": (2, (*words, "--name", "other")),
            }
            for line, (code, call_words) in told.items():
                done = subprocess.run(
                    call(*call_words, program="usim"), env=environment(), capture_output=True, text=True, timeout=60.0
                )
                assert done.returncode == code
                assert line in done.stdout + done.stderr
                assert "rows" not in done.stdout
                assert path.read_bytes()[: len(before)] == before
            client = connect(port=db.port, name="writer")
            client.notify("NAV_X", 1.0)
            assert wait_for(lambda: b"writer" in path.read_bytes())
            client.close()
            first.send_signal(signal.SIGINT)
            assert first.wait(60.0) == 130
    assert [row.value for row in read_alog(path) if row.source == "writer"] == [1.0]


def test_two_may_write_to_nowhere(tmp_path: Path) -> None:
    with ExitStack() as stack:
        for _ in range(2):
            claim(Path(os.devnull), stack, "never said")
        claim(tmp_path / "x.alog", stack, "never said")
        with pytest.raises(ConfigError, match="said once"):
            claim(tmp_path / "x.alog", stack, "said once")
    with ExitStack() as stack:
        claim(tmp_path / "x.alog", stack, "never said")


def test_loggers_that_start_in_the_same_second_get_folders_of_their_own(tmp_path: Path) -> None:
    mission, log = tmp_path / "m.moos", tmp_path / "LOG_1_2_2026" / "LOG_1_2_2026.alog"
    mission.write_text("Community = abe\n")
    assert leave_mission(mission, log, "abe") == log
    second = leave_mission(mission, log, "ben")
    assert second == tmp_path / "LOG_1_2_2026_ben" / "LOG_1_2_2026_ben.alog"
    assert leave_mission(mission, log, "") == log  # a name without a date is used again
    assert [path.with_suffix("._moos").read_text() for path in (log, second)] == ["Community = abe\n"] * 2


@pytest.mark.parametrize("seconds", ["0.2", "7"])
def test_without_a_moosdb_the_end_of_its_time_is_a_failure(seconds: str, tmp_path: Path) -> None:
    """It ended with 0: by 5 s without a log, later with one that has no row."""
    done = subprocess.run(
        call("log", f"--port={free_port()}", "-o", "x.alog", "--for", seconds, program="usim"),
        cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=120.0,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.count("there never was a MOOSDB") == 1 and "Connection refused" in done.stderr
