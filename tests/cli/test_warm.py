"""`usim warm`: afterwards nothing is compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import environment

pytest.importorskip("numba")


def ran(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    own = {**environment(), "NUMBA_CACHE_DIR": str(folder / "code")}
    own.pop("NUMBA_DISABLE_JIT", None)
    return subprocess.run(
        [sys.executable, "-m", "usimmarine_py", *words],
        cwd=folder,
        env=own,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.nightly
def test_after_it_a_trial_compiles_nothing(tmp_path: Path) -> None:
    first = ran(tmp_path, "warm")
    assert first.returncode == 0, first.stderr
    assert "compiling the equations of motion, once on this machine" in first.stderr
    assert str(tmp_path / "code") in first.stdout
    assert any(path.suffix == ".nbc" for path in (tmp_path / "code").rglob("*"))
    again = ran(tmp_path, "warm")
    assert (again.returncode, again.stderr) == (0, "")
    trial = ran(tmp_path, "trials", "otter", "--trial", "acceleration", "--figures", "none")
    assert (trial.returncode, "compiling" in trial.stderr) == (0, False), trial.stderr


def test_without_numba_it_names_the_extra(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('none here')\n")
    own = {**environment(), "PYTHONPATH": os.pathsep.join([str(tmp_path), environment().get("PYTHONPATH", "")])}
    done = subprocess.run(
        [sys.executable, "-m", "usimmarine_py", "warm"], env=own, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "usim: " in done.stderr
    assert "fast" in done.stderr
    assert "Traceback" not in done.stderr
