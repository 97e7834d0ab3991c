"""Tests in this folder need MOOS-IvP's programs on PATH; a module names them in ``PROGRAMS``."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here not in item.path.parents:
            continue
        item.add_marker(pytest.mark.moosivp)
        item.add_marker(pytest.mark.slow)
        missing = [name for name in getattr(item.module, "PROGRAMS", ()) if shutil.which(name) is None]
        if missing:
            item.add_marker(pytest.mark.skip(reason=f"not on PATH: {', '.join(missing)}"))
