"""The entries of ``usim_guidance`` and ``usim_pid``; their command lines are MOOS's own."""

from __future__ import annotations

import sys


def guidance() -> int:
    """Run ``usim_guidance`` with the arguments of this process."""
    try:
        from usimmarine_py.apps.companion import guidance_main

        return guidance_main(sys.argv)
    except KeyboardInterrupt:
        return 130


def pid() -> int:
    """Run ``usim_pid`` with the arguments of this process."""
    try:
        from usimmarine_py.apps.companion import pid_main

        return pid_main(sys.argv)
    except KeyboardInterrupt:
        return 130
