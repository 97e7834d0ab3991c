"""What guidance is to do: the lines of its block as a plan of tasks in file order."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from math import inf

from usimmarine_py.control.drift_compensation import MODES
from usimmarine_py.errors import ConfigError, shorten, suggest
from usimmarine_py.model import ConfigLine
from usimmarine_py.text import finite_number, loose_boolean

Point = tuple[float, float]  #: x east, y north, m


@dataclass(frozen=True, slots=True)
class Waypoints:
    """Follow straight legs to each point in turn; the first leg begins where the vehicle is."""

    points: tuple[Point, ...]
    speed: float | None = None  #: m/s; None = that of the plan
    depth: float | None = None  #: m


@dataclass(frozen=True, slots=True)
class Hold:
    """Steer set-points for ``time`` s; None keeps what the plan says (speed, depth) or the heading of the moment."""

    heading: float | None = None  #: deg
    speed: float | None = None  #: m/s
    depth: float | None = None  #: m
    time: float = inf  #: s


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


Task = Waypoints | Hold | Loiter


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that the block says."""

    tasks: tuple[Task, ...] = ()
    speed: float = 2.0  #: m/s
    depth: float = 0.0  #: m
    lookahead: float = 20.0  #: m, look-ahead distance of the line-of-sight law
    acceptance_radius: float = 10.0  #: m
    capture_line: bool = True  #: a waypoint abeam counts as reached, too
    repeat: float = 0.0  #: how often the plan is done again; inf = for ever
    take_control: bool = True  #: post MOOS_MANUAL_OVERRIDE = false at the start
    prefix: str = ""  #: of the navigation mail; empty = that of the mission's simulator
    nav_timeout: float = 5.0  #: s, older navigation stops the vehicle
    drift_compensation: str = "none"  #: or integral, or course; see drift_compensation
    integral_gain: float = 0.2  #: of the integral, as a share of the speed
    drift_time: float = 2.0  #: s, time constant of the filter of the measured drift angle

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

    @property
    def waypoint_count(self) -> int:
        """Waypoints of one pass."""
        return sum(len(t.points) for t in self.tasks if isinstance(t, Waypoints))


#: Said of a block without a task.
NOTHING_TO_DO = "has nothing to do: give waypoints = x,y : x,y, hold = ... or loiter = ..."

_FOR_EVER = frozenset(("forever", "unlimited", "infinite", "true"))


def _number(text: str, least: float | None = None, *, open_end: bool = False) -> float:
    value = finite_number(text)
    if value is None:
        raise ConfigError(f"must be a number, found {shorten(text, 60)!r}")
    if least is not None and (value < least or (open_end and value == least)):
        raise ConfigError(f"must be {'above' if open_end else 'at least'} {least:g}, found {value:g}")
    return value


def _boolean(text: str) -> bool:
    flag = loose_boolean(text, False)
    if flag is None:
        raise ConfigError(f"must be true or false, found {shorten(text, 60)!r}")
    return flag


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


