"""Published forces against the formulas of docs/laws, written down here once more with numpy and nothing of ours."""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import pi, radians, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.support.internals import internals
from tests.support.simulators import posted
from usimmarine_py.kernels.body.motion3 import coriolis3
from usimmarine_py.kernels.body.motion6 import coriolis_forces
from usimmarine_py.kernels.body.restoring import submerged_share
from usimmarine_py.logs.tables import ArrayRows
from usimmarine_py.run.followers import StateRows, state_columns
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import Message
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.files import names, read
from usimmarine_py.vehicle.forces import Forces
from usimmarine_py.vehicle.model import ZERO, Forcing, Model

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Array = npt.NDArray[np.float64]
Posts = dict[str, Any]

AZIMUTH = """schema = 1
[vehicle]
name = "tug"
dof = 6
length_pp = 6.0
[medium]
rho = 1025.0
[rigid_body]
mass = 2000.0
r_g = [0.0, 0.0, 0.0]
inertia_co = [[800.0, 0, 0], [0, 5000.0, 0], [0, 0, 5000.0]]
[added_mass]
matrix_diag = [100.0, 1500.0, 2000.0, 200.0, 3000.0, 3000.0]
[damping]
linear_diag = [200.0, 900.0, 3000.0, 900.0, 5000.0, 4000.0]
[hydrostatics]
model = "linear"
G = [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 60000.0, 0, 0, 0],
     [0, 0, 0, 9000.0, 0, 0], [0, 0, 0, 0, 90000.0, 0], [0, 0, 0, 0, 0, 0]]
[fluid_memory]
enabled = false
[[actuator]]
name = "pod"
type = "azimuth"
position = [-2.5, 0.4, 0.6]
K_pos = 4.0e-4
K_neg = 3.0e-4
n_min = -900.0
n_max = 1200.0
T_n = 0.5
alpha_max = 90.0
T_alpha = 1.0
[command]
type = "azimuth"
[validity]
froude_max = 0.4
speed_max = 3.0
"""


def moment(force: Array, at: list[float]) -> Array:
    return np.concatenate([force, np.cross(np.array(at), force)])


def square(n: float, k_pos: float, k_neg: float) -> float:
    return (k_pos if n > 0 else k_neg) * n * abs(n)


def told(posts: Posts, part: str) -> Array:
    return np.array([posts.get(f"USM_FORCE_{part}_{c}", 0.0) for c in "XYZKMN"])


def nu(posts: Posts) -> Array:
    return np.array([posts[f"USM_{c}"] for c in "UVWPQR"])


def waterjet(a: dict[str, Any], posts: Posts) -> Array:
    n, alpha, beta = (posts[f"USM_{a['name'].upper()}_{s}"] for s in ("N_RPM", "ALPHA_DEG", "BETA"))
    push = a["K"] * n * abs(n)
    return moment(push * np.array([beta * np.cos(radians(alpha)), np.sin(radians(alpha)), 0.0]), a["position"])


def thruster(a: dict[str, Any], posts: Posts) -> Array:
    n = next(posts[k] for k in posts if k.startswith(f"USM_{a['name'].upper()}_N"))
    k_pos, k_neg = a.get("K_pos", a.get("K")), a.get("K_neg", a.get("K"))
    axis = np.array([0.0, 1.0, 0.0] if a["type"] == "tunnel" else [1.0, 0.0, 0.0])
    return moment(square(n, k_pos, k_neg) * axis, a.get("position", [0.0] * 3))


def azimuth(a: dict[str, Any], posts: Posts) -> Array:
    n, alpha = posts["USM_POD_N_RPM"], radians(posts["USM_POD_ALPHA_DEG"])
    return moment(square(n, a["K_pos"], a["K_neg"]) * np.array([np.cos(alpha), np.sin(alpha), 0.0]), a["position"])


def advance(a: dict[str, Any], posts: Posts) -> Array:
    n, u = posts[f"USM_{a['name'].upper()}_N_RPS"], nu(posts)[0]
    top = max(0.0, a["T_nu_pos"] / a["T_nn_pos"] * u)
    bottom = min(0.0, a["T_nu_neg"] / a["T_nn_neg"] * u)
    force = 0.0
    if n >= top:
        force = a["T_nn_pos"] * n * abs(n) - a["T_nu_pos"] * abs(n) * u
    elif n <= bottom:
        force = a["T_nn_neg"] * n * abs(n) - a["T_nu_neg"] * abs(n) * u
    return moment(np.array([force, 0.0, 0.0]), a["position"])


