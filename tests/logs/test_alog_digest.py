"""The hash of a log that is not written."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from usimmarine_py.logs.alog import AlogDigest, AlogWriter
from usimmarine_py.values.rows import Shape


def test_it_is_the_hash_of_the_file_that_would_be_written(tmp_path: Path) -> None:
    file = AlogWriter(tmp_path / "a.alog", 1000.0, ["seed 3"], flush_interval=None)
    digest = AlogDigest("a.alog", 1000.0, ["seed 3"])
    for log in (file, digest):
        for i in range(5000):
            log(1000.0 + 0.1 * i, "NAV_X", "usimmarine", "", 0.25 * i)
        # binary values go to a second file, which is not hashed, and their places into the log
        log(1600.0, "PICTURE", "camera", "left", b"\0\1\2")
        log(1600.5, "PICTURE", "camera", "left", b"\3" * 70)
        log(1601.0, "SAID", "camera", "", "caf\u00e9 \udcff")
        shape = Shape(("A", "B"), "usimmarine")
        log.row(1602.0, shape, (1.0, "on"))
        log.row(1602.5, shape, (1e301, "off"))
        log.close()
    assert digest.hexdigest() == hashlib.sha256((tmp_path / "a.alog").read_bytes()).hexdigest()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.alog", "a.blog"]


def test_nothing_is_written_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    digest = AlogDigest("never_there.alog", 1000.0)
    digest(1000.0, "PICTURE", "camera", "", b"\0")
    digest.close()
    assert len(digest.hexdigest()) == 64
    assert list(tmp_path.iterdir()) == []
