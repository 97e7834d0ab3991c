"""A mission with other values put in: what a sweep varies, and what ``--set`` says."""

from usimmarine_py.run.changes.given import changed_mission, read_changes, refuse
from usimmarine_py.run.changes.template import VEHICLE_FILE, FilledMission, MissionTemplate, check_keys, filled, furnish

__all__ = [
    "VEHICLE_FILE",
    "FilledMission",
    "MissionTemplate",
    "changed_mission",
    "check_keys",
    "filled",
    "furnish",
    "read_changes",
    "refuse",
]
