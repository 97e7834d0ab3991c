"""From mission files to the processes that they list; errors are raised before one of them is started."""

from __future__ import annotations

import errno
import re
import socket
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from usimmarine_py.errors import ConfigError, MissionFileError, file_errors, shorten, suggest
from usimmarine_py.field.programs import field_program
from usimmarine_py.launch.programs import OWN_NAMES, Program, original_program, our_command, our_program
from usimmarine_py.logs.whole_files import write_whole
from usimmarine_py.mission import (
    EVALUATION,
    FINISH,
    GUIDANCE,
    HASH,
    HELM,
    PID,
    POKE,
    SCRIPT,
    Launch,
    Mission,
    launches,
    program_role,
    read_mission,
    role_of,
    simulator_blocks,
)
from usimmarine_py.mission.unplayed import WITHOUT_EFFECT

DEFAULT_PORT = 9000
#: Pause after the start of a program if ANTLER gives none, s.
DEFAULT_PAUSE = 0.1
#: Beginnings of names of programs whose stand-ins of this package need a block.
NEED_BLOCK = ("plogger", "utimerscript")
#: Switch of a helm: a file with behaviours of the user's.
_BEHAVIORS = "--behaviors="
_ROUTE = re.compile(r"route=[^,:]*:(\d+)")


@dataclass(frozen=True, slots=True)
class Child:
    """One process of a community."""

    name: str  #: its alias
    community: str
    program: Program
    arguments: tuple[str, ...]
    argv0: str
    folder: Path
    pause: float  #: before the next start, s
    is_database: bool
    ends_all: bool = False  #: when it has ended, the mission is over
    is_part: bool = False  #: it plays several programs, with whose names its lines begin

    @property
    def command(self) -> tuple[str, ...]:
        """The program file and all arguments."""
        return (*self.program.command, *self.arguments)


@dataclass(frozen=True, slots=True)
class Community:
    """The processes that one mission file starts."""

    name: str
    mission: Mission
    children: tuple[Child, ...]
    missing: tuple[str, ...]
    warp: float
    host: str
    port: int
    file: Path  #: that programs read: the expanded one of a template
    notes: tuple[str, ...] = ()
    writes: tuple[tuple[Path, str], ...] = ()  #: expanded templates: files to be written before the start
    definitions: tuple[str, ...] = ()  #: by which the mission was read
    folders: tuple[str, ...] = ()  #: the same

    def write_files(self) -> None:
        """Write the expanded templates: other programs know nothing of templates. Raises ``MissionFileError``."""
        for path, text in self.writes:
            with file_errors(path, error=MissionFileError):
                write_whole(path, text)


def plan_community(
    file: Path,
    definitions: Sequence[str],
    folders: Sequence[str],
    prefer: str,
    behaviors: Sequence[str] = (),
    *,
    skip_idle: bool = False,
    theirs: Collection[str] = (),
) -> Community:
    """Return the processes of one file. ``prefer``: ``ours`` or ``theirs`` (MOOS-IvP's), if both exist.

    ``theirs``: names of programs of which the original is started, whatever is preferred.

    ``skip_idle``: programs that only show or watch, and are not there, are left out with a note.

    ``behaviors``: Python files of own behaviours for our helm, which then takes the place of pHelmIvP. A template
    becomes ``targ_COMMUNITY.moos`` beside it, by ``write_files``.

    Raises ``MissionFileError`` and ``ConfigError``.
    """
    mission = read_mission(file, definitions=definitions, folders=folders)
    name = mission.value("Community") or file.stem
    notes: list[str] = []
    writes: list[tuple[Path, str]] = []
    if mission.expansion is not None and mission.expansion.missing:
        raise ConfigError(mission.expansion.undefined(), file=str(file))
    if mission.expansion is not None and mission.expansion.text != _as_written(file):
        target = _beside(file, f"targ_{name}.moos")
        if str(target) in mission.expansion.files:
            raise ConfigError(
                f"its community would be written over {target.name}, one of its own files", file=str(file)
            )
        writes = [(target, mission.expansion.text), *_behaviors(mission, file.parent, definitions, folders)]
        notes = [f"expanded to {', '.join(path.name for path, _ in writes)}"]
        file = target
    block = mission.block("ANTLER")
    found = launches(mission) if block is not None else _by_blocks(mission)
    if not found:
        what = "its ANTLER block has no line Run = PROGRAM" if block is not None else "no ANTLER block, nor one we play"
        raise MissionFileError(f"nothing to start: {what}", file=str(file))
    if block is None:
        notes.append(f"no ANTLER block; started for its blocks: {', '.join(launch.alias for launch in found)}")
    between = None if block is None else block.number("MSBetweenLaunches")
    pause = DEFAULT_PAUSE if between is None or between < 0.0 else between / 1000.0
    children, missing = [], []
    own = tuple(f"{_BEHAVIORS}{Path(place).resolve()}" for place in behaviors)
    aliases = {launch.alias for launch in found}
    for launch in _numbered(found, notes):
        base = launch.program.rpartition("/")[2]
        program = None if launch.alias in aliases else _program(launch, base, file, prefer)
        if program is not None and program.ours and base.lower().startswith(NEED_BLOCK):
            notes.append(f"{launch.alias} is left out: {program.what} needs a block of that name")
            continue
        helm = bool(own) and program_role(launch.program) == HELM
        choice = "ours" if helm else "theirs" if launch.alias in theirs else prefer
        child = _child(launch, mission, file, choice, name, pause)
        if child is not None and helm:
            child = replace(child, arguments=(*child.arguments, *own))
        if child is None and skip_idle and base.lower().startswith(WITHOUT_EFFECT):
            notes.append(f"{launch.program} (line {launch.line}) is left out: there is no such program")
        elif child is None:
            missing.append(f"{launch.program} (line {launch.line})")
        else:
            children.append(child)
    warp = mission.number("MOOSTimeWarp") or 1.0
    port = int(mission.number("ServerPort") or DEFAULT_PORT)
    host = mission.value("ServerHost") or "localhost"
    return Community(
        name, mission, tuple(children), tuple(missing), warp, host, port, file, tuple(notes), tuple(writes),
        tuple(definitions), tuple(folders),
    )  # fmt: skip


