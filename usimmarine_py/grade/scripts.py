"""Launch scripts and harnesses judged in lock step.

A launch script starts communities, which are played as one field. A harness (``zlaunch.sh`` of public test suites)
prepares many cases by itself, starts each by ``xlaunch.sh`` and reads the line that the case's pMissionEval writes;
here the stand-ins of these programs play the case, and the harness writes its ``results.txt`` as always.
"""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from usimmarine_py.errors import ConfigError, UsimError
from usimmarine_py.grade.grade import ERROR, FAILED, PASSED, Grade, GradeOptions, grade_missions
from usimmarine_py.grade.play import PlayOptions, case_name
from usimmarine_py.kernels.threads import processors
from usimmarine_py.launch.script import PlayedScript, ScriptPlay, played_script
from usimmarine_py.run.changes import changed_missions

#: Scripts that are looked for in folders.
HARNESS = "zlaunch.sh"
#: The file in which a harness leaves a line for each case.
RESULTS = "results.txt"
#: Cases at once for each processor: a script sleeps most of the time.
CASES_EACH = 2
_JOBS = "--jobs="


def find_harnesses(folder: Path) -> list[Path]:
    """Return the harnesses of a folder and below."""
    return sorted(path for path in folder.rglob(HARNESS) if path.is_file())


def grade_script(
    script: Path,
    arguments: Sequence[str],
    asked: GradeOptions,
    jobs: int = 0,
    *,
    tell: Callable[[Grade], None] = lambda grade: None,
    note: Callable[[str], None] = lambda text: None,
) -> list[Grade]:
    """Run a script and judge what it starts; ``tell`` gets each grade, ``note`` a line for each case that was played.

    Of a harness each line of its results file is a case, in the order of the file. ``jobs``: how many cases at once,
    for a harness that knows ``--jobs=N``; 0: two for each processor. What prevents it is an ``error``, never raised.
    """
    began, file = time.time(), str(script)
    words = list(arguments)
    several = _takes_jobs(script) and not any(word.startswith(_JOBS) for word in words)
    if several:
        words.append(f"{_JOBS}{jobs or CASES_EACH * processors()}")
    options = PlayOptions(asked.seed, asked.kept.keep.get(file, ""), asked.timeout, asked.kept.pictures)
    player = [sys.executable, "-m", "usimmarine_py.grade.play", json.dumps(asdict(options))]
    found: list[Grade] = []

    def said(play: ScriptPlay) -> None:
        verdicts = ", ".join(play.result.get("verdicts", {}).values()) or play.result.get("error", "no verdict")
        note(f"played {case_name(play.folder)}: {verdicts} ({play.result.get('time', 0.0):g} s)")

    try:
        if asked.reading.definitions:
            raise ConfigError("the launch script gives the macros: use its own arguments", key="-D")
        with played_script(script, words, seed=asked.seed or 0, player=player, played=said) as played:
            if played.plays:
                found = list(_cases(script, arguments, asked, played, began))
            else:
                played.require_whole(script)
                files = [one.mission for one in played.communities]
                missions = changed_missions(files, asked.reading, literal=True)
                scripted = replace(asked, script=(file, *arguments), script_pokes=played.pokes)
                found = [grade_missions(missions, scripted, file)]
                found[0].file = file
                found[0].reasons = [played.with_own_places(text) for text in found[0].reasons]
                found[0].warnings = [played.with_own_places(text) for text in found[0].warnings]
                found[0].warnings += [f"not played: {text}" for text in played.left_out]
    except UsimError as error:
        found = [Grade(file, ERROR, [str(error)])]
    if len(found) == 1:
        found[0].seconds = time.time() - began
    for grade in found:
        tell(grade)
    return found


def _takes_jobs(script: Path) -> bool:
    try:
        return _JOBS in script.read_text("utf-8", "replace")
    except OSError:
        return False


def _cases(
    script: Path, arguments: Sequence[str], asked: GradeOptions, played: PlayedScript, began: float
) -> Iterator[Grade]:
    """Yield a grade for each line of the results file, else for each play."""
    if idle := next((option for option, value in _idle(asked) if value), ""):
        raise ConfigError("a harness judges its cases by itself", key=idle, file=str(script))
    plays = list(played.plays)
    for line in _lines(script.parent / RESULTS, began):
        fields = dict(word.partition("=")[::2] for word in line.split() if "=" in word)
        case = fields.get("case", "")
        play = next((play for play in plays if case and case_name(play.folder).endswith(case)), None)
        plays = [one for one in plays if one is not play]
        words = [word for word in line.split() if not word.startswith(("case=", "grade="))]
        yield _grade(script, case or line, fields.get("grade", ""), " ".join(words), play, arguments, asked)
    for play in plays:
        verdicts = play.result.get("verdicts", {})
        verdict = "pass" if verdicts and set(verdicts.values()) == {"pass"} else "fail"
        yield _grade(script, case_name(play.folder), verdict, "", play, arguments, asked)


def _idle(asked: GradeOptions) -> Iterator[tuple[str, object]]:
    """Yield the options that the cases of a harness do not get, with their values."""
    yield "--expect", asked.expectations
    yield "--within", asked.within
    yield "--strict", asked.strict
    yield "--set", asked.reading.changes
    yield "--press", asked.operator.presses
    yield "--poke", asked.operator.pokes
    yield "--no-press", not asked.operator.deploy
    yield "--app", asked.own.apps
    yield "--behaviors", asked.own.behaviors


def _lines(results: Path, began: float) -> list[str]:
    """The lines of the results, if this run wrote them."""
    try:
        # file systems keep times to a part of a second
        if results.stat().st_mtime < began - 2.0:
            return []
        return [line for line in results.read_text("utf-8", "replace").splitlines() if "grade=" in line]
    except OSError:
        return []


def _grade(
    script: Path, case: str, verdict: str, line: str, play: ScriptPlay | None, arguments: Sequence[str],
    asked: GradeOptions,
) -> Grade:  # fmt: skip
    result: dict[str, Any] = {} if play is None else play.result
    outcome = PASSED if verdict == "pass" else FAILED
    reasons = [] if outcome == PASSED else [line or "no line in the results of the harness"]
    if outcome == FAILED:
        reasons += [f"{name}: {why}" for name, why in result.get("stopped_at", {}).items() if why]
        reasons += [
            str(text) for text in (*result.get("faults", ()), *([result["error"]] if "error" in result else []))
        ]
        if left_out := result.get("left_out"):
            reasons.append(f"not played: {', '.join(left_out)}")
    keep = asked.kept.keep.get(str(script), "")
    kept = str(Path(keep, case_name(play.folder))) if keep and play is not None else ""
    words = [*arguments, *([] if any(word.startswith("--case=") for word in arguments) else [f"--case={case}"])]
    return Grade(
        str(script.parent / case), outcome, reasons, result.get("ended", ""), result.get("time", 0.0),
        result.get("seed", asked.seed or 0), result.get("verdicts", {}), {}, result.get("reports", {}),
        [] if outcome == PASSED else list(result.get("warnings", ())), kept,
        "" if outcome == PASSED else shlex.join(["usim", "grade", str(script), "--", *words]),
        result.get("real_time", 0.0),
    )  # fmt: skip
