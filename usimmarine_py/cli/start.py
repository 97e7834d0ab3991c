"""The entries of the programs: what ends any of them is an exit code and at most one line, never a traceback.

Nothing is imported here but what every program needs, so that an interrupt finds us ready.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module


def usim() -> int:
    """Run ``usim`` with the arguments of this process."""
    return _run("usim", "usim", "entry")


def usimmarine() -> int:
    """Run ``usimmarine`` with the arguments of this process."""
    return _run("usimmarine", "usimmarine", "main")


def usim_guidance() -> int:
    """Run ``usim_guidance`` with the arguments of this process."""
    return _run("usim_guidance", "steering", "guidance_main")


def usim_pid() -> int:
    """Run ``usim_pid`` with the arguments of this process."""
    return _run("usim_pid", "steering", "pid_main")


def _run(program: str, module: str, function: str) -> int:
    code = 0
    try:
        code = getattr(import_module(f"usimmarine_py.cli.{module}"), function)()
        if sys.stdout is not None:
            sys.stdout.flush()  # what fails must do so here: at the end of Python it would be a traceback
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _drop_output()  # `usim vehicles | head -1`: the reader has what it wanted, no failure of ours
    except OSError as error:
        # what no command has words of its own for: a full disk behind standard output, say
        where = f"{error.filename}: " if error.filename else "cannot write the output: "
        print(f"{program}: {where}{error.strerror or error}", file=sys.stderr)
        _drop_output()
        return 1
    return code


def _drop_output() -> None:
    """Give up what standard output still holds: Python would try again at its end, and complain."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
