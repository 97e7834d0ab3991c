"""Fits: parameters come back from runs that excite them, what a run does not determine is named, a Fossen run becomes a
kinematic vehicle."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.paths import MISSIONS
from tests.support.runs import execute
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import ConfigError, FitError
from usimmarine_py.fit import model
from usimmarine_py.fit.data import read_fit_data
from usimmarine_py.fit.fit import FitResult, fit
from usimmarine_py.fit.model import Predictor, law_ticks, settings_of
from usimmarine_py.fit.optimum import Channel, fit_channel
from usimmarine_py.kernels.kinematic import coupled_depth, documented_dive, limited_speed
from usimmarine_py.kinematic.dialects import find_dialect
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.mission import parse_mission, read_mission
from usimmarine_py.run.files import run_to_files
from usimmarine_py.run.header import header
from usimmarine_py.run.output import RunFiles
from usimmarine_py.run.plan import plan_run

pytest.importorskip("scipy")

THRUST, RUDDER, ELEVATOR = "DESIRED_THRUST", "DESIRED_RUDDER", "DESIRED_ELEVATOR"
EVERYTHING = (
    (1, THRUST, 30), (30, RUDDER, 20), (50, RUDDER, -40), (70, RUDDER, 0), (80, THRUST, 70), (110, RUDDER, 60),
    (130, RUDDER, 0), (140, THRUST, 50), (160, ELEVATOR, 40), (190, ELEVATOR, -30), (220, ELEVATOR, 0),
    (240, THRUST, 20), (250, ELEVATOR, 50), (280, THRUST, 0),
)  # fmt: skip
BLOCK = """
  thrust_map = 20:0.9, 30:1.4, 50:2.2, 70:3.1
  turn_rate = 62
  turn_loss = 0.7
  max_acceleration = 0.3
  max_deceleration = 0.4
  buoyancy_rate = 0.03
  max_depth_rate = 0.4
  max_depth_rate_speed = 1.7
  start_depth = 5
