"""The block of a helm in a mission, and the .bhv files that it names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from usimmarine_py.check.helm.files import ENDING, HelmFiles, check_files
from usimmarine_py.check.helm.made import MACRO
from usimmarine_py.check.helm.posted import posted_beside
from usimmarine_py.check.helm.speeds import domain_findings, vehicle_speed
from usimmarine_py.check.roles import unplayed_programs
from usimmarine_py.errors import Severity, suggest_file
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.helm import read_helm_block
from usimmarine_py.helm.behaviours import find_kind
from usimmarine_py.helm.files.configuration import NO_FILE
from usimmarine_py.helm.life.roster import FindKind
from usimmarine_py.mission import HELM, Block, Mission, launches, role_of
from usimmarine_py.mission.fields import is_template
from usimmarine_py.simulator.config.draft import FileReader
from usimmarine_py.values.application import APP_KEYS

#: Programs that bring mail of other communities, by the beginning of their names in lower case.
_BRIDGES = ("pshare", "pmoosbridge", "ufldnodebroker", "ufldshorebroker", "ufldmessagehandler")


def check_helm(
    mission: Mission, block: Block, find: FindKind = find_kind, *, read_file: FileReader | None = None
) -> list[Finding]:
    """Return all findings about a block of the helm, and about the .bhv files that it names.

    ``find`` finds the class of a kind; ``read_file``: files that the block of the vehicle names.
    """
    has_datum = mission.value("LatOrigin") is not None and mission.value("LongOrigin") is not None
    plain = [line for line in block.config_lines if MACRO not in line.value]
    options = read_helm_block(plain, APP_KEYS, has_datum=has_datum)
    found = []
    for warning in options.warnings:
        at = FilePlace(warning.file or block.file, warning.line or block.line, 1)
        text = f"{warning.what} (the helm is MALCONFIG)"
        found.append(warning._replace(what=text, where=at, severity=Severity.ERROR))
    if not options.files and len(plain) == len(block.config_lines):
        found.append(Finding(NO_FILE, FilePlace(block.file, block.line, 1), severity=Severity.ERROR))
    folder = Path(mission.file).parent
    present: list[str] = []
    for file in options.files:
        place = folder / file
        if place.is_file():
            present.append(str(place))
            continue
        first = next((e.line for e in block.entries if e.key.lower() == "behaviors" and file in e.value), block.line)
        text = f"behaviors = {file}: no such file beside the mission"
        near = suggest_file(str(place), ENDING)
        severity = Severity.WARNING if is_template(mission) else Severity.ERROR
        found.append(Finding(text, FilePlace(block.file, first, 1), severity=severity, suggestion=near))
    top = vehicle_speed(mission, options, read_file)
    if top is not None:
        found += domain_findings(block, top)
    if present:
        posted = posted_beside(present, complete=_known_programs(mission))
        found += check_files(HelmFiles(present, options if options.axes else None, find, posted, top))
    return found


def _known_programs(mission: Mission) -> bool:
    """Whether it is known of every program of a mission what it posts."""
    programs = [launch.program for launch in launches(mission)] or [block.name for block in mission.blocks]
    names = [program.rpartition("/")[2].lower() for program in programs]
    return not any(name.startswith(_BRIDGES) for name in names) and not unplayed_programs(mission)


def helm_blocks(mission: Mission) -> Sequence[Block]:
    """Return the blocks of helms."""
    return [block for block in mission.blocks if role_of(mission, block) == HELM]
