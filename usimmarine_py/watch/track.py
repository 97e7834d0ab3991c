"""The track of a vehicle, with its states and commands, reduced to few rows.

Rows on a linear change between their neighbours are left out: a straight leg has two rows, a turn as many as needed to
be round, a step of the thrust stays a step. Linear interpolation in time between the remaining rows restores the others
within ``TOLERANCES``.
"""

from __future__ import annotations

import math

#: Columns of a row.
COLUMNS = (
    "t", "x", "y", "heading", "speed", "ground", "depth", "thrust", "rudder", "elevator", "left", "right",
    "want_heading", "want_speed", "want_depth",
)  # fmt: skip
#: Largest distance of an omitted row from the line between its neighbours: m, m, deg, m/s, m/s, m, per cent, and those
#: of what is asked for: deg, m/s, m.
TOLERANCES = (0.02, 0.02, 0.3, 0.004, 0.004, 0.01, 0.3, 0.3, 0.3, 0.3, 0.3, 0.5, 0.004, 0.01)
#: With more rows the tolerances grow, by this factor at a time: memory and browser stay at ease for days.
MAX_ROWS, _COARSER = 8000, 1.3
#: Those of x, y and heading, the first three, grow with the root of it up to here, then in proportion; the others the
#: other way round. Busy commands must not make corners of turns, nor a long way flatten the curves of speed.
_SHAPE, _NOISE = 3, 60.0
#: A turn by more than this (deg) between two rows could be drawn the wrong way round.
_MOST_TURN = 90.0
_HEADING = COLUMNS.index("heading")

Row = tuple[float, ...]


class Track:
    """Rows in order of time. ``head`` is the latest, which may still be left out; nan is an unknown value."""

    def __init__(self, most: float = MAX_ROWS) -> None:
        self._most = most
        self.rows: list[Row] = []
        self.head: Row | None = None
        self.generation = 0  #: changes when ``rows`` is no longer the old rows plus new ones
        self._slack = 1.0
        self._tolerances: tuple[float, ...] = TOLERANCES
        self._low: list[float] = []
        self._high: list[float] = []

    def clear(self) -> None:
        """Clear the track."""
        self.rows, self.head = [], None
        self._loosen(1.0)
        self.generation += 1

    def add(self, row: Row) -> None:
        """Append a row, later than all others."""
        if not self.rows:
            self.rows.append(row)
            return
        anchor = self.rows[-1]
        row = _unwound(row, self.head or anchor)
        if self.head is not None and not self._fits(anchor, row):
            anchor = self.head
            self.rows.append(anchor)
            self._restart()
            if len(self.rows) > self._most:
                self._coarsen()
                anchor = self.rows[-1]
        elif self.head is None:
            self._restart()
        self.head = row
        self._narrow(anchor, row)

    def back_to(self, time: float) -> None:
        """Remove rows at ``time`` or later."""
        if self.head is not None and self.head[0] < time:
            self.rows.append(self.head)
        self.rows, self.head = [row for row in self.rows if row[0] < time], None
        self.generation += 1

    @property
    def latest(self) -> Row | None:
        """The last row, if any."""
        return self.head or (self.rows[-1] if self.rows else None)

    def everything(self) -> list[Row]:
        """All rows, the head included."""
        return [*self.rows, self.head] if self.head is not None else list(self.rows)

    def at(self, time: float) -> Row | None:
        """The row at ``time`` (s), on the line between its neighbours; None before the first."""
        rows = self.everything()
        if not rows or time < rows[0][0]:
            return None
        low, high = 0, len(rows)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if rows[middle][0] <= time else (low, middle)
        if high == len(rows) or rows[low][0] == time:
            return rows[low]
        before, after = rows[low], rows[high]
        share = (time - before[0]) / (after[0] - before[0])
        return tuple(a + share * (b - a) if a == a and b == b else a for a, b in zip(before, after, strict=True))

    # --- whether a row may be left out ------------------------------------------------------------------

    def _restart(self) -> None:
        self._low, self._high = [-math.inf] * len(TOLERANCES), [math.inf] * len(TOLERANCES)

    def _fits(self, anchor: Row, row: Row) -> bool:
        """Whether the line from the anchor to this row passes all rows between them closely enough."""
        span = row[0] - anchor[0]
        if span <= 0.0:
            return False
        head = self.head
        assert head is not None
        for k, (low, high) in enumerate(zip(self._low, self._high, strict=True), 1):
            a, b = anchor[k], row[k]
            if a != a or b != b or head[k] != head[k]:
                # known and unknown values are not interpolated
                if (a == a) is not (b == b) or (head[k] == head[k]) is not (b == b):
                    return False
            elif not low <= (b - a) / span <= high:
                return False
        return not abs(row[_HEADING] - anchor[_HEADING]) > _MOST_TURN

    def _narrow(self, anchor: Row, row: Row) -> None:
        span = row[0] - anchor[0]
        if span <= 0.0:
            return
        low, high = self._low, self._high
        for k, tolerance in enumerate(self._tolerances):
            change = row[k + 1] - anchor[k + 1]
            if change != change:
                continue
            least, most = (change - tolerance) / span, (change + tolerance) / span
            if least > low[k]:
                low[k] = least
            if most < high[k]:
                high[k] = most

    def _loosen(self, slack: float) -> None:
        self._slack = slack
        small, beyond = min(slack, _NOISE), max(slack / _NOISE, 1.0)
        shape, state = small**0.5 * beyond, small * beyond**0.25
        self._tolerances = tuple(t * (shape if k < _SHAPE else state) for k, t in enumerate(TOLERANCES))

    def _coarsen(self) -> None:
        """Reduce the rows, keeping the first and the last, until a quarter of the capacity is free."""
        rows = self.rows
        while len(rows) > 0.75 * self._most:
            self._loosen(self._slack * _COARSER)
            fewer = Track(math.inf)
            fewer._loosen(self._slack)
            for row in rows:
                fewer.add(row)
            rows = fewer.everything()
        self.rows, self.head = rows, None
        self._restart()
        self.generation += 1


def _unwound(row: Row, before: Row) -> Row:
    """The row with its heading unwrapped relative to the one before."""
    heading, last = row[_HEADING], before[_HEADING]
    if heading != heading or last != last:
        return row
    turned = last + (heading - last + 180.0) % 360.0 - 180.0
    return row if turned == heading else (*row[:_HEADING], turned, *row[_HEADING + 1 :])
