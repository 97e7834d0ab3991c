"""Two tiers of tests, what repeats a failure, and figures (counts, worst errors) that tests measure.

With `--tier change`, the default, tests that are marked `nightly` are left out and tests of `tests/fault` try for
seconds; `scripts/torture` runs them with `--tier nightly`.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.support.paths import DATA
from tests.support.portions import is_late, longest_first, portion_of
from tests.support.torture import Torture
from usimmarine_py.moos.testing import moosdb

__all__ = ["moosdb"]

#: Limit (s) of a test by night; the test's own (pytest.mark.timeout) is for every change.
NIGHTLY_TIMEOUT = 3600

# How fast a machine draws examples says nothing of the product.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare what `scripts/torture` sets."""
    group = parser.getgroup("fault")
    group.addoption("--tier", choices=("change", "nightly"), default="change", help="which tests, how hard they try")
    group.addoption("--fault-seed", type=int, default=1, help="seed of tests/fault")
    group.addoption("--figures", default="", help="file for the end and the figures of each test, a JSON object a line")
    group.addoption("--shuffle", type=int, help="seed of the order of modules, and of the tests in each")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out nightly tests; shuffle if asked for, though what a module's tests share is still made once."""
    for item in items:
        if is_late(item.nodeid):
            item.add_marker(pytest.mark.nightly)
    if _is_nightly(config):
        for item in items:
            item.add_marker(pytest.mark.timeout(NIGHTLY_TIMEOUT), append=False)
    else:
        late = [item for item in items if item.get_closest_marker("nightly")]
        if late:
            config.hook.pytest_deselected(items=late)
            left_out = set(late)
            items[:] = [item for item in items if item not in left_out]
    if hasattr(config, "workerinput"):
        longest_first(items)
    seed = config.getoption("--shuffle")
    if seed is not None:
        rng = random.Random(seed)
        rng.shuffle(items)
        places = {path: rng.random() for path in sorted({item.path for item in items})}
        items.sort(key=lambda item: places[item.path])


def pytest_configure() -> None:
    """Make all surroundings alike: the services that set CI, and signals that are ignored under nohup or behind a `&`.

    With CI in the environment the programs show no progress; ignored signals would be inherited by what tests start.
    """
    os.environ.pop("CI", None)
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGQUIT", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_IGN:
            # a handler that does nothing is not inherited
            signal.signal(number, lambda *_: None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With ``--dist loadfile`` share the files as ``support/portions.py`` says."""
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class Portions(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return portion_of(nodeid)

    return Portions(config, log)


def _is_nightly(config: pytest.Config) -> bool:
    return bool(config.getoption("--tier") == "nightly")


def _seed(config: pytest.Config) -> int:
    return int(config.getoption("--fault-seed"))


@pytest.fixture
def torture(request: pytest.FixtureRequest, figure: Callable[[str], None]) -> Torture:
    """Return the tier, the seed, and ``say(figure)``: one line for the summary and the file of `--figures`."""
    return Torture(_is_nightly(request.config), _seed(request.config), figure)


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
