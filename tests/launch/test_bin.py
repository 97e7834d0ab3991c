"""``usim bin``: programs under the names of the originals, as scripts use them; launch scripts live."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.processes import free_port, run
from usimmarine_py.check.variables import program_mail
from usimmarine_py.cli.community.about import main as about
from usimmarine_py.cli.community.commands import Cue, CueLine, read_cues
from usimmarine_py.cli.community.keys.helm.view import HELM_MAIL
from usimmarine_py.launch.antler import AntlerArguments, read_antler_arguments, with_values
from usimmarine_py.launch.standins.dispatch import OTHER_NAMES
from usimmarine_py.launch.standins.folder import LIVE_NAMES, fill_folder
from usimmarine_py.launch.standins.live import command_words
from usimmarine_py.launch.standins.nspatch import main as nspatch
from usimmarine_py.launch.standins.nspatch import patched
from usimmarine_py.launch.standins.switches import asked_about
from usimmarine_py.logs.tools import TOOLS as LOG_TOOLS
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.open import connect

COMMUNITY = """\
ServerHost = localhost
ServerPort = {port}
Community = alpha
MOOSTimeWarp = 5
ProcessConfig = ANTLER
{{
  MSBetweenLaunches = 20
  Run = MOOSDB @ NewConsole = false
  Run = uTimerScript @ NewConsole = false ~ pFirst
  Run = uTimerScript @ NewConsole = false ~ pSecond
  Run = pEchoVar @ NewConsole = false
  Run = pLogger @ NewConsole = false
  Run = uPlotViewer @ NewConsole = false
}}
ProcessConfig = pFirst
{{
  event = var=ONE, val=first, time=1
}}
ProcessConfig = pSecond
{{
  event = var=TWO, val=2, time=1
}}
ProcessConfig = pEchoVar
{{
  AppTick = 50
  echo = ONE -> THREE
}}
ProcessConfig = pLogger
{{
  Path = .
  File = log
  Log = DB_CLIENTS @ 0
}}
"""
SCRIPT = """\
#!/bin/bash -e
nsplug meta.moos targ.moos WARP=$1 --force
pAntler targ.moos --MOOSTimeWarp=$1 >& /dev/null &
sleep 0.2
uMAC targ.moos
kill -- -$$
"""


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    folder = tmp_path / "bin"
    fill_folder(folder, LIVE_NAMES)
    return folder


def environment(programs: Path) -> dict[str, str]:
    return {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}


def call(
    programs: Path, *words: object, folder: Path | None = None, given: str = ""
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, timeout=60, check=False,
        env=environment(programs), cwd=folder or programs.parent, input=given,
    )  # fmt: skip


def mission(folder: Path) -> tuple[Path, int]:
    port = free_port()
    path = folder / "m.moos"
    path.write_text(COMMUNITY.format(port=port))
    return path, port


def clients_of(log: Path) -> set[str]:
    """All that the MOOSDB of a log has named as its clients."""
    rows = [line for line in log.read_text().splitlines() if " DB_CLIENTS " in line]
    return {name for row in rows for name in row.split()[-1].split(",")}


def test_a_community_of_pantler_is_one_process_that_a_signal_ends(programs: Path, tmp_path: Path) -> None:
    path, _ = mission(tmp_path)
    with subprocess.Popen(
        ["pAntler", path.name], env=environment(programs), cwd=tmp_path, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        done = call(programs, "uQueryDB", path, "--condition=THREE = first", "--condition=TWO = 2",
                    "--check_var=TWO", "--check_var=NONE", "--wait=100")  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        assert (tmp_path / ".checkvars").read_text() == " TWO=2\n NONE=[---]\n"
        if sys.platform == "linux":
            assert Path(f"/proc/{process.pid}/cmdline").read_bytes().startswith(b"pAntler\0")
            assert Path(f"/proc/{process.pid}/comm").read_text() == "pAntler\n"
        (log,) = tmp_path.glob("*/*.alog")
        # the MOOSDB names its clients every 2 MOOS s, and the log is flushed once a second
        assert wait_for(lambda: {"pLogger", "pEchoVar", "pFirst", "pSecond"} <= clients_of(log), 60.0)
        process.send_signal(signal.SIGTERM)
        assert process.stdout is not None
        text = process.stdout.read()
        assert process.wait(60.0) == 0, text
    assert "uPlotViewer (line 13): there is no such program" in text and "Traceback" not in text
    assert "lost the MOOSDB" not in text  # it is the last that ends
    assert not any(name.startswith("usim") for name in clients_of(log)), clients_of(log)
    assert call(programs, "pAntler", "none.moos").returncode == 2


def test_only_the_clients_that_are_named_are_started(programs: Path, tmp_path: Path) -> None:
    path, port = mission(tmp_path)
    with subprocess.Popen(
        ["pAntler", path.name, "MOOSDB pSecond", "--MOOSTimeWarp=7"], env=environment(programs), cwd=tmp_path,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        done = call(programs, "uQueryDB", f"--port={port}", "--host=localhost", "--condition=TWO = 2", "--wait=100")
        assert done.returncode == 0
        assert call(programs, "uQueryDB", path, "--condition=ONE = first", "--wait=0.2").returncode == 1
        words = (f"--port={port}", "--host=localhost", "--fail_condition=NONE = 1")
        assert call(programs, "uQueryDB", *words, "--condition=TWO = 2", "--wait=100").returncode == 0
        assert call(programs, "uQueryDB", *words, "--fail_condition=TWO = 2", "--wait=0.2").returncode == 1
        client = connect(port=port, warp=7.0)
        assert client.moosdb_warp == pytest.approx(7.0, rel=0.01)
        client.close()
        process.terminate()
    assert "MOOSTimeWarp = 7\n" in (tmp_path / "m.moos++").read_text()


def test_pokes_are_numbers_and_texts_as_the_originals(programs: Path) -> None:
    begin = time.monotonic()
    with MoosDb(warp=2.0) as db:
        client = connect(port=db.port, warp=2.0)
        for name in "ABCDEF":
            client.register(name)
        words = ["A=5", "B:=5", "C=1e-3", "D=@MOOSTIME", "E:=@UTC", "F=two words"]
        done = call(programs, "uPokeDB", "--quiet", "host=localhost", f"port={db.port}", *words)
        assert done.returncode == 0, done.stderr
        row = next(line.split() for line in reversed(done.stdout.splitlines()) if line.startswith("A "))
        assert (row[0], row[1], row[3]) == ("A", "uPokeDB", "5.00000")
        assert 0.0 < float(row[2]) < time.monotonic() - begin  # real s since the MOOSDB was started
        seen: dict[str, object] = {}
        wait_for(lambda: bool(seen.update({m.variable: m.value for m in client.fetch()}) or len(seen) == 6), 60.0)
        client.close()
    assert isinstance(seen["D"], str) and float(seen.pop("D")) > 3e9
    assert seen == {"A": 5.0, "B": "5", "C": "1e-3", "E": "@UTC", "F": "two words"}
    assert call(programs, "uPokeDB", "--port=x", "A=1").returncode == 1


def test_a_query_without_a_condition_holds_and_unknown_words_do_not(programs: Path) -> None:
    assert call(programs, "uQueryDB", "--port=1").returncode == 0
    done = call(programs, "uQueryDB", "--port=1", "--odd=2")
    assert done.returncode == 1 and "odd" in done.stderr


def test_xlaunch_leaves_an_unfinished_mission_time_and_says_what_it_leaves_out(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "launch.sh").write_text('#!/bin/sh\necho "$@" > words\n')
    (tmp_path / "uMayFinish").write_text("#!/bin/sh\nexit 1\n")
    for name in ("launch.sh", "uMayFinish"):
        (tmp_path / name).chmod(0o755)
    begin = time.monotonic()
    done = subprocess.run(
        [str(programs / "xlaunch.sh"), "--archive", "--max_time=9", "-q", "10"], cwd=tmp_path, text=True,
        env={**environment(programs), "PATH": f"{tmp_path}:{os.environ['PATH']}"}, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0 and time.monotonic() - begin >= 2.0
    assert "--archive is left out" in done.stderr and (tmp_path / "words").read_text() == "-x -q 10\n"


def test_names_become_our_programs() -> None:
    assert command_words("uSimMarineV22", ["m.moos"]) == ["usimmarine", "m.moos", "uSimMarineV22"]
    assert command_words("pHelmIvP", ["m.moos", "pHelm2", "--moos_port=3"]) == [
        "usim_helm", "m.moos", "pHelm2", "--moos_port=3",
    ]  # fmt: skip
    assert command_words("pNodeReporter", ["--alias=x", "m.moos++"]) == [
        "usim", "start", "pNodeReporter", "m.moos++", "x",
    ]  # fmt: skip
    assert command_words("MOOSDB", ["m.moos"]) == ["usim", "db", "m.moos"]
    assert command_words("pMissionEval", ["--help"]) == ["usim", "start", "pMissionEval", "--help"]
    assert command_words("uPlotViewer", ["m.moos"]) is None


def test_a_folder_with_other_programs_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "bin"
    assert run("bin", folder, program="usim").returncode == 0
    assert run("bin", folder, program="usim").returncode == 0  # again
    assert {path.name for path in folder.iterdir()} == {*LIVE_NAMES, ".usim-stand-in"}
    (folder / "pAntler").unlink()
    (folder / "pAntler").write_text("mine")
    done = run("bin", folder, program="usim")
    assert done.returncode == 2 and "other programs" in done.stderr and "pAntler" in done.stderr
    assert (folder / "pAntler").read_text() == "mine"


def test_nspatch_puts_blocks_and_globals_in_place() -> None:
    stem = "A = 1 // one|ProcessConfig = p|{| x = 1|}|ProcessConfig = q|{| y = 1|}|#include f"
    patch = "// new|A = 2|B = 3|ProcessConfig = q|{| y = 2|}|ProcessConfig = r|{| z = 1|}"
    head = "//----------------------------------\n// r Config Block\n"
    assert "\n".join(patched(stem.split("|"), patch.split("|"))) == (
        "A = 2\nProcessConfig = p\n{\n x = 1\n}\nProcessConfig = q\n{\n y = 2\n}\n#include f\n\n// new\nB = 3\n\n"
        f"{head}\nProcessConfig = r\n{{\n z = 1\n}}"
    )


def test_nspatch_puts_both_in_where_two_patches_have_a_block(tmp_path: Path) -> None:
    """As the original writes it, the brace of the second and all."""
    for name, text in (
        ("m.moos", "ProcessConfig = p\n{\n x = 1\n}\n"),
        ("a.xmoos", "ProcessConfig = p\n{\n y = 2\n}\n"),
        ("b.xmoos", "ProcessConfig = p\n{\n z = 3\n}\nA = 1\n"),
    ):
        (tmp_path / name).write_text(text)
    words = [f"--stem={tmp_path}/m.moos", f"{tmp_path}/a.xmoos", f"{tmp_path}/b.xmoos", f"--targ={tmp_path}/t.moos"]
    assert nspatch(words) == 0
    assert (tmp_path / "t.moos").read_text() == "ProcessConfig = p\n{\n y = 2\n{\n z = 3\n}\n\nA = 1\n"


def test_values_of_pantler(tmp_path: Path) -> None:
    file = tmp_path / "m.moos"
    file.write_text("  MOOSTimeWarp = 1\nx = MOOSTimeWarp = 3\n")
    found = read_antler_arguments([str(file), "--MOOSTimeWarp=4", "--New=a b", "one two"])
    assert found == AntlerArguments(str(file), (("MOOSTimeWarp", "4"), ("New", "a b")), ("one", "two"))
    assert Path(with_values(found)).read_text() == "New = a b\nMOOSTimeWarp = 4\nx = MOOSTimeWarp = 3\n"


def test_a_launch_script_live(tmp_path: Path) -> None:
    path, _ = mission(tmp_path)
    path.rename(tmp_path / "meta.moos")
    script = tmp_path / "launch.sh"
    script.write_text(SCRIPT)
    done = run("launch", "--prefer", "ours", "--for", "40", script, "10", program="usim")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "pEchoVar" in done.stdout and "is running" in done.stdout
    assert "uPlotViewer (line 13) is left out" in done.stderr
    assert "time warp 10" in done.stdout


def test_a_script_that_fails_starts_nothing(tmp_path: Path) -> None:
    script = tmp_path / "launch.sh"
    script.write_text("#!/bin/bash\necho 'launch.sh: Bad arg: --odd'\nexit 3\n")
    done = run("launch", script, "--", "--odd", program="usim")
    assert done.returncode == 3 and "exit code 3" in done.stderr and "Bad arg: --odd" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("switch", ["--help", "--example", "--interface", "--version"])
@pytest.mark.parametrize("name", [name for name in LIVE_NAMES if name not in LOG_TOOLS])
def test_every_stand_in_tells_what_it_is(
    name: str, switch: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if not asked_about(name, [switch]):
        # these answer by themselves
        assert switch != "--version" and name.startswith(("uSimMarine", "pHelmIvP", "pMarinePID"))
        return
    monkeypatch.setattr(sys, "argv", ["usim_about", name, switch])
    assert about() == (255 if name == "pAntler" else 0)
    assert name in capsys.readouterr().out or switch == "--example"


def test_short_switches_are_those_of_the_originals() -> None:
    assert [asked_about("uPokeDB", [word]) for word in ("-h", "-e", "-i", "-v")] == ["-h", "-e", "-i", "-v"]
    assert asked_about("nsplug", ["-i"]) == asked_about("nspatch", ["-v"]) == asked_about("pHelmIvP", ["-h"]) == ""
    assert asked_about("pHelmIvP", ["a.moos", "-v"]) == asked_about("pickpos", ["-v"]) == "-v"


def test_a_stand_in_ends_after_its_help(programs: Path) -> None:
    for name in ("uPokeDB", "uMAC", "ktm", "pNodeReporter", "uSimMarineV22"):
        done = call(programs, name, "--help")
        assert done.returncode == 0
        assert name in done.stdout or "usimmarine" in done.stdout


def test_a_tool_for_logs_ends_with_the_reader_of_its_pipe(programs: Path, tmp_path: Path) -> None:
    log = tmp_path / "long.alog"
    log.write_text("".join(f"{k}.5 NAV_X sim {k}\n" for k in range(50_000)))
    script = f"aloggrep {log} NAV_X | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", script], env=environment(programs), capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout == "0.5 NAV_X sim 0\n141\n"
    assert done.stderr == ""


def test_every_tool_stands_in_the_documentation() -> None:
    text = (Path(__file__).parents[2] / "docs" / "launch.md").read_text()
    assert [name for name in OTHER_NAMES if f"`{name}" not in text] == []


@pytest.mark.parametrize("program", ["uPokeDB", "usim poke"])
def test_posts_bear_the_time_of_a_community_of_another_warp(programs: Path, tmp_path: Path, program: str) -> None:
    with MoosDb(warp=50.0) as db:
        (tmp_path / "m.moos").write_text(f"ServerHost = localhost\nServerPort = {db.port}\nMOOSTimeWarp = 3\n")
        client = connect(port=db.port, warp=50.0)
        client.register("DEPLOY")
        if program == "uPokeDB":
            done = call(programs, program, "m.moos", "DEPLOY=true", folder=tmp_path)
        else:
            done = run("poke", str(tmp_path / "m.moos"), "DEPLOY=true", program="usim")
        assert done.returncode == 0, done.stderr
        found = [one for _ in range(20) for one in (time.sleep(0.1), *client.fetch()) if one]
        stamps = [one.time for one in found if one.variable == "DEPLOY"]
        client.close()
        assert stamps
        assert all(abs(stamp - time.time() * 50.0) < 60 * 50.0 for stamp in stamps)
        assert "time warp of the MOOSDB is 50, not 3" in done.stderr


def test_a_program_that_is_started_takes_the_warp_of_the_moosdb(tmp_path: Path) -> None:
    with MoosDb(warp=200.0) as db:
        file = tmp_path / "m.moos"
        script = "ProcessConfig = uTimerScript\n{\n  event = var=A, val=1, time=190\n  event = quit, time=200\n}\n"
        file.write_text(f"ServerHost = localhost\nServerPort = {db.port}\nMOOSTimeWarp = 1\n{script}")
        done = run("start", "uTimerScript", file, program="usim")  # 200 s by the file, more than it waits
        assert done.returncode == 0 and "time warp 200" in done.stdout, done.stdout + done.stderr
        done = run("start", "uTimerScript", file, "--moos_time_warp=10", "--for=5", program="usim")
        assert "time warp 10" in done.stdout and "the MOOSDB" in done.stdout, done.stdout


def test_a_poke_without_a_post_says_so_and_scopes_have_their_names(programs: Path, tmp_path: Path) -> None:
    with MoosDb() as db:
        done = call(programs, "uPokeDB", f"--port={db.port}")
        assert done.returncode == 0 and "uPokeDB: nothing to post; give VAR=VALUE" in done.stderr
    done = call(programs, "uXMS", "gone.moos", folder=tmp_path)
    assert done.returncode == 1 and done.stderr.startswith("uXMS: gone.moos: cannot read"), done.stderr


def test_a_query_without_a_file_waits_real_seconds(programs: Path) -> None:
    with MoosDb(warp=50.0) as db:
        words = ("uQueryDB", f"--port={db.port}", "--condition=LATE = 1", "--wait=120")
        asking = subprocess.Popen(words, env=environment(programs), stdin=subprocess.DEVNULL)
        client = connect(port=db.port, warp=50.0)
        try:
            time.sleep(4.0)  # more than 120 s of MOOS time
            client.notify("LATE", 1.0)
            assert asking.wait(100.0) == 0
        finally:
            asking.kill()
            client.close()


def test_a_query_waits_by_the_warp_of_the_moosdb(programs: Path, tmp_path: Path) -> None:
    with MoosDb(warp=50.0) as db:
        (tmp_path / "m.moos").write_text(f"ServerHost = localhost\nServerPort = {db.port}\n")
        begin = time.monotonic()
        done = call(programs, "uQueryDB", "m.moos", "--condition=NEVER = 1", "--wait=1000", folder=tmp_path)
        assert done.returncode == 1
        assert time.monotonic() - begin < 150.0  # at warp 1 it would take 1000 s


def test_scopes_are_programs_of_this_package() -> None:
    assert command_words("uXMS", ["a.moos", "NAV_X", "--all"]) == ["usim_typed", "a.moos", "NAV_X", "--all"]
    assert command_words("uHelmScope", ["a.moos", "--server_port=9002"]) == [
        "usim_typed",
        "a.moos",
        "--server_port=9002",
    ]
    # what the table of mail says, which --interface prints, is what it reads
    names = {entry.name for entry in program_mail()["uHelmScope"]}
    assert names == {*HELM_MAIL, "PHELMIVP_STATUS", "DB_UPTIME", "IVPHELM_REJOURNAL"}


def test_a_scope_ends_by_its_key_also_before_there_is_a_moosdb(programs: Path, tmp_path: Path) -> None:
    for name, said in (("uXMS", "Quitting.....\n"), ("uHelmScope", "Quitting...\n")):
        done = call(programs, name, f"--port={free_port()}", folder=tmp_path, given="q")
        assert (done.returncode, done.stdout) == (0, said), done.stderr


def test_a_scope_shows_what_there_is_and_cues_are_posted(programs: Path, tmp_path: Path) -> None:
    with MoosDb() as db:
        (tmp_path / "m.moos").write_text("ProcessConfig = uTermCommand\n{\n  cmd = go --> TERM_A --> 11\n}\n")
        done = call(programs, "uTermCommand", "m.moos", f"--port={db.port}", folder=tmp_path, given="g \nq")
        assert done.returncode == 0 and "uTermCommand launching as uTermCommand" in done.stdout, done.stderr
        reader = connect(port=db.port)
        try:
            reader.register("TERM_A")
            assert wait_for(lambda: [one.value for one in reader.fetch()] == [11.0], 60.0)
        finally:
            reader.close()


def test_cues_of_utermcommand_are_read_and_chosen() -> None:
    lines = ["1 --> DEPLOY --> true", "Px --> SPEED --> 1.5", 'pg --> TEXT --> "7"', "1 --> AGAIN --> 3", "alone"]
    cues, bad = read_cues(lines)
    assert cues == [("1", "DEPLOY", "true"), ("px", "SPEED", 1.5), ("pg", "TEXT", "7")]
    assert bad == ["alone"]
    line = CueLine(cues)
    assert typed(line, "1\n") == [cues[0]]
    assert typed(line, "p x\n") == [cues[1]]  # blanks are nothing
    assert typed(line, "p\n") == []  # two cues begin so
    assert "NO MATCH" not in line.screen() and line.typed == "p"
    assert typed(line, "gg\x7f\n") == [cues[2]]
    assert typed(line, "PG\n") == [] and "NO MATCH" in line.screen()  # as typed, with case
    typed(line, "\x7f\x7f")
    assert [line.take(key) for key in ("up", "up", "\n")] == [None, None, cues[1]]
    assert read_cues(["a,V,x,y", "b,W"])[0] == [("a", "V", "x"), ("b", "W", "")]
    line = CueLine(read_cues(["panic,A,1", "pant,B,2"])[0])
    assert typed(line, "p\t\t") == [] and line.typed == "pan"


def typed(line: CueLine, keys: str) -> list[Cue]:
    return [found for key in keys if (found := line.take(key)) is not None]
