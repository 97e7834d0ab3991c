"""Mean force of waves: of a held hull, by the drift law; of one with way on, by Gerritsma and Beukelman's integral.

Formulas are written anew with numpy; heave and pitch in them are those that the run shows.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.vehicles import vehicle
from tests.vehicle.strips import Strips
from usimmarine_py.kernels.wave_load import PUSHES, SPEEDS, WAVE
from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.sea.waves import WaveField, component, wave_field
from usimmarine_py.vehicle.compiled import compiled_advance
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.files import read
from usimmarine_py.vehicle.model import Forcing, Model
from usimmarine_py.vehicle.solver import tableau
from usimmarine_py.vehicle.straight_run import StraightRun, exponential
from usimmarine_py.vehicle.wave_box import box_of
from usimmarine_py.vehicle.wave_load import box_load, met

pytest.importorskip("numba", reason="long runs are compiled")
Figure = Callable[[str], None]
STEP, G = 0.05, 9.81
HULLS = ("odin", "otter", "wamv16", "jolner", "blueboat", "heron")


class Towed:
    """A bare hull under forces north and east (N) that a function of place gives; its heading is held by a spring."""

    def __init__(self, v: VehicleDescription, sea: WaveField | None, speed: float = 0.0) -> None:
        self.v, self.sea, self.load = v, sea, box_load(v, STEP)
        self.model = Model(v, "euler", actuators=False)
        self._table, self._advance = self.model.solver(tableau("rk4"), STEP), compiled_advance(self.model)
        self.state = self.model.state((0.0,) * 6, (speed, 0.0, 0.0, 0.0, 0.0, 0.0))

    def run(self, seconds: float, pull: Callable[[list[float]], tuple[float, float]]) -> NDArray[np.float64]:
        """Rows of time and the state."""
        rows, inertia, turning = [], float(self.v.M[5, 5]), 2.0 * math.pi / 20.0
        assert self.load is not None
        for k in range(int(seconds / STEP)):
            s = self.state
            rot = rzyx(s[3], s[4], s[5])
            velocity = tuple(sum(rot[3 * i + j] * s[6 + j] for j in range(3)) for i in range(3))
            north, east = pull(s)
            tau = [rot[i] * north + rot[3 + i] * east for i in range(3)]
            tau += [0.0, 0.0, -inertia * turning * (turning * s[5] + 0.4 * s[11])]
            water, up = (0.0, 0.0, 0.0), 0.0
            if self.sea is not None:
                force, water, (up, _) = self.load.meet(
                    self.sea, k * STEP, (s[0], s[1], s[2]), (s[3], s[4], s[5]), velocity, (s[9], s[10], s[11])
                )
                tau = [a + b for a, b in zip(tau, force, strict=True)]
            self.state = self._advance(s, self.model.inputs(Forcing(tau, water, surface=up)), self._table, 1)
            rows.append((k * STEP, *s))
        return np.array(rows)


def drift_law(v: VehicleDescription, omega: float, amplitude: float, towards: float) -> NDArray[np.float64]:
    """1/2 rho g A^2 (1 - exp(-2 k T))^2 times the breadth ahead and the length across (N)."""
    reflected = (amplitude * (1.0 - math.exp(-2.0 * omega**2 / G * v.size.draft))) ** 2
    breadth = 2.0 * v.size.hull_beam if v.size.hulls == 2 else v.size.beam
    sides = np.array((breadth * math.cos(towards), v.length_pp * math.sin(towards)))
    return 0.5 * v.medium.rho * G * reflected * sides


def held(
    v: VehicleDescription, omega: float, amplitude: float, towards: float, slow: float = 10.0
) -> NDArray[np.float64]:
    """Mean force on a hull on springs of ``slow`` periods of the wave, which take no energy out (N, north and east)."""
    period = 2.0 * math.pi / omega
    stiffness = np.diag(v.M)[:2] * (omega / slow) ** 2
    towed = Towed(v, WaveField((component(omega, amplitude, 0.3, towards),)))
    # as the water goes round, less where the springs will hold it
    round_ = amplitude * math.cos(0.3)
    towed.state[:2] = (drift_law(v, omega, amplitude, towards) / stiffness).tolist()
    towed.state[0] -= round_ * math.cos(towards)
    towed.state[1] -= round_ * math.sin(towards)
    rows = towed.run(60.0 * period, lambda s: (-stiffness[0] * s[0], -stiffness[1] * s[1]))
    late = rows[rows[:, 0] >= 40.0 * period]
    # periods are no whole number of steps
    waves = [part(n * omega * late[:, 0]) for n in (1, 2) for part in (np.cos, np.sin)]
    columns = np.stack((np.ones(len(late)), *waves), axis=1)
    return np.asarray(np.linalg.lstsq(columns, late[:, 1:3], rcond=None)[0][0] * stiffness)


def unheld(v: VehicleDescription, omega: float, amplitude: float, towards: float) -> NDArray[np.float64]:
    """Mean force without springs: they change the motion of first order, and what it leaves over, as their square."""
    stiff, soft = (held(v, omega, amplitude, towards, slow) for slow in (7.0, 10.0))
    return soft - (stiff - soft) / ((10.0 / 7.0) ** 2 - 1.0)


@pytest.mark.parametrize(
    ("name", "ratio", "towards"),
    [
        ("odin", 1.3, 180.0), ("otter", 2.0, 180.0), ("wamv16", 1.3, 0.0),
        *(
            pytest.param(name, ratio, towards, marks=pytest.mark.nightly)
            for name in HULLS for ratio in (1.3, 2.0, 3.5) for towards in (180.0, 90.0, 0.0)
        ),
    ],
)  # fmt: skip
def test_a_held_hull_is_pushed_as_the_drift_law_says(name: str, ratio: float, towards: float, figure: Figure) -> None:
    v = load_vehicle(*read(name))
    omega, amplitude = 2.0 * math.pi / (ratio * math.sqrt(v.length_pp)), v.length_pp / 42.0
    expected = drift_law(v, omega, amplitude, math.radians(towards))
    found = unheld(v, omega, amplitude, math.radians(towards))
    share = float(found @ expected / (expected @ expected))
    figure(f"{name}, T {ratio:g} sqrt(L), waves towards {towards:g}: mean force {share:.3f} of the law")
    assert share == pytest.approx(1.0, abs=0.1)


def steady(v: VehicleDescription, sea: WaveField | None, push: float, start: float) -> tuple[float, Any]:
    """Mean speed (m/s) under a force ahead, and the rows of the second half."""
    rows = Towed(v, sea, start).run(120.0, lambda s: (push, 0.0))
    late = rows[len(rows) // 2 :]
    return float(np.polyfit(late[:, 0], late[:, 1], 1)[0]), late


def gerritsma_beukelman(v: VehicleDescription, rows: Any, omega: float, amplitude: float, speed: float) -> float:
    """k/(2 w_e) integral of b' |V|^2 dx (N) of waves from ahead, from heave and pitch of the rows."""
    k = omega**2 / G
    met_at = omega + k * speed
    angle = omega * rows[:, 0] + k * rows[:, 1] + 0.3  # of the wave at the hull
    basis = np.stack((np.ones_like(angle), np.cos(angle), np.sin(angle)), axis=-1)
    (heave, pitch) = (one[1] - 1j * one[2] for one in np.linalg.lstsq(basis, rows[:, [3, 5]], rcond=None)[0].T)
    x = np.linspace(-0.5, 0.5, 801) * v.length_pp
    depth = v.mass * v.g / v.forces.hydrostatics.G[2, 2]
    water = -omega * amplitude * math.exp(-k * depth) * np.exp(1j * k * x)
    relative = 1j * met_at * (heave - x * pitch) + speed * pitch - water
    return float(k / (2.0 * met_at) * v.forces.damping.plain.linear.w * np.mean(np.abs(relative) ** 2))


