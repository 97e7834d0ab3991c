"""The reader of a uTimerScript block: parameters, events, random variables, conditions, and warnings."""

from __future__ import annotations

import re

from usimmarine_py.conditions.language import LOGIC
from usimmarine_py.conditions.parser import ExpectationError, read_condition
from usimmarine_py.conditions.terms import ConditionTerm
from usimmarine_py.errors import Severity
from usimmarine_py.mission.diagnostics import Diagnostic
from usimmarine_py.mission.reader import Block
from usimmarine_py.script.randoms import (
    RandomPair,
    RandomVariable,
    read_pair,
    read_variable,
    split_protected,
)
from usimmarine_py.script.values import ValueTemplate, has_empty_braces, read_template
from usimmarine_py.text import is_number, leading_integer, loose_boolean, read_number
from usimmarine_py.values.frozen import dataclass, field

#: Copies of one event, at most; the reference would try to make them all.
MOST_COPIES = 100_000

EXIT_VARIABLE = "EXITED_NORMALLY"
_IGNORED = {
    "apptick",
    "maxapptick",
    "commstick",
    "app_logging",
    "term_report_interval",
    "max_appcast_events",
    "deprecated_ok",
}
_NAMES = {
    "script_name": "script_name",
    "forward_var": "forward_var",
    "forward_variable": "forward_var",
    "pause_var": "pause_var",
    "pause_variable": "pause_var",
    "reset_var": "reset_var",
    "reset_variable": "reset_var",
    "status_var": "status_var",
}
_REPEATED_INDEX = re.compile(r"\$\[IDX\]|\$\(IDX\)|\$\$IDX")


@dataclass(frozen=True, slots=True)
class Span:
    """A number, or a range ``low:high`` from which one is drawn."""

    low: float
    high: float

    @property
    def is_range(self) -> bool:
        """Whether a number is to be drawn."""
        return self.low != self.high


@dataclass(frozen=True, slots=True)
class Event:
    """One post: variable, value, and the script time from which on it is due. ``leaves`` = it ends the script."""

    variable: str
    value: ValueTemplate
    time: Span
    leaves: bool = False


@dataclass
class ScriptConfig:
    """A uTimerScript block as read. ``warnings`` are (text, line of the file) in file order."""

    events: list[Event] = field(default_factory=list)
    variables: list[RandomVariable] = field(default_factory=list)
    pairs: list[RandomPair] = field(default_factory=list)
    conditions: list[ConditionTerm] = field(default_factory=list)
    conditional: bool = False  #: there was a condition line, valid or not
    paused: bool = False
    shuffle: bool = True
    atomic: bool = False
    verbose: bool = True
    upon_awake: str = "n/a"
    zero_at_db_start: bool = False
    reset_limit: float = 0.0
    reset_limited: bool = False
    reset_at_end: bool = False
    reset_time: float = 0.0  #: 0 = no reset by time
    delay_start: Span = Span(0.0, 0.0)
    delay_reset: Span = Span(0.0, 0.0)
    time_warp: Span = Span(1.0, 1.0)
    block_on: list[str] = field(default_factory=list)
    script_name: str = "unnamed"
    forward_var: str = "UTS_FORWARD"
    pause_var: str = "UTS_PAUSE"
    reset_var: str = "UTS_RESET"
    status_var: str = "UTS_STATUS"
    warnings: list[tuple[str, int]] = field(default_factory=list)

    def diagnostics(self, file: str) -> list[Diagnostic]:
        """Return the warnings as findings in ``file``."""
        return [Diagnostic(Severity.WARNING, text, file, line) for text, line in self.warnings]


def read_config(block: Block, app_name: str = "uTimerScript", *, quirks: bool = False) -> ScriptConfig:
    """Read a block (without verbatim quoting, as uTimerScript reads it).

    ``quirks`` adds the two warnings that the reference gives for lines that are right: ``time_zero = script_start``
    and every ``randpair``.
    """
    return _Reader(app_name, quirks).read(block)


