"""The decisions of a helm whose log holds its objective functions, as those of the original do (BHV_IPF)."""

from __future__ import annotations

import re
from bisect import bisect_right
from pathlib import Path

from usimmarine_py.errors import LogFileError
from usimmarine_py.logs.alog.reader import _ROW, AlogRow, _row
from usimmarine_py.logs.functions import GridAxis, Packet, SampledFunction, read_domain, read_function, read_packet
from usimmarine_py.values.frozen import dataclass, field

FUNCTION = "BHV_IPF"
_SUMMARY, _DOMAIN, _REQUEST = "IVPHELM_SUMMARY", "IVPHELM_DOMAIN", "IVPHELM_REJOURNAL"
_READ = re.compile(rb"-?[0-9.]+[ \t]+(?:BHV_IPF|IVPHELM_SUMMARY|IVPHELM_DOMAIN|IVPHELM_REJOURNAL)[ \t]")
_ITERATION, _CHOSEN = re.compile(r"(?:^|,)iter=(\d+)"), re.compile(r",var=([^:,]+):([^,]*)")
#: An iteration further back than this is that of a helm that was started anew.
_BACK = 100


@dataclass(slots=True)
class DecisionMoment:
    """One iteration of a helm."""

    time: float  #: s since the start of the log
    axes: list[GridAxis]
    functions: dict[str, tuple[float, SampledFunction]]  #: behaviour -> (priority weight, function)
    decision: dict[str, float]  #: axis -> chosen value
    logged: dict[str, float] = field(default_factory=dict)  #: axis -> value that the log has for this iteration
    iteration: int = 0


class _Iteration:
    """Where the functions of an iteration stand in the file."""

    __slots__ = ("number", "packets", "time")

    def __init__(self, time: float, number: int) -> None:
        self.time, self.number = time, number
        self.packets: dict[str, dict[int, int]] = {}  # behaviour -> number of the packet -> its place, bytes


class PostedDecisions:
    """The iterations of a log with objective functions. Memory holds their places in the file alone."""

    def __init__(self, path: Path) -> None:
        """Look through the log once. Raises ``LogFileError`` for one that cannot be read."""
        self._path = path
        self.asked = False  #: whether they were asked for: there may be functions of some iterations only
        self._iterations: list[_Iteration] = []
        self._chosen: list[tuple[float, dict[str, float]]] = []  # of each summary: when, and what was chosen
        self._domain: tuple[GridAxis, ...] = ()
        self._open: dict[int, _Iteration] = {}
        self._decided: dict[_Iteration, dict[str, float]] = {}
        self._ends: list[float] = []  # of iterations without functions, each the first after one that had some
        try:
            with path.open("rb") as file:
                place = 0
                for line in file:
                    start, place = place, place + len(line)
                    if (row := _read(path, line)) is not None:
                        self._take(row, start)
        except OSError as error:
            raise LogFileError(f"cannot read the log: {error.strerror or error}", file=str(path)) from error
        self._open.clear()
        self._iterations.sort(key=lambda one: one.time)

    @property
    def times(self) -> list[float]:
        """When the functions of each iteration were posted, s since the start of the log."""
        return [one.time for one in self._iterations]

    def _take(self, row: AlogRow, place: int) -> None:
        text = row.value if isinstance(row.value, str) else ""
        if row.variable == _DOMAIN:
            try:
                self._domain = read_domain(text)
            except ValueError:
                return  # functions name their own axes
        elif row.variable == _REQUEST:
            self.asked = self.asked or text.strip().startswith("functions")
        elif row.variable == FUNCTION:
            try:
                packet = read_packet(text)
            except (ValueError, IndexError):
                return  # the iteration lacks it, which is said where it is drawn
            one = self._of(packet, row.time)
            one.packets.setdefault(packet.behavior, {})[packet.number] = place
        elif (found := _ITERATION.search(text)) is not None:
            chosen = dict(self._chosen[-1][1]) if self._chosen else {}
            for name, value in _CHOSEN.findall(text):
                try:
                    chosen[name] = float(value)
                except ValueError:
                    chosen.pop(name, None)  # varbalk: no decision on this axis
            if not self._chosen or chosen != self._chosen[-1][1]:
                self._chosen.append((row.time, chosen))
            made = self._open.get(int(found[1]))
            if made is not None:
                self._decided[made] = self._chosen[-1][1]
            elif self._iterations and not (self._ends and self._ends[-1] > self._iterations[-1].time):
                self._ends.append(row.time)

    def _of(self, packet: Packet, time: float) -> _Iteration:
        number = packet.iteration
        if self._open and number < max(self._open) - _BACK:
            self._open.clear()
        if number not in self._open:
            self._open[number] = _Iteration(time, number)
            self._iterations.append(self._open[number])
            for old in [known for known in self._open if known < number - _BACK]:
                del self._open[old]
        return self._open[number]

    def at(self, time: float) -> DecisionMoment | None:
        """Return the last iteration that is not after ``time`` (s), None where it has no functions.

        Raises ``LogFileError`` for functions that cannot be read, with line or behaviour.
        """
        place = bisect_right(self.times, time) - 1
        if place < 0:
            return None
        one = self._iterations[place]
        end = bisect_right(self._ends, one.time)
        if end < len(self._ends) and self._ends[end] <= time:
            return None
        functions = {name: self._function(one, name) for name in one.packets}
        known = {axis.name: axis for _, function in functions.values() for axis in function.axes}
        axes = [known.pop(axis.name, axis) for axis in self._domain] + list(known.values())
        decision = dict(self._decided.get(one, {}))
        return DecisionMoment(one.time, axes, functions, decision, dict(decision), one.number)

    def _function(self, one: _Iteration, behavior: str) -> tuple[float, SampledFunction]:
        places = one.packets[behavior]
        bodies: dict[int, str] = {}
        count = 0
        try:
            with self._path.open("rb") as file:
                for place in places.values():
                    file.seek(place)
                    row = _read(self._path, file.readline())
                    packet = read_packet(row.value if row is not None and isinstance(row.value, str) else "")
                    bodies[packet.number], count = packet.body, packet.of
            missing = [number for number in range(1, count + 1) if number not in bodies]
            if missing:
                raise ValueError(f"packet {missing[0]} of {count} is missing")
            return read_function("".join(bodies[number] for number in sorted(bodies)))
        except (OSError, ValueError, IndexError) as error:
            raise LogFileError(
                f"the function of {behavior} in iteration {one.number} at {one.time:g} s cannot be read: {error}",
                remedy="choose another time", file=str(self._path),
            ) from None  # fmt: skip


def _read(path: Path, line: bytes) -> AlogRow | None:
    """The row of a line, if it is one that is read here and complete."""
    if _READ.match(line) is None or not line.endswith(b"\n"):
        return None
    head = _ROW.match(line)
    return None if head is None else _row(path, head, [line[:-1]], 0)
