"""Thrusters, fins and four-quadrant propellers anywhere, against numpy from the page (laws/actuators 1.5 to 1.8)."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np
import pytest

from tests.support.internals import internals
from tests.support.paths import ROOT
from tests.support.vehicles import vehicle
from usimmarine_py.errors import ConfigError
from usimmarine_py.kernels.body.propulsion import actuator_forces
from usimmarine_py.maths.integrators import RK4
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import Environment
from usimmarine_py.values.toml_table import tomllib
from usimmarine_py.vehicle.description.checks import vehicle_warnings
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.model import Forcing, Model

RHO = 1025.0  # kg/m3, of the torpedo
# C_T in 1/100 and C_Q in -1/1000 of the Wageningen B4-55 with P/D = 1: cos and sin of harmonics 0 to 30
# (Roddy, Hess and Faller 2006)
B4_55 = np.array([
    [3.4064, 0, -4.4164, 0], [16.145, -63.411, -24.434, 88.771], [0.17506, -1.1389, 3.3492, -2.6891],
    [2.9221, 5.2075, -4.9793, -5.5156], [-0.56875, -0.82996, -1.3605, 3.0992], [-5.2907, 6.4256, 4.6743, -12.714],
    [0.15641, 0.92855, 0.137913, -1.5158], [3.9211, -0.59179, -1.9481, 2.8294], [-0.50689, -0.37997, 2.6848, 1.1595],
    [-1.4437, 0.18518, -1.0396, -2.8652], [0.55005, 0.38178, -2.2505, -0.46642],
    [1.1986, -0.066059, 0.29114, -1.1678], [-0.23543, -0.027401, 1.137, -0.91904],
    [0.65241, 1.0085, -2.5187, 0.086949], [0.28688, -0.13712, 0.23806, 1.4642], [0.173, -0.69713, -0.0042229, 0.1278],
    [-0.21127, 0.27074, -0.67432, -1.3332], [0.67966, 0.43689, -0.7663, 0.3962],
    [0.26391, -0.32628, 0.60254, 0.75362], [-0.10945, -0.54754, -0.19228, -0.19235],
    [0.02224, 0.14242, -0.63017, 0.39452], [0.33699, -0.14012, -0.039738, 1.0624],
    [-0.13877, -0.23628, 0.66197, -0.65197], [-0.3114, -0.11184, -0.19484, -0.18034],
    [0.10828, 0.17998, -0.29096, 0.61558], [0.11705, -0.18777, 0.69327, 0.44397],
    [-0.048567, -0.10904, 0.015987, -0.27923], [-0.1921, 0.013036, -0.34259, 0.09716],
    [0.13741, -0.036628, 0.3656, 0.19218], [-0.060125, -0.0993, 0.50379, -0.41757],
    [-0.13257, -0.015754, -0.43807, -0.30054],
])  # fmt: skip
SERIES = {
    "CT_cos": B4_55[:, 0].tolist(), "CT_sin": B4_55[:, 1].tolist(), "CT_scale": 0.01,
    "CQ_cos": B4_55[:, 2].tolist(), "CQ_sin": B4_55[:, 3].tolist(), "CQ_scale": -0.001,
}  # fmt: skip
PROPELLER: dict[str, Any] = {
    "name": "prop", "type": "four_quadrant", "position": [-0.8, 0.1, 0.05], "yaw": 10.0, "pitch": -5.0, "D": 0.2,
    "n_min": -1500.0, "n_max": 1500.0, "t": 0.1, "w": 0.2, "rotation": "left", "ventilation": True,
}  # fmt: skip
FINS = [
    {"name": f"fin{i}", "type": "fin", "position": [-0.9, y, z], "span_angle": angle, "area": 0.01, "CL": 3.0,
     "delta_max": 25.0, "k_flap": 0.9, "two_way": True, "stall": 22.0}
    for i, (angle, y, z) in enumerate([(-45.0, 0.1, -0.1), (45.0, 0.1, 0.1), (135.0, -0.1, 0.1), (-135.0, -0.1, -0.1)])
]  # fmt: skip


def coefficients(beta: float) -> tuple[float, float]:
    k = np.arange(len(B4_55))
    c, s = np.cos(k * beta), np.sin(k * beta)
    return 0.01 * float(B4_55[:, 0] @ c + B4_55[:, 1] @ s), -0.001 * float(B4_55[:, 2] @ c + B4_55[:, 3] @ s)


def minsaas(h: float) -> float:
    return 1.0 if h >= 1.3 else max(0.0, 1.0 - 0.675 * (1.0 - 0.769 * h) ** 1.258)


def tube(actuators: list[dict[str, Any]], kind: str = "auv") -> VehicleDescription:
    return vehicle("torpedo_auv", "base", {"actuator": actuators, "command": {"type": kind}})


def summed(
    model: Model, attitude: tuple[float, float, float], nu: np.ndarray, depth: float, states: list[float]
) -> Any:
    """The package's sum of forces at a relative velocity, and down in BODY."""
    phi, theta, _ = attitude
    down = np.array([-np.sin(theta), np.sin(phi) * np.cos(theta), np.cos(phi) * np.cos(theta)])
    s = [*[0.0] * model.head, *states]
    speed = float(np.linalg.norm(nu[:3]))
    return np.array(actuator_forces(s, model.head, *nu, speed, *down, depth, model.body)), down


