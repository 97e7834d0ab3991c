"""Expand templates as nsplug does, keeping the source of every line.

``#include FILE``, ``#include FILE <section>``, ``#define NAME value``, ``#ifdef``, ``#ifndef``, ``#elseifdef``,
``#else``, ``#endif`` and macros (``macros.py``). Every rule was compared with nsplug itself. Where nsplug ignores an
obvious mistake (no ``#endif``, no such section, a file that includes itself) there is an error with file and line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import pathsep
from os.path import exists, relpath
from pathlib import Path

from usimmarine_py.errors import ConfigError, MissionFileError, Severity, shorten, suggest
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.mission.lines import BLANKS, LineOrigin
from usimmarine_py.mission.macros import (
    Macros,
    TooLongError,
    condition_names,
    expand_line,
    has_macro,
    is_defined,
    is_undefined,
    macro_names,
    own_macros,
)
from usimmarine_py.mission.plain import read_plain

#: Most lines and characters of an expanded template; files that include each other repeatedly could grow without limit.
MOST_LINES, MOST_TEXT = 1_000_000, 50_000_000
#: Most ``#include`` that are carried out, and most files within files.
MOST_INCLUDES, DEEPEST = 10_000, 50
#: Most places of a macro in a message.
MOST_PLACES = 4

_INCLUDE = re.compile(r"(.*?)(?:\s+<([^\s<>]+)>)?", re.DOTALL)
_WITH_NAMES = re.compile(r"[$%]\([^)\n]*|#\w*if\w*[^\n]*")
_WORDS = re.compile(r"[^\s()$%=:&|,]+")
_TAG = "<tag>"
_DIRECTIVES = ("#include", "#define", "#ifdef", "#ifndef", "#elseifdef", "#else", "#endif")


@dataclass(frozen=True, slots=True)
class Missing:
    """A line with undefined macros."""

    names: tuple[str, ...]
    origin: LineOrigin


@dataclass(frozen=True, slots=True)
class Expansion:
    """An expanded template: its lines, the source of each, and its findings."""

    lines: tuple[str, ...]
    origins: tuple[LineOrigin, ...]
    missing: tuple[Missing, ...]
    notes: tuple[Finding, ...]
    files: tuple[str, ...]  #: all files that were read, the template first
    unused: tuple[str, ...]  #: given macros that do not occur in these files
    undecided: Mapping[str, LineOrigin]  #: undefined names of ``#ifdef`` and ``#elseifdef``, with their first place
    literal: bool = False  #: a launch script made the file: applications read undefined macros as they stand

    @property
    def text(self) -> str:
        """The text, with the final newline that nsplug adds."""
        return "".join(f"{line}\n" for line in self.lines)

    def undefined(self) -> str:
        """A message with every undefined macro and its places; empty if there is none."""
        places: dict[str, list[str]] = {}
        for line in self.missing:
            place = self._place(line.origin)
            for name in line.names:
                if place not in places.setdefault(name, []):
                    places[name].append(place)
        if not places:
            return ""
        listed = ", ".join(f"{name or '(no name)'} ({_listed_places(where)})" for name, where in places.items())
        count = "one macro is" if len(places) == 1 else f"{len(places)} macros are"
        remedy = "read as it stands" if self.literal else "give values with -D NAME=VALUE"
        return f"{count} not defined: {listed}; {remedy}"

    @property
    def asked(self) -> str:
        """A message with the undefined names in conditions and their places; empty if there is none."""
        places = [f"{name} ({_listed_places([self._place(at)])})" for name, at in self.undecided.items()]
        return f"conditions use undefined names: {', '.join(places)}" if places else ""

    def require(self, lines: Iterable[tuple[str, int, str]]) -> None:
        """Raise ``ConfigError`` if any of these lines (file, number, text) has a macro that is not defined.

        Never for a ``literal`` file, of which ``diagnostics`` warn.
        """
        if self.literal:
            return
        undefined = {name for line in self.missing for name in line.names}
        found = ((file, n, tuple(macro_names(text))) for file, n, text in lines if has_macro(text))
        named = ((file, n, tuple(name for name in names if name in undefined)) for file, n, names in found)
        lacking = [Missing(names, LineOrigin(file, n)) for file, n, names in named if names]
        if lacking:
            first = lacking[0].origin
            raise ConfigError(replace(self, missing=tuple(lacking)).undefined(), file=first.file, line=first.line)

    def _place(self, at: LineOrigin) -> str:
        """The place of a line: its number, with the file name if it is of an included file."""
        return str(at.line) if at.file == self.files[0] else f"{relpath(at.file, Path(self.files[0]).parent)}:{at.line}"

    @property
    def diagnostics(self) -> list[Finding]:
        """All findings: undefined macros, directives without effect, unused definitions."""
        found = list(self.notes)
        file = self.files[0]
        if self.missing:
            found.append(Finding(self.undefined(), FilePlace(file, self.missing[0].origin.root)))
        if self.undecided:
            found.append(
                Finding(
                    self.asked, FilePlace(file, min(at.root for at in self.undecided.values())), severity=Severity.NOTE
                )
            )
        if self.unused:
            text = f"no macro {', '.join(self.unused)} in this template; given with -D without effect"
            found.append(Finding(text, FilePlace(file), severity=Severity.NOTE))
        return found


def _listed_places(places: Sequence[str]) -> str:
    word = "" if ":" in places[0] else "line " if len(places) == 1 else "lines "
    return f"{word}{', '.join(places[:MOST_PLACES])}" + (", ..." if len(places) > MOST_PLACES else "")


def read_definitions(words: Iterable[str]) -> dict[str, str | None]:
    """Parse ``NAME=VALUE`` and ``NAME`` as macros; raises ``ConfigError``."""
    macros: dict[str, str | None] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name = name.strip()
        if not name or any(c in name for c in "()$%"):
            raise ConfigError(f"must be NAME=VALUE, not {shorten(word)}", key="-D")
        macros[name] = value.strip() if equals else None
    return macros


def expand_file(
    path: str, macros: Macros | None = None, directories: Sequence[str] = (), *, lenient: bool = False
) -> Expansion:
    """Expand the template ``path``; raises ``MissionFileError``."""
    return expand_text(_read(path, None), path, macros, directories, lenient=lenient)


def expand_text(
    data: bytes, path: str, macros: Macros | None = None, directories: Sequence[str] = (), *, lenient: bool = False
) -> Expansion:
    """Expand a template that has been read.

    ``directories`` are searched for included files after the folder of the template and the working directory.
    ``lenient``: defined macros are also replaced in lines with undefined ones. Raises ``MissionFileError``.
    """
    expander = _Expander(_Files(path, directories), dict(macros or {}), lenient)
    expander.take(data, path, "", None)
    return Expansion(
        tuple(expander.lines),
        tuple(expander.origins),
        tuple(_without_own(expander)),
        tuple(expander.notes),
        tuple(expander.files),
        tuple(sorted(set(macros or ()) - expander.words)),
        expander.undecided,
    )


def _without_own(expander: _Expander) -> Iterator[Missing]:
    """The lines with undefined macros, without those that the application of the block fills in."""
    if not expander.missing:
        return
    own = {expander.origins[index]: names for index, names in own_macros(expander.lines)}
    for line in expander.missing:
        filled = own.get(line.origin, frozenset())
        names = tuple(name for name in line.names if name not in filled)
        if names:
            yield Missing(names, line.origin)


def _read(path: str, origin: LineOrigin | None) -> bytes:
    try:
        return read_plain(path or ".")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        place = {"file": shorten(path)} if origin is None else {"file": origin.file}
        what = "" if origin is None else f" {shorten(path)}"
        raise MissionFileError(
            f"cannot read the file{what}: {reason}", line=0 if origin is None else origin.line, **place
        ) from None


@dataclass(slots=True)
class _Condition:
    """An open ``#ifdef`` or ``#ifndef``."""

    word: str
    origin: LineOrigin
    outer: bool  #: the lines around it are active
    taken: bool  #: its branch, or one before it, holds
    active: bool
    ended: bool = False  #: its ``#else`` has been seen


