"""``usim grade``: missions judged in lock step."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from usimmarine_py.cli.options import Finite, MissionPath, Whole, quiet_option, set_option, template_options
from usimmarine_py.cli.progress import say
from usimmarine_py.cli.start import Told
from usimmarine_py.errors import UsimError, shorten

if TYPE_CHECKING:
    from usimmarine_py.grade.grade import Asked, Grade

EXIT_PASSED, EXIT_FAILED, EXIT_INTERRUPTED = 0, 1, 130
#: Files without a vehicle that are named, at most.
MOST_NAMED = 5


class _Command(click.Command):
    """Where the words are wrong, the results of an earlier time go, too: they are not those of this call."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words."""
        words = list(args)
        try:
            return super().parse_args(ctx, args)
        except (click.UsageError, UsimError):
            from usimmarine_py.grade.results import drop_results

            for path in _named_results(words):
                drop_results(path)
            raise


def _named_results(words: Sequence[str]) -> Iterator[Path]:
    """What follows ``--junit``."""
    for word, following in zip(words, (*words[1:], ""), strict=True):
        if word.startswith("--junit="):
            yield Path(word.partition("=")[2])
        elif word == "--junit" and following:
            yield Path(following)


@click.command(cls=_Command)
@click.argument("paths", nargs=-1, required=True, type=MissionPath(folders=True), metavar="FILE.moos|NAME|DIR ...")
@click.option(
    "--expect",
    "expectations",
    multiple=True,
    metavar="EXPR",
    help="What is to hold, as in 'near(30,-50) < 5' or 'NAV_SPEED > 2 for 10 s'; may come again.",
)
@click.option(
    "--within",
    type=Finite(0.0, min_open=True),
    metavar="S",
    help="Simulated seconds in which a mission has to end [3600]; one without an end of its own lasts so long.",
)
@click.option("--seed", type=Whole(0, 10**18 - 1), metavar="N", help="Else that of the mission, else 0.")
@click.option("--strict", is_flag=True, help="A configuration warning is a failure.")
@set_option
@template_options
@click.option("--junit", type=click.Path(path_type=Path), metavar="OUT.xml", help="Also JUnit XML for CI services.")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output, and nothing else there.")
@click.option("--jobs", type=Whole(1, 1024), metavar="N", help="Processes [as many as there are processors].")
@quiet_option("Only what did not pass.")
def grade(
    paths: tuple[Path, ...],
    expectations: tuple[str, ...],
    within: float | None,
    seed: int | None,
    strict: bool,
    changes: dict[str, str],
    definitions: tuple[str, ...],
    folders: tuple[str, ...],
    junit: Path | None,
    as_json: bool,
    jobs: int | None,
    quiet: bool,
) -> int:
    """Play missions in lock step and judge them: all .moos files with a vehicle in the folders given.

    A mission passes when every pMissionEval of it does, and every expectation: those given here, and those of its
    block usim_grade. Without any of them its plan or script has to come to its end, with no waypoint missed.

    Exit code 0: all passed. 1: some did not, or could not be played. 2: wrong usage; nothing was played. 130, 143, 129:
    Ctrl-C, SIGTERM, SIGHUP; the results hold what was done.
    """
    from usimmarine_py.expectations import Judge
    from usimmarine_py.grade.grade import LONGEST_LINE, PASSED, Asked, missions_in
    from usimmarine_py.grade.results import Results

    asked = Asked(tuple(expectations), within, seed, strict, tuple(definitions), tuple(folders), changes)
    with Results(junit) as results:
        Judge(expectations)  # raises what is wrong before anything is played
        files, without = missions_in([str(path) for path in paths])

        def tell(found: Grade) -> None:
            if not as_json and not (quiet and found.outcome == PASSED):
                say(found.line)
                for text in found.warnings:
                    say(f"      warning: {shorten(text, LONGEST_LINE)}")

        judged = _judged(files, asked, jobs, tell)
        if as_json:
            document = {
                "passed": judged.passed,
                "missions": [asdict(found) for found in judged.grades],
                "left_out": without,
            }
            say(json.dumps(document, indent=2))
        elif not quiet:
            then = f", then {judged.ended_by}" if judged.ended_by else ""
            say(f"{judged.passed} of {len(judged.grades)} passed{then}")
            if without:
                more = f" and {len(without) - MOST_NAMED} more" if len(without) > MOST_NAMED else ""
                say(f"left out, no vehicle: {', '.join(without[:MOST_NAMED])}{more}")
        results.write(judged.grades)
    return judged.code


@dataclass(slots=True)
class _Judged:
    """All grades, those of missions that were not played to their end included."""

    grades: list[Grade] = field(default_factory=list)
    passed: int = 0
    ended_by: str = ""  #: Ctrl-C, SIGTERM, SIGHUP; empty: all were played
    code: int = EXIT_PASSED


def _judged(files: Sequence[str], asked: Asked, jobs: int | None, tell: Callable[[Grade], None]) -> _Judged:
    """Play and judge them all, ``tell`` of each; a signal ends that, and keeps what was done."""
    from usimmarine_py.grade.grade import ERROR, PASSED, Grade
    from usimmarine_py.grade.many import grade_all

    judged = _Judged()
    try:
        with closing(grade_all(files, asked, jobs)) as grades:
            for found in grades:
                judged.grades.append(found)
                tell(found)
    except KeyboardInterrupt:
        judged.ended_by, judged.code = "Ctrl-C", EXIT_INTERRUPTED
    except Told as told:
        judged.ended_by, judged.code = signal.Signals(told.number).name, told.code
    reason = f"not played to its end: {judged.ended_by}"
    judged.grades += [Grade(file, ERROR, [reason]) for file in files[len(judged.grades) :]]
    judged.passed = sum(found.outcome == PASSED for found in judged.grades)
    if not judged.ended_by and judged.passed < len(judged.grades):
        judged.code = EXIT_FAILED
    return judged
