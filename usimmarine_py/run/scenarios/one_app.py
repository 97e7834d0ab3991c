"""Scenarios of one application other than the vehicle: the helm, contacts, obstacles, scripts, small ones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

from usimmarine_py.apps.grading.make import GraderContext, make_grader
from usimmarine_py.apps.pid import PidApp, read_pid_block
from usimmarine_py.apps.script import ScriptApp
from usimmarine_py.field.programs import make_field_app
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.logs.whole_rows import put_file
from usimmarine_py.mission import EVALUATION, POKE
from usimmarine_py.mission.reader import Block, parse_mission
from usimmarine_py.run.scenarios.helm import read_helm_scenario, write_replay
from usimmarine_py.run.scenarios.player import AppScenario, Pose, ReplayedTick, play, post_line, read_scenario
from usimmarine_py.script import TimerScript
from usimmarine_py.values.app import Application

if TYPE_CHECKING:
    import numpy as np

_NOWHERE: Pose = (0.0,) * 5
_HELM = "pHelmIvP"
_SCRIPT = "uTimerScript"
_GRADERS = {"pMissionEval": EVALUATION, "pAutoPoke": POKE}
_CONTROLLERS = ("pMarinePIDV22", "pMarinePID")


def read_app_scenario(path: Path, document: dict[str, Any]) -> AppScenario:
    """Return the scenario of a document of data/contacts. Raises ``ConfigError``."""
    return read_scenario(path, document, {}, None, None, _NOWHERE)


def make_app(scenario: AppScenario, rng: np.random.Generator | None = None) -> Application:
    """Return the application of a scenario; ``rng`` is what a script draws from.

    Raises ``ConfigError`` for a program that there is not.
    """
    if scenario.app == _SCRIPT:
        script = TimerScript(_block(scenario), 0.0, rng, community=scenario.community, slack=0.0)
        return ScriptApp(script)
    if (kind := _GRADERS.get(scenario.app)) is not None:
        return make_grader(kind, _block(scenario), scenario.app, GraderContext(_dated, ""))
    if scenario.app in _CONTROLLERS:
        options, warnings = read_pid_block(_block(scenario), scenario.app)
        return PidApp(options, name=scenario.app, config_warnings=warnings)
    home = HomeCommunity(scenario.community, datum=scenario.datum, file_text=scenario.files.get, slack=0.0)
    return make_field_app(scenario.app, scenario.lines, home)


def _dated(time: float) -> datetime:
    return datetime.fromtimestamp(time, timezone.utc)


def _block(scenario: AppScenario) -> Block:
    """Return the block of a scenario, read as these programs read it: without verbatim quoting."""
    text = f"ProcessConfig = {scenario.app}\n{{\n{scenario.block}\n}}\n"
    block = parse_mission(text, scenario.name, {}).block(scenario.app, verbatim=False)
    assert block is not None
    return block


def play_scenario(scenario: AppScenario, rng: np.random.Generator | None = None) -> Iterator[ReplayedTick]:
    """Yield the start and every tick of a scenario, without reports: recordings have none."""
    for tick in play(scenario, make_app(scenario, rng)):
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
