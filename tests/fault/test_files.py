"""Files of every kind that are spoiled, looped or no files at all."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from types import FrameType

import pytest

from tests.support.formats import FORMATS, Format, spoiled
from tests.support.moosivp import missions_there
from tests.support.paths import MISSIONS
from tests.support.processes import run, usim
from tests.support.torture import Torture
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import UsimError

pytest.importorskip("pyarrow")


class Hang(BaseException):
    """A reader took too long."""


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Raises ``Hang``; for what runs in this process."""

    def late(number: int, frame: FrameType | None) -> None:
        raise Hang(f"still busy after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(sys.platform == "win32", reason="no timer")
@pytest.mark.filterwarnings("error")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", FORMATS, ids=lambda kind: kind.name)
def test_spoiled_files(
    kind: Format,
    tmp_path: Path,
    torture: Torture,
    capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Bytes, numbers and lines changed, cut, doubled: read, or refused in one line that names the file; no other
    exception, no warning of a library, nothing that takes longer than 20 s (by night 1 s as a rule, told below).
    """
    monkeypatch.chdir(tmp_path)
    for stream in (sys.stdout, sys.stderr):
        assert isinstance(stream, TextIOWrapper)
        stream.reconfigure(errors="backslashreplace")  # as in the programs
    data = kind.seed(tmp_path)
    path = tmp_path / kind.file
    path.write_bytes(data)
    assert not isinstance(code := kind.read(path), int) or code == 0  # as it is nothing is wrong with it
    rng = torture.rng()
    count = torture.amount(min(100, max(20, kind.by_night // 50)), kind.by_night)
    refused = 0
    slowest = 0.0
    for k in range(count):
        path.write_bytes(spoiled(data, rng, lines=kind.lines))
        began = time.process_time()
        try:
            with _at_most(20.0):
                code = kind.read(path)
            said = capsysbinary.readouterr().err.decode(errors="replace").splitlines()
            if isinstance(code, int) and code:
                refused += 1
                # 1 is the code of a run that did not go well, which may have said more
                assert code in (1, 2) and said and (code == 1 or len(said[-1]) < 1000), (k, said)
        except UsimError as error:
            refused += 1
            assert "\n" not in str(error) and str(tmp_path) in str(error), (k, str(error))
        except BaseException:
            (tmp_path / f"failed_{kind.file}").write_bytes(path.read_bytes())
            raise
        slowest = max(slowest, time.process_time() - began)
    torture.say(f"{kind.name}: {count} mutations, {refused} refused, the slowest took {slowest:.2f} s of CPU")


@pytest.mark.skipif(sys.platform == "win32", reason="no timer")
@pytest.mark.timeout(300)
def test_spoiled_missions_of_all_kinds(
    tmp_path: Path, torture: Torture, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """All shipped missions, MOOS-IvP's too where it is on PATH, templates among them, checked and expanded with what
    they include: exit code 0, 1 or 2 and no other exception, at most 20 s each (by night 1 s of CPU).
    """
    for stream in (sys.stdout, sys.stderr):
        assert isinstance(stream, TextIOWrapper)
        stream.reconfigure(errors="backslashreplace")
    missions = [*sorted(MISSIONS.rglob("*.moos")), *missions_there("*.moos"), *missions_there("meta_*.*")]
    rng = torture.rng()
    count = torture.amount(40, 2000)
    slowest = 0.0
    for k in range(count):
        mission = rng.choice(missions)
        file = tmp_path / "m.moos"
        file.write_bytes(spoiled(mission.read_bytes(), rng, lines=True))
        began = time.process_time()
        with _at_most(20.0):
            assert entry([("check", "expand")[k % 2], str(file), "--path", str(mission.parent)]) in (0, 1, 2)
        slowest = max(slowest, time.process_time() - began)
        capsysbinary.readouterr()
    assert slowest < torture.amount(20, 1)
    torture.say(f"{count} mutations of {len(missions)} missions: the slowest took {slowest:.2f} s of CPU")


@pytest.mark.skipif(sys.platform == "win32", reason="no such files")
@pytest.mark.parametrize("word", ["check", "expand", "run"])
def test_what_is_no_plain_file_is_refused(word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A pipe that nobody writes to and a device without end: one line at once, nobody waits."""
    os.mkfifo(tmp_path / "pipe.moos")
    for file in (str(tmp_path / "pipe.moos"), "/dev/zero"):
        with _at_most(20.0):
            code, _, err = usim(capsys, word, file)
        assert code == 2 and len(err.splitlines()) == 1
        assert err.startswith(f"usim: {file}: cannot read the ") and "a pipe or a device, not a regular file" in err


def test_a_mission_that_the_shell_hands_over_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    """What is behind /dev/fd (``usim check <(...)``) is read as ever."""
    with (MISSIONS / "box/box.moos").open("rb") as file:
        assert usim(capsys, "check", f"/dev/fd/{file.fileno()}")[0] == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("#include me.moos\n", "include"),
        ("#include ../../../../../../../../etc/nothing\n", "nothing"),
        ("#include big.plug\n" * 8, ""),
    ],
)
def test_includes_that_loop_or_climb(text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An include of itself, of a file that is not there, of half a megabyte eight times: one line with file
    and line, or expanded; within 20 s.
    """
    file = tmp_path / "me.moos"
    file.write_text(text)
    (tmp_path / "big.plug").write_text("// a comment of no use at all\n" * 20_000)
    for word in ("check", "expand"):
        with _at_most(20.0):
            code, _, err = usim(capsys, word, str(file))
        if told:
            assert code == 2 and len(err.splitlines()) == 1 and f"{file}:1: " in err and told in err, err
        else:
            assert code in (0, 2), err


@pytest.mark.parametrize("program", ["usim", "usimmarine"])
def test_bytes_that_are_no_text_can_be_told(program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where standard output takes UTF-8 alone, a key of other bytes is told all the same."""
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8:strict")
    file = tmp_path / "odd.moos"
    file.write_bytes(b"ProcessConfig = usimmarine\n{\n  tu\xe4rn = 3\n}\n")
    words = ["check", str(file)] if program == "usim" else [str(file), "--strict"]
    done = run(*words, program=program)
    assert done.returncode == 2 and "rn: unknown parameter" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "text",
    [
        "ProcessConfig = {}\n{{\n}}\n",
        "#include {}\n",
        "ProcessConfig = ANTLER\n{{\n  Run = {} @ NewConsole = false\n}}\n",
        *(f"ProcessConfig = usimmarine\n{{{{\n  {line}\n}}}}\n" for line in (
            "vehicle = {}\n  dynamics = fossen6", "dynamics = {}", "bathymetry = {}.asc", "{} = 3", "sensor = {}")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("words", [["check"], ["run", "--duration", "1", "--no-log", "-q"], ["launch", "--dry-run"]])
def test_names_that_no_system_takes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: list[str]
) -> None:
    """Five thousand letters in place of a name: told in lines that a terminal can show, or taken as they are."""
    file = tmp_path / "m.moos"
    file.write_text("LatOrigin = 43.8\nLongOrigin = -70.3\n" + text.format("x" * 5000))
    _, out, err = usim(capsys, *words, str(file))
    assert max(map(len, (out + err).splitlines()), default=0) < 1000
