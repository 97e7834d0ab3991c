"""``usim run`` of several mission files, or of a launch script: all communities on one clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from usimmarine_py.cli.missions.under_way import RunUnderWay
from usimmarine_py.cli.options import prints_aside
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError

if TYPE_CHECKING:
    from usimmarine_py.mission import Mission
    from usimmarine_py.run.fields.summary import FieldSummary

#: Pairs of vehicles whose closest approach is printed.
MOST_SHOWN = 5


def run_script(script: Path, arguments: Sequence[str], running: RunUnderWay) -> bool:
    """Play what a launch script would start; whether it failed."""
    from usimmarine_py.launch.script import played_script
    from usimmarine_py.run.fields.changes import changed_missions
    from usimmarine_py.run.stop import TickEnded

    given = running.given
    if given.reading.definitions:
        raise ConfigError("the launch script gives the macros: use its own arguments", key="-D")
    with ExitStack() as stack:
        played = played_script(script, arguments, seed=given.seed or 0, stopped=lambda: bool(running.stop()))
        try:
            found = stack.enter_context(played)
            found.require_whole(script)
        except ConfigError:
            if running.stop():  # which ended the script, too
                raise TickEnded from None
            raise
        if running.speaks:
            names = ", ".join(one.mission.name for one in found.communities)
            say(f"script       {script} starts {names}")
            for text in found.left_out:
                say(f"not played   {text}")
            for word in found.pokes:
                say(f"poke         {word}, by uPokeDB of the script")
        missions = changed_missions([one.mission for one in found.communities], given.reading, literal=True)
        return _run(missions, str(script), running, found.pokes)


def run_files(files: Sequence[Path], running: RunUnderWay) -> bool:
    """Play several mission files; whether it failed."""
    from usimmarine_py.run.fields.changes import changed_missions

    given = running.given
    missions = changed_missions(files, given.reading)
    return _run(missions, ", ".join(map(str, files)), running)


def _run(missions: Sequence[Mission], name: str, running: RunUnderWay, pokes: Sequence[str] = ()) -> bool:
    from usimmarine_py.run.field import SHARE_DELAY
    from usimmarine_py.run.fields.output import run_field
    from usimmarine_py.run.fields.requirements import FieldRequirements
    from usimmarine_py.run.run import limits
    from usimmarine_py.run.several import plan_field

    given = running.given
    files = given.files.files(FieldRequirements(given.require))
    limit, cut = limits(given.duration, given.max_time)
    with prints_aside(given.shown.as_json):
        plan = plan_field(
            missions,
            duration=given.duration,
            seed=given.seed,
            limit=limit,
            cut=cut,
            behaviors=given.own.behaviors,
            operator=replace(given.operator, pokes=(*given.operator.pokes, *pokes)),
            share_loss=given.links.share_loss,
            share_delay=SHARE_DELAY if given.links.share_delay is None else given.links.share_delay,
        )
        found = run_field(plan, running.folder, files, progress=running.progress, stopped=running.stop)
    failures = running.report(found, lambda: _tell(found, running.folder))
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
    for text in found.judged_lines():
        say(text)
    say(f"files        {folder}: a log and a summary of each community, run.json")
