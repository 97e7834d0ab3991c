"""Steered stretches of a lock-step run: vehicle, controller and guidance by turns, without messages between them.

Who steers posts numbers in every tick, and who is steered reads them: no tick is quiet. As long as nothing else happens
each of them is handed the rows of numbers that the others have posted since its last tick (``Steered``), and log,
figures and inboxes get what came of it in the end. Whatever is out of the ordinary (a variable or text that somebody
reads as mail, a post that is not finite) goes the long way, by the bus, and ends the stretch; so do scripts that are
due, requests for reports, and the end of the plan. Nothing that is posted, logged or summed up differs by a bit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, isfinite
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from usimmarine_py.moos.app.application import Quiet, Steered
from usimmarine_py.moos.transport.lockstep import OWN_VARIABLES, LockstepBus, LockstepComms
from usimmarine_py.run.applications import Applications
from usimmarine_py.run.followers import Follower
from usimmarine_py.run.loop import SAME_TIME, Ticks
from usimmarine_py.run.quiet import mail_to, pass_on
from usimmarine_py.values import Message, Post, Value
from usimmarine_py.values.frozen import maker
from usimmarine_py.values.mail import Made, Picks, RowMail, Rows, RowShape

#: Fewer ticks than this, over all applications, are not worth the looking.
LEAST_TICKS = 8
#: More are taken in several stretches, so that they are not too long in memory, and progress shows.
MOST_TICKS = 512
#: So long (MOOS s) no stretch is looked for behind one that was too short.
BACKOFF = 1.0
#: Ticks farther apart than this (MOOS s) would make mail old that is on its way.
LONGEST_PERIOD = 100.0

_message, _row_mail = maker(Message), maker(RowMail)
_TIME, _SHAPE = attrgetter("time"), itemgetter(1)


class Reader(NamedTuple):
    """Somebody who gets rows of one shape."""

    who: int  #: which application
    picks: Picks
    mail: Picks  #: what would come as mail


class Route(NamedTuple):
    """Where rows of one shape go."""

    variables: tuple[str, ...]
    shape: RowShape
    readers: tuple[Reader, ...]
    added: Callable[[Sequence[Any]], float]  #: what adds up the numbers of a row


def _numbers_added(values: Sequence[Any]) -> float:
    return sum([value for value in values if type(value) is float])


class SteeredStretches:
    """Finds and takes them. Made by ``steered_stretches``."""

    def __init__(
        self,
        bus: LockstepBus,
        applications: Applications,
        clients: Sequence[LockstepComms],
        followers: Sequence[Follower],
    ) -> None:
        self.index, self._vehicle = applications.vehicle  #: of the vehicle among the applications
        self._bus, self._clients, self._followers = bus, clients, followers
        self._apps, self._endings = applications.apps, applications.endings
        self._steered = [app.application if isinstance(app.application, Steered) else None for app in self._apps]
        self._quiet = [app.application if isinstance(app.application, Quiet) else None for app in self._apps]
        self._shapes: dict[tuple[str, tuple[str, ...]], RowShape] = {}
        statuses = {app.status_variable for app in self._apps}
        self._others = statuses.union(OWN_VARIABLES)  #: what the MOOSDB and the life cycles post
        self._next_look = 0.0

    def take(self, ticks: Ticks, place: int) -> int:
        """Take the ticks from ``place``, one of the vehicle's, as far as they are steady; how many were taken.

        The clock stands at the first of them, and its mail was delivered.
        """
        times = ticks.times
        now = times[place]
        if now < self._next_look:
            return 0
        until = self._quiet_until()
        most = min(len(times), place + MOST_TICKS)
        waiting = self._waiting() if until > now else None
        if waiting is None or place + LEAST_TICKS > most or times[place + LEAST_TICKS - 1] >= until - 2.0 * SAME_TIME:
            self._next_look = min(max(until, now), now + BACKOFF)
            return 0
        taken = self._run(ticks, place, most, until - 2.0 * SAME_TIME, waiting)
        if taken < LEAST_TICKS:
            self._next_look = now + BACKOFF
        return taken

    def _quiet_until(self) -> float:
        """MOOS time (s) before which nobody has anything to do but to steer and to be steered."""
        found = inf
        for app, comms, steered in zip(self._apps, self._clients, self._steered, strict=True):
            mail = mail_to(self._bus, self._apps, app, comms)
            if steered is None:
                found = min(found, app.quiet_until(mail))
            elif not app.is_idle or any(name in mail for name in self._others):
                return -inf
        return found

    def _waiting(self) -> list[list[RowMail]] | None:
        """The mail that waits for each of those who steer, as rows; None if it is more than numbers."""
        found: list[list[RowMail]] = []
        now = self._bus.clock.now()
        for comms, steered in zip(self._clients, self._steered, strict=True):
            found.append([])
            if steered is None:
                continue
            for variable, value, stamp, source, *_ in sorted(comms.inbox, key=_TIME):
                picks = steered.picks(((0, variable),))
                if picks is None or type(value) is not float or not isfinite(value) or stamp > now:
                    return None
                found[-1].append(RowMail(stamp, picks, (value,), source))
        return found

    def _run(self, ticks: Ticks, place: int, most: int, until: float, unread: list[list[RowMail]]) -> int:
        """Take the ticks from ``place`` before ``most`` and MOOS time ``until`` (s), as far as they are steady."""
        who, times, apps, own = ticks.who, ticks.times, self._apps, self.index
        endings = self._endings  # of those that are not over yet
        steps = [None if steered is None else steered.step for steered in self._steered]
        stand_at = [app.stand_at for app in apps]
        routes: list[dict[tuple[str, ...], Route | None]] = [{} for _ in apps]
        latest: list[Route | None] = [None for _ in apps]
        navigation: Sequence[Value] = ()
        places: list[list[int]] = [[] for _ in apps]  # of each application's ticks
        rows: list[tuple[float, RowShape, Sequence[Value]]] = []
        at: list[int] = []  # the ticks of the rows
        odd: tuple[int, Made] | None = None  # what has to go the long way, and whose it is
        failed: tuple[int, Exception] | None = None
        self._begin(times[place])
        k = place
        while odd is None and k < most and (now := times[k]) < until:
            i = who[k]
            places[i].append(k)
            k += 1
            step = steps[i]
            if step is None:
                continue
            stand_at[i](now)
            mail, unread[i] = unread[i], []
            try:
                made = step(now, mail)
            except Exception as error:  # as the life cycle does: it costs this tick
                failed = i, error
                break
            variables, values = made
            if i == own:
                navigation = values
                if self._vehicle.has_passed:
                    self._follow()
            if variables:
                route = latest[i]
                if route is None or route[0] is not variables:
                    if variables not in routes[i]:
                        routes[i][variables] = self._route(i, variables, values)
                    route = latest[i] = routes[i][variables]
                    if route is None:
                        odd = i, made
                        break
                _, shape, readers, added = route
                if not isfinite(added(values)):  # or the sum alone is not: worth a closer look
                    odd = i, made
                    break
                at.append(k - 1)
                rows.append((now, shape, values))
                for j, picks, seen in readers:
                    unread[j].append(_row_mail((now, picks, values, shape.source, seen)))
            if i in endings and (endings[i].finished or endings[i].stuck):
                del endings[i]
                break
        self._end(times, places, at, rows, unread, navigation)
        self._bus.clock.sleep_until(times[k - 1])
        self._follow()
        if failed is not None:
            apps[failed[0]].lose("iteration", failed[1])
        if odd is not None:
            i, (variables, values) = odd
            apps[i].post(list(map(Post, variables, values)))
        return k - place

    def _follow(self) -> None:
        passed = self._vehicle.take_passed()
        if passed:
            times, states, commands = zip(*passed, strict=True)
            for follow in self._followers:
                follow(times, states, commands)

    def _begin(self, now: float) -> None:
        located = self._vehicle.simulator.located_variables
        every_post = bool(self._bus.listeners) or any(self._bus.readers(name) for name in located)
        for steered in self._steered:
            if steered is not None:
                steered.begin_stretch(now, every_post=every_post)

    def _end(
        self,
        times: Sequence[float],
        places: Sequence[Sequence[int]],
        at: Sequence[int],
        rows: Rows,
        unread: Sequence[list[RowMail]],
        navigation: Sequence[Value],
    ) -> None:
        """Let the bus, the life cycles and the inboxes be as if everything had gone by the bus."""
        statuses: list[tuple[int, int, list[Post]]] = []
        for i, (app, own) in enumerate(zip(self._apps, places, strict=True)):
            app.stand_at(None)
            steered, quiet = self._steered[i], self._quiet[i]
            made = None if steered is None else steered.end_stretch()
            if made is not None:
                assert isinstance(navigation, list)
                navigation[:] = made[1]  # in the rows, and on its way to readers
            if own:
                passed = [times[k] for k in own]
                self._clients[i].inbox.clear()
                statuses += [(own[n], i, [post]) for n, post in app.pass_over(passed)]
                if steered is None and quiet is not None:
                    quiet.pass_over(passed)
        pass_on(self._bus, self._clients, times, at, rows, statuses)
        newest = dict(zip(map(_SHAPE, rows), range(len(rows)), strict=True))
        for n in sorted(newest.values()):
            self._bus.keep(*rows[n])
        for comms, mail in zip(self._clients, unread, strict=True):
            # rows that came from the inbox wait there still
            for stamp, _, values, source, variables in mail:
                comms.inbox += [
                    _message((variable, values[k], stamp, source, "", self._bus.community)) for k, variable in variables
                ]

    def _route(self, i: int, variables: tuple[str, ...], values: Sequence[Value]) -> Route | None:
        """Where rows of these variables of application ``i`` go; None if they have to go by the bus."""
        bus, source = self._bus, self._clients[i].name
        if not (bus.takes(variables, values) and self._apps[i].has_published(variables)):
            return None
        readers = []
        for j, (comms, steered) in enumerate(zip(self._clients, self._steered, strict=True)):
            subscribed = bus.subscribed(comms, variables)
            if subscribed == ():
                continue
            picks = None if subscribed is None or steered is None else steered.picks(subscribed)
            if subscribed is None or picks is None or any(type(values[k]) is not float for k, _ in picks):
                return None
            readers.append(Reader(j, picks, subscribed))
        shape = self._shapes.setdefault((source, variables), RowShape(source, variables))
        return Route(
            variables, shape, tuple(readers), sum if all(type(value) is float for value in values) else _numbers_added
        )


def steered_stretches(
    bus: LockstepBus, applications: Applications, followers: Sequence[Follower]
) -> SteeredStretches | None:
    """What takes steered stretches of this run; None where there will be none: with an application that can neither be
    handed numbers nor say until when it is quiet.
    """
    apps = applications.apps
    clients = [app.comms for app in apps if isinstance(app.comms, LockstepComms)]
    known = all(isinstance(app.application, (Steered, Quiet)) for app in apps)
    prompt = all(0.0 < app.schedule.period < LONGEST_PERIOD for app in apps)
    if not (known and prompt and len(clients) == len(apps)) or applications.vehicle[1].max_dt is not None:
        return None
    return SteeredStretches(bus, applications, clients, followers)
