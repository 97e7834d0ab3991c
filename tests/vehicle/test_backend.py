"""The Fossen models behind the simulator's interface."""

from __future__ import annotations

from dataclasses import replace
from math import degrees, pi, radians
from typing import Any

import pytest

from usimmarine_py.errors import ConfigError, NotFiniteError
from usimmarine_py.values import ActuatorCommand, Backend, Environment, VehicleState
from usimmarine_py.vehicle.factory import FOSSEN3, FOSSEN6
from usimmarine_py.vehicle.files import read

GO = ActuatorCommand(thrust=60.0, rudder=15.0, elevator=10.0)


def make(vehicle: str, **parameters: str) -> Any:
    factory = FOSSEN3 if vehicle in ("cybership2", "mssjl_example") else FOSSEN6
    return factory({"vehicle": vehicle, **parameters}, None)


def run(
    backend: Any, ticks: list[float], start: VehicleState, command: ActuatorCommand = GO, **around: Any
) -> VehicleState:
    state = backend.initial_state(start)
    for dt in ticks:
        state = backend.step(state, command, Environment(**around), dt)
    return state


@pytest.mark.parametrize(("vehicle", "variant"), [("odin", "hilsim"), ("torpedo_auv", ""), ("cybership2", "")])
def test_the_motion_does_not_depend_on_the_tick(vehicle: str, variant: str) -> None:
    backend = make(vehicle, variant=variant)
    assert isinstance(backend, Backend)
    start = VehicleState(x=3.0, y=4.0, heading=30.0, speed=0.5, depth=10.0)
    ends = [
        run(backend, ticks, start)
        for ticks in ([0.1] * 300, [0.25] * 120, [1.0] * 30, [30.0], [0.3, 0.07] * 81 + [0.03])
    ]
    for end in ends[1:]:
        assert end.internal[0] == ends[0].internal[0]
        assert (end.x, end.y, end.heading, end.nu, end.actuators) == (
            ends[0].x, ends[0].y, ends[0].heading, ends[0].nu, ends[0].actuators,
        )  # fmt: skip


def test_a_command_acts_from_the_next_grid_point() -> None:
    """Half a step after the grid point, a new command leaves the step under way alone."""
    backend = make("odin", variant="hilsim", sim_step="0.1")
    start = backend.initial_state(VehicleState())
    still = Environment()
    first = backend.step(start, ActuatorCommand(), still, 0.15)
    mixed = backend.step(first, ActuatorCommand(thrust=100.0), still, 0.05)
    idle = backend.step(first, ActuatorCommand(), still, 0.05)
    assert mixed.nu == idle.nu and mixed.actuators == idle.actuators
    assert backend.step(mixed, ActuatorCommand(thrust=100.0), still, 0.1).actuators != idle.actuators


def test_step_is_pure() -> None:
    backend = make("torpedo_auv")
    state = backend.initial_state(VehicleState(depth=20.0, speed=1.0))
    assert backend.step(state, GO, Environment(), 0.5) == backend.step(state, GO, Environment(), 0.5)


def test_what_the_state_says() -> None:
    backend = make("torpedo_auv")
    start = backend.initial_state(VehicleState(x=1.0, y=2.0, heading=350.0, speed=1.5, depth=20.0))
    assert (start.x, start.y, start.depth, start.speed) == pytest.approx((1.0, 2.0, 20.0, 1.5))
    assert start.heading == pytest.approx(350.0) and start.yaw == pytest.approx(radians(10.0))
    assert start.sog == pytest.approx(1.5) and start.hog == pytest.approx(350.0)
    assert [name for name, _ in start.actuators] == ["prop_n_rpm", "rudder_delta_deg", "stern_plane_delta_deg"]
    end = run(backend, [0.1] * 100, start, water_depth=50.0)
    assert end.time == pytest.approx(10.0)
    assert end.nu[5] > 0.0  # rudder to starboard
    assert end.nu[4] < 0.0 or end.pitch < 0.0  # elevator dives
    assert end.altitude == pytest.approx(50.0 - end.depth)
    assert dict(end.actuators)["rudder_delta_deg"] == pytest.approx(3.0, abs=1e-6)


def test_current_and_drift_add_up_and_speed_is_through_the_water() -> None:
    backend = make("odin", variant="hilsim", fluid_memory="off", solver="rk4", sim_step="0.1")
    idle = ActuatorCommand()
    drifted = run(backend, [10.0] * 60, VehicleState(), idle, drift_x=0.2, current_east=0.1, current_north=-0.1)
    assert (drifted.nu[0], drifted.nu[1]) != (0.0, 0.0)
    assert drifted.sog == pytest.approx((0.3**2 + 0.1**2) ** 0.5, abs=0.02)
    assert abs(drifted.speed) < 0.05
    ground = replace(backend, speed_option="ground")
    assert run(ground, [10.0] * 60, VehicleState(), idle, drift_x=0.3).speed == pytest.approx(0.3, abs=0.02)


