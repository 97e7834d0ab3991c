"""The objective functions of a helm at a time of a log: as its mail has them, else by a replay.

A log of the original holds the functions themselves (BHV_IPF). Of another one the recorded mail is played to the
helm of the mission.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable
from math import isfinite, nan
from pathlib import Path

from usimmarine_py.apps.helm import read_helm, refuse_bad_helm
from usimmarine_py.errors import ConfigError, NothingToDrawError
from usimmarine_py.helm import DomainAxis, Helm
from usimmarine_py.helm.functions import Utility
from usimmarine_py.helm.functions.surface import values_of
from usimmarine_py.logs.alog import AlogRow, BinaryRef, read_alog, read_header
from usimmarine_py.logs.decisions import DecisionMoment, PostedDecisions
from usimmarine_py.logs.functions import GridAxis, SampledFunction
from usimmarine_py.logs.helm import STATE
from usimmarine_py.mission import HELM, Mission, launches, program_role, read_mission
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.mail import Message

#: A decision of the log further than this from that of the replay is another one.
_EQUAL = 1e-4


#: Most pieces of the functions that a replay keeps for going back; with more the oldest are computed again.
_MOST_PIECES = 2_000_000


@dataclass(frozen=True, slots=True)
class _Ticked:
    """What one tick of the replayed helm came to."""

    time: float
    iteration: int
    axes: list[DomainAxis]
    functions: dict[str, tuple[float, Utility]]
    decision: dict[str, float]
    logged: dict[str, float] = field(default_factory=dict)

    def moment(self) -> DecisionMoment:
        """The same on grids."""
        grids = {axis.name: GridAxis(axis.name, axis.low, axis.high, axis.count) for axis in self.axes}
        domain = {axis.name: axis for axis in self.axes}
        functions = {
            name: (weight, SampledFunction(tuple(grids[axis] for axis in function.axes),
                                           values_of(function, [domain[axis] for axis in function.axes])))
            for name, (weight, function) in self.functions.items()
        }  # fmt: skip
        return DecisionMoment(
            self.time, list(grids.values()), functions, dict(self.decision), dict(self.logged), self.iteration
        )


class Decisions:
    """The moments of one log. ``times`` (s) are those of the helm's iterations, which a reader can step through."""

    def __init__(self, log: Path, mission: Path | Mission | None) -> None:
        """Look through the log for functions. Raises ``ConfigError`` for a log without, whose mission is not found."""
        if not log.name.lower().endswith(".alog"):
            raise ConfigError("--ipf plays the mail of an .alog to the helm; give the .alog of the run", file=str(log))
        self.log = log
        self._posted = PostedDecisions(log)
        self.times = self._posted.times
        self.replays = not self.times or (self._posted.asked and mission is not None)
        if not self.replays:
            return
        if mission is None:
            raise ConfigError(
                "the log holds no objective functions (BHV_IPF), and the mission for a replay is not found; "
                "give --mission FILE.moos",
                file=str(log),
            )
        self._mission = mission if isinstance(mission, Mission) else read_mission(mission)
        self.times = ticks_of(log)
        self._begin()

    def _begin(self) -> None:
        self._replay = _Replay(self.log, self._mission)
        self._rows = read_alog(self.log)
        self._next: AlogRow | None = next(self._rows, None)
        self._made: deque[_Ticked | float] = deque()  # moments, and times of ticks without one
        self._pieces = 0

    def at(self, time: float) -> DecisionMoment:
        """Return the last iteration with functions that is not after ``time`` (s since the start of the log).

        Raises ``NothingToDrawError`` where the helm had none, ``LogFileError`` for functions that cannot be read.
        """
        if not self.replays:
            found = self._posted.at(time)
            if found is not None:
                return found
            later = bisect_right(self.times, time)
            near = (
                f"the next is at {self.times[later]:g} s" if later < len(self.times)
                else f"the last is at {self.times[-1]:g} s"
            )  # fmt: skip
            raise NothingToDrawError(f"{self.log}: no behaviour has a function at {time:g} s; {near}")
        if self._made and _time(self._made[0]) > time and self._dropped:
            self._begin()
        self._play(time)
        times = [_time(one) for one in self._made]
        place = bisect_right(times, time) - 1
        ticked = self._made[place] if place >= 0 else None
        if self._replay.helm is None:
            raise NothingToDrawError(f"{self.log}: no helm posted to this log: nothing to draw with --ipf")
        if ticked is None or isinstance(ticked, float):
            raise NothingToDrawError(f"{self.log}: {self._replay.nothing(time)}")
        return ticked.moment()

    @property
    def _dropped(self) -> bool:
        """Whether the first ticks were forgotten."""
        return bool(self.times) and _time(self._made[0]) > self.times[0]

    def _play(self, time: float) -> None:
        """Play the log up to ``time``, with the decisions of the last tick."""
        while (row := self._next) is not None:
            if row.time > time and row.variable == STATE and row.source == self._replay.name:
                break
            ticked = self._replay.take(row)
            self._next = next(self._rows, None)
            if ticked is None:
                continue
            self._made.append(ticked)
            self._pieces += _pieces(ticked)
            while self._pieces > _MOST_PIECES and len(self._made) > 1:
                self._pieces -= _pieces(self._made.popleft())


