"""The reader of a uTimerScript block: parameters, events, random variables, conditions, and warnings."""

from __future__ import annotations

import math
import re
from functools import partial

from usimmarine_py.conditions.language import LOGIC
from usimmarine_py.conditions.parser import ExpectationError, read_condition
from usimmarine_py.conditions.terms import ConditionTerm
from usimmarine_py.errors import Severity
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.limits import MOST_COPIES
from usimmarine_py.mission.reader import Block
from usimmarine_py.script.randoms import (
    RandomPair,
    RandomVariable,
    read_pair,
    read_variable,
)
from usimmarine_py.script.values import ValueTemplate, has_empty_braces, read_template
from usimmarine_py.text import atof, is_number, leading_integer, loose_boolean, read_number
from usimmarine_py.texts.pairs import pieces
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import Key, KeyTable, read_each

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
    """A uTimerScript block as read; ``warnings`` in file order."""

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
    script_name: str = "unnamed"
    forward_var: str = "UTS_FORWARD"
    pause_var: str = "UTS_PAUSE"
    reset_var: str = "UTS_RESET"
    status_var: str = "UTS_STATUS"
    warnings: list[Finding] = field(default_factory=list)


def read_config(block: Block, app_name: str = "uTimerScript", *, quirks: bool = False) -> ScriptConfig:
    """Read a block (without verbatim quoting, as uTimerScript reads it).

    ``quirks`` adds the two warnings that the reference gives for lines that are right: ``time_zero = script_start``
    and every ``randpair``.
    """
    return _BlockReader(app_name, quirks).read(block)


#: Mail that the script takes for itself.
_UNSEEN = frozenset(("NAV_X", "NAV_Y", "DB_UPTIME", "DB_CLIENTS"))


