"""alogtm: values of some variables, with times since another one had a value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from usimmarine_py.logs.tools.lines import (
    HELP,
    VERSION,
    bite,
    fields,
    is_comment,
    is_entry,
    numeric,
    readable,
    strip,
    whole_lines,
)  # fmt: skip
from usimmarine_py.logs.tools.texts import USE_HELP, help_text, version_text
from usimmarine_py.text import atof, compact_number, leading_integer, plain_number
from usimmarine_py.values.frozen import dataclass, field


@dataclass(slots=True)
class MarkOptions:
    source: str = ""
    mark: tuple[str, str] = ("", "")  #: variable and value that begin the count
    gap: float = 0.0  #: s, least between two posts of a variable
    time_slack: float = 0.0  #: s
    value_slack: float = 0.0
    digits: int = 5
    as_test: bool = False
    verbose: bool = False
    variables: set[str] = field(default_factory=set)


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``alogtm FILE.alog --tm=VAR=VALUE VAR [VAR ...] [OPTIONS]``; its exit code."""
    options = MarkOptions()
    for word in words:
        if word in HELP:
            out.write(help_text("alogtm"))
            return 0
        if word in VERSION:
            out.write(version_text("alogtm"))
            return 0
        if not _take(options, word, out):
            out.write(f"Unhandled command line argument: {word}\n{USE_HELP}")
            return 1
    if not options.source:
        out.write("A valid alog file must be given. Exiting. \n")
        return 2
    if options.verbose:
        out.write(f"Starting handle: \nMark_var:{options.mark[0]}\nMark_val:{options.mark[1]}\n")
    if not all(options.mark):
        return 2
    _show(options, out)
    return 0


def _take(options: MarkOptions, word: str, out: TextIO) -> bool:
    key, _, text = word.partition("=")
    number = atof(text) if numeric(text) and atof(text) >= 0 else None
    if word.endswith(".alog"):
        if not readable(word):
            out.write("input not found or unable to open - exiting\n")
            return False
        options.source = word
        if options.verbose:
            out.write(f"Ok input file: {word}\n")
    elif word == "--tf":
        options.as_test = True
    elif word == "--verbose":
        options.verbose = True
    elif key == "--tm":
        options.mark = bite(text, "=")
        return any(options.mark)
    elif key == "--mg":
        options.gap = number or 0.0
        return number is not None
    elif key == "--tdelta":
        options.time_slack = number or 0.0
        return number is not None
    elif key == "--vdelta":
        options.value_slack = number or 0.0
        return number is not None
    elif word.startswith("-d"):
        options.digits = max(leading_integer(word[2:]), 0)
        return numeric(word[2:]) and leading_integer(word[2:]) >= 0
    elif word in options.variables:
        return False
    else:
        options.variables.add(word)
    return True


def _show(options: MarkOptions, out: TextIO) -> None:
    begin: float | None = None
    last: dict[str, float] = {}
    seen = set()
    for line in whole_lines(options.source):
        if is_comment(line) or not is_entry(line):
            continue
        entry = fields(line)
        name, value = entry.variable, strip(entry.data)
        if options.verbose:
            out.write(f"VarName:[{name}]  VarVal:[{value}]\n")
        if begin is None:
            if (name, value) == options.mark:
                begin = atof(entry.time)
            continue
        if options.verbose:
            out.write(".")
        if name not in options.variables:
            continue
        time = _since(entry.time, begin)
        post = name + value + time
        if post not in seen and not (name in last and atof(time) - last[name] < options.gap):
            out.write(_row(options, name, value, time))
            last[name] = atof(time)
        seen.add(post)


def _since(time: str, begin: float) -> str:
    """Return a time since the mark; one that lies long before it stays as it is."""
    if not numeric(time):
        return time
    value = atof(time)
    return plain_number(value - begin if value + 1000 > begin else value, 3)


def _row(options: MarkOptions, name: str, value: str, time: str) -> str:
    if not options.as_test:
        return f"{time:<12}{name:<18}{value}\n"
    if numeric(value):
        value = plain_number(atof(value), options.digits)
    text = f"vcheck = var={name}, val={value}, time={time}"
    if options.time_slack > 0:
        text += f", max_tdelta={compact_number(options.time_slack, 2)}"
    if options.value_slack > 0:
        text += f", max_vdelta={compact_number(options.value_slack, 2)}"
    return f"{text}\n"
