"""From a mesh to a vehicle: Capytaine's data of a hemisphere and a barge against analytic limits, and their figure."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from benchmarks.shipx import compare as compare_ship
from benchmarks.wamit import compare_hull
from tests.support.processes import usim
from tests.vehicle.test_bem import BARGE, DATA
from usimmarine_py import ActuatorCommand, Simulator
from usimmarine_py.errors import ConfigError
from usimmarine_py.vehicle import Sea
from usimmarine_py.vehicle.bem.checks import checks
from usimmarine_py.vehicle.bem.files import read_data
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.wave_load import box_load, load_of

Figure = Callable[[str], None]
G = 9.81
Point = tuple[float, float, float]


def hemisphere(around: int, down: int) -> Iterator[tuple[Point, ...]]:
    """Panels of the lower half of a unit sphere, normals outwards, pushed out so that their volume is the sphere's."""

    def at(i: int, k: int) -> Point:
        phi, theta = 2.0 * math.pi * i / around, 0.5 * math.pi * k / down
        return (math.sin(theta) * math.cos(phi), math.sin(theta) * math.sin(phi), -math.cos(theta))

    for i in range(around):
        for k in range(down):
            yield at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)


def box(length: float, beam: float, draft: float, size: float) -> Iterator[tuple[Point, ...]]:
    """Panels of a box's bottom and sides, normals outwards."""
    nx, ny, nz = (max(2, round(x / size)) for x in (length, beam, draft))
    xs, ys, zs = (
        np.linspace(-length / 2, length / 2, nx + 1),
        np.linspace(-beam / 2, beam / 2, ny + 1),
        np.linspace(-draft, 0.0, nz + 1),
    )
    for a, b in pairwise(xs):
        for c, d in pairwise(ys):
            yield (a, c, -draft), (a, d, -draft), (b, d, -draft), (b, c, -draft)
        for e, f in pairwise(zs):
            yield (a, ys[0], e), (b, ys[0], e), (b, ys[0], f), (a, ys[0], f)
            yield (a, ys[-1], e), (a, ys[-1], f), (b, ys[-1], f), (b, ys[-1], e)
    for c, d in pairwise(ys):
        for e, f in pairwise(zs):
            yield (xs[-1], c, e), (xs[-1], d, e), (xs[-1], d, f), (xs[-1], c, f)
            yield (xs[0], c, e), (xs[0], c, f), (xs[0], d, f), (xs[0], d, e)


def write_gdf(path: Path, panels: Iterator[tuple[Point, ...]], scale: float = 1.0) -> Path:
    rows = list(panels)
    lines = ["made by a test", "1.0 9.81", "0 0", str(len(rows))]
    lines += [" ".join(f"{scale * x:.9g}" for x in point) for panel in rows for point in panel]
    path.write_text("\n".join(lines) + "\n")
    return path


def volume(panels: Iterator[tuple[Point, ...]]) -> float:
    """Volume between panels and z = 0, by the divergence theorem (two triangles each)."""
    corners = np.array([[panel[i] for i in part] for panel in panels for part in ((0, 1, 2), (0, 2, 3))])
    return abs(float(np.linalg.det(corners).sum()) / 6.0)


