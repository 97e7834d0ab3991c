"""Scenarios of one application other than the vehicle: the helm, contacts, obstacles, encounters, small ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from usimmarine_py.field.programs import make_field_app
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.logs.whole_rows import put_file
from usimmarine_py.run.scenarios.helm import read_helm_scenario, write_replay
from usimmarine_py.run.scenarios.player import AppScenario, Pose, ReplayedTick, play, post_line, read_scenario
from usimmarine_py.values.app import Application

_NOWHERE: Pose = (0.0,) * 5
_HELM = "pHelmIvP"


def read_app_scenario(path: Path, document: dict[str, Any]) -> AppScenario:
    """Return the scenario of a document of data/contacts. Raises ``ConfigError``."""
    return read_scenario(path, document, {}, None, None, _NOWHERE)


def make_app(scenario: AppScenario) -> Application:
    """Return the application of a scenario. Raises ``ConfigError`` for a program that there is not."""
    home = HomeCommunity(scenario.community, datum=scenario.datum, file_text=scenario.files.get)
    return make_field_app(scenario.app, scenario.lines, home)


def play_scenario(scenario: AppScenario) -> Iterator[ReplayedTick]:
    """Yield the start and every tick of a scenario, without reports: recordings have none."""
    for tick in play(scenario, make_app(scenario)):
        yield tick._replace(posts=[post for post in tick.posts if post.variable != "APPCAST"])


def replay_document(path: Path, document: dict[str, Any], ticks_file: Path | None, posts_file: Path | None) -> None:
    """Play a scenario and write its posts (tab-separated), and its decisions or, without a helm, its ticks (CSV)."""
    if document.get("app", _HELM) == _HELM:
        write_replay(read_helm_scenario(path, document), ticks_file, posts_file, contacts="app" in document)
        return
    scenario = read_app_scenario(path, document)
    rows, lines = ["k,t\n"], []
    for tick in play_scenario(scenario):
        rows.append(f"{tick.step},{tick.time!r}\n")
        lines += [post_line(tick.step, post, quotes=True) for post in tick.posts]
    if ticks_file is not None:
        put_file(ticks_file, "".join(rows).encode())
    if posts_file is not None:
        put_file(posts_file, "".join(lines).encode("utf-8", "surrogateescape"))
