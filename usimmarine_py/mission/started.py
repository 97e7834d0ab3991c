"""What a mission starts: the programs of its ANTLER block and no others; without such a block all of its blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from usimmarine_py.errors import Severity, is_near, suggest
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.mission.antler import (
    GRADERS,
    HELM,
    PID,
    SCRIPT,
    SIMULATOR,
    exact_role,
    find_simulator_block,
    launches,
    role_name,
    simulator_blocks,
)
from usimmarine_py.mission.reader import Block, Mission, dropped_lines
from usimmarine_py.values.frozen import dataclass

ANTLER = "ANTLER"
#: Keys of the ANTLER block, in lower case; those of ExtraProcessParams have names of their own.
_KEYS = ("run", "msbetweenlaunches", "executablepath", "kill", "gentlekillnames", "enableremotecontrol", "moosname")
#: Programs besides those of fields.
_PROGRAMS = (
    "MOOSDB", "pLogger", "uSimMarine", "uSimMarineV22", "usimmarine", "pHelmIvP", "usim_helm", "pMarinePID",
    "pMarinePIDV22", "usim_pid", "usim_guidance", "uTimerScript", *GRADERS, "uXMS", "uMAC", "uHelmScope", "uMS",
)  # fmt: skip
#: Viewers and loggers get a number where they are started twice.
_MAY_REPEAT = ("moosdb", "plogger", "uxms", "umac", "ums", "uhelmscope", "pmarineviewer", "uplotviewer", "ufldscope")
#: A mission without one of these is another mission: their blocks want a line that starts them.
_DRIVING = (SIMULATOR, HELM, PID, *GRADERS.values())


@dataclass(frozen=True, slots=True)
class Started:
    """One program that a mission starts: its name in the community, what it is called by, and the line."""

    name: str
    program: str  #: without its folder
    line: int


def started(mission: Mission) -> tuple[Started, ...]:
    """Return what a mission starts, in the order of its ANTLER block; without one, every block by its own name."""
    if mission.block(ANTLER) is None:
        return tuple(Started(block.name, block.name, block.line) for block in mission.blocks)
    return tuple(Started(one.alias, PurePosixPath(one.program).name, one.line) for one in launches(mission))


def played_role(mission: Mission, program: str) -> str:
    """Return the role of a program that a mission starts.

    Names of programs are matched with case, as the file system of the originals does; those of blocks are not.
    """
    return (role_name if mission.block(ANTLER) is None else exact_role)(program)


def played_simulators(mission: Mission) -> tuple[Block, ...]:
    """Return the blocks of the simulators that a mission starts; one without a block has the defaults."""
    if mission.block(ANTLER) is None:
        return simulator_blocks(mission)
    found: dict[str, Block] = {}
    for one in started(mission):
        if exact_role(one.program) == SIMULATOR:
            none = Block(one.name, mission.file, one.line, (), (), True, True)
            found.setdefault(one.name.lower(), mission.block(one.name) or none)
    return tuple(found.values())


def vehicle_block(mission: Mission, name: str | None = None) -> Block | None:
    """Return the simulator's block: the one called ``name``, else the one that plays; None: the mission has none.

    Raises ``MissionFileError`` for a name that there is not, ``ConfigError`` if there are several and no ``name``.
    """
    if name is not None:
        return find_simulator_block(mission, name)
    found = played_simulators(mission)
    return find_simulator_block(mission) if len(found) > 1 else next(iter(found), None)


def antler_findings(mission: Mission, known: Iterable[str]) -> Iterator[Finding]:
    """Yield what is wrong with the ANTLER block, and which blocks it does not start.

    ``known``: names of programs. An error is a slip that makes another mission of it: a line that MOOS drops, an
    unknown key, a program that differs from a known one by case, or by one letter that is wrong, missing, too many or
    swapped with the next, one that has no block while that of its job is not played, and a helm, controller, simulator
    or judge that no line starts where no other one does its job.
    """
    antler = mission.block(ANTLER)
    if antler is None:
        return
    yield from (one.lost() for one in dropped_lines(antler))
    yield from _keys(antler)
    yield from _programs(mission, (*known, *_PROGRAMS))
    yield from _idle_blocks(mission)


def without_antler(mission: Mission) -> Iterator[Finding]:
    """Yield a note where no ANTLER block says which of several blocks play."""
    if mission.block(ANTLER) is None and sum(bool(role_name(block.name)) for block in mission.blocks) > 1:
        text = "no ANTLER block: every block whose name is known plays"
        yield Finding(text, FilePlace(mission.file), severity=Severity.NOTE)


def slips(mission: Mission, known: Iterable[str]) -> list[Finding]:
    """Return the errors of ``antler_findings``: by them the mission that plays is not the one that was meant."""
    return [one for one in antler_findings(mission, known) if one.severity is Severity.ERROR]


def _keys(antler: Block) -> Iterator[Finding]:
    parts = [o.partition("=") for e in antler.entries for o in e.squeezed[1].partition("@")[2].split("~")[0].split(",")]
    extra = {value.lower() for key, _, value in parts if key.lower() == "extraprocessparams"}
    for entry in antler.entries:
        key = entry.squeezed[0]
        if key.lower() not in _KEYS and key.lower() not in extra:
            near = suggest(key, ("Run", *_KEYS))
            text = f"{key} is no key of ANTLER: the line starts nothing"
            place = FilePlace(antler.file, entry.line, entry.column)
            yield Finding(text, place, severity=Severity.ERROR, suggestion=near)


def _programs(mission: Mission, known: tuple[str, ...]) -> Iterator[Finding]:
    names: dict[str, int] = {}
    for one in started(mission):
        if one.name in names and not one.program.lower().startswith(_MAY_REPEAT):
            text = f"{one.name} is started in line {names[one.name]}, too: a MOOSDB takes a name once"
            place = FilePlace(mission.file, one.line, 1)
            yield Finding(text, place, remedy="give one another name: ~ NAME", severity=Severity.ERROR)
        names.setdefault(one.name, one.line)
        if one.program in known or exact_role(one.program):
            continue
        if near := next((name for name in known if _is_slip(one.program, name)), ""):
            text = f"there is no program {one.program}: the line starts nothing"
            yield Finding(text, FilePlace(mission.file, one.line, 1), severity=Severity.ERROR, suggestion=near)


def _is_slip(program: str, name: str) -> bool:
    """Whether a program is another one's name but for case or one letter; other digits are another version."""
    one, other = (text.lower().rstrip("0123456789") for text in (program, name))
    if one == other:
        return program.lower() == name.lower()
    return is_near(one, other, 1)


def _idle_blocks(mission: Mission) -> Iterator[Finding]:
    """Yield the blocks of applications that no line starts."""
    names = {one.name.lower() for one in started(mission)}
    roles = {exact_role(one.program): one for one in started(mission)}
    with_block = {exact_role(one.program) for one in started(mission) if mission.block(one.name) is not None}
    scripts = {(block.value("timer_script") or "").lower() for block in played_simulators(mission)}
    seen = set()
    for block in mission.blocks:
        name, role = block.name.lower(), role_name(block.name)
        if name in names or name in seen or not role or (role == SCRIPT and name in scripts):
            continue
        seen.add(name)
        lacking = role in _DRIVING and role not in with_block
        severity = Severity.ERROR if lacking else Severity.NOTE
        text = f"no line of ANTLER starts {block.name}: its block is not played"
        if lacking and role in roles:
            text += f", and {roles[role].name} (line {roles[role].line}) has none"
        yield Finding(text, FilePlace(block.file, block.line, 1), severity=severity)
