"""The table of exit codes of ``usim run`` in docs/run.md, line by line."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import numpy as np
import pytest

from tests.support.missions import HEAD, VEHICLE, write
from tests.support.paths import MISSIONS
from tests.support.processes import usim
from usimmarine_py.logs.alog import load_series

SCRIPT = "ProcessConfig = uTimerScript\n{\n  event = var=DESIRED_THRUST, val=50, time=0\n  event = quit, time=%s\n}\n"
DRIVEN = HEAD + VEHICLE % "" + SCRIPT
BOX = (MISSIONS / "box" / "box.moos").read_text()
#: A drift against which no waypoint can be reached.
UNREACHABLE = BOX.replace("= NAV\n", "= NAV\n  drift_vector = 180,6\n", 1)
IMPATIENT = UNREACHABLE.replace("  lookahead ", "  give_up = 60\n  lookahead ", 1)
#: One that sets it abeam of its waypoints.
ABEAM = BOX.replace("= NAV\n", "= NAV\n  drift_vector = 90,0.8\n", 1).replace("radius = 5\n", "radius = 1\n")
IDLE = HEAD + VEHICLE % ""
JUDGED = DRIVEN % 20 + (
    "ProcessConfig = pMissionEval\n{\n  lead_condition = DB_UPTIME > 5\n  pass_condition = NAV_Y > %d\n}\n"
)
MISSPELT = DRIVEN.replace("turn_rate", "turn_rte")


@pytest.mark.parametrize(
    ("text", "options", "code", "ended", "told"),
    [
        (IDLE, ["--duration", "5"], 0, "duration", ""),
        (DRIVEN % 50, ["--duration", "10"], 0, "duration", ""),
        (UNREACHABLE, ["--max-time", "30", "--duration", "20"], 0, "duration", ""),
        (DRIVEN % 5, [], 0, "uTimerScript", ""),
        (DRIVEN % 5, ["--duration", "60"], 0, "uTimerScript", ""),
        (DRIVEN % 5, ["--max-time", "60"], 0, "uTimerScript", ""),
        (BOX, ["--duration", "2000"], 0, "usim_guidance", ""),
        (UNREACHABLE, ["--max-time", "30"], 1, "limit", "neither guidance nor a script came to its end"),
        (UNREACHABLE, ["--duration", "40", "--max-time", "30"], 1, "limit", "neither guidance nor a script came"),
        (IMPATIENT, [], 1, "stuck", "waypoint=1, x=0, y=100, distance="),
        (IMPATIENT, ["--duration", "400"], 1, "stuck", "cannot be reached, no nearer for 60 s"),
        (BOX, ["--max-log", "0.2"], 1, "full", "its files have reached --max-log"),
        (DRIVEN % 50, ["--require", "plan", "--duration", "10"], 1, "duration", "neither guidance nor a script came"),
        (DRIVEN % 5, ["--require", "plan", "--duration", "10"], 0, "uTimerScript", ""),
        (ABEAM, [], 0, "usim_guidance", ""),
        (ABEAM, ["--require", "waypoints"], 1, "usim_guidance", "were passed outside the acceptance radius"),
        (BOX, ["--require", "waypoints"], 0, "usim_guidance", ""),
        (DRIVEN % 5, ["--require", "waypoints"], 1, "uTimerScript", "no guidance"),
        (IDLE, ["--require", "driven", "--duration", "5"], 1, "duration", "no command came"),
        (DRIVEN % 5, ["--require", "driven"], 0, "uTimerScript", ""),
        (JUDGED % 1, [], 0, "pMissionEval", ""),
        (JUDGED % 99, [], 1, "pMissionEval", "fail by pMissionEval: unmet_pass_cond: [NAV_Y>99]"),
        (JUDGED % 99, ["--duration", "2"], 0, "duration", ""),  # no verdict yet
        (BOX, ["--require", "ended = guidance", "--require", "near(0, 0) < 6"], 0, "usim_guidance", ""),
        (
            BOX,
            ["--require", "max(abs(NAV_X)) < 9"],
            1,
            "usim_guidance",
            "max(abs(NAV_X)) < 9: max(abs(NAV_X)) = 10",
        ),
        (DRIVEN % 5, ["--require", "ended = script"], 0, "uTimerScript", ""),
        (DRIVEN % 5, ["--require", "NAV_SPED > 1"], 1, "uTimerScript", "never posted (did you mean NAV_SPEED?)"),
        (IDLE, ["--require", "waypoints_missed = 0", "--duration", "5"], 1, "duration", "waypoints_missed was never"),
        (MISSPELT % 5, [], 0, "uTimerScript", ""),
    ],
)
def test_what_was_asked_happened_or_not(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    text: str,
    options: list[str],
    code: int,
    ended: str,
    told: str,
) -> None:
    path = write(tmp_path, text)
    log = [] if ended == "full" else ["--no-log"]
    found, out, err = usim(capsys, "run", str(path), *options, "-q", *log, "-o", str(tmp_path / "o"))
    assert (found, out, bool(err)) == (code, "", bool(told))
    assert told in err
    assert err.count("\n") == bool(told)
    summary = json.loads((tmp_path / "o" / "test.json").read_text())
    assert summary["ended"] == ended
    assert bool(summary["stuck"]) == (ended == "stuck")
    assert summary["driven"] == (text != IDLE)
    if ended == "limit":
        assert summary["time"] == pytest.approx(30.0)


def test_a_full_log_is_whole_and_not_much_larger_than_it_may(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, BOX)
    code, out, _ = usim(capsys, "run", str(path), "--max-log", "2", "-o", str(tmp_path / "o"))
    log = tmp_path / "o" / "test.alog"
    assert code == 1
    assert "its files must not grow further, see --max-log" in out
    assert 2e6 <= log.stat().st_size <= 4e6
    assert log.read_bytes().endswith(b"\n")
    assert json.loads((tmp_path / "o" / "test.json").read_text())["files"].keys() == {"test.alog"}
    assert usim(capsys, "run", str(path), "--max-log", "0", "-o", str(tmp_path / "o"))[0] == 0
    assert log.stat().st_size > 4e6


@pytest.mark.parametrize("text", [MISSPELT, BOX.replace("  lookahead ", "  lokahead ")])
def test_strict_runs_nothing_that_is_warned_of(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    text = text if "%s" not in text else text % 5
    code, out, err = usim(capsys, "run", str(write(tmp_path, text)), "--strict", "-o", str(tmp_path / "o"))
    assert (code, out) == (2, "")
    assert err.count("did you mean") == 1
    assert "ended by --strict" in err
    assert not (tmp_path / "o").exists()
    good = write(tmp_path, text.replace("turn_rte", "turn_rate").replace("lokahead", "lookahead"))
    assert usim(capsys, "run", str(good), "--strict", "-q", "-o", str(tmp_path / "o"))[0] == 0


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_a_signal_ends_it(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    number: signal.Signals,
    code: int,
) -> None:
    from usimmarine_py.run import files as run

    real = run.execute

    def execute(*given, **more):
        os.kill(os.getpid(), number)
        return real(*given, **more)

    monkeypatch.setattr(run, "execute", execute)
    path = write(tmp_path, DRIVEN % 500)
    assert usim(capsys, "run", str(path), "-q", "-o", str(tmp_path / "o"))[0] == code
    assert json.loads((tmp_path / "o" / "test.json").read_text())["ended"] == "interrupted"


def test_files_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "o" / "test.alog").mkdir(parents=True)
    code, _, err = usim(capsys, "run", str(write(tmp_path, DRIVEN % 5)), "-o", str(tmp_path / "o"))
    assert (code, err.count("\n")) == (1, 1)
    assert "cannot write" in err


def test_a_misspelt_requirement_gets_a_suggestion(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = usim(capsys, "run", str(write(tmp_path, DRIVEN % 5)), "--require", "waypoint")
    assert (code, err.count("\n")) == (2, 1)
    assert "did you mean waypoints?" in err


def test_a_limit_leaves_the_run_up_to_it_as_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, BOX)
    logs = []
    for name, options in (("whole", []), ("limited", ["--duration", "40"])):
        usim(capsys, "run", str(path), *options, "-q", "-o", str(tmp_path / name))
        logs.append(load_series(tmp_path / name / "test.alog", ["NAV_X"])["NAV_X"].values)
    assert len(logs[0]) > len(logs[1]) == 400
    assert (logs[0][:400] == logs[1]).all()


@pytest.mark.parametrize("status", ["capsized", "diverged"])
def test_a_vehicle_that_came_to_grief(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, status: str
) -> None:
    from usimmarine_py.run import files as run

    real = run.execute

    def execute(*given, **more):
        summary = real(*given, **more)
        summary.status = status
        return summary

    monkeypatch.setattr(run, "execute", execute)
    path = write(tmp_path, DRIVEN % 5)
    found, _, err = usim(capsys, "run", str(path), "-q", "--no-log", "-o", str(tmp_path / "o"))
    assert (found, f"the vehicle {status}" in err) == (1, True)


def test_expectations_find_what_the_log_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, BOX)
    wanted = ["max(abs(GUIDANCE_CROSS_TRACK)) < 0", "count(NAV_X) < 0", "distance < 0", "mean(NAV_SPEED) < 0"]
    options = [word for text in wanted for word in ("--require", text)]
    code, out, err = usim(capsys, "run", str(path), *options, "-o", str(tmp_path / "o"))
    assert code == 1
    assert out.count("required     ") == err.count("\n") - err.count(" simulated") == 4
    log = load_series(tmp_path / "o" / "test.alog", ["GUIDANCE_CROSS_TRACK", "NAV_X", "NAV_SPEED"])
    summary = json.loads((tmp_path / "o" / "test.json").read_text())
    found = [float(why.rpartition("= ")[2]) for why in summary["required"].values()]
    speed = log["NAV_SPEED"]
    lasting = np.diff([*speed.times, summary["time"]])
    expected = [
        np.abs(log["GUIDANCE_CROSS_TRACK"].values).max(),
        len(log["NAV_X"].values),
        summary["distance"],
        (speed.values * lasting).sum() / lasting.sum(),
    ]
    assert found == pytest.approx(expected, rel=2e-4)
