"""The plan of guidance: the lines of its block as tasks in file order."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from math import inf
from typing import Any

from usimmarine_py.control.arcs import Point, arc_at, turns
from usimmarine_py.control.drift_compensation import MODES, NONE
from usimmarine_py.errors import ConfigError, Severity, shorten, suggest
from usimmarine_py.text import finite_number
from usimmarine_py.values import ConfigLine, FilePlace, Finding, Key
from usimmarine_py.values.frozen import dataclass, replace
from usimmarine_py.values.key import KeyTable, read_block


@dataclass(frozen=True, slots=True)
class Waypoints:
    """Follow straight legs to each point in turn; the first leg begins where the vehicle is."""

    points: tuple[Point, ...]
    speed: float | None = None  #: m/s; None = that of the plan
    depth: float | None = None  #: m
    altitude: float | None = None  #: m above the bottom, in place of a depth


@dataclass(frozen=True, slots=True)
class Hold:
    """Steer set-points for ``time`` s; None keeps the plan's speed and depth, or the present heading."""

    heading: float | None = None  #: deg
    speed: float | None = None  #: m/s
    depth: float | None = None  #: m
    time: float = inf  #: s
    altitude: float | None = None  #: m above the bottom, in place of a depth


@dataclass(frozen=True, slots=True)
class Loiter:
    """Circle round a point for ``time`` s or ``turns``, whichever ends first; both count from reaching the circle."""

    x: float
    y: float
    radius: float  #: m
    clockwise: bool = True
    time: float = inf  #: s
    turns: float = inf
    speed: float | None = None  #: m/s; None = that of the plan
    depth: float | None = None  #: m
    altitude: float | None = None  #: m above the bottom, in place of a depth


Task = Waypoints | Hold | Loiter


@dataclass(frozen=True, slots=True)
class PathFollowing:
    """How legs are followed, m."""

    lookahead: float = 20.0  #: of the line-of-sight law
    acceptance_radius: float = 10.0
    arc_radius: float = 0.0  #: of the arcs that join legs; 0 = corners
    capture_line: bool = True  #: a waypoint abeam counts as reached, too


@dataclass(frozen=True, slots=True)
class Plan:
    """The content of the block."""

    tasks: tuple[Task, ...] = ()
    speed: float = 2.0  #: m/s
    depth: float = 0.0  #: m
    altitude: float | None = None  #: m above the bottom, in place of a depth
    path: PathFollowing = PathFollowing()
    repeat: float = 0.0  #: number of repetitions of the plan; inf = unlimited
    take_control: bool = True  #: post MOOS_MANUAL_OVERRIDE = false at the start
    prefix: str = ""  #: of the navigation mail; empty = that of the mission's simulator
    nav_timeout: float = 5.0  #: s, older navigation stops the vehicle
    give_up: float = 1800.0  #: s without coming nearer after which a goal counts as out of reach; 0 = never
    drift_compensation: str = "none"  #: or integral, or course; see drift_compensation
    integral_gain: float = 0.2  #: of the integral, as a share of the speed
    drift_time: float = 2.0  #: s, time constant of the filter of the measured drift angle
    endflag: tuple[tuple[str, float | str], ...] = ()  #: what is posted when the plan is done

    @property
    def ends(self) -> bool:
        """Whether the plan comes to an end (if the vehicle follows it)."""
        if self.repeat == inf:
            return False
        endless = any(
            (isinstance(t, Hold) and t.time == inf) or (isinstance(t, Loiter) and t.time == inf and t.turns == inf)
            for t in self.tasks
        )
        return bool(self.tasks) and not endless

    def altitude_of(self, task: Task) -> float | None:
        """Return the altitude (m) that a task keeps; None = a depth."""
        return self.altitude if task.depth is None and task.altitude is None else task.altitude

    @property
    def keeps_altitude(self) -> bool:
        """Whether some task needs the altitude."""
        return any(self.altitude_of(task) is not None for task in self.tasks)

    @property
    def waypoint_count(self) -> int:
        """Waypoints of one pass."""
        return sum(len(t.points) for t in self.tasks if isinstance(t, Waypoints))


