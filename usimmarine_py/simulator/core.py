"""The simulator itself: mail in, posts out, one step per iteration. It knows no clock, no socket and no file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import inf, isfinite
from typing import TYPE_CHECKING
from warnings import warn

from usimmarine_py.errors import ConfigError, MailError, NoEffectWarning, NotFiniteError, ParameterWarning
from usimmarine_py.maths.streams import child_generator
from usimmarine_py.sea.data.seabed import Seabed, Shaped
from usimmarine_py.simulator.config.lines import ConfigWarning
from usimmarine_py.simulator.config.setup import FileReader, Setup
from usimmarine_py.simulator.config.start import read_setup
from usimmarine_py.simulator.mail.commands import DESIRED, ORDERS
from usimmarine_py.simulator.mail.run import NAVIGATED
from usimmarine_py.simulator.mail.table import subscriptions, unread
from usimmarine_py.simulator.mail.values import Incoming, refusal
from usimmarine_py.simulator.publish.navigation import located
from usimmarine_py.simulator.report import report
from usimmarine_py.simulator.state import DIFFERENTIAL, NORMAL, SimulatorState, started_at
from usimmarine_py.simulator.steering import limited_rudder
from usimmarine_py.simulator.step import iterate
from usimmarine_py.simulator.stretch import Stretch, Stretches, is_quiet, navigation_variables
from usimmarine_py.values import ActuatorCommand, Backend, ConfigLine, Message, Post, Value, VehicleState
from usimmarine_py.values.frozen import maker, replace
from usimmarine_py.values.overrides import value_text, with_entries

if TYPE_CHECKING:
    from usimmarine_py.simulator.iterations import Iterations

#: With the embedded controller, mail older or newer than this (s) is told of in USM_NOGO.
NOGO_AGE = 1360.0
_NOTHING: frozenset[str] = frozenset()
#: NMEA sentences kept for ``take_sentences``: a second of every sensor at its highest rate is far less.
MOST_SENTENCES = 10_000

_message = maker(Message)

#: A mission parameter given from Python.
ParameterValue = float | int | bool | str | Sequence[str]


_PERCENT = ("thrust", "rudder", "elevator", "thrust_left", "thrust_right", "fan", "sway", "heave")


def _check(command: object) -> None:
    if not isinstance(command, ActuatorCommand):
        raise TypeError(f"command must be an ActuatorCommand, not {command!r}")
    for name in _PERCENT:
        value = getattr(command, name)
        try:
            good = isfinite(value)
        except TypeError:
            good = False
        if not good:
            raise ValueError(f"command: {name} must be a finite number of per cent, not {value!r}")


class Simulator:
    """A simulated vehicle.

    Units are those of the mission parameters and mail: m, m/s, degrees clockwise from north, per cent of thrust,
    rudder and elevator. Wrong keywords and values raise ``ConfigError``; those that a mission would only warn of warn
    here, too: without effect on this vehicle ``errors.NoEffectWarning``, cut to the limits, or in part,
    ``errors.ParameterWarning``. Bad mail never raises, it leaves a warning in ``run_warnings`` and the last good value
    in force.
    """

    def __init__(
        self,
        *,
        dialect: str | None = None,
        quirks: bool = False,
        datum: tuple[float, float] | None = None,
        start_time: float = 0.0,
        read_file: FileReader | None = None,
        **parameters: ParameterValue,
    ) -> None:
        """A simulator from mission parameters as keywords.

        ``datum`` is (latitude, longitude) in degrees, ``start_time`` the clock in seconds at start-up.
        ``read_file`` gives the text of a file that a parameter names (``current_field``).
        """
        if not isfinite(start_time):
            raise ConfigError(f"must be a finite number of seconds, found {start_time!r}", key="start_time")
        lines = []
        for key, value in with_entries(parameters).items():
            # of a parameter that may come again (sensor, wormhole) a sequence gives one line each
            several = list(value) if isinstance(value, Sequence) and not isinstance(value, str) else [value]
            lines += [ConfigLine(key, value_text(one)) for one in several]
        self._start(
            read_setup(lines, dialect=dialect, quirks=quirks, datum=datum, start_time=start_time, read_file=read_file)
        )
        for warning in self.config_warnings:
            if warning.harmless and not warning.taken:
                continue
            if not (warning.idle or warning.taken):
                raise ConfigError(warning.problem, key=warning.key, suggestion=warning.suggestion)
            warn(str(warning), NoEffectWarning if warning.idle else ParameterWarning, stacklevel=2)

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
        ground: bool = True,
        seed: int | None = None,
        own_name: str = "",
    ) -> Simulator:
        """A simulator from the lines of a mission's block; wrong lines become ``config_warnings``, and it runs on.

        ``dialect`` and ``quirks`` are what counts when the block doesn't say. ``time_warp`` matters for the pause of
        the recorded versions only. ``known_elsewhere`` names keys that somebody else reads; ``read_file`` gives the
        text of a file named in the block. ``reproduce_nan`` lets the quirks of V22 make not-a-number; without
        ``ground`` a kinematic vehicle goes through the bottom, as the law alone has it. ``seed`` overrides the line of
        that name; ``own_name`` is what others call the vehicle. Raises ``ConfigError`` for an unknown dynamics or
        dialect.
        """
        simulator = cls.__new__(cls)
        setup = read_setup(
            lines,
            dialect=dialect,
            quirks=quirks,
            datum=datum,
            start_time=start_time,
            time_warp=time_warp,
            known_elsewhere=known_elsewhere,
            read_file=read_file,
            reproduce_nan=reproduce_nan,
            ground=ground,
            seed=seed,
            own_name=own_name,
        )
        simulator._start(setup)
        return simulator

    def _start(self, setup: Setup) -> None:
        self._setup = setup
        self._subscriptions = subscriptions(setup)
        self._warnings: list[str] = []
        self._told: set[tuple[str, str]] = set()  #: what of mail has no effect, which is said once
        self._sentences: list[str] = []
        self._stretches: Stretches | None = None
        self.reset()

    # ---- what it is ---------------------------------------------------------------------------------------------

    @property
    def config_warnings(self) -> list[ConfigWarning]:
        """What is wrong with the configuration, in the order in which it was worked through."""
        return list(self._setup.warnings)

    @property
    def dialect(self) -> str:
        """The name of the dialect in force."""
        return self._setup.dialect.name

    @property
    def quirks(self) -> bool:
        """Whether known defects of a recorded version are reproduced."""
        return self._setup.dialect.quirks

    @property
    def dynamics(self) -> str:
        """The name of the backend that moves the vehicle."""
        return self._setup.dynamics

    @property
    def backend(self) -> Backend | None:
        """The backend of a vehicle that is not kinematic; None for the kinematic laws."""
        return self._setup.backend

    def use_backend(self, backend: Backend) -> None:
        """Go on with another backend that reads the same state: the same equations, compiled or played back."""
        self._setup = replace(self._setup, backend=backend)
        self._stretches = None

    def use_seabed(self, bed: Seabed | Callable[[float, float], float]) -> None:
        """Sail over a sea bed, or over a function that gives the water depth (m) at x east, y north (m): 0 and less on
        land, nan where it is unknown.
        """
        rules = replace(self._setup.ground, applies=True, seabed=bed if isinstance(bed, Seabed) else Shaped(bed))
        self._setup = replace(self._setup, ground=rules)

    @property
    def prefix(self) -> str:
        """First part of the published names, without the underscore that joins them."""
        return self._setup.prefix

    @property
    def state(self) -> VehicleState:
        """The vehicle as navigation sees it."""
        return self._now.nav.state

    @property
    def truth(self) -> VehicleState:
        """The vehicle as it is: with dual state the copy that drifts, otherwise ``state``."""
        return self._now.truth.state if self._setup.dual_state else self._now.nav.state

    @property
    def clock(self) -> float:
        """The clock (s) of the last iteration, or of start-up."""
        return self._now.clock

    @property
    def position(self) -> tuple[float, float]:
        """Latitude and longitude (deg) as they would be published now; nan without a datum or before the first."""
        here = located(self._setup, self._now.nav)
        return here.latitude, here.longitude

    @property
    def internal(self) -> SimulatorState:
        """Everything that changes while running, as one frozen value."""
        return self._now

    def load(self) -> None:
        """Load what weather and sensors would load in the first iteration, which could not be in time then."""
        if self._setup.start.weather.asked or self._setup.suite.sensors:
            child_generator(self._setup.suite.seed, "load")

    def start_at(self, now: float) -> None:
        """Begin at clock ``now`` (s) as if made then; everything else is as after ``reset``."""
        self._setup = replace(self._setup, start=started_at(self._setup.start, now))
        self.reset()

    def reset(self) -> None:
        """Go back to the state after start-up, clock, mail and warnings included."""
        self._now = self._reported = self._setup.start
        self._stretches = None
        self._posts: Sequence[Post] = ()
        self._warnings.clear()
        self._told.clear()
        self._sentences.clear()

    # ---- mail ---------------------------------------------------------------------------------------------------

    def subscriptions(self, groups: Collection[str] = ()) -> tuple[str, ...]:
        """The variables to register for, in the order of the mail table; ``groups``: of these groups of it only."""
        return tuple(name for name, entry in self._subscriptions.items() if not groups or entry.group in groups)

    @property
    def ignored(self) -> frozenset[str]:
        """Variables of which mail from the simulator itself has no effect at present."""
        return NAVIGATED if self._now.enabled and not self._setup.gains.coupled else _NOTHING

    def takes_number(self, variable: str) -> bool:
        """Whether a finite number does nothing but steer, or nothing at all, as things are."""
        if variable in NAVIGATED:
            return self._now.enabled
        return variable in ORDERS or variable in DESIRED

    def on_mail(self, message: Message, *, now: float | None = None) -> None:
        """Take one message; never raises. Mail for a variable not subscribed to is dropped, with one warning for each
        variable that looks like the set-point of an actuator.

        ``now`` is the clock when it is handed over (default: the message's own time), in seconds. What can't be used
        leaves one warning that names variable and sender, and changes nothing.
        """
        subscription = self._subscriptions.get(message.variable)
        if subscription is None:
            reason = unread(message.variable, self._setup)
            if reason and (message.variable, "") not in self._told:
                self._told.add((message.variable, ""))
                self._warnings.append(str(refusal(message, reason)))
            return
        variable, value, time, source, source_aux, community = message
        if now is not None:
            if subscription.while_disabled and self._now.enabled and type(value) is float and isfinite(value):
                return  # most mail of all: our own navigation comes back
            message = _message((variable, value, now, source, source_aux, community))
            if self._setup.gains.coupled and NOGO_AGE < (age := abs(now - time)) < inf:
                # told of with any mail; the controller's own is dropped
                self._now = replace(self._now, pending=(*self._now.pending, Post("USM_NOGO", age)))
                if subscription.coupled:
                    self._warnings.append(str(refusal(message, f"is {age:.0f} s old or early; nothing is changed")))
                    return
        try:
            self._take(subscription, message)
        except (MailError, NotFiniteError) as error:
            self._warnings.append(str(error))

    def _take(self, subscription: Incoming, message: Message) -> None:
        """Let mail have its effect; raises ``MailError`` and changes nothing when it is no use."""
        self._now, remark = subscription.handler(self._now, message, self._setup)
        if remark:
            self._warnings.append(str(refusal(message, remark)))
        elif subscription.idle is not None and not self._setup.dialect.quirks:
            for reason in subscription.idle(self._now, message, self._setup):
                if (message.variable, reason) not in self._told:
                    self._told.add((message.variable, reason))
                    self._warnings.append(str(refusal(message, reason)))

    def post(self, name: str, value: float | str, source: str = "python") -> None:
        """Hand over any mail of the reference page, at the present clock. Raises ``MailError`` when it is no use."""
        if name not in self._subscriptions:
            reason = unread(name, self._setup) or f"is not read by dialect {self._setup.dialect.name}"
            raise MailError(name, source, value, reason)
        self._take(self._subscriptions[name], Message(name, value, self._now.clock, source))

    def start_posts(self) -> list[Post]:
        """What is posted during start-up; handed out once."""
        posts = list(self._now.pending)
        self._now = replace(self._now, pending=())
        return posts

    # ---- running ------------------------------------------------------------------------------------------------

    def iterate(self, now: float, max_dt: float | None = None) -> list[Post]:
        """One iteration at clock ``now`` (s): step and posts, those made by mail since the last one first.

        ``max_dt`` (s) limits the step; the time beyond it is dropped, with a run warning.
        """
        return self._iterate(now, max_dt, None)

    def step(self, command: ActuatorCommand, dt: float) -> VehicleState:
        """Apply a command, run one iteration of ``dt`` > 0 seconds, and give the state after it.

        Raises ``ValueError`` for a ``dt`` that is not above 0 and for a command that is not finite.
        """
        if not (dt > 0 and isfinite(dt)):
            raise ValueError(f"dt must be a positive number of seconds, not {dt!r}")
        _check(command)
        now = self._now.clock + dt
        before = self._now
        mode = before.thrust_mode
        if command.differential:
            mode = DIFFERENTIAL
        elif mode == DIFFERENTIAL:
            mode = NORMAL
        rudder = before.command.rudder, before.rudder_time
        wanted = replace(command, rudder=limited_rudder(self._setup, *rudder, command.rudder, now))
        self._now = replace(before, command=wanted, rudder_time=now, thrust_mode=mode)
        self._iterate(now, None, dt)
        return self.state

    @property
    def posts(self) -> dict[str, Value]:
        """What the last ``step`` or ``iterate`` posted, readings of sensors among it: the last value by variable."""
        return {post.variable: post.value for post in self._posts}

    def _iterate(self, now: float, max_dt: float | None, exact_dt: float | None) -> list[Post]:
        done = iterate(self._setup, self._now, now, max_dt, exact_dt)
        self._now = done.state
        self._posts = done.posts
        if done.renews_report:
            self._reported = done.state
        self._warnings += done.warnings
        if done.sentences:
            self._sentences += done.sentences
            del self._sentences[:-MOST_SENTENCES]
        return done.posts

    @property
    def is_quiet(self) -> bool:
        """Whether iterations only move the vehicle and publish navigation, as long as no mail comes."""
        return not (self._now.pending or self._warnings) and is_quiet(self._setup, self._now)

    @property
    def navigation_variables(self) -> tuple[str, ...]:
        """What a quiet iteration publishes, in the order of posting."""
        return navigation_variables(self._setup, self._now)

    def pass_over(self, times: Sequence[float], *, every_post: bool = True) -> Stretch | None:
        """Iterations at the clock readings ``times`` (s) at once, since no mail comes before the last of them.

        To the bit what as many calls of ``iterate`` do, in a fraction of the time. None, and nothing done, when they
        have to be gone through one by one. Without ``every_post`` only the last posts are worked out.
        """
        if not times:
            return None
        stretches = self._stretches
        if stretches is None or stretches.state is not self._now or self._warnings:
            if not self.is_quiet:
                return None
            stretches = self._stretches = Stretches(self._setup, self._now)
        found = stretches.run(times, every_post=every_post)
        if found is not None:
            self._now = self._reported = found.after
        return found

    @property
    def located_variables(self) -> tuple[str, ...]:
        """Of what is posted of the vehicle, that which takes latitude and longitude."""
        return f"{self.prefix}_LAT", f"{self.prefix}_LONG", "USM_NAVPOS_SUMMARY"

    def iterations(self, *, every_post: bool = True) -> Iterations | None:
        """Iterations one after the other of a vehicle that is steered and in plain motion; None where it is not.

        They have come to pass with ``adopt`` only. See ``iterations_from``.
        """
        if self._now.pending or self._warnings:
            return None
        from usimmarine_py.simulator.iterations import iterations_from  # lock-step runs alone come here

        return iterations_from(self._setup, self._now, every_post=every_post)

    def adopt(self, iterations: Iterations) -> None:
        """Go on from the state after some iterations, which were begun in the present one."""
        if iterations.passed:
            self._now = self._reported = iterations.state

    @property
    def silent(self) -> int:
        """How many iterations from now on publish nothing, unless mail comes; 0 if unknown."""
        if self._stretches is None or self._stretches.state is not self._now or self._warnings:
            return 0
        return -(self._now.iteration + 1) % self._setup.nav_modulo

    def take_sentences(self) -> list[str]:
        """The NMEA 0183 sentences since the last call, without line ends; those that nobody takes are dropped."""
        if not self._sentences:
            return []
        taken, self._sentences = self._sentences, []
        return taken

    @property
    def setup(self) -> Setup:
        """What the configuration fixes for the run, ports for NMEA included."""
        return self._setup

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
        return report(self._setup, self._reported)
