"""The simulator: mail in, posts out, one tick after the other. It uses no clock, no socket and no file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import inf, isfinite
from typing import TYPE_CHECKING, Any, ClassVar
from warnings import warn

from usimmarine_py.errors import ConfigError, MailError, NoEffectWarning, NotFiniteError, ParameterWarning
from usimmarine_py.sea.data.seabed import Seabed, Shaped
from usimmarine_py.simulator.build import Assembly
from usimmarine_py.simulator.config.draft import Draft, FileFinder, FileReader, NamedFiles
from usimmarine_py.simulator.config.start import Circumstances, configured
from usimmarine_py.simulator.mail import refusal
from usimmarine_py.simulator.parts.around.currents import Currents
from usimmarine_py.simulator.parts.around.ground import Bottom
from usimmarine_py.simulator.parts.motion import Motion
from usimmarine_py.simulator.parts.run.clock import VehicleClock
from usimmarine_py.simulator.parts.run.gates import NAVIGATION, Gates
from usimmarine_py.simulator.parts.shown.navigation import Navigation
from usimmarine_py.simulator.parts.steering.commands import CommandPart, Rudder
from usimmarine_py.simulator.parts.steering.direct import Direct
from usimmarine_py.simulator.parts.steering.pid import Pid
from usimmarine_py.simulator.parts.steering.stepping import Stepping, in_force
from usimmarine_py.simulator.records import DIFFERENTIAL, NORMAL
from usimmarine_py.simulator.report import VehicleReport
from usimmarine_py.simulator.table import KNOWN
from usimmarine_py.values import ActuatorCommand, Backend, ConfigLine, Finding, Message, Post, VehicleState
from usimmarine_py.values.frozen import maker, replace
from usimmarine_py.values.overrides import value_text, with_entries
from usimmarine_py.values.posts import Posts
from usimmarine_py.values.rows import Row

if TYPE_CHECKING:
    from pathlib import Path

    from usimmarine_py.simulator.unnamed import Unnamed

#: With the embedded controller, the age of mail that is older or newer than this (s) is posted as USM_NOGO.
NOGO_AGE = 1360.0
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

    #: Finds files that parameters name where no ``read_file`` is given.
    files: ClassVar[Any] = None
    _unnamed: Unnamed | None = None  # of a vehicle that may have another one's noise

    def __init__(
        self,
        *,
        dialect: str | None = None,
        quirks: bool | None = None,
        datum: tuple[float, float] | None = None,
        start_time: float = 0.0,
        read_file: FileReader | Callable[[str], str | Path] | None = None,
        own_name: str = "",
        **parameters: ParameterValue,
    ) -> None:
        """Make a simulator from mission parameters as keywords.

        ``datum`` is (latitude, longitude) in degrees, ``start_time`` the clock in seconds at start-up.
        ``read_file`` gives the text of a file that a parameter names (``current_field``), or a ``pathlib.Path`` of any.
        ``own_name`` is the vehicle's name among others: vehicles of one seed and different names meet one sea, with
        noise of their own.
        """
        if not isfinite(start_time):
            raise ConfigError(f"must be a finite number of seconds, found {start_time!r}", key="start_time")
        lines = []
        for key, value in with_entries(parameters).items():
            # of a parameter that may come again (sensor, wormhole) a sequence gives one line each
            several = list(value) if isinstance(value, Sequence) and not isinstance(value, str) else [value]
            lines += [ConfigLine(key, value_text(one)) for one in several]
        files: Any = self.files if read_file is None else read_file
        if not isinstance(files, FileFinder) and files is not None:
            files = NamedFiles(files, self.files)
        at = Circumstances(dialect, quirks, datum, start_time, read_file=files, own_name=own_name)
        self._start(configured(lines, at), at)
        if not own_name and "sensor" in parameters:
            from usimmarine_py.simulator.unnamed import Unnamed  # most vehicles go without

            self._unnamed = Unnamed(parameters)
        for warning in self.config_warnings:
            if warning.is_note and not warning.taken:
                continue
            if not (warning.idle or warning.taken):
                raise ConfigError(warning.what, key=warning.key, suggestion=warning.suggestion)
            warn(str(warning), NoEffectWarning if warning.idle else ParameterWarning, stacklevel=2)

    @classmethod
    def from_lines(
        cls,
        lines: Sequence[ConfigLine],
        *,
        dialect: str | None = None,
        quirks: bool | None = None,
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
        """Make a simulator from the lines of a mission's block; wrong lines become ``config_warnings``.

        ``dialect`` and ``quirks`` are the defaults of the block. ``time_warp`` matters for the pause of
        the recorded versions only. ``known_elsewhere`` names keys that another reader takes; ``read_file`` gives the
        text of a file named in the block. ``reproduce_nan`` lets the quirks of V22 make not-a-number; without
        ``ground`` a kinematic vehicle moves through the bottom, as the law alone does. ``seed`` overrides the line of
        that name; ``own_name`` is the vehicle's name among others, its community. Raises ``ConfigError`` for an
        unknown dynamics or dialect.
        """
        at = Circumstances(
            dialect, quirks, datum, start_time, time_warp, known_elsewhere, read_file, reproduce_nan, ground, seed,
            own_name,
        )  # fmt: skip
        simulator = cls.__new__(cls)
        simulator._start(configured(lines, at), at)
        return simulator

    def _start(self, draft: Draft, at: Circumstances) -> None:
        row = Assembly(draft, at.time_warp)
        self.vehicle = row.vehicle()  #: the row of parts
        self._dialect = draft.dialect
        self._config_warnings = tuple(draft.warnings)
        part = self.vehicle.part
        self._clock, self._motion, self._gates = part(VehicleClock), part(Motion), part(Gates)
        self._rudder = Rudder(draft.command, draft.dialect, draft.steering.rudder_rate)
        self._nav = row.nav
        self._pid = self.vehicle.find(Pid)
        self._output = row.output
        self._report = VehicleReport(self.vehicle, draft, row.nav, row.truth)
        self._held_report = ""
        self._gates.before_held = self._hold_report
        self._rows: Sequence[Row] = ()
        self.sentences: list[str] = []  #: NMEA 0183 sentences since the last ``take_sentences``
        self._saved = self.vehicle.save()
        self._stepping = Stepping(in_force(part(CommandPart).command))

    # ---- properties ---------------------------------------------------------------------------------------------

    @property
    def config_warnings(self) -> list[Finding]:
        """The warnings about the configuration, in the order in which it was read."""
        return list(self._config_warnings)

    @property
    def dialect(self) -> str:
        """The name of the dialect in force."""
        return self._dialect.name

    @property
    def quirks(self) -> bool | None:
        """Which quirks of a recorded version are reproduced: all (True), none (False), or those of well-formed input
        (None).
        """
        return self._dialect.quirks

    @property
    def dynamics(self) -> str:
        """The name of the backend that moves the vehicle."""
        return self._motion.dynamics

    @property
    def prefix(self) -> str:
        """First part of the published names, without the underscore that joins them."""
        return self.vehicle.part(Navigation).settings.prefix

    @property
    def backend(self) -> Backend | None:
        """The backend of a vehicle that is not kinematic; None for the kinematic laws. Another one can be set that
        reads the same state: the same equations, compiled or played back.
        """
        return self._motion.backend

    @backend.setter
    def backend(self, backend: Backend) -> None:
        self._motion.backend = backend
        self.vehicle.arrange()

    def use_seabed(self, bed: Seabed | Callable[[float, float], float]) -> None:
        """Sail over a sea bed, or over a function that gives the water depth (m) at x east, y north (m): 0 and less on
        land, nan where it is unknown.
        """
        bottom = self.vehicle.part(Bottom)
        bottom.lay(replace(bottom.rules, applies=True, seabed=bed if isinstance(bed, Seabed) else Shaped(bed)))
        self.vehicle.arrange()

    @property
    def state(self) -> VehicleState:
        """The vehicle as navigation sees it."""
        return self._nav.state

    @property
    def truth(self) -> VehicleState:
        """The vehicle as it is: with dual state the copy that drifts, otherwise ``state``."""
        return self._motion.own.state

    @property
    def clock(self) -> float:
        """The clock (s) of the last iteration, or of start-up."""
        return self._clock.time.clock

    @property
    def position(self) -> tuple[float, float]:
        """Latitude and longitude (deg) as they would be published now; nan without a datum or before the first."""
        return self.vehicle.part(Navigation).located.known(self._nav)

    def reset(self, now: float | None = None) -> None:
        """Go back to the state after start-up, clock, mail and warnings included; with a clock ``now`` (s), begin then
        as if made then.
        """
        self.vehicle.restore(self._saved)
        self._rows, self._held_report = (), ""
        self._stepping = Stepping(in_force(self.vehicle.part(CommandPart).command))
        self.sentences.clear()
        if now is None:
            return
        time, pause, before = self._clock.time, self._clock.pause, self._clock.time.clock
        for own in self._clock.owns:
            # a start-up that broke off never set the vehicle's stamp (laws/usimmarine 2.1)
            if own.time == before:
                own.stamp(now)
        command = self.vehicle.part(CommandPart).command
        if command.rudder_time == before and not self._dialect.has("rudder_first_unlimited"):
            command.rudder_time = now
        time.clock = pause.pause_began = now
        self.vehicle.part(Currents).start = now
        self._saved = self.vehicle.save()

    # ---- mail ---------------------------------------------------------------------------------------------------

    def subscriptions(self, groups: Collection[str] = ()) -> tuple[str, ...]:
        """The variables to register for, in the order of the mail table; ``groups``: of these groups of it only."""
        mail = self.vehicle.mail.items()
        return tuple(name for name, taken in mail if not groups or taken.entry.group in groups)

    def on_mail(self, *mail: Message, now: float | None = None) -> None:
        """Take messages; never raises. Mail for a variable not subscribed to is dropped, with one warning for each
        variable that looks like the set-point of an actuator.

        ``now`` is the clock when they are handed over (default: the messages' own times), in seconds. What can't be
        used leaves one warning that names variable and sender, and changes nothing.
        """
        vehicle, gates, pid = self.vehicle, self._gates, self._pid
        known, gate = vehicle.mail, gates.state
        for message in mail:
            variable, value, time, source, source_aux, community = message
            taken = known.get(variable)
            if taken is None:
                reason = vehicle.part(Direct).unread(variable, KNOWN)
                if reason:
                    vehicle.warn_of_unread(message, reason)
                continue
            if now is not None:
                if variable in NAVIGATION and gate.enabled and type(value) is float and isfinite(value):
                    continue  # its own posts come back: most mail of all, which counts while disabled only
                message = _message((variable, value, now, source, source_aux, community))
                if pid is not None and NOGO_AGE < (age := abs(now - time)) < inf:
                    # posted with any mail; the controller's own is dropped
                    self._output.post("USM_NOGO", age)
                    if taken.part is pid:
                        self._output.warnings.append(
                            str(refusal(message, f"is {age:.0f} s old or early; nothing is changed"))
                        )
                        continue
            try:
                vehicle.take(taken, message)
            except (MailError, NotFiniteError) as error:
                self._output.warnings.append(str(error))

    def post(self, name: str, value: float | str, source: str = "python") -> None:
        """Hand over any mail of the reference page, at the present clock. Raises ``MailError`` if it cannot be used."""
        taken = self.vehicle.mail.get(name)
        if taken is None:
            reason = self.vehicle.part(Direct).unread(name, KNOWN) or f"is not read by dialect {self.dialect}"
            raise MailError(name, source, value, reason)
        self.vehicle.take(taken, Message(name, value, self.clock, source))

    # ---- running ------------------------------------------------------------------------------------------------

    def tick(self, now: float, max_dt: float | None = None) -> list[Row]:
        """Make one tick at clock ``now`` (s) and return its rows, those made by mail since the last one first.

        ``max_dt`` (s) limits the step; the time beyond it is dropped, with a run warning.
        """
        self._clock.max_dt = max_dt
        rows = self._rows = self.vehicle.tick(now)
        if sentences := self._output.sentences:
            self.sentences += sentences
            sentences.clear()
            del self.sentences[:-MOST_SENTENCES]
        if self._unnamed is not None and self._unnamed.meets_another():
            self._unnamed = None  # once is enough
            warn(
                "vehicles that play together have the same noise of sensors: give each an own_name, or a seed",
                ParameterWarning, stacklevel=3,
            )  # fmt: skip
        return rows

    def iterate(self, now: float, max_dt: float | None = None) -> list[Post]:
        """Make one iteration as ``tick`` does and return its posts one by one."""
        return [
            Post(name, value, time, aux)
            for shape, values, time, aux in self.tick(now, max_dt)
            for name, value in zip(shape.names, values, strict=True)
        ]

    def step(self, command: ActuatorCommand, dt: float) -> VehicleState:
        """Apply a command, run one iteration of ``dt`` > 0 seconds, and give the state after it.

        What mail has set since the step before (``post``) counts over the command, until the command's value changes.
        Raises ``ValueError`` for a ``dt`` that is not above 0 and for a command that is not finite.
        """
        if not (dt > 0 and isfinite(dt)):
            raise ValueError(f"dt must be a positive number of seconds, not {dt!r}")
        _check(command)
        now = self.clock + dt
        own = self.vehicle.part(CommandPart).command
        command = self._stepping.merged(command, own)
        rudder = own.rudder
        own.set(command)
        own.rudder = rudder
        self._rudder.move(command.rudder, now)
        if command.differential:
            own.thrust_mode = DIFFERENTIAL
        elif own.thrust_mode == DIFFERENTIAL:
            own.thrust_mode = NORMAL
        self._clock.exact_dt = dt
        try:
            self.tick(now)
        finally:
            self._clock.exact_dt = None
            self._stepping.left = in_force(own)
        return self.state

    @property
    def posts(self) -> Posts:
        """What the last ``step`` or ``iterate`` posted, readings of sensors among it: the last value by variable, and
        by ``posts.all(NAME)`` each of them.
        """
        return Posts(
            (name, value) for row in self._rows for name, value in zip(row.shape.names, row.values, strict=True)
        )

    def take_sentences(self) -> list[str]:
        """The NMEA 0183 sentences since the last call, without line ends; those that are not taken are dropped."""
        taken, self.sentences = self.sentences, []
        return taken

    # ---- reporting ----------------------------------------------------------------------------------------------

    @property
    def run_warnings(self) -> tuple[str, ...]:
        """Warnings since the last ``take_warnings``."""
        return tuple(self._output.warnings)

    def take_warnings(self) -> list[str]:
        """The run warnings since the last call; each is returned once."""
        taken, self._output.warnings[:] = self._output.warnings[:], ()
        return taken

    def report(self) -> str:
        """The body of the report (appcast); an obstacle that ends ticks leaves it as it was before."""
        return self._held_report if self._held_report and self._gates.state.obstacle else self._report.text()

    def _hold_report(self) -> None:
        if self._gates.renews_report:
            return
        self._held_report = self._report.text()
