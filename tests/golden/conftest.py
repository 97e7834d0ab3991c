"""The figures of the golden runs at the end of a test session: how many matched, and the worst error per column."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.golden_runs import Result

_COUNTS: Counter[str] = Counter()
_WORST: dict[str, dict[str, float]] = {}


@pytest.fixture
def tally() -> _Tally:
    """Collects the outcome of one golden run for the summary."""
    return _Tally()


class _Tally:
    def add(self, group: str, what: str, result: Result) -> None:
        """Count a matching comparison and keep its largest differences."""
        _COUNTS[f"{group}, {what}"] += 1
        if what == "states":
            columns = _WORST.setdefault(group, {})
            for column, value in result.worst.items():
                columns[column] = max(columns.get(column, 0.0), value)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not _COUNTS:
        return
    terminalreporter.section("golden runs that match")
    for name, count in sorted(_COUNTS.items()):
        terminalreporter.write_line(f"{name}: {count}")
    for group, columns in sorted(_WORST.items()):
        figures = ", ".join(f"{column} {value:.1e}" for column, value in columns.items() if value > 0)
        terminalreporter.write_line(f"{group}, largest differences: {figures or 'none'}")
