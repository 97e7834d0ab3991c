"""The public room: constructors, the page, and wind, waves, currents and thrust against formulas of their own."""

from __future__ import annotations

import doctest
import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from math import pi
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp

from tests.support.paths import ROOT
from tests.support.processes import environment
from usimmarine_py import ActuatorCommand, Simulator
from usimmarine_py import vehicle as public
from usimmarine_py.errors import ConfigError, NotFiniteError, ParameterWarning
from usimmarine_py.kernels.body.wind_load import blendermann_force
from usimmarine_py.sea.waves import wave_field
from usimmarine_py.vehicle import CurrentField, Fleet, OceanCurrent, Sea, ThrustMap, Vehicle
from usimmarine_py.vehicle.files import names, read

PAGE = ROOT / "docs" / "hydrodynamics.md"
MODULES = ("", ".arrays.equations", ".arrays.fleet", ".arrays.sea", ".arrays.thrust", ".arrays.vehicle", ".arrays.wind")


@pytest.mark.parametrize("module", MODULES)
def test_doctests(module: str) -> None:
    failed, tried = doctest.testmod(import_module(f"usimmarine_py.vehicle{module}"), extraglobs={"Vehicle": Vehicle})
    assert tried > 0 and failed == 0


def test_the_page() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 20 and failed == 0
    text = PAGE.read_text(encoding="utf-8")
    told = set(
        re.findall(r"`(?:Vehicle\.|Fleet\.)?(\w+)", "\n".join(x for x in text.splitlines() if x.startswith("|")))
    )
    for name in public.__all__:
        assert name in told, name
    for kind in (Vehicle, Fleet):
        own = [name for name, _ in inspect.getmembers(kind) if not name.startswith("_")]
        assert [name for name in own if name not in told] == []


def test_every_name_is_documented_with_what_it_gives() -> None:
    for name in public.__all__:
        assert getattr(public, name).__doc__, name
    assert set(public.__all__) <= set(dir(public))
    with pytest.raises(AttributeError, match="bogus"):
        public.bogus  # noqa: B018
    for kind in (Vehicle, Fleet, Sea, CurrentField, OceanCurrent, ThrustMap):
        for name, member in inspect.getmembers(kind):
            if not name.startswith("_"):
                assert inspect.getdoc(member), f"{kind.__name__}.{name}"


def test_names_come_late() -> None:
    code = "import sys, usimmarine_py.vehicle as h; assert 'numpy' not in sys.modules; h.Vehicle"
    assert subprocess.run([sys.executable, "-c", code], env=environment(), check=False).returncode == 0


# ------------------------------------------------------------------------------------------------------ constructors


@pytest.mark.parametrize("name", names())
def test_all_ways_to_a_vehicle_lead_to_the_same(name: str, tmp_path: Path) -> None:
    text, _ = read(name)
    path = tmp_path / "own.toml"
    path.write_text(text)
    from tests.vehicle.laws import tomllib

    ways = [
        Vehicle.load(name), Vehicle.load(path), Vehicle.load(str(path)), Vehicle.from_toml(text),
        Vehicle.from_dict(tomllib.loads(text)), Vehicle(**tomllib.loads(text)),
    ]  # fmt: skip
    for way in ways[1:]:
        assert way.model.body == ways[0].model.body
        assert way.names == ways[0].names


