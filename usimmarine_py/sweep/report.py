"""The report of a sweep: spread of the results, and which input moves which result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.run.changes import MissionTemplate
from usimmarine_py.sweep.run import FIELD_COLUMNS, RESULT_COLUMNS
from usimmarine_py.sweep.tables import TableRows
from usimmarine_py.sweep.vary import Design
from usimmarine_py.values.arrays import Array

#: Results that are summed up where they vary.
SUMMED = (
    *("time", "distance", "end_x", "end_y", "end_heading", "end_speed", "end_depth", "largest_speed", "largest_depth"),
    *("energy", "battery_left", "battery_used", "shaft_energy"),
    *("waypoints_missed", "cross_track_mean", "cross_track_rms", "cross_track_largest"),
    *FIELD_COLUMNS,
)
#: Least number of runs for a rank correlation.
LEAST_FOR_SENSITIVITY = 8
#: Different errors, and different warnings, that the summary shows.
MOST_SHOWN = 5
#: Different texts that are counted one by one.
MOST_KEPT = 1000


@dataclass(frozen=True, slots=True)
class Spread:
    """One result over all runs."""

    name: str
    mean: float
    sigma: float  #: of the sample
    low: float
    p5: float
    median: float
    p95: float
    high: float


def went_well(rows: TableRows) -> NDArray[np.bool_]:
    """Return for each run whether its status is ok, shape (n,)."""
    return np.array([row["status"] == "ok" for row in rows.picked(["status"])], dtype=np.bool_)


def spreads(rows: TableRows) -> list[Spread]:
    """Return the results that differ between the runs whose status is ok."""
    return list(_spreads(rows, went_well(rows)))


def _spreads(rows: TableRows, good: NDArray[np.bool_]) -> Iterator[Spread]:
    for name in SUMMED:
        if name in rows.columns and (found := _spread(name, rows.numbers(name)[good])) is not None:
            yield found


def _spread(name: str, values: Array) -> Spread | None:
    values = values[np.isfinite(values)]
    if len(values) < 2:
        return None
    largest = float(np.abs(values).max())
    # sums and squares of the largest floats would be none
    scale = largest if largest > 1e100 else 1.0
    values = values / scale
    if _equal(values):
        return None
    p5, median, p95 = (float(x) for x in np.percentile(values, [5, 50, 95]))
    found = (values.mean(), values.std(ddof=1), values.min(), p5, median, p95, values.max())
    return Spread(name, *(float(x) * scale for x in found))


def _equal(values: Array) -> bool:
    """Return whether values differ by no more than rounding."""
    return bool(values.max() - values.min() <= 1e-9 * np.abs(values).max())


def ranks(values: Array) -> Array:
    """Ranks, equal values sharing their mean rank; shape (n,)."""
    _, group, counts = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - (counts + 1) / 2)[group], dtype=np.float64)


def sensitivity(rows: TableRows, columns: Sequence[str]) -> dict[str, dict[str, float]]:
    """Spearman's rank correlation of every varied number with every result that varies: result -> column -> -1..1."""
    good = went_well(rows)
    if good.sum() < LEAST_FOR_SENSITIVITY:
        return {}
    inputs = {name: ranks(rows.numbers(name)[good]) for name in varied_numbers(rows, columns)}
    found: dict[str, dict[str, float]] = {}
    for spread in _spreads(rows, good):
        values = rows.numbers(spread.name)[good]
        if inputs and np.all(np.isfinite(values)):
            result = ranks(values)
            found[spread.name] = {name: float(np.corrcoef(given, result)[0, 1]) for name, given in inputs.items()}
    return found


def varied_numbers(rows: TableRows, columns: Sequence[str]) -> list[str]:
    """Return the columns of varied numbers that differ between the runs whose status is ok."""
    good = went_well(rows)
    values = {name: rows.numbers(name)[good] for name in columns if name not in RESULT_COLUMNS}
    return [name for name, v in values.items() if len(v) and np.all(np.isfinite(v)) and v.min() < v.max()]


