"""aloggrep: the entries of some variables or sources, whole or in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import TextIO

from usimmarine_py.logs.tools.entries.names import NamePatterns
from usimmarine_py.logs.tools.entries.sorting import Sorter
from usimmarine_py.logs.tools.lines import (
    HELP,
    VERSION,
    EndedError,
    fields,
    file_name,
    is_comment,
    is_entry,
    lower,
    may_replace,
    readable,
    share,
    strip,
    target_file,
    value_of,
    whole_lines,
)  # fmt: skip
from usimmarine_py.logs.tools.texts import help_text, version_text
from usimmarine_py.text import atof
from usimmarine_py.texts.pairs import parts
from usimmarine_py.values.frozen import dataclass, field

_SEPARATORS = {"csw": " ", "csc": ",", "cso": ":", "css": ";"}
_FORMATS = {"--v": "val", "-vo": "val", "--s": "src", "-so": "src", "--tv": "time:val", "-tvo": "time:val",
            "--tvv": "time:var:val"}  # fmt: skip


@dataclass(slots=True)
class GrepOptions:
    source: str = ""
    target: str = ""
    keys: NamePatterns = field(default_factory=NamePatterns)
    comments: bool = True
    gaps: bool = False
    appcasts: bool = False
    report: bool = True
    overwrite: bool = False
    sort: bool = False
    unique: bool = False
    first: bool = False
    final: bool = False
    columns: frozenset[str] | None = None  #: of var, time, src, besides the value; None: whole lines
    separator: str = " "
    patterns: list[str] = field(default_factory=list)
    keep_key: bool = False


@dataclass(slots=True)
class _Counts:
    lines_kept: int = 0
    chars_kept: int = 0
    lines_left: int = 0
    chars_left: int = 0
    variables: set[str] = field(default_factory=set)


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``aloggrep in.alog [VAR] [SRC] [out.alog] [OPTIONS]``; its exit code."""
    try:
        options = _read_options(words, out)
    except EndedError as end:
        out.write(end.text)
        return end.code
    if not options.source:
        out.write("No input alog file given - exiting\n")
        return 1
    counts = _Counts()
    sorter = Sorter(unique=options.unique)
    with target_file(options.target) if options.target else nullcontext(out) as target:
        _write(_kept(options, counts, sorter), options, counts, target)
    if options.report and options.columns is None:
        if options.sort:
            out.write(f"  Total re-sorts: {sorter.sorted_again}\n")
        _report(counts, out)
    return 0


def _read_options(words: Sequence[str], out: TextIO) -> GrepOptions:
    found = GrepOptions()
    for word in words:
        name = word.lstrip("-")
        if word in HELP:
            raise EndedError(0, help_text("aloggrep"))
        if word in VERSION:
            raise EndedError(0, version_text("aloggrep"))
        if word in ("--no_comments", "-nc"):
            found.comments = False
        elif word in ("--no_report", "-nr"):
            found.report = False
        elif word in ("--gap_len", "-gl"):
            found.gaps = True
        elif word in ("--appcast", "-ac"):
            found.appcasts = True
        elif word in ("--sort", "-s"):
            found.sort = True
        elif word in ("--duplicates", "-d"):
            found.unique = True
        elif word in ("--sd", "-sd"):
            found.sort = found.unique = True
        elif word == "--kk":
            found.keep_key = True
        elif word.startswith("-") and name in _SEPARATORS:
            found.separator = _SEPARATORS[name]
        elif word in _FORMATS or word.startswith("--format="):
            _set_columns(found, _FORMATS.get(word) or word[9:], word)
        elif word.startswith("--subpat="):
            found.patterns += parts(word[9:], ":")
        elif word == "--final":
            found.final = True
        elif word == "--first":
            found.first = True
        elif word in ("--quiet", "-q"):
            found.comments = found.report = False
        elif word in ("--force", "-force", "-f"):
            found.overwrite = True
        elif word.endswith((".alog", ".klog")):
            _set_file(found, word, out)
        elif word in ("--keep_bad", "-kb", "-w", "--web", "-web"):
            continue  # without effect on the output
        elif word.startswith("-"):
            raise EndedError(1, f"Exiting due to bad arg: {word}\n")
        elif word:
            found.keys.add(word)
    return found


def _set_columns(options: GrepOptions, text: str, word: str) -> None:
    columns = {lower(part) for part in parts(text, ":")}
    if not columns or columns - {"var", "time", "src", "val"}:
        raise EndedError(1, f"Exiting due to bad arg: {word}\n")
    options.columns = (options.columns or frozenset()) | columns
    options.comments = False


