"""Find depths that are commanded and not followed, and controllers that wait for a depth that is never commanded."""

from __future__ import annotations

from usimmarine_py.check.macros import without_macros
from usimmarine_py.control.gains import Gains, PidSettings, read_pid_options
from usimmarine_py.control.plan import read_plan
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.helm import read_helm_block
from usimmarine_py.mission import GUIDANCE, HELM, PID, Block, Mission, launches, role_of
from usimmarine_py.mission.antler import simulator_blocks
from usimmarine_py.values.application import APP_KEYS

_DEPTH = "DESIRED_DEPTH"


def unfollowed_depth(mission: Mission) -> list[Finding]:
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
    return [Finding(text, FilePlace(guidance.file, number, column, key))]


def missing_depth(mission: Mission) -> list[Finding]:
    """Return a warning if a pMarinePIDV22 waits for a desired depth that the helm, by its domain, does not post."""
    block, helm = _block_of(mission, PID), _block_of(mission, HELM)
    if block is None or helm is None or any(_DEPTH in e.value for b in mission.blocks for e in b.entries):
        return []
    program = next((one.program for one in launches(mission) if one.alias.lower() == block.name.lower()), block.name)
    options = read_pid_options(block.config_lines, program, APP_KEYS)[0]
    axes = read_helm_block(helm.config_lines, APP_KEYS).axes
    waits = options.gains.coupled and options.gains.depth_control and not options.older
    if not waits or not axes or any(axis.name == "depth" for axis in axes):
        return []
    if any("$(" in e.value for e in helm.entries) or len(without_macros(block)[0]) < len(block.entries):
        return []
    text = (
        f"block {block.name} controls the depth, too, and waits for {_DEPTH}, which a helm without depth in its domain "
        "does not post: it will steer nothing; add depth_control = false"
    )
    return [Finding(text, FilePlace(block.file, block.line, 1))]


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
