"""Forces of the waves that are seen: against quadrature, in long and in short waves, at speed, from place to place."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.internals import internals
from tests.support.riding import STEP, ride
from usimmarine_py import ActuatorCommand
from usimmarine_py.kernels.body.records import Load
from usimmarine_py.kernels.waves import GRAVITY
from usimmarine_py.sea.waves import WaveField, component, wave_field
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import Message
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.files import read
from usimmarine_py.vehicle.model import Forcing, Model
from usimmarine_py.vehicle.solver import tableau
from usimmarine_py.vehicle.wave_load import box_load

pytest.importorskip("numba", reason="long runs are compiled")
Figure = Callable[[str], None]
SURFACE = ("odin", "otter", "jolner")
NIGHTLY = pytest.mark.nightly


def vehicle(name: str) -> VehicleDescription:
    """As it is shipped."""
    return load_vehicle(*read(name))


def box(**size: Any) -> VehicleDescription:
    """A box about its centre: no offset of the centre of gravity, no coupling."""
    g = np.diag([0.0, 0.0, 2000.0 * 9.81, 800.0 * 9.81, 9000.0 * 9.81, 0.0])
    own = vehicle("otter")
    mass = np.diag([80.0, 80.0, 80.0, 9.0, 30.0, 31.0])
    added = np.diag([6.0, 70.0, 90.0, 3.0, 15.0, 14.0])
    forces = replace(own.forces, hydrostatics=replace(own.forces.hydrostatics, G=g), payload=Load())
    body = replace(own.body, M_RB=mass, M_A=added, r_g=(0.0, 0.0, 0.0))
    return replace(own, body=body, forces=forces, size=replace(own.size, **{"hulls": 1, **size}))


def one_wave(omega: float, amplitude: float, towards: float, phase: float = 0.3) -> WaveField:
    return WaveField((component(omega, amplitude, phase, towards),))


def strained(half_beam: float, draft: float) -> float:
    """Roll moment of a half ellipse in water that is strained (velocity z along y, y along z) over the added mass of
    heave (m2): both potentials outside by multipoles fitted to the normal velocity at 400 points.
    """
    angle = (np.arange(400) + 0.5) / 400.0 * 2.0 * math.pi
    y, z = half_beam * np.cos(angle), draft * np.sin(angle)
    n_y, n_z = draft * np.cos(angle), half_beam * np.sin(angle)  # times ds
    ring = 0.5 * (half_beam + draft)
    at, wanted = (y + 1j * z) / ring, np.stack((n_y * z + n_z * y, n_z), axis=1)
    # sources on the segment of the foci are what an ellipse is made of: powers of the circle it is mapped to
    far = half_beam**2 - draft**2
    root = np.sqrt((at * ring) ** 2 - far + 0j)
    root = np.where((root * np.conj(at)).real < 0.0, -root, root)
    circle = (at * ring + root) / (half_beam + draft)
    orders = np.arange(1, 5)
    powers = circle[:, None] ** -orders
    slope = (-orders * powers / root[:, None]).conj()  # gradient as a complex number
    parts = np.concatenate((powers.real, powers.imag), axis=1)
    through = np.concatenate([n_y[:, None] * way.real + n_z[:, None] * way.imag for way in (slope, 1j * slope)], axis=1)
    potential = parts @ np.linalg.lstsq(through, wanted, rcond=None)[0]
    roll = float((potential[:, 0] * (n_z * y - n_y * z)).sum())
    return roll / float((potential[:, 1] * n_z).sum())


def plane_length(v: VehicleDescription) -> float:
    """Of a box with the waterplane's radius of gyration."""
    g = v.forces.hydrostatics.G
    return float(min(v.length_pp, math.sqrt(12.0 * g[4, 4] / g[2, 2])))