class _BlockReader:
    """The configuration while the lines are read."""

    def __init__(self, app_name: str, quirks: bool) -> None:
        self.config = ScriptConfig()
        self.app_name = app_name
        self.quirks = quirks
        self.more_findings: list[Finding] = []  #: of the line that is being read

    def read(self, block: Block) -> ScriptConfig:
        for line, finding in read_each(block.listed_lines, KEYS, self, _IGNORED, unknown="unknown"):
            text = f"Unhandled config line: {line.key}={line.value}" if finding.about_key else finding.what
            place = FilePlace(line.file, line.line)
            self.config.warnings.append(finding._replace(what=text, where=place, suggestion=""))
        return self.config

    def warn(self, text: str) -> None:
        self.more_findings.append(Finding(text, severity=Severity.ERROR))

    def take_variable(self, value: str) -> Finding | None:
        variable = read_variable(value, self.config.draws.variables)
        if isinstance(variable, str):
            return Finding(f"Rand variable problem: {value}:{variable}")
        self.config.draws.variables.append(variable)
        return None

    def take_pair(self, value: str) -> Finding | None:
        pair = read_pair(value, self.config.draws.pairs)
        if isinstance(pair, str):
            return Finding(f"Rand pair problem: {value}:{pair}")
        self.config.draws.pairs.append(pair)
        return Finding(f"Rand pair problem: {value}:bad poly", taken=True) if self.quirks else None

    def take_condition(self, value: str) -> Finding | None:
        self.config.conditional = True
        try:
            term = read_condition(value, LOGIC)[0]
        except ExpectationError:
            return Finding(f"Invalid logic condition: {value}")
        self.config.conditions.append(term)
        if hidden := sorted(term.variables & _UNSEEN):
            text = f"condition = {value}: a script's conditions do not see {', '.join(hidden)}, as in the original"
            return Finding(text, severity=Severity.ERROR, taken=True)
        return None

    def take_block_on(self, value: str) -> Finding | None:
        for app in value.split(","):
            if app in self.config.block_on or not app:
                return Finding(f"Unhandled or duplicate block_on app: {value}")
            self.config.block_on.append(app)
        return None

    def take_awake(self, value: str) -> Finding | None:
        if value.lower() not in ("n/a", "reset", "restart"):
            return Finding(f"Invalid upon_awake parameter value: {value}")
        self.config.upon_awake = value.lower()
        return None

    def take_zero(self, value: str) -> Finding | None:
        word = value.lower()
        if word in ("script_start", "db_start"):
            self.config.zero_at_db_start = word == "db_start"
        wrong = word != "db_start" and (self.quirks or word != "script_start")
        return Finding(f"Invalid time_zero parameter value: {value}", taken=word == "script_start") if wrong else None

    def take_limit(self, value: str) -> Finding | None:
        number, rule = read_number(value), self.config.resets
        if value.lower() in ("any", "unlimited", "nolimit"):
            rule.limited = False
        elif number is None or int(number) < 0:
            return Finding(f"Invalid reset_max parameter value: {value}")
        else:
            rule.limited, rule.limit = True, float(int(number))
        return None

    def take_reset_time(self, value: str) -> Finding | None:
        number, rule = read_number(value), self.config.resets
        if value.lower() in ("none", "end", "all-posted"):
            rule.at_end, rule.time = value.lower() != "none", 0.0
        elif number is None or number <= 0:
            return Finding(f"Invalid reset_time parameter value: {value}")
        else:
            rule.at_end, rule.time = False, number
        return None

    def take_event(self, value: str) -> None:
        fields: dict[str, str] = {}
        time = Span(0.0, 0.0)
        copies = 1
        for piece in pieces(value):
            name, _, text = piece.partition("=")
            name = name.lower()
            if name in ("var", "val"):
                fields[name] = text
            elif name == "time":
                time = self._time(text) or time  # as in uTimerScript, a bad one leaves what stood before it
            elif name == "amt":
                copies = self._amount(text) or copies
            elif piece.lower() == "quit":
                fields["var"], fields["val"] = EXIT_VARIABLE, self.app_name  # which later parts may change
            elif name:
                self.warn(f"Unknown param in event config: {name}")
        if not fields.get("var"):
            self.warn("Event configured with NULL posting variable")
        elif not fields.get("val"):
            self.warn("Event configured with NULL posting value")
        elif has_empty_braces(fields["val"]):
            self.warn(f"Event value with empty braces (uTimerScript would abort), not played: {fields['val']}")
        else:
            self._add(fields["var"], fields["val"], time, copies)

    def _add(self, variable: str, value: str, time: Span, copies: int) -> None:
        leaves = variable == EXIT_VARIABLE
        first = len(self.config.events)
        if leaves:  # as in uTimerScript its value is never another
            templates = [ValueTemplate(self.app_name, quoted=True)] * copies
        elif _REPEATED_INDEX.search(value):
            templates = [read_template(value, first + i) for i in range(copies)]
        else:
            templates = [read_template(value, first)] * copies
        self.config.events += [Event(variable, template, time, leaves) for template in templates]

    def _time(self, text: str) -> Span | None:
        if ":" not in text:
            number = read_number(text)
            if number is not None and number < 0:
                self.warn(f"Event timestamp is non-zero: {text}")
            return None if number is None or number < 0 else Span(number, number)
        span = _read_range(text)
        if span is None or span.low > span.high:
            self.warn(f"Invalid event time-interval: {text}")
            return None
        return span

    def _amount(self, text: str) -> int | None:
        copies = leading_integer(text)
        if copies <= 0:
            self.warn(f"Event amt must be > 0: {text}")
            return None
        if copies > MOST_COPIES:
            self.warn(f"Event amt must be <= {MOST_COPIES}: {text}")
            return None
        return copies


_key = partial(Key, group="script", source="laws/script")


def _switch(name: str, default: str, help: str) -> Key:
    attribute = name.removeprefix("script_")

    def take(reader: _BlockReader, value: str) -> Finding | None:
        choice = loose_boolean(value, getattr(reader.config, attribute))
        if choice is None:
            return Finding(f"Invalid {name} parameter:{'' if name == 'shuffle' else ' '}{value}")
        setattr(reader.config, attribute, choice)
        return None

    return _key(name, "bool", default, help, take=take)


