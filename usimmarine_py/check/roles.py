"""Which programs of a mission a run plays, and in which role: the one rule, live and offline."""

from __future__ import annotations

from usimmarine_py.field.programs import field_program
from usimmarine_py.mission import FIELD, Mission, simulator_blocks
from usimmarine_py.mission.started import ANTLER, played_role, started
from usimmarine_py.mission.unplayed import Unplayed, unplayed


def role_in_run(mission: Mission, program: str) -> str:
    """Return the role of a program that a mission starts, empty for one that no run plays.

    Case counts where ANTLER names it.
    """
    spelt = field_program(program)
    known = bool(spelt) and (spelt == program or mission.block(ANTLER) is None)
    return played_role(mission, program) or FIELD * known


def unplayed_programs(mission: Mission) -> tuple[Unplayed, ...]:
    """Return the applications that a run leaves out."""
    played = {block.name.lower() for block in simulator_blocks(mission)}
    played |= {one.name.lower() for one in started(mission) if role_in_run(mission, one.program)}
    return unplayed(mission, played)
