"""The simulator as a MOOS application: mail in, one iteration, posts and a report out.

The same object runs live under ``MoosApp.run`` and offline under the lock-step runner.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from usimmarine_py.maths.streams import child_generator
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.around.weather import WeatherPart
from usimmarine_py.simulator.parts.run.gates import NAVIGATION, Gates
from usimmarine_py.simulator.parts.shown.navigation import Navigation
from usimmarine_py.simulator.parts.shown.sensors import SensorPart
from usimmarine_py.simulator.parts.steering.direct import Direct
from usimmarine_py.values import Message
from usimmarine_py.values.app import AppHost, Subscription
from usimmarine_py.values.rows import Row, single

if TYPE_CHECKING:
    from usimmarine_py.apps.nmea_port import NmeaPort
    from usimmarine_py.apps.script import EmbeddedScript


# -- Find other clients of a MOOSDB that post what a simulator posts


#: What each client reads and writes: ``app=SUB1:SUB2&PUB1:PUB2``, joined by commas (laws/moos 2).
SUMMARY = "DB_RWSUMMARY"
#: Least gap between two of them, MOOS s.
_GAP = 10.0


class Rivals:
    """Warns of other clients that post ``variable``, by the MOOSDB's summary of writers."""

    subscription = Subscription(SUMMARY, _GAP)

    def __init__(self, variable: str, own: str) -> None:
        """``own``: the name of this client in MOOS."""
        self._variable, self._own = variable, own
        self._warned = ""

    def take(self, message: Message, host: AppHost) -> None:
        """Compare a summary with what is posted here; the warning is retracted when the others have left."""
        if not isinstance(message.value, str):
            return
        others = [name for name in writers(message.value, self._variable) if name != self._own]
        text = ""
        if others:
            text = (
                f"{self._variable} is posted by {self._own} and by {', '.join(others)}: the vehicle jumps; "
                "end all but one, or give each another prefix"
            )
        if text != self._warned:
            if self._warned:
                host.retract_run_warning(self._warned)
            if text:
                host.run_warning(text)
            self._warned = text


def writers(summary: str, variable: str) -> list[str]:
    """The clients that post a variable, sorted."""
    found = []
    for part in summary.split(","):
        name, _, listed = part.partition("=")
        if variable in listed.partition("&")[2].split(":"):
            found.append(name)
    return sorted(found)


#: A live step is cut to this many simulated seconds, or to ten ticks if that is more: a laptop that slept for an
#: hour must not move the vehicle a mile in one step.
MAX_STEP = 5.0
MAX_STEP_TICKS = 10.0
#: Set-points of actuators are called so; what the vehicle does not read of them it has to warn of. What helms and
#: controllers post all the time (DESIRED_HEADING, DESIRED_SPEED) does not fit.
SET_POINTS = ("DESIRED_*_*", "DESIRED_PROP*", "DESIRED_JET*", "DESIRED_MOTOR*", "DESIRED_ENGINE*")


