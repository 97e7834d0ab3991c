"""A community spread over several programs of a simulated machine, with a second community beside it, under a seed:
programs are killed, held up, asked to end and come back, find their names in use, hang and fail; their threads run in
an order that the seed decides. ``tests/support/simulated_spread.py`` says what must hold.
"""

from __future__ import annotations

import inspect
import textwrap
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support.simulated_machine import ForEver
from tests.support.simulated_spread import Spread
from tests.support.torture import Torture
from usimmarine_py.moos.db import server
from usimmarine_py.run.live import loop
from usimmarine_py.wire import client

#: Faults that this many seeds must have met: one that never happens tests nothing.
FAULTS = (
    "a program is killed", "a program is held up", "a program is asked to end", "an application hangs",
    "an application fails", "a program finds its name in use", "a program is refused", "cut between two bytes",
    "a link falls silent", "the program with the MOOSDB is held up", "a datagram is lost", "disk full",
    "the wall clock is set", "no descriptors left", "ticks are left out",
)  # fmt: skip
CHUNKS, EACH, BY_NIGHT = 4, 4, 250


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_seeds(chunk: int, tmp_path: Path, torture: Torture) -> None:
    each = BY_NIGHT if torture.nightly else EACH
    first = (torture.seed * CHUNKS + chunk) * BY_NIGHT
    reached: Counter[str] = Counter()
    wrong: dict[int, list[str]] = {}
    for seed in range(first, first + each):
        folder = tmp_path / str(seed)
        folder.mkdir()
        community = Spread(seed, folder)
        if faults := community.play():
            wrong[seed] = faults
        reached += community.machine.reached
    torture.say(f"simulated programs, seeds {first} to {first + each - 1}: {sum(reached.values())} faults")
    assert not wrong
    if torture.nightly:
        assert [name for name in FAULTS if not reached[name]] == []


def without(cls: type[Any], name: str, old: str, new: str, module: ModuleType) -> tuple[type[Any], str, Any]:
    """A method with something of it taken out."""
    source = textwrap.dedent(inspect.getsource(getattr(cls, name)))
    assert old in source
    found: dict[str, Any] = {}
    exec(source.replace(old, new), module.__dict__, found)
    return cls, name, found[name]


def _nothing(*_: object) -> None:
    pass


#: What is broken, and a seed that finds it. The first was found by these seeds: a program that was killed while the
#: MOOSDB was busy could not come back, because its name was given to what it had left.
BROKEN: dict[str, tuple[Callable[[], tuple[type[Any], str, Any]], int]] = {
    "who has a name is not heard out": (lambda: (server.MoosDb, "_hear_out", _nothing), 108),
    "registrations are not renewed": (lambda: (client.ClientCore, "renew", _nothing), 4),
    "a tick that hangs is not ended": (lambda: (loop.LiveLoop, "_ring", _nothing), 4),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_what_is_broken_is_found(broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make, seed = BROKEN[broken]
    monkeypatch.setattr(*make())
    try:
        found = Spread(seed, tmp_path).play()
    except ForEver as error:
        found = [str(error)]
    assert found


@pytest.mark.parametrize("seed", [4, 17])
def test_a_seed_repeats(seed: int, tmp_path: Path) -> None:
    """Threads, too, take their turns as the seed decides."""
    logs, made = [], []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        made.append((bytearray(4099), Spread(seed, tmp_path / name)))  # objects lie elsewhere the second time
        assert made[-1][1].play() == []
        logs.append((tmp_path / name / "again" / "a.alog").read_bytes())
    assert logs[0] == logs[1] and logs[0].count(b"\n") > 200
