"""missions/cooperative: an AUV finds its way by ranges to a surface craft."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from tests.support.paths import ROOT
from usimmarine_py.cli.usim import entry
from usimmarine_py.logs.alog import load_series, read_alog

MISSION = ROOT / "missions" / "cooperative"
APP = ("--app", str(MISSION / "cooperative.py"))


def shortened(folder: Path, seconds: int, *more: str) -> Path:
    assert entry(["run", str(MISSION), *APP, "--duration", str(seconds), "-q", "-o", str(folder), *more]) == 0
    return folder


def test_ranges_are_those_of_the_tracks(tmp_path: Path) -> None:
    folder = shortened(tmp_path, 50)
    tracks = {name: load_series(folder / f"{name}.alog", ["NAV_X", "NAV_Y", "NAV_DEPTH"]) for name in ("abe", "ben")}

    def place(name: str, time: float) -> np.ndarray:
        one = tracks[name]
        x, y, z = (np.interp(time, one[v].times, one[v].values) for v in ("NAV_X", "NAV_Y", "NAV_DEPTH"))
        return np.array([x, y, max(z, 3.0 if name == "abe" else 0.0)])

    base = None
    reports = [str(row.value) for row in read_alog(folder / "ben.alog") if row.variable == "CRS_RANGE_REPORT"]
    sent = [row for row in read_alog(folder / "abe.alog") if row.variable == "CRS_RANGE_REQUEST"]
    assert len(reports) >= 2 and len(sent) >= len(reports)
    packets = [row for row in read_alog(folder / "shore.alog") if row.variable == "UAM_PACKET"]
    for row in packets:
        found = dict(part.split("=", 1) for part in str(row.value).split(","))
        # times of texts are MOOS times; those of logs begin at the start
        base = float(found["arrival"]) - row.time if base is None else base
        at, there = place("abe", float(found["sent"]) - base), place("ben", float(found["arrival"]) - base)
        assert float(found["range"]) == pytest.approx(float(np.linalg.norm(at - there)), abs=2.5)
        (text,) = [text for text in reports if f"time={float(found['arrival']):.3f}"[:-1] in text] or [""]
        if text:
            measured = float(re.search(r"range=([\d.]+)", text)[1])  # type: ignore[index]
            # reckoned with 1495 m/s in water of 1482 to 1510, with 0.5 ms of noise and ben's clock
            assert measured == pytest.approx(float(found["range"]), rel=0.01, abs=2.5)


@pytest.mark.nightly
def test_it_is_graded_by_its_own_expectations(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["grade", str(MISSION), *APP]) == 0
    assert "5 expectations" in capsys.readouterr().out


@pytest.mark.nightly
def test_several_processes_hear_the_same_packets(tmp_path: Path) -> None:
    once, apart = shortened(tmp_path / "a", 120), shortened(tmp_path / "b", 120, "--processes", "3")
    for name in ("abe", "ben", "shore"):
        assert (once / f"{name}.alog").read_bytes() == (apart / f"{name}.alog").read_bytes()
