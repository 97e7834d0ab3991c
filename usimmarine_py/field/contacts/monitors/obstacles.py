"""uFldCollObDetect: how near vehicles pass obstacles."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from heapq import nsmallest
from math import inf

from usimmarine_py.field.contacts.monitors.ranges import MOST_EVENTS, EncounterRanges, MetEvent
from usimmarine_py.field.contacts.obstacles.near import NearObstacles
from usimmarine_py.field.contacts.posting import Flag, PostingApp
from usimmarine_py.field.settings import HomeCommunity, field_table, flags, number
from usimmarine_py.limits import MOST_OBSTACLE_VERTICES, MOST_OBSTACLES, MOST_PAIRS, admit
from usimmarine_py.maths.plane.polygon import distance_to_edges
from usimmarine_py.text import compact_number
from usimmarine_py.texts.ledger import Ledger, in_bytes
from usimmarine_py.texts.obstacle import Obstacle, read_given
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

#: An obstacle is not cleared while its last report is younger, s.
_KEPT = 4.0
#: Edges that take as long as what else is done for a pair.
_EDGES = 8
#: A grid of more than this reach is made anew.
_COARSE = 2.0
_RULE = "=" * 44
#: Pairs of a report.
_SHOWN = 50


@dataclass(slots=True)
class ObstacleRanges(EncounterRanges):
    """What the block says."""

    encounter: float = 15.0
    near_miss: float = 5.0
    collision: float = 1.0
    bin_min_val: float = 0.0
    bin_delta: float = 1.0


#: The keys of its block.
KEYS = field_table(
    ObstacleRanges,
    number("encounter_dist", "encounter", "A vehicle this close to an obstacle meets it.", "m", minimum=0.0),
    number("near_miss_dist", "near_miss", "Nearer is a near miss.", "m", minimum=0.0),
    number("collision_dist", "collision", "Nearer is a collision.", "m", minimum=0.0),
    flags(
        "encounter_flag", "encounter_flags", "Posted when an encounter is over; $VNAME, $UP_VNAME, $ID, $DIST, "
        "$ENC_CNT, $MISS_CNT and $COLL_CNT are filled in.", example="MET_$VNAME = $DIST",
    ),
    flags("near_miss_flag", "near_miss_flags", "Posted before those of the encounter where it was a near miss."),
    flags("collision_flag", "collision_flags", "Posted before those of the encounter where it was a collision."),
    number("bin_min_val", "bin_min_val", "Start of the bins of the report.", "m"),
    number("bin_delta", "bin_delta", "Width of the bins of the report.", "m", above=0.0),
)  # fmt: skip


@dataclass(slots=True)
class _Passage:
    """A vehicle near an obstacle; m."""

    last: float
    least: float


class ObstacleCollisionDetector(PostingApp):
    """Watches vehicles and obstacles, and posts encounters, near misses and collisions."""

    keys = KEYS

    subscriptions = ("NODE_REPORT", "NODE_REPORT_LOCAL", "KNOWN_OBSTACLE", "KNOWN_OBSTACLE_CLEAR")

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldCollObDetect") -> None:
        super().__init__(lines, home, name)
        self.options = ObstacleRanges()
        self.read_block(lines, self.options)
        self.find(*self.options.settle("dist"))
        self.vehicles = Ledger(self.geodesy)
        self.obstacles: dict[str, tuple[Obstacle, float]] = {}  #: with the time of the last text, s
        self.counts = {"ENC_CNT": 0, "MISS_CNT": 0, "COLL_CNT": 0}
        self.met: list[MetEvent] = []  #: what was counted
        self._passages: dict[tuple[str, str], _Passage] = {}
        self._met_by: dict[str, set[str]] = {}  # labels of the passages of a vehicle
        self._over: list[tuple[str, str]] = []  # the passages that ended in this tick
        self._least: float | None = None
        self._grid: NearObstacles | None = None
        self._vertices = 0  # of all obstacles
        self._next: str | None = None  # the vehicle that is compared first, where not all were

    def take(self, message: Message) -> None:
        """Take in one message."""
        if (text := self.text(message)) is None:
            return
        try:
            if message.variable == "KNOWN_OBSTACLE":
                obstacle = read_given(text, self._with)
                if obstacle.label not in self.obstacles and len(self.obstacles) >= MOST_OBSTACLES:
                    raise ValueError(f"there are {MOST_OBSTACLES} obstacles already")
                self._vertices = self._with(obstacle.label, len(obstacle.points))
                self._grid = None
                self.obstacles[obstacle.label] = obstacle, self.now
            elif message.variable == "KNOWN_OBSTACLE_CLEAR":
                self._clear(text)
            else:
                self.vehicles.take(text)
        except ValueError as error:
            self.refuse(message, str(error))

    def _with(self, label: str, vertices: int) -> int:
        """Return how many vertices all have with an obstacle of so many. Raises ``ValueError`` for too many."""
        known = self.obstacles.get(label)
        vertices += self._vertices - (0 if known is None else len(known[0].points))
        admit(vertices, MOST_OBSTACLE_VERTICES, "vertices of all obstacles")
        return vertices

    def _clear(self, label: str) -> None:
        if not label:
            return
        wanted = list(self.obstacles) if label.lower() == "all" else [label]
        for one in wanted:
            if one in self.obstacles and self.now - self.obstacles[one][1] > _KEPT:
                self._vertices -= len(self.obstacles[one][0].points)
                del self.obstacles[one]
                self._grid = None
                # as in the original what was met goes on with the next obstacle of that label

    def tick(self) -> None:
        """All distances, and encounters that are over."""
        if not self.obstacles:
            return
        names, judged = self.vehicles.names, 0
        first = 0 if self._next is None else bisect_left(names, in_bytes(self._next), key=in_bytes)
        self._next = None
        for name in names[first:] + names[:first]:
            if judged > MOST_PAIRS:
                self._next = name
                self.host.run_warning(f"more than {MOST_PAIRS} vehicles and obstacles to compare: some wait")
                break
            judged += self._compare(name)
        for passed in self._over:
            self._end_passage(*passed)
        self._over.clear()

    def _compare(self, name: str) -> int:
        """Compare a vehicle with all obstacles that may matter; return how much was compared."""
        x, y = self.vehicles.position(name)
        judged = 1
        labels = {one.label for one in self._nearby().near(x, y)} | self._met_by.get(
            name, set()
        ) & self.obstacles.keys()
        for label in sorted(labels):
            obstacle = self.obstacles[label][0]
            judged += 1 + len(obstacle.points) // _EDGES
            inside = obstacle.polygon.contains(x, y)
            self._step(name, label, 0.0 if inside else distance_to_edges(obstacle.points, x, y))
        return judged

    def _nearby(self) -> NearObstacles:
        """Return the obstacles as a grid: farther ones are neither met nor the nearest so far."""
        reach = inf if self._least is None else max(self.options.encounter, self._least)
        if self._grid is None or self._grid.reach > _COARSE * reach or self._grid.reach < reach:
            self._grid = NearObstacles([one for one, _ in self.obstacles.values()], reach)
        return self._grid

    def _step(self, name: str, label: str, distance: float) -> None:
        if self._least is None or distance < self._least:
            self._least = distance
            self.post("OB_GLOBAL_MIN", distance)
        passage = self._passages.get((name, label))
        if passage is None:
            if distance <= self.options.encounter:
                self._passages[name, label] = _Passage(distance, distance)
                self._met_by.setdefault(name, set()).add(label)
            return
        over = 0 < passage.last <= self.options.encounter < distance
        passage.last, passage.least = distance, min(passage.least, distance)
        if over:
            self._over.append((name, label))

    def _end_passage(self, name: str, label: str) -> None:
        """Count what is over."""
        least = self._passages.pop((name, label)).least
        self._met_by[name].discard(label)
        options, rank = self.options, "encounter"
        if least < options.collision:
            rank = "collision"
            self._count("COLL_CNT", options.collision_flags, name, label, least)
            self.host.event(f"collision: {name} and {label}, {compact_number(least, 2)} m")
        elif least < options.near_miss:
            rank = "near_miss"
            self._count("MISS_CNT", options.near_miss_flags, name, label, least)
            self.host.event(f"near miss: {name} and {label}, {compact_number(least, 2)} m")
        if len(self.met) < MOST_EVENTS:
            self.met.append(MetEvent(self.now, rank, (name, label), least))
        self._count("ENC_CNT", options.encounter_flags, name, label, least)

    def _count(self, counter: str, flags: Sequence[Flag], name: str, label: str, distance: float) -> None:
        self.counts[counter] += 1
        for variable, value in flags:
            self.post(_names_in(variable, name, label), self._filled(value, name, label, distance))

    def _filled(self, value: float | str, name: str, label: str, distance: float) -> float | str:
        if not isinstance(value, str):
            return value
        if value == "$DIST":
            return distance
        if value.removeprefix("$") in self.counts and value.startswith("$"):
            return float(self.counts[value[1:]])
        text = value.replace("$DIST", compact_number(distance, 2))
        for counter, count in self.counts.items():
            text = text.replace(f"${counter}", str(count))
        return _names_in(text, name, label)

    def report(self) -> str:
        """Ranges, totals, and the pairs that meet, as the original words them; harnesses read it from logs."""
        options, least = self.options, self._least
        near = [f"  {name}/{label}: {compact_number(one.last, 2)}" for (name, label), one in nsmallest(
            _SHOWN, self._passages.items()
        )]  # fmt: skip
        return "\n".join(
            (
                _RULE, "Configuration:", f"  Obstacles: {len(self.obstacles)}",
                f"  Collision Dist: {compact_number(options.collision)}",
                f"  Near Miss Dist: {compact_number(options.near_miss)}",
                f"  Encounter Dist: {compact_number(options.encounter)}", _RULE, "State:",
                f"  Vehicles:          {len(self.vehicles)}", f"  Total Encounters:  {self.counts['ENC_CNT']}",
                f"  Total Near Misses: {self.counts['MISS_CNT']}", f"  Total Collisions:  {self.counts['COLL_CNT']}",
                f"  Global Min Dist:   {'-1' if least is None else compact_number(least, 2)}", _RULE,
                "Vehicle/Obstacle Curr Distances:", *near, "",
            )
        )  # fmt: skip


def _names_in(text: str, name: str, label: str) -> str:
    return text.replace("$UP_VNAME", name.upper()).replace("$VNAME", name).replace("$ID", label)
