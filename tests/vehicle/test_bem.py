"""Hydrodynamic data from files: readers, conventions, relations, fluid memory, forces (laws/bem).

The data in tests/data/bem are Capytaine's: a box barge of 10 x 4 x 1 m and half a spheroid of 10 x 2 m, afloat; its own
exporters wrote the same barge as files of WAMIT and NEMOH.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.paths import ROOT
from usimmarine_py import ActuatorCommand, Simulator
from usimmarine_py.errors import ConfigError
from usimmarine_py.sea.waves import Component, WaveField
from usimmarine_py.vehicle.bem.checks import checks, infinite_added_mass
from usimmarine_py.vehicle.bem.data import HydroData, WaveResponse
from usimmarine_py.vehicle.bem.files import read_data
from usimmarine_py.vehicle.bem.fit import activity, memory_of, response
from usimmarine_py.vehicle.bem.load import BemLoad, excitation
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.description.memory import MemorySystem
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.model import Forcing, Model
from usimmarine_py.vehicle.solver import tableau
from usimmarine_py.vehicle.wave_load import load_of

DATA = ROOT / "tests" / "data" / "bem"
RHO, G = 1000.0, 9.81
FLIP = np.array([1.0, -1.0, -1.0, 1.0, -1.0, -1.0])
BARGE = """
schema = 1
[vehicle]
name = "barge"
length_pp = 10.0
beam = 4.0
draft = 1.0
[medium]
rho = 1000.0
[rigid_body]
mass = 40000.0
inertia_co = [[66172.2, 0, 0], [0, 346142.0, 0], [0, 0, 385925.3]]
[hydrodynamics]
bem = "FILE"
"""


def barge(file: Path | str = DATA / "barge.nc", more: str = "") -> VehicleDescription:
    return load_vehicle(BARGE.replace("FILE", str(file)) + more, "barge.toml")


def data(name: str = "barge.nc") -> HydroData:
    return read_data(DATA / name, RHO, G)


def nearest(values: NDArray[np.float64], wanted: float) -> int:
    return int(np.argmin(np.abs(values - wanted)))


def test_capytaine_is_read_in_body_axes() -> None:
    """Against the file's own numbers, by netCDF4 alone."""
    import netCDF4

    own = data()
    with netCDF4.Dataset(DATA / "barge.nc") as raw:
        omega = raw["omega"][:].data
        f, h = nearest(omega, 2.0), nearest(raw["wave_direction"][:].data, math.radians(30.0))
        force = raw["excitation_force"][:, f, h, :].data
        mass = raw["added_mass"][f].data
    i, chi = nearest(own.omega, 2.0), nearest(own.force.chi, math.radians(-30.0)) if own.force else 0
    assert own.force is not None
    assert own.force.values[i, chi] == pytest.approx((force[0] - 1j * force[1]) * FLIP, rel=1e-12)
    assert own.added_mass[i] == pytest.approx(mass * np.outer(FLIP, FLIP), rel=1e-12)
    assert own.infinite is not None and own.zero is not None and own.depth == 0.0


@pytest.mark.parametrize("name", ["barge.1", "results/RadiationCoefficients.tec"])
def test_the_three_formats_say_the_same(name: str) -> None:
    """Capytaine's own exporters wrote the same barge for WAMIT and NEMOH."""
    own, other = data(), data(name)
    at = [nearest(own.omega, w) for w in other.omega]
    assert own.omega[at] == pytest.approx(other.omega, rel=1e-5)
    size = np.abs(own.added_mass).max()
    assert np.abs(np.swapaxes(other.added_mass, 1, 2) - own.added_mass[at]).max() < 0.01 * size  # coarse panels: A_24
    assert np.diagonal(other.added_mass, axis1=1, axis2=2) == pytest.approx(
        np.diagonal(own.added_mass[at], axis1=1, axis2=2), rel=2e-6
    )
    assert np.diagonal(other.damping, axis1=1, axis2=2) == pytest.approx(
        np.diagonal(own.damping[at], axis1=1, axis2=2), rel=2e-6, abs=1e-6 * size
    )
    assert own.force is not None and other.force is not None
    headings = [nearest(own.force.chi, chi) for chi in other.force.chi]
    assert own.force.chi[headings] == pytest.approx(other.force.chi, abs=1e-9)
    wanted = own.force.values[np.ix_(at, headings)]
    assert np.abs(other.force.values - wanted).max() < 1e-5 * np.abs(wanted).max()


