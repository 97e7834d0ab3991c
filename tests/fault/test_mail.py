"""Mail that no sane program sends, on every subscribed name of several vehicles.

After each message and the iteration that follows:
- nothing is raised, and a message leaves at most one warning;
- the state is finite, and within what a vehicle can reach (a position within 1e8 m);
- what is posted is finite (but for an altitude that is unknown) and below 1e9;
and good mail works in the next tick. Seeds are fixed and stand in the message of a failure.
"""

from __future__ import annotations

import random
from math import inf, isfinite, nan

import pytest

from usimmarine_py.model import ConfigLine, Message
from usimmarine_py.simulator import Simulator

pytestmark = pytest.mark.filterwarnings("error")

NUMBERS = (0.0, -0.0, 1.0, -1.0, 100.0, 1e3, -1e3, 1e6, 1e18, -1e150, 1e160, 1e308, -1e308, 5e-324, nan, inf, -inf)
TEXTS = (
    "", "nan", "inf", "1e400", "-1e400", "true", "false", "toggle", "reverse", "differential", "normal", "x=1,y=2",
    "x=nan,y=inf", "x=1e308,y=-1e308,heading=1e308", "speed=1e308", "\0", "A" * 5000, "0x10", "1e308", "-1e308",
    "90,1e308", "1e308,1", "X=1e308,Y=1e308", "X=5", "imu:bias=1e308", "gps:gain=-1e308", "rudder:stuck=1e308",
    "clear", "all", "wind_speed=1e308", "wave_hs=1e308", "current_speed=nan", "spd=1e308,dir=nan", "%s%n", "\udcff",
)  # fmt: skip
SURROUNDED = {"wind_speed": "8", "sea_state": "4", "current_speed": "0.5", "water_depth": "60"}
SENSED = {"sensor": "imu", "battery_capacity": "500"}
VEHICLES = {
    "kinematic": {"max_depth": "50", "sensor": "imu"},
    "steered": {"yaw_pid_kp": "1", "speed_pid_kp": "1", **SURROUNDED},
    "odin": {"dynamics": "fossen6", "vehicle": "odin", **SURROUNDED},
    "torpedo": {"dynamics": "fossen6", "vehicle": "torpedo_auv", **SENSED},
    "wam-v": {"dynamics": "fossen6", "vehicle": "wamv16", **SURROUNDED, **SENSED},
    "rov": {"dynamics": "fossen6", "vehicle": "bluerov2", "sensor": "dvl"},
    "ship": {"dynamics": "fossen3", "vehicle": "cybership2"},
}


def _made(name: str) -> Simulator:
    lines = [ConfigLine(key, value) for key, value in VEHICLES[name].items()]
    simulator = Simulator.from_lines(lines, datum=(57.0, 15.0), seed=1)
    simulator.start_at(1000.0)
    return simulator


def _value(rng: random.Random) -> float | str | bytes:
    kind = rng.random()
    if kind < 0.5:
        return rng.choice(NUMBERS)
    if kind < 0.55:
        return bytes(rng.randrange(256) for _ in range(8))
    return rng.choice(TEXTS) if kind < 0.9 else f"{rng.choice(TEXTS)},{rng.choice(TEXTS)}"


@pytest.mark.parametrize("name", VEHICLES)
@pytest.mark.parametrize("seed", range(2))
def test_hostile_mail_leaves_a_vehicle_that_can_be_believed(name: str, seed: int) -> None:
    rng = random.Random(f"{name} {seed}")
    simulator, now, told = _made(name), 1000.0, f"{name}, seed {seed}"
    names = simulator.subscriptions()
    for _ in range(150):
        mail = Message(rng.choice(names), _value(rng), now, "pEvil")
        before = len(simulator.run_warnings)
        simulator.on_mail(mail, now=now)
        assert len(simulator.run_warnings) <= before + 1, f"{told}: {mail}"
        now += 0.1
        for post in simulator.iterate(now, 1.0):
            if isinstance(post.value, float):
                assert isfinite(post.value) and abs(post.value) < 1e9, f"{told}: {post} after {mail}"
        for state in (simulator.state, simulator.truth):
            place = abs(state.x) + abs(state.y) + abs(state.depth)
            assert place < 4e8 and isfinite(state.heading + state.speed + state.sog + sum(state.nu)), f"{told}: {mail}"
    for variable, value in (("USM_ENABLED", "true"), ("USM_SIM_PAUSED", "false"), ("USM_RESET", "x=5,y=6,speed=0")):
        simulator.on_mail(Message(variable, value, now, "pHelm"), now=now)
    assert (simulator.state.x, simulator.state.y, simulator.internal.status) == (5.0, 6.0, "ok"), told


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DRIFT_X", 1e150),
        ("DRIFT_VECTOR", "90,100000"),
        ("BUOYANCY_RATE", -1e308),
        ("WATER_DEPTH", 1e160),
        ("ROTATE_SPEED", 1e300),
        ("USM_RESET", "x=100000000000000000000000"),
        ("USM_FAULT", "imu:bias=1e300"),
    ],
)
def test_what_nothing_in_the_world_reaches_is_refused_by_name(variable: str, value: float | str) -> None:
    simulator = _made("kinematic")
    before = simulator.state
    simulator.on_mail(Message(variable, value, 1000.0, "pEvil"))
    assert simulator.state == before
    (warning,) = simulator.run_warnings
    assert warning.startswith(f"{variable} from pEvil: ")
