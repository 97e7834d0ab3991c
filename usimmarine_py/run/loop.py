"""The one loop of a mission: its communities on one clock, one bus each, and what their pShares send each other.

Everything that is due stands in one heap. ``RunLoop.run`` jumps from one deadline to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from heapq import heapify, heappop, heappush
from math import inf
from typing import TYPE_CHECKING

from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.values.mail import Message

if TYPE_CHECKING:  # a program that is alone in its process waits for neither at its start
    from usimmarine_py.field.share.share import ShareApp
    from usimmarine_py.moos.transport.lockstep import LockstepBus, LockstepComms
    from usimmarine_py.texts.shares import ShareAddress, ShareInput

#: Deadlines that are closer than this, s, are simultaneous: sums of decimal periods differ in the last bit only.
SAME_TIME = 1e-7
#: From the post in one community to that in the other, MOOS s: half of what the receiver's loop of 40 Hz adds.
SHARE_DELAY = 0.0125


class TickEnded(BaseException):
    """Raised in a tick that does not end after the run was asked to."""


class AppGroup:
    """Applications of a community that tick on one clock, in the order in which simultaneous ticks run."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.time = 0.0  #: of its newest event, MOOS s
        self.apps: list[MoosApp] = []
        self.starts: list[float] = []  #: MOOS s, of the applications; at the earliest that of the run
        self.shares: list[tuple[MoosApp, ShareApp, LockstepComms]] = []
        #: called after each tick of an application with its MOOS time (s)
        self.followers: dict[MoosApp, list[Callable[[float], None]]] = {}

    def add(self, app: MoosApp, start: float = 0.0) -> None:
        """Add an application, which starts at MOOS time ``start`` (s) at the earliest."""
        self.apps.append(app)
        self.starts.append(start)

    def announce(self) -> None:
        """Say who there is."""

    def clock_was_set(self, change: float) -> None:
        """Take note that the clock went on by ``change`` MOOS s within no time."""


class BusCommunity(AppGroup):
    """One community: its bus and its applications."""

    def __init__(self, name: str, bus: LockstepBus) -> None:
        super().__init__(name)
        self.bus = bus

    def add(self, app: MoosApp, start: float = 0.0) -> None:
        """Add an application; its client is one of the bus."""
        from usimmarine_py.field.share.share import ShareApp
        from usimmarine_py.moos.transport.lockstep import LockstepComms

        super().add(app, start)
        if isinstance(app.application, ShareApp) and isinstance(app.comms, LockstepComms):
            self.shares.append((app, app.application, app.comms))

    def announce(self) -> None:
        """Let the bus say who there is."""
        self.bus.announce()

    def clock_was_set(self, change: float) -> None:
        """Take the times of the bus along."""
        self.bus.clock_was_set(change)


if TYPE_CHECKING:
    _Place = tuple[AppGroup, MoosApp, ShareApp, ShareAddress]
    _Arrival = tuple[_Place, Message]


