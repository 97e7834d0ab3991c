"""All runs recorded from the real simulators, with and without their defects."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from tests.support.golden_runs import Result, Run, load, replay_run, runs, same_publications, text_of

RUNS = runs("golden")

#: Runs that must match although their defects are mended.
MENDED = [run for run in RUNS if set(run.quirks) <= {"rudder_step_cap"}]

CASES = [(run, True) for run in RUNS] + [(run, False) for run in MENDED]


@lru_cache(maxsize=1)
def _played(run: Run, quirks: bool) -> Result:
    return replay_run(run, quirks=quirks)


def test_the_data_is_there() -> None:
    assert len(RUNS) == 337
    assert len({run.name for run in RUNS}) == 131
    assert len(MENDED) == 247


def _case(run: Run, quirks: bool) -> Any:
    marks = [pytest.mark.slow] if run.name.startswith("long_run") else []
    return pytest.param((run, quirks), marks=marks, id=f"{run}-{'quirks' if quirks else 'mended'}")


@pytest.mark.parametrize("case", [_case(*case) for case in CASES])
def test_run_matches(case: tuple[Run, bool], tally: Any) -> None:
    run, quirks = case
    group = f"{run.engine} {'with quirks' if quirks else 'without quirks'}"
    wanted = load(run)["engines"][run.engine]
    result = _played(run, quirks)
    assert result.states_wrong == []
    tally.add(group, "states", result)
    assert result.warnings == wanted["config_warnings"]
    tally.add(group, "configuration warnings", result)
    if "publications" in wanted:
        lines = text_of(run.folder / wanted["publications"].removesuffix(".gz")).splitlines()
        assert same_publications(result.publications, lines) == ""
        tally.add(group, "publications", result)
    for report in wanted.get("reports", []):
        assert result.reports[report["k"]] == report["text"]
        tally.add(group, "reports", result)
