"""Which program plays what, told by its name."""

from __future__ import annotations

from pathlib import PurePosixPath

from usimmarine_py.mission import Block, Mission, launches

SCRIPT, PID, GUIDANCE = "script", "controller", "guidance"


def program_role(program: str) -> str:
    """``SCRIPT``, ``PID`` or ``GUIDANCE``, empty for any other program; in whatever directory, case ignored."""
    name = PurePosixPath(program).name.lower()
    if name.startswith("utimerscript"):
        return SCRIPT
    if name.startswith(("pmarinepid", "usim_pid")):
        return PID
    return GUIDANCE if name.startswith("usim_guidance") else ""


def role_of(mission: Mission, block: Block) -> str:
    """The role of a block: that of the program which an Antler line starts under its name, else of the name itself."""
    name = block.name.lower()
    programs = (launch.program for launch in launches(mission) if launch.alias.lower() == name)
    return program_role(next(programs, block.name))
