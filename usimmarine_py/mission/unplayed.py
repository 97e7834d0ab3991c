"""The applications of a mission that a lock-step run leaves out though they may change what it does."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import PurePosixPath

from usimmarine_py.errors import Severity
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.mission.antler import launches, program_role, simulator_blocks
from usimmarine_py.mission.reader import Mission
from usimmarine_py.values.frozen import dataclass

#: Programs that change nothing in a run of one community, by the beginning of their names in lower case: they show,
#: log, watch or connect with other communities, and post only about that (docs/run.md). Runs of several communities
#: play those of a field among them.
WITHOUT_EFFECT = (
    "antler", "pantler", "moosdb", "plogger", "usim_log", "usim_grade",
    "pmarineviewer", "umac", "uxms", "ums", "uplotviewer", "uhelmscope", "ufldscope", "urealtime", "pmapviewer",
    "uprocesswatch", "uloadwatch", "umemwatch", "umoosscope", "prealm", "phostinfo", "isay",
    "pshare", "pmoosbridge", "ufldnodebroker", "ufldshorebroker", "ppublish",
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
    """Return what the ANTLER block starts and a run does not play, each name once, in the order of the file.

    Without a line that starts anything, every block counts as an application. ``played``: names of applications that
    are played, ``own``: programs that are the user's own; both in lower case.
    """
    started = [Unplayed(found.alias, found.program, found.line) for found in launches(mission)]
    found = started or [Unplayed(block.name, block.name, block.line) for block in mission.blocks]
    left = {
        one.name: one
        for one in reversed(found)
        if one.name.lower() not in played
        and (program := PurePosixPath(one.program).name.lower()) not in own
        and not program.startswith(WITHOUT_EFFECT)
    }
    others = (block for block in simulator_blocks(mission) if block.name.lower() not in played)
    left |= {block.name: Unplayed(block.name, block.name, block.line) for block in others if block.name not in left}
    return tuple(sorted(left.values(), key=lambda one: one.line))


def unplayed_programs(mission: Mission, own: Collection[str] = ()) -> tuple[Unplayed, ...]:
    """Return the applications that a lock-step run leaves out; ``own``: programs and names of the user's."""
    played = {block.name.lower() for block in simulator_blocks(mission)} | {name.lower() for name in own}
    played |= {one.alias.lower() for one in launches(mission) if program_role(one.program)}
    played |= {block.name.lower() for block in mission.blocks if program_role(block.name)}
    return unplayed(mission, played, own)


def unplayed_findings(mission: Mission, own: Collection[str] = ()) -> Iterator[Finding]:
    """Yield a note for each application that a lock-step run leaves out; ``own``: programs and names of the user's."""
    if not simulator_blocks(mission):
        return  # no run plays it
    for one in unplayed_programs(mission, own):
        text = f"{one.name} is not played by usim run and usim grade: {REMEDY}"
        yield Finding(text, FilePlace(mission.file, one.line, 1), severity=Severity.NOTE)
