"""The first compilation is said, with its usual time and its progress; later ones, from the disk, are not."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from usimmarine_py.cli.progress import compiling
from usimmarine_py.kernels.compiling import Compilations


def test_a_terminal_counts_the_seconds() -> None:
    out = io.StringIO()
    with compiling("the equations", 20.0, out, terminal=True):
        time.sleep(1.3)
    text = out.getvalue()
    assert text.startswith("\r\033[Kcompiling the equations, once on this machine: about 20 s\r")
    assert "about 20 s, 1 s so far" in text
    assert text.endswith("\r\033[K")


def test_without_a_terminal_there_are_two_lines() -> None:
    out = io.StringIO()
    with compiling("the equations", 20.0, out, terminal=False):
        pass
    said = out.getvalue().splitlines()
    assert said == ["compiling the equations, once on this machine: about 20 s", "compiled in 0 s"]


def test_it_is_shown_until_the_code_is_on_the_disk(tmp_path: Path) -> None:
    seen: list[tuple[str, float]] = []

    @contextmanager
    def show(what: str, seconds: float) -> Iterator[None]:
        seen.append((what, seconds))
        yield

    compilations, mark = Compilations(), tmp_path / "equations.ready"
    with compilations.first(mark, "a", 1.0):  # nothing shows it, as from Python
        pass
    assert mark.exists()
    mark.unlink()
    compilations.show = show
    with pytest.raises(ValueError, match="broken"), compilations.first(mark, "b", 2.0):
        raise ValueError("broken")
    assert not mark.exists()
    for _ in range(3):
        with compilations.first(mark, "c", 3.0):
            pass
    assert seen == [("b", 2.0), ("c", 3.0)]
