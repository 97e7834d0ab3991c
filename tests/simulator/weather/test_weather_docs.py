"""docs/weather.md: what it shows works, and it names every sensor and every fault."""

from __future__ import annotations

import re

import pytest

from tests.support.internals import internals
from tests.support.paths import ROOT
from tests.support.simulators import config_lines
from usimmarine_py.sensors.kinds import KINDS, UNDERWATER
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.around.currents import Currents
from usimmarine_py.simulator.parts.shown.sensors import SensorPart
from usimmarine_py.values.faults import ACTUATOR_ACTIONS, SENSOR_ACTIONS

PAGE = (ROOT / "docs" / "weather.md").read_text()
WEATHER, FIELD, SENSORS, PORTS, UNDER_WATER, ENERGY, FAULTS = (
    block.strip().split("\n") for block in re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)
)


def test_the_blocks_are_read_without_a_warning() -> None:
    simulator = Simulator.from_lines(config_lines(*WEATHER, *SENSORS))
    assert [str(warning) for warning in simulator.config_warnings if not warning.is_note] == []
    assert internals(simulator).weather.model.wind.speed == 12.0
    assert [sensor.name for sensor in simulator.vehicle.part(SensorPart).suite.sensors] == ["gps", "compass", "imu"]


def test_instruments_under_water_are_read_without_a_warning() -> None:
    simulator = Simulator.from_lines(config_lines(*UNDER_WATER))
    assert [str(warning) for warning in simulator.config_warnings] == []
    assert [s.name for s in simulator.vehicle.part(SensorPart).suite.sensors] == [
        "dvl",
        "adcp",
        "usbl",
        "pressure",
        "ctd",
        "bow",
        "keel",
    ]


@pytest.mark.parametrize("line", PORTS)
def test_every_line_about_ports_is_read_without_a_warning(line: str) -> None:
    simulator = Simulator.from_lines(config_lines("sensor = gps", "sensor = compass", line))
    assert simulator.config_warnings == []


def test_the_battery_is_read_without_a_warning() -> None:
    simulator = Simulator.from_lines(config_lines(*ENERGY))
    assert [str(warning) for warning in simulator.config_warnings] == []
    assert internals(simulator).battery is not None


def test_the_block_of_the_current_field_is_read_without_a_warning() -> None:
    simulator = Simulator.from_lines(config_lines(*FIELD), read_file=lambda name: f"FieldName: {name}\n0,0,1,0\n")
    assert simulator.config_warnings == []
    assert simulator.vehicle.part(Currents).settings.field_interpolation == "idw"


def test_the_fault_words_work() -> None:
    simulator = Simulator(dynamics="fossen6", vehicle="odin", sensor=["gps", "compass"])
    for text in FAULTS:
        simulator.post("USM_FAULT", text.partition("//")[0].partition("=")[2].strip().strip('"'))
    assert {fault.target for fault in internals(simulator).faults} == {"rudder", "compass", "jet_port_alpha"}


def test_nothing_is_left_out() -> None:
    for word in (*KINDS, *UNDERWATER, *SENSOR_ACTIONS, *ACTUATOR_ACTIONS):
        assert word in PAGE