def by_quadrature(
    v: VehicleDescription, sea: WaveField, t: float, place: tuple[float, float], psi: float
) -> list[float]:
    """Pressure and acceleration of the wave over the waterplane, 24 x 24 Gauss points (laws/environment 4.8)."""
    (wave,) = sea.components
    length, beam, m = plane_length(v), v.size.beam, v.mass
    nodes, weights = np.polynomial.legendre.leggauss(24)
    x, y = 0.5 * length * nodes[:, None], 0.5 * beam * nodes[None, :]
    mean = weights[:, None] * weights[None, :] / 4.0  # of what is spread over the waterplane
    north = place[0] + x * math.cos(psi) - y * math.sin(psi)
    east = place[1] + x * math.sin(psi) + y * math.cos(psi)
    angle = wave.omega * t - wave.number_north * north - wave.number_east * east + wave.phase
    kappa = math.exp(-wave.number * m * v.g / v.forces.hydrostatics.G[2, 2])
    kx = wave.number_north * math.cos(psi) + wave.number_east * math.sin(psi)
    ky = wave.number_east * math.cos(psi) - wave.number_north * math.sin(psi)
    up = kappa * wave.amplitude * np.sin(angle)
    slope = -kappa * wave.amplitude * np.cos(angle)
    fx = -(m + v.body.M_A[0, 0]) * GRAVITY * kx * slope
    fy = -(m + v.body.M_A[1, 1]) * GRAVITY * ky * slope
    g = v.forces.hydrostatics.G
    # water that goes down faster than the hull takes its added mass along, each part of the hull that of its place
    down = v.body.M_A[2, 2] * GRAVITY * wave.number * up
    arm = strained(0.5 * beam, m * v.g / g[2, 2]) / beam**2 * 12.0
    total = [fx, fy, down - g[2, 2] * up, -12.0 / beam**2 * g[3, 3] * y * up, 12.0 / length**2 * g[4, 4] * x * up]
    total[3] = total[3] + arm * y * down
    total[4] = total[4] - v.body.M_A[4, 4] / v.body.M_A[2, 2] * 12.0 / length**2 * x * down
    return [float((mean * f).sum()) for f in (*total, x * fy - y * fx)]


@pytest.mark.parametrize("omega", [0.6, 2.0, 4.0, 7.0])
@pytest.mark.parametrize("towards", [0.0, 0.7, math.pi / 2, 2.5])
def test_the_closed_forms_are_the_integrals_over_the_waterplane(omega: float, towards: float) -> None:
    v = box()
    load = box_load(v, mean=False)
    assert load is not None
    sea = one_wave(omega, 0.4, towards)
    size = 0.4 * v.forces.hydrostatics.G[2, 2]
    for t, north, east, heading in ((0.0, 0.0, 0.0, 0.0), (3.3, 11.0, -4.0, 23.0), (70.0, -8.0, 2.0, -114.5)):
        psi = math.radians(heading)
        force, _, (up, _) = load.meet(sea, t, (north, east, 0.0), (0.0, 0.0, psi), (0.0, 0.0, 0.0))
        expected = by_quadrature(v, sea, t, (north, east), psi)
        assert list(force) == pytest.approx(expected, rel=1e-6, abs=1e-6 * size)
        assert up == pytest.approx(sea.elevation(t, north, east), abs=1e-12)


@pytest.mark.parametrize("spread", [0.0, 0.4])
def test_the_load_of_a_sea_is_that_of_quadrature(spread: float, figure: Figure) -> None:
    v = box()
    load = box_load(v, mean=False)
    assert load is not None
    # waves down to a third of the length
    sea = wave_field("ittc", 0.5, 1.6, 3.3, 0.7, spread, 4, 24)
    rng = np.random.default_rng(5)
    found, expected = [], []
    for _ in range(60):
        t, north, east = rng.uniform(0.0, 600.0), *rng.uniform(-50.0, 50.0, 2)
        psi = rng.uniform(-4.0, 4.0)
        found.append(load.meet(sea, t, (north, east, 0.0), (0.0, 0.0, psi), (0.0, 0.0, 0.0))[0])
        waves = [by_quadrature(v, WaveField((c,)), t, (north, east), psi) for c in sea.components]
        expected.append(np.sum(waves, axis=0))
    error = np.array(found) - np.array(expected)
    share = error.std(axis=0) / np.std(expected, axis=0)
    figure(f"load of a sea, spread {spread:g}: off by at most {share.max():.1e} of its deviation")
    assert share.max() < 1e-6


