"""Objective functions of a live helm that posts them (BHV_IPF), by a client that lives while it is asked for."""

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from usimmarine_py.errors import shorten
from usimmarine_py.logs.decisions import FUNCTION, DecisionMoment
from usimmarine_py.logs.functions import MOST_AXES, GridAxis, read_domain, read_function, read_packet
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.transport.open import open_comms, passing_name
from usimmarine_py.text import finite_number
from usimmarine_py.values import Message

_SUMMARY, _DOMAIN, _REQUEST = "IVPHELM_SUMMARY", "IVPHELM_DOMAIN", "IVPHELM_REJOURNAL"
_ITERATION, _CHOSEN = re.compile(r"(?:^|,)iter=(\d{1,12})"), re.compile(r",var=([^:,]{1,60}):([^,]{1,40})")
#: Most cells of a plane that are sent to a page; behaviours, packets of a function and characters of one iteration.
_MOST_CELLS, _MOST_FUNCTIONS, _MOST_PACKETS, _MOST_TEXT = 40_000, 40, 2000, 4_000_000
_NOTHING = "the helm posts no objective functions (BHV_IPF); it does when it drives"
#: Real s: before a helm is asked for its functions, between two requests, and without an answer until they are gone.
_LISTEN, _ASKING, _GONE = 1.0, 0.5, 3.0
#: A helm that answers more often than that between two requests posts them anyway.
_ANSWERS = 2


@dataclass(frozen=True, slots=True)
class _Complete:
    """A complete iteration, as it was posted."""

    iteration: int
    time: float  #: page s
    texts: dict[str, str]  #: of the function of each behaviour
    decision: dict[str, float]


class LiveDecisions:
    """The functions and the decision of the latest complete iteration of one helm."""

    def __init__(self) -> None:
        self.asked = False  #: whether the helm posts them on request, and so not in each iteration
        self.complete = 0  #: iterations with functions so far
        self._domain: tuple[GridAxis, ...] = ()
        self._chosen: dict[str, float] = {}
        self._number = -1
        self._packets: dict[str, dict[int, str]] = {}
        self._counts: dict[str, int] = {}
        self._size = 0
        self._latest: _Complete | None = None
        self._problem = ""

    def take(self, variable: str, text: str, time: float) -> None:
        """Take one mail at page time ``time`` (s); the summary of an iteration comes after its functions."""
        try:
            if variable == _DOMAIN:
                self._domain = read_domain(text)
            elif variable == FUNCTION:
                self._take_packet(text)
            elif (found := _ITERATION.search(text)) is not None:
                self._finish(int(found[1]), text, time)
        except (ValueError, IndexError) as error:
            self._problem = shorten(str(error), 200)

    def _take_packet(self, text: str) -> None:
        packet = read_packet(text)
        if packet.iteration != self._number:
            self._number, self._size = packet.iteration, 0
            self._packets, self._counts = {}, {}
        bodies = self._packets.setdefault(packet.behavior, {})
        self._size += len(packet.body)
        if len(self._packets) > _MOST_FUNCTIONS or packet.of > _MOST_PACKETS or self._size > _MOST_TEXT:
            raise ValueError("more functions than can be drawn")
        bodies[packet.number], self._counts[packet.behavior] = packet.body, packet.of

    def _finish(self, iteration: int, text: str, time: float) -> None:
        for name, value in _CHOSEN.findall(text):
            number = finite_number(value)
            if number is None:
                self._chosen.pop(name, None)  # no decision on this axis
            elif len(self._chosen) < MOST_AXES or name in self._chosen:
                self._chosen[name] = number
        if iteration != self._number:
            if iteration > self._number + 1 and not self.asked:
                self._latest = None  # the helm has no functions any more
            return
        texts = {
            name: "".join(bodies[number] for number in sorted(bodies))
            for name, bodies in self._packets.items()
            if len(bodies) == self._counts[name]  # of others a packet is missing
        }
        if texts:
            self._latest = _Complete(iteration, time, texts, dict(self._chosen))
            self.complete += 1
            self._problem = ""

    def forget(self) -> None:
        """Take the helm for one without functions."""
        self._latest = None

    def answer(self) -> dict[str, Any]:
        """What a page draws; ``{"refused": WHY}`` without functions."""
        latest = self._latest
        if latest is None:
            return {"refused": self._problem or _NOTHING}
        try:
            functions = {name: read_function(text) for name, text in latest.texts.items()}
        except (ValueError, IndexError) as error:
            return {"refused": shorten(str(error), 200)}
        known = {axis.name: axis for _, function in functions.values() for axis in function.axes}
        axes = [known.pop(axis.name, axis) for axis in self._domain] + list(known.values())
        moment = DecisionMoment(latest.time, axes, functions, latest.decision, {}, latest.iteration)
        return {**functions_answer(moment), "time": latest.time, "replayed": False, "notes": []}


