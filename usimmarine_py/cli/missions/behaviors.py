"""``usim behaviors``: list the kinds of behaviours of the helm, or explain one."""

from __future__ import annotations

import click

from usimmarine_py.cli.missions.keys import key_lines
from usimmarine_py.cli.options import completer, echo_json, json_option
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError, suggest


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
    wanted = kind if kind.startswith("BHV_") else f"BHV_{kind}"
    if wanted not in known:
        close = suggest(wanted, known)
        raise ConfigError("no such behaviour; usim behaviors lists them", key=kind, suggestion=close)
    facts = behavior_facts(known[wanted])
    if as_json:
        echo_json(facts)
    else:
        rows, common = key_lines(facts["parameters"]), key_lines(facts["common"])
        say("\n".join([facts["kind"], facts["about"], "", *rows, "", *common]))
