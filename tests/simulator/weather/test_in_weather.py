"""Weather around a vehicle: what it does, what it leaves alone, and that ticks don't matter."""

from __future__ import annotations

from dataclasses import replace
from math import hypot, isfinite, pi
from typing import Any

import pytest

from tests.support.internals import internals
from tests.support.simulators import config_lines, make, run
from usimmarine_py.errors import ConfigError, MailError
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.shown.sensors import SensorPart
from usimmarine_py.values import ActuatorCommand

#: Everything that varies, on a vehicle with wave gains.
GALE: dict[str, Any] = {
    "wind_speed": 20,
    "wind_dir": 180,
    "wind_gust": "harris",
    "wind_speed_sigma": 1,
    "wind_dir_sigma": 3,
    "current_speed": 0.5,
    "current_speed_sigma": 0.05,
    "current_dir_sigma": 2,
    "wave_hs": 1,
}
ODIN: dict[str, Any] = {"dynamics": "fossen6", "vehicle": "odin", "variant": "hilsim"}
PUSH = ActuatorCommand(thrust=60, rudder=10)


def _posts(simulator: Simulator, seconds: float, dt: float = 0.1) -> list[tuple[str, float | str]]:
    return [(post.variable, post.value) for post in run(simulator, 0.0, seconds, dt)]


def _last(simulator: Simulator, seconds: float, dt: float = 0.1) -> dict[str, float | str]:
    return dict(_posts(simulator, seconds, dt))


@pytest.mark.parametrize("dt", [0.1, 0.25, 0.5, 1.0, 0.03])
def test_on_a_gridded_backend_the_tick_does_not_matter(dt: float) -> None:
    def run(tick: float) -> tuple[Any, ...]:
        simulator = Simulator(**ODIN, **GALE, sensor=["gps, rate=5", "compass", "log"], seed=4)
        readings: list[Any] = []
        for _ in range(round(3.0 / tick)):
            simulator.step(PUSH, tick)
        state = simulator.state
        readings = [sensor.last for sensor in internals(simulator).sensing.suite.sensors]
        conditions = internals(simulator).weather.conditions
        return state.x, state.y, state.heading, state.nu, state.actuators, conditions, readings

    assert run(dt) == run(0.05)


def test_reset_restores_weather_and_sensors() -> None:
    simulator = Simulator(**ODIN, **GALE, sensor="gps")
    first = _posts(simulator, 2)
    simulator.post("USM_WEATHER", "wind_speed=3, wave_hs=0")
    simulator.post("USM_FAULT", "gps:dead")
    simulator.reset()
    assert _posts(simulator, 2) == first


def test_current_drift_field_and_leeway_add_up() -> None:
    field = "Radius: 1000\nx=0,y=0,mag=0.3,ang=0\n"
    simulator = Simulator(
        current_speed=0.5,
        current_dir=90,
        drift_x=-0.2,
        wind_speed=10,
        wind_dir=0,
        leeway=2,
        current_field="here.cfd",
        read_file=lambda _: field,
    )
    posts = _last(simulator, 0.1)
    assert simulator.state.x == pytest.approx(0.1 * (0.5 - 0.2))
    assert simulator.state.y == pytest.approx(0.1 * (0.3 - 0.2))
    # the field is current, the drift is not
    assert posts["USM_CURRENT_SPEED"] == pytest.approx(hypot(0.5, 0.3), rel=1e-3)
    assert (posts["USM_WIND_SPEED"], posts["USM_WIND_DIR"]) == (10.0, 0.0)


def test_drift_on_a_fossen_vehicle_is_a_current_or_plain() -> None:
    current = Simulator(dynamics="fossen6", vehicle="otter", drift_x=0.4, start_with_water=False)
    plain = Simulator(dynamics="fossen6", vehicle="otter", drift_x=0.4, drift_option="plain")
    still = Simulator(dynamics="fossen6", vehicle="otter")
    for _ in range(50):
        for simulator in (current, plain, still):
            simulator.step(PUSH, 0.1)
    assert plain.state.x - still.state.x == pytest.approx(5 * 0.4, abs=1e-9)
    assert plain.state.nu == still.state.nu
    assert plain.state.sog > still.state.sog
    # the water takes hold slowly
    assert 0.1 < current.state.x - still.state.x < 2.0 - 0.1


def test_wind_by_mail_is_the_wind_by_parameter() -> None:
    given = Simulator(**ODIN, wind_speed=12, wind_dir=90)
    mailed = Simulator(**ODIN)
    mailed.post("WIND_CONDITIONS", "spd=12,dir=90")
    in_block = Simulator(**ODIN, wind_conditions="spd=12,dir=90")
    for _ in range(50):
        for simulator in (given, mailed, in_block):
            simulator.step(ActuatorCommand(), 0.1)
    assert given.state.x < -0.05
    assert repr(mailed.state) == repr(given.state) == repr(in_block.state)


