"""The pytest plugin: a fixture that plays and judges a mission, and .moos files as tests on request.

    def test_the_box(usim_mission):
        usim_mission("box.moos", "ended = guidance", "max(abs(GUIDANCE_CROSS_TRACK)) < 5")

``pytest --usim missions/`` (or ``usim_missions = true`` in the ini file) collects every mission file with a vehicle.
By default it collects nothing, and imports nothing of the simulator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from usimmarine_py.grade.grade import Grade, GradeOptions

_OPTION, _WITHIN, _KEEP, _INI = "--usim", "--usim-within", "--usim-keep", "usim_missions"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--usim``, ``--usim-within``, ``--usim-keep`` and the key of the ini file."""
    group = parser.getgroup("usim", "missions of usimmarine")
    group.addoption(_OPTION, action="store_true", help="collect .moos files with a vehicle, to be graded")
    group.addoption(_WITHIN, type=float, metavar="S", help="simulated seconds in which a mission has to end [3600]")
    group.addoption(_KEEP, metavar="DIR", help="leave log, summary and picture of each mission in a folder in DIR")
    parser.addini(_INI, "collect .moos files without --usim", type="bool", default=False)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> MissionFile | None:
    """Return a mission file as a test, if it is to be collected."""
    if file_path.suffix != ".moos" or not (parent.config.getoption(_OPTION) or parent.config.getini(_INI)):
        return None
    from usimmarine_py.grade.files import is_mission

    if not is_mission(str(file_path), map(str, file_path.parent.glob("*.moos"))):
        return None
    found: MissionFile = MissionFile.from_parent(parent, path=file_path)
    return found


class MissionFailed(Exception):
    """A mission did not pass."""


class MissionFile(pytest.File):
    """A mission file: one test."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the mission."""
        yield MissionItem.from_parent(self, name="mission")


class MissionItem(pytest.Item):
    """A mission, graded as ``usim grade`` does."""

    def runtest(self) -> None:
        """Play and judge it."""
        grade = _graded(self.path, _asked(self.config), self.nodeid)
        output = [f"{name}: {line.strip()}" for name, text in grade.reports.items() for line in text.splitlines()]
        output += [f"warning: {text}" for text in grade.warnings]
        if output:
            self.add_report_section("call", "mission", "\n".join(output))
        if grade.reasons:
            raise MissionFailed(_why(grade))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """Return why it did not pass, without a traceback."""
        if isinstance(excinfo.value, MissionFailed):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return path and title of a failure."""
        return self.path, None, f"mission {self.path.name}"


class Play(Protocol):
    """The function that the fixture ``usim_mission`` gives."""

    def __call__(
        self,
        file: str | Path,
        *expectations: str,
        within: float | None = None,
        seed: int | None = None,
        changes: Mapping[str, Any] | None = None,
        check: bool = True,
    ) -> Grade:
        """Play a mission (a path relative to the folder of the test) and judge it; the test fails if it did not pass.

        ``within``: simulated s. ``changes``: values in place of those of the file. Without ``check`` the grade is only
        returned.
        """
        ...


@pytest.fixture
def usim_mission(request: pytest.FixtureRequest) -> Play:
    """Play and judge a mission in lock step; see ``Play``."""
    folder, config = request.path.parent, request.config

    def play(
        file: str | Path,
        *expectations: str,
        within: float | None = None,
        seed: int | None = None,
        changes: Mapping[str, Any] | None = None,
        check: bool = True,
    ) -> Grade:
        __tracebackhide__ = True
        from usimmarine_py.conditions import ExpectationError, refuse_constants

        try:
            refuse_constants(expectations)  # a wrong one is the test's mistake, not the mission's
        except ExpectationError as error:
            pytest.fail(str(error), pytrace=False)
        asked = _asked(config, expectations, within, seed, changes or {})
        grade = _graded(folder / file, asked, f"{request.node.nodeid}_{Path(file).stem}")
        if check and grade.reasons:
            pytest.fail(f"{Path(file).name}: {_why(grade)}", pytrace=False)
        return grade

    return play


def _graded(path: Path, asked: GradeOptions, name: str) -> Grade:
    """Grade a mission; its files go into a folder ``name`` of that of ``--usim-keep``."""
    from dataclasses import replace

    from usimmarine_py.grade.grade import grade_file
    from usimmarine_py.grade.keep import make_folder

    if asked.kept.keep:
        place = Path(asked.kept.keep[""]) / re.sub(r"[^\w.-]+", "_", name).strip("_.")
        make_folder(place)
        asked = replace(asked, kept=replace(asked.kept, keep={str(path): str(place)}))
    return grade_file(path, asked)


def _why(grade: Grade) -> str:
    """Return the reasons, the command that repeats the run, and its files."""
    more = [f"repeat: {grade.repeat}"] if grade.repeat else []
    return "\n".join([*grade.reasons, *more, *grade.places])


def _asked(
    config: pytest.Config,
    expectations: tuple[str, ...] = (),
    within: float | None = None,
    seed: int | None = None,
    changes: Mapping[str, Any] | None = None,
) -> GradeOptions:
    from usimmarine_py.grade.grade import GradeOptions, KeptFiles
    from usimmarine_py.run.asked import MissionReading
    from usimmarine_py.values.overrides import read_changes

    limit = config.getoption(_WITHIN) if within is None else within
    folder = config.getoption(_KEEP)
    keep = {"": folder} if folder else {}
    return GradeOptions(
        tuple(expectations),
        limit,
        seed,
        reading=MissionReading(changes=read_changes(changes or {})),
        kept=KeptFiles(keep),
    )
