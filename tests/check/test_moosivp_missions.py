"""The simulator blocks of MOOS-IvP's own missions go through the checker without a false error."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.moosivp import mission_files
from usimmarine_py.check.lint import lint
from usimmarine_py.errors import MissionFileError
from usimmarine_py.mission import Severity, read_mission, simulator_blocks

#: Keys in these missions that no version of uSimMarine knows: uSimMarine reports them as unhandled, too.
REAL_MISTAKES = {"FLOAT_RATE", "CommsTic"}


@pytest.mark.moosivp
def test_no_false_error(figure: Callable[[str], None]) -> None:
    files = mission_files("*.moos")
    blocks = 0
    errors = []
    for path in files:
        try:
            mission = read_mission(path, {})
        except MissionFileError as error:  # one of them includes a file that it does not have
            assert "no file" in str(error)
            continue
        assert not mission.strays, path
        found = simulator_blocks(mission)
        blocks += len(found)
        if found:
            errors += [d for d in lint(mission) if d.severity is Severity.ERROR]
    keys = ", ".join(sorted({d.key for d in errors}))
    figure(f"usim check over MOOS-IvP's missions: {blocks} simulator blocks, {len(errors)} errors ({keys})")
    assert blocks >= 40
    assert {d.key for d in errors} <= REAL_MISTAKES, "\n".join(map(str, errors))