def _fields(text: str, known: dict[str, Callable[[str], object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for piece in text.split(","):
        name, equals, value = (part.strip() for part in piece.partition("="))
        name = name.lower()
        if not equals or name not in known:
            expected = ", ".join(known)
            problem = f"{shorten(piece.strip(), 40)!r} must be one of {expected}, each as NAME=VALUE"
            raise ConfigError(problem, suggestion=suggest(name, known) if equals else "")
        try:
            found[name] = known[name](value)
        except ConfigError as error:
            raise ConfigError(f"{name} {error.problem}") from None
    return found


def _hold(text: str) -> Hold:
    fields = _fields(
        text,
        {
            "heading": _number,
            "speed": _number,
            "depth": lambda t: _number(t, 0.0),
            "time": lambda t: _number(t, 0.0, open_end=True),
        },
    )
    return Hold(**fields)  # type: ignore[arg-type]


def _loiter(text: str) -> Loiter:
    fields = _fields(
        text,
        {
            "x": _number,
            "y": _number,
            "radius": lambda t: _number(t, 0.0, open_end=True),
            "clockwise": _boolean,
            "time": lambda t: _number(t, 0.0, open_end=True),
            "turns": lambda t: _number(t, 0.0, open_end=True),
        },
    )
    missing = [name for name in ("x", "y", "radius") if name not in fields]
    if missing:
        raise ConfigError(f"needs {', '.join(missing)}, as in x=0, y=0, radius=40, time=300")
    return Loiter(**fields)  # type: ignore[arg-type]


def _repeat(text: str) -> float:
    if text.strip().lower() in _FOR_EVER:
        return inf
    return float(int(_number(text, 0.0)))


def _mode(text: str) -> str:
    word = text.strip().lower()
    if word not in MODES:
        problem = f"must be one of {', '.join(MODES)}, found {shorten(text, 40)!r}"
        raise ConfigError(problem, suggestion=suggest(word, MODES))
    return word


_TASKS: dict[str, Callable[[str], Task]] = {
    "waypoints": lambda text: Waypoints(read_points(text)),
    "points": lambda text: Waypoints(read_points(text)),
    "hold": _hold,
    "loiter": _loiter,
}
_SETTINGS: dict[str, tuple[str, Callable[[str], object]]] = {
    "lookahead": ("lookahead", lambda t: _number(t, 0.0, open_end=True)),
    "lookahead_distance": ("lookahead", lambda t: _number(t, 0.0, open_end=True)),
    "acceptance_radius": ("acceptance_radius", lambda t: _number(t, 0.0, open_end=True)),
    "capture_radius": ("acceptance_radius", lambda t: _number(t, 0.0, open_end=True)),
    "capture_line": ("capture_line", _boolean),
    "repeat": ("repeat", _repeat),
    "take_control": ("take_control", _boolean),
    "prefix": ("prefix", lambda t: t.strip().removesuffix("_")),
    "nav_timeout": ("nav_timeout", lambda t: _number(t, 0.0, open_end=True)),
    "drift_compensation": ("drift_compensation", _mode),
    "integral_gain": ("integral_gain", lambda t: _number(t, 0.0, open_end=True)),
    "drift_time": ("drift_time", lambda t: _number(t, 0.0, open_end=True)),
}


def read_plan(
    lines: Iterable[ConfigLine], elsewhere: Collection[str] = ()
) -> tuple[Plan, list[ConfigError], list[ConfigError]]:
    """What can be read of a plan, the lines that cannot, and the keys that mean nothing here; raises nothing.

    ``elsewhere`` names keys (lower case) that others read. A plan with wrong lines must not be driven, nor one without
    tasks.
    """
    plan = Plan()
    errors: list[ConfigError] = []
    warnings: list[ConfigError] = []
    pace: dict[str, float] = {}  # speed and depth count for the tasks below them, the first ones for those above, too
    for line in lines:
        key = line.key.lower()
        try:
            if key in _TASKS:
                plan = replace(plan, tasks=(*plan.tasks, _with_pace(_TASKS[key](line.value), pace)))
            elif key in ("speed", "depth"):
                value = _number(line.value, 0.0)
                if key not in pace:
                    plan = replace(plan, speed=value) if key == "speed" else replace(plan, depth=value)
                pace[key] = value
            elif key in _SETTINGS:
                name, read = _SETTINGS[key]
                plan = replace(plan, **{name: read(line.value)})  # type: ignore[arg-type]
            elif key not in elsewhere:
                warnings.append(_unknown(line))
        except ConfigError as error:
            error.key, error.file, error.line = line.key, line.file, line.line
            errors.append(error)
    return plan, errors, warnings


def _with_pace(task: Task, pace: Mapping[str, float]) -> Task:
    speed = pace.get("speed") if task.speed is None else task.speed
    depth = pace.get("depth") if task.depth is None else task.depth
    return replace(task, speed=speed, depth=depth)


def _unknown(line: ConfigLine) -> ConfigError:
    hint, shown = suggest(line.key, [*_TASKS, *_SETTINGS, "speed", "depth"]), shorten(line.key, 60)
    return ConfigError("unknown parameter", key=shown, file=line.file, line=line.line, suggestion=hint, about_key=True)
