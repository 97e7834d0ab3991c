"""Each transport on each MOOSDB, as far as they can be had here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.transports import PAIRS, marks, missing
from tests.support.worlds import BuiltinWorld, RealWorld, World


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    # what cannot be had here is skipped once, not once for every test
    if "world" in metafunc.fixturenames:
        here = [pytest.param(p, id="-".join(p), marks=marks(p)) for p in PAIRS if not missing(*p)]
        metafunc.parametrize("world", here, indirect=True)
    if "absent_world" in metafunc.fixturenames:
        absent = [
            pytest.param(f"{p[0]} with {p[1]}: {missing(*p)}", id="-".join(p), marks=marks(p))
            for p in PAIRS
            if missing(*p)
        ]
        metafunc.parametrize("absent_world", absent or [""])


@pytest.fixture
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    """Each transport on each MOOSDB."""
    transport, server = request.param
    make: dict[str, Callable[[], World]] = {
        "builtin": lambda: BuiltinWorld(transport),
        "MOOSDB": lambda: RealWorld(transport, tmp_path),
    }
    made = make[server]()
    try:
        yield made
    finally:
        made.close()
