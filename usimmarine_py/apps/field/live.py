"""An application of a field as a program of a live community."""

from __future__ import annotations

import os
from contextlib import ExitStack

from usimmarine_py.apps.field.make import address_of_this_machine, home_of, make_application
from usimmarine_py.apps.field.share import LiveShareApp
from usimmarine_py.apps.live import strict_first
from usimmarine_py.errors import ConfigError
from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.share.share import SHARE_TICK
from usimmarine_py.mission import Block, Mission
from usimmarine_py.moos.app.argv import AppArguments
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import open_application_comms, resolve_settings
from usimmarine_py.moos.app.status import memory_of_process
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.texts.shares import RouteError
from usimmarine_py.values.frozen import dataclass, replace
from usimmarine_py.values.key import ConfigLine

_SHARE = "pShare"


@dataclass(frozen=True, slots=True)
class ShareSwitches:
    """What the command line of pShare gives beside the block."""

    outputs: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    lines: tuple[ConfigLine, ...] = ()  #: multicast_address, multicast_base_port


def share_switches(words: tuple[str, ...]) -> tuple[ShareSwitches, tuple[str, ...]]:
    """Split a command line into pShare's own switches and the rest."""
    outputs: list[str] = []
    inputs: list[str] = []
    lines: list[ConfigLine] = []
    rest: list[str] = []
    for word in words:
        key, equals, value = word.partition("=")
        if key == "-o" and equals:
            outputs += value.split(",")
        elif key == "-i" and equals:
            inputs += value.split(",")
        elif key in ("--multicast_address", "--multicast_base_port") and equals:
            lines.append(ConfigLine(key[2:], value))
        elif key != "--verbose":
            rest.append(word)
    return ShareSwitches(tuple(outputs), tuple(inputs), tuple(lines)), tuple(rest)


def live_field_app(
    mission: Mission, arguments: AppArguments, program: str, stack: ExitStack, switches: ShareSwitches | None = None
) -> MoosApp:
    """Return the application of a field, ready to run; ``stack`` closes its ports.

    Raises ``ConfigError``.
    """
    block = mission.block(arguments.alias)
    settings = resolve_settings(arguments, block, mission)
    clock = RealClock(settings.time_warp)
    if program == _SHARE:
        loop = replace(settings.loop, app_tick=SHARE_TICK, iterate_mode=2, max_app_tick=0.0)
        # libMOOS gives every post its own community, and what is forwarded keeps that of the sender
        settings = replace(settings, loop=loop, db=replace(settings.db, comms=arguments.comms or "native"))
    elif program == "pMarineViewer":
        from usimmarine_py.field.viewer.viewer import MOST_TICKS  # other applications need none of it

        settings = settings.at(min(settings.loop.app_tick, MOST_TICKS / settings.time_warp))
    address = address_of_this_machine() if program == "pHostInfo" else ""
    home = home_of(
        mission, warp=settings.time_warp, address=address, process_id=os.getpid(), memory_of=memory_of_process
    )
    comms = open_application_comms(settings, clock)
    application: FieldApp
    if program == _SHARE:
        found = switches or ShareSwitches()
        try:
            share = LiveShareApp(
                _lines(block, found), home, arguments.alias, comms.post_rows,
                outputs=found.outputs, inputs=found.inputs,
            )  # fmt: skip
        except RouteError as error:
            raise ConfigError(str(error), key="-o, -i") from None
        stack.callback(share.close)
        application = share
    else:
        application = make_application(mission, block, arguments.alias, program, home)
    return MoosApp(application, strict_first(settings, application), comms, clock)


def _lines(block: Block | None, switches: ShareSwitches) -> tuple[ConfigLine, ...]:
    return (*(() if block is None else block.config_lines), *switches.lines)
