"""The envelope says how far it is."""

from __future__ import annotations

from usimmarine_py.trials.envelope import CommandGrid, envelope_of


def test_progress_goes_from_nothing_to_all_in_both_seas() -> None:
    shown: list[tuple[float, float]] = []
    grid = CommandGrid((0.0, 100.0), (0.0,), (0.0,), 3.0, 1)
    envelope_of("heron", grid=grid, progress=lambda simulated, part: shown.append((simulated, part)))
    assert shown == sorted(shown) and len(shown) > 4
    assert 0.0 < shown[0][1] < 1.0 / 11.0 + 1e-9
    assert shown[-1] == (12.0, 1.0)  # s: two commands of 3 s in each sea
