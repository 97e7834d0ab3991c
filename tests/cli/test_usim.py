"""``usim``: the group and the small tools."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.support.processes import call, environment, free_port, running
from usimmarine_py.cli.steering import pid_main
from usimmarine_py.cli.usim import COMMANDS, entry, usim
from usimmarine_py.cli.usimmarine import main
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import collect
from usimmarine_py.moos.transport.open import connect


def test_every_command_loads_and_explains_itself() -> None:
    for name in COMMANDS:
        command = usim.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None, name
        assert command.help, name


def test_help_imports_no_heavy_library() -> None:
    """Neither the list of commands nor any command's own page."""
    code = (
        "import sys; from usimmarine_py.cli.usim import COMMANDS, entry, usim; entry(['--help']);"
        "any(usim.get_command(None, name) is None for name in COMMANDS);"
        "sys.exit(any(m in sys.modules for m in ('matplotlib', 'numpy', 'pyproj', 'numba')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), check=False)
    assert done.returncode == 0


def test_an_unknown_command_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["bogus"]) == 2
    assert "bogus" in capsys.readouterr().err


def test_poke_posts_numbers_and_texts(moosdb: MoosDb, capsys: pytest.CaptureFixture[str]) -> None:
    client = connect(port=moosdb.port, name="reader")
    for name in ("A", "B", "C", "D"):
        client.register(name)
    assert entry(["poke", f"--port={moosdb.port}", "A=1.5", "B=hello", "C:=2", "D=1e3"]) == 0
    mail = {m.key: m.value for m in collect(client, lambda m: len(m) >= 4)}
    client.close()
    assert mail == {"A": 1.5, "B": "hello", "C": "2", "D": 1000.0}
    assert "B = hello (string)" in capsys.readouterr().out


def test_poke_tells_when_the_type_does_not_fit(moosdb: MoosDb, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["poke", f"--port={moosdb.port}", "A=text"]) == 0
    assert entry(["poke", f"--port={moosdb.port}", "A=1"]) == 1
    assert "it holds a text; post a string with A:=TEXT" in capsys.readouterr().err.replace("VAR", "A")


def test_poke_without_anything_to_post_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["poke"]) == 2
    assert entry(["poke", "novalue"]) == 2
    assert "novalue" in capsys.readouterr().err


def test_poke_without_a_moosdb_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with MoosDb() as db:
        port = db.port
    assert entry(["poke", f"--port={port}", "A=1"]) == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_scope_shows_current_values_once(moosdb: MoosDb, capsys: pytest.CaptureFixture[str]) -> None:
    entry(["poke", f"--port={moosdb.port}", "NAV_X=12.25", "MODE=a long story"])
    capsys.readouterr()
    assert entry(["scope", f"--port={moosdb.port}", "--once", "NAV_*", "MODE"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines[1:]] == ["MODE", "NAV_X"]
    assert lines[1].endswith('"a long story"')
    assert lines[2].endswith(" 12.25")


def test_scope_once_without_any_value_says_so(moosdb: MoosDb) -> None:
    assert entry(["scope", f"--port={moosdb.port}", "--once", "NOTHING"]) == 1


def test_scope_follows(moosdb: MoosDb, capsys: pytest.CaptureFixture[str]) -> None:
    client = connect(port=moosdb.port, name="writer")
    timer = threading.Timer(0.3, lambda: client.notify("X", 3.0))
    timer.start()
    assert entry(["scope", f"--port={moosdb.port}", "--for", "1.0", "X"]) == 0
    timer.join()
    client.close()
    assert any(line.endswith(" 3") for line in capsys.readouterr().out.splitlines())


def test_the_moosdb_serves_from_a_mission_file_and_ends_on_sigterm(tmp_path: Path) -> None:
    mission = tmp_path / "m.moos"
    port = free_port()
    mission.write_text(f"ServerPort = {port}\nCommunity = bravo\nMOOSTimeWarp = 4\n")
    with running("db", str(mission), program="usim") as process:
        assert process.stdout is not None
        assert "community bravo" in process.stdout.readline()
        client = connect(port=port, name="me", warp=4.0)
        assert client.community == "bravo"
        client.close()
        process.send_signal(signal.SIGTERM)
        assert process.wait(60.0) == 0


def test_a_taken_port_is_one_plain_line(moosdb: MoosDb, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["db", "--port", str(moosdb.port)]) == 1
    assert str(moosdb.port) in capsys.readouterr().err


def test_a_name_that_is_no_mission_file_is_told_below_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["usimmarine", "alpha.mos"]) == 2
    shown = capsys.readouterr()
    assert shown.out.startswith("usimmarine: the vehicle simulator")
    assert shown.err == "usimmarine: alpha.mos is no mission file: that ends in .moos or .moos++\n"


