"""Text tables as the reports of MOOS-IvP draw them."""

from __future__ import annotations

from collections.abc import Sequence


def draw_table(
    titles: Sequence[str], rows: Sequence[Sequence[str]], *, right: frozenset[int], gaps: Sequence[str]
) -> list[str]:
    """Lines of a table: titles, a dashed line as wide as each column, the rows.

    ``right`` holds the columns that are justified to the right; ``gaps[i]`` stands after column i, the last column
    has neither gap nor padding.
    """
    widths = [max(len(row[column]) for row in (titles, *rows)) for column in range(len(titles))]
    dashes = ["-" * width for width in widths]
    lines = []
    for row in (titles, dashes, *rows):
        cells = []
        for column, cell in enumerate(row):
            padded = cell.rjust(widths[column]) if column in right else cell.ljust(widths[column])
            cells.append(padded + (gaps[column] if column < len(gaps) else ""))
        lines.append("".join(cells).rstrip(" "))
    return lines
