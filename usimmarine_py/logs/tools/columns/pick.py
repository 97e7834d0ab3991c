"""alogpick: columns of the values of ``a=1,b=2`` in each line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from usimmarine_py.logs.tools.lines import (
    HELP,
    VERSION,
    WEB,
    is_comment,
    readable,
    strip,
    table,
    value_of,
    whole_lines,
)  # fmt: skip
from usimmarine_py.logs.tools.texts import USE_HELP, help_text, version_text
from usimmarine_py.texts.pairs import parts


def picked(lines: Iterable[str], keys: Sequence[str]) -> Iterator[list[str]]:
    """Yield the values of the keys in each line, ``-`` for one that it has not."""
    for line in lines:
        if line and not is_comment(line):
            yield [value_of(line, key) or "-" for key in keys]


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``alogpick FILE KEY [KEY ...] [OPTIONS]``; its exit code."""
    if len(words) < 2:
        out.write(help_text("alogpick"))
        return 0
    keys, aligned = [], True
    for place, word in enumerate(words):
        good = True
        if word in HELP or word in WEB:
            out.write(help_text("alogpick"))
            return 0
        if word in VERSION:
            out.write(version_text("alogpick"))
            return 0
        if not place:
            good = readable(word)
        elif word == "--verbose":
            continue  # it shows nothing more of a file that can be read
        elif word == "--noformat":
            aligned = False
        elif " " in word or "\t" in word:
            good = False
        else:
            keys.append(word)
        if not good:
            out.write(f"Unhandled command line argument: {word}\n{USE_HELP}")
            return 1
    if not keys:
        out.write("No fields identified for selection.")
        return 1
    rows = picked(whole_lines(words[0]), keys)
    if aligned:
        cells = [strip(cell) for row in rows for value in row for cell in parts(value, "|")]
        out.writelines(f"{line}\n" for line in table(cells, len(keys)))
    else:
        out.writelines(f"{' '.join(row)}\n" for row in rows)
    return 0
