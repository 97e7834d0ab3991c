"""Which files are missions to be judged: those named, and all in folders that have a vehicle."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from usimmarine_py.errors import ConfigError, Severity, UsimError
from usimmarine_py.mission import EVALUATION, Mission, read_mission, role_of, simulator_blocks
from usimmarine_py.mission.misspelt import may_have_vehicle
from usimmarine_py.script.grading.expected import BLOCK

#: What only a file of pieces for others has.
_TAG = re.compile(rb"^[ \t]*<tag>", re.MULTILINE)
_INCLUDE = re.compile(rb'^[ \t]*#include[ \t]+"?([^"<\r\n]*[^"<\s])', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class MissionFiles:
    """What there is in files and folders."""

    files: tuple[str, ...]  #: missions to be judged
    without: tuple[str, ...]  #: files of folders that have no vehicle
    excluded: tuple[str, ...]  #: files and folders that were not wanted


def find_missions(
    paths: Sequence[str],
    exclude: Sequence[str] = (),
    definitions: Sequence[str] = (),
    folders: Sequence[str] = (),
) -> MissionFiles:
    """The mission files of files and folders (all below). ``exclude``: see ``Exclusion``; the rest as in templates.

    Raises ``ConfigError`` for what is not there, and where there is none.
    """
    files: list[str] = []
    without: list[str] = []
    left_out = Exclusion(exclude)
    for text in paths:
        path = Path(text)
        if not path.exists():
            from usimmarine_py.mission.shipped import like  # only where something is wrong

            raise ConfigError("no such file or folder", file=text, suggestion=like(text))
        if not path.is_dir():
            if not left_out.takes(path.parent, path.name):
                files.append(text)
            continue
        before = len(left_out.taken)
        inside = sorted(_below(path, left_out))
        missions = [file for file in inside if is_mission(file, inside, definitions, folders)]
        without += [file for file in inside if file not in missions]
        if not missions and len(left_out.taken) == before:
            raise ConfigError("no mission in this folder: no .moos file with a simulator's block", file=text)
        files += missions
    if not files:
        raise ConfigError("leaves no mission", key="--exclude")
    return MissionFiles(tuple(dict.fromkeys(files)), tuple(without), tuple(dict.fromkeys(left_out.taken)))


class Exclusion:
    """Files and folders that are not wanted, by globs.

    One without ``/`` is about names (of files, and of folders below those given), one with it about paths, as they are
    written or from the folder given on. What is in a folder that fits goes with it.
    """

    def __init__(self, globs: Iterable[str]) -> None:
        found = [glob.removeprefix("./").rstrip("/") for glob in globs]
        self._names = [glob for glob in found if "/" not in glob]
        self._paths = [glob for glob in found if "/" in glob]
        self._paths += [glob.removeprefix("**/") for glob in self._paths if glob.startswith("**/")]
        self.taken: list[str] = []  #: what was left out

    def takes(self, folder: Path, relative: str) -> bool:
        """Whether what lies at ``relative`` (with ``/``) in a folder given is not wanted."""
        written = (folder / relative).as_posix()
        found = any(fnmatchcase(relative.rpartition("/")[2], glob) for glob in self._names)
        found = found or any(fnmatchcase(place, glob) for glob in self._paths for place in (relative, written))
        if found:
            self.taken.append(str(folder / relative))
        return found


def _below(folder: Path, left_out: Exclusion) -> Iterator[str]:
    """All files .moos in a folder and below. Raises ``ConfigError`` where one of the folders cannot be read."""

    def refused(error: OSError) -> None:
        problem = f"the folder cannot be read: {error.strerror or error}"
        raise ConfigError(problem, file=str(error.filename or folder))

    for place, inner, names in os.walk(folder, onerror=refused):
        at = Path(place).relative_to(folder)
        inner[:] = [name for name in inner if not left_out.takes(folder, (at / name).as_posix())]
        for name in names:
            is_ours = name.endswith(".moos") and Path(place, name).is_file()
            if is_ours and not left_out.takes(folder, (at / name).as_posix()):
                yield str(Path(place, name))


def is_mission(file: str, beside: Iterable[str], definitions: Sequence[str] = (), folders: Sequence[str] = ()) -> bool:
    """Whether a file of a folder is to be played: it has a vehicle, or what should be one.

    One that cannot be read, holds nothing of a mission, or has a judge or a misspelt header without a vehicle may have
    had one, and says so when it is played. ``beside``: files that may include it, as a piece of theirs.
    """
    try:
        mission = read_mission(file, definitions=definitions, folders=folders)
    except UsimError:
        return True
    if simulator_blocks(mission) or may_have_vehicle(mission):
        return True
    if any(found.severity is Severity.ERROR for found in mission.strays):
        return True
    if judges(mission):
        return not _is_piece(file, beside)
    return not any("=" in line.text or line.text.startswith("#") for line in mission.verbatim.lines)


def judges(mission: Mission) -> list[str]:
    """The names of the blocks that judge a mission."""
    blocks = mission.blocks
    return [b.name for b in blocks if b.name.lower() == BLOCK or role_of(mission, b) == EVALUATION]


def _is_piece(file: str, beside: Iterable[str]) -> bool:
    """Whether a file is there for others to include."""
    name = Path(file).name
    try:
        if _TAG.search(Path(file).read_bytes()):
            return True
        texts = (Path(other).read_bytes() for other in beside if other != file)
        return any(os.fsdecode(found).rpartition("/")[2] == name for text in texts for found in _INCLUDE.findall(text))
    except OSError:
        return False