def test_external_rotation_turns_the_heading() -> None:
    backend = make("jolner", variant="hilsim", fluid_memory="off")
    state = run(backend, [1.0] * 10, VehicleState(heading=10.0), ActuatorCommand(), rotate_speed=3.0)
    assert state.heading == pytest.approx(40.0, abs=1e-9)


def test_an_auv_floats_up_and_stays_at_the_surface() -> None:
    backend = make("torpedo_auv", solver="rk4", sim_step="0.1")
    state = run(backend, [1.0] * 400, VehicleState(depth=1.0), ActuatorCommand())
    assert -0.1 < state.depth < 0.1  # the axis within its radius of the surface
    assert abs(state.nu[2]) < 0.01


def test_wind_counts_only_when_it_was_given() -> None:
    backend = make("odin", variant="hilsim")
    moving = VehicleState(speed=3.0)
    none = run(backend, [1.0] * 5, moving, ActuatorCommand())
    calm = run(backend, [1.0] * 5, moving, ActuatorCommand(), wind_speed=0.0)
    pushed = run(backend, [1.0] * 60, VehicleState(), ActuatorCommand(), wind_speed=12.0, wind_towards=90.0)
    assert calm.nu[0] < none.nu[0]  # still air drags
    assert pushed.x > 1.0


def test_wave_forces_reach_the_hull() -> None:
    backend = make("odin", variant="hilsim")
    state = run(backend, [0.1] * 20, VehicleState(), ActuatorCommand(), wave_forces=(0.0, 0.0, 0.0, 8000.0, 0.0, 0.0))
    assert state.roll > 0.01


def test_validity_names_the_froude_number() -> None:
    backend = make("odin", variant="hilsim")
    slow = run(backend, [1.0], VehicleState(speed=2.0))
    fast = run(backend, [1.0], VehicleState(speed=5.0))
    assert backend.validity(slow) == ""
    assert "Froude number 0.4" in backend.validity(fast) and "semi-displacement" in backend.validity(fast)


def test_a_step_that_diverges_raises_instead_of_returning_nonsense() -> None:
    backend = make("jolner", variant="base", fluid_memory="off", solver="euler", sim_step="0.5")
    with pytest.raises(NotFiniteError, match="reduce the step"):
        run(backend, [1.0] * 2000, VehicleState(speed=2.0))


def test_reset_by_initial_state() -> None:
    backend = make("odin", variant="hilsim")
    state = run(backend, [1.0] * 20, VehicleState())
    placed = backend.initial_state(replace(state, x=0.0, y=0.0, heading=45.0, speed=0.0))
    assert placed.nu == (0.0,) * 6 and placed.roll == 0.0
    assert dict(placed.actuators)["jet_port_n_rpm"] == 400.0
    assert degrees(pi / 4) == pytest.approx(placed.heading)


@pytest.mark.parametrize(
    ("parameters", "problem"),
    [
        ({}, "vehicle: is missing"),
        ({"vehicle": "odi"}, "did you mean odin"),
        ({"vehicle": "cybership2"}, "write dynamics = fossen3"),
        ({"vehicle": "odin", "solver": "rk5"}, "solver: must be one of dp5, rk4, heun, euler"),
        ({"vehicle": "odin", "sim_step": "0"}, "sim_step: must be at least 0.0001 s, found 0"),
        ({"vehicle": "odin", "sim_step": "soon"}, "sim_step: must be a finite number, found 'soon'"),
        ({"vehicle": "odin", "compiled": "maybe"}, "compiled: must be true or false"),
        ({"vehicle": "odin", "attitude": "matrix"}, "attitude: must be one of"),
    ],
)
def test_wrong_parameters_are_refused(parameters: dict[str, str], problem: str) -> None:
    with pytest.raises(ConfigError) as caught:
        FOSSEN6(parameters, None)
    assert problem in str(caught.value)


def test_a_vehicle_file_goes_through_the_callers_reader() -> None:
    text = read("odin")[0].replace('name        = "odin"', 'name = "mine"')
    backend: Any = FOSSEN6({"vehicle": "./mine.toml"}, {"./mine.toml": text}.__getitem__)
    assert backend.model.vehicle.name == "mine"

    def missing(name: str) -> str:
        raise FileNotFoundError("No such file")

    with pytest.raises(ConfigError, match=r"mine.toml: vehicle: cannot be read"):
        FOSSEN6({"vehicle": "./mine.toml"}, missing)