def test_wind_conditions_alone_publish_nothing_new_on_the_kinematic_vehicle() -> None:
    plain = Simulator(wind_conditions="spd=5,dir=90", polar_plot="0,0:90,80:180,50", thrust_map="20:1,100:5")
    names = {name for name, _ in _posts(plain, 1)}
    assert not {name for name in names if name.startswith(("USM_WIND", "USM_WAVE", "USM_CURRENT"))}
    assert not internals(plain).weather.acts
    assert not plain.vehicle.part(SensorPart).suite.sensors


def test_the_weathers_wind_fills_the_sails_with_its_gusts() -> None:
    plot = {"polar_plot": "0,0:90,80:180,50", "thrust_map": "20:10,100:50", "max_acceleration": 100, "start_heading": 0}
    by_words = Simulator(wind_conditions="spd=5,dir=90", **plot)
    by_weather = Simulator(wind_speed=5, wind_dir=90, **plot)
    gusty = Simulator(wind_speed=5, wind_dir=90, wind_gust="harris", **plot)
    for simulator in (by_words, by_weather, gusty):
        for _ in range(20):
            simulator.step(ActuatorCommand(thrust=100), 0.1)
    assert by_words.state.speed == pytest.approx(4.0)
    assert by_weather.state.speed == by_words.state.speed
    assert abs(gusty.state.speed - 4.0) > 0.01


def test_waves_move_the_outputs_of_a_vehicle_without_gains() -> None:
    simulator = Simulator(wave_hs=1, wave_dir=40, start_depth=2)
    calm = Simulator(start_depth=2)
    posts, flat = _last(simulator, 5), _last(calm, 5)
    assert posts["USM_PITCH"] == pytest.approx(float(flat["USM_PITCH"]) + float(posts["USM_WAVE_PITCH"]))
    assert posts["USM_DEPTH"] == pytest.approx(float(flat["USM_DEPTH"]) + float(posts["USM_WAVE_HEAVE"]))
    assert abs(float(posts["USM_WAVE_PITCH"])) > 1e-4
    # outputs only: the vehicle itself stays where it was
    assert repr(replace(simulator.state, time=0.0)) == repr(replace(calm.state, time=0.0))


def test_weather_changes_by_mail_and_a_bad_word_changes_nothing() -> None:
    simulator = Simulator(wind_speed=5, wind_dir=90, leeway=3)
    simulator.post("USM_WEATHER", "wind_speed=8, wave_hs=0.5")
    assert _last(simulator, 0.1)["USM_WIND_SPEED"] == 8.0
    before = internals(simulator)
    for words, complaint in (
        ("wave_hs=-1", "wave_hs: must be at least 0 m"),
        ("wind_speed=9, wave_hs=tall", "wave_hs: must be a finite number"),
        ("seed=4", "seed: not a weather parameter that mail can set"),
        ("wind_sped=4", "did you mean wind_speed"),
        ("", "expected name=value"),
        (7.0, "must be a text"),
    ):
        with pytest.raises(MailError, match=complaint):
            simulator.post("USM_WEATHER", words)
        assert internals(simulator) == before


BAD_LINES = (
    ("wave_hs = -1", "wave_hs: must be at least 0 m, found -1"),
    ("sensor = radar", "sensor: no such sensor 'radar'"),
    ("sensor = gps, rate=0", "sensor: rate must be 0.001 to 1000"),
    ("sensor = gps\nsensor = gps", "sensor: two sensors named gps"),
    ("sensor = gps\nnmea_udp = 70000", "nmea_udp: must be a port number"),
    ("sensor = gps\nnmea_udp = :5000", "nmea_udp: must be a port number"),
    ("sensor = gps\nnmea_tcp = a/b:5000", "nmea_tcp: must be a port number"),
    ("sensor = gps\nnmea_rates = GGA=1, HDD=2", "nmea_rates: 'HDD' is no sentence that is spoken"),
    ("sensor = gps\nnmea_rates = GGA=-1", "nmea_rates: must be SENTENCE=RATE"),
    ("sensor = gps\nnmea_rates = GGA=100", "nmea_rates: GGA = 100: the sensor gps gives 20 a second"),
    ("sensor = gps\nnmea_rates = MWV=1", "nmea_rates: no sensor speaks MWV"),
    ("sensor = gps\nnmea_rates = VDM=1", "nmea_rates: VDM has no effect without nmea_ais"),
    ("sensor = gps\nnmea_ais = c", "nmea_ais: must be false, true, a or b"),
    ("nmea_serial = gps.tty", "nmea_serial: has no effect without a sensor"),
    ("sensor = gps\nnmea_start = yesterday", "nmea_start: must be a date"),
    ("nmea_tcp = 5000", "nmea_tcp: has no effect without a sensor"),
    ("sensors_as_nav = true\nsensor = gps", "sensors_as_nav: no sensor measures HEADING, DEPTH"),
)


