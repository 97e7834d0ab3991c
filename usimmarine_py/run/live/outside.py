"""What comes from outside into a live run: recorded with its place among the ticks, and applied again offline."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from usimmarine_py.field.share.routes import ShareAddress
from usimmarine_py.moos.transport.lockstep import LockstepBus, LockstepComms
from usimmarine_py.run.live.field import PacedField
from usimmarine_py.run.loop import AppGroup, BusCommunity, RunLoop
from usimmarine_py.run.plan import RunPlan
from usimmarine_py.values.mail import Message


class Outside(NamedTuple):
    """One event.

    ===========  ===============================================================================================
    what         details
    ===========  ===============================================================================================
    post         (Shape, or None: the MOOSDB's own times; value, stamp, auxiliary source), at the door
    join, leave  (name,): a client of the door
    share        (name of the pShare, address that it came in at, message)
    end          (name,): an application of the community ended at this time, though it would have gone on
    clock        (MOOS s,): a wall clock was set; of no community
    skip         (MOOS time,): ticks before this time were left out; of no community
    ===========  ===============================================================================================
    """

    made: int  #: how many events of the loop (ticks, deliveries, starts) came before
    time: float  #: of the loop's clock, MOOS s
    community: str
    what: str
    details: tuple[Any, ...]


class OutsideEvents:
    """Applies events to a run."""

    def __init__(self, run: RunLoop) -> None:
        self._run = run
        self._communities = {one.name: one for one in run.communities if isinstance(one, BusCommunity)}
        self._members: dict[tuple[str, str], LockstepComms] = {}

    def apply(self, event: Outside) -> None:
        """Do what came from outside."""
        run, details = self._run, event.details
        run.clock.sleep_until(event.time)
        if event.what == "clock":
            run.clock_was_set(*details)
        elif event.what == "skip":
            run.skip(*details)
        else:
            community = self._communities[event.community]
            self._in_community(event.what, community, community.bus, details)
            run.forward(community)

    def _in_community(self, what: str, community: BusCommunity, bus: LockstepBus, details: tuple[Any, ...]) -> None:
        now = bus.clock.now()
        if what == "post":
            shape, value, stamp, aux = details
            bus.post_from_outside(shape, value, stamp, aux, now)
        elif what == "join":
            member = self._members[community.name, details[0]] = bus.client(details[0])
            bus.join_from_outside(member)
        elif what == "leave":
            bus.leave_from_outside(self._members.pop((community.name, details[0])))
        elif what == "share":
            receive(community, *details)
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


def play_again(plan: RunPlan, events: Iterable[Outside], until: float) -> None:
    """Play a plan of ``plan_live`` for ``until`` MOOS s, with what came from outside."""
    run, outside = plan.loop, OutsideEvents(plan.loop)
    assert isinstance(run, PacedField)
    run.connect()
    end, made = run.start + until, 0
    for event in events:
        while made < event.made and run.next_time() <= end:
            run.next()
            made += 1
        outside.apply(event)
    while run.next_time() <= end:
        run.next()
    run.clock.sleep_until(end)
    run.close()