def test_numbers_make_the_vehicle_of_a_file() -> None:
    """The textbook boat of ``mssjl_example`` and a submerged body by keywords alone, arrays and all."""
    from tests.vehicle.laws import tree_of

    tree = tree_of("mssjl_example", "base")
    v, body, medium = tree["vehicle"], tree["rigid_body"], tree["medium"]
    ours = Vehicle(
        length=v["length_pp"], length_oa=v["length_oa"], beam=v["beam"], draft=v["draft"], x_g=body["x_g"],
        mass=np.float64(body["mass"]), I_z=body["I_z"], **medium, **tree["manoeuvring"],
    )  # fmt: skip
    theirs = Vehicle.load("mssjl_example", "base")
    nu = np.random.default_rng(1).uniform(-1.0, 1.0, (20, 3))
    assert (ours.damping(nu) == theirs.damping(nu)).all()
    assert (ours.mass_matrix() == theirs.mass_matrix()).all()
    auv = Vehicle(
        name="auv", length=1.5, mass=30.0, r_g=np.array([0, 0, 0.02]), inertia=[0.2, 5.0, 5.0],
        added_mass=np.diag([1.0, 30, 30, 0.1, 4, 4]), linear_damping=np.full(6, 2.0), cubic_damping=[1.0] * 6,
        buoyancy=300.0, r_b=[0, 0, -0.01], g=10.0,
    )  # fmt: skip
    assert auv.mass_matrix()[3, 3] == pytest.approx(0.3) and auv.mass_matrix()[0, 4] == pytest.approx(0.6)
    assert auv.damping([2.0, 0, 0, 0, 0, 0])[0, 0] == 2.0 + 4.0
    tilted = auv.restoring([0, 0, 50.0, 0.1, 0, 0])
    assert tilted == pytest.approx([0, 0, 0, 300.0 * 0.03 * np.sin(0.1), 0, 0])
    boat = Vehicle(length=2.0, mass=100.0, inertia=np.eye(3) * 50.0, added_mass=[10.0, 50, 50, 1, 20, 20],
                   stiffness=[0, 0, 1e4, 500.0, 2000.0, 0])  # fmt: skip
    assert boat.restoring([0, 0, 0.1, 0, 0, 0])[2] == pytest.approx(1000.0)


def test_what_is_no_vehicle_is_said() -> None:
    with pytest.raises(ConfigError, match=r"X_uuuu: is no number or table of a vehicle.*did you mean X_uuu"):
        Vehicle(length=1.0, mass=1.0, X_uuuu=1.0)
    with pytest.raises(ConfigError, match=r"vehicle\.length_pp: is missing"):
        Vehicle(mass=1.0, I_z=1.0, X_udot=-1.0, Y_vdot=-1.0, N_rdot=-1.0)
    with pytest.raises(ConfigError, match="inertia: must be numbers"):
        Vehicle(length=1.0, mass=1.0, inertia="much")
    with pytest.raises(ConfigError, match=r"r_g: cannot have the shape \(3, 3\)"):
        Vehicle(length=1.0, mass=1.0, r_g=np.eye(3), inertia=[1, 1, 1], added_mass=[1] * 6)
    with pytest.raises(ConfigError, match=r"vehicle: there is no vehicle 'oden'.*did you mean odin"):
        Vehicle.load("oden")
    with pytest.raises(ConfigError, match=r"own\.toml: vehicle: cannot be read"):
        Vehicle.load(Path("own.toml"))
    with pytest.raises(ConfigError, match="is not TOML"):
        Vehicle.from_toml("[vehicle")
    with pytest.raises(ConfigError, match="attitude: must be euler or quaternion"):
        Vehicle.load("odin", attitude="matrix")
    otter = Vehicle.load("otter")
    for wrong in (lambda: otter.damping([1.0, 2.0]), lambda: otter.state(nu="fast"), lambda: otter.nu(np.zeros(3)),
                  lambda: otter.derivative(otter.state(), np.zeros(4)), lambda: otter.inputs(wind=5.0),
                  lambda: otter.simulate(otter.state(), otter.inputs())):  # fmt: skip
        with pytest.raises(ConfigError):
            wrong()
    for wrong, about in (
        (lambda: Vehicle.from_dict([1]), "tree: must be a dict"),
        (lambda: Vehicle(length=1.0, vehicle="x"), "vehicle: must be a dict"),
        (lambda: otter.orders(float("nan")), "orders: must be numbers, not nan"),
        (lambda: otter.orders([1.0, 2.0], [1.0, 2.0, 3.0]), "orders: the shapes do not go together"),
        (lambda: otter.inputs(setpoints=[np.nan, 0.0]), "setpoints: must be numbers"),
        (lambda: otter.advance(otter.state(), steps=2.5), "steps: must be a whole number"),
        (lambda: otter.advance(otter.state(), step=float("nan")), "step: must be a number of seconds"),
        (lambda: otter.eigenvalues(float("nan")), "speed: must be finite"),
        (lambda: otter.linearise(otter.state(nu=[np.nan] * 6)), "state: must be finite"),
        (lambda: otter.steady([10.0, 20.0]), "one state and one row"),
        (lambda: public.peak_frequency([1.0, 0.0]), "hs: must be above 0"),
        (lambda: public.wind_coefficients(0.0, "ferry", 1.0, 0.0), "A_L: must be above 0"),
        (lambda: public.shaft_speed(1.0, 0.0), "K_pos"),
        (lambda: public.immersed_share(0.1, 0.0), "radius"),
        (lambda: ThrustMap([[1.0, 2.0, 3.0]]), "pairs"),
        (lambda: CurrentField([[0, 0, 1, 1]], radius=0.0), "radius"),
        (lambda: Sea(1.0, count=0), "at least one component"),
    ):
        with pytest.raises(ConfigError, match=about):
            wrong()
    with pytest.raises(ConfigError, match="do not go together"):
        otter.derivative(np.zeros((3, 14)), np.zeros((2, 21)))
    with pytest.raises(ConfigError, match="unknown solver"):
        otter.advance(otter.state(), solver="rk5")
    with pytest.raises(NotFiniteError, match="reduce them"):
        otter.advance(otter.state(nu=[0, 0, 0, 1e200, 0, 0]), steps=3)
    bare = Vehicle(length=1.0, mass=1.0, I_z=1.0, X_udot=-1.0, Y_vdot=-1.0, N_rdot=-1.0)
    with pytest.raises(ConfigError, match=r"has no \[command\]"):
        bare.orders(50.0)


