"""The reader of a uTimerScript block: parameters, events, random variables, conditions, and warnings."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from usimmarine_py.conditions.language import LOGIC
from usimmarine_py.conditions.parser import ExpectationError, read_condition
from usimmarine_py.conditions.terms import ConditionTerm
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
from usimmarine_py.values.finding import Finding, Place
from usimmarine_py.values.frozen import dataclass, field

#: Copies of one event, at most; the reference would try to make them all.
MOST_COPIES = 100_000

EXIT_VARIABLE = "EXITED_NORMALLY"
_IGNORED = (
    *("apptick", "maxapptick", "commstick", "app_logging"),
    *("term_report_interval", "max_appcast_events", "deprecated_ok"),
)
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
class ResetRule:
    """When a script starts over by itself, and how often."""

    limited: bool = False
    limit: float = 0.0
    at_end: bool = False
    time: float = 0.0  #: script s; 0: not by time


@dataclass
class ScriptNames:
    """The name of a script, and the variables that control it and show its status."""

    script: str = "unnamed"
    forward: str = "UTS_FORWARD"
    pause: str = "UTS_PAUSE"
    reset: str = "UTS_RESET"
    status: str = "UTS_STATUS"


@dataclass
class ScriptSpans:
    """What is drawn anew for each run of a script; delays in s."""

    delay_start: Span = Span(0.0, 0.0)
    delay_reset: Span = Span(0.0, 0.0)
    time_warp: Span = Span(1.0, 1.0)


@dataclass
class RandomDraws:
    """Where random values of events come from."""

    variables: list[RandomVariable] = field(default_factory=list)
    pairs: list[RandomPair] = field(default_factory=list)


@dataclass
class ScriptConfig:
    """A uTimerScript block as read. ``warnings`` are (text, line of the file) in file order."""

    events: list[Event] = field(default_factory=list)
    draws: RandomDraws = field(default_factory=RandomDraws)
    conditions: list[ConditionTerm] = field(default_factory=list)
    conditional: bool = False  #: there was a condition line, valid or not
    paused: bool = False
    shuffle: bool = True
    atomic: bool = False
    verbose: bool = True
    upon_awake: str = "n/a"
    zero_at_db_start: bool = False
    resets: ResetRule = field(default_factory=ResetRule)
    spans: ScriptSpans = field(default_factory=ScriptSpans)
    block_on: list[str] = field(default_factory=list)
    names: ScriptNames = field(default_factory=ScriptNames)
    warnings: list[tuple[str, int]] = field(default_factory=list)

    def diagnostics(self, file: str) -> list[Finding]:
        """Return the warnings as findings in ``file``."""
        return [Finding(text, Place(file, line)) for text, line in self.warnings]


def read_config(block: Block, app_name: str = "uTimerScript", *, quirks: bool = False) -> ScriptConfig:
    """Read a block (without verbatim quoting, as uTimerScript reads it).

    ``quirks`` adds the two warnings that the reference gives for lines that are right: ``time_zero = script_start``
    and every ``randpair``.
    """
    return _BlockReader(app_name, quirks).read(block)


class _BlockReader:
    def __init__(self, app_name: str, quirks: bool) -> None:
        self.config = ScriptConfig()
        self.app_name = app_name
        self.quirks = quirks
        self.line = 0
        #: By key; each returns a warning, if any.
        self.readers: dict[str, Callable[[str], str | None]] = {
            "event": self._read_event,
            **dict.fromkeys(("randvar", "rand_var"), self._read_variable),
            **dict.fromkeys(("randpair", "rand_pair"), self._read_pair),
            "condition": self._read_condition,
            "block_on": self._read_block_on,
            **{name: partial(self._read_choice, name) for name in ("paused", "shuffle", "script_atomic", "verbose")},
            "upon_awake": self._read_awake,
            "time_zero": self._read_zero,
            "reset_max": self._read_limit,
            "reset_time": self._read_reset_time,
            **{name: partial(self._read_span, name) for name in ("delay_start", "delay_reset", "time_warp")},
            "script_name": partial(setattr, self.config.names, "script"),
            **{
                f"{name}_{ending}": partial(setattr, self.config.names, name)
                for name in ("forward", "pause", "reset")
                for ending in ("var", "variable")
            },
            "status_var": partial(setattr, self.config.names, "status"),
        }

    def read(self, block: Block) -> ScriptConfig:
        for key, value, line in block.listed():
            self.line = line
            reader = self.readers.get(key.lower())
            if reader is not None:
                problem = reader(value)
            else:
                problem = None if key.lower() in _IGNORED else f"Unhandled config line: {key}={value}"
            if problem:
                self._warn(problem)
        return self.config

    def _warn(self, text: str) -> None:
        self.config.warnings.append((text, self.line))

    def _read_variable(self, value: str) -> str | None:
        variable = read_variable(value, self.config.draws.variables)
        if isinstance(variable, str):
            return f"Rand variable problem: {value}:{variable}"
        self.config.draws.variables.append(variable)
        return None

    def _read_pair(self, value: str) -> str | None:
        pair = read_pair(value)
        if isinstance(pair, str):
            return f"Rand pair problem: {value}:{pair}"
        self.config.draws.pairs.append(pair)
        return f"Rand pair problem: {value}:bad poly" if self.quirks else None

    def _read_condition(self, value: str) -> str | None:
        self.config.conditional = True
        try:
            self.config.conditions.append(read_condition(value, LOGIC)[0])
        except ExpectationError:
            return f"Invalid logic condition: {value}"
        return None

    def _read_block_on(self, value: str) -> str | None:
        for app in value.split(","):
            if app in self.config.block_on or not app:
                return f"Unhandled or duplicate block_on app: {value}"
            self.config.block_on.append(app)
        return None

    def _read_choice(self, name: str, value: str) -> str | None:
        attribute = name.removeprefix("script_")
        choice = loose_boolean(value, getattr(self.config, attribute))
        if choice is None:
            return f"Invalid {name} parameter:{'' if name == 'shuffle' else ' '}{value}"
        setattr(self.config, attribute, choice)
        return None

    def _read_awake(self, value: str) -> str | None:
        if value.lower() not in ("n/a", "reset", "restart"):
            return f"Invalid upon_awake parameter value: {value}"
        self.config.upon_awake = value.lower()
        return None

    def _read_zero(self, value: str) -> str | None:
        word = value.lower()
        if word in ("script_start", "db_start"):
            self.config.zero_at_db_start = word == "db_start"
        wrong = word != "db_start" and (self.quirks or word != "script_start")
        return f"Invalid time_zero parameter value: {value}" if wrong else None

    def _read_limit(self, value: str) -> str | None:
        number, rule = read_number(value), self.config.resets
        if value.lower() in ("any", "unlimited", "nolimit"):
            rule.limited = False
        elif number is None or number < 0:
            return f"Invalid reset_max parameter value: {value}"
        else:
            rule.limited, rule.limit = True, float(int(number))
        return None

    def _read_reset_time(self, value: str) -> str | None:
        number, rule = read_number(value), self.config.resets
        if value.lower() in ("none", "end", "all-posted"):
            rule.at_end, rule.time = value.lower() != "none", 0.0
        elif number is None or number <= 0:
            return f"Invalid reset_time parameter value: {value}"
        else:
            rule.at_end, rule.time = False, number
        return None

    def _read_span(self, name: str, value: str) -> str | None:
        span = _read_range(value)
        if span is None:
            stem = "time_warp" if name == "time_warp" else "delay_start"
            return f"Invalid {stem} provided:{' ' if name == 'delay_start' else ''}{value}"
        low_enough = span.low > 0 if name == "time_warp" else span.low >= 0
        if low_enough and span.low <= span.high:  # anything else is ignored without a warning, as in uTimerScript
            setattr(self.config.spans, name, span)
        return None

    def _read_event(self, value: str) -> None:
        fields: dict[str, str] = {}
        time = Span(0.0, 0.0)
        copies = 1
        leaves = False
        for piece in split_protected(value):
            name, _, text = piece.partition("=")
            name = name.lower()
            if name in ("var", "val"):
                fields[name], leaves = text, leaves and name == "val"  # a later `var` undoes `quit`
            elif name == "time":
                time = self._read_time(text) or time  # as in uTimerScript, a bad one leaves what stood before it
            elif name == "amt":
                copies = self._read_amount(text) or copies
            elif piece.lower() == "quit":
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

    def _read_time(self, text: str) -> Span | None:
        if ":" not in text:
            number = read_number(text)
            if number is not None and number < 0:
                self._warn(f"Event timestamp is non-zero: {text}")
            return None if number is None or number < 0 else Span(number, number)
        span = _read_range(text)
        if span is None or span.low > span.high:
            self._warn(f"Invalid event time-interval: {text}")
            return None
        return span

    def _read_amount(self, text: str) -> int | None:
        copies = leading_integer(text)
        if copies <= 0:
            self._warn(f"Event amt must be > 0: {text}")
            return None
        if copies > MOST_COPIES:
            self._warn(f"Event amt must be <= {MOST_COPIES}: {text}")
            return None
        return copies


def _read_range(text: str) -> Span | None:
    """``a`` or ``a:b``; None unless all parts are numbers."""
    parts = text.split(":")
    numbers = [read_number(p) for p in parts if is_number(p)]
    if len(parts) > 2 or len(numbers) != len(parts) or None in numbers:
        return None
    return Span(numbers[0] or 0.0, numbers[-1] or 0.0)
