"""The mistakes of a mission: the errors of ``usim check``, of which runs warn, and by which no mission is graded.

One rule for all commands: what the original passes over, a run and a launch play as the original does, with a warning
that names file and line; ``--strict`` ends them. ``usim check`` and ``usim grade`` fail by it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from usimmarine_py.apps.own.behaviors import BehaviorLike, kind_finder
from usimmarine_py.check.helm.files import unknown_kinds
from usimmarine_py.check.mission import check_mission
from usimmarine_py.errors import Severity
from usimmarine_py.finding import Finding
from usimmarine_py.helm import read_helm_block
from usimmarine_py.mission import HELM, Beside, Mission
from usimmarine_py.mission.started import played_role, started
from usimmarine_py.values.application import APP_KEYS


def mistakes(mission: Mission, behaviors: Iterable[BehaviorLike] = ()) -> list[Finding]:
    """Return the errors of a mission, in the order of their lines; ``behaviors``: those of one's own for its helms."""
    find = kind_finder(behaviors, folder=Path(mission.file).parent)
    found = check_mission(mission, read_file=Beside(mission.file), find=find)
    return [one for one in found if one.severity is Severity.ERROR]


class ForeignBehavior(NamedTuple):
    """A behaviour of a kind that the helm of this package does not have."""

    kind: str
    place: str  #: file:line
    helm: str  #: name of the application
    file: str  #: of the mission


def foreign_behaviors(missions: Iterable[Mission], behaviors: Iterable[BehaviorLike] = ()) -> list[ForeignBehavior]:
    """Return the behaviours of the helms that missions start which exist elsewhere only, as C++ perhaps."""
    found = []
    for mission in missions:
        find = kind_finder(behaviors, folder=Path(mission.file).parent)
        for one in started(mission):
            block = mission.block(one.name)
            if block is None or played_role(mission, one.program) != HELM:
                continue
            for name in read_helm_block(block.config_lines, APP_KEYS, has_datum=True).files:
                path = str(Path(mission.file).parent / name)
                for kind, line in unknown_kinds(path, find):
                    found.append(ForeignBehavior(kind, f"{path}:{line}", one.name, mission.file))
    return found
