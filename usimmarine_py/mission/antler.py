"""The ANTLER block of a mission: the programs that it starts, their roles, and the simulator's block."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from usimmarine_py.errors import ConfigError, MissionFileError, suggest
from usimmarine_py.mission.lines import squeeze
from usimmarine_py.mission.reader import Block, Mission
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import Key, KeyTable

SIMULATOR, SCRIPT, PID, GUIDANCE, HELM, FIELD = "simulator", "script", "controller", "guidance", "helm", "field"
EVALUATION, POKE, FINISH, HASH = "evaluation", "poke", "finish", "hash"
#: Programs that grade a mission, by the beginning of their names.
GRADERS = {"pMissionEval": EVALUATION, "pAutoPoke": POKE, "uMayFinish": FINISH, "pMissionHash": HASH}
#: Roles of programs by the beginning of their names.
ROLES = {
    "uSimMarine": SIMULATOR, "usimmarine": SIMULATOR, "uTimerScript": SCRIPT, "pMarinePID": PID, "usim_pid": PID,
    "usim_guidance": GUIDANCE, "pHelmIvP": HELM, "usim_helm": HELM, **GRADERS,
}  # fmt: skip

#: The keys of the ANTLER block; further keys are arguments of programs, which ``ExtraProcessParams`` names.
KEYS = KeyTable(
    (
        Key(
            "Run", "list", help="A program that is started: PROGRAM @ NewConsole = false, ExtraProcessParams = KEY, "
            "InhibitMOOSParams = true, Path = FOLDER ~ ALIAS; everything from @ on may be left out.",
            repeatable=True, example="MOOSDB @ NewConsole = false", group="antler", source="docs/launch.md",
        ),
        Key(
            "MSBetweenLaunches", "number", "0", "Time between two starts.", "ms", minimum=0.0, group="antler",
            source="docs/launch.md",
        ),
        Key(
            "ExecutablePath", "file", "system", "Folder of the programs; system: those on PATH.", group="antler",
            source="docs/launch.md",
        ),
    )
)  # fmt: skip

_VERSION = re.compile(r"V?\d*|_\w*")
_SIMULATOR = re.compile(r"usimmarine", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Launch:
    """One ``Run =`` line: the program as written, its client name, extra arguments; ``plain``: no other arguments."""

    program: str
    alias: str
    extra: tuple[str, ...]
    line: int
    plain: bool = False
    folder: str = ""  #: directory of the program, if given: ``Path`` of the line, or ``ExecutablePath``

    def arguments(self, mission_file: str) -> list[str]:
        """The argv of the process, without the resolved path of the program."""
        return [self.program] if self.plain else [self.program, mission_file, self.alias, *self.extra]


def launches(mission: Mission) -> tuple[Launch, ...]:
    """The processes of the ANTLER block in launch order.

    ``Run = program @ NewConsole = false, ExtraProcessParams = XP ~ alias``: everything from ``@`` on is optional. The
    alias is only read after an ``@``; pAntler, too, takes ``program ~ alias`` as the name of a program.
    """
    block = mission.block("ANTLER")
    if block is None:
        return ()
    everywhere = block.value("ExecutablePath") or ""
    found = []
    for entry in block.entries:
        key, value = entry.squeezed
        if key.lower() != "run":
            continue
        program, _, rest = value.partition("@")
        options_text, _, alias = rest.partition("~")
        options = {k.lower(): v for k, _, v in (o.partition("=") for o in options_text.split(","))}
        extra_key = options.get("extraprocessparams", "")
        extra = (block.value(extra_key) or "") if extra_key else ""
        plain = options.get("inhibitmoosparams", "").lower() == "true"
        name = alias or _base_name(program)
        folder = options.get("path") or ("" if everywhere.lower() == "system" else everywhere)
        found.append(Launch(program, name, tuple(extra.split(",")) if extra else (), entry.line, plain, folder))
    return tuple(found)


def _base_name(program: str) -> str:
    return program.rstrip("/").rpartition("/")[2]


def exact_role(program: str) -> str:
    """Return the role of a program, its directory ignored: one of ``ROLES``, empty for any other program."""
    name = _base_name(program)
    return next((role for begin, role in ROLES.items() if is_version(name, begin)), "")


def is_version(program: str, name: str) -> bool:
    """Whether a program is the one of a name, or a version of it: pMarinePIDV22, uSimMarine_X."""
    return program.startswith(name) and _VERSION.fullmatch(program, len(name)) is not None


def role_name(name: str) -> str:
    """The same for the name of a block, in which case does not count."""
    lower = _base_name(name).lower()
    return next((role for begin, role in ROLES.items() if lower.startswith(begin.lower())), "")


def program_role(program: str) -> str:
    """The same without ``SIMULATOR``: of the applications beside it."""
    role = role_name(program)
    return "" if role == SIMULATOR else role


def role_of(mission: Mission, block: Block) -> str:
    """The role of a block: that of the program that an Antler line starts under its name, else of the name itself."""
    name = block.name.lower()
    programs = (launch.program for launch in launches(mission) if launch.alias.lower() == name)
    return program_role(next(programs, block.name))


def role_blocks(mission: Mission, role: str) -> tuple[Block, ...]:
    """The blocks of a ``role`` other than the simulator's, each name once."""
    found: dict[str, Block] = {}
    for block in mission.blocks:
        if role_of(mission, block) == role:
            found.setdefault(block.name.lower(), block)
    return tuple(found.values())


