"""Lines of a log as MOOS-IvP's alog tools see them: one character a byte, fields between blanks.

Texts are Latin-1 throughout, so that lengths are bytes, and what is written is what was read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import NamedTuple, TextIO

from usimmarine_py.logs.whole_files import whole_file
from usimmarine_py.text import is_number
from usimmarine_py.texts.pairs import parts, pieces

#: The encoding of all texts of these tools.
ENCODING = "latin-1"
HELP = ("-h", "--help", "-help")
VERSION = ("-v", "--version", "-version")
WEB = ("-w", "--web", "-web")

_FIELDS = re.compile(r"([^ \t]*)(?:[ \t]+([^ \t]*)(?:[ \t]+([^ \t]*)(?:[ \t]+(.*))?)?)?", re.DOTALL)


class LogLine(NamedTuple):
    """The fields of a line; empty where it has none."""

    time: str
    variable: str
    source: str  #: with its auxiliary part
    data: str

    @property
    def application(self) -> str:
        """The source without its auxiliary part."""
        return self.source.partition(":")[0]


class EndedError(Exception):
    """A tool ends at once, with an exit code."""

    def __init__(self, code: int, text: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.text = text


def file_name(word: str) -> Path:
    """Return the file of a word."""
    return Path(os.fsdecode(word.encode(ENCODING)))


@contextmanager
def target_file(word: str) -> Iterator[TextIO]:
    """A file for texts of a tool; it is whole in the end, or as before."""
    with whole_file(file_name(word)) as file:
        text = TextIOWrapper(file, ENCODING, newline="\n")
        try:
            yield text
        finally:
            text.detach()  # writes what is left


def readable(word: str) -> bool:
    """Whether a file can be opened (a folder can, as in C)."""
    return bool(word) and os.access(file_name(word), os.R_OK)


def writable(word: str) -> bool:
    """Whether a file could stand where this one should: its folder can be read."""
    folder = word.rpartition("/")[0]
    return bool(word) and os.access(file_name(folder + "/" if "/" in word else "./"), os.R_OK)


def whole_lines(word: str) -> Iterator[str]:
    """Yield the lines of a file that end with a line end, without it.

    What stands behind the last line end is left out, as is all behind a zero byte in a line. Raises ``OSError``.
    """
    with file_name(word).open("rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                return
            text = line[:-1].partition(b"\0")[0].decode(ENCODING)
            if text == "eof":
                return
            yield text


def last_piece(word: str) -> str:
    """Return what stands behind the last line end of a file, at most 64 KiB. Raises ``OSError``."""
    with file_name(word).open("rb") as file:
        file.seek(max(file.seek(0, os.SEEK_END) - 2**16, 0))
        return file.read().rpartition(b"\n")[2].decode(ENCODING)


def is_comment(line: str) -> bool:
    """Whether a line belongs to the header."""
    return line.startswith("%")


def is_entry(line: str) -> bool:
    """Whether a line begins with a digit: others continue a text, or are comments."""
    return "0" <= line[:1] <= "9"


def fields(line: str) -> LogLine:
    """Return the fields of a line."""
    found = _FIELDS.match(line)
    return LogLine(*found.groups("")) if found else LogLine("", "", "", "")


def valid_entry(line: str) -> LogLine | None:
    """Return the fields of an entry with time, variable, source and value, None for any other line."""
    found = fields(line)
    if is_entry(line) and found.variable and found.application and found.data and is_number(found.time):
        return found
    return None


# -- texts, as MOOS-IvP cuts them


def lower(text: str) -> str:
    """Return a text with the letters A to Z in lower case."""
    return text.encode(ENCODING).lower().decode(ENCODING)


def strip(text: str) -> str:
    """Return a text without blanks and tabs at its ends, and line ends behind it."""
    return text.lstrip(" \t").rstrip(" \t\r\n\0")


def numeric(text: str) -> bool:
    """Whether a text counts as a number, blanks around it allowed."""
    return is_number(strip(text))


def bite(text: str, separator: str) -> tuple[str, str]:
    """Return what stands before the first separator and behind it, stripped."""
    before, _, after = text.partition(separator)
    return strip(before), strip(after)


def value_of(text: str, key: str, separator: str = ",") -> str:
    """Return the value of ``key`` in ``a=1,b=2``; empty from the first piece on that is no pair."""
    for part in pieces(text, separator):
        pair = parts(part, "=")
        if len(pair) != 2:
            return ""
        if strip(pair[0]) == key:
            return strip(pair[1])
    return ""


def commas(number: int) -> str:
    """Return 1234567 as 1,234,567."""
    return f"{number:,}"


def share(part: float, total: float, decimals: int = 2, factor: float = 100.0) -> str:
    """Return a part of a total, in percent; of nothing ``-nan``, as a division of zeros by the processor."""
    return f"{factor * (part / total):.{decimals}f}" if total else "-nan"


def table(cells: Sequence[str], columns: int, gap: int = 2) -> list[str]:
    """Return rows of cells in columns as wide as their widest cell; a row that is not full is left out."""
    rows = [cells[k : k + columns] for k in range(0, len(cells) - columns + 1, columns)]
    widths = [max((len(cell) for cell in cells[column::columns]), default=0) for column in range(columns)]
    return [(" " * gap).join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]


def answer() -> str:
    """Return the first character of an answer from the terminal, ``n`` at its end."""
    byte = os.read(0, 1)
    return byte.decode(ENCODING) if byte else "n"


def may_replace(question: str, refusal: str, out: TextIO, *, insist: bool = False) -> bool:
    """Ask whether a file may be replaced: by y; ``insist``: any answer but y and n is asked for again."""
    while True:
        out.write(question)
        out.flush()
        reply = answer()
        if reply == "y":
            return True
        if reply == "n" or not (insist or reply == "Y"):
            out.write(refusal)
            return False
