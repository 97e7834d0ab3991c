"""The entry of ``usim``: an interrupt is an exit code even before click is there."""

from __future__ import annotations


def usim() -> int:
    """Run ``usim`` with the arguments of this process."""
    try:
        from usimmarine_py.cli.usim import entry

        return entry()
    except KeyboardInterrupt:
        return 130
