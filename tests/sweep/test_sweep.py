"""Sweeps: the same rows and logs with one worker or two, after a killed worker, resumed, by any executor."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support.processes import call, environment, usim
from tests.support.sweep_missions import FOSSEN, MISSION, VARY, job_of, run, written
from usimmarine_py.check.table import BY_NAME
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import ConfigError
from usimmarine_py.sweep import run as sweep_run
from usimmarine_py.sweep.report import ranks, sensitivity, spreads, summary_lines
from usimmarine_py.sweep.result import figure_of
from usimmarine_py.sweep.run import RESULT_COLUMNS, run_chunk, run_seed
from usimmarine_py.sweep.sweep import prepare, run_sweep, sweep_request
from usimmarine_py.sweep.tables import TableRows
from usimmarine_py.vehicle.files import read

pytest.importorskip("pyarrow")


@pytest.fixture
def mission(tmp_path: Path) -> Path:
    return written(tmp_path)


def stored(rows: list[dict[str, Any]], *varied: str) -> TableRows:
    return TableRows.of(rows, ("run", *varied, *RESULT_COLUMNS))


def table(folder: Path) -> list[dict[str, Any]]:
    import pyarrow.parquet

    rows: list[dict[str, Any]] = pyarrow.parquet.read_table(folder / "runs.parquet").to_pylist()
    return rows


def test_one_and_two_workers_give_equal_tables(mission: Path, tmp_path: Path) -> None:
    one = run(mission, tmp_path / "one")
    two = run(mission, tmp_path / "two", workers=2)
    assert one.rows == two.rows
    for name in ("runs.parquet", "tracks.parquet"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    rows = table(tmp_path / "one")
    assert [row["run"] for row in rows] == list(range(6))
    assert len({row["log_sha256"] for row in rows}) == 6
    assert len({row["end_x"] for row in rows}) == 6
    assert {row["status"] for row in rows} == {"ok"}


def test_a_run_of_the_sweep_is_a_run_of_usim_run(mission: Path, tmp_path: Path) -> None:
    result = run(mission, tmp_path / "out", runs=2, keep=True)
    plain = run(mission, tmp_path / "plain", runs=2)
    assert [r["log_sha256"] for r in plain.rows] == [r["log_sha256"] for r in result.rows]
    row = result.rows[1]
    assert row["seed"] == run_seed(5, 1)
    kept = tmp_path / "out/runs/000001"
    assert hashlib.sha256((kept / "some.alog").read_bytes()).hexdigest() == row["log_sha256"]
    words = ["run", str(kept / "some.moos"), "--duration", "8", "--seed", str(row["seed"]), "-q"]
    assert entry([*words, "-o", str(tmp_path / "again")]) == 0
    assert (tmp_path / "again/some.alog").read_bytes() == (kept / "some.alog").read_bytes()


def test_an_interrupted_sweep_goes_on(mission: Path, tmp_path: Path) -> None:
    whole = run(mission, tmp_path / "whole")
    request = sweep_request([mission], tmp_path / "part", VARY, 6, seed=5, duration=8.0, workers=1)

    def interrupt(done: int, count: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_sweep(request, progress=interrupt)
    # what a kill may leave: half a line
    with (tmp_path / "part/journal.jsonl").open("ab") as journal:
        journal.write(b'{"run": 3, "se')
    again = run_sweep(request)
    assert again.done_before == 3
    assert again.rows == whole.rows
    assert (tmp_path / "part/runs.parquet").read_bytes() == (tmp_path / "whole/runs.parquet").read_bytes()


def test_a_run_that_counts_as_done_survives_a_power_cut(
    mission: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which leaves of a file no more than what was there when the system was last told to write it."""
    out, sync = tmp_path / "out", os.fsync
    safe: dict[int, int] = {}  # bytes, by file

    def watched(descriptor: int) -> None:
        sync(descriptor)
        file = os.fstat(descriptor)
        safe[file.st_ino] = file.st_size

    def left(name: str) -> bytes:
        file = out / name
        return file.read_bytes()[: safe.get(file.stat().st_ino, 0)]

    found = []
    monkeypatch.setattr(os, "fsync", watched)
    request = sweep_request([mission], out, VARY, 3, seed=5, duration=8.0, workers=1)
    run_sweep(request, progress=lambda done, count: found.append((done, left("journal.jsonl").count(b"\n"))))
    assert found == [(1, 1), (2, 2), (3, 3)]
    assert json.loads(left("sweep.json")) == json.loads((out / "sweep.json").read_bytes())


