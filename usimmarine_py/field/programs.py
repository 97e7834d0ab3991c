"""The applications of a field by the names of the programs that they stand in for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.values.key import ConfigLine, KeyTable, config_lines

#: Name of the program -> module below this package and class; a module is imported when its program is asked for.
FIELD_PROGRAMS: Mapping[str, str] = {
    "pNodeReporter": "reporter.reporter:NodeReporterApp",
    "pShare": "share.share:ShareApp",
    "pHostInfo": "host_info:HostInfoApp",
    "uFldNodeBroker": "brokers.node:NodeBrokerApp",
    "uFldShoreBroker": "brokers.shore:ShoreBrokerApp",
    "uFldNodeComms": "comms.node_comms:NodeCommsApp",
    "uFldMessageHandler": "message_handler:MessageHandlerApp",
    "pEchoVar": "echo:EchoVarApp",
    "pXRelay": "relay:RelayApp",
    "pOdometry": "odometry:OdometryApp",
    "pDeadManPost": "dead_man:DeadManPostApp",
    "uProcessWatch": "process_watch:ProcessWatchApp",
    "uMemWatch": "memory_watch:MemoryWatchApp",
    "uLoadWatch": "load_watch:LoadWatchApp",
    "pRealm": "realm:RealmApp",
    "uFldPathCheck": "path_check:PathCheckApp",
    "uFldScope": "scope:FieldScopeApp",
    "pMarineViewer": "viewer.viewer:MarineViewerApp",
    "pContactMgrV20": "contacts.manager.manager:ContactManager",
    "pBasicContactMgr": "contacts.manager.basic:BasicContactManager",
    "pObstacleMgr": "contacts.obstacles.manager:ObstacleManager",
    "uFldObstacleSim": "contacts.obstacles.simulator:ObstacleSimulator",
    "uFldCollisionDetect": "contacts.monitors.collisions:CollisionDetector",
    "uFldCollObDetect": "contacts.monitors.obstacles:ObstacleCollisionDetector",
    "uFldContactRangeSensor": "contacts.small.contact_range:ContactRangeSensor",
    "uFldBeaconRangeSensor": "contacts.small.beacon_range:BeaconRangeSensor",
    "uFldAcousticModem": "acoustics.modem:AcousticModemApp",
    "uFldDetectionSensor": "detections.sensor:DetectionSensorApp",
    "pMapMarkers": "markers:MapMarkersApp",
    "uCommand": "viewer.commander:CommanderApp",
    "pSearchGrid": "contacts.small.search_grid:SearchGrid",
    "pSpoofNode": "contacts.small.spoof_node:SpoofNode",
    "uFldGenericSensor": "contacts.small.generic_sensor:GenericSensor",
    "uFldWrapDetect": "contacts.small.wraps:WrapDetector",
    "pSafetyRetreat": "contacts.small.retreat:SafetyRetreat",
    "pEvalLoiter": "contacts.small.loiter_score:LoiterScore",
    "uFldDelve": "brokers.delve:Delver",
    "uSimCurrent": "contacts.small.current:CurrentSimulator",
    "uFldHazardSensor": "hazards.sensor:HazardSensor",
    "uFldHazardMgr": "hazards.manager:HazardManager",
    "uFldHazardMetric": "hazards.metric:HazardMetric",
}
_BY_LOWER = {name.lower(): name for name in FIELD_PROGRAMS}


def field_program(program: str) -> str:
    """Return a program's name as the original spells it, empty for one that is no application of a field."""
    return _BY_LOWER.get(program.lower(), "")


def make_field_app(program: str, lines: str | Sequence[ConfigLine], home: HomeCommunity, name: str = "") -> FieldApp:
    """Return the application that stands in for a program; ``name``: its name in MOOS.

    ``lines`` are those of its block; a text has one ``key = value`` a line.
    Raises ``ConfigError`` for a program that there is not.
    """
    found = field_program(program)
    if not found:
        raise ConfigError("is no application of a field", key=program, suggestion=suggest(program, FIELD_PROGRAMS))
    return _class_of(found)(config_lines(lines), home, name or program)


def field_keys(program: str) -> KeyTable:
    """Return the keys of the block of a program, as ``FIELD_PROGRAMS`` spells it."""
    return _class_of(program).keys


def _class_of(program: str) -> type[FieldApp]:
    place, _, name = FIELD_PROGRAMS[program].partition(":")
    cls: type[FieldApp] = getattr(import_module(f"usimmarine_py.field.{place}"), name)
    return cls
