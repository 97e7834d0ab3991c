"""A graded mission: the vehicle has to be where the original would be when it is judged, a second after the launch."""

from __future__ import annotations

import math
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.community import Community

PROGRAMS = ("pAntler", "MOOSDB", "uSimMarineV22", "uTimerScript", "pMissionEval")

#: Everything happens within the first second of real time: a vehicle that comes late is graded at its start.
BLOCKS = """
ProcessConfig = ANTLER
{{
  MSBetweenLaunches = 80
  Run = MOOSDB        @ NewConsole = false
  Run = {simulator} @ NewConsole = false{alias}
  Run = pMissionEval  @ NewConsole = false
  Run = uTimerScript  @ NewConsole = false
}}
ProcessConfig = uSimMarineV22
{{
  AppTick = 20
  CommsTick = 20
  prefix = NAV
  start_pos = x=0, y=0, heading=90, speed=0
  thrust_map = 0:0, 20:1, 40:2, 60:3, 80:4, 100:5
}}
ProcessConfig = uTimerScript
{{
  AppTick = 20
  CommsTick = 20
  paused = false
  event = var=DEPLOY, val=true, time=0
  event = var=DESIRED_THRUST, val=20, time=0.5
  event = var=GRADE, val=true, time={grade:g}
}}
ProcessConfig = pMissionEval
{{
  AppTick = 20
  CommsTick = 20
  lead_condition = GRADE = true
  pass_condition = NAV_X > 1
  report_file = results.txt
  report_column = grade=$[GRADE]
  report_column = x=$[NAV_X]
  report_column = y=$[NAV_Y]
}}
"""

RUNS = 40
SIDE_BY_SIDE = 2


def graded_at(folder: Path, ours: bool, grade: float) -> tuple[float, float]:
    """Where the vehicle was when pMissionEval judged it; not a number where it was never seen."""
    folder.mkdir()
    # the alias brings block and dialect
    simulator, alias = ("usimmarine", ", ExtraProcessParams = XP ~ uSimMarineV22\n  XP = --comms=native")
    if not ours:
        simulator, alias = ("uSimMarineV22", "")
    community = Community(folder, BLOCKS.format(simulator=simulator, alias=alias, grade=grade))
    try:
        community.start("pAntler")
        results, until = folder / "results.txt", time.monotonic() + 20.0
        while not (results.is_file() and "y=" in results.read_text()) and time.monotonic() < until:
            time.sleep(0.1)
        line = results.read_text() if results.is_file() else ""
    finally:
        community.end()
    columns = dict(word.split("=", 1) for word in line.split() if "=" in word)
    try:
        return float(columns["x"]), float(columns["y"])
    except (KeyError, ValueError):
        return math.nan, math.nan


@pytest.mark.timeout(900)
@pytest.mark.parametrize("grade", [6.0, 8.0])
def test_it_is_where_the_original_is_when_it_is_graded(tmp_path: Path, grade: float) -> None:
    # two missions side by side at warp 10; both programs in turn, so that both see the same machine
    def run(number: int) -> tuple[bool, tuple[float, float]]:
        ours = number // SIDE_BY_SIDE % 2 == 0
        return ours, graded_at(tmp_path / f"run{number}", ours, grade)

    graded_at(tmp_path / "first", ours=True, grade=grade)  # leaves the byte code
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        results = list(pool.map(run, range(RUNS * 2)))
    original = [place for ours, place in results if not ours]
    middle = [statistics.median(axis) for axis in zip(*original, strict=True)]
    ours = [place for ours, place in results if ours]
    off = sorted(math.dist(place, middle) for place in ours)
    theirs = sorted(math.dist(place, middle) for place in original)
    print(f"median {middle}; off by at most: ours {off[-3:]}, the original {theirs[-3:]} m")
    assert all(distance <= 0.5 for distance in off), f"off from {middle}: {off}"
