"""Many runs in one process: none leaves its memory behind."""

from __future__ import annotations

import gc

from tests.support.paths import MISSIONS
from usimmarine_py import run_mission
from usimmarine_py.run.loop import RunLoop


def test_what_runs_leave_is_collected() -> None:
    gc.collect()
    most = 0
    for _ in range(40):
        run_mission(MISSIONS / "alpha" / "alpha.moos", duration=1.0)
        most = max(most, sum(type(one) is RunLoop for one in gc.get_objects()))
    assert most < 25  # all 40 before
