"""The missions that come with the package, and the resolution of an argument to a mission file.

An argument is the path of a file, or else the name of a shipped mission: its file name without ``.moos`` (``box``,
``gale``), optionally with its folder (``odin_weather/gale``).
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from usimmarine_py.errors import MissionFileError, suggest, suggest_file

ENDING = ".moos"
#: Of a shipped folder whose missions are a field.
_STARTS_BROKER = "= uFldShoreBroker"
#: Most characters of the description in a list.
LONGEST_LINE = 110


class Shipped(NamedTuple):
    """A folder of shipped missions."""

    name: str
    folder: Path
    files: tuple[Path, ...]  #: its missions, the one with the name of the folder first

    @property
    def text(self) -> str:
        """The text of its README."""
        try:
            return (self.folder / "README.md").read_text(encoding="utf-8")
        except OSError:
            return ""

    @property
    def line(self) -> str:
        """The first sentence of the README, without parentheses; shortened to its first clauses if it is long."""
        paragraphs = [part for part in self.text.split("\n\n") if part.strip() and not part.startswith("#")]
        words = " ".join(paragraphs[0].split()) if paragraphs else ""
        words = re.sub(r" \([^)]*\)|`", "", words).partition(". ")[0].rstrip(".:")
        while len(words) > LONGEST_LINE and (shorter := re.sub(r"[,;:][^,;:]*$", "", words)) != words:
            words = shorter
        return words


class FoundMission(NamedTuple):
    """The mission file for an argument, and a note about the choice (may be empty)."""

    path: Path
    note: str = ""


def shipped() -> tuple[Shipped, ...]:
    """Return all shipped missions by name, of an installation or of a checkout. Raises ``MissionFileError``."""
    package = Path(__file__).resolve().parents[1]
    for place in (package / "missions", package.parent / "missions"):
        folders = sorted(path for path in place.iterdir() if path.is_dir()) if place.is_dir() else []
        found = [Shipped(path.name, path, _files(path)) for path in folders]
        if any(one.files for one in found):
            return tuple(one for one in found if one.files)
    raise MissionFileError("this installation does not contain the missions", remedy="install usimmarine again")


def _files(folder: Path) -> tuple[Path, ...]:
    return tuple(sorted(folder.glob(f"*{ENDING}"), key=lambda file: (file.stem != folder.name, file.stem)))


def shipped_folder(name: str) -> Shipped:
    """Return the folder of this name, or that of the mission of this name. Raises ``MissionFileError``."""
    everything = shipped()
    path = _by_name().get(name.lower())
    for one in everything:
        if one.name == name.lower() or path in one.files:
            return one
    raise _unknown(name)


def shipped_with(path: Path) -> Shipped | None:
    """Return the shipped mission whose folder or file this is; None if it is of no shipped one."""
    if not path.is_absolute():  # as theirs are
        return None
    try:
        return next((one for one in shipped() if path in (one.folder, *one.files)), None)
    except MissionFileError:
        return None


def _by_name() -> dict[str, Path]:
    found: dict[str, Path] = {}
    for one in shipped():
        for file in one.files:
            found[file.stem] = found[f"{one.name}/{file.stem}"] = file
    return found


def _unknown(name: str) -> MissionFileError:
    for one in shipped():
        if one.name == name.lower():
            names = ", ".join(file.stem for file in one.files)
            return MissionFileError(f"there are several: {names}", key=name, remedy="name one of them")
    problem = "there is no shipped mission of this name"
    close = suggest(name, [*_by_name(), *(one.name for one in shipped())])
    return MissionFileError(problem, key=name, remedy="" if close else "usim missions lists them", suggestion=close)


def find_mission(word: str, *, folders: bool = False) -> FoundMission:
    """Resolve an argument to a mission file: an existing file first, then a shipped mission, else the argument itself.

    ``folders``: an existing folder of that name is accepted, and a shipped one whose missions are a field. Raises
    ``MissionFileError`` for a shipped folder with
    several missions.
    """
    given = Path(word)
    if word.endswith(ENDING):
        return FoundMission(given)
    try:
        names = _by_name()
        known = word.lower() in {*names, *(one.name for one in shipped())}
    except MissionFileError:
        return FoundMission(given)
    if given.is_file() or (folders and given.is_dir()):
        note = f"{word} is the file or folder in this directory, not the shipped mission"
        return FoundMission(given, note if known else "")
    if not known:
        return FoundMission(given)
    for beside in (given.with_name(f"{given.name}{ENDING}"), given / f"{given.name}{ENDING}"):
        if beside.is_file():
            return FoundMission(beside, f"{word} is {beside} here, not the shipped mission")
    if word.lower() not in names:
        found = shipped_folder(word)
        if folders and any(_STARTS_BROKER in file.read_text("utf-8") for file in found.files):
            return FoundMission(found.folder, f"{word} is the shipped mission {found.folder}")
        raise _unknown(word)
    path = names[word.lower()]
    return FoundMission(path, f"{word} is the shipped mission {path}")


def by_name(path: str | os.PathLike[str]) -> str | os.PathLike[str]:
    """Return the file of a shipped mission for its name, and any other path as it is: what functions take for a file.

    Raises ``MissionFileError`` for a shipped folder with several missions.
    """
    word = os.fspath(path)
    try:
        return path if Path(word).suffix or Path(word).exists() else find_mission(word).path
    except (OSError, ValueError):  # no name of a file at all: its reader says so
        return path


def like(path: str) -> str:
    """Suggest a mission file for a path that does not exist: one near it, or a shipped one; empty if there is none."""
    close = suggest_file(path, ENDING)
    if close:
        return close
    try:
        names = _by_name()
    except MissionFileError:
        return ""
    return suggest(Path(path).stem, [name for name in names if "/" not in name])
