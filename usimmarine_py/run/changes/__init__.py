"""Missions with changed values: variations of sweeps, and ``--set``."""

from usimmarine_py.run.changes.given import changed_mission, refuse
from usimmarine_py.run.changes.template import FilledMission, MissionTemplate, check_keys, filled, furnish

__all__ = [
    "FilledMission",
    "MissionTemplate",
    "changed_mission",
    "check_keys",
    "filled",
    "furnish",
    "refuse",
]
