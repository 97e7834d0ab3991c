"""Blocks whose names look like a slip of one that is played here: nobody would play them, and nobody would say so."""

from __future__ import annotations

from difflib import SequenceMatcher

from usimmarine_py.errors import Severity
from usimmarine_py.mission.antler import is_simulator, launches, role_of
from usimmarine_py.mission.diagnostics import Diagnostic
from usimmarine_py.mission.reader import Mission

#: The names that matter: without such a block a mission is another one.
_SIMULATORS = ("usimmarine", "uSimMarine", "uSimMarineV22", "uSimMarineV23")
_NAMES = (
    *_SIMULATORS, "uTimerScript", "usim_guidance", "usim_pid", "usim_grade", "pMarinePIDV22",
    "pMissionEval", "pAutoPoke", "uMayFinish", "pMissionHash",
)  # fmt: skip
#: Share of the letters that must be the same.
_CLOSE = 0.88


def misspelt_blocks(mission: Mission) -> tuple[Diagnostic, ...]:
    """A warning for each of them, with the name that may be meant; blocks that an Antler line starts are no slips."""
    started = {launch.alias.lower() for launch in launches(mission)}
    known = {name.lower() for name in _NAMES}
    found = []
    for block in mission.blocks:
        name = block.name.lower()
        if name in known or name in started or is_simulator(block.name) or role_of(mission, block):
            continue
        close = max(_NAMES, key=lambda other: SequenceMatcher(None, name, other.lower()).ratio())
        if SequenceMatcher(None, name, close.lower()).ratio() >= _CLOSE:
            text = f"nobody plays a block {block.name}"
            found.append(Diagnostic(Severity.WARNING, text, block.file, block.line, 1, suggestion=close))
    return tuple(found)


def may_have_vehicle(mission: Mission) -> bool:
    """Whether one of them may have been meant as a simulator's."""
    return any(found.suggestion in _SIMULATORS for found in misspelt_blocks(mission))
