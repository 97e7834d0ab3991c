"""Recorded runs of the applications of contacts and obstacles: a scenario and its posts, one compressed file each."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from tests.support.recorded import DATA, by_tick, differences, document
from usimmarine_py.run.scenarios.one_app import play_scenario, read_app_scenario
from usimmarine_py.run.scenarios.player import AppScenario, post_line

FOLDER = "contacts"
#: Runs with random numbers: only the form of what they draw is compared, numbers of other posts are equal.
RANDOM = {
    "obsim_points": ("TRACKED_FEATURE_ABE", "VIEW_POINT"),
    "obsim_reset": ("VIEW_POLYGON", "KNOWN_OBSTACLE", "GIVEN_OBSTACLE"),
    "crs_noise": ("CRS_RANGE_REPORT",),
    "crs_words": ("CRS_RANGE_REPORT", *(f"CRS_RANGE_REPORT_{name}" for name in ("ALPHA", "BRAVO", "CARL", "DEB"))),
    "brs_vars": ("BRS_RANGE_REPORT", "BRS_RANGE_REPORT_ABE", "BRS_RANGE_REPORT_BEN"),
}
#: What is drawn by an application.
DRAWN = {
    "uFldObstacleSim": ("VIEW_POLYGON", "KNOWN_OBSTACLE", "GIVEN_OBSTACLE", "TRACKED_FEATURE_BEN", "VIEW_POINT",
                        *(f"TRACKED_FEATURE_{name}" for name in ("CAL", "DEB", "EVE"))),
}  # fmt: skip
#: Parts of texts that hold memory which the original never sets: the place of a circle without a radius, the colour
#: of a point whose vehicle has none; in what the oracle draws, whether a report has a yaw, a transparency, an altitude.
_UNSET = {
    "VIEW_CIRCLE": re.compile(r"^x=[^,]*,y=[^,]*,radius=[^,]*(?=,active=false)"),
    "VIEW_POINT": re.compile(r",vertex_color=0:0:0"),
    "a report": re.compile(r',"?(?:YAW"?[=:][^,]*|TRANSPARENCY"?[=:]-1(?=,)|ALTITUDE"?[=:]-1(?=,))'),
}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


class EqualDraws:
    """In the place of a generator of random numbers: all draws are those of the recorded scripts."""

    def integers(self, low: int, high: int, size: int | None = None) -> Any:
        """Return a whole number from ``low`` on, below ``high``, or some."""
        one = low + 3337 % (high - low)
        return one if size is None else [one] * size

    def standard_normal(self) -> float:
        """Return the mean."""
        return 0.0


class Recorded(NamedTuple):
    """One recorded run."""

    scenario: AppScenario
    posts: dict[int, list[str]]  #: lines by tick


@lru_cache(maxsize=4)
def load(name: str) -> Recorded:
    """Return a recorded run."""
    found = document(FOLDER, name)
    scenario = read_app_scenario(DATA / FOLDER / f"{name}.json.gz", found["scenario"])
    return Recorded(scenario, by_tick(found["posts"].split("\n")[1:]))


def same_text(scenario: AppScenario) -> Callable[[str, str, str], bool]:
    """Return whether two texts of a variable are one but for what the original draws, or never set."""
    by_oracle = scenario.name.startswith(scenario.app)
    drawn = (DRAWN.get(scenario.app) if by_oracle else RANDOM.get(scenario.name)) or ()

    def same(variable: str, ours: str, other: str) -> bool:
        is_report = by_oracle and ours.startswith(("NAME=", '{"NAME"'))
        if (unset := _UNSET.get("a report" if is_report else variable)) is not None:
            ours, other = unset.sub("", ours), unset.sub("", other)
        return ours == other or (variable in drawn and _NUMBER.sub("0", ours) == _NUMBER.sub("0", other))

    return same


def compare(name: str) -> list[str]:
    """Replay a run and return each difference: posts, their order, texts, numbers."""
    return compare_with(load(name))


def compare_with(recorded: Recorded) -> list[str]:
    """Replay a recorded run and return each difference."""
    same = same_text(recorded.scenario)
    wrong = []
    for tick in play_scenario(recorded.scenario, EqualDraws()):  # type: ignore[arg-type]
        got = [post_line(tick.step, post, quotes=True).rstrip("\n") for post in tick.posts]
        wrong += differences(tick.step, got, recorded.posts.get(tick.step, []), same)
    return wrong


def played(name: str) -> list[str]:
    """Return all lines of a replay."""
    scenario = load(name).scenario
    return [post_line(tick.step, post, quotes=True) for tick in play_scenario(scenario) for post in tick.posts]
