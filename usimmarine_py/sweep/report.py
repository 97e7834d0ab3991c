"""What a sweep says: spread of the results, and which input moves which result."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.run.changes import Template
from usimmarine_py.sweep.run import RESULT_COLUMNS
from usimmarine_py.sweep.vary import Design

Array = NDArray[np.float64]

#: Results that are summed up where they vary.
SUMMED = (
    *("time", "distance", "end_x", "end_y", "end_heading", "end_speed", "end_depth", "largest_speed", "largest_depth"),
    *("energy", "battery_left", "battery_used", "shaft_energy"),
    *("waypoints_missed", "cross_track_mean", "cross_track_rms", "cross_track_largest"),
)
#: Fewer runs than this say nothing about what moves what.
LEAST_FOR_SENSITIVITY = 8
#: Different errors, and warnings, that the summary shows.
MOST_SHOWN = 5


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


def numbers(rows: Sequence[Mapping[str, Any]], name: str) -> Array:
    """A column; nan where a run has no number."""
    found = [row.get(name) for row in rows]
    return np.array([float(v) if isinstance(v, (int, float)) else np.nan for v in found], dtype=np.float64)


def spreads(rows: Sequence[Mapping[str, Any]]) -> list[Spread]:
    """The results that differ between the runs that went well."""
    good = [row for row in rows if row["status"] == "ok"]
    found = []
    for name in SUMMED:
        values = numbers(good, name)
        values = values[np.isfinite(values)]
        if len(values) < 2 or _equal(values):
            continue
        p5, median, p95 = (float(x) for x in np.percentile(values, [5, 50, 95]))
        found.append(
            Spread(
                name,
                float(values.mean()),
                float(values.std(ddof=1)),
                float(values.min()),
                p5,
                median,
                p95,
                float(values.max()),
            )
        )
    return found


def _equal(values: Array) -> bool:
    """Whether values differ by no more than rounding, which is no spread and moves with nothing."""
    return bool(values.max() - values.min() <= 1e-9 * np.abs(values).max())


def ranks(values: Array) -> Array:
    """Ranks, equal values sharing their mean rank; shape (n,)."""
    _, group, counts = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - (counts + 1) / 2)[group], dtype=np.float64)


def sensitivity(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> dict[str, dict[str, float]]:
    """Spearman's rank correlation of every varied number with every result that varies: result -> column -> -1..1."""
    good = [row for row in rows if row["status"] == "ok"]
    if len(good) < LEAST_FOR_SENSITIVITY:
        return {}
    inputs = {name: numbers(good, name) for name in columns if name not in RESULT_COLUMNS}
    inputs = {name: v for name, v in inputs.items() if np.all(np.isfinite(v)) and v.min() < v.max()}
    found: dict[str, dict[str, float]] = {}
    for spread in spreads(good):
        values = numbers(good, spread.name)
        if inputs and np.all(np.isfinite(values)):
            found[spread.name] = {
                name: float(np.corrcoef(ranks(given), ranks(values))[0, 1]) for name, given in inputs.items()
            }
    return found


def _grouped(head: str, found: Sequence[tuple[str, int]]) -> list[str]:
    """One line for each different text, the first few of them."""
    runs: dict[str, list[int]] = {}
    for text, run in found:
        runs.setdefault(text, []).append(run)
    lines = [
        f"{head}{len(which)} (run {which[0]}{' ...' if len(which) > 1 else ''}): {text}"
        for text, which in list(runs.items())[:MOST_SHOWN]
    ]
    rest = list(runs.values())[MOST_SHOWN:]
    if rest:
        lines.append(f"{head}{sum(map(len, rest))} more, each of {len(rest)} other texts; see the rows")
    return lines


def refused_keys(design: Design, template: Template, rows: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Varied keys whose value was refused in every run, so that nothing came of varying them; with a reason each."""
    texts = [str(row.get("warnings") or "") for row in rows if row["status"] not in ("failed", "lost")]
    found = []
    for variation in design.variations:
        key = variation.key
        event = re.fullmatch(r"script\.(\w+)(?:\[\d+\])?", key)
        # FILE:LINE: KEY: why, or of mail: APP: VARIABLE from SENDER: why
        own = rf"{re.escape(template.name)}:\d+: {re.escape(key.rpartition('.')[2])}: "
        pattern = rf"^\S+: {event.group(1)} from [^:]+: " if event else f"^{own}"
        matches = [re.search(f"(?:{pattern})(.*)$", text, re.M | re.I) for text in texts]
        first = matches[0] if matches else None
        if first is not None and all(matches):
            found.append(f"{key} in all {len(texts)} runs: {first.group(1)}")
    return tuple(found)


def summary_lines(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> list[str]:
    """For the terminal."""
    good = sum(row["status"] == "ok" for row in rows)
    lines = [f"runs         {len(rows)}, {good} went well"]
    for status in ("capsized", "diverged", "failed", "lost"):
        lines += _grouped(status.ljust(13), [(str(r["error"]), r["run"]) for r in rows if r["status"] == status])
    if any(row["status"] == "lost" for row in rows):
        lines.append("             the same command does lost runs again")
    if any(row.get("passed") is not None for row in rows):
        lines.append(f"passed       {sum(row['passed'] is True for row in rows)} of {len(rows)}")
        lines += _grouped(
            "not passed   ",
            [(t, r["run"]) for r in rows if r["passed"] is False for t in (r["unmet"] or "").split("\n") if t],
        )
    lines += _grouped(
        "warnings     ", [(t, r["run"]) for r in rows for t in (r.get("warnings") or "").split("\n") if t]
    )
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
