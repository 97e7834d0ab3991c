"""CSV tables: what cannot be written is one error."""

from __future__ import annotations

from pathlib import Path

import pytest

from usimmarine_py.errors import LogFileError
from usimmarine_py.logs.tables import write_csv


def test_output_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(LogFileError, match="cannot be written"):
        write_csv(tmp_path / "no" / "folder.csv", ["angle_deg"], [[1.0]])
