"""A live community on a machine that a seed decides: connections that break, datagrams that are lost, disks that are
full, slow or fail, clocks that are set, a machine that stands still. ``tests/support/simulated_community.py`` says
what must hold. A seed that fails is a test: its number stands in the failure, and plays the same again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.simulated_community import Community
from tests.support.torture import Torture
from usimmarine_py.moos.db.door import DoorCore
from usimmarine_py.wire.variables import StoredVariable

#: Faults that this many seeds must have met: one that never happens tests nothing.
FAULTS = (
    "arrives in pieces", "a part is sent", "a part is read", "woken late", "no descriptors left",
    "cut between two bytes",
    "a client comes back", "a client hangs", "a name is taken", "a stranger", "a datagram is lost",
    "a datagram comes twice", "a datagram is overtaken", "a datagram that is none", "the network takes no datagram",
    "disk full", "a part is written", "a write fails", "a slow disk", "the wall clock is set", "stood still",
    "ticks are left out", "woken for nothing", "nothing to read after all", "a datagram cannot be read",
    "a packet is lost, and sent again", "a connection is gone before it is admitted", "a journal ends early",
    "a journal is cut between two bytes",
)  # fmt: skip
CHUNKS, EACH, BY_NIGHT = 4, 50, 2500


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_seeds(chunk: int, tmp_path: Path, torture: Torture) -> None:
    each = BY_NIGHT if torture.nightly else EACH
    first = (torture.seed * CHUNKS + chunk) * BY_NIGHT
    reached: Counter[str] = Counter()
    wrong: dict[int, list[str]] = {}
    for seed in range(first, first + each):
        folder = tmp_path / str(seed)
        folder.mkdir()
        community = Community(seed, folder)
        if faults := community.play():
            wrong[seed] = faults
        reached += community.machine.reached
    torture.say(
        f"simulated community, seeds {first} to {first + each - 1}: {sum(reached.values())} faults, no difference"
    )
    assert not wrong
    assert [name for name in FAULTS if not reached[name]] == []


@pytest.mark.parametrize("seed", [14, 55, 78])
def test_a_connection_breaks_while_it_is_written_to(seed: int, tmp_path: Path) -> None:
    """Each of these ended the loop while the door wrote to the clients of its dictionary itself."""
    assert Community(seed, tmp_path).play() == []


def _unsynchronised(self: DoorCore, variable: StoredVariable, now: float) -> None:
    """Do not take the current value of the bus: who subscribes gets an old one, or none."""


def _as_it_was(self: DoorCore) -> Iterator[tuple[str, list[bytes]]]:
    """Yield mail from the dictionary itself, which a connection that breaks meanwhile changes."""
    for client in self._clients.values():
        if client.held and client.asynchronous:
            yield client.name, client.release()


@pytest.mark.parametrize(
    ("name", "before", "seeds"), [("_sync", _unsynchronised, (2, 3, 4, 6)), ("mail", _as_it_was, (14, 55, 78))]
)
def test_what_was_mended_is_found_again(
    name: str, before: object, seeds: tuple[int, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its mend one of these seeds fails: the harness sees what it is there for."""
    monkeypatch.setattr(DoorCore, name, before)

    def fails(seed: int) -> bool:
        folder = tmp_path / str(seed)
        folder.mkdir()
        try:
            return bool(Community(seed, folder).play())
        except RuntimeError as error:  # of a dictionary
            return "changed size" in str(error)

    assert any(map(fails, seeds))


@pytest.mark.parametrize("seed", [3, 7, 12, 14])
def test_a_seed_repeats(seed: int, tmp_path: Path) -> None:
    """One of these came out otherwise while the MOOSDB kept its connections in sets, ordered by addresses."""
    logs, made = [], []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        made.append((bytearray(4099), Community(seed, tmp_path / name)))  # objects lie elsewhere the second time
        assert made[-1][1].play() == []
        logs.append((tmp_path / name / "again" / "a.alog").read_bytes())
    assert logs[0] == logs[1] and logs[0].count(b"\n") > 200
