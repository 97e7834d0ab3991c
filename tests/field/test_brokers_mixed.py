"""The brokers beside runs of the real ones under a controlled clock, whose blocks and mail were mixed at random."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from tests.support.paths import DATA
from usimmarine_py.run.scenarios.one_app import make_app, read_app_scenario
from usimmarine_py.run.scenarios.player import play, post_line

FILES = sorted((DATA / "broker_mixed").glob("*.json.gz"))


def test_the_runs_are_there() -> None:
    assert len(FILES) == 8


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".json.gz"))
def test_all_posts_are_those_of_the_real_broker(path: Path) -> None:
    document = json.loads(gzip.decompress(path.read_bytes()))
    scenario = read_app_scenario(path, document["scenario"])
    for step, messages in scenario.inputs.items():  # pings come from the vehicles
        scenario.inputs[step] = tuple(  # type: ignore[index]
            m._replace(community="elsewhere") if m.variable == "NODE_BROKER_PING" else m for m in messages
        )
    posts = [post_line(tick.step, post) for tick in play(scenario, make_app(scenario)) for post in tick.posts]
    # a key may be drawn at random
    lines = [re.sub(r"key=[^,]*", "key=K", "\t".join(line.rstrip("\n").split("\t")[:4])) for line in posts]
    assert [line for line in lines if "\tAPPCAST\t" not in line] == document["posts"]
