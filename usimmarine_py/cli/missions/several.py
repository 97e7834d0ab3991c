"""``usim run`` of several mission files, or of a launch script: all communities on one clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from usimmarine_py.cli.options import echo_json, prints_aside
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError

if TYPE_CHECKING:
    from usimmarine_py.mission import Mission
    from usimmarine_py.run.fields.summary import FieldSummary
    from usimmarine_py.run.output import RunFiles

#: Pairs of vehicles whose closest approach is printed.
MOST_SHOWN = 5


class FieldRequest(NamedTuple):
    """The options of the command that several communities take."""

    folder: Path
    files: RunFiles
    duration: float | None
    max_time: float | None
    seed: int | None
    changes: Mapping[str, str]
    behaviors: Sequence[str]
    presses: Sequence[str]
    pokes: Sequence[str]
    deploy: bool
    share_loss: float
    share_delay: float | None
    require: Sequence[str]
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
    from usimmarine_py.run.fields.changes import changed_missions
    from usimmarine_py.run.stop import TickEnded

    if request.definitions:
        raise ConfigError("the launch script gives the macros: use its own arguments", key="-D")
    with ExitStack() as stack:
        played = played_script(script, arguments, seed=request.seed or 0, stopped=lambda: bool(stopped()))
        try:
            found = stack.enter_context(played)
            found.require_whole(script)
        except ConfigError:
            if stopped():  # which ended the script, too
                raise TickEnded from None
            raise
        if not request.quiet and not request.as_json:
            names = ", ".join(one.mission.name for one in found.communities)
            say(f"script       {script} starts {names}")
            for text in found.left_out:
                say(f"not played   {text}")
            for word in found.pokes:
                say(f"poke         {word}, by uPokeDB of the script")
        missions = changed_missions([one.mission for one in found.communities], request.changes, literal=True)
        request = request._replace(pokes=[*request.pokes, *found.pokes])
        return _run(missions, str(script), request, progress, stopped)


def run_files(
    files: Sequence[Path],
    request: FieldRequest,
    progress: Callable[[float, float], None] | None,
    stopped: Callable[[], str],
) -> bool:
    """Play several mission files; whether it failed."""
    from usimmarine_py.run.fields.changes import changed_missions

    missions = changed_missions(files, request.changes, request.definitions, request.folders)
    return _run(missions, ", ".join(map(str, files)), request, progress, stopped)


def _run(
    missions: Sequence[Mission],
    name: str,
    request: FieldRequest,
    progress: Callable[[float, float], None] | None,
    stopped: Callable[[], str],
) -> bool:
    from usimmarine_py.run.field import SHARE_DELAY
    from usimmarine_py.run.fields.output import run_field
    from usimmarine_py.run.fields.requirements import FieldRequirements
    from usimmarine_py.run.run import limits
    from usimmarine_py.run.several import plan_field

    required = FieldRequirements(request.require)
    limit, cut = limits(request.duration, request.max_time)
    with prints_aside(request.as_json):
        plan = plan_field(
            missions,
            duration=request.duration,
            seed=request.seed,
            limit=limit,
            cut=cut,
            behaviors=request.behaviors,
            presses=request.presses,
            pokes=request.pokes,
            deploy=request.deploy,
            share_loss=request.share_loss,
            share_delay=SHARE_DELAY if request.share_delay is None else request.share_delay,
        )
        found = run_field(plan, request.folder, request.files, required=required, progress=progress, stopped=stopped)
    failures = [*found.faults(), *found.unmet()]
    if request.as_json:
        echo_json({**found.as_dict(), "folder": str(request.folder), "failures": failures})
    elif not request.quiet:
        _tell(found, request.folder)
    for text in failures:
        say(f"{name}: {text}", err=True)
    return bool(failures)


def _tell(found: FieldSummary, folder: Path) -> None:
    for text in found.warning_lines():
        say(text)
    for name, one in found.communities.items():
        if one.left_out:
            say(f"not played   {name}: {', '.join(one.left_out)}")
    real = found.real_time
    stuck = f"; {found.stuck}" if found.stuck else ""
    say(f"ended        {found.ended} at {found.time:.0f} s{stuck}, {found.time / max(real, 1e-9):.0f} times real time")
    for name in found.vehicles:
        one = found.communities[name]
        say(f"{name:<12} {one.distance:.1f} m, to x={one.end[0]:.1f}, y={one.end[1]:.1f}")
    for met in found.encounters[:MOST_SHOWN]:
        say(f"closest      {' and '.join(met.vehicles)}: {met.distance:.1f} m at {met.time:.0f} s")
    if len(found.encounters) > MOST_SHOWN:
        say(f"             and {len(found.encounters) - MOST_SHOWN} more pairs, see run.json")
    counts = Counter(event.kind for event in found.events)
    if found.detected:
        kinds = (("encounter", "encounters"), ("near_miss", "near misses"), ("collision", "collisions"))
        say("counted      " + ", ".join(f"{counts[kind]} {what}" for kind, what in kinds))
    for event in [event for event in found.events if event.kind == "contact"][:MOST_SHOWN]:
        say(f"contact      the hulls of {' and '.join(event.between)} touch at {event.time:.0f} s")
    for judge, verdict in found.verdicts.items():
        why = f": {found.stopped_at[judge]}" if judge in found.stopped_at else ""
        say(f"graded       {verdict} by {judge}{why}")
    for file, text in found.reports.items():
        for line in text.splitlines():
            say(f"{file:<12} {line.strip()}")
    for text in found.notes:
        say(f"note         {text}")
    for text, why in found.required.items():
        say(f"required     {text}: {why or 'yes'}")
    say(f"files        {folder}: a log and a summary of each community, run.json")
