"""usim grade --live: a program from PATH beside those of this package; what is said of behaviours in C++."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.missions import program
from tests.support.paths import MISSIONS
from tests.support.processes import environment, free_port
from tests.support.processes import usim as command

BEACON = """#!/bin/sh
# its mission file is the first argument, as of every MOOS program
sleep 0.5
{python} -m usimmarine_py poke "$1" BEACON=3 || exit 1
exec sleep 60
"""


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """alpha, with a program that exists only outside."""
    text = (MISSIONS / "alpha" / "alpha.moos").read_text().replace("ServerPort   = 9000", f"ServerPort = {free_port()}")
    text = text.replace("  Run = pNodeReporter", "  Run = pBeacon @ NewConsole = false\n  Run = pNodeReporter")
    expects = ("expect = BEACON = 3", "expect = NAV_X > 20", "expect = ended = limit")
    expected = program("usim_grade", *expects, "within = 200")
    (tmp_path / "lab.moos").write_text(text + expected)
    (tmp_path / "alpha.bhv").write_text((MISSIONS / "alpha" / "alpha.bhv").read_text())
    return tmp_path / "lab.moos"


def grade(file: Path, *words: str) -> subprocess.CompletedProcess[str]:
    there = environment(PATH=f"{file.parent / 'bin'}{os.pathsep}{os.environ['PATH']}")
    line = [sys.executable, "-m", "usimmarine_py", "grade", str(file), *words]
    return subprocess.run(line, capture_output=True, text=True, env=there, timeout=180, cwd=file.parent)


def test_a_program_from_path(lab: Path) -> None:
    found = grade(lab, "--live", "--warp", "20")
    assert found.returncode == 1 and "programs not found: pBeacon (line 26)" in found.stdout
    beacon = lab.parent / "bin" / "pBeacon"
    beacon.parent.mkdir()
    beacon.write_text(BEACON.format(python=sys.executable))
    beacon.chmod(0o755)
    found = grade(lab, "--live", "--warp", "20", "--junit", "out.xml", "--keep", "kept")
    assert found.returncode == 0 and "PASS" in found.stdout, found.stdout + found.stderr
    assert ElementTree.parse(lab.parent / "out.xml").getroot().get("failures") == "0"
    assert "BEACON" in (lab.parent / "kept" / "lab" / "lab.alog").read_text()
    assert (lab.parent / "kept" / "verdicts.html").is_file()
    assert not list(lab.parent.glob("MOOSLog*"))  # the block of pLogger asks for a folder there
    beacon.write_text("#!/bin/sh\necho 'it has an error'\nexit 3\n")
    found = grade(lab, "--live", "--warp", "20")
    assert found.returncode == 1 and "pBeacon" in found.stdout and "usim grade" in found.stdout


def test_offline_it_is_named(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = command(capsys, "grade", str(lab), "--within", "20", "--jobs", "1")
    assert code == 1 and "pBeacon (line 26) is not played: " in out and "--live starts it from PATH" in out
    helm = lab.parent / "alpha.bhv"
    helm.write_text(helm.read_text().replace("BHV_Waypoint", "BHV_OfMyOwn", 1))
    code, out, _ = command(capsys, "grade", str(lab), "--within", "20", "--jobs", "1")
    assert code == 1 and "alpha.bhv:6: no behaviour BHV_OfMyOwn in the helm of usim run" in out and "--live" in out


def test_options_that_do_not_go_with_it(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (("--warp", "3"), ("--live", "--set", "turn_rate=3"), ("--live", "--app", "x.py:X")):
        assert command(capsys, "grade", str(lab), *words)[0] == 2
