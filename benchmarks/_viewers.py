"""An encounter, live, as a viewer of Foxglove's WebSocket and a node on DDS get it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median

from benchmarks._doors import door, row
from benchmarks._launched import launched
from benchmarks.live import ROOT
from tests.doors.viewer import Viewer
from tests.support.processes import free_port

#: Settings of a node that reaches this machine alone, and a domain that no other is in.
_DDS = {
    "CYCLONEDDS_URI": "<CycloneDDS><Domain><General><Interfaces><NetworkInterface address='127.0.0.1'/></Interfaces>"
    "</General></Domain></CycloneDDS>",
    "ROS_DOMAIN_ID": "77",
}
_NAMES = ("abe", "ben")


@contextmanager
def _encounter(place: Path, warp: float) -> Iterator[list[str]]:
    """Play it; yield the files of its vehicles."""
    shutil.copytree(ROOT / "missions" / "encounter", place)
    files = [place / f"{name}.moos" for name in ("shore", *_NAMES)]
    ports: dict[str, str] = {}
    for file in files:
        text = file.read_text()
        for port in re.findall(r"\b9[02]0\d\b", text):
            ports.setdefault(port, str(free_port()))
        file.write_text(re.sub(r"\b9[02]0\d\b", lambda found: ports[found[0]], text))
    with launched(files, warp, ours=True):
        yield [str(file) for file in files[1:]]


def _row(name: str, stamps: Sequence[float], arrived: Sequence[float], warp: float, count: int, more: str) -> None:
    """Print what came; ``stamps``: s, of one position after another; a gap between two is a loss."""
    gaps = [after - before for before, after in pairwise(stamps)]
    step = median(gaps)
    lost = len([gap for gap in gaps if gap > 1.5 * step])
    took = arrived[-1] - arrived[0]
    waits = [at - stamp for at, stamp in zip(arrived, stamps, strict=True)] if warp == 1.0 else []
    row(f"{name}, warp {warp:g}", count / took, lost, len(stamps), waits, f"{more}, a position each {step:.2f} s")


def foxglove(folder: Path, seconds: float) -> None:
    """All channels of both vehicles."""
    for warp in (1.0, 10.0):
        with ExitStack() as stack:
            place = folder / f"foxglove{warp:g}"
            files = stack.enter_context(_encounter(place, warp))
            stack.enter_context(
                door(place, "foxglove", *files, "--ws-port", str(port := free_port()), until="^community")
            )
            viewer = stack.enter_context(closing(Viewer(port)))
            for name in _NAMES:
                viewer.await_topic(f"/{name}/NAV_X", 5)
            viewer.messages.clear()
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                viewer.read()
            count = sum(len(one) for one in viewer.messages.values())
            for name in _NAMES:
                found = viewer.messages[f"/{name}/NAV_X"]
                stamps, arrived = [one[1] / 1e9 for one in found], [one[0] for one in found]
                _row(f"foxglove {name}", stamps, arrived, warp, count, f"{len(viewer.channels)} channels")


def ros(folder: Path, seconds: float) -> None:
    """Odometry of both vehicles."""
    node = ROOT / "tests" / "doors" / "ros_node.py"
    for warp in (1.0, 10.0):
        with ExitStack() as stack:
            place = folder / f"ros{warp:g}"
            files = stack.enter_context(_encounter(place, warp))
            stack.enter_context(door(place, "ros", *files, "--domain", _DDS["ROS_DOMAIN_ID"], until="^community"))
            words = [sys.executable, str(node), "listen", f"{seconds:g}", *_NAMES]
            listener = subprocess.run(
                words, env={**os.environ, **_DDS}, stdout=subprocess.PIPE, text=True, check=True, timeout=seconds + 60.0
            )
            heard = [json.loads(line) for line in listener.stdout.splitlines()]
            for name in _NAMES:
                found = [one for one in heard if one["topic"] == f"/{name}/odom"]
                stamps = [one["header"]["stamp"]["sec"] + one["header"]["stamp"]["nanosec"] / 1e9 for one in found]
                _row(f"ros {name}", stamps, [one["at"] for one in found], warp, len(heard), "all topics")