@pytest.mark.parametrize("omega", [1.0, 3.1, 5.0])
@pytest.mark.parametrize("towards", [0.3, math.pi / 2])
def test_two_hulls_are_two_strips(omega: float, towards: float) -> None:
    """The closed forms against quadrature over both strips."""
    v = box(hulls=2, hull_spacing=0.79, hull_beam=0.25)
    load = box_load(v, mean=False)
    assert load is not None
    wave = component(omega, 0.1, 0.4, towards)
    nodes, weights = np.polynomial.legendre.leggauss(40)
    length = plane_length(v)
    x = 0.5 * length * nodes[:, None]
    y = np.concatenate([s * 0.395 + 0.125 * nodes for s in (-1.0, 1.0)])[None, :]
    mean = weights[:, None] * np.tile(weights, 2)[None, :] / 8.0
    mean_square = 0.25**2 / 12.0 + 0.395**2
    angle = omega * 2.0 - wave.number_north * x - wave.number_east * y + wave.phase
    kappa = math.exp(-wave.number * v.mass * v.g / v.forces.hydrostatics.G[2, 2])
    up, slope = kappa * 0.1 * np.sin(angle), -kappa * 0.1 * np.cos(angle)
    fy = -(v.mass + v.body.M_A[1, 1]) * GRAVITY * wave.number_east * slope
    fx = -(v.mass + v.body.M_A[0, 0]) * GRAVITY * wave.number_north * slope
    g = v.forces.hydrostatics.G
    down = v.body.M_A[2, 2] * GRAVITY * wave.number * up
    parts = [fx, fy, down - g[2, 2] * up, -g[3, 3] / mean_square * y * up, 12.0 / length**2 * g[4, 4] * x * up]
    parts[3] = parts[3] + v.body.M_A[3, 3] / v.body.M_A[2, 2] / mean_square * y * down
    parts[4] = parts[4] - v.body.M_A[4, 4] / v.body.M_A[2, 2] * 12.0 / length**2 * x * down
    expected = [float((mean * f).sum()) for f in (*parts, x * fy - y * fx)]
    force = load.meet(WaveField((wave,)), 2.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))[0]
    assert list(force) == pytest.approx(expected, rel=1e-6, abs=1e-6 * g[2, 2] * 0.1)


def test_a_catamaran_heaves_where_a_box_as_wide_does_not(figure: Figure) -> None:
    """Waves from abeam as long as its hulls are apart: both stand on a crest at once."""
    v = vehicle("wamv16")
    omega = math.sqrt(2.0 * math.pi * GRAVITY / v.size.hull_spacing)
    heave = []
    for hull in (v, replace(v, size=replace(v.size, hulls=1))):
        load = box_load(hull)
        assert load is not None
        waves, moments = one_wave(omega, 0.05, math.pi / 2), np.linspace(0.0, 2.0 * math.pi / omega, 40)
        forces = [load.meet(waves, t, (0.0,) * 3, (0.0,) * 3, (0.0,) * 3)[0][2] for t in moments.tolist()]
        heave.append(float(np.ptp(forces)) / 2.0 / float(v.M[2, 2]))
    figure(
        f"wamv16 abeam, waves of {v.size.hull_spacing} m, 5 cm: heave {heave[0]:.2f} m/s2, as a box {heave[1]:.2f} m/s2"
    )
    assert heave[0] > 3.0 * heave[1]


@pytest.mark.parametrize(("phi", "theta"), [(0.2, 0.0), (0.0, 0.15), (-0.3, 0.2)])
def test_waves_push_along_the_axes_of_restoring(phi: float, theta: float) -> None:
    """A hull that leans in a long wave: what lifts it has no share in the horizontal."""
    own = box()
    hydrostatics = replace(own.forces.hydrostatics, vertical=True)
    body = replace(own.body, M_RB=np.diag([80.0, 80.0, 0.0, 9.0, 30.0, 31.0]), M_A=np.zeros((6, 6)))
    v = replace(own, body=body, forces=replace(own.forces, hydrostatics=hydrostatics))
    load = box_load(v, mean=False)
    assert load is not None
    wave = one_wave(0.05, 0.3, 0.0, phase=math.pi / 2)  # 25 km long, at its crest
    force = np.array(load.meet(wave, 0.0, (0.0, 0.0, 0.0), (phi, theta, 0.4), (0.0, 0.0, 0.0))[0])
    down = np.array((-math.sin(theta), math.sin(phi) * math.cos(theta), math.cos(phi) * math.cos(theta)))
    lifted = -v.forces.hydrostatics.G[2, 2] * 0.3 * down
    assert force[:3] == pytest.approx(lifted, rel=1e-3, abs=1.0)
    horizontal = force[:3] - (force[:3] @ down) * down
    assert np.linalg.norm(horizontal) < 1e-3 * abs(lifted[2])


def gain(rows: NDArray[np.float64], out: int, given: int) -> float:
    return float(rows[:, out].std() / rows[:, given].std())


