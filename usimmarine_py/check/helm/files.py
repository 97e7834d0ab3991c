"""The .bhv files of a helm, read as the helm reads them at its start, and all findings about them.

A line that the helm would refuse (state MALCONFIG) is an error. The helm stops at the first one; here each behaviour is
read on its own, so that one error does not hide another. Warnings are about what the helm accepts and its author
hardly intended.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from usimmarine_py.check.helm.lives import life_findings
from usimmarine_py.check.helm.made import MACRO, BehaviorText, MadeBehavior
from usimmarine_py.check.helm.posted import Posted, posted_beside, words_in
from usimmarine_py.check.helm.speeds import TopSpeed, speed_findings
from usimmarine_py.errors import ConfigError, Severity, is_slip, suggest, suggest_file
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.helm import Behavior, HelmOptions, ReadError, read_behavior_file, read_helm_block
from usimmarine_py.helm.behaviours import NOT_LOADED, find_kind, kind_of_file, nearest_kind
from usimmarine_py.helm.buffer import Buffer
from usimmarine_py.helm.files.reader import BehaviorBlock
from usimmarine_py.helm.life.flags import square_macros
from usimmarine_py.helm.life.roster import FindKind, Roster
from usimmarine_py.helm.surroundings import HelmSurroundings
from usimmarine_py.mission.plain import read_text
from usimmarine_py.values.key import ConfigLine

# -- Flags on variables that nothing in the mission reads, but for a name that one reads and is spelled almost so


def slip_findings(texts: Sequence[BehaviorText], posted: Posted) -> Iterator[Finding]:
    """Yield a warning for each flag whose variable looks like a slip of one that the helm reads."""
    read = {name for text in texts for name in _read(text)}
    given = {one.variable for text in texts for one in text.read.initial}
    known = read | given | posted.words
    for text in texts:
        for behavior, block in text.behaviors:
            for line in block.lines:
                kind = behavior.flags.kind(line.key.lower())
                if kind is None or MACRO in line.value:
                    continue
                name = line.value.partition("=")[0].split()[-1:]
                if not name or name[0] in known:
                    continue
                near = next((one for one in sorted(read) if is_slip(name[0], one)), "")
                if near:
                    words = f"no condition of the helm and no other file of the mission reads {name[0]}"
                    yield Finding(words, FilePlace(text.path, line.line, 1, line.key), suggestion=near)


def _read(text: BehaviorText) -> Iterator[str]:
    """Yield the variables that conditions, updates and other parameters of a file name."""
    for rule in text.read.modes:
        for condition in rule.conditions:
            yield from condition.names
    for behavior, block in text.behaviors:
        for condition in (*behavior.conditions, *behavior.flags.conditions):
            yield from condition.names
        for line in block.lines:
            if behavior.flags.kind(line.key.lower()) is None:
                yield from words_in(line.value)


ENDING = ".bhv"
#: The domain of a file that is read without its mission: every axis that a behaviour may want.
_ANY = (("domain", "course:0:359:360"), ("domain", "speed:0:5:51"), ("domain", "depth:0:500:501"))
_TEMPLATE = ("#include", "#if", "<tag>")


class HelmFiles(NamedTuple):
    """The .bhv files of one helm, and what is known about the helm and its vehicle."""

    paths: Sequence[str]
    options: HelmOptions | None = None  #: None: any
    find: FindKind = find_kind
    posted: Posted | None = None  #: None: by what lies beside the file
    top: TopSpeed | None = None


def check_behavior_file(path: str, find: FindKind = find_kind) -> list[Finding]:
    """Return all findings about a .bhv file on its own; ``find`` finds the class of a kind."""
    return check_files(HelmFiles([path], find=find))


def check_files(files: HelmFiles) -> list[Finding]:
    """Return all findings about the .bhv files of one helm."""
    lines = [ConfigLine(key, value) for key, value in _ANY]
    options = files.options or read_helm_block(lines)
    roster = Roster(HelmSurroundings("", options.axes, Buffer(0.0)), files.find)
    found: list[Finding] = []
    texts: list[BehaviorText] = []
    for path in files.paths:
        try:
            text = read_text(path)
        except OSError as error:
            near = suggest_file(path, ENDING) if isinstance(error, FileNotFoundError) else ""
            found.append(
                Finding(
                    f"cannot be read: {error.strerror or error}",
                    FilePlace(path),
                    severity=Severity.ERROR,
                    suggestion=near,
                )
            )
            continue
        if any(line.lstrip().startswith(_TEMPLATE) for line in text.splitlines()):
            words = "not checked, a template of nsplug: usim expand makes the file of it"
            # as it is the helm refuses it
            severity = Severity.NOTE if files.posted is None else Severity.ERROR
            found.append(Finding(words, FilePlace(path), severity=severity))
            continue
        macros = frozenset(number for number, line in enumerate(text.splitlines(), 1) if MACRO in line)
        try:
            read = read_behavior_file(Path(path).name, text)
        except ReadError as error:
            found.append(_refused(path, error, macros))
            continue
        made: list[MadeBehavior] = []
        for block in read.behaviors:
            behavior, findings = _made(path, roster, files.find, block, macros)
            found += findings
            if behavior is not None:
                made.append(MadeBehavior(behavior, block))
        found += [_refused(path, one, macros) for one in read.left_out]
        if not read.behaviors and not read.left_out:
            found.append(Finding("has no behaviour", FilePlace(path, 1, 1), severity=Severity.ERROR))
        texts.append(BehaviorText(path, read, made, macros))
    posted = files.posted or posted_beside(files.paths)
    found += life_findings(texts, posted)
    found += slip_findings(texts, posted)
    found += [one for text in texts for one in _macro_findings(text)]
    if files.top is not None:
        found += [one for text in texts for one in speed_findings(text, files.top)]
    return found


def unknown_kinds(path: str, find: FindKind) -> list[tuple[str, int]]:
    """Return the kinds of behaviours in a .bhv file that ``find`` does not know, with their lines."""
    try:
        blocks = read_behavior_file(Path(path).name, read_text(path)).behaviors
        return [(block.kind, block.line) for block in blocks if find(block.kind) is None]
    except (OSError, ReadError, ConfigError):
        return []  # the check says why


def _made(
    path: str, roster: Roster, find: FindKind, block: BehaviorBlock, macros: Collection[int]
) -> tuple[Behavior | None, list[Finding]]:
    """Return the behaviour of a block without the lines that the helm refuses, and a finding for each of these."""
    try:
        known = find(block.kind) is not None
    except ConfigError as error:  # a file or plug-in of one's own that cannot be loaded
        return None, [Finding(f"{block.kind}: {error}", FilePlace(path, block.line, 1), severity=Severity.ERROR)]
    if not known:
        return None, [_unknown(path, block)]
    found: list[Finding] = []
    while True:
        try:
            behavior = roster.build_one(block)
            found += [one.placed(one.where._replace(file=path)) for one in behavior.passed_over]
            if caution := behavior.caution():
                found.append(Finding(caution, FilePlace(path, block.line, 1)))
            if not found:  # a line that was refused may be what lacks now
                place = FilePlace(path, block.line, 1)
                found += [Finding(text, place, severity=Severity.ERROR) for text in behavior.lacks()]
            return behavior, found
        except ReadError as error:
            found.append(_refused(path, error, macros))
            left = tuple(line for line in block.lines if line.line != error.line)
            if len(left) == len(block.lines) or error.line == block.line:
                return None, found
            block = block._replace(lines=left)


def _unknown(path: str, block: BehaviorBlock) -> Finding:
    if block.kind in NOT_LOADED:
        text = f"{block.kind}: MOOS-IvP's helm does not load this kind: it is MALCONFIG"
        return Finding(text, FilePlace(path, block.line, 1), severity=Severity.ERROR)
    beside = [kind_of_file(file.name) for file in Path(path).parent.glob("*.py")]
    near = nearest_kind(block.kind, beside)
    severity = Severity.ERROR if near else Severity.WARNING  # MOOS-IvP has more kinds, and libraries of others
    return Finding(
        f"no behaviour {block.kind} in the helm of usim run",
        FilePlace(path, block.line, 1, ""),
        severity=severity,
        suggestion=near,
    )


def _refused(path: str, error: ReadError, macros: Collection[int]) -> Finding:
    column = 1 if error.line else 0
    if error.line in macros:
        return Finding(
            f"not checked, for its macro: {error.problem}", FilePlace(path, error.line, column), severity=Severity.NOTE
        )
    return Finding(error.problem, FilePlace(path, error.line, column), severity=Severity.ERROR)


def _macro_findings(text: BehaviorText) -> Iterator[Finding]:
    """Yield a warning for each macro in a flag that its behaviour does not know: it is posted as it is written."""
    for behavior, block in text.behaviors:
        try:
            known: Iterable[str] = behavior.macro_names()
        except Exception:  # of a class of a user's own, which may expect to have run
            continue
        for line in block.lines:
            if not line.key.lower().endswith(("flag", "flagx")):
                continue
            for name in square_macros(line.value):
                if name not in known:
                    words = (
                        f"no macro $[{name}] of {behavior.kind} in the helm of usim run; it is posted as it is written"
                    )
                    near = suggest(name, known)
                    yield Finding(words, FilePlace(text.path, line.line, 1, line.key), suggestion=near)
