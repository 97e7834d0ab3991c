"""Craft that are put on the surface float with their antenna dry; what the pump of a glider takes is p dV."""

from __future__ import annotations

import pytest

from usimmarine_py import ActuatorCommand, Simulator
from usimmarine_py.vehicle.files import load

#: m, from the axis to the antenna of a gps (laws/sensors), less 5 cm.
DRY = 0.45


@pytest.mark.parametrize("name", ["remus100", "lauv", "torpedo_auv", "seawing", "bluerov2"])
def test_a_vehicle_put_on_the_surface_floats(name: str) -> None:
    simulator = Simulator(dynamics="fossen6", vehicle=name, start_depth=0)
    depths = [simulator.step(ActuatorCommand(), 0.2).depth for _ in range(600)]
    assert max(depths[-150:]) < DRY
    if name in ("remus100", "lauv"):
        v = load(name, "")
        light = v.forces.hydrostatics.buoyancy / (v.mass * v.g) - 1.0
        assert 0.002 < light < 0.01


def test_the_pump_of_a_glider_takes_pressure_times_volume() -> None:
    """From -200 to 200 cm3 at 30 m: rho g z dV in closed form; letting the oil in takes nothing."""
    simulator = Simulator(dynamics="fossen6", vehicle="seawing", start_depth=30, battery_capacity=100)
    energy, step, depth = {}, 0.05, []
    for volume in (-200.0, 200.0, -200.0):
        spent = 0.0
        for _ in range(1600):
            state = simulator.step(ActuatorCommand(set_points=(("engine_volume", volume),)), step)
            depth.append(state.depth)
            meter = simulator.backend.shaft_meter()
            power = {shaft.name: shaft.torque_power for shaft in meter(state)}["engine"]
            spent += power * step
        energy[volume] = spent
    assert energy[-200.0] == 0.0
    mean = 1025.0 * 9.81 * sum(depth[1600:2400]) / 800.0 * 400e-6
    assert energy[200.0] == pytest.approx(mean, rel=0.1)
