"""User applications in trials, between the order of a manoeuvre and the vehicle.

They receive the order as TRIAL_THRUST and TRIAL_RUDDER, and the motion as NAV_*. Their DESIRED_THRUST and
DESIRED_RUDDER drive the vehicle; until the first post the order drives it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from math import degrees
from typing import Any, NamedTuple

from usimmarine_py.apps.own.find import AppLike, named_apps
from usimmarine_py.apps.own.player import OwnApp
from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.mission import Mission, parse_mission, read_mission
from usimmarine_py.moos.clock import Schedule, SteppedClock
from usimmarine_py.run.applications import START_TIME
from usimmarine_py.trials.plant import Observation, Plant
from usimmarine_py.trials.subject import Subject
from usimmarine_py.values import Message
from usimmarine_py.values.app import Subscription
from usimmarine_py.values.rows import Row

ORDER = ("TRIAL_THRUST", "TRIAL_RUDDER")
NAVIGATION = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED", "NAV_DEPTH", "NAV_YAW", "NAV_YAW_RATE", "NAV_U", "NAV_V")
COMMANDS = ("DESIRED_THRUST", "DESIRED_RUDDER")
_READ = (*ORDER, *NAVIGATION)
_SOON = 1e-9  # s: tolerance of due ticks


class Notes:
    """The messages of the applications of a subject, each once; replaces the life cycle."""

    set_by = 0.0

    def __init__(self, label: str) -> None:
        self.label = label
        self.texts: dict[str, None] = {}
        self.counters = Schedule(1.0, 0.0)  #: there is no loop and no late tick
        self.now = START_TIME  #: MOOS time of the start (s)

    def run_warning(self, text: str) -> None:
        """Keep the message."""
        self.texts[text] = None

    config_warning = run_warning

    def retract_run_warning(self, text: str) -> None:
        """Remove the message."""
        self.texts.pop(text, None)

    def event(self, text: str) -> None:
        """There is no report."""

    def say(self, text: str) -> None:
        """There is no terminal."""

    def subscribe(self, wanted: Sequence[Subscription | str]) -> None:
        """Ignored: a subject gets what the plant tells."""

    def stop(self, exit_code: int = 0) -> None:
        """Ignored: a trial has its own end."""

    def hold(self, seconds: float) -> None:
        """Ignored: only helms take long."""

    def skip_own(self, variables: Collection[str]) -> None:
        """Ignored: nothing comes back."""


class TickedApp(NamedTuple):
    """One application between two ticks; an immutable value, like the states of plants."""

    app: OwnApp
    period: float  #: s
    due: float  #: s since the start of the trial


class SteeredState(NamedTuple):
    """A plant's state with the applications and their last commands (None: no command yet)."""

    plant: Any
    time: float  #: s
    ticked: tuple[TickedApp, ...]
    commands: tuple[float | None, float | None]


