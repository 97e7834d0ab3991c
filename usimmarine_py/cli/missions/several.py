"""``usim run`` of several mission files, or of a launch script: all communities on one clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from usimmarine_py.cli.options import echo_json
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError

if TYPE_CHECKING:
    from usimmarine_py.mission import Mission


class FieldRequest(NamedTuple):
    """The options of the command that several communities take."""

    folder: Path
    duration: float | None
    seed: int | None
    presses: Sequence[str]
    pokes: Sequence[str]
    deploy: bool
    log: bool
    definitions: Sequence[str]
    folders: Sequence[str]
    as_json: bool
    quiet: bool


def run_script(
    script: Path,
    arguments: Sequence[str],
    request: FieldRequest,
    progress: Callable[[float, float], None] | None,
    stopped: Callable[[], str],
) -> bool:
    """Play what a launch script would start; whether it failed."""
    from usimmarine_py.launch.script import played_script
    from usimmarine_py.mission import read_mission

    if request.definitions:
        raise ConfigError("the launch script gives the macros: use its own arguments", key="-D")
    with played_script(script, arguments, seed=request.seed or 0, stopped=lambda: bool(stopped())) as found:
        if not request.quiet and not request.as_json:
            names = ", ".join(one.mission.name for one in found.communities)
            say(f"script       {script} starts {names}")
            for name in found.alone:
                say(f"not played   {name}, which the script starts by itself")
        return _run([read_mission(str(one.mission)) for one in found.communities], request, progress, stopped)


def run_files(
    files: Sequence[Path],
    request: FieldRequest,
    progress: Callable[[float, float], None] | None,
    stopped: Callable[[], str],
) -> bool:
    """Play several mission files; whether it failed."""
    from usimmarine_py.mission import read_mission

    missions = [read_mission(str(file), definitions=request.definitions, folders=request.folders) for file in files]
    return _run(missions, request, progress, stopped)


def _run(
    missions: Sequence[Mission],
    request: FieldRequest,
    progress: Callable[[float, float], None] | None,
    stopped: Callable[[], str],
) -> bool:
    from usimmarine_py.run.several import plan_field, run_field

    plan = plan_field(
        missions,
        duration=request.duration,
        seed=request.seed,
        presses=request.presses,
        pokes=request.pokes,
        deploy=request.deploy,
    )
    found = run_field(plan, request.folder, log=request.log, progress=progress, stopped=stopped)
    failures = [
        f"{name}: the vehicle {one['status']}" for name, one in found["communities"].items() if one["status"] != "ok"
    ]
    failures += [
        f"{name}: fail by {judge}: {one['stopped_at'].get(judge, '')}"
        for name, one in found["communities"].items()
        for judge, verdict in one["verdicts"].items()
        if verdict == "fail"
    ]
    if request.as_json:
        echo_json({**found, "folder": str(request.folder), "failures": failures})
    elif not request.quiet:
        _tell(found, request.folder)
    for text in failures:
        say(text, err=True)
    return bool(failures)


def _tell(found: dict[str, Any], folder: Path) -> None:
    for name, one in found["communities"].items():
        for text in one["config_warnings"]:
            say(f"warning      {name}: {text}")
        for text, count in one["run_warnings"].items():
            say(f"warning      {name}: {text}" + (f" ({count} times)" if count > 1 else ""))
        if one["left_out"]:
            say(f"not played   {name}: {', '.join(one['left_out'])}")
    real = found["real_time"]
    say(
        f"ended        {found['ended']} at {found['time']:.0f} s, {found['time'] / max(real, 1e-9):.0f} times real time"
    )
    for name, one in found["communities"].items():
        if one["distance"] > 0.0:
            say(f"{name:<12} {one['distance']:.1f} m, to x={one['end'][0]:.1f}, y={one['end'][1]:.1f}")
        for judge, verdict in one["verdicts"].items():
            say(f"{name:<12} graded {verdict} by {judge}")
    for text in found["notes"]:
        say(f"note         {text}")
    say(f"files        {folder}: a log and a summary of each community, run.json")
