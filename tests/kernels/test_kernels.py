"""The kernels run compiled as they run interpreted, and bring no library with them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from usimmarine_py.kernels import kinematic, pid
from usimmarine_py.maths import angles

POSITIVE, NEGATIVE = ((20.0, 1.0), (50.0, 2.3), (100.0, 5.0)), ((-100.0, -2.0), (-10.0, -1.0))


def test_importing_the_kernels_imports_neither_numba_nor_numpy() -> None:
    code = (
        "import sys; from usimmarine_py.kernels import kinematic, pid; "
        "sys.exit(sorted({'numba', 'numpy'} & set(sys.modules)) or 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def compiled(*functions: Callable[..., Any]) -> Callable[..., Any]:
    """The last of some functions compiled; the others are those that it calls."""
    numba = pytest.importorskip("numba")
    from numba.extending import register_jitable

    for function in functions[:-1]:
        register_jitable(error_model="numpy")(function)
    made: Callable[..., Any] = numba.njit(error_model="numpy")(functions[-1])
    return made


ANGLES = (
    angles.angle_360, angles.angle_180, angles.to_radians, angles.to_degrees, angles.heading_to_radians,
    angles.bearing, angles.angle_difference,
)  # fmt: skip
SPEED = (kinematic._on_line, kinematic.speed_ahead, kinematic.speed_astern)
MOTION = (
    *ANGLES, kinematic.clip, kinematic.hypot, kinematic.limited_speed, kinematic.turn_rate, kinematic.turn,
    kinematic.differential_turn, kinematic.mean_heading, kinematic.documented_mean_heading, kinematic.half_turned_yaw,
    kinematic.coupled_depth, kinematic.documented_dive, kinematic.project, kinematic._half_arc, kinematic.limited_turn,
)  # fmt: skip


def motions(count: int, draw: Random) -> Sequence[tuple[Any, ...]]:
    """Arguments of the laws of motion."""
    return [
        (
            (draw.uniform(-1e3, 1e3), draw.uniform(-1e3, 1e3), draw.uniform(0, 360), draw.uniform(-2, 4),
             draw.uniform(0, 9), draw.uniform(-0.5, 0.5), 0.1, 20.0),
            (draw.uniform(-150, 150), draw.uniform(-150, 150), 40.0, -20.0, draw.random() < 0.3),
            draw.uniform(-3, 5), draw.uniform(-120, 120), (0.3, -0.2, 0.1, 0.0, 1.5), (0.5, 5.0, 0.0, 70.0),
            (draw.choice([0.0, 0.4]), 0.5, 0.5, 2.0, 0.025, draw.choice([0.0, 20.0]), 4.0), draw.choice([0.1, 1.0]),
        )
        for _ in range(count)
    ]  # fmt: skip


def test_the_documented_law_compiles() -> None:
    law = compiled(*MOTION, kinematic.documented)
    for given in motions(300, Random(1)):
        assert law(*given) == pytest.approx(kinematic.documented(*given), rel=1e-14, abs=1e-14)


@pytest.mark.parametrize("flipped", [False, True])
def test_the_recorded_law_compiles(flipped: bool) -> None:
    law = compiled(*MOTION, kinematic.recorded)
    for given in motions(300, Random(2)):
        expected = kinematic.recorded(*given, flipped, False)
        assert law(*given, flipped, False) == pytest.approx(expected, rel=1e-14, abs=1e-14)


@pytest.mark.parametrize(("positive", "negative"), [(POSITIVE, NEGATIVE), (POSITIVE, ()), ((), NEGATIVE), ((), ())])
def test_a_thrust_map_compiles_for_arrays(positive: Any, negative: Any) -> None:
    law = compiled(*SPEED, kinematic.map_speed)
    arrays = [np.array(pairs, dtype=float).reshape(-1, 2) for pairs in (positive, negative)]
    for thrust in np.linspace(-120, 120, 97).tolist():
        for reflect in (False, True):
            expected = kinematic.map_speed(positive, negative, 20.0, reflect, thrust)
            assert law(*arrays, 20.0, reflect, thrust) == expected


def test_steering_turn_loss_and_sail_compile() -> None:
    steering = compiled(kinematic.clip, kinematic.steering)
    for modes in [
        (a, b, c, d) for a in (False, True) for b in (False, True) for c in (False, True) for d in (False, True)
    ]:
        assert steering(130.0, -20.0, 40.0, 10.0, *modes) == kinematic.steering(130.0, -20.0, 40.0, 10.0, *modes)
    under_sail, share = compiled(kinematic.speed_under_sail), compiled(angles.angle_360, kinematic.polar_share)
    after_turn_loss = compiled(kinematic.after_turn_loss)
    table = np.linspace(0.0, 120.0, 360)
    for heading in (0.2, 90.5, 359.4, 359.7):
        assert share(table, heading, False) == kinematic.polar_share(table, heading, False)
        assert share(table, heading, True) == kinematic.polar_share(table, heading, True)
    assert under_sail(3.0, 2.0, False) == 2.0
    assert under_sail(3.0, 0.0, True) == 3.0
    assert after_turn_loss(3.0, -150.0, 0.5) == 1.5


def test_a_pid_loop_compiles() -> None:
    evaluate, draw = compiled(pid.limited, pid.pid), Random(3)
    loop: pid.Loop = (-1, 0.0, 0.0, 0.0, 0.0, pid.NO_SLOPES, 0.0, 0.0, 0.0, 0.0)
    for k in range(40):
        error, time = draw.uniform(-3, 3), 0.1 * (k - (k % 7 == 3) - 3 * (k % 11 == 5))
        found = pid.pid(1.2, 0.6, 0.3, 0.4, 4.0, error, time, loop)
        assert evaluate(1.2, 0.6, 0.3, 0.4, 4.0, error, time, loop) == found
        loop = found[1]
    assert loop[0] == 9
