"""Mean force of waves: of a held hull, by what it turns back and makes; with way on, by Gerritsma and Beukelman.

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
from tests.vehicle.test_bem import BARGE, DATA
from usimmarine_py.kernels.wave_load import PUSHES, SPEEDS, WAVE
from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.sea.waves import WaveField, component, wave_field
from usimmarine_py.vehicle.compiled import compiled_advance
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.files import read
from usimmarine_py.vehicle.mean_load import TAPERED, at_rest, turned_back, wall
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


def drift_law(
    v: VehicleDescription, omega: float, towards: float, heave: complex, pitch: complex
) -> NDArray[np.float64]:
    """Force north and east per square of the wave (N/m2) on a hull at rest whose motion per metre is given.

    What a wall of its draft turns back, and the momentum that the waves it makes carry away, by quadrature: each
    strip of the waterplane makes waves towards a direction as those from there would lift it.
    """
    special, integrate = pytest.importorskip("scipy.special"), pytest.importorskip("scipy.integrate")
    rho, k, size = v.medium.rho, omega**2 / G, v.size
    hull, apart = (size.hull_beam, 0.5 * size.hull_spacing) if size.hulls == 2 else (size.beam, 0.0)
    wall, none = math.pi * special.iv(1, k * size.draft), special.kv(1, k * size.draft)
    turned = 0.5 * rho * G * wall**2 / (wall**2 + none**2)
    stiffness, fade = v.forces.hydrostatics.G, math.exp(-k * v.mass * G / v.forces.hydrostatics.G[2, 2])
    x = np.linspace(-0.5, 0.5, 401) * min(math.sqrt(12.0 * stiffness[4, 4] / stiffness[2, 2]), v.length_pp)

    def over_beam(at: float) -> float:
        """Mean of a wave towards ``at`` across the hull or both hulls."""
        y = np.concatenate([side * apart + hull * np.linspace(-0.5, 0.5, 201) for side in (-1.0, 1.0)])
        return float(np.mean(np.cos(k * math.sin(at) * y)))

    down = -omega * fade * over_beam(towards) * np.exp(-1j * k * math.cos(towards) * x)
    relative = 1j * omega * (heave - x * pitch) - down
    lifted = stiffness[2, 2] / (1.0 + omega**2 * v.body.M_A[2, 2] / stiffness[2, 2]) * fade

    def power(at: float) -> float:
        whole = np.trapezoid(relative * np.exp(1j * k * math.cos(at) * x), x) / (x[-1] - x[0])
        return float(omega**3 / (8.0 * math.pi * rho * G**3) * abs(lifted * over_beam(at) * whole) ** 2)

    pushed = []
    for of, side in ((math.cos, hull * size.hulls), (math.sin, v.length_pp)):
        made, _ = integrate.quad(lambda at, of=of: power(at) * (of(towards) - of(at)), 0.0, 2.0 * math.pi, epsrel=1e-6)
        pushed.append(k / omega * made + turned * side * of(towards))
    return np.array(pushed)


def held(
    v: VehicleDescription, omega: float, amplitude: float, towards: float, slow: float = 10.0
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean force on a hull on springs of ``slow`` periods of the wave, which take no energy out, and the law's for its
    motion (N, north and east)."""
    period = 2.0 * math.pi / omega
    stiffness = np.diag(v.M)[:2] * (omega / slow) ** 2
    towed = Towed(v, WaveField((component(omega, amplitude, 0.3, towards),)))
    # as the water goes round, less where the springs will hold it
    round_ = amplitude * math.cos(0.3)
    begin = drift_law(v, omega, towards, 1j * math.exp(-(omega**2) / G * v.size.draft), 0j) * amplitude**2
    towed.state[:2] = (begin / stiffness).tolist()
    towed.state[0] -= round_ * math.cos(towards)
    towed.state[1] -= round_ * math.sin(towards)
    # what the start leaves in the springs goes with the wave, the law with its square: it has to be over
    rows = towed.run(120.0 * period, lambda s: (-stiffness[0] * s[0], -stiffness[1] * s[1]))
    late = rows[rows[:, 0] >= 80.0 * period]
    # periods are no whole number of steps
    waves = [part(n * omega * late[:, 0]) for n in (1, 2) for part in (np.cos, np.sin)]
    columns = np.stack((np.ones(len(late)), *waves), axis=1)
    mean, c, s = np.linalg.lstsq(columns, late[:, [1, 2, 3, 5]], rcond=None)[0][:3]
    heave, pitch = ((c - 1j * s) * np.exp(-0.3j) / amplitude)[2:]
    law = drift_law(v, omega, towards, complex(heave), complex(pitch)) * amplitude**2
    return np.asarray(mean[:2] * stiffness), law


