"""The simulator itself: mail in, posts out, one step per iteration. It knows no clock, no socket and no file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from decimal import Decimal
from math import isfinite
from typing import TypeVar

from usimmarine_py.errors import ConfigError, MailError, NotFiniteError
from usimmarine_py.kinematic.dialects import Dialect, find_dialect
from usimmarine_py.kinematic.engine import SimEngine
from usimmarine_py.maths.angles import angle_180, angle_360, to_radians
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.model import ActuatorCommand, Backend, Environment, VehicleState
from usimmarine_py.simulator.backends import KINEMATIC, find_backend
from usimmarine_py.simulator.config import ConfigLine, ConfigWarning, Note, make_warning
from usimmarine_py.simulator.draft import Draft, FileReader, new_draft
from usimmarine_py.simulator.mail import HANDLERS, Context, Mail, move_rudder
from usimmarine_py.simulator.mail_table import incoming
from usimmarine_py.simulator.publications import block, drift_summary, located, navigation
from usimmarine_py.simulator.report import ReportFacts, report_body
from usimmarine_py.simulator.setup import read_lines
from usimmarine_py.simulator.state import DIFFERENTIAL, Copy, Post, SimulatorState, StartValues
from usimmarine_py.text import strict_boolean

#: A mission parameter given from Python.
ParameterValue = float | int | bool | str


def parameter_text(value: ParameterValue) -> str:
    """A value from Python as a mission file would hold it; numbers without exponent, which not every dialect reads."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return format(Decimal(repr(value)), "f") if isfinite(value) else repr(value)
    return str(value)


_Found = TypeVar("_Found")


def _found_at(line: ConfigLine | None, find: Callable[[str], _Found], name: str) -> _Found:
    """What ``find`` finds for a name; its ``ConfigError`` gets the file and line of the name."""
    try:
        return find(name)
    except ConfigError as error:
        if line is not None:
            error.file, error.line = line.file, line.line
        raise