@pytest.mark.nightly
def test_a_hemisphere_has_its_analytic_limits(
    tmp_path: Path, figure: Figure, capsys: pytest.CaptureFixture[str]
) -> None:
    """Hulme (1982): heave 0.8310 and 0.5, surge 0.5 and 0.2732 of the displaced mass at frequencies 0 and infinity.

    Constant panels are off by their size: two meshes, one of panels half as large, give the limit of none.
    """
    pytest.importorskip("capytaine")
    mass, shares = 1025.0 * 2.0 / 3.0 * math.pi, []
    for around, down in ((20, 6), (40, 12)):
        # volume of the polyhedron made that of the sphere
        grow = (2.0 / 3.0 * math.pi / volume(hemisphere(around, down))) ** (1.0 / 3.0)
        mesh = write_gdf(tmp_path / f"half{around}.gdf", hemisphere(around, down), grow)
        code, _, errors = usim(capsys, "vehicles", "--bem", str(mesh))
        assert code == 0, errors
        data = read_data(mesh.with_suffix(".nc"), 1025.0, G)
        assert data.zero is not None and data.infinite is not None
        found = (data.zero[2, 2], data.infinite[2, 2], data.zero[0, 0], data.infinite[0, 0])
        shares.append(np.array(found) / mass)
        heave = [check for check in checks(data) if "heave" in str(check)]
        assert heave and all(check.good for check in heave), [str(check) for check in heave]
    limit, exact = 2.0 * shares[1] - shares[0], np.array((0.8310, 0.5, 0.5, 0.2732))
    texts = [", ".join(f"{x:.3f}" for x in row) for row in (*shares, limit, exact)]
    figure("hemisphere, A over displaced mass, heave and surge: 120 panels {}; 480 {}; limit {} ({})".format(*texts))
    assert limit == pytest.approx(exact, rel=0.02)
    assert shares[1] == pytest.approx(exact, rel=0.07)


