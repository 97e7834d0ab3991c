"""Mail that is called nearly like ours, and that nobody reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from usimmarine_py import Simulator, run_mission
from usimmarine_py.errors import MailError

MISSION = """
ProcessConfig = usimmarine
{
  thrust_map = 20:1, 100:5
}
ProcessConfig = uTimerScript
{
  event = var=DESIRED_THRUST, val=50, time=1
  event = var=USM_RESTE, val="x=0,y=0", time=3
  event = var=USM_RESET, val="x=0,y=0", time=4
  event = var=USM_OF_SOMEBODY_ELSE_ALTOGETHER, val=1, time=4
  event = quit, time=5
}
"""


def test_a_misspelt_post_is_a_warning_with_sender_and_suggestion(tmp_path: Path) -> None:
    file = tmp_path / "m.moos"
    file.write_text(MISSION)
    assert run_mission(file).summary.run_warnings == {
        "usimmarine: USM_RESTE from uTimerScript: no such mail is read; did you mean USM_RESET": 1
    }


def test_python_is_told_the_same() -> None:
    with pytest.raises(MailError, match="USM_RESTE from python: no such mail is read; did you mean USM_RESET"):
        Simulator().post("USM_RESTE", "x=0")


def test_more_warnings_than_a_report_holds_are_all_in_the_summary(tmp_path: Path) -> None:
    events = "".join(f'  event = var=USM_RESET, val="{"q" * (i + 1)}=1", time={i}\n' for i in range(1, 15))
    file = tmp_path / "m.moos"
    file.write_text(MISSION.split("  event")[0] + events + "  event = quit, time=16\n}\n")
    found = run_mission(file).summary.run_warnings
    assert len(found) == 14
    assert not any("Other Run" in text for text in found)
