"""MOOS-IvP's tools for logs: same arguments, same output, to the byte.

Each is a module with ``main(words, out)``, which returns the exit code; ``run_tool`` finds it by its name.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import TextIO

from usimmarine_py.logs.tools.lines import ENCODING

_MODULES = {
    "aloggrep": "entries.grep",
    "alogscan": "reports.scan",
    "alogclip": "entries.clip",
    "alogrm": "entries.remove",
    "alogsort": "entries.sort",
    "alogpick": "columns.pick",
    "alogavg": "columns.average",
    "alogbin": "columns.bins",
    "alogtm": "reports.marks",
    "alogcat": "entries.joining",
    "alogcd": "reports.collisions",
    "alogiter": "reports.iterations",
    "alogmhash": "reports.mission_hash",
    "alogpare": "entries.pare",
    "alogload": "reports.load",
    "alogsplit": "entries.split",
    "alogcheck": "reports.checks",
    "alogeval": "reports.evaluation",
    "aloghelm": "reports.helm",
    "tagrep": "columns.tags",
    "projpt": "columns.points:projpt",
    "projfield": "columns.points:projfield",
    "nzero": "columns.points:nzero",
}
#: Names of all tools.
TOOLS = tuple(_MODULES)
#: Those that read logs.
ALOG_TOOLS = tuple(name for name in TOOLS if name.startswith("alog"))


def run_on_stdout(name: str, words: Sequence[str]) -> int:
    """Run a tool with words as Python has them, its output to standard output; its exit code. Raises ``OSError``."""
    with stdout_as_latin() as out:
        return run_tool(name, [os.fsencode(word).decode(ENCODING) for word in words], out)


@contextmanager
def stdout_as_latin() -> Iterator[TextIO]:
    """Standard output for texts of the tools: by its own stream, which knows a reader that leaves, and signals."""
    out = sys.stdout
    assert isinstance(out, io.TextIOWrapper)
    before = out.encoding, out.errors
    out.reconfigure(encoding=ENCODING, errors="strict", newline="\n")
    try:
        yield out
    except Exception:
        out.reconfigure(encoding=before[0], errors=before[1], newline=os.linesep)
        raise
    # after a signal nothing is written: a pipe without a reader would hold the program
    out.reconfigure(encoding=before[0], errors=before[1], newline=os.linesep)


def run_tool(name: str, words: Sequence[str], out: TextIO) -> int:
    """Run a tool; its exit code. Words and output are Latin-1 texts (``lines.ENCODING``). Raises ``OSError``."""
    module, _, function = _MODULES[name].partition(":")
    code: int = getattr(import_module(f"usimmarine_py.logs.tools.{module}"), function or "main")(words, out)
    return code
