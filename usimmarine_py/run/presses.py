"""The buttons that are pressed in a lock-step run, since no person is there to do it."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.apps.buttons import buttons_of
from usimmarine_py.apps.viewer import DEPLOY, SOON, Press, read_poke, read_press
from usimmarine_py.mission import GUIDANCE, HELM, POKE, SCRIPT, Mission
from usimmarine_py.run.applications import PlayedBlocks

#: Posts that let a helm drive.
_DEPLOYING = ("deploy", "moos_manual_overide", "moos_manual_override")


def presses_of(
    mission: Mission, played: PlayedBlocks, presses: Sequence[str], pokes: Sequence[str], *, deploy: bool
) -> tuple[list[Press], list[str]]:
    """Return what is pressed and posted, and notes about it.

    ``deploy``: press DEPLOY in a mission with a helm that nothing else deploys. Raises ``ConfigError`` for a button
    that there is not.
    """
    buttons, _ = buttons_of(mission)
    found = [read_press(word, buttons) for word in presses] + [read_poke(word) for word in pokes]
    if found or not deploy or _is_deployed(played):
        return found, []
    press = read_press(DEPLOY, buttons)
    text = ", ".join(f"{name} = {value}" for name, value in press.posts)
    return [press], [f"nothing deploys the vehicle: {press.what} is pressed at {SOON:g} s ({text}); see --no-press"]


def _is_deployed(played: PlayedBlocks) -> bool:
    """Whether there is no helm, or something else than a person may let it drive."""
    kinds = {one.kind for one in played.blocks}
    if HELM not in kinds or POKE in kinds or GUIDANCE in kinds:
        return True
    scripts = [one.block for one in played.blocks if one.kind == SCRIPT]
    lines = [entry.value.lower() for block in scripts for entry in block.entries]
    return any(f"var={name}," in line.replace(" ", "") for line in lines for name in _DEPLOYING)
