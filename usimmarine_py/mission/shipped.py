"""The missions that come with the package, and the one place where a word becomes a mission file.

A word is a file's path first. Else a shipped mission goes by the name of its file without ``.moos`` (``box``,
``gale``), with its folder before it, too (``odin_weather/gale``).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from usimmarine_py.errors import MissionFileError, suggest, suggest_file

ENDING = ".moos"
#: Characters of the one line that a list has.
LONGEST_LINE = 110


class Shipped(NamedTuple):
    """A folder of shipped missions."""

    name: str
    folder: Path
    files: tuple[Path, ...]  #: its missions, the one called like the folder first

    @property
    def text(self) -> str:
        """What its README says."""
        try:
            return (self.folder / "README.md").read_text(encoding="utf-8")
        except OSError:
            return ""

    @property
    def line(self) -> str:
        """The first sentence of it, without what stands in brackets; where that is long its first clauses."""
        paragraphs = [part for part in self.text.split("\n\n") if part.strip() and not part.startswith("#")]
        words = " ".join(paragraphs[0].split()) if paragraphs else ""
        words = re.sub(r" \([^)]*\)|`", "", words).partition(". ")[0].rstrip(".:")
        while len(words) > LONGEST_LINE and (shorter := re.sub(r"[,;:][^,;:]*$", "", words)) != words:
            words = shorter
        return words


class FoundMission(NamedTuple):
    """The mission file of a word, and what has to be said about it (empty: nothing)."""

    path: Path
    note: str = ""


def shipped() -> tuple[Shipped, ...]:
    """All of them by name, those of an installation or of a checkout. Raises ``MissionFileError``."""
    package = Path(__file__).resolve().parents[1]
    for place in (package / "missions", package.parent / "missions"):
        folders = sorted(path for path in place.iterdir() if path.is_dir()) if place.is_dir() else []
        found = [Shipped(path.name, path, _files(path)) for path in folders]
        if any(one.files for one in found):
            return tuple(one for one in found if one.files)
    raise MissionFileError("the missions did not come with this installation", remedy="install usimmarine again")


def _files(folder: Path) -> tuple[Path, ...]:
    return tuple(sorted(folder.glob(f"*{ENDING}"), key=lambda file: (file.stem != folder.name, file.stem)))


def shipped_file(name: str) -> Path:
    """The shipped mission of this name. Raises ``MissionFileError`` with what comes nearest."""
    path = _by_name().get(name.lower())
    if path is not None:
        return path
    raise _unknown(name)


def shipped_folder(name: str) -> Shipped:
    """The folder of this name, or of the mission of this name. Raises ``MissionFileError``."""
    everything = shipped()
    path = _by_name().get(name.lower())
    for one in everything:
        if one.name == name.lower() or path in one.files:
            return one
    raise _unknown(name)


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
    """The mission file that a word means: what is there first, then what is shipped; the word itself if it is neither.

    ``folders``: a folder of that name is what is meant. Raises ``MissionFileError`` for a shipped folder of
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
        return FoundMission(given, f"{word} is what is called so here, not the shipped mission" if known else "")
    if not known:
        return FoundMission(given)
    for beside in (given.with_name(f"{given.name}{ENDING}"), given / f"{given.name}{ENDING}"):
        if beside.is_file():
            return FoundMission(beside, f"{word} is {beside} here, not the shipped mission")
    if word.lower() not in names:
        raise _unknown(word)
    path = names[word.lower()]
    return FoundMission(path, f"{word} is the shipped mission {path}")


def like(path: str) -> str:
    """What a path to a file that is not there may have meant: a mission file near it, or a shipped one; or empty."""
    close = suggest_file(path, ENDING)
    if close:
        return close
    try:
        names = _by_name()
    except MissionFileError:
        return ""
    return suggest(Path(path).stem, [name for name in names if "/" not in name])
