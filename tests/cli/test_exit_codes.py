"""The table of exit codes of ``usim run`` in docs/run.md, line by line."""

from __future__ import annotations

import json
from pathlib import Path

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
HELM = HEAD + VEHICLE % "" + "ProcessConfig = pHelmIvP\n{\n}\n"


@pytest.mark.parametrize(
    ("text", "options", "code", "ended"),
    [
        (HEAD + VEHICLE % "", ["--duration", "5"], 0, "duration"),
        (DRIVEN % 5, [], 0, "uTimerScript"),
        (DRIVEN % 5, ["--duration", "60"], 0, "uTimerScript"),
        (DRIVEN % 5, ["--max-time", "60"], 0, "uTimerScript"),
        (BOX, ["--duration", "2000"], 0, "usim_guidance"),
        (DRIVEN % 50, ["--duration", "10"], 0, "duration"),
        (DRIVEN % 50, ["--require", "plan", "--duration", "10"], 1, "duration"),
        (DRIVEN % 5, ["--require", "plan", "--duration", "10"], 0, "uTimerScript"),
        (UNREACHABLE, ["--max-time", "30"], 1, "limit"),
        (UNREACHABLE, ["--duration", "40", "--max-time", "30"], 1, "limit"),
        (UNREACHABLE, ["--max-time", "30", "--duration", "20"], 0, "duration"),
        (HELM, ["--duration", "5"], 0, "duration"),
        (HELM, ["--require", "driven", "--duration", "5"], 1, "duration"),
        (DRIVEN % 5, ["--require", "driven"], 0, "uTimerScript"),
    ],
)
def test_what_was_asked_happened_or_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, options: list[str], code: int, ended: str
) -> None:
    path = write(tmp_path, text)
    found, out, err = usim(capsys, "run", str(path), *options, "-q", "--no-log", "-o", str(tmp_path / "o"))
    assert (found, out, bool(err)) == (code, "", code == 1)
    summary = json.loads((tmp_path / "o" / "test.json").read_text())
    assert summary["ended"] == ended
    assert summary["driven"] == (text is not HELM)
    if ended == "limit":
        assert summary["time"] == pytest.approx({"10": 10.0, "20": 20.0}.get(options[-1], 30.0))
    assert ("neither guidance nor a script came to its end" in err) == (code == 1 and text is not HELM)


def test_a_limit_leaves_the_run_up_to_it_as_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, BOX)
    logs = []
    for name, options in (("whole", []), ("limited", ["--duration", "40"])):
        usim(capsys, "run", str(path), *options, "-q", "-o", str(tmp_path / name))
        logs.append(load_series(tmp_path / name / "test.alog", ["NAV_X"])["NAV_X"].values)
    assert len(logs[0]) > len(logs[1]) == 400
    assert (logs[0][:400] == logs[1]).all()


@pytest.mark.parametrize("options", [["--duration", "0"], ["--max-time", "0"], ["--max-time", "x"], []])
def test_what_cannot_be_run(tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]) -> None:
    path = write(tmp_path, HEAD + VEHICLE % "")
    assert usim(capsys, "run", str(path), *options, "-q", "-o", str(tmp_path / "o"))[0] == 2


@pytest.mark.parametrize("status", ["capsized", "diverged"])
def test_a_vehicle_that_came_to_grief(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, status: str
) -> None:
    from usimmarine_py.run import run

    real = run.execute

    def execute(*given, **more):
        summary = real(*given, **more)
        summary.status = status
        return summary

    monkeypatch.setattr(run, "execute", execute)
    path = write(tmp_path, DRIVEN % 5)
    found, _, err = usim(capsys, "run", str(path), "-q", "--no-log", "-o", str(tmp_path / "o"))
    assert (found, f"the vehicle {status}" in err) == (1, True)
