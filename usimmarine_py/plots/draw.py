"""``usim plot``: draw files to one figure on the disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from usimmarine_py.apps.hull import hull_beside, hull_of_mission
from usimmarine_py.apps.setup import mission_bed
from usimmarine_py.errors import ConfigError, UsimError
from usimmarine_py.logs.alog import offsets
from usimmarine_py.logs.fleet.read import shifted
from usimmarine_py.logs.helm import has_helm, helm_log, helm_of, says_of_helm
from usimmarine_py.logs.mcap.shapes import HullShape
from usimmarine_py.logs.motion import RunSeries, has_position, run_series
from usimmarine_py.logs.runs import RecordedRun, mission_as_run, mission_name, read_runs, stem
from usimmarine_py.plots.animate import animate, check_animation
from usimmarine_py.plots.helm.figure import helm_figure
from usimmarine_py.plots.navigation import navigation_figure
from usimmarine_py.plots.output import check_output, save_figure
from usimmarine_py.plots.run import run_figure
from usimmarine_py.plots.variables import absent, parse_variables, variables_figure
from usimmarine_py.plots.weather.compared import weather_figure
from usimmarine_py.plots.weather.rose import rose_figure
from usimmarine_py.sea.data.seabed import Seabed
from usimmarine_py.values.frozen import replace


@dataclass(frozen=True, slots=True)
class PlotRequest:
    """The request for a figure.

    At most one of ``variables``, ``wind_rose``, ``weather``, ``navigation``, ``ipf``, ``helm``, ``encounters``,
    ``animation``; none: the default figure.
    """

    runs: Sequence[Path]
    output: Path | None = None  #: None: beside the first run
    prefix: str = ""
    variables: str | None = None  #: ``A,B+C``
    wind_rose: bool = False
    wind: str = ""  #: ``SPEED,DIRECTION``
    weather: bool = False  #: runs side by side with wind and sea
    navigation: bool = False  #: true and estimated positions
    ipf: float | None = None  #: s of the log at which the functions of the helm are drawn
    helm: bool = False  #: what the helms did over time
    encounters: bool = False  #: of each pair of vehicles
    mission: Path | None = None  #: of the sea bed and the helm; None: that beside the log
    animation: bool = False
    frames: int = 100
    field: bool = False  #: the runs are of the vehicles of one mission


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
    if sum(kinds) + (request.ipf is not None) + request.helm + request.encounters > 1:
        raise ConfigError(
            "choose one of --vars, --wind-rose, --weather, --navigation, --helm, --ipf, --encounters and --animate"
        )
    if request.ipf is not None:
        return draw_functions(request, request.ipf, note)
    if request.helm:
        return draw_helms(request, note)
    if request.encounters:
        return draw_encounters(request)
    if request.field and not any(kinds):
        return draw_field(request, note)
    if request.navigation and len(request.runs) > 1:
        raise ConfigError("--navigation draws one run")
    if request.animation:
        target = request.output or _beside(request.runs[0], ".gif")
        check_animation(target, request.frames)
        logs = _placed(read_runs(request.runs), request, note)
        animate([run_series(log, request.prefix) for log in logs], target, request.frames, progress)
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
        figure = weather_figure(_placed(logs, request, note), request.prefix)
    elif request.navigation:
        figure = navigation_figure(logs[0], request.prefix, _bed(request, logs[0], note))
    elif request.wind_rose:
        figure = rose_figure(logs, request.wind)
    else:
        logs = _placed(logs, request, note)
        bed = _bed(request, logs[0], note)
        helm = helm_log(logs[0].path) if len(logs) == 1 and has_helm(logs[0]) else None
        # guidance may have driven beside a helm that had nothing to do
        if helm is not None and (helm.active or "GUIDANCE_CROSS_TRACK" not in logs[0].series):
            figure = helm_figure(_whole(logs[0], request), helm, bed)
        else:
            figure = run_figure([_whole(log, request) for log in logs], bed)
    save_figure(figure, target)
    return target


def draw_functions(request: PlotRequest, time: float, note: Callable[[str], None] | None = None) -> Path:
    """Draw the objective functions of the helm of one run at a time (s of the log), and return the figure's path."""
    from usimmarine_py.plots.helm.functions import functions_figure
    from usimmarine_py.plots.helm.replayed import moment_at

    if len(request.runs) > 1:
        names = ", ".join(run.name for run in request.runs)
        raise ConfigError(f"--ipf draws one run, and there are several: {names}; name one of them")
    (log,) = request.runs
    target = request.output or _beside(log, "_ipf.png")
    check_output(target)
    moment = moment_at(log, request.mission or mission_as_run(log), time, note)
    chosen = ", ".join(f"{axis.name} {moment.decision[axis.name]:g}" for axis in moment.axes[::-1]
                       if axis.name in moment.decision)  # fmt: skip
    save_figure(functions_figure(moment, f"{stem(log)} at {moment.time:g} s: {chosen}"), target)
    return target


