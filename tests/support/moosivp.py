"""MOOS-IvP's own missions, where they lie beside its programs on PATH."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


def mission_files(pattern: str) -> list[Path]:
    """All files of MOOS-IvP's missions whose names fit; skips the test if there are none."""
    files = missions_there(pattern)
    if not files:
        pytest.skip("MOOS-IvP's missions are not beside its programs on PATH")
    return files


def missions_there(pattern: str) -> list[Path]:
    """The same; none, if there are none."""
    program = shutil.which("uSimMarineV22")
    root = Path() if program is None else Path(program).resolve().parents[1]
    places = ("missions", "ivp/missions", "ivp/missions-minicourse") if program is not None else ()
    return sorted(p for place in places for p in (root / place).rglob(pattern))
