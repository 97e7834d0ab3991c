"""Where a mission posts and reads a variable, and where what it names is: blocks, files, sections of templates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from usimmarine_py.editor.position import blocks_in
from usimmarine_py.mission.plain import in_place_of_files, read_text

#: Files in which a mission names variables.
_ENDINGS = (".moos", ".bhv", ".plug", ".sh")
_MOST_FILES, _MOST_BYTES = 200, 1_000_000
_VARIABLE = re.compile(r"[A-Z][A-Z0-9]*_[A-Z0-9_]*|[A-Z][A-Z0-9_]{3,}")
#: A line that posts: a flag of any kind, an event of a script, a start value, a poke, a shell's poke.
_FLAG = r"\s*\w*(?:flag|event|post\w*|poke|button\w*|action\w*|output|alert\w*|initialize|assign|flip|report\w*)\b"
_POSTS = re.compile(rf"{_FLAG}|\s*set\s", re.IGNORECASE)
_POKED = re.compile(r"uPokeDB|usim\s+poke")
_INCLUDE = re.compile(r'\s*#include\s+"?([^\s"<]+)"?\s*(?:<([^>]*)>)?')
_BEHAVIORS = re.compile(r"\s*behaviors\s*=\s*([^\s/]+)", re.IGNORECASE)
_RUN = re.compile(r"\s*run\s*=\s*([^\s@]+)(?:.*~\s*(\S+))?", re.IGNORECASE)


class Use(NamedTuple):
    """A place of a variable in a file; line and columns from 0."""

    path: Path
    line: int
    begin: int
    end: int
    posts: bool
    text: str = ""  #: of the line


def is_variable(word: str) -> bool:
    """Return whether a word looks like a variable of a MOOSDB."""
    return _VARIABLE.fullmatch(word) is not None


def uses_of(name: str, path: Path, texts: Mapping[str, bytes]) -> list[Use]:
    """Return where the files in the folder of ``path`` name a variable; ``texts`` are those that are not saved."""
    wanted = re.compile(rf"(?<![\w.]){re.escape(name)}(?!\w)")
    found = []
    for file, lines in _files(path, texts):
        for number, line in enumerate(lines):
            bare = line.partition("//")[0]
            for match in wanted.finditer(bare):
                begin, end = match.span()
                found.append(Use(file, number, begin, end, _posts(bare, begin, end), line))
    return found


def variables_of(path: Path, texts: Mapping[str, bytes]) -> set[str]:
    """Return the variables that the files in the folder of ``path`` name."""
    return {word for _, lines in _files(path, texts) for line in lines for word in _VARIABLE.findall(line)}


def macros_of(path: Path, texts: Mapping[str, bytes]) -> set[str]:
    """Return the macros that the files in the folder of ``path`` name or define."""
    named = re.compile(r"[$%]\(([A-Za-z_]\w*)|#(?:define|ifdef|ifndef|elseifdef)\s+([A-Za-z_]\w*)")
    return {one or two for _, lines in _files(path, texts) for line in lines for one, two in named.findall(line)}


def target_of(path: Path, line: str, lines: list[str], texts: Mapping[str, bytes]) -> Use | None:
    """Return what a line names: the section of ``#include``, the file of ``Behaviors =``, the block of ``Run =``."""
    if match := _INCLUDE.match(line):
        file = path.parent / match[1]
        section = (match[2] or "").strip()
        for number, other in enumerate(_lines(file, texts) or ()):
            if section and re.match(rf"\s*<tag>\s*{re.escape(section)}\s*$", other):
                return Use(file, number, 0, len(other), posts=False, text=other)
        return Use(file, 0, 0, 0, posts=False) if file.is_file() else None
    if match := _BEHAVIORS.match(line):
        file = path.parent / match[1]
        return Use(file, 0, 0, 0, posts=False) if file.is_file() else None
    if match := _RUN.match(line):
        wanted = (match[2] or match[1]).lower()
        for file, texts_of in [(path, lines), *_files(path, texts)]:
            for block in blocks_in(texts_of):
                if block.name.lower() == wanted:
                    text = texts_of[block.head]
                    return Use(file, block.head, 0, len(text), posts=False, text=text)
    return None


def _posts(line: str, begin: int, end: int) -> bool:
    """Return whether a line posts the variable that it names there; else it reads it."""
    behind = re.match(r"\s*(:?=)(?!=)", line[end:])
    if _POKED.search(line):
        return behind is not None
    if not _POSTS.match(line):
        return False
    head = _POSTS.match(line)
    value = line[head.end() :] if head is not None else ""
    named = re.search(r"\bvar\s*=\s*$", line[:begin]) is not None
    first = re.match(r"\s*(?:=\s*)?(?:#?\s*)?$", line[head.end() : begin]) is not None if head is not None else False
    return named or behind is not None or (first and bool(value))


def _files(path: Path, texts: Mapping[str, bytes]) -> Iterator[tuple[Path, list[str]]]:
    folder = path.parent
    names = sorted(one for one in folder.iterdir() if one.suffix in _ENDINGS) if folder.is_dir() else []
    for file in dict.fromkeys([path, *names[:_MOST_FILES]]):
        lines = _lines(file, texts)
        if lines is not None:
            yield file, lines


def _lines(file: Path, texts: Mapping[str, bytes]) -> list[str] | None:
    with in_place_of_files(texts):
        try:
            return read_text(str(file))[:_MOST_BYTES].splitlines()
        except OSError:
            return None