@pytest.mark.parametrize(("name", "speed"), [("otter", 1.5), ("wamv16", 1.25)])
def test_head_seas_take_gerritsmas_and_beukelmans_loss(name: str, speed: float, figure: Figure) -> None:
    v = load_vehicle(*read(name))
    omega, amplitude = 2.0 * math.pi / (1.3 * math.sqrt(v.length_pp)), v.length_pp / 42.0
    push = v.forces.damping.plain.linear.u * speed
    calm, _ = steady(v, None, push, speed)
    ahead, rows = steady(v, WaveField((component(omega, amplitude, 0.3, math.pi),)), push, calm)
    resistance = gerritsma_beukelman(v, rows, omega, amplitude, ahead)
    slowed, _ = steady(v, None, push - resistance, calm)
    behind, _ = steady(v, WaveField((component(omega, amplitude, 0.3, 0.0),)), push, calm)
    figure(
        f"{name} at {calm:.2f} m/s, Hs L/15: head {100 * (ahead / calm - 1):.2f} %, formula "
        f"{100 * (slowed / calm - 1):.2f} %, following {100 * (behind / calm - 1):+.2f} %"
    )
    assert calm - ahead == pytest.approx(calm - slowed, rel=0.15)
    assert behind < 1.01 * calm


def test_odins_mean_force_at_speed_is_an_integral_of_its_own(figure: Figure) -> None:
    """Head seas at its highest speed: table and what first order leaves, beside strips and the page of laws alone."""
    v = vehicle("odin", "hilsim")
    whole, first, strips = box_load(v, STEP), box_of(v, STEP), Strips("odin", "hilsim", v.speed_max)
    assert whole is not None and first is not None
    run = StraightRun(v, first, v.speed_max)
    for omega in (1.0, 1.3, 1.6, 1.8, 2.0, 2.4):
        waves = met(whole, WaveField((component(omega, 1.0, 0.0, math.pi),)))[0]
        own = np.polynomial.polynomial.polyval(-1.0, waves[WAVE.push :, 0].reshape(SPEEDS, PUSHES)[-1, :7])
        left = run.left_over(np.array([omega]), np.array([math.pi]))[0, 0]
        state, expected = strips.head_sea(omega)
        figure(
            f"Odin at {v.speed_max:g} m/s, {omega} rad/s ahead: {-own - left:.0f} N/m2, own integral {expected:.0f}, "
            f"left over by first order {left:.0f}; heave {abs(state[2]):.2f} of the wave"
        )
        # 28 frequencies of a table stand for a steep peak
        assert -own - left == pytest.approx(expected, rel=0.06, abs=20.0)


