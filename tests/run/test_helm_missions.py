"""Missions with a helm in lock step, beside recordings of pHelmIvP, pMarinePIDV22 and uSimMarineV22 at warp 4."""

from __future__ import annotations

import csv
import gzip
import shutil
from collections.abc import Callable
from math import hypot
from pathlib import Path

import numpy as np
import pytest

from tests.support.paths import DATA
from usimmarine_py.mission import read_mission
from usimmarine_py.run.run import START_TIME, execute, plan_run
from usimmarine_py.values import Value
from usimmarine_py.values.rows import Shape

LIVE = DATA / "helm" / "live"
#: Posts of the behaviours that are compared: where the vehicle is in its mission.
EVENTS = {"WPT_INDEX", "CYCLE_INDEX", "RETURN", "MISSION", "LOITER_INDEX", "STATION_KEEP", "DEPLOY"}


class Posts:
    """A listener that keeps all posts."""

    def __init__(self) -> None:
        self.found: dict[str, list[tuple[float, Value]]] = {}
        self.order: list[tuple[float, str, Value, str]] = []

    def __call__(self, stamp: float, shape: Shape, values: tuple[Value, ...], aux: str) -> None:
        for name, value in zip(shape.names, values, strict=True):
            self.found.setdefault(name, []).append((stamp - START_TIME, value))
            self.order.append((stamp - START_TIME, name, value, shape.source))


def recorded_events(name: str) -> list[tuple[float, str, str, str]]:
    rows = []
    with gzip.open(LIVE / f"{name}.events.tsv.gz", "rt") as file:
        for line in file:
            time, variable, source, value = [*line.rstrip("\n").split("\t"), ""][:4]
            rows.append((float(time), variable, source, value))
    return rows


def played(name: str, folder: Path, duration: float, pokes: list[str]) -> Posts:
    posts = Posts()
    shutil.copy(LIVE / f"{name}.bhv", folder / "m.bhv")
    shutil.copy(LIVE / f"{name}.moos", folder)
    mission = read_mission(str(folder / f"{name}.moos"))
    execute(plan_run(mission, duration=duration, pokes=pokes), listeners=[posts])
    return posts


@pytest.mark.parametrize("name", ["alpha", "charlie", "delta"])
def test_recorded_missions(name: str, tmp_path: Path, figure: Callable[[str], None]) -> None:
    """Events within 1 s, the track within 3 m: as near as the recording is to itself."""
    events = recorded_events(name)
    with gzip.open(LIVE / f"{name}.track.csv.gz", "rt") as file:
        track = [(float(r["t"]), float(r["nav_x"]), float(r["nav_y"])) for r in csv.DictReader(file)]
    pokes = [(t, variable, value) for t, variable, source, value in events if source == "uPokeDB"]
    begin = pokes[0][0] - 2.0
    posts = played(name, tmp_path, track[-1][0] - begin, [f"{v}={x}@{t - begin:.3f}" for t, v, x in pokes])

    theirs = [(t - begin, v, x) for t, v, source, x in events if v in EVENTS and source.startswith("pHelmIvP:")]
    theirs = [row for row in theirs if row[0] > 0.0]
    ours = [(t, v, x) for t, v, x, source in posts.order if v in EVENTS and source == "pHelmIvP" and t > 2.0]
    assert [row[1] for row in ours] == [row[1] for row in theirs]
    late = max(abs(mine[0] - other[0]) for mine, other in zip(ours, theirs, strict=True))
    xs, ys = (np.array(posts.found[v], dtype=float) for v in ("NAV_X", "NAV_Y"))
    apart = [
        hypot(x - np.interp(t - begin, xs[:, 0], xs[:, 1]), y - np.interp(t - begin, ys[:, 0], ys[:, 1]))
        for t, x, y in track
    ]
    figure(f"{name}: {len(ours)} events within {late:.2f} s, tracks within {max(apart):.2f} m")
    assert late < 1.0
    assert max(apart) < 3.0
