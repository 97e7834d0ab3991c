"""What is asked for and does nothing to this vehicle is told: mail once, lines and keywords at the start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.internals import internals
from usimmarine_py import Simulator
from usimmarine_py.errors import ConfigError, NoEffectWarning, ParameterWarning
from usimmarine_py.values import ConfigLine
from usimmarine_py.vehicle.files import read


def told(simulator: Simulator, *mail: tuple[str, float | str]) -> list[str]:
    """The warnings that mail leaves, each message sent twice."""
    for _ in range(2):
        for name, value in mail:
            simulator.post(name, value, "p")
    return [str(warning) for warning in simulator.run_warnings]


def vehicle(name: str, **more: Any) -> Simulator:
    return Simulator(dynamics="fossen6", vehicle=name, **more)


def test_thrust_of_one_side_counts_in_differential_mode_only() -> None:
    otter = vehicle("otter")
    texts = told(otter, ("DESIRED_THRUST_L", 30.0), ("DESIRED_THRUST_R", 30.0))
    assert [text[:16] for text in texts] == ["DESIRED_THRUST_L", "DESIRED_THRUST_R"]
    otter = vehicle("otter")
    assert told(otter, ("THRUST_MODE_DIFFERENTIAL", "true"), ("DESIRED_THRUST_L", 30.0)) == []
    (text,) = told(otter, ("DESIRED_THRUST", 30.0))
    assert "in differential mode" in text


def test_the_kinematic_dialects_drop_it_without_a_word() -> None:
    for dialect in ("v22", "v23", "documented"):
        simulator = Simulator(dialect=dialect, thrust_map="100:5")
        assert told(simulator, ("DESIRED_THRUST_L", 30.0), ("DESIRED_THRUST_R", 30.0)) == []
    assert told(Simulator(dialect="v23", thrust_map="100:5"), ("DESIRED_FAN", 30.0)) == []


def test_the_fan_is_of_a_kinematic_vehicle_under_sail() -> None:
    (text,) = told(vehicle("otter", dialect="v23"), ("DESIRED_FAN", 30.0))
    assert "dynamics = kinematic" in text
    (text,) = told(Simulator(dialect="v22", thrust_map="100:5"), ("DESIRED_FAN", 30.0))
    assert "under sail" in text


def test_the_elevator_of_a_vehicle_without_planes(tmp_path: Path) -> None:
    parts = read("torpedo_auv")[0].split("[[actuator]]")
    plane = next(i for i, part in enumerate(parts) if "stern_plane" in part)
    parts[plane] = parts[plane].replace('axis        = "pitch"', 'axis        = "yaw"')
    file = tmp_path / "flat.toml"
    file.write_text("[[actuator]]".join(parts))
    (text,) = told(vehicle(str(file)), ("DESIRED_ELEVATOR", 30.0))
    assert "moves nothing" in text
    assert told(vehicle(str(file)), ("DESIRED_ELEVATOR", 0.0)) == []
    assert "on the surface" in told(vehicle("otter"), ("DESIRED_ELEVATOR", 30.0))[0]
    for name in ("remus100", "lauv", "seawing", "torpedo_auv", "bluerov2"):
        assert told(vehicle(name), ("DESIRED_ELEVATOR", 30.0)) == []


@pytest.mark.parametrize("name", ["speed_pid_kp", "depth_control", "maxrudder"])
def test_gains_without_a_controller(name: str) -> None:
    value = "false" if name == "depth_control" else "1"
    with pytest.warns(NoEffectWarning, match=f"^{name}: has no effect: without a yaw_pid"):
        Simulator(**{name: value})
    assert not Simulator(**{name: value}, yaw_pid_kp=1.0).config_warnings
    with pytest.raises(Exception, match="must be"):
        Simulator(**{name: "maybe"})


@pytest.mark.parametrize("given", [{"nmea": True}, {"nmea_start": "2026-01-01"}, {"nmea_udp": "127.0.0.1:9000"}])
def test_sentences_without_a_sensor(given: dict[str, Any]) -> None:
    with pytest.warns(NoEffectWarning, match="has no effect without a sensor"):
        Simulator(**given)
    assert not Simulator(**given, sensor="gps").config_warnings


def test_a_mission_warns_as_keywords_do(tmp_path: Path) -> None:
    file = tmp_path / "one.moos"
    file.write_text(
        "ProcessConfig = uSimMarineV22\n{\n  wind_speed = 5\n  wind_dir = 30\n  nmea_start = 2026-01-01\n}\n"
    )
    with pytest.warns(NoEffectWarning) as caught:
        simulator = Simulator.from_mission(file)
    texts = [str(one.message) for one in caught]
    assert sorted(text.split(": ")[1] for text in texts) == ["nmea_start", "wind_speed"]
    assert all(f"{file}" in text and one.filename == __file__ for text, one in zip(texts, caught, strict=True))
    assert len(texts) == len([w for w in simulator.config_warnings if not w.is_note])


IDLE: list[dict[str, Any]] = [
    {"thrust_map": "0:0, 50:2"},
    {"thrust_map": "0:0"},
    {"vehicle": "otter"},
    {"battery_voltage": 24},
    {"dynamics": "fossen6", "vehicle": "otter", "turn_rate": 40},
]
IN_PART: list[dict[str, Any]] = [
    {"thrust_map": "50:2, 40:3"},
    {"turn_rate": 500},
    {"start_depth": -3},
    {"start_pos": "x=1, depth=-3"},
]
REFUSED: list[dict[str, Any]] = [
    {"thrust_map": "5:-1"},
    {"turn_rate": "abc"},
    {"trun_rate": 40},
    {"wind_speed": -1},
    {"seed": -1},
    {"drift_vector": "90"},
]


@pytest.mark.parametrize("given", [*IDLE, *IN_PART, *REFUSED], ids=str)
def test_python_says_what_a_mission_says(given: dict[str, Any]) -> None:
    """A mission warns of it and runs: so does Python. What a mission does not take is an error, in the same words."""
    lines = [ConfigLine(key, str(value)) for key, value in given.items()]
    notes = Simulator.from_lines(lines).config_warnings
    (sentence,) = [str(note) for note in notes if not note.is_note or note.taken]
    if given in REFUSED:
        with pytest.raises(ConfigError) as error:
            Simulator(**given)
        assert str(error.value) == sentence
        return
    with pytest.warns(ParameterWarning) as caught:
        simulator = Simulator(**given)
    assert [str(warning.message) for warning in caught] == [sentence]
    assert [warning.category for warning in caught] == [NoEffectWarning if given in IDLE else ParameterWarning]
    assert caught[0].filename == __file__
    assert sentence in map(str, simulator.config_warnings)


def test_what_is_left_of_a_value_is_in_force() -> None:
    with pytest.warns(ParameterWarning):
        simulator = Simulator(thrust_map="50:2, 40:3", turn_rate=500)
    settings = internals(simulator).settings
    assert (settings.thrust_map.positive, settings.turn_rate) == (((50.0, 2.0),), 100.0)


def test_a_start_that_is_no_time() -> None:
    with pytest.raises(ConfigError, match="start_time: must be a finite number of seconds, found nan"):
        Simulator(start_time=float("nan"))
