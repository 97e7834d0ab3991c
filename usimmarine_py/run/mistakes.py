"""The mistakes of a mission: the errors of ``usim check``, of which runs warn, and by which no mission is graded.

One rule for all commands: what the original passes over, a run and a launch play as the original does, with a warning
that names file and line; ``--strict`` ends them. ``usim check`` and ``usim grade`` fail by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from usimmarine_py.apps.own.behaviors import BehaviorLike, kind_finder
from usimmarine_py.check.mission import check_mission
from usimmarine_py.errors import Severity
from usimmarine_py.finding import Finding
from usimmarine_py.mission import Beside, Mission


def mistakes(mission: Mission, behaviors: Iterable[BehaviorLike] = ()) -> list[Finding]:
    """Return the errors of a mission, in the order of their lines; ``behaviors``: those of one's own for its helms."""
    find = kind_finder(behaviors, folder=Path(mission.file).parent)
    found = check_mission(mission, read_file=Beside(mission.file), find=find)
    return [one for one in found if one.severity is Severity.ERROR]


def unsaid(found: Sequence[Finding], said: Iterable[str]) -> list[str]:
    """Return those of ``found`` as warnings whose lines no text of ``said`` names already."""
    texts = list(said)
    shown = [one.placed(one.where._replace(file=Path(one.file).name)) for one in found]
    return [str(one) for one in shown if not any(f"{one.file}:{one.line}:" in text for text in texts)]