def _span(name: str, default: str, help: str, unit: str = "") -> Key:
    def take(reader: _BlockReader, value: str) -> Finding | None:
        span = _read_range(value.removesuffix(":"))
        if span is None:
            stem = "time_warp" if name == "time_warp" else "delay_start"
            low, _, high = value.partition(":")
            begun = Span(atof(low), atof(high) if high else atof(low))
            if name == "time_warp" and 0 < begun.low <= begun.high < math.inf:
                reader.config.spans.time_warp = begun  # as in uTimerScript the numbers at the beginning count
            return Finding(f"Invalid {stem} provided:{' ' if name == 'delay_start' else ''}{value}")
        low_enough = span.low > 0 if name == "time_warp" else span.low >= 0
        if low_enough and span.low <= span.high:  # anything else is ignored without a warning, as in uTimerScript
            setattr(reader.config.spans, name, span)
        return None

    return _key(name, "number", default, f"{help}; LOW:HIGH: drawn for each run of the script.", unit, take=take)


#: The keys of a uTimerScript block.
KEYS = KeyTable(
    (
        _key(
            "event", "list", help="A post: var=, val=, time=T or LOW:HIGH, amt=COPIES; quit ends the script.",
            unit="s", take=_BlockReader.take_event, repeatable=True, example="var=DEPLOY, val=true, time=5",
        ),
        _key(
            "randvar", "list", help="A random number for $[NAME]: varname=, min=, max=, key=, snap=, type=.",
            take=_BlockReader.take_variable, aliases=("rand_var",), repeatable=True,
            example="varname=ANG, min=0, max=359, key=at_post",
        ),
        _key(
            "randpair", "list", help="A random place in a polygon: varname1=, varname2=, key=, poly=.", unit="m",
            take=_BlockReader.take_pair, aliases=("rand_pair",), repeatable=True,
        ),
        _key(
            "condition", "text", help="The script stands still unless all of these hold.",
            take=_BlockReader.take_condition, repeatable=True, example="DEPLOY = true",
        ),
        _key(
            "block_on", "list", help="Applications that must be there before it starts, between commas.",
            take=_BlockReader.take_block_on, repeatable=True,
        ),
        _switch("paused", "false", "Starts paused."),
        _switch("shuffle", "true", "Random times of events are drawn anew at a reset."),
        _switch("script_atomic", "false", "A script that has begun goes on whatever its conditions."),
        _switch("verbose", "true", "More in the terminal."),
        _key(
            "upon_awake", "text", "n/a", "What happens when its conditions hold again: nothing, reset or restart.",
            choices=("n/a", "reset", "restart"), take=_BlockReader.take_awake,
        ),
        _key(
            "time_zero", "text", "script_start", "Where its time begins: its own start, or that of the MOOSDB.",
            choices=("script_start", "db_start"), take=_BlockReader.take_zero,
        ),
        _key(
            "reset_max", "number", "unlimited", "How often it starts over by itself, or unlimited.",
            take=_BlockReader.take_limit,
        ),
        _key(
            "reset_time", "number", "none", "Time after which it starts over; end: when all is posted; none: never.",
            "s", take=_BlockReader.take_reset_time,
        ),
        _span("delay_start", "0", "Time before it begins", "s"),
        _span("delay_reset", "0", "Time before it begins again", "s"),
        _span("time_warp", "1", "How many times as fast its own time goes"),
        _key("script_name", "text", "unnamed", "Its name in the status.", into="config.script_name"),
        *(
            _key(
                f"{name}_var", "variable", f"UTS_{name.upper()}", f"Variable whose mail {what}.",
                into=f"config.{name}_var", aliases=(f"{name}_variable",),
            )
            for name, what in (
                ("forward", "moves it on by a time (s), or to the next event"), ("pause", "pauses it or lets it go on"),
                ("reset", "starts it over"),
            )
        ),
        _key("status_var", "variable", "UTS_STATUS", "Variable of the status.", into="config.status_var"),
    )
)  # fmt: skip


def _read_range(text: str) -> Span | None:
    """``a`` or ``a:b``; None unless all parts are numbers."""
    parts = text.split(":")
    numbers = [read_number(p) for p in parts if is_number(p)]
    if len(parts) > 2 or len(numbers) != len(parts) or None in numbers:
        return None
    return Span(numbers[0] or 0.0, numbers[-1] or 0.0)
