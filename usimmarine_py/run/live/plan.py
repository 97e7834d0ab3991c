"""From missions to a live run: communities on one clock, and the logs of their pLoggers."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from usimmarine_py.apps.own.behaviors import BehaviorLike
from usimmarine_py.apps.script import ScriptApp
from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.plogger import leave_mission, read_logger_block
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.terminal import Console
from usimmarine_py.run.asked import Operator
from usimmarine_py.run.live.context import LiveCommunity, LiveContext
from usimmarine_py.run.live.field import PacedField
from usimmarine_py.run.logger import BusLogger
from usimmarine_py.run.plan import PlayedCommunity, RunPlan, plan_run
from usimmarine_py.values.frozen import replace

#: A live run ends by a signal, or as its caller wants.
_FOR_EVER = 1e12


def plan_live(
    communities: Sequence[LiveCommunity],
    context: LiveContext,
    *,
    behaviors: Sequence[BehaviorLike] = (),
    pokes: Sequence[str] = (),
    operator: Operator | None = None,
    seed: int | None = None,
) -> RunPlan:
    """Set up communities whose clock begins at ``context.start_time``.

    ``behaviors``: own behaviours of the helms. ``pokes``: ``[COMMUNITY:]VAR=VALUE[@T]``, T in MOOS s since the start.
    ``operator``: what is pressed, too, in place of ``pokes``. Raises ``ConfigError`` and ``MissionFileError``.
    """
    context.take(communities)
    plan = plan_run(
        [one.mission for one in communities], duration=_FOR_EVER, seed=seed, behaviors=behaviors,
        operator=operator or Operator(pokes=tuple(pokes), deploy=False), context=context, loop=PacedField,
    )  # fmt: skip
    for one in plan.communities:
        for app in one.community.apps:
            if isinstance(app.application, ScriptApp):
                one.community.followers.setdefault(app, []).append(partial(_end_script, app, app.application))
    return plan


def _end_script(app: MoosApp, script: ScriptApp, _now: float) -> None:
    """A script leaves at its end."""
    if script.finished and app.exit_code is None:
        app.stop(0)
        app.close()


def open_loggers(one: PlayedCommunity, names: Sequence[str], file: Path, context: LiveContext) -> list[BusLogger]:
    """Open the logs of the pLoggers of a community, with a copy of the mission ``file`` beside them.

    Raises ``ConfigError`` and ``LogFileError``.
    """
    found = []
    for name in names:
        block = one.mission.block(name)
        if block is None:
            raise ConfigError(f"there is no block ProcessConfig = {name}", file=one.mission.file)
        asked = read_logger_block(block, file.parent, datetime.now())
        community = "" if block.boolean("FileTimeStamp") is False else one.community.name
        asked = replace(asked, path=leave_mission(file, asked.path, community))
        say = partial(_say, context.console(one.community.name, name), name)
        found.append(BusLogger(asked, one.community.bus, time.asctime(), say, name=name))
        say(f"logging to {asked.path}")
    return found


def _say(console: Console, name: str, text: str) -> None:
    console(f"{name}: {text}\n")