class _Group:
    """Different texts: the number of each, and its first run."""

    def __init__(self, head: str) -> None:
        self._head = head.ljust(13)
        self._texts: dict[str, list[int]] = {}
        self._beyond = 0

    def add(self, text: str, run: int) -> None:
        found = self._texts.get(text)
        if found is not None:
            found[0] += 1
        elif len(self._texts) < MOST_KEPT:
            self._texts[text] = [1, run]
        else:
            self._beyond += 1

    def lines(self) -> list[str]:
        """Return a line for each different text, the first few of them."""
        lines = [
            f"{self._head}{count} (run {run}{' ...' if count > 1 else ''}): {text}"
            for text, (count, run) in list(self._texts.items())[:MOST_SHOWN]
        ]
        rest = list(self._texts.values())[MOST_SHOWN:]
        if rest:
            many = f"over {len(rest)}" if self._beyond else str(len(rest))
            count = sum(count for count, _ in rest) + self._beyond
            lines.append(f"{self._head}{count} more, each of {many} other texts; see the rows")
        return lines


def refused_keys(design: Design, template: MissionTemplate, rows: TableRows) -> tuple[str, ...]:
    """Varied keys whose value was refused in every run, with a reason each."""
    patterns = {v.key: _refusal(v.key, template) for v in design.variations}
    first: dict[str, str] = {}
    count = 0
    for row in rows.picked(["status", "warnings"]):
        if row["status"] in ("failed", "lost"):
            continue
        count += 1
        for key, pattern in list(patterns.items()):
            match = pattern.search(str(row["warnings"] or ""))
            if match is None:
                del patterns[key]
            else:
                first.setdefault(key, match.group(1))
        if not patterns:
            return ()
    return tuple(f"{key} in all {count} runs: {first[key]}" for key in patterns if count)


def _refusal(key: str, template: MissionTemplate) -> re.Pattern[str]:
    """Return the pattern of a warning that refuses the value of a key; its group is the reason."""
    event = re.fullmatch(r"script\.(\w+)(?:\[\d+\])?", key)
    # FILE:LINE: KEY: why, or of mail: APP: VARIABLE from SENDER: why
    own = rf"{re.escape(template.name)}:\d+: {re.escape(key.rpartition('.')[2])}: "
    pattern = rf"^\S+: {event.group(1)} from [^:]+: " if event else f"^{own}"
    return re.compile(f"(?:{pattern})(.*)$", re.M | re.I)


def summary_lines(rows: TableRows, columns: Sequence[str]) -> list[str]:
    """Return the summary for the terminal."""
    lines, good = _outcomes(rows)
    found = spreads(rows)
    if found:
        heads = ("mean", "sigma", "min", "5 %", "median", "95 %", "max")
        lines += ["", "".ljust(22) + "".join(head.rjust(12) for head in heads)]
        for s in found:
            cells = (s.mean, s.sigma, s.low, s.p5, s.median, s.p95, s.high)
            lines.append(s.name.ljust(22) + "".join(f"{x:.5g}".rjust(12) for x in cells))
    moved = sensitivity(rows, columns)
    if moved:
        names = list(next(iter(moved.values())))
        width = max([12, *(len(name) + 2 for name in names)])
        lines += ["", "rank correlation".ljust(22) + "".join(name.rjust(width) for name in names)]
        for result, by_input in moved.items():
            lines.append(result.ljust(22) + "".join(f"{by_input[name]:+.2f}".rjust(width) for name in names))
        # 1.96 / sqrt(n - 1): where the correlation of unrelated numbers stays 95 times in a hundred
        lines.append(f"up to {1.96 / (good - 1) ** 0.5:.2f} may be mere chance")
    return lines


def _outcomes(rows: TableRows) -> tuple[list[str], int]:
    """Return lines about how the runs ended, and how many have status ok."""
    ends = {status: _Group(status) for status in ("capsized", "diverged", "failed", "lost")}
    unfinished, unmet, warnings = _Group("unfinished"), _Group("not passed"), _Group("warnings")
    good = judged = passed = 0
    for row in rows.picked(["run", "status", "error", "passed", "unmet", "warnings"]):
        run, status = row["run"], row["status"]
        good += status == "ok"
        judged += row["passed"] is not None
        passed += row["passed"] is True
        if status in ends:
            ends[status].add(str(row["error"]), run)
        for group, text in (
            (unfinished if row["passed"] is None else unmet, row["unmet"]),
            (warnings, row["warnings"]),
        ):
            for line in filter(None, (text or "").split("\n")):
                group.add(line, run)
    lines = [f"runs         {len(rows)}, {good} went well"]
    lines += [line for group in ends.values() for line in group.lines()]
    if ends["lost"].lines():
        lines.append("             the same command does lost runs again")
    if judged:
        lines.append(f"passed       {passed} of {len(rows)}")
    return [*lines, *unfinished.lines(), *unmet.lines(), *warnings.lines()], good