def test_waves_push_together_as_newmans_double_sum(figure: Figure) -> None:
    """The load less that of first order, beside the sum over all pairs of half of what both do alone."""
    v = load_vehicle(*read("otter"))
    whole, first = box_load(v), box_load(v, mean=False)
    assert whole is not None
    assert first is not None
    sea = wave_field("ittc", 0.3, 2.2, 3.3, 0.7, 0.4, 4, 24)
    waves = met(whole, sea)[0]
    omega, amplitude, phase, north, east = waves[: WAVE.number]
    coefficients = waves[WAVE.push :].reshape(SPEEDS, PUSHES, -1)[0]
    rng = np.random.default_rng(5)
    for _ in range(20):
        t, psi = rng.uniform(0.0, 600.0), rng.uniform(-4.0, 4.0)
        place = (*rng.uniform(-50.0, 50.0, 2).tolist(), 0.0)
        # with the water, so that it has no way on
        given = (sea, t, place, (0.0, 0.0, psi), first.water(sea, t, place, psi))
        found = np.array(whole.meet(*given)[0]) - first.meet(*given)[0]
        angle = omega * t - north * place[0] - east * place[1] + phase
        chi = np.arctan2(east, north) - psi
        alone = np.stack(
            (
                np.polynomial.polynomial.polyval(np.cos(chi), coefficients[:7], tensor=False),
                np.sin(chi) * np.polynomial.polynomial.polyval(np.cos(chi), coefficients[7:12], tensor=False),
                np.sin(chi) * np.polynomial.polynomial.polyval(np.cos(chi), coefficients[12:], tensor=False),
            )
        )
        pairs = np.outer(amplitude, amplitude) * np.cos(angle[:, None] - angle[None, :])
        expected = [float((0.5 * (one[:, None] + one[None, :]) * pairs).sum()) for one in alone]
        assert found[[0, 1, 5]] == pytest.approx(expected, rel=1e-6, abs=1e-6)
        assert found[[2, 3, 4]] == pytest.approx(np.zeros(3), abs=1e-9)
    figure("Otter: Newman's double sum within 1e-6")


