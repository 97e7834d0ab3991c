"""``usim check`` for the helm: its block, and .bhv files, read as the helm reads them at its start.

A line that the helm would refuse (state MALCONFIG) is an error. The helm stops at the first one; here each behaviour is
read on its own, so that one error does not hide another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from usimmarine_py.errors import Severity, suggest, suggest_file
from usimmarine_py.helm import HelmOptions, ReadError, read_behavior_file, read_helm_block
from usimmarine_py.helm.behaviours import KINDS, find_kind
from usimmarine_py.helm.buffer import Buffer
from usimmarine_py.helm.files.reader import BehaviorBlock
from usimmarine_py.helm.life.roster import Roster
from usimmarine_py.helm.surroundings import HelmSurroundings
from usimmarine_py.mission import HELM, Block, Diagnostic, Mission, role_of
from usimmarine_py.values.application import APP_KEYS
from usimmarine_py.values.parameter import ConfigLine

ENDING = ".bhv"
_PREFIX = "BHV_"
#: The domain of a file that is read without its mission: every axis that a behaviour may want.
_ANY = (("domain", "course:0:359:360"), ("domain", "speed:0:5:51"), ("domain", "depth:0:500:501"))
#: Text that nsplug would replace: such a line may be valid.
_MACRO = "$("


def check_behavior_file(path: str, options: HelmOptions | None = None) -> list[Diagnostic]:
    """Return all findings about a .bhv file; ``options``: of the helm that reads it (None: any)."""
    try:
        text = Path(path).read_bytes().decode("utf-8", "replace")
    except OSError as error:
        near = suggest_file(path, ENDING)
        return [Diagnostic(Severity.ERROR, f"cannot be read: {error.strerror or error}", path, suggestion=near)]
    lines = [ConfigLine(key, value) for key, value in _ANY]
    return list(_check(path, text, options or read_helm_block(lines)))


def _check(path: str, text: str, options: HelmOptions) -> Iterator[Diagnostic]:
    template = any(line.lstrip().startswith(("#include", "#if", "<tag>")) for line in text.splitlines())
    if template:
        yield Diagnostic(Severity.NOTE, "not checked, a template of nsplug: usim expand makes the file of it", path)
        return
    macros = {number for number, line in enumerate(text.splitlines(), 1) if _MACRO in line}
    try:
        found = read_behavior_file(Path(path).name, text)
    except ReadError as error:
        yield _finding(path, error, macros=macros)
        return
    roster = Roster(HelmSurroundings("", options.axes, Buffer(0.0)), find_kind)
    for block in found.behaviors:
        for refusal in _refusals(roster, block):
            yield _finding(path, refusal, block.kind, macros)


def _refusals(roster: Roster, block: BehaviorBlock) -> Iterator[ReadError]:
    """Yield what the helm would refuse of a behaviour: every line, not only the first."""
    while True:
        try:
            roster.build([block])
            return
        except ReadError as error:
            yield error
            left = tuple(line for line in block.lines if line.line != error.line)
            if len(left) == len(block.lines) or error.line == block.line:
                return
            block = block._replace(lines=left)


def _finding(path: str, error: ReadError, kind: str = "", macros: Collection[int] = ()) -> Diagnostic:
    column = 1 if error.line else 0
    if kind and find_kind(kind) is None:
        short = suggest(kind.removeprefix(_PREFIX), [name.removeprefix(_PREFIX) for name in KINDS])
        near = f"{_PREFIX}{short}" if short else ""
        severity = Severity.ERROR if near else Severity.WARNING  # MOOS-IvP has more kinds, and libraries of others
        return Diagnostic(severity, f"no behaviour {kind} in the helm of usim run", path, error.line, column, "", near)
    if error.line in macros:
        return Diagnostic(Severity.NOTE, f"not checked, for its macro: {error}", path, error.line, column)
    text = f"{error} ({error.remedy})" if error.remedy else str(error)
    return Diagnostic(Severity.ERROR, text, path, error.line, column)


def check_helm(mission: Mission, block: Block) -> list[Diagnostic]:
    """Return all findings about a block of the helm, and about the .bhv files that it names."""
    has_datum = mission.value("LatOrigin") is not None and mission.value("LongOrigin") is not None
    plain = [line for line in block.config_lines if _MACRO not in line.value]
    options = read_helm_block(plain, APP_KEYS, has_datum=has_datum)
    found = []
    for warning in options.warnings:
        file, _, line = warning.where.rpartition(":")
        number = int(line) if line.isdigit() else block.line
        found.append(
            Diagnostic(Severity.ERROR, f"{warning.text} (the helm is MALCONFIG)", file or block.file, number, 1)
        )
    folder = Path(mission.file).parent
    for file in options.files:
        place = folder / file
        if place.is_file():
            found += check_behavior_file(str(place), options if options.axes else None)
            continue
        at = next((e.line for e in block.entries if e.key.lower() == "behaviors" and file in e.value), block.line)
        text = f"behaviors = {file}: no such file beside the mission"
        near = suggest_file(str(place), ENDING)
        found.append(Diagnostic(Severity.WARNING, text, block.file, at, 1, suggestion=near))
    return found


def helm_blocks(mission: Mission) -> Sequence[Block]:
    """Return the blocks of helms."""
    return [block for block in mission.blocks if role_of(mission, block) == HELM]
