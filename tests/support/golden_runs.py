"""Reading the golden data and comparing a replay with it."""

from __future__ import annotations

import csv
import gzip
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.paths import DATA
from usimmarine_py.run.scenarios.replay import (
    COLUMNS,
    TRUTH_COLUMNS,
    PlayedTick,
    Scenario,
    parse_scenario,
    play,
    post_line,
    row,
    warning_texts,
)

TOLERANCE = {"hog": 1e-6, "gt_hog": 1e-6, "lat": 1e-11, "lon": 1e-11}
DEFAULT_TOLERANCE = 1e-9
ANGLES = frozenset({"heading", "hog", "gt_heading", "gt_hog"})


@dataclass(frozen=True)
class Run:
    """One scenario played by one engine."""

    folder: Path
    name: str
    engine: str
    quirks: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name}.{self.engine}"


@dataclass
class Result:
    """What a replay gave; texts are as in the golden files."""

    worst: dict[str, float] = field(default_factory=dict)
    states_wrong: list[str] = field(default_factory=list)
    publications: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    reports: dict[int, str] = field(default_factory=dict)


def text_of(path: Path) -> str:
    """A file's text, also where it is stored compressed."""
    packed = path.with_name(path.name + ".gz")
    if packed.exists():
        return gzip.decompress(packed.read_bytes()).decode()
    return path.read_text(encoding="utf-8")


def runs(folder: str) -> list[Run]:
    """Every run of a folder of golden data."""
    place = DATA / folder / "scenarios"
    found = []
    for path in sorted(place.glob("*.json")):
        if path.name == "index.json":
            continue
        data = json.loads(path.read_text(encoding="utf-8"))
        found += [Run(place, data["name"], engine, tuple(data["quirks"])) for engine in data["engines"]]
    return found


def load(run: Run) -> dict[str, Any]:
    """The scenario file of a run."""
    data: dict[str, Any] = json.loads((run.folder / f"{run.name}.json").read_text(encoding="utf-8"))
    return data


def _difference(column: str, got: float, wanted: float) -> float:
    if math.isnan(got) and math.isnan(wanted):
        return 0.0
    if math.isnan(got) or math.isnan(wanted):
        return math.inf
    difference = abs(got - wanted)
    if column in ANGLES:
        difference %= 360
        difference = min(difference, 360 - difference)
    return difference


def _rows(run: Run, data: dict[str, Any]) -> Iterator[dict[str, float]]:
    name = data["engines"][run.engine]["state"]
    name = name.removesuffix(".gz")
    for record in csv.DictReader(text_of(run.folder / name).splitlines()):
        yield {column: float(value) for column, value in record.items()}


def replay_run(run: Run, *, quirks: bool | None) -> Result:
    """Play a run and compare its states on the way; the rest is kept for comparison."""
    data = load(run)
    scenario: Scenario = parse_scenario(data)
    wanted_reports = {r["k"] for r in data["engines"][run.engine].get("reports", [])}
    columns = COLUMNS + TRUTH_COLUMNS if scenario.truth else COLUMNS
    result = Result()
    expected = _rows(run, data)
    last = len(scenario.times)
    for tick in play(scenario, dialect=run.engine, quirks=quirks):
        if tick.step == 0:
            result.warnings = warning_texts(tick.simulator)
        if tick.step % scenario.record_every == 0 or tick.step == last:
            _compare(result, dict(zip(columns, row(tick, truth=scenario.truth), strict=True)), next(expected, None))
        result.publications += [post_line(tick.step, post) for post in tick.posts]
        if tick.step in wanted_reports:
            result.reports[tick.step] = tick.simulator.report()
    left = sum(1 for _ in expected)
    if left:
        result.states_wrong.append(f"{left} rows are missing")
    return result


def _compare(result: Result, got: dict[str, float], wanted: dict[str, float] | None) -> None:
    if wanted is None:
        result.states_wrong.append(f"k={got['k']:g} is a row too many")
        return
    for column, value in wanted.items():
        difference = _difference(column, got[column], value)
        result.worst[column] = max(result.worst.get(column, 0.0), difference)
        if difference > TOLERANCE.get(column, DEFAULT_TOLERANCE):
            result.states_wrong.append(f"k={wanted['k']:g} {column}: {got[column]!r} instead of {value!r}")


def same_publications(got: list[str], wanted: list[str]) -> str:
    """Where two lists of publications part, numbers by tolerance; empty when they don't."""
    for number, (one, other) in enumerate(zip(got, wanted, strict=False), start=1):
        if one == other:
            continue
        mine, theirs = one.split("\t"), other.split("\t")
        if mine[:3] != theirs[:3] or mine[2] != "D":
            return f"line {number}: {one!r} instead of {other!r}"
        column = theirs[1].split("_", 1)[-1].removeprefix("GT_")
        name = {"HEADING": "heading", "HEADING_OVER_GROUND": "hog", "LAT": "lat", "LONG": "lon"}.get(column, "")
        if _difference(name, float(mine[3]), float(theirs[3])) > TOLERANCE.get(name, DEFAULT_TOLERANCE):
            return f"line {number}: {one!r} instead of {other!r}"
    if len(got) != len(wanted):
        longer = got if len(got) > len(wanted) else wanted
        return f"{len(got)} lines instead of {len(wanted)}, the first odd one: {longer[min(len(got), len(wanted))]!r}"
    return ""


def ticks(run: Run, *, quirks: bool | None) -> Iterator[PlayedTick]:
    """The ticks of a run."""
    return play(parse_scenario(load(run)), dialect=run.engine, quirks=quirks)
