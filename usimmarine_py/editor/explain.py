"""Help for what stands under the cursor, as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from usimmarine_py.check.blocks import key_set, row_of
from usimmarine_py.editor.places import Use, is_variable
from usimmarine_py.editor.position import Position
from usimmarine_py.editor.proposals import GLOBALS, find_key, keys_of
from usimmarine_py.errors import ConfigError
from usimmarine_py.values.key import Key


def explain(position: Position, uses: Sequence[Use], on_key: bool) -> str:
    """Return help for a key (``on_key``: the cursor is left of the equals sign), a kind, or a variable; else empty."""
    if on_key and (key := find_key(position, position.word)) is not None:
        return explain_key(position, key)
    if on_key and position.word in GLOBALS:
        return f"**{position.word}**\n\n{GLOBALS[position.word]}"
    if not on_key:
        try:
            found = key_set(position.word) if position.key.lower() in ("processconfig", "behavior", "run") else None
        except ConfigError:
            found = None
        if found is not None:
            return f"**{found.name}**\n\n{found.about}\n\nKeys: {', '.join(f'`{key.name}`' for key in found.keys)}"
    if is_variable(position.word):
        return explain_variable(position.word, uses)
    return ""


def explain_key(position: Position, key: Key) -> str:
    """Return the help of a key with its kind, limits, unit and default."""
    known = keys_of(position)
    facts = [key.kind]
    if known is not None:
        row = row_of(known, key)
        facts += [row[name] for name in ("limits", "unit") if row[name]]
        facts += [" | ".join(f"`{word}`" for word in row["choices"])] if row["choices"] else []
        facts += [f"default `{row['default']}`"] if row["default"] else []
    text = f"**{key.name}** ({', '.join(facts)})\n\n{key.help}"
    return f"{text}\n\nExample: `{key.name} = {key.example}`" if key.example else text


def explain_variable(name: str, uses: Sequence[Use]) -> str:
    """Return what is known about a variable, and who posts and reads it in the files of a mission."""
    from usimmarine_py.check.table import MAIL
    from usimmarine_py.check.variables import program_mail

    lines = [f"**{name}**"]
    others = ((program, entry) for program, entries in program_mail().items() for entry in entries)
    for program, entry in (*(("the simulator", entry) for entry in MAIL), *others):
        if name in (entry.name, *entry.aliases):
            verb = "taken by" if entry.direction == "in" else "posted by"
            unit = f", {entry.unit}" if entry.unit else ""
            lines.append(f"{verb} {program} ({entry.kind}{unit}): {entry.help}")
    lines += _listed("posted", [use for use in uses if use.posts])
    lines += _listed("read", [use for use in uses if not use.posts])
    return "\n\n".join(lines) if len(lines) > 1 else ""


def _listed(verb: str, uses: Sequence[Use]) -> Iterator[str]:
    if uses:
        places = dict.fromkeys(f"{Path(use.path).name}:{use.line + 1}" for use in uses)
        shown = ", ".join([*places][:8])
        yield f"{verb} in {shown}{f' and {len(places) - 8} more' if len(places) > 8 else ''}"
