"""Missions with a helm in lock step, beside recordings of pHelmIvP, pMarinePIDV22 and uSimMarineV22 at warp 4."""

from __future__ import annotations

import csv
import gzip
import shutil
from collections.abc import Callable
from math import hypot, inf
from pathlib import Path

import numpy as np
import pytest

from tests.support.missions import controls, craft, opening, program
from tests.support.paths import DATA
from tests.support.runs import execute
from usimmarine_py.errors import ConfigError
from usimmarine_py.mission import read_mission
from usimmarine_py.run.applications import START_TIME
from usimmarine_py.run.asked import Operator
from usimmarine_py.run.plan import plan_run
from usimmarine_py.run.summary import RunSummary
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
    execute(plan_run(mission, duration=duration, operator=Operator(pokes=tuple(pokes))), listeners=[posts])
    return posts


@pytest.mark.parametrize("name, until", [("alpha", inf), ("charlie", inf), ("delta", 110.0)])
def test_recorded_missions(name: str, until: float, tmp_path: Path, figure: Callable[[str], None]) -> None:
    """Events and track as in a recording of real programs; one waypoint of alpha was passed early there, since a
    position came late. Of delta what is before its ascent: its depth loop swings between the limits of the elevator
    as mail comes, and with it the time that the ascent takes."""
    events = recorded_events(name)
    with gzip.open(LIVE / f"{name}.track.csv.gz", "rt") as file:
        track = [(float(r["t"]), float(r["nav_x"]), float(r["nav_y"])) for r in csv.DictReader(file)]
    pokes = [(t, variable, value) for t, variable, source, value in events if source == "uPokeDB"]
    begin = pokes[0][0] - 2.0
    posts = played(name, tmp_path, track[-1][0] - begin, [f"{v}={x}@{t - begin:.3f}" for t, v, x in pokes])

    theirs = [(t - begin, v, x) for t, v, source, x in events if v in EVENTS and source.startswith("pHelmIvP:")]
    theirs = [row for row in theirs if 0.0 < row[0] < until]
    ours = [(t, v, x) for t, v, x, source in posts.order if v in EVENTS and source == "pHelmIvP" and 2.0 < t < until]
    assert [row[1] for row in ours] == [row[1] for row in theirs]
    late = sorted(abs(mine[0] - other[0]) for mine, other in zip(ours, theirs, strict=True))
    xs, ys = (np.array(posts.found[v], dtype=float) for v in ("NAV_X", "NAV_Y"))
    apart = [
        hypot(x - np.interp(t - begin, xs[:, 0], xs[:, 1]), y - np.interp(t - begin, ys[:, 0], ys[:, 1]))
        for t, x, y in track
        if t - begin < until
    ]
    figure(f"{name}: {len(ours)} events within {late[-1]:.2f} s, tracks within {max(apart):.2f} m")
    assert late[-1] < 2.5 and late[len(late) // 2] < 1.1
    assert max(apart) < 4.0


HELM_MISSION = (
    opening("abe")
    + craft()
    + controls()
    + program(
        "pMarineViewer",
        "button_one = Go # DEPLOY=true # MOOS_MANUAL_OVERRIDE=false",
        "button_two = Park # MOOS_MANUAL_OVERRIDE=true",
    )
)
BEHAVIORS = """
initialize DEPLOY = false
Behavior = BHV_Waypoint
{
  name = go
  condition = DEPLOY = true
  endflag = DONE = true
  speed = 3
  capture_radius = 5
  points = 0,60
}
"""


@pytest.fixture
def mission(tmp_path: Path) -> Path:
    (tmp_path / "m.bhv").write_text(BEHAVIORS)
    (tmp_path / "m.moos").write_text(HELM_MISSION)
    return tmp_path / "m.moos"


def run(mission: Path, **options: object) -> tuple[RunSummary, Posts]:
    posts = Posts()
    return execute(plan_run(read_mission(str(mission)), **options), listeners=[posts]), posts  # type: ignore[arg-type]


def test_a_run_deploys_and_ends_by_itself(mission: Path) -> None:
    summary, posts = run(mission)
    assert summary.ended == "pHelmIvP" and summary.ended_by == "helm"
    assert 25.0 < summary.time < 60.0
    assert [t for t, _ in posts.found["DONE"]] and summary.end[1] > 55.0
    assert any("DEPLOY is pressed at 1 s" in text for text in summary.notes)
    assert "the helm has completed what it can complete" in summary.notes
    assert posts.found["DEPLOY"][1][0] == pytest.approx(1.0)
    assert not summary.faults()


def test_without_a_press_it_stays(mission: Path) -> None:
    operator = Operator(deploy=False, presses=("Go@21",))
    summary, posts = run(mission, operator=operator, duration=20.0)
    assert "Go is for 21 s, after the end of the run" in summary.notes
    assert summary.distance == 0.0 and [v for _, v in posts.found["DEPLOY"]] == ["false"]


def test_a_press_of_a_label_that_is_not_there_is_refused_or_noted(mission: Path) -> None:
    with pytest.raises(ConfigError, match="there is no button 'DEPLOY'; the mission has Go, Park"):
        run(mission, operator=Operator(presses=("DEPLOY",)), duration=2.0)
    mission.write_text(mission.read_text().replace("ProcessConfig = pMarineViewer", "ProcessConfig = pNoViewer"))
    summary, _ = run(mission, operator=Operator(presses=("DEPLOY",)), duration=2.0)
    assert any(note.startswith("the mission has no buttons: DEPLOY posts DEPLOY = true") for note in summary.notes)


def test_a_helm_that_stops_for_want_of_a_decision_is_named(mission: Path) -> None:
    """Its behaviour goes on, so that the run does not end; the vehicle stands."""
    behaviors = mission.parent / "m.bhv"
    timer = "Behavior = BHV_ConstantSpeed\n{\n  name = slow\n  duration = no-time-limit\n  speed = 1\n}\n"
    behaviors.write_text(BEHAVIORS + timer)
    summary, _ = run(mission, duration=90.0)
    (stopped,) = summary.stopped
    assert stopped in summary.faults()
    assert stopped.startswith("the helm stopped the vehicle for the last ")
    assert stopped.endswith(" s, all-stop MissingDecVars:course")
    assert 20.0 < float(stopped.split()[-4]) < 70.0


def test_buttons_and_posts(mission: Path) -> None:
    summary, posts = run(mission, operator=Operator(("go@5", "Park@20"), ("NOTE=hello@3.5", "DEPTH=7")))
    assert posts.found["NOTE"] == [(3.5, "hello")] and posts.found["DEPTH"] == [(1.0, 7.0)]
    assert posts.found["MOOS_MANUAL_OVERRIDE"] == [(5.0, "false"), (20.0, "true")]
    assert "the helm has parked" in summary.notes and summary.time == pytest.approx(30.0, abs=1.0)
    with pytest.raises(ConfigError, match="no button 'Stop'; the mission has Go, Park"):
        run(mission, operator=Operator(("Stop",)))
    with pytest.raises(ConfigError, match="at least 0 seconds"):
        run(mission, operator=Operator(pokes=("A=1@-3",)))
    with pytest.raises(ConfigError, match="--poke: there is no community ben; the run has abe"):
        run(mission, operator=Operator(pokes=("ben:A=1",)))


def test_a_bad_file_is_named_with_its_line(mission: Path) -> None:
    (mission.parent / "m.bhv").write_text(BEHAVIORS.replace("speed = 3", "sped = 3"))
    with pytest.raises(ConfigError, match=r"m\.bhv:\d+.*sped"):
        run(mission)
    (mission.parent / "m.bhv").unlink()
    with pytest.raises(ConfigError, match=r"m\.moos:\d+: behaviors = m\.bhv"):
        run(mission)


def test_equal_seeds_give_equal_posts(mission: Path) -> None:
    assert run(mission)[1].order == run(mission)[1].order


def test_what_was_posted_while_it_was_parked_counts_in_the_second_iteration(tmp_path: Path) -> None:
    """As pHelmIvP of MOOS-IvP 24.8.1 does: with its first iteration it subscribes again, and the last value comes."""
    (tmp_path / "m.bhv").write_text(
        "Behavior = BHV_ConstantSpeed\n{\n  name = spd\n  duration = no-time-limit\n  updates = UP\n  speed = 1\n}\n"
        "Behavior = BHV_ConstantHeading\n{\n  name = hdg\n  duration = no-time-limit\n  heading = 90\n}\n"
    )
    (tmp_path / "m.moos").write_text(opening("abe") + craft("start_pos = x=0, y=0, heading=0, speed=0") + controls())
    posts = Posts()
    pokes = ["UP=heading = 1@3", "UP=speed = 2@5", "MOOS_MANUAL_OVERRIDE=false@10"]
    execute(
        plan_run(read_mission(str(tmp_path / "m.moos")), duration=20.0, operator=Operator(pokes=tuple(pokes))),
        listeners=[posts],
    )
    drives = next(time for time, state in posts.found["IVPHELM_STATE"] if state == "DRIVE")
    [(time, result)] = posts.found["IVPHELM_UPDATE_RESULT"]
    assert "bhv=spd,var=UP" in str(result) and str(result).endswith("result=success,val=speed = 2")
    speeds = [(at, value) for at, value in posts.found["DESIRED_SPEED"] if at >= drives]
    assert speeds[0] == (drives, 1.0) and speeds[1] == (time, 2.0)
    assert 0.0 < time - drives <= 0.5
