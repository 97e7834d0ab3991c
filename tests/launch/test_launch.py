"""``usim launch`` with real processes: who is started, who is told to leave when, and that nobody stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes import free_port, run, running
from usimmarine_py.cli.missions.launch import copy_here
from usimmarine_py.cli.usim import entry
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.mission.shipped import find_mission
from usimmarine_py.moos.testing import wait_for

HEAD = """\
ServerHost = localhost
ServerPort = {port}
Community = {name}
MOOSTimeWarp = 10
ProcessConfig = ANTLER
{{
  MSBetweenLaunches = 20
{lines}
}}
"""
VEHICLE = """
ProcessConfig = uSimMarineV22
{
  AppTick = 10
}
ProcessConfig = uTimerScript
{
  event = var=DESIRED_THRUST, val=50, time=1
  event = var=GONE, val=true, time=4
}
ProcessConfig = pLogger
{
  File = LOG
  FileTimeStamp = false
  WildCardLogging = true
  WildCardOmitPattern = *_STATUS
  Log = GONE @ 0
}
"""
QUIT = "ProcessConfig = uTimerScript\n{\n  event = var=DESIRED_THRUST, val=50, time=1\n  event = quit, time=2\n}\n"


def mission(folder: Path, *lines: str, blocks: str = VEHICLE, name: str = "alpha", port: int = 0) -> Path:
    path = folder / f"{name}.moos"
    listed = "\n".join(f"  {line}" if "=" in line else f"  Run = {line} @ NewConsole = false" for line in lines)
    path.write_text(HEAD.format(port=port or free_port(), name=name, lines=listed) + blocks)
    return path


def script(folder: Path, name: str, text: str) -> None:
    """A program of a test's own, found by ``ExecutablePath = .``"""
    (folder / name).write_text(f"#!{sys.executable}\nimport os, signal, sys, time\n{text}\n")
    (folder / name).chmod(0o755)


def in_folder(folder: Path) -> list[str]:
    """The command lines of all processes that run in a folder."""
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdigit() and int(place.name) != os.getpid():
            try:
                state = (place / "stat").read_text().rpartition(")")[2].split()[0]
                if (place / "cwd").resolve() == folder.resolve() and state != "Z":
                    found.append((place / "cmdline").read_text().replace("\0", " "))
            except OSError:
                continue
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where nothing of MOOS-IvP is on PATH; at the end nothing runs in it."""
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    yield tmp_path
    assert in_folder(tmp_path) == []


def launch(*words: object, timeout: float = 120.0, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return run("launch", *map(str, words), program="usim", timeout=timeout, cwd=cwd)


def test_ours_play_where_there_are_no_others(folder: Path) -> None:
    path = mission(folder, "MOOSDB", "uSimMarineV22", "uTimerScript", "pLogger")
    done = launch(path, "--for", 40)
    assert (done.returncode, "as --for asks" in done.stderr) == (0, True), done.stdout + done.stderr
    heads = {line.partition("|")[0].strip() for line in done.stdout.splitlines()}
    assert heads == {"MOOSDB", "uSimMarineV22", "uTimerScript", "pLogger"}
    assert "\x1b" not in done.stdout
    logged = {row.variable for row in read_alog(folder / "LOG" / "LOG.alog")}
    assert logged >= {"DESIRED_THRUST", "GONE", "DB_TIME"}
    assert not [name for name in logged if name.endswith("_STATUS")]
    assert (folder / "LOG" / "LOG._moos").read_text() == path.read_text()


def test_it_ends_when_all_programs_have(folder: Path) -> None:
    done = launch(mission(folder, "MOOSDB", "uTimerScript", blocks=QUIT))
    assert done.returncode == 0
    assert "all programs have ended" in done.stderr


GRADED = """
ProcessConfig = uTimerScript
{{
  event = var=SCORE, val=3, time=1
}}
ProcessConfig = pMissionEval
{{
  lead_condition = SCORE > 0
  pass_condition = SCORE = 3
  result_flag = MISSION_EVALUATED = true
  report_file = results.txt
  report_column = grade=$[GRADE]
}}
ProcessConfig = uMayFinish
{{
  max_db_uptime = 100
  finish_var = {finish}
}}
"""


@pytest.mark.parametrize(("finish", "code"), [("MISSION_EVALUATED", 0), ("NEVER", 1)])
def test_the_mission_is_over_when_umayfinish_says_so(folder: Path, finish: str, code: int) -> None:
    blocks = GRADED.format(finish=finish)
    done = launch(mission(folder, "MOOSDB", "uTimerScript", "pMissionEval", "uMayFinish", blocks=blocks))
    assert done.returncode == code, done.stdout + done.stderr
    assert "grade=pass" in (folder / "results.txt").read_text()


OWN = """\
from usimmarine_py import App

