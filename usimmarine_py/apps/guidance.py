"""Guidance as a MOOS application: navigation mail in, DESIRED_HEADING, DESIRED_SPEED and DESIRED_DEPTH out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from operator import itemgetter

from usimmarine_py.control.drift_compensation import COURSE, NONE
from usimmarine_py.control.guidance import Guidance
from usimmarine_py.control.plan import NOTHING_TO_DO, Plan, read_plan
from usimmarine_py.errors import ConfigError, MailError
from usimmarine_py.mission import Block, line_warnings
from usimmarine_py.values import Message, Value
from usimmarine_py.values.app import AppHost
from usimmarine_py.values.application import APP_KEYS
from usimmarine_py.values.rows import Row, Shape, make_row

COMMAND = "GUIDANCE_CMD"  #: mail: start, stop, restart
CROSS_TRACK = "GUIDANCE_CROSS_TRACK"
CRAB = "GUIDANCE_CRAB"  #: with drift compensation only
STATUS = "GUIDANCE_STATUS"
EVENT = "GUIDANCE_EVENT"
_SET_POINTS = Shape(("DESIRED_HEADING", "DESIRED_SPEED", "DESIRED_DEPTH"))
_ON_TRACK = Shape((*_SET_POINTS.names, CROSS_TRACK))
_CRABBING = Shape((*_ON_TRACK.names, CRAB))


def read_plan_block(block: Block) -> tuple[Plan, list[str]]:
    """The plan of a block, and warnings about keys that mean nothing here.

    Raises ``ConfigError`` with file and line for a line that cannot be read: half a plan must not be driven.
    """
    plan, errors, warnings = read_plan(block.config_lines, APP_KEYS)
    if not plan.tasks and not errors:
        raise ConfigError(f"block {block.name} {NOTHING_TO_DO}", file=block.file, line=block.line)
    if errors:
        raise errors[0].as_error()
    return plan, [*(str(warning) for warning in warnings), *line_warnings(block)]


class GuidanceApp:
    """Drives one ``Guidance``. Speaks up once navigation of all of x, y and heading has come."""

    def __init__(self, plan: Plan, *, name: str, prefix: str, config_warnings: Sequence[str] = ()) -> None:
        """``prefix`` (without underscore) names the navigation mail when the plan does not."""
        self.guidance = Guidance(plan, self._event)
        self._plan = plan
        self._name = name
        prefix = plan.prefix or prefix
        self._names = tuple(f"{prefix}_{what}" for what in ("X", "Y", "HEADING"))
        self._pose = itemgetter(*self._names)
        self._course, self._sog = f"{prefix}_HEADING_OVER_GROUND", f"{prefix}_SPEED_OVER_GROUND"
        self._over_ground = (self._course, self._sog) if plan.drift_compensation == COURSE else ()
        self._depth_name, self._altitude_name = f"{prefix}_DEPTH", f"{prefix}_ALTITUDE"
        self._depth = 0.0
        self._bottom: float | None = None
        self._bottom_time = 0.0
        self._blind_since: float | None = None
        self._ground: dict[str, float] = {}
        self._nav_began: float | None = None
        self._waits_since: float | None = None
        self._blind = ""
        self._nav: dict[str, float] = {}
        self._nav_time = 0.0
        self.config_warnings = tuple(config_warnings)  #: said at the start
        self._active = True
        self._begun = False
        self._events: list[str] = []
        self._flagged = False
        self._status = ""
        self._host: AppHost | None = None
        self._handlers: dict[str, Callable[[Message], None]] = {
            **dict.fromkeys(self._over_ground, self._course_over_ground),
            COMMAND: self._command,
        }
        self._sees_bottom = plan.keeps_altitude
        if self._sees_bottom:
            self._handlers |= {self._depth_name: self._see_depth, self._altitude_name: self._see_altitude}

    @property
    def name(self) -> str:
        """The application's name."""
        return self._name

    @property
    def plan(self) -> Plan:
        """The plan."""
        return self._plan

    @property
    def may_end(self) -> bool:
        """Whether the plan has an end."""
        return self._plan.ends

    @property
    def finished(self) -> bool:
        """The plan is done."""
        return self.guidance.finished

    @property
    def stuck(self) -> str:
        """Why the plan will not come to its end, as it seems; empty: it may."""
        return self.guidance.stuck or self._blind

    @property
    def progress(self) -> float:
        """Part of the plan that is done, 0 to 1."""
        return self.guidance.progress

    def on_connect_subscriptions(self) -> Sequence[str]:
        """Navigation and commands."""
        return (*self._names, *(name for name in self._handlers if name != COMMAND), COMMAND)

    def on_start(self, host: AppHost) -> None:
        """Tell what is wrong with the block, and the plan in short."""
        self._host = host
        for text in self.config_warnings:
            host.config_warning(text)
        host.say(f"{len(self._plan.tasks)} tasks, {self._plan.waypoint_count} waypoints, {self._plan.speed:g} m/s")

    def on_mail(self, mail: list[Message]) -> None:
        """Take in navigation and commands."""
        names, nav, newest = self._names, self._nav, self._nav_time
        for message in mail:
            variable, value, time, _, _, _ = message
            if variable not in names:
                self._handlers.get(variable, self._pass)(message)
            elif type(value) is float and isfinite(value):
                nav[variable] = value
                if time > newest:
                    newest = time
            else:
                self._refuse(message)
        self._nav_time = newest

    def iterate(self, now: float) -> list[Row]:
        """The set-points, each time anew: controllers take old ones for stale."""
        if not self._active or len(self._nav) < len(self._names):
            self._miss_navigation(now)
            return []
        self._blind = ""
        takes_control = not self._begun and self._plan.take_control
        self._begun = True
        stale = now - self._nav_time > self._plan.nav_timeout
        x, y, heading = self._pose(self._nav)
        course, sog = self._ground.get(self._course), self._ground.get(self._sog)
        if self._bottom is not None and now - self._bottom_time > self._plan.nav_timeout:
            self._bottom = None
        wanted = self.guidance.update(now, x, y, heading, course, sog, learns=not stale, bottom=self._bottom)
        if self._sees_bottom:
            self._miss_bottom(now)
        if self._over_ground:
            self._miss_course(now, course)
        speed = wanted.speed
        if stale:
            self._warn(f"no navigation for more than {self._plan.nav_timeout:g} s: the vehicle is stopped")
            speed = 0.0
        shape = _SET_POINTS
        values: list[Value] = [wanted.heading, speed, wanted.depth]
        if wanted.cross_track is not None:
            shape = _ON_TRACK
            values.append(wanted.cross_track)
            if self._plan.drift_compensation != NONE:
                shape = _CRABBING
                values.append(self.guidance.drift.crab)
        names = shape.names
        if takes_control:
            names, values = ("MOOS_MANUAL_OVERRIDE", *names), ["false", *values]
        if self._events:
            names = (*names, *[EVENT] * len(self._events))
            values += self._events
            self._events.clear()
        if self.guidance.status != self._status:
            self._status = self.guidance.status
            names = (*names, STATUS)
            values.append(self._status)
        if self._flagged != self.guidance.finished:
            self._flagged = self.guidance.finished
            if self._flagged and self._plan.endflag:
                names = (*names, *(name for name, _ in self._plan.endflag))
                values += [value for _, value in self._plan.endflag]
        return [make_row((shape if names is shape.names else Shape(names), tuple(values), None, ""))]

    def report(self) -> str:
        """Where in the plan we are, and how well the track is kept."""
        track = self.guidance.track
        lines = [
            f"Plan:        {self.guidance.status}",
            f"Waypoints:   {self.guidance.reached} ({self.guidance.missed} passed outside the acceptance radius)",
            f"Cross-track: mean {track.mean:.2f} m, rms {track.rms:.2f} m, largest {track.largest:.2f} m",
        ]
        if self._plan.drift_compensation != NONE:
            crab = self.guidance.drift.crab
            lines.append(f"Drift:       {abs(crab):.1f} deg to {'starboard' if crab > 0 else 'port'} of the bow")
        return "\n".join(lines) + "\n"

    def _miss_navigation(self, now: float) -> None:
        """Warn when there is none at all: the vehicle is not steered then."""
        if not self._active or self._waits_since is None:
            self._waits_since = now
        waits = now - self._waits_since
        if self._blind or waits <= self._plan.nav_timeout:
            return
        missing = ", ".join(name for name in self._names if name not in self._nav)
        text = f"no {missing}: nothing is steered; is it posted under another prefix?"
        self._warn(text)
        if 0.0 < self._plan.give_up <= waits:
            self._blind = f"{text} Waited for {self._plan.give_up:g} s"

    def _miss_course(self, now: float, course: float | None) -> None:
        """Warn when the course over ground that was asked for does not come."""
        if course is not None:
            return
        if self._nav_began is None:
            self._nav_began = now
        if now - self._nav_began > self._plan.nav_timeout:
            text = f"no {self._course}, which drift_compensation = course needs; integral works without"
            self._warn(f"{text}. Until it comes a heading is steered")

    def _miss_bottom(self, now: float) -> None:
        """Warn when the altitude that a task keeps does not come."""
        if self._bottom is not None or not self.guidance.keeps_altitude:
            self._blind_since = None
            return
        self._blind_since = now if self._blind_since is None else self._blind_since
        if now - self._blind_since > self._plan.nav_timeout:
            self._warn(f"no {self._altitude_name}, which altitude needs; until it comes the last depth is kept")

    def _number(self, message: Message) -> float | None:
        value = message.value
        if isinstance(value, float) and isfinite(value):
            return value
        self._refuse(message)
        return None

    def _refuse(self, message: Message) -> None:
        self._warn(str(MailError(message.variable, message.source, message.value, "must be a finite number; ignored")))

    def _course_over_ground(self, message: Message) -> None:
        if (value := self._number(message)) is not None:
            self._ground[message.variable] = value

    def _see_depth(self, message: Message) -> None:
        if (value := self._number(message)) is not None:
            self._depth = value

    def _see_altitude(self, message: Message) -> None:
        if (value := self._number(message)) is not None:
            self._bottom, self._bottom_time = self._depth + value, message.time

    def _pass(self, message: Message) -> None:
        """Ignore the message: its variable is not used."""

    def _command(self, message: Message) -> None:
        word = message.value.strip().lower() if isinstance(message.value, str) else ""
        if word not in ("start", "stop", "restart"):
            problem = "must be start, stop or restart; nothing is changed"
            self._warn(str(MailError(message.variable, message.source, message.value, problem)))
            return
        self._active = word != "stop"
        if word == "restart":
            self.guidance.restart()
            self._begun = False

    def _event(self, text: str) -> None:
        self._events.append(text)
        if self._host is not None:
            self._host.event(text)
            self._host.say(text)
            if text == self.guidance.stuck:
                self._host.run_warning(text)

    def _warn(self, text: str) -> None:
        if self._host is not None:
            self._host.run_warning(text)
