"""An application of one's own beside a MOOSDB."""

from __future__ import annotations

from usimmarine_py.apps.live import strict_first
from usimmarine_py.apps.own.find import RequestedApp, block_name
from usimmarine_py.apps.own.player import OwnApp
from usimmarine_py.errors import UsimError
from usimmarine_py.mission import Mission, find_simulator_block, missing_block_text
from usimmarine_py.moos.app.argv import AppArguments
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import open_application_comms, resolve_settings
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.text import whole_number
from usimmarine_py.values.frozen import replace


def live_app(given: RequestedApp, arguments: AppArguments) -> MoosApp:
    """Everything but the running. Raises ``ConfigError`` and ``MissionFileError``."""
    mission = arguments.mission.read()
    alias = arguments.alias if arguments.alias_given else given.name or given.usual
    alias = block_name(mission, alias, given)
    arguments = replace(arguments, alias=alias)
    block = mission.block(alias)
    settings = resolve_settings(
        arguments, block, mission, no_block=f"{mission.file}: {missing_block_text(mission, alias)}"
    )
    app = given.make()
    ticks = (arguments.values.get("moos_app_tick"), block and (block.value("AppTick") or block.value("moos_app_tick")))
    if not any(ticks):
        settings = settings.at(app.app_tick)
    clock = RealClock(settings.time_warp)
    own = OwnApp(
        app,
        clock,
        name=alias,
        block=block,
        seed=_seed(mission, arguments),
        community=settings.community,
        prompt=True,
    )
    return MoosApp(own, strict_first(settings, own), open_application_comms(settings, clock), clock)


def _seed(mission: Mission, arguments: AppArguments) -> int:
    """``--seed``, else that of the simulator's block, else 0: the one of a lock-step run."""
    if arguments.seed is not None:
        return arguments.seed
    try:
        text = find_simulator_block(mission).value("seed") or ""
    except UsimError:
        return 0
    return whole_number(text) or 0
