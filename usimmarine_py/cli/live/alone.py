"""``usimmarine --db``: a vehicle alone, behind a door that is the MOOSDB of its community."""

from __future__ import annotations

import signal
from contextlib import ExitStack

from usimmarine_py.apps.live import build_app
from usimmarine_py.errors import ConfigError
from usimmarine_py.mission import Mission
from usimmarine_py.moos.app.argv import AppArguments
from usimmarine_py.moos.app.live import EXIT_DONE, EXIT_FAILED, EXIT_INTERRUPTED, EXIT_USAGE
from usimmarine_py.moos.app.moos_app import MoosApp
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
from usimmarine_py.run.loop import BusCommunity
from usimmarine_py.values.app import Ending, Stuck


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
        if app.settings.strict and app.settings.config_warnings:
            for warning in app.settings.config_warnings:
                app.complain(warning)
            app.complain("ended by --strict: correct the mission file, or leave --strict out")
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
        _watch_end(app, community, loop)
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
        return EXIT_INTERRUPTED if signals[:1] == [signal.SIGINT] else EXIT_DONE


def _watch_end(app: MoosApp, community: BusCommunity, loop: LiveLoop) -> None:
    """End with the application; with ``--until-quit`` also when its script or its plan has ended."""
    application = app.application
    asked = app.settings.loop.until_quit
    if asked and not (isinstance(application, Ending) and application.may_end):
        problem = "nothing here comes to an end: no plan, and no timer_script with an event = quit"
        raise ConfigError(problem, key="--until-quit", file=app.settings.mission_file)

    def follow(_now: float) -> None:
        if app.exit_code is not None:
            loop.stop()
        elif asked and isinstance(application, Ending) and application.finished:
            app.say("ends: what --until-quit waits for has come")
            loop.stop()
        elif asked and isinstance(application, Stuck) and application.stuck:
            app.complain(f"{application.stuck}; ended, as what --until-quit waits for will not come")
            app.stop(EXIT_FAILED)
            loop.stop()

    community.followers[app] = [follow]


def _say(text: str) -> None:
    stdout_console(f"MOOSDB: {text}\n")
