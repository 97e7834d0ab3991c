"""``usim grade``: grade missions in lock step."""

from __future__ import annotations

import json
import select
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from usimmarine_py.cli.options import (
    Finite,
    MissionPath,
    ScriptCommand,
    Whole,
    app_option,
    behaviors_option,
    exclude_option,
    log_limit,
    press_options,
    prints_aside,
    quiet_option,
    set_option,
    template_options,
    timeout_option,
    workers_options,
)
from usimmarine_py.cli.progress import say
from usimmarine_py.cli.start import SignalExit
from usimmarine_py.errors import ConfigError, UsimError, shorten
from usimmarine_py.launch.standins.names import is_script
from usimmarine_py.moos.clock import MAX_WARP

if TYPE_CHECKING:
    from usimmarine_py.grade.files import Exclusion, MissionFiles
    from usimmarine_py.grade.grade import Grade, GradeOptions
    from usimmarine_py.launch.pools import WorkersWanted

EXIT_PASSED, EXIT_FAILED, EXIT_INTERRUPTED = 0, 1, 130
#: Most names in a list of excluded files.
MOST_NAMED = 5


class _Command(ScriptCommand):
    """A command that removes the results of an earlier call if its arguments are wrong."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments."""
        words = list(args)
        try:
            return super().parse_args(ctx, args)
        except (click.UsageError, UsimError):
            from usimmarine_py.grade.results import drop_results

            for path in _named_results(words):
                drop_results(path)
            raise


def _named_results(words: Sequence[str]) -> Iterator[Path]:
    """The files after ``--junit``."""
    for word, following in pairwise([*words, ""]):
        if word.startswith("--junit="):
            yield Path(word.partition("=")[2])
        elif word == "--junit" and following:
            yield Path(following)


def _paths(context: click.Context, argument: click.Parameter, words: tuple[str, ...]) -> tuple[Path | str, ...]:
    """The missions; behind a script its arguments."""
    if words and is_script(Path(words[0])):
        return Path(words[0]), *words[1:]
    kind = MissionPath(folders=True)
    return tuple(kind.convert(word, argument, context) for word in words)


@click.command(cls=_Command)
@click.argument("paths", nargs=-1, required=True, callback=_paths, metavar="FILE.moos|NAME|DIR|SCRIPT [ARGS] ...")
@click.option(
    "--expect",
    "expectations",
    multiple=True,
    metavar="EXPR",
    help="An expectation, such as 'near(30,-50) < 5' or 'NAV_SPEED > 2 for 10 s'; repeatable.",
)
@click.option(
    "--within",
    type=Finite(0.0, min_open=True),
    metavar="S",
    help="Simulated seconds in which a mission must end [3600]; the duration of a mission without an end of its own.",
)
@click.option("--seed", type=Whole(0, 10**18 - 1), metavar="N", help="Else that of the mission, else 0.")
@click.option("--strict", is_flag=True, help="A configuration warning fails the mission.")
@set_option
@template_options
@exclude_option
@app_option
@behaviors_option
@press_options
@click.option(
    "--allow-missing",
    "allowed",
    multiple=True,
    metavar="NAME",
    help="An application of the mission that a lock-step run need not play; repeatable.",
)
@click.option("--junit", type=click.Path(path_type=Path), metavar="OUT.xml", help="Also JUnit XML for CI services.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Leave log, summary and picture of each run in a folder of its own in DIR, and a page of them, verdicts.html.",
)
@click.option(
    "--live", is_flag=True,
    help="Play live: programs and behaviours that exist only as C++ from PATH, the rest as offline; one after another.",
)  # fmt: skip
@click.option("--warp", type=Finite(0.0, MAX_WARP, min_open=True), metavar="W", help="Time warp of --live.")
@timeout_option
@log_limit()
@click.option("--json", "as_json", is_flag=True, help="Print only JSON to standard output.")
@workers_options("--jobs")
@quiet_option("Only what did not pass.")
def grade(
    paths: tuple[Path | str, ...],
    exclude: tuple[str, ...],
    junit: Path | None,
    keep: Path | None,
    as_json: bool,
    workers: int,
    dask: str,
    quiet: bool,
    live: bool,
    warp: float | None,
    **options: Any,
) -> int:
    """Play missions in lock step and grade them: the given files, and all .moos files with a vehicle in given folders.

    A mission passes if every pMissionEval of it passes and every expectation holds: those given here, and those of its
    block usim_grade. Without any of them its plan or script must come to its end, with no waypoint missed. The vehicle
    must have moved, and every application that the ANTLER block starts must be played or without effect. Files of which
    one runs uFldShoreBroker are the communities of one field.

    SCRIPT is a launch script (its field is judged) or a harness such as zlaunch.sh, whose cases are played instead of
    launched; options of the script stand behind --. A folder with such harnesses below stands for all of them. A script
    runs with your rights.

    Exit code 0: all passed. 1: some did not, or could not be played. 2: wrong usage; nothing was played. 130, 143, 129:
    Ctrl-C, SIGTERM, SIGHUP; the results hold what was done.
    """
    from usimmarine_py.conditions import refuse_constants
    from usimmarine_py.grade.files import MissionFiles, find_missions
    from usimmarine_py.grade.grade import PASSED, GradeOptions
    from usimmarine_py.grade.keep import make_folder, no_pictures, places
    from usimmarine_py.grade.page import write_page
    from usimmarine_py.grade.results import Results, drop_results
    from usimmarine_py.launch.pools import WorkersWanted
    from usimmarine_py.run.asked import gathered

    asked = gathered(GradeOptions, options)
    _check_live(live, warp, asked)
    if dask and (live or is_script(Path(paths[0]))):
        raise ConfigError("is for mission files that are played offline", key="--dask")
    try:
        if keep is not None:
            make_folder(keep)  # first: the results may go into it
    except UsimError:
        if junit is not None:
            drop_results(junit)
        raise
    with Results(junit) as results, prints_aside(as_json):
        refuse_constants(asked.expectations)  # raises errors before a mission is played
        scripts = _scripts(paths, exclude)
        if live and scripts:
            raise ConfigError("is for mission files, not for launch scripts", key="--live", file=str(scripts[0]))
        if scripts:
            there = MissionFiles(tuple(map(str, scripts)), (), (), {})
        else:
            reading = asked.reading
            there = find_missions([str(path) for path in paths], exclude, reading.definitions, reading.folders)
        if dask and scripts:
            raise ConfigError("is for mission files, not for launch scripts", key="--dask", file=str(scripts[0]))
        if dask:
            there, asked = there.absolute(), _absolute(asked)
        kept = {} if keep is None else places(there.files, keep.resolve() if dask else keep)
        without_pictures = "" if keep is None else no_pictures()
        if without_pictures and not quiet:
            say(f"note: {without_pictures}", err=True)
        kept_files = replace(asked.kept, keep=kept, pictures=not without_pictures)
        asked = replace(asked, kept=kept_files, fields=there.fields)

        def tell(found: Grade) -> None:
            if not as_json and not (quiet and found.outcome == PASSED):
                _say_grade(found)

        def note(text: str) -> None:
            if sys.stderr.isatty() and not (quiet or as_json):
                say(text, err=True)

        if live:
            judged = _judged_live(there.files, asked, warp, tell)
        elif scripts:
            judged = _judged_scripts(scripts, [str(word) for word in paths[1:]], asked, workers, tell, note)
        else:
            judged = _judged(there.files, asked, WorkersWanted(workers, dask), tell, note)
        results.write(judged.grades)
        if keep is not None:
            write_page(judged.grades, keep)
    if judged.ended_by and not _is_read():
        return judged.code
    if as_json:
        _say_json(judged, there)
    elif not quiet:
        _say_counts(judged, there, keep)
    return judged.code


