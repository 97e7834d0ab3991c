"""``usim run`` as users call it: files, words, exit codes, interruption."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.missions import GUSTS, HEAD, VEHICLE, write
from tests.support.paths import MISSIONS
from tests.support.processes import call, environment, running
from usimmarine_py.cli.missions.under_way import RunOptions
from usimmarine_py.cli.progress import Progress, remaining
from usimmarine_py.cli.usim import entry
from usimmarine_py.logs.alog import load_series, read_alog, read_header
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.run.asked import gathered
from usimmarine_py.version import __version__


def sha(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_equal_seeds_give_equal_files_whatever_the_hash_seed_and_the_folder(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("foxglove")
    found = []
    for hash_seed in ("0", "4711"):
        source = tmp_path / hash_seed
        source.mkdir()
        path = write(source, GUSTS)
        arguments = ["run", str(path), "--duration", "60", "--seed", "9", "-o", str(source / "out")]
        command = call(*arguments, "--csv", "--parquet", "--mcap", "-q", program="usim")
        done = subprocess.run(command, env=environment(PYTHONHASHSEED=hash_seed), capture_output=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        found.append({ending: sha(source / "out" / f"test.{ending}") for ending in ("alog", "csv", "parquet", "mcap")})
    assert found[0] == found[1]
    assert entry(["run", str(path), "--duration", "60", "--seed", "10", "-o", str(tmp_path / "o"), "-q"]) == 0
    assert sha(tmp_path / "o" / "test.alog") != found[0]["alog"]


def test_the_header_says_what_is_needed_to_repeat_and_nothing_else(tmp_path: Path) -> None:
    path = write(tmp_path, GUSTS)
    assert entry(["run", str(path), "--duration", "2", "--seed", "9", "-o", str(tmp_path / "o"), "-q"]) == 0
    text = "\n".join(read_header(tmp_path / "o" / "test.alog").lines)
    for word in (
        "seed 9",
        "duration 2.0",
        f"usimmarine {__version__}",
        "Python 3",
        "numpy",
        "SHA-256",
        "uTimerScript_two 5/s",
    ):
        assert word in text
    assert str(tmp_path) not in text
    assert os.uname().nodename not in text


def test_the_files_agree_with_each_other(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("foxglove")
    path = write(tmp_path, GUSTS)
    arguments = ["--duration", "30", "-o", str(tmp_path / "o"), "--csv", "--parquet", "--mcap", "-q"]
    assert entry(["run", str(path), *arguments]) == 0
    with (tmp_path / "o" / "test.csv").open() as file:
        rows = list(csv.DictReader(file))
    series = load_series(tmp_path / "o" / "test.alog", ["NAV_X"])["NAV_X"]
    assert [float(row["x"]) for row in rows] == pytest.approx(series.values, abs=6e-6)
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(tmp_path / "o" / "test.parquet")
    assert table.column("x").to_pylist() == [float(row["x"]) for row in rows]
    assert table.column("rudder").to_pylist() == [float(row["rudder"]) for row in rows]
    reader = pytest.importorskip("mcap.reader")
    with (tmp_path / "o" / "test.mcap").open("rb") as file:
        messages = [
            (message.log_time, json.loads(message.data))
            for _, _, message in reader.make_reader(file).iter_messages(topics=["NAV_X"])
        ]
    assert [m["value"] for _, m in messages] == [float(row["x"]) for row in rows]
    assert messages[0][0] == 1_000_100_000_000
    summary = json.loads((tmp_path / "o" / "test.json").read_text())
    assert summary["files"]["test.alog"] == sha(tmp_path / "o" / "test.alog")
    assert summary["end"] == [float(rows[-1]["x"]), float(rows[-1]["y"])]


def test_the_log_without_and_with_csv_is_the_same(tmp_path: Path) -> None:
    path = write(tmp_path, GUSTS)
    for name, more in (("a", []), ("b", ["--csv", "--every", "2"])):
        assert entry(["run", str(path), "--duration", "20", "-o", str(tmp_path / name), "-q", *more]) == 0
    assert sha(tmp_path / "a" / "test.alog") == sha(tmp_path / "b" / "test.alog")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.moos"], "nowhere.moos"),
        (["FILE"], "--duration"),
        (["FILE", "--duration", "-3"], "above 0"),
        (["FILE", "--duration", "3", "--block", "usimarine"], "did you mean usimmarine?"),
        (["FILE", "--duration", "3", "-o", "FILE"], "cannot make the folder"),
        (["FILE", "--duration", "3", "--again", "gone.alog"], "leave --duration"),
        (["FILE", "--duration", "x"], "not a valid number"),
    ],
)
def test_bad_usage_is_one_error_and_2(
    tmp_path: Path, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, GUSTS)
    code = entry(["run", *(str(path) if a == "FILE" else a for a in arguments)])
    said = capsys.readouterr().err
    assert code == 2
    assert words in said
    assert "Traceback" not in said


def test_warnings_blocks_left_out_and_the_summary_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, HEAD + VEHICLE % "  thurst_map = 1:1" + "ProcessConfig = iSonarMgr\n{\n}\n")
    assert entry(["run", str(path), "--duration", "5", "-o", str(tmp_path / "o")]) == 0
    said = capsys.readouterr()
    assert "did you mean thrust_map?" in said.out
    assert said.out.startswith("not played   iSonarMgr: --app ")
    assert "distance     0 m" in said.out


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_ctrl_c_leaves_complete_files(tmp_path: Path, number: signal.Signals, code: int) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("foxglove")
    path = write(tmp_path, GUSTS)
    arguments = ["run", str(path), "--duration", "1e6", "-o", str(tmp_path / "o"), "--csv", "--parquet", "--mcap"]
    command = call(*arguments, program="usim")
    with subprocess.Popen(
        command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        log = tmp_path / "o" / "test.alog"
        assert wait_for(lambda: log.exists() and log.stat().st_size > 200_000, 60.0)
        process.send_signal(number)
        said, _ = process.communicate(timeout=60.0)
    assert process.returncode == code
    assert "ended        interrupted" in said
    summary = json.loads((tmp_path / "o" / "test.json").read_text())
    assert summary["ended"] == "interrupted"
    for name, digest in summary["files"].items():
        assert sha(tmp_path / "o" / name) == digest
    raw = log.read_bytes()
    assert raw.endswith(b" \n")
    last = [row for row in read_alog(log) if row.variable == "NAV_X"][-1]
    with (tmp_path / "o" / "test.csv").open() as file:
        rows = list(csv.reader(file))
    assert float(rows[-1][0]) == pytest.approx(last.time, abs=1e-5)
    assert pytest.importorskip("pyarrow.parquet").read_table(tmp_path / "o" / "test.parquet").num_rows == len(rows) - 1


def test_progress_is_a_line_each_tenth_or_a_bar_with_the_time_left() -> None:
    now = [0.0]
    plain, bar = io.StringIO(), io.StringIO()
    lines, drawn = (Progress(out, terminal=out is bar, real=lambda: now[0]) for out in (plain, bar))
    for step in range(101):
        now[0] = step * 0.6
        lines(step * 36.0, step / 100)
        drawn(step * 36.0, step / 100)
    drawn.close()
    assert len(plain.getvalue().splitlines()) == 10
    assert plain.getvalue().splitlines()[4] == "50 %, 1800 s simulated, 30 s left"
    assert "[###############---------------]  50 %, 1800 s simulated, 30 s left" in bar.getvalue()
    assert bar.getvalue().endswith("\r\033[K")


@pytest.mark.parametrize(
    ("part", "passed", "words"), [(0.5, 59.0, "59 s"), (0.5, 125.0, "2:05 min"), (0.1, 1000.0, "2:30 h")]
)
def test_the_time_left_is_told_in_its_own_unit(part: float, passed: float, words: str) -> None:
    assert remaining(part, passed) == words


def test_a_run_into_head_comes_to_its_end(tmp_path: Path) -> None:
    path = write(tmp_path, GUSTS)
    with running("run", str(path), "--duration", "3000", "-o", str(tmp_path / "o"), program="usim") as process:
        assert process.stdout is not None
        assert " s of 3000 s simulated, " in process.stdout.readline()
        process.stdout.close()
        assert process.wait(60.0) == 0
    summary = json.loads((tmp_path / "o" / "test.json").read_text())
    assert summary["time"] == 3000.0
    assert summary["files"]["test.alog"] == sha(tmp_path / "o" / "test.alog")


def test_each_tenth_has_its_line_and_the_end_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("usimmarine_py.cli.progress.SHORT", 0.0)
    assert entry(["run", str(MISSIONS / "box" / "box.moos"), "--no-log", "-o", str(tmp_path)]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert [line.split()[0] for line in lines] == [str(tenth) for tenth in range(10, 101, 10)]
    assert lines[-1] == "100 %, 402 s simulated" and " s of at most 86400 s simulated, " in lines[4]
    monkeypatch.setenv("CI", "true")
    words = ["run", str(MISSIONS / "box" / "box.moos"), "--no-log", "-o", str(tmp_path)]
    assert entry(words) == 0 and not capsys.readouterr().err
    assert entry([*words, "--progress"]) == 0 and "100 %" in capsys.readouterr().err
    monkeypatch.undo()
    monkeypatch.setattr("usimmarine_py.cli.progress.SHORT", 600.0)
    assert entry(words) == 0 and not capsys.readouterr().err  # too short


@pytest.mark.parametrize("kind", ["--csv", "--parquet", "--mcap"])
def test_a_full_disk_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("foxglove")
    monkeypatch.setattr("usimmarine_py.logs.tables.GROUP", 100)
    path = write(tmp_path, GUSTS)
    (tmp_path / "o").mkdir()
    (tmp_path / "o" / f"test.{kind[2:]}").symlink_to("/dev/full")
    (tmp_path / "o" / "test.json").write_text("of an earlier run")
    assert entry(["run", str(path), "--duration", "60", "-o", str(tmp_path / "o"), "-q", kind]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"usim: {tmp_path / 'o'}")
    assert "cannot write" in error
    assert "No space left on device" in error
    assert error.count("\n") == 1
    assert not (tmp_path / "o" / "test.json").exists()


@pytest.mark.parametrize(("kind", "package"), [("--parquet", "pyarrow"), ("--mcap", "foxglove-sdk")])
def test_a_missing_extra_is_told_before_any_file_is_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, kind: str, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package.partition("-")[0], None)
    path = write(tmp_path, GUSTS)
    assert entry(["run", str(path), "--duration", "2", "-o", str(tmp_path / "o"), "-q", kind]) == 2
    assert capsys.readouterr().err == f"usim: {kind} needs {package}: pip install 'usimmarine[logs]'\n"
    assert not (tmp_path / "o").exists()


def test_two_runs_do_not_write_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, GUSTS)
    arguments = ["run", str(path), "-o", str(tmp_path / "o"), "-q"]
    with running(*arguments, "--duration", "86400", program="usim") as process:
        log = tmp_path / "o" / "test.alog"
        assert wait_for(lambda: log.exists() and log.stat().st_size > 0, 60.0)
        assert entry([*arguments, "--duration", "2"]) == 2
        error = capsys.readouterr().err
        process.send_signal(signal.SIGINT)
        assert process.wait(60.0) == 130
    summary = log.with_suffix(".json")
    assert error == f"usim: {summary}: another run is writing this file; choose another folder with -o\n"
    assert json.loads((tmp_path / "o" / "test.json").read_text())["files"]["test.alog"] == sha(log)
    assert entry([*arguments, "--duration", "2"]) == 0


def test_two_runs_that_share_the_summary_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, GUSTS)
    summary = tmp_path / "o" / "test.json"
    arguments = ["run", str(path), "-o", str(tmp_path / "o"), "-q", "--no-log"]
    with running(*arguments, "--csv", "--duration", "1e6", program="usim") as process:
        table = tmp_path / "o" / "test.csv"
        assert wait_for(lambda: table.exists() and table.stat().st_size > 0, 60.0)  # it has all of its files
        assert entry([*arguments, "--duration", "2"]) == 2
        error = capsys.readouterr().err.splitlines()[-1]
        process.send_signal(signal.SIGINT)
        assert process.wait(60.0) == 130
    assert error == f"usim: {summary}: another run is writing this file; choose another folder with -o"
    assert json.loads(summary.read_text())["ended"] == "interrupted"


def test_a_run_that_cannot_begin_leaves_no_empty_summary(tmp_path: Path) -> None:
    path = write(tmp_path, GUSTS)
    (tmp_path / "o" / "test.alog").mkdir(parents=True)
    assert entry(["run", str(path), "-o", str(tmp_path / "o"), "-q", "--duration", "2"]) == 1
    assert not (tmp_path / "o" / "test.json").exists()


def test_guidance_that_gets_nowhere_is_on_its_way_to_the_limit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("usimmarine_py.run.plan.LONGEST_RUN", 400.0)
    text = (MISSIONS / "box" / "box.moos").read_text().replace("= NAV\n", "= NAV\n  drift_vector = 180,6\n", 1)
    assert "drift_vector" in text
    (tmp_path / "box.moos").write_text(text)
    assert entry(["run", str(tmp_path / "box.moos"), "-o", str(tmp_path / "o"), "--no-log"]) == 1
    assert "ended        limit at 400 s; neither guidance nor a script came to its end" in capsys.readouterr().out


def test_files_of_an_earlier_run_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, GUSTS)
    arguments = ["run", str(path), "--duration", "2", "-o", str(tmp_path / "o")]
    assert entry([*arguments, "--csv"]) == 0
    assert "earlier run" not in capsys.readouterr().out
    assert entry(arguments) == 0
    out = capsys.readouterr().out.splitlines()
    assert f"note         {tmp_path / 'o' / 'test.csv'} is of an earlier run" in out
    assert f"summary      {tmp_path / 'o' / 'test.json'}" in out


def test_the_shipped_drift_mission_runs_and_the_gust_sets_it_aside(tmp_path: Path) -> None:
    path = MISSIONS / "drift_gusts" / "drift_gusts.moos"
    assert entry(["run", str(path), "--duration", "125", "-o", str(tmp_path), "-q"]) == 0
    x, y = (load_series(tmp_path / "drift_gusts.alog", [n])[n].values[-1] for n in ("NAV_X", "NAV_Y"))
    assert x - y == pytest.approx(60.0, abs=0.5)


def test_a_vehicle_that_diverges_is_exit_1_and_stands_in_the_summary(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unstable = "dynamics = fossen6\nvehicle = jolner\nvariant = hilsim\nfluid_memory = off\n"
    block = f"ProcessConfig = usimmarine\n{{\nAppTick = 10\n{unstable}timer_script = s\n}}\n"
    script = "ProcessConfig = uTimerScript\n{\nevent = var=DESIRED_THRUST, val=80, time=0\n}\n"
    path = write(tmp_path, HEAD + block + script)
    call = ["run", str(path), "--duration", "40", "-o", str(tmp_path / "o")]
    assert entry(call) == 1
    out = capsys.readouterr().out
    assert "status       diverged" in out
    summary = json.loads((tmp_path / "o" / "test.json").read_text())
    assert summary["status"] == "diverged"
    assert summary["distance"] < 200.0
    assert entry([*call, "-q"]) == 1
    assert "the vehicle diverged" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["run", "play"])
def test_the_help_names_no_bound_where_there_is_none(name: str) -> None:
    done = subprocess.run(call(name, "--help", program="usim"), env=environment(), capture_output=True, check=False)
    assert done.returncode == 0 and b"--from S" in done.stdout and b"None" not in done.stdout


def test_an_option_that_no_record_takes_is_an_error() -> None:
    with pytest.raises(TypeError, match="RunOptions takes no pokez"):
        gathered(RunOptions, {"duration": 3.0, "pokez": ("A=1",)})


def test_the_duration_of_other_programs_names_ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "launch.sh"
    script.write_text("#!/bin/bash\n")
    for word in ("dive", str(script)):
        assert entry(["run", word, "--time", "3"]) == 2
        assert "did you mean --duration?" in capsys.readouterr().err
