"""pMissionEval: conditions in steps, a verdict, flags, one line of a results file (docs/grading.md).

Mail in, posts and texts out; the host writes the file. Tried against MOOS-IvP's own pMissionEval (release 24.8).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial

from usimmarine_py.conditions.certain import cannot_fail
from usimmarine_py.conditions.language import LOGIC
from usimmarine_py.conditions.parser import ExpectationError, read_condition
from usimmarine_py.conditions.terms import ConditionTerm, LastValues
from usimmarine_py.errors import Severity
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.mission.reader import Block
from usimmarine_py.script.grading.flags import Flag, Lookup, expand, names_in, read_flag, shown
from usimmarine_py.script.grading.hashes import hash_parts
from usimmarine_py.script.grading.pokes import flag_key, grader_key, read_grader
from usimmarine_py.text import atof
from usimmarine_py.values import Message, Post
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import KeyTable

PENDING, PASS, FAIL = "pending", "pass", "fail"
HASH_VARIABLE = "MISSION_HASH"
#: A comparison with a text in quotes that pMissionEval does not take, and what is said about it.
_QUOTED = re.compile(r'\(?\s*[^!<>()"=]+(?:<=|>=|!=|==|=|<|>)\s*"[^"]*[!<>()=][^"]*"\s*\)?')
UNCOUNTED = "does not count, as in the original, whatever the variable is: a text"

#: What separates the columns, and the first ones from the others.
SEPARATORS = {"white": "  ", "csp": ", "}
GAP = "  "


@dataclass
class Aspect:
    """One step: when all of ``leads`` hold, all of ``passes`` must and none of ``fails`` may."""

    leads: list[ConditionTerm] = field(default_factory=list)
    passes: list[ConditionTerm] = field(default_factory=list)
    fails: list[ConditionTerm] = field(default_factory=list)


@dataclass
class EvaluationConfig:
    """The block of pMissionEval as read."""

    aspects: list[Aspect] = field(default_factory=list)
    result_flags: list[Flag] = field(default_factory=list)
    pass_flags: list[Flag] = field(default_factory=list)
    fail_flags: list[Flag] = field(default_factory=list)
    mail_flags: list[tuple[str, Flag]] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    first_columns: list[str] = field(default_factory=list)
    report_file: str = ""
    separator: str = SEPARATORS["white"]
    form: str = "mission"
    mod: str = ""
    warnings: list[Finding] = field(default_factory=list)

    @property
    def conditions(self) -> list[ConditionTerm]:
        """All of them."""
        return [c for a in self.aspects for c in (*a.leads, *a.passes, *a.fails)]

    @property
    def macros(self) -> list[str]:
        """The names of all macros that columns and flags have."""
        texts = [*self.columns, *self.first_columns]
        texts += [f.value for f in (*self.result_flags, *self.pass_flags, *self.fail_flags) if isinstance(f.value, str)]
        return [name for text in texts for name in names_in(text)]


def _mail_flag(config: EvaluationConfig, value: str) -> Finding | None:
    source, hash_sign, text = value.partition("#")
    flag = read_flag(text)
    if not (source.startswith("@") and len(source) > 1 and hash_sign) or flag is None:
        return Finding(f"is not @VARIABLE # NAME = VALUE and does not count: {value}")
    config.mail_flags.append((source[1:], flag))
    return None


def _condition(kind: str) -> Callable[[EvaluationConfig, str], Finding | None]:
    """Return what adds a condition to the last step; a lead condition behind another kind begins a new one."""

    def take(config: EvaluationConfig, value: str) -> Finding | None:
        aspects = config.aspects
        if not aspects or (kind == "lead" and (aspects[-1].passes or aspects[-1].fails)):
            aspects.append(Aspect())  # also for one that does not count
        try:
            condition, _ = read_condition(value, LOGIC)
        except ExpectationError:
            if _QUOTED.fullmatch(value):
                return Finding(f"{UNCOUNTED} in quotes that holds one of = < > ! ( ): {value}", idle=True)
            why = f"is no logic condition and does not count: {value} (parentheses join two: (A = 1) and (B > 2))"
            return Finding(why)
        condition.text = value  # with its outer parentheses
        last = aspects[-1]
        {"lead": last.leads, "pass": last.passes, "fail": last.fails}[kind].append(condition)
        if kind == "pass" and condition.variables and cannot_fail(condition):
            what = f"cannot fail once its variables are posted, so it judges nothing: {value}"
            return Finding(what, severity=Severity.ERROR, taken=True)
        return None

    return take


#: The keys of pMissionEval.
KEYS = KeyTable(
    (
        *(
            grader_key(
                f"{kind}_condition", "text", help=help, take=_condition(kind), repeatable=True, example=example,
            )
            for kind, help, example in (
                ("lead", "The step waits until all of these hold.", "DB_UPTIME > 60"),
                ("pass", "All of these must hold then.", "ARRIVED = true"),
                ("fail", "None of these may hold then.", "COLLISION_TOTAL > 0"),
            )
        ),
        flag_key("result_flag", lambda c, flag: c.result_flags.append(flag), "Posted with the verdict."),
        flag_key("pass_flag", lambda c, flag: c.pass_flags.append(flag), "Posted when the mission passes."),
        flag_key("fail_flag", lambda c, flag: c.fail_flags.append(flag), "Posted when the mission fails."),
        grader_key(
            "mailflag", "flag", help="Posted when mail of VARIABLE comes: @VARIABLE # NAME = VALUE; $[CNT] counts it.",
            take=_mail_flag, repeatable=True, example="@LAP # LAPS = $[CNT]",
        ),
        grader_key("report_file", "file", help="File that gets a line with the verdict.", example="results.txt"),
        grader_key(
            "report_column", "text", help="A column of the line; macros such as $[GRADE], $[WALL_TIME], $[VARIABLE].",
            into="columns", repeatable=True, example="grade=$[GRADE]",
        ),
        grader_key(
            "prereport_column", "text", help="A column that is written before the others, at the start.",
            into="first_columns", repeatable=True,
        ),
        grader_key(
            "report_line_format", "text", "white", "What is between columns: blanks, or comma and blank.",
            choices=tuple(SEPARATORS), into=lambda config, value: setattr(config, "separator", SEPARATORS[value]),
        ),
        grader_key("mission_form", "text", help="Value of the macro $[MISSION_FORM].", into="form"),
        grader_key("mission_mod", "text", help="Value of the macro $[MMOD].", into="mod"),
    ),
    EvaluationConfig,
)  # fmt: skip


def read_evaluation(block: Block | None, ignored: frozenset[str] = frozenset()) -> EvaluationConfig:
    """Read a block of pMissionEval (without verbatim quoting); ``ignored`` keys belong to others, lower case."""
    config = EvaluationConfig()
    config.warnings = read_grader(block, ignored, KEYS, config)
    if not config.conditions:
        text = "no condition at all: the mission passes at once"
        place = FilePlace() if block is None else FilePlace(block.file, block.line)
        config.warnings.append(Finding(text, place, severity=Severity.ERROR))
    return config


class Evaluation:
    """An evaluation of a running mission."""

    def __init__(self, config: EvaluationConfig, *, warp: float = 1.0) -> None:
        """``warp``: MOOS seconds in a second of WALL_TIME."""
        self.config = config
        self.result = PENDING
        self.status = ""
        self.step = 0  #: of the aspects
        self.line = ""  #: the line of the results file, once it is there
        self.written = ""  #: what the results file gets, as far as it is
        self._last = LastValues()
        self.values = self._last.values
        self._warp = warp
        self._first_written = False
        self._counts: dict[str, int] = {}  #: of the mail that posts flags
        self._condition: ConditionTerm | None = None  #: the one that decided last
        self._at_verdict: list[str] | None = None
        self._watched = {name for c in config.conditions for name in c.variables}
        self._columns = {name for name in config.macros if name not in _BUILT_IN}
        self._now = datetime.fromtimestamp(0)

    @property
    def finished(self) -> bool:
        """Whether there is a verdict."""
        return self.result != PENDING

    @property
    def found(self) -> list[str]:
        """What the variables of the deciding condition were at the verdict, or are now."""
        if self._at_verdict is not None or self._condition is None:
            return self._at_verdict or []
        names = sorted(self._condition.variables)
        return [f"{name} = {shown(self.values[name])}" if name in self.values else f"no {name}" for name in names]

    def subscriptions(self) -> list[str]:
        """Return the variables that it subscribes to."""
        names = [*self._watched, *self._columns, *(name for name, _ in self.config.mail_flags)]
        return sorted({*names, HASH_VARIABLE, "DB_UPTIME"})

    def begin(self) -> list[Post]:
        """Return the posts of the start."""
        self.values["MISSION_FORM"] = self.config.form  # conditions may ask for it
        return [Post("MISSION_RESULT", PENDING)]

    def on_mail(self, mail: Sequence[Message]) -> list[Post]:
        """Take mail in and return the posts of mail flags."""
        for message in mail:
            value = message.value
            self.values[message.variable] = value.decode("latin-1") if isinstance(value, bytes) else value
            if message.variable == HASH_VARIABLE:
                words, _, seconds = self._hash()  # conditions may ask for them
                self.values |= {"MHASH_SHORT": words, "MHASH_UTC": atof(seconds)}
        posts = []
        for message in mail:
            flags = [flag for name, flag in self.config.mail_flags if name == message.variable]
            if flags:
                count = self._counts[message.variable] = self._counts.get(message.variable, 0) + 1
                posts += _posts(flags, partial(self._flag_macro, count))
        return posts

    def iterate(self, now: Callable[[], datetime]) -> list[Post]:
        """Do an iteration, at most one step, and return its posts. ``now`` gives the date of the line."""
        if self.finished:
            return []
        if not self._first_written and HASH_VARIABLE in self.values:
            self._now = now()
            self._write_first()
        aspects = self.config.aspects
        before = self.status
        if self.step < len(aspects):
            passed = self._judge(aspects[self.step])
            if passed is None:
                return [Post("MISSION_LCHECK_STAT", self.status)] if self.status != before else []
            self.step += passed
        else:
            passed, self.status = True, PASS
        posts = []
        if not passed or self.step >= len(aspects):
            self._now = now()
            self._at_verdict = self.found
            posts = self._conclude(PASS if passed else FAIL)
        if self.status != before:
            posts.append(Post("MISSION_LCHECK_STAT", self.status))
        return posts

    def _judge(self, aspect: Aspect) -> bool | None:
        """Return whether this step passed, None while it has to wait; ``status`` is the reason."""
        for condition in aspect.leads:
            if not condition.holds(self._last):
                self.status, self._condition = f"unmet_lead_cond: [{condition.text}]", condition
                return None
        for condition in aspect.passes:
            if not condition.holds(self._last):
                self.status, self._condition = f"unmet_pass_cond: [{condition.text}]", condition
                return False
        for condition in aspect.fails:
            if condition.holds(self._last):
                self.status, self._condition = f"met_fail_cond: [{condition.text}]", condition
                return False
        self.status = PASS
        return True

    def _conclude(self, result: str) -> list[Post]:
        config = self.config
        posts = _posts(config.result_flags, self._macro)
        self.result = result
        posts += [Post("MISSION_EVALUATED", "true"), Post("MISSION_RESULT", result)]
        posts += _posts(config.pass_flags if result == PASS else config.fail_flags, self._macro)
        self._write_first()
        line = config.separator.join(expand(text, self._macro) for text in config.columns)
        self.written += line + "\n"
        self.line = self.written.rstrip("\n")
        return posts

    def _write_first(self) -> None:
        if not self._first_written:
            self._first_written = True
            columns = [expand(text, self._macro) for text in self.config.first_columns]
            self.written += self.config.separator.join(columns) + GAP

    def _macro(self, name: str) -> str | None:
        built_in = _BUILT_IN.get(name)
        if built_in is not None:
            return built_in(self)
        value = self.values.get(name) if name in self._columns else None
        return None if value is None else shown(value)

    def _flag_macro(self, count: int, name: str) -> str | None:
        return str(count) if name == _COUNT else self._macro(name)

    def _hash(self) -> tuple[str, str, str]:
        return hash_parts(shown(self.values.get(HASH_VARIABLE, "")))

    def _wall_time(self) -> str:
        uptime = self.values.get("DB_UPTIME", 0.0)
        return f"{uptime / self._warp if isinstance(uptime, float) else 0.0:.2f}"

    # -- for the report

    def report_lines(self) -> list[str]:
        """Return the lines of its report."""
        config = self.config
        lines = [
            f"Overall state: {self.result}",
            f"Logic tests:   {self.status or 'not begun'}",
            f"Step:          {min(self.step + 1, len(config.aspects))} of {len(config.aspects)}",
            f"Flags:         {len(config.result_flags)} result, {len(config.pass_flags)} pass, "
            f"{len(config.fail_flags)} fail, {len(config.mail_flags)} mail",
            f"Report file:   {config.report_file or 'none'}",
        ]
        for number, aspect in enumerate(config.aspects, 1):
            for kind, conditions in (("lead", aspect.leads), ("pass", aspect.passes), ("fail", aspect.fails)):
                lines += [
                    f"  {number} {kind}: {c.text} ({'holds' if c.holds(self._last) else 'does not hold'})"
                    for c in conditions
                ]
        return [*lines, f"Line:          {self.line}"] if self.line else lines


def _posts(flags: Iterable[Flag], lookup: Lookup) -> list[Post]:
    """Return the posts of flags; a text that is empty once its macros are replaced is not posted."""
    return [post for flag in flags if (post := flag.post(lookup)).value != ""]


#: In flags of mail: how often its variable came.
_COUNT = "CNT"

_BUILT_IN: dict[str, Callable[[Evaluation], str]] = {
    "MISSION_FORM": lambda e: e.config.form,
    "MMOD": lambda e: e.config.mod,
    "GRADE": lambda e: e.result,
    HASH_VARIABLE: lambda e: shown(e.values.get(HASH_VARIABLE, "")),
    "MHASH": lambda e: shown(e.values.get(HASH_VARIABLE, "")),
    "MHASH_SHORT": lambda e: f"[{e._hash()[0]}]",
    "MHASH_LSHORT": lambda e: "-".join(e._hash()[1::-1]),
    "MHASH_UTC": lambda e: e._hash()[2],
    "WALL_TIME": lambda e: e._wall_time(),
    "DATE": lambda e: e._now.strftime("%Y:%m:%d"),
    "TIME": lambda e: e._now.strftime("%H:%M:%S"),
    "MONTH": lambda e: e._now.strftime("%m"),
    "DAY": lambda e: e._now.strftime("%d"),
    "HOUR": lambda e: e._now.strftime("%H"),
    "MIN": lambda e: e._now.strftime("%M"),
    "SEC": lambda e: e._now.strftime("%S"),
}
