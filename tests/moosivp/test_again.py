"""``usim run --again`` of a mission that MOOS-IvP's helm drives: all that it posts comes from outside."""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.processes import free_port, running, usim
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.mission.shipped import shipped_folder
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.run.again.journal import JournalReader, find_journal

PROGRAMS = ("pHelmIvP", "uPokeDB")
WARP = 5


def _values(log: Path, variable: str) -> list[object]:
    return [row.value for row in read_alog(log) if row.variable == variable]


def _children(process: int, name: str) -> list[int]:
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdigit() and (place / "stat").exists():
            head, _, rest = (place / "stat").read_text().rpartition(")")
            if int(rest.split()[1]) == process and head.endswith(f"({name}"):
                found.append(int(place.name))
    return found


def test_a_helm_of_moosivp_an_operator_and_pauses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Deployed by uPokeDB, taken over and released, and stopped for a while by a signal."""
    mission, log = tmp_path / "alpha.moos", tmp_path / "LOG" / "LOG.alog"
    place = shipped_folder("alpha").folder
    text = (place / "alpha.moos").read_text().replace("ServerPort   = 9000", f"ServerPort = {free_port()}")
    head, logger, rest = text.partition("ProcessConfig = pLogger")
    mission.write_text(head + logger + rest.replace("{", "{\n  File = LOG\n  FileTimeStamp = false", 1))
    shutil.copy(place / "alpha.bhv", tmp_path)
    for name in PROGRAMS:
        (tmp_path / "bin").mkdir(exist_ok=True)
        (tmp_path / "bin" / name).symlink_to(str(shutil.which(name)))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    monkeypatch.chdir(tmp_path)

    def poke(*values: str) -> None:
        words = ["uPokeDB", f"{mission}++", *values]
        subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=30.0, check=False)

    with running("launch", "alpha.moos", f"--warp={WARP}", "--for=240", program="usim", cwd=tmp_path) as launch:
        assert wait_for(lambda: _values(log, "IVPHELM_STATE") != [] if log.is_file() else False, 60.0)
        poke("DEPLOY=true", "MOOS_MANUAL_OVERRIDE=false")
        assert wait_for(lambda: "DRIVE" in _values(log, "IVPHELM_STATE"), 60.0)
        poke("MOOS_MANUAL_OVERRIDE=true")
        assert wait_for(lambda: _values(log, "IVPHELM_STATE")[-1] == "PARK", 60.0)
        poke("MOOS_MANUAL_OVERRIDE=false")
        (helm,) = _children(launch.pid, "pHelmIvP")
        subprocess.run(["kill", f"-{signal.SIGSTOP.value}", str(helm)], check=True)
        time.sleep(2.0)
        subprocess.run(["kill", f"-{signal.SIGCONT.value}", str(helm)], check=True)
        assert launch.wait(90.0) == 0
    code, out, _ = usim(capsys, "run", "--again", "LOG")
    assert (code, "equal        LOG/LOG.alog" in out) == (0, True), out
    posts = [one for one in JournalReader(find_journal(tmp_path / "LOG")).events() if one.what == "post"]
    assert sum(one.details[0].names == ("DESIRED_HEADING",) for one in posts if one.details[0] is not None) > 100
    gaps = [row.time for row in read_alog(log) if row.source == "pHelmIvP"]
    assert max(b - a for a, b in pairwise(gaps)) > 1.5 * WARP  # the helm was stopped
