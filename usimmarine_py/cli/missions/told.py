"""What ``usim run`` prints at the end of a run."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from usimmarine_py.cli.progress import say
from usimmarine_py.run.output import ENDINGS
from usimmarine_py.run.summary import FieldSummary, RunResult, RunSummary

#: Pairs of vehicles whose closest approach is printed.
MOST_SHOWN = 5


def tell(summary: RunResult, folder: Path) -> None:
    """Print the result of a run whose files are in ``folder``."""
    if isinstance(summary, FieldSummary):
        _of_field(summary, folder)
    else:
        assert isinstance(summary, RunSummary)
        _of_one(summary, folder)


def _of_one(summary: RunSummary, folder: Path) -> None:
    for line in (*summary.warning_lines(), *summary.lines()):
        say(line)
    for name, digest in summary.files.items():
        say(f"file         {folder / name}  sha256 {digest[:16]}...")
    stem = Path(summary.mission).stem
    say(f"summary      {folder / stem}.json")
    for ending in ENDINGS:
        if f"{stem}{ending}" not in summary.files and (folder / f"{stem}{ending}").exists():
            say(f"note         {folder / stem}{ending} is of an earlier run")


def _of_field(found: FieldSummary, folder: Path) -> None:
    for text in found.warning_lines():
        say(text)
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
    fixed = any(event.obstacle for event in found.events)
    for obstacle in (False, True) if found.detected else ():
        counts = Counter(event.kind for event in found.events if event.obstacle is obstacle)
        kinds = (("encounter", "encounters"), ("near_miss", "near misses"), ("collision", "collisions"))
        text = ", ".join(f"{counts[kind]} {what}" for kind, what in kinds)
        if counts or obstacle is fixed:
            say(f"counted      {text}, with obstacles" if obstacle else f"counted      {text}")
    for event in [event for event in found.events if event.kind == "contact"][:MOST_SHOWN]:
        say(f"contact      the hulls of {' and '.join(event.between)} touch at {event.time:.0f} s")
    for text in found.judged_lines():
        say(text)
    say(f"files        {folder}: a log and a summary of each community, run.json")
