"""Mail that disables, enables and ends behaviours: BHV_ABLE_FILTER."""

from __future__ import annotations

from collections.abc import Iterable

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.texts.pairs import split_outside_braces

_ACTIONS = ("disable", "enable", "expunge")
_WHICH = ("contact", "bhv_type", "vsource", "obstacle_id")


def filter_behaviors(text: str, behaviors: Iterable[Behavior]) -> list[str]:
    """Apply ``action=disable,contact=ben`` to those that allow it; return what is wrong with the text."""
    words: dict[str, str] = {}
    for part in split_outside_braces(text):
        key, _, value = part.partition("=")
        key = key.strip().lower()
        if key in words or key not in ("action", *_WHICH):
            return [f"{part or 'nothing'}: action and {', '.join(_WHICH)} expected, each once"]
        words[key] = value.strip().lower()
    action = words.pop("action", "")
    if action not in _ACTIONS or not words:
        return [f"{text}: action={'|'.join(_ACTIONS)} and one of {', '.join(_WHICH)} expected"]
    kind = words.pop("bhv_type", None)
    for behavior in behaviors:
        fits = kind is None or behavior.kind.lower() == kind
        if behavior.can_disable and fits and (not words or behavior.on_able(words)):
            if action == "expunge":
                behavior.life.expunged = True
            else:
                behavior.life.disabled = action == "disable"
    return []
