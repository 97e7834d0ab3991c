"""The applications of a mission that a lock-step run leaves out though they may change what it does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from usimmarine_py.errors import Severity
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.mission.antler import simulator_blocks
from usimmarine_py.mission.reader import Block, Mission
from usimmarine_py.mission.started import started
from usimmarine_py.values.frozen import dataclass

#: Programs that change nothing in a run, by the beginning of their names in lower case: they show, log or watch, and
#: post only about that (docs/run.md).
WITHOUT_EFFECT = (
    "antler", "pantler", "moosdb", "plogger", "usim_log", "usim_grade",
    "pmarineviewer", "umac", "uxms", "ums", "uplotviewer", "uhelmscope", "urealtime", "pmapviewer",
    "uprocesswatch", "uloadwatch", "umemwatch", "umoosscope", "prealm", "phostinfo", "isay",
    "pshare", "pmoosbridge", "ufldnodebroker", "ufldshorebroker", "ppublish", "utermcommand", "ucommand",
)  # fmt: skip
#: What to do about one that is left out.
REMEDY = "--app plays one of yours in its place"


@dataclass(frozen=True, slots=True)
class Unplayed:
    """An application that a run leaves out: its name, its program, and the line that starts it (0: none does)."""

    name: str
    program: str
    line: int


def unplayed(mission: Mission, played: Collection[str], own: Collection[str] = ()) -> tuple[Unplayed, ...]:
    """Return what a mission starts and a run does not play, each name once, in the order of the file.

    ``played``: names of applications that are played, ``own``: programs that are the user's own; both in lower case.
    """
    left = {
        one.name: Unplayed(one.name, one.program, one.line)
        for one in reversed(started(mission))
        if one.name.lower() not in played
        and one.program.lower() not in own
        and not one.program.lower().startswith(WITHOUT_EFFECT)
    }
    return tuple(sorted(left.values(), key=lambda one: one.line))


def idle_blocks(mission: Mission, played: Collection[str]) -> Iterator[Block]:
    """Yield the blocks that nothing plays, since no line of ANTLER starts them.

    ``played``: names of applications that are played, in lower case.
    """
    scripts = {(block.value("timer_script") or "").lower() for block in simulator_blocks(mission)}
    names = {one.name.lower() for one in started(mission)} | scripts | set(played)
    for block in mission.blocks:
        name = block.name.lower()
        if name not in names and not name.startswith(WITHOUT_EFFECT):
            yield block


def unplayed_findings(mission: Mission, left_out: Iterable[Unplayed]) -> Iterator[Finding]:
    """Yield a note for each application that a lock-step run leaves out."""
    for one in left_out:
        text = f"{one.name} is not played by usim run and usim grade: {REMEDY}"
        yield Finding(text, FilePlace(mission.file, one.line, 1), severity=Severity.NOTE)
