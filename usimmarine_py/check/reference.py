"""Reference pages made from the parameter table."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.check.table import MAIL, PARAMETERS, by_group
from usimmarine_py.check.variables import program_mail
from usimmarine_py.values import Key, MailEntry

_HEAD = "<!-- Written by scripts/docs from the parameter table; do not edit. -->\n"
_SOURCES = (
    "*Source* names the page of the rule: `laws/PAGE NUMBER` in [docs/laws](../laws/README.md), or a page of docs.\n"
)
_DIALECTS = ("documented", "classic", "v22", "v23")


def parameters_page() -> str:
    """Every parameter of the simulator's block, as Markdown."""
    parts = [
        _HEAD,
        "# Parameters\n",
        "Keys of the simulator's block in a mission file. Names ignore case. Of two conflicting lines the last one",
        "is used, with a warning; of the application's own keys (first table) the first one is used, as in every MOOS",
        "application. *Dialects* is empty for a parameter that all of them know; the other dialects also accept a",
        "feature of another one, unless `quirks = true`. `usim check FILE.moos` reports errors in a mission.",
        _SOURCES,
    ]
    for heading, parameters in by_group(PARAMETERS).items():
        parts += [
            f"## {heading}\n",
            _table(("Name", "Value", "Default", "Dialects", "Meaning", "Source"), [_row(p) for p in parameters]),
        ]
    return "\n".join(parts)


def mail_page() -> str:
    """Every variable that is read or posted, as Markdown."""
    parts = [
        _HEAD,
        "# Mail\n",
        "`PREFIX` stands for the parameter `prefix` (default `USM`), `<APP>` for the application's name in capitals.",
        "*Dialects* is empty where it makes no difference. It names those that post a variable, or whose original",
        "reads it; the other dialects also read it, unless `quirks = true`.",
        _SOURCES,
    ]
    for direction, title in (("in", "Read"), ("out", "Posted")):
        parts.append(f"## {title}\n")
        for heading, entries in by_group(m for m in MAIL if m.direction == direction).items():
            parts += [
                f"### {title}: {heading[0].lower()}{heading[1:]}\n",
                _table(("Name", "Value", "When", "Dialects", "Meaning", "Source"), [_mail_row(m) for m in entries]),
            ]
    parts += [
        "## Other programs\n",
        "What a program reads and posts without a line of its block; what its keys, flags, conditions and updates name",
        "comes on top, and so do APPCAST, `<APP>_STATUS` and the like of [every application](#posted-application).",
        "`<X>` is a part that differs, such as a vehicle's name.\n",
    ]
    for program, others in program_mail().items():
        rows = [("reads" if m.direction == "in" else "posts", f"`{m.name}`", _value(m), m.when, m.help) for m in others]
        table = _table(("", "Name", "Value", "When", "Meaning"), rows) if rows else "What its block names, alone.\n"
        parts += [f"### {program}\n", table]
    return "\n".join(parts)


def _row(p: Key) -> Sequence[str]:
    name = f"`{p.name}`"
    if p.aliases:
        name += " = " + ", ".join(f"`{a}`" for a in p.aliases)
    if p.rules.deprecated:
        name += " (old: " + ", ".join(f"`{d}`" for d in p.rules.deprecated) + ")"
    value = ", ".join(f"`{c}`" for c in p.choices) if p.choices else p.kind
    value += f" {p.limits}" if str(p.limits) else ""
    value += f", {p.unit}" if p.unit else ""
    value += ", may come again" if p.repeatable else ""
    default = f"`{p.default}`" if p.default else ""
    for dialect, other in p.rules.dialect_defaults.items():
        default += f" {dialect}: `{other}`"
    return name, value, default, ", ".join(p.rules.dialects), p.help, p.source


def _mail_row(m: MailEntry) -> Sequence[str]:
    name = " = ".join(f"`{n}`" for n in (m.name, *m.aliases))
    return name, _value(m), m.when, ", ".join(m.dialects), m.help, m.source


def _value(m: MailEntry) -> str:
    return m.kind + (f", {m.unit}" if m.unit else "")


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(titles) + " |", "|" + " --- |" * len(titles)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"