class RunLoop:
    """Drives communities, and delivers what they share.

    What is simultaneous runs in this order: events, deliveries in the order in which they were sent, then ticks: of the
    first application of every community, of the second of every one, and so on. Fields are mostly of equal vehicles,
    and the code and tables of a program stay in the processor's cache so.
    """

    def __init__(
        self,
        clock: SteppedClock,
        communities: Sequence[AppGroup],
        *,
        share_delay: float = SHARE_DELAY,
        lost: Callable[[], bool] | None = None,
    ) -> None:
        """``share_delay``: MOOS s from a post to its arrival in another community. ``lost``: asked for each message on
        its way whether it is lost.
        """
        #: asked before each tick why the run is to end; empty: it is not
        self.stopped: Callable[[], str] | None = None
        self.over = ""  #: why it has ended; what is set ends ``run``
        self.clock = clock
        self.start = clock.now()
        self.communities = tuple(communities)
        self.played: Sequence[AppGroup] = self.communities  #: those that this process plays
        self._delay, self._lost = share_delay, lost
        #: time in steps of SAME_TIME, kind, number; what is done then
        self._due: list[tuple[int, int, int, float, Callable[[float], AppGroup | None]]] = []
        self._count = 0
        self._arrivals: dict[int, list[_Arrival]] = {}  # by time in steps of SAME_TIME
        self._places: dict[ShareAddress, list[_Place]] = {}  # who listens, until an input is added
        self.tickings: list[Ticking] = []  #: of all applications, once they are connected
        self.ticking = ""  #: which application ticks
        #: Addresses at which nothing listened when something was sent there -> names of the senders.
        self._unheard: dict[ShareAddress, dict[str, None]] = {}

    def at(self, time: float, call: Callable[[], AppGroup | None]) -> None:
        """Do something at MOOS time ``time``; the answer is the community in which something was posted."""

        def act(time: float) -> AppGroup | None:
            self.clock.sleep_until(time)
            return call()

        self._push(time, 0, act)

    def advance(self, community: AppGroup, time: float) -> float:
        """Set the clock to the time of an event of a community (MOOS s), never back in this one; return it.

        Events of one instant differ in the last bit. What a community sees does not depend on those of others.
        """
        if time > community.time:
            community.time = time
        else:
            time = community.time
        self.clock.set(time)
        return time

    def send(self, address: ShareAddress, message: Message, sender: str = "") -> None:
        """Send a message to an address, from now on as any other; ``sender`` is a community."""
        self._dispatch(self.clock.now(), address, message, sender)

    def _dispatch(self, now: float, address: ShareAddress, message: Message, sender: str) -> None:
        """Let a message that is sent at MOOS time ``now`` arrive later at all who listen, where it is not lost."""
        places = self._places.get(address)
        if places is None:
            places = self._places[address] = list(self._listeners(address))
        if not places:
            self._unheard.setdefault(address, {})[sender] = None
        for place in places:
            if self._lost is None or not self._lost():
                time = now + self._delay
                step = self._step(time)
                if (arrivals := self._arrivals.get(step)) is None:
                    arrivals = self._arrivals[step] = []
                    self._push(time, 1, partial(self._deliver, step))
                arrivals.append((place, message))

    def misdirected(self) -> list[str]:
        """Say which routes led to no community, and which ports several communities listen at."""
        users: dict[int, dict[str, None]] = {}
        for community in self.communities:
            for _, share, _ in community.shares:
                for one in share.inputs:
                    if one.address.channel is None:
                        users.setdefault(one.address.port, {})[community.name] = None
        found = [
            f"pShares of {' and '.join(names)} listen at port {port}: what is sent there reaches {next(iter(names))} "
            "alone; give each its own"
            for port, names in users.items()
            if len(names) > 1
        ]
        for address, names in self._unheard.items():
            if not any(self._listeners(address)):
                found.append(f"{', '.join(names)}: pShare sends to {address}, where no community of this run listens")
        return found

    def connect(self) -> None:
        """Connect and start all applications whose time has come; the others will when theirs comes."""
        now = self.clock.now()
        early = []
        for number, community in enumerate(self.communities):
            community.time = now
            for _, share, _ in community.shares:
                share.on_input = self.forget_places
            for place, (app, start) in enumerate(zip(community.apps, community.starts, strict=True)):
                ticking = Ticking(self, community, app, place * len(self.communities) + number)
                if start > now:
                    self._push(start, 0, ticking.begin)
                else:
                    early.append(ticking)
                    app.connect()
        for community in self.communities:
            community.announce()
        for ticking in early:
            self.begin(ticking, now)
        for community in self.communities:
            self.forward(community)

    def begin(self, ticking: Ticking, now: float) -> None:
        """Start an application."""
        ticking.begin(now)

    def run(self, until: float) -> None:
        """Run until MOOS time ``until``, or until something says that it is over."""
        due, clock, stopped = self._due, self.clock, self.stopped
        end = self._step(until)
        while due and due[0][0] <= end:
            if stopped is not None and (why := stopped()):
                self.over = why
                return
            _, _, _, time, call = heappop(due)
            community = call(time)
            if community is not None and community.shares:
                self.forward(community)
            if self.over:
                return
        clock.sleep_until(max(until, *(community.time for community in self.communities)))

    def forget_places(self) -> None:
        """Look again who listens where: there is a new input."""
        self._places.clear()

    def next_time(self) -> float:
        """Return the MOOS time of what is due next, s."""
        return self._due[0][3] if self._due else inf

    def skip(self, until: float) -> None:
        """Leave out the ticks before MOOS time ``until``, but for the newest of each application."""
        kept = []
        for entry in self._due:
            _, kind, number, _, call = entry
            if isinstance(call, Ticking):
                call.app.schedule.skip(until)
                time = call.app.schedule.deadline
                entry = self._step(time), kind, number, time, call
            kept.append(entry)
        heapify(kept)
        self._due[:] = kept

    def clock_was_set(self, change: float) -> None:
        """Go on with the clock by ``change`` MOOS s (negative: back) within no time; what waits, waits on."""
        now = self.clock.now() + change
        self.clock.set(now)
        for community in self.communities:
            community.time = now
            community.clock_was_set(change)
            for app in community.apps:
                app.clock_was_set(now, change)
        kept = []
        arrivals = {}
        for _, kind, number, time, call in self._due:
            time = call.app.schedule.deadline if isinstance(call, Ticking) else time + change
            if isinstance(call, partial):
                arrivals[self._step(time)] = self._arrivals.pop(call.args[0])
                call = partial(self._deliver, self._step(time))
            kept.append((self._step(time), kind, number, time, call))
        heapify(kept)
        self._due[:] = kept
        self._arrivals = arrivals

    def close(self) -> None:
        """Let every application leave."""
        for community in self.communities:
            for app in community.apps:
                app.close()

    def _step(self, time: float) -> int:
        return round((time - self.start) / SAME_TIME)

    def _push(
        self, time: float, kind: int, call: Callable[[float], AppGroup | None], number: int | None = None
    ) -> None:
        if number is None:
            self._count += 1
            number = self._count
        heappush(self._due, (round((time - self.start) / SAME_TIME), kind, number, time, call))

    def forward(self, community: AppGroup) -> None:
        """Let the pShares of a community read their mail, and send what they forward."""
        for app, share, client in community.shares:
            while client.inbox:
                app.deliver(self.clock.now())
            if share.packets:
                for address, message in share.take_packets():
                    self.send(address, message, community.name)

    def _deliver(self, step: int, time: float) -> None:
        """Deliver what arrives at a time."""
        for (community, app, share, address), message in self._arrivals.pop(step):
            self.advance(community, time)
            app.comms.post_rows(share.receive(address, message))
            self.forward(community)

    def _listeners(self, address: ShareAddress) -> Iterable[_Place]:
        """Yield who listens at an address: at a port on all hosts, or in a multicast group."""
        for community in self.communities:
            for app, share, inputs in self._inputs_of(community):
                for one in inputs:
                    place = one.address
                    group = place.channel is not None
                    if place.port == address.port and group == (address.channel is not None):
                        if not group:
                            yield community, app, share, place
                            return
                        if place.host == address.host:
                            yield community, app, share, place

    def _inputs_of(self, community: AppGroup) -> Iterable[tuple[MoosApp, ShareApp, Sequence[ShareInput]]]:
        """Return the pShares of a community with their inputs."""
        return ((app, share, share.inputs) for app, share, _ in community.shares)


