"""The first lines of a log: all that is needed to repeat its run, and nothing about where and when it was done."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from importlib import metadata
from pathlib import Path

from usimmarine_py.apps.own.behaviors import behavior_digests
from usimmarine_py.apps.own.find import digests
from usimmarine_py.apps.recorder import mission_hash
from usimmarine_py.mission import Mission
from usimmarine_py.run.applications import PlayedBlocks
from usimmarine_py.run.plan import PlayedCommunity, RunPlan
from usimmarine_py.values.overrides import VehicleText
from usimmarine_py.version import __version__


def header(plan: RunPlan, one: PlayedCommunity) -> list[str]:
    """Return the lines at the head of a community's log."""
    lines = [
        f"usimmarine {__version__}, lock-step run, {packages()}",
        f"mission {Path(one.mission.file).name}, SHA-256 as read {mission_hash(one.mission)}",
    ]
    if plan.alone is None:
        lines.append(f"community {one.name} of {', '.join(other.name for other in plan.communities)}")
    if one.simulator is not None and one.played.vehicle is not None:
        simulator = one.simulator
        block = one.played.vehicle.name
        lines.append(f"block {block}, dialect {simulator.dialect}, dynamics {simulator.dynamics}")
    ticks = (f"{app.settings.name} {app.settings.loop.app_tick:g}/s" for app in one.applications)
    lines += [
        f"applications {', '.join(ticks)}",
        f"seed {plan.seed}",
        f"duration {'until the mission ends it' if plan.duration is None else repr(plan.duration)}",
        *(f"application {name} is {given.label}" for name, given in one.own.items()),
    ]
    files = [*files_named(one.mission, one.played), *digests(one.own).items()]
    files += [pair for helm in one.helms for pair in behavior_digests(helm.helm.behaviors)]
    return lines + [f"file {name}, SHA-256 {digest}" for name, digest in files]


@cache
def packages() -> str:
    """Python and numpy, as logs and sweeps name them. Too slow to look up in each run of a sweep."""
    try:
        numpy = f"numpy {metadata.version('numpy')}"
    except metadata.PackageNotFoundError:  # in a browser, where what needs no arrays is played without them
        numpy = "no numpy"
    return f"Python {platform.python_version()}, {numpy}"


def files_named(mission: Mission, played: PlayedBlocks) -> list[tuple[str, str]]:
    """Return name and SHA-256 of every file that a played block names (vehicle files, current fields)."""
    folder = Path(mission.file).parent
    entries = [entry for one in played.blocks for entry in one.block.entries]
    names = {e.value if e.key.lower() != "vehicle" else VehicleText.read(e.value).name for e in entries}
    return sorted((name, digest) for name in names if (digest := digest_beside(folder, name)))


def digest_beside(folder: Path, name: str) -> str:
    """SHA-256 of the file of that name in a folder; empty if the text is no name of a file there."""
    try:
        file = folder / name
        return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else ""
    except (OSError, ValueError):
        # too long for a name, a NUL inside
        return ""
