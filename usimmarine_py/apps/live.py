"""The live application from parsed arguments: mission file, simulator, transport, life cycle.

A MOOSDB takes up to a tenth of a second to welcome a client: the connection is under way before the simulator is
loaded, hence the imports within functions.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Protocol

from usimmarine_py.mission import SIMULATOR, Block, Mission, default_alias, missing_block_text
from usimmarine_py.moos.app.argv import AppArguments
from usimmarine_py.moos.app.settings import AppSettings, open_application_comms, resolve_settings
from usimmarine_py.moos.clock import Clock, RealClock
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.values.frozen import replace

if TYPE_CHECKING:
    from usimmarine_py.apps.nmea_port import NmeaPort
    from usimmarine_py.apps.vehicle import VehicleApp
    from usimmarine_py.moos.app.moos_app import MoosApp
    from usimmarine_py.simulator import Simulator
    from usimmarine_py.values.app import Application


def build_app(
    arguments: AppArguments,
    mission: Mission | None = None,
    *,
    stack: ExitStack | None = None,
    clock: Clock | None = None,
    new_client: Callable[[str], Comms] | None = None,
) -> MoosApp:
    """Everything but the running. Raises ``ConfigError``, ``MissionFileError``, and ``TransportError`` for a port.

    ``mission``: that of the arguments with ``--set`` put in; None: it is read.

    ``stack`` closes the connection, the ports for NMEA sentences and the record of the run. Without it there are no
    ports, and nothing connects before the application is run.

    ``clock`` and ``new_client``: of a loop that plays it; None: it has its own.
    """
    mission = mission or arguments.mission.read()
    arguments, settings = settled(arguments, mission)
    block = mission.block(arguments.alias)
    clock = clock or RealClock(settings.time_warp)
    start_time = clock.now()
    if new_client is not None:
        comms = new_client(settings.db.client_name or settings.name)
    else:
        comms = open_application_comms(settings, clock)
    if stack is not None and settings.db.use_comms and new_client is None and not (arguments.db or settings.strict):
        stack.callback(comms.close)
        comms.prepare()
    from usimmarine_py.apps.setup import set_up
    from usimmarine_py.apps.vehicle import VehicleApp
    from usimmarine_py.moos.app.moos_app import MoosApp

    setup = set_up(
        mission, block, arguments.alias, start_time=start_time, time_warp=settings.time_warp, seed=arguments.seed
    )
    warnings = [*setup.warnings, *mission.warnings]
    vehicle = VehicleApp(
        setup.simulator,
        name=settings.name,
        app_tick=settings.loop.app_tick,
        headline=setup.headline,
        notes=setup.notes,
        config_warnings=warnings,
        script=setup.script,
        nmea_port=_nmea_port(setup.simulator, mission, stack),
        client=settings.db.client_name,
    )
    application = _recorded(vehicle, mission, block, arguments, clock.warp, start_time, stack)
    return MoosApp(application, strict_first(settings, vehicle), comms, clock)


def settled(arguments: AppArguments, mission: Mission) -> tuple[AppArguments, AppSettings]:
    """Return the arguments with the alias that is meant, and the settings of its life cycle."""
    arguments, note = with_alias(arguments, mission, SIMULATOR)
    no_block = f"{mission.file}: {missing_block_text(mission, arguments.alias)}"
    settings = resolve_settings(arguments, mission.block(arguments.alias), mission, no_block=no_block)
    return arguments, replace(settings, brings_moosdb=True, notes=(*note, *settings.notes))


def with_alias(arguments: AppArguments, mission: Mission, role: str) -> tuple[AppArguments, list[str]]:
    """The arguments with the alias of the block that is meant, and a note if that is not the program's own name.

    Raises ``ConfigError`` and ``MissionFileError`` as ``default_alias``.
    """
    program, alias = arguments.program, arguments.alias
    # another spelling is another name, as uSimMarine for usimmarine: it selects another dialect
    if arguments.alias_given and alias != program:
        return arguments, []
    alias, note = default_alias(mission, program, role, alias=alias if arguments.alias_given else "")
    return replace(arguments, alias=alias), [note] if note else []


class Warns(Protocol):
    """An application with warnings about its configuration."""

    config_warnings: tuple[str, ...]


def strict_first(settings: AppSettings, application: Warns) -> AppSettings:
    """The settings, with ``--strict`` with the application's warnings: there they count before it connects."""
    if not settings.strict:
        return settings
    warnings, application.config_warnings = application.config_warnings, ()
    return replace(settings, config_warnings=(*settings.config_warnings, *warnings))


def _nmea_port(simulator: Simulator, mission: Mission, stack: ExitStack | None) -> NmeaPort | None:
    """The ports that the block asks for; a link to the serial one lies beside the mission file."""
    from usimmarine_py.simulator.parts.shown.sensors import SensorPart

    sensors = simulator.vehicle.part(SensorPart)
    nmea = sensors.nmea
    speaks = bool(sensors.watched or nmea.nmea_ais)
    if stack is None or not speaks or not (nmea.nmea_udp or nmea.nmea_tcp or nmea.nmea_serial):
        return None
    from pathlib import Path

    from usimmarine_py.apps.nmea_port import NmeaPort  # with sockets that few blocks ask for

    link = nmea.nmea_serial not in ("", "true") and Path(mission.file).parent / nmea.nmea_serial
    port = NmeaPort(nmea.nmea_udp, nmea.nmea_tcp, link or nmea.nmea_serial == "true")
    stack.callback(port.close)
    return port


def _recorded(
    application: VehicleApp,
    mission: Mission,
    block: Block | None,
    arguments: AppArguments,
    warp: float,
    start: float,
    stack: ExitStack | None,
) -> Application:
    """The application, recorded where the block says ``record = FILE.alog`` (beside the mission file)."""
    wanted = None if block is None else block.value("record")
    if block is None or wanted is None:
        return application
    from pathlib import Path

    from usimmarine_py.apps.recorder import RecordingApp, RecordStart, mission_hash

    start_row = RecordStart(
        arguments.alias,
        arguments.client_name,
        block.name,
        start,
        warp,
        arguments.seed,
        application.max_dt,
        mission_hash(mission),
    )
    recording = RecordingApp(application, Path(mission.file).parent / wanted, start_row)
    if stack is not None:
        stack.callback(recording.close)
    return recording
