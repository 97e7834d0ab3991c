"""Missions with changed values: variations of sweeps, and ``--set``."""

from usimmarine_py.run.changes.given import changed_mission, refuse
from usimmarine_py.run.changes.missions import MissionTemplates, changed_missions, community_name
from usimmarine_py.run.changes.template import FilledMission, MissionTemplate, check_keys, filled, furnish

__all__ = [
    "FilledMission",
    "MissionTemplate",
    "MissionTemplates",
    "changed_mission",
    "changed_missions",
    "check_keys",
    "community_name",
    "filled",
    "furnish",
    "refuse",
]
