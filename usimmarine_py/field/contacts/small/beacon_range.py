"""uFldBeaconRangeSensor: ranges to beacons, on request or by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from usimmarine_py.colours import is_colour, shown_colour
from usimmarine_py.field.contacts.small.ranging import (
    RANGING,
    UNLIMITED,
    RangingApp,
    RangingOptions,
    amount_of,
    by_name,
    one_of,
    reaches,
)
from usimmarine_py.field.settings import HomeCommunity, colour, field_table, number, special, text, truth
from usimmarine_py.finding import Finding
from usimmarine_py.maths.streams import child_generator
from usimmarine_py.text import compact_number, read_number
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine

_DISTANCES = ("push_dist", "pull_dist")
_PAYMENTS = ("upon_response", "upon_request", "upon_accept")
_NO_LIMIT = ("nolimit", "unlimited")
_SHAPES = ("circle", "square", "diamond", "triangle", "efield", "gateway")
_KEYS = {"x", "y", "label", "freq", "shape", "color", "width", *_DISTANCES}


@dataclass(slots=True)
class Beacon:
    """A beacon; m and s. What it does not say is that of the defaults."""

    x: float
    y: float
    label: str
    given: dict[str, str]
    period: tuple[float, float] | None = None  #: of pinging by itself
    last: float = 0.0  #: of its pings
    wait: float = 0.0  #: from there to the next


@dataclass(slots=True)
class BeaconOptions(RangingOptions):
    """What the block says."""

    beacons: dict[str, Beacon] = field(default_factory=dict)
    freq: tuple[float, float] | None = None
    shape: str = "circle"
    color: str = "orange"
    width: float = 4.0
    push_dist: float = 50.0
    pull_dist: float = 50.0
    ping_payments: str = "upon_response"
    verbose: bool = False


def _period(text: str) -> tuple[float, float] | None:
    """Read ``never``, ``30`` or ``30:60``. Raises ``ValueError``."""
    if text.lower() == "never":
        return None
    low, _, high = text.partition(":")
    high = high or low
    least, most = read_number(low), read_number(high)
    # as in the original the two are compared as texts, and 0 is never
    if least is None or most is None or least < 0 or most < 0 or low > high:
        raise ValueError("must be never, SECONDS or SECONDS:SECONDS, with as many digits")
    return (least, most) if 0 <= least <= most and most > 0 else None


def _frequency(options: BeaconOptions, value: str) -> Finding | None:
    try:
        options.freq = _period(value)
    except ValueError as error:
        return Finding(str(error))
    return None


def _part_problem(key: str, value: str) -> str:
    """Return what is wrong with a part of a beacon; empty: nothing."""
    number = read_number(value)
    if key not in _KEYS:
        return "is no part of a beacon"
    if key in _DISTANCES and value in _NO_LIMIT:
        return ""
    if key in ("x", "y", "width", *_DISTANCES) and (number is None or (key == "width" and number < 0)):
        return "must be a number" if key != "width" else "must be a number of at least 0"
    if key == "shape" and value.lower() not in _SHAPES:
        return f"must be one of {', '.join(_SHAPES)}"
    if key == "color":
        return "" if is_colour(value) else "is no colour"
    if key == "freq":
        try:
            _period(value)
        except ValueError as error:
            return str(error)
    return ""


def _beacon(options: BeaconOptions, value: str) -> Finding | None:
    # as in the original, a part that cannot be used leaves the beacon with the default, at 0,0
    found, given, problems = {}, {}, {}
    for part in value.removesuffix(",").split(","):
        key, _, text = part.partition("=")
        found[key] = text
        if problem := _part_problem(key, text):
            problems[key] = problem
        else:
            given[key] = text
    x, y = (read_number(given.get(key, "")) or 0.0 for key in ("x", "y"))
    beacon = Beacon(x, y, given.get("label") or str(len(options.beacons)), given)
    if "freq" in given:
        beacon.period = _period(given["freq"])
    options.beacons[beacon.label] = beacon
    text = "; ".join(f"{key}={found[key]} {problem}" for key, problem in problems.items())
    return Finding(text) if text else None


_ANY_DISTANCE = dict.fromkeys(_NO_LIMIT, UNLIMITED)
#: The keys of its block.
KEYS = field_table(
    BeaconOptions,
    *RANGING,
    special(
        "beacon", "list", _beacon, "A beacon: x=, y=, label=, freq=, shape=, color=, width=, push_dist=, pull_dist=.",
        repeatable=True, unit="m", example="x=50, y=-20, label=one",
    ),
    special(
        "default_beacon_freq", "text", _frequency, "How often beacons ping by themselves: never, SECONDS or "
        "LEAST:MOST.", default="never", unit="s",
    ),
    text("default_beacon_shape", "shape", "Shape of beacons in viewers.", choices=_SHAPES),
    colour("default_beacon_color", "color", "Colour of beacons in viewers."),
    number("default_beacon_width", "width", "Width of beacons in viewers.", "m", minimum=0.0),
    number(
        "default_beacon_push_dist", "push_dist", "How far pings of beacons reach; below 0: any distance.", "m",
        words=_ANY_DISTANCE,
    ),
    number(
        "default_beacon_pull_dist", "pull_dist", "How far beacons hear pings; below 0: any distance.", "m",
        words=_ANY_DISTANCE,
    ),
    by_name(
        "node_push_dist", "push", "How far pings of a vehicle reach: NAME=VALUE or default=VALUE, nolimit.", "m",
        default="default=100",
    ),
    by_name(
        "node_pull_dist", "pull", "How far a vehicle hears beacons: NAME=VALUE or default=VALUE, nolimit.", "m",
        default="default=100",
    ),
    text(
        "ping_payments", "ping_payments", "When ping_wait begins anew: with a response, each request, or one that is "
        "accepted.", choices=_PAYMENTS, parse=one_of(*_PAYMENTS),
    ),
    truth("verbose", "verbose", "More in the report."),
)  # fmt: skip


class BeaconRangeSensor(RangingApp):
    """Answers requests with the ranges of beacons; some beacons ping by themselves."""

    keys = KEYS

    report_name, request_name = "BRS_RANGE_REPORT", "BRS_RANGE_REQUEST"

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldBeaconRangeSensor") -> None:
        super().__init__(lines, home, name)
        self.options = self.ranging = BeaconOptions()
        self.read_block(lines, self.options)
        self._last: dict[str, float] = {}
        self._started = False
        self._periods = child_generator(home.seed, f"{name}.periods")
        for beacon in self.options.beacons.values():
            if "freq" not in beacon.given:
                beacon.period = self.options.freq

    def begin(self) -> None:
        """Show the beacons."""
        options = self.options
        for beacon in options.beacons.values():
            width = compact_number(self._number(beacon, "width", options.width), 2)
            color = shown_colour(beacon.given.get("color", options.color))
            shape = beacon.given.get("shape", options.shape).lower()
            place = f"x={compact_number(beacon.x, 2)},y={compact_number(beacon.y, 2)}"
            self.post("VIEW_MARKER", f"{place},width={width},primary_color={color},type={shape}")

    @staticmethod
    def _number(beacon: Beacon, key: str, default: float) -> float:
        if (text := beacon.given.get(key)) is None:
            return default
        return UNLIMITED if text in _NO_LIMIT else read_number(text) or 0.0

    def answer(self, name: str) -> None:
        """Post the ranges to all beacons that are heard."""
        options, payments = self.options, self.options.ping_payments
        last = self._last.get(name)
        early = last is not None and self.now - last < amount_of(options.ping_wait, name)
        if payments == "upon_request" or (payments == "upon_accept" and not early):
            self._last[name] = self.now
        if early:
            raise ValueError(f"{name} has asked less than ping_wait ago")
        x, y = self.vehicles.position(name)
        self.post_pulse(x, y, 40, f"{name}_range_req", "white", 6)
        for beacon in options.beacons.values():
            distance = hypot(beacon.x - x, beacon.y - y)
            there = reaches(
                amount_of(options.push, name), self._number(beacon, "pull_dist", options.pull_dist), distance
            )
            if there and self._hears(name, beacon, distance):
                self._last[name] = self.now
                self._post_beacon(name, beacon, distance)
                self._post_beacon_pulse(beacon)
                self._wait(beacon)  # an answer counts as a ping

    def _hears(self, name: str, beacon: Beacon, distance: float) -> bool:
        push = self._number(beacon, "push_dist", self.options.push_dist)
        return reaches(push, amount_of(self.options.pull, name), distance)

    def _post_beacon(self, name: str, beacon: Beacon, distance: float) -> None:
        # the original has made the name of the true ones large where there is a variable for each vehicle
        true_name = name if self.options.report_vars == "short" else name.upper()
        self.post_ranges(name, distance, f"id={beacon.label}", true_name=true_name)

    def _post_beacon_pulse(self, beacon: Beacon) -> None:
        self.post_pulse(beacon.x, beacon.y, 40, beacon.label, "pink", 15)

    def tick(self) -> None:
        """Let beacons ping by themselves."""
        for beacon in self.options.beacons.values():
            if not self._started:
                self._wait(beacon)
            elif beacon.period is not None and 0 < beacon.wait < self.now - beacon.last:
                self._wait(beacon)
                self._post_beacon_pulse(beacon)
                for name in map(str.lower, self.vehicles):
                    # as in the original a name with capitals is looked up in small letters, and that vehicle is -1 away
                    known = name in self.vehicles
                    x, y = self.vehicles.position(name) if known else (0.0, 0.0)
                    distance = hypot(beacon.x - x, beacon.y - y) if known else -1.0
                    if not known:
                        self.options.pull.setdefault(name, 0.0)
                    if self._hears(name, beacon, distance):
                        self._post_beacon(name, beacon, distance)
        self._started = True

    def _wait(self, beacon: Beacon) -> None:
        beacon.last = self.now
        if beacon.period is not None:
            least, most = beacon.period
            beacon.wait = least if least == most else float(self._periods.uniform(least, most))

    def report(self) -> str:
        """Beacons and vehicles."""
        return f"Beacons: {len(self.options.beacons)}, vehicles: {len(self.vehicles)}\n"