def draw_helms(request: PlotRequest, note: Callable[[str], None] | None = None) -> Path:
    """Draw what the helm of each run did over time; runs without one give a note."""
    from usimmarine_py.plots.helm.helms import helms_figure

    target = request.output or _beside(request.runs[0], "_helm.png")
    check_output(target)
    logs = read_runs(request.runs, says_of_helm)
    shifts = offsets([log.path for log in logs])
    helms = [(log.name, helm_of(shifted(log, shifts[log.path]))) for log in logs if has_helm(log)]
    for log in logs:
        if helms and note is not None and not has_helm(log):
            note(f"no helm posted to {log.path.name}: left out")
    save_figure(helms_figure(helms), target)
    return target


def draw_encounters(request: PlotRequest) -> Path:
    """Draw the encounters of all vehicles of one run: of its folder, or of the logs of its communities."""
    from usimmarine_py.logs.fleet.encounters import encounters
    from usimmarine_py.logs.fleet.read import read_fleet
    from usimmarine_py.plots.fleet.met import encounters_figure

    first = request.runs[0]
    target = request.output or (first / "encounters.png" if first.is_dir() else _beside(first, "_encounters.png"))
    check_output(target)
    log = read_fleet(request.runs, request.prefix)
    met = encounters(log, {path: helm_log(path) for path in log.logs if path.suffix == ".alog"})
    save_figure(encounters_figure(log.name, met), target)
    return target


def draw_field(request: PlotRequest, note: Callable[[str], None] | None = None) -> Path:
    """Draw all vehicles of one run (docs/pictures.md): of its folder, or of the logs of its communities."""
    from usimmarine_py.logs.fleet.read import RUN_FILE, read_fleet
    from usimmarine_py.plots.fleet.figure import fleet_figure

    first = request.runs[0]
    beside = (first / RUN_FILE).with_suffix(".png") if first.is_dir() else _beside(first, "_field.png")
    target = request.output or beside
    check_output(target)
    log = read_fleet(request.runs, request.prefix)
    bed = None
    if request.mission is not None or any(map(mission_name, log.logs)):
        path = next((path for path in log.logs if mission_name(path)), log.logs[0])
        bed = _bed(request, RecordedRun(path, {}), note)
    save_figure(fleet_figure(log, bed), target)
    return target


def _placed(
    logs: Sequence[RecordedRun], request: PlotRequest, note: Callable[[str], None] | None
) -> Sequence[RecordedRun]:
    """The runs with a position: a shoreside among several has none."""
    found = [log for log in logs if has_position(log, request.prefix)]
    for log in logs if found else ():
        if log not in found and note is not None:
            note(f"no position in {log.path.name}: left out")
    return found or logs


def _whole(log: RecordedRun, request: PlotRequest) -> RunSeries:
    """The run with the size of its vehicle, if a mission gives it."""
    hull = hull_of_mission(request.mission) if request.mission is not None else hull_beside(log.path)
    return replace(run_series(log, request.prefix), hull=None if hull == HullShape() else (hull.length, hull.beam))


def _bed(request: PlotRequest, log: RecordedRun, note: Callable[[str], None] | None) -> Seabed | None:
    """The sea bed of the mission; an error gives a note."""
    if request.mission is not None:
        return mission_bed(request.mission, note)
    name = mission_name(log.path)
    try:
        found = mission_as_run(log.path)
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
