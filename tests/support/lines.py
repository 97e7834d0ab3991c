"""A plugin of pytest that ``scripts/late`` loads: what each test takes, and which lines of the package it runs.

A line is a row ``test, phase, CPU s, lines`` of the file ``WORKER.tsv`` in the folder that USIM_LINES names. Lines of
functions count, with those of threads, but not those of compiled functions. A test that starts processes, or whose file
has started one before, has no lines: what they run is not seen.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from tests.support.paths import ROOT

PACKAGE = f"{ROOT / 'usimmarine_py'}{os.sep}"
_TOOL = 3  # one of those that nothing else takes

#: Audit events of processes that begin.
_STARTS = ("subprocess.Popen", "os.fork", "os.posix_spawn", "os.spawn", "os.exec", "os.system")

_lines: set[tuple[str, int]] = set()
_file = ""  # of the test under way
_started: set[str] = set()  # files that have started a process


def pytest_configure() -> None:
    """Begin to watch."""
    sys.addaudithook(_heard)
    monitoring: Any = sys.monitoring
    monitoring.use_tool_id(_TOOL, __name__)
    monitoring.register_callback(_TOOL, monitoring.events.LINE, _ran)
    monitoring.set_events(_TOOL, monitoring.events.LINE)


def _heard(event: str, _: object) -> None:
    if event in _STARTS:
        _started.add(_file)


def _ran(code: CodeType, line: int) -> object:
    if code.co_filename.startswith(PACKAGE) and code.co_name != "<module>":
        _lines.add((code.co_filename[len(PACKAGE) :], line))
    return sys.monitoring.DISABLE  # once a test is enough


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Measure what a test's fixtures take."""
    return (yield from _measured(item, "setup"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Measure a test."""
    return (yield from _measured(item, "call"))


def _measured(item: pytest.Item, phase: str) -> Iterator[None]:
    global _file
    _file = str(item.path)
    _lines.clear()
    sys.monitoring.restart_events()
    began = sum(os.times()[:4])
    try:
        return (yield)
    finally:
        taken = sum(os.times()[:4]) - began
        lines = "" if _file in _started else " ".join(f"{file}:{line}" for file, line in sorted(_lines))
        name = os.environ.get("PYTEST_XDIST_WORKER", "main")
        with (Path(os.environ["USIM_LINES"]) / f"{name}.tsv").open("a") as out:
            out.write(f"{item.nodeid}\t{phase}\t{taken:.3f}\t{lines}\n")
