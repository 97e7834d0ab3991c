"""Changes of a behaviour's parameters while it lives, by mail of its ``updates`` variable."""

from __future__ import annotations

from functools import lru_cache

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.limits import (
    MOST_AVOIDED_VERTICES,
    MOST_FAULTY_UPDATES,
    MOST_REFINED,
    MOST_UPDATES,
    MOST_UPDATES_AT_ONCE,
)
from usimmarine_py.texts.shapes import vertices_asked

#: What counts in the file only.
NO_UPDATE = ("templating", "max_spawnings", "name", "descriptor")
#: Keys of the obstacle of a behaviour.
_OBSTACLES = ("poly", "polygon")
#: A text with one of these in it is applied again although it equals the last one.
_NEVER_DUPLICATE = ("toggle", "engage", "mod")


@lru_cache(maxsize=4096)  # every behaviour of a template gets every text
def read_pairs(text: str) -> tuple[tuple[str, str], ...]:
    """Return the ``key=value`` pairs of an update, split at ``#``."""
    found = []
    for part in text.removesuffix("#").split("#"):
        key, _, value = part.partition("=")
        found.append((key.strip(), value.strip()))
    return tuple(found)


def apply_updates(behavior: Behavior) -> None:
    """Apply the texts that arrived for a behaviour since the last iteration, in their order."""
    if not behavior.updates:
        return
    results, variable, faulty = [], behavior.updates, 0
    for text in behavior.buffer.tick.get(variable, ()):
        if isinstance(text, str):
            if len(behavior.surroundings.update_results) >= MOST_UPDATES_AT_ONCE:
                behavior.surroundings.refuse(variable, f"more than {MOST_UPDATES_AT_ONCE} updates in one iteration")
                break
            if faulty >= MOST_FAULTY_UPDATES:
                why = f"more than {MOST_FAULTY_UPDATES} faulty updates in one iteration"
                behavior.surroundings.refuse(variable, why)
                break
            results.append(_apply(behavior, text))
            faulty += results[-1] == "param_error"
            behavior.surroundings.note_update(behavior.name, variable, results[-1], text)
    if "success" in results:
        behavior.on_updated()


def _apply(behavior: Behavior, text: str) -> str:
    life = behavior.life
    lower = text.lower()
    if text in ("", life.last_update) and not any(word in lower for word in _NEVER_DUPLICATE):
        return "duplicate"
    if text.count("#") >= MOST_UPDATES:
        behavior.surroundings.refuse(behavior.updates, f"more than {MOST_UPDATES} pairs")
        return "param_error"
    pairs = read_pairs(text)
    names = [value for key, value in pairs if key == "name"]
    if names and any(name not in _names(behavior) for name in names):
        return "name_mismatch"
    bad = []
    for key, value in pairs:
        if key != "name" and (key.lower() in NO_UPDATE or not _set(behavior, key, value)):
            bad.append(key)
    life.all_updates += 1
    if bad:
        warning = f"Faulty update for behavior: {behavior.name}. Bad parameter(s): {','.join(bad)}"
        behavior.post("BHV_WARNING", warning)
        behavior.post("BHV_CONFIG_WARNING", warning)
        return "param_error"
    life.flags_due = True
    life.good_updates += 1
    life.last_update = text
    return "success"


def _set(behavior: Behavior, key: str, value: str) -> bool:
    """Set a parameter; False if it is refused."""
    if key.lower() in _OBSTACLES and vertices_asked(value) > behavior.corners:
        others = behavior.surroundings.corners() - behavior.corners
        if others + vertices_asked(value) > MOST_AVOIDED_VERTICES:
            why = f"{key}: more than {MOST_AVOIDED_VERTICES} vertices of all obstacles"
            behavior.surroundings.refuse(behavior.updates, why)
            return False
    before = behavior.refines
    taken = behavior.set(key, value)
    if behavior.refines and not before and behavior.surroundings.refining() > MOST_REFINED:
        behavior.set(key, "false")
        why = f"{key}: more than {MOST_REFINED} behaviours with use_refinery"
        behavior.surroundings.refuse(behavior.updates, why)
        return False
    return taken


def _names(behavior: Behavior) -> tuple[str, ...]:
    base = behavior.surroundings.base_names.get(behavior.name)
    # one made on request answers to what follows the name of its template only
    return (behavior.name,) if base is None else (behavior.name.removeprefix(base),)


def update_count(behavior: Behavior) -> str:
    """Return ``good/all`` updates, ``n/a`` for a behaviour without a variable for them."""
    life = behavior.life
    return f"{life.good_updates}/{life.all_updates}" if behavior.updates else "n/a"
