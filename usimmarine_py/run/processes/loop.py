"""The part of a loop that one of several processes plays."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from heapq import heappop, heappush
from math import inf
from operator import itemgetter
from typing import Any

from usimmarine_py.field.share.share import ShareApp
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.transport.lockstep import OWN_VARIABLES
from usimmarine_py.run.loop import SAME_TIME, AppGroup, RunLoop, Ticking
from usimmarine_py.texts.shares import ShareAddress, ShareInput
from usimmarine_py.values.mail import Message

#: The place of an event in the order of all: time in steps of SAME_TIME, kind, number.
Place = tuple[int, int, int]
#: Behind all events.
NEVER: Place = (1 << 62, 0, 0)
#: What happened between communities: its place, the place within that event, what, and details.
Sent = tuple[Any, ...]
_BY_PLACE = itemgetter(0, 1, 2, 3)
_SEND, _INPUT = 0, 1
#: Longest stretch that is played without an exchange, s: shorter than a helm that rests needs to end a run.
_LONGEST = 5.0
#: Places of what is done before the first event.
_CONNECT, _ANNOUNCE, _BEGIN, _FORWARD = -4, -3, -2, -1


class PartLoop(RunLoop):
    """Plays some of the communities of a whole run.

    What is sent between communities, of this process or others, takes effect by ``merge``, in the order in which one
    process would have sent it.
    """

    def __init__(self, whole: RunLoop, numbers: Collection[int]) -> None:
        """``numbers`` of the communities that play here."""
        super().__init__(whole.clock, whole.communities, share_delay=whole._delay, lost=whole._lost)
        self.played = [self.communities[i] for i in numbers]
        self._mine = {one.name for one in self.played}
        self.place: Place = NEVER  #: of the event under way
        self._index = 0  # of the delivery under way, among those of one time
        self._sent: list[Sent] = []
        self._arriving: list[tuple[int, int, int, float, Callable[[float], AppGroup | None]]] = []
        #: where each pShare listens, as far as merged
        self._inputs = [[(one, [*one[1].inputs]) for one in community.shares] for community in self.communities]
        #: what the pShares of each community read; None: anything
        self._forwarded: dict[str, frozenset[str] | None] = {one.name: frozenset() for one in self.communities}
        self._counts: dict[str, int] = {}
        self._forwarding: deque[int] = deque()  # when mail arrives that may be forwarded at once, in steps
        reach = min(self._delay, _LONGEST)
        self._reach = int(reach / SAME_TIME) - 1  # in steps: a time is at most half a step from its own

    @property
    def spot(self) -> tuple[int, int, int, int]:
        """The place of the event under way, and of the delivery within it."""
        return (*self.place, self._index)

    # -- what is due

    def connect(self) -> None:
        """Connect and start the applications that play here; all processes count alike."""
        now = self.clock.now()
        early: list[tuple[int, Ticking]] = []
        for number, community in enumerate(self.communities):
            community.time = now
            if community.name not in self._mine:
                self._count += sum(start > now for start in community.starts)
                continue
            self.place = (_CONNECT, 0, number)
            for place, (_, share, _) in enumerate(community.shares):
                share.on_input = partial(self._new_input, share, number, place)
            for place, (app, start) in enumerate(zip(community.apps, community.starts, strict=True)):
                ticking = Ticking(self, community, app, place * len(self.communities) + number)
                if start > now:
                    self._push(start, 0, ticking.begin)
                else:
                    early.append((number, ticking))
                    app.connect()
        mine = [(number, one) for number, one in enumerate(self.communities) if one.name in self._mine]
        for number, community in mine:
            self.place = (_ANNOUNCE, 0, number)
            community.announce()
        for number, ticking in early:
            self.place = (_BEGIN, 0, number)
            self.begin(ticking, now)
        for number, community in mine:
            self.place = (_FORWARD, 0, number)
            self.forward(community)

    def play(self, bound: tuple[int, ...]) -> None:
        """Do what is due before a place."""
        due, arriving, stopped = self._due, self._arriving, self.stopped
        while True:
            queue = arriving if arriving and (not due or arriving[0] < due[0]) else due
            if not queue or queue[0] >= bound:
                return
            if stopped is not None and (why := stopped()):
                self.over = why
                return
            step, kind, number, time, call = heappop(queue)
            self.place, self._index = (step, kind, number), 0
            community = call(time)
            if community is not None and community.shares:
                self.forward(community)

    def next_own(self) -> tuple[Place, float]:
        """Return place and time (MOOS s) of what is due next here, but for deliveries."""
        return (self._due[0][:3], self._due[0][3]) if self._due else (NEVER, inf)

    def next_arrival(self) -> tuple[Place, float]:
        """Return place and time (MOOS s) of the next delivery in any process."""
        return (self._arriving[0][:3], self._arriving[0][3]) if self._arriving else (NEVER, inf)

    def safe(self, following: Place) -> int:
        """Return the step before which nothing arrives that is not merged yet.

        ``following``: the next event of all processes, but for deliveries; most of those send nothing on.
        """
        while self._forwarding and self._forwarding[0] not in self._arrivals:
            self._forwarding.popleft()
        first = min(following[0], self._forwarding[0]) if self._forwarding else following[0]
        return first + self._reach

    def step_of(self, time: float) -> int:
        """Return a MOOS time (s) in steps after the start."""
        return self._step(time)

    def tick_of(self, number: int, place: int) -> Place:
        """Return the place of the next tick of an application that plays here, or one before it; ``number``: of its
        community, ``place``: of the application there.
        """
        community = self.communities[number]
        app, start = community.apps[place], community.starts[place]
        if app.comms.is_connected():
            return self._step(app.schedule.deadline), 2, place * len(self.communities) + number
        return (self._step(start) + 1, -1, 0) if start > community.time else NEVER

    @property
    def latest(self) -> float:
        """The time of the newest event here, MOOS s."""
        return max((one.time for one in self.played), default=self.start)

    def close(self) -> None:
        """Let every application that plays here leave."""
        for community in self.played:
            for app in community.apps:
                app.close()

    # -- between communities

    def send(self, address: ShareAddress, message: Message, sender: str = "") -> None:
        """Note what is sent."""
        sent = (*self.place, self._index, _SEND, self.clock.now(), tuple(address), tuple(message), sender)
        self._sent.append(sent)

    def take_sent(self) -> list[Sent]:
        """Return what was sent since the last call."""
        sent, self._sent = self._sent, []
        return sent

    def merge(self, parts: Sequence[Sequence[Sent]]) -> None:
        """Let what was sent in all processes take effect."""
        sent = [one for part in parts for one in part]
        sent.sort(key=_BY_PLACE)
        for one in sent:
            if one[4] == _SEND:
                _, _, _, _, _, now, address, message, sender = one
                self._dispatch(now, ShareAddress(*address), Message(*message), sender)
            else:
                _, _, _, _, _, number, place, found = one
                listening, inputs = self._inputs[number][place]
                inputs.append(found)
                self._places.clear()
                if self.communities[number].name not in self._mine:
                    listening[1].inputs.append(found)

    def new_forwarded(self) -> dict[str, frozenset[str] | None]:
        """Return what pShares here read, where it has changed."""
        found: dict[str, frozenset[str] | None] = {}
        for community in self.played:
            names = [share.forwarded for _, share, _ in community.shares]
            count = sum(-1 if one is None else len(one) for one in names)  # they only grow
            if self._counts.get(community.name) != count:
                self._counts[community.name] = count
                read = {share.command for _, share, _ in community.shares}
                read.update(name for one in names for name in one or ())
                anything = None in names or not read.isdisjoint(OWN_VARIABLES)
                found[community.name] = None if anything else frozenset(read)
        return found

    def know_forwarded(self, found: dict[str, frozenset[str] | None]) -> None:
        """Take in what pShares of any process read."""
        if not found:
            return
        self._forwarded |= found
        self._forwarding = deque(
            step
            for step, arrivals in self._arrivals.items()
            if any(self._may_forward(place[0], message) for place, message in arrivals)
        )

    def _may_forward(self, community: AppGroup, message: Message) -> bool:
        names = self._forwarded[community.name]
        return names is None or message.variable in names

    def _dispatch(self, now: float, address: ShareAddress, message: Message, sender: str) -> None:
        super()._dispatch(now, address, message, sender)
        step = self._step(now + self._delay)
        if step not in self._arrivals or (self._forwarding and self._forwarding[-1] == step):
            return
        if any(self._may_forward(place[0], message) for place in self._places[address]):
            self._forwarding.append(step)

    def _push(
        self, time: float, kind: int, call: Callable[[float], AppGroup | None], number: int | None = None
    ) -> None:
        if kind == 1:  # there is one for each time
            heappush(self._arriving, (self._step(time), 1, 0, time, call))
        else:
            super()._push(time, kind, call, number)

    def _deliver(self, step: int, time: float) -> None:
        for index, ((community, app, share, address), message) in enumerate(self._arrivals.pop(step)):
            if community.name in self._mine:
                self._index = index
                self.advance(community, time)
                app.comms.post_rows(share.receive(address, message))
                self.forward(community)

    def _new_input(self, share: ShareApp, number: int, place: int) -> None:
        self._sent.append((*self.place, self._index, _INPUT, number, place, share.inputs[-1]))

    def _inputs_of(self, community: AppGroup) -> Iterable[tuple[MoosApp, ShareApp, Sequence[ShareInput]]]:
        for (app, share, _), inputs in self._inputs[self.communities.index(community)]:
            yield app, share, inputs