class DecisionClient:
    """Fills ``LiveDecisions`` from a MOOSDB.

    MOOS-IvP's helm posts the functions of each iteration; that of this package those of its next one, when it is asked.
    """

    def __init__(self, host: str, port: int, warp: float) -> None:
        self.decisions = LiveDecisions()
        name = passing_name("uXMS", "watch_functions", f"{os.getpid()}_{port}")
        self._comms = open_comms("native", name, host, port, RealClock(warp))
        for variable in (FUNCTION, _SUMMARY, _DOMAIN):
            self._comms.register(variable)
        self._comms.run()
        self._asked = self._seen = time.monotonic() + _LISTEN - _ASKING
        self._complete = 0  #: iterations when it was asked last

    def poll(self, page_time: float, moos_time: float) -> None:
        """Take what came; the page's time (s) of a MOOS time (s) gives that of all."""

        def order(message: Message) -> tuple[float, bool]:
            return message.time, message.variable == _SUMMARY

        for message in sorted(self._comms.fetch(), key=order):
            if isinstance(message.value, str):
                self.decisions.take(message.variable, message.value, page_time + message.time - moos_time)
        self._ask(time.monotonic())

    def _ask(self, now: float) -> None:
        found, before = self.decisions, self._complete
        if now - self._asked < _ASKING or not self._comms.is_connected():
            return
        self._asked, self._complete = now, found.complete
        if found.complete > before:
            self._seen = now
        found.asked = found.complete - before <= _ANSWERS
        if found.asked:
            self._comms.notify(_REQUEST, "functions")
            if now - self._seen > _GONE:
                found.forget()

    def close(self) -> None:
        """Disconnect."""
        self._comms.close()


def functions_answer(moment: DecisionMoment) -> dict[str, Any]:
    """Planes over course and speed, curves over other axes, and the decision of an iteration, for a page."""
    plane = [axis for name in ("course", "speed") for axis in moment.axes if axis.name == name]
    thin = max(1, -(-plane[0].count * plane[1].count // _MOST_CELLS)) if len(plane) == 2 else 1
    functions = []
    for name, (weight, function) in sorted(moment.functions.items(), key=lambda item: (-item[1][0], item[0])):
        flat = len(plane) == 2 and bool({"course", "speed"} & set(function.names))
        others = [axis for axis in function.axes if len(plane) < 2 or axis not in plane]
        functions.append(
            {
                "name": name, "weight": weight,
                "plane": rounded(function.over(plane, moment.decision)[::thin], 1) if flat else None,
                "lines": {axis.name: rounded(function.over([axis], moment.decision), 2) for axis in others},
            }
        )  # fmt: skip
    return {
        "iteration": moment.iteration,
        "plane": [_axis(plane[0], thin), _axis(plane[1], 1)] if len(plane) == 2 else None,
        "axes": [_axis(axis, 1) for axis in moment.axes if len(plane) < 2 or axis not in plane],
        "functions": functions,
        "decision": moment.decision,
    }


def _axis(axis: GridAxis, thin: int) -> list[Any]:
    """Name, lowest and highest value and their number, of which every ``thin``-th is sent."""
    count = -(-axis.count // thin)
    return [axis.name, axis.low, axis.low + axis.step * thin * (count - 1), count]


def rounded(values: Any, decimals: int) -> list[float]:
    """An array as a flat list of rounded numbers."""
    found: list[float] = np.round(values, decimals).ravel().tolist()
    return found
