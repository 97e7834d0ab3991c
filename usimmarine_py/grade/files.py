"""The missions to be judged: files that are named, and all files in folders that have a vehicle."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from usimmarine_py.errors import ConfigError, Severity, UsimError
from usimmarine_py.mission import EVALUATION, Mission, read_mission, role_of, simulator_blocks
from usimmarine_py.mission.fields import field_of, is_template
from usimmarine_py.mission.misspelt import may_have_vehicle
from usimmarine_py.script.grading.expected import BLOCK

#: Only a file of pieces for other files has it.
_TAG = re.compile(rb"^[ \t]*<tag>", re.MULTILINE)
_INCLUDE = re.compile(rb'^[ \t]*#include[ \t]+"?([^"<\r\n]*[^"<\s])', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class MissionFiles:
    """The mission files found in files and folders."""

    files: tuple[str, ...]  #: missions to be judged
    without: tuple[str, ...]  #: files of folders that have no vehicle
    excluded: tuple[str, ...]  #: files and folders left out by ``--exclude``
    #: by the file that stands for it in ``files``: all files of a field, whose communities play together
    fields: Mapping[str, tuple[str, ...]]

    def absolute(self) -> MissionFiles:
        """The same for a process that runs in another folder."""

        def each(files: Iterable[str]) -> tuple[str, ...]:
            return tuple(str(Path(file).absolute()) for file in files)

        fields = {str(Path(file).absolute()): each(files) for file, files in self.fields.items()}
        return MissionFiles(each(self.files), self.without, self.excluded, fields)


def find_missions(
    paths: Sequence[str],
    exclude: Sequence[str] = (),
    definitions: Sequence[str] = (),
    folders: Sequence[str] = (),
) -> MissionFiles:
    """Return the mission files of files and folders (all below). ``exclude``: see ``Exclusion``.

    Given files of which one runs the broker of a shore are one field, and so are such files of a folder.

    Raises ``ConfigError`` for a path that does not exist, and if there is no mission.
    """
    files: list[str] = []
    without: list[str] = []
    fields: dict[str, tuple[str, ...]] = {}
    left_out = Exclusion(exclude)
    given = tuple(text for text in paths if not Path(text).is_dir())
    together = list(given) if given and field_of(given, definitions, folders) == given else []
    for text in paths:
        path = Path(text)
        if not path.exists():
            from usimmarine_py.mission.shipped import like  # needed for this error only

            raise ConfigError("no such file or folder", file=text, suggestion=like(text))
        if not path.is_dir():
            if not left_out.takes(path.parent, path.name):
                files.append(text)
            continue
        before = len(left_out.taken)
        inside = sorted(files_below(path, left_out))
        found = _fields_of(inside, definitions, folders)
        members = {member for field in found for member in field}
        homes = {Path(member).parent for member in members}
        members |= {file for file in inside if Path(file).parent in homes and _is_source(file)}
        fields |= {field[0]: field for field in found}
        missions = [
            file
            for file in inside
            if file in fields or (file not in members and is_mission(file, inside, definitions, folders))
        ]
        without += [file for file in inside if file not in missions and file not in members]
        if not missions and len(left_out.taken) == before:
            raise ConfigError("no mission in this folder: no .moos file with a simulator's block", file=text)
        files += missions
    if not files:
        raise ConfigError("leaves no mission", key="--exclude")
    files = list(dict.fromkeys(files))
    if together := [file for file in files if file in given] if together else []:
        fields[together[0]] = tuple(together)
        files = [file for file in files if file not in together[1:]]
    return MissionFiles(tuple(files), tuple(without), tuple(dict.fromkeys(left_out.taken)), fields)


def _fields_of(files: Sequence[str], definitions: Sequence[str], folders: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the files of each folder that are one field."""
    found: dict[Path, list[str]] = {}
    for file in files:
        found.setdefault(Path(file).parent, []).append(file)
    return [field for some in found.values() if (field := field_of(some, definitions, folders))]


class Exclusion:
    """Files and folders to leave out, by globs.

    One without ``/`` is about names (of files, and of folders below those given), one with it about paths, as they are
    written or from the folder given on. A folder that fits is left out with its contents.
    """

    def __init__(self, globs: Iterable[str]) -> None:
        found = [glob.removeprefix("./").rstrip("/") for glob in globs]
        self._names = [glob for glob in found if "/" not in glob]
        self._paths = [glob for glob in found if "/" in glob]
        self._paths += [glob.removeprefix("**/") for glob in self._paths if glob.startswith("**/")]
        self.taken: list[str] = []  #: what was left out

    def takes(self, folder: Path, relative: str) -> bool:
        """Return whether the path ``relative`` (with ``/``) in a given folder is to be left out."""
        written = (folder / relative).as_posix()
        found = any(fnmatchcase(relative.rpartition("/")[2], glob) for glob in self._names)
        found = found or any(fnmatchcase(place, glob) for glob in self._paths for place in (relative, written))
        if found:
            self.taken.append(str(folder / relative))
        return found


def files_below(folder: Path, left_out: Exclusion, endings: tuple[str, ...] = (".moos",)) -> Iterator[str]:
    """Yield all files of these ``endings`` in a folder and below. Raises ``ConfigError`` where one cannot be read."""

    def refused(error: OSError) -> None:
        problem = f"the folder cannot be read: {error.strerror or error}"
        raise ConfigError(problem, file=str(error.filename or folder))

    for place, inner, names in os.walk(folder, onerror=refused):
        at = Path(place).relative_to(folder)
        inner[:] = [name for name in inner if not left_out.takes(folder, (at / name).as_posix())]
        for name in names:
            is_ours = name.endswith(endings) and Path(place, name).is_file()
            if is_ours and not left_out.takes(folder, (at / name).as_posix()):
                yield str(Path(place, name))


def _is_source(file: str) -> bool:
    """Return whether a file beside a field is a template from which a launch script has made its files."""
    try:
        return is_template(read_mission(file))
    except UsimError:
        return False


def is_mission(file: str, beside: Iterable[str], definitions: Sequence[str] = (), folders: Sequence[str] = ()) -> bool:
    """Return whether a file of a folder is to be played: it has a vehicle, or should have one.

    A file that cannot be read, has no line of a mission, or has a judge or a misspelt header without a vehicle counts:
    playing it gives the error. ``beside``: files that may include it.
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
    """Return the names of the blocks that judge a mission."""
    blocks = mission.blocks
    return [b.name for b in blocks if b.name.lower() == BLOCK or role_of(mission, b) == EVALUATION]


def _is_piece(file: str, beside: Iterable[str]) -> bool:
    """Return whether a file is included by others."""
    name = Path(file).name
    try:
        if _TAG.search(Path(file).read_bytes()):
            return True
        texts = (Path(other).read_bytes() for other in beside if other != file)
        return any(os.fsdecode(found).rpartition("/")[2] == name for text in texts for found in _INCLUDE.findall(text))
    except OSError:
        return False
