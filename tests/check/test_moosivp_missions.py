"""The simulator blocks of MOOS-IvP's own missions go through the checker without a false error."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.moosivp import mission_files
from usimmarine_py.check.helm.files import check_behavior_file
from usimmarine_py.check.lint import lint
from usimmarine_py.errors import MissionFileError
from usimmarine_py.mission import Severity, read_mission, simulator_blocks

#: Keys in these missions that no version of uSimMarine knows: uSimMarine reports them as unhandled, too.
REAL_MISTAKES = {"FLOAT_RATE", "CommsTic", "Invalid reset_max parameter value: no_limit"}


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
    assert {d.key or d.what for d in errors} <= REAL_MISTAKES, "\n".join(map(str, errors))


#: What is warned of in their .bhv files: modes that are never set, a variable that nothing posts, macros that
#: pHelmIvP posts as they are written, too.
REAL_SLIPS = {
    ("s2_bravo", 60), ("s6_foxtrot", 53), ("s7_golf", 79), ("t1_alpha", 63), ("x1_alpha", 79), ("x1_alpha", 80),
    ("x1_legs", 102), ("x1_legs", 103),
}  # fmt: skip


@pytest.mark.moosivp
def test_no_false_warning_about_behaviours(figure: Callable[[str], None]) -> None:
    files = mission_files("*.bhv")
    found = [(path, one) for path in files for one in check_behavior_file(str(path))]
    warned = [(path, one) for path, one in found if one.severity is Severity.WARNING and "no behaviour" not in one.what]
    figure(f"usim check over {len(files)} .bhv files of MOOS-IvP: {len(warned)} warnings")
    slips = {(path.parent.name, one.line) for path, one in warned}
    assert slips <= REAL_SLIPS, "\n".join(map(str, (one for _, one in warned)))
