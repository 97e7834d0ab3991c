"""Figures that tests measure (counts, worst errors) are gathered and printed at the end of the run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import DATA
from usimmarine_py.moos.testing import moosdb

__all__ = ["moosdb"]


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
