"""The rules of the road over course and speed: who gives way to whom, and how near the vehicles come.

Each run is the mission ``encounter``, turned: abe goes north at 2 m/s, ben comes on another course with another speed,
and both would be at the middle at the same time, 60 s after they are deployed. Without rules of the road every run
would end in a collision.

    python examples/rules_of_the_road.py
    python examples/rules_of_the_road.py FOLDER --courses 40 --speeds 25    # 1,000 runs and their map

With a FOLDER each run adds a line to FOLDER/runs.jsonl, the same command continues where it ended, and
FOLDER/encounters.png is drawn (`pip install 'usimmarine[plot]'`).
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from math import atan2, cos, degrees, hypot, radians, sin
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from usimmarine_py import run_mission

MISSION = Path(__file__).resolve().parents[1] / "missions" / "encounter"
#: s from the deployment to the middle, m/s of abe, s after which all is over.
MEETING, OWN_SPEED, DURATION = 60.0, 2.0, 125.0
#: Least and largest speed of ben, m/s.
SPEEDS = (1.0, 3.4)
#: One that sees the other from further aft overtakes; if both are at most so far off the bow, they meet head-on (deg).
ABAFT, HEAD_ON = 112.5, 12.0
#: Vehicles that are nearer to each other than this (m) at the start have no encounter.
LEAST_START = 50.0
TOO_NEAR, HEADS, ABE, BEN = "too near at the start", "head-on", "crossing, abe gives way", "crossing, ben gives way"


def place(course: float, speed: float, time: float) -> tuple[float, float]:
    """Return x, y (m), ``time`` s after the middle."""
    return speed * time * sin(radians(course)), speed * time * cos(radians(course))


def write_mission(folder: Path, course: float, speed: float) -> list[str]:
    """Write the mission with another course and speed of ben, and return its files."""
    for name, own in (("abe", (0.0, OWN_SPEED)), ("ben", (course, speed))):
        (x, y), (last_x, last_y) = place(*own, -MEETING), place(*own, 2.0 * MEETING)
        text = (MISSION / f"{name}.moos").read_text()
        text = re.sub(r"start_pos  = .*", f"start_pos = x={x:.4f}, y={y:.4f}, heading={own[0]:g}", text)
        (folder / f"{name}.moos").write_text(text)
        text = (MISSION / f"{name}.bhv").read_text()
        text = re.sub(r"points         = .*", f"points = {last_x:.4f},{last_y:.4f}", text)
        text = re.sub(r"speed          = .*", f"speed = {own[1]:g}", text)
        # COLREGS_AVOID_MODE_BEN: the rule that abe follows
        (folder / f"{name}.bhv").write_text(text.replace("pwt_grade", "post_per_contact_info = true\n  pwt_grade"))
    (folder / "shore.moos").write_text((MISSION / "shore.moos").read_text())
    return [str(folder / f"{name}.moos") for name in ("abe", "ben", "shore")]


def play(point: tuple[float, float]) -> dict:
    """Play one encounter: closest approach (m), and how far each went from its line (m, starboard positive)."""
    course, speed = point
    with TemporaryDirectory() as folder:
        log = run_mission(write_mission(Path(folder), course, speed), duration=DURATION)
    (met,) = log.summary.encounters
    row = {"course": course, "speed": speed, "kind": kind_of(course, speed), "closest": met.distance}
    row["collisions"] = sum(event.kind == "collision" for event in log.summary.events)
    for name, other, own in (("abe", "BEN", 0.0), ("ben", "ABE", course)):
        track = log[name].track
        aside = track["x"] * cos(radians(own)) - track["y"] * sin(radians(own))
        row[name] = float(aside[np.abs(aside).argmax()])
        modes = log[name].texts.get(f"COLREGS_AVOID_MODE_{other}")
        row[f"{name} mode"] = [] if modes is None else list(dict.fromkeys(modes.values))
    return row


def kind_of(course: float, speed: float) -> str:
    """Return which rule holds, by the bearings at which they see each other at the start."""
    (x, y), (own_x, own_y) = place(course, speed, -MEETING), place(0.0, OWN_SPEED, -MEETING)
    if hypot(x - own_x, y - own_y) < LEAST_START:
        return TOO_NEAR
    seen = turned(degrees(atan2(x - own_x, y - own_y)))  # ben, from abe's bow
    back = turned(degrees(atan2(own_x - x, own_y - y)) - course)  # abe, from ben's bow
    if abs(seen) > ABAFT:
        return "ben overtakes"
    if abs(back) > ABAFT:
        return "abe overtakes"
    if max(abs(seen), abs(back)) <= HEAD_ON:
        return HEADS
    return ABE if seen > 0.0 else BEN


def turned(angle: float) -> float:
    """Return an angle of -180 to 180 deg."""
    return (angle + 180.0) % 360.0 - 180.0


def print_table(rows: list[dict]) -> None:
    """Print a line for each kind of encounter."""
    print(f"{'':24}runs  closest: least, median (m)  < 10 m  collisions  abe, ben aside (5 % .. 95 %, m)")
    for kind in sorted({row["kind"] for row in rows}):
        some = [row for row in rows if row["kind"] == kind]
        closest = np.array([row["closest"] for row in some])
        sides = (np.percentile([row[name] for row in some], (5, 95)) for name in ("abe", "ben"))
        print(
            f"{kind:24}{len(some):4}{closest.min():16.1f}{np.median(closest):8.1f}{(closest < 10.0).sum():15}"
            f"{sum(row['collisions'] for row in some):12}   " + ", ".join(f"{a:6.1f} .. {b:5.1f}" for a, b in sides)
        )


def draw(rows: list[dict], target: Path) -> None:
    """Draw closest approach and both ways aside over ben's course and speed."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10.0, 10.5), layout="constrained")
    FigureCanvasAgg(figure)
    course, speed = (np.array([row[name] for row in rows]) for name in ("course", "speed"))
    shown = np.array([row["kind"] != TOO_NEAR for row in rows])
    fine = np.arange(0.0, 361.0, 1.0), np.linspace(*SPEEDS, 61)
    kinds = [[kind_of(float(x), float(y)) for x in fine[0]] for y in fine[1]]
    names = sorted({kind for line in kinds for kind in line})
    numbers = [[names.index(kind) for kind in line] for line in kinds]
    panels = figure.subplots(3, 1, sharex=True)
    for axes, name, label, look in (
        (panels[0], "closest", "closest approach (m)", {"cmap": "viridis", "vmin": 0.0, "vmax": 45.0}),
        (panels[1], "abe", "abe aside, starboard positive (m)", {"cmap": "RdBu", "vmin": -40.0, "vmax": 40.0}),
        (panels[2], "ben", "ben aside, starboard positive (m)", {"cmap": "RdBu", "vmin": -40.0, "vmax": 40.0}),
    ):
        values = np.array([row[name] for row in rows])
        drawn = axes.scatter(course[shown], speed[shown], c=values[shown], marker="s", s=40, linewidths=0.0, **look)
        figure.colorbar(drawn, ax=axes, label=label)
        axes.contour(*fine, numbers, levels=np.arange(len(names)) + 0.5, colors="black", linewidths=0.7)
        axes.set(ylabel="ben's speed (m/s)", xlim=(-5.0, 362.0), ylim=(SPEEDS[0] - 0.1, SPEEDS[1] + 0.1))
    hit = np.array([row["collisions"] > 0 for row in rows]) & shown
    panels[0].plot(course[hit], speed[hit], "rx", markersize=6)
    for x, text in ((180.0, HEADS), (105.0, "ben gives way"), (255.0, "abe gives way"), (14.0, "ben\novertakes")):
        panels[0].text(x, SPEEDS[1] - 0.1, text, ha="center", va="top", fontsize=8, bbox={"facecolor": "white"})
    panels[2].set(xlabel="ben's course (deg); abe: course 0 deg, 2 m/s", xticks=range(0, 361, 45))
    figure.suptitle(f"{shown.sum()} encounters that would be collisions")
    figure.savefig(target, dpi=110)


