"""``usim keys``: the keys of a block or of a behaviour."""

from __future__ import annotations

import json
from typing import Any

import click

from usimmarine_py.cli.options import completer, echo_json, json_option
from usimmarine_py.cli.progress import say


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


def key_lines(rows: list[dict[str, Any]]) -> list[str]:
    """Return one line for each key."""
    width = max((len(row["name"]) for row in rows), default=0)
    lines = []
    for row in rows:
        default = f" [{row['default']}]" if row["default"] else ""
        facts = ", ".join(text for text in (row["limits"], row["unit"], " | ".join(row["choices"])) if text)
        lines.append(f"{row['name']:{width}}  {row['help']}{f' ({facts})' if facts else ''}{default}")
    return lines
