"""Logs of instruments: whose times can be named, and what is no log."""

from __future__ import annotations

from pathlib import Path

import pytest

from usimmarine_py.errors import ConfigError, LogFileError
from usimmarine_py.logs.instruments.read import read_series


def test_moments_with_any_number_of_digits(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("utc,x\n2025-06-01T12:00:00.5Z,1\n2025-06-01T12:00:01.2500Z,2\n2025-06-01T14:00:02+02:00,3\n")
    times, values = read_series(file)["x"]
    assert list(times - times[0]) == [0.0, 0.75, 1.5] and list(values) == [1.0, 2.0, 3.0]
    assert times[0] == 1748779200.5


@pytest.mark.parametrize("name", ["a.parquet", "a.alog", "a.mcap", "a.bin", "a.tlog", "a.db3"])
def test_the_times_of_other_logs_cannot_be_named(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"")
    with pytest.raises(ConfigError, match="time=stamp is of tables of text"):
        read_series(tmp_path / name, "stamp", "ms")


@pytest.mark.parametrize("name", ["junk.bin", "junk.tlog"])
def test_junk_is_no_log_of_ardupilot(tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pymavlink")
    (tmp_path / name).write_bytes(b"hello" * 50)
    with pytest.raises(LogFileError, match="is no log of ArduPilot"):
        read_series(tmp_path / name)
    assert capfd.readouterr() == ("", "")
