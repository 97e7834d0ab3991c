"""What ends a run by itself: a verdict, plans and scripts, or that every helm rests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from usimmarine_py.apps.grading.verdict import RunEnding, VerdictEnding, judged
from usimmarine_py.apps.guidance import GuidanceApp
from usimmarine_py.apps.helm import HelmApp
from usimmarine_py.apps.own.player import OwnApp
from usimmarine_py.apps.script import ScriptApp
from usimmarine_py.values.app import Application

#: What a summary calls those that end a run.
ROLES: Mapping[type, str] = {GuidanceApp: "guidance", ScriptApp: "script", VerdictEnding: "verdict", HelmApp: "helm"}


class Endings:
    """Looks at all applications of a run.

    A run that is judged ends with its verdicts. Otherwise the first plan, script or own application that comes to its
    end ends it; without any of them it ends when all helms rest.
    """

    def __init__(self, applications: Sequence[Application], now: Callable[[], float]) -> None:
        found: dict[int, RunEnding] = {
            i: one
            for i, one in enumerate(applications)
            if (isinstance(one, OwnApp) and one.may_end)
            or (isinstance(one, GuidanceApp) and one.plan.ends)
            or (isinstance(one, ScriptApp) and one.quits)
        }
        found = found or {i: one for i, one in enumerate(applications) if isinstance(one, HelmApp)}
        self._names = [one.name for one in applications]
        #: those that will end the run, if all goes well, by their places in ``applications``
        self.each: Mapping[int, RunEnding] = judged(applications, found, now)

    def __bool__(self) -> bool:
        """Whether anything will end the run, if all goes well."""
        return bool(self.each)

    @property
    def by_helms(self) -> bool:
        """Whether only helms will, which need not."""
        return bool(self) and all(isinstance(one, HelmApp) for one in self.each.values())

    @property
    def finished(self) -> tuple[str, str]:
        """The application that has ended the run, and what it is (verdict, guidance, script, helm); empty: none."""
        ended = [index for index, one in self.each.items() if one.finished]
        if not ended or (self.by_helms and len(ended) < len(self.each)):
            return "", ""
        return self._names[ended[0]], ROLES.get(type(self.each[ended[0]]), "")

    @property
    def stuck(self) -> str:
        """Why it will not end; empty: it may."""
        if self.by_helms:  # another helm may still drive
            return ""
        return next((why for one in self.each.values() if not one.finished and (why := one.stuck)), "")
