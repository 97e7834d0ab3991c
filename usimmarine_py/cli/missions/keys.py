"""``usim keys`` and ``usim behaviors``: the keys of a block or of a behaviour, the kinds of behaviours."""

from __future__ import annotations

import json
from typing import Any

import click

from usimmarine_py.cli.options import completer, echo_json, json_option
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError, suggest


@click.command()
@click.argument("name", required=False, metavar="[BLOCK|BEHAVIOR]", shell_complete=completer("name"))
@click.option("--example", is_flag=True, help="Print a block to paste, with every key and what it is for.")
@click.option("--schema", is_flag=True, help="Print a JSON schema, for editors; without a name: of everything.")
@json_option
def keys(name: str | None, example: bool, schema: bool, as_json: bool) -> None:
    """Explain the keys of a block of a mission file or of a behaviour: values, limits, units, defaults.

    BLOCK is a program such as pContactMgrV20 or pHelmIvP, ANTLER, or usim_grade; BEHAVIOR a kind such as BHV_Loiter.
    Without a name all are listed.
    """
    from usimmarine_py.check.blocks import (
        behavior_names,
        block_names,
        example_of,
        key_set,
        row_of,
        schema_of,
        whole_schema,
    )

    if name is None and schema:
        say(json.dumps(whole_schema(), indent=2))
    elif name is None:
        found = [key_set(one) for one in (*block_names(), *behavior_names())]
        if as_json:
            echo_json([{"name": one.name, "about": one.about} for one in found])
        else:
            width = max(len(one.name) for one in found)
            say("\n".join(f"{one.name:{width}}  {one.about}" for one in found))
    elif schema:
        say(json.dumps(schema_of(key_set(name)), indent=2))
    elif example:
        say(example_of(key_set(name)))
    else:
        one = key_set(name)
        rows = [row_of(one, key) for key in one.keys]
        if as_json:
            echo_json({"name": one.name, "about": one.about, "keys": rows})
        else:
            say("\n".join([one.name, one.about, "", *key_lines(rows)]))


@click.command()
@click.argument("kind", required=False, metavar="[KIND|FILE.py]", shell_complete=completer("kind"))
@json_option
def behaviors(kind: str | None, as_json: bool) -> None:
    """List the kinds of behaviours of the helm, or explain one.

    KIND is a name such as BHV_Waypoint; BHV_ may be left out. Prints its parameters with limits, units, choices and
    defaults. FILE.py is a file of own behaviours. The list ends with those of installed packages.
    """
    from usimmarine_py.apps.own.behaviors import given_kinds, installed_kinds, kind_finder
    from usimmarine_py.check.behaviors import behavior_facts, kind_classes, summary_of

    own = kind is not None and kind.endswith(".py")
    known = given_kinds([kind]) if kind is not None and own else kind_classes()
    if not own:
        find = kind_finder()
        known |= {name: cls for name in sorted(installed_kinds()) if (cls := find(name)) is not None}
    if own and len(known) == 1:
        kind, own = next(iter(known)), False
    if kind is None or own:
        if as_json:
            echo_json([{"kind": name, "about": summary_of(cls)} for name, cls in known.items()])
        else:
            width = max(len(name) for name in known)
            say("\n".join(f"{name:{width}}  {summary_of(cls)}" for name, cls in known.items()))
        return
    by_letters = {name.lower(): name for name in known}
    word = kind.lower()
    wanted = by_letters.get(word, "") or by_letters.get(f"bhv_{word}", "")
    if not wanted:
        close = suggest(kind, known) or suggest(f"BHV_{kind}", known)
        raise ConfigError("no such behaviour; usim behaviors lists them", key=kind, suggestion=close)
    facts = behavior_facts(known[wanted])
    if as_json:
        echo_json(facts)
    else:
        rows, common = key_lines(facts["parameters"]), key_lines(facts["common"])
        say("\n".join([facts["kind"], facts["about"], "", *rows, "", *common]))


def key_lines(rows: list[dict[str, Any]]) -> list[str]:
    """Return one line for each key."""
    width = max((len(row["name"]) for row in rows), default=0)
    lines = []
    for row in rows:
        default = f" [{row['default']}]" if row["default"] else ""
        facts = ", ".join(text for text in (row["limits"], row["unit"], " | ".join(row["choices"])) if text)
        lines.append(f"{row['name']:{width}}  {row['help']}{f' ({facts})' if facts else ''}{default}")
    return lines
