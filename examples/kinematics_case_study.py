"""A case study in kinematics: the position of a vehicle from its turn rates and its speed over the bottom.

A vehicle runs a survey of ten minutes, rolling and pitching in the swell. Its gyro (rad/s, in BODY) has noise and a
bias, its Doppler log (m/s, in BODY) has noise. Attitude is integrated from the gyro by exact quaternion steps, position
from the log's velocity rotated to NED; both are compared with the truth. The gyro measures the rotation of the Earth,
which is corrected or not.

    python examples/kinematics_case_study.py [FOLDER]

writes kinematics_track.png and kinematics_errors.png, and prints the results.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.maths import (
    Rquat,
    Rzyx,
    Tzyx_inv,
    course,
    crab,
    earth_rate,
    euler2q,
    flat2llh,
    low_passed,
    q2euler,
    quaternion_step,
    ssa,
)

Array = NDArray[np.float64]

LON, LAT = np.radians([-70.3304, 43.8253])  # of the start
STEP = 0.05  # s
LAST = 600.0  # s
GYRO_BIAS = np.radians([0.0, 0.0, 2.0]) / 3600.0  # rad/s: 2 deg/h about z
GYRO_NOISE = np.radians(0.02)  # rad/s
LOG_NOISE = 0.01  # m/s


class Run(NamedTuple):
    """The truth, n + 1 moments; ``omega`` and ``velocity`` (BODY) hold over the n steps between them."""

    time: Array  # s
    q: Array  # (n + 1, 4)
    position: Array  # (n + 1, 3), NED, m
    omega: Array  # (n, 3), rad/s
    velocity: Array  # (n, 3), m/s


class Reckoning(NamedTuple):
    """The dead reckoning of a run, and its errors."""

    position: Array  # (n + 1, 3), NED, m
    heading_error: Array  # (n + 1,), rad
    position_error: Array  # (n + 1,), m, horizontal


def run() -> Run:
    """A survey in parallel tracks: legs of 100 s and half turns of 20 s, in swell, with some sideslip in the turns."""
    time = np.arange(0.0, LAST + 0.5 * STEP, STEP)
    middle = time[:-1] + 0.5 * STEP
    leg, phase = np.divmod(middle, 120.0)
    turn = np.where(phase < 100.0, 0.0, np.pi / 20.0) * np.where(leg % 2 == 0, 1.0, -1.0)
    roll, pitch = np.radians(6.0) * np.sin(0.9 * middle), np.radians(3.0) * np.sin(0.7 * middle + 1.0)
    slopes = (np.radians(5.4) * np.cos(0.9 * middle), np.radians(2.1) * np.cos(0.7 * middle + 1.0), turn)
    omega = (Tzyx_inv(roll, pitch) @ np.stack(slopes, axis=-1)[..., None])[..., 0]
    velocity = np.stack((np.full_like(middle, 1.5), -1.2 * turn, np.zeros_like(middle)), axis=-1)
    start = euler2q(0.0, np.radians(3.0) * np.sin(1.0), np.radians(20.0))
    q = attitudes(start, omega)
    return Run(time, q, positions(q, velocity), omega, velocity)


def attitudes(start: Array, omega: Array) -> Array:
    """Quaternions (n + 1, 4) from a start and turn rates (n, 3)."""
    q = [start]
    for rates in omega:
        q.append(quaternion_step(q[-1], rates, STEP))
    return np.array(q)


def positions(q: Array, velocity: Array) -> Array:
    """NED positions (n + 1, 3) by the velocity in the middle of each step."""
    middle = q[:-1] + q[1:]
    middle /= np.linalg.norm(middle, axis=-1, keepdims=True)
    way = (Rquat(middle) @ velocity[..., None])[..., 0] * STEP
    return np.concatenate((np.zeros((1, 3)), np.cumsum(way, axis=0)))


def reckon(truth: Run, *, earth: bool, seed: int = 1) -> Reckoning:
    """Dead reckoning from gyro and Doppler log; ``earth``: the rotation of the Earth is subtracted from the gyro."""
    draws = np.random.default_rng(seed)
    turning = np.swapaxes(Rquat(truth.q[:-1]), -1, -2) @ earth_rate(LAT)
    gyro = truth.omega + turning + GYRO_BIAS + GYRO_NOISE * draws.standard_normal(truth.omega.shape)
    log = truth.velocity + LOG_NOISE * draws.standard_normal(truth.velocity.shape)
    q = attitudes(truth.q[0], gyro - turning if earth else gyro)
    position = positions(q, log)
    off = position - truth.position
    heading = ssa(q2euler(q)[2] - q2euler(truth.q)[2])
    return Reckoning(position, heading, np.hypot(off[:, 0], off[:, 1]))


def degrees_of(position: Array) -> tuple[Array, Array]:
    """Longitudes and latitudes (deg) of NED positions (n, 3)."""
    north, east, down = position.T
    lon, lat, _height = flat2llh(north, east, down, LON, LAT)
    return np.degrees(lon), np.degrees(lat)


def draw(truth: Run, found: dict[str, Reckoning], folder: Path) -> list[Path]:
    """The track, and the errors over time."""
    from matplotlib.figure import Figure

    track = Figure(figsize=(7, 6), layout="constrained")
    axes = track.subplots()
    axes.plot(*degrees_of(truth.position), "k", lw=2.5, label="truth")
    for name, one in found.items():
        axes.plot(*degrees_of(one.position), lw=1.2, label=name)
    axes.set(xlabel="longitude (deg)", ylabel="latitude (deg)", aspect=1.0 / np.cos(LAT))
    axes.ticklabel_format(useOffset=False)
    axes.tick_params(axis="x", rotation=30)
    track.legend(loc="outside upper center", ncols=3)

    errors = Figure(figsize=(7, 6), layout="constrained")
    upper, middle, lower = errors.subplots(3, sharex=True)
    for name, one in found.items():
        upper.plot(truth.time, np.degrees(one.heading_error), label=name)
        middle.plot(truth.time, one.position_error, label=name)
    slip = crab(truth.velocity[:, 0], truth.velocity[:, 1])
    lower.plot(truth.time[:-1], np.degrees(slip), label="crab angle")
    lower.plot(truth.time[:-1], np.degrees(low_passed(slip, STEP, 5.0)), label="the same, low-pass of 5 s")
    upper.set(ylabel="heading error (deg)")
    middle.set(ylabel="position error (m)")
    lower.set(ylabel="crab (deg)", xlabel="time (s)")
    for part in (upper, middle, lower):
        part.grid(alpha=0.3)
        part.legend()
    files = [folder / "kinematics_track.png", folder / "kinematics_errors.png"]
    for figure, file in zip((track, errors), files, strict=True):
        figure.savefig(file, dpi=110)
    return files


def main(folder: Path) -> None:
    """Run, compute the dead reckoning, print and draw."""
    truth = run()
    found = {"Earth rate left in": reckon(truth, earth=False), "Earth rate taken out": reckon(truth, earth=True)}
    way = float(np.sum(np.linalg.norm(np.diff(truth.position[:, :2], axis=0), axis=1)))
    psi = q2euler(truth.q[:-1])[2]
    chi = np.degrees(course(psi, truth.velocity[:, 0], truth.velocity[:, 1]))
    print(f"way {way:.1f} m, courses {chi.min():.0f} to {chi.max():.0f} deg")
    assert np.allclose(Rzyx(*q2euler(truth.q)), Rquat(truth.q), atol=1e-12)
    for name, one in found.items():
        heading, last = np.degrees(one.heading_error[-1]), one.position_error[-1]
        print(f"{name}: heading off by {heading:.3f} deg, position by {last:.2f} m ({100.0 * last / way:.2f} %)")
    for file in draw(truth, found, folder):
        print(file)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