class Simulator:
    """A simulated vehicle.

    Units are those of the mission parameters and mail: m, m/s, degrees clockwise from north, per cent of thrust,
    rudder and elevator. Wrong keywords and values raise ``ConfigError``; bad mail never raises, it leaves a warning
    in ``run_warnings`` and the last good value in force.
    """

    def __init__(
        self,
        *,
        dialect: str | None = None,
        quirks: bool = False,
        datum: tuple[float, float] | None = None,
        start_time: float = 0.0,
        **parameters: ParameterValue,
    ) -> None:
        """A simulator from mission parameters as keywords.

        ``datum`` is (latitude, longitude) in degrees, ``start_time`` the clock in seconds at start-up.
        """
        lines = [ConfigLine(key, parameter_text(value)) for key, value in parameters.items()]
        self._start_up(lines, dialect=dialect, quirks=quirks, datum=datum, start_time=start_time)
        for warning in self.config_warnings:
            if not warning.harmless:
                raise ConfigError(warning.problem, key=warning.key, suggestion=warning.suggestion)

    @classmethod
    def from_lines(
        cls,
        lines: Sequence[ConfigLine],
        *,
        dialect: str | None = None,
        quirks: bool = False,
        datum: tuple[float, float] | None = None,
        start_time: float = 0.0,
        time_warp: float = 1.0,
        known_elsewhere: Collection[str] = (),
        read_file: FileReader | None = None,
        reproduce_nan: bool = False,
    ) -> Simulator:
        """A simulator from the lines of a mission's block; wrong lines become ``config_warnings``, and it runs on.

        ``dialect`` and ``quirks`` are what counts when the block doesn't say. ``time_warp`` matters for the pause of
        the recorded versions only. ``known_elsewhere`` names keys that somebody else reads; ``read_file`` gives the
        text of a file named in the block. ``reproduce_nan`` lets the quirks of V22 make not-a-number.
        Raises ``ConfigError`` for an unknown dynamics or dialect.
        """
        simulator = cls.__new__(cls)
        simulator._start_up(
            lines,
            dialect=dialect,
            quirks=quirks,
            datum=datum,
            start_time=start_time,
            time_warp=time_warp,
            known_elsewhere=known_elsewhere,
            read_file=read_file,
            reproduce_nan=reproduce_nan,
        )
        return simulator

    # ---- start-up -----------------------------------------------------------------------------------------------

    def _start_up(
        self,
        lines: Sequence[ConfigLine],
        *,
        dialect: str | None,
        quirks: bool,
        datum: tuple[float, float] | None,
        start_time: float,
        time_warp: float = 1.0,
        known_elsewhere: Collection[str] = (),
        read_file: FileReader | None = None,
        reproduce_nan: bool = False,
    ) -> None:
        choice = {line.key.strip().lower(): line for line in lines}
        self.config_warnings: list[ConfigWarning] = []
        self._dialect = self._choose_dialect(choice, dialect, quirks)
        if not reproduce_nan:
            self._dialect = self._dialect.without("turn_radius_nan")
        exact = self._dialect.has("own_names_only")
        dynamics = choice["dynamics"].value.strip().lower() if "dynamics" in choice else KINEMATIC
        factory = _found_at(choice.get("dynamics"), find_backend, dynamics)
        draft = new_draft(self._dialect, start_time, read_file)
        draft.choose(dynamics=dynamics)
        self.config_warnings += read_lines(
            draft,
            lines,
            quirks=exact,
            elsewhere=frozenset(key.lower() for key in known_elsewhere),
            backend=factory.parameters if factory is not None else (),
        )
        self._options = draft.options
        self._backend: Backend | None = factory(draft.backend_lines, read_file) if factory is not None else None
        self._geodesy = self._set_datum(datum)
        self._context = Context(
            dialect=self._dialect, options=self._options, time_warp=time_warp, place=self._place_in_backend
        )
        self._clock = start_time
        self._start = self._first_state(draft, start_time)
        self._start_values = self._freeze_start(self._start)
        self._subscriptions = incoming(self._dialect, coupled=False)
        self._warnings: list[str] = []
        self.reset()

    def _choose_dialect(self, choice: dict[str, ConfigLine], name: str | None, quirks: bool) -> Dialect:
        line = choice.get("quirks")
        if line is not None:
            found = strict_boolean(line.value.strip())
            if found is None:
                self.config_warnings.append(make_warning(line, Note("must be true or false"), as_reference=False))
            else:
                quirks = found
        if "dialect" in choice:
            name = choice["dialect"].value
        return _found_at(choice.get("dialect"), lambda word: find_dialect(word, quirks), name or "documented")

    def _set_datum(self, datum: tuple[float, float] | None) -> Geodesy | None:
        if datum is None:
            return None
        geodesy = Geodesy.at(datum[0], datum[1], true_pi=self._dialect.true_pi)
        if geodesy is None:
            line = ConfigLine("LatOrigin", f"{datum[0]:g},{datum[1]:g}")
            note = Note("LatOrigin, LongOrigin must lie in [-80, 84] and [-180, 180]; no LAT, LONG", unhandled=False)
            self.config_warnings.append(make_warning(line, note, as_reference=False))
        return geodesy

    def _place_in_backend(self, state: VehicleState) -> VehicleState:
        return state if self._backend is None else self._backend.initial_state(state)

    def _first_state(self, draft: Draft, start_time: float) -> SimulatorState:
        pose = draft.pose
        if self._dialect.clips:
            heading = angle_360(pose.heading)
            pose = replace(pose, heading=heading, hog=heading, yaw=-to_radians(angle_180(heading)))
        copy = Copy(self._place_in_backend(pose))
        return SimulatorState(
            settings=draft.settings,
            nav=copy,
            truth=copy,
            command=ActuatorCommand(differential=draft.thrust_mode == DIFFERENTIAL, reverse=draft.reverse),
            thrust_mode=draft.thrust_mode,
            rudder_time=0.0 if self._dialect.has("rudder_first_unlimited") else start_time,
            drift=draft.drift,
            rotate_speed=draft.rotate_speed,
            water_depth=draft.water_depth,
            field_active=draft.field_active,
            paused=draft.paused,
            pause_began=start_time,
            reset_count=draft.reset_count,
        )

    def _freeze_start(self, state: SimulatorState) -> StartValues:
        pose = state.nav.state
        # V22 and V23 have not converted the position yet, so that their report shows 0
        here = located(state.nav, self._dialect, self._geodesy)
        known = isfinite(here.latitude)
        return StartValues(
            heading=pose.heading,
            speed=pose.speed,
            depth=pose.depth,
            altitude=max(0.0, state.water_depth - pose.depth),
            x=pose.x,
            y=pose.y,
            latitude=here.latitude if known else 0.0,
            longitude=here.longitude if known else 0.0,
            buoyancy_rate=state.settings.buoyancy_rate,
            drift=state.drift,
            rotate_speed=state.rotate_speed,
        )

    # ---- what it is ---------------------------------------------------------------------------------------------

    @property
    def dialect(self) -> str:
        """The name of the dialect in force."""
        return self._dialect.name

    @property
    def quirks(self) -> bool:
        """Whether known defects of a recorded version are reproduced."""
        return self._dialect.has("own_names_only")

    @property
    def dynamics(self) -> str:
        """The name of the backend that moves the vehicle."""
        return self._options.dynamics

    @property
    def prefix(self) -> str:
        """First part of the published names, without the underscore that joins them."""
        return self._options.prefix

    @property
    def state(self) -> VehicleState:
        """The vehicle as navigation sees it."""
        return self._now.nav.state

    @property
    def truth(self) -> VehicleState:
        """The vehicle as it is: with dual state the copy that drifts, otherwise ``state``."""
        return self._now.truth.state if self._options.dual_state else self._now.nav.state

    @property
    def position(self) -> tuple[float, float]:
        """Latitude and longitude (deg) as they would be published now; nan without a datum or before the first."""
        here = located(self._now.nav, self._dialect, self._geodesy)
        return here.latitude, here.longitude

    @property
    def internal(self) -> SimulatorState:
        """Everything that changes while running, as one frozen value."""
        return self._now

    def reset(self) -> None:
        """Go back to the state after start-up, clock, mail and warnings included."""
        self._now = self._start
        self._reported = self._start
        self._clock = self._start.nav.state.time
        self._context.posts.clear()
        self._warnings.clear()

    # ---- mail ---------------------------------------------------------------------------------------------------

    def subscriptions(self) -> tuple[str, ...]:
        """The variables to register for, in the order of the mail table."""
        return tuple(self._subscriptions)

    def on_mail(
        self, variable: str, value: float | str | bytes, time: float, source: str = "", *, now: float | None = None
    ) -> None:
        """Take one message; never raises. Mail for a variable not subscribed to is dropped.

        ``time`` is the message's own stamp, ``now`` the clock when it is handed over (default: ``time``), in seconds.
        What can't be used leaves one warning that names variable and sender, and changes nothing.
        """
        name = self._subscriptions.get(variable)
        handler = HANDLERS.get(name) if name is not None else None
        if handler is None:
            return
        mail = Mail(variable, value, time, time if now is None else now, source)
        kept = len(self._context.posts)
        try:
            self._now = handler(self._now, mail, self._context)
        except MailError as error:
            del self._context.posts[kept:]
            self._warnings.append(str(error))
        else:
            # one message, one warning: the last thing said of it is the most specific
            self._warnings += self._context.warnings[-1:]
        self._context.warnings.clear()

    def post(self, name: str, value: float | str, source: str = "python") -> None:
        """Hand over any mail of the reference page, at the present clock. Raises ``MailError`` when it is no use."""
        if name not in self._subscriptions:
            raise MailError(name, source, value, f"is not read by dialect {self._dialect.name}")
        before = len(self._warnings)
        kept = self._now
        self.on_mail(name, value, self._clock, source)
        if len(self._warnings) > before and self._now is kept:
            raise MailError(name, source, value, self._warnings.pop())

    def start_posts(self) -> list[Post]:
        """What is posted during start-up; handed out once."""
        posts = list(self._context.posts)
        self._context.posts.clear()
        return posts

    # ---- running ------------------------------------------------------------------------------------------------

    def iterate(self, now: float, max_dt: float | None = None) -> list[Post]:
        """One iteration at clock ``now`` (s): step and posts, those made by mail since the last one first.

        ``max_dt`` (s) limits the step; the time beyond it is dropped, with a run warning.
        """
        return self._iterate(now, max_dt, None)

    def step(self, command: ActuatorCommand, dt: float) -> VehicleState:
        """Apply a command, run one iteration of ``dt`` > 0 seconds, and give the state after it.

        Raises ``ValueError`` for a ``dt`` that is not above 0.
        """
        if not (dt > 0 and isfinite(dt)):
            raise ValueError(f"dt must be a positive number of seconds, not {dt!r}")
        now = self._clock + dt
        steered = move_rudder(self._now, command.rudder, now, self._context)
        mode = DIFFERENTIAL if command.differential else self._now.thrust_mode
        if mode == DIFFERENTIAL and not command.differential:
            mode = "normal"
        wanted = replace(command, rudder=steered.command.rudder)
        self._now = replace(steered, command=wanted, thrust_mode=mode)
        self._iterate(now, None, dt)
        return self.state

    def _iterate(self, now: float, max_dt: float | None, exact_dt: float | None) -> list[Post]:
        posts = list(self._context.posts)
        self._context.posts.clear()
        if isfinite(now):
            self._clock = now
        self._now = replace(self._now, iteration=self._now.iteration + 1)
        dialect = self._dialect
        blocked = self._now.obstacle
        if blocked and not dialect.has("obstacle_resume_jump"):
            self._follow_clock(now)
        if blocked and dialect.obstacle == "silent":
            return posts
        if blocked and dialect.obstacle == "zero_speed":
            return posts + self._blocked_posts()
        frozen = dialect.frozen_when_disabled or not dialect.has("disabled_moves")
        if not self._now.enabled and frozen:
            self._follow_clock(now)
        elif not blocked:
            self._advance(now, max_dt, exact_dt)
        if self._now.enabled:
            posts += self._regular_posts()
        self._reported = self._now
        return posts

    def _regular_posts(self) -> list[Post]:
        state = self._now
        posts: list[Post] = []
        if state.iteration % self._options.nav_modulo == 0:
            posts += navigation(state, self._dialect, self._options, geodesy=self._geodesy, depth_mode=True)
        if state.drift_fresh:
            posts += drift_summary(state, self._dialect)
            self._now = replace(state, drift_fresh=False)
        return posts

    def _blocked_posts(self) -> list[Post]:
        """What V22 posts while an obstacle holds it: the state twice with speed 0 (9.2)."""
        if self._now.iteration % self._options.nav_modulo:
            return []
        held = replace(self._now.nav, state=replace(self._now.nav.state, speed=0.0))
        prefix = self._options.prefix
        return 2 * block(held, prefix, self._dialect, self._options, geodesy=self._geodesy, depth_mode=True)

    def _model_clock(self, now: float) -> float:
        """The clock less the paused time (6.1, 9.3)."""
        state = self._now
        if self._dialect.has("pause_whole_seconds"):
            return now - int(state.pause_total)
        ongoing = now - state.pause_began if state.paused and not self._dialect.pause_moves_stamp else 0.0
        return now - state.pause_total - ongoing

    def _follow_clock(self, now: float) -> None:
        """Move the stamps of both copies to the clock, so that the time so far does not count."""
        if not isfinite(now):
            return
        stamp = now if self._dialect.has("enable_after_pause") else self._model_clock(now)
        self._now = replace(
            self._now,
            nav=replace(self._now.nav, state=replace(self._now.nav.state, time=stamp)),
            truth=replace(self._now.truth, state=replace(self._now.truth.state, time=stamp)),
        )

    def _advance(self, now: float, max_dt: float | None, exact_dt: float | None) -> None:
        """Step both copies up to the clock, unless paused (6.1)."""
        if self._now.paused:
            if self._dialect.pause_moves_stamp:
                self._follow_clock(now)
            return
        dt = self._model_clock(now) - self._now.nav.state.time if exact_dt is None else exact_dt
        if not self._dialect.has("bad_dt") and not (dt > 0 and isfinite(dt)):
            self._warnings.append(f"the clock did not move forward (dt = {dt:g} s): nothing moves in this iteration")
            return
        cut = max_dt is not None and dt > max_dt
        if cut and max_dt is not None:
            self._warnings.append(f"a step of {dt:.3g} s was cut to {max_dt:g} s; the time beyond it is lost")
            dt = max_dt
        self._step(dt)
        if cut:
            self._follow_clock(now)

    def _step(self, dt: float) -> None:
        state = self._now
        if not state.command.differential:
            state = replace(state, settings=state.settings.with_turn_speed_map_used())
        backend = self._backend if self._backend is not None else SimEngine(state.settings)
        drifting = Environment(
            drift_x=state.drift.x,
            drift_y=state.drift.y,
            rotate_speed=state.rotate_speed,
            water_depth=state.water_depth,
        )
        try:
            if self._options.dual_state:
                still = replace(drifting, drift_x=0.0, drift_y=0.0)
                nav = self._moved(backend, state.nav, state.command, still, dt)
                truth = self._moved(backend, state.truth, state.command, drifting, dt)
            else:
                nav = self._moved(backend, state.nav, state.command, drifting, dt)
                truth = state.truth
        except NotFiniteError as error:
            self._warnings.append(f"the vehicle stays where it was: {error}")
            self._follow_clock(self._clock)
            return
        self._now = replace(state, nav=nav, truth=truth)

    def _moved(self, backend: Backend, copy: Copy, command: ActuatorCommand, around: Environment, dt: float) -> Copy:
        moved = replace(copy, state=backend.step(copy.state, command, around, dt))
        if self._geodesy is None or not self._dialect.stores_position:
            return moved
        place = self._geodesy.to_latlon(moved.state.x, moved.state.y)
        return moved if place is None else replace(moved, latitude=place[0], longitude=place[1])

    # ---- reporting ----------------------------------------------------------------------------------------------

    @property
    def run_warnings(self) -> tuple[str, ...]:
        """Warnings since the last ``take_warnings``."""
        return tuple(self._warnings)

    def take_warnings(self) -> list[str]:
        """The run warnings since the last call; they are handed out once."""
        taken, self._warnings = self._warnings, []
        return taken

    def report(self) -> str:
        """The body of the report (appcast) after the last iteration that makes one."""
        facts = ReportFacts(
            dialect=self._dialect,
            options=self._options,
            start=self._start_values,
            state=self._reported,
            nav=located(self._reported.nav, self._dialect, self._geodesy),
            truth=located(self._reported.truth, self._dialect, self._geodesy),
            datum=(self._geodesy.latitude, self._geodesy.longitude) if self._geodesy is not None else None,
        )
        return report_body(facts)