@dataclass
class SteeredPlant:
    """A plant that applications steer by the orders."""

    plant: Plant
    mission: Mission
    apps: Sequence[AppLike]
    notes: Notes

    @property
    def step(self) -> float:
        """Longest step (s)."""
        return self.plant.step

    @property
    def rudder_max(self) -> float | None:
        """Rudder angle (deg) at R = 100."""
        return self.plant.rudder_max

    @property
    def length(self) -> float | None:
        """Length between perpendiculars (m)."""
        return self.plant.length

    @property
    def rest_speed(self) -> float:
        """Speed (m/s) at which it has stopped."""
        return self.plant.rest_speed

    def start(self) -> SteeredState:
        """The initial state at rest; the applications have started, but not iterated."""
        named, warnings = named_apps(self.mission, self.apps)
        for text in warnings:
            self.notes.run_warning(text)
        ticked = []
        state = SteeredState(self.plant.start(), 0.0, (), (None, None))
        for name, given in named.items():
            app, block = given.make(), self.mission.block(name)
            given_tick = None if block is None else block.number("AppTick")
            tick = app.app_tick if given_tick is None else given_tick
            if not 0.0 < tick < float("inf"):
                raise ConfigError(f"must be above 0, found {tick:g}", key=f"AppTick of {name}")
            # no seed: trials are deterministic
            clock = SteppedClock(START_TIME)
            own = OwnApp(app, clock, name=name, block=block, seed=0, community="", prompt=False)
            state = self._posted(state, own, own.on_start(self.notes))
            self._check_subscriptions(own)
            ticked.append(TickedApp(own, 1.0 / tick, 0.0))
        return state._replace(ticked=tuple(ticked))

    def advance(self, state: SteeredState, thrust: float, rudder: float, dt: float) -> SteeredState:
        """Tick the applications that are due, with mail of the present state; then advance the vehicle by ``dt`` s."""
        if any(one.due <= state.time + _SOON for one in state.ticked):
            state = self._ticked(state, (thrust, rudder))
        own_thrust, own_rudder = state.commands
        used = (thrust if own_thrust is None else own_thrust, rudder if own_rudder is None else own_rudder)
        return state._replace(plant=self.plant.advance(state.plant, *used, dt), time=state.time + dt)

    def observe(self, state: SteeredState) -> Observation:
        """What is seen of the vehicle."""
        return self.plant.observe(state.plant)

    def _ticked(self, state: SteeredState, order: tuple[float, float]) -> SteeredState:
        values = [*order, *_navigation(self.plant.observe(state.plant))]
        ticked = []
        for app, period, due in state.ticked:
            if due <= state.time + _SOON:
                app = app.copied()
                wanted = {one.variable for one in app.on_connect_subscriptions()}
                stamp = START_TIME + state.time
                seen = zip(_READ, values, strict=True)
                mail = [Message(name, value, stamp, "usim_trials") for name, value in seen if name in wanted]
                # an application that iterates more often than the vehicle steps receives no new mail
                while due <= state.time + _SOON:
                    state = self._posted(state, app, app.step(START_TIME + due, mail))
                    mail, due = [], due + period
            ticked.append(TickedApp(app, period, due))
        return state._replace(ticked=tuple(ticked))

    def _posted(self, state: SteeredState, app: OwnApp, rows: Iterable[Row]) -> SteeredState:
        commands = list(state.commands)
        posts = (post for row in rows for post in zip(row.shape.names, row.values, strict=True))
        for variable, value in posts:
            if variable in COMMANDS and isinstance(value, float) and abs(value) < float("inf"):
                commands[COMMANDS.index(variable)] = max(-100.0, min(100.0, value))
            elif variable.startswith("DESIRED_"):
                kind = "" if isinstance(value, float) else f" the text {shorten(str(value), 40)} as"
                taken = "numbers of " + " and ".join(COMMANDS)
                self.notes.run_warning(f"{app.name} posts{kind} {variable}; a trial only takes {taken}")
        return state._replace(commands=(commands[0], commands[1]))

    def _check_subscriptions(self, app: OwnApp) -> None:
        names = [one.variable for one in app.on_connect_subscriptions()]
        if others := [name for name in names if name not in _READ]:
            said = f"{app.name} reads {', '.join(others)}, which no trial posts; there is {', '.join(_READ)}"
            self.notes.run_warning(said)


def _navigation(seen: Observation) -> tuple[float, ...]:
    """The values of ``NAVIGATION``, in the units of the simulator's mail."""
    heading = degrees(seen.psi) % 360.0
    speed = (seen.u**2 + seen.v**2) ** 0.5 * (1.0 if seen.u >= 0.0 else -1.0)
    return seen.east, seen.north, heading, speed, seen.depth, -seen.psi, -seen.turning, seen.u, seen.v


def with_apps(subject: Subject, apps: Sequence[AppLike], mission: Mission | None = None) -> tuple[Subject, Notes]:
    """Return a subject steered by applications, and the collector of their warnings. Raises ``ConfigError``.

    ``mission`` has their blocks; None: they have their defaults.
    """
    read = mission or parse_mission("", "")
    named, _ = named_apps(read, apps)
    label = f"{subject.label} with {', '.join(named)}"
    notes = Notes(label)
    plant = SteeredPlant(subject.plant, read, apps, notes)
    facts = {**subject.facts, "apps": {name: given.label for name, given in named.items()}}
    return replace(subject, label=label, plant=plant, facts=facts, source=None), notes


def with_and_without(
    subjects: Sequence[Subject], files: Sequence[str | None], apps: Sequence[AppLike]
) -> tuple[list[Subject], list[Notes]]:
    """Each subject alone, then with the applications; ``files``: the mission of each, None without one."""
    found, said = [], []
    for subject, file in zip(subjects, files, strict=True):
        steered, notes = with_apps(subject, apps, None if file is None else read_mission(file))
        found += [subject, steered]
        said.append(notes)
    return found, said