def states_of(seed: int) -> tuple[tuple[float, float, float], np.ndarray, float]:
    rng = np.random.default_rng(seed)
    return tuple(rng.uniform(-0.6, 0.6, 3).tolist()), rng.uniform(-1.5, 1.5, 6), float(rng.uniform(-0.1, 0.4))  # type: ignore[return-value]


@pytest.mark.parametrize("seed", range(8))
def test_directed_thrusters(seed: int) -> None:
    rov = vehicle("bluerov2", "mission")
    attitude, nu, depth = states_of(seed)
    n = np.random.default_rng(seed).uniform(-3600.0, 3600.0, 8)
    found, down = summed(Model(rov), attitude, nu, depth, n.tolist())
    wanted = np.zeros(6)
    for i, (a, turns) in enumerate(zip(rov.actuators, n, strict=True)):
        r = np.array(a.position)
        yaw = np.radians([-45.0, 45.0, -135.0, 135.0])[i] if i < 4 else 0.0
        d = np.array([np.cos(yaw), np.sin(yaw), 0.0]) if i < 4 else np.array([0.0, 0.0, -1.0])
        ahead = d @ (nu[:3] + np.cross(nu[3:], r))
        k = 3.974e-6 if turns > 0.0 else 3.102e-6
        push = (k * turns * abs(turns) - 0.0045 * abs(turns) * ahead) * minsaas((depth + down @ r) / 0.038)
        wanted += np.concatenate([push * d, np.cross(r, push * d)])
    assert np.allclose(found, wanted, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("seed", range(8))
def test_four_quadrant_propeller(seed: int) -> None:
    attitude, nu, depth = states_of(seed)
    n = float(np.random.default_rng(seed).uniform(-1500.0, 1500.0))
    model = Model(tube([{**PROPELLER, **SERIES}]))
    found, down = summed(model, attitude, nu, depth, [n])
    r = np.array([-0.8, 0.1, 0.05])
    yaw, pitch = np.radians(10.0), np.radians(-5.0)
    d = np.array([np.cos(pitch) * np.cos(yaw), np.cos(pitch) * np.sin(yaw), -np.sin(pitch)])
    advance = 0.8 * (d @ (nu[:3] + np.cross(nu[3:], r)))
    around = 0.7 * pi * n / 60.0 * 0.2
    c_t, c_q = coefficients(np.arctan2(advance, around))
    pressure = 0.5 * model.vehicle.medium.rho * (advance**2 + around**2) * pi / 4.0 * 0.2**2
    share = minsaas((depth + down @ r) / 0.1)
    push = 0.9 * share * pressure * c_t * d
    twist = share**0.8 * pressure * 0.2 * c_q * d  # left-handed: the hull is turned along the thrust
    assert np.allclose(found, np.concatenate([push, np.cross(r, push) + twist]), rtol=1e-9, atol=1e-9)


def test_the_published_propeller_is_one() -> None:
    """The series is that of a B4-55, P/D = 1: K_T and K_Q 0.43 and 0.058 at J = 0, no thrust at J = 1.1."""
    size = (0.7 * pi) ** 2 * pi / 8.0
    c_t, c_q = coefficients(0.0)
    assert (c_t * size, c_q * size) == (pytest.approx(0.43, abs=0.02), pytest.approx(0.058, abs=0.004))
    assert coefficients(np.arctan2(1.05, 0.7 * pi))[0] > 0.0 > coefficients(np.arctan2(1.15, 0.7 * pi))[0]
    prop = tube([{**PROPELLER, **SERIES}]).actuators[0]
    assert prop.bollard is not None
    assert prop.bollard[0] == pytest.approx(0.9 * RHO * 0.2**4 / 3600.0 * c_t * size, rel=1e-12)
    assert 0.5 < prop.bollard[1] / prop.bollard[0] < 0.9


def test_the_propeller_of_the_example_is_the_published_one() -> None:
    tables = tomllib.loads((ROOT / "examples" / "four_quadrants.toml").read_text(encoding="utf-8"))
    for beta, c_t, c_q in zip(*(tables["actuator"][0][key] for key in ("beta", "CT", "CQ")), strict=True):
        assert coefficients(np.radians(beta)) == pytest.approx((c_t, c_q), abs=6e-5)
    boat = vehicle("jolner", "mission", {"actuator": tables["actuator"], "command": tables["command"]})
    assert boat.command is not None and set(boat.command.set_points) == {"surge", "yaw"}
    assert not [w for w in vehicle_warnings(boat) if "DESIRED" in w]


def test_a_table_is_linear_between_its_angles_and_goes_round() -> None:
    beta = np.arange(-170.0, 180.0, 7.0)
    rows = np.array([coefficients(b) for b in np.radians(beta)])
    model = Model(tube([{
        **PROPELLER, "beta": beta.tolist(), "CT": rows[:, 0].tolist(), "CQ": rows[:, 1].tolist(), "ventilation": False,
        "yaw": 0.0, "pitch": 0.0, "t": 0.0, "w": 0.0,
    }]))  # fmt: skip
    for advance, n in ((1.0, 600.0), (1.0, -600.0), (-1.0, -900.0), (-0.02, -900.0), (0.02, -900.0), (0.0, 300.0)):
        around = 0.7 * pi * n / 60.0 * 0.2
        angle = np.degrees(np.arctan2(advance, around))
        c_t = np.interp(angle, beta, rows[:, 0], period=360.0)
        wanted = 0.5 * RHO * (advance**2 + around**2) * pi / 4.0 * 0.04 * c_t
        found, _ = summed(model, (0.0, 0.0, 0.0), np.array([advance, 0, 0, 0, 0, 0]), 9.0, [n])
        assert found[0] == pytest.approx(wanted, rel=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_fins_anywhere(seed: int) -> None:
    attitude, nu, depth = states_of(seed)
    angles = np.random.default_rng(seed).uniform(-0.4, 0.4, 4)
    model = Model(tube(FINS))
    found, _ = summed(model, attitude, nu, depth, angles.tolist())
    wanted, stalls = np.zeros(6), 0
    for fin, delta in zip(FINS, angles, strict=True):
        r, span = np.array(fin["position"]), np.radians(float(fin["span_angle"]))  # type: ignore[arg-type]
        normal = np.array([0.0, -np.sin(span), np.cos(span)])
        u, across, local = nu[0], normal @ nu[:3], normal @ (nu[:3] + np.cross(nu[3:], r))
        side = 1.0 if u >= 0.0 else -1.0
        lift = -0.5 * RHO * 0.01 * 3.0 * ((u * u + across**2) * 0.9 * side * delta + abs(u) * local)
        attack = abs(np.degrees(0.9 * side * delta + np.arctan2(local, abs(u))))
        kept = 1.0 if attack <= 22.0 else 22.0 / attack * max(0.0, 90.0 - attack) / (90.0 - 22.0)  # it stalls
        stalls += kept < 1.0
        wanted += np.concatenate([kept * lift * normal, np.cross(r, kept * lift * normal)])
    assert stalls
    assert np.allclose(found, wanted, rtol=1e-9, atol=1e-9)


def test_upright_and_level_fins_are_the_usual_ones() -> None:
    usual = [
        {"name": "r", "type": "fin", "axis": "yaw", "x": -0.9, "area": 0.01, "CL": 3.0, "delta_max": 25.0},
        {"name": "s", "type": "fin", "axis": "pitch", "x": -0.9, "area": 0.01, "CL": 3.0, "delta_max": 25.0},
    ]
    placed = [
        {"name": a["name"], "type": "fin", "position": [-0.9, 0.0, 0.0], "span_angle": angle, "area": 0.01, "CL": 3.0,
         "delta_max": 25.0}
        for a, angle in zip(usual, (-90.0, 0.0), strict=True)
    ]  # fmt: skip
    nu = np.array([1.2, 0.1, -0.2, 0.0, 0.1, -0.3])
    one, other = (summed(Model(tube(a)), (0.0, 0.0, 0.0), nu, 5.0, [0.2, -0.1])[0] for a in (usual, placed))
    assert np.allclose(one, other, rtol=1e-12, atol=1e-12)


def test_a_thruster_along_its_usual_axis_is_bit_equal_whichever_way_it_is_said() -> None:
    plain = {"name": "a", "type": "thruster", "position": [-0.8, 0.2, 0.1], "K": 2e-5, "n_min": -900.0, "n_max": 900.0}
    for more in ({"direction": [1.0, 0.0, 0.0]}, {"direction": [3.0, 0.0, 0.0]}, {"yaw": 0.0, "pitch": 0.0}):
        assert Model(tube([{**plain, **more}])).body == Model(tube([plain])).body
    tunnel = {**plain, "type": "tunnel"}
    across = {**plain, "direction": [0.0, 1.0, 0.0]}
    nu = np.array([1.2, 0.1, -0.2, 0.0, 0.1, -0.3])
    one, other = (summed(Model(tube([a])), (0.0, 0.0, 0.0), nu, 5.0, [600.0])[0] for a in (tunnel, across))
    assert np.array_equal(one, other)


def test_a_rudder_stands_in_the_race_of_a_four_quadrant_propeller() -> None:
    rudder = {"name": "rud", "type": "slipstream_rudder", "position": [-0.9, 0, 0], "behind": "prop", "delta_max": 30.0,
              "L_d_pos": 6.0, "L_dd_pos": 1.0, "L_d_neg": 6.0, "L_dd_neg": 1.0, "k_u": 0.5, "D": 0.2}  # fmt: skip
    model = Model(tube([{**PROPELLER, **SERIES, "ventilation": False}, rudder]))
    still = np.zeros(6)
    without, _ = summed(model, (0.0, 0.0, 0.0), still, 5.0, [900.0, 0.0])
    steered, _ = summed(model, (0.0, 0.0, 0.0), still, 5.0, [900.0, 0.3])
    around = 0.7 * pi * 15.0 * 0.2
    thrust = 0.125 * RHO * around**2 * pi * 0.04 * coefficients(0.0)[0]
    race = 0.5 * np.sqrt(8.0 * thrust / (pi * RHO * 0.04))
    assert (steered - without)[1] == pytest.approx(-(6.0 * 0.3 - 0.09) * race**2, rel=1e-9)


def test_surface_waves_count() -> None:
    model = Model(vehicle("bluerov2", "mission"))
    state = model.state((0, 0, 0.02, 0, 0, 0))
    state[model.head :] = [3000.0] * 8
    rates = [model.derivative(0.0, state, model.inputs(Forcing(surface=z), [3000.0] * 8))[9] for z in (0.0, 0.5, -0.5)]
    deep = model.derivative(0.0, model.state((0, 0, 9.0, 0, 0, 0))[: model.head] + [3000.0] * 8,
                            model.inputs(Forcing(), [3000.0] * 8))[9]  # fmt: skip
    lost = [abs(rate - deep) for rate in rates]
    assert lost[1] < lost[0] < lost[2]


def test_the_waves_that_a_vehicle_rides_are_its_surface() -> None:
    given = {
        "dynamics": "fossen6",
        "vehicle": "bluerov2",
        "wave_hs": 1.0,
        "wave_tp": 5.0,
        "seed": 3,
        "start_depth": 5.0,
    }
    for action, rides in (("forces", True), ("none", False)):
        simulator = Simulator(**given, waves=action)
        seen = []
        for k in range(1, 40):
            simulator.iterate(0.1 * k)
            met = internals(simulator).weather.conditions
            seen.append(met.environment(Environment()).surface)
            # it is held over a step, at its value in the middle
            assert seen[-1] == (pytest.approx(met.elevation, abs=0.03) if rides else 0.0)
        assert any(seen) is rides


@pytest.mark.parametrize(
    ("change", "key", "problem"),
    [
        ({"direction": [0, 0, 0], "type": "thruster", "K": 1e-5}, "direction", "must not be zero"),
        (
            {"direction": [0, 1, 0], "yaw": 90.0, "type": "thruster", "K": 1e-5},
            "direction",
            "either direction or yaw and pitch",
        ),
        ({"pitch": 100.0, "type": "thruster", "K": 1e-5}, "pitch", "at most 90"),
        ({"D": 0.0, "ventilation": True, "type": "thruster", "K": 1e-5}, "ventilation", "diameter"),
        ({"beta": [0.0, 90.0, 180.0], "CT": [1, 0, -1], "CQ": [1, 0, -1]}, "beta", "at least four angles"),
        ({"beta": [-3.14, -1.57, 0.0, 1.57], "CT": [1] * 4, "CQ": [1] * 4}, "beta", "nothing is said of 355.29 of its"),
        ({"beta": [0.0, 90.0, 80.0, 180.0], "CT": [1] * 4, "CQ": [1] * 4}, "beta", "ascending"),
        ({"beta": [0.0, 90.0, 180.0, 270.0], "CT": [-1, 0, 1, 0], "CQ": [1] * 4}, "CT", "sign"),
        ({**SERIES, "CQ_sin": [0.0]}, "CQ_sin", "as many harmonics"),
        ({**SERIES, "rotation": "clockwise"}, "rotation", "none, right, left"),
    ],
)
def test_what_makes_no_sense_is_refused(change: dict[str, Any], key: str, problem: str) -> None:
    given = {"name": "a", "type": "four_quadrant", "D": 0.2, "n_min": -900.0, "n_max": 900.0, **change}
    if change.get("type") == "thruster":
        del given["D"]
    with pytest.raises(ConfigError, match=rf"actuator\.0\.{key}: .*{problem}"):
        tube([given])


@pytest.mark.timeout(240)
@pytest.mark.slow
def test_compiled_is_the_same() -> None:
    pytest.importorskip("numba", reason="needs the fast extra")
    from usimmarine_py.vehicle.compiled import Compiled

    table = {"beta": [-90.0, 0.0, 90.0, 180.0], "CT": [0.5, 0.2, -0.5, -0.2], "CQ": [0.06, 0.03, -0.06, -0.03]}
    for chosen in (
        tube([{**PROPELLER, **SERIES}, *FINS]),
        tube([{**PROPELLER, **table}]),
        vehicle("bluerov2", "mission"),
    ):
        model = Model(chosen)
        solver = model.solver(RK4, 0.05)
        machine = Compiled(model, solver)
        state = model.state((1.0, 2.0, 0.1, 0.1, 0.1, 0.3), (1.0, 0.2, 0.1, 0.05, 0.04, 0.1))
        inputs = model.inputs(Forcing(surface=0.05), [0.5 * lag.high for lag in model.lags])
        for _ in range(20):
            theirs, state = machine.advance(state, inputs), model.advance(state, inputs, solver)
            assert np.allclose(state, theirs, rtol=1e-12, atol=1e-12)
