"""A grader beside a MOOSDB: the block of pMissionEval, pAutoPoke, uMayFinish or pMissionHash as a program."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path

from usimmarine_py.apps.grading.make import GraderApp, GraderContext, make_grader
from usimmarine_py.apps.grading.pokes import MayFinishApp
from usimmarine_py.errors import ConfigError
from usimmarine_py.mission import GRADERS, Mission
from usimmarine_py.moos.clock import Clock


def live_grader(mission: Mission, program: str, name: str, clock: Clock, max_time: float | None = None) -> GraderApp:
    """The application for the block called ``name``; files lie in the current folder, as those of the originals do.

    ``max_time``: latest DB_UPTIME (s) of uMayFinish, over that of its block. Raises ``ConfigError``.
    """
    where = GraderContext(lambda now: datetime.now(), f"{time.time_ns()}", append, clock.warp)
    app = make_grader(GRADERS[program], mission.block(name, verbatim=False), name, where)
    if max_time is not None:
        if not isinstance(app, MayFinishApp):
            raise ConfigError(f"is a switch of uMayFinish; {program} has none", key="--max_time")
        app.config.latest = max_time
    return app


def append(name: str, text: str) -> None:
    """Append a text to a file. An OSError becomes a run warning of the application."""
    with Path(name).open("a", encoding="utf-8") as file:
        file.write(text)
