"""Playing a recorded scenario of the helm: configuration, clock, mail and navigation in, decisions and posts out."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from usimmarine_py.apps.helm import HelmApp
from usimmarine_py.errors import file_errors
from usimmarine_py.finding import Finding
from usimmarine_py.helm.files.configuration import read_helm_block
from usimmarine_py.helm.helm import Helm
from usimmarine_py.logs.tables import read_unpacked
from usimmarine_py.logs.whole_rows import put_file
from usimmarine_py.run.scenarios.player import (
    NAVIGATION,
    AppScenario,
    FollowingVehicle,
    Pose,
    ReplayedTick,
    not_a_scenario,
    number_text,
    post_line,
    read_scenario,
)
from usimmarine_py.run.scenarios.player import play as play_app
from usimmarine_py.run.scenarios.text import scenario_text
from usimmarine_py.values.application import APP_KEYS

#: Columns of the file of decisions: name, and the variable whose last post of a tick stands there.
POSTED = {
    "state": "IVPHELM_STATE", "helm_iter": "IVPHELM_ITER", "allstop": "IVPHELM_ALLSTOP",
    "desired_heading": "DESIRED_HEADING", "desired_speed": "DESIRED_SPEED", "desired_depth": "DESIRED_DEPTH",
}  # fmt: skip
_POSE = tuple(name.lower() for name in NAVIGATION)
COLUMNS = ("k", "t", *_POSE, *POSTED)
#: Names of columns in scenarios of data/contacts, written besides.
_OTHER_NAMES = {"heading": "desired_heading", "speed": "desired_speed"}
#: Of the processor, or of the driver: not compared.
LEFT_OUT = frozenset(("IVPHELM_CPU", "IVPHELM_CREATE_CPU", "IVPHELM_LOOP_CPU", "BHV_IPF"))
_SOURCE = "pHelmIvP"


def read_helm_scenario(
    path: Path, document: dict[str, Any] | None = None, *, rows: Sequence[Mapping[str, str]] | None = None
) -> AppScenario:
    """Return the scenario of a file. Raises ``ConfigError`` or ``LogFileError``.

    ``rows`` are those of the recorded file of decisions (columns nav_x, ...) or of navigation (``NAME.nav.tsv``,
    columns x, y, heading, speed), by default of the file beside the scenario.
    """
    beside: Path | None
    try:
        with file_errors(path, "cannot be read"):
            found = document if document is not None else json.loads(scenario_text(path))
        plant = found.get("plant")
        if "app" in found:
            # data/contacts: a plant brings its own start; without one navigation is among the inputs
            beside = path.with_name(path.name.removesuffix(".gz").removesuffix(".json") + ".nav.tsv")
            start = [plant[name] for name in ("x", "y", "heading", "speed")] + [0.0] if plant else [0.0] * 5
            nav_from = int(plant["nav_from"]) if plant else None
        else:
            beside = path.with_name(found["steps"]) if found.get("steps") else None
            start, nav_from = found.get("nav_start", (0.0,) * 5), int(found.get("nav_from", 1))
        with file_errors(beside or path, "cannot be read"):
            navigation = _navigation(_rows(beside) if rows is None else rows)
        vehicle = _plant(plant, turns_when_driven="app" in found) if plant else None
        return read_scenario(path, found, navigation, vehicle, nav_from, _pose(start))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise not_a_scenario(path, error, "the helm") from None


def _plant(found: Mapping[str, float], *, turns_when_driven: bool) -> FollowingVehicle:
    dive_rate = float(found.get("dive_rate", 0.0))
    return FollowingVehicle(float(found["turn_rate"]), float(found["accel"]), dive_rate, turns_when_driven)


def _pose(values: Sequence[float] | Mapping[str, float]) -> Pose:
    numbers = values.values() if isinstance(values, Mapping) else values
    x, y, heading, speed, depth = (float(number) for number in numbers)
    return x, y, heading, speed, depth


def _rows(path: Path | None) -> list[dict[str, str]]:
    """Return the rows of a file of decisions or navigation; none without a file."""
    if path is not None and not path.exists():
        path = path.with_name(path.name + ".gz")
    if path is None or not path.exists():
        return []
    delimiter = "	" if ".tsv" in path.suffixes else ","
    return list(csv.DictReader(read_unpacked(path).decode("utf-8").splitlines(), delimiter=delimiter))


def _navigation(rows: Sequence[Mapping[str, str]]) -> dict[int, Pose]:
    """Return the navigation of such rows by tick."""
    found = {}
    for row in rows:
        if row.get("nav_x"):
            found[int(row["k"])] = _pose([float(row[name]) for name in _POSE])
        elif row.get("x"):
            found[int(row["k"])] = _pose([*(float(row[name]) for name in ("x", "y", "heading", "speed")), 0.0])
    return found


def play(scenario: AppScenario, helm: Helm | None = None, *, recorded: bool = True) -> Iterator[ReplayedTick]:
    """Yield the start and every tick of a scenario; ``recorded`` navigation is taken where there is some."""
    helm = helm or make_helm(scenario)
    app = HelmApp(helm, name=_SOURCE)
    return play_app(scenario, app, recorded=recorded, shown_warnings=helm.config_warnings)


def make_helm(scenario: AppScenario) -> Helm:
    """Return the helm of a scenario."""
    options = read_helm_block(scenario.lines, APP_KEYS, has_datum=scenario.datum is not None)
    missing = [name for name in options.files if name not in scenario.files]
    options.warnings += [Finding(f"Could not find File: {name}") for name in missing]
    return Helm(
        options,
        {name: scenario.files[name] for name in options.files if name not in missing},
        community=scenario.community,
        now=scenario.start,
        name=_SOURCE,
        datum=scenario.datum,
    )


def decisions(tick: ReplayedTick, prefix: str = "") -> dict[str, str]:
    """Return the row of a tick in the file of decisions."""
    last = {post.variable: post.value for post in tick.posts}
    if prefix:
        last.update({post.variable.removeprefix(prefix): post.value for post in tick.posts})
    row = {"k": str(tick.step), "t": repr(tick.time)}
    pose = tick.pose if tick.pose is not None else ("",) * len(_POSE)
    row.update((name, number_text(value)) for name, value in zip(_POSE, pose, strict=True))
    row.update((name, number_text(last.get(variable, ""))) for name, variable in POSTED.items())
    return row


def write_replay(
    scenario: AppScenario, decisions_file: Path | None, posts_file: Path | None, *, contacts: bool = False
) -> None:
    """Play a scenario and write its decisions (CSV) and posts (tab-separated).

    ``contacts``: in the form of data/contacts, with its names of columns besides, and without reports.
    """
    helm = make_helm(scenario)
    columns = {name: name for name in COLUMNS} | (_OTHER_NAMES if contacts else {})
    left_out = LEFT_OUT | {"APPCAST"} if contacts else LEFT_OUT
    rows, lines = [",".join(columns) + "\n"], []
    for tick in play(scenario, helm):
        row = decisions(tick, helm.options.helm_prefix)
        rows.append(",".join(row[name] for name in columns.values()) + "\n")
        lines += [post_line(tick.step, post, quotes=contacts) for post in tick.posts if post.variable not in left_out]
    if decisions_file is not None:
        put_file(decisions_file, "".join(rows).encode())
    if posts_file is not None:
        put_file(posts_file, "".join(lines).encode("utf-8", "surrogateescape"))
