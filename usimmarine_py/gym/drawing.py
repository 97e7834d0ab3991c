"""Pictures of an episode for ``render_mode="rgb_array"``, in the style of all figures."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, sin
from time import perf_counter
from typing import TYPE_CHECKING, Any
from warnings import warn

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import NoEffectWarning
from usimmarine_py.gym import kernels as of
from usimmarine_py.gym import task_rules as rules
from usimmarine_py.gym.others import encounter_rules as meeting
from usimmarine_py.gym.teams import capture_rules as flags
from usimmarine_py.maths.encounters.rules import keeps_clear
from usimmarine_py.plots.animate import OUTLINE
from usimmarine_py.plots.style import COLOURS, new_figure, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from usimmarine_py.gym.rows import EpisodeRows

Picture = NDArray[np.uint8]
#: inches and dots an inch: 600 x 600 dots
SIZE, DOTS = 6.0, 100
_TEAMS = (COLOURS[0], COLOURS[1])  # blue and red
_STONE = "#9a9a9a"
#: Side of a vehicle's outline where it would be too small to see, as a share of the picture.
_LEAST = 0.02


def hull(axes: Axes, x: float, y: float, psi: float, size: float, colour: str, edge: str = "white") -> None:
    """The outline of a vehicle that heads ``psi`` rad, ``size`` m from its middle to its bow."""
    from matplotlib.patches import Polygon

    turn = np.array([[cos(psi), -sin(psi)], [sin(psi), cos(psi)]])
    corners = size / 1.4 * OUTLINE @ turn + np.array([x, y])
    axes.add_patch(Polygon(corners, closed=True, facecolor=colour, edgecolor=edge, linewidth=0.8, zorder=4))


def picture_of(figure: Any) -> Picture:
    """Return the dots of a figure, (height, width, 3)."""
    figure.canvas.draw()
    dots: Picture = np.asarray(figure.canvas.buffer_rgba())[:, :, :3].copy()
    return dots


class PictureWindow:
    """A window of matplotlib that shows one picture after the other, not faster than they were made for."""

    def __init__(self, picture: Picture) -> None:
        """Warns where there is no screen, and shows nothing then."""
        import matplotlib as mpl
        from matplotlib import pyplot as plt

        self._figure: Any = None
        if mpl.get_backend().lower() in {"agg", "cairo", "pdf", "pgf", "ps", "svg", "template"}:
            problem = f"render_mode: no window here, matplotlib has {mpl.get_backend()}; rgb_array needs none"
            warn(problem, NoEffectWarning, stacklevel=4)
            return
        high, wide = picture.shape[:2]
        self._figure = plt.figure(figsize=(wide / DOTS, high / DOTS), dpi=DOTS)
        self._image = self._figure.figimage(picture)
        self._plt, self._last = plt, perf_counter()
        plt.show(block=False)

    def show(self, picture: Picture, seconds: float) -> None:
        """Show a picture ``seconds`` after the last one, or at once if that is longer ago."""
        if self._figure is None:
            return
        self._image.set_data(picture)
        self._figure.canvas.draw_idle()
        left = seconds - (perf_counter() - self._last)
        self._plt.pause(max(left, 1e-3))
        self._last = perf_counter()

    def close(self) -> None:
        """Close it."""
        if self._figure is not None:
            self._plt.close(self._figure)


class Canvas:
    """Draws one row of ``EpisodeRows`` at a time."""

    def __init__(self, rows: EpisodeRows) -> None:
        self._rows = rows
        self._figure = new_figure(SIZE, SIZE)
        self._figure.set_dpi(DOTS)

    def picture(self, row: int, track: Sequence[tuple[float, float]]) -> Picture:
        """Return a picture of the episode so far; ``track`` has the vehicle's places (m)."""
        rows, figure = self._rows, self._figure
        seen, goal = rows.fleet.seen[row], rows.goals[row]
        span = float(rows.task.numbers[rules.N_ARENA])
        if rows.task.name not in ("Waypoint", "Encounter"):  # round the origin
            span = max(1.1 * max(abs(c) for place in track for c in place), 4.0 * rows.craft.length)
        with styled():
            figure.clear()
            axes = figure.add_subplot()
            axes.set(xlabel="x, east (m)", ylabel="y, north (m)", xlim=(-span, span), ylim=(-span, span))
            axes.set_aspect("equal")
            _GOALS[rows.task.name](axes, rows, row, goal)
            axes.plot(*zip(*track, strict=True), color=COLOURS[0])
            size = max(0.5 * rows.craft.length, _LEAST * span)
            hull(axes, float(seen[of.X]), float(seen[of.Y]), float(seen[of.PSI]), size, COLOURS[0])
            self._wind(axes, seen)
            axes.set_title(self._caption(row), loc="left")
            return picture_of(figure)

    def _caption(self, row: int) -> str:
        rows, shown = self._rows, self._rows.fleet.shown(row)
        time = float(rows.fleet.ticks[row]) * rows.craft.tick
        depth = f", {shown['depth']:.1f} m deep" if rows.task.dives else ""
        end = int(rows.ends[row])
        words = f": {rules.ENDS[end]}" if end else ": time limit" if rows.truncated[row] else ""
        return f"{rows.task.name}, {time:.1f} s, {shown['speed']:.2f} m/s{depth}{words}"

    def _wind(self, axes: Axes, seen: Any) -> None:
        """An arrow in the corner for the true wind."""
        ahead, aside = seen[of.WIND_AHEAD] + seen[of.SURGE], seen[of.WIND_ASIDE] + seen[of.SWAY]
        speed = float(np.hypot(ahead, aside))
        if seen[of.WIND_AHEAD] == seen[of.WIND_ASIDE] == 0.0 or speed < 0.05:
            return
        towards = float(seen[of.PSI]) + atan2(float(aside), float(ahead))
        east, north = 0.05 * sin(towards), 0.05 * cos(towards)
        axes.annotate(
            "", (0.92 + east, 0.92 + north), (0.92 - east, 0.92 - north), "axes fraction",
            arrowprops={"arrowstyle": "->", "color": COLOURS[5], "linewidth": 1.6},
        )  # fmt: skip
        axes.text(0.92, 0.83, f"{speed:.1f} m/s", transform=axes.transAxes, ha="center", fontsize=8, color="#444444")


