"""What ``usim check`` finds in one file: of a mission, of a helm's behaviours."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from usimmarine_py.apps.own.behaviors import kind_finder
from usimmarine_py.apps.own.find import RequestedApp
from usimmarine_py.check.helm.files import ENDING, check_behavior_file
from usimmarine_py.check.mission import check_mission
from usimmarine_py.errors import UsimError
from usimmarine_py.finding import Finding
from usimmarine_py.mission import Beside, read_mission
from usimmarine_py.mission.started import without_antler
from usimmarine_py.mission.unplayed import unplayed_findings
from usimmarine_py.run.applications import played_blocks


def file_findings(
    path: str,
    definitions: Sequence[str] = (),
    folders: Sequence[str] = (),
    *,
    block: str | None = None,
    apps: Sequence[str] = (),
) -> list[Finding]:
    """Return all findings about a mission or a .bhv file, in the order of the lines of each file.

    ``definitions`` and ``folders`` are those of a template. ``block``: this block alone. ``apps``: own applications,
    whose blocks are checked, too. Raises ``MissionFileError`` for a mission that cannot be read.
    """
    find = kind_finder(folder=Path(path).parent)
    if path.endswith(ENDING):
        return check_behavior_file(path, find)
    mission = read_mission(path, definitions=definitions, folders=folders)
    found = check_mission(mission, block, read_file=Beside(path), find=find)
    own: dict[str, RequestedApp] = {}
    if apps:
        from usimmarine_py.apps.own.config import check_own
        from usimmarine_py.apps.own.find import named_apps

        own, _ = named_apps(mission, apps)
        found += check_own(mission, apps)
    if block is None:
        with suppress(UsimError):  # no run plays it, as was said above
            found += without_antler(mission)
            found += unplayed_findings(mission, played_blocks(mission, None, own).left_out)
    return sorted(found, key=lambda one: (one.file.endswith(ENDING), one.line, one.column))
