"""Lines of numbers in text files of panel codes, with file and line in every error."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import NoReturn

import numpy as np

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.vehicle.bem.data import Complex

#: Files of a panel code that are larger are something else.
MAX_BYTES = 200_000_000


class NumberRow(list[float]):
    """The numbers of a line."""

    def __init__(self, numbers: list[float], path: Path, line: int) -> None:
        super().__init__(numbers)
        self.path, self.line = path, line

    def refuse(self, problem: str) -> NoReturn:
        """Raise ``ConfigError`` with file and line."""
        raise ConfigError(problem, file=str(self.path), line=self.line)


def text_lines(path: Path) -> list[str]:
    """The lines of a text file. Raises ``ConfigError``."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ConfigError(f"is larger than {MAX_BYTES} bytes", file=str(path))
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror or error}", file=str(path)) from None


def rows(path: Path, sizes: tuple[int, ...]) -> Iterator[NumberRow]:
    """Lines of ``sizes`` numbers; one without numbers may head the file."""
    begun = False
    for number, text in enumerate(text_lines(path), 1):
        words = text.replace(",", " ").split()
        if not words:
            continue
        found = numbers(words)
        if found is None and not begun:
            begun = True  # a heading
            continue
        begun = True
        if found is None or len(found) not in sizes:
            wanted = " or ".join(str(n) for n in sizes)
            raise ConfigError(f"must have {wanted} numbers, not {shorten(text, 60)}", file=str(path), line=number)
        yield NumberRow(found, path, number)


def numbers(words: list[str]) -> list[float] | None:
    """Finite numbers, Fortran's exponents too; None where a word is none."""
    found = []
    for word in words:
        try:
            value = float(word.replace("D", "e").replace("d", "e"))
        except ValueError:
            return None
        if not isfinite(value):
            return None
        found.append(value)
    return found


def located(path: Path, values: Complex) -> Complex:
    """Amplitudes (f, h, 6), 0 in modes that the file leaves out. Raises ``ConfigError`` for gaps in the others."""
    empty = np.isnan(values).all(axis=(0, 1))
    whole = np.where(empty, 0.0, values)
    if np.isnan(whole).any():
        f, h, i = (int(x[0]) for x in np.nonzero(np.isnan(whole)))
        raise ConfigError(
            f"lacks mode {i + 1} at heading number {h + 1} and frequency number {f + 1}: each heading needs each "
            "frequency", file=str(path),
        )  # fmt: skip
    return whole
