"""alogclip: the entries between two times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TextIO

from usimmarine_py.logs.tools.lines import (
    ENCODING,
    HELP,
    VERSION,
    bite,
    file_name,
    is_comment,
    may_replace,
    numeric,
    readable,
    target_file,
    writable,
)  # fmt: skip
from usimmarine_py.logs.tools.texts import help_text, version_text
from usimmarine_py.text import atof, truth_text
from usimmarine_py.values.frozen import dataclass, field

#: Kept at any time: later readers of a log need it.
_KEPT = "IVPHELM_DOMAIN"


@dataclass(slots=True)
class ClipOptions:
    batch: bool = False
    suffix: str = "_clipped"
    times: list[float] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    verbose: bool = False
    overwrite: bool = False


def clipped(source: str, begin: float, end: float) -> Iterator[str]:
    """Yield the header and the entries from ``begin`` to ``end`` (s since the start of the log).

    Lines without a time, the continuation of a text or the end of the file, count as at 0 s. Raises ``OSError``.
    """
    with file_name(source).open("rb") as file:
        text = file.read().decode(ENCODING)
    for line in text.split("\n"):
        whole = line.partition("\0")[0]
        time, rest = bite(whole, " ")
        if is_comment(time) or bite(rest, " ")[0] == _KEPT or begin <= atof(time) <= end:
            yield whole


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``alogclip in.alog MIN MAX [out.alog] [OPTIONS]``; its exit code."""
    options = ClipOptions()
    rest = []
    for word in words:
        if word in VERSION:
            out.write(version_text("alogclip"))
            return 0
        if word in HELP:
            out.write(help_text("alogclip"))
            return 0
        if word in ("-b", "--batch", "-batch"):
            options.batch = True
        elif word.startswith("--suffix="):
            suffix = word[9:]
            if " " in suffix or "\t" in suffix:
                out.write(f"Suffix cannot contain white space. Just bad manners.\nUnhandled argument: {word}\n")
                return 1
            options.suffix = suffix if suffix.startswith("_") else f"_{suffix}"
        elif word not in ("-w", "--web", "-web"):
            rest.append(word)
    for word in rest:
        if not _take(options, word, out):
            out.write(f"Unhandled argument: {word}\n")
            return 1
    return _process(options, out)


def _take(options: ClipOptions, word: str, out: TextIO) -> bool:
    if word.endswith(".alog"):
        if not options.batch and len(options.files) == 2:
            out.write(
                "In non-batch mode, only two alog files may be specified.\n"
                "The first is the input file, the 2nd is the output file.\n"
                f"An additional alog file, {word}, was given.\n"
            )
            return False
        options.files.append(word)
    elif word in ("--verbose", "-verbose"):
        options.verbose = True
    elif word in ("--force", "-f", "-force"):
        options.overwrite = True
    elif numeric(word):
        if len(options.times) == 2:
            out.write("Only two timestamps may be provided.\n")
            return False
        if options.times and atof(word) < options.times[0]:
            out.write("2nd timestamp, max time, must be >= min_time\n")
            return False
        options.times.append(atof(word))
    else:
        return False
    return True


def _process(options: ClipOptions, out: TextIO) -> int:
    if options.verbose:
        count = len(options.files) if options.batch else 0
        out.write(f"Batch file mode: {truth_text(options.batch)}\nTotal batch files: {count}\n")
    problem = _problem(options)
    out.write(problem)
    if options.verbose:
        out.write(f"Pre-Check stage passed: {truth_text(not problem)}\n")
    if problem:
        return 1
    if options.batch:
        for source in options.files:
            target = f"{source.rpartition('.')[0]}{options.suffix}.alog"
            if not _clip(options, source, target, out):
                return 0
    else:
        source, target = [*options.files, ""][:2]
        _clip(options, source, target, out)
    return 0


def _problem(options: ClipOptions) -> str:
    """Return why nothing can be done, empty if it can."""
    if len(options.times) < 2:
        return "A min time AND a max time must be specified.\n"
    if options.batch:
        if not options.files:
            return "In batch mode, but no batch files.\n"
        for source in options.files:
            if not readable(source):
                return f"Cannot read {source}\n"
            target = f"{source.rpartition('.')[0]}{options.suffix}.alog"
            if not writable(target):
                return f"Will not be able to write to: {target}\n"
        return ""
    if not options.files:
        return "No alog input file provided. \n"
    if not readable(options.files[0]):
        return f"Input alog file {options.files[0]} not found/readable.\n"
    return ""


def _clip(options: ClipOptions, source: str, target: str, out: TextIO) -> bool:
    """Write one log; False if its target stays as it was."""
    begin, end = options.times
    if options.verbose:
        out.write(f"Preparing {source}\n   ---> \n   {target}\n")
    if readable(target) and not options.overwrite:
        refusal = f"Aborted: The file {target} will not be overwritten\n"
        if not may_replace(f"File {target} exists. Replace?(y/n)\n", refusal, out, insist=True):
            return False
    if options.verbose:
        out.write(f"\nProcessing input file {source} ...\nmin_time: {begin:g}\nmax_time: {end:g}\n")
    lines = (f"{line}\n" for line in clipped(source, begin, end))
    if target:
        kept = list(lines)  # the target may be the source
        with target_file(target) as file:
            file.writelines(kept)
    else:
        out.writelines(lines)
    return True
