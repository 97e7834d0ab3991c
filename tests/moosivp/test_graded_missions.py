"""Graded missions in lock step, live with our programs, and live with the originals: the same results file."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.processes import call, environment, free_port
from usimmarine_py.grade.grade import GradeOptions, grade_file

PROGRAMS = ("MOOSDB", "uSimMarineV22", "pMarinePIDV22", "uTimerScript", "pMissionEval", "pMissionHash", "pAutoPoke")
GRADED = sorted((ROOT / "tests/data/graded").glob("*.moos"))


def live(mission: Path, folder: Path, prefer: str) -> str:
    """The results file that a live community leaves."""
    (folder / "m.moos").write_text(mission.read_text().replace("= 9000", f"= {free_port()}"))
    results = folder / "results.txt"
    with (folder / "output.txt").open("wb") as output:
        process = subprocess.Popen(
            call("launch", "m.moos", "--prefer", prefer, program="usim"),
            cwd=folder, env=environment(), stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            until = time.monotonic() + 60.0
            while time.monotonic() < until and process.poll() is None:
                if results.is_file() and results.read_text().endswith("\n"):
                    break
                time.sleep(0.1)
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(60.0)
            except subprocess.TimeoutExpired:
                process.kill()
    return results.read_text() if results.is_file() else f"nothing; {(folder / 'output.txt').read_text()[-2000:]}"


@pytest.mark.timeout(300)
@pytest.mark.parametrize("mission", GRADED[2::6], ids=lambda file: file.stem)
@pytest.mark.parametrize("prefer", ["ours", "theirs"])
def test_lock_step_and_live_leave_the_same_results(tmp_path: Path, mission: Path, prefer: str) -> None:
    stepped = grade_file(mission, GradeOptions()).reports["results.txt"]
    assert live(mission, tmp_path, prefer) == stepped
