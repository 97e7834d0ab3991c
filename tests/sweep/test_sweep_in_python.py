"""A sweep from Python: values by key, columns as arrays, nothing left behind, scripts without a guard."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.support.processes import environment
from tests.support.sweep_missions import VARY, run, written
from usimmarine_py import sweep_mission
from usimmarine_py.errors import ConfigError


@pytest.fixture
def mission(tmp_path: Path) -> Path:
    return written(tmp_path)


def test_values_by_key_are_those_of_the_command(mission: Path, tmp_path: Path) -> None:
    texts = run(mission, tmp_path / "out")
    by_key = dict(text.split("=", 1) for text in VARY)
    result = sweep_mission(mission, by_key, runs=6, duration=8.0, seed=5, workers=1)
    assert result.rows == texts.rows
    assert result["end_x"].tolist() == [row["end_x"] for row in texts.rows]
    assert result["status"].tolist() == ["ok"] * 6 and len(result) == 6
    assert np.isnan(result["waypoints"]).all()
    for index in range(6):
        assert {k: v.tolist() for k, v in result.track(index).items()} == {
            k: v.tolist() for k, v in texts.track(index).items()
        }
    assert not result.folder.exists() and result.files == ()


def test_values_one_after_the_other_are_a_grid(mission: Path) -> None:
    given = {"turn_rate": np.linspace(60, 80, 3), "start_heading": (0, 90), "prefix": "USM", "sim_pause": False}
    result = sweep_mission(mission, given, duration=4.0, workers=1, tracks=1)
    assert result["turn_rate"].tolist() == [60.0, 60.0, 70.0, 70.0, 80.0, 80.0]
    assert result["start_heading"].tolist() == [0.0, 90.0] * 3
    assert result["prefix"].tolist() == ["USM"] * 6 and result["sim_pause"].tolist() == ["false"] * 6
    assert result.track(0) and result["status"].tolist() == ["ok"] * 6
    with pytest.raises(KeyError, match="run 1 has no stored track"):
        result.track(1)
    with pytest.raises(KeyError, match="no column endx; did you mean end_x"):
        result["endx"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"durration": 4.0}, "durration: is no option of a sweep; did you mean duration"),
        ({"vary": "turn_rate=uniform(60,80)"}, "vary: must be a list or a dict, not the text"),
        ({"vary": {"turn_rate": "unifrom(60,80)"}}, "did you mean uniform"),
        ({"keep": True}, "keep: needs an output folder"),
        ({"runs": 0}, "must give 1 to 1000000 runs, not 0"),
        ({"runs": -2, "vary": {"turn_rate": [60, 70]}}, "must give 1 to 1000000 runs, not -2"),
        ({"runs": 600000, "vary": {"turn_rate": [60, 70]}}, "must give 1 to 1000000 runs, not 1200000"),
    ],
)
def test_what_cannot_be_swept_is_said(mission: Path, given: dict[str, object], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        sweep_mission(mission, **{"runs": 1, "duration": 4.0, **given})  # type: ignore[arg-type]


def test_a_script_needs_no_guard(mission: Path, tmp_path: Path) -> None:
    """Worker processes do not run the user's script again."""
    script = tmp_path / "study.py"
    script.write_text(
        "from usimmarine_py import sweep_mission\n"
        "print('once')\n"
        f"result = sweep_mission({str(mission)!r}, runs=4, duration=4.0, workers=2)\n"
        "print(*result['status'])\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)], env=environment(), capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout.splitlines(), done.stderr) == (0, ["once", "ok ok ok ok"], "")
