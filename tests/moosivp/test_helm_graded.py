"""docs/ci.md, "Missions with a helm": the shipped alpha with the blocks of the page, live; the codes of its table."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.paths import MISSIONS, ROOT
from tests.support.processes import call, environment, free_port

PROGRAMS = ("MOOSDB", "pHelmIvP", "pMarinePIDV22", "pNodeReporter", "pMissionEval", "pAutoPoke", "uMayFinish")
SECTION = (ROOT / "docs/ci.md").read_text().partition("## Missions with a helm")[2].partition("\n## ")[0]
LAUNCHES, BLOCKS, COMMANDS = re.findall(r"```\n(.*?)```", SECTION, re.DOTALL)
#: What is changed, the exit codes of launching and of looking, and the report.
CASES = {
    "passes": ({}, 0, 0, "grade=pass"),
    "fails": ({"NAV_SPEED > 2": "NAV_SPEED > 200"}, 0, 1, "grade=fail"),
    "is late": ({"DB_UPTIME > 60": "DB_UPTIME > 6000", "--max_time=600": "--max_time=40"}, 1, 1, ""),
    "has no such program": ({"Run = pHelmIvP": "Run = pHelmAbsent"}, 2, 1, ""),
}


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("changes", "launched", "looked", "report"), CASES.values(), ids=CASES)
def test_the_codes_of_the_page(
    tmp_path: Path, changes: dict[str, str], launched: int, looked: int, report: str
) -> None:
    text = (MISSIONS / "alpha/alpha.moos").read_text()
    place = "  Run = uProcessWatch @ NewConsole = false\n"
    assert place in text
    text = text.replace(place, place + LAUNCHES) + BLOCKS
    for old, new in {"= 9000": f"= {free_port()}", "MOOSTimeWarp = 1": "MOOSTimeWarp = 10", **changes}.items():
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "alpha.moos").write_text(text)
    shutil.copy(MISSIONS / "alpha/alpha.bhv", tmp_path)
    old, launch, look = COMMANDS.splitlines()
    assert old.startswith("rm -f results.txt ") and launch.startswith("usim ")
    done = subprocess.run(
        call(*launch.split()[1:], program="usim"),
        cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.returncode == launched, done.stderr
    found = subprocess.run(["bash", "-c", look], cwd=tmp_path, capture_output=True, check=False)
    assert found.returncode == looked
    results = tmp_path / "results.txt"
    assert (results.read_text().strip() if results.is_file() else "") == report
