"""The table of the helm's behaviours: what a .bhv file may say, as a reference page and as rows for programs."""

from __future__ import annotations

from typing import Any

from usimmarine_py.check.blocks import key_page
from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.behaviours import KINDS, find_kind
from usimmarine_py.helm.behaviours.contacts.avoidance import Avoidance
from usimmarine_py.helm.behaviours.contacts.colregs.behaviors import AvdColregsV19
from usimmarine_py.helm.behaviours.contacts.contact import ContactBehavior
from usimmarine_py.helm.behaviours.obstacles.obstacle import ObstacleBehavior
from usimmarine_py.helm.life.flags import COMMON_FLAGS, flag_key
from usimmarine_py.values.key import Key, value_text

_HEAD = "<!-- Written by scripts/docs from the table of behaviours; do not edit. -->\n"
#: Kinds with many keys in common: the page has these once.
FAMILIES: dict[str, type[Behavior]] = {
    "Behaviours about a contact": ContactBehavior,
    "Avoidance of a contact": Avoidance,
    "Rules of the road": AvdColregsV19,
    "Avoidance of obstacles": ObstacleBehavior,
}


def kind_classes() -> dict[str, type[Behavior]]:
    """Return the stock kinds and their classes, sorted by name."""
    found = {kind: find_kind(kind) for kind in sorted(KINDS)}
    return {kind: cls for kind, cls in found.items() if cls is not None}


def own_parameters(cls: type[Behavior]) -> list[Key]:
    """Return the keys that a kind has besides those of every kind, flags apart, in the order of its class."""
    own = [p for name, p in cls.parameters.items() if name == p.name.lower() and name not in Behavior.parameters]
    others = [p for name, p in cls.all_keys.items() if name == p.name.lower() and name not in cls.parameters]
    return own + [p for p in others if p.kind != "flag" and p not in Behavior.other_keys]


def common_keys() -> list[Key]:
    """Return the keys that every kind has, flags apart."""
    return [*Behavior.other_keys, *(p for name, p in Behavior.parameters.items() if name == p.name.lower())]


def summary_of(cls: type[Behavior]) -> str:
    """Return the first sentence about a kind."""
    return (cls.__doc__ or "").strip().split("\n")[0].replace("``", "`")


def row_of(cls: type[Behavior], parameter: Key) -> dict[str, Any]:
    """Return a parameter of a kind as plain values; ``default`` is what a file would say."""
    default = getattr(cls, parameter.name) if parameter.name.lower() in cls.parameters else None
    return {
        "name": parameter.name,
        "also": list(parameter.aliases),
        "kind": parameter.kind,
        "choices": list(parameter.choices),
        "limits": str(parameter.limits),
        "default": parameter.default if default is None else value_text(default),
        "unit": parameter.unit,
        "help": parameter.help,
        "repeatable": parameter.repeatable,
    }


def behavior_facts(cls: type[Behavior]) -> dict[str, Any]:
    """Return what there is to know about a kind as plain values."""
    return {
        "kind": cls.kind,
        "about": summary_of(cls),
        "name": cls.default_name,
        "constraint": cls.constraint,
        "flags": [f"{flag}flag" for flag in (*COMMON_FLAGS, *cls.own_flags)],
        "variables": list(cls.variables),
        "parameters": [row_of(cls, p) for p in own_parameters(cls)],
        "common": [row_of(cls, p) for p in common_keys()],
    }


def behaviors_page() -> str:
    """Every kind of behaviour and its parameters, as Markdown."""
    parts = [
        _HEAD,
        "# Behaviours\n",
        "Kinds for `Behavior = BHV_KIND` in a .bhv file, and their parameters. Names ignore case.",
        "[helm.md](../helm.md) describes the helm; `usim behaviors BHV_KIND` prints a kind.\n",
        "## Every kind\n",
        "Besides these: flags.\n",
        key_page([row_of(Behavior, p) for p in common_keys()]),
    ]
    parts += ["## Flags of every kind\n", key_page([row_of(Behavior, flag_key(flag)) for flag in COMMON_FLAGS])]
    shared = {title: _shared_rows(family) for title, family in FAMILIES.items()}
    for title, rows in shared.items():
        parts += [f"## {title}\n", f"Of {', '.join(_kinds_of(FAMILIES[title]))}.\n", key_page(rows)]
    for kind, cls in kind_classes().items():
        parts += [f"## {kind}\n", summary_of(cls) + "\n"]
        families = [title for title, family in FAMILIES.items() if issubclass(cls, family)]
        if families:
            links = " and ".join(f"[{title[:1].lower()}{title[1:]}](#{_anchor(title)})" for title in families)
            parts.append(f"With the keys of {links}.\n")
        if cls.own_flags:
            parts.append(key_page([row_of(cls, flag_key(flag)) for flag in cls.own_flags]))
        above = [row for title in families for row in shared[title]]
        if rows := [row for p in own_parameters(cls) if (row := row_of(cls, p)) not in above]:
            parts.append(key_page(rows))
    return "\n".join(parts)


def _kinds_of(family: type[Behavior]) -> list[str]:
    return [kind for kind, cls in kind_classes().items() if issubclass(cls, family)]


def _shared_rows(family: type[Behavior]) -> list[dict[str, Any]]:
    """Return the rows that are the same for all kinds of a family, less those of the families that it belongs to."""
    wider = [one for one in FAMILIES.values() if one is not family and issubclass(family, one)]
    above = [row for one in wider for row in _shared_rows(one)]
    first, *others = (
        [row_of(cls, p) for p in own_parameters(cls)] for cls in map(find_kind, _kinds_of(family)) if cls is not None
    )
    return [row for row in first if row not in above and all(row in rows for rows in others)]


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")
