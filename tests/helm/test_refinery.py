"""The functions of BHV_AvoidObstacleV24 with ``use_refinery`` and of V21 are those of the real helm.

Recorded: pHelmIvP with the pose held while it made its function (BHV_IPF), at poses around an obstacle.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from usimmarine_py.helm import Helm, read_helm_block
from usimmarine_py.helm.functions.surface import Surface
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

DATA = Path(__file__).parents[1] / "data/helm_refinery"
POSE = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED")


def read(name: str) -> Any:
    return json.loads(gzip.decompress((DATA / f"{name}.json.gz").read_bytes()))


def run(helm: Helm, pose: Sequence[float], now: float) -> None:
    helm.mail([Message(name, float(value), now, "test") for name, value in zip(POSE, pose, strict=True)], now)
    helm.tick(now)


def started(lines: Sequence[str], behaviors: str) -> Helm:
    config = [ConfigLine(*(part.strip() for part in line.split("=", 1))) for line in lines]
    helm = Helm(read_helm_block(config), {"t.bhv": behaviors}, community="abe")
    helm.start(1000.0)
    helm.mail([Message("MOOS_MANUAL_OVERRIDE", "false", 1000.0, "test")], 1000.0)
    return helm


def test_every_box_is_as_recorded() -> None:
    recorded = read("obstacle")
    helm, now = started(recorded["config"], recorded["bhv"]), 1000.0
    level = 0
    # a helm in park makes no function: the first pose is given twice
    for k, step in enumerate([recorded["steps"][0], *recorded["steps"]]):
        now += 0.5
        run(helm, step["pose"], now)
        if k == 0:
            continue
        weight, function = helm.functions["obs"]
        assert isinstance(function, Surface)
        assert weight == pytest.approx(step["weight"], abs=1e-4), step["pose"]
        assert function.count == step["count"], step["pose"]
        for first, last, slope, base in step["pieces"]:
            level += slope == 0 and last - first > 3
            courses = np.arange(first, last + 1)
            # slopes were written with four decimals
            assert function.grid[first : last + 1, 0] == pytest.approx(slope * courses + base, abs=0.03), step["pose"]
    assert level > 50


@pytest.mark.parametrize("k", range(13))
def test_every_value_of_the_elder_is_as_recorded(k: int) -> None:
    recorded = read("obstacle_v21")
    step, (courses, speeds) = recorded["steps"][k], recorded["every"]
    lines = ["domain = course:0:359:360", "domain = speed:0:4:41", "ok_skew = any"]
    helm = started(lines, recorded["bhv"] % ("use_refinery = true\n" if step["refinery"] else ""))
    for now in (1000.5, 1001.0):
        run(helm, step["pose"], now)
    weight, function = helm.functions["w"]
    assert isinstance(function, Surface)
    assert (weight, function.count) == (pytest.approx(step["weight"], abs=1e-4), step["count"])
    assert function.grid[::courses, ::speeds] == pytest.approx(np.array(step["grid"]), abs=0.03)
