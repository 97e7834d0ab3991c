"""``usim replay`` with a scenario of the helm."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.support.recorded import document
from usimmarine_py.cli.usim import entry


def test_decisions_and_posts_are_written(tmp_path: Path) -> None:
    found = document("helm", "gotodepth")
    scenario = tmp_path / "gotodepth.json"
    scenario.write_text(json.dumps(found["scenario"]))
    rows, posts = tmp_path / "out.csv", tmp_path / "out.tsv"
    assert entry(["replay", str(scenario), "--csv", str(rows), "--posts", str(posts)]) == 0
    wanted = list(csv.DictReader(found["steps"].splitlines()))
    ours = list(csv.DictReader(rows.read_text().splitlines()))
    assert ours[0].keys() == wanted[0].keys()
    # no recorded navigation lies beside it: the scenario's own vehicle follows the decisions
    assert [row["desired_depth"] for row in ours] == [row["desired_depth"] for row in wanted]
    assert posts.read_text().split("\n")[:30] == found["posts"].split("\n")[:30]


def test_a_helm_needs_somewhere_to_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = tmp_path / "s.json"
    scenario.write_text(json.dumps({"bhv_files": {}}))
    assert entry(["replay", str(scenario)]) == 2
    assert "--csv" in capsys.readouterr().err
    assert entry(["replay", str(scenario), "--csv", str(tmp_path / "o.csv")]) == 2
    assert "no scenario of the helm" in capsys.readouterr().err