def _waypoints(axes: Axes, rows: EpisodeRows, row: int, goal: Any) -> None:
    from matplotlib.patches import Circle

    reached = int(rows.memory[row, rules.M_NEXT])
    for k in range(int(rows.task.options["waypoints"])):
        place = float(goal[3 * k]), float(goal[3 * k + 1])
        axes.add_patch(Circle(place, rows.task.options["radius"], fill=k < reached, alpha=0.5, color=COLOURS[2]))
        label = f"{k + 1}" if not rows.task.dives else f"{k + 1}: {goal[3 * k + 2]:.1f} m"
        axes.annotate(label, place, ha="center", va="center", fontsize=8)


def _station(axes: Axes, rows: EpisodeRows, row: int, goal: Any) -> None:
    del row
    x, y, psi = (float(v) for v in goal[:3])
    axes.plot(x, y, "+", color=COLOURS[1], markersize=10)
    reach = 0.15 * float(axes.get_xlim()[1])
    axes.annotate(
        "", (x + reach * sin(psi), y + reach * cos(psi)), (x, y),
        arrowprops={"arrowstyle": "->", "color": COLOURS[1]},
    )  # fmt: skip


def _dock(axes: Axes, rows: EpisodeRows, row: int, goal: Any) -> None:
    from matplotlib.patches import Polygon

    del row
    n = rows.task.numbers
    deep, wide, berth = float(n[rules.N_DEPTH_OF_SLOT]), 0.5 * float(n[rules.N_WIDTH]), float(n[rules.N_BERTH])
    far = 1e3
    along = np.array((0.0, 0.0, deep, deep, 0.0, 0.0, far, far))
    aside = np.array((-far, -wide, -wide, wide, wide, far, far, -far))
    c, s = cos(float(goal[2])), sin(float(goal[2]))
    corners = np.column_stack((goal[0] + s * along + c * aside, goal[1] + c * along - s * aside))
    axes.add_patch(Polygon(corners, closed=True, facecolor=_STONE, edgecolor="none", zorder=1))
    axes.plot(goal[0] + s * berth, goal[1] + c * berth, "+", color=COLOURS[1], markersize=10, zorder=3)


