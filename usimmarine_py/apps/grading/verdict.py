"""The end of a run: by a plan, a script or a verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from usimmarine_py.apps.grading.mission_eval import MissionEvalApp
from usimmarine_py.apps.grading.pokes import MayFinishApp
from usimmarine_py.values.app import Application

#: So long (simulated s) a verdict is waited for when plan and scripts have come to their end.
PATIENCE = 600.0

Clocked = Callable[[], float]


@runtime_checkable
class RunEnding(Protocol):
    """An application that may end a run."""

    @property
    def finished(self) -> bool:
        """It has."""
        ...

    @property
    def stuck(self) -> str:
        """Why it will not, as it seems; empty: it may."""
        ...

    @property
    def progress(self) -> float:
        """How far it is, 0 to 1."""
        ...


class VerdictEnding:
    """The ending of a run that is judged: all verdicts are there. ``others`` would end it otherwise.

    For verdicts of ``awaited`` it goes on for the time that a uMayFinish grants.
    """

    def __init__(
        self, judges: Sequence[tuple[str, RunEnding]], others: Sequence[RunEnding], now: Clocked,
        awaited: Sequence[RunEnding] = (), granted: float = 0.0,
    ) -> None:  # fmt: skip
        """``judges`` with their names. ``granted``: s."""
        self._judges, self._others, self._now, self._awaited = judges, others, now, awaited
        self._granted = granted
        self._judged: float | None = None
        self._over: float | None = None

    @property
    def finished(self) -> bool:
        """All of them."""
        if not all(judge.finished for _, judge in self._judges):
            return False
        self._judged = self._now() if self._judged is None else self._judged
        return all(one.finished for one in self._awaited) or self._now() - self._judged >= self._granted

    @property
    def progress(self) -> float:
        """Of the slowest."""
        return min(judge.progress for _, judge in self._judges)

    @property
    def stuck(self) -> str:
        """The reason, if plan and scripts ended long ago without a verdict."""
        if not self._others or not all(other.finished or other.stuck for other in self._others):
            return ""
        self._over = self._now() if self._over is None else self._over
        if self._now() - self._over < PATIENCE:
            return ""
        names = ", ".join(name for name, judge in self._judges if not judge.finished)
        return f"no verdict by {names} in the {PATIENCE:g} s after plan and scripts came to their end"


def judged(
    applications: Sequence[Application],
    endings: Mapping[int, RunEnding],
    now: Clocked,
    seen: Callable[[int, RunEnding], RunEnding],
) -> dict[int, RunEnding]:
    """Which of ``applications`` end the run: uMayFinish, else pMissionEval, else the ``endings`` that are known.

    ``seen`` gives what is looked at in place of an application.
    """
    awaited = [seen(i, one) for i, one in enumerate(applications) if isinstance(one, MissionEvalApp)]
    for kind in (MayFinishApp, MissionEvalApp):
        judges = {i: one for i, one in enumerate(applications) if isinstance(one, kind)}
        if judges:
            granted = max((one.config.grace for one in judges.values() if isinstance(one, MayFinishApp)), default=0.0)
            named = [(one.name, seen(i, one)) for i, one in judges.items()]
            return dict.fromkeys(judges, VerdictEnding(named, [*endings.values()], now, awaited, granted))
    return dict(endings)
