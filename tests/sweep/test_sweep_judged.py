"""Sweeps that judge: what is required, the commands that repeat what did not pass, and the table of exit codes."""

from __future__ import annotations

import csv
import json
import shlex
from pathlib import Path

import numpy as np
import pytest

from tests.support.missions import write
from tests.support.paths import MISSIONS
from tests.support.processes import usim
from tests.support.sweep_missions import FOSSEN, run, written
from usimmarine_py.plots.sweep import normal_ellipse

pytest.importorskip("pyarrow")

TURN = "turn_rate=uniform(60,80)"


@pytest.fixture
def mission(tmp_path: Path) -> Path:
    return written(tmp_path)


def swept(capsys: pytest.CaptureFixture[str], mission: Path, *words: str, runs: int = 6) -> tuple[int, str, str]:
    more = ["-n", str(runs), "--workers", "1", "--no-figure", "-o", str(mission.parents[1] / "out")]
    return usim(capsys, "sweep", str(mission), *words, *more)


#: What of the first six runs is true of some only.
HALF = ["--vary", "start_x=grid(0,1)", "--require", "start_x < 0.5", "--duration", "4"]


def test_the_verdict_of_the_mission_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a word on the command line: some runs fail by their own pMissionEval, and their share is judged."""
    file = written(tmp_path)
    judge = "lead_condition = DB_UPTIME > 3", "pass_condition = NAV_X < 0.5"
    file.write_text(file.read_text() + "ProcessConfig = pMissionEval\n{\n" + "\n".join(judge) + "\n}\n")
    vary = ["--vary", "start_x=grid(0,1)"]
    code, out, err = swept(capsys, file, *vary, runs=2)
    assert code == 1 and "0.5 of the runs passed, 1 was required" in err and "fail by pMissionEval" in out
    rows = list(csv.DictReader((file.parents[1] / "out/runs.csv").read_text().splitlines()))
    assert [row["passed"] for row in rows] == [str(row["start_x"] == "0").lower() for row in rows]
    assert swept(capsys, file, *vary, "--min-pass", "0.5", runs=2)[0] == 0


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (["--vary", TURN, "--duration", "4"], 0, ""),
        (["--vary", TURN, "--duration", "4", "--require", "NAV_SPEED > 1"], 0, ""),
        ([*HALF, "--min-pass", "0.5"], 0, ""),
        ([*HALF, "--min-pass", "0.51"], 1, "0.5 of the runs passed, 0.51 was required"),
        (HALF, 1, "0.5 of the runs passed, 1 was required"),
        (["--vary", "turn_rate=uniform(-9,-1)", "--duration", "4"], 1, "refused: turn_rate in all 6 runs: must lie in"),
        (
            ["--vary", "script.DESIRED_THRUST=choice(a,b)", "--duration", "4"],
            1,
            "refused: script.DESIRED_THRUST in all",
        ),
        (["--vary", "turn_rate=choice(70,x)", "--duration", "4"], 0, ""),
        (["--vary", "dynamics=choice(fosen3,fosen6)", "--duration", "4"], 1, "all runs failed"),
        (["--vary", "turn_rat=uniform(1,2)", "--duration", "4"], 2, "did you mean turn_rate?"),
        (["--vary", "uTimerScript.delay_strt=uniform(1,2)", "--duration", "4"], 2, "delay_strt"),
        (["--vary", TURN], 2, "nothing in this mission ends the run"),
        (["--vary", TURN, "--duration", "4", "--require", "NAV_X >"], 2, "something is missing at the end"),
        (["--vary", TURN, "--duration", "4", "--require", "driv"], 2, "did you mean driven?"),
        (["--vary", TURN, "--duration", "4", "--min-pass", "0.5"], 2, "needs a criterion"),
    ],
)
def test_exit_codes(
    mission: Path, capsys: pytest.CaptureFixture[str], options: list[str], code: int, told: str
) -> None:
    found, out, err = swept(capsys, mission, *options, "-q", runs=3 if "grid" in options[1] else 6)
    assert (found, out) == (code, "")
    assert told in err
    assert err.count("\n") == bool(told)


def test_lost_runs_are_exit_code_1(mission: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "out" / "runs").mkdir(parents=True)
    (tmp_path / "out" / "runs" / "000001").write_text("")  # in the way of the folder of run 1
    code, _, err = swept(capsys, mission, "--vary", TURN, "--duration", "4", "--keep-logs", "-q")
    assert (code, "1 of 6 runs were lost; the same command repeats them" in err) == (1, True)


def test_kept_logs_have_a_largest_size(mission: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--vary", TURN, "--duration", "40", "--keep-logs", "-q", "--max-log"]
    code, _, err = swept(capsys, mission, *words, "0.3")
    assert (code, err.count("\n")) == (1, 1)
    done = int(err.partition(" of 6 runs")[0].rpartition(" ")[2])
    assert 1 <= done < 6
    size = sum(log.stat().st_size for log in tmp_path.glob("out/runs/*/some.alog"))
    assert 0.3e6 <= size < 0.6e6
    assert swept(capsys, mission, *words, "0")[0] == 0
    again = json.loads((tmp_path / "out" / "runs.json").read_text())
    assert [row["run"] for row in again] == list(range(6))


VARIED = [
    *("--vary", "drift_vector={uniform(0,360)},{uniform(0,1)}", "--vary", TURN),
    *("--vary", "script.DESIRED_THRUST[1]=uniform(40,60)", "--vary", "uTimerScript.delay_start=choice(0.5,1)"),
]


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (None, [*VARIED, "--duration", "8"]),
        (None, ["--vary", "turn_rate=uniform(-5,60)", "--max-time", "9", "--duration", "8"]),
        (FOSSEN, ["--vary", "vehicle.rigid_body.mass=uniform(20,30)", "--duration", "4", "--engine", "python"]),
    ],
    ids=["keys", "refused values", "vehicle"],
)
def test_the_command_of_a_run_repeats_it(
    mission: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, options: list[str]
) -> None:
    if text is not None:
        mission.write_text(text, encoding="utf-8")
    code, out, _ = swept(capsys, mission, *options, "--require", "NAV_X < -1000", runs=12 if text is None else 2)
    assert code == 1
    rows = {row["seed"]: row for row in json.loads((tmp_path / "out" / "runs.json").read_text())}
    commands = (tmp_path / "out" / "failed.txt").read_text().splitlines()
    assert len(commands) == len(rows)
    assert out.count(commands[0]) == out.count(commands[1]) == 1
    for command in commands[:6]:
        program, *words = shlex.split(command)
        assert program == "usim"
        row = rows[int(words[words.index("--seed") + 1])]
        assert usim(capsys, *words)[0] == 1
        summary = json.loads((Path(words[words.index("-o") + 1]) / "some.json").read_text())
        assert summary["files"]["some.alog"] == row["log_sha256"]
        assert [summary["end"], summary["distance"]] == [[row["end_x"], row["end_y"]], row["distance"]]
        assert row["unmet"] == "".join(f"{key}: {why}" for key, why in summary["required"].items())


def test_a_plan_ends_a_run_of_a_sweep_as_it_ends_one_of_usim_run(tmp_path: Path) -> None:
    box = write(tmp_path, (MISSIONS / "box" / "box.moos").read_text())
    result = run(box, tmp_path / "o", runs=2, vary=["turn_rate=uniform(30,50)"], duration=5000.0, require=["plan"])
    assert {row["ended"] for row in result.rows} == {"usim_guidance"}
    assert [row["passed"] for row in result.rows] == [True, True] and result.share_passed == 1.0
    cut = run(box, tmp_path / "p", runs=2, vary=["turn_rate=uniform(30,50)"], duration=None, max_time=20.0)
    assert [(row["ended"], row["time"], row["passed"]) for row in cut.rows] == [("limit", 20.0, None)] * 2
    assert "neither guidance nor a script came to its end" in cut.rows[0]["unmet"]


def test_a_run_that_is_cut_off_has_not_passed_though_nothing_is_required(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One of two gets round in time; nothing is judged, so that it is no failure of the whole."""
    box = written(tmp_path)
    box.write_text((MISSIONS / "box" / "box.moos").read_text())
    words = ["--vary", "usim_guidance.speed=grid(1,3)", "--max-time", "300", "--json"]
    code, out, err = swept(capsys, box, *words, "-q", runs=1)
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["share_passed"], found["status"], found["failures"]) == (0.5, {"ok": 2}, [])
    rows = json.loads((tmp_path / "out" / "runs.json").read_text())
    assert [(row["passed"], bool(row["unmet"])) for row in rows] == [(None, True), (None, False)]


