"""Disks that are full or read-only, folders that are gone, files of limited size: under every command that writes.

Properties: the exit code is 1 or 2, and the only line on standard error names the place and the reason; an .alog and a
CSV end with a whole row; when there is room the same command succeeds. Logs of a live community on a full disk cost one
warning each, the vehicle keeps its ticks, and when there is room the logs go on without having lost a row.
"""

from __future__ import annotations

import resource
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from tests.support.missions import TURNING
from tests.support.paths import DATA
from tests.support.processes import call, environment, free_port, running
from tests.support.programs import MISSION
from tests.support.torture import Torture
from usimmarine_py.cli.usim import entry
from usimmarine_py.logs.alog import load_series
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.open import connect

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs a small disk: tmpfs")

STATES = ("full", "gone", "limited", "read-only")
#: Bytes that a file may have on a "limited" disk: less than any output.
MOST = 100
#: {out}: on the disk in question. Logs and tables of runs are larger than a pipe or a page, so that the disk shows.
WRITERS = {
    "run": "run m.moos --duration 60 -q -o {out}",
    "run --csv": "run m.moos --duration 60 -q --no-log --csv -o {out}",
    "run --parquet": "run m.moos --duration 60 -q --no-log --parquet -o {out}",
    "run --mcap": "run m.moos --duration 60 -q --no-log --mcap -o {out}",
    "sweep": "sweep m.moos --vary 'turn_rate=uniform(50,60)' -n 3 --duration 20 --workers 1 -q -o {out}",
    "trials": "trials odin:hilsim --trial crash_stop --engine python --figures none -q -o {out}",
    "grade": "grade turn.moos -q --junit {out}/out.xml",
    "grade --keep": "grade turn.moos -q --keep {out}/kept",
    "fit": "fit run/m.alog -o {out}",
    "plot": "plot run/m.alog -o {out}/out.png",
    "compare": "compare run/m.alog run/m.alog -o {out}/out.png",
    "mcap": "mcap run/m.alog -o {out}/out.mcap",
    "expand": "expand m.moos -o {out}/out.moos",
    "missions": "missions box --copy {out}/mine",
    "replay": "replay scenario.json -o {out}/out.csv",
    "simulate": "simulate scenarios.toml --id turn -o {out}/out.csv",
    "steps": "steps scenarios.toml --id turn --steps 0.2,0.1 -o {out}/out.png",
    "demo": "demo -o {out}/demo",
}
TURN = """\
ProcessConfig = usimmarine
{
}
ProcessConfig = uTimerScript
{
  event = var=DESIRED_THRUST, val=50, time=1
  event = quit, time=5
}
"""


class Disk:
    """A small disk of its own."""

    def __init__(self, place: Path) -> None:
        self.place = place
        place.mkdir()
        self._mount("-t", "tmpfs", "-o", "size=24m", "tmpfs", str(place))

    @staticmethod
    def _mount(*words: str) -> None:
        done = subprocess.run(["mount", *words], capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"no disk of one's own can be had here: {done.stderr.strip()}")

    def fill(self) -> None:
        """Not a byte more."""
        with suppress(OSError), (self.place / "ballast").open("ab", buffering=0) as ballast:
            for size in (4096, 1):
                with suppress(OSError):
                    while True:
                        ballast.write(b"x" * size)

    def free(self) -> None:
        """Room again."""
        (self.place / "ballast").unlink(missing_ok=True)

    def read_only(self) -> None:
        """Nobody may write, not even the superuser."""
        self._mount("-o", "remount,ro", str(self.place))

    def close(self) -> None:
        """Take it away."""
        subprocess.run(["umount", "-l", str(self.place)], check=False)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    made = Disk(tmp_path / "disk")
    yield made
    made.close()


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recorded")
    (folder / "m.moos").write_text(MISSION.format(port=9000))
    assert entry(["run", str(folder / "m.moos"), "--duration", "120", "-q", "-o", str(folder / "run")]) == 0
    return folder


def _write(name: str, disk: Disk, state: str, work: Path) -> subprocess.CompletedProcess[str]:
    """Play the command; ``state`` as in ``STATES``, or "room"."""
    if state == "read-only":
        disk.read_only()
    place = disk.place / "ballast" / "no" if state == "gone" else disk.place
    limit = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (MOST, MOST))) if state == "limited" else None
    return subprocess.run(
        call(*shlex.split(WRITERS[name].format(out=place)), program="usim"),
        cwd=work, env=environment(MPLBACKEND="Agg"), capture_output=True, text=True, timeout=300, check=False,
        preexec_fn=limit,
    )  # fmt: skip