def test_more_runs_extend_a_sweep(mission: Path, tmp_path: Path) -> None:
    run(mission, tmp_path / "out", runs=2)
    longer = run(mission, tmp_path / "out", runs=4)
    assert longer.done_before == 2
    assert longer.rows == run(mission, tmp_path / "fresh", runs=4).rows


def test_another_sweep_in_the_folder_is_refused(mission: Path, tmp_path: Path) -> None:
    run(mission, tmp_path / "out", runs=1)
    with pytest.raises(ConfigError, match=r"differs in seed\)"):
        run(mission, tmp_path / "out", runs=1, seed=6)
    mission.write_text(MISSION + "\n// changed\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="mission_sha256"):
        run(mission, tmp_path / "out", runs=1)


def test_changed_files_beside_the_mission_make_another_sweep(mission: Path, tmp_path: Path) -> None:
    mission.write_text(FOSSEN.replace("= cybership2", "= ./own.toml"), encoding="utf-8")
    own = mission.parent / "own.toml"
    own.write_text(read("cybership2")[0], encoding="utf-8")
    run(mission, tmp_path / "out", runs=1, engine="python")
    own.write_text(own.read_text(encoding="utf-8") + "\n# heavier\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"differs in files\)"):
        run(mission, tmp_path / "out", runs=1, engine="python")


def test_a_row_with_another_digit_is_none(mission: Path, tmp_path: Path) -> None:
    """A digit that flips on the disk makes another row that is JSON, too: its checksum tells."""
    run(mission, tmp_path / "out", runs=2)
    journal = tmp_path / "out/journal.jsonl"
    first, second = journal.read_bytes().splitlines(keepends=True)
    at = max(place for place in range(second.index(b', "crc"')) if second[place : place + 1].isdigit())
    journal.write_bytes(first + second[:at] + (b"1" if second[at : at + 1] != b"1" else b"2") + second[at + 1 :])
    with pytest.raises(ConfigError, match=r"journal\.jsonl:2: is no row of this sweep; delete this line"):
        run(mission, tmp_path / "out", runs=2)


@pytest.mark.parametrize("line", [b"garbage\n", b"\0\0\0\n", b'{"run": 3}\n', b"[]\n"])
def test_a_damaged_journal_is_one_error(line: bytes, mission: Path, tmp_path: Path) -> None:
    run(mission, tmp_path / "out", runs=2)
    with (tmp_path / "out/journal.jsonl").open("ab") as journal:
        journal.write(line)
    with pytest.raises(ConfigError, match=r"journal\.jsonl:3: is no row of this sweep; delete this line"):
        run(mission, tmp_path / "out", runs=3)


@pytest.mark.skipif(sys.platform == "win32", reason="no flock")
def test_two_sweeps_at_a_time_in_one_folder_are_refused(mission: Path, tmp_path: Path) -> None:
    second: list[str] = []

    def meanwhile(done: int, count: int) -> None:
        with pytest.raises(ConfigError) as caught:
            run(mission, tmp_path / "out")
        second.append(str(caught.value))

    request = sweep_request([mission], tmp_path / "out", VARY, 2, seed=5, duration=8.0, workers=1)
    run_sweep(request, progress=meanwhile)
    assert len(second) == 2
    assert "another sweep is at work in this folder" in second[0]
    assert run(mission, tmp_path / "out", runs=2).done_before == 2


def test_the_hash_seed_changes_nothing(mission: Path, tmp_path: Path) -> None:
    digests = set()
    for hash_seed in ("1", "2"):
        output = tmp_path / hash_seed
        code = (
            "from usimmarine_py.sweep.sweep import sweep\n"
            f"sweep({str(mission)!r}, vary={VARY!r}, runs=2, output={str(output)!r}, duration=8.0, workers=1)"
        )
        subprocess.run([sys.executable, "-c", code], check=True, env=environment(PYTHONHASHSEED=hash_seed), timeout=60)
        digests.add(hashlib.sha256((output / "runs.parquet").read_bytes()).hexdigest())
    assert len(digests) == 1


def test_failures_stand_in_their_rows(mission: Path, tmp_path: Path) -> None:
    mission.write_text(FOSSEN, encoding="utf-8")
    result = run(mission, tmp_path / "out", runs=1, vary=["variant=grid(nosuch)"])
    assert {row["status"] for row in result.rows} == {"failed"}
    assert "no variant" in result.rows[0]["error"]


def test_rows_of_failures_name_no_folder(mission: Path, tmp_path: Path) -> None:
    mission.write_text(FOSSEN, encoding="utf-8")
    vary = ["AppTick=grid(0,4)", "vehicle.rigid_body.mass=grid(-20,20)"]
    plain = run(mission, tmp_path / "out", runs=1, vary=vary, engine="python")
    kept = run(mission, tmp_path / "kept", runs=1, vary=vary, engine="python", keep=True)
    assert [row["status"] for row in plain.rows] == ["failed", "failed", "failed", "ok"]
    assert [row["error"] for row in plain.rows] == [row["error"] for row in kept.rows]
    assert plain.rows[1]["error"].startswith("some.moos:")
    assert not any("/" in str(row["error"]).replace("some.moos", "") for row in plain.rows)


def test_warnings_are_told_in_the_row(mission: Path, tmp_path: Path) -> None:
    result = run(mission, tmp_path / "out", runs=1, vary=["turn_rate=grid(fast,70)"])
    fast, plain = result.rows
    assert (fast["status"], fast["config_warnings"], plain["config_warnings"]) == ("ok", 2, 1)
    common, own = fast["warnings"].splitlines()
    assert "turn_rate" in own
    assert plain["warnings"] == common
    assert table(tmp_path / "out")[0]["warnings"] == fast["warnings"]
    assert f"warnings     2 (run 0 ...): {common}" in result.lines()
    assert f"warnings     1 (run 0): {own}" in result.lines()


def test_varied_starts_stand_in_a_column_of_their_own(mission: Path, tmp_path: Path) -> None:
    result = run(mission, tmp_path / "out", runs=10, vary=["start_x=uniform(0,50)"], duration=2.0)
    assert [row["first_x"] for row in result.rows] == pytest.approx([row["start_x"] for row in result.rows])
    assert sensitivity(result.rows, result.columns)["end_x"]["start_x"] > 0.9
    assert not set(BY_NAME) & set(RESULT_COLUMNS)


def test_a_bug_in_one_run_costs_that_run_only(mission: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    job = job_of(mission, tmp_path)
    real = sweep_run.execute

    def sometimes(plan: Any, **options: Any) -> Any:
        if plan.seed == run_seed(5, 1):
            raise ZeroDivisionError("division by zero")
        return real(plan, **options)

    monkeypatch.setattr(sweep_run, "execute", sometimes)
    rows = [outcome.row for outcome in run_chunk(job, [0, 1, 2])]
    assert [row["status"] for row in rows] == ["ok", "failed", "ok"]
    assert rows[1]["error"] == "internal error, please report it: ZeroDivisionError: division by zero"


def test_runs_that_could_not_be_written_are_done_again(mission: Path, tmp_path: Path) -> None:
    (tmp_path / "out/runs").mkdir(parents=True)
    (tmp_path / "out/runs/000001").write_text("in the way", encoding="utf-8")
    first = run(mission, tmp_path / "out", runs=2, keep=True)
    assert [row["status"] for row in first.rows] == ["ok", "lost"]
    assert "FileExistsError" in first.rows[1]["error"]
    assert "             the same command does lost runs again" in first.lines()
    (tmp_path / "out/runs/000001").unlink()
    again = run(mission, tmp_path / "out", runs=2, keep=True)
    assert again.done_before == 1
    assert {row["status"] for row in again.rows} == {"ok"}


def test_folders_beside_the_mission_are_found_from_anywhere(mission: Path, tmp_path: Path) -> None:
    (mission.parent / "fleet").mkdir()
    (mission.parent / "fleet/own.toml").write_text(read("cybership2")[0], encoding="utf-8")
    mission.write_text(FOSSEN.replace("= cybership2", "= fleet/own.toml"), encoding="utf-8")
    out = mission.parent / "out"
    kept = run(mission, out, runs=1, keep=True, engine="python")
    plain = run(mission, tmp_path / "plain", runs=1, engine="python")
    assert kept.rows == plain.rows
    assert not (out / "runs/000000/out").exists()


def test_the_summary_tells_a_few_errors_only() -> None:
    rows = [{"run": i, "status": "failed", "error": f"bad {i}"} for i in range(9)]
    lines = summary_lines(stored(rows), [])
    assert lines[1] == "failed       1 (run 0): bad 0"
    assert lines[-1] == "failed       4 more, each of 4 other texts; see the rows"
    assert len(lines) == 7


def test_vehicle_entries_move_the_vehicle(mission: Path, tmp_path: Path) -> None:
    mission.write_text(FOSSEN, encoding="utf-8")
    result = run(mission, tmp_path / "out", runs=None, vary=["vehicle.rigid_body.mass=grid(20,40)"], engine="python")
    light, heavy = result.rows
    assert heavy["distance"] < light["distance"]
    assert {row["status"] for row in result.rows} == {"ok"}
    # nothing is left behind, and the mission's folder is as it was
    assert [p.name for p in mission.parent.iterdir()] == ["some.moos"]


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_compiled_equations_give_equal_logs(mission: Path, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    mission.write_text(FOSSEN, encoding="utf-8")
    vary = ["start_heading=uniform(0,360)"]
    by_python = run(mission, tmp_path / "python", runs=2, vary=vary, engine="python")
    compiled = run(mission, tmp_path / "compiled", runs=2, vary=vary, engine="compiled")
    assert json.loads((tmp_path / "compiled/sweep.json").read_text())["engine"] == "compiled"
    assert [r["log_sha256"] for r in compiled.rows] == [r["log_sha256"] for r in by_python.rows]


def test_kinematic_vehicles_say_that_they_are_not_compiled(mission: Path, tmp_path: Path) -> None:
    said: list[str] = []
    job, _ = prepare(sweep_request([mission], tmp_path / "out", VARY, 1, duration=8.0, engine="compiled"), said.append)
    assert not job.compiled
    assert said == ["engine: the kinematic laws are not compiled; they run as Python"]


def test_ranks_share_ties() -> None:
    assert ranks(np.array([3.0, 1.0, 3.0, 2.0])).tolist() == [2.5, 0.0, 2.5, 1.0]


def test_sensitivity_finds_what_moves_what() -> None:
    rows = [
        {"status": "ok", "a": float(i), "b": float(i * 7 % 11), "end_x": float(i**3), "end_y": 1.0} for i in range(20)
    ]
    found = sensitivity(stored(rows, "a", "b"), ["a", "b"])
    assert found["end_x"]["a"] == pytest.approx(1.0)
    assert abs(found["end_x"]["b"]) < 0.5
    assert "end_y" not in found
    assert [s.name for s in spreads(stored(rows))] == ["end_x"]


def test_rounding_is_no_spread() -> None:
    rows = [{"status": "ok", "distance": 26.4 + 4e-15 * i, "end_x": 1e-6 * i, "end_y": 0.0} for i in range(3)]
    assert [s.name for s in spreads(stored(rows))] == ["end_x"]


@pytest.mark.parametrize("runs", [1, 2])
def test_a_figure_of_few_runs(runs: int, mission: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    result = run(mission, tmp_path / "out", runs=runs, vary=["start_heading=uniform(0,90)"])
    figure = figure_of(result, "some.moos")
    words = "1 run" if runs == 1 else "2 runs"
    assert figure.get_suptitle() == f"some.moos: {words}"
    assert len(figure.axes) == (1 if runs == 1 else 3)
    assert f"ends of {words}" in [text.get_text() for text in figure.axes[0].get_legend().get_texts()]


def test_the_bars_of_the_figure_stay_few(mission: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    keys = ["turn_rate", "start_x", "start_y", "start_heading", "start_speed", "max_acceleration", "max_deceleration"]
    vary = [f"{key}=uniform(1,9)" for key in [*keys, "turn_loss", "drift_x"]]
    figure = figure_of(run(mission, tmp_path / "out", runs=12, vary=vary, duration=2.0), "some.moos")
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert "and 2 weaker" in labels
    assert "mere chance (95 %)" in labels
    assert len(labels) == 9


def test_the_command_leaves_tables_and_a_figure(
    mission: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    words = [str(mission), *(w for v in VARY for w in ("--vary", v)), "--duration", "4", "--workers", "1"]
    code, out, err = usim(capsys, "sweep", *words, "-n", "10", "-o", str(tmp_path / "out"))
    assert code == 0
    assert "runs         10, 10 went well" in out
    assert "rank correlation" in out
    assert "10 of 10 runs" in err
    assert (tmp_path / "out/sweep.png").stat().st_size > 20_000
    code, out, _ = usim(capsys, "sweep", *words, "-n", "10", "-o", str(tmp_path / "out"))
    assert "10 of 10 runs are there already" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--vary", "turn_rate=uniform(1,2)"], "-n: how many?"),
        (["-n", "2", "--block", "nosuch"], "no block"),
        (["-n", "2", "--tracks", "-1"], "--tracks: must be at least 0"),
        (["-n", "2", "--track-every", "-1"], "--track-every: must be at least 0"),
    ],
)
def test_bad_input_is_one_line(
    words: list[str], told: str, mission: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = usim(capsys, "sweep", str(mission), *words, "--duration", "4", "-o", str(tmp_path / "out"))
    assert code == 2
    assert told in err
    assert len(err.strip().splitlines()) == 1


def test_a_missing_mission_is_told_of_before_a_missing_extra(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, _, err = usim(capsys, "sweep", str(tmp_path / "none.moos"), "-n", "2", "-o", str(tmp_path / "out"))
    assert code == 2
    assert "none.moos: cannot read the mission file" in err


def test_progress_that_nobody_reads_costs_no_run(mission: Path, tmp_path: Path) -> None:
    words = ["sweep", str(mission), "-n", "20", "--duration", "2", "--workers", "1", "-o", str(tmp_path / "out")]
    command = call(*words, "--vary", "turn_rate=uniform(60,80)", "--no-figure", program="usim")
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        process.stderr.close()
        assert process.stdout is not None
        assert b"20, 20 went well" in process.stdout.read()
    assert len(table(tmp_path / "out")) == 20


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of file sizes")
def test_a_full_disk_is_one_line_that_names_the_folder(mission: Path, tmp_path: Path) -> None:
    code = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000)); "
    code += "from usimmarine_py.cli.usim import entry; sys.exit(entry())"
    command = [sys.executable, "-c", code, "sweep", str(mission), "-n", "30", "--duration", "2", "--tracks", "0"]
    command += ["--vary", "turn_rate=uniform(60,80)", "--workers", "1", "-q", "-o", str(tmp_path / "out")]
    done = subprocess.run(
        command, env=environment(PYTHONDONTWRITEBYTECODE="1"), capture_output=True, text=True, check=False
    )
    told = f"usim: {tmp_path / 'out'}: cannot be written: File too large; check the space, or choose another -o\n"
    assert (done.returncode, done.stderr) == (1, told)
    assert (tmp_path / "out/journal.jsonl").read_bytes().endswith(b"\n")


def test_seeds_of_a_series_differ_and_fit_into_a_mission() -> None:
    seeds = [run_seed(1, i) for i in range(1000)]
    assert len(set(seeds)) == 1000
    assert all(0 <= seed < 10**18 for seed in seeds)
    assert run_seed(1, 0) != run_seed(2, 0)
    assert run_seed(1, 7) == run_seed(1, 7)


def test_a_vehicle_that_diverges_has_a_status_of_its_own() -> None:
    rows = [{"run": i, "status": s, "error": f"the vehicle {s}"} for i, s in enumerate(("diverged", "capsized"))]
    text = "\n".join(summary_lines(stored(rows), ()))
    assert "0 went well" in text
    assert "diverged     1 (run 0): the vehicle diverged" in text
    assert "capsized     1 (run 1): the vehicle capsized" in text
