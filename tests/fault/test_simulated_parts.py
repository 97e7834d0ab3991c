"""A launch over several processes on a simulated machine, under a seed: processes are killed, held up, asked to end,
and cannot be started. ``tests/support/simulated_parts.py`` says what must hold.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.fault.test_simulated_programs import without
from tests.support.simulated_machine import ForEver
from tests.support.simulated_parts import Parts
from tests.support.torture import Torture
from usimmarine_py.launch import supervisor

#: Faults that this many seeds must have met: one that never happens tests nothing.
FAULTS = (
    "a program is killed", "a program is held up", "a program is asked to end", "a program cannot be started",
    "the launcher is held up", "a datagram is lost", "woken for nothing", "a part is read",
)  # fmt: skip
EACH, BY_NIGHT = 24, 1000


def test_seeds(tmp_path: Path, torture: Torture) -> None:
    each = BY_NIGHT if torture.nightly else EACH
    first = torture.seed * BY_NIGHT
    reached: Counter[str] = Counter()
    wrong: dict[int, list[str]] = {}
    for seed in range(first, first + each):
        folder = tmp_path / str(seed)
        folder.mkdir()
        parts = Parts(seed, folder)
        if faults := parts.play():
            wrong[seed] = faults
        reached += parts.machine.reached
    torture.say(f"simulated launch, seeds {first} to {first + each - 1}: {sum(reached.values())} faults")
    assert not wrong
    assert [name for name in FAULTS if not reached[name]] == []


#: What is taken out of the supervisor, and a seed that finds it.
BROKEN = {
    "the last output is not read": ("_has_gone", "range(100)", "range(0)", 5),
    "who is held up is not killed": ("close", ", signal.SIGTERM, signal.SIGKILL)", ",)", 39),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_what_is_broken_is_found(broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, old, new, seed = BROKEN[broken]
    monkeypatch.setattr(*without(supervisor.Supervisor, name, old, new, supervisor))
    try:
        found = Parts(seed, tmp_path).play()
    except ForEver as error:
        found = [str(error)]
    assert found