def is_simulator(program: str) -> bool:
    """Whether a program is called uSimMarine* or usimmarine*, in any directory."""
    return _SIMULATOR.match(_base_name(program)) is not None


def simulator_blocks(mission: Mission) -> tuple[Block, ...]:
    """Blocks named uSimMarine* or usimmarine*, or started by an Antler line that runs either; each name once."""
    aliases = {x.alias.lower() for x in launches(mission) if is_simulator(x.program)}
    found: dict[str, Block] = {}
    for block in mission.blocks:
        name = block.name.lower()
        if _SIMULATOR.match(name) or name in aliases:
            found.setdefault(name, block)
    return tuple(found.values())


def find_simulator_block(mission: Mission, name: str | None = None) -> Block:
    """Return the block called ``name``, else the only block of a simulator, or the only one that an Antler line starts.

    Raises ``MissionFileError`` if there is none, ``ConfigError`` if there are several and no ``name``.
    """
    if name is not None:
        block = mission.block(name)
        if block is None:
            known = suggest(squeeze(name), mission.block_names)
            raise MissionFileError(missing_block_text(mission, name), file=mission.file, suggestion=known)
        return block
    blocks = _likeliest(mission, simulator_blocks(mission), is_simulator)
    if not blocks:
        mission.refuse_strays()  # one of them may be the block
        problem = f"no simulator block (uSimMarine* or usimmarine*); {_present(mission)}"
        raise MissionFileError(problem, file=mission.file, remedy="add ProcessConfig = usimmarine")
    if len(blocks) > 1:
        problem = f"several simulator blocks: {_listed(blocks)}; choose one with --block NAME"
        raise ConfigError(problem, file=mission.file)
    return blocks[0]


def default_alias(mission: Mission, program: str, role: str, *, alias: str = "") -> tuple[str, str]:
    """Return the alias of a program that was started without one (or under its own name, as pAntler does).

    It is the name of its block: the block with the program's name, else the one that an Antler line starts it for,
    else the only one of its ``role`` (``SIMULATOR``, ``PID`` or ``GUIDANCE``). The second value explains the choice;
    empty if the alias is the program's name. Raises ``ConfigError`` if there are several such blocks,
    ``MissionFileError`` if there is none and no ``alias``.
    """
    own = mission.block(program)
    if own is not None and (alias or own.name == program):  # another spelling may select another dialect
        return program, ""
    simulates = role == SIMULATOR
    blocks = simulator_blocks(mission) if simulates else role_blocks(mission, role)
    ours: Callable[[str], bool] = is_simulator if simulates else lambda name: program_role(name) == role
    found = _likeliest(mission, blocks, ours, program)
    if not found:
        if alias:
            return alias, ""
        problem = f"no block of a {role}: {missing_block_text(mission, program)}"
        raise MissionFileError(problem, remedy=f"{program} --example prints one", file=mission.file)
    if len(found) > 1:
        problem = f"several blocks of a {role}: {_listed(found)}; choose one: {program} {mission.file} {found[0].name}"
        raise ConfigError(problem, file=mission.file)
    name = found[0].name
    started = [x.line for x in launches(mission) if ours(x.program) and x.alias.lower() == name.lower()]
    why = f"started so in line {started[0]}" if started else f"the only one of a {role}"
    return name, f"block {name} (line {found[0].line}) is taken: {why}"


def _likeliest(
    mission: Mission, blocks: Sequence[Block], ours: Callable[[str], bool], program: str = ""
) -> Sequence[Block]:
    """Those of ``blocks`` that Antler lines start with ``program``, else with any of ``ours``, else all."""
    lines = [x for x in launches(mission) if ours(x.program) and not x.plain]
    for chosen in ([x for x in lines if _base_name(x.program) == program], lines):
        aliases = {x.alias.lower() for x in chosen}
        if found := [b for b in blocks if b.name.lower() in aliases]:
            return found
    return blocks


def _listed(blocks: Sequence[Block]) -> str:
    return ", ".join(f"{b.name} (line {b.line})" for b in blocks)


def missing_block_text(mission: Mission, name: str) -> str:
    """The message of an application without a block of its name."""
    return f"no block ProcessConfig = {squeeze(name)}; {_present(mission)}"


def _present(mission: Mission) -> str:
    names = ", ".join(mission.block_names)
    text = f"blocks present: {names}" if names else "the file has no blocks"
    hidden = "" if mission.expansion is None else mission.expansion.asked
    return f"{text}; {hidden}: give -D NAME=VALUE" if hidden else text
