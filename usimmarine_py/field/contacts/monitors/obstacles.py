"""uFldCollObDetect: how near vehicles pass obstacles."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.field.contacts.monitors.ranges import MOST_EVENTS, EncounterRanges, MetEvent
from usimmarine_py.field.contacts.posting import Flag, PostingApp
from usimmarine_py.field.settings import HomeCommunity, field_table, flags, number
from usimmarine_py.maths.plane.polygon import distance_to_edges
from usimmarine_py.text import compact_number
from usimmarine_py.texts.ledger import Ledger
from usimmarine_py.texts.obstacle import Obstacle, read_obstacle
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

#: An obstacle is not cleared while its last report is younger, s.
_KEPT = 4.0
_MOST = 10_000


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
        self._least: float | None = None

    def take(self, message: Message) -> None:
        """Take in one message."""
        if (text := self.text(message)) is None:
            return
        try:
            if message.variable == "KNOWN_OBSTACLE":
                obstacle = read_obstacle(text)
                if obstacle.label not in self.obstacles and len(self.obstacles) >= _MOST:
                    raise ValueError(f"there are {_MOST} obstacles already")
                self.obstacles[obstacle.label] = obstacle, self.now
            elif message.variable == "KNOWN_OBSTACLE_CLEAR":
                self._clear(text.strip())
            else:
                self.vehicles.take(text)
        except ValueError as error:
            self.refuse(message, str(error))

    def _clear(self, label: str) -> None:
        wanted = list(self.obstacles) if label == "all" else [label]
        for one in wanted:
            if one in self.obstacles and self.now - self.obstacles[one][1] > _KEPT:
                del self.obstacles[one]
                self._passages = {key: kept for key, kept in self._passages.items() if key[1] != one}

    def tick(self) -> None:
        """All distances, and encounters that are over."""
        for name in self.vehicles:
            x, y = self.vehicles.position(name)
            for label in sorted(self.obstacles):
                obstacle = self.obstacles[label][0]
                inside = obstacle.polygon.contains(x, y)
                self._step(name, label, 0.0 if inside else distance_to_edges(obstacle.points, x, y))

    def _step(self, name: str, label: str, distance: float) -> None:
        if self._least is None or distance < self._least:
            self._least = distance
            self.post("OB_GLOBAL_MIN", distance)
        passage = self._passages.get((name, label))
        if passage is None:
            self._passages[name, label] = _Passage(distance, distance)
            return
        over = 0 < passage.last <= self.options.encounter < distance
        passage.last = distance
        if not over:
            passage.least = min(passage.least, distance)
            return
        least, passage.least = passage.least, distance
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
        """Counts, obstacles, vehicles."""
        counts = ", ".join(f"{name} {count}" for name, count in self.counts.items())
        return f"{counts}\nObstacles: {len(self.obstacles)}, vehicles: {len(self.vehicles)}\n"


def _names_in(text: str, name: str, label: str) -> str:
    return text.replace("$UP_VNAME", name.upper()).replace("$VNAME", name).replace("$ID", label)
