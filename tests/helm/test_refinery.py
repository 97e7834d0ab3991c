"""The function of BHV_AvoidObstacleV24 with ``use_refinery`` is that of the real helm, box by box.

Recorded: pHelmIvP with the pose held while it made its function (BHV_IPF), at poses around a square obstacle.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from usimmarine_py.helm import Helm, read_helm_block
from usimmarine_py.helm.functions.surface import Surface
from usimmarine_py.values.mail import Message
from usimmarine_py.values.parameter import ConfigLine

RUN = json.loads(gzip.decompress((Path(__file__).parents[1] / "data/helm_refinery/obstacle.json.gz").read_bytes()))
POSE = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED")


def test_every_box_is_as_recorded() -> None:
    lines = [ConfigLine(*(part.strip() for part in line.split("=", 1))) for line in RUN["config"]]
    helm = Helm(read_helm_block(lines), {"t.bhv": RUN["bhv"]}, community="abe")
    now = 1000.0
    helm.start(now)
    helm.mail([Message("MOOS_MANUAL_OVERRIDE", "false", now, "test")], now)
    level = 0
    # a helm in park makes no function: the first pose is given twice
    for k, step in enumerate([RUN["steps"][0], *RUN["steps"]]):
        now += 0.5
        helm.mail([Message(name, value, now, "test") for name, value in zip(POSE, step["pose"], strict=True)], now)
        helm.tick(now)
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
