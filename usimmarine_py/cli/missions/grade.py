"""``usim grade``: missions judged in lock step."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import BinaryIO

import click

from usimmarine_py.cli.options import Finite, MissionPath, Whole, quiet_option, set_option, template_options
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError, LogFileError, shorten

EXIT_PASSED, EXIT_FAILED, EXIT_INTERRUPTED = 0, 1, 130
#: Files without a vehicle that are named, at most.
MOST_NAMED = 5


@click.command()
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

    Exit code 0: all passed. 1: some did not, or could not be played. 2: wrong usage. 130: Ctrl-C.
    """
    from usimmarine_py.expectations import Judge
    from usimmarine_py.grade.grade import ERROR, LONGEST_LINE, PASSED, Asked, Grade, missions_in
    from usimmarine_py.grade.junit import junit_xml
    from usimmarine_py.grade.many import grade_all

    Judge(expectations)  # raises what is wrong before anything is played
    files, without = missions_in([str(path) for path in paths])
    results = None if junit is None else _opened(junit)
    asked = Asked(tuple(expectations), within, seed, strict, tuple(definitions), tuple(folders), changes)
    grades = []
    interrupted = False
    try:
        for found in grade_all(files, asked, jobs):
            grades.append(found)
            if not as_json and not (quiet and found.outcome == PASSED):
                say(found.line)
                for text in found.warnings:
                    say(f"      warning: {shorten(text, LONGEST_LINE)}")
    except KeyboardInterrupt:
        interrupted = True
        reason = "not played to its end: Ctrl-C"
        grades += [Grade(file, ERROR, [reason]) for file in files[len(grades) :]]
    except BaseException:
        if results is not None and junit is not None and junit.is_file():
            results.close()
            junit.unlink()  # told to leave: an empty file would be taken for results
        raise
    passed = sum(found.outcome == PASSED for found in grades)
    if as_json:
        document = {"passed": passed, "missions": [asdict(found) for found in grades], "left_out": without}
        say(json.dumps(document, indent=2))
    elif not quiet:
        say(f"{passed} of {len(grades)} passed" + (", then Ctrl-C" if interrupted else ""))
        if without:
            more = f" and {len(without) - MOST_NAMED} more" if len(without) > MOST_NAMED else ""
            say(f"left out, no vehicle: {', '.join(without[:MOST_NAMED])}{more}")
    if results is not None:
        _write(results, junit_xml(grades))
    if interrupted:
        return EXIT_INTERRUPTED
    return EXIT_PASSED if passed == len(grades) else EXIT_FAILED


def _opened(junit: Path) -> BinaryIO:
    """The file of the results, emptied: those of an earlier time are not to be taken for ours."""
    if not junit.absolute().parent.is_dir():
        raise ConfigError("no such folder for the results", key="--junit", file=str(junit))
    try:
        return junit.open("wb")
    except OSError as error:
        raise ConfigError(f"cannot be written: {error.strerror or error}", key="--junit", file=str(junit)) from error


def _write(results: BinaryIO, data: bytes) -> None:
    try:
        with results:
            results.write(data)
    except OSError as error:
        raise LogFileError(f"cannot be written: {error.strerror or error}", key="--junit", file=results.name) from None