#: Said of a block without a task.
NOTHING_TO_DO = "has nothing to do: give waypoints = x,y : x,y, hold = ... or loiter = ..."

_FOR_EVER = frozenset(("forever", "unlimited", "infinite", "true"))


_ANY = Key("", "number")
_SWITCH = Key("", "bool")
_POSITIVE = Key("", "number", above=0.0)
_NOT_NEGATIVE = Key("", "number", minimum=0.0)


def read_points(text: str) -> tuple[Point, ...]:
    """``0,0 : 200,0 : 200,100``, also as MOOS-IvP writes it: ``pts={0,0:200,0}``. Raises ``ConfigError``."""
    body = "".join(text.split())
    if found := re.fullmatch(r"(?:pts=)?\{([^{}]*)\}", body):
        body = found[1]
    points = []
    for piece in body.rstrip(":").split(":"):
        numbers = [finite_number(part) for part in piece.split(",")]
        if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
            raise ConfigError(f"must be x,y : x,y : ... in metres; {shorten(piece, 40)!r} is no point")
        points.append((numbers[0], numbers[1]))
    return tuple(points)


def _fields(text: str, known: Mapping[str, Key]) -> dict[str, object]:
    found: dict[str, object] = {}
    for piece in text.split(","):
        name, equals, value = (part.strip() for part in piece.partition("="))
        name = name.lower()
        if not equals or not value or name not in known:
            expected = ", ".join(known)
            problem = f"{shorten(piece.strip(), 40)!r} must be one of {expected}, each as NAME=VALUE"
            raise ConfigError(problem, suggestion=suggest(name, known) if equals else "")
        try:
            found[name] = known[name].value(value)
        except ConfigError as error:
            raise ConfigError(f"{name} {error.problem}") from None
    return found


def _hold(text: str) -> Hold:
    known = {
        "heading": _ANY, "speed": _ANY, "depth": _NOT_NEGATIVE, "altitude": _POSITIVE, "time": _POSITIVE,
    }  # fmt: skip
    fields = _fields(text, known)
    if "depth" in fields and "altitude" in fields:
        raise ConfigError("has depth and altitude; one of them counts: leave the other out")
    return Hold(**fields)  # type: ignore[arg-type]


def _loiter(text: str) -> Loiter:
    known = {
        "x": _ANY, "y": _ANY, "radius": _POSITIVE, "clockwise": _SWITCH, "time": _POSITIVE, "turns": _POSITIVE,
    }  # fmt: skip
    fields = _fields(text, known)
    missing = [name for name in ("x", "y", "radius") if name not in fields]
    if missing:
        raise ConfigError(f"needs {', '.join(missing)}, as in x=0, y=0, radius=40, time=300")
    return Loiter(**fields)  # type: ignore[arg-type]


def _flag(text: str) -> tuple[str, float | str]:
    name, _, value = (part.strip() for part in text.partition("="))
    if not name or not value or len(name.split()) > 1:
        raise ConfigError(f"must be NAME = VALUE, found {shorten(text, 60)!r}")
    number = finite_number(value)
    return name, value.strip('"') if number is None else number


_SOURCE = "laws/guidance"


def _declare(name: str, kind: str, default: str, what: str, **more: Any) -> Key:
    return Key(name, kind, default, what, group="guidance", source=_SOURCE, **more)


