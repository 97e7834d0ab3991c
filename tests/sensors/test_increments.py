"""Delta angle and delta velocity: a strapdown of them, by numpy alone, follows the vehicle at any engine step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.support.truth import flat_truth
from usimmarine_py.sensors.settings import sensor_from
from usimmarine_py.sensors.suite import Suite
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ActuatorCommand

RATE, GRAVITY = 100.0, np.array([0.0, 0.0, 9.81])
PERFECT = f"imu, rate={RATE:g}, perfect=true"


def skew(a: np.ndarray) -> np.ndarray:
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def rotation(a: np.ndarray) -> np.ndarray:
    """The matrix of a rotation vector (Rodrigues)."""
    angle = np.linalg.norm(a)
    if angle < 1e-12:
        return np.eye(3) + skew(a)
    k = skew(a / angle)
    return np.eye(3) + np.sin(angle) * k + (1.0 - np.cos(angle)) * k @ k


def body_to_ned(roll: float, pitch: float, psi: float) -> np.ndarray:
    z, y, x = (
        rotation(np.array(axis) * angle) for axis, angle in (((0, 0, 1), psi), ((0, 1, 0), pitch), ((1, 0, 0), roll))
    )
    return z @ y @ x


class Strapdown:
    """Attitude and velocity (NED, m/s) from delta angles and delta velocities."""

    def __init__(self, attitude: np.ndarray, velocity: np.ndarray) -> None:
        self.attitude, self.velocity = attitude, velocity

    def take(self, angle: np.ndarray, velocity: np.ndarray) -> None:
        self.velocity = self.velocity + self.attitude @ (velocity + 0.5 * np.cross(angle, velocity)) + GRAVITY / RATE
        self.attitude = self.attitude @ rotation(angle)


def deltas(outputs: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    return (
        np.array([outputs[f"DELTA_ANGLE_{axis}"] for axis in "XYZ"]),
        np.array([outputs[f"DELTA_VELOCITY_{axis}"] for axis in "XYZ"]),
    )


def truth_of(simulator: Simulator) -> tuple[np.ndarray, np.ndarray]:
    """Attitude and velocity over ground (NED) of the vehicle as it is."""
    state = simulator.truth
    attitude = body_to_ned(state.roll, state.pitch, np.radians(state.heading))
    return attitude, attitude @ np.array(state.nu[:3])


AT = ", at=-1.5:0.2:0.3"


@pytest.mark.parametrize(
    ("dt", "at"), [(0.02, AT), (0.05, AT), (0.1, AT), (0.25, AT), (0.5, AT), (1.0, AT), (0.1, ""), (1.0, "")]
)
def test_a_strapdown_in_waves_follows_the_vehicle(dt: float, at: str) -> None:
    pytest.importorskip("numba", reason="a minute's run is compiled")
    simulator = Simulator(
        dynamics="fossen6", vehicle="otter", wave_hs=0.3, wave_tp=3.0, wave_dir=40, start_speed=1.0, seed=3,
        sensor=PERFECT + at, compiled=True,
    )  # fmt: skip
    suite: list[dict[str, Any]] = []
    arm = np.array([-1.5, 0.2, 0.3]) if at else np.zeros(3)

    def velocity_at(attitude: np.ndarray, velocity: np.ndarray) -> np.ndarray:
        return velocity + attitude @ np.cross(simulator.truth.nu[3:], arm)

    strapdown = None
    worst, seen = 0.0, []
    for _ in range(round(60.0 / dt)):
        if strapdown is None:
            attitude, velocity = truth_of(simulator)
            strapdown = Strapdown(attitude, velocity_at(attitude, velocity))
        command = ActuatorCommand(thrust=40.0, rudder=8.0)
        simulator.step(command, dt)
        suite.clear()
        for name, value in every(simulator):
            if name == "USM_SENSOR_IMU_FX":
                suite.append({})
            if name.startswith("USM_SENSOR_IMU_"):
                suite[-1][name.removeprefix("USM_SENSOR_IMU_")] = value
        for outputs in suite:
            strapdown.take(*deltas(outputs))
        attitude, velocity = truth_of(simulator)
        worst = max(worst, float(np.linalg.norm(strapdown.velocity - velocity_at(attitude, velocity))))
        seen.append(simulator.truth.pitch)
    assert np.std(seen) > 0.01
    assert worst < 0.05


def every(simulator: Simulator) -> list[tuple[str, Any]]:
    """All posts of the last step, every sample of a sensor among them."""
    return [pair for row in simulator._rows for pair in zip(row.shape.names, row.values, strict=True)]


@pytest.mark.parametrize("dt", [0.05, 0.5])
def test_a_strapdown_follows_a_vehicle_that_waves_only_move_in_its_outputs(dt: float) -> None:
    simulator = Simulator(wave_hs=0.3, wave_tp=3.0, waves="motion", seed=2, sensor=[PERFECT, "mru, perfect=true"])
    strapdown, worst = None, 0.0
    for _ in range(round(60.0 / dt)):
        simulator.step(ActuatorCommand(thrust=40.0), dt)
        posts = every(simulator)
        samples = [value for name, value in posts if name.startswith("USM_SENSOR_IMU_DELTA")]
        mru = dict(posts)
        attitude = body_to_ned(
            *(mru[f"USM_SENSOR_MRU_{name}"] for name in ("ROLL", "PITCH")), np.radians(mru["USM_SENSOR_MRU_HEADING"])
        )
        velocity = np.array([mru[f"USM_SENSOR_MRU_V_{name}"] for name in ("NORTH", "EAST", "DOWN")])
        if strapdown is None:
            strapdown = Strapdown(attitude, velocity)
            continue
        for sample in np.reshape(samples, (-1, 6)):
            strapdown.take(sample[:3], sample[3:])
        worst = max(worst, float(np.linalg.norm(strapdown.velocity - velocity)))
    assert worst < 0.05


def test_a_steady_turn_is_its_rate_and_force() -> None:
    suite = Suite((sensor_from("imu, rate=10, perfect=true"),))
    state = suite.start()
    for k in range(101):
        psi = 0.1 * 0.1 * k
        state, readings = suite.advance(state, flat_truth(0.1 * k, psi=psi, u=2.0, r=0.1))
    angle, velocity = deltas(dict(readings[-1].outputs))
    assert angle == pytest.approx([0.0, 0.0, 0.01])
    # 2 m/s at 0.1 rad/s pushes to starboard
    assert velocity == pytest.approx([0.0, 0.02, -0.981], abs=1e-5)


def test_the_errors_of_the_sample_are_in_its_increments() -> None:
    suite = Suite((sensor_from("imu, rate=10, bias=0.5, noise=0.1, gyro_bias=2"),), seed=4)
    state, found = suite.start(), []
    for k in range(400):
        state, readings = suite.advance(state, flat_truth(0.1 * k))
        found += [dict(reading.outputs) for reading in readings]
    for outputs in found:
        angle, velocity = deltas(outputs)
        assert velocity == pytest.approx([0.1 * outputs[name] for name in ("FX", "FY", "FZ")])
        assert angle == pytest.approx([0.1 * outputs[name] for name in "PQR"])
    assert np.mean([outputs["DELTA_VELOCITY_X"] for outputs in found]) == pytest.approx(0.05, abs=0.01)


def test_a_vehicle_that_is_put_elsewhere_turns_no_gyro() -> None:
    simulator = Simulator(start_heading=0, sensor=PERFECT)
    simulator.step(ActuatorCommand(), 0.1)
    simulator.post("USM_RESET", "x=500, y=0, heading=170, speed=3")
    simulator.step(ActuatorCommand(), 0.1)
    largest = max(abs(value) for name, value in every(simulator) if "DELTA_ANGLE" in name)
    assert largest < 0.1
