"""``usimmarine --db``: a vehicle alone, behind a door that is the MOOSDB of its community."""

from __future__ import annotations

from contextlib import ExitStack

from usimmarine_py.apps.live import build_app
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