def unheld(
    v: VehicleDescription, omega: float, amplitude: float, towards: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Both without springs: they change the motion of first order, and what it leaves over, as their square."""
    (stiff, _), (soft, law) = (held(v, omega, amplitude, towards, slow) for slow in (7.0, 10.0))
    return soft - (stiff - soft) / ((10.0 / 7.0) ** 2 - 1.0), law


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
    # low waves: what is of the third order counts beside a law that is small
    omega, amplitude = 2.0 * math.pi / (ratio * math.sqrt(v.length_pp)), v.length_pp / 84.0
    found, expected = unheld(v, omega, amplitude, math.radians(towards))
    size = v.size
    breadth = size.hulls * size.hull_beam if size.hulls == 2 else size.beam
    whole = 0.5 * v.medium.rho * G * amplitude**2 * np.array((breadth, v.length_pp))
    along = int(abs(math.sin(math.radians(towards))) > 0.5)
    figure(
        f"{name}, T {ratio:g} sqrt(L), waves towards {towards:g}: mean force {found[along]:.4g} N, law "
        f"{expected[along]:.4g} N, {100 * (found - expected)[along] / whole[along]:+.3f} % of a wall's"
    )
    assert found[along] == pytest.approx(expected[along], rel=0.1, abs=1e-3 * whole[along])


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
    omega, amplitude = 2.0 * math.pi / (0.8 * math.sqrt(v.length_pp)), v.length_pp / 63.0
    wavy = Towed(v, WaveField((component(omega, amplitude, 0.3, math.pi),))).run(240.0, lambda s: (0.0, 0.0))
    late = wavy[len(wavy) // 2 :]
    angle = omega * late[:, 0] + omega**2 / G * late[:, 1] + 0.3  # of the wave at the hull
    basis = np.stack((np.ones_like(angle), np.cos(angle), np.sin(angle)), axis=-1)
    heave, pitch = (one[1] - 1j * one[2] for one in np.linalg.lstsq(basis, late[:, [3, 5]], rcond=None)[0].T)
    push = float(drift_law(v, omega, math.pi, heave / amplitude, pitch / amplitude)[0]) * amplitude**2
    calm = Towed(v, None).run(240.0, lambda s: (push, 0.0))
    pulled, drifted = (float(np.polyfit(*rows[len(rows) // 2 :, :2].T, 1)[0]) for rows in (calm, wavy))
    figure(f"Odin drifts {drifted:.3f} m/s before waves of 2.6 s, {pulled:.3f} under the law's force in calm water")
    assert drifted == pytest.approx(pulled, rel=0.15)


def test_the_law_at_rest_is_an_integral_of_its_own(figure: Figure) -> None:
    """Odin in head seas: motions from strips and the page of laws, force by quadrature."""
    v, strips = load_vehicle(*read("odin")), Strips("odin", "mission", 0.0)
    box = box_of(v)
    assert box is not None
    run, whole, rows = StraightRun(v, box, 0.0), 0.5 * v.medium.rho * G * v.size.beam, []
    for ratio in (0.7, 0.9, 1.3, 2.0):
        omega = 2.0 * math.pi / (ratio * math.sqrt(v.length_pp))
        state, _ = strips.head_sea(omega)
        own = drift_law(v, omega, math.pi, state[2], state[4])
        found = at_rest(run, box, np.array([omega]), np.array([math.pi]))[0]
        rows.append(f"{ratio:g} {found[0] / whole:.5f} ({own[0] / whole:.5f})")
        assert found[0] == pytest.approx(own[0], rel=0.05)
        assert found[1] == pytest.approx(0.0, abs=1e-9 * whole)
    figure("Odin, T / sqrt(L), drift ahead over 1/2 rho g A2 B, own integral: " + ", ".join(rows))


@pytest.mark.parametrize("name", HULLS)
@pytest.mark.parametrize("towards", [180.0, 90.0, 0.0, 45.0])
def test_long_waves_hardly_push_a_hull_that_rides_with_them(name: str, towards: float, figure: Figure) -> None:
    """What a free body turns back falls at least as the cube of the wave number, and never pulls against the waves."""
    v = vehicle(name)
    box = box_of(v)
    assert box is not None
    omega = 2.0 * math.pi / (np.array((2.0, 3.0, 4.5, 8.0)) * math.sqrt(v.length_pp))
    chi = np.full(4, math.radians(towards))
    found = at_rest(StraightRun(v, box, 0.0), box, omega, chi) @ (math.cos(chi[0]), math.sin(chi[0]))
    share = found / (0.5 * v.medium.rho * G * v.length_pp)
    powers = np.diff(np.log(share)) / np.diff(np.log(omega**2))
    figure(
        f"{name}, waves towards {towards:g}: drift ~ k^{powers.min():.1f} to k^{powers.max():.1f}, at 2 {share[0]:.5f}"
    )
    assert (found > 0.0).all()
    assert powers.min() > 3.0
    assert share[0] < 2e-3


def test_a_wall_turns_back_what_ursell_says() -> None:
    special, z = pytest.importorskip("scipy.special"), np.array((1e-3, 0.1, 0.5, 1.0, 3.0, 15.0))
    wall, none = math.pi * special.ive(1, z), special.kve(1, z) * np.exp(-2.0 * z)
    assert turned_back(z) == pytest.approx(wall**2 / (wall**2 + none**2), rel=1e-9)
    assert turned_back(np.array([1e3])) == pytest.approx([1.0])


def turned_aside(length: float, beam: float, bow: float, k: float, chi: float) -> NDArray[np.float64]:
    """Integral of n (d n)^2 (m) over the edges of a polygon that face waves towards ``chi``: a parabola from the stem,
    0.95 of the beam ``bow`` behind it, parallel sides, a square stern; blunt where the wave is long to the bow."""

    def over(corners: list[tuple[float, float]]) -> NDArray[np.float64]:
        whole, d = np.zeros(2), np.array((math.cos(chi), math.sin(chi)))
        for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
            normal = np.array((y1 - y0, x0 - x1))  # outwards of corners with the sun, as long as the edge
            edge = float(np.hypot(*normal))
            if edge > 0.0 and (meets := float(d @ normal) / edge) < 0.0:
                whole -= meets**2 * normal
        return whole

    # x ahead, y to starboard: from ahead to starboard is with the sun; normals by the sign of the square's area
    taper = bow / (1.0 - math.sqrt(0.05))
    aft = np.linspace(0.0, 1.0, 401)
    flank = [(0.5 * length - taper * u, 0.5 * beam * (1.0 - (1.0 - u) ** 2)) for u in aft.tolist()]
    back = [(-0.5 * length, 0.5 * beam), (-0.5 * length, -0.5 * beam)]
    pointed = over([*flank, *back, *[(x, -y) for x, y in reversed(flank[1:])]])
    blunt = over([(0.5 * length, -0.5 * beam), (0.5 * length, 0.5 * beam), *back])
    p = 2.0 * k * taper
    return pointed + (blunt - pointed) * abs(2.0 * (1j / p + (1.0 - np.exp(1j * p)) / p**2)) ** 2


@pytest.mark.parametrize("towards", [180.0, 150.0, 90.0, 60.0, 0.0, -40.0, -135.0])
def test_a_pointed_bow_turns_waves_aside_as_an_integral_over_a_polygon(towards: float, figure: Figure) -> None:
    special = pytest.importorskip("scipy.special")
    blunt, pointed, chi = vehicle("odin"), vehicle("odin", waves__bow_length=1.5), math.radians(towards)
    length, beam, draft = blunt.length_pp, blunt.size.beam, blunt.size.draft
    box = box_of(blunt)
    assert box is not None
    omega = np.array((1.5, 2.5, 4.0))
    rows = [at_rest(StraightRun(v, box, 0.0), box, omega, np.full(3, chi)) for v in (blunt, pointed)]
    told = []
    for i, w in enumerate(omega.tolist()):
        k = w * w / G
        up, none = math.pi * special.iv(1, k * draft), special.kv(1, k * draft)
        turned = 0.5 * blunt.medium.rho * G * up**2 / (up**2 + none**2)
        before = np.array((beam * math.cos(chi), length * math.sin(chi)))
        gained = turned * (turned_aside(length, beam, 1.5, k, chi) - before)
        found, scale = rows[1][i] - rows[0][i], turned * np.array((beam, length))
        told.append((found / scale).round(3).tolist())
        assert found / scale == pytest.approx(gained / scale, abs=3e-3)
    figure(f"Odin with a bow of 1.5 m, waves towards {towards:g}: X, Y change over those of its faces {told}")


def test_a_pointed_bow_beside_panels(figure: Figure) -> None:
    """Ship of 10 x 1.7 x 0.55 m with a parabola of 0, 1, 2, 3 m for a bow: drift by Capytaine (benchmarks/bow.py) in
    waves of 0.4, 0.3, 0.2 hulls from ahead, 30 and 60 deg off; over rho g A2 B."""
    panels = {
        180.0: ((0.380, 0.244, 0.155, 0.113), (0.456, 0.249, 0.140, 0.105), (0.473, 0.239, 0.111, 0.072)),
        150.0: ((0.349, 0.303, 0.254, 0.213), (0.403, 0.311, 0.225, 0.182), (0.356, 0.293, 0.197, 0.162)),
        120.0: ((0.191, 0.225, 0.258, 0.262), (0.163, 0.224, 0.234, 0.214), (0.128, 0.224, 0.232, 0.215)),
    }
    for towards, rows in panels.items():
        chi, ratios = math.radians(towards), []
        for waves, row in zip((0.4, 0.3, 0.2), rows, strict=True):
            k = np.array([2.0 * math.pi / (10.0 * waves)])
            for taper, drift in zip((1e-3, 1.0, 2.0, 3.0), row, strict=True):
                hull = vehicle(
                    "odin", vehicle__length_pp=10.0, vehicle__length_oa=10.0, vehicle__beam=1.7, vehicle__draft=0.55,
                    waves__bow_length=taper * TAPERED,
                )  # fmt: skip
                x, _ = wall(hull, k, np.array([math.cos(chi)]), np.array([math.sin(chi)]))
                ratios.append(float(-0.5 * turned_back(k * 0.55)[0] * x[0] / 1.7) / drift)
        figure(f"pointed bows, waves towards {towards:g}, law over panels: {np.round(ratios, 2).tolist()}")
        assert min(ratios) > 0.5 and max(ratios) < 1.4
        assert np.mean(ratios) == pytest.approx(1.0, abs=0.2)


def test_without_a_bow_length_nothing_changes() -> None:
    v, none = vehicle("odin"), vehicle("odin", waves__bow_length=0.0)
    box, omega, chi = box_of(v), np.array((1.0, 2.0, 3.0)), np.array((3.0, 2.0, 0.5))
    assert box is not None
    assert np.array_equal(
        at_rest(StraightRun(v, box, 0.0), box, omega, chi), at_rest(StraightRun(none, box, 0.0), box, omega, chi)
    )
    short = at_rest(StraightRun(v, box, 0.0), box, np.array([9.0]), np.array([math.pi]))[0]
    assert short[0] == pytest.approx(-0.5 * v.medium.rho * G * v.size.beam, rel=0.01)


def test_a_box_drifts_as_panels_say(figure: Figure) -> None:
    """The barge of tests/data/bem: Capytaine's far field beside the law, whose strips know nothing of panels."""
    v = load_vehicle(BARGE.replace("FILE", str(DATA / "barge.nc")) + f'drift = "{DATA / "barge.8"}"\n', "barge.toml")
    box, data = box_of(v), v.hydro
    assert box is not None and data is not None and data.drift is not None
    given, run = data.drift, StraightRun(v, box, 0.0)
    ratios = 2.0 * math.pi * G / given.omega**2 / v.length_pp
    for towards, axis, side in ((math.pi, 0, v.size.beam), (-0.5 * math.pi, 1, v.length_pp)):
        chi = int(np.argmin(np.abs(np.angle(np.exp(1j * (given.chi - towards))))))
        whole = v.medium.rho * G * side
        law = -at_rest(run, box, given.omega, np.full(len(given.omega), towards))[:, axis] / whole
        panels = -given.values[:, chi, axis] / whole
        figure(
            f"barge, {'head' if axis == 0 else 'beam'}, waves of "
            + ", ".join(f"{r:.2g}" for r in ratios[1:9])
            + " hulls: drift over rho g A2 B or L "
            + ", ".join(f"{a:.3f} ({b:.3f})" for a, b in zip(law[1:9], panels[1:9], strict=True))
        )
        short, long = ratios < (1.4 if axis == 0 else 0.7), ratios > 3.0
        # panels of half the length change theirs by 2 % at most: what is apart is the law's
        assert law[short] == pytest.approx(panels[short], rel=0.23 if axis == 0 else 0.12)
        assert (law[long] < 0.02).all() and (np.abs(law - panels)[long] < 0.02).all()


class Surge:
    """Surge alone in a following sea: drag by the square of the speed through the water, the waves' slope and
    orbit on a box, less what they leave over (by the linear motion); RK4, nothing of the package."""

    def __init__(self, v: VehicleDescription, speed: float, push: float, rows: NDArray[np.float64]) -> None:
        self.omega, amplitude, self.phase, self.k, _ = rows
        depth = v.mass * G / v.forces.hydrostatics.G[2, 2]
        self.high = amplitude * np.exp(-self.k * depth) * np.sinc(self.k * v.length_pp / (2.0 * math.pi))
        self.mass, self.speed, self.push = float(v.M[0, 0]), speed, push
        slope = 2.0 * push / speed  # of the drag
        met = self.omega - self.k * speed
        met = np.sign(met) * np.maximum(np.abs(met), 0.4 * self.omega)  # as laws/environment 4.9 counts them
        square = (self.high * self.mass * G * self.k) ** 2 + (self.high * slope * self.omega) ** 2
        left = 0.5 * self.k * square * slope / (met * (self.mass**2 * met**2 + slope**2))
        self.left = float(left.sum())

    def run(self, seconds: float, step: float = 0.05) -> NDArray[np.float64]:
        """Time and way."""

        def rate(t: float, y: NDArray[np.float64]) -> NDArray[np.float64]:
            angle = self.omega * t - self.k * y[0] + self.phase
            through = y[1] - float((self.high * self.omega) @ np.sin(angle))
            force = self.push * (1.0 - abs(through) * through / self.speed**2) - self.left
            force -= self.mass * G * float((self.k * self.high) @ np.cos(angle))
            return np.array((y[1], force / self.mass))

        y, rows = np.array((0.0, self.speed)), []
        for i in range(int(seconds / step)):
            rows.append((i * step, y[0]))
            a = rate(i * step, y)
            b = rate((i + 0.5) * step, y + 0.5 * step * a)
            c = rate((i + 0.5) * step, y + 0.5 * step * b)
            y = y + step / 6.0 * (a + 2.0 * b + 2.0 * c + rate((i + 1) * step, y + step * c))
        return np.array(rows)


@pytest.mark.parametrize(
    ("name", "speed", "seeds", "seconds"),
    [
        ("odin", 2.5, (1,), 360.0),
        pytest.param("odin", 2.5, (1, 2, 3, 4), 1200.0, marks=pytest.mark.nightly),
        pytest.param("otter", 1.42, (1, 2, 3, 4), 260.0, marks=pytest.mark.nightly),
        pytest.param("otter", 2.3, (1, 2, 3, 4), 260.0, marks=pytest.mark.nightly),
    ],
)
def test_irregular_following_seas_do_not_speed_a_boat_up(
    name: str, speed: float, seeds: tuple[int, ...], seconds: float, figure: Figure
) -> None:
    """Over a minute the mean speed swings by a per cent, as that of a point of mass; over long it does not gain."""
    v = load_vehicle(*read(name))
    push = -float(Model(v, "euler", actuators=False).derivative(
        0.0, Towed(v, None, speed).state, Model(v, "euler", actuators=False).inputs(Forcing())
    )[6] * v.M[0, 0])  # fmt: skip
    calm = Towed(v, None, speed).run(120.0, lambda s: (push, 0.0))
    still = float(np.polyfit(*calm[len(calm) // 2 :, :2].T, 1)[0])
    long, minutes = [], ([], [])
    for seed in seeds:
        sea = wave_field("ittc", v.length_pp / 15.0, 2.0 * math.pi / (1.3 * math.sqrt(v.length_pp)), 3.3, 0, 0, seed)
        boat = Towed(v, sea, speed).run(seconds, lambda s: (push, 0.0))[:, :2]
        point = Surge(v, still, push, np.array(sea.rows).reshape(5, -1)).run(seconds)
        for rows, gains in zip((boat, point), minutes, strict=True):
            parts = [rows[(rows[:, 0] >= t) & (rows[:, 0] < t + 60.0)] for t in np.arange(60.0, seconds - 59.0, 60.0)]
            gains.extend(100.0 * (np.polyfit(*part.T, 1)[0] / still - 1.0) for part in parts)
        late = boat[boat[:, 0] >= 60.0]
        long.append(100.0 * (float(np.polyfit(*late.T, 1)[0]) / still - 1.0))
    own, points = (np.array(gains) for gains in minutes)
    figure(
        f"{name} at {still:.2f} m/s, following seas Hs L/15, Tp 1.3 sqrt(L), {seconds:g} s: speed "
        + ", ".join(f"{x:+.2f}" for x in long)
        + f" %; minutes: sigma {own.std():.2f} %, up to {own.max():+.2f}; surge alone sigma {points.std():.2f}, "
        f"up to {points.max():+.2f}"
    )
    assert np.mean(long) < 1.0
    assert own.std() < 2.0 * points.std() + 0.3


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
    first = box_of(plain)
    assert first is not None
    moved = StraightRun(plain, first, 0.0).motion(np.array([1.2]), np.array([towards]))[0]
    law = drift_law(plain, 1.2, towards, complex(moved[2]), complex(moved[4]))
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
