"""One spelling of overrides, and every place that takes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.missions import HEAD, VEHICLE, write
from usimmarine_py import Simulator, run_mission, vehicle_subject
from usimmarine_py.errors import ConfigError
from usimmarine_py.trials.subject import mission_subject
from usimmarine_py.values.overrides import (
    VehicleText,
    read_changes,
    split_changes,
    toml_text,
    toml_value,
    value_text,
    with_entries,
)
from usimmarine_py.vehicle import Vehicle
from usimmarine_py.vehicle.backend import FossenBackend


def test_a_text_is_taken_apart() -> None:
    text = VehicleText.read('odin:hilsim,rigid_body.r_g=[-1.5, 0.0, -0.1],vehicle.info="a, b",actuator.0.K_pos=0.003')
    assert (text.name, text.variant) == ("odin", "hilsim")
    assert text.changes == {"rigid_body.r_g": "[-1.5, 0.0, -0.1]", "info": '"a, b"', "actuator.0.K_pos": "0.003"}
    assert str(text) == "odin:hilsim,rigid_body.r_g=[-1.5,0.0,-0.1],info='a, b',actuator.0.K_pos=0.003"
    assert VehicleText.read(str(text)).overrides() == text.overrides()
    assert split_changes("alpha.moos,turn_rate=40") == ("alpha.moos", {"turn_rate": "40"})


@pytest.mark.parametrize("path", ["./a:b/boat.toml", "./some,boat.toml", "C:\\boats\\mine.toml", "boat.toml"])
def test_a_path_stays_whole(path: str) -> None:
    assert VehicleText.read(path) == (path, "", {})
    if "," not in path:
        assert VehicleText.read(f"{path}:heavy")[:2] == (path, "heavy")


@pytest.mark.parametrize("text", ["odin,mass", "odin,=3", "odin,mass="])
def test_what_is_no_change_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="must be KEY=VALUE"):
        VehicleText.read(text)


def test_two_variants_are_refused() -> None:
    assert VehicleText.read("odin:hilsim").variant_or("hilsim") == "hilsim"
    with pytest.raises(ConfigError, match="choose one"):
        Vehicle.load("odin:hilsim", "base")


@pytest.mark.parametrize("value", [True, 3, 0.1, 1e-7, 1e22, "word", "two words", [1, 2.5], {"a": [True]}])
def test_values_survive_as_text(value: object) -> None:
    assert toml_value(toml_text(value), "key") == value


def test_values_of_python_are_texts_of_a_mission() -> None:
    values = [True, 7, 7.0, 0.1, 1e-7, 1e22, -0.25, "90,3"]
    texts = ["true", "7", "7", "0.1", "0.0000001", "1" + "0" * 22, "-0.25", "90,3"]
    assert [value_text(value) for value in values] == texts
    assert read_changes({"turn_rate": 40.0}) == read_changes(["turn_rate = 40"]) == {"turn_rate": "40"}


def test_dotted_keywords_go_with_the_vehicle() -> None:
    given = {"vehicle": "odin:hilsim", "vehicle.rigid_body.mass": 7000, "vehicle.command.type": "direct", "start_x": 3}
    assert with_entries(given) == {"vehicle": "odin:hilsim,rigid_body.mass=7000,command.type='direct'", "start_x": 3}


def mass_of(simulator: Simulator) -> float:
    assert isinstance(simulator.backend, FossenBackend)
    return simulator.backend.model.vehicle.mass


def test_every_place_takes_them(tmp_path: Path) -> None:
    text = "cybership2,rigid_body.mass=30"
    assert Vehicle.load(text).description.mass == 30.0
    assert mass_of(Simulator(dynamics="fossen3", vehicle=text)) == 30.0
    assert mass_of(Simulator(dynamics="fossen3", vehicle="cybership2", **{"vehicle.rigid_body.mass": 30})) == 30.0
    by_text, by_changes = vehicle_subject(text), vehicle_subject("cybership2", changes={"vehicle.rigid_body.mass": 30})
    assert by_text.facts["changes"] == by_changes.facts["changes"] == {"rigid_body.mass": 30}
    block = (VEHICLE % f"  dynamics = fossen3\n  vehicle = {text}").replace("  thrust_map", "  // ")
    mission = write(tmp_path, HEAD + block.replace("  max_", "  // ").replace("  turn_rate", "  // "))
    assert mass_of(Simulator.from_mission(mission)) == 30.0
    for key in ("vehicle.rigid_body.mass", "rigid_body.mass"):
        subject = mission_subject(f"{mission},{key}=25")
        assert subject.facts["changes"] == {key: "25"}
        assert subject.plant.model.vehicle.mass == 25.0  # type: ignore[attr-defined]


def test_a_mission_runs_with_changes(tmp_path: Path) -> None:
    mission = write(tmp_path, HEAD + VEHICLE % "  start_x = 3")
    assert run_mission(mission, 1.0, changes={"start_x": 5, "start_y": 2.5})["NAV_X"].values[0] == 5.0
    with pytest.raises(ConfigError, match="unknown parameter"):
        run_mission(mission, 1.0, changes={"start_xx": 5})