def _encounter(axes: Axes, rows: EpisodeRows, row: int, goal: Any) -> None:
    """The goal, and the others with what they do in ten seconds; hollow where own ship has to keep clear."""
    from matplotlib.patches import Circle

    axes.add_patch(Circle((goal[0], goal[1]), rows.task.options["radius"], fill=False, color=COLOURS[2]))
    span = float(axes.get_xlim()[1])
    for k in range(rows.task.contacts):
        c = rows.memory[row, meeting.FIRST + k * meeting.CONTACT :][: meeting.CONTACT]
        x, y, psi, speed = (float(v) for v in c[: meeting.C_SPEED + 1])
        axes.plot((x, x + 10.0 * speed * sin(psi)), (y, y + 10.0 * speed * cos(psi)), color=COLOURS[1], linewidth=1.0)
        shade = "white" if keeps_clear(int(c[meeting.C_RULE])) else COLOURS[1]
        hull(axes, x, y, psi, max(0.5 * rows.craft.length, _LEAST * span), shade, COLOURS[1])


_GOALS = {"Waypoint": _waypoints, "StationKeep": _station, "Dock": _dock, "Encounter": _encounter}


class GameDrawing:
    """Draws a game of capture the flag."""

    def __init__(self, numbers: NDArray[np.float64]) -> None:
        self._length, self._width = float(numbers[flags.G_HALF_LENGTH]), float(numbers[flags.G_HALF_WIDTH])
        self._flag, self._radius = float(numbers[flags.G_FLAG]), float(numbers[flags.G_RADIUS])
        self._team = int(numbers[flags.G_TEAM])
        self._figure = new_figure(1.5 * SIZE, 1.5 * SIZE * (self._width / self._length) + 0.5)
        self._figure.set_dpi(DOTS)

    def picture(
        self, seen: Any, status: Any, score: Any, tracks: Sequence[Sequence[tuple[float, float]]], time: float
    ) -> Picture:
        """Return a picture of the game ``time`` s after its start; hollow vehicles are tagged, a dot is a flag."""
        from matplotlib.patches import Circle, Rectangle

        length, width, radius = self._length, self._width, self._radius
        with styled():
            self._figure.clear()
            axes = self._figure.add_subplot()
            axes.set(xlabel="x, east (m)", ylabel="y, north (m)")
            axes.set(xlim=(-1.1 * length, 1.1 * length), ylim=(-1.1 * width, 1.1 * width))
            axes.set_aspect("equal")
            for team, colour in enumerate(_TEAMS):
                edge = -length if team == 0 else 0.0
                axes.add_patch(Rectangle((edge, -width), length, 2.0 * width, color=colour, alpha=0.08, zorder=0))
                home = (-self._flag if team == 0 else self._flag, 0.0)
                axes.add_patch(Circle(home, radius, fill=False, color=colour))
                rows = range(self._team) if team == 1 else range(self._team, len(status))
                at = next((r for r in rows if status[r, flags.CARRIES]), None)
                place = home if at is None else (float(seen[at, of.X]), float(seen[at, of.Y]))
                axes.plot(*place, "o", color=colour, markeredgecolor="white", markersize=9, zorder=6)
            for row, track in enumerate(tracks):
                colour = _TEAMS[row >= self._team]
                axes.plot(*zip(*track, strict=True), color=colour, alpha=0.5, linewidth=1.0)
                shade = "white" if status[row, flags.TAGGED] else colour
                x, y, psi = (float(seen[row, j]) for j in (of.X, of.Y, of.PSI))
                hull(axes, x, y, psi, 0.02 * length, shade, colour)
            axes.set_title(f"{time:.1f} s, blue {score[0]:.0f} : {score[1]:.0f} red", loc="left")
            return picture_of(self._figure)