# ---------------------------------------------------------------------------------------------------- steps and runs


@pytest.mark.parametrize("name", ["otter", "cybership2", "lauv"])
def test_solve_ivp_and_the_own_solver_agree(name: str) -> None:
    vehicle = Vehicle.load(name)
    points = vehicle.orders(50.0, 20.0).setpoints
    # with way on: the rudders of the model ship jump where the flow turns
    start = vehicle.state([0, 0, 10.0, 0, 0, 0] if name == "lauv" else 0.0, [0.3, *[0.0] * (vehicle.dof - 1)])
    current = [0.1, 0.05, 0.0]
    ours = vehicle.advance(start, vehicle.inputs(points, current=current), step=0.01, steps=2000)
    theirs = solve_ivp(vehicle.rhs(setpoints=points, current=current), (0.0, 20.0), start, rtol=1e-9, atol=1e-10)
    assert ours == pytest.approx(theirs.y[:, -1], abs=2e-6)
    changing = solve_ivp(
        vehicle.rhs(setpoints=lambda t, s: points, current=lambda t, s: current),
        (0.0, 20.0),
        start,
        rtol=1e-9,
        atol=1e-10,
    )
    assert changing.y[:, -1] == pytest.approx(theirs.y[:, -1], abs=1e-9)


def test_an_actuator_without_lag_is_where_it_is_told_to_be() -> None:
    """In derivatives, runs and linear models alike."""
    prop = {"name": "prop", "type": "thruster", "position": [-0.5, 0, 0], "K": 1e-3, "n_min": -100.0, "n_max": 100.0}
    boat = Vehicle(length=1.0, mass=10.0, I_z=1.0, X_udot=-2.0, Y_vdot=-5.0, N_rdot=-1.0, X_u=-4.0, Y_v=-5.0, N_r=-1.0,
                   actuator=[prop], command={"type": "propeller_rudder"})  # fmt: skip
    told = boat.inputs(boat.orders(60.0).setpoints)
    assert boat.derivative(boat.state(), told)[3] == pytest.approx(1e-3 * 60.0**2 / 12.0)
    end = solve_ivp(boat.rhs(setpoints=[60.0]), (0.0, 60.0), boat.state(), rtol=1e-9).y[:, -1]
    assert boat.nu(end)[0] == pytest.approx(3.6 / 4.0, rel=1e-6)
    model = boat.linearise(boat.state(nu=[0.9, 0, 0]), told)
    assert model.states == ("x", "y", "psi", "u", "v", "r") and model.u[0] == 60.0
    assert model.B[3, 0] == pytest.approx(2e-3 * 60.0 / 12.0, rel=1e-9)


