"""What ends a run by itself: a verdict, plans and scripts, or that every helm rests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from usimmarine_py.apps.grading.mission_eval import MissionEvalApp
from usimmarine_py.apps.grading.pokes import MayFinishApp
from usimmarine_py.apps.grading.verdict import RunEnding, VerdictEnding, judged
from usimmarine_py.apps.guidance import GuidanceApp
from usimmarine_py.apps.helm import HelmApp
from usimmarine_py.apps.operator import ViewerApp
from usimmarine_py.apps.own.player import OwnApp
from usimmarine_py.apps.script import ScriptApp
from usimmarine_py.values.app import Application

#: What a summary calls those that end a run.
ROLES: Mapping[type, str] = {GuidanceApp: "guidance", ScriptApp: "script", VerdictEnding: "verdict", HelmApp: "helm"}

#: Whether it has ended, or a helm rests; why it is stuck; its progress; whether nothing of a script is to come.
EndState = tuple[bool, str, float, bool]


@dataclass(slots=True)
class SeenEnding:
    """What is known of an application that plays in another process, perhaps."""

    ended: bool = False
    stuck: str = ""
    progress: float = 0.0
    exhausted: bool = True  #: of scripts and buttons
    after: Sequence[SeenEnding] = ()  #: what may deploy a helm again

    @property
    def finished(self) -> bool:
        """It has ended the run."""
        return self.ended and all(one.exhausted for one in self.after)

    def take(self, state: EndState) -> None:
        """Take in a state by ``end_state``."""
        self.ended, self.stuck, self.progress, self.exhausted = state


def end_state(one: Application) -> EndState:
    """Return the state of an application of this process."""
    if isinstance(one, ViewerApp):
        return False, "", 0.0, one.exhausted
    assert isinstance(one, RunEnding)
    ended = one.rested if isinstance(one, HelmApp) else one.finished
    return ended, one.stuck, one.progress, not isinstance(one, ScriptApp) or one.exhausted


class Endings:
    """Looks at all applications of a run.

    A run that is judged ends with its verdicts. Otherwise the first plan, script or own application that comes to its
    end ends it; without any of them it ends when all helms rest.
    """

    def __init__(
        self,
        applications: Sequence[Application],
        now: Callable[[], float],
        seen: Mapping[int, SeenEnding] | None = None,
    ) -> None:
        """``seen``, by their places, are looked at in place of the applications themselves."""
        found: dict[int, RunEnding] = {
            i: one
            for i, one in enumerate(applications)
            if (isinstance(one, OwnApp) and one.may_end)
            or (isinstance(one, GuidanceApp) and one.plan.ends)
            or (isinstance(one, ScriptApp) and one.quits)
        }
        found = found or {i: one for i, one in enumerate(applications) if isinstance(one, HelmApp)}
        look = (lambda _, one: one) if seen is None else (lambda i, one: seen.get(i, one))
        looked_at = {i: look(i, one) for i, one in found.items()}
        self._names = [one.name for one in applications]
        #: those that will end the run, if all goes well, by their places in ``applications``
        self.each: Mapping[int, RunEnding] = judged(applications, looked_at, now, look)
        kinds = {
            i: type(one) if isinstance(one, VerdictEnding) else type(applications[i]) for i, one in self.each.items()
        }
        self._roles = {i: ROLES.get(kind, "") for i, kind in kinds.items()}

    def __bool__(self) -> bool:
        """Whether anything will end the run, if all goes well."""
        return bool(self.each)

    @property
    def by_helms(self) -> bool:
        """Whether only helms will, which need not."""
        return bool(self) and all(role == ROLES[HelmApp] for role in self._roles.values())

    @property
    def finished(self) -> tuple[str, str]:
        """The application that has ended the run, and what it is (verdict, guidance, script, helm); empty: none."""
        ended = [index for index, one in self.each.items() if one.finished]
        if not ended or (self.by_helms and len(ended) < len(self.each)):
            return "", ""
        return self._names[ended[0]], self._roles[ended[0]]

    @property
    def stuck(self) -> str:
        """Why it will not end; empty: it may."""
        if self.by_helms and not all(one.finished or one.stuck for one in self.each.values()):
            return ""  # another helm may still drive
        return next((why for one in self.each.values() if not one.finished and (why := one.stuck)), "")


def seen_endings(applications: Sequence[Application]) -> dict[int, SeenEnding]:
    """Return what is to be known of applications, by their places, to tell the end of their run in another process."""
    kinds = (*(kind for kind in ROLES if kind is not VerdictEnding), OwnApp, ViewerApp, MissionEvalApp, MayFinishApp)
    found = {i: SeenEnding() for i, one in enumerate(applications) if isinstance(one, kinds)}
    places = {id(one): i for i, one in enumerate(applications)}
    for i, one in enumerate(applications):
        if isinstance(one, HelmApp):
            found[i].after = [found[places[id(other)]] for other in one.after]
    return found
