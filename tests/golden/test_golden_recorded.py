"""All runs recorded from the real simulators, with and without their defects."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from tests.support.golden_runs import Result, Run, load, replay_run, runs, same_publications, text_of
from usimmarine_py.kinematic.dialects import find_dialect

RUNS = runs("golden")

WAYS = {True: "with quirks", False: "without quirks", None: "by default"}

#: Runs that must match although their defects are mended.
MENDED = [run for run in RUNS if set(run.quirks) <= {"rudder_step_cap"}]

#: Runs that hold defects of well-formed input only: a dialect without a line ``quirks`` has the program's numbers.
_USUAL = {quirk for name in ("classic", "v22", "v23") for quirk in find_dialect(name).reproduced} | {"rudder_step_cap"}
USUAL = [run for run in RUNS if run not in MENDED and set(run.quirks) <= _USUAL]

CASES = [(run, True) for run in RUNS] + [(run, False) for run in MENDED] + [(run, None) for run in USUAL]


@lru_cache(maxsize=1)
def _played(run: Run, quirks: bool | None) -> Result:
    return replay_run(run, quirks=quirks)


def test_the_data_is_there() -> None:
    assert len(RUNS) == 337
    assert len({run.name for run in RUNS}) == 131
    assert len(MENDED) == 247
    assert len(USUAL) == 70


def _case(run: Run, quirks: bool | None) -> Any:
    long = run.name.startswith("long_run")
    # a long run that is the same without quirks: the quirks' own runs are short; and of one engine: all share the loop
    later = long and (run.engine != "v22" or (quirks is True and run in MENDED))
    marks = [pytest.mark.slow] * long + [pytest.mark.nightly] * later
    return pytest.param((run, quirks), marks=marks, id=f"{run}-{WAYS[quirks]}")


@pytest.mark.parametrize("case", [_case(*case) for case in CASES])
def test_run_matches(case: tuple[Run, bool | None], tally: Any) -> None:
    run, quirks = case
    group = f"{run.engine} {WAYS[quirks]}"
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