def test_wamit_has_its_length_and_density() -> None:
    """With ULEN = 2 m the same digits belong to a hull twice as long in waves of the same period."""
    own, large = read_data(DATA / "barge.1", RHO, G), read_data(DATA / "barge.1", 1025.0, G, length=2.0)
    power = np.add.outer([0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1])
    assert large.added_mass == pytest.approx(own.added_mass * 1.025 * 2.0 ** (3 + power))
    assert large.damping == pytest.approx(own.damping * 1.025 * 2.0 ** (3 + power))
    assert large.stiffness == pytest.approx(own.stiffness * 1.025 * 2.0 ** (2 + power))
    assert own.stiffness is not None and own.stiffness[2, 2] == pytest.approx(RHO * G * 40.0, rel=1e-3)
    assert own.force is not None and large.force is not None
    assert large.force.values == pytest.approx(own.force.values * 1.025 * 2.0 ** (2 + np.array([0, 0, 0, 1, 1, 1])))


def test_a_model_and_its_ship_are_alike() -> None:
    """Froude's law: A_inf with the cube of the length, the ratio of damping and mass times frequency the same."""
    own, ship = data(), read_data(DATA / "barge.nc", RHO, G, scale=4.0)
    assert ship.omega == pytest.approx(own.omega / 2.0)
    assert own.infinite is not None and ship.infinite is not None
    assert ship.infinite[2, 2] == pytest.approx(64.0 * own.infinite[2, 2])
    assert ship.infinite[4, 4] == pytest.approx(1024.0 * own.infinite[4, 4])
    ratio = ship.damping / (ship.omega[:, None, None] * np.diagonal(ship.added_mass, axis1=1, axis2=2)[:, None])
    assert ratio[:, 2, 2] == pytest.approx(own.damping[:, 2, 2] / (own.omega * own.added_mass[:, 2, 2]))
    assert ship.force is not None and own.force is not None
    assert ship.force.values[:, :, 2] == pytest.approx(16.0 * own.force.values[:, :, 2])


def test_another_origin_is_another_point_of_the_same_hull() -> None:
    own, r = data(), np.array([1.5, -0.3, 0.2])
    moved = read_data(DATA / "barge.nc", RHO, G, origin=tuple(r.tolist()))
    assert own.force is not None and moved.force is not None
    f, h = 7, 4
    k = own.force.omega[f] ** 2 / G
    chi = own.force.chi[h]
    # the wave is at its crest at CO, and reaches the file's origin later
    force = own.force.values[f, h] * np.exp(-1j * k * (r[0] * math.cos(chi) + r[1] * math.sin(chi)))
    wanted = np.concatenate((force[:3], force[3:] + np.cross(r, force[:3])))
    assert moved.force.values[f, h] == pytest.approx(wanted, rel=1e-12)
    # the same power for the same motion
    rng = np.random.default_rng(3)
    at_co = rng.normal(size=6)
    there = np.concatenate((at_co[:3] + np.cross(at_co[3:], r), at_co[3:]))
    assert at_co @ moved.damping[f] @ at_co == pytest.approx(there @ own.damping[f] @ there)


def test_the_spheroid_has_lambs_added_mass(figure) -> None:  # type: ignore[no-untyped-def]
    """Half afloat: a surface without waves mirrors it: as it is at w = 0 (surge, sway), upside down at inf (heave)."""
    own = data("spheroid.nc")
    assert own.zero is not None and own.infinite is not None
    e = math.sqrt(1.0 - (1.0 / 5.0) ** 2)
    log = math.log((1.0 + e) / (1.0 - e))
    alpha = 2.0 * (1.0 - e * e) / e**3 * (0.5 * log - e)
    beta = 1.0 / e**2 - (1.0 - e * e) / (2.0 * e**3) * log
    volume = 2.0 / 3.0 * math.pi * 5.0
    along, across = (x / (2.0 - x) * RHO * volume for x in (alpha, beta))
    found = own.zero[0, 0] / along, own.zero[1, 1] / across, own.infinite[2, 2] / across
    figure("spheroid, A over Lamb's: surge {:.3f}, sway {:.3f}, heave {:.3f}".format(*found))
    assert found == pytest.approx((1.0, 1.0, 1.0), abs=0.06)


