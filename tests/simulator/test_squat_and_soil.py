"""Squat by speed and depth, and what the bottom is made of; by numpy and closed forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from usimmarine_py import ActuatorCommand, Simulator
from usimmarine_py.errors import ConfigError, NoEffectWarning
from usimmarine_py.maths.water.squat import barrass_squat, icorels_squat

Figure = Callable[[str], None]


def test_squat_is_that_of_the_formulas_and_keeps_to_its_range() -> None:
    """KVLCC2 at 7 kn in 1.2 T beside the formula written in numbers."""
    speed, depth = 7.0 * 1852.0 / 3600.0, 1.2 * 20.8
    f = speed / np.sqrt(9.81 * depth)
    assert icorels_squat(312622.0, 320.0, speed, depth) == pytest.approx(
        2.4 * 312622.0 / 320.0**2 * f**2 / np.sqrt(1 - f**2)
    )
    assert barrass_squat(0.81, speed, 0.2) == pytest.approx(0.81 / 30.0 * 7.0**2.08 * 0.25 ** (2.0 / 3.0))
    with pytest.raises(ConfigError, match="depth Froude number"):
        icorels_squat(312622.0, 320.0, 12.0, depth)
    with pytest.raises(ConfigError, match="blockage"):
        barrass_squat(0.81, speed, 0.4)


def test_a_tanker_takes_the_ground_by_its_speed(figure: Figure) -> None:
    """0.3 m under the keel: enough at 1 kn, too little at 7 kn, always without the key; at rest it floats again."""

    def aground(knots: float, **more: Any) -> bool:
        ship = Simulator(
            dynamics="fossen3", vehicle="kvlcc2", start_speed=knots * 0.514444, default_water_depth=21.1, **more
        )  # fmt: skip
        for _ in range(5):
            ship.step(ActuatorCommand(thrust=50), 1.0)
        return any("aground" in text for text in ship.run_warnings)

    needed = 0.3
    wide = np.linspace(0.2, 5.0, 2000)
    froude = wide / np.sqrt(9.81 * 21.1)
    limit = float(wide[np.searchsorted(2.4 * 312622.0 / 320.0**2 * froude**2 / np.sqrt(1.0 - froude**2), needed)])
    figure(f"KVLCC2 with 0.3 m under its keel: aground from {limit / 0.514444:.1f} kn on")
    assert not aground(7.0)
    assert aground(7.0, squat=True)
    assert not aground(1.0, squat=True)
    assert not aground(limit / 0.514444 - 0.4, squat=True)
    assert aground(limit / 0.514444 + 0.6, squat=True)


def test_sand_slides_mud_holds_rock_throws_back() -> None:
    """A torpedo driven down on the bottom at 1.5 m/s: way left after a second, height afterwards."""

    def dive(soil: str) -> tuple[float, float]:
        boat = Simulator(
            dynamics="fossen6", vehicle="torpedo_auv", start_depth=8, start_speed=1.5, default_water_depth=10,
            bed_soil=soil, compiled=True, variant="base",
        )  # fmt: skip
        down, speeds, heights = ActuatorCommand(thrust=80, elevator=60), [], []
        touched = False
        for _ in range(1200):
            state = boat.step(down, 0.05)
            touched = touched or state.depth >= 9.9999
            if touched:
                speeds.append(state.sog)
                heights.append(10.0 - state.depth)
            if len(speeds) == 200:
                break
        assert touched
        return max(speeds[20:40]), max(heights[:20])

    sand, mud, rock = (dive(soil) for soil in ("sand", "mud", "rock"))
    assert mud[0] < 0.1 < sand[0]
    assert sand[1] < 1e-3 and mud[1] < 1e-3
    assert rock[1] > 0.005
    with pytest.raises(ConfigError, match="sand, mud"):
        Simulator(dynamics="fossen6", vehicle="torpedo_auv", bed_soil="clay")


def test_lines_that_do_nothing_are_named() -> None:
    with pytest.warns(NoEffectWarning, match="surface craft with hydrodynamics"):
        Simulator(dynamics="fossen6", vehicle="torpedo_auv", squat=True, bed_soil="mud")
    with pytest.warns(NoEffectWarning, match="on the surface"):
        Simulator(dynamics="fossen6", vehicle="otter", squat=True, bed_soil="mud", default_water_depth=5)


@pytest.mark.parametrize(("soil", "mu"), [("sand", 0.5), ("rock", 0.4)])
def test_a_heavy_body_slides_as_an_ode_with_coulombs_friction(soil: str, mu: float, figure: Figure) -> None:
    """(m + a11) du/dt = -D1 u - D2 u2 - mu N, N what it is heavier than its water; numbers of the torpedo's file."""
    integrate = pytest.importorskip("scipy.integrate")
    boat = Simulator(
        dynamics="fossen6", vehicle="torpedo_auv", variant="base", start_depth=10, default_water_depth=10,
        start_speed=1.5, buoyancy_rate=-0.3, bed_soil=soil, sim_step=0.01,
    )  # fmt: skip
    heavy, inertia = 12.84 * 0.3 + 225.5 * 0.3**2, 64.0 + 6.4

    def rates(t: float, s: np.ndarray) -> list[float]:
        return [s[1], -(3.52 * s[1] + 3.2201324699295384 * s[1] ** 2 + mu * heavy) / inertia]

    def still(t: float, s: np.ndarray) -> float:
        return float(s[1])

    still.terminal = True  # type: ignore[attr-defined]
    own = integrate.solve_ivp(rates, (0.0, 30.0), [0.0, 1.5], events=still, rtol=1e-9)
    stops, way = float(own.t[-1]), float(own.y[0, -1])
    moving = [0.1 * k for k in range(1, 121) if boat.step(ActuatorCommand(), 0.1).sog > 1e-3]
    figure(
        f"torpedo {heavy:.0f} N too heavy on {soil}: still after {moving[-1] + 0.1:.1f} s and {boat.truth.y:.2f} m, "
        f"own ODE {stops:.1f} s, {way:.2f} m"
    )
    # it pitches by a degree as it sinks into the bottom and is lifted again in each step
    assert boat.truth.y == pytest.approx(way, rel=0.02)
    assert moving[-1] == pytest.approx(stops, abs=0.3)
