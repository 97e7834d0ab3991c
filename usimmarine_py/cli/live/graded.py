"""``usim grade --live``: missions whose programs or behaviours exist only as C++, played live and judged."""

from __future__ import annotations

import shlex
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from math import inf
from pathlib import Path

from usimmarine_py.cli.live.play import LiveLaunch
from usimmarine_py.cli.start import SignalExit
from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.grade.grade import Grade, GradeOptions, grade_missions, not_played
from usimmarine_py.launch.output import Printer
from usimmarine_py.launch.plan import Community, check_plan, plan_community, plays_inside, with_warp
from usimmarine_py.launch.supervisor import Supervisor
from usimmarine_py.moos.app.signals import ended_by
from usimmarine_py.moos.app.terminal import Console
from usimmarine_py.run.live.loop import LiveLoop
from usimmarine_py.run.mistakes import foreign_behaviors
from usimmarine_py.run.plan import RunPlan
from usimmarine_py.run.run import RunEnd
from usimmarine_py.run.stop import TIMEOUT
from usimmarine_py.values.frozen import replace

#: What deploys a helm that is another program, and how long after the last start (real s): behind what it initializes.
_DEPLOYING, _AFTER = ("MOOS_MANUAL_OVERRIDE=false", "RETURN=false", "DEPLOY=true"), 3.0
#: Lines that are kept of what a program said last.
_LAST_LINES = 2


def grade_live(file: str, asked: GradeOptions, warp: float | None) -> Grade:
    """Play the community or the field of a mission file live, at a time warp, and judge it; nothing is raised.

    What this package plays plays in this process, another helm where a behaviour exists only as C++; other programs
    are started from PATH, with IVP_BEHAVIOR_DIRS as it is.
    """
    try:
        files = [Path(name) for name in asked.fields.get(file, (file,))]
        live = _Live(_communities(files, asked, warp), asked, warp)
        grade = grade_missions([one.mission for one in live.communities], asked, file, live)
    except Exception as error:  # the other missions are judged all the same
        grade = not_played(file, error)
    grade.file = file
    return grade


def _communities(files: Sequence[Path], asked: GradeOptions, warp: float | None) -> list[Community]:
    reading = asked.reading
    found = []
    for path in files:
        given = (path, reading.definitions, reading.folders, "ours", tuple(map(str, asked.own.behaviors)))
        community = plan_community(*given, skip_idle=True)
        foreign = foreign_behaviors([community.mission], asked.own.behaviors)
        if foreign:
            community = plan_community(*given, skip_idle=True, theirs={one.helm for one in foreign})
            for child in community.children:
                if child.program.ours and any(one.helm == child.name for one in foreign):
                    kinds = ", ".join(dict.fromkeys(one.kind for one in foreign))
                    raise ConfigError(f"{kinds}: no such behaviour here, and there is no {child.argv0} on PATH",
                                      file=foreign[0].place)  # fmt: skip
        found.append(community if warp is None else with_warp(community, warp))
    may = {name.lower() for name in asked.allowed}
    if missing := [name for one in found for name in one.missing if name.split()[0].lower() not in may]:
        raise ConfigError(f"programs not found: {', '.join(missing)}; put them on PATH, or judge without them "
                          "(--allow-missing NAME)", file=str(files[0]))  # fmt: skip
    check_plan(found, skip_missing=True)
    for one in found:
        one.write_files()
    return found