def test_endless_waves_lift_as_still_water_does() -> None:
    waves = excitation(data(), np.zeros((6, 6)), barge().forces.hydrostatics.G)
    assert waves is not None
    assert waves.omega[0] == 0.0 and waves.values[0, 0, 2] == pytest.approx(-RHO * G * 40.0, rel=1e-3)
    assert waves.values[1, 0, 2] == pytest.approx(waves.values[0, 0, 2], rel=0.08)
    # and push with the slope times weight and added mass: X of a wave from astern is 90 deg ahead of the crest
    k = waves.omega[1] ** 2 / G
    push = waves.values[1, nearest(waves.chi, 0.0), 0]
    zero = data().zero
    assert zero is not None
    assert push.imag == pytest.approx(k * G * (40000.0 + zero[0, 0]), rel=0.06) and abs(push.real) < 0.1 * push.imag


def test_the_relations_tell_good_data_from_bad() -> None:
    own = data()
    known = {c.name: c for c in checks(own)}
    assert known["Haskind's relation, heave"].good and known["Kramers and Kronig, heave"].good
    assert known["damping that feeds energy"].good and known["reciprocity of added mass"].good
    assert own.force is not None
    louder = replace(own, force=replace(own.force, values=1.2 * own.force.values))
    assert not {c.name: c for c in checks(louder)}["Haskind's relation, heave"].good
    slower = replace(own, omega=0.8 * own.omega)
    assert not {c.name: c for c in checks(slower)}["Kramers and Kronig, heave"].good
    lively = replace(own, damping=-own.damping)
    assert not {c.name: c for c in checks(lively)}["damping that feeds energy"].good
    skew = own.added_mass.copy()
    skew[:, 0, 4] *= 3.0
    assert not {c.name: c for c in checks(replace(own, added_mass=skew))}["reciprocity of added mass"].good


def test_infinite_added_mass_follows_from_the_damping() -> None:
    own = data()
    found = infinite_added_mass(replace(own, infinite=None))
    assert own.infinite is not None
    assert np.diag(found) == pytest.approx(np.diag(own.infinite), rel=0.08)


def test_the_memory_is_the_retardation(figure) -> None:  # type: ignore[no-untyped-def]
    """Impulse responses of the fit against the cosine transform of the damping, integrated by numpy."""
    own = data()
    memory = memory_of(own)
    t = np.linspace(0.0, 10.0, 101)
    fine = np.linspace(0.0, own.omega[-1], 2001)
    for i in (1, 2, 4):
        damping = np.interp(fine, np.append(0.0, own.omega), np.append(0.0, own.damping[:, i, i]))
        tail = np.linspace(own.omega[-1], 10.0 * own.omega[-1], 6001)
        rest = own.damping[-1, i, i] * (own.omega[-1] / tail) ** 3
        kernel = np.cos(np.outer(t, fine)) @ (damping * np.gradient(fine))
        kernel = 2.0 / math.pi * (kernel + np.cos(np.outer(t, tail)) @ (rest * np.gradient(tail)))
        found = np.zeros(len(t))
        for s in memory.systems:
            if s.row == i + 1 and s.column == i + 1:
                roots = np.roots([1.0, *s.a])
                residues = np.polyval(s.c, roots) / np.polyval(np.polyder([1.0, *s.a]), roots)
                found += (residues * np.exp(np.outer(t, roots))).sum(axis=1).real
        # at t = 0 it is what lies beyond the data that counts
        apart = np.abs(found - kernel)[2:].max() / np.abs(kernel).max()
        figure(f"retardation of axis {i}: off by {100 * apart:.1f} % of its largest")
        assert apart < 0.08
    # at rest it is silent, surge too: a straight run has no force
    assert np.abs(response(memory.systems, np.array([0.0]))).max() < 1e-6
    assert all(c.error < 0.06 for c in memory.couplings if c.row == c.column)


def test_what_gives_energy_away_is_said() -> None:
    size = np.ones((6, 6))
    good = MemorySystem(3, 3, (2.0, 1.0), (1.0, 0.0))  # s/(s+1)^2: Re > 0
    bad = MemorySystem(3, 3, (2.0, 1.0), (-1.0, 0.0))
    omega = np.linspace(0.3, 3.0, 10)
    assert activity((good,), omega, size)[0] == 0.0
    share, where = activity((bad,), omega, size)
    assert share == pytest.approx(0.5, rel=1e-3) and where == pytest.approx(1.0, rel=0.01)


