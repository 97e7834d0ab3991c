"""Calls that may fail do so once, one after the other: open, write, fsync, rename, close; fork of a launch.

Property: whatever fails, outputs are whole or absent, the exit code is not 0, and there is one line, no traceback. What
fails is a call of the C library (tests/support/failing.c), so that the package cannot tell it from a disk.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import environment, free_port
from tests.support.torture import Torture

SOURCE = Path(__file__).parents[1] / "support" / "failing.c"
MISSION = """
ServerHost = localhost
ServerPort = PORT
Community = one
LatOrigin = 42
LongOrigin = -71
ProcessConfig = ANTLER
{
  Run = uSimMarineV22 @ NewConsole = false
}
ProcessConfig = uSimMarineV22
{
  AppTick = 4
  start_pos = x=0,y=0,speed=1,heading=90
}
"""
#: What is played, with outputs in ``out``.
COMMANDS = {
    "run": ("run", "m.moos", "-o", "out", "--duration", "5", "--csv", "--quiet"),
    "sweep": ("sweep", "m.moos", "-o", "out", "-n", "3", "--workers", "1", "--duration", "5"),
    "launch": ("launch", "m.moos", "--for", "2"),
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that fails calls."""
    compiler = shutil.which("cc")
    if compiler is None or not sys.platform.startswith("linux"):
        pytest.skip("needs Linux and a C compiler")
    path = tmp_path_factory.mktemp("library") / "failing.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", path, SOURCE, "-ldl"], check=True)
    return path


def play(folder: Path, library: Path, words: tuple[str, ...], **more: str) -> subprocess.CompletedProcess[str]:
    shutil.rmtree(folder / "out", ignore_errors=True)
    variables = {**environment(), "LD_PRELOAD": str(library), "PYTHONDONTWRITEBYTECODE": "1", **more}
    return subprocess.run(
        [sys.executable, "-m", "usimmarine_py", *words],
        cwd=folder, env=variables, capture_output=True, text=True, timeout=120.0, check=False,
    )  # fmt: skip


#: How a whole file of a kind ends.
ENDS = {
    ".csv": b"\n", ".alog": b"\n", ".jsonl": b"\n", ".txt": b"\n", ".slog": b"\n", ".ylog": b"\n", ".usim": b"\n",
    ".html": b"</html>\n", ".xml": b"</testsuites>\n", ".png": b"IEND\xaeB`\x82", ".parquet": b"PAR1",
    ".mcap": b"\x89MCAP0\r\n", ".json": b"\n",
}  # fmt: skip


def torn(folder: Path) -> list[str]:
    """The files that are there, but not whole."""
    found = []
    for path in (path for path in folder.rglob("*") if path.is_file()):
        data = path.read_bytes()
        whole = data.endswith(ENDS.get(path.suffix, b"")) and bool(data)
        if path.suffix == ".jsonl":  # a journal of no run
            whole = whole or not data
        elif path.suffix == ".json" and whole:
            try:
                json.loads(data)
            except ValueError:
                whole = False
        if not whole or path.name.endswith(".part"):
            found.append(path.name)
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_each_call_fails_once(command: str, library: Path, tmp_path: Path, torture: Torture) -> None:
    (tmp_path / "m.moos").write_text(MISSION.replace("PORT", str(free_port())))
    words, counts = COMMANDS[command], tmp_path / "counts"
    assert play(tmp_path, library, words, FAIL_COUNTS=str(counts)).returncode == 0
    calls = [line.split() for line in counts.read_text().splitlines()]
    faults = [f"{kind}:{number}" for kind, count in calls for number in range(1, int(count) + 1)]
    assert faults
    for fault in torture.rng().sample(faults, min(torture.amount(2, 1000), len(faults))):
        failed = play(tmp_path, library, words, FAIL_CALL=fault)
        told = [line for line in failed.stderr.splitlines() if line.startswith("usim")]  # not the progress
        assert failed.returncode not in (0, None), fault
        assert "Traceback" not in failed.stderr and len(told) == 1, (fault, failed.stderr)
        assert torn(tmp_path / "out") == [], fault
    torture.say(f"usim {command}: of {len(faults)} calls each may fail; outputs whole or absent, one line")