def test_a_hull_that_drifts_freely_goes_as_fast_as_law_and_damping_say(figure: Figure) -> None:
    v = load_vehicle(*read("odin"))
    omega, amplitude = 2.0 * math.pi / (1.3 * math.sqrt(v.length_pp)), v.length_pp / 42.0
    push = float(drift_law(v, omega, amplitude, math.pi)[0])
    calm = Towed(v, None).run(240.0, lambda s: (push, 0.0))
    wavy = Towed(v, WaveField((component(omega, amplitude, 0.3, math.pi),))).run(240.0, lambda s: (0.0, 0.0))
    pulled, drifted = (float(np.polyfit(*rows[len(rows) // 2 :, :2].T, 1)[0]) for rows in (calm, wavy))
    figure(f"Odin drifts {drifted:.3f} m/s before waves of 4.2 s, {pulled:.3f} under the law's force in calm water")
    assert drifted == pytest.approx(pulled, rel=0.15)


def one_wave(v: VehicleDescription, **given: Any) -> NDArray[np.float64]:
    """Mean of X, Y (N per square of the amplitude) on a hull at rest, of one wave that runs 40 deg off the bow."""
    load, first = box_load(v), box_load(v, mean=False)
    assert load is not None and first is not None
    at = (WaveField((component(1.2, 0.2, 0.3, math.radians(40.0)),)), 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    water = first.meet(*at, (0.0, 0.0, 0.0))[1]
    stream = given.get("stream", (0.0, 0.0))
    velocity = (water[0] + stream[0], water[1] + stream[1], 0.0)
    whole = np.array(load.meet(*at, velocity, stream=stream)[0]) - first.meet(*at, velocity)[0]
    return np.asarray(whole[:2] / 0.2**2)


def test_drift_coefficients_of_a_vehicle_stand_for_the_law(figure: Figure) -> None:
    table = {"omega": [0.5, 1.0, 2.0], "surge": [100.0, 200.0, 900.0], "sway": [0.0, 2000.0, 2500.0]}
    own, towards = vehicle("odin", waves__drift=table), math.radians(40.0)
    plain = vehicle("odin")
    given = np.array((np.interp(1.2, table["omega"], table["surge"]), np.interp(1.2, table["omega"], table["sway"])))
    law = drift_law(plain, 1.2, 1.0, towards)
    gained = one_wave(own) - one_wave(plain)
    expected = given * (math.cos(towards), math.sin(towards)) - law
    figure(f"Odin with [waves.drift]: X, Y change by {gained.round(1).tolist()}, wanted {expected.round(1).tolist()}")
    assert gained == pytest.approx(expected, rel=0.03, abs=5.0)


def test_a_current_is_no_way_on() -> None:
    v = vehicle("odin")
    assert one_wave(v, stream=(1.5, 0.4)) == pytest.approx(one_wave(v), rel=1e-9)


def test_the_exponential_is_that_of_scipy() -> None:
    linalg = pytest.importorskip("scipy.linalg")
    matrix = np.random.default_rng(3).normal(scale=4.0, size=(9, 9))
    assert np.allclose(exponential(matrix), linalg.expm(matrix), rtol=1e-10)
