"""Recorded runs of the applications of contacts and obstacles: a scenario and its posts, one compressed file each."""

from __future__ import annotations

import gzip
import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from usimmarine_py.run.scenarios.one_app import play_scenario, read_app_scenario
from usimmarine_py.run.scenarios.player import AppScenario, post_line

FOLDER = Path(__file__).parent.parent / "data" / "contacts"
#: Posts of numbers may differ by this much.
TOLERANCE = 1e-9
#: Runs with random numbers: only the form of what they draw is compared, numbers of other posts are equal.
RANDOM = {
    "obsim_points": ("TRACKED_FEATURE_ABE", "VIEW_POINT"),
    "obsim_reset": ("VIEW_POLYGON", "KNOWN_OBSTACLE", "GIVEN_OBSTACLE"),
    "crs_noise": ("CRS_RANGE_REPORT",),
    "brs_vars": ("BRS_RANGE_REPORT", "BRS_RANGE_REPORT_ABE", "BRS_RANGE_REPORT_BEN"),
}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


class Recorded(NamedTuple):
    """One recorded run."""

    scenario: AppScenario
    posts: dict[int, list[str]]  #: lines by tick


def names() -> list[str]:
    """All runs."""
    return sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.json.gz"))


def document(name: str) -> dict[str, Any]:
    """Return the scenario and the posts of a run."""
    found: dict[str, Any] = json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))
    return found


@lru_cache(maxsize=4)
def load(name: str) -> Recorded:
    """Return a recorded run."""
    found = document(name)
    posts: dict[int, list[str]] = {}
    for line in found["posts"].split("\n")[1:]:
        if line:
            posts.setdefault(int(line.split("\t")[0]), []).append(line)
    return Recorded(read_app_scenario(FOLDER / f"{name}.json.gz", found["scenario"]), posts)


def compare(name: str) -> list[str]:
    """Replay a run and return each difference: posts, their order, texts, numbers."""
    recorded = load(name)
    drawn = RANDOM.get(name, ())
    wrong = []
    for tick in play_scenario(recorded.scenario):
        got = [post_line(tick.step, post).rstrip("\n") for post in tick.posts]
        lines = recorded.posts.get(tick.step, [])
        if len(got) != len(lines):
            wrong.append(f"k={tick.step}: {got} instead of {lines}")
        wrong += [f"{a}\n  instead of\n{b}" for a, b in zip(got, lines, strict=False) if not _same(a, b, drawn)]
    return wrong


def played(name: str) -> list[str]:
    """Return all lines of a replay."""
    scenario = load(name).scenario
    return [post_line(tick.step, post) for tick in play_scenario(scenario) for post in tick.posts]


def _same(one: str, other: str, drawn: tuple[str, ...]) -> bool:
    if one == other:
        return True
    ours, recorded = one.split("\t"), other.split("\t")
    if ours[:3] != recorded[:3] or ours[4:] != recorded[4:]:
        return False
    if ours[2] == "D":
        return abs(float(ours[3]) - float(recorded[3])) <= TOLERANCE
    return ours[1] in drawn and _NUMBER.sub("0", ours[3]) == _NUMBER.sub("0", recorded[3])
