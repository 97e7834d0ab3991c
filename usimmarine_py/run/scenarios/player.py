"""Playing a recorded scenario of one application: configuration, clock, mail and navigation in, posts out.

The clock steps by ``dt``; what the application posted to variables that it reads comes back as mail in the next tick,
then the scenario's inputs, then navigation: recorded (a CSV file beside the scenario) or of a simple vehicle that
follows the decisions (``plant``).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from math import cos, radians, sin
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.maths.angles import angle_180, angle_360
from usimmarine_py.moos.app.appcast import (
    DEFAULT_MAX_EVENTS,
    DEFAULT_MAX_RUN_WARNINGS,
    DEFAULT_REPORT_INTERVAL,
    AppCaster,
    clamp,
)
from usimmarine_py.moos.app.settings import MAX_EVENTS, MAX_REPORT_INTERVAL
from usimmarine_py.moos.app.status import LoadMeter
from usimmarine_py.run.scenarios.text import scenario_text
from usimmarine_py.text import block_number
from usimmarine_py.values.app import Application, Reporting, Subscription, TickCounters
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import ConfigLine, config_lines
from usimmarine_py.values.mail import Message, Post
from usimmarine_py.values.rows import Row

#: Variables in which navigation is mailed.
NAVIGATION = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED", "NAV_DEPTH")

#: The rate (1/s) that gaps of iterations are measured by: the recorded programs had not read that of their block.
RECORDED_TICK = 4.0
_LOAD_REQUEST = "LOADCAST_REQ"
#: What every MOOS application reads, here for one that heeds it.
_POLICY = "COMMS_POLICY"

Pose = tuple[float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class FollowingVehicle:
    """A vehicle that turns, accelerates and dives at fixed rates (deg/s, m/s^2, m/s) towards the decisions.

    It turns while it moves, or with ``turns_when_driven`` while a speed is desired.
    """

    turn_rate: float
    accel: float
    dive_rate: float
    turns_when_driven: bool = False

    def step(self, pose: Pose, desired: Mapping[str, float], dt: float) -> Pose:
        """Return the pose (x, y, heading, speed, depth) ``dt`` s later."""
        x, y, heading, speed, depth = pose
        turn = angle_180(desired.get("DESIRED_HEADING", heading) - heading)
        turn = -180.0 if turn == 180.0 else turn
        if (desired.get("DESIRED_SPEED", 0.0) if self.turns_when_driven else speed) > 0:
            heading = angle_360(heading + _limited(turn, self.turn_rate * dt))
        speed += _limited(desired.get("DESIRED_SPEED", 0.0) - speed, self.accel * dt)
        depth += _limited(desired.get("DESIRED_DEPTH", depth) - depth, self.dive_rate * dt)
        x += speed * dt * sin(radians(heading))
        y += speed * dt * cos(radians(heading))
        return x, y, heading, speed, depth


def _limited(value: float, limit: float) -> float:
    return min(max(value, -limit), limit)


@dataclass(frozen=True, slots=True)
class AppScenario:
    """A scenario as read."""

    name: str
    app: str
    start: float  #: s
    dt: float  #: s
    count: int  #: ticks
    community: str
    lines: tuple[ConfigLine, ...]
    files: Mapping[str, str]
    datum: tuple[float, float] | None  #: latitude and longitude, deg
    inputs: Mapping[int, tuple[Message, ...]]  #: by tick
    nav_from: int
    nav_until: int
    navigation: Mapping[int, Pose]  #: recorded, by tick
    plant: FollowingVehicle | None
    nav_start: Pose
    block: str = ""  #: the text of its lines


class _ReportSettings(TypedDict):
    interval: float
    max_events: int
    max_run_warnings: int


class ReplayedTick(NamedTuple):
    """One tick of a replay; 0 is the start."""

    step: int
    time: float  #: s
    pose: Pose | None  #: navigation that was mailed
    posts: list[Post]


def read_document(path: Path) -> dict[str, Any] | None:
    """Return the document of a scenario of one application; None for any other file."""
    try:
        document = json.loads(scenario_text(path))
    except (OSError, ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) and ("bhv_files" in document or "app" in document) else None


def read_scenario(
    path: Path,
    found: Mapping[str, Any],
    navigation: Mapping[int, Pose],
    plant: FollowingVehicle | None,
    nav_from: int | None,
    nav_start: Pose,
) -> AppScenario:
    """Return the scenario of a document; navigation, which the formats tell differently, is given.

    ``nav_from``: the first tick with navigation, None: never. Raises ``ConfigError``.
    """
    try:
        inputs: dict[int, list[Message]] = {}
        community = str(found["community"])
        start, dt, count = float(found["t0"]), float(found["dt"]), int(found["n"])
        for k, variable, kind, value, source, *offset in found.get("inputs", ()):
            time = start + k * dt + (float(offset[0]) if offset else 0.0)
            content = float(value) if kind == "D" else str(value)
            origin = str(offset[1]) if len(offset) > 1 else community
            inputs.setdefault(int(k), []).append(Message(variable, content, time, source, community=origin))
        datum = found.get("datum")
        return AppScenario(
            name=str(found["name"]), app=str(found.get("app", "pHelmIvP")), start=start, dt=dt, count=count,
            community=community, lines=tuple(config_lines("\n".join(found["config"]))),
            files={**found.get("files", {}), **found.get("bhv_files", {})},
            datum=(float(datum[0]), float(datum[1])) if isinstance(datum, list) else None,
            inputs={k: tuple(messages) for k, messages in inputs.items()},
            nav_from=count + 1 if nav_from is None else nav_from, nav_until=int(found.get("nav_until", count)),
            navigation=navigation, plant=plant, nav_start=nav_start, block="\n".join(found["config"]),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise not_a_scenario(path, error, "an application" if "app" in found else "the helm") from None


def not_a_scenario(path: Path, error: Exception, of: str = "an application") -> ConfigError:
    """Return the error of a file that is no scenario."""
    return ConfigError(f"no scenario of {of}: {shorten(str(error) or type(error).__name__)}", file=str(path))


def _report_settings(scenario: AppScenario) -> _ReportSettings:
    """Return what the lines of the application say of its reports."""
    lines = {line.key.lower(): line.value for line in scenario.lines}

    def one(key: str, default: float, most: float) -> float:
        value = block_number(lines.get(key, ""))
        return default if value is None else clamp(value, 0.0, most)

    return {
        "interval": one("term_report_interval", DEFAULT_REPORT_INTERVAL, MAX_REPORT_INTERVAL),
        "max_events": int(one("max_appcast_events", DEFAULT_MAX_EVENTS, MAX_EVENTS)),
        "max_run_warnings": int(one("max_appcast_run_warnings", DEFAULT_MAX_RUN_WARNINGS, MAX_EVENTS)),
    }


class _Host:
    """The life cycle around an application that is replayed (``values.app.AppHost``)."""

    set_by = 0.0

    def __init__(self, scenario: AppScenario, app: Application, shown_warnings: Sequence[str] | None) -> None:
        self.now = scenario.start
        self.caster = AppCaster(app.name, scenario.community, **_report_settings(scenario))
        self.wanted: set[str] = set()
        self.patterns: list[Subscription] = []
        self.fresh: list[str] = []
        self._shown = shown_warnings
        self._start = scenario.start
        self._policed = bool(getattr(app, "heeds_policy", False))

    def config_warning(self, text: str) -> None:
        if self._shown is None:
            self.caster.config_warning(text)

    def run_warning(self, text: str) -> None:
        self.caster.run_warning(text)

    def retract_run_warning(self, text: str) -> None:
        self.caster.retract_run_warning(text)

    def event(self, text: str) -> None:
        self.caster.event(text, self.now - self._start)

    def say(self, text: str) -> None:
        pass

    def subscribe(self, wanted: Iterable[Subscription | str]) -> None:
        for one in wanted:
            if isinstance(one, Subscription) and one.sources is not None:
                self.patterns.append(one)
                continue
            name = one if isinstance(one, str) else one.variable
            if name not in self.wanted:
                self.wanted.add(name)
                self.fresh.append(name)

    def stop(self, exit_code: int = 0) -> None:
        pass

    def hold(self, seconds: float) -> None:
        pass

    def skip_own(self, variables: Collection[str]) -> None:
        pass

    @property
    def counters(self) -> TickCounters:
        raise NotImplementedError("a replay keeps no time")

    def reads(self, message: Message) -> bool:
        """Whether the application reads a variable."""
        if message.variable == _POLICY and self._policed:
            return True
        return message.variable in self.wanted or any(
            fnmatchcase(message.variable, one.variable) and fnmatchcase(message.source, one.sources or "*")
            for one in self.patterns
        )


def play(
    scenario: AppScenario,
    app: Application,
    *,
    recorded: bool = True,
    shown_warnings: Sequence[str] | None = None,
) -> Iterator[ReplayedTick]:
    """Yield the start and every tick of a scenario; ``recorded`` navigation is taken where there is some.

    ``shown_warnings``: configuration warnings of the report, in place of the application's.
    """
    host = _Host(scenario, app, shown_warnings)
    host.subscribe(app.on_connect_subscriptions())
    begun = _posts(app.on_start(host))
    yield ReplayedTick(0, scenario.start, None, begun)
    host.subscribe(one for one in app.on_connect_subscriptions() if one not in host.wanted)
    shown = list(shown_warnings or ())
    for text in shown:
        host.caster.config_warning(text)
    load = LoadMeter(app.name, app.name, RECORDED_TICK)
    first = scenario.start + scenario.dt
    database = {post.variable: Message(post.variable, post.value, first, app.name, post.source_aux) for post in begun}
    own: list[Message] = []  # posts of the tick before
    back: list[Message] = []  # those that it reads
    desired: dict[str, float] = {}
    pose, moving = scenario.nav_start, False
    # recordings hold reports only where they are asked for, or say what is wrong
    requested = any(m.variable == "APPCAST_REQ" for messages in scenario.inputs.values() for m in messages)
    reported = requested or bool(host.caster.config_warnings)
    for k in range(1, scenario.count + 1):
        now = host.now = scenario.start + k * scenario.dt
        mail = [message._replace(time=now) for message in back]
        mail += [database[name] for name in host.fresh if name in database]
        host.fresh.clear()
        for message in scenario.inputs.get(k, ()):
            if message.variable == "APPCAST_REQ":
                host.caster.on_request(str(message.value), now)
                continue
            database[message.variable] = message
            if host.reads(message):
                mail.append(message)
        mailed = None
        if scenario.nav_from <= k <= scenario.nav_until:
            if recorded and k in scenario.navigation:
                pose = scenario.navigation[k]
            elif scenario.plant is not None and moving:
                pose = scenario.plant.step(pose, desired, scenario.dt)
            mailed, moving = pose, True
            navigation = (Message(name, value, now, "uSim") for name, value in zip(NAVIGATION, pose, strict=True))
            mail += [message for message in navigation if host.reads(message)]
        for message in (*own, *scenario.inputs.get(k, ())):
            if message.variable == _LOAD_REQUEST:
                load.on_request(str(message.value), now)
        gap = load.begin(now)
        posts = _posts(app.on_mail(mail)) if mail else []
        if gap is not None:
            posts.append(Post(load.gap_variable, gap))
        posts += _posts(app.iterate(now))
        if gap is not None:
            posts.append(Post(load.length_variable, load.end(now) or 0.0))
        back, own = [], []
        for post in posts:
            message = Message(post.variable, post.value, now, app.name, post.source_aux)
            database[post.variable] = message
            own.append(message)
            if host.reads(message):
                back.append(message)
            if post.variable.startswith("DESIRED_") and isinstance(post.value, float):
                desired[post.variable] = post.value
        host.caster.iteration = k
        for text in (shown_warnings or ())[len(shown) :]:  # as a restart finds them
            host.caster.config_warning(text)
            shown.append(text)
            reported = True
        yield ReplayedTick(k, now, mailed, [*posts, *_reported(host, app, now)] if reported else posts)


def _posts(rows: Iterable[Row] | None) -> list[Post]:
    return [
        Post(name, value, row.time, row.source_aux, row.shape.source or None)
        for row in rows or ()
        for name, value in zip(row.shape.names, row.values, strict=True)
    ]


def _reported(host: _Host, app: Application, now: float) -> Iterator[Post]:
    """Yield the report if it is due."""
    if (not isinstance(app, Reporting) or app.has_report) and host.caster.due(now, now)[1]:
        yield Post("APPCAST", host.caster.report(app.report()).appcast())


_ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n"})


def escaped(text: str) -> str:
    """Return text with the escapes of files of posts."""
    return text.translate(_ESCAPES)


def number_text(value: object) -> str:
    """Return a number with 17 significant digits, text as it is."""
    return f"{value:.17g}" if isinstance(value, float) else str(value)


def post_line(step: int, post: Post, *, quotes: bool = False) -> str:
    """Return the line of a post in a file of posts: k, variable, D or S, value, source aux.

    Text has the escapes of JSON; with ``quotes``, as in data/contacts, only those of tab, line end and backslash.
    """
    kind, content = "D", number_text(post.value)
    if isinstance(post.value, str):
        kind, content = "S", escaped(post.value) if quotes else json.dumps(post.value)[1:-1]
    if post.variable.endswith("_PID"):
        content = "*"
    return f"{step}\t{post.variable}\t{kind}\t{content}\t{post.source_aux}\n"
