"""Which processes pAntler starts, and which block is the simulator's. Arguments as a script run by pAntler saw them."""

from __future__ import annotations

import pytest

from usimmarine_py.errors import ConfigError, MissionFileError
from usimmarine_py.mission import Mission, find_simulator_block, launches, missing_block_text, parse_mission

ANTLER = """ProcessConfig = ANTLER
{
  MSBetweenLaunches = 10
  Run = ad.py
  Run = ad.py ~ al1
  Run = ad.py @ NewConsole = false ~ al2
  Run = ad.py @ ExtraProcessParams = XP, NewConsole=false ~ al 5
  RUN = ./ad.py @ newconsole=false
  Run = ad.py @ NewConsole=false, InhibitMOOSParams = true ~ al8
  Run = ad.py @ ExtraProcessParams = YP ~ al9
  Run = "ad.py" @ NewConsole = false ~ al10
  Run = ad.py @ extraprocessparams = xp ~ al6 ~ al7
  XP = --one,--two=2,  three four , -x
  XP = second
}
"""


def test_arguments_equal_what_pantler_gives() -> None:
    found = launches(parse_mission(ANTLER, "m.moos"))
    extra = ["--one", "--two=2", "  three four ", " -x"]
    assert [x.arguments("m.moos") for x in found] == [
        ["ad.py", "m.moos", "ad.py"],
        ["ad.py~al1", "m.moos", "ad.py~al1"],
        ["ad.py", "m.moos", "al2"],
        ["ad.py", "m.moos", "al5", *extra],
        ["./ad.py", "m.moos", "ad.py"],
        ["ad.py"],
        ["ad.py", "m.moos", "al9"],
        ["ad.py", "m.moos", "al10"],
        ["ad.py", "m.moos", "al6~al7", *extra],
    ]
    assert [x.line for x in found] == [4, 5, 6, 7, 8, 9, 10, 11, 12]
    assert launches(parse_mission("Community = x", "m.moos")) == ()


def _mission(*blocks: str, run: str = "") -> Mission:
    antler = f"ProcessConfig = ANTLER\n{{\n  {run}\n}}\n" if run else ""
    return parse_mission(antler + "".join(f"ProcessConfig = {b}\n{{\n a = 1\n}}\n" for b in blocks), "m.moos")


@pytest.mark.parametrize(
    ("mission", "name"),
    [
        (_mission("pLogger", "uSimMarineV22", "pHelmIvP"), "uSimMarineV22"),
        (_mission("usimmarine", "usimmarine"), "usimmarine"),
        (_mission("pLogger", "auv", run="Run = /opt/bin/usimmarine @ NewConsole = false ~ auv"), "auv"),
        (_mission("pLogger", "auv", run="Run = uSimMarineV23 @ ~ AUV"), "auv"),
    ],
)
def test_the_only_simulator_block_is_found(mission: Mission, name: str) -> None:
    assert find_simulator_block(mission).name == name


def test_several_none_and_named() -> None:
    several = _mission("uSimMarine", "pLogger", "auv", run="Run = usimmarine @ ~ auv")
    with pytest.raises(ConfigError) as error:
        find_simulator_block(several)
    assert str(error.value) == (
        "m.moos: several simulator blocks: uSimMarine (line 5), auv (line 13); choose one with --block NAME"
    )
    assert find_simulator_block(several, "AUV").name == "auv"
    with pytest.raises(MissionFileError) as missing:
        find_simulator_block(several, "auvx")
    assert str(missing.value) == (
        "m.moos: no block ProcessConfig = auvx; blocks present: ANTLER, uSimMarine, pLogger, auv; did you mean auv?"
    )
    with pytest.raises(MissionFileError, match=r"no simulator block .* blocks present: pLogger; choose"):
        find_simulator_block(_mission("pLogger"))
    assert missing_block_text(_mission(), "sim1") == "no block ProcessConfig = sim1; the file has no blocks"
