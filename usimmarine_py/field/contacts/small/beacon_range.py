"""uFldBeaconRangeSensor: ranges to beacons, on request or by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from usimmarine_py.colours import is_colour
from usimmarine_py.field.contacts.small.ranging import (
    RANGING,
    RangingApp,
    RangingOptions,
    amount_of,
    by_name,
    reaches,
)
from usimmarine_py.field.settings import HomeCommunity, colour, field_table, number, special, text, truth
from usimmarine_py.finding import Finding
from usimmarine_py.maths.streams import child_generator
from usimmarine_py.text import compact_number, read_number
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine, RefusedValueError

_NUMBERS = ("width", "push_dist", "pull_dist")
_SHAPES = ("circle", "square", "diamond", "triangle", "efield", "gateway")
_KEYS = {"x", "y", "label", "freq", "shape", "color", *_NUMBERS}


@dataclass(slots=True)
class Beacon:
    """A beacon; m and s. What it does not say is that of the defaults."""

    x: float
    y: float
    label: str
    given: dict[str, str]
    period: tuple[float, float] | None = None  #: of pinging by itself
    due: float = 0.0


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
    parts = [read_number(part) for part in text.split(":")]
    least, most = parts[0], parts[-1]
    if len(parts) > 2 or least is None or most is None or not 0 < least <= most:
        raise ValueError("must be never, SECONDS or SECONDS:SECONDS")
    return least, most


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
    if key in _NUMBERS and (number is None or (key == "width" and number < 0)):
        return "must be a number" if key != "width" else "must be a number of at least 0"
    if key == "shape" and value not in _SHAPES:
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
    try:
        found = pairs(value)
    except ValueError as error:
        return Finding(str(error))
    x, y = read_number(found.get("x", "")), read_number(found.get("y", ""))
    if x is None or y is None:
        return Finding("needs x= and y=")
    # as in the original, a part that cannot be used leaves the beacon with the default
    problems = {key: problem for key, text in found.items() if (problem := _part_problem(key, text))}
    given = {key: text for key, text in found.items() if key not in problems}
    beacon = Beacon(x, y, given.get("label") or str(len(options.beacons)), given)
    if "freq" in given:
        beacon.period = _period(given["freq"])
    options.beacons[beacon.label] = beacon
    text = "; ".join(f"{key}={found[key]} {problem}" for key, problem in problems.items())
    return Finding(text) if text else None


def _one_shape(value: str) -> str:
    if value not in _SHAPES:
        raise RefusedValueError(f"must be one of {', '.join(_SHAPES)}")
    return value


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
    text("default_beacon_shape", "shape", "Shape of beacons in viewers.", choices=_SHAPES, parse=_one_shape),
    colour("default_beacon_color", "color", "Colour of beacons in viewers."),
    number("default_beacon_width", "width", "Width of beacons in viewers.", "m", minimum=0.0),
    number("default_beacon_push_dist", "push_dist", "How far pings of beacons reach; below 0: any distance.", "m"),
    number("default_beacon_pull_dist", "pull_dist", "How far beacons hear pings; below 0: any distance.", "m"),
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
        "accepted.", choices=("upon_response", "upon_request", "upon_accept"),
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
            color, shape = beacon.given.get("color", options.color), beacon.given.get("shape", options.shape)
            place = f"x={compact_number(beacon.x, 2)},y={compact_number(beacon.y, 2)}"
            self.post("VIEW_MARKER", f"{place},width={width},primary_color={color},type={shape}")

    @staticmethod
    def _number(beacon: Beacon, key: str, default: float) -> float:
        found = read_number(beacon.given[key]) if key in beacon.given else None
        return default if found is None else found

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
                if beacon.period is not None:
                    # an answer counts as a ping
                    beacon.due = self._next(beacon.period)

    def _hears(self, name: str, beacon: Beacon, distance: float) -> bool:
        push = self._number(beacon, "push_dist", self.options.push_dist)
        return reaches(push, amount_of(self.options.pull, name), distance)

    def _post_beacon(self, name: str, beacon: Beacon, distance: float) -> None:
        self.post_ranges(name, distance, f"id={beacon.label}", true_name=name.upper())

    def _post_beacon_pulse(self, beacon: Beacon) -> None:
        self.post_pulse(beacon.x, beacon.y, 40, beacon.label, "pink", 15)

    def tick(self) -> None:
        """Let beacons ping by themselves."""
        for beacon in self.options.beacons.values():
            if beacon.period is None:
                continue
            if not self._started:
                beacon.due = self._next(beacon.period)
            elif self.now > beacon.due:
                beacon.due = self._next(beacon.period)
                self._post_beacon_pulse(beacon)
                for name in self.vehicles:
                    x, y = self.vehicles.position(name)
                    distance = hypot(beacon.x - x, beacon.y - y)
                    if self._hears(name, beacon, distance):
                        self._post_beacon(name.lower(), beacon, distance)
        self._started = True

    def _next(self, period: tuple[float, float]) -> float:
        least, most = period
        return self.now + (least if least == most else float(self._periods.uniform(least, most)))

    def report(self) -> str:
        """Beacons and vehicles."""
        return f"Beacons: {len(self.options.beacons)}, vehicles: {len(self.vehicles)}\n"
