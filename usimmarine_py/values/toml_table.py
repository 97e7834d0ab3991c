"""Read parameter files: TOML with limits of nesting, and a table, typed and checked, with errors that name the file
and the dotted key.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

from usimmarine_py.errors import ConfigError, shorten, suggest
from usimmarine_py.values.key import NumberLimits

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_MISSING = object()
#: Most brackets within brackets, and most parts of a dotted key; vehicle files and scenarios need 4.
DEEPEST = 32
#: Comments and texts, in which brackets and dots have no meaning.
_OPAQUE = re.compile(r"""#[^\n]*|\"{3}(?:[^\\]|\\.)*?\"{3}|'{3}.*?'{3}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""", re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")
_DOTTED = re.compile(r"[\w-]+(?:[ \t]*\.[ \t]*[\w-]+)+")


def read_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text. Raises ``ValueError``, also where brackets or keys nest too deep.

    Python's parser calls itself for each bracket, and its memory grows with the square of the parts of a key.
    """
    bare = _OPAQUE.sub(lambda found: "" if found[0][0] == "#" else "t", text)
    depth = 0
    for found in _BRACKET.finditer(bare):
        depth += 1 if found[0] in "[{" else -1
        if depth > DEEPEST:
            raise ValueError(f"brackets are nested more than {DEEPEST} deep")
    if any(found[0].count(".") >= DEEPEST for found in _DOTTED.finditer(bare)):
        raise ValueError(f"a key has more than {DEEPEST} parts")
    return tomllib.loads(text)


class TableReader:
    """Wraps a TOML table. Every key that is read counts as known; ``finish`` refuses all other keys."""

    def __init__(self, table: Mapping[str, Any], path: str, file: str) -> None:
        self._table = table
        self._path = path
        self._file = file
        self._known: set[str] = set()

    def __contains__(self, key: str) -> bool:
        self._known.add(key)
        return key in self._table

    @property
    def empty(self) -> bool:
        """Whether the table is absent or has no keys."""
        return not self._table

    @property
    def names(self) -> tuple[str, ...]:
        """The keys of the table."""
        return tuple(self._table)

    def key(self, name: str) -> str:
        """The dotted key of an entry."""
        return f"{self._path}.{name}" if self._path else name

    def error(self, name: str, problem: str, suggestion: str = "") -> ConfigError:
        """Return an error about an entry."""
        return ConfigError(problem, key=self.key(name), file=self._file, suggestion=suggestion)

    def raw(self, name: str) -> Any:
        """The value as parsed; None when absent."""
        self._known.add(name)
        return self._table.get(name)

    def number(
        self, name: str, default: float | None = None, low: float | None = None, high: float | None = None,
        above: float | None = None,
    ) -> float:  # fmt: skip
        """A finite number; without a default the key is required. ``low``, ``high`` inclusive, ``above`` exclusive."""
        value = self._get(name, default)
        result = self._number(name, value)
        if problem := NumberLimits(low, high, above).problem(result):
            raise self.error(name, f"{problem}, not {result:g}")
        return result

    def text(self, name: str, default: str | None = None, choices: Sequence[str] = ()) -> str:
        """A text, one of ``choices`` when those are given."""
        value = self._get(name, default)
        if not isinstance(value, str):
            raise self.error(name, f"must be a text, not {shorten(value, 60)}")
        if choices and value not in choices:
            raise self.error(
                name, f"must be one of {', '.join(choices)}, not {shorten(value, 60)}", suggest(value, choices)
            )
        return value

    def flag(self, name: str, default: bool) -> bool:
        """A boolean."""
        value = self._get(name, default)
        if not isinstance(value, bool):
            raise self.error(name, f"must be true or false, not {shorten(value, 60)}")
        return value

    def vector(self, name: str, size: int, default: Sequence[float] | None = None) -> tuple[float, ...]:
        """``size`` finite numbers."""
        value = self._get(name, default)
        if not isinstance(value, (list, tuple)) or len(value) != size:
            raise self.error(name, f"must be a list of {size} numbers")
        return tuple(self._number(f"{name}[{i}]", x) for i, x in enumerate(value))

    def matrix(self, name: str, rows: int, columns: int) -> tuple[tuple[float, ...], ...]:
        """A required matrix, row-major."""
        value = self._get(name, None)
        if not isinstance(value, (list, tuple)) or len(value) != rows:
            raise self.error(name, f"must be a matrix of {rows} rows and {columns} columns")
        result = []
        for i, line in enumerate(value):
            if not isinstance(line, (list, tuple)) or len(line) != columns:
                raise self.error(f"{name}[{i}]", f"must be a row of {columns} numbers")
            result.append(tuple(self._number(f"{name}[{i}][{j}]", x) for j, x in enumerate(line)))
        return tuple(result)

    def numbers(self, name: str) -> tuple[float, ...]:
        """At least one finite number."""
        value = self._get(name, None)
        if not isinstance(value, (list, tuple)) or not value:
            raise self.error(name, "must be a list of numbers")
        return tuple(self._number(f"{name}[{i}]", x) for i, x in enumerate(value))

    def table(self, name: str) -> TableReader:
        """A sub-table; an absent one reads as empty."""
        value = self._get(name, {})
        if not isinstance(value, Mapping):
            raise self.error(name, "must be a table")
        return TableReader(value, self.key(name), self._file)

    def tables(self, name: str) -> Iterator[TableReader]:
        """The tables of an array of tables, none when absent."""
        value = self._get(name, [])
        if not isinstance(value, (list, tuple)) or not all(isinstance(x, Mapping) for x in value):
            raise self.error(name, f"must be a list of tables, written [[{name}]]")
        for i, x in enumerate(value):
            yield TableReader(x, f"{self.key(name)}.{i}", self._file)

    def finish(self) -> None:
        """Refuse keys that have not been read."""
        for name in self._table:
            if name not in self._known:
                raise self.error(name, "unknown key", suggest(name, self._known))

    def _get(self, name: str, default: Any) -> Any:
        self._known.add(name)
        value = self._table.get(name, _MISSING)
        if value is _MISSING:
            if default is None:
                raise self.error(name, "is missing")
            return default
        return value

    def _number(self, name: str, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.error(name, f"must be a number, not {shorten(value, 60)}")
        try:
            number = float(value)
        except OverflowError:
            raise self.error(name, "is too large for a number") from None
        if not isfinite(number):
            raise self.error(name, f"must be finite, not {value}")
        return number
