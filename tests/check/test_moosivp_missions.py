"""The simulator blocks of MOOS-IvP's own missions go through the checker without a false error."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from usimmarine_py.check.lint import lint
from usimmarine_py.mission import Severity, read_mission, simulator_blocks

#: Keys in these missions that no version of uSimMarine knows: uSimMarine reports them as unhandled, too.
REAL_MISTAKES = {"FLOAT_RATE", "CommsTic"}


def _missions() -> list[Path]:
    program = shutil.which("uSimMarineV22")
    if program is None:
        return []
    root = Path(program).resolve().parents[1]
    return sorted(p for place in ("missions", "ivp/missions") for p in (root / place).rglob("*.moos"))


@pytest.mark.moosivp
def test_no_false_error(figure: Callable[[str], None]) -> None:
    files = _missions()
    if not files:
        pytest.skip("MOOS-IvP's missions are not beside its programs on PATH")
    blocks = 0
    errors = []
    for path in files:
        mission = read_mission(path, {})
        found = simulator_blocks(mission)
        blocks += len(found)
        if found:
            errors += [d for d in lint(mission) if d.severity is Severity.ERROR]
    keys = ", ".join(sorted({d.key for d in errors}))
    figure(f"usim check over MOOS-IvP's missions: {blocks} simulator blocks, {len(errors)} errors ({keys})")
    assert blocks >= 40
    assert {d.key for d in errors} <= REAL_MISTAKES, "\n".join(map(str, errors))
