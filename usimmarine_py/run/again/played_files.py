"""The files that a live mission is read from: noticed, copied beside the log, and laid out again."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import source_from_cache
from pathlib import Path
from typing import Any

from usimmarine_py.errors import ConfigError, file_errors
from usimmarine_py.run.again.journal import JournalFile
from usimmarine_py.run.output import file_hash

#: Bytes of the largest file that is copied, and of all copies; of others there is the SHA-256 alone.
MOST_COPIED, MOST_TOGETHER = 2**20, 16 * 2**20
_PACKAGE = Path(__file__).resolve().parents[2]
_SYSTEM = ("/proc", "/sys", "/dev")
_noticed: list[set[str]] = []
_hooked: list[bool] = []


@contextmanager
def noticed_files() -> Iterator[set[str]]:
    """Yield a set that gets the path of each file that is opened to be read, meanwhile."""
    if not _hooked:  # a hook stays for ever
        _hooked.append(True)
        sys.addaudithook(_on_audit)
    found: set[str] = set()
    _noticed.append(found)
    try:
        yield found
    finally:
        _noticed.remove(found)


def _on_audit(event: str, args: tuple[Any, ...]) -> None:
    if event == "open" and _noticed:
        path, mode, flags = args
        writes = set(mode) & set("wax+") if isinstance(mode, str) else flags & (os.O_WRONLY | os.O_RDWR)
        if isinstance(path, (str, bytes, os.PathLike)) and not writes:
            for found in _noticed:
                found.add(os.path.abspath(os.fsdecode(path)))  # noqa: PTH100  # a link keeps its name


def of_missions(paths: Iterable[str], missions: Collection[str]) -> list[str]:
    """Return the files that are none of Python's and of this package's, and those of ``missions`` in any case."""
    shipped = [str(path.parent) for path in map(Path, missions) if path.is_relative_to(_PACKAGE)]
    others = [*_SYSTEM, str(_PACKAGE), str(Path(os.__file__).parent)]
    others += [folder for folder in sys.path if folder.endswith(("site-packages", "dist-packages"))]
    found = set(missions)
    for path in paths:
        if path.endswith(".pyc"):
            with suppress(ValueError):
                path = source_from_cache(path)
        if (_below(path, shipped) or not _below(path, others)) and Path(path).is_file():
            found.add(path)
    return sorted(found)


def _below(path: str, folders: Iterable[str]) -> bool:
    return any(path.startswith(f"{folder}{os.sep}") for folder in folders)


def keep(paths: Iterable[str], folder: Path) -> tuple[JournalFile, ...]:
    """Copy files into a folder, which is made beside a journal. Raises ``LogFileError``."""
    found, names, total = [], set[str](), 0
    for path in map(Path, paths):
        with file_errors(path, "cannot be read"):
            digest, size = file_hash(path), path.stat().st_size
        copy = ""
        if size <= MOST_COPIED and total + size <= MOST_TOGETHER:
            total += size
            name, number = path.name, 1
            while name.lower() in names:
                number += 1
                name = f"{path.stem}_{number}{path.suffix}"
            names.add(name.lower())
            with file_errors(folder / name):
                folder.mkdir(exist_ok=True)
                shutil.copyfile(path, folder / name)
            copy = f"{folder.name}/{name}"
        found.append(JournalFile(str(path), digest, copy))
    return tuple(found)


def lay_out(files: Iterable[JournalFile], beside: Path, root: Path, *, copies: bool) -> list[str]:
    """Make a tree below ``root`` with the files as they were; return notes. ``beside``: the folder of the journal.

    ``copies``: what became of the originals does not matter. Raises ``ConfigError`` for a file that has changed.
    """
    notes = []
    for one in files:
        original, copy = Path(one.path), beside / one.copy if one.copy else None
        there = _is(original, one.sha256)
        copied = copy is not None and _is(copy, one.sha256)
        if copy is not None and copied is False:
            raise ConfigError("this copy of what was played has changed", file=str(copy))
        if there is False and not (copies and copied):
            remedy = f"restore it from {copy}, or play the copies: --copies" if copied else "restore it"
            raise ConfigError("is not the file that was played: it has changed since", file=one.path, remedy=remedy)
        source = copy if copied else original
        if source is None or not (there or copied):
            raise ConfigError("was played, and is not there any more", file=one.path, remedy="restore it")
        if there is None:
            notes.append(f"{one.path} is not there any more: its copy {copy} is played")
        place = placed(one.path, root)
        with file_errors(place):
            place.parent.mkdir(parents=True, exist_ok=True)
            if copied:
                shutil.copyfile(source, place)
            else:  # a large one
                place.symlink_to(source)
    return notes


def placed(path: str, root: Path) -> Path:
    """Return where a file lies below a root."""
    return root.joinpath(*Path(path).parts[1:])


def _is(path: Path, sha256: str) -> bool | None:
    """Whether a file has these bytes; None: it is not there."""
    try:
        return file_hash(path) == sha256
    except OSError:
        return None
