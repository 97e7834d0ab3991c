"""A policy in an ONNX file as a behaviour, as `usim new` makes it, live: the track is that of the run offline."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

for needed in ("numba", "gymnasium", "onnxruntime", "onnx"):
    pytest.importorskip(needed, reason="a policy in an ONNX file needs it")

import numpy as np

from tests.gym.boat.test_policies import write_policy
from tests.support.processes import free_port, running
from usimmarine_py import read_run, run_mission
from usimmarine_py.cli.usim import entry

MORE = """
ProcessConfig = pLogger
{
  AppTick = 10
  Path = ./live
  File = live
  AsyncLog = true
  WildCardLogging = true
}
ProcessConfig = uTimerScript
{
  AppTick = 10
  paused = false
  event = var=DEPLOY, val=true, time=10
  event = var=MOOS_MANUAL_OVERRIDE, val=false, time=10
}
"""
WARP, SECONDS = 3.0, 20.0


def _places(log: Any) -> np.ndarray:
    """The places (m) in the seconds after the first speed that the policy asks for."""
    wanted, x, y = (log[name] for name in ("DESIRED_SPEED", "NAV_X", "NAV_Y"))
    times = wanted.times[wanted.values > 0.0][0] + np.arange(0.0, SECONDS, 0.5)
    assert times[-1] <= x.times[-1]
    return np.stack([np.interp(times, one.times, one.values) for one in (x, y)], axis=1)


def test_it_steers_live_as_it_does_offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    weights = np.zeros((12, 2))
    weights[1, 0], weights[0, 1] = 0.3, 0.1  # to starboard of what is ahead: turn; the farther ahead the faster
    write_policy(tmp_path / "k.onnx", weights)
    assert entry(["new", "behavior", "holder", "--policy", "k.onnx", "--vehicle", "otter"]) == 0
    mission = tmp_path / "holder.moos"
    text = mission.read_text().replace("9000", str(free_port())).replace("MOOSTimeWarp = 1", f"MOOSTimeWarp = {WARP}")
    run = "  Run = usim_helm  @ NewConsole = false\n"
    assert run in text
    mission.write_text(text.replace(run, f"{run}  Run = pLogger\n  Run = uTimerScript\n") + MORE)
    with running("launch", "holder.moos", "--prefer=ours", "--for=45", program="usim", cwd=tmp_path) as launch:
        out = launch.communicate(timeout=120.0)[0]
        assert launch.returncode == 0, out
    (alog,) = (tmp_path / "live").rglob("*.alog")
    live, offline = _places(read_run(alog)), _places(run_mission(mission, duration=45))
    assert np.hypot(*(offline[-1] - offline[0])) > 3.0
    assert np.hypot(*(live - offline).T).max() < 0.5


def test_a_new_application_leaves_a_log_live(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    weights = np.zeros((12, 2))
    weights[0, 0], weights[1, 1] = 0.1, 0.1
    write_policy(tmp_path / "k.onnx", weights)
    assert entry(["new", "app", "keeper", "--policy", "k.onnx"]) == 0
    mission = tmp_path / "keeper.moos"
    mission.write_text(mission.read_text().replace("9000", str(free_port())))
    words = ("keeper.moos", "--prefer=ours", f"--warp={WARP}", "--for=20")
    with running("launch", *words, program="usim", cwd=tmp_path) as one:
        out = one.communicate(timeout=120.0)[0]
        assert one.returncode == 0, out
    assert entry(["run", "keeper.moos", "--app", "keeper.py", "--duration", "20"]) == 0
    (live,) = tmp_path.glob("keeper_live_*")
    capsys.readouterr()
    assert entry(["compare", "--json", "keeper_run", str(live)]) == 0
    figures = json.loads(capsys.readouterr().out)["vehicles"]["keeper"]
    assert min(figures["lengths"]) > 0.5
    assert figures["largest"] < 0.5
