"""Missions with changed values: variations of sweeps, and ``--set``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from usimmarine_py.lazy import lazy

if TYPE_CHECKING:
    from usimmarine_py.run.changes.given import changed_mission as changed_mission
    from usimmarine_py.run.changes.given import changed_missions as changed_missions
    from usimmarine_py.run.changes.given import refuse as refuse
    from usimmarine_py.run.changes.missions import MissionTemplates as MissionTemplates
    from usimmarine_py.run.changes.template import FilledMission as FilledMission
    from usimmarine_py.run.changes.template import MissionTemplate as MissionTemplate
    from usimmarine_py.run.changes.template import check_keys as check_keys
    from usimmarine_py.run.changes.template import filled as filled
    from usimmarine_py.run.changes.template import furnish as furnish

__all__, __getattr__, __dir__ = lazy(
    __name__,
    {
        "given": "changed_mission changed_missions refuse",
        "missions": "MissionTemplates",
        "template": "FilledMission MissionTemplate check_keys filled furnish",
    },
)
