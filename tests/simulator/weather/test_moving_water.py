"""Water that changes under a vehicle: currents, waves and what instruments make of them, by numpy and scipy alone."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from usimmarine_py.sea.waves import wave_field
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ActuatorCommand
from usimmarine_py.vehicle import wave_load

Figure = Callable[[str], None]
STILL = ActuatorCommand()


@pytest.mark.parametrize(("vehicle", "variant"), [("remus100", "base"), ("seawing", "base"), ("otter", "")])
def test_a_neutral_vehicle_goes_with_an_oscillating_current(vehicle: str, variant: str, figure: Figure) -> None:
    """A tide of 36 s: amplitude 1, lag 0, whatever the drag is."""
    deep: dict[str, Any] = {} if vehicle == "otter" else {"start_depth": 20, "variant": variant}
    boat = Simulator(
        dynamics="fossen6", vehicle=vehicle, tide="M, major=0.3, direction=35, period=0.01",
        start_heading=80, compiled=True, **deep,
    )  # fmt: skip
    rows = []
    for k in range(720):
        state = boat.step(STILL, 0.1)
        course = math.radians(state.hog)
        rows.append((0.1 * (k + 1), state.sog * math.cos(course - math.radians(35.0))))
    t, along = np.array(rows[360:]).T
    base = np.column_stack((np.cos(2.0 * math.pi * t / 36.0), np.sin(2.0 * math.pi * t / 36.0), np.ones_like(t)))
    (a, b, _), *_ = np.linalg.lstsq(base, along, rcond=None)
    ratio, lag = math.hypot(a, b) / 0.3, math.degrees(math.atan2(b, a))
    figure(f"{vehicle} in a current of 36 s: ratio {ratio:.3f}, lag {lag:.2f} deg")
    assert ratio == pytest.approx(1.0, abs=0.01)
    assert abs(lag) < 1.0


def test_a_light_body_in_an_oscillating_current_is_an_ode_of_its_own(figure: Figure) -> None:
    """(m + a) dv/dt = (rho V + a) du/dt - D1 s - D2 |s| s with s = v - u, along the axis of the torpedo."""
    integrate = pytest.importorskip("scipy.integrate")
    boat = Simulator(
        dynamics="fossen6", vehicle="torpedo_auv", tide="M, major=0.5, direction=0, period=0.005", start_depth=50,
        start_with_water=False, compiled=True, variant="base",
    )  # fmt: skip
    m, added, displaced, omega = 64.0, 6.4, 631.7899906001754 / 9.81, 2.0 * math.pi / 18.0

    def rates(t: float, v: np.ndarray) -> np.ndarray:
        slip = v - 0.5 * math.cos(omega * t)
        push = -(displaced + added) * 0.5 * omega * math.sin(omega * t)
        return (push - 3.52 * slip - 3.2201324699295384 * np.abs(slip) * slip) / (m + added)

    times = 0.1 * np.arange(1, 31)  # it floats up, and pitches by that in time
    expected = integrate.solve_ivp(rates, (0.0, 3.0), [0.0], t_eval=times, rtol=1e-9, atol=1e-12).y[0]
    found = np.array([boat.step(STILL, 0.1).nu[0] for _ in times])
    worst = float(np.abs(found - expected).max())
    figure(f"torpedo along an oscillating current: {worst:.4f} m/s off an independent ODE")
    # a current is held over a step of 0.05 s
    assert worst < 0.003


def test_a_pressure_sensor_reads_the_water_above_it_in_waves(figure: Figure) -> None:
    sea = wave_field("ittc", 1.0, 2.0 * math.pi / 8.0, 3.3, 0.0, 0.0, 3)
    omega, amplitude, phase, k, _ = np.array(sea.rows)
    boat = Simulator(
        dynamics="fossen6", vehicle="bluerov2", seed=3, start_depth=3, wave_hs=1, wave_tp=8, compiled=True,
        sensor="pressure, perfect=true",
    )  # fmt: skip
    read, levels = [], []
    for i in range(1200):
        state = boat.step(STILL, 0.1)
        # deep water, waves towards north
        fade = amplitude * np.exp(-k * max(state.depth, 0.0))
        head = state.depth + float((fade * np.sin(omega * 0.1 * (i + 1) - k * state.y + phase)).sum())
        # fresh water
        read.append((float(boat.posts["USM_SENSOR_PRESSURE_PRESSURE"]) - 101325.0) / (1000.0 * 9.81) - head)
        levels.append((head, state.depth))
    heads, depths = np.array(levels).std(axis=0)
    figure(f"pressure in Hs 1 m: off by {np.abs(read).max():.4f} m, sigma {heads:.3f} m of the head, {depths:.3f} of z")
    assert np.abs(read).max() < 0.003 * 3.0
    assert heads < 0.6 * depths


def test_a_compass_is_biased_anew_in_each_run() -> None:
    def bias(seed: int) -> float:
        boat = Simulator(seed=seed, sensor="compass, noise=0")
        boat.step(STILL, 0.2)
        return (float(boat.posts["USM_SENSOR_COMPASS_HEADING"]) + 180.0) % 360.0 - 180.0

    found = np.array([bias(seed) for seed in range(150)])
    assert bias(7) == bias(7)
    assert abs(found.mean()) < 0.25
    assert found.std() == pytest.approx(1.0, abs=0.2)


@pytest.mark.parametrize(
    ("vehicle", "rudder", "more"),
    [("odin", 10, {"start_speed": 3.9}), ("odin", 40, {}), ("remus100", 40, {"start_depth": 6.0})],
)
def test_steps_in_waves_are_of_second_order(
    vehicle: str, rudder: float, more: dict[str, Any], figure: Figure, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the table of mean forces of one step; each step has its own, which takes most of the error away."""
    made = wave_load.mean_forces

    def run(step: float) -> np.ndarray:
        boat = Simulator(
            dynamics="fossen6", vehicle=vehicle, seed=5, wave_hs=0.6, wave_tp=5, wave_dir=115, wave_components=5,
            sim_step=step, compiled=True, **more,
        )  # fmt: skip
        push = ActuatorCommand(thrust=50, rudder=rudder, elevator=5)
        for _ in range(60):
            boat.step(push, 0.2)
        s = boat.truth
        return np.array((s.x, s.y, s.depth, math.radians(s.heading), s.roll, s.pitch))

    own = run(0.05)
    monkeypatch.setattr(wave_load, "mean_forces", lambda v, _: made(v, 0.0125))
    finest, coarse, middle = run(0.00625), run(0.05), run(0.025)
    errors = [float(np.linalg.norm(one - finest)) for one in (coarse, middle, own)]
    # the finest has a share of the error of its own
    order = np.log2(errors[0] / errors[1])
    figure(f"{vehicle}, steps of 0.05 and 0.025 s in waves: order {order:.2f}; off by {1000 * errors[2]:.1f} mm")
    assert order > 1.9
    assert errors[2] < 0.005