@pytest.mark.nightly
def test_a_barge_from_its_mesh_is_that_of_the_tests(
    tmp_path: Path, figure: Figure, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same box from another mesh, by the command, in a mission; beside the data that Capytaine wrote by itself."""
    pytest.importorskip("capytaine")
    mesh = write_gdf(tmp_path / "hull.gdf", box(10.0, 4.0, 1.0, 0.5))
    (tmp_path / "first.toml").write_text(BARGE.replace("FILE", str(DATA / "barge.nc")))
    code, _, errors = usim(
        capsys, "vehicles", str(tmp_path / "first.toml"), "--bem", str(mesh), "-o", str(tmp_path / "hull.nc")
    )
    assert code == 0, errors
    own, theirs = (read_data(file, 1000.0, G) for file in (tmp_path / "hull.nc", DATA / "barge.nc"))
    # no [hydrostatics]: the restoring forces are those of the mesh and the centre of gravity
    barge = load_vehicle(BARGE.replace("FILE", str(tmp_path / "hull.nc")), "barge.toml")
    assert barge.forces.hydrostatics.G[2, 2] == pytest.approx(1000.0 * G * 40.0, rel=1e-3)
    worst = {}
    for i, name in ((2, "heave"), (4, "pitch"), (3, "roll")):
        apart = np.interp(theirs.omega, own.omega, own.added_mass[:, i, i]) / theirs.added_mass[:, i, i] - 1.0
        inside = (theirs.omega > own.omega[0]) & (theirs.omega < 2.5)  # beyond, their mesh has no lid
        worst[name] = float(np.abs(apart[inside]).max())
    figure("barge from another mesh, A: " + ", ".join(f"{name} within {100 * x:.1f} %" for name, x in worst.items()))
    assert max(worst.values()) < 0.08


def half_spheroid(around: int, along: int) -> Iterator[tuple[Point, ...]]:
    """Panels of the lower half of a prolate spheroid of 10 x 2 m, normals outwards."""

    def at(i: int, k: int) -> Point:
        theta, phi = math.pi * i / along, math.pi * k / around
        return (-5.0 * math.cos(theta), math.sin(theta) * math.cos(phi), -math.sin(theta) * math.sin(phi))

    for i in range(along):
        for k in range(around):
            yield at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)


SPHEROID = """
schema = 1
[vehicle]
name = "spheroid"
length_pp = 10.0
beam = 2.0
draft = 1.0
[medium]
rho = 1025.0
[rigid_body]
mass = 10733.8
r_g = [0.0, 0.0, 0.3]
inertia_co = [[2683.0, 0, 0], [0, 63000.0, 0], [0, 0, 63000.0]]
[hydrodynamics]
bem = "FILE"
[damping]
linear_diag = [50.0, 9000.0, 0.0, 300.0, 0.0, 8e5]
"""


@pytest.mark.nightly
def test_a_spheroid_goes_from_its_mesh_to_a_mission(
    tmp_path: Path, figure: Figure, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lamb's added masses (art. 114, 115; integrals by scipy), and heave in a sea beside numpy's sum over its waves.

    A surface of no waves mirrors the body: upright at w = 0 (surge, sway, yaw), upside down at inf (heave, pitch).
    """
    pytest.importorskip("capytaine")
    import netCDF4
    from scipy.integrate import quad

    def own(c2: float) -> float:
        return 5.0 * float(quad(lambda s: 1.0 / ((c2 + s) * math.sqrt(25.0 + s) * (1.0 + s)), 0.0, math.inf)[0])

    alpha, beta = own(25.0), own(1.0)
    turning = 24.0**2 * (alpha - beta) / (2.0 * -24.0 + 26.0 * (beta - alpha)) / 5.0
    across = beta / (2.0 - beta)
    mass, shares = 1025.0 * 10.0 / 3.0 * math.pi, []
    exact = np.array((alpha / (2.0 - alpha), across, across, turning, turning))
    (tmp_path / "hull.toml").write_text(SPHEROID.replace("FILE", "hull.nc"))
    for around, along in ((6, 16), (12, 32)):
        grow = (10.0 / 3.0 * math.pi / volume(half_spheroid(around, along))) ** (1.0 / 3.0)
        mesh = write_gdf(tmp_path / "hull.gdf", half_spheroid(around, along), grow)
        (tmp_path / "first.toml").write_text(SPHEROID.replace("FILE", str(DATA / "spheroid.nc")))
        code, _, errors = usim(
            capsys, "vehicles", str(tmp_path / "first.toml"), "--bem", str(mesh), "-o", str(tmp_path / "hull.nc")
        )
        assert code == 0, errors
        data = read_data(tmp_path / "hull.nc", 1025.0, G)
        assert data.zero is not None and data.infinite is not None
        low, high = np.diagonal(data.zero), np.diagonal(data.infinite)
        shares.append(np.array((low[0], low[1], high[2], high[4], low[5])) / mass / exact)
    limit = 2.0 * shares[1] - shares[0]
    texts = [", ".join(f"{x:.3f}" for x in row) for row in (*shares, limit)]
    figure("spheroid, A over Lamb's, surge, sway, heave, pitch, yaw: 96 panels {}; 384 {}; limit {}".format(*texts))
    assert limit == pytest.approx([1.0] * 5, abs=0.03)

    # heave in a beam sea, damped so that it hardly drifts and yaws: no other motion joins it
    rows, rate = [], 0.1
    boat = Simulator(
        dynamics="fossen6", vehicle=str(tmp_path / "hull.toml"), wave_hs=0.2, wave_tp=4.0, wave_dir=90.0,
        wave_spread=0.0, seed=3, sim_step=rate, compiled=True,
    )  # fmt: skip
    for _ in range(9000):
        boat.step(ActuatorCommand(), dt=rate)
        rows.append(boat.truth.depth)
    with netCDF4.Dataset(tmp_path / "hull.nc") as raw:
        omega, heave = raw["omega"][:].data, raw["influenced_dof"][:].tolist().index("Heave")
        inside = (omega > 0.0) & np.isfinite(omega)
        side = int(np.argmin(np.abs(raw["wave_direction"][:].data - math.pi / 2)))
        parts = raw["excitation_force"][:, :, side, heave].data
        a, b = raw["added_mass"][:].data[:, heave, heave], raw["radiation_damping"][:].data[:, heave, heave]
    w = omega[inside]
    force = np.abs(parts[0] + 1j * parts[1])[inside]
    stiff = 1025.0 * G * 5.0 * math.pi
    motion = force / np.abs(stiff - w**2 * (10733.8 + a[inside]) + 1j * w * b[inside])
    sea = Sea(0.2, 2.0 * math.pi / 4.0, math.pi / 2.0, seed=3)
    of = np.interp(sea.omega, w, motion)
    wanted = math.sqrt(float(np.sum((sea.amplitude * of) ** 2)) / 2.0)
    figure(f"spheroid in a beam sea, 900 s: heave {np.std(rows[600:]):.4f} m; own {wanted:.4f} m")
    assert np.std(rows[600:]) == pytest.approx(wanted, rel=0.05)


def test_strip_theory_and_panels_agree_on_the_motion(figure: Figure) -> None:
    """Motions of the barge under the box of environment 4.8 beside those of panels, lengths of 30 to 2 hulls."""
    v = load_vehicle(BARGE.replace("FILE", str(DATA / "barge.nc")), "barge.toml")
    panels, strips, data = load_of(v), box_load(v, mean=False), v.hydro
    assert panels is not None
    assert strips is not None
    assert data is not None
    assert data.infinite is not None
    pose, rows = np.zeros((2, 6)), {}
    quarter = np.array((0.5 * math.pi, 0.0))  # a force is the imaginary part of F exp(i phase)
    for towards, axis, name in ((math.pi, 2, "heave"), (math.pi, 4, "pitch"), (0.5 * math.pi, 3, "roll")):
        found = []
        for ratio in (30.0, 8.0, 4.0, 2.0):
            k = 2.0 * math.pi / (ratio * (4.0 if axis == 3 else 10.0))
            omega = math.sqrt(k * G)
            f = int(np.argmin(np.abs(data.omega - omega)))
            omega = data.omega[f]
            mass, damping, at = data.added_mass[f], data.damping[f], np.full(2, omega)
            motion = -(omega**2) * (v.body.M_RB + mass) + 1j * omega * damping + v.forces.hydrostatics.G
            sizes = []
            for load in (panels, strips):
                both = load.pushed(at, np.full(2, towards), G, pose, quarter, 1.0)  # type: ignore[union-attr]
                given = both[0] + 1j * both[1]
                # the box has the water's velocity, on which damping and memory act
                water = np.array([*given[6:9], 0.0, 0.0, 0.0])
                force = given[:6] + (damping + 1j * omega * (mass - data.infinite)) @ water
                sizes.append(abs(np.linalg.solve(motion, force)[axis]))
            found.append(sizes[1] / sizes[0])
        rows[name] = found
    figure(
        "motions under the box over those of panels at 30, 8, 4, 2 lengths: "
        + "; ".join(f"{name} " + ", ".join(f"{x:.2f}" for x in found) for name, found in rows.items())
    )
    for name, most in (("heave", 0.05), ("pitch", 0.15), ("roll", 0.3)):
        assert rows[name] == pytest.approx([1.0] * 4, abs=most)
        assert rows[name][0] == pytest.approx(1.0, abs=0.03)


def test_the_comparison_with_files_of_wamit_takes_a_hull(tmp_path: Path) -> None:
    """``benchmarks.wamit --hull`` on the barge, whose files Capytaine wrote: ratios as in the test above."""
    for ending in (".1", ".3", ".4", ".8", ".hst"):
        (tmp_path / f"barge{ending}").write_bytes((DATA / f"barge{ending}").read_bytes())
    (tmp_path / "barge.out").write_text(" Gravity: 9.81   Length scale: 1.0\n Water density: 1000.0\n")
    with pytest.raises(ConfigError, match="no matrix"):
        (tmp_path / "barge.frc").write_text("made by a test\n1 0 1 1\n1000\n0 0 0\n1\n")
        compare_hull(tmp_path / "barge", 10.0, 4.0, 1.0)
    rows = np.diag([40000.0, 40000.0, 40000.0, 66172.2, 346142.0, 385925.3])
    (tmp_path / "barge.frc").write_text(
        "made by a test\n1 0 1 1\n1000\n0 0 0\n1\n"
        + "\n".join(" ".join(map(str, row)) for row in rows.tolist())
        + "\n0 IDAMP\n0 ISTIF\n"
    )
    heave, pitch, beam, surge, sway = compare_hull(tmp_path / "barge", 10.0, 4.0, 1.0)
    for line, limit in ((heave, 0.1), (pitch, 0.15), (beam, 0.1)):
        own, theirs = re.findall(r"([\d.]+) \(([\d.]+)\)", line)[0]  # waves of five hulls
        assert float(own) == pytest.approx(float(theirs), abs=limit), line
    assert surge.startswith("mean drift, surge") and sway.startswith("mean drift, sway")


def test_the_comparison_with_files_of_veres_reads_them(tmp_path: Path, figure: Figure) -> None:
    """``benchmarks.shipx`` on a made-up hull that rides with the waves: lines in waves of so many lengths."""
    ship = tmp_path / "made"
    ship.mkdir()
    (ship / "input.hyd").write_text(
        "Length between perpendiculars    (m)    175.000\nBreadth                          (m)     25.400\n"
        "Draught, midship                 (m)      9.500\n"
        "Displacement                (tonnes)   24589.00      24609.62*\n"
        "Water plane area coefficient,    Cw       0.704         0.709\n"
        "Longitudinal metacentric height, GMl                  204.436*\n"
        "Transverse metacentric height,   GMt                    0.996*\n"
        "Roll radius of gyration,         r44      8.331*\n"
        "Pitch radius of gyration,        r55     42.000*\nYaw radius of gyration,          r66     42.000*\n"
    )
    omega = (0.2, 0.3, 0.42, 0.6)
    lines = ["made by a test"] * 6 + [
        "1025.0 9.81",
        "175.0 25.4 9.5",
        "2.5 9.55",
        f"1 3 {len(omega)} 6",
        "0.0 0 0 2.5 9.55",
    ]
    for heading in (0.0, 90.0, 180.0):
        lines.append(str(heading))
        for w in omega:
            slope = w * w / 9.81
            lines += [str(w), "1 0 0", "2 0 0", "3 1.0 0.0", f"4 0 {slope}", f"5 0 {slope}", "6 0 0"]
    (ship / "input.re1").write_text("\n".join(lines) + "\n")
    head, *rest = compare_ship(ship)
    assert head.startswith("waves of") and len(rest) == 6
    heave, _, beam, _, _, pitch = rest
    for line, limit in ((heave, 0.12), (beam, 0.05), (pitch, 0.12)):
        own, theirs = map(float, re.findall(r"([\d.]+) \(([\d.]+)\)", line)[0])
        figure(line)
        assert theirs == pytest.approx(1.0) and own == pytest.approx(1.0, abs=limit)
    (ship / "input.re1").write_text("\n".join(lines[:-3]) + "\n")
    with pytest.raises((ConfigError, ValueError)):
        compare_ship(ship)


def test_the_data_are_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "barge.toml").write_text(
        BARGE.replace("FILE", str(DATA / "barge.nc")) + f'drift = "{DATA / "barge.8"}"\n'
    )
    for picture in ("hull.png", "hull.svg"):
        code, _, errors = usim(capsys, "vehicles", str(tmp_path / "barge.toml"), "-o", str(tmp_path / picture))
        assert (code, errors) == (0, "")
        assert (tmp_path / picture).stat().st_size > 20_000
    code, _, errors = usim(capsys, "vehicles", "odin", "-o", str(tmp_path / "none.png"))
    assert (code, errors) == (0, "")  # what it will do, without data of a panel code
    assert (tmp_path / "none.png").stat().st_size > 20_000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--bem", "nothing.gdf"), "nothing.gdf"),
        (("--bem", "nothing.gdf", "-o", "hull.csv"), "must end in .nc"),
        (("--bem", "nothing.gdf", "--json"), "stands alone"),
        (("-o", "hull.png"), "needs the NAME"),
    ],
)
def test_what_cannot_be_is_said(arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    if "--json" not in arguments and arguments[0] == "--bem" and len(arguments) == 2:
        pytest.importorskip("capytaine")
    code, _, errors = usim(capsys, "vehicles", *arguments)
    assert code != 0
    assert words in errors and "Traceback" not in errors
