"""``usim db``: the built-in MOOSDB alone."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Sequence
from types import FrameType

from usimmarine_py.mission import read_mission
from usimmarine_py.moos.db import MoosDb, parse_db_arguments, resolve_db_options


def serve(arguments: Sequence[str], say: Callable[[str], None], *, host: str = "127.0.0.1", verbose: bool) -> int:
    """Run a MOOSDB until SIGINT (130) or SIGTERM (0); ``arguments`` are those of a MOOSDB.

    Raises ``MissionFileError``, ``ConfigError``, or ``TransportError`` when the port is taken.
    """
    parsed = parse_db_arguments(arguments)
    for warning in parsed.warnings:
        say(warning)
    mission = read_mission(parsed.mission_file) if parsed.mission_file else None
    options = resolve_db_options(parsed, (lambda key: None) if mission is None else mission.value, host)
    ended = threading.Event()
    code = 0

    def leave(number: int, _frame: FrameType | None) -> None:
        nonlocal code
        code = 130 if number == signal.SIGINT else 0
        ended.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, leave)
    with MoosDb(
        options.host,
        options.port,
        options.community,
        options.warp,
        options.client_timeout,
        say,
        verbose=verbose,
        consolidation=options.consolidation,
    ) as db:
        say(f"community {options.community} at {db.host}:{db.port}, time warp {options.warp:g}; Ctrl-C ends it")
        while not ended.wait(0.2):
            pass
    return code
