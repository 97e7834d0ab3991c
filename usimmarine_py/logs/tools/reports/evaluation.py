"""alogeval: the tests of pMissionEval on a log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from usimmarine_py.conditions.terms import ConditionTerm, LastValues
from usimmarine_py.logs.tools.lines import (
    ENCODING,
    HELP,
    VERSION,
    bite,
    fields,
    file_name,
    is_comment,
    is_entry,
    lower,
    numeric,
    readable,
    strip,
    whole_lines,
)  # fmt: skip
from usimmarine_py.logs.tools.reports.checks import bad_condition, condition_of
from usimmarine_py.logs.tools.texts import USE_HELP, help_text, version_text
from usimmarine_py.text import atof, compact_number, loose_boolean, truth_text
from usimmarine_py.texts.pairs import parts
from usimmarine_py.values.frozen import dataclass, field

_KINDS = ("lead", "pass", "fail")


@dataclass(slots=True)
class _Step:
    """When all leads hold, all passes must and no fail may."""

    lead: list[tuple[str, ConditionTerm]] = field(default_factory=list)
    passes: list[tuple[str, ConditionTerm]] = field(default_factory=list)
    fail: list[tuple[str, ConditionTerm]] = field(default_factory=list)
    enabled: bool = False
    passed: bool | None = None
    status: str = "pending"

    def kind(self, name: str) -> list[tuple[str, ConditionTerm]]:
        return {"lead": self.lead, "pass": self.passes, "fail": self.fail}[name]

    def update(self, last: LastValues) -> None:
        """Judge, if the leads hold."""
        for reason, conditions, wanted in (
            ("unmet_lead_cond", self.lead, True), ("unmet_pass_cond", self.passes, True),
            ("met_fail_cond", self.fail, False),
        ):  # fmt: skip
            for text, condition in conditions:
                if condition.holds(last) != wanted:
                    self.status = f"{reason}: [{text}]"
                    if conditions is not self.lead:
                        self.passed = False
                    return
        self.status, self.passed = "pass", True

    def describe(self) -> list[str]:
        """Return its conditions and how it stands."""
        lines = []
        for kind, pad in (("lead", " "), ("pass", " "), ("fail", "  ")):
            texts = [f"{pad}{text}" for text, _ in self.kind(kind)]
            title = f"{kind.capitalize()} Conditions:"
            if len(texts) == 1:
                lines.append(f"{title} (1) {texts[0]}")
            else:
                lines += [f"{title} ({len(texts) or 'none'})", *texts]
        state = (self.enabled, self.passed is not None, bool(self.passed))
        names = ("Enabled", "Evaluated", "Satisfied")
        words = [f"{name}({truth_text(value)})" for name, value in zip(names, state, strict=True)]
        return [*lines, f"{', '.join(words)}, Status({self.status})"]


@dataclass(slots=True)
class MissionTests:
    """Steps of conditions, one after the other; checks of single values (``vcheck``) are read, but decide nothing."""

    steps: list[_Step] = field(default_factory=lambda: [_Step()])
    place: int = 0
    passed: bool | None = None
    enabled: bool = False
    status: str = "pending"
    checks: int = 0
    begin: str = ""  #: of the checks of single values

    def take(self, key: str, value: str) -> bool:
        """Take a line of a file of tests; False if it cannot be used."""
        kind = key.removesuffix("_condition")
        if kind in _KINDS and kind != key:
            return self._add(kind, value)
        if key == "vcheck":
            self.checks += 1
            return _is_value_check(value)
        if key == "vcheck_start":
            good = not self.begin and all(bite(value, "="))
            self.begin = self.begin or value
            return good
        if key == "fail_on_first":
            return loose_boolean(value, False) is not None
        return key == "vcheck_max_report" and numeric(value) and atof(value) >= 0

    def _add(self, kind: str, text: str) -> bool:
        last = self.steps[-1]
        if kind == "lead" and (last.passes or last.fail):
            last = _Step()
            self.steps.append(last)
        condition = condition_of(text)
        if condition is not None:
            last.kind(kind).append((text, condition))
        return condition is not None

    def problem(self) -> str:
        """Return what is missing, empty if nothing is."""
        for step in self.steps:
            step.enabled = bool(step.lead)
            if not step.lead:
                return "Problem with lcheck_config:LogicAspect 0: No lead_conditions\n"
        self.enabled = True
        if bool(self.checks) != bool(self.begin):
            missing = "vcheck_start" if self.checks else "vcheck"
            return f"Problem with vcheck_config:A valid {missing} is missing\n"
        return ""

    @property
    def variables(self) -> frozenset[str]:
        """What the conditions depend on."""
        found = [term.variables for step in self.steps for kind in _KINDS for _, term in step.kind(kind)]
        return frozenset().union(*found)

    def update(self, last: LastValues) -> None:
        """Judge the present step."""
        step = self.steps[self.place]
        step.update(last)
        self.status = step.status
        if step.passed is False:
            self.passed = False
        elif step.passed:
            self.place += 1
            self.passed = True if self.place == len(self.steps) else None

    def describe(self) -> list[str]:
        """Return the steps and how they stand."""
        found = [
            f"LogicTestSequence: Total Aspects:{len(self.steps)}", f"Enabled:   {truth_text(self.enabled)}",
            f"Evaluated: {truth_text(self.passed is not None)}", f"Satisfied: {truth_text(self.passed)}",
            f"Status:    {self.status}",
        ]  # fmt: skip
        for place, step in enumerate(self.steps):
            found += [f"++++++++++ aspect[{place}] +++++++++++++", *step.describe()]
        return found


def _is_value_check(text: str) -> bool:
    """Whether a text is a whole ``var=NAV_X, val=3, time=5, max_vdelta=2``."""
    found = dict(bite(part, "=") for part in parts(text, ","))
    found = {lower(key): value for key, value in found.items()}
    known = {"var", "sval", "dval", "val", "time", "max_tdelta", "max_vdelta"}
    numbers = all(numeric(found.get(key, "0")) for key in ("dval", "time", "max_tdelta", "max_vdelta"))
    whole = bool(found.get("var")) and "time" in found and bool({"sval", "dval", "val"} & set(found))
    return not set(found) - known and numbers and whole and bool({"max_tdelta", "max_vdelta"} & set(found))


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``alogeval FILE.alog TESTS.txt [OPTIONS]``; its exit code: 0 passed, 1 not, 2 to 5 a wrong argument."""
    source = tests = ""
    verbose = sequence = False
    for word in words:
        if word in HELP:
            out.write(help_text("alogeval"))
            return 0
        if word in VERSION:
            out.write(version_text("alogeval"))
            return 0
        good = True
        if word.endswith(".alog"):
            good = readable(word)
            source = word if good else source
            out.write(f"Ok ALog file: {word}\n" if good and verbose else "")
        elif word.endswith(".txt") or word.startswith("--testfile="):
            name = word.removeprefix("--testfile=")
            good = readable(name)
            tests = name if good else tests
            out.write(f"Ok Test file: {name}\n" if good and verbose else "")
        elif word == "--verbose":
            verbose = True
        elif word in ("--show_seq", "-ss"):
            sequence = True
        else:
            good = word in ("-w", "--web", "-web")
        if not good:
            out.write(f"Unhandled command line argument: {word}\n{USE_HELP}")
            return 2
    if not source:
        out.write("A valid alog file must be given. Exiting. \n")
        return 3
    return _evaluate(source, tests, out, verbose=verbose, sequence=sequence and verbose)


