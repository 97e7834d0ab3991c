"""Each transport on each MOOSDB, as far as they can be had here."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.worlds import BuiltinWorld, MemoryWorld, RealWorld, World


def missing(transport: str, server: str) -> str:
    """Why this world cannot be had here; empty when it can."""
    if transport == "pymoos" and importlib.util.find_spec("pymoos") is None:
        return "pymoos is not installed for this Python (it has wheels for CPython 3.10 only)"
    if server == "MOOSDB" and shutil.which("MOOSDB") is None:
        return "no MOOSDB of MOOS-IvP on PATH"
    return ""


PAIRS = [
    ("memory", "memory"),
    ("native", "builtin"),
    ("native", "MOOSDB"),
    ("pymoos", "builtin"),
    ("pymoos", "MOOSDB"),
]


def marks(pair: tuple[str, str]) -> list[pytest.MarkDecorator]:
    return [mark for word, mark in (("pymoos", pytest.mark.pymoos), ("MOOSDB", pytest.mark.moosivp)) if word in pair]


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
        "memory": MemoryWorld,
        "builtin": lambda: BuiltinWorld(transport),
        "MOOSDB": lambda: RealWorld(transport, tmp_path),
    }
    made = make[server]()
    try:
        yield made
    finally:
        made.close()
