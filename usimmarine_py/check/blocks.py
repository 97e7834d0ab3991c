"""The keys of every block and of every behaviour, by name; what is made from them: pages, examples, schemas."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.values.application import APPLICATION_PARAMETERS
from usimmarine_py.values.frozen import dataclass, replace
from usimmarine_py.values.key import Key, KeyTable, value_text

_WIDTH = 80
_HEAD = "<!-- Written by scripts/docs from the declarations of keys; do not edit. -->\n"
_JSON_TYPES = {"number": "number", "integer": "integer", "bool": "boolean"}
#: The simulator, whose keys have a page, an example and rules of dialects of their own.
SIMULATOR = "usimmarine"


@dataclass(frozen=True, slots=True)
class KeySet:
    """What a block, or a behaviour in a .bhv file, may say."""

    name: str  #: as in ``ProcessConfig = NAME`` or ``Behavior = NAME``
    about: str
    table: KeyTable
    behavior: bool = False

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys in the order of the pages."""
        return self.table.keys_in_order


def _simulator() -> KeySet:
    from usimmarine_py.check.table import PARAMETERS  # a tenth of a second

    return KeySet(SIMULATOR, "The simulator; uSimMarine, uSimMarineV22 and uSimMarineV23, too.", KeyTable(PARAMETERS))


def _controller() -> KeySet:
    from usimmarine_py.control.gains import KEYS

    return KeySet("usim_pid", "The controller of heading, speed and depth; pMarinePIDV22 and pMarinePID, too.", KEYS)


def _guidance() -> KeySet:
    from usimmarine_py.control.plan import KEYS

    return KeySet("usim_guidance", "Guidance along waypoints, without a helm.", KEYS)


def _helm() -> KeySet:
    from usimmarine_py.helm.files.configuration import KEYS

    return KeySet("pHelmIvP", "The helm; usim_helm, too. Behaviours stand in .bhv files.", KEYS)


def _script() -> KeySet:
    from usimmarine_py.script.config import KEYS

    return KeySet("uTimerScript", "A script of posts.", KEYS)


def _evaluation() -> KeySet:
    from usimmarine_py.script.grading.evaluation import KEYS

    return KeySet("pMissionEval", "Judges the mission by conditions.", KEYS)


def _poke() -> KeySet:
    from usimmarine_py.script.grading.pokes import POKE_KEYS

    return KeySet("pAutoPoke", "Posts once when enough vehicles are there.", POKE_KEYS)


def _finish() -> KeySet:
    from usimmarine_py.script.grading.pokes import FINISH_KEYS

    return KeySet("uMayFinish", "Ends the mission.", FINISH_KEYS)


def _hash() -> KeySet:
    from usimmarine_py.script.grading.pokes import HASH_KEYS

    return KeySet("pMissionHash", "Names the run.", HASH_KEYS)


def _expected() -> KeySet:
    from usimmarine_py.script.grading.expected import BLOCK, KEYS

    return KeySet(BLOCK, "What is expected of the mission, in the file itself; MOOS ignores it.", KEYS)


def _logger() -> KeySet:
    from usimmarine_py.logs.plogger import KEYS

    return KeySet("pLogger", "Logs variables.", KEYS)


def _antler() -> KeySet:
    from usimmarine_py.mission.antler import KEYS

    return KeySet("ANTLER", "What pAntler starts.", KEYS)


def _xms() -> KeySet:
    from usimmarine_py.mission.terminals import XMS_KEYS

    return KeySet("uXMS", "Shows variables of a MOOSDB on a terminal.", XMS_KEYS)


def _helm_scope() -> KeySet:
    from usimmarine_py.mission.terminals import HELM_SCOPE_KEYS

    return KeySet("uHelmScope", "Shows what the helm does on a terminal.", HELM_SCOPE_KEYS)


def _term() -> KeySet:
    from usimmarine_py.mission.terminals import TERM_KEYS

    return KeySet("uTermCommand", "Posts by cues typed on a terminal.", TERM_KEYS)


_BLOCKS: Mapping[str, Callable[[], KeySet]] = {
    "ANTLER": _antler, SIMULATOR: _simulator, "pHelmIvP": _helm, "usim_pid": _controller, "usim_guidance": _guidance,
    "uTimerScript": _script, "pLogger": _logger, "pMissionEval": _evaluation, "pAutoPoke": _poke,
    "uMayFinish": _finish, "pMissionHash": _hash, "usim_grade": _expected, "uXMS": _xms, "uHelmScope": _helm_scope,
    "uTermCommand": _term,
}  # fmt: skip
#: Other programs with the keys of a block above, by the beginning of their names in lower case.
_ALSO = {"usimmarine": SIMULATOR, "pmarinepid": "usim_pid", "usim_helm": "pHelmIvP"}


