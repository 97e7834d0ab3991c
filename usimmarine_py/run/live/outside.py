"""What comes from outside into a live run: recorded with its place among the ticks, and applied again offline."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import Any, NamedTuple

from usimmarine_py.errors import ConfigError
from usimmarine_py.moos.transport.lockstep import LockstepBus, LockstepComms
from usimmarine_py.run.live.field import PacedField
from usimmarine_py.run.live.measures import PastMeasures
from usimmarine_py.run.loop import AppGroup, BusCommunity
from usimmarine_py.run.plan import RunPlan
from usimmarine_py.texts.shares import ShareAddress
from usimmarine_py.values.mail import Message

#: Between two looks whether to end, events.
_LOOK = 256


class Outside(NamedTuple):
    """One event, or one answer of the machine.

    ===========  ===============================================================================================
    what         details
    ===========  ===============================================================================================
    post         (Shape, or None: the MOOSDB's own times; value, stamp, auxiliary source), at the door
    join, leave  (name,): a client of the door
    share        (name of the pShare, address that it came in at, message)
    forward      (): the pShares of the community read what came in, and send it
    trouble      (name of the pShare, lost messages, text of a warning or empty)
    end          (name,): a tick of this application did not end, so that it was ended
    clock        (MOOS s,): a wall clock was set; of no community
    skip         (MOOS time,): ticks before this time were left out; of no community
    network      (): pShares reach other processes; an answer
    host         (name, bool): whether a host is this machine; an answer
    measured     (who measured what, how often by then, value): see ``Measures``; an answer
    mark         (): all events until here are known; of no community
    over         (): the run ended here; of no community
    ===========  ===============================================================================================
    """

    made: int  #: how many events of the loop (ticks, deliveries, starts) came before
    time: float  #: of the loop's clock, MOOS s
    community: str
    what: str
    details: tuple[Any, ...]


class OutsideEvents:
    """Applies events to a run. ``measures`` learns what was measured."""

    def __init__(self, run: PacedField, measures: PastMeasures) -> None:
        self._run, self._measures = run, measures
        self._communities = {one.name: one for one in run.communities if isinstance(one, BusCommunity)}
        self._members: dict[tuple[str, str], LockstepComms] = {}
        self._hosts: dict[str, bool] = {}

    def learn(self, event: Outside) -> bool:
        """Take an answer; False for an event, which has its place."""
        if event.what == "measured":
            self._measures.learn(*event.details)
        elif event.what == "network":
            self._run.network = _PastNetwork(self._hosts)
        elif event.what == "host":
            name, here = event.details
            self._hosts[name] = here
        else:
            return False
        return True

    def apply(self, event: Outside) -> None:
        """Do what came from outside."""
        run, details = self._run, event.details
        run.clock.sleep_until(event.time)
        if event.what == "clock":
            run.clock_was_set(*details)
        elif event.what == "skip":
            run.skip(*details)
        elif event.community:
            community = self._communities.get(event.community)
            if community is None:
                raise ConfigError(f"community {event.community}, of what came from outside, does not play")
            self._in_community(event.what, community, community.bus, details)

    def _in_community(self, what: str, community: BusCommunity, bus: LockstepBus, details: tuple[Any, ...]) -> None:
        if what == "post":
            shape, value, stamp, aux = details
            bus.post_from_outside(shape, value, stamp, aux, bus.clock.now())
        elif what == "join":
            member = self._members[community.name, details[0]] = bus.client(details[0])
            bus.join_from_outside(member)
        elif what == "leave":
            if (member_there := self._members.pop((community.name, details[0]), None)) is not None:
                bus.leave_from_outside(member_there)
        elif what == "share":
            receive(community, *details)
        elif what == "forward":
            self._run.forward(community)
        elif what == "trouble":
            note_trouble(community, *details)
        elif what == "end":
            for app in community.apps:
                if app.settings.name == details[0]:
                    app.stop(0)
                    app.close()


def receive(community: AppGroup, name: str, address: ShareAddress, message: Message) -> None:
    """Give a pShare what came in from another process."""
    for app, share, client in community.shares:
        if app.settings.name == name:
            # no mail bears a time that is still to come
            stamp = min(message.time, app.clock.now())
            client.post_rows(share.receive(address, message._replace(time=stamp)))
            client.bus.count(message.value)


def note_trouble(community: AppGroup, name: str, dropped: int, text: str) -> None:
    """Let a pShare count lost messages, and warn, unless the text is empty."""
    for app, share, _ in community.shares:
        if app.settings.name == name:
            share.packets_dropped += dropped
            if text:
                app.run_warning(text)


def play_again(
    plan: RunPlan,
    events: Iterable[Outside],
    measures: PastMeasures,
    stopped: Callable[[], object] = lambda: None,
) -> bool:
    """Play a plan of ``plan_live`` with what came from outside, until the last event; whether it came so far.

    ``measures`` are those of its context. ``stopped`` is asked now and then whether to end before.
    """
    run = plan.loop
    assert isinstance(run, PacedField)
    outside = OutsideEvents(run, measures)
    reached, connected = True, False
    for event in events:
        if outside.learn(event):
            continue
        if not connected:  # what is asked at the start is known by now
            connected = True
            run.connect()
        while run.made < event.made and reached:
            reached = run.next_time() < inf and not (run.made % _LOOK == 0 and stopped())
            if reached:
                run.next()
        if not reached or stopped():
            reached = False
            break
        outside.apply(event)
    run.close()
    return reached


class _PastNetwork:
    """Sends nothing: what was sent to other processes has left, and what went wrong stands among the events."""

    def __init__(self, hosts: Mapping[str, bool]) -> None:
        self._hosts = hosts

    def is_this_machine(self, host: str) -> bool:
        """Whether a host was this machine."""
        return self._hosts.get(host, False)

    def send(self, address: ShareAddress, message: Message, sender: str) -> None:
        """Send nothing."""