def rudder_in_race(a: dict[str, Any], posts: Posts) -> Array:
    tree = tomllib.loads(read("cybership2")[0])
    before = advance(next(b for b in tree["actuator"] if b["name"] == a["behind"]), posts)[0]
    rho = tree.get("medium", {}).get("rho", 1025.0)
    delta, u = radians(posts[f"USM_{a['name'].upper()}_DELTA_DEG"]), nu(posts)[0]
    race = u + a["k_u"] * (sqrt(max(0.0, 8 * before / (pi * rho * a["D"] ** 2) + u * u)) - u) if u >= 0 else u
    end = "pos" if race >= 0 else "neg"
    lift = (a[f"L_d_{end}"] * delta - a[f"L_dd_{end}"] * abs(delta) * delta) * abs(race) * race
    return moment(np.array([0.0, -lift, 0.0]), a["position"])


def remus_propeller(a: dict[str, Any], posts: Posts) -> Array:
    rho = tomllib.loads(read("remus100")[0])["medium"]["rho"]
    n = posts["USM_PROP_N_RPM"] / 60
    advance_speed = (1 - a["w"]) * float(np.linalg.norm(nu(posts)[:3]))
    slope = advance_speed / a["D"] * abs(n) / a["J_max"]
    push = rho * a["D"] ** 4 * (a["KT_0"] * abs(n) * n + (a["KT_max"] - a["KT_0"]) * slope)
    twist = rho * a["D"] ** 5 * (a["KQ_0"] * abs(n) * n + (a["KQ_max"] - a["KQ_0"]) * slope)
    return np.array([(1 - a["t"]) * push, 0.0, 0.0, a["roll_factor"] * twist, 0.0, 0.0])


def fin(vehicle: str) -> Callable[[dict[str, Any], Posts], Array]:
    def force(a: dict[str, Any], posts: Posts) -> Array:
        rho = tomllib.loads(read(vehicle)[0])["medium"]["rho"]
        u, v, w, _, q, r = nu(posts)
        delta, b, x = radians(posts[f"USM_{a['name'].upper()}_DELTA_DEG"]), 0.5 * rho * a["area"] * a["CL"], a["x"]
        side = v if a["axis"] == "yaw" else w
        square_speed = u * u + side * side
        if a["type"] == "fin_simple":
            across, along = -b * square_speed * delta, -b * square_speed * delta**2
        else:
            turning = v + x * r if a["axis"] == "yaw" else w - x * q
            across, along = -b * (square_speed * a["k_flap"] * delta + u * turning), 0.0
        if a["axis"] == "yaw":
            return np.array([along, across, 0.0, 0.0, 0.0, x * across])
        return np.array([along, 0.0, across, 0.0, -x * across, 0.0])

    return force


#: Vehicle, mail, actuator that is looked at, its formula.
COMMANDS: list[tuple[str, dict[str, float], str, Callable[[dict[str, Any], Posts], Array]]] = [
    ("odin", {"JET_PORT": 1650.0, "JET_PORT_ALPHA": 14.0, "JET_PORT_BETA": 0.6}, "jet_port", waterjet),
    ("odin", {"JET_STBD": 900.0, "JET_STBD_ALPHA": -20.0, "JET_STBD_BETA": -0.4}, "jet_stbd", waterjet),
    ("jolner", {"PROP_PORT": -1200.0, "PROP_STBD": 800.0}, "prop_port", thruster),
    ("otter", {"PROP_STBD": 60.0}, "prop_stbd", thruster),
    ("cybership2", {"PROP_PORT": 12.0, "PROP_STBD": -8.0}, "prop_stbd", advance),
    ("cybership2", {"PROP_PORT": 20.0, "RUDDER_PORT": 17.0}, "rudder_port", rudder_in_race),
    ("cybership2", {"BOW_TUNNEL": -15.0}, "bow_tunnel", thruster),
    ("remus100", {"PROP": 1200.0, "RUDDER_DELTA": 9.0, "STERN_PLANE": -4.0}, "prop", remus_propeller),
    ("remus100", {"PROP": 1000.0, "RUDDER_DELTA": 9.0}, "rudder", fin("remus100")),
    ("torpedo_auv", {"PROP": 1300.0, "STERN_PLANE": -11.0, "RUDDER_DELTA": 6.0}, "stern_plane", fin("torpedo_auv")),
    ("torpedo_auv", {"PROP": 700.0, "RUDDER_DELTA": -18.0}, "rudder", fin("torpedo_auv")),
    ("tug", {"POD": -700.0, "POD_ALPHA": 35.0}, "pod", azimuth),
]