def several_rows() -> tuple[Vehicle, np.ndarray, np.ndarray]:
    """A vehicle, states of it, and their inputs."""
    vehicle = Vehicle.load("lauv", attitude="quaternion")
    rng = np.random.default_rng(2)
    states = vehicle.state(
        rng.uniform(-0.5, 0.5, (5, 4, 6)) + np.array([0, 0, 10, 0, 0, 0]), rng.uniform(-1, 1, (4, 6))
    )
    return vehicle, states, vehicle.inputs(vehicle.orders(rng.uniform(-100, 100, 4), 20.0).setpoints, wind=[3.0, 1.0])


def test_rows_are_taken_one_by_one() -> None:
    vehicle, states, table = several_rows()
    plain = vehicle.derivative(states, table)
    assert plain.shape == states.shape
    for i in np.ndindex(5, 4):
        assert plain[i].tolist() == vehicle.model.derivative(0.0, states[i].tolist(), table[i[1]].tolist())
    assert np.allclose(vehicle.eta(states), rng_poses(vehicle, states), atol=1e-12)
    ends = vehicle.advance(states, table, steps=3)
    assert ends[2, 3].tolist() == vehicle.advance(states[2, 3], table[3], steps=3).tolist()


def test_compiled_slopes_are_those_of_the_model() -> None:
    vehicle, states, table = several_rows()
    plain = vehicle.derivative(states, table)
    assert np.allclose(vehicle.derivative(states, table, compiled=True), plain, rtol=1e-12, atol=1e-13)


def rng_poses(vehicle: Vehicle, states: np.ndarray) -> np.ndarray:
    """Poses by the model's own conversion."""
    rows = [vehicle.model.eta(s) for s in states.reshape(-1, states.shape[-1]).tolist()]
    return np.array(rows).reshape(*states.shape[:-1], 6)


# ------------------------------------------------------------------------------------------------------ surroundings


def test_spectra_have_their_energy_and_peak() -> None:
    for kind in public.SPECTRA:
        energy = quad(
            lambda w, k=kind: public.wave_spectrum(w, 2.0, 0.8, k).item(), 0.0, 20.0, points=[0.8], limit=200
        )[0]
        # 1 - 0.287 ln 3.3 normalises jonswap to about one per cent
        assert 4.0 * np.sqrt(energy) == pytest.approx(2.0, rel=0.01 if kind == "jonswap" else 1e-5)
    w = np.array([0.5, 0.8, 1.5])
    a, b = 5.0 / 16.0 * 4.0 * 0.8**4, 1.25 * 0.8**4
    assert public.wave_spectrum(w, 2.0, 0.8) == pytest.approx(a / w**5 * np.exp(-b / w**4), rel=1e-13)
    with pytest.raises(ConfigError, match="did you mean jonswap"):
        public.wave_spectrum(1.0, 1.0, 1.0, "jonswop")
    assert public.wave_spectrum(np.ones((2, 3)), 1.0, 1.0).shape == (2, 3)


def test_a_sea_is_the_mission_s_and_obeys_its_own_laws() -> None:
    sea = Sea(1.5, 0.9, 0.7, spread=0.3, seed=11)
    field = wave_field("ittc", 1.5, 0.9, 3.3, 0.7, 0.3, 11)
    rng = np.random.default_rng(4)
    t, x, y, z = rng.uniform(0.0, 100.0, (4, 30))
    assert sea.elevation(t, x, y) == pytest.approx([field.elevation(*p) for p in zip(t, x, y, strict=True)], abs=1e-12)
    theirs = np.array([field.orbital_velocity(*p) for p in zip(t, x, y, z, strict=True)])
    assert np.allclose(sea.velocity(t, x, y, z), theirs, atol=1e-13)
    h = 1e-5
    rate = (sea.velocity(t + h, x, y, z) - sea.velocity(t - h, x, y, z)) / (2 * h)
    assert np.allclose(sea.acceleration(t, x, y, z), rate, atol=1e-8)
    assert sea.variance == pytest.approx(1.5**2 / 16.0, rel=0.01)
    assert Sea(0.0).elevation([0.0, 1.0], 0.0, 0.0).tolist() == [0.0, 0.0]
    assert Sea(0.0).velocity(0.0, 0.0, 0.0).tolist() == [0.0, 0.0, 0.0]
    for wrong in ({"hs": -1.0}, {"hs": 1.0, "omega_p": 0.0}, {"hs": 1.0, "kind": "swell"}):
        with pytest.raises(ConfigError):
            Sea(**wrong)