def block_names() -> list[str]:
    """Return the names of all blocks, those of a field last."""
    from usimmarine_py.field.programs import FIELD_PROGRAMS

    return [*_BLOCKS, *FIELD_PROGRAMS]


def behavior_names() -> list[str]:
    """Return the stock kinds of behaviours."""
    from usimmarine_py.helm.behaviours import KINDS

    return sorted(KINDS)


def key_set(name: str) -> KeySet:
    """Return the keys of a block or of a kind of behaviour. Raises ``ConfigError`` for another name."""
    from usimmarine_py.field.programs import field_keys, field_program
    from usimmarine_py.helm.behaviours import find_kind

    lowered = name.lower()
    known = {one.lower(): one for one in _BLOCKS}
    block = known.get(lowered) or next((other for begin, other in _ALSO.items() if lowered.startswith(begin)), "")
    if block:
        return _BLOCKS[block]()
    if program := field_program(name):
        table = field_keys(program)
        return KeySet(program, _about_field(program), table)
    kinds = {one.lower(): one for one in behavior_names()}
    kind = kinds.get(lowered) or kinds.get(f"bhv_{lowered}")
    cls = None if kind is None else find_kind(kind)
    if cls is None or kind is None:
        near = suggest(name, [*block_names(), *kinds.values()])
        from usimmarine_py.check.variables import used_by  # only for an error

        problem = "is no block or behaviour that is played; usim keys lists them"
        raise ConfigError(used_by(name) or problem, key=name, suggestion=near)
    about = (cls.__doc__ or "").strip().split("\n")[0]
    return KeySet(kind, about, KeyTable(_keys_of(cls)), behavior=True)


def _keys_of(cls: type[Behavior]) -> list[Key]:
    """Return the keys of a kind, with its own defaults: its name, its own keys, those of every kind."""
    own = {key.name: key for key in cls.all_keys.values()}
    found = [
        replace(key, default=value_text(getattr(cls, name))) if name.lower() in cls.parameters else key
        for name, key in own.items()
    ]
    return sorted(found, key=lambda key: (key.name != "name", key.name in Behavior.all_keys))


def _about_field(program: str) -> str:
    import sys

    from usimmarine_py.field.programs import FIELD_PROGRAMS

    module = sys.modules[f"usimmarine_py.field.{FIELD_PROGRAMS[program].partition(':')[0]}"]
    first = (module.__doc__ or "").split("\n")[0]
    text = first.partition(": ")[2] or first.partition(", ")[2]
    return text[:1].upper() + text[1:]


# ---- an example -----------------------------------------------------------------------------------------------------


def example_of(found: KeySet) -> str:
    """Return a block to paste into a mission, or a behaviour for a .bhv file, at most 80 columns wide where that goes.

    Each key stands behind its help. Keys with neither an example nor a default are comments, and so are former names,
    and keys of the simulator that others exclude.
    """
    head = f"Behavior = {found.name}" if found.behavior else f"ProcessConfig = {found.name}"
    lines = [head, "{"]
    if not found.behavior and found.name not in ("usim_grade", "ANTLER", SIMULATOR):
        lines += ["  AppTick   = 4", "  CommsTick = 4"]
    for key in found.keys:
        if not key.name.endswith("*"):
            lines += ["", *_shown(found, key)]
    return "\n".join([*lines, "}"])


def _shown(found: KeySet, key: Key) -> Iterator[str]:
    remark = f"{key.help.rstrip('.')} ({', '.join(facts)})" if (facts := list(_facts(key))) else key.help.rstrip(".")
    yield from textwrap.wrap(remark, _WIDTH, initial_indent="  // ", subsequent_indent="  //   ")
    default = found.table.default(key)
    value = key.example or default
    # a default may be what no text says, such as -1 for a speed that is not given
    usable = bool(value) and (bool(key.example) or _reads(key, default))
    if found.name == SIMULATOR:
        from usimmarine_py.check.table import ACTIVE  # many of its keys exclude each other

        usable = key.name in ACTIVE
    yield f"  {'' if usable else '// '}{key.name} = {value}".rstrip()


