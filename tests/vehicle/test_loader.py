"""Vehicle files: what they mean, and one clear error with file and key for everything that is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

from tests.support.vehicles import vehicle
from usimmarine_py.errors import ConfigError
from usimmarine_py.kernels.body.damping import cylinder_drag_coefficient
from usimmarine_py.kernels.body.motion6 import damping_forces
from usimmarine_py.vehicle.description.loader import build_vehicle, load_vehicle
from usimmarine_py.vehicle.files import names, read
from usimmarine_py.vehicle.model import Model

CYLINDER = """
schema = 1
[vehicle]
name = "tube"
kind = "auv"
length_pp = 2.0
[medium]
nu_kin = 1.56e-6
[geometry]
shape = "cylinder"
length = 2.0
radius = 0.1
mass = 64.0
[rigid_body]
r_g = [0.0, 0.0, 0.02]
"""


@pytest.mark.parametrize("name", names())
def test_every_shipped_file_states_its_range_and_its_sources(name: str) -> None:
    text, _ = read(name)
    shipped = vehicle(name)
    assert "froude_max" in text and "speed_max" in text
    assert shipped.about.sources and all(ref for _, ref in shipped.about.sources)
    assert shipped.name == name


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("rigid_body.mass", -3, "above 0"),
        ("rigid_body.mass", "heavy", "must be a number"),
        ("rigid_body.mass", float("nan"), "must be finite"),
        ("rigid_body.masss", 3, "unknown key"),
        ("rigid_body.r_g", [0, 0], "list of 3 numbers"),
        ("rigid_body.inertia_co", [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "about CG"),
        ("rigid_body.inertia_co", [[3066, 5, 0], [0, 18992, 0], [0, 0, 20927]], "symmetric"),
        ("added_mass.matrix", [[-9000.0] * 6] * 6, "not positive definite"),
        ("added_mass.coriolis_zero", [[1, 1]], "always zero"),
        ("damping.linear_diag", [1, 2, 3], "list of 6 numbers"),
        ("damping.cross_flow.limits", [2, -2], "aft < fore"),
        ("damping.cross_flow.method", "simpson", "one of exact, strips"),
        ("hydrostatics.model", "floating", "one of none, linear, submerged"),
        ("fluid_memory.scaling", "froude", "one of hilsim, bis"),
        ("actuator.0.type", "waterjett", "did you mean waterjet?"),
        ("actuator.0.K", -1.0, "at least 0"),
        ("actuator.1.name", "jet_port", "already"),
        ("actuator.0.n_min", 5000.0, "less than n_max"),
        ("command.type", "warp", "must be one of"),
        ("medium.rho", 0, "above 0"),
        ("vehicle.dof", 4, "must be 3 or 6"),
        ("vehicle.dof", 3, "I_z"),
        ("manoeuvring", {"X_u": 1.0}, "3-DOF"),
        ("schema", 2, "schema = 1"),
        ("hydrostatic", {"G": 1}, "did you mean hydrostatics?"),
        ("variant", 3, "tables"),
        ("validity.speed_max", "fast", "must be a number"),
    ],
)
def test_a_wrong_file_is_refused_with_file_and_key(key: str, value: Any, problem: str) -> None:
    with pytest.raises(ConfigError) as caught:
        if key == "variant":
            build_vehicle({"variant": value}, "odin.toml")
        vehicle("odin", "", {key: value})
    message = str(caught.value)
    assert problem in message
    assert message.startswith("odin.toml: ")
    assert "\n" not in message


def test_a_missing_table_a_missing_variant_and_broken_toml() -> None:
    text, file = read("odin")
    with pytest.raises(ConfigError, match=r"vehicle.name: is missing"):
        load_vehicle("schema = 1", "mine.toml")
    with pytest.raises(ConfigError, match=r"no variant 'hilsin' .*did you mean hilsim"):
        load_vehicle(text, file, "hilsin")
    with pytest.raises(ConfigError, match=r"is not TOML.*line"):
        load_vehicle("[vehicle\n", "mine.toml")
    with pytest.raises(ConfigError, match="'9' must be an index from 0 to 1"):
        vehicle("odin", actuator__9__K=1.0)


def test_a_rudder_needs_its_propeller() -> None:
    with pytest.raises(
        ConfigError, match=r"actuator.2.behind: there is no thruster 'prop_por'.*did you mean prop_port"
    ):
        vehicle("cybership2", "", {"actuator.2.behind": "prop_por"})


def test_variants_replace_values_by_dotted_keys() -> None:
    plain, hilsim = vehicle("odin"), vehicle("odin", "hilsim")
    assert plain.forces.coriolis.model == "full" and hilsim.forces.coriolis.model == "linear_surge"
    assert hilsim.actuators[0].position == (-5.1, -0.5, 0.0) and hilsim.actuators[0].planar
    assert plain.body.symmetrise and not hilsim.body.symmetrise
    assert any("unsymmetric" in note for note in hilsim.about.notes)


def test_optional_heave_and_pitch_damping() -> None:
    plain, damped = vehicle("odin"), vehicle("odin", damping__optional_heave_pitch__enabled=True)
    g, m = plain.forces.hydrostatics.G, plain.M
    assert damped.forces.damping.plain.linear.w == pytest.approx(0.4 * np.sqrt(g[2, 2] * m[2, 2]))
    assert damped.forces.damping.plain.linear.q == pytest.approx(0.4 * np.sqrt(g[4, 4] * m[4, 4]))


def test_the_torpedo_follows_from_its_geometry() -> None:
    """The shipped numbers are those of the recipe."""
    shipped, derived = vehicle("torpedo_auv"), load_vehicle(CYLINDER, "tube.toml")
    assert np.allclose(derived.body.M_A, shipped.body.M_A, rtol=1e-14)
    assert np.allclose(derived.body.inertia, shipped.body.inertia, rtol=1e-14)
    assert derived.forces.hydrostatics.buoyancy == pytest.approx(shipped.forces.hydrostatics.buoyancy, rel=1e-14)
    assert derived.forces.damping.plain.quadratic.u == pytest.approx(
        shipped.forces.damping.plain.quadratic.u, rel=1e-14
    )
    assert derived.attitude == "quaternion"
    assert any("choices of this program" in note for note in derived.about.notes)


def test_section_drag_follows_the_reynolds_number(figure: Callable[[str], None]) -> None:
    model = Model(load_vehicle(CYLINDER, "tube.toml"))
    for v in (0.05, 0.5, 3.0, 30.0):
        drag = 0.5 * 1025.0 * cylinder_drag_coefficient(v * 0.2 / 1.56e-6) * 0.2 * 2.0 * v * v
        assert damping_forces(0.0, v, 0.0, 0.0, 0.0, 0.0, model.constants)[1] == pytest.approx(drag, rel=1e-12)
    # at low Reynolds numbers the strip value of the note: 1/2 rho C_D 2R L^4/32
    spin = damping_forces(0.0, 0.0, 0.0, 0.0, 0.0, 0.05, model.constants)[5] / 0.05**2
    assert spin == pytest.approx(0.5 * 1025.0 * 1.2 * 0.2 * 2.0**4 / 32.0, rel=1e-12)
    for reynolds, expected in ((1e3, 1.2), (1e5, 1.2), (2.7e5, 1.17), (6.4e5, 0.28), (4.9e6, 0.68), (1e8, 0.68)):
        assert cylinder_drag_coefficient(reynolds) == pytest.approx(expected, abs=1e-12)


def test_three_degrees_of_freedom_from_fossen_derivatives() -> None:
    tree = {
        "vehicle": {"name": "mine", "dof": 3, "length_pp": 2.0},
        "rigid_body": {"mass": 20.0, "I_z": 5.0, "x_g": 0.1},
        "manoeuvring": {"X_udot": -2.0, "Y_vdot": -10.0, "N_rdot": -1.0, "X_u": -3.0, "Y_v": -4.0, "N_r": -5.0},
    }
    built = build_vehicle(tree, "mine")
    used = np.ix_([0, 1, 5], [0, 1, 5])
    assert np.array_equal(built.M[used], [[22.0, 0, 0], [0, 30.0, 2.0], [0, 2.0, 6.0]])
    positive = {**tree, "manoeuvring": {**tree["manoeuvring"], "Y_vdot": 30.0}}  # type: ignore[dict-item]
    with pytest.raises(ConfigError, match="derivatives such as X_udot are negative"):
        build_vehicle(positive, "mine")


def test_own_files_by_path(tmp_path: Any) -> None:
    path = tmp_path / "tube.toml"
    path.write_text(CYLINDER)
    text, file = read(str(path))
    assert load_vehicle(text, file).name == "tube"
    assert read("tube.toml", tmp_path)[0] == CYLINDER
    with pytest.raises(ConfigError, match=r"nothing.toml: vehicle: cannot be read: No such file"):
        read(str(tmp_path / "nothing.toml"))
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="is not UTF-8 text"):
        read(str(tmp_path / "binary.toml"))


def test_the_variant_where_none_is_asked_for() -> None:
    text = read("otter")[0]
    assert load_vehicle(text, "otter.toml").variant == "mission"
    assert load_vehicle(text, "otter.toml").forces.payload == load_vehicle(text, "otter.toml", "mission").forces.payload
    assert load_vehicle(text, "otter.toml", "base").forces.payload.rows == 0.0
    plain = text.replace('default_variant = "mission"\n', "")
    assert np.array_equal(load_vehicle(plain, "o").body.M_A, load_vehicle(text, "o", "base").body.M_A)
    assert load_vehicle(plain, "o").forces.payload == load_vehicle(text, "o", "base").forces.payload
    with pytest.raises(ConfigError, match=r"default_variant.*names no variant"):
        load_vehicle(text.replace('default_variant = "mission"', 'default_variant = "misson"'), "o")


def test_thesis_is_the_printed_file() -> None:
    for name in ("odin", "jolner"):
        printed, thesis = load_vehicle(*read(name), "base"), load_vehicle(*read(name), "thesis")
        assert np.array_equal(printed.M, thesis.M) and printed.forces.memory == thesis.forces.memory
        assert printed.actuators == thesis.actuators


def test_thrust_deduction_and_wake() -> None:
    from usimmarine_py.values.toml_table import TableReader
    from usimmarine_py.vehicle.actuators.actuator import read_actuator

    numbers = {"T_nn_pos": 2.0, "T_nu_pos": 1.0, "T_nn_neg": 2.0, "T_nu_neg": 1.0, "n_min": -1.0, "n_max": 1.0}
    made = read_actuator(
        TableReader({"name": "p", "type": "thruster_advance", "t": 0.1, "w": 0.2, **numbers}, "", "f"), 1025.0
    )
    assert asdict(made.law) == pytest.approx({"T_nn_pos": 1.8, "T_nu_pos": 0.72, "T_nn_neg": 1.8, "T_nu_neg": 0.72})
