"""Trials by several workers: the same report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from usimmarine_py.cli.craft.informative import possible_trials
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import ConfigError
from usimmarine_py.fit.identify.design import asked_numbers, propose
from usimmarine_py.fit.identify.free import VehicleFile
from usimmarine_py.launch.pools import WorkersWanted
from usimmarine_py.trials.manoeuvres import TrialOptions
from usimmarine_py.trials.subject import Subject, mission_subject, vehicle_subject
from usimmarine_py.trials.trials import run_trials

NAMES = ["acceleration", "crash_stop"]
OPTIONS = TrialOptions(thrust=50.0)


def subjects(folder: Path) -> list[Subject]:
    """A shipped vehicle with a change, a file of one's own by a relative path, and the vehicle of a mission."""
    own = folder / "own.toml"
    own.write_text((ROOT / "usimmarine_py/vehicles/remus100.toml").read_text())
    found = [
        vehicle_subject("otter", engine="python", changes={"rigid_body.mass": 60.0}),
        vehicle_subject("./own.toml", engine="python"),
        mission_subject(str(ROOT / "missions/alpha/alpha.moos") + ",turn_rate=40"),
    ]
    assert [one.source.make().label for one in found if one.source] == [one.label for one in found]
    return found


def test_the_report_is_the_same_by_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines: list[str] = []
    asked = subjects(tmp_path)
    here = run_trials(asked, OPTIONS, NAMES).as_json()
    by_two = run_trials(asked, OPTIONS, NAMES, lines.append, 2).as_json()
    assert json.dumps(by_two) == json.dumps(here)
    assert len(lines) == len(asked) * len(NAMES)
    assert any(result["trials"] for result in here["subjects"])


def test_the_report_is_the_same_by_dask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.chdir(tmp_path)
    asked = subjects(tmp_path)
    file = VehicleFile.open("otter")
    free, known, noise = asked_numbers(file, "rigid_body.mass,damping.linear_diag.0")
    possible = possible_trials(vehicle_subject("otter", engine="python"), False, ["crash_stop"])
    with distributed.Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0") as client:
        cluster = WorkersWanted(dask=client.scheduler.address)
        there = run_trials(asked, OPTIONS, NAMES[:1], dask=cluster.dask)
        proposed = propose(file, possible, free, known, noise, workers=cluster)
    assert json.dumps(there.as_json()) == json.dumps(run_trials(asked, OPTIONS, NAMES[:1]).as_json())
    assert propose(file, possible, free, known, noise) == proposed


def test_what_cannot_be_done_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = Subject("bare", vehicle_subject("otter", engine="python").plant, {})
    with pytest.raises(ConfigError, match="without applications"):
        run_trials([bare], OPTIONS, NAMES[:1], dask="local")
    with pytest.raises(ConfigError, match="--workers: is for trials without applications"):
        run_trials([bare], OPTIONS, NAMES[:1], workers=2)
    pytest.importorskip("distributed")
    words = ["trials", "remus100", "--trial", "acceleration", "--dask", "tcp://127.0.0.1:1", "-o", str(tmp_path / "o")]
    assert entry(words) != 0
    assert "no Dask scheduler at tcp://127.0.0.1:1" in capsys.readouterr().err
