"""Plays what a script has started up to its uMayFinish: a program for the stand-in of that name.

    python -m usimmarine_py.grade.play OPTIONS [--max_time=S] FILE.moos

It reads the names of the kept mission files from standard input, plays them in lock step, appends what their graders
write to the files of the working directory, as the originals do, and prints the result as JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from usimmarine_py.apps.grading.pokes import MayFinishApp
from usimmarine_py.errors import ConfigError, UsimError, shorten
from usimmarine_py.grade.keep import run_and_keep
from usimmarine_py.logs.alog.writer import EPOCH_DATE
from usimmarine_py.logs.plogger import LoggerBlock, read_logger_block
from usimmarine_py.mission import read_mission
from usimmarine_py.mission.started import started
from usimmarine_py.run.asked import Operator
from usimmarine_py.run.logger import BusLogger
from usimmarine_py.run.output import RunFiles, append_reports
from usimmarine_py.run.plan import PlayedCommunity, RunPlan, plan_run
from usimmarine_py.run.run import execute
from usimmarine_py.run.stop import Stop
from usimmarine_py.run.summary import RunResult
from usimmarine_py.script.grading.pokes import FinishConfig

# -- Logs of the pLogger blocks of a case, where the harness that judges it looks for them


_LOGGER = "pLogger"
#: Rows are at least so far apart, s: aloggrep takes rows of the same time, variable and source as one.
_APART = 1e-5


@contextmanager
def block_logs(plan: RunPlan) -> Iterator[None]:
    """Let each community that starts pLogger log beside its mission as started.

    A block that asks for nothing has no log.
    """
    with ExitStack() as stack:
        for one in plan.communities:
            if (asked := _asked(one)) is not None:
                log = BusLogger(asked, one.community.bus, EPOCH_DATE, lambda text: None, apart=_APART)
                stack.callback(log.close)
        yield


def _asked(one: PlayedCommunity) -> LoggerBlock | None:
    alias = next((found.name for found in started(one.mission) if found.program == _LOGGER), "")
    block = one.mission.block(alias) if alias else None
    if block is None:
        return None
    try:
        return read_logger_block(block, Path(), datetime.now())
    except ConfigError:
        return None


#: Simulated s after which a mission that a script gave no time is given up.
LONGEST = 3600.0
#: Real s for which the mission runs on behind uMayFinish: xlaunch.sh sleeps so long before its programs are ended.
ENDING_SLEEP = 2.0


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The options of the command that started the script."""

    seed: int | None = None
    keep: str = ""  #: folder for a folder of files of each play
    timeout: float | None = None  #: real s of each play
    picture: bool = False  #: one of what is kept


def main(words: Sequence[str]) -> int:
    """Play and print the result."""
    options = PlayOptions(**json.loads(words[0]))
    files = json.load(sys.stdin)
    try:
        found = play(files, words[1:], options)
    except UsimError as error:
        text = str(error)
        for file in files:  # kept ones, which are gone when it is read
            text = text.replace(f"{Path(file).parent}/", "")
        found = {"error": text}
    except Exception as error:  # the other cases are judged all the same
        what = shorten(f"{type(error).__name__}: {error}")
        found = {"error": f"could not be played, by a fault of usim itself: {what}"}
    sys.stdout.write(json.dumps(found))
    return 0


def play(files: Sequence[str], words: Sequence[str], options: PlayOptions) -> dict[str, Any]:
    """Play the communities of mission files as one field; ``words`` are those of uMayFinish."""
    if not files:
        raise ConfigError("the script started no community before it asked for the end")
    longest, asked = LONGEST, ""
    for word in words:
        if word.startswith("--max_time="):
            with suppress(ValueError):
                longest = float(word[11:])
        elif not word.startswith("-"):
            asked = Path(word).name
    # those started in the background come in any order
    missions = [read_mission(file, literal=True) for file in sorted(files, key=lambda file: Path(file).name)]
    number = next((i for i, mission in enumerate(missions) if Path(mission.file).name == asked), 0)
    grace = ENDING_SLEEP * (missions[number].number("MOOSTimeWarp") or 1.0)
    finish = {number: FinishConfig(latest=longest, grace=grace)}
    plan = plan_run(
        missions, seed=options.seed, limit=longest + grace + 60.0, operator=Operator(deploy=False), finish=finish
    )
    stop = Stop(options.timeout)
    notes: list[str] = []
    summary: RunResult
    with stop.watching(), block_logs(plan):
        if options.keep:
            # the case is a folder above the mission of its name
            place = Path(options.keep, case_name(Path.cwd()))
            summary, notes = run_and_keep(plan, place, RunFiles(), picture=options.picture, stopped=stop)
        else:
            summary = execute(plan, stopped=stop)
    append_reports(Path(), summary.reports)
    found = _result(plan, summary, {f"{Path(file).parent}/" for file in files})
    found["warnings"] += notes
    return found


def case_name(folder: Path) -> str:
    """Return the name of a case of a harness: that of the folder in which its copy of the mission lies."""
    return folder.parent.name if folder.name == "mission" else folder.name


def _result(plan: RunPlan, summary: RunResult, kept: set[str]) -> dict[str, Any]:
    """``kept``: folders of a recording, which say nothing to a user."""

    def plain(text: str) -> str:
        for folder in kept:
            text = text.replace(folder, "")
        return text

    codes = [app.application.code for app in plan.apps if isinstance(app.application, MayFinishApp)]
    return {
        "evaluated": codes == [0],
        "ended": summary.ended_by or summary.ended,
        "time": summary.time,
        "seed": summary.seed,
        "verdicts": summary.verdicts,
        "stopped_at": {name: plain(why) for name, why in summary.stopped_at.items()},
        "reports": summary.reports,
        "faults": [plain(text) for text in summary.faults()],
        "warnings": [plain(text) for text in (*summary.config_warnings, *summary.run_warnings)],
        "left_out": summary.left_out,
        "real_time": summary.real_time,
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
