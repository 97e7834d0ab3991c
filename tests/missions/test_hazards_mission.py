"""missions/hazards: a vehicle covers a field, and the shore scores what it reports."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from usimmarine_py.cli.usim import entry
from usimmarine_py.logs.alog import read_alog

MISSION = ROOT / "missions" / "hazards"


def objects() -> dict[str, str]:
    """Label and kind of each object of the file."""
    return dict(re.findall(r"label=(\d+),type=(\w+)", (MISSION / "hazards.txt").read_text()))


def test_the_score_is_that_of_the_report(tmp_path: Path) -> None:
    assert entry(["run", str(MISSION), "-q", "-o", str(tmp_path)]) == 0
    rows = list(read_alog(tmp_path / "shore.alog"))
    (report,) = [str(row.value) for row in rows if row.variable == "HAZARDSET_REPORT"]
    (score,) = [row.value for row in rows if row.variable == "HAZARD_SEARCH_SCORE"]
    kinds, reported = objects(), set(re.findall(r"label=(\d+)", report))
    hazards = {label for label, kind in kinds.items() if kind == "hazard"}
    lost = 100 * len(hazards - reported) + 30 * len(reported - hazards)
    assert score == pytest.approx(100.0 * (780 - lost) / 780, abs=0.01)
    # lanes overlap: an object may be detected from two of them
    detected = {label for row in rows if row.variable == "UHZ_DETECTION_REPORT"
                for label in re.findall(r"label=(\d+)", str(row.value))}  # fmt: skip
    assert detected == reported and len(reported) > 5


@pytest.mark.nightly
def test_it_is_graded_by_its_own_expectations(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["grade", str(MISSION)]) == 0
    assert "3 expectations" in capsys.readouterr().out