class VehicleApp:
    """Drives one ``Simulator``; ``script`` is a uTimerScript block that the application plays itself."""

    def __init__(
        self,
        simulator: Simulator,
        *,
        name: str,
        app_tick: float,
        headline: str = "",
        config_warnings: Sequence[str] = (),
        notes: Sequence[str] = (),
        script: EmbeddedScript | None = None,
        limit_steps: bool = True,
        nmea_port: NmeaPort | None = None,
        client: str = "",
    ) -> None:
        """``headline`` and ``notes`` are said at the start and stand in the report; ``limit_steps`` is off in
        lock-step runs; with it the vehicle begins at the time of the start (laws/usimmarine 2.1): what came before it
        is no part of the first step.

        ``nmea_port`` gets the sentences of the sensors; who made it closes it. ``client``: the name in MOOS, if it is
        another one than ``name``.
        """
        self.simulator = simulator
        self.script = script
        self._name = name
        self._headline = headline
        self.config_warnings = tuple(config_warnings)  #: said at the start
        self._notes = tuple(notes)
        self._max_dt = max(MAX_STEP, MAX_STEP_TICKS / app_tick) if limit_steps and app_tick > 0 else None
        self._nmea_port = nmea_port
        prefix = simulator.vehicle.part(Navigation).settings.prefix
        self._rivals = Rivals(f"{prefix}_X", client or name) if limit_steps else None
        self._live = limit_steps
        self._host: AppHost | None = None
        self._waiting: list[Message] = []
        self._gates, self._warnings = simulator.vehicle.part(Gates).state, simulator.vehicle.output.warnings
        self._skips = False  #: its own navigation does not come back as mail

    @property
    def name(self) -> str:
        """The application's name."""
        return self._name

    @property
    def max_dt(self) -> float | None:
        """The limit of a step, s; None in lock-step runs."""
        return self._max_dt

    def on_connect_subscriptions(self) -> Sequence[Subscription | str]:
        """All that the simulator and the script listen to; live also what may be meant for an actuator."""
        wanted: list[Subscription | str] = [*self.simulator.subscriptions()]
        wanted += self.script.subscriptions() if self.script else ()
        wanted += [self._rivals.subscription] if self._rivals is not None else []
        if self._max_dt is None or self.simulator.quirks:
            return tuple(dict.fromkeys(wanted))
        # a misspelt name mostly begins as the right one does: DESIRED_JETPORT
        own = (
            f"DESIRED_{point.state.upper().split('_')[0]}*" for point in self.simulator.vehicle.part(Direct).set_points
        )
        more = (Subscription(pattern, 0.0, "*") for pattern in dict.fromkeys((*SET_POINTS, *own)))
        return (*dict.fromkeys(wanted), *more)

    def on_start(self, host: AppHost) -> Iterable[Row]:
        """Tell how we are set up, and what is wrong with the configuration."""
        self._host = host
        if self._live:
            load_ahead(self.simulator)
            self.simulator.reset(host.now)
        if self._headline:
            host.say(self._headline)
        for text in self._notes:
            host.say(f"note: {text}")
        for text in self.config_warnings:
            host.config_warning(text)
        if self._nmea_port is None:
            return ()
        from usimmarine_py.apps.nmea_port import is_near

        places = self._nmea_port.places
        for place in places:
            host.say(f"NMEA 0183 sentences: {place}{'' if is_near(place) else ', beyond this machine'}")
        return [single("USM_NMEA_PORTS", ", ".join(places))]

    @property
    def posts_every(self) -> int:
        """Navigation is posted in every n-th iteration."""
        return self.simulator.vehicle.part(Navigation).settings.nav_modulo

    @property
    def may_end(self) -> bool:
        """Whether its script quits."""
        return self.script is not None and self.script.quits

    @property
    def finished(self) -> bool:
        """Its script has quit."""
        return self.script is not None and self.script.finished

    def on_mail(self, mail: list[Message]) -> None:
        """Hand mail to the script, and keep it for the simulator's next iteration.

        The simulator wants the clock of that iteration with it: the rudder limiter, a pause and the handshakes go by
        when a message was handed over, not by a stamp that its sender may have wrong.
        """
        if self._rivals is not None and self._host is not None:
            for message in mail:
                if message.variable == SUMMARY:
                    self._rivals.take(message, self._host)
        self._waiting += mail
        if self.script is not None:
            for message in mail:
                self.script.on_mail(message)

    def iterate(self, now: float) -> list[Row]:
        """One step of the vehicle; the script's posts come back as mail, as those of any other client would."""
        simulator = self.simulator
        if self._waiting:
            simulator.on_mail(*self._waiting, now=now)
            self._waiting.clear()
        if self._skips is not self._gates.enabled and self._host is not None:
            # it counts while the vehicle is disabled only
            self._skips = self._gates.enabled
            self._host.skip_own(NAVIGATION if self._skips else ())
        rows = simulator.tick(now, self._max_dt)
        if simulator.sentences:
            sentences = simulator.take_sentences()
            if self._nmea_port is not None:
                self._nmea_port.send(sentences)
        if self._warnings:
            self._pass_on(simulator.take_warnings())
        if self.script is not None:
            rows = [*rows, *self.script.iterate(now, 0.0 if self._host is None else self._host.set_by)]
            self._pass_on(self.script.take_warnings())
        return rows

    def report(self) -> str:
        """The simulator's report, then what only this application knows."""
        lines = [self.simulator.report().rstrip("\n"), ""]
        if self._headline:
            lines.append(self._headline)
        if self._host is not None:
            lines.append(self._host.counters.summary())
        if self._nmea_port is not None:
            port = self._nmea_port
            counts = f"{port.sent} sentences sent, {port.clients} TCP clients, {port.dropped} too slow"
            lines.append(f"NMEA ports: {', '.join(port.places)}: {counts}")
        if self.script is not None:
            lines.append(f"Script: {self.script.status}")
        lines += [f"Note: {text}" for text in self._notes]
        return "\n".join(lines) + "\n"

    def _pass_on(self, warnings: Iterable[str]) -> None:
        if self._host is not None:
            for text in warnings:
                self._host.run_warning(text)


def load_ahead(simulator: Simulator) -> None:
    """Load what weather and sensors would load in the first tick, which would be late then."""
    weather, sensors = simulator.vehicle.part(WeatherPart).state, simulator.vehicle.part(SensorPart)
    if weather.asked or sensors.watched:
        child_generator(sensors.suite.seed, "load")
