"""Stretches of a lock-step run in which nothing but the vehicle moves.

Most ticks of most runs have no effect but a step of the vehicle: no mail comes, no script event is due, no status or
report either. Such ticks are taken together. Nothing that is posted, logged or summed up differs by a bit.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Protocol, runtime_checkable

from usimmarine_py.apps.vehicle import VehicleApp
from usimmarine_py.kinematic.motion import Motion
from usimmarine_py.moos.app.application import Patient
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.transport.lockstep import OWN_VARIABLES, LockstepBus, LockstepComms
from usimmarine_py.run.agenda import SAME_TIME, Agenda
from usimmarine_py.run.cast import VEHICLE, Player
from usimmarine_py.simulator import Stretch

#: Fewer ticks than this, over all applications, are not worth the looking.
LEAST_TICKS = 4


@runtime_checkable
class Follower(Protocol):
    """Is called after each tick of the vehicle, and takes many at once."""

    def __call__(self, now: float) -> None:
        """One tick at MOOS time ``now``."""
        ...

    def stretch(self, times: Sequence[float], motions: Sequence[Motion]) -> None:
        """Ticks at ``times``, with the motion after each; nothing else of the vehicle has changed."""
        ...


class QuietStretches:
    """Finds them and takes them."""

    def __init__(
        self,
        bus: LockstepBus,
        players: Sequence[Player],
        vehicle: VehicleApp,
        patient: Mapping[int, Patient],
        after: Sequence[Follower],
    ) -> None:
        """See ``quiet_stretches``."""
        self.index = next(i for i, p in enumerate(players) if p.application is vehicle)  #: of the vehicle
        self._bus = bus
        self._players = players
        self._vehicle = vehicle
        self._patient = patient
        self._after = after
        self._inboxes = {i: p.app.comms for i, p in enumerate(players) if isinstance(p.app.comms, LockstepComms)}
        self._next_look = 0.0

    def take(self, agenda: Agenda, place: int) -> int:
        """Take the ticks from ``place``, one of the vehicle's, as far as they are quiet; how many were taken.

        The clock stands at the first of them. Its mail may be delivered even though none was taken.
        """
        times = agenda.times
        if times[place] < self._next_look or not self._vehicle.simulator.is_quiet:
            return 0
        quiet_until = self._quiet_until()
        end = bisect_left(times, quiet_until - 2.0 * SAME_TIME, place)
        if end - place < LEAST_TICKS:
            self._next_look = quiet_until
            return 0
        all_times = times[place:end]
        places: list[list[int]] = [[] for _ in self._players]  # of each player's ticks
        for k, i in enumerate(agenda.who[place:end]):
            places[i].append(k)
        spans = [[all_times[k] for k in found] for found in places]
        own = spans[self.index]
        found = self._preview(own)
        if found is None:
            return 0
        self._vehicle.simulator.accept(found)
        self._post(all_times, places, spans, found)
        self._bus.clock.sleep_until(all_times[-1])
        for follower in self._after:
            follower.stretch(own, found.motions)
        for i, passed in enumerate(spans):
            if passed:
                if i in self._patient:
                    self._patient[i].pass_over(passed)
                self._players[i].app.pass_over(len(passed), passed[-1])
        return end - place

    def _quiet_until(self) -> float:
        """MOOS time (s) before which nobody has anything to do but the vehicle, and nobody but it has mail.

        What the MOOSDB and the life cycles post every two seconds does not count as long as nobody heeds it.
        """
        if any(self._is_heeded(player.app.status_variable) for player in self._players):
            return -inf
        found = self._bus.quiet_until() if any(self._is_heeded(variable) for variable in OWN_VARIABLES) else inf
        for i, player in enumerate(self._players):
            if not player.app.is_idle:
                return -inf
            if i not in self._patient:
                continue
            application = self._patient[i]
            found = min(found, application.idle_until())
            comms = self._inboxes[i]
            if comms.inbox and all(application.ignores(message.variable) for message in comms.inbox):
                comms.inbox.clear()
            if comms.inbox:
                found = min(found, player.app.schedule.deadline)
        return found

    def _is_heeded(self, variable: str) -> bool:
        """Whether mail of ``variable`` makes a difference to anybody."""
        readers = self._bus.readers(variable)
        return bool(readers) and any(
            comms.name in readers and not (i in self._patient and self._patient[i].ignores(variable))
            for i, comms in self._inboxes.items()
        )

    def _preview(self, times: Sequence[float]) -> Stretch | None:
        """What the vehicle's ticks will do; None if they have to be gone through one by one."""
        app, bus = self._players[self.index].app, self._bus
        app.deliver(times[0])
        # the mail may have asked the life cycle for something
        found = self._vehicle.preview(times, every_post=bool(bus.listeners)) if app.is_idle else None
        if found is not None and found.published:
            row = dict(zip(found.variables, found.published[-1][1], strict=True))
            if not (row.keys() <= app.published and bus.reads_only(app.settings.name, row)):
                return None
        return found

    def _post(
        self, times: Sequence[float], places: Sequence[Sequence[int]], spans: Sequence[Sequence[float]], found: Stretch
    ) -> None:
        """Everything posted, in order: navigation, statuses, and what the MOOSDB posts after these.

        ``times`` are those of all ticks; ``places`` in it and times belong to the ticks of each player.
        """
        statuses = [(places[i][k], i) for i, player in enumerate(self._players) for k in player.app.statuses(spans[i])]
        navigation = _Navigation(self._bus, self._players[self.index].app, found, spans[self.index], places[self.index])
        for place, i in sorted(statuses):
            navigation.post_before(place)
            self._bus.clock.sleep_until(times[place])
            self._players[i].app.post_status(times[place])
        navigation.post_before(len(times))


