"""Runs of several communities over processes: the same bytes for any number of them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.run.test_several import BEHAVIORS, SHORE, VEHICLE
from tests.support.missions import opening, program, shares
from tests.support.processes import environment
from usimmarine_py.cli.usim import entry
from usimmarine_py.mission import read_mission
from usimmarine_py.run.plan import plan_run
from usimmarine_py.run.processes.whole import process_count

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not copy processes")
NAMES = ("abe", "ben", "cal", "deb")
COMMS = program("uFldNodeComms", "comms_range = 500", "critical_range = 25") + program(
    "uFldCollisionDetect", "encounter_range = 50", "near_miss_range = 15", "collision_range = 5"
)
JUDGE = program(
    "pMissionEval", "lead_condition = DB_UPTIME > 45", "pass_condition = NODE_REPORT != nothing",
    "report_file = results.txt", "report_column = grade=$[GRADE]",
)  # fmt: skip


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    (tmp_path / "m.bhv").write_text(BEHAVIORS)
    texts = {"shore": SHORE.replace("OVERRIDE\n", "OVERRIDE, NODE_REPORT\n") + COMMS}
    for number, name in enumerate(NAMES, 1):
        texts[name] = opening(name, 9000 + number) + shares(9200 + number) + VEHICLE % (20 * number)
    for name, text in texts.items():
        (tmp_path / f"{name}.moos").write_text(text)
    return [tmp_path / f"{name}.moos" for name in texts]


def played(files: list[Path], processes: int, *words: str) -> tuple[int, dict[str, bytes]]:
    """Exit code, and the files of the run without its times by the wall."""
    folder = files[0].parent / f"o{processes}"
    code = entry(["run", *map(str, files), "-q", "--processes", str(processes), "-o", str(folder), *words])
    found = {file.name: file.read_bytes() for file in sorted(folder.iterdir())}
    return code, {name: text.replace(f"o{processes}".encode(), b"o") for name, text in found.items()}


@pytest.mark.parametrize(
    "words", [(), ("--share-loss", "0.2", "--csv", "--seed", "5"), ("--share-delay", "0.3", "--set", "turn_rate=60")]
)
def test_the_same_files_for_any_number(files: list[Path], words: tuple[str, ...]) -> None:
    one = played(files, 1, "--duration", "45", *words)
    assert one[0] == 0 and len(one[1]) >= 11
    assert json.loads(one[1]["run.json"])["encounters"], "there is something to measure between vehicles"
    for count in (2, 4):
        code, found = played(files, count, "--duration", "45", *words)
        assert code == 0 and found.keys() == one[1].keys()
        assert [name for name, text in found.items() if text != one[1][name]] == []


def test_a_verdict_ends_it_at_the_same_tick(files: list[Path]) -> None:
    files[0].write_text(files[0].read_text() + JUDGE)
    code, one = played(files, 1, "--max-time", "200")
    summary = json.loads(one["run.json"])
    assert code == 0 and summary["ended_by"] == "verdict" and list(summary["verdicts"].values()) == ["pass"]
    for count in (2, 4):
        assert played(files, count, "--max-time", "200") == (code, one)


def test_requirements_see_all_communities(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    required = ("--require", "closest < 500", "--require", "deb.NAV_X > 79")
    assert played(files, 2, "--duration", "5", *required)[0] == 0, capsys.readouterr().err
    assert played(files, 2, "--duration", "5", "--require", "cal.NAV_X < 0")[0] == 1
    assert "cal.NAV_X < 0" in capsys.readouterr().err


def test_how_many(files: list[Path]) -> None:
    missions = [read_mission(str(file)) for file in files]
    plan = plan_run(missions, duration=1.0)
    assert process_count(plan, 1) == (1, "") and process_count(plan, 9) == (5, "")
    assert process_count(plan_run(missions[:1] + missions[1:3], duration=1.0), None) == (1, "")
    files[1].write_text(files[1].read_text().replace("turn_rate = 95", "turn_rate = 95\n  collisions = stop"))
    hulls = plan_run([read_mission(str(file)) for file in files], duration=1.0)
    count, why = process_count(hulls, 2)
    assert count == 1 and "hulls touch" in why


def test_a_process_that_dies_is_one_error(files: list[Path]) -> None:
    command = [
        sys.executable,
        "-m",
        "usimmarine_py",
        "run",
        *map(str, files),
        "--processes",
        "2",
        "--duration",
        "36000",
    ]
    process = subprocess.Popen(
        [*command, "-q", "-o", str(files[0].parent / "o")], env=environment(), stderr=subprocess.PIPE, text=True
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not children.exists():
        process.kill()
        pytest.skip("only Linux lists the children of a process")
    deadline = time.monotonic() + 60.0
    while not (listed := children.read_text().split()) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1.0)
    os.kill(int(listed[0]), signal.SIGKILL)
    _, said = process.communicate(timeout=60.0)
    assert process.returncode == 1 and len(said.splitlines()) == 1 and "Traceback" not in said, said


def test_a_signal_ends_all_with_whole_files(files: list[Path]) -> None:
    threading.Timer(4.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    code, found = played(files, 2, "--no-press", "--duration", "360000")
    assert code == 130 and json.loads(found["run.json"])["ended"] == "interrupted"
    for name in NAMES:
        assert json.loads(found[f"{name}.json"])["ended"] == "interrupted" and found[f"{name}.alog"].endswith(b"\n")