class _Files:
    """The files that a template includes, each found and read once."""

    def __init__(self, template: str, directories: Sequence[str]) -> None:
        self._template, self._directories = template, directories
        self._count = 0
        self._texts: dict[str, bytes] = {}
        self._found: dict[str, str] = {}  #: their paths, by the names that ``#include`` gives
        self._resolved: dict[str, Path] = {}  #: those paths without links

    def path(self, name: str, origin: LineOrigin) -> str:
        """Return where a file is. Raises ``MissionFileError``."""
        if name not in self._found:
            self._found[name] = self._find(name, origin)
        return self._found[name]

    def resolved(self, path: str) -> Path:
        """Return a path without links."""
        if path not in self._resolved:
            self._resolved[path] = Path(path).resolve()
        return self._resolved[path]

    def count(self, origin: LineOrigin) -> None:
        """Count one that is included. Raises ``MissionFileError`` for too many."""
        self._count += 1
        if self._count > MOST_INCLUDES:
            raise _error(f"more than {MOST_INCLUDES} files are included", origin)

    def text(self, path: str, origin: LineOrigin) -> bytes:
        """Return the bytes of a file. Raises ``MissionFileError``."""
        if path not in self._texts:
            self._texts[path] = _read(path, origin)
        return self._texts[path]

    def _find(self, name: str, origin: LineOrigin) -> str:
        searched = [folder for text in self._directories for folder in text.split(pathsep) if folder]
        folders = dict.fromkeys((Path(self._template).parent, Path(), *map(Path, searched)))
        places = [folder / name for folder in folders]
        for place in places:
            if _is_file(place):
                return str(place)
        if has_macro(name):
            names = ", ".join(macro_names(name))
            raise _error(f"#include {shorten(name)}: {names} is not defined; give it with -D NAME=VALUE", origin)
        if there := next(filter(exists, map(str, places)), ""):
            raise _error(f"#include {shorten(name)}: {there} is a folder, a pipe or a device, no regular file", origin)
        near = suggest(places[0].name, _names_in(places[0].parent))
        looked = ", ".join(str(place) for place in dict.fromkeys(places)) if len(set(places)) > 1 else ""
        problem = f"#include: no file {shorten(name)}" + (f" (looked at {shorten(looked)})" if looked else "")
        raise _error(problem, origin, suggestion=near)