def _evaluate(source: str, name: str, out: TextIO, *, verbose: bool, sequence: bool) -> int:
    tests = MissionTests()
    problem = _read_tests(name, tests) or tests.problem()
    if problem:
        out.write(problem)
        return 5
    if sequence:
        _show_sequence(tests, out)
    if verbose:
        out.write("BEGIN ALogEvaluator: Handling ALog File:\n")
    _play(source, tests, out if verbose else None)
    if verbose:
        out.write("END  ALogEvaluator: Handling ALog File\n")
    if sequence:
        _show_sequence(tests, out)
    if verbose:
        out.write(f"Result: pass={truth_text(tests.passed)}\n")
    return 0 if tests.passed else 1


def _read_tests(name: str, tests: MissionTests) -> str:
    """Read a file of tests; return what is wrong, empty if nothing is."""
    if not readable(name):
        return f"Empty or unfound testfile: {name}\n"
    with file_name(name).open("rb") as file:
        lines = file.read().decode(ENCODING).split("\n")
    for line in map(strip, lines):
        if line and not line.startswith("#"):
            key, value = bite(line, "=")
            if not tests.take(lower(key), value):
                bad = bad_condition(value) if lower(key).endswith("_condition") else ""
                return f"{bad}Unhandled test file line: {value}\n"
    return ""


def _play(source: str, tests: MissionTests, report: TextIO | None) -> None:
    last = LastValues()
    variables = tests.variables
    before = ""
    for line in whole_lines(source):
        if is_comment(line) or not is_entry(line):
            continue
        entry = fields(line)
        value = strip(entry.data)
        last.values[entry.variable] = atof(value) if numeric(value) else value
        if entry.variable not in variables:
            continue
        tests.update(last)
        done = tests.passed is not None
        if report:
            shown = compact_number(atof(value), 5) if numeric(value) else value
            state = f"[{truth_text(done)},{truth_text(tests.passed)}]"
            row = f" {entry.time:>11}  {entry.variable:>9}  {shown}   {state:<13} ({tests.place})\n"
            report.write(row if row != before else "")
            report.write("EVALUATION COMPLETE\n" if done else "")
            before = row
        if done:
            return


def _show_sequence(tests: MissionTests, out: TextIO) -> None:
    out.write("BEGIN ALogEvaluator LogicTestSequence ========= \n")
    out.writelines(f"{line}\n" for line in tests.describe())
    out.write("END   ALogEvaluator LogicTestSequence ========= \n")