#: Keys of tasks.
TASKS: tuple[Key, ...] = (
    _declare(
        "waypoints", "list", "", "legs to x,y : x,y : ... in metres", aliases=("points",), repeatable=True,
        example="0,100 : 100,100 : 100,0 : 0,0", parse=lambda text: Waypoints(read_points(text)),
    ),
    _declare(
        "hold", "list", "", "set-points for a time", repeatable=True,
        example="heading=90, speed=1, depth=5, time=60", parse=_hold,
    ),
    _declare(
        "loiter", "list", "", "a circle, for a time or a number of turns", repeatable=True,
        example="x=0, y=0, radius=40, clockwise=true, turns=2, time=600", parse=_loiter,
    ),
)  # fmt: skip
#: Keys that apply to the tasks below them, until given again.
PACE: tuple[Key, ...] = (
    _declare("speed", "number", "2", "of the tasks below", unit="m/s", repeatable=True, minimum=0.0),
    _declare("depth", "number", "0", "of the tasks below", unit="m", repeatable=True, minimum=0.0),
    _declare(
        "altitude", "number", "", "of the tasks below, above the bottom by PREFIX_ALTITUDE; in place of a depth",
        unit="m", repeatable=True, example="8", above=0.0,
    ),
)  # fmt: skip
#: Keys of the whole plan; each is a field of it, or of its path.
SETTINGS: tuple[Key, ...] = (
    _declare(
        "repeat", "number", "0", "how often all of it again, or forever", minimum=0.0,
        words=dict.fromkeys(_FOR_EVER, inf),
    ),
    _declare(
        "lookahead", "number", "20", "look-ahead distance of the line-of-sight law", unit="m",
        aliases=("lookahead_distance",), above=0.0,
    ),
    _declare(
        "drift_compensation", "text", NONE,
        "or course (over ground, as measured), or integral (learned from the cross-track error)", choices=MODES,
    ),
    _declare("integral_gain", "number", "0.2", "of integral: share of the speed", above=0.0),
    _declare(
        "drift_time", "number", "2", "of course: time constant of the filter of the drift angle", unit="s",
        above=0.0,
    ),
    _declare(
        "acceptance_radius", "number", "10", "of a waypoint", unit="m", aliases=("capture_radius",), above=0.0
    ),
    _declare(
        "arc_radius", "number", "0", "of the arcs between legs, switched to where they touch; 0 = corners", unit="m",
        minimum=0.0,
    ),
    _declare("capture_line", "bool", "true", "a waypoint abeam counts, too"),
    _declare("take_control", "bool", "true", "post MOOS_MANUAL_OVERRIDE = false at the start"),
    _declare(
        "prefix", "text", "NAV", "of the navigation mail (default: that of the mission's simulator)",
        parse=lambda text: text.strip().removesuffix("_"),
    ),
    _declare("nav_timeout", "number", "5", "older navigation stops the vehicle", unit="s", above=0.0),
    _declare(
        "endflag", "text", "", "posted when the plan is done", repeatable=True, example="ARRIVED = true", parse=_flag
    ),
    _declare(
        "give_up", "number", "1800", "no nearer for so long: a warning, and an offline run ends; 0 = never", unit="s",
        minimum=0.0,
    ),
)  # fmt: skip
PARAMETERS = (*TASKS, *PACE, *SETTINGS)
_OF_PATH = frozenset(("lookahead", "acceptance_radius", "arc_radius", "capture_line"))


class _PlanReader:
    """The plan while the lines are read."""

    def __init__(self) -> None:
        self.plan = Plan()
        self.line = ConfigLine("", "")
        self.places: list[ConfigLine] = []  #: of the tasks
        self.arcs: ConfigLine | None = None
        #: Speed and depth count for the tasks below them, the first ones for those above, too.
        self.pace: dict[str, float] = {}

    def add_task(self, task: Task) -> None:
        self.change(tasks=(*self.plan.tasks, _with_pace(task, self.pace)))
        self.places.append(self.line)

    def change(self, **changes: Any) -> None:
        self.plan = replace(self.plan, **changes)

    def set_pace(self, name: str, value: float) -> None:
        if name in ("depth", "altitude"):
            # the last of the two counts for what follows, the first for what came before
            if "altitude" not in self.pace and "depth" not in self.pace:
                self.change(**{name: value})
            self.pace.pop("altitude", None)
            self.pace.pop("depth", None)
        elif name not in self.pace:
            self.change(**{name: value})
        self.pace[name] = value