class _Reader:
    def __init__(self, app_name: str, quirks: bool) -> None:
        self.config = ScriptConfig()
        self.app_name = app_name
        self.quirks = quirks
        self.line = 0

    def read(self, block: Block) -> ScriptConfig:
        for key, value, line in block.listed():
            self.line = line
            problem = self._read_line(key, value)
            if problem:
                self._warn(problem)
        return self.config

    def _warn(self, text: str) -> None:
        self.config.warnings.append((text, self.line))

    def _read_line(self, key: str, value: str) -> str:
        """Take one line in and return a warning, or an empty text."""
        config = self.config
        name = key.lower()
        if name == "event":
            self._read_event(value)
        elif name in ("randvar", "rand_var"):
            variable = read_variable(value, config.variables)
            if isinstance(variable, str):
                return f"Rand variable problem: {value}:{variable}"
            config.variables.append(variable)
        elif name in ("randpair", "rand_pair"):
            pair = read_pair(value)
            if isinstance(pair, RandomPair):
                config.pairs.append(pair)
            if isinstance(pair, str) or self.quirks:
                return f"Rand pair problem: {value}:{pair if isinstance(pair, str) else 'bad poly'}"
        elif name == "condition":
            config.conditional = True
            try:
                config.conditions.append(read_condition(value, LOGIC)[0])
            except ExpectationError:
                return f"Invalid logic condition: {value}"
        elif name == "block_on":
            for app in value.split(","):
                if app in config.block_on or not app:
                    return f"Unhandled or duplicate block_on app: {value}"
                config.block_on.append(app)
        elif name in _NAMES:
            setattr(config, _NAMES[name], value)
        elif name not in _IGNORED:
            return self._read_switch(name, key, value)
        return ""

    def _read_switch(self, name: str, key: str, value: str) -> str:
        config = self.config
        word = value.lower()
        if name in ("paused", "shuffle", "script_atomic", "verbose"):
            attribute = "atomic" if name == "script_atomic" else name
            choice = loose_boolean(value, getattr(config, attribute))
            if choice is None:
                blank = "" if name == "shuffle" else " "
                return f"Invalid {name} parameter:{blank}{value}"
            setattr(config, attribute, choice)
        elif name == "upon_awake":
            if word not in ("n/a", "reset", "restart"):
                return f"Invalid upon_awake parameter value: {value}"
            config.upon_awake = word
        elif name == "time_zero":
            if word in ("script_start", "db_start"):
                config.zero_at_db_start = word == "db_start"
            if word != "db_start" and (self.quirks or word != "script_start"):
                return f"Invalid time_zero parameter value: {value}"
        elif name == "reset_max":
            number = read_number(value)
            if word in ("any", "unlimited", "nolimit"):
                config.reset_limited = False
            elif number is None or number < 0:
                return f"Invalid reset_max parameter value: {value}"
            else:
                config.reset_limited, config.reset_limit = True, float(int(number))
        elif name == "reset_time":
            number = read_number(value)
            if word in ("none", "end", "all-posted"):
                config.reset_at_end, config.reset_time = word != "none", 0.0
            elif number is None or number <= 0:
                return f"Invalid reset_time parameter value: {value}"
            else:
                config.reset_at_end, config.reset_time = False, number
        elif name in ("delay_start", "delay_reset", "time_warp"):
            return self._read_span(name, value)
        else:
            return f"Unhandled config line: {key}={value}"
        return ""

    def _read_span(self, name: str, value: str) -> str:
        span = _read_range(value)
        if span is None:
            stem = "time_warp" if name == "time_warp" else "delay_start"
            return f"Invalid {stem} provided:{' ' if name == 'delay_start' else ''}{value}"
        low_enough = span.low > 0 if name == "time_warp" else span.low >= 0
        if low_enough and span.low <= span.high:  # anything else is ignored without a warning, as in uTimerScript
            setattr(self.config, name, span)
        return ""

    def _read_event(self, value: str) -> None:
        fields: dict[str, str] = {}
        time = Span(0.0, 0.0)
        copies = 1
        leaves = False
        for piece in split_protected(value):
            name, _, text = piece.partition("=")
            name = name.lower()
            if name in ("var", "val"):
                fields[name] = text
            elif name == "time":
                time = self._read_time(text)
            elif name == "amt":
                copies = self._read_amount(text)
            elif name == "quit":
                leaves = True
            elif name:
                self._warn(f"Unknown param in event config: {name}")
        if leaves:
            template = ValueTemplate(self.app_name, quoted=True)
            self.config.events += [Event(EXIT_VARIABLE, template, time, True)] * copies
        elif not fields.get("var"):
            self._warn("Event configured with NULL posting variable")
        elif not fields.get("val"):
            self._warn("Event configured with NULL posting value")
        elif has_empty_braces(fields["val"]):
            self._warn(f"Event value with empty braces (uTimerScript would abort), not played: {fields['val']}")
        else:
            self._add(fields["var"], fields["val"], time, copies)

    def _add(self, variable: str, value: str, time: Span, copies: int) -> None:
        leaves = variable == EXIT_VARIABLE
        first = len(self.config.events)
        if _REPEATED_INDEX.search(value):
            templates = [read_template(value, first + i) for i in range(copies)]
        else:
            templates = [read_template(value, first)] * copies
        self.config.events += [Event(variable, template, time, leaves) for template in templates]

    def _read_time(self, text: str) -> Span:
        if ":" not in text:
            number = read_number(text) or 0.0
            if number < 0:
                self._warn(f"Event timestamp is non-zero: {text}")
                number = 0.0
            return Span(number, number)
        span = _read_range(text)
        if span is None or span.low > span.high:
            self._warn(f"Invalid event time-interval: {text}")
            return Span(0.0, 0.0)
        return span

    def _read_amount(self, text: str) -> int:
        copies = leading_integer(text)
        if copies <= 0:
            self._warn(f"Event amt must be > 0: {text}")
            return 1
        if copies > MOST_COPIES:
            self._warn(f"Event amt must be <= {MOST_COPIES}: {text}")
            return 1
        return copies


def _read_range(text: str) -> Span | None:
    """``a`` or ``a:b``; None unless all parts are numbers."""
    parts = text.split(":")
    numbers = [read_number(p) for p in parts if is_number(p)]
    if len(parts) > 2 or len(numbers) != len(parts) or None in numbers:
        return None
    return Span(numbers[0] or 0.0, numbers[-1] or 0.0)
