"""The indented Python of pages that have no test of their own runs as it stands there, page by page from the top."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import MISSIONS, ROOT
from usimmarine_py.cli.usim import entry

#: What a page's blocks make, of which the value is looked at.
MADE = {
    "docs/field.md": "app",
    "docs/helm.md": "HoldBearing",
    "docs/python.md": "difference",
    "docs/run.md": "log",
}
BLOCK = re.compile(r"(?<=\n\n)((?:    .*\n|\n(?=\n?    ))+)")


def blocks(page: str) -> list[str]:
    """The indented blocks that import something, without doctests."""
    text = re.sub(r"^```.*?^```$", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.M | re.S)
    found = [re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in BLOCK.findall(text)]
    return [block for block in found if re.search(r"^(from|import) \w", block, re.MULTILINE) and ">>>" not in block]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The shipped missions, a field under the names of the pages."""
    shutil.copytree(MISSIONS / "box", tmp_path / "missions" / "box")
    for file in (MISSIONS / "encounter").glob("*.*"):
        shutil.copy(file, tmp_path / file.name.replace("shore.", "shoreside."))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", MADE)
def test_the_python_of_a_page_runs(page: str, folder: Path) -> None:
    if page == "docs/python.md":
        pytest.importorskip("matplotlib")
        for name, change in (("field_run", "40"), ("other_run", "60")):
            files = ("shoreside.moos", "abe.moos", "ben.moos")
            words = ["run", *files, "--duration", "90", "--set", f"turn_rate={change}", "-o", name, "-q"]
            assert entry(words) == 0
    found = blocks(page)
    assert found
    names: dict[str, Any] = {"__name__": "page"}
    for block in found:
        exec(compile(block, page, "exec"), names)
    assert names[MADE[page]]
