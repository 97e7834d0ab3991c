"""Motion that waves add to outputs, and what instruments make of it: positions, rates and accelerations agree."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from tests.support.internals import internals
from tests.support.truth import flat_truth
from usimmarine_py.sea.waves import wave_field
from usimmarine_py.sensors.truth import Truth, Vector, cross, riding, to_body, to_ned, truth_from, turns
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import Environment, VehicleState

Figure = Callable[[str], None]


def seen(t: float) -> Truth:
    """A vehicle that goes straight over ground and turns at 5 deg/s, at ``t`` s, in a sea that moves outputs."""
    sea = wave_field("ittc", 1.0, 1.1, 3.3, 0.5, 0.3, 3, 40)
    north, east, psi = 3.0, -1.0, math.radians(5.0) * t
    roll, pitch, turn = 0.1, -0.05, math.radians(5.0)
    velocity = to_body(roll, pitch, psi, (north, east, 0.0))
    st, ct, sf, cf = math.sin(pitch), math.cos(pitch), math.sin(roll), math.cos(roll)
    rates = (-turn * st, turn * ct * sf, turn * ct * cf)
    # steady over ground: the BODY velocity turns against the axes
    rise = cross(velocity, rates)
    base = flat_truth(t, north * t, east * t, 0.0, roll, pitch, psi, *velocity, *rates, *rise)
    return riding(base, sea.motion(t, north * t, east * t, 0.0, psi, 0.0, (north, east)))


def change(before: Vector, after: Vector, h: float) -> list[float]:
    return [(b - a) / (2 * h) for a, b in zip(before, after, strict=True)]


def test_rates_and_accelerations_are_those_of_the_motion(figure: Figure) -> None:
    """Against central differences of attitude, depth and BODY velocities."""
    h, worst = 1e-4, np.zeros(4)
    for t in np.linspace(1.0, 60.0, 40).tolist():
        before, here, after = seen(t - h), seen(t), seen(t + h)
        cf, sf, ct, st, _, _ = turns(*here.attitude)
        droll, dpitch, _ = change(before.attitude, after.attitude, h)
        dpsi = math.radians(5.0)
        rates = (droll - st * dpsi, cf * dpitch + ct * sf * dpsi, ct * cf * dpsi - sf * dpitch)
        sink = change(before.place, after.place, h)[2]
        pairs = (
            zip(here.rates, rates, strict=True),
            zip(here.spin, change(before.rates, after.rates, h), strict=True),
            ((to_ned(*here.attitude, here.velocity)[2], sink),),
            zip(here.acceleration, change(before.velocity, after.velocity, h), strict=True),
        )
        worst = np.maximum(worst, [max(abs(a - b) for a, b in pair) for pair in pairs])
    figure("worst differences: {:.1e} rad/s, {:.1e} rad/s2, {:.1e} m/s, {:.1e} m/s2".format(*worst))
    assert worst.max() < 1e-5


def test_a_still_sea_changes_nothing() -> None:
    state = VehicleState(time=1.0, x=2.0, speed=3.0, sog=3.0)
    truth = truth_from(state, Environment())
    assert riding(truth, wave_field("ittc", 0.0, 1.0, 3.3, 0.0, 0.0, 1).motion(0.0, 0.0, 0.0, 0.0, 0.0)) is truth


@pytest.mark.parametrize("parameters", [{"turn_rate": 40}, {"dynamics": "fossen3", "vehicle": "cybership2"}])
def test_the_gyro_integrates_to_the_roll_of_the_mru(parameters: dict[str, float | str], figure: Figure) -> None:
    """Euler rates from p, q, r of an imu, integrated for a minute, against the roll and pitch of the mru."""
    simulator = Simulator(
        **parameters, seed=5, wave_hs=0.3, wave_tp=4, wave_dir=50, waves="motion", wave_spread=20,
        sensor=("imu, perfect=true", "mru, perfect=true"),
    )  # fmt: skip
    found: dict[str, list[float]] = {}
    simulator.post("DESIRED_THRUST", 40.0)
    simulator.post("DESIRED_RUDDER", 5.0)
    for k in range(1200):
        for post in simulator.iterate(internals(simulator).clock + 0.05):
            if post.variable.startswith("USM_SENSOR_") and k > 60:
                found.setdefault(post.variable.removeprefix("USM_SENSOR_"), []).append(float(post.value))
    arrays = {name: np.array(values) for name, values in found.items()}
    imu = {name: 0.5 * (x[1:] + x[:-1]) for name, x in arrays.items()}  # in the middle of a sample
    roll, pitch, sink, down = (arrays[f"MRU_{name}"] for name in ("ROLL", "PITCH", "V_DOWN", "DEPTH"))
    own = np.array((roll[0], pitch[0], sink[0], down[0]))
    worst, h = np.zeros(4), 0.01
    for i in range(len(roll) - 1):
        p, q, r, f_x, f_y, f_z = (imu[f"IMU_{name}"][i] for name in ("P", "Q", "R", "FX", "FY", "FZ"))
        sf, cf, st, ct = math.sin(own[0]), math.cos(own[0]), math.sin(own[1]), math.cos(own[1])
        fall = -st * f_x + ct * (sf * f_y + cf * f_z) + 9.81
        own += h * np.array((p + (q * sf + r * cf) * st / ct, q * cf - r * sf, fall, own[2] + 0.5 * h * fall))
        worst = np.maximum(worst, np.abs(own - (roll[i + 1], pitch[i + 1], sink[i + 1], down[i + 1])))
    sizes = [float(x.std()) for x in (roll, pitch, sink, down)]
    figure(
        f"{parameters}: worst error and rms of roll {math.degrees(worst[0]):.3f} {math.degrees(sizes[0]):.2f} deg, "
        f"pitch {math.degrees(worst[1]):.3f} {math.degrees(sizes[1]):.2f} deg, sink {worst[2]:.3f} {sizes[2]:.3f} m/s, "
        f"heave {worst[3]:.3f} {sizes[3]:.3f} m"
    )
    # the noise of a real one, 0.02 deg/s white at 100 Hz and a drift of 0.005 deg/s, comes to 0.3 deg in a minute
    assert math.degrees(worst[:2].max()) < 0.3
    assert worst[2] < 0.2 * sizes[2]
    assert min(sizes) > 0.01
