"""Which processes pAntler starts, and which block is the simulator's. Arguments as a script run by pAntler saw them."""

from __future__ import annotations

import pytest

from usimmarine_py.apps.live import with_alias
from usimmarine_py.errors import ConfigError, MissionFileError
from usimmarine_py.mission import (
    GUIDANCE,
    PID,
    SIMULATOR,
    Mission,
    default_alias,
    find_simulator_block,
    launches,
    missing_block_text,
    parse_mission,
)
from usimmarine_py.moos.app.argv import parse_arguments

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


def test_of_several_the_one_that_antler_starts_is_taken() -> None:
    assert find_simulator_block(_mission("uSimMarine", "auv", run="Run = usimmarine @ ~ auv")).name == "auv"


@pytest.mark.parametrize(
    ("mission", "role", "alias"),
    [
        (_mission("uSimMarineV22", run="Run = usimmarine @ NewConsole = false ~ uSimMarineV22"), SIMULATOR, ""),
        (_mission("uSimMarineV22", "auv", run="Run = bin/usimmarine @ ~ auv"), SIMULATOR, "auv"),
        (_mission("auv", "two", run="Run = usimmarine @ ~ auv\n Run = uSimMarineV22 @ ~ two"), SIMULATOR, "auv"),
        (_mission("usimmarine", "auv", run="Run = usimmarine @ ~ auv"), SIMULATOR, "usimmarine"),
        (_mission("uSimMarine", "pMarinePIDV22"), SIMULATOR, "uSimMarine"),
        (_mission("uSimMarine", "pMarinePIDV22"), PID, "pMarinePIDV22"),
        (_mission("uSimMarine", "drive", run="Run = usim_guidance @ ~ drive"), GUIDANCE, "drive"),
    ],
)
def test_a_program_without_alias_takes_the_block_that_is_meant_and_says_so(mission, role, alias) -> None:
    program = {SIMULATOR: "usimmarine", PID: "usim_pid", GUIDANCE: "usim_guidance"}[role]
    found, note = default_alias(mission, program, role)
    assert found == (alias or "uSimMarineV22")
    assert (found in note) == (found != program)


def test_none_and_several_are_listed() -> None:
    with pytest.raises(
        MissionFileError, match=r"no block of a controller: no block .* = usim_pid; .* uSimMarine, pLog"
    ):
        default_alias(_mission("uSimMarine", "pLogger"), "usim_pid", PID)
    # pAntler hands over a name in any case; MOOS goes on with defaults
    assert default_alias(_mission("pLogger"), "usimmarine", SIMULATOR, alias="usimmarine") == ("usimmarine", "")
    several = (
        r"several blocks of a simulator: uSimMarine \(line 1\), uSimMarineV22 \(line 5\); choose one: usimmarine m"
    )
    with pytest.raises(ConfigError, match=several):
        default_alias(_mission("uSimMarine", "uSimMarineV22"), "usimmarine", SIMULATOR)


@pytest.mark.parametrize(
    ("words", "alias"),
    [
        (["uSimMarine"], "uSimMarine"),  # as usim launch starts it; another spelling selects another dialect
        (["usimmarine"], "usimmarine"),  # as pAntler
        ([], "uSimMarine"),
    ],
)
def test_an_alias_in_another_spelling_is_taken_as_it_is(words: list[str], alias: str) -> None:
    arguments = parse_arguments(["usimmarine", "m.moos", *words])
    found, _ = with_alias(arguments, _mission("uSimMarine", "pLogger"), SIMULATOR)
    assert found.alias == alias


def test_several_none_and_named() -> None:
    several = _mission("uSimMarine", "pLogger", "auv", run="Run = usimmarine @ ~ auv\n  Run = uSimMarine")
    with pytest.raises(ConfigError) as error:
        find_simulator_block(several)
    assert str(error.value) == (
        "m.moos: several simulator blocks: uSimMarine (line 6), auv (line 14); choose one with --block NAME"
    )
    assert find_simulator_block(several, "AUV").name == "auv"
    with pytest.raises(MissionFileError) as missing:
        find_simulator_block(several, "auvx")
    assert str(missing.value) == (
        "m.moos: no block ProcessConfig = auvx; blocks present: ANTLER, uSimMarine, pLogger, auv; did you mean auv?"
    )
    with pytest.raises(MissionFileError, match=r"no simulator block .* blocks present: pLogger; add"):
        find_simulator_block(_mission("pLogger"))
    assert missing_block_text(_mission(), "sim1") == "no block ProcessConfig = sim1; the file has no blocks"
