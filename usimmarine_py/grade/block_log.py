"""Logs of the pLogger blocks of a case, where the harness that judges it looks for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path

from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.alog.writer import EPOCH_DATE
from usimmarine_py.logs.plogger import LoggerBlock, read_logger_block
from usimmarine_py.mission.started import started
from usimmarine_py.run.logger import BusLogger
from usimmarine_py.run.plan import PlayedCommunity, RunPlan

_LOGGER = "pLogger"
#: Rows are at least so far apart, s: aloggrep takes rows of the same time, variable and source as one.
_APART = 1e-5


@contextmanager
def block_logs(plan: RunPlan) -> Iterator[None]:
    """Let each community that starts pLogger log beside its mission as started.

    A block that asks for nothing has no log.
    """
    with ExitStack() as stack:
        for one in plan.communities:
            if (asked := _asked(one)) is not None:
                log = BusLogger(asked, one.community.bus, EPOCH_DATE, lambda text: None, apart=_APART)
                stack.callback(log.close)
        yield


def _asked(one: PlayedCommunity) -> LoggerBlock | None:
    alias = next((found.name for found in started(one.mission) if found.program == _LOGGER), "")
    block = one.mission.block(alias) if alias else None
    if block is None:
        return None
    try:
        return read_logger_block(block, Path(), datetime.now())
    except ConfigError:
        return None
