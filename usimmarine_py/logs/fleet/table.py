"""The difference of two runs as a table of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from usimmarine_py.logs.fleet.difference import EventTimes, RunDifference

Row = tuple[str, ...]
#: Most events of a table.
MOST_EVENTS = 40


def difference_lines(difference: RunDifference, *, everything: bool = False) -> list[str]:
    """The lines of the table; without ``everything`` events at the same time are only counted."""
    lines = []
    for letter, run in zip("AB", difference.runs, strict=True):
        lines.append(f"{letter}  {run.name}: {', '.join(v.name for v in run.vehicles)}; {run.end:.1f} s")
    zeros = [run.zero for run in difference.runs]
    if any(zeros):
        lines.append(f"times count from {zeros[0]:.2f} s of A and {zeros[1]:.2f} s of B")
    for names, run in zip(difference.missing, difference.runs, strict=True):
        if names:
            lines.append(f"not in {run.name}: {', '.join(names)}")
    rows: list[tuple[str, ...]] = [
        ("vehicle", "apart: mean", "rms", "largest", "at", "end", "track beside", "length A", "length B")
    ]
    for v in difference.vehicles:
        rows.append(
            (v.name, f"{v.mean:.2f} m", f"{v.rms:.2f} m", f"{v.largest:.2f} m", f"{v.when:.1f} s", f"{v.last:.2f} m",
             f"{v.across:.2f} m", f"{v.lengths[0]:.1f} m", f"{v.lengths[1]:.1f} m")
        )  # fmt: skip
    lines += ["", *_columns(rows)]
    if difference.approaches:
        rows = [("closest approach", "A", "at", "B", "at")]
        for met in difference.approaches:
            (a, b), (t, u) = met.distances, met.times
            rows.append((" and ".join(met.vehicles), f"{a:.2f} m", f"{t:.1f} s", f"{b:.2f} m", f"{u:.1f} s"))
        lines += ["", *_columns(rows)]
    modes = [(v.name, mode, first, second) for v in difference.vehicles for mode, first, second in v.modes]
    if modes:
        rows = [("time in mode", "", "A", "B")]
        rows += [(name, mode, f"{first:.1f} s", f"{second:.1f} s") for name, mode, first, second in modes]
        lines += ["", *_columns(rows, texts=2)]
    lines += _events(difference.events, everything)
    if difference.same:
        lines += ["", "no differences"]
    return lines


def _events(events: Sequence[EventTimes], everything: bool) -> Iterator[str]:
    shown = [event for event in events if everything or not event.same]
    if shown:
        rows: list[Row] = [("event", "", "A", "B", "later in B")]
        for event in shown if everything else shown[:MOST_EVENTS]:
            number = f" ({event.number})" if event.number > 1 else ""
            times = ["-" if time is None else f"{time:.2f} s" for time in event.times]
            later = "" if event.later is None else f"{event.later:+.2f} s"
            rows.append((event.vehicle or event.kind, f"{event.what}{number}", *times, later))
        yield ""
        yield from _columns(rows, texts=2)
    if not everything and len(shown) > MOST_EVENTS:
        yield f"... {len(shown) - MOST_EVENTS} more events differ; --all shows them"
    same = sum(event.same for event in events)
    if same and not everything:
        yield f"{same} {'event' if same == 1 else 'events'} at the same time"


def _columns(rows: Sequence[Sequence[str]], texts: int = 1) -> list[str]:
    """Align: the first ``texts`` columns to the left, numbers to the right."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row[:texts], widths, strict=False)]
        cells += [cell.rjust(width) for cell, width in zip(row[texts:], widths[texts:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return lines
