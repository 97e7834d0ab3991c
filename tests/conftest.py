"""Figures that tests measure (counts, worst errors) are gathered and printed at the end of the run."""

from __future__ import annotations

import json
import random
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import DATA
from usimmarine_py.moos.testing import moosdb

__all__ = ["moosdb"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """What `scripts/torture` sets for the tests of `tests/fault`."""
    group = parser.getgroup("fault")
    group.addoption("--tier", choices=("change", "nightly"), default="change", help="how hard tests/fault tries")
    group.addoption("--fault-seed", type=int, default=1, help="seed of tests/fault")
    group.addoption("--figures", default="", help="file that tests/fault writes its figures to, a JSON object a line")
    group.addoption("--shuffle", type=int, help="seed of the order of modules, and of the tests in each")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Another order, if asked for; what a module's tests share is still made once."""
    seed = config.getoption("--shuffle")
    if seed is not None:
        rng = random.Random(seed)
        rng.shuffle(items)
        places = {path: rng.random() for path in sorted({item.path for item in items})}
        items.sort(key=lambda item: places[item.path])


def pytest_configure() -> None:
    """Under nohup or behind a `&` signals are ignored: what tests start would inherit that, and could not be ended."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGQUIT", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_IGN:
            # a handler that does nothing is not inherited
            signal.signal(number, lambda *_: None)


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Call with one line of text; it stands in the summary at the end of the run."""
    return lambda line: record_property("figure", line)


@pytest.fixture(scope="session")
def moos_wire() -> Path:
    """The recorded MOOS traffic."""
    return DATA / "moos-wire"


@pytest.fixture(scope="session")
def golden_vectors() -> Callable[[str], Any]:
    """Reader of ``tests/data/golden/vectors/NAME``."""
    return lambda name: json.loads((DATA / "golden" / "vectors" / name).read_text())


def pytest_terminal_summary(terminalreporter: Any) -> None:
    lines = [
        str(value)
        for reports in terminalreporter.stats.values()
        for report in reports
        if getattr(report, "when", "") == "call"
        for key, value in report.user_properties
        if key == "figure"
    ]
    if lines:
        terminalreporter.section("figures")
        for line in lines:
            terminalreporter.write_line(line)
