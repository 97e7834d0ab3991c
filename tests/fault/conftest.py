"""Two tiers of every test here: what each change runs, and what `scripts/torture` runs for an hour."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.torture import Torture

#: A test's own limit (pytest.mark.timeout) is for every change.
NIGHTLY_TIMEOUT = 3600


@pytest.fixture
def torture(request: pytest.FixtureRequest, figure: Callable[[str], None]) -> Torture:
    """The tier, the seed, and ``say(figure)``: one line for the summary and the file of `--figures`."""
    return Torture(_is_nightly(request.config), _seed(request.config), figure)


def _is_nightly(config: pytest.Config) -> bool:
    return bool(config.getoption("--tier") == "nightly")


def _seed(config: pytest.Config) -> int:
    return int(config.getoption("--fault-seed"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """By night a test has an hour; those marked `nightly` are not even listed with a change."""
    here = Path(__file__).parent
    ours = [item for item in items if here in item.path.parents]
    if _is_nightly(config):
        for item in ours:
            item.add_marker(pytest.mark.timeout(NIGHTLY_TIMEOUT), append=False)
        return
    left = [item for item in ours if item.get_closest_marker("nightly")]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Under each failure the line that brings it back; into the file of `--figures` how each test ended."""
    report: pytest.TestReport = yield
    if report.failed:
        report.sections.append(("again", _again(item)))
    file = item.config.getoption("--figures")
    if file and (report.when == "call" or not report.passed):
        _keep(Path(file), item, report)
    return report


def _again(item: pytest.Item) -> str:
    tier = "nightly" if _is_nightly(item.config) else "change"
    hash_seed = os.environ.get("PYTHONHASHSEED", "")
    before = f"PYTHONHASHSEED={hash_seed} " if hash_seed.isdigit() else ""
    return f'{before}{sys.executable} -m pytest "{item.nodeid}" --tier {tier} --fault-seed {_seed(item.config)}'


def _keep(file: Path, item: pytest.Item, report: pytest.TestReport) -> None:
    longrepr: Any = report.longrepr
    why = str(longrepr[2] if isinstance(longrepr, tuple) else longrepr) if longrepr is not None else ""
    row = {
        "test": item.nodeid,
        "python": ".".join(map(str, sys.version_info[:3])),
        "outcome": report.outcome,
        "seconds": round(report.duration, 1),
        "figures": [value for key, value in report.user_properties if key == "figure"],
        "why": why.removeprefix("Skipped: ") if report.skipped else why[-4000:],
        "again": _again(item) if report.failed else "",
    }
    with file.open("a") as out:
        out.write(json.dumps(row) + "\n")