def simulator(vehicle: str, **more: str | float | bool) -> Simulator:
    planar = vehicle == "cybership2"
    more = {"variant": "base", "post_forces": True, **more}
    if vehicle in ("remus100", "torpedo_auv"):
        more["start_depth"] = 20.0
    name = "./tug.toml" if vehicle == "tug" else vehicle
    return Simulator(dynamics="fossen3" if planar else "fossen6", vehicle=name, read_file=lambda _: AZIMUTH, **more)


@pytest.mark.parametrize(("vehicle", "commands", "name", "formula"), COMMANDS)
def test_an_actuator_pushes_as_its_law_says(
    vehicle: str, commands: dict[str, float], name: str, formula: Callable[[dict[str, Any], Posts], Array]
) -> None:
    sim = simulator(vehicle)
    for variable, value in commands.items():
        sim.on_mail(Message(f"DESIRED_{variable}", value, 0.0))
    sim.iterate(2.9)
    posts = posted(sim, 3.0)
    assert sim.take_warnings() == []
    file = tomllib.loads(AZIMUTH if vehicle == "tug" else read(vehicle)[0])
    actuator = next(a for a in file["actuator"] if a["name"] == name)
    expected = formula(actuator, posts)
    if vehicle == "cybership2":
        expected[2:5] = 0.0
    np.testing.assert_allclose(told(posts, name.upper()), expected, rtol=1e-9, atol=1e-9)
    together = sum(told(posts, a["name"].upper()) for a in file["actuator"])
    np.testing.assert_allclose(told(posts, "ACTUATORS"), together, rtol=1e-12, atol=1e-9)


def test_a_generalised_actuator_and_a_force_by_mail() -> None:
    sim = Simulator(dynamics="fossen3", vehicle="mssjl_example", variant="base", post_forces=True)
    for name, value in (("DESIRED_THRUST", 40.0), ("DESIRED_RUDDER", -50.0), ("USM_FORCE", "X=0.3,Y=-0.2,N=0.1")):
        sim.on_mail(Message(name, value, 0.0))
    posts = posted(sim, 2.0)
    np.testing.assert_allclose(told(posts, "TAU"), [0.8, 0, 0, 0, 0, -0.5], rtol=1e-12)
    np.testing.assert_allclose(told(posts, "EXTERNAL"), [0.3, -0.2, 0, 0, 0, 0.1], rtol=1e-12)


def skew(a: Array) -> Array:
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def coriolis(mass: Array, nu: Array) -> Array:
    """C(nu) nu = [[0, -S(l)], [-S(l), -S(h)]] nu, [l; h] = M nu."""
    both = mass @ nu
    zero = np.zeros((3, 3))
    return np.asarray(np.block([[zero, -skew(both[:3])], [-skew(both[:3]), -skew(both[3:])]]) @ nu)


#: With wind areas in the file as printed.
WINDY = ("odin", "cybership2")


@pytest.mark.parametrize("vehicle", ["odin", "jolner", "otter", "torpedo_auv", "cybership2"])
def test_the_sum_moves_the_vehicle(vehicle: str) -> None:
    """M nu_dot + C nu with nu_dot of the published velocities, by backward differences of fifth order."""
    h = 0.005
    # a model of a ship at a seventieth of its size
    speed = 0.03 if vehicle == "cybership2" else 0.3
    around: dict[str, Any] = {"current_speed": speed, "current_dir": 70}
    if vehicle in WINDY:
        around |= {"wind_speed": 20 * speed, "wind_dir": 100}
    sim = simulator(vehicle, sim_step=h, **around)
    for name, value in (("DESIRED_THRUST", 45.0), ("DESIRED_RUDDER", 30.0), ("USM_FORCE", "X=2,Y=-1,N=0.5")):
        sim.on_mail(Message(name, value, 0.0))
    sim.iterate(2.0)
    run = [nu(posted(sim, 2.0 + k * h)) for k in range(1, 7)]
    posts = posted(sim, 2.0 + 7 * h)
    run.append(nu(posts))
    # f'(0) from f(0), f(-h), ... f(-6h)
    weights = np.array([49 / 20, -6.0, 15 / 2, -20 / 3, 15 / 4, -6 / 5, 1 / 6])
    nu_dot = weights @ np.array(run[::-1]) / h
    described = load_vehicle(*read(vehicle), "base")
    mass = np.array(described.M)
    if vehicle == "cybership2":
        mass[2:5] = mass[:, 2:5] = 0.0
    expected = mass @ nu_dot + coriolis(0.5 * (mass + mass.T) if described.dof == 6 else mass, run[-1])
    total, scale = told(posts, "TOTAL"), np.abs(told(posts, "ACTUATORS")).max()
    parts = [k[len("USM_FORCE_") : -2] for k in posts if k.startswith("USM_FORCE_") and k.endswith("_X")]
    basic = {"ACTUATORS", "EXTERNAL", "WIND", "WAVES", "DRAG", "RESTORING", "MEMORY", "CURRENT"}
    np.testing.assert_allclose(sum(told(posts, p) for p in parts if p in basic), total, atol=1e-9 * scale)
    assert np.abs(told(posts, "CURRENT")).max() > 0.0
    np.testing.assert_allclose(total, expected, atol=1e-9 * scale)