@pytest.mark.parametrize(("omega", "towards"), [(1.2, 0.0), (2.0, 150.0), (2.6, 105.0)])
def test_the_barge_rides_as_the_equations_in_frequency_say(omega: float, towards: float, figure) -> None:  # type: ignore[no-untyped-def]
    """Time stepping with memory and load against (G - w2 (M + A) + i w B) X = F of the file, solved by numpy."""
    v, b, step, height = barge(), math.radians(towards), 0.1, 0.001
    model, load, own = Model(v), load_of(v, step), data()
    assert isinstance(load, BemLoad) and own.force is not None
    k = omega**2 / G
    sea = WaveField((Component(omega, height, 0.4, k * math.cos(b), k * math.sin(b)),))
    table = model.solver(tableau("rk4"), step)
    state, rows, steps = model.state((0.0,) * 6), [], 1100
    for n in range(steps):
        force, water, _ = load.meet(sea, n * step, state[:3], state[3:6], state[6:9], state[9:12])  # type: ignore[arg-type]
        assert water == (0.0, 0.0, 0.0)
        ramp = min(1.0, n * step / 60.0) ** 2 * (3.0 - 2.0 * min(1.0, n * step / 60.0))
        state = model.advance(state, model.inputs(Forcing([ramp * x for x in force]), []), table, 1)
        rows.append(state[:6])
    t = step * np.arange(1, steps + 1)
    late = t > 75.0
    columns = np.stack([np.cos(omega * t), np.sin(omega * t), np.ones_like(t), t, t * t], axis=1)[late]
    fit = np.linalg.lstsq(columns, np.array(rows)[late], rcond=None)[0]
    found = (fit[0] - 1j * fit[1]) / height
    i, h = nearest(own.omega, omega), nearest(np.cos(own.force.chi), math.cos(b))
    side = np.array([1, -1, 1, -1, 1, -1]) if math.sin(own.force.chi[h]) * math.sin(b) < -1e-9 else np.ones(6)
    mass, damping = (0.5 * (m[i] + m[i].T) for m in (own.added_mass, own.damping))
    dynamic = v.forces.hydrostatics.G - omega**2 * (v.body.M_RB + mass) + 1j * omega * damping
    wanted = np.linalg.solve(dynamic, own.force.values[i, h] * side) * np.exp(1j * (0.4 - math.pi / 2))
    apart = np.abs(np.abs(found) - np.abs(wanted)) / np.abs(wanted).max()
    figure(f"RAO at {omega:g} rad/s, {towards:g} deg: off by {100 * apart.max():.1f} % of the largest")
    assert apart.max() < 0.03
    large = np.abs(wanted) > 0.3 * np.abs(wanted).max()
    assert np.abs(np.angle(found[large] / wanted[large])).max() < 0.12


def test_motions_alone_give_the_same_forces() -> None:
    own, v = data(), barge()
    assert own.force is not None
    dynamic = (
        v.forces.hydrostatics.G
        - own.omega[:, None, None] ** 2 * (v.body.M_RB + own.added_mass)
        + 1j * own.omega[:, None, None] * own.damping
    )
    motion = WaveResponse(
        own.omega, own.force.chi, np.linalg.solve(dynamic[:, None], own.force.values[..., None])[..., 0]
    )
    first = excitation(own, v.body.M_RB, v.forces.hydrostatics.G)
    second = excitation(replace(own, force=None, motion=motion), v.body.M_RB, v.forces.hydrostatics.G)
    assert first is not None and second is not None
    assert np.abs(first.values - second.values).max() < 1e-9 * np.abs(first.values).max()


