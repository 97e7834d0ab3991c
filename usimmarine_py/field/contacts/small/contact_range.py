"""uFldContactRangeSensor: ranges to other vehicles, on request."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from usimmarine_py.field.contacts.small.ranging import RANGING, RangingApp, RangingOptions, amount_of, by_name
from usimmarine_py.field.settings import HomeCommunity, colour, field_table, special, truth
from usimmarine_py.finding import Finding
from usimmarine_py.maths.angles import angle_360, bearing
from usimmarine_py.maths.streams import child_generator
from usimmarine_py.text import read_number
from usimmarine_py.texts.pairs import words_of
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine


@dataclass(slots=True)
class ContactRangeOptions(RangingOptions):
    """What the block says."""

    echo_types: list[str] = field(default_factory=list)
    arcs: list[tuple[float, float]] = field(default_factory=list)  #: relative bearings, deg; empty: all around
    display_pulses: bool = True
    ping_color: str = "white"
    echo_color: str = "chartreuse"


def _types(options: ContactRangeOptions, value: str) -> Finding | None:
    options.echo_types += words_of(value.lower())
    return None


def _arcs(options: ContactRangeOptions, value: str) -> Finding | None:
    if value == "360":
        return None
    for part in value.split(","):
        left, right = (read_number(side) for side in (part.partition(":")[0], part.partition(":")[2]))
        if left is None or right is None:
            return Finding("must be 360 or LEFT:RIGHT, several between commas")
        options.arcs.append((left, right))
    # as in the original bearings are 0 to 360
    if any(side < 0 or side > 360 for arc in options.arcs for side in arc):
        return Finding("is taken; bearings are 0 to 360, and 315:45 goes through north")
    return None


def _no_group(options: ContactRangeOptions, value: str) -> Finding | None:
    return Finding("has no effect, as in the original")


#: The keys of its block.
KEYS = field_table(
    ContactRangeOptions,
    *RANGING,
    by_name(
        "push_distance", "push", "How far pings of a vehicle reach: NAME=VALUE or default=VALUE, nolimit.", "m",
        aliases=("push_dist",), default="default=100",
    ),
    by_name(
        "pull_distance", "pull", "How far echoes of a vehicle reach: NAME=VALUE or default=VALUE, nolimit.", "m",
        aliases=("pull_dist",), default="default=100",
    ),
    special("allow_echo_types", "list", _types, "Types of vehicles that echo; empty: all.", repeatable=True),
    special(
        "sensor_arc", "list", _arcs, "Relative bearings at which it hears: LEFT:RIGHT, several between commas, or 360.",
        unit="deg", default="360", example="315:45",
    ),
    truth("display_pulses", "display_pulses", "Viewers show pings and echoes."),
    colour("ping_color", "ping_color", "Colour of pings."),
    colour("echo_color", "echo_color", "Colour of echoes.", aliases=("reply_color",)),
    special("ignore_group", "text", _no_group, "Without effect, as in the original."),
)  # fmt: skip


class ContactRangeSensor(RangingApp):
    """Answers requests with the ranges of vehicles that echo."""

    keys = KEYS

    report_name, request_name = "CRS_RANGE_REPORT", "CRS_RANGE_REQUEST"

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldContactRangeSensor") -> None:
        super().__init__(lines, home, name)
        self.options = self.ranging = ContactRangeOptions()
        self.read_block(lines, self.options)
        self._last: dict[str, float] = {}
        self._chance = child_generator(home.seed, f"{name}.chance")

    def answer(self, name: str) -> None:
        """Post the ranges to all vehicles that are heard; nothing within the wait after the last ping."""
        options = self.options
        last = self._last.get(name)
        if last is not None and self.now - last < amount_of(options.ping_wait, name):
            return
        self._last[name] = self.now
        x, y = self.vehicles.position(name)
        if options.display_pulses:
            self.post_pulse(x, y, 50, f"{name}_ping", options.ping_color, 6)
        for target in self.vehicles:
            if target == name or (options.echo_types and self.vehicles[target].kind.lower() not in options.echo_types):
                continue
            distance = self.vehicles.distance(name, target)
            if not (self._is_in_arc(name, target) and self._is_heard(name, target, distance)):
                continue
            self.post_ranges(name, distance, f"target={target}", true_name=name)
            if options.display_pulses:
                self.post_pulse(*self.vehicles.position(target), 40, f"{target}_echo", options.echo_color, 15)

    def _is_heard(self, name: str, target: str, distance: float) -> bool:
        push, pull = amount_of(self.options.push, name), amount_of(self.options.pull, target)
        if push < 0 or pull < 0 or push + pull > distance:
            return True
        reach = push + pull
        return reach > 0 and self._chance.random() < exp(3 * (reach - distance) / reach)

    def _is_in_arc(self, name: str, target: str) -> bool:
        if not self.options.arcs:
            return True
        (x, y), (tx, ty) = self.vehicles.position(name), self.vehicles.position(target)
        side = angle_360(bearing(x, y, tx, ty) - (self.vehicles[name].heading or 0.0))
        return any(
            left <= side <= right if left < right else side >= left or side <= right
            for left, right in self.options.arcs
        )

    def report(self) -> str:
        """Vehicles and their last pings."""
        lines = [f"Vehicles: {len(self.vehicles)}"]
        lines += [f"  {name}: last ping {self.now - last:.1f} s ago" for name, last in sorted(self._last.items())[:50]]
        return "\n".join(lines) + "\n"
