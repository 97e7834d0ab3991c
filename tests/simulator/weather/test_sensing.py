"""Sensors and faults in a running simulator: what is published, what steers, and what fails."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from tests.support.internals import internals
from usimmarine_py.errors import MailError
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ActuatorCommand, Message

ODIN: dict[str, Any] = {"dynamics": "fossen6", "vehicle": "odin", "variant": "hilsim"}
MAP = {"thrust_map": "20:1, 100:5"}


def _posts(simulator: Simulator, until: float, dt: float = 0.1) -> list[tuple[float, str, float | str]]:
    found = []
    clock = internals(simulator).clock
    for i in range(1, round((until - clock) / dt) + 1):
        found += [(clock + i * dt, post.variable, post.value) for post in simulator.iterate(clock + i * dt)]
    return found


def _values(posts: list[tuple[float, str, float | str]], name: str) -> list[Any]:
    return [value for _, variable, value in posts if variable == name]


def test_sensors_are_off_until_asked_for() -> None:
    names = {name for _, name, _ in _posts(Simulator(**MAP), 2)}
    assert not {name for name in names if "SENSOR" in name or "NMEA" in name or "FAULT" in name}


def test_one_line_switches_a_sensor_on_at_its_own_rate() -> None:
    posts = _posts(Simulator(**MAP, sensor="gps, rate=4", datum=(59.4, 10.5)), 5)
    # samples at 0, 0.25, ... 5.0 s
    assert len(_values(posts, "USM_SENSOR_GPS_X")) == 21
    sentences = _values(posts, "USM_NMEA")
    assert [text[:6] for text in sentences[:2]] == ["$GPGGA", "$GPRMC"]
    assert len(sentences) == 42
    assert not _values(_posts(Simulator(**MAP, sensor="gps", nmea=False), 1), "USM_NMEA")


def test_sentences_go_to_ports_without_mail_too() -> None:
    simulator = Simulator(**MAP, sensor="compass, rate=10", nmea=False)
    _posts(simulator, 1)
    assert [text[:6] for text in simulator.take_sentences()] == ["$HEHDT"] * 11
    assert simulator.take_sentences() == []


def test_measured_and_true_navigation_side_by_side() -> None:
    simulator = Simulator(
        **MAP,
        start_heading=40,
        datum=(59.4, 10.5),
        sensors_as_nav=True,
        sensor=["gps, rate=10, noise=2", "compass, rate=10", "log, rate=10", "depth", "mru, rate=10"],
    )
    simulator.post("DESIRED_THRUST", 60.0)
    posts = _posts(simulator, 20)
    for suffix in ("X", "Y", "LAT", "LONG", "HEADING", "SPEED", "DEPTH", "Z", "PITCH", "YAW"):
        measured, true = _values(posts, f"USM_{suffix}"), _values(posts, f"USM_GT_{suffix}")
        assert len(true) == 200
        assert measured and measured != true, suffix
    for suffix, sensor in (("X", "GPS_X"), ("HEADING", "COMPASS_HEADING"), ("SPEED", "LOG_SPEED")):
        assert set(_values(posts, f"USM_{suffix}")) <= set(_values(posts, f"USM_SENSOR_{sensor}"))
    assert _values(posts, "USM_GT_HEADING")[-1] == simulator.state.heading
    # a bias of one degree's deviation is drawn for the run
    offsets = [m - 40.0 for m in _values(posts, "USM_HEADING")]
    assert 0.1 < abs(sum(offsets) / len(offsets)) < 3.0


def test_a_slow_sensor_is_published_when_it_has_spoken_and_a_dead_one_not_at_all() -> None:
    simulator = Simulator(**MAP, sensors_as_nav=True, sensor=["gps, rate=2", "compass", "log", "depth", "mru"])
    posts = _posts(simulator, 5)
    assert len(_values(posts, "USM_X")) == 11
    assert len(_values(posts, "USM_HEADING")) == 50
    simulator.post("USM_FAULT", "gps:dead")
    posts = _posts(simulator, 10)
    assert not _values(posts, "USM_X")
    assert len(_values(posts, "USM_GT_X")) == 50
    assert _values(posts, "USM_FAULTS") == ["gps:dead"]
    simulator.post("USM_FAULT", "clear")
    posts = _posts(simulator, 12)
    assert len(_values(posts, "USM_X")) == 4
    assert _values(posts, "USM_FAULTS") == ["none"]


def test_what_no_sensor_measures_stays_true() -> None:
    simulator = Simulator(**MAP, sensors_as_nav=True, sensor="compass")
    simulator.post("DESIRED_THRUST", 60.0)
    posts = _posts(simulator, 5)
    assert _values(posts, "USM_X") == _values(posts, "USM_GT_X")
    (warning,) = simulator.config_warnings
    assert warning.is_note
    assert "no sensor measures X, SPEED, DEPTH: the true values are published" in str(warning)


def test_velocities_are_not_given_away_as_measured() -> None:
    simulator = Simulator(**ODIN, sensors_as_nav=True, sensor=["gps", "mru", "log", "depth"])
    names = {name for _, name, _ in _posts(simulator, 1)}
    assert {"USM_GT_U", "USM_GT_R", "USM_GT_ROLL", "USM_ROLL", "USM_JET_PORT_N_RPM"} <= names
    assert not names & {"USM_U", "USM_V", "USM_R"}


def test_the_embedded_controller_steers_by_what_is_measured() -> None:
    pid = {"yaw_pid_kp": 1.0, "yaw_pid_kd": 0.5, "speed_factor": 20, "depth_control": False, "turn_rate": 40}
    simulator = Simulator(
        **MAP, **pid, sensors_as_nav=True, sensor=["compass, bias=8, noise=0, rate=20", "log, perfect=true, rate=20"]
    )
    simulator.post("MOOS_MANUAL_OVERRIDE", "false")
    for i in range(1, 301):
        simulator.on_mail(Message("DESIRED_HEADING", 50.0, 0.1 * i, "helm"))
        simulator.on_mail(Message("DESIRED_SPEED", 2.0, 0.1 * i, "helm"))
        simulator.iterate(0.1 * i)
    assert simulator.state.heading == pytest.approx(42.0, abs=0.3)
    assert simulator.state.speed == pytest.approx(2.0, abs=0.05)
    # without a compass the controller goes stale after two seconds and lets go
    simulator.post("USM_FAULT", "compass:dead")
    reasons = []
    for i in range(301, 361):
        simulator.on_mail(Message("DESIRED_HEADING", 50.0, 0.1 * i, "helm"))
        simulator.on_mail(Message("DESIRED_SPEED", 2.0, 0.1 * i, "helm"))
        reasons += [post.value for post in simulator.iterate(0.1 * i) if post.variable == "PID_STALE"]
    assert reasons and str(reasons[-1]).startswith("Stale NavHdg")


def test_dual_state_and_sensors_publish_the_same_truth() -> None:
    simulator = Simulator(**MAP, dual_state=True, current_speed=0.5, current_dir=90, sensor="gps, perfect=true")
    posts = _posts(simulator, 4)
    assert _values(posts, "USM_X")[-1] == 0.0
    assert _values(posts, "USM_GT_X")[-1] == pytest.approx(2.0)
    assert _values(posts, "USM_SENSOR_GPS_X")[-1] == pytest.approx(2.0)


@pytest.mark.parametrize(("dynamics", "target"), [({}, "rudder"), (ODIN, "rudder"), (ODIN, "jet_port_alpha")])
def test_a_stuck_rudder_stays_where_it_is(dynamics: dict[str, Any], target: str) -> None:
    simulator = Simulator(**(dynamics or MAP))
    for _ in range(100):
        simulator.step(ActuatorCommand(thrust=60, rudder=30), 0.1)
    simulator.post("USM_FAULT", f"{target}:stuck")
    before = simulator.state.heading
    angles = dict(simulator.state.actuators)
    for _ in range(50):
        simulator.step(ActuatorCommand(thrust=60, rudder=0), 0.1)
    assert (simulator.state.heading - before) % 360 > 5
    if target == "jet_port_alpha":
        now = dict(simulator.state.actuators)
        assert now["jet_port_alpha_deg"] == pytest.approx(angles["jet_port_alpha_deg"], abs=0.01)
        assert abs(now["jet_stbd_alpha_deg"]) < 0.1


def test_a_dead_jet_turns_the_boat() -> None:
    simulator = Simulator(**ODIN)
    simulator.post("USM_FAULT", "jet_port:limit=400")
    for _ in range(200):
        simulator.step(ActuatorCommand(thrust=60), 0.1)
    # the starboard jet pushes alone
    assert 180 < simulator.state.heading < 359
    assert dict(simulator.state.actuators)["jet_port_n_rpm"] == pytest.approx(400.0)


def test_faults_of_the_thrust_act_on_the_kinematic_vehicle() -> None:
    simulator = Simulator(**MAP)
    simulator.post("USM_FAULT", "thrust:gain=0.5")
    for _ in range(100):
        simulator.step(ActuatorCommand(thrust=80), 0.1)
    assert simulator.state.speed == pytest.approx(2.0)
    # the command is as it was sent: the fault is the actuator's
    assert internals(simulator).command.thrust == 80
    simulator.post("USM_FAULT", "thrust:kill")
    for _ in range(100):
        simulator.step(ActuatorCommand(thrust=80), 0.1)
    assert simulator.state.speed == pytest.approx(0.0, abs=1e-9)


def test_bad_fault_mail_changes_nothing() -> None:
    simulator = Simulator(**ODIN, sensor="gps")
    for words, complaint in (
        ("ruder:stuck", "did you mean rudder"),
        ("gps:explode", "gps knows no fault 'explode'"),
        ("gps:bias", "needs a value"),
        ("gps:dead, jet_prot:dead", "did you mean jet_port"),
        ("thrust:gain=inf", "thrust expects gain=NUMBER"),
        (3.0, "must be a text"),
    ):
        with pytest.raises(MailError, match=complaint):
            simulator.post("USM_FAULT", words)
        assert internals(simulator).faults == ()


def test_a_reset_is_no_motion_for_the_sensors() -> None:
    simulator = Simulator(**MAP, sensor="imu, perfect=true, rate=10")
    _posts(simulator, 2)
    simulator.post("USM_RESET", "x=500, y=0, heading=200, speed=0, depth=40")
    posts = _posts(simulator, 3)
    assert max(abs(value) for value in _values(posts, "USM_SENSOR_IMU_R")) < 1e-9
    forces = zip(_values(posts, "USM_SENSOR_IMU_FX"), _values(posts, "USM_SENSOR_IMU_FY"), strict=True)
    assert max(hypot(x, y) for x, y in forces) < 0.2


def test_the_report_tells_of_weather_sensors_and_faults() -> None:
    simulator = Simulator(**ODIN, wind_speed=8, seed=5, sensor="gps, rate=5")
    simulator.post("USM_FAULT", "gps:bias=4")
    _posts(simulator, 1)
    report = simulator.report()
    for text in ("wind_speed=8", "(seed 5)", "USM_WIND_SPEED: 8.000", "gps: gps, 5 Hz", "Faults: gps:bias=4"):
        assert text in report
    assert "Weather" not in Simulator(**MAP).report()


def test_a_diving_vehicle_loses_its_gps_and_says_so_by_silence() -> None:
    auv = Simulator(
        start_depth=20, buoyancy_rate=0, prefix="NAV", sensors_as_nav=True, datum=(43.8, -70.3),
        sensor=["gps, rate=5", "compass", "depth", "log"],
    )  # fmt: skip
    below: list[str] = []
    quality = set()
    for k in range(1, 51):
        posts = auv.iterate(0.2 * k)
        below += [post.variable for post in posts]
        quality |= {post.value for post in posts if post.variable == "USM_SENSOR_GPS_QUALITY"}
    assert quality == {0.0}
    assert {"NAV_DEPTH", "NAV_HEADING", "NAV_GT_X"} <= set(below)
    assert not {"NAV_X", "NAV_Y", "NAV_LAT", "NAV_LONG", "USM_SENSOR_GPS_X"} & set(below)
    auv.post("USM_RESET", "x=5,y=5,depth=0")
    first = next(k for k in range(51, 200) if "NAV_X" in {post.variable for post in auv.iterate(0.2 * k)})
    assert 0.2 * first == pytest.approx(15.0, abs=0.3)


def test_waves_break_over_an_antenna_near_the_surface() -> None:
    def share(antenna: float) -> float:
        line = f"gps, reacquire=0, antenna={antenna:g}"
        boat = Simulator(start_depth=1, buoyancy_rate=0, wave_hs=2, waves="motion", sensor=line, seed=3)
        found = [p.value for k in range(1, 3001) for p in boat.iterate(0.2 * k) if p.variable.endswith("GPS_QUALITY")]
        return sum(1.0 for value in found if value) / len(found)

    # under the waves' long-wave motion the vehicle follows the surface: 1 m deep it stays about 1 m below it
    assert share(0.2) < 0.05
    assert share(4.0) == 1.0
    assert 0.05 < share(1.0) < 0.95
