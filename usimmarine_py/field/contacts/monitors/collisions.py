"""uFldCollisionDetect: how near vehicles pass each other."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from heapq import nsmallest
from math import cos, hypot, isfinite, radians

from usimmarine_py.conditions.language import HELM
from usimmarine_py.conditions.parser import ExpectationError, read_condition
from usimmarine_py.conditions.terms import ConditionTerm, LastValues
from usimmarine_py.field.contacts.monitors.ranges import MOST_EVENTS, EncounterRanges, MetEvent
from usimmarine_py.field.contacts.posting import Flag, PostingApp
from usimmarine_py.field.settings import HomeCommunity, field_table, flags, number, special, text, truth
from usimmarine_py.finding import Finding
from usimmarine_py.limits import MOST_PAIRS, MOST_VEHICLES
from usimmarine_py.maths.angles import angle_360, bearing
from usimmarine_py.maths.plane.grid import PointGrid
from usimmarine_py.text import compact_number, read_number
from usimmarine_py.texts.ledger import Ledger
from usimmarine_py.texts.pairs import first_value
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine, Key
from usimmarine_py.values.mail import Message

#: A pair is dropped beyond this share of the encounter range.
_APART = 1.5
#: With fewer vehicles all pairs are looked at.
_FEW = 16
#: How much farther the closest vehicle is looked for, each time.
_WIDER = 4.0
#: Distance (m) by which a pair must come nearer, or go apart, to count as closing or opening.
_STEP = 1.0
#: Mail, of any value, that makes it forget the closest range ever.
_RESET = "UCD_RESET"
#: A group whose vehicles get no ring.
_NO_RING = "badguy"
_DENSITY = re.compile(r"\$\[([^\[\]@]+)@([^\[\]]+)\]")


@dataclass(slots=True)
class CollisionOptions(EncounterRanges):
    """What the block says."""

    conditions: list[ConditionTerm] = field(default_factory=list)
    ignore_groups: list[str] = field(default_factory=list)
    reject_groups: list[str] = field(default_factory=list)
    report_all_encounters: bool = False
    post_closest_range: bool = False
    post_closest_range_ever: bool = False
    pulse_render: bool = True
    pulse_range: float = 20.0
    pulse_duration: float = 10.0
    encounter_rings: bool = True
    verbose: bool = False


def _condition(options: CollisionOptions, value: str) -> Finding | None:
    try:
        options.conditions.append(read_condition(value, HELM)[0])
    except ExpectationError as error:
        return Finding(str(error))
    return None


def _group(name: str, into: str, help: str) -> Key:
    return text(name, into, help, parse=str.lower, repeatable=True)


#: The keys of its block.
KEYS = field_table(
    CollisionOptions,
    number("encounter_range", "encounter", "Vehicles this close meet.", "m", minimum=0.0),
    number("near_miss_range", "near_miss", "Nearer is a near miss.", "m", minimum=0.0),
    number("collision_range", "collision", "Nearer is a collision.", "m", minimum=0.0),
    flags(
        "encounter_flag", "encounter_flags", "Posted with an encounter; $V1, $V2, $UP_V1, $UP_V2, $CPA, $IDX and "
        "$[V1@RANGE] are filled in.", example="ENCOUNTER = $V1:$V2:$CPA",
    ),
    flags("near_miss_flag", "near_miss_flags", "Posted with a near miss.", example="NEAR_MISS = $V1:$V2:$CPA"),
    flags("collision_flag", "collision_flags", "Posted with a collision.", example="COLLISION = $V1:$V2:$CPA"),
    special(
        "condition", "list", _condition, "Encounters count while all conditions hold.", repeatable=True,
        example="DEPLOY_ALL = true",
    ),
    _group("ignore_group", "ignore_groups", "Two vehicles that are both of such groups are not compared."),
    _group("reject_group", "reject_groups", "Vehicles of this group do not count at all."),
    truth("report_all_encounters", "report_all_encounters", "UCD_REPORT of each encounter, not only of near ones."),
    truth("post_closest_range", "post_closest_range", "Posts UCD_CLOSEST_RANGE."),
    truth("post_closest_range_ever", "post_closest_range_ever", "Posts UCD_CLOSEST_RANGE_EVER."),
    truth("pulse_render", "pulse_render", "Viewers show near misses and collisions."),
    number("pulse_range", "pulse_range", "Size of what viewers show.", "m", minimum=0.0),
    number("pulse_duration", "pulse_duration", "How long viewers show it.", "s", minimum=0.0),
    truth("encounter_rings", "encounter_rings", "Viewers show a ring around each vehicle."),
    truth("verbose", "verbose", "More in the report."),
)  # fmt: skip


@dataclass(slots=True)
class _Approach:
    """How two vehicles have come nearer or gone apart; m."""

    last: float = 0.0
    lowest: float = 0.0
    highest: float = 0.0
    closing: bool = False

    def step(self, distance: float) -> float | None:
        """Take in a distance; return the closest approach if it has just passed."""
        found = None
        if distance < self.last:
            if not self.closing and self.highest - distance > _STEP:
                self.closing = True
            self.lowest = distance
        elif distance > self.last:
            if self.closing and distance - self.lowest > _STEP:
                self.closing = False
                found = self.lowest
            self.highest = distance
        self.last = distance
        return found


@dataclass(frozen=True, slots=True)
class Encounter:
    """A closest approach that has passed; m."""

    first: str
    second: str
    distance: float


class CollisionDetector(PostingApp):
    """Watches all pairs of vehicles and posts encounters, near misses and collisions."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldCollisionDetect") -> None:
        super().__init__(lines, home, name)
        self.options = CollisionOptions()
        self.read_block(lines, self.options)
        self.find(*self.options.settle("range"))
        self.vehicles = Ledger(self.geodesy)
        self.totals = {"ENCOUNTER_TOTAL": 0, "NEAR_MISS_TOTAL": 0, "COLLISION_TOTAL": 0}
        self.met: list[MetEvent] = []  #: what was counted
        self._pairs: dict[tuple[str, str], _Approach] = {}
        self._partners: dict[str, set[str]] = {}  #: the same pairs, by each of both
        self._reported: set[str] = set()
        self._next = ""  # which is compared first, where not all were
        self._announced: set[str] = set()
        self._values = LastValues()
        self._closest_ever: float | None = None
        options = self.options
        self._parameters = (
            f"collision_range={compact_number(options.collision)}, "
            f"near_miss_range={compact_number(options.near_miss)}, "
            f"encounter_range={compact_number(options.encounter)}"
        )

    def on_connect_subscriptions(self) -> Sequence[str]:
        """Node reports, resets and the variables of the conditions."""
        names = sorted({name for term in self.options.conditions for name in term.variables})
        return ["NODE_REPORT", "NODE_REPORT_LOCAL", _RESET, *names]

    def begin(self) -> None:
        """Show the ranges, and totals of 0."""
        self.post("COLLISION_DETECT_PARAMS", self._parameters)
        for name, total in self.totals.items():
            self.post(name, float(total))

    def take(self, message: Message) -> None:
        """Take in one message."""
        if message.variable == _RESET:
            self._closest_ever = None
        if message.variable not in ("NODE_REPORT", "NODE_REPORT_LOCAL"):
            if not isinstance(message.value, bytes):
                self._values.values[message.variable] = message.value
            return
        if (text := self.text(message)) is None:
            return
        try:
            state = self.vehicles.take(text)
        except ValueError as error:
            self.refuse(message, str(error))
            return
        self._reported.add(state.name)
        # as the original finds it in the text: not in one of JSON
        name = first_value(text, "NAME")
        if name not in self._announced and len(self._announced) < MOST_VEHICLES:
            self._announced.add(name)
            self.post(f"COLLISION_DETECT_PARAMS_{name.upper()}", self._parameters)
        if state.group.lower() in self.options.reject_groups:
            self._reported.discard(state.name)
            self.vehicles.forget(state.name)
            for other in list(self._partners.get(state.name, ())):
                self._forget((state.name, other) if state.name < other else (other, state.name))

    def tick(self) -> None:
        """All pairs of which one vehicle has reported, then what happened."""
        least, found = self._examine()
        if least is not None:
            if self._closest_ever is None or least < self._closest_ever:
                self._closest_ever = least
            if self.options.post_closest_range and least > 0:
                self.post("UCD_CLOSEST_RANGE", least)
        if self.options.post_closest_range_ever and self._closest_ever:
            self.post("UCD_CLOSEST_RANGE_EVER", self._closest_ever)
        if all(term.holds(self._values) for term in self.options.conditions):
            for encounter in found:
                self._tell(encounter)
        if self.options.encounter_rings:
            radius = compact_number(self.options.encounter, 2)
            for name in self.vehicles:
                state = self.vehicles[name]
                if state.group != _NO_RING and state.heading is not None and state.speed is not None:
                    self._post_ring(name, radius)

    def _examine(self) -> tuple[float | None, list[Encounter]]:
        least: float | None = None
        found = []
        seen: set[tuple[str, str]] = set()
        reach, ignores = _APART * self.options.encounter, bool(self.options.ignore_groups)
        due = sorted(self._reported)
        first = bisect_left(due, self._next)
        order, judged, self._next = due[first:] + due[:first], 0, ""
        near = self._neighbours(reach)
        places = {name: self.vehicles.position(name) for name in self.vehicles}
        for name in order:
            others = near(name)
            x, y = places[name]
            if judged and judged + len(others) > MOST_PAIRS:
                self._next = name
                self.host.run_warning(f"more than {MOST_PAIRS} pairs of vehicles: some are compared later")
                break
            judged += len(others)
            self._reported.discard(name)
            for other in others:
                pair = (name, other) if name < other else (other, name)
                if other == name or pair in seen or (ignores and self._is_ignored(name, other)):
                    continue
                seen.add(pair)
                east, north = places[other]
                distance = hypot(x - east, y - north)
                if least is None or distance < least:
                    least = distance
                if distance > reach:
                    if pair in self._pairs:
                        self._forget(pair)
                    continue
                if (known := self._pairs.get(pair)) is None:
                    known = self._pairs[pair] = _Approach()
                    self._partners.setdefault(name, set()).add(other)
                    self._partners.setdefault(other, set()).add(name)
                approach = known.step(distance)
                if approach is not None and approach <= self.options.encounter:
                    found.append(Encounter(name, other, approach))
        examined = set(order) - self._reported
        self._part(examined, seen)
        options = self.options
        if options.post_closest_range or options.post_closest_range_ever:
            least = self._closest(examined, least, reach)
        return least, found

    def _neighbours(self, reach: float) -> Callable[[str], Sequence[str]]:
        """Return what gives the names, in their order, of all within ``reach`` (m) of a vehicle, and some others."""
        names = self.vehicles.names
        if len(names) < _FEW or not isfinite(reach):
            return lambda _: names
        grid = PointGrid(reach, map(self.vehicles.position, names))
        return lambda name: [names[k] for k in grid.near(*self.vehicles.position(name))]

    def _part(self, examined: set[str], seen: set[tuple[str, str]]) -> None:
        """Forget the pairs whose vehicles are so far apart by now that they are no neighbours."""
        for name in examined:
            for other in list(self._partners.get(name, ())):
                pair = (name, other) if name < other else (other, name)
                if pair not in seen and not self._is_ignored(*pair):
                    self._forget(pair)

    def _forget(self, pair: tuple[str, str]) -> None:
        one, other = pair
        del self._pairs[pair]
        self._partners[one].remove(other)
        self._partners[other].remove(one)

    def _closest(self, examined: set[str], least: float | None, reach: float) -> float | None:
        """Return the least distance of all pairs with one of ``examined``; ``least``: of those within ``reach``."""
        if len(self.vehicles) < _FEW or not examined:
            return least  # all pairs were looked at
        xs, ys = zip(*map(self.vehicles.position, self.vehicles), strict=True)
        span = hypot(max(xs) - min(xs), max(ys) - min(ys))
        while (least is None or least > reach) and reach <= span:
            reach = _WIDER * max(reach, 1.0)
            near = self._neighbours(reach)
            for name in examined:
                for other in near(name):
                    if other != name and not self._is_ignored(name, other):
                        distance = self.vehicles.distance(name, other)
                        least = distance if least is None else min(least, distance)
        return least

    def _is_ignored(self, one: str, other: str) -> bool:
        ignored = self.options.ignore_groups
        return self.vehicles[one].group in ignored and self.vehicles[other].group in ignored

    def _tell(self, encounter: Encounter) -> None:
        options, rank = self.options, "clear"
        self._count("ENCOUNTER_TOTAL", options.encounter_flags, encounter)
        if encounter.distance <= options.collision:
            rank = "collision"
            self._count("COLLISION_TOTAL", options.collision_flags, encounter)
        elif encounter.distance <= options.near_miss:
            rank = "near_miss"
            self._count("NEAR_MISS_TOTAL", options.near_miss_flags, encounter)
        if len(self.met) < MOST_EVENTS:
            kind, between = "encounter" if rank == "clear" else rank, (encounter.first, encounter.second)
            self.met.append(MetEvent(self.now, kind, between, encounter.distance))
        if rank != "clear":
            distance = compact_number(encounter.distance, 2)
            self.host.event(f"{rank.replace('_', ' ')}: {encounter.first} and {encounter.second}, {distance} m")
        if rank != "clear" or options.report_all_encounters:
            self.post("UCD_REPORT", self._report_text(encounter, rank))
            if options.pulse_render and rank != "clear":
                self._post_pulse(encounter, "yellow" if rank == "near_miss" else "red")

    def _count(self, total: str, flags: Sequence[Flag], encounter: Encounter) -> None:
        self.totals[total] += 1
        index = self.totals["ENCOUNTER_TOTAL"]
        for variable, value in flags:
            self.post(*self._expanded(variable, value, encounter, index))
        self.post(total, float(self.totals[total]))

    def _expanded(self, variable: str, value: float | str, met: Encounter, index: int) -> tuple[str, float | str]:
        names = {"$UP_V1": met.first.upper(), "$UP_V2": met.second.upper(), "$V1": met.first, "$V2": met.second}

        def fill(text: str) -> str:
            for macro, name in names.items():
                text = text.replace(macro, name)
            return text.replace("$IDX", str(index))

        variable = fill(variable)
        if not isinstance(value, str):
            return variable, value
        if value == "$CPA":
            return variable, met.distance
        if value == "$IDX":
            return variable, float(index)
        text = _DENSITY.sub(self._density(met), value)
        if (number := read_number(text)) is not None:
            return variable, number
        return variable, fill(text.replace("$CPA", compact_number(met.distance, 4)))

    def _density(self, met: Encounter) -> Callable[[re.Match[str]], str]:
        """Return what counts the vehicles within a distance of one of them."""

        def count(found: re.Match[str]) -> str:
            name = {"V1": met.first, "v1": met.first, "V2": met.second, "v2": met.second}.get(found[1], found[1])
            limit = read_number(found[2])
            if limit is None or limit < 0:
                return found[0]
            if limit == 0 or name not in self.vehicles:
                return "0"
            return str(sum(one != name and self.vehicles.distance(name, one) <= limit for one in self.vehicles))

        return count

    def _report_text(self, met: Encounter, rank: str) -> str:
        text = f"cpa={compact_number(met.distance, 2)},vname1={met.first},vname2={met.second},rank={rank}"
        (ax, ay), (bx, by) = self.vehicles.position(met.first), self.vehicles.position(met.second)
        beta = angle_360(bearing(ax, ay, bx, by) - (self.vehicles[met.first].heading or 0.0))
        alpha = angle_360(bearing(bx, by, ax, ay) - (self.vehicles[met.second].heading or 0.0))
        for name, angle in (("alpha", alpha), ("beta", beta)):
            if angle != 0:
                text += f", {name}={compact_number(angle, 3)}"
        if alpha != 0 and beta != 0:
            sides = ["port" if angle > 180 else "star" for angle in (beta, alpha)]
            ends = ["fore" if abs(cos(radians(angle))) == cos(radians(angle)) else "aft" for angle in (beta, alpha)]
            text += f", ptype={sides[0]}:{sides[1]}, xtype={ends[0]}:{ends[1]}"
        return text

    def _post_pulse(self, met: Encounter, color: str) -> None:
        (ax, ay), (bx, by) = self.vehicles.position(met.first), self.vehicles.position(met.second)
        self.post(
            "VIEW_RANGE_PULSE",
            f"x={compact_number((ax + bx) / 2)},y={compact_number((ay + by) / 2)},"
            f"radius={compact_number(self.options.pulse_range, 2)},fill=0.25,edge_color={color},fill_color={color},"
            f"time={compact_number(self.written(self.now), 2)},"
            f"duration={compact_number(self.options.pulse_duration, 2)},edge_size=1",
        )

    def _post_ring(self, name: str, radius: str) -> None:
        x, y = (compact_number(value, 2) for value in self.vehicles.position(name))
        look = f"label={name}rng,label_color=invisible,edge_color=white"
        self.post("VIEW_CIRCLE", f"x={x},y={y},radius={radius},{look}")

    def report(self) -> str:
        """Totals and pairs."""
        return "\n".join(self._report_lines()) + "\n"

    def _report_lines(self) -> Iterator[str]:
        yield ", ".join(f"{name} {total}" for name, total in self.totals.items())
        yield f"Ranges: {self._parameters}"
        for (one, other), pair in nsmallest(50, self._pairs.items()):
            yield f"  {one} and {other}: {pair.last:.1f} m, {'closing' if pair.closing else 'opening'}"
