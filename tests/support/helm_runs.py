"""Recorded runs of the helm: a scenario, its decisions and its posts, one compressed JSON file each."""

from __future__ import annotations

import csv
import gzip
import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from usimmarine_py.run.scenarios.helm import (
    LEFT_OUT,
    POSTED,
    AppScenario,
    decisions,
    make_helm,
    play,
    post_line,
    read_helm_scenario,
)

FOLDER = Path(__file__).parent.parent / "data" / "helm"
#: Posts of numbers may differ by this much.
TOLERANCE = 1e-9
_FIELD = re.compile(r",(?=(?:ofnum|total_pcs_\w+|warnings|var|halted|active_goal|modes|\w+_bhvs|ivpdomain|halt_msg)=)")


class Recorded(NamedTuple):
    """One recorded run."""

    scenario: AppScenario
    rows: list[dict[str, str]]
    posts: dict[int, list[str]]  #: lines by tick


def names() -> list[str]:
    """All runs."""
    return sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.json.gz"))


@lru_cache(maxsize=4)
def load(name: str) -> Recorded:
    """Return a recorded run."""
    path = FOLDER / f"{name}.json.gz"
    document: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    rows = list(csv.DictReader(document["steps"].splitlines()))
    posts: dict[int, list[str]] = {}
    for line in document["posts"].split("\n"):
        if line:
            posts.setdefault(int(line.split("\t")[0]), []).append(line)
    scenario = read_helm_scenario(path, document["scenario"], rows=rows)
    return Recorded(scenario, rows, posts)


class Played(NamedTuple):
    """How a replay compares with the recording."""

    wrong_rows: list[str]
    wrong_posts: list[str]
    decisions: int


def compare(name: str) -> Played:
    """Replay a run with the recorded navigation and compare every row and every post."""
    recorded = load(name)
    helm = make_helm(recorded.scenario)
    wrong_rows, wrong_posts, made = [], [], 0
    for tick in play(recorded.scenario, helm):
        if tick.step == 0 and 0 not in recorded.posts:
            continue  # of a driver that starts the helm twice
        row, wanted = decisions(tick, helm.options.helm_prefix), recorded.rows[tick.step]
        made += any(wanted[column] for column in POSTED if column.startswith("desired"))
        different = [c for c in POSTED if not _same_value(row[c], wanted[c], 0.0)]
        wrong_rows += [f"k={tick.step} {c}: {row[c]} instead of {wanted[c]}" for c in different]
        got = [post_line(tick.step, post).rstrip("\n") for post in tick.posts if post.variable not in LEFT_OUT]
        lines = recorded.posts.get(tick.step, [])
        if len(got) != len(lines):
            wrong_posts.append(f"k={tick.step}: {len(got)} posts instead of {len(lines)}")
        wrong_posts += [f"{a}\n  instead of\n{b}" for a, b in zip(got, lines, strict=False) if not _same_line(a, b)]
    return Played(wrong_rows, wrong_posts, made)


def _same_value(one: str, other: str, tolerance: float) -> bool:
    if one == other:
        return True
    try:
        return abs(float(one) - float(other)) <= tolerance
    except ValueError:
        return False


def _same_line(one: str, other: str) -> bool:
    if one == other:
        return True
    ours, recorded = one.split("\t"), other.split("\t")
    if ours[:3] != recorded[:3] or ours[4:] != recorded[4:]:
        return False
    if ours[2] == "D":
        return _same_value(ours[3], recorded[3], TOLERANCE)
    if ours[1] == "IVPHELM_SUMMARY":
        # the recorded one repeats the active behaviours when only their CPU time changed, which is removed from it
        return set(_FIELD.split(ours[3])) == {f for f in _FIELD.split(recorded[3]) if _ours(f, ours[3])}
    return False


def _ours(field: str, text: str) -> bool:
    return not field.startswith("active_bhvs=") or ",active_bhvs=" in text
