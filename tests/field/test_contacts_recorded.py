"""The applications of contacts and obstacles against recorded runs of the real programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.contact_runs import FOLDER, compare, played
from tests.support.recorded import document, names
from usimmarine_py.cli.scenarios import replay


@pytest.mark.parametrize("name", names(FOLDER))
def test_posts_are_equal(name: str) -> None:
    assert compare(name) == []


def test_every_application_has_runs() -> None:
    prefixes = {name.partition("_")[0] for name in names(FOLDER)}
    assert prefixes == {
        "bcm", "cmgr", "obmgr", "obsim", "cold", "cob", "crs", "brs", "grid", "spoof", "pwatch", "pnr", "unc", "umh",
        "echo", "load", "uts", "shore", "node", "marks", "path", "ugs", "eval", "phi", "poke", "pid", "realm", "relay",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["obsim_points", "crs_noise"])
def test_random_runs_repeat(name: str) -> None:
    assert played(name) == played(name)


def test_replay_writes_posts_and_ticks(tmp_path: Path) -> None:
    found = document(FOLDER, "grid_delta")
    (tmp_path / "grid.json").write_text(json.dumps(found["scenario"]), "utf-8")
    arguments = [str(tmp_path / "grid.json"), "--posts", str(tmp_path / "p.tsv"), "--csv", str(tmp_path / "t.csv")]
    result = CliRunner().invoke(replay, arguments)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "p.tsv").read_text("utf-8").splitlines() == found["posts"].splitlines()[1:]
    assert (tmp_path / "t.csv").read_text("utf-8").splitlines()[:2] == ["k,t", "0,1000.0"]


def test_an_unknown_program_is_refused(tmp_path: Path) -> None:
    scenario = {**document(FOLDER, "grid_delta")["scenario"], "app": "pSearchGird"}
    (tmp_path / "grid.json").write_text(json.dumps(scenario), "utf-8")
    result = CliRunner().invoke(replay, [str(tmp_path / "grid.json"), "--posts", str(tmp_path / "p.tsv")])
    assert "pSearchGrid" in str(result.exception)
