"""``usimmarine``: a vehicle in a community of others, or with ``--db`` behind a MOOSDB of its own."""

from __future__ import annotations

import os
import socket
from contextlib import ExitStack

from usimmarine_py.apps.live import build_app, settled
from usimmarine_py.errors import ConfigError, UsimError
from usimmarine_py.mission import Mission
from usimmarine_py.moos.app.argv import AppArguments
from usimmarine_py.moos.app.settings import AppSettings
from usimmarine_py.moos.app.signals import ended_by
from usimmarine_py.moos.app.terminal import stdout_console
from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.moos.db.door import Door
from usimmarine_py.moos.db.options import DEFAULT_COMMUNITY, DbOptions
from usimmarine_py.moos.transport.lockstep import LockstepBus
from usimmarine_py.run.live.context import LiveContext
from usimmarine_py.run.live.field import PacedField
from usimmarine_py.run.live.loop import QUIET, LiveLoop
from usimmarine_py.run.live.program import EXIT_DONE, EXIT_USAGE, end_in_time, exit_code_of, is_refused
from usimmarine_py.run.loop import BusCommunity

# -- ``usimmarine --db``: a vehicle alone, behind a door that is the MOOSDB of its community


def play_alone(arguments: AppArguments, mission: Mission, settings: AppSettings) -> int:
    """Play the vehicle until a signal, or what its switches ask for, ends it; the exit code.

    Raises ``ConfigError``, ``MissionFileError`` and ``TransportError``.
    """
    signals: list[int] = []
    loops: list[LiveLoop] = []

    def leave(number: int) -> None:
        signals.append(number)
        for one in loops:
            one.stop()

    with ExitStack() as stack, ended_by(leave):
        context = LiveContext(settings.time_warp, address="")
        clock = SteppedClock(context.start_time, settings.time_warp)
        bus = LockstepBus(clock, settings.community or DEFAULT_COMMUNITY, _say)
        app = build_app(arguments, mission, stack=stack, clock=clock, new_client=bus.client)
        if is_refused(app, app.settings.config_warnings):
            return EXIT_USAGE
        app.measured_by(context.pace.now)
        port = settings.db.port
        door = Door(bus, DbOptions(port=port, community=bus.community, warp=settings.time_warp), _say, quiet=QUIET)
        door.bind()
        stack.callback(door.close)
        stdout_console(f"{settings.name}: no MOOSDB at {settings.db.host}:{port}, started the built-in one\n")
        community = BusCommunity(bus.community, bus)
        community.add(app)
        loop = LiveLoop(PacedField(clock, [community]), context, doors=[door])
        end_in_time(app, community, loop.stop)
        if settings.loop.duration is not None:
            loop.until = settings.loop.duration
        loops.append(loop)
        if not signals:
            loop.run()
        if not (signals or loop.stopped or app.exit_code):
            app.say(f"ends after {settings.loop.duration:g} s, as --for asks")
        for text in loop.losses():
            app.say(text)
        if app.exit_code:
            return app.exit_code
        return exit_code_of(signals[0]) if signals else EXIT_DONE


def _say(text: str) -> None:
    stdout_console(f"MOOSDB: {text}\n")


#: How long to wait for an answer when looking whether a MOOSDB listens, real s.
PROBE_TIMEOUT = 1.0


def run(arguments: AppArguments, mission: Mission | None = None, *, began: float | None = None) -> int:
    """Simulate until a signal or the MOOSDB ends the program; the exit code.

    ``mission`` as in ``build_app``, ``began`` as in ``play_program``. With ``--db`` it brings a MOOSDB where none
    listens.
    """
    for text in arguments.warnings:
        stdout_console(f"{arguments.program}: {text}\n")
    if arguments.db:
        mission = mission or arguments.mission.read()
        meant, settings = settled(arguments, mission)
        if not (settings.strict and settings.config_warnings) and not _listens(settings):
            return play_alone(meant, mission, settings)
    with ExitStack() as stack:
        app = build_app(arguments, mission, stack=stack)
        from usimmarine_py.run.live.program import play_program

        if getattr(app.application, "script", None) is not None:
            began = None  # a script of its own waits to see which clients there are
        return play_program(app, began=began)


def _refuse_foreign(host: str, settings: AppSettings) -> None:
    """Raise ``ConfigError`` if what listens is the MOOSDB of another community or time warp."""
    from usimmarine_py.moos.transport.open import connect
    from usimmarine_py.moos.transport.warp import differs

    name = f"{settings.name}_asks_{os.getpid()}"
    try:
        comms = connect(host, settings.db.port, name, warp=settings.time_warp, timeout=PROBE_TIMEOUT)
    except UsimError:
        return  # the connection of the program itself says why
    community, warp = comms.community, comms.moosdb_warp
    comms.close()
    where = f"--db: the MOOSDB at {settings.db.host}:{settings.db.port}"
    remedy = "leave --db out to join it all the same, or choose another ServerPort"
    if settings.community and community not in ("", settings.community):
        raise ConfigError(f"{where} is of community {community}, this mission's is {settings.community}; {remedy}")
    if warp is not None and differs(settings.time_warp, warp):
        raise ConfigError(f"{where} runs at time warp {warp:g}, this mission's is {settings.time_warp:g}; {remedy}")


def _listens(settings: AppSettings) -> bool:
    """Whether a MOOSDB listens already. Raises ``ConfigError`` if it is another's, or cannot be started here."""
    from usimmarine_py.moos.db.server import is_loopback

    host = "127.0.0.1" if settings.db.host.lower() == "localhost" else settings.db.host
    try:
        socket.create_connection((host, settings.db.port), PROBE_TIMEOUT).close()
    except OSError:
        if not is_loopback(host):
            raise ConfigError(
                f"--db starts a MOOSDB on this machine only, but ServerHost is {settings.db.host}; "
                "start one there, or set ServerHost = localhost"
            ) from None
        return False
    _refuse_foreign(host, settings)
    return True