def test_wind_coefficients_make_the_force_of_the_laws() -> None:
    A_F, A_L, s_H, s_L, length = 30.0, 90.0, 3.0, -1.0, 25.0
    for vessel, numbers in public.VESSELS.items():
        speed, gamma = 12.0, np.linspace(-3.1, 3.1, 41)
        c = public.wind_coefficients(gamma, vessel, A_F, A_L, s_L, length)
        q = 0.5 * 1.2 * speed * speed
        ours = np.stack([q * A_F * c.X, q * A_L * c.Y, q * A_L * s_H * c.K, q * A_L * length * c.N], axis=-1)
        theirs = [blendermann_force(speed * np.cos(g), -speed * np.sin(g), A_F, A_L, s_H, s_L, length, *numbers, 1.2)
                  for g in gamma.tolist()]  # fmt: skip
        assert np.allclose(ours, np.array(theirs)[:, [0, 1, 3, 5]], rtol=1e-12, atol=1e-9)
    with pytest.raises(ConfigError, match="did you mean ferry"):
        public.wind_coefficients(0.0, "fery", 1.0, 1.0)
    speed, angle = public.relative_wind(0.0, 0.0, 0.3, 5.0, np.linspace(-3.0, 3.0, 9))
    assert np.allclose(speed, 5.0)
    assert np.allclose(np.sin(angle), np.sin(0.3 - np.linspace(-3.0, 3.0, 9) - pi))
    assert public.wind_profile(10.0, 10.0) == pytest.approx(10.0, rel=1e-12)
    f = np.geomspace(1e-5, 1e3, 20000)
    for kind in public.GUSTS:
        s = public.gust_spectrum(f, 10.0, kind)
        assert (s > 0.0).all()
        # the intensity of the turbulence: a tenth to a fifth of the mean wind
        assert 0.1 < np.sqrt(np.trapezoid(s, f) if hasattr(np, "trapezoid") else np.trapz(s, f)) / 10.0 < 0.2
    with pytest.raises(ConfigError, match="must be one of harris"):
        public.gust_spectrum(1.0, 1.0, "gale")


def test_currents_and_beaufort(tmp_path: Path) -> None:
    path = tmp_path / "a.cfd"
    path.write_text("FieldName: a\nRadius: 40\nx=0,y=0,mag=1,ang=90\nx=30,y=0,mag=2,ang=0\n")
    field = CurrentField.load(path)
    own = CurrentField([[0, 0, 1.0, pi / 2], [30.0, 0, 2.0, 0.0]], radius=40.0)
    x = np.linspace(-50, 80, 27)
    assert np.allclose(field.velocity(x, 5.0), own.velocity(x, 5.0), atol=1e-14)
    for weights in ((0.0, 20.0), (10.0, 0.0)):
        a, b = (max(0.0, 1.0 - np.hypot(weights[0] - at, weights[1]) / 40.0) ** 2 / 2.0 for at in (0.0, 30.0))
        assert own.velocity(*weights) == pytest.approx([2.0 * b, a, 0.0], abs=1e-12)
    assert field.velocity(np.zeros((2, 1)), np.zeros(3)).shape == (2, 3, 3)
    nearest = CurrentField([[0, 0, 1.0, pi / 2], [30.0, 0, 2.0, 0.0]], radius=40.0, interpolation="nearest")
    assert nearest.velocity(20.0, 0.0) == pytest.approx([2.0, 0.0, 0.0])
    path.write_text("x=0,y=0,mag=1\n")
    with pytest.raises(ConfigError, match=r"a\.cfd:1"):
        CurrentField.load(path)
    with pytest.raises(ConfigError, match="cannot be read"):
        CurrentField.load(tmp_path / "none.cfd")
    with pytest.raises(ConfigError, match="vectors"):
        CurrentField([[1.0, 2.0]])
    with pytest.raises(ConfigError, match="interpolation"):
        CurrentField([[0, 0, 1, 1]], interpolation="best")
    numbers = np.arange(13)
    assert public.beaufort_number([public.beaufort(n)[0] for n in numbers]).tolist() == numbers.tolist()
    assert public.encounter_frequency(1.0, 2.0, pi) == pytest.approx(1.0 + 2.0 / 9.81)


