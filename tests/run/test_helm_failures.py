"""BHV_TestFailure in lock step: the helm makes no tick for a while, or is gone."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from usimmarine_py.cli.usim import entry

MISSION = """
ServerPort = 9000
Community = abe
MOOSTimeWarp = 4
LatOrigin = 43.8
LongOrigin = -70.3
ProcessConfig = uSimMarineV22
{
  AppTick = 4
  prefix = NAV
  start_pos = x=0,y=0,heading=0
}
ProcessConfig = pHelmIvP
{
  AppTick = 4
  behaviors = m.bhv
  domain = course:0:359:360
  domain = speed:0:4:41
  start_in_drive = true
}
"""
BEHAVIORS = """
Behavior = BHV_TestFailure
{
  name = fails
  duration = 5
  failure_type = %s
  endflag = DONE = true
}
"""
SHORE = "ServerPort = 9001\nCommunity = shore\nProcessConfig = pShare\n{\n}\n"


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize(
    ("failure", "gap", "gone"),
    [
        ("burn,2.0", 8.0, False),
        ("hang", 12.0, False),
        ("burn,-1", 0.0, False),
        ("crash", 0.0, True),
        ("odd", 0.0, True),
    ],
)
def test_a_failing_helm(tmp_path: Path, several: bool, failure: str, gap: float, gone: bool) -> None:
    """Real seconds at the mission's time warp; what it posts in that iteration leaves at its end, or never."""
    (tmp_path / "abe.moos").write_text(MISSION)
    (tmp_path / "shore.moos").write_text(SHORE)
    (tmp_path / "m.bhv").write_text(BEHAVIORS % failure)
    files = [str(tmp_path / f"{name}.moos") for name in (("abe", "shore") if several else ("abe",))]
    log = tmp_path / "o" / "abe.alog"
    assert entry(["run", *files, "-q", "--duration", "30", "-o", str(log.parent)]) == 0
    states, done = _times(log, "IVPHELM_STATE"), _times(log, "DONE")
    assert max(b - a for a, b in pairwise(states)) == pytest.approx(0.25 + gap)
    if gone:
        assert done == [] and states[-1] < 7.0 and _times(log, "NAV_X")[-1] > 29.0
    else:
        assert done == [pytest.approx(6.0 + gap)] and states[-1] > 29.0


def _times(log: Path, name: str) -> list[float]:
    rows = [line.split(None, 2) for line in log.read_text().splitlines() if not line.startswith("%")]
    return [float(row[0]) for row in rows if row[1] == name]


def test_a_helm_without_a_datum_names_the_mission(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "abe.moos").write_text(MISSION.replace("LatOrigin = 43.8\n", ""))
    (tmp_path / "m.bhv").write_text(BEHAVIORS % "hang")
    assert entry(["run", str(tmp_path / "abe.moos"), "-o", str(tmp_path / "out")]) == 2
    assert "usim: abe.moos: No LatOrigin" in capsys.readouterr().err