def _check(name: str, disk: Disk, state: str, work: Path) -> None:
    """That the command fails as it should."""
    disk.fill()
    if state == "limited":
        disk.free()
    done = _write(name, disk, state, work)
    lines = (
        [*done.stderr.splitlines(), *done.stdout.splitlines()] if name == "grade --keep" else done.stderr.splitlines()
    )
    assert done.returncode in (1, 2), (state, done)
    # of grade: the mission, and the page of verdicts
    assert 1 <= len(lines) <= 1 + (name == "grade --keep"), (state, done.stderr)
    assert all(str(disk.place) in line for line in lines), (state, done.stderr)
    for path in disk.place.rglob("*"):
        if path.suffix in (".alog", ".csv") and (data := path.read_bytes()):
            assert data.endswith(b"\n"), (state, path)


@pytest.fixture
def work(recorded: Path, tmp_path: Path) -> Path:
    """A reader's folder: a mission, its run, scenarios."""
    folder = tmp_path / "work"
    shutil.copytree(recorded, folder)
    (folder / "turn.moos").write_text(TURN)
    (folder / "scenarios.toml").write_text(TURNING)
    shutil.copy(DATA / "golden" / "scenarios" / "pubs_dual_01.json", folder / "scenario.json")
    return folder


def test_some_that_cannot_write_tell(torture: Torture, disk: Disk, work: Path) -> None:
    """A choice of the next test's, by the seed."""
    rng = torture.rng()
    states = list(STATES)
    rng.shuffle(states)
    quick = sorted(set(WRITERS) - {"demo", "fit", "steps", "plot"})
    for name, state in zip(rng.sample(quick, len(states)), sorted(states, key="read-only".__eq__), strict=True):
        _check(name, disk, state, work)


@pytest.mark.nightly
@pytest.mark.parametrize("name", WRITERS)
def test_what_cannot_be_written_is_told(name: str, torture: Torture, disk: Disk, work: Path) -> None:
    """Each command in each state of the disk, and once more when there is room."""
    for state in STATES[:-1]:
        _check(name, disk, state, work)
    disk.free()
    done = _write(name, disk, "room", work)
    assert done.returncode == 0, done
    shutil.rmtree(disk.place / "demo", ignore_errors=True)
    _check(name, disk, STATES[-1], work)
    torture.say(f"usim {name}: {', '.join(STATES)}: one line each, and done when there is room")


def test_live_logs_go_on_when_there_is_room(torture: Torture, disk: Disk, tmp_path: Path) -> None:
    """usim log, and the record of a vehicle, on a disk that fills up and gets room again."""
    seconds = torture.amount(2, 20)
    mission, log, record = tmp_path / "m.moos", disk.place / "live.alog", disk.place / "record.alog"
    mission.write_text(MISSION.format(port=(port := free_port())).replace("live.alog", str(record)))
    with running(str(mission), "--db") as vehicle:
        assert wait_for(record.exists, 60.0)
        comms = connect(port=port, warp=10.0, timeout=30.0)
        with running("log", str(mission), "NUMBER", "NAV_X", "-o", str(log), program="usim") as logger:
            assert wait_for(log.exists, 60.0)
            sent = 0

            def heard() -> bool:
                comms.notify("NUMBER", -1.0)
                return b" NUMBER " in log.read_bytes()

            def send(for_seconds: float) -> None:
                nonlocal sent
                until = time.monotonic() + for_seconds
                while time.monotonic() < until:
                    comms.notify("NUMBER", float(sent))
                    sent += 1
                    time.sleep(0.01)

            assert wait_for(heard, 60.0)
            send(0.5)
            disk.fill()
            send(seconds)
            assert (logger.poll(), vehicle.poll()) == (None, None)
            disk.free()
            send(0.5)
            assert wait_for(lambda: f"{sent - 1:.5f} ".encode() in log.read_bytes(), 60.0)
            logger.terminate()
            told, _ = logger.communicate(timeout=60.0)
        comms.close()
        vehicle.terminate()
        said, _ = vehicle.communicate(timeout=60.0)
    assert (logger.returncode, vehicle.returncode) == (0, 0), told + said
    for text, path in ((told, log), (said, record)):
        assert [line for line in text.splitlines() if "cannot write" in line and str(path) in line][1:] == [], text
        assert path.read_bytes().endswith(b"\n")
    assert "cannot write the log: No space left" in told
    values = [value for value in load_series(log, ["NUMBER"])["NUMBER"].values if value >= 0.0]
    assert values == list(range(sent))
    gaps = np.diff(load_series(log, ["NAV_X"])["NAV_X"].times)
    assert gaps.max() < 10.0 * seconds, "the vehicle waited for room"
    torture.say(
        f"live, {seconds} s without room: no row of {sent} lost; longest gap of the vehicle {gaps.max() / 10:.2f} s"
    )


def test_a_live_log_cannot_begin(disk: Disk, tmp_path: Path) -> None:
    """usim log on a disk that is full from the start: it says so and ends."""
    disk.fill()
    with MoosDb("127.0.0.1", 0) as moosdb:
        command = call("log", "--port", str(moosdb.port), "-o", str(disk.place / "live.alog"), program="usim")
        done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=60, check=False)
    (line,) = done.stderr.splitlines()
    assert (done.returncode, line.count(str(disk.place / "live.alog: cannot write"))) == (1, 1), done