def test_currents_of_a_file(tmp_path: Path) -> None:
    """A flow that is linear in place, depth and time comes back as it is."""
    netcdf = pytest.importorskip("netCDF4", reason="needs the ocean extra")
    path = tmp_path / "flow.nc"
    x, y, z, t = (
        np.linspace(-1000, 1000, 5),
        np.linspace(-500, 500, 4),
        np.array([0.0, 20.0, 40.0]),
        np.array([0.0, 3600]),
    )
    axes = (("time", t, "seconds since 2026-01-01 00:00:00", "T"), ("depth", z, "m", "Z"), ("y", y, "m", "Y"),
            ("x", x, "m", "X"))  # fmt: skip
    grid = np.meshgrid(t, z, y, x, indexing="ij")

    def east(t: np.ndarray, z: np.ndarray, y: np.ndarray, x: np.ndarray) -> np.ndarray:
        return 0.3 + 1e-4 * x - 2e-4 * y - 5e-3 * z + 1e-5 * t

    with netcdf.Dataset(path, "w") as file:
        for name, values, units, axis in axes:
            file.createDimension(name, len(values))
            made = file.createVariable(name, "f8", (name,))
            made[:], made.units, made.axis = values, units, axis
        for name, sign in (("uo", 1.0), ("vo", -0.5)):
            made = file.createVariable(name, "f8", ("time", "depth", "y", "x"))
            made[:], made.units = sign * east(*grid), "m s-1"
    current = OceanCurrent(path)
    rng = np.random.default_rng(5)
    a, b, c, d = (
        rng.uniform(-900, 900, 40),
        rng.uniform(-400, 400, 40),
        rng.uniform(0, 40, 40),
        rng.uniform(0, 3600, 40),
    )
    found = current.velocity(a, b, c, d)
    assert np.allclose(found[:, 1], east(d, c, b, a), atol=1e-12)
    assert np.allclose(found[:, 0], -0.5 * east(d, c, b, a), atol=1e-12)
    assert current.velocity(5000.0, 0.0).tolist() == [0.0, 0.0, 0.0]
    with pytest.raises(ConfigError, match=r"none\.nc"):
        OceanCurrent(tmp_path / "none.nc")
    with pytest.raises(ConfigError, match="origin"):
        OceanCurrent(path, (100.0, 500.0))


def test_thrust_both_ways() -> None:
    text = ThrustMap("-100:-2, -20:-1, 20:1, 60:3, 100:5")
    pairs = ThrustMap([(-100, -2), (-20, -1), (20, 1), (60, 3), (100, 5)])
    thrust = np.linspace(-100.0, 100.0, 81)
    knots = np.interp(thrust, [-100, -20, 0, 20, 60, 100], [-2, -1, 0, 1, 3, 5])
    assert text.speed(thrust) == pytest.approx(knots, abs=1e-12)
    assert (text.speed(thrust) == pairs.speed(thrust)).all()
    assert text.thrust(text.speed(thrust)) == pytest.approx(thrust, abs=1e-9)
    assert ThrustMap(factor=20.0, reflect=True).speed([50.0, -50.0]).tolist() == [2.5, -2.5]
    with pytest.raises(ConfigError, match="0:1: thrust 0 must have speed 0"):
        ThrustMap("0:1")
    with pytest.raises(ConfigError, match="factor"):
        ThrustMap(factor=-1.0)
    assert ThrustMap("0:0, 100:2").speed(50.0).item() == 1.0
    assert np.isnan(ThrustMap("100:2").speed([np.nan, 1.0])).tolist() == [True, False]
    force = np.linspace(-50.0, 80.0, 14)
    assert public.shaft_force(public.shaft_speed(force, 0.02, 0.01), 0.02, 0.01) == pytest.approx(force, abs=1e-12)


