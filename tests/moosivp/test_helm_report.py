"""``usim appcast`` beside MOOS-IvP's MOOSDB and helm."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.processes import free_port, run

PROGRAMS = ("MOOSDB", "pHelmIvP")


@contextmanager
def started(folder: Path, *words: str) -> Iterator[None]:
    with (folder / f"{words[0]}.txt").open("w") as output:
        process = subprocess.Popen(words, cwd=folder, stdout=output, stderr=output)
        try:
            yield
        finally:
            process.terminate()
            process.wait()


@pytest.mark.timeout(90)
def test_the_helm_reports(tmp_path: Path) -> None:
    port = free_port()
    text = (ROOT / "missions/alpha/alpha.moos").read_text().replace("ServerPort   = 9000", f"ServerPort = {port}")
    (tmp_path / "alpha.moos").write_text(text)
    (tmp_path / "alpha.bhv").write_bytes((ROOT / "missions/alpha/alpha.bhv").read_bytes())
    with started(tmp_path, "MOOSDB", "alpha.moos"):
        time.sleep(1.0)
        with started(tmp_path, "pHelmIvP", "alpha.moos"):
            deadline = time.monotonic() + 60.0
            while time.monotonic() < deadline:
                done = run("appcast", "alpha.moos", "phelmivp", "--once", program="usim", cwd=tmp_path)
                if done.returncode == 0:
                    break
            listed = run("appcast", "alpha.moos", "--once", program="usim", cwd=tmp_path)
    assert "Helm Iteration" in done.stdout
    assert any(line.split()[:2] == ["pHelmIvP", "alpha"] for line in listed.stdout.splitlines())
