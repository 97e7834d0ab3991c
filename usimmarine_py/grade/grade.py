"""One mission, or one field, played in lock step and judged."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Protocol

from usimmarine_py.apps.grading.mission_eval import MissionEvalApp
from usimmarine_py.conditions.judge import NOT_POSTED
from usimmarine_py.errors import ConfigError, MissionFileError, UsimError, shorten
from usimmarine_py.grade.files import judges
from usimmarine_py.mission import Mission, simulator_blocks
from usimmarine_py.mission.unplayed import REMEDY, idle_blocks
from usimmarine_py.run.asked import MissionReading, Operator, OwnCode
from usimmarine_py.run.changes import changed_missions
from usimmarine_py.run.files import FIELD_PICTURE
from usimmarine_py.run.misnamed import NEVER_POSTED, NEVER_READ
from usimmarine_py.run.mistakes import foreign_behaviors, mistakes
from usimmarine_py.run.output import RunFiles
from usimmarine_py.run.plan import RunPlan, plan_run
from usimmarine_py.run.requirements import Requirements
from usimmarine_py.run.run import Drive, RunEnd, execute
from usimmarine_py.run.stop import Stop, TickEnded
from usimmarine_py.run.summary import RunResult, RunSummary
from usimmarine_py.script.grading.evaluation import PASS, UNCOUNTED
from usimmarine_py.script.grading.expected import read_expected

#: By default a mission has to end within this, simulated s.
LONGEST = 3600.0

#: Characters of the line of a mission, at most.
LONGEST_LINE = 2000
#: Said of a mission that only its helms could end.
GOES_ON = "; where its helms are to go on, add --expect 'ended = limit'"

#: Warnings of a run by which it was another one than the one that was meant.
_TELLING = (NEVER_POSTED, NEVER_READ, "Faulty update")

#: What to do about what exists only as C++.
LIVE = "where it is a library of C++ in IVP_BEHAVIOR_DIRS, usim grade --live plays it with pHelmIvP from PATH"

PASSED, FAILED, ERROR = "pass", "fail", "error"


class Live(Protocol):
    """Plays a mission live; made for one play."""

    faults: list[str]  #: why it failed besides
    repeat: str  #: the command that plays it again

    def plan(self, within: float | None, longest: float) -> RunPlan:
        """Return the run, of at most ``within`` s, None: ``longest``."""
        ...

    def drive(self, plan: RunPlan, end: RunEnd, stopped: Callable[[], str] | None) -> None:
        """Let it run to its end."""
        ...


@dataclass(frozen=True, slots=True)
class KeptFiles:
    """Which files the runs of missions leave."""

    keep: Mapping[str, str] = field(default_factory=dict)  #: by mission file the folder for them
    most: float = inf  #: bytes, of each run
    pictures: bool = True  #: one of them is a picture


@dataclass(frozen=True, slots=True)
class GradeOptions:
    """Options that hold for every mission, beside those of its own block."""

    expectations: tuple[str, ...] = ()
    within: float | None = None  #: s
    seed: int | None = None
    strict: bool = False  #: a warning at the start is a failure
    allowed: tuple[str, ...] = ()  #: names of applications that need not be played
    timeout: float | None = None  #: real s for each mission
    reading: MissionReading = field(default_factory=MissionReading)
    own: OwnCode = field(default_factory=OwnCode)
    operator: Operator = field(default_factory=Operator)
    kept: KeptFiles = field(default_factory=KeptFiles)
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  #: by file all communities that it plays with
    script: tuple[str, ...] = ()  #: the launch script that starts the communities, and its arguments
    script_pokes: tuple[str, ...] = ()  #: what it posts


@dataclass(slots=True)
class Grade:
    """The result of one mission. Everything but ``seconds`` is equal for equal seeds."""

    file: str
    outcome: str  #: pass, fail, or error: it could not be played
    reasons: list[str] = field(default_factory=list)  #: why it did not pass
    ended: str = ""
    time: float = 0.0  #: simulated s
    seed: int = 0
    verdicts: dict[str, str] = field(default_factory=dict)  #: of each pMissionEval
    expectations: dict[str, str] = field(default_factory=dict)  #: each with the reason why it failed (empty: it passed)
    reports: dict[str, str] = field(default_factory=dict)  #: by name of a file what graders wrote into it
    warnings: list[str] = field(default_factory=list)
    kept: str = ""  #: the folder with the files of the run
    repeat: str = ""  #: the command that repeats the run, to the byte of its log
    seconds: float = 0.0  #: real

    @property
    def picture(self) -> str:
        """The picture of the run, of a field that of all vehicles; empty if there is none."""
        names = (FIELD_PICTURE, f"{Path(self.file).stem}.png") if self.kept else ()
        return next((str(file) for name in names if (file := Path(self.kept, name)).is_file()), "")

    @property
    def places(self) -> list[str]:
        """The log (several: their folder) and the picture of the run, as far as there are."""
        log = Path(self.kept, f"{Path(self.file).stem}.alog")
        logs = next((str(place) for place in (log, log.parent) if self.kept and place.exists()), "")
        return [place for place in (logs, self.picture) if place]

    @property
    def line(self) -> str:
        """The result in one line."""
        if self.outcome == PASSED:
            done = [f"{verdict} by {name}" for name, verdict in self.verdicts.items()]
            many = len(self.expectations)
            done += [f"{many} expectation{'s' if many > 1 else ''}"] if many else []
            why = ", ".join(done or [f"ended {self.ended}"])
        else:
            why = "; ".join(self.reasons)
        text = f"{self.outcome.upper():<5} {why if why.startswith(f'{self.file}:') else f'{self.file}: {why}'}"
        # printable and short, whatever the file contains
        return shorten(text + (f" ({self.time:g} s)" if self.outcome != ERROR else ""), LONGEST_LINE)


def grade_file(file: str | Path, asked: GradeOptions) -> Grade:
    """Play and judge a mission; anything that prevents it is an ``error``, never raised."""
    began = time.perf_counter()
    try:
        files = asked.fields.get(str(file), (str(file),))
        missions = changed_missions(files, asked.reading, asked.own.apps)
        grade = grade_missions(missions, asked, str(file))
    except TickEnded:
        grade = Grade(str(file), ERROR, ["cut short by --timeout before its start"])
    except Exception as error:  # the other missions are judged all the same
        grade = not_played(str(file), error)
    grade.file = str(file)
    grade.seconds = time.perf_counter() - began
    return grade


def not_played(file: str, error: Exception) -> Grade:
    """Return the grade of a mission that an error kept from being played."""
    reason = f"could not be played, by a fault of usim itself: {shorten(f'{type(error).__name__}: {error}')}"
    if isinstance(error, UsimError):
        reason = str(error)
    elif isinstance(error, OSError):
        reason = f"cannot be read: {error.strerror or error}"
    return Grade(file, ERROR, [reason])


def grade_missions(missions: Sequence[Mission], asked: GradeOptions, name: str, live: Live | None = None) -> Grade:
    """Play and judge a mission, or several as the communities of a field.

    ``name``: what it is called, by which the folder for its files is found. ``live``: what plays it, if not offline.
    Raises ``ConfigError`` and ``MissionFileError`` for one that cannot be played, ``LogFileError`` for its files.
    """
    expectations: list[str] = []
    within = asked.within
    wrong: list[str] = []
    for mission in missions:
        expected = read_expected(mission)
        if expected.errors:
            raise expected.errors[0].as_error()
        wrong += [str(found) for found in mistakes(mission, asked.own.behaviors)]
        expectations += expected.expectations
        within = expected.within if within is None else within
        if within is not None and not within > 0.0:
            raise ConfigError(f"must be above 0 seconds, found {within:g}", key="within", file=mission.file)
    if wrong:  # the verdict would be about another mission than the one that was meant
        return Grade(missions[0].file, ERROR, list(dict.fromkeys(wrong)))
    if not any(map(simulator_blocks, missions)) and (judged := [one for m in missions for one in judges(m)]):
        problem = f"has a judge ({', '.join(judged)}) but no vehicle: is a block misspelt?"
        mission = missions[0]
        if mission.expansion is not None and mission.expansion.asked:
            problem += f" {mission.expansion.asked}: give -D NAME=VALUE"
        remedy = "where the vehicle is in another file, leave this one out (--exclude)"
        raise MissionFileError(problem, file=mission.file, remedy=remedy)
    wanted = tuple(dict.fromkeys((*expectations, *asked.expectations)))
    if live is None and (foreign := foreign_behaviors(missions, asked.own.behaviors)):
        return Grade(missions[0].file, ERROR, [f"{one.place}: no behaviour {one.kind} in the helm of usim run; {LIVE}"
                                               for one in foreign])  # fmt: skip
    stop = Stop(asked.timeout)
    if live is not None:
        return _judged(missions, asked, asked.kept.keep.get(name, ""), wanted, within, stop, live)
    with stop.watching():
        return _judged(missions, asked, asked.kept.keep.get(name, ""), wanted, within, stop)


def _judged(
    missions: Sequence[Mission],
    asked: GradeOptions,
    folder: str,
    expectations: tuple[str, ...],
    within: float | None,
    stop: Stop,
    live: Live | None = None,
) -> Grade:
    plan = _plan(missions, within, asked) if live is None else live.plan(within, LONGEST)
    summary, notes = _play(plan, asked, folder, expectations, stop, None if live is None else live.drive)
    own = bool(summary.verdicts or any(read_expected(mission).expectations for mission in missions))
    reasons = _reasons(summary, within or LONGEST, asked.strict, own, plan.ending.by_helms)
    reasons += [text for text in _passed_over(plan) if text not in reasons]
    reasons += _missing(plan, asked.allowed) if live is None else live.faults
    if any(NOT_POSTED in text for text in reasons):  # by an application that was forgotten, perhaps
        played = {app.settings.name.lower() for app in plan.apps}
        reasons += [text for mission in missions for text in _not_started(mission, played)]
    warnings = [text for text in (*summary.config_warnings, *summary.run_warnings) if text not in reasons]
    files = [mission.file for mission in missions]
    return Grade(
        files[0], FAILED if reasons else PASSED, reasons, summary.ended_by or summary.ended, summary.time,
        summary.seed, summary.verdicts, summary.required, summary.reports,
        warnings + notes, folder,
        "" if not reasons else _command(plan, files, asked, summary) if live is None else live.repeat,
    )  # fmt: skip


def _play(
    plan: RunPlan, asked: GradeOptions, folder: str, expectations: Sequence[str], stop: Stop, drive: Drive | None
) -> tuple[RunResult, list[str]]:
    """Do the run; its summary and notes."""
    required = Requirements(expectations)
    if folder:
        from usimmarine_py.grade.keep import run_and_keep

        files = RunFiles(required=required, most=asked.kept.most)
        return run_and_keep(plan, Path(folder), files, picture=asked.kept.pictures, stopped=stop, drive=drive)
    listeners = {one.name: required.of(one.name) for one in plan.communities}
    summary = execute(plan, listeners=listeners, stopped=stop, drive=drive)
    required.judge(summary)
    return summary, []


def _passed_over(plan: RunPlan) -> list[str]:
    """Return warnings of pMissionEval about lines that do not count: its verdict is incomplete."""
    apps = [app.application for app in plan.apps]
    judges = [app for app in apps if isinstance(app, MissionEvalApp)]
    return [text for app in judges for text in app.config_warnings if UNCOUNTED not in text]


def _command(plan: RunPlan, files: Sequence[str], asked: GradeOptions, summary: RunResult) -> str:
    """Return the ``usim run`` that repeats the run."""
    words = ["usim", "run", *(asked.script[:1] or files)]
    for option, values in (("-D", asked.reading.definitions), ("--path", asked.reading.folders),
                           ("--press", asked.operator.presses), ("--poke", asked.operator.pokes),
                           ("--behaviors", asked.own.behaviors)):  # fmt: skip
        words += [word for value in values for word in (option, str(value))]
    words += [word for key, value in asked.reading.changes.items() for word in ("--set", f"{key}={value}")]
    words += [word for app in asked.own.apps for word in ("--app", str(app))]
    words += [] if asked.operator.deploy else ["--no-press"]
    if plan.duration is not None:
        words += ["--duration", f"{plan.duration:g}"]
    elif summary.ended == "limit":
        words += ["--max-time", f"{plan.limit:g}"]
    words += ["--seed", str(plan.seed)]
    return shlex.join([*words, *(["--", *asked.script[1:]] if asked.script[1:] else [])])


def _missing(plan: RunPlan, allowed: Sequence[str]) -> list[str]:
    """Return a line for each application that the mission starts and the run did not play."""
    may = {name.lower() for name in allowed}
    return [
        f"{one.name} (line {one.line}) is not played: {REMEDY}, --live starts it from PATH, --allow-missing {one.name} "
        "judges without it"
        for one in plan.left_out
        if one.name.lower() not in may and Path(one.program).name.lower() not in may
    ]


def _not_started(mission: Mission, played: Collection[str]) -> Iterator[str]:
    """Yield a line for each block that nothing plays, with the file beside the mission that has it, if there is one."""
    texts: dict[Path, str] = {}
    for file in sorted(Path(mission.file).parent.glob("*.py")):
        with suppress(OSError):  # it is looked at for a hint
            texts[file] = file.read_text(encoding="utf-8", errors="replace")
    for block in idle_blocks(mission, played):
        own = [file for file, text in texts.items() if f"class {block.name}(" in text]
        remedy = f"--app {own[0]} plays it" if own else f"where it is yours, {REMEDY}"
        yield f"{mission.file}:{block.line}: no line of ANTLER starts {block.name}: {remedy}"


def _plan(missions: Sequence[Mission], within: float | None, asked: GradeOptions) -> RunPlan:
    """Return a run to the end of the mission, at most ``within`` s; if it has no end, of just that."""
    limit = LONGEST if within is None else within
    operator = replace(asked.operator, pokes=asked.operator.pokes + asked.script_pokes)
    try:
        return plan_run(
            missions, duration=within, seed=asked.seed, block=asked.reading.block, limit=limit, apps=asked.own.apps,
            behaviors=asked.own.behaviors, operator=operator,
        )  # fmt: skip
    except ConfigError as error:
        if within is None and "--duration" in error.problem:
            problem = "nothing in this mission ends it (no verdict, plan or script): say how long it is to last"
            raise ConfigError(f"{problem}, --within SECONDS", file=missions[0].file) from None
        raise


def _reasons(summary: RunResult, within: float, strict: bool, own: bool, by_helms: bool) -> list[str]:
    """Return why it did not pass, most important first.

    ``own``: the mission has expectations or a judge itself; ``by_helms``: only helms could end it, which need not.
    """
    reasons = [f"{text}: {why}" for text, why in summary.required.items() if why]
    for name, verdict in summary.verdicts.items():
        if verdict != PASS:
            what = "fail by" if verdict == "fail" else "no verdict by"
            reasons.append(f"{what} {name}: {summary.stopped_at.get(name, '')}")
    late = summary.ended == "limit"
    ends = any("ended" in text for text in summary.required)
    if late and not ends and all(verdict == "pending" for verdict in summary.verdicts.values()):
        reasons.append(f"not at its end within {within:g} s{GOES_ON * by_helms}")
    reasons += [text for text in summary.faults() if not (late and text.startswith("cut short"))]
    if not own and isinstance(summary, RunSummary) and summary.waypoints_missed:
        reasons.append(f"{summary.waypoints_missed} of {summary.waypoints} waypoints were missed")
    if not summary.required and not summary.verdicts and summary.ended == "duration":
        reasons.append("nothing is expected of it, and it has no plan or script that comes to an end")
    elif not summary.required and not summary.verdicts and not summary.driven:
        reasons.append("nothing drove the vehicle, and nothing is expected")
    if not any("distance" in text for text in summary.required):
        reasons += [summary.carried()] if summary.moved else ["the vehicle never moved"]
    reasons += [text for text in summary.run_warnings if any(words in text for words in _TELLING)]
    if reasons:
        reasons += [text for text in summary.run_warnings if "nothing is posted" in text]
    return [text for text in reasons if text] + (summary.config_warnings if strict else [])
