"""alogcheck: whether conditions hold at the end of a part of a log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from typing import TextIO

from usimmarine_py.conditions.language import LOGIC
from usimmarine_py.conditions.parser import ExpectationError, read_condition
from usimmarine_py.conditions.terms import ConditionTerm, LastValues
from usimmarine_py.logs.tools.lines import (
    HELP,
    VERSION,
    lower,
    numeric,
    readable,
    strip,
    target_file,
    valid_entry,
    whole_lines,
)  # fmt: skip
from usimmarine_py.logs.tools.texts import help_text, version_text
from usimmarine_py.text import atof
from usimmarine_py.values.frozen import dataclass, field

#: Variable that conditions may use: the time of the log, s.
TIME = "ALOG_TIMESTAMP"
_FAILED = 255
_SWITCHES = {
    "-s": "start", "--start": "start", "-e": "end", "--end": "end", "-p": "pass", "--pass": "pass",
    "-f": "fail", "--fail": "fail", "-i": "input", "--input": "input", "-o": "output", "--output": "output",
}  # fmt: skip


def condition_of(text: str) -> ConditionTerm | None:
    """Return the condition that a text is, None if it is none."""
    try:
        return read_condition(text, LOGIC)[0]
    except ExpectationError:
        return None


def bad_condition(text: str) -> str:
    """Return what is said of a text that is no condition."""
    joined = re.search(r"\b(and|or)\b", text)
    return f"Bad Condition{'' if joined else ' Syntax'}: {text}\n"


@dataclass(slots=True)
class Checks:
    """Conditions; all of a kind must hold."""

    start: list[ConditionTerm] = field(default_factory=list)
    end: list[ConditionTerm] = field(default_factory=list)
    passes: list[ConditionTerm] = field(default_factory=list)
    fails: list[ConditionTerm] = field(default_factory=list)

    def add(self, kind: str, text: str) -> bool:
        """Add a condition of a kind (start, end, pass, fail); False for a text that is none."""
        condition = condition_of(text)
        if condition is not None:
            {"start": self.start, "end": self.end, "pass": self.passes, "fail": self.fails}[kind].append(condition)
        return condition is not None

    def judge(self, lines: Iterable[str]) -> tuple[bool, bool]:
        """Return whether the part of a log began, and whether it passed.

        It begins when ``start`` holds, ends when ``end`` does, and passes if ``passes`` hold with the last entry and
        ``fails`` do not.
        """
        last = LastValues()
        kinds = (self.start, self.end, self.passes, self.fails)
        variables = {name for conditions in kinds for condition in conditions for name in condition.variables}
        began, passed, failed = not self.start, False, False
        for line in lines:
            entry = valid_entry(line)
            if entry is None:
                continue
            last.values[TIME] = atof(entry.time)
            if entry.variable not in variables:
                continue
            last.values[entry.variable] = atof(entry.data) if numeric(entry.data) else entry.data
            if not began:
                began = _hold(self.start, last)
                continue
            passed, failed = _hold(self.passes, last), _hold(self.fails, last)
            if _hold(self.end, last):
                break
        return began, began and passed and not failed


def _hold(conditions: Sequence[ConditionTerm], last: LastValues) -> bool:
    return bool(conditions) and all(condition.holds(last) for condition in conditions)


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``alogcheck FILE.alog [OPTIONS]``; its exit code: 0 passed, 255 failed."""
    if any(word in VERSION for word in words):
        out.write(version_text("alogcheck"))
        return 0
    if any(word in HELP for word in words):
        out.write(help_text("alogcheck"))
        return 0
    checks = Checks()
    files = {"input": "", "output": ""}
    source, verbose = "", False
    rest = iter(words)
    for word in rest:
        kind = _SWITCHES.get(word, "")
        if word.endswith(".alog"):
            source = word
        elif word == "--verbose":
            verbose = True
        elif not kind:
            out.write(f"Unknow argument: {word}\n{help_text('alogcheck')}")
            return 0
        elif (value := next(rest, None)) is None:
            out.write(help_text("alogcheck"))
            return 0
        elif kind in files:
            files[kind] = value
        elif not checks.add(kind, value):
            name = {"start": "Start", "end": "Start", "pass": "Pass", "fail": "Fail"}[kind]
            out.write(f"{bad_condition(value)}ERROR: Bad {name} condition: {value}\n")
            return _FAILED
    if not source:
        out.write("No alog file given - exiting\n")
        return _FAILED
    if files["input"] and not _read_file(files["input"], checks, out):
        out.write(f"ERROR! Could not read input file: {files['input']}\n")
    passed = _check(checks, source, files["output"], out, verbose=verbose)
    out.write("PASSED\n" if passed else "FAILED\n")
    return 0 if passed else _FAILED


def _read_file(name: str, checks: Checks, out: TextIO) -> bool:
    """Add the conditions of a file with lines ``KIND CONDITION``; whether there is one."""
    if not readable(name):
        return False
    found = False
    for line in whole_lines(name):
        text = strip(line).replace("\t", " ")
        for sign in ("%", "#", "//"):
            text = text.partition(sign)[0]
        kind, _, condition = text.partition(" ")
        condition = strip(condition)
        if len(condition) > 1 and condition[0] == condition[-1] == '"':
            condition = condition[1:-1]
        if lower(kind) in ("start", "end", "pass", "fail"):
            good = checks.add(lower(kind), condition)
            out.write("" if good else bad_condition(condition))
            found |= good
    return found


def _check(checks: Checks, source: str, target: str, out: TextIO, *, verbose: bool) -> bool:
    if source == target:
        out.write("Input and output .alog files cannot be the same.\nExiting now.\n")
        return False
    if not readable(source):
        out.write("Input file not found or unable to open.\nExiting now.\n")
        return False
    with ExitStack() as stack:
        report = out
        if target:
            try:
                report = stack.enter_context(target_file(target))
            except OSError:
                out.write("Output could not be created. Using standard out.\n")
        began, passed = checks.judge(whole_lines(source))
        if verbose and not checks.start:
            report.write("No start conditions specified. Starting from the beginning of the log file.\n")
        elif verbose and began:
            report.write("The start consitions have been satisfied.\n")
    return passed