def with_warp(community: Community, warp: float) -> Community:
    """Return a community whose programs read another MOOSTimeWarp: in ``FILE++``, or in the expanded template.

    Raises ``MissionFileError``.
    """
    values = (("MOOSTimeWarp", f"{warp:g}"),)
    file, texts = community.file, dict(community.writes)
    if file in texts:
        texts[file] = changed_text(texts[file], values)
    else:
        file = file.with_name(f"{file.name}++")
        texts[file] = changed_text(community.file.read_bytes().decode("utf-8", "surrogateescape"), values)
    children = tuple(_renamed(child, community.file.name, file.name) for child in community.children)
    return replace(community, file=file, warp=warp, children=children, writes=tuple(texts.items()))


def changed_text(text: str, values: Sequence[tuple[str, str]]) -> str:
    """Return the text of a mission file with these values of its keys."""
    lines = text.split("\n")
    for key, value in values:
        given = re.compile(rf"\s*{re.escape(key)}\s*=")
        there = [place for place, line in enumerate(lines) if given.match(line)]
        for place in there:
            lines[place] = f"{key} = {value}"
        if not there:
            lines.insert(0, f"{key} = {value}")
    return "\n".join(lines)


def _renamed(child: Child, before: str, file: str) -> Child:
    """Return a child whose mission file has another name."""
    program = child.program
    if program.ours:
        words = tuple(file if word == before else word for word in program.words)
        program = replace(program, words=words, command=our_command(*words))
    return replace(child, program=program, arguments=tuple(file if a == before else a for a in child.arguments))


def plays_inside(community: Community, apart: Collection[str] = ()) -> tuple[Child, ...]:
    """Return the programs of this package that play in one process, behind a door that is the community's MOOSDB.

    None where the MOOSDB is another's. Processes of their own are those ``apart`` (names, also as ``COMMUNITY/NAME``),
    those with arguments of their own, and vehicles that write a record of their mail or have ports for sentences.
    """
    if not any(child.is_database and child.program.ours for child in community.children):
        return ()
    return tuple(
        child
        for child in community.children
        if child.program.ours
        and not {child.name, f"{community.name}/{child.name}"} & set(apart)
        and all(word.startswith(_BEHAVIORS) for word in child.arguments)
        and not _has_ports(community.mission, child.name)
    )


def _has_ports(mission: Mission, name: str) -> bool:
    block = mission.block(name)
    keys = () if block is None else (entry.key.lower() for entry in block.entries)
    return any(key == "record" or key in ("nmea_udp", "nmea_tcp", "nmea_serial") for key in keys)


def _numbered(found: Sequence[Launch], notes: list[str]) -> Iterator[Launch]:
    """Yield the launches; the second viewer or logger of a name gets a number, since a MOOSDB takes a name once."""
    taken: set[str] = set()
    for launch in found:
        program = launch.program.rpartition("/")[2].lower()
        if launch.alias in taken and program != "moosdb" and program.startswith(WITHOUT_EFFECT):
            name = next(name for n in count(2) if (name := f"{launch.alias}{n}") not in taken)
            notes.append(f"line {launch.line} starts {launch.alias} again: it is called {name}")
            launch = replace(launch, alias=name)
        taken.add(launch.alias)
        yield launch


def _child(launch: Launch, mission: Mission, file: Path, prefer: str, community: str, pause: float) -> Child | None:
    """Return the process of one line of the ANTLER block; None: there is no such program."""
    base = launch.program.rpartition("/")[2]
    program = _program(launch, base, file, prefer)
    if program is None:
        return None
    kind = base.lower()
    if program.ours and kind.startswith(NEED_BLOCK) and mission.block(launch.alias) is None:
        raise ConfigError(
            f"{launch.program} has no block ProcessConfig = {launch.alias}, and {program.what} needs one",
            file=str(file),
            line=launch.line,
            suggestion=suggest(launch.alias, mission.block_names),
        )
    arguments = launch.extra if program.ours else tuple(launch.arguments(file.name)[1:])
    return Child(
        launch.alias, community, program, arguments, launch.program, file.parent, pause,
        is_database=kind == "moosdb", ends_all=kind == "umayfinish",
    )  # fmt: skip


