"""The block of an application of one's own, read as its class declares it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from usimmarine_py.apps.own.app import App
from usimmarine_py.apps.own.declared import misspelt
from usimmarine_py.apps.own.find import named_apps
from usimmarine_py.errors import ConfigError, Severity, shorten, suggest
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.mission import Block, Mission, dropped_lines
from usimmarine_py.values import ConfigLine, Key
from usimmarine_py.values.application import APP_KEYS, APPLICATION_PARAMETERS
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.key import KeyTable, Take, read_block


class _OwnValues:
    """The values while the lines are read; the first line of a key counts."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.first: dict[str, int] = {}
        self.line = ConfigLine("", "")


def _take(key: Key) -> Take:
    def take(found: _OwnValues, text: str) -> Finding | None:
        if key.name in found.first:
            problem = f"given before in line {found.first[key.name]}, which counts; {shorten(text, 50)} is not used"
            return Finding(problem, about_key=True, idle=True)  # the run goes on with the first line
        found.first[key.name] = found.line.line
        found.values[key.name] = key.value(text)
        return None

    return take


def read_config(cls: type[App], block: Block | None) -> tuple[dict[str, Any], list[Finding]]:
    """The value of each parameter by its name, and what is wrong with the lines: errors, and warnings.

    Names compare ignoring case; of several lines the first counts, as with all keys of MOOS. Raises ``ConfigError`` for
    a default of the class that cannot be read.
    """
    reader = _OwnValues()
    for key in cls.parameters:
        try:
            reader.values[key.name] = key.value(key.default)
        except ConfigError as error:
            problem = f"the default of {cls.__name__}.parameters cannot be used: {error.problem}"
            raise ConfigError(problem, key=key.name) from None
    if block is None:
        return reader.values, []
    table = KeyTable((replace(key, take=_take(key)) for key in cls.parameters), severity=Severity.ERROR)
    unknown = f"unknown key of {cls.__name__}: without effect"
    found = []
    for one in read_block(block.config_lines, table, reader, APP_KEYS, unknown=unknown):
        if one.what == unknown:  # the line may have been meant for MOOS
            near = suggest(one.key, [key.name for key in (*cls.parameters, *APPLICATION_PARAMETERS)])
            one = one._replace(severity=Severity.WARNING, suggestion=near)
        found.append(one)
    return reader.values, [*found, *(d._replace(where=FilePlace(d.file, d.line)) for d in dropped_lines(block))]


def check_own(mission: Mission, apps: Sequence[str]) -> list[Finding]:
    """What is wrong with the blocks of applications of one's own, and with what they declare.

    Raises ``ConfigError`` for what is no application, or can never play.
    """
    named, warnings = named_apps(mission, apps)
    found = [Finding(text, FilePlace(mission.file)) for text in warnings]
    for name, given in named.items():
        cls = type(given.make())
        found += read_config(cls, mission.block(name))[1]
        found += [Finding(text, FilePlace(mission.file)) for text in misspelt(cls)]
    return found


def example(app: App) -> str:
    """A block with all keys, ready to be pasted into a mission."""
    lines = [f"ProcessConfig = {app.name or type(app).__name__}", "{", f"  AppTick   = {app.app_tick:g}"]
    lines += [f"  CommsTick = {app.app_tick:g}", ""] if app.parameters else [f"  CommsTick = {app.app_tick:g}"]
    width = max((len(p.name) for p in app.parameters), default=0)
    for p in app.parameters:
        remark = ", ".join(part for part in (p.unit, p.help) if part)
        value = p.default or p.example
        line = f"  {p.name:<{width}} = {value}" if value else f"  // {p.name:<{width}} ="
        lines.append(f"{line:<32} // {remark}" if remark else line)
    return "\n".join([*lines, "}"])
