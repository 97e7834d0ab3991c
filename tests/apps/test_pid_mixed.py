"""The stand-alone controllers beside runs of the real ones, whose blocks and mail were mixed at random."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.golden_runs import same_publications, text_of
from tests.support.missions import block
from tests.support.paths import DATA
from usimmarine_py.apps.pid import PidApp, read_pid_block
from usimmarine_py.run.scenarios.one_app import read_app_scenario
from usimmarine_py.run.scenarios.player import play, post_line

FOLDER = DATA / "pid_mixed"
NAMES = sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.json.gz"))


def test_the_runs_are_there() -> None:
    assert len(NAMES) == 18


@pytest.mark.parametrize("name", NAMES)
def test_all_posts_are_those_of_the_real_controller(name: str) -> None:
    document = json.loads(text_of(FOLDER / f"{name}.json"))
    program = document["app"]
    options, warnings = read_pid_block(block(*document["config"], name=program, verbatim=False), program)
    app = PidApp(options, name=program, config_warnings=warnings)
    scenario = read_app_scenario(Path(name), document)
    posts = [post_line(tick.step, post) for tick in play(scenario, app) for post in tick.posts]
    found = ["\t".join(line.split("\t")[:4]).rstrip("\n") for line in posts if "\tAPPCAST\t" not in line]
    assert same_publications(found, text_of(FOLDER / f"{name}.posts.tsv").splitlines()) == ""
