"""packaging: what the Dockerfile and the systemd unit start is there, answers, and ends on SIGTERM."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.processes import free_port, run, running
from usimmarine_py.moos.testing import wait_for

DOCKERFILE = (ROOT / "packaging" / "Dockerfile").read_text(encoding="utf-8")
UNIT = ROOT / "packaging" / "usimmarine@.service"


def words(instruction: str) -> list[str]:
    """The words of the last instruction of this name."""
    found = re.findall(rf"^{instruction}.*?(\[.*\])$", DOCKERFILE, re.MULTILINE)
    return list(json.loads(found[-1]))


def test_the_container_serves_and_is_healthy_and_ends() -> None:
    port = str(free_port())
    given = {"9000": port, "0.0.0.0": "127.0.0.1"}
    program = words("ENTRYPOINT")
    health = words("HEALTHCHECK")
    assert program == ["usim"] == health[:1]
    ask = [given.get(word, word) for word in health[1:]]
    assert run(*ask, program="usim").returncode != 0
    with running(*(given.get(word, word) for word in words("CMD")), program="usim") as database:
        assert wait_for(lambda: run(*ask, program="usim").returncode == 0, 60.0)
        database.send_signal(signal.SIGTERM)
        assert database.wait(60.0) == 0


def test_the_container_is_not_run_by_root() -> None:
    assert "\nUSER moos\n" in DOCKERFILE
    assert DOCKERFILE.index("\nUSER moos\n") < DOCKERFILE.index("\nENTRYPOINT")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not there")
def test_the_unit_is_understood(tmp_path: Path) -> None:
    """With a program that is there in place of ours."""
    unit = tmp_path / "usimmarine@box.service"
    unit.write_text(UNIT.read_text().replace("/opt/usimmarine/bin/usimmarine", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
