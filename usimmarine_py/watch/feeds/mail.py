"""All mail of a MOOSDB, for a page that shows it as a table: a client of its own, there only while it is asked for."""

from __future__ import annotations

import os
from dataclasses import dataclass

from usimmarine_py.logs.viewer.fields import shown
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.moos.transport.open import open_comms, passing_name

#: Real s between two values of one variable; most variables; most characters of a text.
INTERVAL, MAX_VARIABLES, MAX_VALUE = 0.4, 3000, 240


@dataclass(frozen=True, slots=True)
class LatestMail:
    """The latest value of one variable."""

    value: float | str
    time: float  #: page s
    source: str  #: who posted it, and in which community


class AllMail:
    """The latest mail of every variable. ``count`` increases with each value."""

    def __init__(self, host: str, port: int, warp: float) -> None:
        self.latest: dict[str, LatestMail] = {}
        self.count = 0
        self.numbers: dict[str, int] = {}  #: of ``count`` when each variable came last
        name = passing_name("uXMS", "watch_mail", f"{os.getpid()}_{port}")
        self._comms: Comms = open_comms("native", name, host, port, RealClock(warp))
        self._comms.register_wildcard("*", "*", INTERVAL * warp)
        self._comms.run()

    def poll(self, page_time: float, moos_time: float) -> None:
        """Take what came; the page's time (s) of a MOOS time (s) gives that of all."""
        for message in self._comms.fetch():
            value = message.value
            if message.variable not in self.latest and len(self.latest) >= MAX_VARIABLES:
                continue
            if isinstance(value, bytes):
                value = f"{len(value)} bytes"
            elif isinstance(value, str):
                value = shown(value, MAX_VALUE)
            source = shown(f"{message.source} in {message.community}", 80)
            time = round(page_time + message.time - moos_time, 2)
            self.count += 1
            self.latest[message.variable] = LatestMail(value, time, source)
            self.numbers[message.variable] = self.count

    def since(self, count: int, most: int = 400) -> tuple[list[list[object]], int]:
        """Return name, value, time and source of what came after ``count``, the oldest first, and the new count."""
        names = sorted((number, name) for name, number in self.numbers.items() if number > count)[:most]
        rows: list[list[object]] = []
        for _, name in names:
            mail = self.latest[name]
            finite = not isinstance(mail.value, float) or abs(mail.value) < float("inf")
            rows.append([shown(name), mail.value if finite else str(mail.value), mail.time, mail.source])
        return rows, names[-1][0] if names else count

    def close(self) -> None:
        """Disconnect."""
        self._comms.close()