"""
TRUTH = {
    "speed@20": 0.9,
    "speed@30": 1.4,
    "speed@50": 2.2,
    "speed@70": 3.1,
    "turn_rate": 62,
    "turn_loss": 0.7,
    "max_acceleration": 0.3,
    "max_deceleration": 0.4,
    "buoyancy_rate": 0.03,
    "max_depth_rate": 0.4,
    "max_depth_rate_speed": 1.7,
}
Events = Sequence[tuple[float, str, float | str]]


def record(folder: Path, name: str, block: str, events: Events, duration: float, tick: int = 10) -> Path:
    """The log of a lock-step run."""
    script = "\n".join(f"  event = var={variable}, val={value}, time={time}" for time, variable, value in events)
    text = (
        f"Community = fit\nProcessConfig = {name}\n{{\n  AppTick = {tick}\n  prefix = NAV\n{block}\n}}\n"
        f"ProcessConfig = uTimerScript\n{{\n  AppTick = 10\n{script}\n}}\n"
    )
    plan = plan_run(parse_mission(text, str(folder / "fit.moos")), duration=duration, seed=1)
    log = AlogWriter(folder / "run.alog", plan.clock.now(), header(plan, plan.communities[0]), flush_interval=None)
    execute(plan, listeners=[log.row])
    log.close()
    return folder / "run.alog"


def fitted(log: Path, dialect: str | None, **options: float) -> FitResult:
    return fit(read_fit_data(log), dialect, **options)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "dialect"), [("uSimMarine", "classic"), ("usimmarine", "documented")])
def test_what_a_run_excites_comes_back_within_a_per_cent(tmp_path: Path, name: str, dialect: str) -> None:
    result = fitted(record(tmp_path, name, BLOCK, EVERYTHING, 320.0), dialect)
    for parameter, wanted in TRUTH.items():
        assert result.value(parameter) == pytest.approx(wanted, rel=0.01), parameter
    assert all(p.seen for p in result.parameters)
    assert result.residuals["speed"] < 0.003
    # the block gives the same vehicle
    assert result.residuals["track_end"] < 0.2


@pytest.mark.parametrize("tick", [4, 10])
def test_v22_publishes_every_second_step_and_comes_back_all_the_same(tmp_path: Path, tick: int) -> None:
    events = ((1, THRUST, 50), (20, RUDDER, 30), (30, ELEVATOR, 40), (40, RUDDER, -50), (50, THRUST, 70))
    result = fitted(record(tmp_path, "uSimMarineV22", BLOCK, events, 80.0, tick), None)
    assert result.dialect == "v22"
    assert result.app_tick == tick
    for name in ("turn_rate", "turn_loss", "speed@50", "speed@70", "max_acceleration", "buoyancy_rate"):
        assert result.value(name) == pytest.approx(TRUTH[name], rel=0.005), name
    assert result.residuals["track_end"] < 1e-3
    assert f"AppTick   = {tick}" in result.block()


@pytest.mark.parametrize(("name", "dialect"), [("uSimMarineV22", "v22"), ("usimmarine", "documented")])
def test_the_prediction_is_the_law_of_the_engine_itself(tmp_path: Path, name: str, dialect: str) -> None:
    events = ((1, THRUST, 50), (12, RUDDER, 80), (20, THRUST, 20), (22, "USM_RESET", '"x=0,y=0,speed=1"'))
    data = read_fit_data(record(tmp_path, name, BLOCK, events, 35.0))
    law = find_dialect(dialect)
    predictor = Predictor.of(data, law, 7.0, law_ticks(data, law))
    values = {"speed@20": 0.8, "speed@50": 2.3, "turn_loss": 0.6, "max_acceleration": 0.2, "max_deceleration": 0.0}
    settings = settings_of(values, law)
    wanted = []
    for stretch in predictor.stretches:
        v = float(data.speed[stretch[0]])
        for k in stretch[1:]:
            for j in predictor.steps[k]:
                thrust, rudder = predictor.steered[j][:2]
                desired = settings.desired_speed(settings.thrust_map.speed(thrust), rudder, 0.0, 0.0)
                v1 = limited_speed(v, desired, *settings.limits[:2], predictor.dt[j])
                v = (v + v1) / 2 if law.recorded else v1
            wanted.append(v)
    assert predictor.speeds(settings)[0].tolist() == wanted


@pytest.mark.parametrize(("name", "dialect"), [("uSimMarineV22", "v22"), ("usimmarine", "documented")])
def test_the_predicted_depth_is_the_law_of_the_engine_itself(tmp_path: Path, name: str, dialect: str) -> None:
    # from rest and to the surface
    events = ((8, THRUST, 50), (12, ELEVATOR, 80), (22, ELEVATOR, -100), (35, ELEVATOR, 5))
    data = read_fit_data(record(tmp_path, name, BLOCK.replace("start_depth = 5", "start_depth = 1"), events, 40.0))
    law = find_dialect(dialect)
    predictor = Predictor.of(data, law, 7.0, law_ticks(data, law))
    settings = settings_of({"speed@50": 2.3, "buoyancy_rate": 0.02, "max_depth_rate": 0.5}, law)
    _, fresh, before = predictor.speeds(settings)
    assert data.depth is not None
    assert data.pitch is not None
    wanted, i = [], 0
    for stretch in predictor.stretches:
        z = data.depth[stretch[0]]
        for k in stretch[1:]:
            if law.recorded:
                z, pitch = data.depth[k - 1], data.pitch[k - 1]
            for j in predictor.steps[k]:
                if law.recorded:
                    z, pitch = coupled_depth(
                        z, pitch, fresh[i], predictor.elevator[j], settings.limits, predictor.dt[j]
                    )
                else:
                    mean = 0.5 * (fresh[i] + before[i])
                    rate, _ = documented_dive(mean, predictor.elevator[j], *settings.limits[2:4])
                    z = max(z + (rate - settings.buoyancy_rate) * predictor.dt[j], 0.0)
                i += 1
            wanted.append(z)
    assert min(wanted) == 0.0
    assert predictor.depths(settings, fresh, before) == pytest.approx(np.array(wanted), abs=1e-12)


@pytest.mark.parametrize(("name", "dialect"), [("uSimMarineV22", "v22"), ("usimmarine", "documented")])
def test_without_numba_the_predictions_are_the_same(
    tmp_path: Path, name: str, dialect: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    events = ((1, THRUST, 50), (6, RUDDER, 40), (10, ELEVATOR, 80), (20, RUDDER, -20))
    data = read_fit_data(record(tmp_path, name, BLOCK, events, 25.0))
    law = find_dialect(dialect)
    predictor = Predictor.of(data, law, 7.0, law_ticks(data, law))
    settings = settings_of({"speed@50": 2.3, "turn_rate": 50.0, "max_depth_rate": 0.5, "buoyancy_rate": 0.02}, law)

    def predicted() -> list[np.ndarray]:
        stored, fresh, before = predictor.speeds(settings)
        headings, depths = predictor.headings(settings, fresh), predictor.depths(settings, fresh, before)
        return [stored, fresh, before, headings, depths]

    compiled = predicted()
    monkeypatch.setattr(model, "compiled", lambda function, *modules: function)
    for one, other in zip(compiled, predicted(), strict=True):
        assert len(one) > 100
        assert one == pytest.approx(other, rel=1e-13, abs=1e-13)


def test_depth_parameters_of_the_recorded_law_do_not_end_in_a_local_minimum(tmp_path: Path) -> None:
    # the pitch falls back to 0 in between the published steps: a wrong rate makes it fall at the wrong tick
    block = """
  thrust_map = 30:0.8627834591034833, 50:2.562191471236858, 80:2.7880710897305283
  turn_rate = 37.85483180175952
  turn_loss = 0.5468045609643586
  max_acceleration = 0.2972200856338059
  max_deceleration = 0.40837613499751957
  buoyancy_rate = 0.003
  max_depth_rate = 0.20162277272582918
  max_depth_rate_speed = 1.5881570465451549
  start_depth = 30
