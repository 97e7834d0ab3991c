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
from usimmarine_py.moos.app.terminal import stdout_console

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
            from usimmarine_py.cli.live.alone import play_alone

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
