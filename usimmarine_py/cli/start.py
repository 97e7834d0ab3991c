"""The entries of the programs: an interrupt is an exit code even before anything else is imported."""

from __future__ import annotations

from importlib import import_module


def usim() -> int:
    """Run ``usim`` with the arguments of this process."""
    return _run("usim", "entry")


def usimmarine() -> int:
    """Run ``usimmarine`` with the arguments of this process."""
    return _run("usimmarine", "main")


def usim_guidance() -> int:
    """Run ``usim_guidance`` with the arguments of this process."""
    return _run("steering", "guidance_main")


def usim_pid() -> int:
    """Run ``usim_pid`` with the arguments of this process."""
    return _run("steering", "pid_main")


def _run(module: str, function: str) -> int:
    try:
        code: int = getattr(import_module(f"usimmarine_py.cli.{module}"), function)()
        return code
    except KeyboardInterrupt:
        return 130