"""
    events = (
        (1, THRUST, 50), (20, RUDDER, 30), (30, RUDDER, -50), (40, RUDDER, 0),
        (60, ELEVATOR, 40), (80, ELEVATOR, -40), (100, ELEVATOR, 0),
        (105, THRUST, 30), (120, ELEVATOR, 60), (140, ELEVATOR, -20), (160, ELEVATOR, 0),
        (165, THRUST, 80), (180, ELEVATOR, 60), (200, ELEVATOR, -40), (220, ELEVATOR, 0), (225, THRUST, 30),
    )  # fmt: skip
    result = fitted(record(tmp_path, "uSimMarineV22", block, events, 240.0), None)
    for name, wanted in (("buoyancy_rate", 0.003), ("max_depth_rate", 0.20162), ("max_depth_rate_speed", 1.58816)):
        found = next(p for p in result.parameters if p.name == name)
        assert found.seen, name
        assert found.value == pytest.approx(wanted, rel=1e-3), name
    assert result.residuals["depth"] < 1e-4


def test_the_law_is_that_of_the_simulator_which_posted_the_run(tmp_path: Path) -> None:
    log = record(tmp_path, "uSimMarine", BLOCK, ((1, THRUST, 50), (20, RUDDER, 30)), 40.0)
    result = fitted(log, None)
    assert result.dialect == "classic"
    # the recorded law stores the mean of old and new speed; taken for the documented one, half the limit comes out
    assert result.value("max_acceleration") == pytest.approx(0.3, rel=1e-4)
    assert fitted(log, "documented").value("max_acceleration") == pytest.approx(0.15, rel=1e-3)


def test_the_rudder_step_of_the_recorded_programs_is_known(tmp_path: Path) -> None:
    # one mail moves the rudder by 100 at most: -60 after 80 is taken for -20
    events = ((1, THRUST, 50), (12, RUDDER, 80), (20, RUDDER, -60))
    result = fitted(record(tmp_path, "uSimMarine", BLOCK, events, 35.0), None)
    assert result.value("turn_rate") == pytest.approx(62, rel=1e-4)
    assert result.value("turn_loss") == pytest.approx(0.7, rel=1e-4)


def test_drift_and_rotation_are_separated_from_the_vehicle(tmp_path: Path) -> None:
    events = ((1, THRUST, 50), (25, RUDDER, 30), (40, RUDDER, 0))
    block = BLOCK + "  drift_x = 0.3\n  drift_y = -0.2\n  rotate_speed = 0.5\n"
    result = fitted(record(tmp_path, "usimmarine", block, events, 60.0), None)
    assert result.surroundings == pytest.approx({"drift_x": 0.3, "drift_y": -0.2, "rotate_speed": 0.5}, abs=2e-3)
    assert result.value("turn_rate") == pytest.approx(62, rel=2e-3)
    assert result.residuals["track_end"] < 0.2
    assert "taken for a drift" in " ".join(result.notes)
    # weather is no part of the vehicle
    assert "\n  // drift_x = 0.3" in result.block()


def test_nothing_is_predicted_across_resets_and_pauses(tmp_path: Path) -> None:
    events = (
        (1, THRUST, 50), (20, RUDDER, 30), (28, "USM_RESET", '"x=500,y=0,heading=90,speed=1,depth=3"'),
        (40, "USM_SIM_PAUSED", "true"), (50, "USM_SIM_PAUSED", "false"), (55, RUDDER, -50),
    )  # fmt: skip
    result = fitted(record(tmp_path, "uSimMarine", BLOCK, events, 70.0), None)
    assert result.value("turn_rate") == pytest.approx(62, rel=1e-4)
    assert result.residuals["track_end"] < 1e-3
    said = " ".join(result.notes)
    assert "reset at 28" in said
    assert "held by USM_SIM_PAUSED at 40" in said


def test_jumps_and_gaps_are_left_out(tmp_path: Path) -> None:
    data = read_fit_data(record(tmp_path, "usimmarine", BLOCK, ((1, THRUST, 50), (15, RUDDER, 30)), 40.0))
    rows = [(float(t), f"NAV_{n}", float(v)) for n in ("SPEED", "HEADING", "X", "Y")
            for t, v in zip(data.t, getattr(data, n.lower()), strict=True)]  # fmt: skip
    rows = [(t, n, v + 300.0 * (n == "NAV_X" and t > 30.0)) for t, n, v in rows if not 20.0 < t < 25.0]
    rows += [(1.15, THRUST, 50.0), (15.15, RUDDER, 30.0)]
    result = fit(read_fit_data(write_log(tmp_path / "cut.alog", sorted(rows))))
    assert result.value("turn_rate") == pytest.approx(62, rel=1e-3)
    assert any("position jumps at 30" in note for note in result.notes)
    assert result.residuals["track_rms"] < 0.1
    assert any("no NAV_DEPTH" in note for note in result.notes)


def test_a_slow_vehicle_does_not_end_in_a_local_minimum(tmp_path: Path) -> None:
    # it never gets to its speeds: the thrust map starts far from the truth
    block = """
  thrust_map = 25:0.42, 70:1.67, 80:2.98
  turn_loss = 0.24
  max_acceleration = 0.023
  max_deceleration = 0.657