def test_csv_and_json_hold_what_parquet_holds(mission: Path, tmp_path: Path) -> None:
    import pyarrow.parquet

    run(mission, tmp_path / "out", require=["end_x > 0"], vary=["turn_rate=choice(70,x)", "start_x=normal(0,3)"])
    table = pyarrow.parquet.read_table(tmp_path / "out" / "runs.parquet")
    rows = table.to_pylist()
    assert {row["passed"] for row in rows} == {True, False}
    listed = json.loads((tmp_path / "out" / "runs.json").read_text())
    # in a column of texts Parquet makes texts of numbers
    assert [{**row, "turn_rate": str(row["turn_rate"])} for row in listed] == rows
    with (tmp_path / "out" / "runs.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert list(lines[0]) == table.column_names
    for line, row in zip(lines, rows, strict=True):
        for name, value in row.items():
            if isinstance(value, float):
                assert float(line[name]) == value
            else:
                assert line[name] == ("" if value is None else str(value).lower() if name == "passed" else str(value))


def test_the_ellipse_is_there_where_it_fits() -> None:
    random = np.random.default_rng(2)
    x, y = random.normal(3.0, 5.0, 400), random.normal(-1.0, 1.0, 400)
    x, y = x + 2.0 * y, y
    found = normal_ellipse(x, y)
    assert found is not None
    # what lies inside, by the cross products with its sides: 95 in a hundred
    polygon = np.vstack(found).T
    sides = np.diff(polygon, axis=0)
    to_points = np.dstack([x[:, None] - polygon[None, :-1, 0], y[:, None] - polygon[None, :-1, 1]])
    cross = sides[:, 0] * to_points[..., 1] - sides[:, 1] * to_points[..., 0]
    inside = np.all(cross > 0, axis=1) | np.all(cross < 0, axis=1)
    assert 0.93 < inside.mean() < 0.97
    angle = random.uniform(0, 2 * np.pi, 400)
    spread = random.normal(0.0, 0.1, (2, 400))
    for other in (
        (10 * np.cos(angle) + spread[0], 10 * np.sin(angle) + spread[1]),  # a ring
        (np.cos(angle / 4) * 50, np.sin(angle / 4) * 50),  # a quarter of one
        (np.where(x > 3, 100.0, -100.0) + spread[0], spread[1]),  # two heaps
        (x, 2.0 * x),  # a line
        (np.append(spread[0], [900.0, -800.0, 700.0]), np.append(spread[1], [10.0, 300.0, -900.0])),  # far off ones
        (x[:6], y[:6]),
    ):
        assert normal_ellipse(*other) is None
    assert sum(normal_ellipse(*random.normal(0.0, 1.0, (2, 60))) is not None for _ in range(100)) >= 95