@pytest.mark.parametrize(("lines", "complaint"), BAD_LINES)
def test_a_bad_line_is_told_of_once_and_the_rest_counts(lines: str, complaint: str) -> None:
    block = config_lines(*lines.split("\n"), "current_dir = 45", file="sea.moos", first=10)
    simulator = Simulator.from_lines(block)
    (warning,) = (warning for warning in simulator.config_warnings if warning.key != "current_dir")
    assert str(warning).startswith("sea.moos:1")
    assert complaint in str(warning)
    assert internals(simulator).weather.model.current.towards == pytest.approx(pi / 4)
    simulator.iterate(1.0)
    assert isfinite(simulator.state.x)


def test_arrows_are_drawn_when_asked_for_only() -> None:
    drawn = [
        p for p in _posts(Simulator(**GALE, leeway=3, visuals=True, visuals_at="-50,20"), 1) if p[0].startswith("VIEW_")
    ]
    assert {name for name, _ in drawn} == {"VIEW_ARROW", "VIEW_VECTOR"}
    assert any("label=usm_wind" in str(text) and "ctrx=-50.0,ctry=20.0" in str(text) for _, text in drawn)
    assert not [p for p in _posts(Simulator(**GALE, leeway=3), 1) if p[0].startswith("VIEW_")]


def test_inputs_are_never_published() -> None:
    names = {name for name, _ in _posts(Simulator(**ODIN, **GALE, visuals=True, sensor="gps"), 1)}
    assert not names & {"CURRENT_X", "CURRENT_Y", "WIND_CONDITIONS", "DRIFT_X", "DRIFT_Y", "USM_WEATHER", "USM_FAULT"}


@pytest.mark.parametrize("dialect", ["documented", "classic", "v22", "v23"])
def test_lines_that_make_no_weather_change_no_bit(dialect: str) -> None:
    def run(**more: Any) -> list[tuple[str, float | str]]:
        simulator = Simulator(dialect=dialect, thrust_map="20:1,100:5", drift_vector="30,0.4", **more)
        simulator.post("DESIRED_THRUST", 70.0)
        simulator.post("DESIRED_RUDDER", 20.0)
        return _posts(simulator, 20)

    plain = run()
    assert run(seed=7, nmea=False, visuals=False) == plain
    # sensors look on: only their own mail is added
    watched = run(sensor=["gps", "imu", "wind"])
    assert [p for p in watched if not p[0].startswith(("USM_SENSOR_", "USM_NMEA"))] == plain


def test_with_quirks_a_recorded_dialect_knows_no_weather() -> None:
    simulator = make("v22", "wind_speed = 5", "sensor = gps", quirks=True)
    assert len(simulator.config_warnings) == 2
    assert not internals(simulator).weather.acts
    assert not simulator.vehicle.part(SensorPart).suite.sensors
    assert not {"USM_WEATHER", "USM_FAULT"} & set(simulator.subscriptions())


def test_leaving_the_range_of_a_model_is_told_of_once() -> None:
    simulator = Simulator(**ODIN)
    for thrust in (100, 0, 100):
        for _ in range(600):
            simulator.step(ActuatorCommand(thrust=thrust), 0.1)
    assert [text.partition(":")[2][:15] for text in simulator.run_warnings] == [" Froude number "]
    simulator.reset()
    assert not simulator.run_warnings


def test_a_leap_in_time_does_not_hang() -> None:
    simulator = Simulator(**GALE, leeway=3, sensor="imu")
    simulator.step(ActuatorCommand(), 1e6)
    assert isfinite(simulator.state.x)


def test_a_field_alone_is_told_and_stands_in_the_report() -> None:
    def made(**more: Any) -> Simulator:
        text = "FieldName: bay\nRadius: 100\nx=0,y=0,mag=0.5,ang=90\nx=0,y=50,mag=0.5,ang=90\n"
        return Simulator(current_field="bay.cfd", read_file=lambda _: text, **more)

    plain, near = made(), made(current_field_interpolation="nearest", start_y=30, dual_state=True)
    assert _last(plain, 0.1)["USM_CURRENT_SPEED"] == pytest.approx((0.5 + 0.5 * 0.25) / 2, abs=1e-3)
    posts = _last(near, 10)
    assert (posts["USM_CURRENT_SPEED"], posts["USM_CURRENT_DIR"]) == pytest.approx((0.5, 90.0))
    assert near.truth.x == pytest.approx(5.0)
    assert near.state.x == 0.0
    report = near.report()
    assert "     Field: bay, 2 vectors, nearest\n" in report
    assert "     USM_CURRENT_SPEED: 0.500" in report
    near.post("USM_CURRENT_FIELD", "false")
    assert _last(near, 12)["USM_CURRENT_SPEED"] == 0.0
    assert "nearest, switched off\n" in near.report()
    with pytest.raises(ConfigError, match="must be reference, nearest, idw"):
        made(current_field_interpolation="cubic")
