"""Many runs in one process: none leaves its memory behind."""

from __future__ import annotations

import subprocess
import sys

from tests.support.paths import MISSIONS
from tests.support.processes import environment

#: In a process of its own: what lies aside in this one is large, and by how much it has grown counts.
CODE = """
import gc, sys
from usimmarine_py import run_mission
from usimmarine_py.run.loop import RunLoop
most = 0
for _ in range(40):
    run_mission(sys.argv[1], duration=1.0)
    most = max(most, sum(type(one) is RunLoop for one in gc.get_objects()))
print(most)
"""


def test_what_runs_leave_is_collected() -> None:
    mission = str(MISSIONS / "alpha" / "alpha.moos")
    done = subprocess.run(
        [sys.executable, "-c", CODE, mission], env=environment(), capture_output=True, text=True, check=True
    )
    assert int(done.stdout.split()[-1]) < 25  # all 40 before
