"""``usim plot``: draw files to one figure on the disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from usimmarine_py.apps.hull import hull_of_mission
from usimmarine_py.apps.setup import mission_bed
from usimmarine_py.errors import ConfigError, UsimError
from usimmarine_py.logs.mcap.shapes import HullShape
from usimmarine_py.logs.motion import RunSeries, run_series
from usimmarine_py.logs.runs import RecordedRun, mission_name, mission_of, read_runs, stem
from usimmarine_py.plots.animate import animate, check_animation
from usimmarine_py.plots.navigation import navigation_figure
from usimmarine_py.plots.output import check_output, save_figure
from usimmarine_py.plots.rose import rose_figure
from usimmarine_py.plots.run import run_figure
from usimmarine_py.plots.variables import absent, parse_variables, variables_figure
from usimmarine_py.plots.weather import weather_figure
from usimmarine_py.sea.data.seabed import Seabed
from usimmarine_py.values.frozen import replace


@dataclass(frozen=True, slots=True)
class PlotRequest:
    """The request for a figure.

    At most one of ``variables``, ``wind_rose``, ``weather``, ``navigation``, ``animation``; none: the default figure.
    """

    runs: Sequence[Path]
    output: Path | None = None  #: None: beside the first run
    prefix: str = ""
    variables: str | None = None  #: ``A,B+C``
    wind_rose: bool = False
    wind: str = ""  #: ``SPEED,DIRECTION``
    weather: bool = False  #: runs side by side with wind and sea
    navigation: bool = False  #: true and estimated positions
    mission: Path | None = None  #: of the sea bed; None: that beside the log
    animation: bool = False
    frames: int = 100


def draw(
    request: PlotRequest,
    *,
    progress: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] | None = None,
) -> Path:
    """Draw the figure and return its path. The target is checked before the logs, which may be long, are read.

    ``progress(k, n)`` is called after each frame of an animation, ``note`` for anything that the figure leaves out.
    """
    kinds = [request.variables is not None, request.wind_rose, request.weather, request.navigation, request.animation]
    if sum(kinds) > 1:
        raise ConfigError("choose one of --vars, --wind-rose, --weather, --navigation and --animate")
    if request.navigation and len(request.runs) > 1:
        raise ConfigError("--navigation draws one run")
    if request.animation:
        target = request.output or _beside(request.runs[0], ".gif")
        check_animation(target, request.frames)
        animate([run_series(log, request.prefix) for log in read_runs(request.runs)], target, request.frames, progress)
        return target
    panels = None if request.variables is None else parse_variables(request.variables)
    ending = "_vars.png" if panels else "_wind.png" if request.wind_rose else ".png"
    ending = "_weather.png" if request.weather else "_navigation.png" if request.navigation else ending
    target = request.output or _beside(request.runs[0], ending)
    check_output(target)
    logs = read_runs(request.runs)
    if panels:
        figure = variables_figure(logs, panels)
        if note is not None:
            for text in absent(logs, panels):
                note(text)
    elif request.weather:
        figure = weather_figure(logs, request.prefix)
    elif request.navigation:
        figure = navigation_figure(logs[0], request.prefix, _bed(request, logs[0], note))
    elif request.wind_rose:
        figure = rose_figure(logs, request.wind)
    else:
        figure = run_figure([_whole(log, request) for log in logs], _bed(request, logs[0], note))
    save_figure(figure, target)
    return target


def _whole(log: RecordedRun, request: PlotRequest) -> RunSeries:
    """The run with the size of its vehicle, if a mission gives it."""
    hull = hull_of_mission(request.mission or mission_of(log.path))
    return replace(run_series(log, request.prefix), hull=None if hull == HullShape() else (hull.length, hull.beam))


def _bed(request: PlotRequest, log: RecordedRun, note: Callable[[str], None] | None) -> Seabed | None:
    """The sea bed of the mission; an error gives a note."""
    if request.mission is not None:
        return mission_bed(request.mission, note)
    found, name = mission_of(log.path), mission_name(log.path)
    try:
        if found is not None:
            return mission_bed(found, note)
    except UsimError as error:
        if note is not None:
            note(f"no sea bed: {error}")
        return None
    # few missions have one: altitudes indicate it
    if name and note is not None and any(variable.endswith("_ALTITUDE") for variable in log):
        note(f"no sea bed: {name}, the mission of the run, is not at its path; give --mission FILE.moos")
    return None


def _beside(run: Path, ending: str) -> Path:
    return run.with_name(stem(run) + ending)
