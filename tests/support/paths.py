"""Where things are in the checkout."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MISSIONS = ROOT / "missions"
DATA = ROOT / "tests" / "data"
REFERENCE = DATA / "reference"
MOOS_WIRE = DATA / "moos-wire"