def test_a_vehicle_starts_with_the_orbit_of_its_water(figure: Figure) -> None:
    """Current and orbit by numpy, wave numbers on the current by scipy's roots, the hull's mean by quadrature."""
    brentq = pytest.importorskip("scipy.optimize").brentq
    sea = wave_field("ittc", 1.0, 2.0 * math.pi / 6.0, 3.3, 0.0, 0.0, 9)
    omega, amplitude, phase, *_ = np.array(sea.rows)  # as a fixed place sees them, towards north
    boat = Simulator(
        dynamics="fossen6", vehicle="bluerov2", seed=9, start_depth=2, wave_hs=1, wave_tp=6, current_speed=0.2,
        current_dir=0,
    )  # fmt: skip
    k = np.array([brentq(lambda k, w=w: (w - 0.2 * k) ** 2 - 9.81 * k, 1e-6, w / 0.2, xtol=1e-12) for w in omega])
    x = np.linspace(-0.5, 0.5, 201) * 0.457  # length of the vehicle (m)
    angle = phase[:, None] - np.outer(k, x)
    fade = (np.sqrt(9.81 * k) * amplitude * np.exp(-2.0 * k))[:, None]
    along, down = (fade * np.sin(angle)).sum(axis=0).mean() + 0.2, -(fade * np.cos(angle)).sum(axis=0).mean()
    u, _, w, *_ = boat.truth.nu
    figure(f"bluerov2 starts in waves on a current: {u:.4f}, {w:.4f} m/s; own {along:.4f}, {down:.4f}")
    assert (u, w) == pytest.approx((along, down), abs=1e-3)
    assert math.hypot(along - 0.2, down) > 0.1


def test_a_step_that_waves_make_too_long_is_shortened() -> None:
    boat = Simulator(dynamics="fossen6", vehicle="seawing", wave_hs=1, wave_tp=4)
    assert boat.backend.sim_step < 0.05
    assert any("too long" in str(note) for note in boat.config_warnings)
    for _ in range(50):
        state = boat.step(STILL, 0.2)
    assert math.isfinite(state.depth)
    with pytest.raises(Exception, match="longest step that works"):
        Simulator(dynamics="fossen6", vehicle="seawing", wave_hs=1, wave_tp=4, sim_step=0.05)


def test_all_readings_of_a_step_are_kept() -> None:
    boat = Simulator(sensor="imu, rate=100", thrust_map="100:2")
    boat.step(ActuatorCommand(thrust=50), 0.1)
    boat.step(ActuatorCommand(thrust=50), 0.1)
    values = boat.posts.all("USM_SENSOR_IMU_FX")
    assert len(values) == 10
    assert values[-1] == boat.posts["USM_SENSOR_IMU_FX"]
    assert len(set(values)) > 5
    assert boat.posts.all("USM_X") == (boat.posts["USM_X"],)
    assert boat.posts.all("NOTHING") == ()


def test_the_readings_of_a_step_add_up_to_its_speed(figure: Figure) -> None:
    """An IMU without errors at 100 Hz in steps of 0.5 s: the integral of what it felt is the speed gained."""
    boat = Simulator(
        dynamics="fossen3", vehicle="cybership2", sensor="imu, rate=100, perfect=true", compiled=True
    )  # it never pitches: gravity has no share in what it feels ahead
    felt, last, speeds = [], [], []
    for _ in range(12):
        state = boat.step(ActuatorCommand(thrust=60), 0.5)
        values = boat.posts.all("USM_SENSOR_IMU_FX")
        assert len(values) == (50 if felt else 51)  # the first is that of the start
        felt += values
        last.append(float(boat.posts["USM_SENSOR_IMU_FX"]))
        speeds.append(state.nu[0])
    gained = 0.01 * (sum(felt) - 0.5 * (felt[0] + felt[-1]))
    figure(
        f"CyberShip II under way: {gained:.4f} m/s felt, {speeds[-1]:.4f} gained; by last ones {0.5 * sum(last):.4f}"
    )
    assert gained == pytest.approx(speeds[-1], abs=0.003)
    assert abs(0.5 * sum(last) - speeds[-1]) > 0.008
