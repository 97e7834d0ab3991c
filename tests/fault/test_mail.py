"""Mail that no sane program sends, on every subscribed name of every kind of vehicle."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from math import hypot, inf, isfinite, nan, pi

import pytest

from tests.support.hostile_mail import hostile_value
from tests.support.internals import internals
from tests.support.torture import Torture
from usimmarine_py.kinematic.dialects import DIALECT_NAMES
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.table import INCOMING
from usimmarine_py.values import ConfigLine, Message, Post
from usimmarine_py.vehicle.files import names as vehicle_names

pytestmark = pytest.mark.filterwarnings("error")

TICK = 0.1
SURROUNDED = {"wind_speed": "8", "sea_state": "4", "current_speed": "0.5", "default_water_depth": "60"}
SENSED = {"sensor": "imu", "battery_capacity": "500"}
#: Blocks of a kinematic vehicle, which every dialect moves, with quirks and without.
BLOCKS = {
    "plain": {"drift_x": "0.25", "sensor": "imu", "default_water_depth": "50"},
    "steered": {"yaw_pid_kp": "1", "speed_pid_kp": "1", "depth_control": "true", "dual_state": "true", **SURROUNDED},
    "sailing": {"polar_plot": "0,0:90,80:180,40", "wind_conditions": "spd=4,dir=20", "thrust_map_fan": "100:2"},
    "with AIS": {"nmea_ais": "true", "sensor": "gps", "battery_capacity": "500"},
}
PLANAR = ("cybership2", "kvlcc2", "mssjl_example")
FEW = ("odin", "torpedo_auv", "wamv16", "bluerov2", "cybership2")


def _cases() -> dict[str, dict[str, str]]:
    found = {}
    for dialect in DIALECT_NAMES:
        for name, block in BLOCKS.items():
            found[f"{dialect} {name}"] = {"dialect": dialect, **block}
        found[f"{dialect} quirks"] = {"dialect": dialect, "quirks": "true", **BLOCKS["plain"]}
    for vehicle in vehicle_names():
        dynamics = "fossen3" if vehicle in PLANAR else "fossen6"
        found[vehicle] = {"dynamics": dynamics, "vehicle": vehicle, "sim_step": "0.02", **SURROUNDED, **SENSED}
    found["bluerov2 hovering"] = {"dynamics": "fossen6", "vehicle": "bluerov2", "hover": "true"}
    found["wamv16 steered"] = {"dynamics": "fossen6", "vehicle": "wamv16", **BLOCKS["steered"]}
    return found


CASES = _cases()
#: Together they end whatever mail can do to a vehicle.
GOOD = {
    "USM_ENABLED": "true", "USM_SIM_PAUSED": "false", "OBSTACLE_HIT": "false", "DRIFT_VECTOR": "0,0",
    "ROTATE_SPEED": 0.0, "USM_FAULT": "clear", "USM_FORCE": "none", "USM_RELEASE": "all",
    "THRUST_MODE_DIFFERENTIAL": "false", "THRUST_MODE_REVERSE": "false", "MOOS_MANUAL_OVERRIDE": "false",
    "WATER_DEPTH": 60.0, "BUOYANCY_RATE": 0.0, "USM_WEATHER": "current_speed=0,wave_hs=,sea_state=,beaufort=",
    "USM_RESET": "x=5,y=6,heading=0,speed=0,depth=2",
}  # fmt: skip


def _made(name: str) -> Simulator:
    lines = [ConfigLine(key, value) for key, value in CASES[name].items()]
    simulator = Simulator.from_lines(lines, datum=(57.0, 15.0), seed=1)
    simulator.reset(1000.0)
    return simulator


@dataclass
class Pair:
    """A vehicle that gets all mail, and its twin, which never hears of what the first refused."""

    name: str
    rng: random.Random
    now: float = 1000.0
    refused: int = 0
    said: str = ""
    one: Simulator = field(init=False)
    twin: Simulator = field(init=False)

    def __post_init__(self) -> None:
        self.one, self.twin = _made(self.name), _made(self.name)

    def hostile(self) -> None:
        """One message of any kind."""
        variable = self.rng.choice(self.one.subscriptions())
        value = hostile_value(self.rng, variable)
        stamp = self.now if self.rng.random() < 0.95 else self.rng.choice((nan, inf, -inf, 1e300, 0.0, -5.0, 5e-324))
        mail = Message(variable, value, stamp, self.rng.choice(("pEvil", "", "p\x1b[31mEvil", "e" * 999)))
        self.said = f"{self.name}: {variable} = {str(value)[:80]!r} at {stamp}"
        before, known = internals(self.one), len(self.one.run_warnings)
        self.one.on_mail(mail, now=self.now)
        new = self.one.run_warnings[known:]
        assert len(new) <= 1, self.said
        for text in new:
            sender = mail.source[:50] if mail.source.isalnum() else "Evil" if mail.source else "unknown sender"
            assert text.startswith(f"{variable} from ") and sender in text, self.said
            assert text.isprintable() and len(text) < 900, self.said
        if new and repr(internals(self.one)) == repr(before):
            self.refused += 1
        else:
            self.twin.on_mail(mail, now=self.now)

    def good(self) -> None:
        """What ends all that mail can have done, to both; then the vehicle obeys."""
        for variable, value in GOOD.items():
            if variable in self.one.subscriptions():
                for simulator in (self.one, self.twin):
                    simulator.on_mail(Message(variable, value, self.now, "pHelm"), now=self.now)
        state = self.one.state
        assert (state.x, state.y, state.heading, internals(self.one).status) == (5.0, 6.0, 0.0, "ok"), self.said

    def tick(self, *, jumps: bool = False) -> None:
        """An iteration of both: equal to the bit, finite, and no farther than speed and water carry."""
        self.now += TICK
        before = self.one.truth
        posts = self.one.iterate(self.now, 1.0)
        # by their text: not-a-number is equal to itself there, and minus zero is not zero
        assert repr(self.twin.iterate(self.now, 1.0)) == repr(posts), self.said
        assert repr(internals(self.twin)) == repr(internals(self.one)), self.said
        self._plausible(posts)
        drift = hypot(internals(self.one).drift.x, internals(self.one).drift.y)
        pace = max(before.sog, self.one.truth.sog, abs(before.speed), abs(self.one.truth.speed), drift)
        if internals(self.one).rotate_speed:
            # turned round and round in moving water: what cancels out at one heading adds up at another
            pace += 2.0 * drift
        moved = hypot(self.one.truth.x - before.x, self.one.truth.y - before.y)
        # with quirks a vehicle makes up for the time that an obstacle held it, in one step
        assert jumps or self.one.quirks or moved <= pace * TICK + 0.05, f"{self.said}: {moved} m at {pace} m/s"

    def _plausible(self, posts: list[Post]) -> None:
        for post in posts:
            # USM_NOGO is the age of mail, whatever its stamp makes it
            large = inf if post.variable == "USM_NOGO" else 1e9
            assert isinstance(post.value, str) or abs(post.value) < large, f"{post} after {self.said}"
        for state in (self.one.state, self.one.truth):
            numbers = (state.speed, state.sog, state.hog, state.yaw, *state.nu, *(n for _, n in state.actuators))
            assert all(map(isfinite, (*numbers, *state.internal))), self.said
            assert abs(state.x) + abs(state.y) + abs(state.depth) < 4e8, self.said
            assert abs(state.speed) <= 10_000.0 and abs(state.pitch) <= 0.5 * pi + 1e-9, self.said
            # that of NAV_HEADING and USM_RESET stands as it came in the recorded dialects, until the next motion
            assert 0.0 <= state.heading < 360.0 or self.one.dialect != "documented", self.said


#: After these the vehicle is elsewhere at once.
PUT = ("USM_RESET", "NAV_", "USM_RESET_NAV")


@pytest.mark.parametrize("name", CASES)
def test_hostile_mail_leaves_a_vehicle_that_can_be_believed(name: str, torture: Torture) -> None:
    """After each message and the iteration that follows:

    - nothing is raised; a message leaves at most one warning, printable, that names variable and sender;
    - a message that was refused changes nothing: state and posts are to the bit those of a twin that never got it;
    - the state is finite and plausible: speed, attitude, and a way per tick that speed and water account for;
    - what is posted is finite and below 1e9;
    - good mail works in the next tick: after any of it a reset puts the vehicle where it says, with status ok.
    """
    if not torture.nightly and name in vehicle_names() and name not in FEW:
        pytest.skip("by night")
    pair = Pair(name, random.Random(f"{torture.seed} {name}"))
    amount = torture.amount(40, 2500)
    for place in range(amount):
        pair.hostile()
        pair.tick(jumps=any(f": {variable}" in pair.said for variable in PUT))
        if place % 20 == 19:
            pair.good()
            pair.tick(jumps=True)
    if torture.nightly:
        torture.say(f"{name}: {amount} hostile messages, {pair.refused} refused without a trace, none believed")


def test_every_declared_variable_is_among_them() -> None:
    """A variable that joins the mail table joins the fuzz: each one is subscribed to in one of the cases."""
    declared = {name for entry in INCOMING for name in (entry.name, *entry.aliases)}
    assert declared <= {name for case in CASES for name in _made(case).subscriptions()}


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
    """Numbers that are finite and beyond all vehicles and waters are refused, with the variable and the sender."""
    simulator = _made("v23 plain")
    before = simulator.state
    simulator.on_mail(Message(variable, value, 1000.0, "pEvil"))
    assert simulator.state == before
    (warning,) = simulator.run_warnings
    assert warning.startswith(f"{variable} from pEvil: ")
