"""Find depths that guidance commands and no controller follows, so that the vehicle would stay at the surface."""

from __future__ import annotations

from usimmarine_py.check.lint import without_macros
from usimmarine_py.control.gains import Gains, PidSettings, read_pid_options
from usimmarine_py.control.plan import read_plan
from usimmarine_py.errors import Severity
from usimmarine_py.mission import GUIDANCE, PID, Block, Diagnostic, Mission, role_of
from usimmarine_py.mission.antler import simulator_blocks
from usimmarine_py.values.application import APP_KEYS


def unfollowed_depth(mission: Mission) -> list[Diagnostic]:
    """Return a warning at the first line that commands a depth or altitude, if the controller has no gains for it."""
    simulators = simulator_blocks(mission)
    guidance = _block_of(mission, GUIDANCE)
    if guidance is None or len(simulators) != 1 or simulators[0].boolean("hover"):
        return []
    block = simulators[0]
    gains = _gains(block)
    if gains is not None and not gains.coupled:
        controller = _block_of(mission, PID)
        block, gains = (block, None) if controller is None else (controller, _gains(controller))
    line = _ordered(guidance)
    if gains is None or line is None or not gains.coupled or _follows(gains):
        return []
    text = (
        f"block {block.name} does not control the depth; it needs depth_control = true, z_to_pitch_pid_kp "
        "and pitch_pid_kp, as in usim missions dive"
    )
    key, number, column = line
    return [Diagnostic(Severity.WARNING, text, guidance.file, number, column, key)]


def _block_of(mission: Mission, role: str) -> Block | None:
    return next((block for block in mission.blocks if role_of(mission, block) == role), None)


def _gains(block: Block) -> PidSettings | None:
    """The controller's settings in a block; None if some are macros."""
    entries, _ = without_macros(block)
    complete = len(entries) == len(block.entries)
    return read_pid_options(block.config_lines, block.name, APP_KEYS)[0].gains if complete else None


def _follows(gains: PidSettings) -> bool:
    def acts(loop: Gains) -> bool:
        return any((loop.kp, loop.ki, loop.kd))

    return gains.depth_control and acts(gains.z_to_pitch) and acts(gains.pitch)


def _ordered(guidance: Block) -> tuple[str, int, int] | None:
    """Key, line and column of the first line that orders a depth below the surface, or an altitude."""
    plan, _, _ = read_plan(guidance.config_lines, APP_KEYS)
    ordered = any(
        plan.altitude_of(t) is not None or (plan.depth if t.depth is None else t.depth) > 0 for t in plan.tasks
    )
    words = ("depth", "altitude")
    lines = [e for e in guidance.entries if e.key.lower() in words or any(w in e.value.lower() for w in words)]
    return (lines[0].key, lines[0].line, lines[0].column) if ordered and lines else None