@pytest.mark.parametrize("name", SURFACE)
def test_long_waves_are_ridden(name: str, figure: Figure) -> None:
    v = vehicle(name)
    period = 10.0 * math.sqrt(v.length_pp)
    omega = 2.0 * math.pi / period
    head = ride(v, one_wave(omega, 0.3, math.pi), 0.0, 12.0 * period)
    beam = ride(v, one_wave(omega, 0.3, math.pi / 2), 0.0, 12.0 * period)
    found = (gain(head, 2, 1), gain(beam, 2, 1), gain(head, 4, 6), gain(beam, 3, 5))
    figure(
        f"{name} at Tp {period:.1f} s: heave {found[0]:.3f} {found[1]:.3f}, pitch {found[2]:.3f}, roll {found[3]:.3f}"
    )
    assert found[:2] == pytest.approx((1.0, 1.0), abs=0.05)
    assert found[2:] == pytest.approx((1.0, 1.0), abs=0.10)
    assert float(np.corrcoef(head[:, 4], head[:, 6])[0, 1]) > 0.95
    assert float(np.corrcoef(beam[:, 3], beam[:, 5])[0, 1]) > 0.95


@pytest.mark.parametrize("name", SURFACE)
@pytest.mark.parametrize("ratio", [2.0, 2.5, 3.2])
def test_short_waves_are_not(name: str, ratio: float, figure: Figure) -> None:
    v = vehicle(name)
    omega = math.sqrt(GRAVITY * 2.0 * math.pi * ratio / v.length_pp)
    rows = ride(v, one_wave(omega, 0.02, math.pi), 0.0, 60.0)
    figure(f"{name}, L/lambda {ratio}: heave {gain(rows, 2, 1):.3f} of the elevation")
    assert gain(rows, 2, 1) < 0.1


@pytest.mark.parametrize(
    ("name", "speed"),
    # held at 8 m/s, 2.7 times their speed_max, Otter and Jolner would pitch over: see the guard below
    [
        ("odin", 8.0),
        ("otter", 3.0),
        ("jolner", 0.0),
        *(
            pytest.param(*case, marks=NIGHTLY)
            for case in (("odin", 0.0), ("odin", 3.0), ("otter", 0.0), ("jolner", 3.0))
        ),
    ],
)
def test_a_head_sea_is_met_at_its_encounter_frequency(name: str, speed: float, figure: Figure) -> None:
    v, omega = vehicle(name), 0.8
    expected = omega + omega**2 / GRAVITY * speed
    rows = ride(v, one_wave(omega, 0.1, math.pi), 0.0, 300.0, speed)
    heave = rows[:, 2] - rows[:, 2].mean()
    padded = 16 * len(heave)
    power = np.abs(np.fft.rfft(heave * np.hanning(len(heave)), padded))
    peak = 2.0 * math.pi * float(np.fft.rfftfreq(padded, STEP)[power.argmax()])
    figure(f"{name} at {speed:g} m/s: peak of the heave at {peak:.4f} rad/s, w + k U = {expected:.4f}")
    assert peak == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize(("name", "variant"), [("otter", "mission"), ("otter", "base"), ("jolner", "base")])
def test_a_vehicle_dragged_far_beyond_its_range_is_told_of_and_held(name: str, variant: str) -> None:
    simulator = Simulator(dynamics="fossen6", vehicle=name, variant=variant, wave_hs=0.2, wave_dir=180, solver="rk4")
    for k in range(400):
        simulator.on_mail(Message("USM_FORCE", "X=2000", 0.1 * k, "pTow"), now=0.1 * k)
        simulator.iterate(0.1 * (k + 1))
    beyond, diverged = simulator.run_warnings
    assert "Froude number" in beyond
    assert diverged.startswith("diverged: the vehicle stays where it was")
    assert (internals(simulator).status, simulator.state.speed) == ("diverged", 0.0)


#: Undamped period (s) and damping ratio of the roll of the whole linear model at rest, fluid memory included.
ROLL = {"otter": (0.83, 0.236), "jolner": (1.27, 0.167)}