def _absolute(asked: GradeOptions) -> GradeOptions:
    """The same for workers that run in other folders."""
    from usimmarine_py.apps.own.find import absolute

    def each(texts: Sequence[Any]) -> tuple[Any, ...]:
        heads = [text.partition(":") for text in texts]  # COMMUNITY:FILE.py:CLASS, COMMUNITY may be missing
        return tuple(
            f"{head}:{there}" if (there := absolute(rest)) != rest else absolute(text)
            for text, (head, _, rest) in zip(texts, heads, strict=True)
        )

    folders = tuple(str(Path(folder).resolve()) for folder in asked.reading.folders)
    own = replace(asked.own, apps=each(asked.own.apps), behaviors=each(asked.own.behaviors))
    return replace(asked, reading=replace(asked.reading, folders=folders), own=own)


def _check_live(live: bool, warp: float | None, asked: GradeOptions) -> None:
    """Raise ``ConfigError`` for options that do not go with ``--live``, or only with it."""
    if warp is not None and not live:
        raise ConfigError("is for --live: without it missions are played as fast as the machine allows", key="--warp")
    for key, value in (("--set", asked.reading.changes), ("--app", asked.own.apps)):
        if live and value:
            raise ConfigError("does not go with --live, where programs read the file itself", key=key)


def _judged_live(
    files: Sequence[str], asked: GradeOptions, warp: float | None, tell: Callable[[Grade], None]
) -> _Judged:
    """Play missions live one after another; a signal ends this and keeps the grades."""
    from usimmarine_py.cli.live.graded import grade_live
    from usimmarine_py.grade.grade import ERROR, Grade

    judged = _Judged()
    with judged.ended_by_signals():
        for file in files:
            judged.grades.append(grade_live(file, asked, warp))
            tell(judged.grades[-1])
    left = files[len(judged.grades) :]
    judged.grades += [Grade(file, ERROR, [judged.cut]) for file in left]
    return judged


def _scripts(paths: Sequence[Path | str], exclude: Sequence[str]) -> list[Path]:
    """The scripts among the arguments: the first one, or the harnesses of folders."""
    from usimmarine_py.grade.files import Exclusion
    from usimmarine_py.grade.scripts import find_harnesses

    first = Path(paths[0])
    if is_script(first):
        return [first]
    left_out = Exclusion(exclude)
    found = [
        (Path(folder), script) for folder in paths if Path(folder).is_dir() for script in find_harnesses(Path(folder))
    ]
    return [script for folder, script in found if not _excluded(left_out, folder, script)]


