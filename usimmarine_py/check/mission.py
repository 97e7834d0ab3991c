"""``usim check`` for all blocks that this package plays: simulators, controllers, guidance, graders.

A controller ignores a line that it cannot read, guidance does not start; in both cases the line is an error.
"""

from __future__ import annotations

from collections.abc import Iterable

from usimmarine_py.check.depth import missing_depth, unfollowed_depth
from usimmarine_py.check.helm.block import check_helm, helm_blocks
from usimmarine_py.check.helm.files import ENDING
from usimmarine_py.check.lint import check_application, check_launches, lint
from usimmarine_py.check.macros import without_macros
from usimmarine_py.check.programs import check_field, check_loggers, check_shares, grader_warnings
from usimmarine_py.control.gains import NO_YAW_GAIN, read_pid_options
from usimmarine_py.control.plan import NOTHING_TO_DO, read_plan
from usimmarine_py.errors import Severity
from usimmarine_py.field.programs import FIELD_PROGRAMS
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.helm.behaviours import find_kind
from usimmarine_py.helm.life.roster import FindKind
from usimmarine_py.mission import GRADERS, GUIDANCE, HELM, PID, Block, Entry, Mission, program_role, role_of
from usimmarine_py.mission.misspelt import misspelt_blocks
from usimmarine_py.mission.started import antler_findings
from usimmarine_py.script.grading.expected import read_expected
from usimmarine_py.simulator.config.draft import FileReader
from usimmarine_py.values.application import APP_KEYS
from usimmarine_py.values.frozen import replace

_ROLES = (PID, GUIDANCE, *GRADERS.values())
#: Text that nsplug would replace: such a line may be valid.
_MACRO = "$("


def check_mission(
    mission: Mission,
    block_name: str | None = None,
    *,
    read_file: FileReader | None = None,
    find: FindKind = find_kind,
) -> list[Finding]:
    """All findings about a mission, or only those about the block called ``block_name``, in the order of their lines.

    ``find`` finds the class of a kind of behaviour. Raises ``MissionFileError`` if there is no block of the given name.
    """
    block = None if block_name is None else mission.block(block_name)
    if block is not None and role_of(mission, block) == HELM:
        return _sorted([*mission.diagnostics, *check_helm(mission, block, find, read_file=read_file)])
    if block is not None and role_of(mission, block) in _ROLES:
        return _sorted([*mission.diagnostics, *check_steering(mission, block)])
    found = lint(mission, block_name, read_file=read_file)
    found += [one.placed(one.where._replace(column=1)) for one in _unexpected(mission)]
    if block_name is None:
        found += misspelt_blocks(mission)
        found += antler_findings(mission, FIELD_PROGRAMS)
        found += check_launches(mission, lambda p: program_role(p) == PID, "the controller will steer nothing")
        found += check_launches(mission, lambda p: program_role(p) == GUIDANCE, "it will not start", Severity.ERROR)
        seen = set()
        for block in mission.blocks:
            name = block.name.lower()
            if name not in seen and role_of(mission, block) in _ROLES:
                found += check_steering(mission, block)
            seen.add(name)
        for block in helm_blocks(mission):
            found += check_helm(mission, block, find, read_file=read_file)
        found += unfollowed_depth(mission)
        found += missing_depth(mission)
        found += check_shares(mission)
        found += check_field(mission, read_file)
        found += check_loggers(mission)
    return _sorted(found)


def _unexpected(mission: Mission) -> Iterable[Finding]:
    """Errors in the expectations of the mission; macros of nsplug may have any value."""
    lines = {e.line for block in mission.blocks for e in block.entries if _MACRO in e.value}
    return [error for error in read_expected(mission).errors if error.line not in lines]


def check_steering(mission: Mission, block: Block) -> list[Finding]:
    """All findings about the block of a controller, of guidance or of a grader, as its program reads it."""
    if role_of(mission, block) in GRADERS.values():
        return _check_grader(mission, block)
    entries, found = without_macros(block)
    found += check_application(block)
    by_line = {entry.line: entry for entry in entries}
    lines = replace(block, entries=tuple(entries)).config_lines
    # a macro may stand for a gain or waypoints
    complete = len(entries) == len(block.entries)
    lacking = ""
    if role_of(mission, block) == PID:
        options, wrong = read_pid_options(lines, block.name, APP_KEYS)
        if complete and not options.gains.coupled:
            lacking, severity = NO_YAW_GAIN, Severity.WARNING
    else:
        plan, wrong, warnings = read_plan(lines, APP_KEYS)
        if complete and not plan.tasks and not wrong:
            lacking, severity = f"block {block.name} {NOTHING_TO_DO}", Severity.ERROR
        wrong += warnings
    found += [_in_entry(one, by_line[one.line]) for one in wrong]
    if lacking:
        found.append(Finding(lacking, FilePlace(block.file, block.line, 1), severity=severity))
    return found


def _check_grader(mission: Mission, block: Block) -> list[Finding]:
    plain = mission.block(block.name, verbatim=False) or block
    entries = {entry.line: entry for entry in block.entries}
    found = check_application(block)
    for one in grader_warnings(role_of(mission, block), plain, APP_KEYS):
        entry = entries.get(one.line)
        if entry is None or _MACRO not in entry.value:
            found.append(one.placed(one.where._replace(file=block.file, column=1 if entry is None else entry.column)))
    return found


def _in_entry(found: Finding, entry: Entry) -> Finding:
    return found.placed(found.where._replace(column=entry.column if found.about_key else entry.value_column))


def _sorted(found: Iterable[Finding]) -> list[Finding]:
    return sorted(dict.fromkeys(found), key=lambda d: (d.file.endswith(ENDING), d.line, d.column))