@pytest.mark.parametrize(
    ("name", "ratio"),
    [
        ("otter", 6.0), ("jolner", 3.0),
        *(pytest.param(*case, marks=NIGHTLY) for case in (
            ("otter", 3.0), ("otter", 4.0), ("jolner", 4.0), ("jolner", 6.0))),
    ],
)  # fmt: skip
def test_roll_beyond_the_slope_is_the_resonance_of_a_linear_oscillator(name: str, ratio: float, figure: Figure) -> None:
    """The tail of the slope spectrum lies at the roll period even where Tp does not."""
    v, (period, zeta) = vehicle(name), ROLL[name]
    sea = wave_field(
        "ittc", v.length_pp / 20.0, 2.0 * math.pi / (ratio * math.sqrt(v.length_pp)), 3.3, math.pi / 2, 0.0, 4
    )
    omega, amplitude = np.array([(c.omega, c.amplitude) for c in sea.components]).T
    k = omega**2 / v.g
    r, u = 0.5 * k * v.size.beam, omega * period / (2.0 * math.pi)
    depth, righting = v.mass * v.g / v.forces.hydrostatics.G[2, 2], v.forces.hydrostatics.G[3, 3]
    added = v.body.M_A[3, 3] if v.size.hulls == 2 else v.body.M_A[2, 2] * strained(0.5 * v.size.beam, depth)
    load = np.exp(-k * depth) * (1.0 - k * v.g * added / righting) * 3.0 * (np.sin(r) - r * np.cos(r)) / r**3
    gains = np.abs(load / (1.0 - u**2 + 2j * zeta * u))
    slope = k * amplitude
    expected = math.sqrt(((gains * slope) ** 2).sum() / (slope**2).sum())
    found = gain(ride(v, sea, 0.0, 60.0 * ratio * math.sqrt(v.length_pp)), 3, 5)
    figure(f"{name}, beam sea of Tp {ratio:g} sqrt(L): roll {found:.3f} of the slope, oscillator {expected:.3f}")
    assert found == pytest.approx(expected, rel=0.05)


def test_a_wave_length_away_the_force_is_the_same_and_in_between_another() -> None:
    load = box_load(vehicle("odin"))
    assert load is not None
    sea = one_wave(0.9, 0.5, 0.6)
    length = 2.0 * math.pi * GRAVITY / 0.81

    def at(distance: float) -> list[float]:
        place = (distance * math.cos(0.6), distance * math.sin(0.6), 0.0)
        return list(load.meet(sea, 5.0, place, (0.0, 0.0, 0.2), (0.0, 0.0, 0.0))[0])

    assert at(length) == pytest.approx(at(0.0), rel=1e-9)
    assert at(0.5 * length)[2] == pytest.approx(-at(0.0)[2], rel=1e-9)


@pytest.mark.parametrize("name", SURFACE)
@pytest.mark.parametrize("omega", [0.5, 1.3, 3.0])
def test_following_and_head_sea_are_equal_at_rest(name: str, omega: float) -> None:
    load = box_load(vehicle(name), mean=False)
    assert load is not None
    variances = []
    for towards in (0.0, math.pi):
        sea = one_wave(omega, 0.2, towards)
        times = [2.0 * math.pi / omega * i / 40.0 for i in range(40)]  # a whole period
        forces = [load.meet(sea, t, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))[0] for t in times]
        variances.append(np.var(forces, axis=0)[[0, 2, 4]])
    assert variances[0] == pytest.approx(variances[1], rel=1e-9)


@pytest.mark.parametrize(
    ("name", "towards"),
    [
        ("otter", 180.0), ("jolner", 90.0),
        *(pytest.param(*case, marks=NIGHTLY) for case in (
            ("odin", 180.0), ("odin", 90.0), ("otter", 90.0), ("jolner", 180.0))),
    ],
)  # fmt: skip
def test_heave_goes_with_the_elevation_that_is_published(name: str, towards: float, figure: Figure) -> None:
    """The whole simulator in an irregular sea: 1 +- 5 %, correlation at least 0.95."""
    v = vehicle(name)
    period = 10.0 * math.sqrt(v.length_pp)
    simulator = Simulator(
        dynamics="fossen6", vehicle=name, solver="rk4", seed=2, wave_hs=0.06 * v.length_pp,
        wave_tp=period, wave_dir=towards, compiled=True,
    )  # fmt: skip
    rows = []
    for k in range(int(12.0 * period / 0.25)):
        simulator.iterate(internals(simulator).clock + 0.25)
        if k * 0.25 > period:
            rows.append((internals(simulator).weather.conditions.elevation, -simulator.state.depth))
    up, heave = np.array(rows).T
    ratio, correlation = float(heave.std() / up.std()), float(np.corrcoef(up, heave)[0, 1])
    figure(f"{name}, waves towards {towards:g}, Tp {period:.1f} s: heave {ratio:.3f}, correlation {correlation:.4f}")
    assert ratio == pytest.approx(1.0, abs=0.05)
    assert correlation >= 0.95