def test_a_thrust_map_leaves_out_the_pairs_that_a_mission_leaves_out() -> None:
    text = "-120:-5, -50:-2, 80:5, 90:4"
    with pytest.warns(ParameterWarning, match=r"-120:-5: thrust is outside .*; 90:4: speed would no longer grow"):
        found = ThrustMap(text)
    with pytest.warns(ParameterWarning, match="-120:-5"):
        mission = Simulator(thrust_map=text, max_acceleration=0, max_deceleration=0)
    for thrust in (-60.0, -20.0, 40.0, 90.0):
        assert mission.step(ActuatorCommand(thrust=thrust), 0.1).speed == found.speed(thrust)
    with pytest.raises(ConfigError, match="-120:-5"):
        ThrustMap("-120:-5")


def test_inputs_take_all_that_orders_gave() -> None:
    boat = Vehicle.load("mssjl_example")  # pushed by a force, without set-points
    orders = boat.orders(thrust=60, rudder=10)
    more = np.array([1.0, 0.0, 0.0])
    table = boat.inputs(orders, tau=more)
    np.testing.assert_array_equal(table, boat.inputs(orders.setpoints, tau=orders.tau + more))
    run = boat.steady(thrust=60, rudder=10)
    assert abs(boat.derivative(run.state, boat.inputs(orders))[3:]).max() < 1e-9
    assert abs(boat.rhs(setpoints=orders)(0.0, run.state)[3:]).max() < 1e-9
    with pytest.raises(ConfigError, match=r"orders: must come from orders\(\); numbers go as setpoints="):
        Fleet(Vehicle.load("otter"), 2).inputs(np.zeros((2, 2)))


@pytest.mark.parametrize(
    ("call", "about"),
    [
        (lambda: public.wave_spectrum(1.0, -1.0, 1.0), "hs: must be at least 0"),
        (lambda: public.wave_spectrum(1.0, 1.0, 0.0), "omega_p: must be above 0"),
        (lambda: public.wave_spectrum([1.0, np.nan], 1.0, 1.0), "omega: must be finite"),
        (lambda: public.wave_spectrum(1.0, 1.0, 1.0, "jonswap", 0.2), "gamma: must be at least 1"),
        (lambda: public.beaufort(13), "number: must be a whole number from 0 to 12, not 13"),
        (lambda: public.beaufort(1.5), "number: must be a whole number"),
        (lambda: public.beaufort(np.nan), "number: must be finite"),
        (lambda: public.beaufort_number([3.0, -3.0]), "wind: must be at least 0"),
        (lambda: public.beaufort_number(np.nan), "wind: must be finite"),
        (lambda: public.wind_profile(10.0, -1.0), "height: must be above 0"),
        (lambda: public.gust_spectrum(-0.1, 10.0), "frequency: must be at least 0"),
        (lambda: public.relative_wind("fast", 0, 0, 0, 0), "speed, towards: must be numbers, not 'fast'"),
        (lambda: public.Sea(1.0).elevation("now", 0, 0), "time, north, east: must be numbers, not 'now'"),
        (lambda: Vehicle.load("otter").orders("full"), "orders: must be numbers, not 'full'"),
        (lambda: Vehicle.load("otter").eigenvalues("slow"), "speed: must be numbers, not 'slow'"),
        (
            lambda: Vehicle.load("otter").acceleration(np.zeros((4, 6)), np.zeros((3, 6))),
            "the leading axes do not go together",
        ),
    ],
)
def test_numbers_that_cannot_be_are_one_clear_error(call: Callable[[], object], about: str) -> None:
    with pytest.raises(ConfigError, match=about):
        call()
