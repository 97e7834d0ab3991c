"""Blocks with a misspelt name of an application, which would be ignored without a message."""

from __future__ import annotations

from usimmarine_py.errors import Severity, suggest
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.mission.antler import is_simulator, launches, role_of
from usimmarine_py.mission.reader import Mission

#: The names that are compared: of applications that change the course of a mission.
_SIMULATORS = ("usimmarine", "uSimMarine", "uSimMarineV22", "uSimMarineV23")
_NAMES = (
    *_SIMULATORS, "uTimerScript", "usim_guidance", "usim_helm", "usim_pid", "pHelmIvP", "usim_grade", "pMarinePIDV22",
    "pMissionEval", "pAutoPoke", "uMayFinish", "pMissionHash", "ANTLER",
)  # fmt: skip
#: Fraction of the letters that must be equal.
_CLOSE = 0.88


def misspelt_blocks(mission: Mission) -> tuple[Finding, ...]:
    """Return an error for each misspelt block, with the likely name; blocks in an Antler line are not misspelt."""
    started = {launch.alias.lower() for launch in launches(mission)}
    known = {name.lower() for name in _NAMES}
    found = []
    for block in mission.blocks:
        name = block.name.lower()
        if name in known or name in started or is_simulator(block.name) or role_of(mission, block):
            continue
        if close := suggest(name, _NAMES, _CLOSE):
            text = f"no application uses the block {block.name}"
            place = FilePlace(block.file, block.line, 1)
            found.append(Finding(text, place, severity=Severity.ERROR, suggestion=close))
    return tuple(found)


def may_have_vehicle(mission: Mission) -> bool:
    """Whether one of the misspelt blocks may be a simulator's."""
    return any(found.suggestion in _SIMULATORS for found in misspelt_blocks(mission))
