"""Craft that are put on the surface float with their antenna dry; what the pump of a glider takes is p dV."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from usimmarine_py import ActuatorCommand, Simulator
from usimmarine_py.kernels.body.records import Resistance
from usimmarine_py.sea.waves import wave_field
from usimmarine_py.vehicle.description.energy import EnergyLaw
from usimmarine_py.vehicle.files import load
from usimmarine_py.vehicle.model import Forcing, Model
from usimmarine_py.vehicle.solver import tableau

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


@pytest.mark.parametrize(("name", "radius", "length"), [("remus100", 0.095, 1.6), ("torpedo_auv", 0.1, 2.0)])
def test_a_torpedo_afloat_rides_the_waves(
    name: str, radius: float, length: float, figure: Callable[[str], None]
) -> None:
    """Hs 0.3 m, Tp 4 s beside an ODE of its own: share that is wet, cross flow, a tenth of critical damping."""
    integrate = pytest.importorskip("scipy.integrate")
    v = load(name, "")
    simulator = Simulator(dynamics="fossen6", vehicle=name, seed=2, wave_hs=0.3, wave_tp=4)
    up, heave = [], []
    for _ in range(500):
        state = simulator.step(ActuatorCommand(), 0.2)
        up.append(float(simulator.posts["USM_WAVE_ELEVATION"]))
        heave.append(-state.depth)
    ratio = float(np.std(heave[100:]) / np.std(up[100:]))
    under = float(np.max(np.array(up) - np.array(heave)))

    omega, amplitude, phase, k, _ = np.array(wave_field("ittc", 0.3, 2.0 * np.pi / 4.0, 3.3, 0.0, 0.0, 2).rows)
    m, buoyancy, added = v.mass, v.forces.hydrostatics.buoyancy, float(v.body.M_A[2, 2])
    over_length = amplitude * np.sinc(k * length / (2.0 * np.pi))

    def rates(t: float, s: NDArray[np.float64]) -> list[float]:
        z, w = s
        waves = over_length * np.sin(omega * t + phase)
        d = z + waves.sum()
        c = np.clip(d / radius, -1.0, 1.0)
        wet = 1.0 - (np.arccos(c) - c * np.sqrt(1.0 - c * c)) / np.pi
        growth = 2.0 * np.sqrt(1.0 - c * c) / (np.pi * radius)
        fade = np.exp(-k * max(d, 0.0))
        a = (omega**2 * fade * waves).sum()
        slip = w + (omega * fade * over_length * np.cos(omega * t + phase)).sum()
        drag = wet * 0.5 * 1025.0 * 1.1 * 2.0 * radius * length * abs(slip) * slip
        drag += 0.2 * np.sqrt(buoyancy * growth * (m + wet * added)) * slip
        force = m * 9.81 - wet * buoyancy + wet * (buoyancy / 9.81 + added) * a - drag
        return [w, force / (m + wet * added)]

    path = integrate.solve_ivp(rates, (0.0, 100.0), [0.0, 0.0], t_eval=np.arange(20.0, 100.0, 0.2), max_step=0.05)
    alone = float(np.std(path.y[0]) / np.std(up[100:]))
    figure(f"{name} afloat: heave {ratio:.3f} of the waves, {under:.2f} m under at most; own ODE {alone:.3f}")
    assert 0.9 < ratio < 1.1
    assert under < 0.25
    assert ratio == pytest.approx(alone, abs=0.1)


@pytest.mark.parametrize("name", ["remus100", "torpedo_auv"])
def test_the_antenna_stays_dry_in_a_seaway(name: str, figure: Callable[[str], None]) -> None:
    simulator = Simulator(
        dynamics="fossen6", vehicle=name, seed=2, wave_hs=1, wave_tp=6, sensor="gps, rate=5", datum=(60.0, 5.0)
    )
    fixes = []
    for _ in range(500):
        simulator.step(ActuatorCommand(), 0.2)
        fixes += simulator.posts.all("USM_SENSOR_GPS_QUALITY")
    figure(f"{name} in Hs 1 m, Tp 6 s: a fix in {np.mean(fixes):.1%} of the samples")
    assert np.mean(fixes) >= 0.95


def test_a_body_that_comes_up_and_falls_back_keeps_its_energy() -> None:
    """Thrown out of the water without damping: E of laws/hydrodynamics 13 with the added mass that is wet."""
    v = load("torpedo_auv", "")
    bare = replace(v, forces=replace(v.forces, damping=replace(v.forces.damping, plain=Resistance())))
    model, stiff = Model(bare, actuators=False), tableau("dp5")
    energy, solver = EnergyLaw(model), model.solver(stiff, 0.005)
    state = model.state((0.0, 0.0, 0.3, 0.0, 0.05, 0.0), (0.4, 0.0, -1.0, 0.0, 0.0, 0.0))
    states = [state]
    for _ in range(300):
        states.append(model.advance(states[-1], model.inputs(Forcing()), solver))
    found = energy.of(np.array(states))
    assert min(s[2] for s in states) < 0.05
    # the least damping at the surface takes some, and nothing gives any
    assert np.diff(found).max() < 1e-6 * abs(found).max()