def _by_blocks(mission: Mission) -> tuple[Launch, ...]:
    """Return a MOOSDB and a program of this package for every block, for a mission without an ANTLER block."""
    programs = {
        PID: "usim_pid", HELM: "usim_helm", GUIDANCE: "usim_guidance", SCRIPT: "uTimerScript",
        EVALUATION: "pMissionEval", POKE: "pAutoPoke", FINISH: "uMayFinish", HASH: "pMissionHash",
    }  # fmt: skip
    simulators = simulator_blocks(mission)
    # a script that a simulator plays needs no program
    embedded = {(block.value("timer_script") or "").lower() for block in simulators}
    vehicles = {block.name.lower() for block in simulators}
    found: dict[str, Launch] = {}
    for block in mission.blocks:
        name = block.name.lower()
        program = "usimmarine" if name in vehicles else programs.get(role_of(mission, block), "")
        program = "pLogger" if name == "plogger" else program or field_program(block.name)
        if program and name not in embedded:
            found.setdefault(name, Launch(program, block.name, (), block.line))
    return (Launch("MOOSDB", "MOOSDB", (), 0), *found.values()) if found else ()


def _program(launch: Launch, base: str, file: Path, prefer: str) -> Program | None:
    ours = our_program(base, file, launch.alias)
    if ours is not None and (prefer == "ours" or base in OWN_NAMES):
        return ours
    return original_program(launch.program, launch.folder, file.parent) or ours


def _as_written(file: Path) -> str:
    return file.read_bytes().decode("utf-8", "surrogateescape") + "\n"  # an expansion ends in one more


def _behaviors(
    mission: Mission, folder: Path, definitions: Sequence[str], folders: Sequence[str]
) -> list[tuple[Path, str]]:
    """Return the file that the folder's only template of a behavior file expands to, if the helm names such a file."""
    from usimmarine_py.mission.template import expand_file, read_definitions

    helm = mission.block("pHelmIvP")
    name = "" if helm is None else helm.value("Behaviors") or ""
    templates = sorted(folder.glob("meta*.bhv"))
    if not name.startswith("targ_") or len(templates) != 1:
        return []
    found = expand_file(str(templates[0]), read_definitions(definitions), folders)
    if found.missing:
        raise ConfigError(found.undefined(), file=str(templates[0]))
    return [(_beside(templates[0], name), found.text)]


def _beside(file: Path, name: str) -> Path:
    """Return the file of this name in the folder of another. Raises ``ConfigError`` for a name with a path."""
    if any(c in "/\\" or not c.isprintable() for c in name):
        problem = f"{shorten(name, 60)} cannot be written: what templates become lies beside them, under a plain name"
        raise ConfigError(problem, file=str(file))
    return file.with_name(name)


def check_plan(communities: Sequence[Community], *, skip_missing: bool) -> None:
    """Raise ``ConfigError`` for missing programs and conflicting ports."""
    missing = [f"{c.mission.file}: {', '.join(c.missing)}" for c in communities if c.missing]
    if missing and not skip_missing:
        remedy = "put them on PATH, or leave them out with --skip-missing"
        raise ConfigError(f"programs not found: {'; '.join(missing)}; {remedy}")
    if not any(c.children for c in communities):
        raise ConfigError("nothing is left to start")
    taken: dict[tuple[str, int], str] = {}
    for what, kind, port in _ports(communities):
        if (kind, port) in taken:
            raise ConfigError(f"port {port} is used twice: by {taken[kind, port]} and by {what}; choose another")
        taken[kind, port] = what
    for community in communities:
        names = [child.name for child in community.children]
        twice = next((name for name in names if names.count(name) > 1), "")
        if twice:
            raise ConfigError(f"two programs are called {twice}; give one a name: @ NewConsole = false ~ NAME",
                              file=community.mission.file)  # fmt: skip
        starts_database = any(child.is_database for child in community.children)
        if starts_database and _is_taken(community.port):
            raise ConfigError(
                f"port {community.port} is in use already, by a MOOSDB that still runs, perhaps",
                key="ServerPort", file=community.mission.file,
            )  # fmt: skip


def _ports(communities: Iterable[Community]) -> Iterable[tuple[str, str, int]]:
    """Yield every port that a community listens on: its owner, protocol and number."""
    for community in communities:
        if any(child.is_database for child in community.children):
            yield f"the MOOSDB of {community.mission.file}", "tcp", community.port
        share = community.mission.block("pShare")
        if share is None or not any(child.name.lower() == "pshare" for child in community.children):
            continue
        for entry in share.entries:
            key, value = entry.squeezed
            if key.lower() == "input":
                for port in _ROUTE.findall(value):
                    yield f"pShare of {community.mission.file}", "udp", int(port)


def _is_taken(port: int) -> bool:
    """Return whether a port of this machine is in use."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            return error.errno == errno.EADDRINUSE
        return False
