"""The table of the helm's behaviours: what a .bhv file may say, as a reference page and as rows for programs."""

from __future__ import annotations

from math import inf
from typing import Any

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.behaviours import KINDS, find_kind
from usimmarine_py.helm.life.flags import COMMON_FLAGS
from usimmarine_py.helm.parameters import BehaviorParameter
from usimmarine_py.text import compact_number, truth_text

_HEAD = "<!-- Written by scripts/docs from the table of behaviours; do not edit. -->\n"


def kind_classes() -> dict[str, type[Behavior]]:
    """Return the stock kinds and their classes, sorted by name."""
    found = {kind: find_kind(kind) for kind in sorted(KINDS)}
    return {kind: cls for kind, cls in found.items() if cls is not None}


def own_parameters(cls: type[Behavior]) -> list[BehaviorParameter]:
    """Return the parameters that a kind has besides the common ones, in the order of its class."""
    return [p for name, p in cls.parameters.items() if name == p.name.lower() and name not in Behavior.parameters]


def summary_of(cls: type[Behavior]) -> str:
    """Return the first sentence about a kind."""
    return (cls.__doc__ or "").strip().split("\n")[0].replace("``", "`")


def row_of(cls: type[Behavior], parameter: BehaviorParameter) -> dict[str, Any]:
    """Return a parameter of a kind as plain values; ``default`` is what a file would say."""
    return {
        "name": parameter.name,
        "also": list(parameter.also),
        "kind": parameter.kind,
        "choices": list(parameter.choices),
        "limits": str(parameter.limits),
        "default": _text(getattr(cls, parameter.name)),
        "unit": parameter.unit,
        "help": parameter.what,
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
        "common": [row_of(cls, p) for name, p in Behavior.parameters.items() if name == p.name.lower()],
    }


def behaviors_page() -> str:
    """Every kind of behaviour and its parameters, as Markdown."""
    parts = [
        _HEAD,
        "# Behaviours\n",
        "Kinds for `Behavior = BHV_KIND` in a .bhv file, and their parameters. Names ignore case.",
        "[helm.md](../helm.md) describes the helm; `usim behaviors BHV_KIND` prints a kind.\n",
        "## Every kind\n",
        "Besides these: `name`, `condition` (several lines: all must hold), `post_mapping = OLD, NEW`, and flags",
        "(" + ", ".join(f"`{flag}flag`" for flag in COMMON_FLAGS) + ").\n",
        _table([row_of(Behavior, p) for name, p in Behavior.parameters.items() if name == p.name.lower()]),
    ]
    for kind, cls in kind_classes().items():
        parts += [f"## {kind}\n", summary_of(cls) + "\n"]
        if cls.own_flags:
            parts.append("Flags: " + ", ".join(f"`{flag}flag`" for flag in cls.own_flags) + ".\n")
        if rows := [row_of(cls, p) for p in own_parameters(cls)]:
            parts.append(_table(rows))
    return "\n".join(parts)


def _table(rows: list[dict[str, Any]]) -> str:
    lines = ["| Name | Value | Default | Meaning |", "| --- | --- | --- | --- |"]
    for row in rows:
        name = " = ".join(f"`{name}`" for name in (row["name"], *row["also"]))
        value = ", ".join(f"`{word}`" for word in row["choices"]) or row["kind"]
        value += "".join(f", {row[key]}" for key in ("limits", "unit") if row[key])
        default = f"`{row['default']}`" if row["default"] else ""
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in (name, value, default, row["help"])) + " |")
    return "\n".join(lines) + "\n"


def _text(value: object) -> str:
    """Return a default as a file would say it; empty for none."""
    if isinstance(value, bool):
        return truth_text(value)
    if isinstance(value, int | float):
        return "forever" if value == inf else compact_number(float(value))
    return value if isinstance(value, str) else ""
