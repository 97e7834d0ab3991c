"""Mail of a MOOSDB. It keeps trying to connect, so that page and community can start in any order, and never blocks."""

from __future__ import annotations

import os
import time
from collections import deque
from typing import TYPE_CHECKING, Any, TypeVar

from usimmarine_py.logs.drift import DRIFT_READ
from usimmarine_py.logs.viewer.names import PREFIXES, WEATHER
from usimmarine_py.logs.viewer.shapes import KINDS, MAX_SHAPES
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.moos.transport.open import open_comms, passing_name
from usimmarine_py.moos.transport.warp import differs
from usimmarine_py.values import Message
from usimmarine_py.watch.data import ATTITUDE, COMMON, EXTRA_STATES, MEASURED, STATES, is_position
from usimmarine_py.watch.feeds.feed import APPCAST, Feed, MissionFacts
from usimmarine_py.watch.feeds.heard import HearingClient
from usimmarine_py.watch.feeds.mail import AllMail
from usimmarine_py.watch.helms import HELM_MAIL
from usimmarine_py.watch.values import FeedStatus
from usimmarine_py.watch.viewer.appcasts import request
from usimmarine_py.watch.viewer.reports import REPORTS

if TYPE_CHECKING:
    from usimmarine_py.watch.feeds.decisions import DecisionClient

_Asked = TypeVar("_Asked", AllMail, "DecisionClient", HearingClient)

#: Real s between two values of a variable that is shown as a text.
INTERVAL = 0.2
#: Intervals of positions: as visible, real s, and at any time warp small enough for round turns, MOOS s.
SEEN, ROUND = 0.1, 0.2
#: Real s of one request for reports, and between two requests.
ASKED_FOR, ASKING = 5.0, 2.0
#: Mail of one poll: characters of texts, and so many for each value. It takes some 40 ms of CPU.
PORTION, _EACH_VALUE = 64_000, 64
#: Shapes that wait while others are taken; more than can be shown at once, so the oldest are left out (`MAX_SHAPES`).
MOST_DRAWN = 4 * MAX_SHAPES
#: Values of a variable that are kept, for a page that shows earlier times.
KEPT = 1500
#: Real s for which all mail is taken after a page has asked for it.
MAIL_FOR = 3.0
#: A post that differs by more than this (s) from the one before has another clock, whose time counts from there.
_OTHER_CLOCK = 1e6


class TimeBase:
    """The time origin of the page, shared by all MOOSDBs: that of the first position."""

    def __init__(self) -> None:
        self.origin: float | None = None

    def begin(self, variable: str, moos_time: float) -> None:
        """Set the origin, if this is the first position."""
        if self.origin is None and (variable in REPORTS or is_position(variable)):
            self.origin = moos_time

    def of(self, moos_time: float) -> float:
        """Page time (s) of a MOOS time; 0 before there is a position."""
        return 0.0 if self.origin is None else moos_time - self.origin


