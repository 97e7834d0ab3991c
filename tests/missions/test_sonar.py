"""missions/sonar: a vehicle avoids what only its sonar knows of."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np

from tests.support.paths import ROOT
from usimmarine_py.cli.usim import entry
from usimmarine_py.logs.alog import load_series, read_alog

MISSION = ROOT / "missions" / "sonar"


def obstacles() -> dict[str, np.ndarray]:
    """Corners of each obstacle of the file."""
    found = re.findall(r"pts=\{(.*?)\},label=(\w+)", (MISSION / "obstacles.txt").read_text())
    return {
        label: np.array([[float(word) for word in one.split(",")] for one in text.split(":")]) for text, label in found
    }


def distance(points: np.ndarray, polygon: np.ndarray) -> np.ndarray:
    """Distance of points to the nearest edge, m."""
    best = np.full(len(points), np.inf)
    for a, b in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        share = np.clip((points - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
        best = np.minimum(best, np.hypot(*(points - a - share[:, None] * (b - a)).T))
    return best


def test_it_arrives_and_keeps_clear_of_what_stands_in_its_way(tmp_path: Path) -> None:
    assert entry(["run", str(MISSION), "-q", "-o", str(tmp_path)]) == 0
    summary = json.loads((tmp_path / "run.json").read_text())
    assert summary["ended"] == "pHelmIvP" and not summary["run_warnings"] and not summary["config_warnings"]
    series = load_series(tmp_path / "abe.alog", ["NAV_X", "NAV_Y"])
    count = min(len(series[name].values) for name in ("NAV_X", "NAV_Y"))
    track = np.column_stack([np.asarray(series[name].values[:count], float) for name in ("NAV_X", "NAV_Y")])
    straight = np.vstack([np.linspace(a, b, 400) for a, b in (((0, 0), (200, 0)), ((200, -80), (0, -80)))])
    for polygon in obstacles().values():
        assert distance(straight, polygon).min() < 2.0  # the way goes through it
        assert distance(track, polygon).min() > 2.0
    assert np.hypot(*(track[-1] - (0, -80))) < 25.0
    points = [dict(part.split("=", 1) for part in str(row.value).split(","))
              for row in read_alog(tmp_path / "abe.alog") if row.variable == "TRACKED_FEATURE"]  # fmt: skip
    true = {label: np.array([[float(one["x"]), float(one["y"])] for one in points if one["key"] == label])
            for label in obstacles()}  # fmt: skip
    for label, polygon in obstacles().items():
        # 0.8 deg at 60 m are 0.8 m
        assert len(true[label]) > 50 and np.percentile(distance(true[label], polygon), 95) < 2.0
    false = [one for one in points if one["key"].startswith("forward_sonar_f")]
    assert 1 <= len(false) <= 25 and len(false) + sum(map(len, true.values())) == len(points)
    # what stands in the water goes to no vehicle
    assert not any(row.variable in ("KNOWN_OBSTACLE", "GIVEN_OBSTACLE") for row in read_alog(tmp_path / "abe.alog"))
