"""What a vehicle may have beside its motion, each with its lines and mail, in a lock-step run."""

from __future__ import annotations

import pytest

from tests.support.missions import mission, program
from tests.support.runs import execute
from tests.support.steered import KINEMATIC, OUTSIDE, vehicle
from usimmarine_py.errors import NotFiniteError
from usimmarine_py.run.plan import plan_run
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ActuatorCommand, Environment, VehicleState

#: Lines of a vehicle's block and mail for it, by what they try; of a kinematic one, and of one with hydrodynamics.
FEATURES = {
    "tide": (["tide = M2, major=0.6, direction=70, phase=30"], []),
    "profile": (["current_profile = 0:0.3:90, 20:0.1:40"], []),
    "land": (["land = -20,25:60,25:60,60:-20,60", "draft = 0.5", "default_water_depth = 9"], []),
    "shoal": (["draft = 0.8", "default_water_depth = 4"], [("WATER_DEPTH", 0.5), ("WATER_DEPTH", 6)]),
    "battery": (["battery_capacity = 0.4", "hotel_load = 60", "shaft_power = thrust:900"], []),
    "leeway": (["wind_speed = 8", "wind_dir = 200", "leeway = 4"], [("USM_WEATHER", '"wind_speed=3,wind_dir=20"')]),
    "gusts": (["wind_speed = 6", "wind_gust = norsok", "leeway = 3"], []),
    "fault": ([], [("USM_FAULT", "thrust:freeze"), ("USM_FAULT", "rudder:bias=5"), ("USM_FAULT", "clear")]),
    "water": (["default_water_depth = 30", "sensor = sonar, range=60", "sensor = altimeter"], []),
    "instruments": (["sensor = dvl", "sensor = compass", "sensors_as_nav = true", "dead_reckoning = true"], []),
    "ais": (["nmea_ais = true"], [("NODE_REPORT", '"NAME=bravo,X=3,Y=4,SPD=1,HDG=90"')]),
    "sailing": (["polar_plot = 0,0: 40,40: 90,80: 180,70"], [("WIND_CONDITIONS", '"spd=5,dir=90"')]),
    "buoyancy": (["start_depth = 3"], [("BUOYANCY_CONTROL", "true"), ("TRIM_CONTROL", "true")]),
    "obstacle": ([], [("OBSTACLE_HIT", "true"), ("OBSTACLE_HIT", "false")]),
    "wormhole": (["wormhole = tag=a, madrid_poly={0,10:10,10:10,20:0,20}, weber_poly={60,10:70,10:70,20:60,20}"], []),
}
FOSSEN = {
    **{name: FEATURES[name] for name in ("tide", "profile", "fault", "water", "instruments", "ais")},
    "battery": (["battery_capacity = 3", "hotel_load = 200", "shaft_power = jet_port:3000, jet_stbd:3000"], []),
    "gusts": (["wind_speed = 6", "wind_gust = norsok"], []),
    "waves": (["sea_state = 3", "visuals = true"], [("USM_WEATHER", '"wind_speed=3,wind_dir=20"')]),
    "forces": (["post_forces = true"], [("USM_FORCE", '"X=40,N=-9"'), ("USM_FORCE", "none")]),
    "sides": ([], [("THRUST_MODE_DIFFERENTIAL", "true"), ("THRUST_MODE_DIFFERENTIAL", "false")]),
    "pushed": ([], [("USM_FORCE", '"X=60,Y=20"'), ("USM_FORCE", "none")]),
    "set_points": ([], [("DESIRED_JET_PORT", 900), ("DESIRED_JET_STBD", 700), ("USM_RELEASE", "all")]),
    "land": (["land = -20,25:60,25:60,60:-20,60", "default_water_depth = 9"], []),
    "banks": (["land = 4,-90:4,90:9,90:9,-90", "default_water_depth = 9", "banks = true"], []),
    "shoal": (["default_water_depth = 4"], [("WATER_DEPTH", 0.3), ("WATER_DEPTH", 6)]),
}


def test_each_of_them_is_understood() -> None:
    for basis, features in (([KINEMATIC], FEATURES), (["dynamics = fossen6", "vehicle = odin"], FOSSEN)):
        for name, (lines, mail) in features.items():
            text = vehicle(10, *basis, *lines)
            events = (f"event = var={one}, val={value}, time={i + 1}" for i, (one, value) in enumerate(mail))
            summary = execute(plan_run(mission(text + program("uTimerScript", *events)), duration=9.0, seed=1))
            told = [*summary.config_warnings, *summary.run_warnings]
            assert not any(word in one for one in told for word in ("must be", "unknown", "no effect")), (name, told)


def test_a_tick_that_fails_is_lost_and_the_run_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    step = Simulator.tick

    def fails(simulator: Simulator, now: float, max_dt: float | None = None) -> list[object]:
        if 1010.0 < now < 1011.0:
            raise RuntimeError("no")
        return step(simulator, now, max_dt)  # type: ignore[return-value]

    monkeypatch.setattr(Simulator, "tick", fails)
    summary = execute(plan_run(mission(OUTSIDE), duration=30.0, seed=1))
    lost = "usimmarine: iteration failed, this tick was lost: RuntimeError: no"
    assert [count for text, count in summary.run_warnings.items() if text.startswith(lost)] in ([9], [10])
    assert summary.ticks["usimmarine"] == 300


def test_a_step_of_the_backend_that_leaves_the_numbers_is_told_once() -> None:
    class Breaks:
        name = "breaks"

        def initial_state(self, start: VehicleState) -> VehicleState:
            return start

        def step(
            self, state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float
        ) -> VehicleState:
            raise NotFiniteError("far away")

    read = mission(OUTSIDE)
    plan = plan_run(read, duration=20.0, seed=1)
    plan.simulators[0].backend = Breaks()
    summary = execute(plan)
    assert summary.status == "diverged"
    assert [count for text, count in summary.run_warnings.items() if "far away" in text] == [1]
