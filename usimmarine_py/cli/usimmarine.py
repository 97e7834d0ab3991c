"""The entry of the MOOS application. Its command line is MOOS's own, so click has no part in it."""

from __future__ import annotations

import sys


def entry() -> int:
    """Run ``usimmarine`` with the arguments of this process."""
    # imported here so that an interrupt during start-up is an exit code, too
    try:
        from usimmarine_py.apps.main import main

        return main(sys.argv)
    except KeyboardInterrupt:
        return 130
