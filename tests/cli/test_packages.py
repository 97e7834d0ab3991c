"""The wheel and the source distribution serve where there is no checkout."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tarfile
from pathlib import Path

import click
import pytest

from tests.support.paths import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
#: What is needed of other packages; taken from the environment of the tests, so that no network is.
NEEDED = ("click", "numpy", "tomli")


def built(source: Path, target: Path, kind: str) -> Path:
    pytest.importorskip("hatchling")
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (package,) = target.iterdir()
    return package


def environment_with(wheel: Path, folder: Path) -> Path:
    """The scripts of an environment that has this wheel and nothing of the checkout."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    pip = [sys.executable, "-m", "pip", f"--python={folder / 'bin' / 'python'}", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "-q", "--no-index", "--no-deps", "--no-compile", str(wheel)], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    ours = Path(click.__file__).parents[1]
    for name in NEEDED:
        for part in (*ours.glob(name), *ours.glob(f"{name}[-.]*")):
            (site / part.name).symlink_to(part)
    return folder / "bin"


def bare() -> dict[str, str]:
    """What the programs need of the environment of the tests."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV_"))}


def output_of(folder: Path, *words: str | Path) -> str:
    """What a program says in a folder of its own."""
    done = subprocess.run([str(w) for w in words], cwd=folder, env=bare(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert str(ROOT) not in done.stdout
    return done.stdout


def demo_under_way(folder: Path, usim: Path) -> None:
    """Interrupt the demo when both vehicles have reported where they are, so all its programs run.

    It goes to its end in tests/missions/test_encounter.py.
    """
    command = [str(usim), "demo", "-o", "demo"]
    with subprocess.Popen(command, cwd=folder, env=bare(), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if re.match(r" +10 \|( +-?\d+\.\d){2} +\d+ \|( +-?\d+\.\d){2} +\d+ \|", line):
                process.send_signal(signal.SIGINT)
        assert process.wait(60.0) == 130, "".join(said)
    assert str(ROOT) not in "".join(said)


@pytest.mark.skipif(os.name != "posix", reason="folders of an environment are called otherwise")
@pytest.mark.parametrize("by_way_of", ["wheel", pytest.param("sdist", marks=pytest.mark.nightly)])
def test_it_plays_outside_the_checkout(by_way_of: str, tmp_path: Path) -> None:
    source = ROOT
    if by_way_of == "sdist":
        package = built(ROOT, tmp_path / "sdist", "sdist")
        with tarfile.open(package) as archive:
            safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
            archive.extractall(tmp_path / "source", **safely)  # of our own making
        (source,) = (tmp_path / "source").iterdir()
        for name in ("scripts/test", "tests/conftest.py", "docs/README.md", "missions/box/box.moos", "LICENSE"):
            assert (source / name).is_file(), name
    scripts = environment_with(built(source, tmp_path / "wheel", "wheel"), tmp_path / "env")
    place = tmp_path / "elsewhere"
    place.mkdir()
    where = output_of(place, scripts / "python", "-c", "import usimmarine_py; print(usimmarine_py.__file__)")
    assert Path(where.strip()).is_relative_to(tmp_path / "env")
    if by_way_of == "sdist":
        assert "both have arrived" in output_of(place, scripts / "usim", "demo", "-o", "demo")
    else:
        demo_under_way(place, scripts / "usim")
    assert "ended" in output_of(place, scripts / "python", "-m", "usimmarine_py", "run", "box", "-o", "run")
    assert (place / "run" / "box.alog").is_file()
    assert "ProcessConfig = usimmarine" in output_of(place, scripts / "usimmarine", "--example")
    assert "odin" in output_of(place, scripts / "usim", "vehicles")
    assert "wrote" in output_of(place, scripts / "usim", "new", "app", "steering")