@pytest.mark.parametrize(
    "words",
    [
        ("scope", "--for=-3"),
        ("scope", "--for=nan"),
        ("log", "--for=inf"),
        ("run", "x.moos", "--every=nan"),
    ],
)
def test_times_are_finite_and_positive(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(list(words)) == 2
    assert "Invalid value for" in capsys.readouterr().err


@pytest.mark.parametrize("taken", ["file", "file/below"])
def test_a_demo_that_cannot_write_says_so_at_once(
    taken: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert entry(["demo", "-o", str(tmp_path / taken)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert len(shown.err.splitlines()) == 1
    assert "cannot make the folder" in shown.err


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "program, arguments",
    [
        ("usim", "check --schema"),
        ("usim", "vehicles"),
        ("usim", "plot --help"),
        ("usimmarine", "--help"),
        ("usimmarine", "--interface"),
        ("usim_pid", "--help"),
        ("usim_guidance", "--example"),
    ],
)
def test_a_reader_that_leaves_is_no_failure(program: str, arguments: str, unbuffered: str) -> None:
    """As in ``usim check --schema | head -1``, be it noticed by the first line or by the last flush."""
    read, write = os.pipe()
    os.close(read)
    command = call(*arguments.split(), program=program)
    env = environment() | {"PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, env=env, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_companion_brings_no_moosdb(capsys: pytest.CaptureFixture[str]) -> None:
    assert pid_main(["usim_pid", "alpha.moos", "--db"]) == 2
    assert capsys.readouterr().err == "usim_pid: --db: usim_pid needs a MOOSDB; start one: usim db alpha.moos\n"


@pytest.mark.parametrize("program", ["usim", "usimmarine", "usim_pid", "usim_helm"])
def test_output_that_cannot_be_written_is_one_line(program: str) -> None:
    command = call("--help", program=program)
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=environment(), text=True, check=False)
    assert (done.returncode, done.stderr) == (1, f"{program}: cannot write the output: No space left on device\n")


def test_an_interrupt_before_click_is_there_is_an_exit_code() -> None:
    code = """
import sys
class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
from usimmarine_py.cli.start import usim
sys.exit(usim())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "a.moos", "--seed", "abc"], "'abc' is not a valid integer."),
        (["run", "a.moos", "--seed", "-1"], "-1 is not in the range"),
        (["run", "a.moos", "--every", "abc"], "'abc' is not a valid number."),
        (["db", "--port", "x"], "'x' is not a valid integer."),
    ],
)
def test_a_word_for_a_number_is_told_plainly(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert entry(arguments) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("given", [(), ("--warp=3",)])
def test_the_warp_is_that_of_the_moosdb(capsys: pytest.CaptureFixture[str], given: tuple[str, ...]) -> None:
    with MoosDb(warp=10.0) as db:
        assert entry(["poke", f"--port={db.port}", "X=1", *given]) == 0
        reader = connect(port=db.port, warp=10.0)
        reader.register("X")
        posted = collect(reader, bool)[0].time
        reader.close()
        assert entry(["scope", f"--port={db.port}", "--once", "X", *given]) == 0
    shown = capsys.readouterr()
    # MOOS time is the whole epoch times the warp
    assert posted / time.time() == pytest.approx(10.0, abs=1e-3)
    assert -100.0 < float(shown.out.splitlines()[-1].split()[0]) < 10.0
    notes = ["note: the time warp of the MOOSDB is 10, not 3"] * 2 if given else []
    assert shown.err.splitlines() == notes
