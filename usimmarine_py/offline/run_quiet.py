"""Stretches of a lock-step run in which nothing but the vehicle moves.

Most ticks of most runs have no effect but a step of the vehicle: no mail comes, no script event is due, no status or
report either. Such ticks are taken together. Nothing that is posted, logged or summed up differs by a bit.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from usimmarine_py.app.vehicle_app import VehicleApp
from usimmarine_py.kinematic.motion import Motion
from usimmarine_py.moos.application import Patient
from usimmarine_py.moos.direct import DirectBus, DirectComms
from usimmarine_py.offline.run_agenda import SAME_TIME, Agenda
from usimmarine_py.offline.run_cast import VEHICLE, Player

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
        bus: DirectBus,
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
        self._inboxes = {i: p.app.comms for i, p in enumerate(players) if isinstance(p.app.comms, DirectComms)}
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
        who, span = agenda.who[place:end], times[place:end]
        own = [time for i, time in zip(who, span, strict=True) if i == self.index]
        if not self._move(own, span[-1]):
            return 0
        for i, application in self._patient.items():
            passed = [time for j, time in zip(who, span, strict=True) if i == j]
            if passed:
                application.pass_over(passed)
                self._players[i].app.pass_over(len(passed), passed[-1])
        return end - place

    def _quiet_until(self) -> float:
        """MOOS time (s) before which nobody has anything to do but the vehicle, and nobody but it has mail."""
        found = min(self._bus.quiet_until(), self._players[self.index].app.idle_until())
        for i, application in self._patient.items():
            app = self._players[i].app
            found = min(found, app.idle_until(), application.idle_until())
            if self._inboxes[i].inbox:
                found = min(found, app.schedule.deadline)
        return found

    def _move(self, times: Sequence[float], until: float) -> bool:
        """The vehicle's ticks; False, and none was done, if they have to be gone through one by one."""
        app, bus = self._players[self.index].app, self._bus
        app.deliver(times[0])
        found = self._vehicle.preview(times, every_post=bool(bus.listeners))
        if found is None:
            return False
        source = app.settings.name
        for _, values in found.published[-1:]:
            row = dict(zip(found.variables, values, strict=True))
            if not (row.keys() <= app.published and bus.reads_only(source, row)):
                return False
        self._vehicle.simulator.accept(found)
        bus.clock.sleep_until(until)
        bus.show(found.variables, source, [(times[i], values) for i, values in found.published[:-1]])
        for i, values in found.published[-1:]:
            for variable, value in zip(found.variables, values, strict=True):
                if not bus.skips(variable, type(value)):
                    app.comms.notify(variable, value, times[i])
        for follower in self._after:
            follower.stretch(times, found.motions)
        app.pass_over(len(times), times[-1])
        return True


def quiet_stretches(
    bus: DirectBus, players: Sequence[Player], after: Mapping[str, Sequence[Callable[[float], None]]]
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
        or not all(isinstance(p.app.comms, DirectComms) for p in players)
    ):
        return None
    return QuietStretches(bus, players, vehicles[0], patient, followers)