@pytest.mark.parametrize("depth", [2.0, 10.0])
def test_a_submerged_craft_goes_with_the_water(depth: float, figure: Figure) -> None:
    """In waves far longer than itself a neutral body moves as the water does, A w exp(-k z) of it."""
    v = load_vehicle(*read("torpedo_auv"))
    model, load = Model(v), box_load(v, STEP)
    assert load is not None
    omega = 0.5
    k = omega**2 / GRAVITY
    sea, table = one_wave(omega, 0.4, 0.0), model.solver(tableau("rk4"), STEP)
    state = model.state((0.0, 0.0, depth, 0.0, 0.0, 0.0))
    rest = [lag.rest for lag in model.lags]
    o, surge = model.head - 6, []
    for n in range(int(10.0 * 2.0 * math.pi / omega / STEP)):
        force, water, _ = load.meet(
            sea, n * STEP, (state[0], state[1], state[2]), (0.0, 0.0, 0.0), (state[o], state[o + 1], state[o + 2])
        )
        state = model.advance(state, model.inputs(Forcing(force, water), rest), table)
        state[2] = depth  # its little buoyancy would bring it up
        surge.append(state[o])
    measured = math.sqrt(2.0) * float(np.std(surge[len(surge) // 2 :]))
    expected = 0.4 * omega * math.exp(-k * depth)
    figure(f"at {depth:g} m: surge {measured:.4f} m/s, the water {expected:.4f} m/s")
    assert measured == pytest.approx(expected, rel=0.05)


def test_what_has_no_hydrostatics_has_no_load() -> None:
    assert box_load(load_vehicle(*read("cybership2"))) is None


def test_a_neutral_vehicle_keeps_its_mean_depth_in_waves(figure: Figure) -> None:
    """Two minutes in Hs 1 m, Tp 10 s, against scipy's integration of a body in the same potential flow, written anew.

    (rho V + M_A) dv/dt = (rho V + M_A) Du/Dt - D (v - u) - D2 |v - u| (v - u): with the local part of Du/Dt alone the
    body sinks. The vehicle has no pitch or roll to speak of.
    """
    integrate = pytest.importorskip("scipy.integrate")
    simulator = Simulator(
        dynamics="fossen6", vehicle="bluerov2", seed=1, start_depth=5, wave_hs=1, wave_tp=10, compiled=True
    )
    v = vehicle("bluerov2")
    omega, amplitude, phase, k, _ = np.array(
        wave_field("ittc", 1.0, 2.0 * math.pi / 10.0, 3.3, 0.0, 0.0, 1).rows
    )  # they run north
    inertia = v.mass + np.diag(v.body.M_A)[[0, 2]]
    linear, square = (
        np.array((row.u, row.w)) for row in (v.forces.damping.plain.linear, v.forces.damping.plain.quadratic)
    )

    def rates(t: float, s: NDArray[np.float64], whole: bool) -> NDArray[np.float64]:
        angle, fade = omega * t - k * s[0] + phase, amplitude * np.exp(-k * s[1])
        up, along = np.sin(angle) * fade, np.cos(angle) * fade
        u = np.array([(omega * up).sum(), -(omega * along).sum()])
        a = np.array([(omega**2 * along).sum(), (omega**2 * up).sum()])
        if whole:
            nn, nd = -(omega * k * along).sum(), -(omega * k * up).sum()
            a = a + np.array([u[0] * nn + u[1] * nd, u[0] * nd - u[1] * nn])
        slip = s[2:] - u
        return np.concatenate((s[2:], a - (linear * slip + square * np.abs(slip) * slip) / inertia))

    times = np.arange(0.0, 240.0, 0.1)
    mean = {}
    for whole in (True, False):
        fade = omega * amplitude * np.exp(-5.0 * k)  # it starts with the water
        start = [0.0, 5.0, float((fade * np.sin(phase)).sum()), -float((fade * np.cos(phase)).sum())]
        path = integrate.solve_ivp(rates, (0.0, 240.0), start, args=(whole,), t_eval=times, rtol=1e-8)
        mean[whole] = float(path.y[1][-1200:].mean())
    command = ActuatorCommand()
    found = float(np.mean([simulator.step(command, 0.1).depth for _ in times][-1200:]))
    figure(f"bluerov2 from 5 m, Hs 1 m: {found:.2f} m, independent {mean[True]:.2f}, local part {mean[False]:.2f}")
    assert found == pytest.approx(mean[True], abs=0.1)
    assert mean[False] > found + 0.3
