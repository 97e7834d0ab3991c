"""Grids that come as text: read once, whole, and kept in memory or, when large, in a temporary file."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING
from weakref import finalize

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Bytes of text that are read at once.
CHUNK = 2_000_000
#: A grid up to this size (bytes) is kept in memory.
IN_MEMORY = 32_000_000


class Stored:
    """A grid of values by rows and columns, nan where none was put."""

    def __init__(self, columns: Sequence[float], rows: Sequence[float], *, north_first: bool = False) -> None:
        """``north_first``: values are put in rows from the north; ``rows`` ascend always."""
        import numpy as np

        self.columns, self.rows = columns, rows
        self._north_first = north_first
        self._shape = len(rows), len(columns)
        self._values: NDArray[np.float64] | None = None
        if 8 * len(rows) * len(columns) <= IN_MEMORY:
            self._values = np.full(self._shape, np.nan, dtype=np.float64)
        else:
            self._file = TemporaryFile()  # noqa: SIM115 - it lives as long as this
            finalize(self, self._file.close)
            empty = np.full((1, len(columns)), np.nan, dtype=np.float64).tobytes()
            for _ in rows:
                self._file.write(empty)
            self._file.flush()

    def values(self, mode: str = "r+") -> NDArray[np.float64]:
        """Return the values by row and column as they were put, to read or to write."""
        import numpy as np

        if self._values is not None:
            return self._values
        # mapped anew each time, so that no more of it stays in memory
        mapped: NDArray[np.float64] = np.memmap(self._file, np.float64, mode, shape=self._shape)  # type: ignore[call-overload]
        return mapped

    def block(self, i0: int, i1: int, j0: int, j1: int) -> NDArray[np.float64]:
        """Return values of rows from the south and columns."""
        import numpy as np

        values = self.values("r")[::-1] if self._north_first else self.values("r")
        return np.array(values[i0:i1, j0:j1], dtype=np.float64)


def chunks(path: str, first: int = 0, line: int = 1) -> Iterator[tuple[int, bytes]]:
    """Yield whole lines from byte ``first`` on, some at a time, with the number of the first of them."""
    rest = b""
    with Path(path).open("rb") as file:
        file.seek(first)
        while text := file.read(CHUNK):
            whole, newline, rest = (rest + text).rpartition(b"\n")
            if newline:
                yield line, whole
                line += whole.count(b"\n") + 1
    if rest:
        yield line, rest


def numbers_of(text: bytes) -> NDArray[np.float64]:
    """Return the numbers of a text with blanks or line ends between them. Raises ``ValueError`` for anything else."""
    import numpy as np

    with warnings.catch_warnings():
        warnings.simplefilter("error")  # numpy only warns of words that are no numbers
        try:
            return np.fromstring(text.decode("ascii"), np.float64, sep=" ")
        except (DeprecationWarning, ValueError):
            return np.array(text.split(), dtype=np.bytes_).astype(np.float64)