class MoosFeed(Feed):
    """One MOOSDB; ``warp`` is corrected by the MOOSDB's clock."""

    posts = True

    def __init__(
        self,
        host: str,
        port: int,
        warp: float = 1.0,
        prefix: str = "",
        facts: MissionFacts | None = None,
        base: TimeBase | None = None,
    ) -> None:
        super().__init__(f"{host}:{port}", prefix, facts or MissionFacts(), keep=True, most=KEPT)
        self._host, self._port, self.warp = host, port, warp
        self._prefix = prefix.removesuffix("_")
        self._where = f"{host}:{port}"
        self._base = base or TimeBase()
        self._shift, self._last = 0.0, 0.0
        self._moves = False
        self._count = 0
        self._asked = -ASKING
        self._remark = ""
        self._mail: AllMail | None = None
        self._mail_asked = 0.0
        self._functions: DecisionClient | None = None
        self._functions_asked = 0.0
        self._hearing: HearingClient | None = None
        self._hearing_asked = 0.0
        self._waiting: deque[Message] = deque()
        self._drawn: deque[Message] = deque(maxlen=MOST_DRAWN)  #: shapes, which must not hold up vehicles
        self._comms = self._connect()

    def _connect(self) -> Comms:
        self._count += 1
        number = f"{os.getpid()}_{self._port}" + (f"_{self._count}" if self._count > 1 else "")
        name = passing_name("uXMS", "watch", number)
        self._clock = RealClock(self.warp)
        comms = self._comms = open_comms("native", name, self._host, self._port, self._clock)
        self._began = self._clock.now()
        self._registered: set[str] = set()
        slow, fine = INTERVAL * self.warp, min(SEEN * self.warp, ROUND)
        for chosen in [self._prefix] if self._prefix else PREFIXES:
            self._follow(chosen)
        for variable in (*COMMON, *self.facts.commands):
            comms.register(variable, slow)
        # variables posted by several vehicles or applications must not be thinned, nor those where each post counts
        for variable in (*REPORTS, *KINDS, *HELM_MAIL, APPCAST, WEATHER, *sorted(DRIFT_READ)):
            comms.register(variable)
        # positions under other prefixes; the interval is the same, because it holds for NAV_X, too
        comms.register_wildcard("*_X", "*", fine)
        comms.run()
        return comms

    def _follow(self, prefix: str) -> None:
        slow, fine = INTERVAL * self.warp, min(SEEN * self.warp, ROUND)
        self._registered.add(prefix)
        for state in STATES:
            self._comms.register(f"{prefix}_{state}", fine)
        for state in EXTRA_STATES:
            self._comms.register(f"{prefix}_{state}", fine if self._moves and state in ATTITUDE else slow)
        for ending in MEASURED:
            self._comms.register_wildcard(f"{prefix}_*_{ending}", "*", slow)
        if self._moves:
            self._comms.register("USM_WAVE_ELEVATION", fine)
            self._comms.register_wildcard("USM_FORCE_*", "*", slow)

    def show_motion(self) -> None:
        """Receive attitude as often as the position, from now on."""
        if not self._moves:
            self._moves = True
            for prefix in sorted(self._registered):
                self._follow(prefix)

    @property
    def clock(self) -> float | None:
        """The MOOS time of the first position, as far as its own clock is the page's."""
        return None if self._base.origin is None else self._base.origin - self._shift

    def poll(self) -> None:
        """Take a portion of the received mail."""
        now = time.monotonic()
        self._check(self._comms.moosdb_warp)
        # several clients post: sorted by time, so that a row holds related values
        for message in sorted(self._comms.fetch(), key=lambda m: m.time):
            (self._drawn if message.variable in KINDS else self._waiting).append(message)
        self._take_waiting(self._waiting, now)
        self._take_waiting(self._drawn, now)
        self.call(self._comms.community)
        chosen = self.own.data.prefix
        if chosen and chosen not in self._registered:
            self._follow(chosen)
        self._mail = self._served(self._mail, self._mail_asked, now)
        self._functions = self._served(self._functions, self._functions_asked, now)
        self._hearing = self._served(self._hearing, self._hearing_asked, now)
        self.tick(now)

    def _served(self, client: _Asked | None, asked: float, now: float) -> _Asked | None:
        """Let a client of its own take what came; end it where it was ``asked`` for too long ago (real s)."""
        if client is None:
            return None
        if now - asked > MAIL_FOR:
            client.close()
            return None
        client.poll(self._last, self.moos_time)
        return client

    def _take_waiting(self, waiting: deque[Message], now: float) -> None:
        """Take a portion of what waits."""
        taken = 0
        while waiting and taken < PORTION:
            message = waiting.popleft()
            value = message.value
            taken += _EACH_VALUE + (0 if isinstance(value, float) else len(value))
            if isinstance(value, bytes):
                continue
            self._base.begin(message.variable, message.time)
            shape = waiting is self._drawn  # an older one does not set back the time of what is shown
            time = self._base.of(message.time) + self._shift if shape else self._time(message.time)
            late = message.time < self._began
            self.take(message.variable, value, message.community, time, message.time, now, late=late)

    def functions(self) -> dict[str, Any]:
        """The objective functions of the helm now; the client for them lives as long as it is asked for."""
        self._functions_asked = time.monotonic()
        if self._functions is None:
            from usimmarine_py.watch.feeds.decisions import DecisionClient  # with arrays, only here

            self._functions = DecisionClient(self._host, self._port, self.warp)
        return self._functions.decisions.answer()

    def hears(self, at: float | None) -> dict[str, set[str]]:
        """Whom vehicles hear; the client for what a shore sends to them lives as long as it is asked for."""
        self._hearing_asked = time.monotonic()
        if self._hearing is None:
            self._hearing = HearingClient(self._host, self._port, self.warp, self.heard)
        return super().hears(at)

    def mail_since(self, count: int) -> tuple[list[list[object]], int]:
        """All mail after ``count``, and the new count; the client for it lives as long as it is asked for."""
        self._mail_asked = time.monotonic()
        if self._mail is None:
            self._mail = AllMail(self._host, self._port, self.warp)
            count = 0
        return self._mail.since(count)

    @property
    def is_behind(self) -> bool:
        """Whether received mail waits."""
        return bool(self._waiting or self._drawn)

    def _time(self, posted: float) -> float:
        """Page time of a post; an independent clock continues from the present page time."""
        found = self._base.of(posted) + self._shift
        if abs(found - self._last) > _OTHER_CLOCK:
            self._shift += self._last - found
            found = self._last
        self._last = found
        return found

    def _check(self, found: float | None) -> None:
        if found is None or not differs(self.warp, found):
            return
        self._remark = f", whose time warp is {found:g}, not {self.warp:g}"
        self.warp = found
        self._comms.close()
        self._comms = self._connect()

    def status(self) -> FeedStatus:
        """The state of the connection as text."""
        where, community = self._where, self._comms.community
        if self._comms.refused_reason:
            return FeedStatus(
                "bad", f"refused by the MOOSDB at {where}: {self._comms.refused_reason}", community or where
            )
        if self._comms.is_connected():
            return FeedStatus("good", f"connected to {where}{self._remark}", community or where)
        problem = self._comms.problem or f"connecting to {where}"
        return FeedStatus("bad", f"{problem}; still trying", community or where)

    def post(self, variable: str, value: float | str) -> bool:
        """Post a value now."""
        return self._comms.notify(variable, value)

    @property
    def moos_time(self) -> float:
        """The time (MOOS s) of what is posted now."""
        return self._clock.now()

    def ask(self) -> None:
        """Request the report of every application."""
        now = time.monotonic()
        if now - self._asked >= ASKING and self._comms.is_connected():
            self._asked = now
            self._comms.notify("APPCAST_REQ", request("usim_watch", min(ASKED_FOR * self.warp, 30.0)))

    def close(self) -> None:
        """Disconnect."""
        self._comms.close()
        for client in (self._mail, self._functions, self._hearing):
            if client is not None:
                client.close()
