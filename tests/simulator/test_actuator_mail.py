"""DESIRED_<ACTUATOR> and USM_FORCE: what they do, what goes ahead of what, and what is said of bad ones."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.internals import internals
from tests.support.simulators import posted
from usimmarine_py.apps.vehicle import Rivals, VehicleApp
from usimmarine_py.errors import MailError, NoEffectWarning
from usimmarine_py.mission import parse_mission
from usimmarine_py.run.mission import run_mission
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import Message
from usimmarine_py.values.app import Subscription


def odin(**more: str | float | bool) -> Simulator:
    return Simulator(dynamics="fossen6", vehicle="odin", **more)


def after(simulator: Simulator, *mail: tuple[str, float | str], seconds: float = 10.0) -> dict[str, float | str]:
    """What is posted that long after the mail."""
    for name, value in mail:
        simulator.on_mail(Message(name, value, simulator.clock, "helm"))
    simulator.iterate(simulator.clock + seconds)
    return posted(simulator, simulator.clock + 0.1)


def test_an_actuator_goes_to_its_own_set_point_and_the_rest_follows_the_per_cent() -> None:
    posts = after(odin(), ("DESIRED_THRUST", 50.0), ("DESIRED_JET_PORT", 1500.0), ("DESIRED_JET_STBD_ALPHA", -12.0))
    assert posts["USM_JET_PORT_N_RPM"] == pytest.approx(1500.0, abs=1e-6)
    assert posts["USM_JET_STBD_N_RPM"] == pytest.approx(1200.0, abs=1e-6)  # 400 + 1600 * 0.5
    assert posts["USM_JET_STBD_ALPHA_DEG"] == pytest.approx(-12.0, abs=1e-2)
    assert posts["USM_JET_PORT_BETA"] == pytest.approx(1.0)


def test_it_is_given_back_as_a_whole_or_state_by_state() -> None:
    simulator = odin()
    given = [("DESIRED_JET_PORT", 1500.0), ("DESIRED_JET_PORT_ALPHA", 12.0), ("DESIRED_JET_STBD_N", 900.0)]
    after(simulator, ("DESIRED_THRUST", 50.0), *given)
    assert "Actuators set one by one: jet_port_n=1500, jet_port_alpha=12, jet_stbd_n=900" in simulator.report()
    posts = after(simulator, ("USM_RELEASE", "jet_port_alpha"))
    assert posts["USM_JET_PORT_ALPHA_DEG"] == pytest.approx(0.0, abs=1e-2)
    assert posts["USM_JET_PORT_N_RPM"] == pytest.approx(1500.0, abs=1e-6)
    posts = after(simulator, ("DESIRED_JET_PORT_ALPHA", 5.0), ("USM_RELEASE", "JET_PORT, DESIRED_JET_STBD_N"))
    for name in ("USM_JET_PORT_N_RPM", "USM_JET_STBD_N_RPM"):
        assert posts[name] == pytest.approx(1200.0, abs=1e-6)
    assert posts["USM_JET_PORT_ALPHA_DEG"] == pytest.approx(0.0, abs=1e-2)
    after(simulator, ("DESIRED_JET_PORT", 900.0), ("DESIRED_JET_STBD_BETA", 0.0), ("USM_RELEASE", "all"))
    assert "one by one" not in simulator.report()
    assert not simulator.run_warnings or all("Froude" in text for text in simulator.run_warnings)


def test_it_goes_ahead_of_the_embedded_controller() -> None:
    simulator = odin(yaw_pid_kp=1.5, yaw_pid_kd=6, speed_pid_kp=0.2, speed_factor=20, depth_control=False)
    after(simulator, ("MOOS_MANUAL_OVERRIDE", "false"))
    posts = after(
        simulator, ("DESIRED_SPEED", 2.0), ("DESIRED_HEADING", 90.0), ("DESIRED_JET_PORT", 1500.0), seconds=1.0
    )
    for _ in range(50):
        posts = after(simulator, ("DESIRED_SPEED", 2.0), ("DESIRED_HEADING", 90.0), seconds=0.2)
    assert posts["USM_JET_PORT_N_RPM"] == pytest.approx(1500.0, abs=0.1)
    assert 400.0 < float(posts["USM_JET_STBD_N_RPM"]) < 1450.0
    # both nozzles follow the controller
    port, starboard = (float(posts[f"USM_JET_{side}_ALPHA_DEG"]) for side in ("PORT", "STBD"))
    assert port == starboard and abs(port) > 0.5


def test_values_are_limited_and_reverse_does_not_turn_them() -> None:
    posts = after(
        odin(), ("THRUST_MODE_REVERSE", "true"), ("DESIRED_JET_PORT", 9000.0), ("DESIRED_JET_PORT_ALPHA", 5.0)
    )
    assert posts["USM_JET_PORT_N_RPM"] == pytest.approx(2000.0, abs=1e-6)
    assert posts["USM_JET_PORT_ALPHA_DEG"] == pytest.approx(5.0, abs=1e-2)


def test_a_name_of_the_table_keeps_its_meaning() -> None:
    posts = after(Simulator(dynamics="fossen6", vehicle="remus100", start_depth=10), ("DESIRED_RUDDER", 100.0))
    assert posts["USM_RUDDER_DELTA_DEG"] == pytest.approx(15.0)
    own = Simulator(dynamics="fossen6", vehicle="remus100", start_depth=10)
    posts = after(own, ("DESIRED_RUDDER", 100.0), ("DESIRED_RUDDER_DELTA", -7.0), ("DESIRED_STERN_PLANE", 3.0))
    assert posts["USM_RUDDER_DELTA_DEG"] == pytest.approx(-7.0)
    assert posts["USM_STERN_PLANE_DELTA_DEG"] == pytest.approx(3.0)


def test_faults_come_after_and_the_set_point_shows_what_was_asked_for() -> None:
    simulator = odin(post_forces=True)
    posts = after(simulator, ("DESIRED_JET_PORT", 1500.0), ("USM_FAULT", "jet_port:limit=800"))
    assert posts["USM_SET_JET_PORT_N_RPM"] == 1500.0
    assert posts["USM_JET_PORT_N_RPM"] == pytest.approx(800.0, abs=1e-6)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DESIRED_JET_PORT", "fast"),
        ("DESIRED_JET_PORT", float("nan")),
        ("DESIRED_JET_PORT_BETA", b"1"),
        ("DESIRED_JET_PORT", "auto"),
        ("USM_RELEASE", "jet_prot"),
        ("USM_RELEASE", ""),
        ("USM_RELEASE", 1.0),
        ("USM_FORCE", "X=1,X=2"),
        ("USM_FORCE", "X=1,Q=2"),
        ("USM_FORCE", "X=one"),
        ("USM_FORCE", "100"),
        ("USM_FORCE", "X=inf"),
        ("USM_FORCE", 100.0),
    ],
)
def test_bad_mail_is_one_warning_that_names_variable_and_sender(name: str, value: float | str | bytes) -> None:
    simulator = odin()
    simulator.on_mail(Message("DESIRED_JET_PORT", 900.0, 0.0, "helm"))
    simulator.on_mail(Message("USM_FORCE", "X=5", 0.0, "helm"))
    before = internals(simulator).command
    simulator.on_mail(Message(name, value, 0.0, "stranger"))
    assert internals(simulator).command == before
    (warning,) = simulator.take_warnings()
    assert warning.startswith(f"{name} from stranger: ")


def test_a_force_pushes_until_it_is_changed() -> None:
    simulator = odin()
    after(simulator, ("USM_FORCE", "x = 500, N=-100"))
    assert internals(simulator).command.force == (500.0, 0.0, 0.0, 0.0, 0.0, -100.0)
    assert "USM_FORCE: X=500, N=-100" in simulator.report()
    assert simulator.state.nu[0] > 0.2 and simulator.state.nu[5] < 0.0
    speed = simulator.state.nu[0]
    after(simulator, ("USM_FORCE", "none"), seconds=60.0)
    assert internals(simulator).command.force == () and simulator.state.nu[0] < speed
    assert simulator.take_warnings() == []


def test_three_degrees_of_freedom_take_three_components() -> None:
    simulator = Simulator(dynamics="fossen3", vehicle="cybership2")
    after(simulator, ("USM_FORCE", "X=1,Z=100,K=3"))
    (warning,) = simulator.take_warnings()
    assert "Z, K cannot act" in warning and simulator.state.nu[0] > 0.0


def test_a_kinematic_vehicle_says_that_there_is_no_force() -> None:
    with pytest.warns(NoEffectWarning, match="post_forces"):
        simulator = Simulator(post_forces=True)
    (warning,) = simulator.config_warnings
    assert warning.key == "post_forces" and "no effect" in warning.what
    simulator.on_mail(Message("USM_FORCE", "X=1", 0.0, "helm"))
    simulator.on_mail(Message("USM_RELEASE", "all", 0.0, "helm"))
    force, release = simulator.take_warnings()
    assert "dynamics = kinematic knows no forces" in force and "has no actuators to set" in release
    with pytest.raises(MailError, match="dynamics = kinematic has no actuators"):
        simulator.post("DESIRED_JET_PORT", 1.0)
    # once, however often it comes; what helms post is none of our business
    for value in (1.0, 2.0, 3.0):
        simulator.on_mail(Message("DESIRED_JET_PORT", value, 0.0, "helm"))
        simulator.on_mail(Message("DESIRED_HEADING", value, 0.0, "helm"))
    (warning,) = simulator.take_warnings()
    assert warning.startswith("DESIRED_JET_PORT from helm: has no effect: dynamics = kinematic")


def test_a_name_that_no_actuator_has_is_told_of_once() -> None:
    simulator = odin()
    for value in (1.0, 2.0):
        simulator.on_mail(Message("DESIRED_PORT_JET", value, 0.0, "helm"))
        simulator.on_mail(Message("DESIRED_JET_PROT", value, 0.0, "helm"))
    first, second = simulator.take_warnings()
    assert first.startswith("DESIRED_PORT_JET from helm: no actuator of this vehicle is called so; ")
    assert "did you mean DESIRED_JET_PORT" in second
    with pytest.raises(MailError, match="no actuator of this vehicle"):
        simulator.post("DESIRED_JET_PROT", 1.0)


def test_with_quirks_none_of_it_is_read() -> None:
    simulator = odin(dialect="v22", quirks=True)
    assert not {"USM_FORCE", "DESIRED_JET_PORT"} & set(simulator.subscriptions())


def test_a_capsized_vehicle_drives_nothing() -> None:
    simulator = odin(variant="mission")
    after(simulator, ("DESIRED_JET_PORT", 2000.0), ("USM_FORCE", "K=200000"), seconds=20.0)
    posts = after(simulator, seconds=5.0)
    assert internals(simulator).worst == "capsized"
    assert posts["USM_JET_PORT_N_RPM"] == pytest.approx(400.0, abs=5.0)


def test_a_script_drives_an_actuator_and_gives_it_back() -> None:
    """Through a bus that has MOOS's rule: the first post of a variable says whether it is a number or a text."""
    text = """ServerPort = 9000
ProcessConfig = usimmarine
{
  AppTick = 4
  dynamics = fossen6
  vehicle = otter
  post_forces = true
}
ProcessConfig = uTimerScript
{
  event = var=DESIRED_PROP_PORT, val=40, time=1
  event = var=USM_FORCE, val="X=50,N=-2", time=2
  event = var=USM_FORCE, val=none, time=4
  event = var=USM_RELEASE, val=prop_port, time=6
  event = var=DESIRED_PROP_PORT, val=-30, time=8
}
"""
    log = run_mission(parse_mission(text, "m.moos"), duration=10.0)
    assert not [w for w in log.summary.run_warnings if "PROP" in w or "FORCE" in w]
    thrust, force = log["USM_SET_PROP_PORT_N_RAD_S"], log["USM_FORCE_EXTERNAL_X"]
    assert np.interp([0.5, 3.0, 7.5, 9.5], thrust.times, thrust.values).tolist() == [0.0, 40.0, 0.0, -30.0]
    assert np.interp([1.5, 3.0, 5.0], force.times, force.values).tolist() == [0.0, 50.0, 0.0]


def test_a_live_vehicle_listens_for_set_points_that_it_does_not_have() -> None:
    live = VehicleApp(Simulator(), name="usimmarine", app_tick=4.0)
    assert Subscription("DESIRED_*_*", 0.0, "*") in live.on_connect_subscriptions()
    ship = VehicleApp(Simulator(dynamics="fossen3", vehicle="kvlcc2"), name="usimmarine", app_tick=4.0)
    for app, word in ((live, "PROP"), (live, "JET"), (ship, "MAIN"), (ship, "PROP")):
        assert Subscription(f"DESIRED_{word}*", 0.0, "*") in app.on_connect_subscriptions()
    offline = VehicleApp(Simulator(), name="usimmarine", app_tick=4.0, limit_steps=False)
    quirks = VehicleApp(Simulator(dialect="v22", quirks=True), name="uSimMarineV22", app_tick=4.0)
    # live each looks for others that post its position, too
    assert [name for name in quirks.on_connect_subscriptions() if not isinstance(name, str)] == [Rivals.subscription]
    assert all(isinstance(name, str) for name in offline.on_connect_subscriptions())