def variants() -> list[tuple[str, str]]:
    """Every shipped vehicle in all its variants."""
    found = []
    for name in names():
        variants = tomllib.loads(read(name)[0]).get("variant", {})
        found += [(name, variant) for variant in ("base", *variants)]
    return found


@pytest.mark.parametrize(("vehicle", "variant"), variants())
def test_the_sum_is_that_of_the_equations_of_motion(vehicle: str, variant: str) -> None:
    """With waves, current, wind and a moment of every kind, whatever a vehicle is made of."""
    model = Model(load_vehicle(*read(vehicle), variant))
    planar = model.planar
    used = [0, 1, 5] if planar else list(range(6))
    rng = np.random.default_rng(3)
    for _ in range(10):
        speeds = rng.normal(scale=[1.5, 0.4, 0.3, 0.1, 0.1, 0.2])
        pose = rng.normal(scale=[0, 0, 0.2, 0.1, 0.1, 2.0])
        if planar:
            speeds[2:5] = pose[2:5] = 0.0
        state = model.state(tuple(pose), tuple(speeds))
        waves, external = rng.normal(scale=50.0, size=6), rng.normal(scale=20.0, size=6)
        forcing = Forcing(tuple(waves + external), (0.3, -0.2, 0.0 if planar else 0.05), (8.0, 1.0), 0.0, None)
        inputs = model.inputs(forcing, [lag.high for lag in model.lags])
        for i, lag in enumerate(model.lags):
            state[model.head + i] = lag.low + (lag.high - lag.low) * rng.random()
        parts = Forces(model).parts(state, inputs, ZERO, tuple(external))
        np.testing.assert_allclose(np.array(parts["waves"])[used], waves[used], atol=1e-12)
        first = model.head - len(used)
        rate = np.array(model.derivative(0.0, state, inputs)[first : model.head])
        u, v, w, p, q, r = speeds
        c = model.constants
        body, own = model.vehicle.body, c.restoring
        wet = 1.0
        if model.vehicle.submerged and own.surfacing_radius > 0.0:
            wet = submerged_share(pose[2], own.surfacing_radius)
        turning = coriolis3(u, v, u, v, r, c) if planar else coriolis_forces(u, v, w, u, v, w, p, q, r, c, wet)
        expected = (body.M_RB + wet * body.M_A)[np.ix_(used, used)] @ rate + np.array(turning)
        np.testing.assert_allclose(np.array(parts["total"])[used], expected, atol=1e-9 * np.abs(expected).max())


def test_forces_stand_in_the_columns_of_a_table_with_the_weather() -> None:
    sim = simulator("odin", variant="mission", wind_speed=6, wave_hs=0.3)
    rows = ArrayRows(state_columns(sim))
    follow = StateRows(sim, 0.0, [rows])
    posts = posted(sim, 5.0)
    follow(5.0, internals(sim).nav, internals(sim).command)
    table = rows.arrays()
    for name, value in posts.items():
        if name.startswith(("USM_FORCE_", "USM_SET_", "USM_WIND_", "USM_WAVE_")):
            assert table[name.removeprefix("USM_").lower()] == pytest.approx(value), name
    assert np.isnan(table["current_speed"][0])
    still = Simulator(dynamics="fossen6", vehicle="odin")
    assert not {"force_total_x", "wind_speed"} & set(state_columns(still))