def _time(made: _Ticked | float) -> float:
    return made if isinstance(made, float) else made.time


def _pieces(made: _Ticked | float) -> int:
    return 1 if isinstance(made, float) else 1 + sum(function.count for _, function in made.functions.values())


def ticks_of(log: Path) -> list[float]:
    """When the helm of a log ticked, s: each of its ticks posts its state."""
    source, times = "", []
    for row in read_alog(log):
        if not source and row.variable.startswith("IVPHELM_"):
            source = row.source
        if row.variable == STATE and row.source == source:
            times.append(row.time)
    return times


def moment_at(
    log: Path, mission: Path | Mission | None, time: float, note: Callable[[str], None] | None = None
) -> DecisionMoment:
    """Return the last iteration of the helm with functions that is not after ``time`` (s since the start of the log).

    ``note`` is called where the log of a replay holds another decision. Raises ``ConfigError`` for a mission that is
    needed and not found or has no helm, ``NothingToDrawError`` where there is nothing at this time.
    """
    found = Decisions(log, mission).at(time)
    if note is not None:
        for text in other_decisions(found):
            note(text)
    return found


def other_decisions(moment: DecisionMoment) -> list[str]:
    """Say on which axes the log has another decision."""
    found = []
    for name, value in moment.logged.items():
        if abs(moment.decision.get(name, nan) - value) > _EQUAL or name not in moment.decision:
            chosen = f"{moment.decision[name]:g}" if name in moment.decision else "nothing"
            found.append(f"the log has {name} {value:g} at {moment.time:g} s, the helm decides {chosen} from its mail")
    return found


class _Replay:
    """Plays the rows of a log to a helm."""

    def __init__(self, log: Path, mission: Mission) -> None:
        start = read_header(log).log_start
        self.start = start if isfinite(start) else 0.0
        self.mission = mission
        self.helm: Helm | None = None
        self.name = ""
        self.moment: _Ticked | None = None
        self.first: float | None = None  #: when there were functions for the first time
        self._ticked = -1.0
        self._waiting: list[Message] = []
        self._latest: dict[str, Message] = {}

    def take(self, row: AlogRow) -> _Ticked | float | None:
        """Take a row in; return what a tick made of all rows before it: the time of one without functions."""
        value, ticked = row.value, None
        if isinstance(value, BinaryRef):
            return None
        now = self.start + row.time
        if self.helm is None and row.variable.startswith("IVPHELM_"):
            self._begin(row.source, now)
        helm = self.helm
        if helm is not None and row.variable == STATE and row.source == self.name:
            self._tick(helm, row.time, now)
            ticked = self.moment or row.time
        elif row.source == self.name and row.variable.startswith("DESIRED_") and isinstance(value, float):
            axis = row.variable.removeprefix("DESIRED_").lower()
            if self.moment is not None and self.moment.time == self._ticked:
                self.moment.logged["course" if axis == "heading" else axis] = value
        message = Message(row.variable, value, now, row.source, row.source_aux, row.community)
        self._latest[row.variable] = message
        if helm is not None and helm.subscribes_to(row.variable):
            self._waiting.append(message)
        return ticked

    def _begin(self, name: str, now: float) -> None:
        block = self.mission.block(name)
        if block is None:
            kinds = (launch.alias for launch in launches(self.mission) if program_role(launch.program) == HELM)
            block = next((found for alias in kinds if (found := self.mission.block(alias)) is not None), None)
        if block is None:
            raise ConfigError("this mission has no block of a helm; give --mission FILE.moos", file=self.mission.file)
        self.name = name
        self.helm = read_helm(self.mission, block, name, now=now)
        refuse_bad_helm(self.helm)
        self.helm.start(now)
        self._subscribe(self.helm)

    def _subscribe(self, helm: Helm) -> None:
        """The first mail of a new subscription is the present value."""
        self._waiting += [self._latest[name] for name in helm.take_subscriptions() if name in self._latest]

    def _tick(self, helm: Helm, time: float, now: float) -> None:
        waiting, self._waiting = self._waiting, []
        helm.mail(waiting, now)
        before = helm.iteration
        helm.tick(now)
        self._subscribe(helm)
        self._ticked = time
        if helm.iteration > before and helm.functions:
            self.moment = _Ticked(time, helm.iteration, helm.options.axes, dict(helm.functions), dict(helm.decision))
            self.first = time if self.first is None else self.first
        else:
            self.moment = None

    def nothing(self, time: float) -> str:
        """Return why there is nothing to draw, in words."""
        assert self.helm is not None
        at = f"no behaviour has a function at {time:g} s"
        if self.first is not None:
            return f"{at}; the first is at {self.first:g} s, the helm is in {self.helm.state}; choose another time"
        missing = [name for name in ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED") if name not in self._latest]
        lacks = f"; the log holds no {', '.join(missing)} until then" if missing else ""
        return f"{at}: the helm is in {self.helm.state}, and none had one before{lacks}; choose a later time"