@dataclass(slots=True)
class _Expander:
    included: _Files
    macros: dict[str, str | None]
    lenient: bool
    lines: list[str] = field(default_factory=list)
    origins: list[LineOrigin] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    conditions: list[_Condition] = field(default_factory=list)
    reading: list[tuple[Path, str]] = field(default_factory=list)
    undecided: dict[str, LineOrigin] = field(default_factory=dict)
    words: set[str] = field(default_factory=set)  #: in lines with a macro, and in conditions
    characters: int = 0

    def take(self, data: bytes, path: str, section: str, parent: LineOrigin | None) -> None:
        """Expand the text of a file, or of one section of it."""
        # a NUL ends a line, as in C; a file that ends in a newline has an empty last line
        text = data.decode("utf-8", "surrogateescape")
        if path not in self.files:
            self.files.append(path)
            self.words.update(*map(_WORDS.findall, _WITH_NAMES.findall(text)))
        raw = text.split("\n")
        numbered = [(n, line.partition("\0")[0]) for n, line in enumerate(raw, 1)]
        if section:
            numbered = self._section(numbered, path, section, parent)
        self.reading.append((self.included.resolved(path), section))
        for number, line in numbered:
            self._line(line, LineOrigin(path, number, parent))
        if parent is None and self.conditions:
            # one of an included file goes on in the file that includes it, as in nsplug
            left = self.conditions[0]
            text = f"{left.word} without #endif: it counts to the end of the template"
            self.notes.append(Finding(text, FilePlace(left.origin.file, left.origin.line)))
        self.reading.pop()

    def _section(
        self, lines: list[tuple[int, str]], path: str, section: str, parent: LineOrigin | None
    ) -> list[tuple[int, str]]:
        found: list[tuple[int, str]] = []
        names: list[str] = []
        inside = False
        for number, line in lines:
            text = line.strip()
            if text.startswith(_TAG):
                name = text[len(_TAG) :].strip()
                names.append(name[1:-1] if name.startswith("<") and name.endswith(">") else name)
                inside = names[-1] == section
            elif inside and text.startswith("#"):
                if text.split()[0] in _DIRECTIVES:
                    problem = (
                        f"'{shorten(text, 60)}' is dropped: a section that is included by its name has no directives"
                    )
                    self.notes.append(Finding(problem, FilePlace(path, number)))
            elif inside:
                found.append((number, line))
        if section not in names:
            # as nsplug: an empty line
            known = f"it has {', '.join(dict.fromkeys(names))}" if names else "it has none"
            problem = f"{shorten(path)} has no section <tag> {shorten(section)}, an empty line stands for it; {known}"
            place = (path, 1) if parent is None else (parent.file, parent.line)
            close = suggest(section, names)
            self.notes.append(Finding(problem, FilePlace(*place), suggestion=close))
            return [(1, "")]
        return found

    def _line(self, line: str, origin: LineOrigin) -> None:
        text = line.strip()
        if text.startswith("#"):
            word, _, rest = text.partition(" ") if "\t" not in text else _first_word(text)
            if word in _DIRECTIVES:
                self._directive(word, rest.strip(), origin)
                return
        if text.startswith(_TAG) or not self._active():
            return
        self.lines.append(self._expanded(line, line, origin) if has_macro(line) else line)
        self.origins.append(origin)
        self.characters += len(self.lines[-1])
        if len(self.lines) > MOST_LINES:
            raise _error(f"more than {MOST_LINES} lines", origin)
        if self.characters > MOST_TEXT:
            raise _error(f"more than {MOST_TEXT} characters", origin)

    def _active(self) -> bool:
        return not self.conditions or self.conditions[-1].active

    def _expanded(self, text: str, otherwise: str, origin: LineOrigin) -> str:
        """Return ``text`` with its macros replaced, or ``otherwise`` if a macro is undefined."""
        try:
            done = expand_line(text, self.macros)
        except TooLongError as error:
            raise _error(str(error), origin) from None
        if not has_macro(done):
            return done
        if not text.lstrip(BLANKS).startswith("//"):
            self.missing.append(Missing(tuple(macro_names(done)), origin))
        return done if self.lenient else otherwise

    def _directive(self, word: str, rest: str, origin: LineOrigin) -> None:
        rest = rest.replace("\t", " ")
        if word in ("#ifdef", "#ifndef"):
            outer = self._active()
            holds = self._is_defined(rest, origin, outer) if word == "#ifdef" else is_undefined(rest, self.macros)
            self.conditions.append(_Condition(word, origin, outer, holds, outer and holds))
        elif word in ("#elseifdef", "#else", "#endif"):
            self._branch(word, rest, origin)
        elif self._active() and word == "#define":
            name, _, value = _first_word(rest)
            if not name:
                raise _error("#define without a name", origin)
            self.macros[name] = " ".join(value.split()) or None
        elif self._active():
            self._include(rest, origin)

    def _is_defined(self, condition: str, origin: LineOrigin, counts: bool) -> bool:
        for name in condition_names(condition) if counts else ():
            if name not in self.macros:
                self.undecided.setdefault(name, origin)
        return is_defined(condition, self.macros)

    def _branch(self, word: str, rest: str, origin: LineOrigin) -> None:
        if not self.conditions:
            raise _error(f"{word} without an #ifdef before it", origin)
        last = self.conditions[-1]
        if word == "#endif":
            self.conditions.pop()
            return
        if word == "#elseifdef":
            if last.word == "#ifndef" or last.ended:
                after = "an #else" if last.ended else "an #ifndef"
                raise _error(f"#elseifdef after {after} (line {last.origin.line})", origin)
            holds = not last.taken and self._is_defined(rest, origin, last.outer)
            last.active, last.taken = last.outer and holds, last.taken or holds
            return
        if last.ended:
            text = f"a second #else for the {last.word} in line {last.origin.line}"
            self.notes.append(Finding(text, FilePlace(origin.file, origin.line)))
        last.active, last.ended = last.outer and not last.taken, True

    def _include(self, rest: str, origin: LineOrigin) -> None:
        rest = self._expanded(rest, rest, origin)
        found = _INCLUDE.fullmatch(rest)
        name, section = (found[1], found[2] or "") if found is not None else (rest, "")
        if len(name) > 1 and name[0] == name[-1] == '"':
            name = name[1:-1]
        if not name:
            raise _error("#include without a file", origin)
        path = self.included.path(name, origin)
        resolved = self.included.resolved(path)
        if (resolved, section) in self.reading or (resolved, "") in self.reading:
            raise _error(f"#include {shorten(name)} includes itself", origin)
        self.included.count(origin)
        if len(self.reading) > DEEPEST:
            raise _error(f"files include files more than {DEEPEST} deep", origin)
        self.take(self.included.text(path, origin), path, section, origin)


def _is_file(path: Path) -> bool:
    """Whether ``path`` is a file; False for names that the system rejects (too long, or with a NUL)."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _names_in(folder: Path) -> list[str]:
    try:
        return [path.name for path in folder.iterdir()]
    except OSError:
        return []


def _first_word(text: str) -> tuple[str, str, str]:
    parts = text.split(None, 1)
    return (parts[0] if parts else "", " ", parts[1] if len(parts) > 1 else "")


def _error(problem: str, origin: LineOrigin | None, *, suggestion: str = "") -> MissionFileError:
    """Return an error at a line of a template, with the lines that include it."""
    file, line = ("", 0) if origin is None else (origin.file, origin.line)
    chain = []
    while origin is not None and origin.parent is not None:
        origin = origin.parent
        chain.append(f"{origin.file}:{origin.line}")
    if chain:
        problem += f" (included in {', in '.join(chain)})"
    return MissionFileError(problem, file=file, line=line, suggestion=suggestion)
