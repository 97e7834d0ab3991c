"""Lines of a block into settings, by the rules that the applications of a field share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from usimmarine_py.colours import is_colour
from usimmarine_py.errors import shorten, suggest
from usimmarine_py.text import loose_boolean, read_number
from usimmarine_py.values.application import APP_KEYS
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.words import literal, pieces

#: A span of whole ticks counts as passed (s): ticks here have exact times, those of the recorded programs were late.
SLACK = 1e-4

S = TypeVar("S")
#: Reads a value into settings; the answer says what is wrong with it, empty: nothing.
LineReader = Callable[[S, str], str]


@dataclass(frozen=True, slots=True)
class HomeCommunity:
    """What a mission knows of the community that an application runs in."""

    name: str = ""
    port: int = 9000  #: of the MOOSDB
    datum: tuple[float, float] | None = None  #: latitude and longitude, deg
    warp: float = 1.0
    seed: int = 0
    address: str = ""  #: of the machine, as far as it was asked for
    launched: tuple[str, ...] = ()  #: the names that the ANTLER block starts
    mission_hash: str = ""  #: of the mission, for the application that announces it
    file_text: Callable[[str], str | None] = lambda _: None  #: of a file beside the mission, None without one
    process_id: int = 0


def passed(now: float, then: float, span: float) -> bool:
    """Whether ``span`` s have passed since ``then`` (MOOS s)."""
    return now - then >= span - SLACK


def without_blanks(text: str) -> str:
    """Return a text without blanks and tabs, as AppCasting applications read their blocks."""
    return text.replace(" ", "").replace("\t", "")


def read_lines(
    lines: Sequence[ConfigLine], readers: Mapping[str, LineReader[S]], settings: S, *, file_order: bool = False
) -> tuple[str, ...]:
    """Read a block into ``settings`` and return warnings.

    The last line of the block is read first, so that of two contradicting lines the first counts; ``file_order``
    reads from the top. Blanks are removed from keys and values.
    """
    warnings = []
    for line in lines if file_order else reversed(lines):
        key = without_blanks(line.key).lower()
        if key in APP_KEYS:
            continue
        reader = readers.get(key)
        problem = "is not known here" if reader is None else reader(settings, without_blanks(line.value))
        if problem:
            warnings.append(line_problem(line, problem, suggest(key, readers) if reader is None else ""))
    return tuple(warnings)


def line_problem(line: ConfigLine, problem: str, suggestion: str = "") -> str:
    """Return the warning of a line that is not used."""
    where = f"{line.where}: " if line.file else ""
    remedy = f"; did you mean {suggestion}?" if suggestion else ""
    return f"{where}{line.key.strip()} = {shorten(line.value.strip())}: {problem}{remedy}"


def put(settings: Any, name: str, value: Any) -> None:
    """Set a value in settings; ``part.name`` names one in a record of them."""
    *parts, last = name.split(".")
    for part in parts:
        settings = getattr(settings, part)
    setattr(settings, last, value)


def text_of(name: str, *, needed: bool = False) -> LineReader[Any]:
    """Return a reader of any text; ``needed``: an empty one is refused."""

    def read(settings: Any, value: str) -> str:
        if needed and not value:
            return "must not be empty"
        put(settings, name, value)
        return ""

    return read


def truth_of(name: str) -> LineReader[Any]:
    """Return a reader of true or false."""

    def read(settings: Any, value: str) -> str:
        found = loose_boolean(value, attrgetter(name)(settings))
        if found is None:
            return "must be true or false"
        put(settings, name, found)
        return ""

    return read


def colour_of(name: str) -> LineReader[Any]:
    """Return a reader of a colour."""

    def read(settings: Any, value: str) -> str:
        if not is_colour(value):
            return "is no colour that viewers know"
        put(settings, name, value)
        return ""

    return read


def choice_of(name: str, words: Sequence[str]) -> LineReader[Any]:
    """Return a reader of one of some words in any case, which are in lower case."""

    def read(settings: Any, value: str) -> str:
        if value.lower() not in words:
            return f"must be one of {', '.join(words)}"
        put(settings, name, value.lower())
        return ""

    return read


def flag_into(name: str) -> LineReader[Any]:
    """Return a reader of ``VAR=VALUE``, which adds to a list of flags."""

    def read(settings: Any, value: str) -> str:
        flag = flag_of(value)
        if flag is None:
            return "must be VAR=VALUE"
        attrgetter(name)(settings).append(flag)
        return ""

    return read


def number_of(
    name: str, low: float | None = None, high: float | None = None, *, above: bool = False, capped: bool = False
) -> LineReader[Any]:
    """Return a reader of a number in [low, high]; ``above``: beyond ``low``; ``capped``: more counts as ``high``."""

    def read(settings: Any, value: str) -> str:
        found = read_number(value)
        if found is None:
            return "must be a number"
        if low is not None and (found < low or (above and found == low)):
            return f"must be {'above' if above else 'at least'} {low:g}"
        if high is not None and found > high:
            if not capped:
                return f"must be at most {high:g}"
            found = high
        put(settings, name, found)
        return ""

    return read


def pairs_of(text: str, separator: str = ",") -> list[tuple[str, str]]:
    """Return the ``key=value`` pairs of a text split at separators outside braces and quotes; blanks are trimmed."""
    found = []
    for part in pieces(text, separator):
        key, _, value = part.partition("=")
        found.append((key.strip(), value.strip()))
    return found


def fields_of(text: str) -> dict[str, str]:
    """Return the pairs of ``pairs_of`` by key in lower case; the last of a key counts."""
    return {key.lower(): value for key, value in pairs_of(text)}


def flag_of(text: str) -> tuple[str, float | str] | None:
    """Return variable and value of ``VAR=value``; None for another text, or without a value."""
    name, _, value = text.partition("=")
    return (name, literal(value)) if name and value.strip() else None
