"""The pages for users of other simulators: their Python runs as it stands there."""

from __future__ import annotations

import doctest

import pytest

from tests.support.paths import ROOT


@pytest.mark.parametrize(
    ("page", "needed"), [("from-pvs", ("numpy",)), ("from-pyquaticus", ("gymnasium", "pettingzoo", "numba"))]
)
def test_the_page_runs(page: str, needed: tuple[str, ...]) -> None:
    for name in needed:
        pytest.importorskip(name)
    failed, tried = doctest.testfile(str(ROOT / "docs" / f"{page}.md"), module_relative=False)
    assert tried > 3 and failed == 0
