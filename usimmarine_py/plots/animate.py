"""Animate the track of runs: a GIF, or a folder of PNG frames."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.motion import RunSeries
from usimmarine_py.plots.lines import broken, step_at, track_of
from usimmarine_py.plots.output import writing_figure
from usimmarine_py.plots.style import COLOURS, MOST_NAMED, dash, new_figure, styled
from usimmarine_py.plots.track import bow

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Frames a second of a GIF, and dots an inch: a picture of about 1000 x 700 dots.
FRAMES_PER_SECOND = 12
DOTS_PER_INCH = 110
#: Side of the outline of a vehicle relative to the figure's width, and its corners (east, north; bow up).
_SIZE = 0.022
OUTLINE = np.array([[0.0, 1.4], [0.75, 0.3], [0.6, -1.0], [-0.6, -1.0], [-0.75, 0.3]])


def check_animation(path: Path, frames: int) -> None:
    """Raise ``ConfigError`` for a target that is neither a GIF nor a folder, or for too few frames."""
    if path.suffix.lower() not in ("", ".gif") or (path.suffix and path.is_dir()):
        raise ConfigError("an animation is a .gif or a folder for its frames", key="--output", file=str(path))
    if not path.suffix and path.exists() and not path.is_dir():
        raise ConfigError("is a file; name a .gif or a folder for the frames", key="--output", file=str(path))
    if frames < 2:
        raise ConfigError("an animation has at least 2 frames", key="--frames")


def animate(
    runs: Sequence[RunSeries], path: Path, frames: int = 100, progress: Callable[[int, int], None] | None = None
) -> None:
    """Write ``frames`` pictures, evenly spaced in time, into ``path``: a ``.gif``, else a folder.

    ``progress(k, n)`` is called after each frame. Raises ``ConfigError`` and ``LogFileError``.
    """
    if not runs:
        raise ValueError("nothing to draw")
    check_animation(path, frames)
    tell = progress if progress is not None else lambda k, n: None
    times = np.linspace(min(r.track_t[0] for r in runs), max(r.track_t[-1] for r in runs), frames)
    with styled(), writing_figure(path):
        scene = _Scene(runs)
        if path.suffix:
            path.parent.mkdir(parents=True, exist_ok=True)
            _write_gif(scene, path, times, tell)
            return
        path.mkdir(parents=True, exist_ok=True)
        for k, time in enumerate(times):
            scene.show(float(time))
            frame = path / f"frame_{k:05d}.png"
            scene.figure.savefig(frame, dpi=DOTS_PER_INCH, metadata={"Software": None})
            tell(k + 1, frames)


def _write_gif(scene: _Scene, path: Path, times: NDArray[np.float64], progress: Callable[[int, int], None]) -> None:
    from matplotlib.animation import PillowWriter

    writer: Any = PillowWriter(fps=FRAMES_PER_SECOND)
    with writer.saving(scene.figure, str(path), DOTS_PER_INCH):
        for k, time in enumerate(times):
            scene.show(float(time))
            writer.grab_frame()
            progress(k + 1, len(times))


class _Scene:
    """The figure whose lines change from frame to frame."""

    def __init__(self, runs: Sequence[RunSeries]) -> None:
        from matplotlib.patches import Polygon

        self.runs = runs
        self.figure: Figure = new_figure(8.0, 6.0)
        axes: Axes = self.figure.add_subplot()
        axes.set(xlabel="x, east (m)", ylabel="y, north (m)")
        x, y = (np.concatenate([getattr(run, name) for run in runs]) for name in ("x", "y"))
        span = max(float(np.ptp(x)), float(np.ptp(y)) * 4 / 3, 1.0)
        axes.set_xlim(float(x.min() + x.max()) / 2 - 0.56 * span, float(x.min() + x.max()) / 2 + 0.56 * span)
        axes.set_ylim(float(y.min() + y.max()) / 2 - 0.42 * span, float(y.min() + y.max()) / 2 + 0.42 * span)
        axes.set_aspect("equal", adjustable="box")
        self._size = _SIZE * span
        self._lines: list[Any] = []
        self._hulls: list[Any] = []
        for place, run in enumerate(runs):
            colour = COLOURS[place % len(COLOURS)]
            axes.plot(*track_of(run), color=colour, alpha=0.15, linewidth=1.0)
            self._lines += axes.plot([], [], color=colour, linestyle=dash(place), label=run.name)
            hull = Polygon(np.zeros((5, 2)), closed=True, facecolor=colour, edgecolor="white", linewidth=0.8, zorder=4)
            self._hulls.append(axes.add_patch(hull))
        if 1 < len(runs) <= MOST_NAMED:
            axes.legend(loc="upper right")
        self._title = axes.set_title("0 s", loc="left")
        # laid out once: for each frame it would take most of the time, and the axes would jump
        self.figure.draw_without_rendering()
        self.figure.set_layout_engine("none")

    def show(self, time: float) -> None:
        """Move everything to ``time`` (s since the start of the log)."""
        for run, line, hull in zip(self.runs, self._lines, self._hulls, strict=True):
            count = max(int(np.searchsorted(run.track_t, time, side="right")), 1)
            now = min(max(time, run.track_t[0]), run.track_t[-1])
            east, north = np.interp(now, run.track_t, run.x), np.interp(now, run.track_t, run.y)
            if count < len(run.track_t) and run.track_t[count] in run.jumps:
                east, north = run.x[count - 1], run.y[count - 1]  # no motion in between
            track = (run.track_t[:count], run.x[:count]), (run.track_t[:count], run.y[:count])
            past = [broken(series, run.jumps)[1] for series in track]
            line.set_data(np.append(past[0], east), np.append(past[1], north))
            heading = np.radians(bow(run, now))
            turn = np.array([[np.cos(heading), -np.sin(heading)], [np.sin(heading), np.cos(heading)]])
            hull.set_xy(self._size * OUTLINE @ turn + np.array([east, north]))
        self._title.set_text(self._caption(time))

    def _caption(self, time: float) -> str:
        text = f"{time:7.1f} s"
        if len(self.runs) > 1:
            return text
        run, at = self.runs[0], np.array([time])
        if run.speed is not None:
            text += f"   {step_at(run.speed, at)[0]:5.2f} m/s"
        if run.heading is not None:
            text += f"   heading {bow(run, time):03.0f} deg"
        if run.depth is not None and run.dives:
            text += f"   depth {step_at(run.depth, at)[0]:.1f} m"
        return text