def test_a_mission_plays_with_it(tmp_path: Path) -> None:
    (tmp_path / "barge.nc").write_bytes((DATA / "barge.nc").read_bytes())
    (tmp_path / "barge.toml").write_text(BARGE.replace("FILE", "barge.nc"), encoding="utf-8")
    heave = []
    for waves in ("forces", "none"):
        sim = Simulator(
            dynamics="fossen6", vehicle=str(tmp_path / "barge.toml"), wave_hs=0.5, wave_tp=5.0, waves=waves, seed=3
        )
        for _ in range(300):
            state = sim.step(ActuatorCommand(), dt=0.1)
        heave.append((abs(state.depth) + abs(state.pitch), state.x))
    assert heave[1][0] == pytest.approx(0.0, abs=1e-9) and heave[0][0] > 1e-3


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("[added_mass]\nmatrix_diag = [1, 1, 1, 1, 1, 1]\n", "added_mass.matrix_diag"),
        ("[fluid_memory]\nkernel = 'viknes830'\n", "fluid_memory.kernel"),
    ],
)
def test_what_the_data_give_is_not_given_again(more: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        barge(more=more)


def test_errors_name_file_and_line(tmp_path: Path) -> None:
    def refused(name: str, text: str) -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ConfigError) as caught:
            barge(path)
        return str(caught.value)

    assert "a.1" in refused("a.1", "1.0 1 1 2.0 3.0\n1.0 1 x 2.0 3.0\n") and "5 numbers" in refused(
        "a.1", "1 1 1 1 1\nx\n"
    )
    assert "mode" in refused("b.1", "1.0 1 9 2.0 3.0\n") and "damping" in refused("c.1", "1.0 1 1 2.0\n")
    assert "no known format" in refused("d.txt", "1\n")
    assert "no RadiationCoefficients.tec" in refused("Nemoh.cal", "1\n")
    assert "6 zones" in refused("RadiationCoefficients.tec", "zone\n1 2 3\n")
    assert "d.nc" in refused("d.nc", "no NetCDF")
    with pytest.raises(ConfigError, match=r"nothing\.nc"):
        barge(tmp_path / "nothing.nc")
    with pytest.raises(ConfigError, match="is missing"):
        barge(tmp_path / "nothing.3")


def test_a_run_of_wamit_may_lack_a_heading(tmp_path: Path) -> None:
    (tmp_path / "a.1").write_bytes((DATA / "barge.1").read_bytes())
    lines = (DATA / "barge.3").read_text(encoding="utf-8").splitlines()
    (tmp_path / "a.3").write_text("\n".join(lines[1:]), encoding="utf-8")
    with pytest.raises(ConfigError, match="lacks mode"):
        barge(tmp_path / "a.1")


CAL = """--- Environment ---
1025.0\t! RHO \t! KG/M**3 \t! Fluid specific volume
9.80665\t! G\t! M/S**2\t! Gravity
35.\t! DEPTH\t! M\t! Water depth
0.\t0.\t! XEFF YEFF\t! M\t! Wave measurement point
6\t! Number of degrees of freedom
1 1. 0. 0. 0. 0. 0.\t! Surge
2 1. 0. 0. 0.5 0. -0.4\t! Roll about CdG
2 0. 1. 0. 0.5 0. -0.4\t! Pitch about CdG
2 1. 0. 0. 0.5 0. -0.4\t! Moment force in x direction about CdG
41\t0.1\t2.0\t! Number of wave frequencies, Min, and Max (rad/s)
"""


def test_nemohs_input_has_water_and_the_point_of_rotations(tmp_path: Path) -> None:
    """Labels of NEMOH 2; moments about (0.5, 0, -0.4) of the mesh, z up, beside the same about its origin."""
    for name in ("RadiationCoefficients.tec", "ExcitationForce.tec"):
        (tmp_path / name).write_text((DATA / "results" / name).read_text())
    plain = read_data(tmp_path, 1025.0, 9.80665)
    (tmp_path / "Nemoh.cal").write_text(CAL)
    own = read_data(tmp_path, 1025.0, 9.80665)
    assert (own.rho, own.g, own.depth) == (1025.0, 9.80665, 35.0)
    x, z = 0.5, 0.4
    turn = np.eye(6)
    turn[:3, 3:] = np.array(((0.0, z, 0.0), (-z, 0.0, x), (0.0, -x, 0.0)))
    # the density of the file is that of Nemoh.cal, without it NEMOH's
    assert own.added_mass == pytest.approx(turn.T @ (plain.added_mass / 1.025) @ turn, rel=1e-9, abs=1e-3)
    (tmp_path / "Nemoh.cal").write_text(CAL.replace("2 0. 1. 0. 0.5 0.", "2 0. 1. 0. 0.9 0."))
    with pytest.raises(ConfigError, match="about 2 points"):
        read_data(tmp_path / "RadiationCoefficients.tec", 1025.0, 9.80665)
