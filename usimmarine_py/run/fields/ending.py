"""What ends the run of a field by itself: a verdict, plans and scripts, or that every helm rests."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from usimmarine_py.apps.grading.verdict import RunEnding, VerdictEnding, judged
from usimmarine_py.apps.guidance import GuidanceApp
from usimmarine_py.apps.helm import HelmApp
from usimmarine_py.apps.own.player import OwnApp
from usimmarine_py.apps.script import ScriptApp
from usimmarine_py.values.app import Application


class FieldEnding:
    """Looks at the applications of all communities.

    A field that is judged ends with its verdicts. Otherwise the first plan, script or own application that comes to
    its end ends it; without any of them it ends when all helms rest.
    """

    def __init__(self, applications: Sequence[Application], now: Callable[[], float]) -> None:
        self._first: list[RunEnding] = [
            one
            for one in applications
            if (isinstance(one, OwnApp) and one.may_end)
            or (isinstance(one, GuidanceApp) and one.plan.ends)
            or (isinstance(one, ScriptApp) and one.quits)
        ]
        self._helms = [one for one in applications if isinstance(one, HelmApp)]
        others = dict(enumerate(self._first or self._helms))
        found = judged(applications, others, now)
        self._judges = {i: one for i, one in found.items() if isinstance(one, VerdictEnding)}
        self._names = {i: applications[i].name for i in self._judges}

    def __bool__(self) -> bool:
        """Whether anything will end the run, if all goes well."""
        return bool(self._judges or self._first or self._helms)

    @property
    def by_helms(self) -> bool:
        """Whether only helms will, which need not."""
        return bool(self._helms) and not self._judges and not self._first

    @property
    def finished(self) -> tuple[str, str]:
        """The application that has ended the run, and what it is (verdict, guidance, script, helm); empty: none."""
        for index, verdict in self._judges.items():
            return (self._names[index], "verdict") if verdict.finished else ("", "")
        for one in self._first:
            if one.finished:
                role = {GuidanceApp: "guidance", ScriptApp: "script"}.get(type(one), "")
                return one.name, role  # type: ignore[attr-defined]
        if self._helms and not self._first and all(helm.finished for helm in self._helms):
            return self._helms[0].name, "helm"
        return "", ""

    @property
    def stuck(self) -> str:
        """Why it will not end; empty: it may."""
        for verdict in self._judges.values():
            return verdict.stuck
        return next((one.stuck for one in self._first if one.stuck and not one.finished), "")
