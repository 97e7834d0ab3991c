"""``usim replay`` from the command line."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import pytest

from tests.support.paths import DATA
from usimmarine_py.cli.usim import entry

SCENARIOS = DATA / "golden" / "scenarios"


def test_states_publications_and_reports_are_written(tmp_path: Path) -> None:
    states, posts, reports = tmp_path / "o.csv", tmp_path / "o.tsv", tmp_path / "o.json"
    arguments = ["replay", str(SCENARIOS / "pubs_dual_01.json"), "--dialect", "classic", "-o", str(states)]
    assert entry([*arguments, "--publications", str(posts), "--reports", str(reports)]) == 0
    rows = list(csv.DictReader(states.read_text(encoding="utf-8").splitlines()))
    assert list(rows[0])[:4] == ["k", "t", "x", "y"]
    assert list(rows[0])[-1] == "gt_hog"
    assert len(rows) == 31
    assert rows[0]["x"] == "-0.58999999999999997"
    lines = posts.read_text(encoding="utf-8").splitlines()
    assert lines[0].split("\t")[:3] == ["1", "USM_X", "D"]
    assert "1\tUSM_DRIFT_SUMMARY\tS\tang=90, mag=0.3, xmag=0.3, ymag=0" in lines
    found = json.loads(reports.read_text(encoding="utf-8"))
    assert found["config_warnings"] == []
    assert [report["k"] for report in found["reports"]] == [30]


def test_all_reports_where_the_scenario_names_none(tmp_path: Path) -> None:
    scenario = {
        "format": 1,
        "t0": 0.0,
        "times": [1.0, 2.5],
        "config": ["foo = 3", "", "drift_x = 1", "foo", "= 3"],
        "inputs": [],
    }
    (tmp_path / "s.json").write_text(json.dumps(scenario), encoding="utf-8")
    output, reports = tmp_path / "o.csv", tmp_path / "o.json"
    assert entry(["replay", str(tmp_path / "s.json"), "-o", str(output), "--reports", str(reports)]) == 0
    found = json.loads(reports.read_text(encoding="utf-8"))
    assert [report["k"] for report in found["reports"]] == [0, 1, 2]
    assert found["config_warnings"] == ["foo: unknown parameter", "unknown parameter"]
    assert output.read_text(encoding="utf-8").splitlines()[-1].startswith("2,2.5,2.5,0,0,")


def test_mail_is_handed_over_before_the_iteration_that_follows_it(tmp_path: Path) -> None:
    scenario = {
        "t0": 10.0,
        "dt": 1.0,
        "n": 3,
        "record_every": 2,
        "config": [],
        "inputs": [[11.5, "DRIFT_X", "D", 2, "a"], [12.0, "USM_RESET", "S", "y=5", "b"]],
    }
    (tmp_path / "s.json").write_text(json.dumps(scenario), encoding="utf-8")
    output, posts = tmp_path / "o.csv", tmp_path / "o.tsv"
    assert entry(["replay", str(tmp_path / "s.json"), "-o", str(output), "--publications", str(posts)]) == 0
    rows = list(csv.DictReader(output.read_text(encoding="utf-8").splitlines()))
    assert [(row["k"], row["x"], row["y"]) for row in rows] == [("0", "0", "0"), ("2", "2", "5"), ("3", "4", "5")]
    assert "2\tUSM_RESET_COUNT\tD\t1" in posts.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "cannot be read"),
        ("{", "is no JSON file"),
        ("[]", "the top level is not an object"),
        ('{"dt": 1, "n": 2}', "lacks 't0'"),
        ('{"t0": "soon", "dt": 1, "n": 2}', "is no scenario"),
        ('{"t0": 0, "times": [], "inputs": [[1, "A", "X", 1]]}', "inputs[0] has the type 'X'"),
        ('{"t0": 0, "times": [], "format": 9}', "format 9 is unknown"),
        ('{"t0": 0, "times": [0.1, NaN]}', "times[1] is nan, must be finite"),
        ('{"t0": 0, "times": "now"}', "times is no list"),
        ('{"t0": 0, "dt": 1, "n": 2.5}', "n is 2.5, must be a whole number"),
        ('{"t0": 0, "dt": 1, "n": 1e30}', "n is 1e+30, must be a whole number"),
        ('{"t0": 0, "times": [1], "time_warp": 0}', "time_warp is 0"),
        ('{"t0": 0, "times": [1], "record_every": 0}', "record_every is 0"),
        ('{"t0": 0, "times": [1], "config": "start_x=1"}', "config is no list"),
        ('{"t0": 0, "times": [1], "config": [7]}', "config[0] is no text"),
        ('{"t0": 0, "times": [1], "datum": "42"}', "datum is no list"),
        ('{"t0": 0, "times": [1], "engines": [1]}', "engines is no object"),
        ('{"t0": 0, "times": [1], "engines": {"v22": {"reports": [3]}}}', "engines.v22.reports"),
        ('{"t0": 0, "times": [1], "inputs": [[1, "USM_RESET", "S", null, "a"]]}', "None is no text"),
        ('{"t0": 0, "times": [1], "inputs": [[1, "DRIFT_X", "D", "fast", "a"]]}', "the value of inputs[0] is fast"),
        ("[" * 100_000, "is no JSON file"),
    ],
)
def test_a_bad_scenario_ends_with_one_line_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str | None, reason: str
) -> None:
    path = tmp_path / "s.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    assert entry(["replay", str(path), "-o", str(tmp_path / "o.csv")]) == 2
    error = capsys.readouterr().err
    assert reason in error
    assert str(path) in error
    assert error.count("\n") == 1
    assert not (tmp_path / "o.csv").exists()


def test_an_output_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "s.json"
    path.write_text('{"t0": 0, "times": [1]}', encoding="utf-8")
    assert entry(["replay", str(path), "-o", str(tmp_path / "none" / "o.csv")]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_an_unknown_dialect(tmp_path: Path) -> None:
    assert entry(["replay", "x.json", "--dialect", "v24", "-o", str(tmp_path / "o.csv")]) == 2


def test_a_gzipped_scenario_gives_the_same_states(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = SCENARIOS / "pubs_dual_01.json"
    packed = tmp_path / "pubs_dual_01.json.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    for scenario, output in ((plain, "plain.csv"), (packed, "packed.csv")):
        assert entry(["replay", str(scenario), "--dialect", "classic", "-o", str(tmp_path / output)]) == 0
    assert (tmp_path / "plain.csv").read_bytes() == (tmp_path / "packed.csv").read_bytes()
    packed.write_bytes(packed.read_bytes()[:100])
    assert entry(["replay", str(packed), "-o", str(tmp_path / "cut.csv")]) == 2
    assert "pubs_dual_01.json.gz: is no JSON file: cannot be unpacked" in capsys.readouterr().err