class Ticking:
    """The ticks of one application."""

    __slots__ = ("app", "begun", "community", "followers", "name", "order", "run")

    def __init__(self, run: RunLoop, community: AppGroup, app: MoosApp, order: int) -> None:
        self.run, self.community, self.app, self.order = run, community, app, order
        self.followers = community.followers.get(app, ())
        alone = len(run.communities) == 1
        self.name = app.settings.name if alone else f"{community.name}/{app.settings.name}"
        self.begun = False
        run.tickings.append(self)

    def begin(self, time: float) -> AppGroup:
        """Start it."""
        self.run.advance(self.community, time)
        if not self.app.comms.is_connected():
            self.app.connect()
        self.app.begin()
        self.begun = True
        self.run._push(self.app.schedule.deadline, 2, self, self.order)
        return self.community

    def read(self, time: float) -> AppGroup:
        """Give it a portion of its mail before its tick."""
        comms = self.app.comms
        if comms.is_connected():
            now = self.run.advance(self.community, time)
            rest = comms.set_aside()  # type: ignore[attr-defined]  # of the bus
            self.app.deliver(now)
            if rest:
                comms.inbox[:0] = rest  # type: ignore[attr-defined]
                self.run._push(now, 1, self.read)
        return self.community

    def __call__(self, time: float) -> AppGroup:
        app, run, community = self.app, self.run, self.community
        if not app.comms.is_connected():  # it has ended meanwhile
            return community
        now = run.advance(community, time)
        app.schedule.step()
        run.ticking = self.name
        app.tick(now)
        if app.exit_code is None:
            run._push(app.schedule.deadline, 2, self, self.order)
        else:
            app.close()
        for follow in self.followers:
            follow(now)
        return community
