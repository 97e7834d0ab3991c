"""Mail that disables, enables and ends behaviours: BHV_ABLE_FILTER."""

from __future__ import annotations

from collections.abc import Iterable

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.texts.pairs import split_outside_braces

_ACTIONS = ("disable", "enable", "expunge")
_WHICH = ("contact", "bhv_type", "vsource", "obstacle_id")
_PAIR = 2


def filter_behaviors(text: str, behaviors: Iterable[Behavior]) -> tuple[list[str], bool]:
    """Apply ``action=disable,contact=ben`` to those that allow it.

    Return what is wrong with the text, and whether the original warns of it: where a behaviour that allows it cannot
    read the text.
    """
    words, problem = _read(text)
    action, unread = words.pop("action", ""), False
    for behavior in behaviors:
        if not behavior.can_disable:
            continue
        if problem or not words.keys() <= behavior.able_words or not any(words.values()):
            unread = True
        elif behavior.on_able(words):
            if action == "expunge":
                behavior.life.expunged = True
            else:
                behavior.life.disabled = action == "disable"
    return [problem] if problem else [], unread


def contact_of(text: str, action: str) -> str:
    """Return the contact that a text with ``action`` names, as written; empty for another text."""
    pairs = [tuple(part.strip() for part in one.split("=")) for one in text.split(",")]
    found = {pair[0]: pair[1] for pair in reversed(pairs) if len(pair) == _PAIR}
    return found.get("contact", "") if found.get("action") == action else ""


def _read(text: str) -> tuple[dict[str, str], str]:
    """Return the words of a text in lower case, and what is wrong with it."""
    words: dict[str, str] = {}
    for part in split_outside_braces(text):
        key, _, value = part.partition("=")
        key = key.strip().lower()
        if key in words or key not in ("action", *_WHICH):
            return {}, f"{part or 'nothing'}: action and {', '.join(_WHICH)} expected, each once"
        words[key] = value.strip().lower()
    if words.get("action") not in _ACTIONS or len(words) < _PAIR:
        return {}, f"{text}: action={'|'.join(_ACTIONS)} and one of {', '.join(_WHICH)} expected"
    return words, ""
