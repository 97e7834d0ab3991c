"""Missions with mixed blocks and mail, run by the real pHelmIvP under a controlled clock: every post is equal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.recorded import by_tick, differences, document, names
from usimmarine_py.run.scenarios.helm import LEFT_OUT, make_helm, play, read_helm_scenario
from usimmarine_py.run.scenarios.player import post_line

FOLDER = "helm_mixed"
#: Functions, reports, registrations, and what holds processor time.
NOT_COMPARED = LEFT_OUT | {
    "APPCAST", "IVPHELM_REGISTER", "IVPHELM_SUMMARY", "MOOS_DEBUG", "PHELMIVP_ITER_GAP", "PHELMIVP_ITER_LEN",
}  # fmt: skip


@pytest.mark.parametrize("name", names(FOLDER))
def test_posts_are_equal(name: str) -> None:
    found = document(FOLDER, name)
    scenario = read_helm_scenario(Path(f"{name}.json"), found["scenario"], rows=found.get("nav", []))
    recorded, wrong, compared = by_tick(found["posts"].split("\n")), [], 0
    for tick in play(scenario, make_helm(scenario)):
        if tick.step == 0:
            continue
        posts = [post for post in tick.posts if post.variable not in NOT_COMPARED]
        got = [post_line(tick.step, post, quotes=True).rstrip("\n") for post in posts]
        compared += len(got)
        wrong += differences(tick.step, got, recorded.get(tick.step, []), lambda *_: False)
    assert compared and wrong == []
