"""What the gallery draws of each example: a function of the names that the script leaves and of what it printed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

Names = Mapping[str, Any]
Draw = Callable[[Names, str, Axes], None]


def _label(ax: Axes, x: str, y: str, title: str) -> None:
    ax.set(xlabel=x, ylabel=y, title=title)
    ax.grid(alpha=0.3)


def dead_reckoning(names: Names, said: str, ax: Axes) -> None:
    """How far each reckoning is off at the end."""
    off = {"by compass": names["by_compass_off"], "by gyro": names["by_gyro_off"]}
    bars = ax.barh(list(off), list(off.values()), color=("tab:orange", "tab:blue"))
    ax.bar_label(bars, fmt="%.1f m", padding=4)
    ax.margins(x=0.15)
    _label(ax, "off the true position (m)", "", f"Dead reckoning after {names['way']:.0f} m")


def linearise_and_lqr(names: Names, said: str, ax: Axes) -> None:
    """Headings with and without feedback."""
    time = np.arange(1, len(names["calm"]) + 1) * 0.1
    ax.plot(time, np.clip(names["left_alone"], -180, 180), label="left alone", color="tab:red")
    ax.plot(time, names["calm"], label="with feedback", color="tab:blue")
    ax.plot(time, names["windy"], label="with feedback, wind and current", color="tab:green")
    ax.legend()
    _label(ax, "time (s)", "heading off course (deg)", "A course-unstable boat, held by a linear regulator")


def monte_carlo(names: Names, said: str, ax: Axes) -> None:
    """Where the runs end, and the way of the first."""
    track = names["track"]
    ax.plot(track["x"], track["y"], color="0.6", label="track of run 0")
    points = ax.scatter(names["x"], names["y"], c=names["drift"], s=14, label="ends")
    ax.figure.colorbar(points, ax=ax, label="drift (m/s)")
    ax.legend(loc="upper left")
    _label(ax, "x (m)", "y (m)", f"{len(names['x'])} runs with unknown drift and trim")


def odometry(names: Names, said: str, ax: Axes) -> None:
    """What the application posted."""
    posted = names["log"]["ODOMETRY_DIST"]
    ax.plot(posted.times, posted.values)
    _label(ax, "time (s)", "ODOMETRY_DIST (m)", "What an application of one's own counted in the mission box")


def own_backend(names: Names, said: str, ax: Axes) -> None:
    """The raft's ten minutes once more, tick by tick."""
    raft = names["raft"]
    raft.reset()
    way = np.array([(s.x, s.y) for s in (raft.step(names["ActuatorCommand"](), dt=1.0) for _ in range(600))])
    ax.plot(way[:, 0], way[:, 1])
    ax.set_aspect("equal")
    _label(ax, "x (m)", "y (m)", "A raft in 10 m/s of wind from the west and a current to the north")


def own_controller(names: Names, said: str, ax: Axes) -> None:
    """The boat's heading."""
    ax.plot(names["time"], names["heading"], label="heading")
    ax.axhline(90, color="0.5", linestyle="--", label="asked for")
    ax.legend()
    _label(ax, "time (s)", "heading (deg)", "A heading controller of one's own in a gale")


def own_vehicle(names: Names, said: str, ax: Axes) -> None:
    """The turning circle from the moment of the order on."""
    ax.plot(names["east"], names["north"])
    ax.set_aspect("equal")
    _label(ax, "transfer (m)", "advance (m)", "Turning circle of a launch from a dict of numbers")


def reinforcement_learning(names: Names, said: str, ax: Axes) -> None:
    """Returns of a hundred boats, before and after."""
    bins = np.linspace(*np.percentile(np.concatenate((names["before"][0], names["after"][0])), (0, 100)), 30)
    ax.hist(names["before"][0], bins=bins, alpha=0.7, label="at the start")
    ax.hist(names["after"][0], bins=bins, alpha=0.7, label="learnt")
    ax.legend()
    _label(ax, "return of an episode", "boats", "A policy that learns to reach waypoints")


def terminal(names: Names, said: str, ax: Axes) -> None:
    """What a script without numbers printed."""
    ax.set_axis_off()
    ax.figure.set_facecolor("#1e1e1e")
    shown = [re.sub(r"\s{12,}", "  ", line.rstrip()) for line in said.splitlines()[-12:]]
    columns = max(76, *map(len, shown))
    ax.figure.set_size_inches(7.2 * columns / 76, 0.3 + 0.19 * len(shown))
    ax.text(0.0, 1.0, "\n".join(shown), family="monospace", size=9, color="#e0e0e0", va="top", transform=ax.transAxes)


DRAWN: dict[str, Draw] = {
    "dead_reckoning": dead_reckoning,
    "fit_trials": terminal,
    "linearise_and_lqr": linearise_and_lqr,
    "monte_carlo": monte_carlo,
    "moos_client": terminal,
    "moosdb_in_pytest": terminal,
    "odometry": odometry,
    "own_backend": own_backend,
    "own_controller": own_controller,
    "own_vehicle": own_vehicle,
    "policy_on_a_boat": terminal,
    "reinforcement_learning": reinforcement_learning,
}
# a script that draws for itself: which of its files is shown; the map of 1,000 runs and a training are not drawn anew
OWN = {
    "kinematics_case_study": "kinematics_track.png",
    "ppo_stable_baselines": "../docs/ppo-stationkeep.png",
    "rules_of_the_road": "../docs/rules_of_the_road.png",
}


def picture(script: Path, names: Names, said: str, file: Path) -> bool:
    """Draw what ``script`` left into ``file``; False if no way is known."""
    if script.stem in OWN:
        shutil.copyfile(script.parent / OWN[script.stem], file)
        return True
    if script.stem not in DRAWN:
        return False
    figure, ax = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
    DRAWN[script.stem](names, said, ax)
    figure.savefig(file, dpi=110)
    plt.close(figure)
    return True