def _store(key: Key) -> Callable[[_PlanReader, Any], None]:
    name = key.name

    def keep(reader: _PlanReader, value: Any) -> None:
        if key in TASKS:
            reader.add_task(value)
        elif key in PACE:
            reader.set_pace(name, value)
        elif name == "endflag":
            reader.change(endflag=(*reader.plan.endflag, value))
        elif name in _OF_PATH:
            reader.change(path=replace(reader.plan.path, **{name: value}))
            if name == "arc_radius":
                reader.arcs = reader.line
        elif name == "repeat":
            reader.change(repeat=value if value == inf else float(int(value)))
        else:
            reader.change(**{name: value})

    return keep


#: The keys of the block.
KEYS = KeyTable((replace(key, into=_store(key)) for key in PARAMETERS), severity=Severity.ERROR)


def read_plan(
    lines: Iterable[ConfigLine], elsewhere: Collection[str] = ()
) -> tuple[Plan, list[Finding], list[Finding]]:
    """Return what can be read of a plan, the lines that cannot, and the keys that mean nothing here; raises nothing.

    ``elsewhere`` names keys (lower case) that others read. A plan with invalid lines or without tasks must not be
    executed.
    """
    reader = _PlanReader()
    found = read_block(list(lines), KEYS, reader, elsewhere, unknown="unknown parameter")
    errors = [one for one in found if not one.about_key]
    warnings = [one for one in found if one.about_key]
    plan, arcs = reader.plan, reader.arcs
    if arcs is not None and plan.path.arc_radius > 0.0 and plan.waypoint_count < 2 and not errors:
        problem = "has no effect: arcs join legs, and there is one waypoint at most"
        warnings.append(_doubt(arcs, problem))
    warnings += [_doubt(reader.places[task], problem) for task, problem in _tight_corners(plan)]
    return plan, errors, warnings


def _doubt(line: ConfigLine, problem: str) -> Finding:
    return Finding(problem, FilePlace(line.file, line.line, 0, line.key))


def _tight_corners(plan: Plan) -> list[tuple[int, str]]:
    """Waypoints where an arc does not fit its legs: the task, and what is done instead. Where the plan begins is not
    known here.
    """
    if plan.path.arc_radius <= 0.0:
        return []
    found = []
    track: list[tuple[int, int, Point]] = []
    for index, task in enumerate(plan.tasks):
        if isinstance(task, Waypoints):
            track += [(index, number, point) for number, point in enumerate(task.points, 1)]
        if not isinstance(task, Waypoints) or index == len(plan.tasks) - 1:
            goals = [point for *_, point in track]
            again = plan.repeat > 0 and len(goals) == plan.waypoint_count and len(plan.tasks) == index + 1
            head, tail = (goals[-2:], goals[:2]) if again else ([], [])
            points: list[Point | None] = [None, None, *head, *goals, *tail, None, None]
            for place, (of, number, (x, y)) in enumerate(track, 2 + len(head)):
                where = f"waypoint {number} ({x:g},{y:g})"
                if (x, y) == points[place - 1]:
                    found.append((of, f"no arc at {where}: it is where the waypoint before it is"))
                if not turns(points[place - 1], (x, y), points[place + 1]):
                    continue
                arc = arc_at(points[place - 2 : place + 3], plan.path.arc_radius)
                if arc is None:
                    found.append((of, f"no arc at {where}: its legs are too short or turn back"))
                elif arc.radius < (1.0 - 1e-9) * plan.path.arc_radius:
                    text = f"the arc at {where} has a radius of {arc.radius:.2f} m"
                    found.append((of, f"{text} instead of {plan.path.arc_radius:g}: its legs are too short"))
                if arc is not None and arc.nearest > plan.path.acceptance_radius:
                    text = f"the arc passes {where} at {arc.nearest:.2f} m, beyond acceptance_radius"
                    found.append((of, f"{text} = {plan.path.acceptance_radius:g}: it will count as missed"))
            track = []
    return found


def _with_pace(task: Task, pace: Mapping[str, float]) -> Task:
    speed = pace.get("speed") if task.speed is None else task.speed
    if task.depth is not None or task.altitude is not None:
        return replace(task, speed=speed)
    return replace(task, speed=speed, depth=pace.get("depth"), altitude=pace.get("altitude"))
