"""The applications of contacts, obstacles and encounters by the names of the programs that they stand in for."""

from __future__ import annotations

from collections.abc import Mapping

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.contacts.manager.manager import BasicContactManager, ContactManager
from usimmarine_py.field.contacts.monitors.collisions import CollisionDetector
from usimmarine_py.field.contacts.monitors.obstacles import ObstacleCollisionDetector
from usimmarine_py.field.contacts.obstacles.manager import ObstacleManager
from usimmarine_py.field.contacts.obstacles.simulator import ObstacleSimulator
from usimmarine_py.field.contacts.small.beacon_range import BeaconRangeSensor
from usimmarine_py.field.contacts.small.contact_range import ContactRangeSensor
from usimmarine_py.field.contacts.small.search_grid import SearchGrid
from usimmarine_py.field.contacts.small.spoof_node import SpoofNode

CONTACT_PROGRAMS: Mapping[str, type[FieldApp]] = {
    "pContactMgrV20": ContactManager,
    "pBasicContactMgr": BasicContactManager,
    "pObstacleMgr": ObstacleManager,
    "uFldObstacleSim": ObstacleSimulator,
    "uFldCollisionDetect": CollisionDetector,
    "uFldCollObDetect": ObstacleCollisionDetector,
    "uFldContactRangeSensor": ContactRangeSensor,
    "uFldBeaconRangeSensor": BeaconRangeSensor,
    "pSearchGrid": SearchGrid,
    "pSpoofNode": SpoofNode,
}
