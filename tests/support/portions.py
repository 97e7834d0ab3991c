"""How pytest-xdist shares the files of a run among its workers: ``scripts/test`` asks for it by ``--dist loadfile``.

A worker takes a file whole, as its tests share what they have made. The longest are begun first, so that no worker is
left with one at the end while the others have nothing to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

#: Files that take long, the longest first; those that are not named take a few seconds.
LONG = (
    "tests/launch/test_launch.py",
    "tests/launch/test_again.py",
    "tests/launch/test_scripts.py",
    "tests/launch/test_bin.py",
    "tests/fault/test_io_errors.py",
    "tests/fault/test_lengths.py",
    "tests/fault/test_signals.py",
    "tests/fault/test_same_again.py",
    "tests/fault/test_simulated.py",
    "tests/fault/test_parameters.py",
    "tests/fault/test_closed_output.py",
    "tests/fault/test_sweeps.py",
    "tests/fault/test_pages.py",
    "tests/cli/test_run_command.py",
    "tests/cli/test_programs_page.py",
    "tests/examples/test_examples.py",
    "tests/run/test_processes.py",
    "tests/vehicle/test_anywhere.py",
    "tests/gym/test_against_simulator.py",
    "tests/gym/test_vector.py",
    "tests/vehicle/test_wave_load.py",
    "tests/vehicle/test_linear.py",
    "tests/grade/test_harnesses.py",
    "tests/missions/test_auv_survey.py",
    "tests/run/test_several.py",
    "tests/vehicle/test_physics.py",
    "tests/vehicle/test_loader_fuzz.py",
    "tests/vehicle/test_public_hydrodynamics.py",
    "tests/golden/test_golden_recorded.py",
    "tests/helm/test_recorded.py",
    "tests/missions/test_odin_hil.py",
    "tests/watch/test_watch_page.py",
    "tests/trials/test_trials.py",
    "tests/trials/test_envelope.py",
    "tests/reference/test_trajectories.py",
    "tests/grade/test_green.py",
    "tests/fit/test_fit.py",
)
#: Files whose tests share nothing: a worker takes one test at a time.
APART = (
    "tests/launch/test_launch.py",
    "tests/launch/test_scripts.py",
    "tests/launch/test_again.py",
    "tests/examples/test_examples.py",
    "tests/grade/test_harnesses.py",
)
#: Files that look at the modules of the package: one worker reads and parses them once for all.
SCANS = (
    "tests/test_imports.py",
    "tests/test_security.py",
    "tests/test_architecture.py",
    "tests/test_citations.py",
    "tests/test_sums.py",
    "tests/check/test_variables.py",
)


def longest_first(items: list[pytest.Item]) -> None:
    """Sort collected tests: those of long files first, all others as they were."""
    places = {file: place for place, file in enumerate(LONG)}
    items.sort(key=lambda item: places.get(portion_of(item.nodeid).partition("::")[0], len(LONG)))


def portion_of(test: str) -> str:
    """Return the name of what a worker takes at once, for the name of a test."""
    file = test.partition("::")[0]
    if file in APART:
        return test
    return SCANS[0] if file in SCANS else file
