"""The communities of this process, event by event, and the way of datagrams to those of others."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from heapq import heappop
from typing import TYPE_CHECKING, Protocol

from usimmarine_py.run.loop import AppGroup, BusCommunity, RunLoop, TickEnded, Ticking
from usimmarine_py.values.mail import Message

if TYPE_CHECKING:
    from usimmarine_py.moos.transport.lockstep import Mail
    from usimmarine_py.texts.shares import ShareAddress

#: Mail that ends one application: its name.
END_VARIABLE = "USIM_END"


class Network(Protocol):
    """What sends to other processes."""

    def is_this_machine(self, host: str) -> bool:
        """Whether a host is this machine."""
        ...

    def send(self, address: ShareAddress, message: Message, sender: str) -> None:
        """Send a message of a community to an address."""
        ...


class PacedField(RunLoop):
    """A field that is played event by event; an application that fails ends alone.

    Some addresses may lead to other processes; without a network none does.
    """

    network: Network | None = None
    #: Gets an application that failed, and why.
    failed: Callable[[Ticking, BaseException], object] | None = None
    #: Gets community and name of what mail wants to end, and is no application here.
    end_other: Callable[[str, str], object] | None = None
    under_way: object = None  #: changes with each event, and is None between two
    made = 0  #: events so far
    starting = False  #: an application is started, which may take long

    def connect(self) -> None:
        """Connect and start all applications whose time has come."""
        from usimmarine_py.run.live.weight import weight_of_mail

        for community in self.communities:
            if isinstance(community, BusCommunity):
                reader = community.bus.listen_in(_EndRequests(partial(self._end_by_mail, community)))
                community.bus.follow(reader, END_VARIABLE)
                community.bus.on_crowd = partial(self._ease, community)
                community.bus.weigh = weight_of_mail
        super().connect()

    def next(self) -> Ticking | None:
        """Do what is due next; return the application that has ticked, if that was a tick."""
        entry = self.under_way = heappop(self._due)
        call = entry[4]
        community: AppGroup | None = None
        try:
            community = call(entry[3])
            self.under_way = None
        except (Exception, TickEnded) as error:
            self.under_way = None
            ticking = call if isinstance(call, Ticking) else getattr(call, "__self__", None)
            if not isinstance(ticking, Ticking):
                raise
            self.fail(ticking, error)
        self.made += 1
        if community is not None and community.shares:
            self.forward(community)
        return call if isinstance(call, Ticking) else None

    def fail(self, ticking: Ticking, error: BaseException) -> None:
        """Let an application leave that failed."""
        if not (isinstance(error, TickEnded) and ticking.app.exit_code is not None):  # it was to end anyway
            ticking.app.exit_code = getattr(error, "exit_code", 1)
        ticking.app.close()
        if self.failed is not None:
            self.failed(ticking, error)

    def begin(self, ticking: Ticking, now: float) -> None:
        """Start an application."""
        self.starting, outer = True, self.under_way
        self.under_way = ticking
        try:
            super().begin(ticking, now)
        except (Exception, TickEnded) as error:
            self.fail(ticking, error)
        finally:
            self.starting, self.under_way = False, outer

    def send(self, address: ShareAddress, message: Message, sender: str = "") -> None:
        """Send a message to an address: to communities here, else out; to a group: both."""
        network = self.network
        if network is None:
            super().send(address, message, sender)
            return
        group = address.channel is not None
        if group or network.is_this_machine(address.host):
            if (places := self._places.get(address)) is None:
                places = self._places[address] = list(self._listeners(address))
            if places:
                super().send(address, message, sender)
                if not group:
                    return
        network.send(address, message, sender)

    def _ease(self, community: AppGroup) -> None:
        """Let applications for which much mail waits read it next, in events of their own: the loop looks around
        between two of them.
        """
        from usimmarine_py.moos.transport.lockstep import LockstepComms

        for ticking in self.tickings:
            comms = ticking.app.comms
            crowded = isinstance(comms, LockstepComms) and comms.is_crowded()
            if crowded and ticking.begun and ticking.community is community:
                self._push(self.clock.now(), 1, ticking.read)

    def _end_by_mail(self, community: AppGroup, name: str) -> None:
        for app in community.apps:
            if app.settings.name == name and app.comms.is_connected():
                app.stop(0)
                app.close()
                return
        if self.end_other is not None:
            self.end_other(community.name, name)


class _EndRequests:
    """Takes the mail that ends an application."""

    def __init__(self, end: Callable[[str], object]) -> None:
        self._end = end

    def append(self, mail: Mail) -> None:
        """End the application of this name."""
        for value in mail[2]:
            if isinstance(value, str):
                self._end(value)
