"""`scripts/torture` tells the truth: what failed, how to repeat it, and by its exit code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.processes import environment
from usimmarine_py.moos.testing import wait_for

TESTS = """
import pathlib, time
import pytest

def test_good(torture):
    torture.say(f"seed {torture.seed}, {torture.amount(1, 1000)} tries | none lost")

def test_bad(torture):
    assert torture.rng() is None, "the reason"

@pytest.mark.skip(reason="needs a moon")
def test_skipped():
    pass
"""
WAITS = """
def test_waits():
    pathlib.Path(__file__).with_name("waits").touch()
    time.sleep(600)
"""


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "tests/torture.py", *words, "-o", str(folder / "report.md")]
    # tests elsewhere know the options and the fixture as plug-ins
    plugins = environment(PYTEST_ADDOPTS="-p tests.conftest -p no:cov")
    return subprocess.Popen(command, cwd=ROOT, env=plugins, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


@pytest.mark.nightly
def test_a_report_of_good_and_bad(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(TESTS)
    (tmp_path / "test_broken.py").write_text("import nothing_of_this_name\n")
    with start(tmp_path, "--seed", "5", str(tmp_path / "test_it.py"), str(tmp_path / "test_broken.py")) as process:
        shown, _ = process.communicate(timeout=120.0)
    assert process.returncode == 1, shown
    assert "seed 5\n" in shown
    assert "1 passed, 2 failed, 1 skipped" in shown
    page = (tmp_path / "report.md").read_text()
    rows = [row.split(" | ") for row in page.splitlines() if "test_it.py::" in row and row.startswith("| ")]
    ends = {row[0].rpartition("::")[2]: (row[2], row[-1].removesuffix(" |")) for row in rows}
    assert ends["test_good"] == ("passed", "seed 5, 1000 tries \\| none lost")
    assert ends["test_bad"] == ("failed", "")
    assert ends["test_skipped"] == ("skipped", "needs a moon")
    assert 'test_it.py::test_bad" --tier nightly --fault-seed 5' in page
    assert "the reason" in page
    assert "nothing_of_this_name" in page


@pytest.mark.nightly
def test_an_interrupt_leaves_what_was_done(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(TESTS)
    (tmp_path / "test_late.py").write_text(TESTS.replace("def test_bad", "def bad") + WAITS)
    with start(tmp_path, str(tmp_path / "test_it.py"), str(tmp_path / "test_late.py")) as process:
        try:
            assert wait_for((tmp_path / "waits").exists, 120.0)
            os.kill(process.pid, signal.SIGINT)
            shown, _ = process.communicate(timeout=60.0)
        finally:
            process.kill()
    assert process.returncode == 130, shown
    page = (tmp_path / "report.md").read_text()
    assert "It was interrupted" in page
    assert page.count("::test_good") >= 1