class _Navigation:
    """The navigation of one stretch on its way to the bus."""

    def __init__(
        self, bus: LockstepBus, app: MoosApp, found: Stretch, times: Sequence[float], places: Sequence[int]
    ) -> None:
        """``times`` and ``places`` are those of the vehicle's ticks in the stretch."""
        self._bus = bus
        self._app = app
        self._variables = found.variables
        self._rows = dict(found.published)
        self._ticks = found.posting
        self._times = [times[i] for i in found.posting]
        self._places = [places[i] for i in found.posting]
        self._done = 0

    def post_before(self, place: int) -> None:
        """Post what is left of the navigation before ``place``, and what the MOOSDB posts after it."""
        bus, times = self._bus, self._times
        end, newest = bisect_left(self._places, place), len(times) - 1
        while self._done < end:
            due = bus.first_due(times, self._done)
            if due < min(end, newest):
                self._show(self._done, due)
                bus.clock.sleep_until(times[due])
                # the MOOSDB posts after the first variable of the tick
                self._show(due, due + 1, stop=1)
                bus.post_own()
                self._show(due, due + 1, start=1)
                self._done = due + 1
            else:
                self._show(self._done, min(end, newest))
                if end > newest:
                    self._post_newest()
                self._done = end

    def _show(self, first: int, end: int, start: int = 0, stop: int | None = None) -> None:
        """Show the listeners the variables from ``start`` to ``stop`` of some ticks; newer ones are to follow."""
        if self._bus.listeners and first < end:
            rows = [(self._times[k], self._rows[self._ticks[k]][start:stop]) for k in range(first, end)]
            self._bus.show(self._variables[start:stop], self._app.settings.name, rows)

    def _post_newest(self) -> None:
        now, values = self._times[-1], self._rows[self._ticks[-1]]
        self._bus.clock.sleep_until(now)
        for variable, value in zip(self._variables, values, strict=True):
            if not self._bus.skips(variable, type(value)):
                self._app.comms.notify(variable, value, now)


def quiet_stretches(
    bus: LockstepBus, players: Sequence[Player], after: Mapping[str, Sequence[Callable[[float], None]]]
) -> QuietStretches | None:
    """What takes quiet stretches of this run; None where there will be none.

    There are none when somebody looks at the vehicle all the time (a controller, guidance), when something in
    ``after`` (see ``LockStep``) wants every tick by itself, or with dynamics other than the kinematic ones.
    """
    vehicles = [p.application for p in players if isinstance(p.application, VehicleApp)]
    patient = {i: p.application for i, p in enumerate(players) if isinstance(p.application, Patient)}
    followers = [call for calls in after.values() for call in calls if isinstance(call, Follower)]
    if (
        len(vehicles) != 1
        or vehicles[0].simulator.backend is not None
        or len(vehicles) + len(patient) != len(players)
        or set(after) - {VEHICLE}
        or len(followers) != sum(len(calls) for calls in after.values())
        or not all(isinstance(p.app.comms, LockstepComms) for p in players)
    ):
        return None
    return QuietStretches(bus, players, vehicles[0], patient, followers)
