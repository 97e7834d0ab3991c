"""A run that does not end: --timeout and signals end it, also in a tick that never returns."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.paths import MISSIONS
from tests.support.processes import call, environment
from usimmarine_py.cli.usim import entry
from usimmarine_py.run.stop import Stop, TickEnded

BOX = str(MISSIONS / "box" / "box.moos")
APPS = """
import time
from pathlib import Path
from usimmarine_py import App

class Endless(App):
    app_tick = 1.0
    def iterate(self):
        if self.now > 1010.5:
            Path("reached").touch()
            while True:
                pass

class Stubborn(App):
    app_tick = 1.0
    def iterate(self):
        while self.now > 1010.5:
            Path("reached").touch()
            try:
                time.sleep(1e6)
            except BaseException:
                pass
"""
#: Real s in which everything has ended, and some for a busy machine.
SOON = 2.0 + 3.0
pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no alarms")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "apps.py").write_text(APPS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["Endless", "Stubborn"])
def test_a_tick_that_does_not_end_is_ended_and_what_there_is_is_kept(folder: Path, name: str) -> None:
    words = call("run", BOX, "--app", f"apps.py:{name}", "--timeout", "1", "-q", "-o", "o", program="usim")
    found = subprocess.run(words, cwd=folder, env=environment(), capture_output=True, text=True, timeout=60)
    assert found.returncode == 1
    assert (folder / "o/box.alog").read_text().splitlines()[-1].startswith("11.0")
    if name == "Endless":
        assert f"cut short at 11 s by --timeout: a tick of {name} did not end" in found.stderr
        assert json.loads((folder / "o/box.json").read_text())["ended"] == "timeout"
    else:  # drops what ends a tick: the process ends itself
        assert "Stubborn drops every exception" in found.stderr


def test_time_ends_a_run_that_goes_on(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["run", BOX, "--duration", "1e7", "--timeout", "0.3", "--no-log", "-q", "-o", "o"]) in (0, 1)
    path = MISSIONS / "drift_gusts" / "drift_gusts.moos"
    assert entry(["run", str(path), "--duration", "1e7", "--timeout", "0.5", "--no-log", "-q", "-o", "o"]) == 1
    assert "by --timeout" in capsys.readouterr().err


def test_grades_and_rows_of_sweeps(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--app", "apps.py:Endless", "--timeout", "4"]
    assert entry(["grade", BOX, *words, "--keep", "k", "--jobs", "1"]) == 1
    assert "FAIL " in (out := capsys.readouterr().out) and "by --timeout: a tick of Endless did not end" in out
    assert (folder / "k/box/box.alog").stat().st_size > 10_000
    entry(["sweep", BOX, "-n", "1", "--workers", "1", *words, "-o", "s", "--no-figure"])
    [row] = csv.DictReader((folder / "s/runs.csv").read_text().splitlines())
    assert row["status"] == "lost" and row["error"].startswith("cut short by --timeout")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("words", [("run", "-o", "o"), ("grade", "--jobs", "1", "--keep", "k")], ids=["run", "grade"])
def test_the_first_signal_ends_everything(folder: Path, number: signal.Signals, words: tuple[str, ...]) -> None:
    command = call(words[0], BOX, "--app", "apps.py:Stubborn", *words[1:], program="usim")
    with subprocess.Popen(
        command, cwd=folder, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        until = time.monotonic() + 60
        while not (folder / "reached").exists():
            assert process.poll() is None and time.monotonic() < until
            time.sleep(0.05)
        sent = time.monotonic()
        process.send_signal(number)
        code = process.wait(60.0)
        assert time.monotonic() - sent < SOON
    assert code == (130 if number is signal.SIGINT else 0 if words[0] == "run" else 143)
    if words[0] == "run":
        assert (folder / "o/box.alog").read_text().splitlines()[-1].startswith("11.0")


def test_what_follows_the_last_tick_is_not_ended() -> None:
    stop = Stop(0.05)
    with stop.watching():
        stop.over()
        time.sleep(1.2)
    late = Stop(0.05)
    with pytest.raises(TickEnded), late.watching():
        time.sleep(5.0)
    assert late.why == "timeout" and signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_process_whose_tick_drops_every_exception_ends(folder: Path) -> None:
    text = (
        "import time\nfrom usimmarine_py.run.stop import Stop\n"
        "stop = Stop(0.1)\nstop.closing.append(lambda: open('closed', 'w'))\n"
        "def drop():\n    while True:\n        try:\n            while True:\n                try:\n"
        "                    time.sleep(9)\n                except BaseException:\n                    pass\n"
        "        except BaseException:\n            pass\n"
        "with stop.watching():\n    drop()\n"
    )
    assert subprocess.run([sys.executable, "-c", text], cwd=folder, env=os.environ, timeout=30).returncode == 124
    assert (folder / "closed").exists()
