"""Reference pages from docstrings and ``#:`` comments of the source: limits, fields, functions of maths, errors."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from usimmarine_py import errors, maths

_PACKAGE = Path(__file__).parents[1]
_HEAD = "<!-- Written by scripts/docs from docstrings and comments of the source; do not edit. -->\n"
#: The part of wire/limits.py that is about the built-in MOOSDB, by the headings of its sections.
_SERVER = r"# --- sizes chosen here(.*)# --- the client -"
#: Limits outside the MOOSDB: module and constants.
_OTHERS = {
    "logs/alog/writer.py": ("FARTHEST",),
    "logs/tables.py": ("MOST_UNPACKED",),
    "logs/viewer/shapes.py": ("MAX_KEPT",),
    "mission/template.py": ("MOST_LINES", "MOST_TEXT", "MOST_INCLUDES"),
    "moos/app/appcast.py": ("MAX_REQUESTERS",),
    "moos/app/terminal.py": ("MAX_PENDING",),
    "apps/nmea_port.py": ("MOST_CLIENTS",),
    "vehicle/files.py": ("MAX_BYTES",),
    "watch/feeds/feed.py": ("MAX_CONTACTS",),
    "watch/server.py": ("MAX_CONNECTIONS", "PATIENCE"),
}
#: The marks around the table of the limits of texts.
_BEGIN, _END = "<!-- the table is written by scripts/docs -->", "<!-- end of the table -->"
_CLASSES = ("VehicleState", "ActuatorCommand", "Environment")


def limits_page() -> str:
    """Return the page of all limits: of the built-in MOOSDB, and of what others send or write."""
    lines = [
        _HEAD,
        "# Limits",
        "",
        "What others send or write is bounded by these. Sizes are bytes (KiB, MiB: 1024 and 1024² of them); times are",
        "real s where nothing else stands.",
        "",
        "## The built-in MOOSDB",
        "",
        *_table("wire/limits.py", _SERVER),
        "",
        "## Texts",
        "",
        "Of mail, missions and behaviour files: [reliability.md](../reliability.md#limits-of-texts).",
        "",
        "## Elsewhere",
        "",
        "| limit | value | |",
        "| --- | --- | --- |",
    ]
    for file, names in _OTHERS.items():
        rows = {name: (value, what) for name, value, what in _constants(file)}
        lines += [f"| `{file}:{name}` | {_shown(rows[name][0])} | {rows[name][1]} |" for name in names]
    return "\n".join(lines) + "\n"


def texts_table(page: str) -> str:
    """Return a page with the table of the limits of texts between its two marks."""
    before, begin, rest = page.partition(_BEGIN)
    _, end, after = rest.partition(_END)
    return before + begin + "\n".join(["", "", *_table("limits.py", "(.*)"), "", ""]) + end + after


def fields_page() -> str:
    """Return the page of the fields of states, commands and environments, with unit and frame."""
    source = (_PACKAGE / "values" / "state.py").read_text(encoding="utf-8")
    lines = [
        _HEAD,
        "# Fields of states, commands and the environment",
        "",
        "`from usimmarine_py import VehicleState, ActuatorCommand, Environment`; all are frozen, and",
        "`dataclasses.replace` makes changed copies. BODY is x forward, y to starboard, z down. Which fields a backend",
        "fills: [backends.md](../backends.md#fields).",
    ]
    for name in _CLASSES:
        body = source.partition(f"class {name}:")[2].partition("\n@")[0]
        lines += ["", f"## {name}", "", "| field | unit, frame, meaning |", "| --- | --- |"]
        lines += [f"| `{field}` | {what} |" for field, what in re.findall(r"^    (\w+): [^#]*#: (.*)$", body, re.M)]
    return "\n".join(lines) + "\n"


def maths_page() -> str:
    """Return the page of the public functions and constants of ``usimmarine_py.maths``."""
    lines = [
        _HEAD,
        "# Functions of usimmarine_py.maths",
        "",
        "Arguments may be numbers or arrays; shapes of vectors, matrices and results stand in parentheses.",
        "`help(NAME)` has an example of each. Frames and conventions: [maths.md](../maths.md).",
        "",
        "| name | |",
        "| --- | --- |",
    ]
    named = {name: what for file in ("earth", "integrators") for name, _, what in _constants(f"maths/{file}.py")}
    for name in maths.__all__:
        thing = getattr(maths, name)
        call, what = (_signature(thing), _summary(thing)) if inspect.isfunction(thing) else ("", named[name])
        lines.append(f"| `{name}{call}` | {what} |")
    return "\n".join(lines) + "\n"


def errors_page() -> str:
    """Return the page of the errors and warnings."""
    rows = [f"| `{name}` | {_summary(getattr(errors, name))} |" for name in errors.__all__]
    return "\n".join([_HEAD, "# Errors and warnings", "", "| name | |", "| --- | --- |", *rows]) + "\n"


def _signature(function: Callable[..., object]) -> str:
    shown = []
    for p in inspect.signature(function).parameters.values():
        default = f"{p.default:g}" if isinstance(p.default, float) else repr(p.default).replace("'", '"')
        shown.append(p.name if p.default is p.empty else f"{p.name}={default}")
    return f"({', '.join(shown)})"


def _summary(thing: object) -> str:
    return _cell((inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " "))


def _cell(text: str) -> str:
    return re.sub(r"``?([^`]*)``?", r"`\1`", text).replace("|", "\\|")


def _table(file: str, part: str) -> list[str]:
    rows = [f"| `{name}` | {_shown(value)} | {what} |" for name, value, what in _constants(file, part)]
    return ["| limit | value | |", "| --- | --- | --- |", *rows]


def _constants(file: str, part: str = "(.*)") -> Iterator[tuple[str, float, str]]:
    """Yield name, value and comment of the constants of a module; without one, that of the constant above."""
    text = (_PACKAGE / file).read_text(encoding="utf-8")
    found = re.search(part, text, re.DOTALL)
    module = import_module(f"usimmarine_py.{file.removesuffix('.py').replace('/', '.')}")
    what: list[str] = []
    fresh = True
    for line in (found[1] if found else "").splitlines():
        if line.startswith("#: "):
            what = [line[3:]] if fresh else [*what, line[3:]]
            fresh = False
        elif names := re.match(r"([A-Z][A-Z_\d]+(?:, [A-Z][A-Z_\d]+)*) = (?:.*  #: (.*))?", line):
            fresh = True
            words = _cell(names[2] or " ".join(what))
            yield from ((name, getattr(module, name), words) for name in names[1].split(", "))
        elif re.match(r"\w+ = ", line):  # of the module alone: its comment is over
            fresh = True


def _shown(value: int | float) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    for unit, size in (("MiB", 2**20), ("KiB", 2**10)):
        if value >= size and value % size == 0:
            return f"{value // size} {unit}"
    return f"{value:,}"
