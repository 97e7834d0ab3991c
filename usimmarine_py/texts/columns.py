"""Rows of words as columns of a report."""

from __future__ import annotations

from collections.abc import Sequence

#: Between two columns.
_GAP = "  "


def in_columns(
    rows: Sequence[Sequence[str]], heads: int = 1, *, gap: str = _GAP, longest_rule: int | None = None
) -> list[str]:
    """Return lines of columns as wide as their longest word, below the first ``heads`` rows a line of dashes.

    ``gap`` stands between two columns; ``longest_rule``: most dashes of a column.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [*rows[:heads], [("-" * width)[:longest_rule] for width in widths], *rows[heads:]] if rows else []
    return [gap.join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in lines]
