"""The block of an application of one's own, read as its class declares it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from usimmarine_py.apps.own.app import App
from usimmarine_py.apps.own.declared import misspelt
from usimmarine_py.apps.own.find import named_apps
from usimmarine_py.errors import ConfigError, Severity, shorten, suggest
from usimmarine_py.mission import Block, Mission, dropped_lines
from usimmarine_py.values import Key
from usimmarine_py.values.application import APP_KEYS, APPLICATION_PARAMETERS
from usimmarine_py.values.finding import Finding, Place


class Where(NamedTuple):
    """A key and its place."""

    key: str
    file: str
    line: int

    def error(self, problem: str, suggestion: str = "") -> ConfigError:
        """An error of the value."""
        return ConfigError(problem, key=self.key, file=self.file, line=self.line, suggestion=suggestion)

    def warning(self, problem: str, suggestion: str = "") -> ConfigError:
        """A warning about the key."""
        error = self.error(problem, suggestion)
        error.about_key, error.severity = True, Severity.WARNING
        return error


def read_config(cls: type[App], block: Block | None) -> tuple[dict[str, Any], list[ConfigError]]:
    """The value of each parameter by its name, and what is wrong with the lines: errors, and warnings.

    Names compare ignoring case; of several lines the first counts, as with all keys of MOOS. Raises ``ConfigError`` for
    a default of the class that cannot be read.
    """
    values: dict[str, Any] = {}
    known: dict[str, Key] = {}
    for parameter in cls.parameters:
        try:
            values[parameter.name] = parameter.value(parameter.default)
        except ConfigError as error:
            problem = f"the default of {cls.__name__}.parameters cannot be used: {error.problem}"
            raise ConfigError(problem, key=parameter.name) from None
        known |= {name.lower(): parameter for name in parameter.names}
    found: list[ConfigError] = []
    if block is None:
        return values, found
    first: dict[str, int] = {}
    for entry in block.entries:
        where = Where(entry.key, block.file, entry.line)
        declared = known.get(entry.key.lower())
        if declared is None:
            if entry.key.lower() not in APP_KEYS:
                problem = f"unknown key of {cls.__name__}: without effect"
                suggestion = suggest(entry.key, [p.name for p in (*cls.parameters, *APPLICATION_PARAMETERS)])
                found.append(where.warning(problem, suggestion))
            continue
        name = declared.name
        if name in first:
            problem = f"given before in line {first[name]}, which counts; {shorten(entry.value, 50)} is not used"
            found.append(where.warning(problem))
            continue
        first[name] = entry.line
        try:
            values[name] = declared.value(entry.value)
        except ConfigError as error:
            found.append(where.error(error.problem, error.suggestion))
    found += [ConfigError(d.what, file=d.file, line=d.line, severity=d.severity) for d in dropped_lines(block)]
    return values, found


def check_own(mission: Mission, apps: Sequence[str]) -> list[Finding]:
    """What is wrong with the blocks of applications of one's own, and with what they declare.

    Raises ``ConfigError`` for what is no application, or can never play.
    """
    named, warnings = named_apps(mission, apps)
    found = [Finding(text, Place(mission.file)) for text in warnings]
    for name, given in named.items():
        cls = type(given.make())
        for error in read_config(cls, mission.block(name))[1]:
            found.append(
                Finding(
                    error.problem,
                    Place(error.file, error.line, 0, error.key),
                    severity=error.severity,
                    suggestion=error.suggestion,
                )
            )
        found += [Finding(text, Place(mission.file)) for text in misspelt(cls)]
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
