"""The benchmarks start as their pages say, in a checkout that is not installed and with nothing in PYTHONPATH."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.results import changes, compare, keep, last
from tests.support.paths import ROOT


def started(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_the_runs_in_processes_of_their_own_find_the_package() -> None:
    done = started("benchmarks.run", "--hours", "0.001")
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()[1:]] == ["drift_gusts", "drift_gusts", "box", "box"]


@pytest.mark.parametrize("name", ["run", "sweep", "waves", "weather", "hostile", "interop", "live"])
def test_each_explains_itself(name: str) -> None:
    done = started(f"benchmarks.{name}", "--help")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"usage: {name}.py")


def test_an_unknown_name_lists_the_known_ones() -> None:
    done = started("benchmarks", "sweeep")
    assert done.returncode == 2
    assert (
        "no benchmark sweeep; there are fossen, hostile, interop, live, run, sweep, waves, weather, wire" in done.stderr
    )
