"""The buttons that are pressed in a lock-step run, since no person is there to do it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from usimmarine_py.apps.operator import DEPLOY, DEPLOYING, SOON, Press, buttons_of, read_poke, read_press
from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.field.viewer.buttons import Button
from usimmarine_py.mission import GUIDANCE, HELM, POKE, SCRIPT, Mission
from usimmarine_py.run.applications import PlayedBlocks
from usimmarine_py.run.asked import Operator

#: When DEPLOY is pressed in a run of several communities, s: the brokers have connected them by then.
CONNECTED = 20.0
#: An event of a script that lets a helm drive, in lower case without blanks.
_DEPLOYING = re.compile(r"var=(deploy|moos_manual_over+ide)(_\w+)?,")
#: Posts that deploy every vehicle there is.
_EVERY = ("DEPLOY", "DEPLOY_ALL")


class PressedCommunity(NamedTuple):
    """A community of the run: its name, its mission and what of it is played."""

    name: str
    mission: Mission
    played: PlayedBlocks


def presses_of(
    communities: Sequence[PressedCommunity], operator: Operator, *, deploys: bool = True
) -> tuple[list[list[Press]], list[str]]:
    """Return what is pressed and posted in each community, and notes about it.

    Args:
        communities: of the run.
        operator: a button is pressed in the first community that has it; a post without a community goes to the first
            one with buttons, else the first.
        deploys: False: DEPLOY is left to applications of the user's, whatever ``operator`` says.

    Raises ``ConfigError`` for a button or a community that there is not.
    """
    found: list[list[Press]] = [[] for _ in communities]
    names = [one.name for one in communities]
    buttons = [buttons_of(one.mission)[0] for one in communities]
    place = next((i for i, some in enumerate(buttons) if some), 0)
    for word in operator.presses:
        label = word.rpartition("@")[0] or word
        index = next((i for i, some in enumerate(buttons) if any(button.answers(label) for button in some)), place)
        found[index].append(read_press(word, buttons[index]))
    for word in operator.pokes:
        name, colon, rest = word.partition(":")
        given = bool(colon) and "=" not in name and not rest.startswith("=")
        if given and name not in names:
            problem = f"there is no community {name}; the run has {', '.join(names)}"
            raise ConfigError(problem, key="--poke", suggestion=suggest(name, names))
        found[names.index(name) if given else place].append(read_poke(rest if given else word))
    helms = [i for i, one in enumerate(communities) if any(block.kind == HELM for block in one.played.blocks)]
    if any(press.button is DEPLOYING for presses in found for press in presses):
        return found, [f"the mission has no buttons: DEPLOY posts {DEPLOYING.title}"]
    if any(found) or not (deploys and operator.deploy) or not helms or any(_deploys(one.played) for one in communities):
        return found, []
    chosen = next(((i, some) for i, all_ in enumerate(buttons) if (some := deploying(all_))), None)
    time = SOON if len(communities) == 1 else CONNECTED
    if chosen is not None:
        helms, pressed = [chosen[0]], [Press(time, button) for button in chosen[1]]
    else:
        pressed = [Press(time, DEPLOYING)]
    for index in helms:
        found[index] = list(pressed)
    what = f"{' and '.join(p.button.label for p in pressed)} {'is' if len(pressed) == 1 else 'are'} pressed"
    where = f" in {', '.join(names[i] for i in helms)}" if len(communities) > 1 else ""
    text = ", ".join(press.button.title for press in pressed)
    return found, [f"nothing deploys the vehicle: {what}{where} at {time:g} s ({text}); see --no-press"]


def deploying(buttons: Sequence[Button]) -> list[Button]:
    """Return the buttons by which a person deploys: one that is for every vehicle, else one for each."""
    some = [
        button
        for button in buttons
        if button.label.upper().startswith(DEPLOY)
        and not any(name.startswith(DEPLOY) and str(value).lower() == "false" for name, value in button.pairs)
    ]
    for button in some:
        if button.label.upper() in _EVERY or any(name in _EVERY for name, _ in button.pairs):
            return [button]
    # an action often posts a part of what a button does
    posts = [set(button.pairs) for button in some]
    return [button for button, own in zip(some, posts, strict=True) if not any(own < other for other in posts)]


def _deploys(played: PlayedBlocks) -> bool:
    """Whether something else than a person may let a helm drive."""
    kinds = {one.kind for one in played.blocks}
    if POKE in kinds or GUIDANCE in kinds:
        return True
    scripts = [one.block for one in played.blocks if one.kind == SCRIPT]
    lines = (entry.value.lower() for block in scripts for entry in block.entries)
    return any(_DEPLOYING.search("".join(line.split())) for line in lines)
