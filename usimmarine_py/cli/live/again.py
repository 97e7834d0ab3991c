"""``usim run --again``: a live run again, offline, and whether its logs come out the same."""

from __future__ import annotations

from pathlib import Path

from usimmarine_py.cli.missions.under_way import RunUnderWay
from usimmarine_py.cli.options import echo_json, prints_aside
from usimmarine_py.cli.progress import say
from usimmarine_py.run.again.journal import JournalReader, find_journal
from usimmarine_py.run.again.repetition import Again, run_again


def again(folder: Path, running: RunUnderWay) -> int:
    """Repeat the run of a log folder; the exit code. Raises ``ConfigError`` and ``LogFileError``."""
    shown = running.given.shown
    with prints_aside(shown.as_json), running.under_way(ticks=True):
        journal = JournalReader(find_journal(folder))
        found = run_again(
            journal, running.folder, copies=running.given.recorded.copies, stopped=running.stop, progress=running.show
        )
    if shown.as_json:
        echo_json(_as_dict(found, running.folder))
    elif running.speaks:
        for text in _lines(found, journal, running.folder):
            say(text)
    if not running.speaks:
        for one in found.logs if found.complete else ():
            if not one.equal:
                say(f"{_here(one.live)}:{one.line}: differs from {_here(one.again)}", err=True)
    return running.exit_code(not found.equal)


def _lines(found: Again, journal: JournalReader, folder: Path) -> list[str]:
    lines = [f"journal      {_here(journal.path)}", *(f"note         {text}" for text in found.notes)]
    if found.killed:
        lines.append("note         the live run was killed: its logs are compared as far as the journal goes")
    if not found.complete:
        lines.append(f"ended        at {found.seconds:.0f} s, before the end of the journal: nothing is compared")
        return lines
    lines.append(f"played       {found.seconds:.0f} s again, with logs in {folder}")
    for one in found.logs:
        if one.equal:
            lines.append(f"equal        {_here(one.live)}, {one.lines} lines")
        else:
            lines.append(f"different    {_here(one.live)}:{one.line}")
            lines += [f"  was        {one.was}", f"  is now     {one.is_now}"]
    return lines


def _here(path: Path) -> Path:
    """Return the path from the working directory, if it is below it."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _as_dict(found: Again, folder: Path) -> dict[str, object]:
    return {
        "equal": found.equal, "complete": found.complete, "killed": found.killed, "time": found.seconds,
        "folder": str(folder), "notes": list(found.notes),
        "logs": [
            {
                "live": str(one.live), "again": str(one.again), "equal": one.equal, "lines": one.lines,
                "line": one.line, "was": one.was, "is_now": one.is_now,
            }
            for one in found.logs
        ],
    }  # fmt: skip
