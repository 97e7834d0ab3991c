"""The objective functions of a helm at a time of a log: the recorded mail is played to the helm of the mission."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, nan
from pathlib import Path

from usimmarine_py.apps.helm import read_helm, refuse_bad_helm
from usimmarine_py.errors import ConfigError, NothingToDrawError
from usimmarine_py.helm import DomainAxis, Helm
from usimmarine_py.helm.functions import Utility
from usimmarine_py.logs.alog import AlogRow, BinaryRef, read_alog, read_header
from usimmarine_py.logs.helm import STATE
from usimmarine_py.mission import HELM, Mission, launches, program_role, read_mission
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.mail import Message

#: A decision of the log further than this from that of the replay is another one.
_EQUAL = 1e-4


@dataclass(slots=True)
class DecisionMoment:
    """One iteration of a helm."""

    time: float  #: s since the start of the log
    axes: list[DomainAxis]
    functions: dict[str, tuple[float, Utility]]  #: behaviour -> (priority weight, function)
    decision: dict[str, float]  #: axis -> chosen value
    logged: dict[str, float] = field(default_factory=dict)  #: axis -> value that the log has for this iteration


def moment_at(
    log: Path, mission_file: Path | None, time: float, note: Callable[[str], None] | None = None
) -> DecisionMoment:
    """Return the last iteration of the helm with functions that is not after ``time`` (s since the start of the log).

    The helm of the mission gets every message that the log holds, ticks when the recorded one ticked, and so works for
    logs of the original, too. ``note`` is called where the log holds another decision. Raises ``ConfigError`` for a
    mission that is not found or has no helm, ``NothingToDrawError`` where there is nothing at this time.
    """
    if not log.name.lower().endswith(".alog"):
        raise ConfigError("--ipf plays the mail of an .alog to the helm; give the .alog of the run", file=str(log))
    if mission_file is None:
        raise ConfigError("the mission of this log is not found; give --mission FILE.moos", file=str(log))
    replay = _Replay(log, read_mission(str(mission_file)), time)
    for row in read_alog(log):
        if not replay.take(row):
            break
    found = replay.moment
    if replay.helm is None:
        raise NothingToDrawError(f"{log}: no helm posted to this log: nothing to draw with --ipf")
    if found is None:
        raise NothingToDrawError(f"{log}: {replay.nothing(time)}")
    if note is not None:
        for name, value in found.logged.items():
            if abs(found.decision.get(name, nan) - value) > _EQUAL or name not in found.decision:
                chosen = f"{found.decision[name]:g}" if name in found.decision else "nothing"
                note(f"the log has {name} {value:g} at {found.time:g} s, the helm decides {chosen} from its mail")
    return found


class _Replay:
    """Plays the rows of a log to a helm."""

    def __init__(self, log: Path, mission: Mission, until: float) -> None:
        start = read_header(log).log_start
        self.start = start if isfinite(start) else 0.0
        self.mission, self.until = mission, until
        self.helm: Helm | None = None
        self.name = ""
        self.moment: DecisionMoment | None = None
        self.first: float | None = None  #: when there were functions for the first time
        self._ticked = -1.0
        self._waiting: list[Message] = []
        self._latest: dict[str, Message] = {}

    def take(self, row: AlogRow) -> bool:
        """Take a row in; return False where no further one is wanted."""
        value = row.value
        if isinstance(value, BinaryRef):
            return True
        now = self.start + row.time
        if self.helm is None and row.variable.startswith("IVPHELM_"):
            self._begin(row.source, now)
        helm = self.helm
        if helm is not None and row.variable == STATE and row.source == self.name:
            if row.time > self.until:
                return False
            self._tick(helm, row.time, now)
        elif row.source == self.name and row.variable.startswith("DESIRED_") and isinstance(value, float):
            axis = row.variable.removeprefix("DESIRED_").lower()
            if self.moment is not None and self.moment.time == self._ticked:
                self.moment.logged["course" if axis == "heading" else axis] = value
        message = Message(row.variable, value, now, row.source, row.source_aux, row.community)
        self._latest[row.variable] = message
        if helm is not None and helm.subscribes_to(row.variable):
            self._waiting.append(message)
        return True

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
            self.moment = DecisionMoment(time, helm.options.axes, dict(helm.functions), dict(helm.decision))
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
