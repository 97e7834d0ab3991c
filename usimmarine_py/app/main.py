"""``usimmarine FILE.moos [ALIAS] [OPTIONS]``: the live application, from command line to exit code."""

from __future__ import annotations

import socket
import sys
from collections.abc import Sequence
from contextlib import ExitStack

from usimmarine_py.app.setup import set_up
from usimmarine_py.app.texts import example_text, help_text, interface_text, version_text
from usimmarine_py.app.vehicle_app import VehicleApp
from usimmarine_py.errors import ConfigError, UsimError
from usimmarine_py.mission import missing_block_text, read_mission
from usimmarine_py.moos.app import MoosApp
from usimmarine_py.moos.argv import Action, AppArguments, parse_arguments
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.db.server import is_loopback
from usimmarine_py.moos.open import open_comms
from usimmarine_py.moos.settings import AppSettings, resolve_settings

#: How long to wait for an answer when looking whether a MOOSDB listens, real s.
PROBE_TIMEOUT = 1.0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the application with ``argv`` (program name included; None: that of this process); the exit code."""
    try:
        arguments = parse_arguments(sys.argv if argv is None else argv)
        if arguments.action is not Action.RUN:
            print(_texts(arguments))
            return 0
        return run(arguments)
    except UsimError as error:
        print(f"usimmarine: {error}", file=sys.stderr)
        return error.exit_code


def _texts(arguments: AppArguments) -> str:
    if arguments.action is Action.EXAMPLE:
        return example_text()
    if arguments.action is Action.INTERFACE:
        return interface_text()
    if arguments.action is Action.VERSION:
        return version_text()
    return help_text()


def run(arguments: AppArguments) -> int:
    """Simulate until told to leave."""
    mission = read_mission(arguments.mission_file)
    block = mission.block(arguments.alias)
    settings = resolve_settings(arguments, block, mission)
    clock = RealClock(settings.time_warp)
    setup = set_up(
        mission, block, arguments.alias, start_time=clock.now(), time_warp=settings.time_warp, seed=arguments.seed
    )
    warnings = list(setup.warnings)
    if block is None:
        warnings.insert(0, missing_block_text(mission, arguments.alias))
    warnings += [str(found) for found in mission.diagnostics]
    for text in arguments.warnings:
        print(f"{arguments.program}: {text}", flush=True)
    application = VehicleApp(
        setup.simulator,
        name=settings.name,
        app_tick=settings.app_tick,
        headline=setup.headline,
        config_warnings=warnings,
        script=setup.script,
    )
    with ExitStack() as stack:
        if arguments.db:
            start_db_if_missing(settings, stack)
        comms = open_comms(
            settings.comms,
            settings.client_name or settings.name,
            settings.host,
            settings.port,
            clock,
            delay_factor=settings.tw_delay_factor,
        )
        return MoosApp(application, settings, comms, clock).run()


def start_db_if_missing(settings: AppSettings, stack: ExitStack) -> None:
    """Start the built-in MOOSDB in this process unless one listens already; it ends with ``stack``."""
    host = "127.0.0.1" if settings.host.lower() == "localhost" else settings.host
    try:
        socket.create_connection((host, settings.port), PROBE_TIMEOUT).close()
    except OSError:
        pass
    else:
        return
    if not is_loopback(host):
        raise ConfigError(
            f"--db starts a MOOSDB on this machine only, but ServerHost is {settings.host}; "
            "start one there, or set ServerHost = localhost"
        )
    db = MoosDb(
        host,
        settings.port,
        settings.community or "#1",
        settings.time_warp,
        log=lambda text: print(f"MOOSDB: {text}", flush=True),
    )
    stack.enter_context(db)
    print(f"{settings.name}: no MOOSDB at {settings.host}:{settings.port}, started the built-in one", flush=True)
