"""A folder of stand-ins: one dispatcher, and a link to it for each name."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from usimmarine_py.errors import ConfigError
from usimmarine_py.field.programs import FIELD_PROGRAMS
from usimmarine_py.launch.programs import DISPATCHER, PROGRAMS
from usimmarine_py.launch.standins.dispatch import ASKING, ENDING, IDLE, OTHER_NAMES, SLEEP

#: Applications that scripts may look for (``command -v``) or start by themselves.
_APPLICATIONS = (
    "MOOSDB", "pHelmIvP", "pMarinePID", "pMarinePIDV22", "uSimMarine", "uSimMarineV22", "uSimMarineV23", "pLogger",
    "uTimerScript", *(name for name in PROGRAMS if name not in ASKING), *FIELD_PROGRAMS,
)  # fmt: skip
#: Every name that gets a link: in the folder of ``usim bin``, and while a script is recorded.
LIVE_NAMES = (*OTHER_NAMES, *_APPLICATIONS)
NAMES = (*LIVE_NAMES, SLEEP, *(name for name in IDLE if name not in ENDING))

_TEXT = """\
#!{python} -IS
import sys
sys.path.insert(0, {package!r})
from usimmarine_py.launch.standins.dispatch import main
sys.exit(main(sys.argv, {python!r}, {home!r}, {path!r}))
"""


def fill_folder(folder: Path, names: Sequence[str] = NAMES) -> None:
    """Make the stand-ins in a folder, which is made if it is not there.

    Raises ``ConfigError`` for a folder that cannot be written, or with other programs of these names.
    """
    package = str(Path(__file__).resolve().parents[3])
    home = os.pathsep.join(dict.fromkeys((sys.base_prefix, sys.base_exec_prefix)))
    # the modules of Python itself are found by its home
    path = [package, *(place for place in sys.path if Path(place).name in ("site-packages", "dist-packages"))]
    text = _TEXT.format(python=sys.executable, package=package, home=home, path=path)
    foreign = [name for name in names if (folder / name).exists() and not _is_ours(folder / name)]
    if foreign:
        raise ConfigError(f"there are other programs with names of stand-ins: {', '.join(foreign)}", file=str(folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        dispatcher = folder / DISPATCHER
        dispatcher.write_text(text)
        dispatcher.chmod(0o755)
        for name in names:
            link = folder / name
            if link.is_symlink():
                link.unlink()
            link.symlink_to(DISPATCHER)
    except OSError as error:
        raise ConfigError(f"cannot be filled: {error.strerror or error}", file=str(folder)) from None


def _is_ours(place: Path) -> bool:
    return place.is_symlink() and place.readlink() == Path(DISPATCHER)