def played(points: list[tuple[float, float]], workers: int, folder: Path | None) -> Iterable[dict]:
    """Yield all runs; those that FOLDER holds are not played again."""
    file = None if folder is None else folder / "runs.jsonl"
    rows = [json.loads(line) for line in file.read_text().splitlines()] if file and file.exists() else []
    done = {(row["course"], row["speed"]) for row in rows}
    yield from rows
    with ProcessPoolExecutor(workers) as pool:
        for row in pool.map(play, [point for point in points if point not in done]):
            if file is not None:
                with file.open("a") as out:
                    out.write(json.dumps(row) + "\n")
            yield row


def main() -> None:
    """Play, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", metavar="FOLDER")
    parser.add_argument("--courses", type=int, default=4)
    parser.add_argument("--speeds", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    grid = [
        (float(course), round(float(speed), 6))
        for course in np.arange(given.courses) * 360.0 / given.courses
        for speed in np.linspace(*SPEEDS, given.speeds)
    ]
    order = np.random.default_rng(0).permutation(len(grid))  # also a part of the runs covers the whole map
    if given.folder is not None:
        given.folder.mkdir(parents=True, exist_ok=True)
    rows = list(played([grid[k] for k in order], given.workers, given.folder))
    print_table(rows)
    for row in rows:
        if row["kind"] != TOO_NEAR:
            # one run of 1,000 lies on the border of overtaking: both hold their course until it is late
            assert row["collisions"] == 0 and row["closest"] > 8.0, row
        if row["kind"] == HEADS:
            assert row["abe"] > 5.0 and row["ben"] > 5.0, "both turn to starboard"
        if row["kind"] in (ABE, BEN) and "headon" not in row["abe mode"] + row["ben mode"]:
            assert abs(row["ben" if row["kind"] == ABE else "abe"]) < 10.0, "the other one stands on"
    if given.folder is not None:
        draw(rows, given.folder / "encounters.png")
        print(f"wrote {given.folder / 'encounters.png'}")


if __name__ == "__main__":
    main()
