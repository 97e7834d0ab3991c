"""Which vehicles hear which: by node reports that come to a vehicle, or that a shore sends to it."""

from __future__ import annotations

import os

from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.transport.open import open_comms, passing_name
from usimmarine_py.watch.viewer.reports import REPORTS, read_report

#: uFldNodeComms posts the reports for a vehicle as this, with the vehicle's name in capitals.
SENT = "NODE_REPORT_"
#: Without a report for so long a vehicle is no longer heard, s.
SILENCE = 10.0
#: Most pairs of vehicles, and most times that one begins to hear another one.
_MOST_PAIRS, _MOST_SPANS = 10_000, 500


class HeardVehicles:
    """Spans of time in which vehicles heard others; names in small letters."""

    def __init__(self) -> None:
        self._spans: dict[tuple[str, str], list[list[float]]] = {}

    def note(self, receiver: str, sender: str, time: float) -> None:
        """A report of ``sender`` came to ``receiver`` at this time (s)."""
        pair = receiver.lower(), sender.lower()
        if pair[0] == pair[1]:
            return
        spans = self._spans.get(pair)
        if spans is None:
            if len(self._spans) >= _MOST_PAIRS:
                return
            spans = self._spans[pair] = []
        if spans and spans[-1][0] <= time <= spans[-1][1] + SILENCE:
            spans[-1][1] = max(spans[-1][1], time)
        else:
            spans.append([time, time])
            del spans[:-_MOST_SPANS]

    def take(self, variable: str, text: str, time: float) -> bool:
        """Note a report that a shore sends to a vehicle; False if the variable is another one.

        One with a VSOURCE is what a sensor of the vehicle has seen (docs/sea.md).
        """
        if not variable.startswith(SENT) or variable in REPORTS:
            return False
        report = None if "VSOURCE=" in text.upper() else read_report(text)
        if report is not None:
            self.note(variable[len(SENT) :], report.name, time)
        return True

    def at(self, time: float) -> dict[str, set[str]]:
        """By vehicle, whom it hears at a time (s)."""
        found: dict[str, set[str]] = {}
        for (receiver, sender), spans in self._spans.items():
            if any(begin <= time <= end + SILENCE for begin, end in spans):
                found.setdefault(receiver, set()).add(sender)
        return found

    def clear(self) -> None:
        """Forget everything."""
        self._spans.clear()


class HearingClient:
    """Takes what a live shore sends to its vehicles: each report, as one variable holds those of many."""

    def __init__(self, host: str, port: int, warp: float, heard: HeardVehicles) -> None:
        """``heard`` gets what comes."""
        self._heard = heard
        name = passing_name("uXMS", "watch_hears", f"{os.getpid()}_{port}")
        self._comms = open_comms("native", name, host, port, RealClock(warp))
        self._comms.register_wildcard(f"{SENT}*", "*")
        self._comms.run()

    def poll(self, page_time: float, moos_time: float) -> None:
        """Note what came; the page's time (s) of a MOOS time (s) gives that of all."""
        for message in self._comms.fetch():
            if isinstance(message.value, str):
                self._heard.take(message.variable, message.value, page_time + message.time - moos_time)

    def close(self) -> None:
        """Disconnect."""
        self._comms.close()