def _reads(key: Key, text: str) -> bool:
    if key.take is not None or key.repeatable:
        return False
    try:
        key.value(text)
    except (ConfigError, ValueError):
        return False
    return True


def _facts(key: Key) -> Iterator[str]:
    """Yield what else there is to say of a key."""
    if key.choices:
        yield " | ".join(key.choices)
    if str(key.limits):
        yield str(key.limits)
    if key.unit:
        yield key.unit


# ---- pages and plain values -----------------------------------------------------------------------------------------


def row_of(found: KeySet, key: Key) -> dict[str, Any]:
    """Return a key as plain values; ``default`` is what a file would say."""
    return {
        "name": key.name,
        "also": [*key.aliases],
        "kind": key.kind,
        "choices": list(key.choices),
        "limits": str(key.limits),
        "default": found.table.default(key),
        "unit": key.unit,
        "help": key.help,
        "repeatable": key.repeatable,
        "source": key.source,
    }


def blocks_page() -> str:
    """Every key of every block but the simulator's, as Markdown."""
    parts = [
        _HEAD,
        "# Blocks\n",
        "Keys of the blocks that this package plays, besides those of [every application](parameters.md#application).",
        "The keys of the simulator have [a page](parameters.md), those of behaviours [another](behaviors.md). Names",
        "ignore case. `usim keys NAME` prints a block's, `usim keys NAME --example` a block to paste.\n",
    ]
    for name in block_names():
        if name == SIMULATOR:
            continue
        found = key_set(name)
        parts += [f"## {found.name}\n", f"{found.about}\n", key_page([row_of(found, key) for key in found.keys])]
    return "\n".join(parts)


def key_page(rows: list[dict[str, Any]]) -> str:
    """Return a table of keys as Markdown."""
    lines = ["| Name | Value | Default | Meaning |", "| --- | --- | --- | --- |"]
    for row in rows:
        name = " = ".join(f"`{name}`" for name in (row["name"], *row["also"]))
        value = ", ".join(f"`{word}`" for word in row["choices"]) or row["kind"]
        value += "".join(f", {row[part]}" for part in ("limits", "unit") if row[part])
        value += ", may come again" if row["repeatable"] else ""
        default = f"`{row['default']}`" if row["default"] else ""
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in (name, value, default, row["help"])) + " |")
    return "\n".join(lines) + "\n"


# ---- schemas --------------------------------------------------------------------------------------------------------


def schema_of(found: KeySet) -> dict[str, Any]:
    """Return a JSON schema of a block or behaviour, for editors; keys in lower case or as declared."""
    properties: dict[str, Any] = {}
    keys = found.keys if found.behavior else (*found.keys, *APPLICATION_PARAMETERS)
    for key in keys:
        entry = schema_entry(key, found.table.default(key))
        properties.setdefault(key.name, entry)
        for name in key.names[1:]:
            old = {"deprecated": True} if name in key.rules.deprecated else {}
            properties[name] = {**entry, **old, "description": f"Another name of {key.name}. {key.help}"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{'Behavior' if found.behavior else 'ProcessConfig'} = {found.name}",
        "description": found.about,
        "type": "object",
        "properties": properties,
        "additionalProperties": any(key.name.endswith("*") for key in found.keys),
    }


def whole_schema() -> dict[str, Any]:
    """Return one schema of all blocks and behaviours: an object of objects by their names."""
    names = [*block_names(), *behavior_names()]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Blocks of a mission file, and behaviours of a .bhv file",
        "type": "object",
        "properties": {name: schema_of(key_set(name)) for name in names},
    }


def schema_entry(key: Key, default: str) -> dict[str, Any]:
    """Return the schema of the value of a key."""
    kind = "string" if key.words else _JSON_TYPES.get(key.kind, "string")
    entry: dict[str, Any] = {"type": kind, "description": key.help}
    if key.choices:
        entry["enum"] = list(key.choices)
    if key.minimum is not None:
        entry["minimum"] = key.minimum
    if key.above is not None:
        entry["exclusiveMinimum"] = key.above
    if key.maximum is not None:
        entry["maximum"] = key.maximum
    if default:
        plain = kind == "string" or not _reads(key, default)
        entry["default"] = default if plain else key.value(default)
    extras = {
        "x-unit": key.unit,
        "x-group": key.group,
        "x-dialects": list(key.rules.dialects),
        "x-dialect-defaults": dict(key.rules.dialect_defaults),
        "x-repeatable": key.repeatable,
        "x-source": key.source,
    }
    return entry | {name: value for name, value in extras.items() if value}
