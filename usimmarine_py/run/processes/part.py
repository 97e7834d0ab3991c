"""What each process of a run does: it plays its communities, and meets the others again and again."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from traceback import format_exception
from typing import Any

from usimmarine_py.apps.helm import HelmApp
from usimmarine_py.moos.transport.lockstep import Listener
from usimmarine_py.run.ending import Endings, EndState, end_state, seen_endings
from usimmarine_py.run.fields.encounters import ClosestApproach, EncounterMeter, TrackedVehicle, TrackPoint
from usimmarine_py.run.figures import vehicles
from usimmarine_py.run.plan import PlayedCommunity, RunPlan
from usimmarine_py.run.processes.exchange import Exchange
from usimmarine_py.run.processes.loop import NEVER, PartLoop, Place, Sent
from usimmarine_py.run.run import SLICE, RunEnd, RunProgress
from usimmarine_py.run.stop import INTERRUPTED, Stop, TickEnded
from usimmarine_py.values import Value
from usimmarine_py.values.rows import Shape

#: A place, and that within a delivery of several messages.
_Spot = tuple[int, int, int, int]
#: A post that the first process wants: its place, community, time, shape in words, values, auxiliary source.
Posted = tuple[_Spot, str, float, tuple[tuple[str, ...], str, str], tuple[Value, ...], str]
_SPOT = itemgetter(0)
#: Gets the posts of all communities, one by one as in one process.
WholeListeners = Mapping[str, Sequence[Listener]]


@dataclass(slots=True)
class _More:
    """What is exchanged now and then only."""

    states: dict[int, EndState]  #: of what may end the run
    now: float  #: of the clock, or of the newest event, MOOS s
    tracks: list[tuple[_Spot, int, TrackPoint]] = field(default_factory=list)
    posts: list[Posted] = field(default_factory=list)
    size: int = 0  #: of its files, bytes


_NO_ENDER: tuple[Place, int, int] = NEVER, 0, 0
#: At each meeting: why it has ended and who is stuck; what was sent; place and time of what is next; what pShares
#: forward; the next tick that may end the run, of which application and process; whether all helms rest.
_Word = tuple[
    str, str, list[Sent], Place, float, dict[str, "frozenset[str] | None"], tuple[Place, int, int], bool, "_More | None"
]


class OtherFailed(Exception):
    """Another process failed, with this error."""

    def __init__(self, error: BaseException, trace: str) -> None:
        super().__init__(trace)
        self.error = error


class _Failure:
    """An error on its way to another process, of whatever class."""

    def __init__(self, error: BaseException) -> None:
        self._kind, self._args, self._details = type(error), error.args, dict(error.__dict__)
        self._trace = "".join(format_exception(error))

    def raised(self) -> OtherFailed:
        """Return what to raise."""
        error = self._kind.__new__(self._kind, *self._args)
        error.__dict__.update(self._details)
        return OtherFailed(error, self._trace)


class TrackKeeper:
    """Keeps where vehicles are, with the places of their ticks."""

    def __init__(self, loop: PartLoop, tracked: Sequence[TrackedVehicle]) -> None:
        self._loop, self._tracked = loop, tracked
        self.kept: list[tuple[_Spot, int, TrackPoint]] = []

    def ticked(self, index: int, now: float) -> None:
        """Take in the tick of vehicle ``index`` at MOOS time ``now``."""
        self.kept.append((self._loop.spot, index, self._tracked[index].now(now)))

    def take(self) -> list[tuple[_Spot, int, TrackPoint]]:
        """Return what was kept since the last call."""
        kept, self.kept = self.kept, []
        return kept


class PostKeeper:
    """Keeps the posts that the first process wants: the first of each shape, and all with one of some variables."""

    def __init__(self, loop: PartLoop, wanted: Callable[[str, str], bool]) -> None:
        """``wanted``: whether a variable of a community is."""
        self._loop, self._wanted = loop, wanted
        self.kept: list[Posted] = []

    def of(self, community: str) -> Listener:
        """Return the listener of a community."""
        known: dict[Shape, bool] = {}

        def row(stamp: float, shape: Shape, values: tuple[Value, ...], source_aux: str) -> None:
            wanted = known.get(shape)
            if wanted is None:
                known[shape] = any(self._wanted(community, name) for name in shape.names)
            if wanted is not False:
                words = (shape.names, shape.source, shape.community)
                self.kept.append((self._loop.spot, community, stamp, words, values, source_aux))

        return row

    def take(self) -> list[Posted]:
        """Return what was kept since the last call."""
        kept, self.kept = self.kept, []
        return kept


class PlayedPart:
    """One process of a run."""

    def __init__(self, plan: RunPlan, numbers: Sequence[int], exchange: Exchange) -> None:
        """``numbers``: of the communities that it plays."""
        self.plan, self._exchange = plan, exchange
        self._number = exchange.number
        self.played: list[PlayedCommunity] = [plan.communities[i] for i in numbers]
        self.loop = plan.loop = PartLoop(plan.loop, numbers)
        applications = [app.application for app in plan.apps]
        self._seen = seen_endings(applications)
        if plan.ending:
            plan.ending = Endings(applications, plan.clock.now, self._seen)
        self.end = RunEnd(plan)
        places = [(i, place) for i, one in enumerate(plan.communities) for place in range(len(one.applications))]
        here = set(numbers)
        self._states = [(i, applications[i]) for i in self._seen if places[i][0] in here]
        self._enders = [(i, places[i], applications[i]) for i in plan.ending.each if places[i][0] in here]
        self._helms = self.end.looks and plan.ending.by_helms
        found = [of for _, of in vehicles(plan)]
        self.tracks = TrackKeeper(self.loop, found)
        count = len(exchange.lines) + 1
        self._meter = EncounterMeter(found, self.loop.start, part=slice(self._number, None, count))
        self.size: Callable[[], int] = int  #: bytes of the files of this process
        self.hurry: Callable[[], object] = int  #: called when the run is to end and another process keeps it waiting
        self.posts: PostKeeper | None = None
        self.whole: WholeListeners = {}  #: of the first process
        self._shapes: dict[tuple[tuple[str, ...], str, str], Shape] = {}
        # what all processes know after a meeting
        self._own: Place = NEVER
        self._next: tuple[Place, float] = NEVER, 0.0
        self._ender = _NO_ENDER
        self._times: list[float] = []
        self._sizes, self._latest = 0, self.loop.start

    @property
    def encounters(self) -> list[ClosestApproach]:
        """The closest approaches that this process has found."""
        return self._meter.found()

    def drive(self, progress: RunProgress | None, stopped: Callable[[], str] | None, most: float) -> None:
        """Play to the end of the run; ``end`` then says why it ended."""
        plan, loop = self.plan, self.loop
        loop.stopped = stopped
        longest = plan.limit if plan.duration is None else plan.duration
        last = loop.start + longest
        try:
            self._guarded(loop.connect, stopped)
            self._meet()
            while not loop.over:
                until = min(max(plan.clock.now() + SLICE, self._next[1]), last)
                self._play_until(until, stopped)
                self._meet(self._everything())
                if not loop.over:
                    plan.clock.sleep_until(max(until, self._latest))
                    self.end.look()
                if not loop.over and plan.clock.now() >= last - 1e-9:
                    loop.over = plan.cut if plan.duration is None else "duration"
                elif not loop.over and self._sizes >= most:
                    loop.over = "full"
                if progress is not None:
                    elapsed = plan.clock.now() - loop.start
                    progress(elapsed, max(elapsed / longest, self.end.progress))
        finally:
            if isinstance(stopped, Stop):
                stopped.over()
            loop.close()

    def _play_until(self, until: float, stopped: Callable[[], str] | None) -> None:
        loop = self.loop
        end = loop.step_of(until) + 1
        while not loop.over and self._next[0] < (end,):
            bound: tuple[int, ...] = (min(loop.safe(self._own), end),)
            place, index, owner = self._ender
            alone = place == self._next[0]
            if alone:  # all that is before it is done
                bound = (*place[:2], place[2] + 1)
            elif place < bound:
                bound = place
            self._guarded(lambda bound=bound: loop.play(bound), stopped)  # type: ignore[misc]
            self._meet(self._states_now() if alone else None)
            if alone and not loop.over:
                self.plan.clock.set(self._times[owner])
                self.end.ticked(index)

    def _guarded(self, act: Callable[[], object], stopped: Callable[[], str] | None) -> None:
        """Do something, and let the others know of its failure."""
        try:
            act()
        except TickEnded:
            self.end.stuck = f"a tick of {self.loop.ticking} did not end"
            self.loop.over = INTERRUPTED if stopped is None else stopped()

    # -- meetings

    def fail(self, error: BaseException) -> None:
        """Let the others know of an error."""
        self._tell(_Failure(error))
        self._exchange.finish()

    def _tell(self, what: object) -> None:
        data = pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
        for other in self._exchange.lines:
            self._exchange.give(other, data)

    def hear(self, other: int) -> Any:
        """Wait for what another process has to say. Raises ``OtherFailed`` and ``ProcessGone``."""
        while True:
            try:
                found = pickle.loads(self._exchange.take(other))  # of a copy of this process
            except TickEnded:
                self.hurry()
                continue
            if isinstance(found, _Failure):
                raise found.raised()
            return found

    def _meet(self, more: _More | None = None) -> None:
        """Exchange what has happened, and what is to come. Raises as ``hear``."""
        loop = self.loop
        own, time = loop.next_own()
        rests = self._helms and all(isinstance(one, HelmApp) and one.rests for _, _, one in self._enders)
        word: _Word = (
            loop.over, self.end.stuck, loop.take_sent(), own, time,
            loop.new_forwarded(), self._next_ender(), rests, more,
        )  # fmt: skip
        self._tell(word)
        words = {self._number: word, **{other: self.hear(other) for other in self._exchange.lines}}
        self._know([words[number] for number in sorted(words)])

    def _know(self, words: Sequence[_Word]) -> None:
        """Take in what all processes have said."""
        loop = self.loop
        for over, stuck, *_ in words:
            loop.over, self.end.stuck = loop.over or over, self.end.stuck or stuck
        for word in words:
            loop.know_forwarded(word[5])
        loop.merge([word[2] for word in words])
        self._own, time = min((word[3], word[4]) for word in words)
        self._next = min((self._own, time), loop.next_arrival())
        self._ender = min(word[6] for word in words)
        if self._helms and not all(word[7] for word in words):
            self._ender = _NO_ENDER
        found = [word[8] for word in words if word[8] is not None]
        if found:
            self._know_more(found)

    def _know_more(self, found: Sequence[_More]) -> None:
        self._times = [one.now for one in found]
        self._latest = max(self._times)
        self._sizes = sum(one.size for one in found)
        for one in found:
            for i, state in one.states.items():
                self._seen[i].take(state)
        for _, index, point in sorted((row for one in found for row in one.tracks), key=_SPOT):
            self._meter.take(index, point)
        if not self.whole:
            return
        for _, community, stamp, words, values, aux in sorted((row for one in found for row in one.posts), key=_SPOT):
            shape = self._shapes.setdefault(words, Shape(*words))
            for listener in self.whole.get(community, ()):
                listener(stamp, shape, values, aux)

    def _next_ender(self) -> tuple[Place, int, int]:
        """Return the next tick of this process that may end the run."""
        if not self.end.looks:
            return _NO_ENDER
        found = ((self.loop.tick_of(*place), i, self._number) for i, place, _ in self._enders)
        return min(found, default=_NO_ENDER)

    def _states_now(self) -> _More:
        """Return what is to be known behind a tick that may end the run."""
        states = {i: end_state(one) for i, one in self._states} if self.end.looks else {}
        return _More(states, self.plan.clock.now())

    def _everything(self) -> _More:
        """Return what is to be known now and then."""
        found = self._states_now()
        found.now = self.loop.latest
        found.tracks, found.size = self.tracks.take(), self.size()
        if self.posts is not None:
            found.posts = self.posts.take()
        return found