class _Live:
    """One live play."""

    def __init__(self, communities: Sequence[Community], asked: GradeOptions, warp: float | None) -> None:
        self.communities, self._asked = communities, asked
        self.faults: list[str] = []
        files = [str(one.mission.file) for one in communities]
        words = ["--live", *([] if warp is None else ["--warp", f"{warp:g}"])]
        self.repeat = shlex.join(["usim", "grade", *files, *words])
        several = len(communities) > 1
        children = [
            (f"{one.name}/{child.name}" if several else child.name, child)
            for one in communities
            for child in one.children
        ]
        self._last: dict[str, list[str]] = {}
        self._supervisor = Supervisor(children, Printer([], lambda _text: None), self._say)
        self._by_place = {(child.community, child.name): name for name, child in children}
        self._launch: LiveLaunch | None = None

    def _say(self, text: str) -> None:
        self.faults.append(text)

    def plan(self, within: float | None, longest: float) -> RunPlan:
        """Return the run."""
        operator = self._asked.operator
        inside = {child.name for one in self.communities for child in plays_inside(one)}
        helms = [child for one in self.communities for child in one.children if child.argv0.endswith("pHelmIvP")]
        if operator.deploy and not (operator.pokes or operator.presses) and any(h.name not in inside for h in helms):
            starts = sum(child.pause for one in self.communities for child in one.children if child.name not in inside)
            time = (starts + _AFTER) * self.communities[0].warp
            names = {helm.community for helm in helms}
            pokes = [f"{name}:{post}@{time:g}" for name in sorted(names) for post in _DEPLOYING]
            operator = replace(operator, deploy=False, pokes=tuple(pokes))
        self._launch = LiveLaunch(
            self.communities, self._outlets, behaviors=tuple(map(str, self._asked.own.behaviors)), operator=operator,
            seed=self._asked.seed,
        )  # fmt: skip
        plan = self._launch.plan
        plan.limit, plan.cut = longest if within is None else within, "limit"
        if plan.ending:
            plan.duration = None
        elif within is not None:
            plan.duration = within
        else:
            raise ConfigError("nothing in this mission ends it (no verdict, plan or script): say how long it is to "
                              "last, --within SECONDS", file=str(self.communities[0].mission.file))  # fmt: skip
        return plan

    def _outlets(self, community: str, program: str) -> tuple[Console, Console]:
        lines = self._last.setdefault(program, [])

        def take(text: str) -> None:
            lines.extend(line for line in text.splitlines() if line.strip())
            del lines[:-_LAST_LINES]

        return take, take

    def drive(self, plan: RunPlan, end: RunEnd, _stopped: Callable[[], str] | None) -> None:
        """Let the loop run, with the other programs beside it."""
        launch, supervisor = self._launch, self._supervisor
        assert launch is not None

        def ended(community: str, name: str, code: int) -> None:
            if code and not plan.loop.over:  # a tick that is cut when all is over is no fault of the mission
                supervisor.inside_ended(self._by_place.get((community, name), name), code)

        with ended_by(supervisor.signal), ExitStack() as stack:
            watch = _MissionWatch(plan, end, self._asked.timeout, supervisor.end)
            loop = launch.loop(stack, [supervisor, watch], ended, lambda _community, _name: False, logged=False)
            supervisor.play_inside([self._by_place[place] for place in launch.inside])
            supervisor.on_over = loop.stop
            loop.until = plan.limit if plan.duration is None else plan.duration
            loop.run()
            self._close(plan, loop)
        if (number := supervisor.signal_number) == signal.SIGINT:
            raise KeyboardInterrupt
        if number:
            raise SignalExit(128 + number, number)

    def _close(self, plan: RunPlan, loop: LiveLoop) -> None:
        """Note why it has ended, and what a program that failed said last."""
        if not plan.loop.over:
            plan.loop.over = "interrupted" if loop.stopped else plan.cut if plan.duration is None else "duration"
        if loop.stopped and plan.loop.over == "interrupted":
            said = [f"{name}: {shorten(' / '.join(lines))}" for name, lines in self._last.items() if lines]
            self.faults += [text for text in said if "rror" in text] or ["a program ended before the mission"]
        self.faults += loop.losses()


class _MissionWatch:
    """Ends the loop with the mission: a service of the loop that looks on."""

    def __init__(self, plan: RunPlan, end: RunEnd, timeout: float | None, stop: Callable[[], object]) -> None:
        """``timeout``: real s."""
        self._plan, self._end, self._stop = plan, end, stop
        self._until = inf if timeout is None else time.monotonic() + timeout

    def fileno(self) -> int:
        """Nothing is read."""
        return -1

    def begin(self) -> None:
        """Nothing."""

    def serve(self) -> None:
        """Nothing."""

    def sweep(self) -> None:
        """Look whether the mission is at its end, or its real time."""
        loop = self._plan.loop
        if not loop.over:
            self._end.look()
        if not loop.over and time.monotonic() > self._until:
            loop.over = TIMEOUT
        if loop.over:
            self._stop()

    def close(self, meanwhile: Callable[[], object]) -> None:
        """Nothing."""
