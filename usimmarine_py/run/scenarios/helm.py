"""Playing a recorded scenario of the helm: configuration, clock, mail and navigation in, decisions and posts out.

The clock steps by ``dt``; what the helm posted to variables that it reads comes back as mail in the next tick, then
the scenario's inputs, then navigation: recorded (a CSV file beside the scenario) or of a simple vehicle that follows
the decisions (``plant``).
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from math import cos, radians, sin
from pathlib import Path
from typing import Any, NamedTuple

from usimmarine_py.errors import ConfigError, LogFileError, shorten
from usimmarine_py.helm.files.configuration import read_helm_block
from usimmarine_py.helm.helm import Helm
from usimmarine_py.helm.posts.report import report_lines
from usimmarine_py.logs.tables import read_unpacked
from usimmarine_py.logs.whole_rows import put_file
from usimmarine_py.maths.angles import angle_180, angle_360
from usimmarine_py.moos.app.appcast import AppCaster
from usimmarine_py.values.application import APP_KEYS
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.mail import Message, Post
from usimmarine_py.values.parameter import ConfigLine

#: Columns of the file of decisions: name, and the variable whose last post of a tick stands there.
POSTED = {
    "state": "IVPHELM_STATE", "helm_iter": "IVPHELM_ITER", "allstop": "IVPHELM_ALLSTOP",
    "desired_heading": "DESIRED_HEADING", "desired_speed": "DESIRED_SPEED", "desired_depth": "DESIRED_DEPTH",
}  # fmt: skip
NAVIGATION = {
    "nav_x": "NAV_X", "nav_y": "NAV_Y", "nav_heading": "NAV_HEADING", "nav_speed": "NAV_SPEED",
    "nav_depth": "NAV_DEPTH",
}  # fmt: skip
COLUMNS = ("k", "t", *NAVIGATION, *POSTED)
#: Of the processor, or of the driver: not compared.
LEFT_OUT = frozenset(("IVPHELM_CPU", "IVPHELM_CREATE_CPU", "IVPHELM_LOOP_CPU", "BHV_IPF"))
_SOURCE = "pHelmIvP"

Pose = tuple[float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class FollowingVehicle:
    """A vehicle that turns, accelerates and dives at fixed rates (deg/s, m/s^2, m/s) towards the decisions."""

    turn_rate: float
    accel: float
    dive_rate: float

    def step(self, pose: Pose, desired: Mapping[str, float], dt: float) -> Pose:
        """Return the pose (x, y, heading, speed, depth) ``dt`` s later."""
        x, y, heading, speed, depth = pose
        turn = angle_180(desired.get("DESIRED_HEADING", heading) - heading)
        turn = -180.0 if turn == 180.0 else turn
        if speed > 0:
            heading = angle_360(heading + _limited(turn, self.turn_rate * dt))
        speed += _limited(desired.get("DESIRED_SPEED", 0.0) - speed, self.accel * dt)
        depth += _limited(desired.get("DESIRED_DEPTH", depth) - depth, self.dive_rate * dt)
        x += speed * dt * sin(radians(heading))
        y += speed * dt * cos(radians(heading))
        return x, y, heading, speed, depth


def _limited(value: float, limit: float) -> float:
    return min(max(value, -limit), limit)


@dataclass(frozen=True, slots=True)
class HelmScenario:
    """A scenario as read."""

    name: str
    start: float  #: s
    dt: float  #: s
    count: int  #: ticks
    community: str
    lines: tuple[ConfigLine, ...]
    files: Mapping[str, str]
    has_datum: bool
    inputs: Mapping[int, tuple[Message, ...]]  #: by tick
    nav_from: int
    nav_until: int
    navigation: Mapping[int, Pose]  #: recorded, by tick
    plant: FollowingVehicle | None
    nav_start: Pose


class HelmTick(NamedTuple):
    """One tick of a replay; 0 is the start."""

    step: int
    time: float  #: s
    pose: Pose | None  #: navigation that was mailed
    posts: list[Post]


def helm_document(path: Path) -> dict[str, Any] | None:
    """Return the document of a scenario of the helm; None for any other file."""
    try:
        document = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) and "bhv_files" in document else None


def read_helm_scenario(
    path: Path, document: dict[str, Any] | None = None, *, rows: Sequence[Mapping[str, str]] | None = None
) -> HelmScenario:
    """Return the scenario of a file. Raises ``ConfigError`` or ``LogFileError``.

    ``rows`` are those of the recorded file of decisions, by default of the CSV file beside the scenario.
    """
    try:
        found = document if document is not None else json.loads(path.read_text("utf-8"))
        inputs: dict[int, list[Message]] = {}
        start, dt = float(found["t0"]), float(found["dt"])
        for k, variable, kind, value, source, *offset in found.get("inputs", ()):
            time = start + k * dt + (float(offset[0]) if offset else 0.0)
            content = float(value) if kind == "D" else str(value)
            inputs.setdefault(int(k), []).append(Message(variable, content, time, source))
        plant = found.get("plant")
        steps = path.with_name(found["steps"]) if found.get("steps") else None
        count = int(found["n"])
        return HelmScenario(
            name=str(found["name"]), start=start, dt=dt, count=count, community=str(found["community"]),
            lines=tuple(_line(text) for text in found["config"]), files=dict(found["bhv_files"]),
            has_datum=found.get("datum") is not None,
            inputs={k: tuple(messages) for k, messages in inputs.items()},
            nav_from=int(found.get("nav_from", 1)), nav_until=int(found.get("nav_until", count)),
            navigation=_navigation(_rows(steps) if rows is None else rows),
            plant=_plant(plant) if plant else None,
            nav_start=_pose(found.get("nav_start", (0.0,) * 5)),
        )  # fmt: skip
    except OSError as error:
        raise LogFileError(f"{path}: {error.strerror or error}") from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ConfigError(
            f"no scenario of the helm: {shorten(str(error) or type(error).__name__)}", file=str(path)
        ) from None


def _plant(found: Mapping[str, float]) -> FollowingVehicle:
    return FollowingVehicle(float(found["turn_rate"]), float(found["accel"]), float(found.get("dive_rate", 0.0)))


def _line(text: str) -> ConfigLine:
    key, _, value = text.partition("=")
    return ConfigLine(key.strip(), value.strip())


def _pose(values: Sequence[float] | Mapping[str, float]) -> Pose:
    numbers = values.values() if isinstance(values, Mapping) else values
    x, y, heading, speed, depth = (float(number) for number in numbers)
    return x, y, heading, speed, depth


def _rows(path: Path | None) -> list[dict[str, str]]:
    """Return the rows of a file of decisions; none without a file."""
    if path is not None and not path.exists():
        path = path.with_name(path.name + ".gz")
    if path is None or not path.exists():
        return []
    return list(csv.DictReader(read_unpacked(path).decode("utf-8").splitlines()))


def _navigation(rows: Sequence[Mapping[str, str]]) -> dict[int, Pose]:
    """Return the navigation of such rows by tick."""
    return {int(row["k"]): _pose([float(row[name]) for name in NAVIGATION]) for row in rows if row.get("nav_x")}


def play(scenario: HelmScenario, helm: Helm | None = None, *, recorded: bool = True) -> Iterator[HelmTick]:
    """Yield the start and every tick of a scenario; ``recorded`` navigation is taken where there is some."""
    helm = helm or make_helm(scenario)
    yield HelmTick(0, scenario.start, None, helm.start(scenario.start))
    database: dict[str, Message] = {}
    back: list[Message] = []
    desired: dict[str, float] = {}
    helm.take_subscriptions()
    caster = AppCaster(_SOURCE, scenario.community)
    for warning in helm.config_warnings:
        caster.config_warning(warning)
    pose, moving = scenario.nav_start, False
    # recordings hold reports only where they are asked for, or say what is wrong
    requested = any(m.variable == "APPCAST_REQ" for messages in scenario.inputs.values() for m in messages)
    reported = requested or bool(helm.config_warnings)
    for k in range(1, scenario.count + 1):
        now = scenario.start + k * scenario.dt
        mail = [m._replace(time=now) if m.source == _SOURCE else m for m in back]
        mail += [database[name] for name in helm.take_subscriptions() if name in database]
        for message in scenario.inputs.get(k, ()):
            if message.variable == "APPCAST_REQ":
                caster.on_request(str(message.value), now)
                continue
            database[message.variable] = message
            if helm.subscribes_to(message.variable):
                mail.append(message)
        mailed = None
        if scenario.nav_from <= k <= scenario.nav_until:
            if recorded and k in scenario.navigation:
                pose = scenario.navigation[k]
            elif scenario.plant is not None and moving:
                pose = scenario.plant.step(pose, desired, scenario.dt)
            mailed, moving = pose, True
            mail += [Message(name, value, now, "uSim") for name, value in zip(NAVIGATION.values(), pose, strict=True)]
        helm.mail(mail, now)
        posts = helm.tick(now)
        back = []
        for post in posts:
            message = Message(post.variable, post.value, now, _SOURCE, post.source_aux)
            database[post.variable] = message
            if helm.subscribes_to(post.variable):
                back.append(message)
            if post.variable.startswith("DESIRED_") and isinstance(post.value, float):
                desired[post.variable] = post.value
        yield HelmTick(k, now, mailed, [*posts, *_reported(caster, helm, now)] if reported else posts)


def _reported(caster: AppCaster, helm: Helm, now: float) -> Iterator[Post]:
    """Yield the report if it is due."""
    caster.iteration += 1
    for passed, text in helm.take_events():
        caster.event(text, passed)
    for warning in helm.take_warnings():
        caster.run_warning(warning)
    if caster.due(now, now)[1]:
        yield Post("APPCAST", caster.report("\n".join(report_lines(helm)) + "\n").appcast())


def make_helm(scenario: HelmScenario) -> Helm:
    """Return the helm of a scenario."""
    options = read_helm_block(scenario.lines, APP_KEYS, has_datum=scenario.has_datum)
    return Helm(options, scenario.files, community=scenario.community, now=scenario.start, name=_SOURCE)


def decisions(tick: HelmTick, prefix: str = "") -> dict[str, str]:
    """Return the row of a tick in the file of decisions."""
    last = {post.variable: post.value for post in tick.posts}
    if prefix:
        last.update({post.variable.removeprefix(prefix): post.value for post in tick.posts})
    row = {"k": str(tick.step), "t": repr(tick.time)}
    pose = tick.pose if tick.pose is not None else ("",) * len(NAVIGATION)
    row.update((name, _number(value)) for name, value in zip(NAVIGATION, pose, strict=True))
    row.update((name, _number(last.get(variable, ""))) for name, variable in POSTED.items())
    return row


def _number(value: object) -> str:
    return f"{value:.17g}" if isinstance(value, float) else str(value)


def post_line(step: int, post: Post) -> str:
    """Return the line of a post in the file of posts."""
    kind = "S" if isinstance(post.value, str) else "D"
    content = json.dumps(post.value)[1:-1] if isinstance(post.value, str) else _number(post.value)
    if post.variable == "PHELMIVP_PID":
        content = "*"
    return f"{step}\t{post.variable}\t{kind}\t{content}\t{post.source_aux}\n"


def write_replay(scenario: HelmScenario, decisions_file: Path | None, posts_file: Path | None) -> None:
    """Play a scenario and write its decisions (CSV) and posts (tab-separated)."""
    helm = make_helm(scenario)
    rows, lines = [",".join(COLUMNS) + "\n"], []
    for tick in play(scenario, helm):
        row = decisions(tick, helm.options.helm_prefix)
        rows.append(",".join(row[name] for name in COLUMNS) + "\n")
        lines += [post_line(tick.step, post) for post in tick.posts if post.variable not in LEFT_OUT]
    if decisions_file is not None:
        put_file(decisions_file, "".join(rows).encode())
    if posts_file is not None:
        put_file(posts_file, "".join(lines).encode())