def _set_file(options: GrepOptions, word: str, out: TextIO) -> None:
    """Take the input, then the output. Raises ``EndedError``."""
    bad = f"Exiting due to bad arg: {word}\n"
    if options.source and options.target:
        raise EndedError(1, f"input and output alog files already specified\n{bad}")
    if not options.source:
        if not readable(word):
            raise EndedError(1, f"Unable to open file for reading: {word}\n{bad}")
        options.source = word
        return
    target = word
    if target == options.source:
        raise EndedError(1, f"Input and output .alog files cannot be the same. \n{bad}")
    if "vname" in target:
        vehicle = _vehicle(options.source)
        out.write(f"vname_discovered:[{vehicle}]\n")
        target = target.replace("vname", vehicle) if vehicle else target
    if readable(target) and not options.overwrite:
        refusal = f"Aborted: The file {target} will not be overwritten.\n"
        if not may_replace(f"{target} already exists. Replace? (y/n [n])\n", refusal, out):
            raise EndedError(1, bad)
    try:
        new = not file_name(target).exists()
        with file_name(target).open("ab"):
            options.target = target
        if new:
            file_name(target).unlink()  # it is written at the end
    except OSError:
        raise EndedError(1, f"unable to open {target} for writing\n{bad}") from None


def _vehicle(source: str) -> str:
    """Return the name of the community, from the source of DB_TIME."""
    for line in whole_lines(source):
        if is_entry(line) and (entry := fields(line)).variable == "DB_TIME":
            return entry.application.rpartition("_")[2]
    return ""


def _kept(options: GrepOptions, counts: _Counts, sorter: Sorter) -> Iterator[str]:
    """Yield the lines that are kept, sorted if asked for."""
    bad_lines = options.keys.has("DB_VARSUMMARY")
    for line in whole_lines(options.source):
        if not _is_kept(line, options, bad_lines):
            counts.lines_left += 1
            counts.chars_left += len(line)
        elif options.sort:
            sorter.add(atof(fields(line).time), line)
        else:
            yield line
        if sorter.overfull:
            yield sorter.pop()
    while sorter.filled:
        yield sorter.pop()


def _is_kept(line: str, options: GrepOptions, bad_lines: bool) -> bool:
    if is_comment(line):
        return options.comments
    if not is_entry(line):
        return bad_lines
    entry = fields(line)
    name = entry.variable
    if not options.gaps and name.endswith(("_LEN", "_GAP")):
        return False
    if not options.appcasts and name == "APPCAST":
        return False
    return options.keys.match(name, entry.application)


def _write(lines: Iterator[str], options: GrepOptions, counts: _Counts, target: TextIO) -> None:
    last_time, final = "", ""
    for line in lines:
        if options.final:
            final = line or final
        else:
            last_time = _write_line(line, options, counts, target, last_time)
        if options.first:
            break
    if options.final:
        _write_line(final, options, counts, target, last_time)


def _write_line(line: str, options: GrepOptions, counts: _Counts, target: TextIO, last_time: str) -> str:
    """Write a line, or its columns; return the time of the last line in columns."""
    if not line:
        return last_time
    if options.columns is not None:
        entry = fields(line)
        if entry.time == last_time:
            return last_time
        value = _value(strip(entry.data), options)
        if "var" in options.columns:
            value = strip(entry.variable) + options.separator + value
        if "time" in options.columns:
            value = entry.time + options.separator + value
        target.write(f"{entry.source if 'src' in options.columns else value}\n")
        return entry.time
    target.write(f"{line}\n")
    if not line.startswith("%%"):
        counts.lines_kept += 1
        counts.chars_kept += len(line)
        if name := fields(line).variable:
            counts.variables.add(name)
    return last_time


def _value(value: str, options: GrepOptions) -> str:
    """Return the values of the keys asked for, or the whole value where it has none of them."""
    found = []
    low = lower(value)
    for key in options.patterns:
        if key in low and (text := value_of(low, key)):
            found.append(f"{key}={text}" if options.keep_key else text)
    return (", " if options.keep_key else " ").join(found) or value


def _report(counts: _Counts, out: TextIO) -> None:
    lines, chars = counts.lines_kept + counts.lines_left, counts.chars_kept + counts.chars_left
    out.write(
        f"  Total lines retained: {counts.lines_kept} ({share(counts.lines_kept, lines)}%)\n"
        f"  Total lines excluded: {counts.lines_left} ({share(counts.lines_left, lines)}%)\n"
        f"  Total chars retained: {counts.chars_kept} ({share(counts.chars_kept, chars)}%)\n"
        f"  Total chars excluded: {counts.chars_left} ({share(counts.chars_left, chars)}%)\n"
        f"    Variables retained: ({len(counts.variables)}) {', '.join(sorted(counts.variables))}\n"
    )