"""
    events = (
        (1, THRUST, 25), (41, RUDDER, 30), (51, RUDDER, 0), (56, THRUST, 80), (100, RUDDER, 50), (110, RUDDER, 0),
        (115, THRUST, 70), (160, RUDDER, -80), (170, RUDDER, 0), (175, THRUST, 25), (200, RUDDER, 50), (210, RUDDER, 0),
    )  # fmt: skip
    result = fitted(record(tmp_path, "uSimMarine", block, events, 240.0, 2), None)
    for name, wanted in (("speed@25", 0.42), ("turn_loss", 0.24), ("max_acceleration", 0.023)):
        assert result.value(name) == pytest.approx(wanted, rel=0.01), name
    assert result.residuals["speed"] < 0.005


def test_a_thinned_log_is_fitted_at_the_usual_tick(tmp_path: Path) -> None:
    data = read_fit_data(record(tmp_path, "usimmarine", BLOCK, ((1, THRUST, 50), (15, RUDDER, 30)), 40.0))
    rows = [(float(t), f"NAV_{n}", float(v)) for n in ("SPEED", "HEADING") for t, v in
            zip(data.t, getattr(data, n.lower()), strict=True) if abs(t - round(t)) < 1e-6]  # fmt: skip
    log = write_log(tmp_path / "thin.alog", sorted([*rows, (1.15, THRUST, 50.0), (15.15, RUDDER, 30.0)]))
    result = fitted(log, None)
    assert result.app_tick == 10.0
    assert result.value("max_acceleration") == pytest.approx(0.3, rel=0.01)
    with pytest.raises(ConfigError, match="--app-tick"):
        fitted(log, None, app_tick=0.0)


def test_a_law_that_does_not_describe_the_run_says_so(tmp_path: Path) -> None:
    # the heading swings whatever the rudder does
    rows = [(0.1 * k, "NAV_SPEED", 2.0) for k in range(600)]
    rows += [(0.1 * k, "NAV_HEADING", 180.0 + 60.0 * np.sin(0.07 * k)) for k in range(600)]
    rows += [(0.0, THRUST, 50.0), (0.0, RUDDER, 10.0), (30.0, RUDDER, -10.0)]
    result = fit(read_fit_data(write_log(tmp_path / "odd.alog", sorted(rows))))
    assert result.explained["heading"] < 0.5
    assert any("do not trust what follows from the heading" in note for note in result.notes)
    found = next(p for p in result.parameters if p.name == "turn_rate")
    assert not found.seen or "roughly" in found.remark


def test_what_a_run_cannot_tell_is_named_and_keeps_its_default(tmp_path: Path) -> None:
    # straight ahead, no depth, never slower
    result = fitted(record(tmp_path, "usimmarine", BLOCK, ((1, THRUST, 50),), 40.0), "documented")
    found = {p.name: p for p in result.parameters}
    assert found["speed@50"].value == pytest.approx(2.2, rel=1e-4)
    assert found["max_acceleration"].value == pytest.approx(0.3, rel=1e-3)
    for name, default in (("turn_loss", 0.85), ("turn_rate", 70.0), ("max_deceleration", 0.0)):
        assert not found[name].seen, name
        assert found[name].value == default
        assert found[name].remark.startswith("not seen")
    block = parse_mission(result.block(), str(tmp_path / "block.moos")).blocks[0]
    for name in ("turn_loss", "turn_rate", "max_deceleration", "max_depth_rate"):
        assert f"\n  // {name}: not seen: no effect in this run\n" in f"{result.block()}\n"
        assert name not in {entry.key for entry in block.entries}
    assert "max_acceleration" in {entry.key for entry in block.entries}
    assert "speed@20" not in found


def test_a_limit_at_the_end_of_its_bounds_is_a_comment() -> None:
    # hardly any effect, and what there is wants less than the least: the optimum ends at the bound
    def residuals(values: Mapping[str, float]) -> NDArray[np.float64]:
        scatter = np.sin(np.arange(40.0) ** 2)
        return np.append(scatter, [1.5 + 0.4 * values["max_deceleration"], values["speed@50"] - 2.0])

    channel = Channel(
        ["speed@50", "max_deceleration"], {"speed@50": 1.0, "max_deceleration": 1.0},
        {"speed@50": (0.0, 9.0), "max_deceleration": (1e-6, 5.0)}, {"speed@50": float("nan"), "max_deceleration": 9.0},
        residuals, 1e-3, np.arange(42),
    )  # fmt: skip
    found = {one.name: one for one in fit_channel(channel)}["max_deceleration"]
    assert found.value == pytest.approx(1e-6)
    assert not found.seen
    assert not found.written
    assert "at the end of what can be" in found.remark


def test_depth_parameters_that_only_act_together_are_not_claimed(tmp_path: Path) -> None:
    # one speed below the full one: only max_depth_rate / max_depth_rate_speed^2 counts
    events = ((1, THRUST, 30), (20, ELEVATOR, 50), (60, ELEVATOR, -20))
    block = BLOCK + "  start_speed = 1.4\n"
    result = fitted(record(tmp_path, "usimmarine", block, events, 90.0), "documented")
    found = {p.name: p for p in result.parameters}
    assert found["buoyancy_rate"].seen
    assert found["max_depth_rate"].seen
    assert not found["max_depth_rate_speed"].seen
    # with the default of the one, the other makes up for it
    q = (1.4 / 1.7) ** 2 * 0.4
    assert (1.4 / 2.0) ** 2 * found["max_depth_rate"].value == pytest.approx(q, rel=0.01)


def test_a_thrust_that_never_rests_gets_a_knot_each_ten_per_cent(tmp_path: Path) -> None:
    block = BLOCK.replace("thrust_map = 20:0.9, 30:1.4, 50:2.2, 70:3.1", "thrust_map = 100:4")
    block = block.replace("acceleration = 0.3", "acceleration = 0").replace("deceleration = 0.4", "deceleration = 0")
    events = tuple((1.0 + 0.2 * k, THRUST, 20.0 + 0.21 * k) for k in range(212))
    result = fitted(record(tmp_path, "usimmarine", block, events, 45.0), None)
    knots = {p.name: p.value for p in result.parameters if p.name.startswith("speed@")}
    # the last one where the thrust went itself
    assert list(knots) == ["speed@20", "speed@30", "speed@40", "speed@50", "speed@64.31"]
    for name, value in knots.items():
        assert value == pytest.approx(0.04 * float(name[6:]), rel=2e-3), name


def test_a_speed_that_no_thrust_map_can_have_is_left_out(tmp_path: Path) -> None:
    # slower at 50 % than at 30 %, and that for less time
    rng = np.random.default_rng(1)
    speeds = np.where(np.arange(600) < 450, 2.0, 1.5) + rng.normal(0.0, 0.05, 600)
    rows = [(0.1 * k, "NAV_SPEED", float(speed)) for k, speed in enumerate(speeds)]
    rows += [(0.1 * k, "NAV_HEADING", 90.0) for k in range(600)]
    rows += [(0.0, THRUST, 30.0), (45.0, THRUST, 50.0)]
    result = fit(read_fit_data(write_log(tmp_path / "odd.alog", sorted(rows))))
    assert "speed@30" in {p.name for p in result.parameters}
    assert "speed@50" not in {p.name for p in result.parameters}
    assert any("the speed at 50 % does not grow with the thrust" in note for note in result.notes)
    mission = parse_mission(result.block(), str(tmp_path / "block.moos"))
    assert plan_run(mission, duration=1.0).simulators[0].config_warnings == []


def test_a_thrust_that_is_not_determined_is_named(tmp_path: Path) -> None:
    # at the limit of acceleration all the while: any speed above would do
    events = ((1, THRUST, 50), (20, THRUST, 60), (20.5, THRUST, 70))
    result = fitted(record(tmp_path, "usimmarine", BLOCK, events, 35.0), None)
    found = {p.name: p for p in result.parameters}
    assert found["speed@50"].value == pytest.approx(2.2, rel=1e-3)
    assert found["speed@70"].value == pytest.approx(3.1, rel=1e-3)
    assert "speed@60" not in found
    assert any("does not determine the speed at 60 %" in note for note in result.notes)
    # needed to go beyond the others
    events = ((1, THRUST, 50), (20, THRUST, 80), (20.5, THRUST, 50))
    result = fitted(record(tmp_path, "usimmarine", BLOCK, events, 40.0), None)
    assert not next(p for p in result.parameters if p.name == "speed@80").seen
    assert "   // not seen: 80\n" in result.block()


def test_a_heading_that_ends_early_ends_the_fit(tmp_path: Path) -> None:
    data = read_fit_data(record(tmp_path, "usimmarine", BLOCK, ((1, THRUST, 50), (15, RUDDER, 30)), 40.0))
    rows = [(float(t), f"NAV_{n}", float(v)) for n in ("SPEED", "HEADING")
            for t, v in zip(data.t, getattr(data, n.lower()), strict=True)]  # fmt: skip
    rows = [row for row in rows if row[1] == "NAV_SPEED" or row[0] < 25.0]
    result = fit(
        read_fit_data(write_log(tmp_path / "cut.alog", sorted([*rows, (1.15, THRUST, 50.0), (15.15, RUDDER, 30.0)])))
    )
    assert result.value("turn_rate") == pytest.approx(62, rel=1e-3)
    assert any("NAV_HEADING was logged only from 0" in note for note in result.notes)


def test_a_recorded_dive_without_its_pitch_is_not_trusted(tmp_path: Path) -> None:
    data = read_fit_data(record(tmp_path, "uSimMarine", BLOCK, ((1, THRUST, 50), (15, ELEVATOR, 30)), 30.0))
    assert not any("_PITCH" in note for note in fit(data, "classic").notes)
    assert any("no NAV_PITCH" in note for note in fit(replace(data, pitch=None), "classic").notes)


def test_no_limit_of_acceleration_is_found_as_none(tmp_path: Path) -> None:
    block = BLOCK.replace("max_acceleration = 0.3", "max_acceleration = 0").replace(
        "deceleration = 0.4", "deceleration = 0"
    )
    events = ((1, THRUST, 50), (10, THRUST, 30), (20, RUDDER, 40), (30, RUDDER, 0))
    result = fitted(record(tmp_path, "usimmarine", block, events, 40.0), "documented")
    found = {p.name: p for p in result.parameters}
    for name in ("max_acceleration", "max_deceleration"):
        assert found[name].value == 0.0
        assert not found[name].seen
    assert found["speed@50"].value == pytest.approx(2.2, rel=1e-6)
    assert found["turn_loss"].value == pytest.approx(0.7, rel=1e-6)


def test_noise_widens_the_errors_and_leaves_the_values(tmp_path: Path) -> None:
    events = ((1, THRUST, 50), (30, RUDDER, 30), (60, RUDDER, -50), (90, RUDDER, 0), (100, THRUST, 20))
    data = read_fit_data(record(tmp_path, "usimmarine", BLOCK, events, 130.0))
    rng = np.random.default_rng(3)
    assert data.x is not None
    assert data.y is not None
    noisy = replace(
        data,
        speed=data.speed + rng.normal(0, 0.05, len(data.t)),
        heading=data.heading + rng.normal(0, 0.5, len(data.t)),
        x=data.x + rng.normal(0, 0.5, len(data.t)),
        y=data.y + rng.normal(0, 0.5, len(data.t)),
    )
    result = fit(noisy)
    assert not result.surroundings
    assert not any("over ground" in note for note in result.notes)
    for name in ("speed@50", "turn_rate", "turn_loss", "max_acceleration"):
        found = next(p for p in result.parameters if p.name == name)
        assert found.error is not None
        assert found.error > 1e-4
        # stretches begin at noisy states, so errors are not quite independent: six of them
        assert found.value == pytest.approx(TRUTH[name], abs=max(6 * found.error, 0.03 * TRUTH[name])), name


@pytest.mark.slow
def test_the_odin_run_becomes_a_kinematic_vehicle(tmp_path: Path) -> None:
    events = (
        (1, THRUST, 40), (30, RUDDER, 20), (55, RUDDER, -40), (80, RUDDER, 0), (90, THRUST, 70), (120, RUDDER, 30),
        (140, RUDDER, 0), (150, THRUST, 20),
    )  # fmt: skip
    odin = "  dynamics = fossen6\n  vehicle = odin\n  variant = hilsim"
    result = fitted(record(tmp_path, "usimmarine", odin, events, 170.0), "documented")
    data = result.data
    steady = data.speed[(data.t > 28) & (data.t < 30)].mean()
    assert result.value("speed@40") == pytest.approx(steady, rel=0.05)
    # the steady turn of odin: deg/s at R = 30, T = 70, as the kinematic law has it
    late = (data.t > 130) & (data.t < 140)
    rate = np.polyfit(data.t[late], data.heading[late], 1)[0]
    assert 30 * result.value("turn_rate") / 100 * 70 / 50 == pytest.approx(rate, rel=0.35)
    assert result.residuals["heading"] < 15.0
    assert result.residuals["speed"] < 0.3
    found = {p.name: p for p in result.parameters}
    assert not found["max_depth_rate"].seen
    # the fitted vehicle runs as it stands
    mission = parse_mission(result.block(), str(tmp_path / "block.moos"))
    assert plan_run(mission, duration=1.0).simulators[0].config_warnings == []


def write_log(path: Path, rows: Sequence[tuple[float, str, float]]) -> Path:
    with AlogWriter(path, 0.0) as log:
        for time, name, value in rows:
            log(time, name, "test", "", value)
    return path


def test_differential_runs_are_fitted_too(tmp_path: Path) -> None:
    events = ((1, "DESIRED_THRUST_L", 50), (1, "DESIRED_THRUST_R", 50), (20, "DESIRED_THRUST_L", 70))
    block = BLOCK + "  thrust_mode_diff = true\n"
    result = fitted(record(tmp_path, "usimmarine", block, events, 50.0), "documented")
    assert result.value("speed@50") == pytest.approx(2.2, rel=1e-3)
    assert any("36 deg/s" in note for note in result.notes)
    assert "thrust_mode_diff = true" in result.block()
    assert result.residuals["heading"] < 1e-3


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_table_tells_the_commands_of_an_embedded_controller(tmp_path: Path, ending: str) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow", reason="needs pyarrow (extra logs)")
    plan = plan_run(read_mission(MISSIONS / "dive/dive_guidance.moos"), seed=1, duration=150.0)
    run_to_files(plan, tmp_path, RunFiles(csv=ending == "csv", parquet=ending == "parquet"))
    # its log does not
    with pytest.raises(FitError, match=r"no DESIRED_THRUST.*--csv"):
        read_fit_data(tmp_path / "dive_guidance.alog")
    result = fitted(tmp_path / f"dive_guidance.{ending}", None)
    wanted = {"speed@60": 1.5, "turn_rate": 40.0, "turn_loss": 0.4, "buoyancy_rate": 0.025}
    for name, value in wanted.items():
        assert result.value(name) == pytest.approx(value, rel=1e-3), name
    # one speed: only the product tells
    rate, full = result.value("max_depth_rate"), result.value("max_depth_rate_speed")
    assert rate * min(1.0, 1.5 / full) ** 2 == pytest.approx(0.5, rel=1e-3)
    assert result.residuals["track_end"] < 0.01


def test_a_table_of_a_differential_run_is_fitted_by_its_sides(tmp_path: Path) -> None:
    rows = ["time,x,y,heading,speed,thrust,rudder,thrust_left,thrust_right"]
    rows += [f"{0.1 * k:.1f},0,0,{0.1 * k * 36 * 20 / 200:.6f},{min(0.05 * k, 2.0):.6f},0,0,60,40" for k in range(100)]
    (tmp_path / "sides.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    data = read_fit_data(tmp_path / "sides.csv")
    assert data.differential
    assert fit(data).residuals["heading"] < 1e-3


def test_an_unknown_prefix_gets_a_suggestion(tmp_path: Path) -> None:
    rows = [(0.1 * k, f"NAVI_{name}", 1.0) for k in range(40) for name in ("SPEED", "HEADING")]
    log = write_log(tmp_path / "run.alog", [*rows, (0.0, "DESIRED_THRUST", 5.0)])
    assert read_fit_data(log).prefix == "NAVI"
    with pytest.raises(FitError, match="did you mean NAVI"):
        read_fit_data(log, "NAV_")


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([(0.0, "DESIRED_THRUST", 5.0)], "no NAV_SPEED and NAV_HEADING"),
        ([(0.1 * k, n, 1.0) for k in range(40) for n in ("NAV_SPEED", "NAV_HEADING")], "no DESIRED_THRUST"),
        ([(0.1 * k, n, 1.0) for k in range(4) for n in ("NAV_SPEED", "NAV_HEADING")], "only 4 values"),
    ],
)
def test_logs_without_what_it_takes_say_so(
    rows: list[tuple[float, str, float]], found: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = write_log(tmp_path / "run.alog", rows)
    assert entry(["fit", str(log)]) == 1
    error = capsys.readouterr().err
    assert found in error
    assert len(error.strip().splitlines()) == 1


def test_wrong_files_and_horizons_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["fit", str(tmp_path / "none.alog")]) == 1
    assert "cannot read the log" in capsys.readouterr().err
    assert entry(["fit", str(tmp_path / "none.txt")]) == 2
    assert "is no .alog, .csv or .parquet" in capsys.readouterr().err
    (tmp_path / "other.csv").write_text("time,x,y,heading\n0,0,0,0\n", encoding="utf-8")
    assert entry(["fit", str(tmp_path / "other.csv")]) == 1
    assert "no column speed and no column thrust" in capsys.readouterr().err
    log = record(tmp_path, "usimmarine", BLOCK, ((1, THRUST, 50),), 5.0)
    with pytest.raises(ConfigError, match="two ticks of this log"):
        fitted(log, "documented", horizon=0.1)


def test_the_command_leaves_block_json_and_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    log = record(tmp_path, "usimmarine", BLOCK, ((1, THRUST, 50), (15, RUDDER, 30)), 30.0)
    assert entry(["fit", str(log), "-o", str(tmp_path / "out")]) == 0
    out = capsys.readouterr().out
    assert "turn_rate" in out
    assert "ProcessConfig = usimmarine" in out
    tree = json.loads((tmp_path / "out/run_fit.json").read_text(encoding="utf-8"))
    assert tree["parameters"]["turn_rate"]["value"] == pytest.approx(62, rel=1e-3)
    assert tree["block"] + "\n" == (tmp_path / "out/run_fit.moos").read_text(encoding="utf-8")
    assert (tmp_path / "out/run_fit.png").stat().st_size > 20_000
