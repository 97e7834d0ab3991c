"""Set-points shared out among thrusters and fins, against numpy from the page (laws/actuators 2.5)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.support.vehicles import vehicle
from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.integrators import RK4
from usimmarine_py.vehicle.actuators.commands import Demand, set_points
from usimmarine_py.vehicle.description.checks import vehicle_warnings
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.model import Forcing, Model

AXES = {"thrust": 0, "sway": 1, "heave": 2, "elevator": 4, "rudder": 5}
NAMES = {"thrust": "surge", "sway": "sway", "heave": "heave", "elevator": "pitch", "rudder": "yaw"}


def matrix(chosen: VehicleDescription) -> np.ndarray:
    """Force and moment of 1 N of each thruster."""
    return np.array([np.concatenate([a.direction, np.cross(a.position, a.direction)]) for a in chosen.actuators]).T


def forces(chosen: VehicleDescription, **demand: float) -> np.ndarray:
    """N of each thruster at rest and deep, from its set-point."""
    assert chosen.command is not None
    n = np.array(set_points(chosen.command, Demand(**demand)).references)
    gains = np.array([a.bollard for a in chosen.actuators])
    return np.asarray(np.where(n > 0.0, gains[:, 0], gains[:, 1]) * n * np.abs(n))


def boat(*thrusters: dict[str, Any], **command: Any) -> VehicleDescription:
    usual = {"type": "thruster", "K_pos": 1e-5, "K_neg": 0.6e-5, "n_min": -2000.0, "n_max": 2000.0}
    tables = [{**usual, "name": f"t{i}", **t} for i, t in enumerate(thrusters)]
    return vehicle("jolner", "base", {"actuator": tables, "command": {"type": "allocation", **command}})


TWIN = ({"position": [-0.8, -0.3, 0.0]}, {"position": [-0.8, 0.3, 0.0]})
BOW = {"type": "tunnel", "position": [0.7, 0.0, 0.0]}


@pytest.mark.parametrize("variant", ["base", "mission"])
@pytest.mark.parametrize("field", list(AXES))
@pytest.mark.parametrize("percent", [100.0, 35.0, -70.0, -100.0])
def test_each_set_point_makes_its_force_and_nothing_else(variant: str, field: str, percent: float) -> None:
    rov = vehicle("bluerov2", variant)
    assert rov.command is not None
    found = forces(rov, **{field: percent})
    made = matrix(rov) @ found
    able = rov.command.allocation.able[NAMES[field]]
    wanted = np.zeros(6)
    wanted[AXES[field]] = 0.01 * percent * able[0 if percent > 0.0 else 1] * (-1.0 if field == "elevator" else 1.0)
    assert np.allclose(made, wanted, rtol=1e-9, atol=1e-9 * abs(wanted).max())
    if abs(percent) == 100.0:
        limits = np.where(found > 0.0, 3.974e-6, 3.102e-6) * 3600.0**2
        assert np.max(np.abs(found) / limits) == pytest.approx(1.0, rel=1e-9)


def test_what_is_left_free_is_the_least_effort() -> None:
    """Three thrusters ahead of different strength and weight: f = W^-1 B^T (B W^-1 B^T)^-1 tau."""
    gains = {-0.3: 1e-5, 0.0: 3e-5, 0.3: 1e-5}
    chosen = boat(
        *({"position": [-0.8, y, 0.0], "K_pos": k, "K_neg": k} for y, k in gains.items()),
        weights={"t1": 2.0},
    )
    found = forces(chosen, thrust=60.0, rudder=10.0)
    made = matrix(chosen) @ found
    b = matrix(chosen)[[0, 5]]
    effort = 1.0 / np.sqrt(np.array([1.0, 2.0, 1.0])) * np.array([1e-5, 3e-5, 1e-5]) * 2000.0**2
    least = effort * np.linalg.lstsq(b * effort, made[[0, 5]], rcond=None)[0]
    assert np.allclose(found, least, rtol=1e-9)


def test_beyond_the_limits_heave_comes_first_and_the_rest_keeps_its_direction() -> None:
    rov = vehicle("bluerov2", "mission")
    full = {name: matrix(rov) @ forces(rov, **{name: 100.0}) for name in AXES}
    everything = matrix(rov) @ forces(rov, thrust=100.0, sway=50.0, rudder=80.0, heave=100.0, elevator=100.0)
    assert everything[2] == pytest.approx(full["heave"][2])
    assert everything[4] == pytest.approx(0.0, abs=1e-9)
    shares = [
        everything[0] / full["thrust"][0],
        everything[1] / full["sway"][1] / 0.5,
        everything[5] / full["rudder"][5] / 0.8,
    ]
    assert shares == pytest.approx([shares[0]] * 3)
    assert 0.4 < shares[0] < 0.6
    limits = np.array([[a.bollard[0], a.bollard[1]] for a in rov.actuators if a.bollard]) * 3600.0**2
    rng = np.random.default_rng(1)
    for demand in rng.uniform(-150.0, 150.0, (50, 5)):
        found = forces(rov, **dict(zip(AXES, demand.tolist(), strict=True)))
        assert np.all(found <= limits[:, 0] * (1.0 + 1e-9)) and np.all(found >= -limits[:, 1] * (1.0 + 1e-9))


def test_a_twin_screw_boat_with_a_bow_thruster_goes_sideways() -> None:
    chosen = boat(*TWIN, BOW)
    assert chosen.command is not None
    assert set(chosen.command.set_points) == {"surge", "sway", "yaw"}
    made = matrix(chosen) @ forces(chosen, sway=100.0)
    assert made[1] > 0.0
    assert made[[0, 5]] == pytest.approx([0.0, 0.0], abs=1e-9)
    assert not [w for w in vehicle_warnings(chosen) if "DESIRED" in w]


def test_no_more_is_asked_of_thrusters_than_there_are() -> None:
    """A propeller and a bow tunnel below CO: surge and yaw; heel, trim and drift are left to come."""
    chosen = boat({"position": [-0.8, 0.0, 0.1]}, {**BOW, "position": [0.7, 0.0, 0.1]})
    assert chosen.command is not None
    assert chosen.command.set_points == ("surge", "yaw")
    made = matrix(chosen) @ forces(chosen, thrust=50.0, rudder=100.0)
    assert made[0] > 0.0 and made[5] == pytest.approx(0.7 * made[1]) and made[5] > 0.0
    # thrusters that all push along one line
    line = boat({"position": [-0.8, 0.0, 0.0]}, {"position": [0.8, 0.0, 0.0]})
    assert line.command is not None and line.command.set_points == ("surge",)
    assert forces(line, thrust=100.0) == pytest.approx([40.0, 40.0])


def test_a_propeller_that_does_not_turn_astern_pushes_ahead_all_the_same() -> None:
    chosen = boat(*({**t, "n_min": 0.0} for t in TWIN), BOW)
    assert chosen.command is not None
    # yaw and sway would take one of the two astern
    assert chosen.command.set_points == ("surge",)
    assert any("pushes in yaw and nothing else" in w for w in vehicle_warnings(chosen))
    assert chosen.command.allocation.able["surge"] == (pytest.approx(80.0), 0.0)
    assert forces(chosen, thrust=100.0)[:2] == pytest.approx([40.0, 40.0])
    assert forces(chosen, thrust=-100.0) == pytest.approx([0.0, 0.0, 0.0])


@pytest.mark.parametrize("seed", range(15))
def test_any_thrusters_do_what_their_set_points_say(seed: int) -> None:
    """One to eight of them, anywhere, in any direction, of any strength: the force asked for, nothing of the others."""
    rng = np.random.default_rng(seed)
    thrusters = [
        {"position": rng.choice([-1.0, -0.5, 0.0, 0.5, 1.0], 3).tolist(), "direction": rng.normal(size=3).tolist(),
         "K_pos": float(10.0 ** rng.uniform(-7, -3)), "K_neg": float(10.0 ** rng.uniform(-7, -3))}
        for _ in range(rng.integers(1, 9))
    ]  # fmt: skip
    chosen = boat(*thrusters)
    rule = chosen.command
    assert rule is not None and rule.set_points
    gains = np.array([a.bollard for a in chosen.actuators]) * 2000.0**2
    for field in (f for f in AXES if NAMES[f] in rule.set_points):
        found = forces(chosen, **{field: 60.0})
        made = matrix(chosen) @ found
        wanted = 0.6 * rule.allocation.able[NAMES[field]][0] * (-1.0 if field == "elevator" else 1.0)
        others = [AXES[f] for f in AXES if NAMES[f] in rule.set_points and f != field]
        assert made[AXES[field]] == pytest.approx(wanted, rel=1e-4)
        assert made[others] == pytest.approx(np.zeros(len(others)), abs=1e-4 * abs(wanted))
        assert np.all(found <= gains[:, 0] * (1.0 + 1e-9)) and np.all(found >= -gains[:, 1] * (1.0 + 1e-9))


def test_a_set_point_that_cannot_be_followed_is_told() -> None:
    single = boat({"position": [-0.8, 0.0, 0.0]})
    assert any("pushes in yaw and nothing else: DESIRED_RUDDER does not move it" in w for w in vehicle_warnings(single))
    named = boat(*TWIN, sway=20.0, surge=900.0)
    told = vehicle_warnings(named)
    assert any("sideways and nothing else: DESIRED_SWAY" in w for w in told)
    assert any("command.surge = 900 N is more than its thrusters have, 80 N" in w for w in told)
    across = vehicle("jolner", "base", {"actuator.0.direction": [0.0, 0.0, 1.0]})
    assert any("pushes sideways or up and down" in w for w in vehicle_warnings(across))
    assert not [w for w in vehicle_warnings(vehicle("bluerov2", "mission")) if "DESIRED" in w]


def test_a_set_point_may_be_made_to_mean_less() -> None:
    rov = vehicle("bluerov2", "mission", {"command.heave": 50.0})
    assert (matrix(rov) @ forces(rov, heave=100.0))[2] == pytest.approx(50.0)
    assert (matrix(rov) @ forces(rov, heave=-50.0))[2] == pytest.approx(-25.0)


def test_x_fins() -> None:
    fins = [
        {"name": f"fin{i}", "type": "fin", "position": [-0.9, 0.1 * y, 0.1 * z], "span_angle": angle, "area": 0.01,
         "CL": 3.0, "delta_max": 20.0}
        for i, (angle, y, z) in enumerate([(-45, 1, -1), (45, 1, 1), (135, -1, 1), (-135, -1, -1)])
    ]  # fmt: skip
    prop = {"name": "prop", "type": "thruster", "position": [-1, 0, 0], "K": 1e-5, "n_min": -1000.0, "n_max": 1000.0}
    chosen = vehicle("torpedo_auv", "base", {"actuator": [prop, *fins], "command": {"type": "auv"}})
    assert chosen.command is not None

    def moments(**demand: float) -> np.ndarray:
        angles = set_points(chosen.command, Demand(**demand)).references[1:]  # type: ignore[arg-type]
        total = np.zeros(3)
        for a, delta in zip(chosen.actuators[1:], angles, strict=True):
            assert a.normal is not None
            total += np.cross(a.position, -delta * np.array([0.0, *a.normal]))
        return np.degrees(total)

    full = 0.9 * np.sqrt(8.0) * 20.0  # four fins at the limit, each with cos 45 of it
    assert moments(rudder=100.0) == pytest.approx([0.0, 0.0, full], abs=1e-9)  # starboard
    assert moments(elevator=100.0) == pytest.approx([0.0, -full, 0.0], abs=1e-9)  # dives
    both = moments(rudder=100.0, elevator=50.0)
    assert both == pytest.approx([0.0, -full / 3.0, full / 1.5], abs=1e-9)  # shrunk together
    assert not [w for w in vehicle_warnings(chosen) if "DESIRED" in w]


@pytest.mark.parametrize(("field", "rate", "other"), [("rudder", 5, 4), ("elevator", 4, 5)])
def test_an_x_tail_turns_to_starboard_or_dives(field: str, rate: int, other: int) -> None:
    fins = [
        {"name": f"fin{i}", "type": "fin", "position": [-0.9, 0.0, 0.0], "span_angle": angle, "area": 0.015, "CL": 3.0,
         "k_flap": 0.35, "delta_max": 20.0, "T_delta": 0.15}
        for i, angle in enumerate((-135.0, -45.0, 45.0, 135.0))
    ]  # fmt: skip
    prop = {"name": "prop", "type": "thruster", "position": [-1, 0, 0], "K": 1.2e-5, "n_min": -1000.0, "n_max": 1500.0}
    chosen = vehicle("torpedo_auv", "base", {"actuator": [prop, *fins]})
    assert chosen.command is not None
    model = Model(chosen)
    points = set_points(chosen.command, Demand(thrust=80.0, **{field: 20.0}))
    state = model.state((0.0, 0.0, 20.0, 0.0, 0.0, 0.0), (1.5, 0.0, 0.0, 0.0, 0.0, 0.0))
    state = model.advance(state, model.inputs(Forcing(), points.references), model.solver(RK4, 0.05), 160)
    nu, eta = model.nu(state), model.eta(state)
    sign = 1.0 if field == "rudder" else -1.0  # starboard is positive, bow down negative
    assert sign * nu[rate] > 0.03
    assert abs(nu[other]) < 0.1 * abs(nu[rate]) and abs(eta[3]) < 0.05
    if field == "elevator":
        assert eta[2] > 20.2


@pytest.mark.parametrize(
    ("command", "key", "problem"),
    [
        ({"mix": 0.5}, "mix", "has no effect with type = allocation"),
        ({"sway": -3.0}, "sway", "above 0"),
        ({"weights": {"t7": 1.0}}, "weights.t7", "unknown key"),
        ({"weights": {"t0": 0.0}}, "weights.t0", "above 0"),
    ],
)
def test_a_wrong_command_table_is_refused(command: dict[str, Any], key: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=rf"command\.{key}: .*{problem}"):
        boat(*TWIN, **command)


def test_what_turns_or_cannot_push_is_not_shared_out() -> None:
    azimuth = {"name": "az", "type": "azimuth", "K": 1e-5, "n_min": -900.0, "n_max": 900.0, "alpha_max": 90.0}
    with pytest.raises(ConfigError, match=r"command\.type: az of type azimuth cannot be allocated"):
        vehicle("jolner", "base", {"actuator": [azimuth], "command": {"type": "allocation"}})
    with pytest.raises(ConfigError, match=r"command\.type: nothing can be shared out: t1 makes at most 0 N"):
        boat(TWIN[0], {**TWIN[1], "K_pos": 0.0, "K_neg": 0.0})
