"""uFldGenericSensor: places of points near a vehicle, with noise, on request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, hypot, radians, sin

from usimmarine_py.field.contacts.posting import PostingApp
from usimmarine_py.field.settings import HomeCommunity, colour, field_table, idle, number, special, truth
from usimmarine_py.finding import Finding
from usimmarine_py.limits import MOST_VEHICLES
from usimmarine_py.maths.streams import child_generator
from usimmarine_py.text import compact_number, plain_number, read_number
from usimmarine_py.texts.columns import in_columns
from usimmarine_py.texts.ledger import in_bytes
from usimmarine_py.texts.node_report import NodeState, read_node_report
from usimmarine_py.texts.pairs import fields_of
from usimmarine_py.texts.shapes import look_text, point_text
from usimmarine_py.values.app import passed
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

#: How often the settings are offered, s; the original knows no key for it.
_OFFERED_EVERY = 10.0
#: How long viewers show the reach, s.
_SHOWN = 10.0
#: Sigma of the noise is this part of the range.
_NOISE = 1 / 4
#: Vehicles of a report at most.
_REPORTED = 50


@dataclass(slots=True)
class GenericOptions:
    """What the block says; m, s."""

    ranges: dict[str, float] = field(default_factory=dict)  #: by their texts
    points: list[tuple[float, float, str]] = field(default_factory=list)
    min_reset_interval: float = 300.0
    show_source_pts: bool = True
    color_source_pts: str = "green"
    scope_transparency: float = 0.25


def _range(options: GenericOptions, value: str) -> Finding | None:
    text = fields_of(value).get("range", "")
    distance = read_number(text)
    if distance is None:
        return Finding("must be range=NUMBER")
    if text in options.ranges:
        return Finding("is there already")
    options.ranges[text] = distance
    return None


def _point(options: GenericOptions, value: str) -> Finding | None:
    found = fields_of(value)
    x, y = read_number(found.get("x", "")), read_number(found.get("y", ""))
    if x is None or y is None:
        return Finding("needs x= and y=")
    options.points.append((x, y, found.get("label", "")))
    return None


#: The keys of its block.
KEYS = field_table(
    GenericOptions,
    special("sensor_config", "list", _range, "A range that vehicles may choose: range=NUMBER.", repeatable=True,
            unit="m", example="range=40"),
    special("source_point", "list", _point, "A point that is sensed: x=, y=, label=.", repeatable=True, unit="m",
            example="x=45, y=-93, label=12"),
    number("min_reset_interval", "min_reset_interval", "Least time between two settings of a vehicle.", "s",
           minimum=0.0, clamped=True),
    idle("min_sensor_interval", "A least time between two requests, which the original does not use"),
    truth("show_source_pts", "show_source_pts", "Viewers show the points."),
    colour("color_source_pts", "color_source_pts", "Colour of the points."),
    number("scope_transparency", "scope_transparency", "How the reach is filled: 0 not at all, 1 solid.", minimum=0.0,
           maximum=1.0, clamped=True),
)  # fmt: skip


class GenericSensor(PostingApp):
    """Answers a request with each point in range, moved by noise of a quarter of the range."""

    keys = KEYS

    subscriptions = ("NODE_REPORT", "UGS_SENSOR_REQUEST", "UGS_CONFIG_REQUEST")

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldGenericSensor") -> None:
        super().__init__(lines, home, name)
        self.options = GenericOptions()
        self.read_block(lines, self.options)
        self.vehicles: dict[str, NodeState] = {}  #: the latest report of each
        self.ranges: dict[str, float] = {}  #: by vehicle, m
        self._reset_at: dict[str, float] = {}
        self._counts: dict[str, list[int]] = {}  #: by vehicle: requests, reports, settings
        self._noise = child_generator(home.seed, f"{name}.noise")
        self._last_offer = self._started = 0.0
        self._ticked = False

    def begin(self) -> None:
        """Show the points."""
        self._started = self.now
        if self.options.show_source_pts:
            for x, y, label in self.options.points:
                shown = point_text((x, y), label, vertex_color=self.options.color_source_pts, vertex_size=4)
                self.post("VIEW_POINT", shown)

    def take(self, message: Message) -> None:
        """Take in one message."""
        if (text := self.text(message)) is None:
            return
        try:
            if message.variable == "NODE_REPORT":
                self._hear(read_node_report(text))
            elif message.variable == "UGS_SENSOR_REQUEST":
                self._sense(self._requester(fields_of(text)))
            else:
                self._configure(fields_of(text), message.community)
        except ValueError as error:
            self.refuse(message, str(error))

    def _hear(self, state: NodeState) -> None:
        if not state.is_complete:
            raise ValueError("needs a name, speed, heading and position")
        if state.name not in self.vehicles and len(self.vehicles) >= MOST_VEHICLES:
            raise ValueError(f"there are {MOST_VEHICLES} vehicles already")
        self.vehicles[state.name] = state

    def _requester(self, found: Mapping[str, str]) -> str:
        name = found.get("vname", "")
        if not name:
            raise ValueError("vname= is needed")
        if name not in self._counts and len(self._counts) >= MOST_VEHICLES:
            raise ValueError(f"there are {MOST_VEHICLES} vehicles already")
        self._counts.setdefault(name, [0, 0, 0])
        return name

    def _configure(self, found: Mapping[str, str], community: str) -> None:
        name, distance = self._requester(found), read_number(found.get("range", ""))
        if name != community:
            raise ValueError(f"vname= must be {community}, the community that asks: a vehicle sets its own sensor")
        if distance is None:
            raise ValueError("range= must be a number")
        self._set(name, max(distance, 0.0))

    def _set(self, name: str, distance: float) -> None:
        """Choose the range that is nearest to the one wanted."""
        self.host.event(f"Setting sensor settings for: {name}:{plain_number(distance, 0)}")
        if not self.options.ranges:
            raise ValueError(f"there is no sensor_config in the block of {self.name}")
        least, slack = self.options.min_reset_interval, self.home.slack
        last = self._reset_at.get(name, self.now - self.written(self.now))  # at first from the beginning of the clock
        if not passed(self.now, last, least, slack):
            self.host.event(f"Sensor reset denied (too soon) for vehicle: {name}")
            return
        self.ranges[name] = min(self.options.ranges.values(), key=lambda one: abs(distance - one))
        self._reset_at[name] = self.now
        self._counts[name][2] += 1
        self.post(f"UGS_CONFIG_ACK_{name.upper()}", f"vname={name},range={compact_number(self.ranges[name], 1)}")

    def _sense(self, name: str) -> None:
        self._counts[name][0] += 1
        if name not in self.vehicles:
            raise ValueError(f"there is no node report of {name}")
        if name not in self.ranges:
            self._set(name, 0.0)
            self.host.run_warning(f"no sensor setting for {name}: the shortest range is chosen")
        state = self.vehicles[name]
        x, y = state.x or 0.0, state.y or 0.0  # one without them counts as at the origin
        reach = self.ranges[name]
        for px, py, _ in self.options.points:
            if hypot(px - x, py - y) <= reach:
                self._report(name, px, py, reach)
        scope = f"gs_scope_{name}"
        look = look_text(
            "", edge_color="white", fill_color="white", time=self.written(self.now), duration=_SHOWN, vertex_size=0,
            edge_size=1, fill_transparency=self.options.scope_transparency,
        )  # fmt: skip
        place = f"x={compact_number(x, 2)},y={compact_number(y, 2)},radius={compact_number(reach, 2)}"
        self.post("VIEW_CIRCLE", f"{place},label={scope},msg={scope}{look}")

    def _report(self, name: str, x: float, y: float, reach: float) -> None:
        direction = radians(int(self._noise.integers(360)))
        off = float(self._noise.normal()) * reach * _NOISE
        x, y = x + off * sin(direction), y + off * cos(direction)
        self.post(f"UGS_SENSOR_REPORT_{name.upper()}", f"vname={name},x={x:.1f},y={y:.1f}")
        self._counts[name][1] += 1
        self.post("VIEW_POINT", point_text((x, y), "", vertex_color="white", vertex_size=4))

    def tick(self) -> None:
        """Offer the ranges."""
        if not self._ticked:
            self._ticked = True  # the original makes a report in its first iteration
            self._reported()
        if passed(self.now, self._last_offer, _OFFERED_EVERY, self.home.slack):
            self._last_offer = self.now
            self.post("UGS_OPTIONS_SUMMARY", ",".join(f"range={text}" for text in self.options.ranges))

    def _reported(self) -> None:
        """Take as chosen what a report shows: a vehicle that has chosen no range yet has one of 0, as the original."""
        for name in self.vehicles:
            self.ranges.setdefault(name, 0.0)

    def report(self) -> str:
        """Ranges, and what each vehicle with a node report asked and got, as the original's report."""
        rows = [("Vehicle", "Sensor", "Config", "Sensor", "Sensor"), ("Name", "Range", "Resets", "Requests", "Reports")]
        self._reported()
        for name in sorted(self.vehicles, key=in_bytes)[:_REPORTED]:
            requests, reports, resets = self._counts.get(name, (0, 0, 0))
            reset = f"{resets}({self._reset_at[name] - self._started:.1f})" if resets else "0"
            rows.append((name, compact_number(self.ranges[name], 1), reset, str(requests), str(reports)))
        lines = [
            "Sensor Configuration Options",
            "=" * 41,
            *in_columns([("Range",), *((one,) for one in self.options.ranges)]),
        ]
        lines += [f"Sensor Settings for known vehicles: ({self.now - self._started:.2f})", "=" * 49]
        return "\n".join([*lines, *in_columns(rows, heads=2)]) + "\n"
