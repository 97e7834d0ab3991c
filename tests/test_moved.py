"""Former names of public modules still work, and say where to look."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module, reload
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.processes import environment

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
#: Former and present name, from the table of docs/python.md.
MOVED = re.findall(r"^\| `(usimmarine_py[\w.]+)` \| `(usimmarine_py[\w.]+)` \|$", PAGE, re.MULTILINE)


def test_the_page_lists_them() -> None:
    assert len(MOVED) >= 2


@pytest.mark.parametrize(("old", "new"), MOVED)
def test_an_old_name_gives_the_same_things_and_warns(old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=re.escape(f"{old} is deprecated: import {new}")):
        module = import_module(old) if old not in sys.modules else reload(sys.modules[old])
    present = import_module(new)
    assert present.__all__
    assert [name for name in present.__all__ if getattr(module, name) is not getattr(present, name)] == []


@pytest.mark.parametrize(("old", "new"), MOVED)
def test_the_warning_names_the_line_of_the_import(old: str, new: str, tmp_path: Path) -> None:
    script = tmp_path / "own.py"
    name = import_module(new).__all__[0]
    script.write_text(f"x = 1\nfrom {old} import {name}\n")
    done = subprocess.run([sys.executable, str(script)], env=environment(), capture_output=True, text=True, check=True)
    assert f"own.py:2: DeprecationWarning: {old} is deprecated: import {new}" in done.stderr
