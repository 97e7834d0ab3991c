"""The options that say where the MOOSDB is, shared by all commands that talk to one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from usimmarine_py.cli.numbers import Whole

F = TypeVar("F", bound=Callable[..., Any])


def target_options(function: F) -> F:
    """Add ``--host``, ``--port`` and ``--warp``."""
    for option in (
        click.option("--warp", type=float, default=0.0, help="Time warp (else MOOSTimeWarp of the file, else 1)."),
        click.option("--port", type=Whole(0, 65535), default=0, help="Port (else ServerPort, else 9000)."),
        click.option("--host", default="", help="Host (else ServerHost of the file, else localhost)."),
    ):
        function = option(function)
    return function