class Once(App):
    reads = ("X",)
    def iterate(self):
        self.say("here I am")
        raise ValueError("and gone")
"""


def test_an_application_of_ones_own_plays_from_beside_the_file(folder: Path) -> None:
    (folder / "once.py").write_text(OWN)
    path = mission(folder, "MOOSDB", "Run = once.py @ NewConsole = false ~ first", blocks="")
    done = launch(path, "--dry-run")
    assert done.stdout == "MOOSDB: usim db\nfirst: usim start once.py\n"
    done = launch(path, "--for", 60)
    assert "first  | here I am" in done.stdout, done.stdout + done.stderr


def test_several_communities_at_once(folder: Path) -> None:
    one = mission(folder, "MOOSDB", "uTimerScript", blocks=QUIT, name="abe")
    (folder / "sub").mkdir()
    two = mission(folder / "sub", "MOOSDB", "uTimerScript", blocks=QUIT, name="ben")
    done = launch(one, two)
    assert done.returncode == 0, done.stdout + done.stderr
    heads = {line.partition("|")[0].strip() for line in done.stdout.splitlines()}
    assert heads == {"abe/MOOSDB", "abe/uTimerScript", "ben/MOOSDB", "ben/uTimerScript"}
    assert in_folder(folder / "sub") == []


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0), (signal.SIGHUP, 0)])
def test_a_signal_ends_all(folder: Path, number: signal.Signals, code: int) -> None:
    path = mission(folder, "MOOSDB", "uSimMarineV22", "usim_pid")
    with running("launch", str(path), "--apart", "usim_pid", program="usim") as process:
        assert process.stdout is not None
        assert any("uSimMarineV22 | is running" in line for line in process.stdout)
        # usim_pid is a process; the others play in that of the launch
        assert wait_for(lambda: len(in_folder(folder)) == 1, 60.0)
        process.send_signal(number)
        rest = process.stdout.read()
        assert process.wait(60.0) == code, rest
    assert "Traceback" not in rest


def test_a_reader_that_leaves_ends_all(folder: Path) -> None:
    path = mission(folder, "MOOSDB", "uSimMarineV22")
    with running("launch", str(path), program="usim") as process:
        assert process.stdout is not None
        # behind its last line for long: nothing more is written that would show it that the reader has gone
        assert any("uSimMarineV22 | is running" in line for line in process.stdout)
        time.sleep(1.0)
        process.stdout.close()
        assert process.wait(60.0) == 0


def test_last_words_that_nobody_reads_break_off_no_ending(folder: Path) -> None:
    leave = "def leave(*_):\n    print('bye', flush=True)\n    time.sleep(1.0)\n    sys.exit()"
    heard = "[signal.signal(n, leave) for n in (signal.SIGINT, signal.SIGTERM)]"
    script(
        folder, "wordy", f"{leave}\n{heard}\nfor _ in range(600):\n    print('here', flush=True)\n    time.sleep(0.1)"
    )
    path = mission(folder, "MOOSDB", "ExecutablePath = .", "wordy")
    with running("launch", str(path), program="usim") as process:
        assert process.stdout is not None
        assert any("| here" in line for line in process.stdout)
        process.stdout.close()
        assert process.wait(60.0) == 0
    assert in_folder(folder) == []


def test_who_kills_the_launcher_leaves_no_orphans(folder: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("only Linux tells children that their parent died")
    path = mission(folder, "MOOSDB", "uSimMarineV22")
    with running("launch", str(path), program="usim") as process:
        assert process.stdout is not None
        assert any("is running" in line for line in process.stdout)
        process.kill()
        process.wait(60.0)
    assert wait_for(lambda: in_folder(folder) == [], 60.0)


def test_who_will_not_leave_is_killed_with_what_he_started(folder: Path) -> None:
    deaf = "[signal.signal(n, signal.SIG_IGN) for n in (signal.SIGINT, signal.SIGTERM)]"
    script(folder, "deaf", f"{deaf}\nif os.fork():\n    print('here', flush=True)\ntime.sleep(60)")
    path = mission(folder, "MOOSDB", "ExecutablePath = .", "deaf")
    with running("launch", str(path), program="usim") as process:
        assert process.stdout is not None
        assert any("| here" in line for line in process.stdout)
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        assert process.wait(60.0) == 130


def test_a_second_interrupt_does_not_wait(folder: Path) -> None:
    deaf = "[signal.signal(n, signal.SIG_IGN) for n in (signal.SIGINT, signal.SIGTERM)]"
    script(folder, "deaf", f"{deaf}\nprint('here', flush=True)\ntime.sleep(60)")
    with running("launch", str(mission(folder, "ExecutablePath = .", "deaf")), program="usim") as process:
        assert process.stdout is not None
        assert any("| here" in line for line in process.stdout)
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(60.0) == 130
        process.stdout.read()


def test_the_first_that_fails_ends_all_with_its_code(folder: Path) -> None:
    script(folder, "fails", "print('so it goes', file=sys.stderr)\nsys.exit(7)")
    script(folder, "later", "time.sleep(50)\nsys.exit(9)")
    path = mission(folder, "ExecutablePath = .", "MOOSDB", "fails", "later")
    done = launch(path)
    assert done.returncode == 7
    assert "fails ended with exit code 7; the others are ended" in done.stderr
    assert "fails  | so it goes" in done.stdout
    # a crash has the code that a shell gives it
    script(folder, "fails", "os.kill(os.getpid(), signal.SIGSEGV)")
    done = launch(path)
    assert (done.returncode, "fails ended by SIGSEGV" in done.stderr) == (139, True)


def test_the_mission_is_over_when_the_last_community_says_so(folder: Path) -> None:
    script(folder, "uMayFinish", "time.sleep(1.5 * sys.argv[1].startswith('ben'))\nprint('over', sys.argv[1])")
    script(folder, "stays", "time.sleep(50)")
    files = [mission(folder, "ExecutablePath = .", "uMayFinish", "stays", name=name) for name in ("abe", "ben")]
    done = launch(*files)
    assert done.returncode == 0
    assert "over abe.moos" in done.stdout and "over ben.moos" in done.stdout
    assert done.stderr.count("the mission is over") == 1 and "ben/uMayFinish has ended" in done.stderr


@pytest.mark.parametrize("program", ["pLogger", "uTimerScript"])
def test_ours_without_their_block_are_told_before_the_start(folder: Path, program: str) -> None:
    done = launch(mission(folder, "MOOSDB", program, blocks="ProcessConfig = uTimrScript\n{\n}\n"), "--prefer", "ours")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"alpha.moos:9: {program} has no block ProcessConfig = {program}" in done.stderr


def test_it_goes_on_if_asked(folder: Path) -> None:
    script(folder, "fails", "sys.exit(7)")
    script(folder, "later", "time.sleep(1)\nprint('still here')\nsys.exit(9)")
    done = launch(mission(folder, "ExecutablePath = .", "MOOSDB", "fails", "later"), "--keep-going")
    assert done.returncode == 7
    assert "still here" in done.stdout and "later ended with exit code 9" in done.stderr


def test_nothing_goes_on_without_a_moosdb(folder: Path) -> None:
    script(folder, "MOOSDB", "time.sleep(0.5)")
    script(folder, "later", "time.sleep(50)")
    done = launch(mission(folder, "ExecutablePath = .", "MOOSDB", "later"), "--keep-going")
    assert done.returncode == 0
    assert "MOOSDB has ended; the others cannot run without it" in done.stderr


def test_arguments_are_those_of_pantler(folder: Path) -> None:
    script(folder, "shows", "print(sys.argv[1:], os.getcwd())")
    blocks = ""
    lines = ["XP = --a=1,b", "Run = shows @ NewConsole = true, ExtraProcessParams = XP, Path = . ~ other",
             "Run = shows @ InhibitMOOSParams = true, Path = ."]  # fmt: skip
    done = launch(mission(folder, *lines, blocks=blocks), cwd=Path("/"))
    assert f"other | ['alpha.moos', 'other', '--a=1', 'b'] {folder}" in done.stdout
    assert f"shows | [] {folder}" in done.stdout


def test_a_template_is_expanded_beside_it(folder: Path) -> None:
    text = HEAD.format(port="$(PORT)", name="$(VNAME)", lines="  Run = MOOSDB\n  Run = uTimerScript") + QUIT
    meta = folder / "meta_vehicle.moos"
    meta.write_text(text)
    done = launch(meta, "-D", f"PORT={free_port()}", "-D", "VNAME=abe")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "abe: expanded to targ_abe.moos" in done.stderr
    assert "Community = abe\n" in (folder / "targ_abe.moos").read_text()
    done = launch(meta, "-D", "VNAME=ben")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "one macro is not defined: PORT (line 2)" in done.stderr
    assert not (folder / "targ_ben.moos").exists()


PROGRAMS = ("MOOSDB", "uSimMarineV22", "uTimerScript", "pLogger")


@pytest.mark.moosivp
@pytest.mark.parametrize("prefer", ["theirs", "ours"])
def test_the_originals_are_taken_where_they_are(tmp_path: Path, prefer: str) -> None:
    import shutil

    lacking = [name for name in PROGRAMS if shutil.which(name) is None]
    if lacking:
        pytest.skip(f"not on PATH: {', '.join(lacking)}")
    done = launch(mission(tmp_path, *PROGRAMS), "--prefer", prefer, "--for", 40)
    assert done.returncode == 0, done.stdout + done.stderr
    started = [line.partition("started: ")[2] for line in done.stdout.splitlines() if "started: " in line]
    originals = [text for text in started if text.startswith("/")]
    assert len(originals) == (4 if prefer == "theirs" else 0)
    logs = list(tmp_path.glob("LOG*/LOG*.alog"))
    assert len(logs) == 1 and "DESIRED_THRUST" in logs[0].read_text(errors="replace")
    assert in_folder(tmp_path) == []


def test_a_shipped_mission_is_played_in_a_copy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert launch("encounter", "--dry-run", cwd=folder).returncode == 0
    assert not list(folder.iterdir())
    monkeypatch.chdir(folder)
    said: list[str] = []
    source = find_mission("gale").path
    for _ in "both":
        copy = copy_here(source, said.append)
        assert (copy, copy.read_bytes()) == (Path("odin_weather/gale.moos"), source.read_bytes())
    assert said == [f"copied odin_weather to {folder / 'odin_weather'}, where it is played"]
    assert copy_here(copy, said.append) == copy


def wait_for_line(process: subprocess.Popen[str], text: str) -> None:
    assert process.stdout is not None
    assert any(text in line for line in process.stdout), f"never printed: {text}"


def test_programs_of_several_communities_play_in_one_process(folder: Path) -> None:
    files = [mission(folder, "MOOSDB", "uSimMarineV22", "pLogger", name=name) for name in ("abe",)]
    (folder / "sub").mkdir()
    files.append(mission(folder / "sub", "MOOSDB", "uSimMarineV22", "pLogger", name="ben"))
    with running("launch", *map(str, files), "--for", "30", program="usim") as process:
        wait_for_line(process, "ben/uSimMarineV22 | is running")
        assert in_folder(folder) == in_folder(folder / "sub") == []
        assert process.stdout is not None
        process.stdout.read()
        assert process.wait(60.0) == 0


def test_a_program_apart_is_a_process_at_the_door(folder: Path) -> None:
    path = mission(folder, "MOOSDB", "uSimMarineV22", "uTimerScript", "pLogger")
    log = folder / "LOG" / "LOG.alog"
    with running("launch", str(path), "--apart", "uTimerScript", program="usim") as process:
        wait_for_line(process, "uTimerScript  | is running")
        assert len(in_folder(folder)) == 1
        assert wait_for(lambda: log.is_file() and b" GONE " in log.read_bytes(), 60.0)
        process.send_signal(signal.SIGTERM)
        assert process.stdout is not None
        process.stdout.read()
        assert process.wait(60.0) == 0
    found = {row.variable: row for row in read_alog(log)}
    assert found["GONE"].source == "uTimerScript"
    done = launch(path, "--apart", "uTimerScipt")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--apart: no program of this name is started: uTimerScipt" in done.stderr


@pytest.mark.parametrize("apart", [False, True])
def test_one_program_is_ended_by_its_name(folder: Path, apart: bool) -> None:
    path = mission(folder, "MOOSDB", "uSimMarineV22", "uTimerScript", "pLogger")
    words = ["--apart", "uTimerScript"] if apart else []
    with running("launch", str(path), *words, program="usim") as process:
        wait_for_line(process, "uTimerScript  | is running")
        done = run("end", str(path), "uTimerScript", program="usim")
        assert (done.returncode, done.stdout) == (0, "uTimerScript has ended\n"), done.stderr
        wait_for_line(process, "uTimerScript  | ended")
        done = run("end", str(path), "pNoSuch", program="usim")
        assert done.returncode == 1 and "there is no program pNoSuch; there are " in done.stderr
        assert "uSimMarineV22" in done.stderr and "uTimerScript" not in done.stderr
        process.send_signal(signal.SIGTERM)
        assert process.stdout is not None
        rest = process.stdout.read()
        assert process.wait(60.0) == 0, rest


def test_a_warp_of_the_command_line_is_that_of_all(folder: Path) -> None:
    """Also of processes, which read it in a copy of the file."""
    script(folder, "shows", "print([line for line in open(sys.argv[1]) if 'Warp' in line], sys.argv[1])")
    path = mission(folder, "MOOSDB", "uSimMarineV22", "ExecutablePath = .", "shows")
    done = launch(path, "--warp", 25, "--for", 30)
    assert done.returncode == 0, done.stderr
    assert "time warp 25" in done.stdout and "['MOOSTimeWarp = 25\\n'] alpha.moos++" in done.stdout


def test_a_number_in_the_place_of_a_file_is_a_time_warp(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = mission(folder, "MOOSDB")
    assert entry(["launch", "--dry-run", str(path), "4.5"]) == 2
    assert "4.5: is no mission file; a time warp is given by --warp 4.5" in " ".join(capsys.readouterr().err.split())
    assert entry(["launch", "--dry-run", str(path), "4.moos"]) == 2
    assert "--warp" not in capsys.readouterr().err


def test_communities_of_one_launch_have_one_warp(folder: Path) -> None:
    one = mission(folder, "MOOSDB", "uTimerScript", blocks=QUIT, name="abe")
    two = mission(folder, "MOOSDB", "uTimerScript", blocks=QUIT, name="ben")
    two.write_text(two.read_text().replace("MOOSTimeWarp = 10", "MOOSTimeWarp = 5"))
    done = launch(one, two)
    assert done.returncode == 2 and "MOOSTimeWarp: communities that are started together have one" in done.stderr
    assert launch(one, two, "--warp", 20).returncode == 0


def test_two_launches_reach_each_other_by_datagrams(folder: Path) -> None:
    """As on two machines: a vehicle here, the shore there."""
    ports = [free_port() for _ in range(2)]
    share = "ProcessConfig = pShare\n{{\n  AppTick = 2\n  input = route = localhost:{here}\n  {more}\n}}\n"
    sends = "output = src_name = SPOKEN, dest_name = HEARD, route = localhost:{there}"
    echo = "ProcessConfig = pEchoVar\n{\n  AppTick = 10\n  echo = HEARD -> ANSWER\n}\n"
    event = "event = var=SPOKEN, val=hello, time=5\n  reset_max = any\n  reset_time = end"
    speaks = f"ProcessConfig = uTimerScript\n{{\n  {event}\n}}\n"
    log = "ProcessConfig = pLogger\n{\n  File = %s\n  FileTimeStamp = false\n  WildCardLogging = true\n}\n"
    back = f"output = src_name = ANSWER, dest_name = ANSWERED, route = localhost:{ports[0]}"
    first = share.format(here=ports[0], more=sends.format(there=ports[1])) + speaks + log % "ABE"
    second = share.format(here=ports[1], more=back) + echo + log % "SHORE"
    abe = mission(folder, "MOOSDB", "pShare", "uTimerScript", "pLogger", name="abe", blocks=first)
    shore = mission(folder, "MOOSDB", "pShare", "pEchoVar", "pLogger", name="shore", blocks=second)
    with running("launch", str(shore), program="usim") as process:
        wait_for_line(process, "pEchoVar | is running")
        done = launch(abe, "--for", 60)
        assert done.returncode == 0, done.stdout + done.stderr
        process.send_signal(signal.SIGTERM)
        assert process.stdout is not None
        process.stdout.read()
        assert process.wait(60.0) == 0
    answered = [row for row in read_alog(folder / "ABE" / "ABE.alog") if row.variable == "ANSWERED"]
    assert answered and all(row.value == "hello" for row in answered)
    assert answered[0].source == "pEchoVar"
    # there and back within 2 s of MOOS time (0.2 s), and not before it was sent
    spoken = [row.time for row in read_alog(folder / "ABE" / "ABE.alog") if row.variable == "SPOKEN"]
    assert any(0.0 < answer.time - time < 2.0 for answer in answered for time in spoken)
