"""A live run again, offline, from its journal: the same logs, and whether they are equal to those of the run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory

from usimmarine_py.apps.own.find import read_app
from usimmarine_py.errors import ConfigError, file_errors, shorten
from usimmarine_py.logs.plogger import read_logger_block
from usimmarine_py.mission import read_mission
from usimmarine_py.run.again.beginning import python_version
from usimmarine_py.run.again.journal import JournalCommunity, JournalReader
from usimmarine_py.run.again.played_files import lay_out, placed
from usimmarine_py.run.live.context import LiveCommunity, LiveContext
from usimmarine_py.run.live.measures import PastMeasures
from usimmarine_py.run.live.outside import Outside, play_again
from usimmarine_py.run.live.plan import plan_live
from usimmarine_py.run.logger import BusLogger
from usimmarine_py.values.frozen import dataclass, replace
from usimmarine_py.version import __version__

#: Endings of the files that a pLogger writes.
LOGS = (".alog", ".blog", ".slog", ".xlog")
#: Most characters of a line that are shown.
_SHOWN = 200


@dataclass(frozen=True, slots=True)
class LogComparison:
    """A file of the live run beside that of its repetition; ``line`` is 0 where they are equal."""

    live: Path
    again: Path
    lines: int  #: that were compared
    line: int = 0  #: the first that differs
    was: str = ""
    is_now: str = ""

    @property
    def equal(self) -> bool:
        """Whether they are."""
        return not self.line


@dataclass(frozen=True, slots=True)
class Again:
    """What became of a repetition."""

    seconds: float  #: MOOS s that it played
    complete: bool  #: whether it came to the end of the journal
    killed: bool  #: the live run did not come to its end: the files are compared as far as both go
    logs: tuple[LogComparison, ...]
    notes: tuple[str, ...] = ()

    @property
    def equal(self) -> bool:
        """Whether all files are."""
        return self.complete and all(one.equal for one in self.logs)


def run_again(
    journal: JournalReader,
    folder: Path,
    *,
    copies: bool = False,
    stopped: Callable[[], object] = lambda: None,
    progress: Callable[[float, float], object] = lambda _seconds, _part: None,
) -> Again:
    """Play what a journal tells of, with the logs in ``folder``, and compare them.

    ``copies``: play the copies beside the journal, whatever became of the files. ``stopped`` is asked now and then
    whether to end; ``progress`` gets MOOS s and the part that is done.

    Raises ``ConfigError`` for files that have changed, and what cannot be played, and ``LogFileError``.
    """
    start, beside, folder = journal.start, journal.path.parent, folder.absolute()
    notes = list(_other_versions(journal))
    targets = _targets(start.communities, folder)
    if any(Path(os.path.normpath(beside / path)) in targets.values() for path in targets):
        raise ConfigError("the logs of the live run are there; choose another folder", key="--output")
    with file_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    whole = max(journal.time - start.start, 1e-9)

    def shown() -> Iterator[Outside]:
        for event in journal.events():
            if event.what == "mark":
                progress(event.time - start.start, (event.time - start.start) / whole)
            yield event

    with TemporaryDirectory(prefix="usim-again-") as name, ExitStack() as stack:
        root = Path(name)
        notes += lay_out(start.files, beside, root, copies=copies)
        stack.enter_context(_in_folder(placed(start.folder, root)))
        measures = PastMeasures()
        context = LiveContext(
            start.warp, start.start, began=start.began, token=start.token, address=start.address,
            process_id=start.process_id, reports=start.reports, utc_offset=start.utc_offset, measures=measures,
        )  # fmt: skip
        parts = [_part(one, start.environment, root) for one in start.communities]
        plan = plan_live(parts, context, behaviors=[_there(place, root) for place in start.behaviors])
        loggers = []
        for one, community in zip(plan.communities, start.communities, strict=True):
            for log in community.logs:
                block = one.mission.block(log.block)
                if block is None:
                    raise ConfigError(f"there is no block ProcessConfig = {log.block}", file=one.mission.file)
                asked = replace(read_logger_block(block, folder, datetime.now()), path=targets[log.path])
                loggers.append(BusLogger(asked, one.community.bus, log.opened, _nothing))
                stack.callback(loggers[-1].close)
        complete = play_again(plan, shown(), measures, stopped)
        for logger in loggers:
            logger.close()
        seconds = plan.clock.now() - start.start
    logs = [
        _compared(Path(os.path.normpath(beside / path)), target, killed=not journal.over)
        for path, target in targets.items()
    ]
    found = tuple(one for some in logs for one in some)
    return Again(seconds, complete, not journal.over, found, tuple(notes))


def _other_versions(journal: JournalReader) -> Iterator[str]:
    start = journal.start
    for what, before, now in (
        ("version", start.version, __version__), ("Python", start.python, python_version()),
    ):  # fmt: skip
        if before != now:
            yield f"the live run was played by {what} {before}, this is {now}: the logs may differ"


def _targets(communities: Sequence[JournalCommunity], folder: Path) -> dict[str, Path]:
    """Return where each log goes, by its path in the journal."""
    paths = [(Path(one.file).stem, log.path) for one in communities for log in one.logs]
    names = [Path(path).name for _, path in paths]
    return {
        path: folder / Path(path).name if names.count(Path(path).name) == 1 else folder / stem / Path(path).name
        for stem, path in paths
    }


@contextmanager
def _in_folder(folder: Path) -> Iterator[None]:
    """Make a folder the working directory, for a while."""
    before = Path.cwd()
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _part(community: JournalCommunity, environment: object, root: Path) -> LiveCommunity:
    assert isinstance(environment, dict)
    mission = read_mission(
        _there(community.file, root), environment, definitions=community.definitions,
        folders=[_there(one, root) for one in community.folders],
    )  # fmt: skip
    return LiveCommunity(
        mission,
        outside=frozenset(community.outside),
        own={name: read_app(_there(place, root)) for name, place in community.own.items()},
        loggers=tuple(log.block for log in community.logs),
    )


def _there(place: str, root: Path) -> str:
    """Return the place of a file below the root; one that is relative is looked up in the working directory."""
    there = placed(place, root)
    return str(there) if Path(place).is_absolute() and there.exists() else place


def _compared(live: Path, again: Path, *, killed: bool) -> Iterator[LogComparison]:
    """Compare an .alog and the files beside it."""
    for ending in LOGS:
        files = live.with_suffix(ending), again.with_suffix(ending)
        there = [path.is_file() for path in files]
        if all(there):
            yield _first_difference(*files, killed=killed)
        elif any(there) and not killed:
            missing = ["is not there" if not one else "" for one in there]
            yield LogComparison(*files, 0, 1, *missing)


def _first_difference(live: Path, again: Path, *, killed: bool) -> LogComparison:
    with file_errors(live, "cannot be compared"), live.open("rb") as one, again.open("rb") as other:
        number = 0
        for number, (was, is_now) in enumerate(zip_longest(one, other, fillvalue=b""), 1):
            if was == is_now:
                continue
            if killed and (was.startswith(is_now) or is_now.startswith(was)):
                return LogComparison(live, again, number - 1)  # one of them ends here
            return LogComparison(live, again, number - 1, number, _text(was), _text(is_now))
    return LogComparison(live, again, number)


def _text(line: bytes) -> str:
    return shorten(line.decode("utf-8", "replace").rstrip(), _SHOWN) if line else "the file ends"


def _nothing(_text: str) -> None:
    """What the live run has said is not said again."""
