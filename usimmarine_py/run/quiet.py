"""Quiet stretches of a lock-step run, in which nothing but the vehicle moves.

Most ticks of most runs have no effect but a step of the vehicle: no mail comes, no script event is due, no report
either. Such ticks are taken together. Whoever takes part answers two questions: ``quiet_until``, the time before which
nothing happens, and ``pass_over``, which catches up on some ticks. Nothing that is posted, logged or summed up differs
by a bit.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import inf

from usimmarine_py.moos.app.application import Quiet
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.transport.lockstep import OWN_VARIABLES, LockstepBus, LockstepComms
from usimmarine_py.run.applications import Applications
from usimmarine_py.run.followers import Follower
from usimmarine_py.run.loop import SAME_TIME, Ticks
from usimmarine_py.simulator import Stretch
from usimmarine_py.values import Post
from usimmarine_py.values.mail import Rows, RowShape

#: Fewer ticks than this, over all applications, are not worth the looking.
LEAST_TICKS = 4


class QuietStretches:
    """Finds and takes them. Made by ``quiet_stretches``."""

    def __init__(
        self,
        bus: LockstepBus,
        applications: Applications,
        quiet: Sequence[Quiet],
        clients: Sequence[LockstepComms],
        followers: Sequence[Follower],
    ) -> None:
        self.index, self._vehicle = applications.vehicle  #: of the vehicle among the applications
        self._bus = bus
        self._apps = applications.apps
        self._clients = clients
        self._quiet = quiet
        self._name = clients[self.index].name
        self._followers = followers
        self._next_look = 0.0
        self._shape = RowShape(self._name, ())

    def take(self, ticks: Ticks, place: int) -> int:
        """Take the ticks from ``place``, one of the vehicle's, as far as they are quiet; how many were taken.

        The clock stands at the first of them, and its mail was delivered.
        """
        times, bus = ticks.times, self._bus
        if times[place] < self._next_look or not self._vehicle.simulator.is_quiet:
            return 0
        quiet_until = self._quiet_until()
        end = bisect_left(times, quiet_until - 2.0 * SAME_TIME, place)
        if end - place < LEAST_TICKS:
            self._next_look = quiet_until
            return 0
        places: list[list[int]] = [[] for _ in self._apps]  # of each application's ticks
        for k in range(place, end):
            places[ticks.who[k]].append(k)
        spans = [[times[k] for k in found] for found in places]
        own = spans[self.index]
        # what the vehicle posts for the first time, or behind somebody else's post, goes the long way
        if not bus.is_private(self._name, self._vehicle.simulator.navigation_variables):
            return 0
        found = self._vehicle.pass_over(own, every_post=bool(bus.listeners))
        if found is None:
            return 0
        statuses = self._pass_over(spans)
        self._post(times, places, found, statuses)
        bus.clock.sleep_until(times[end - 1])
        for follow in self._followers:
            follow(own, found.motions, [self._vehicle.simulator.internal.command] * len(own))
        return end - place

    def _quiet_until(self) -> float:
        """MOOS time (s) before which nobody has anything to do but the vehicle, and nobody but it has mail."""
        found = inf
        for app, comms in zip(self._apps, self._clients, strict=True):
            found = min(found, app.quiet_until(mail_to(self._bus, self._apps, app, comms)))
            if found == -inf:
                break
        return found

    def _pass_over(self, spans: Sequence[Sequence[float]]) -> list[tuple[int, int, Post]]:
        """Let everybody but the vehicle itself catch up; the statuses: which tick of which application, and the post.

        ``spans``: the times (MOOS s) of each application's ticks.
        """
        statuses: list[tuple[int, int, Post]] = []
        for i, (app, comms, passed) in enumerate(zip(self._apps, self._clients, spans, strict=True)):
            if passed:
                comms.inbox.clear()
                statuses += [(k, i, post) for k, post in app.pass_over(passed)]
                if i != self.index:
                    self._quiet[i].pass_over(passed)
        return statuses

    def _post(
        self,
        times: Sequence[float],
        places: Sequence[Sequence[int]],
        found: Stretch,
        statuses: Sequence[tuple[int, int, Post]],
    ) -> None:
        """Everything posted, in order: navigation, statuses, and what the MOOSDB posts after these.

        ``times`` are those of all ticks, ``places`` the indices in it of each application's.
        """
        at = places[self.index][found.posting.start :: found.posting.step]  # of navigation
        stamps = [times[place] for place in at]
        if self._shape.variables != found.variables:
            self._shape = RowShape(self._name, found.variables)
        # without listeners the stamps alone count: when the MOOSDB posts in its turn goes by them
        values = [values for _, values in found.published] if self._bus.listeners else [()] * len(at)
        rows = [(stamp, self._shape, row) for stamp, row in zip(stamps, values, strict=True)]
        single = [(places[i][k], i, [post]) for k, i, post in statuses]
        if at:
            newest = [Post(name, value) for name, value in zip(found.variables, found.published[-1][1], strict=True)]
            single.append((at[-1], self.index, newest))
            del rows[-1]
        pass_on(self._bus, self._clients, times, at, rows, single)


def mail_to(bus: LockstepBus, apps: Sequence[MoosApp], app: MoosApp, comms: LockstepComms) -> dict[str, float]:
    """The variables of mail that may come to an application, and the MOOS time (s) of the earliest."""
    mail = {message.variable: app.schedule.deadline for message in comms.inbox}
    # what the MOOSDB and the life cycles post every two seconds
    for variable in OWN_VARIABLES:
        if comms.name in bus.readers(variable):
            mail[variable] = min(bus.quiet_until(), mail.get(variable, inf))
    for other in apps:
        if comms.name in bus.readers(other.status_variable):
            mail[other.status_variable] = -inf
    return mail


def pass_on(
    bus: LockstepBus,
    clients: Sequence[LockstepComms],
    times: Sequence[float],
    at: Sequence[int],
    rows: Rows,
    single: Sequence[tuple[int, int, list[Post]]],
) -> None:
    """Everything posted in a stretch, in order: rows, which nobody gets as mail, and single posts, those of which tick
    by which application; such a one comes before the row of its tick.

    ``times`` (MOOS s) are those of all ticks, ``at`` the indices in it of the rows.
    """
    done = 0
    # posts of one tick stay in order
    for place, i, posts in sorted(single, key=lambda one: one[0]):
        end = bisect_left(at, place, done, len(rows))
        bus.pass_over(rows[done:end])
        done = end
        bus.clock.sleep_until(times[place])
        clients[i].post(posts)
    bus.pass_over(rows[done:])


def quiet_stretches(
    bus: LockstepBus, applications: Applications, followers: Sequence[Follower]
) -> QuietStretches | None:
    """What takes quiet stretches of this run; None where there will be none.

    There are none when somebody looks at the vehicle all the time (a controller, guidance), or with dynamics other than
    the kinematic ones. ``followers`` are called for the ticks taken, with their times and the motion after each.
    """
    clients = [app.comms for app in applications.apps if isinstance(app.comms, LockstepComms)]
    quiet = [app.application for app in applications.apps if isinstance(app.application, Quiet)]
    if applications.simulator.backend is not None or not len(quiet) == len(clients) == len(applications.apps):
        return None
    return QuietStretches(bus, applications, quiet, clients, followers)
