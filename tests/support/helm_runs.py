"""Recorded runs of the helm: a scenario, its decisions and its posts, one compressed JSON file each."""

from __future__ import annotations

import csv
import re
from functools import lru_cache
from typing import NamedTuple

from tests.support.recorded import DATA, by_tick, differences, document
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

FOLDER = "helm"
_FIELD = re.compile(r",(?=(?:ofnum|total_pcs_\w+|warnings|var|halted|active_goal|modes|\w+_bhvs|ivpdomain|halt_msg)=)")


class Recorded(NamedTuple):
    """One recorded run."""

    scenario: AppScenario
    rows: list[dict[str, str]]
    posts: dict[int, list[str]]  #: lines by tick

    @staticmethod
    def rows_of(steps: str) -> list[dict[str, str]]:
        """Return the rows of a file of decisions."""
        return list(csv.DictReader(steps.splitlines()))


@lru_cache(maxsize=4)
def load(name: str) -> Recorded:
    """Return a recorded run."""
    found = document(FOLDER, name)
    rows = Recorded.rows_of(found["steps"])
    scenario = read_helm_scenario(DATA / FOLDER / f"{name}.json.gz", found["scenario"], rows=rows)
    return Recorded(scenario, rows, by_tick(found["posts"].split("\n")))


class Played(NamedTuple):
    """How a replay compares with the recording."""

    wrong_rows: list[str]
    wrong_posts: list[str]
    decisions: int


def compare(name: str) -> Played:
    """Replay a run with the recorded navigation and compare every row and every post."""
    return compare_with(load(name))


def compare_with(recorded: Recorded) -> Played:
    """Return the same of a recording that is no file."""
    helm = make_helm(recorded.scenario)
    wrong_rows, wrong_posts, made = [], [], 0
    for tick in play(recorded.scenario, helm):
        if tick.step == 0 and 0 not in recorded.posts:
            continue  # of a driver that starts the helm twice
        row, wanted = decisions(tick, helm.options.helm_prefix), recorded.rows[tick.step]
        made += any(wanted[column] for column in POSTED if column.startswith("desired"))
        different = [c for c in POSTED if not _same_value(row[c], wanted[c])]
        wrong_rows += [f"k={tick.step} {c}: {row[c]} instead of {wanted[c]}" for c in different]
        got = [post_line(tick.step, post).rstrip("\n") for post in tick.posts if post.variable not in LEFT_OUT]
        wrong_posts += differences(tick.step, got, recorded.posts.get(tick.step, []), _same_text)
    return Played(wrong_rows, wrong_posts, made)


def _same_value(one: str, other: str) -> bool:
    try:
        return one == other or float(one) == float(other)
    except ValueError:
        return False


def _same_text(variable: str, ours: str, recorded: str) -> bool:
    # the recorded one repeats the active behaviours when only their CPU time changed, which is removed from it
    fields = {field for field in _FIELD.split(recorded) if _ours(field, ours)}
    return variable == "IVPHELM_SUMMARY" and set(_FIELD.split(ours)) == fields


def _ours(field: str, text: str) -> bool:
    return not field.startswith("active_bhvs=") or ",active_bhvs=" in text