def _excluded(left_out: Exclusion, folder: Path, script: Path) -> bool:
    inner = script.relative_to(folder)
    return any(left_out.takes(folder, part.as_posix()) for part in [inner, *list(inner.parents)[:-1]])


def _judged_scripts(
    scripts: Sequence[Path], arguments: Sequence[str], asked: GradeOptions, workers: int,
    tell: Callable[[Grade], None], note: Callable[[str], None],
) -> _Judged:  # fmt: skip
    """Run scripts one after another; a signal ends this and keeps the grades."""
    from usimmarine_py.grade.grade import ERROR, Grade
    from usimmarine_py.grade.scripts import grade_script

    judged = _Judged()
    words = arguments if is_script(scripts[0]) and len(scripts) == 1 else []
    for script in scripts:
        with judged.ended_by_signals():
            judged.grades += grade_script(script, words, asked, workers, tell=tell, note=note)
        if judged.ended_by:
            judged.grades.append(Grade(str(script), ERROR, [judged.cut]))
            break
    return judged


def _is_read() -> bool:
    """Whether standard output accepts data now; after a signal the command does not wait for a reader."""
    if sys.platform == "win32":
        return True
    try:
        return bool(select.select([], [sys.stdout.fileno()], [], 0.0)[1])
    except (OSError, ValueError):
        return True


def _say_grade(found: Grade) -> None:
    from usimmarine_py.grade.grade import LONGEST_LINE

    say(found.line)
    for what, places in (("repeat", [found.repeat]), ("see", found.places)):
        if found.reasons and any(places):
            say(f"      {what}: {', '.join(places)}")
    for text in found.warnings:
        say(f"      warning: {shorten(text, LONGEST_LINE)}")


def _say_json(judged: _Judged, there: MissionFiles) -> None:
    document = {
        "passed": judged.passed,
        "missions": [asdict(found) for found in judged.grades],
        "left_out": there.without,
        "excluded": there.excluded,
    }
    say(json.dumps(document, indent=2))


def _say_counts(judged: _Judged, there: MissionFiles, keep: Path | None) -> None:
    then = f", then {judged.ended_by}" if judged.ended_by else ""
    say(f"{judged.passed} of {len(judged.grades)} passed{then}" + (f", kept in {keep}" if keep is not None else ""))
    for why, names in (("no vehicle", there.without), ("--exclude", there.excluded)):
        if names:
            more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            say(f"left out, {why}: {', '.join(names[:MOST_NAMED])}{more}")


@dataclass(slots=True)
class _Judged:
    """All grades, including those of missions that were not played to their end."""

    grades: list[Grade] = field(default_factory=list)
    ended_by: str = ""  #: Ctrl-C, SIGTERM, SIGHUP; empty if all missions were played
    signal_code: int = 0  #: of that signal

    @property
    def passed(self) -> int:
        """How many missions passed."""
        return sum(found.outcome == "pass" for found in self.grades)

    @property
    def code(self) -> int:
        """The exit code."""
        return self.signal_code or (EXIT_PASSED if self.passed == len(self.grades) else EXIT_FAILED)

    @property
    def cut(self) -> str:
        """The reason of a mission that a signal ended."""
        return f"not played to its end: {self.ended_by}"

    @contextmanager
    def ended_by_signals(self) -> Iterator[None]:
        """Note the signal that ends the block."""
        try:
            yield
        except KeyboardInterrupt:
            self.ended_by, self.signal_code = "Ctrl-C", EXIT_INTERRUPTED
        except SignalExit as exit_request:
            exit_request.handled = True
            self.ended_by, self.signal_code = signal.Signals(exit_request.number).name, exit_request.code


def _judged(
    files: Sequence[str], asked: GradeOptions, workers: WorkersWanted, tell: Callable[[Grade], None],
    note: Callable[[str], None],
) -> _Judged:  # fmt: skip
    """Play and grade all missions, and report each to ``tell``; a signal ends this and keeps the grades."""
    from usimmarine_py.grade.grade import ERROR, Grade
    from usimmarine_py.grade.keep import drop_cut
    from usimmarine_py.grade.many import grade_all

    judged = _Judged()
    done: dict[int, Grade] = {}
    shown = 0
    several = grade_all(files, asked, workers, done=done, say=note)
    with judged.ended_by_signals(), closing(several) as grades:
        for found in grades:
            shown += 1
            tell(found)
    for index, file in enumerate(files):
        if index not in done:
            done[index] = Grade(file, ERROR, [judged.cut])
            if file in asked.kept.keep:
                drop_cut(file, asked.kept.keep[file])
        elif index >= shown and (not judged.ended_by or _is_read()):  # was finished before an earlier one
            tell(done[index])
        judged.grades.append(done[index])
    return judged
