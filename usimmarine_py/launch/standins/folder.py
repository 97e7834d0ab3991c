"""A folder of stand-ins: one dispatcher, and a link to it for each name."""

from __future__ import annotations

import sys
from pathlib import Path

from usimmarine_py.launch.standins.dispatch import NAMES

_DISPATCHER = """\
#!{python} -IS
import sys
sys.path.insert(0, {package!r})
from usimmarine_py.launch.standins.dispatch import main
sys.exit(main(sys.argv))
"""
#: Name of the dispatcher.
_FILE = ".usim-stand-in"


def fill_folder(folder: Path) -> None:
    """Make the stand-ins in a folder, which is made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    package = str(Path(__file__).resolve().parents[3])
    dispatcher = folder / _FILE
    dispatcher.write_text(_DISPATCHER.format(python=sys.executable, package=package))
    dispatcher.chmod(0o755)
    for name in NAMES:
        link = folder / name
        if link.is_symlink():
            link.unlink()
        link.symlink_to(_FILE)
