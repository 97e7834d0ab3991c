"""Launch scripts with stand-ins: what they start, and their tools."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import ConfigError
from usimmarine_py.launch import script as module
from usimmarine_py.launch.groups import group_lives, group_work
from usimmarine_py.launch.script import played_script, started_by
from usimmarine_py.launch.standins.folder import fill_folder
from usimmarine_py.launch.standins.pickpos import Unhandled, inside, pickpos
from usimmarine_py.moos.testing import wait_for

POLYGON = "30,-30:30,-90:120,-90:120,-30"
SCRIPT = """\
#!/bin/bash -e
trap 'kill -- -$$' SIGINT SIGTERM
pickpos --amt=2 --vnames > vnames.txt
for V in `cat vnames.txt`; do
  nsplug meta.moos targ.moos --strict --force NAME=$V WARP=$1
  pAntler targ.moos --MOOSTimeWarp=$1 >& /dev/null &
  sleep 0.3
done
pHelmIvP --help > /dev/null || true
uMAC targ.moos
kill -- -$$
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    (tmp_path / "meta.moos").write_text("Community = $(NAME)\nMOOSTimeWarp = $(WARP)\n")
    path = tmp_path / "launch.sh"
    path.write_text(SCRIPT)
    return path


def test_each_community_is_kept_as_it_was_started(script: Path) -> None:
    with played_script(script, ["10"]) as found:
        texts = [one.mission.read_text() for one in found.communities]
        assert texts == ["Community = abe\nMOOSTimeWarp = 10\n\n", "Community = ben\nMOOSTimeWarp = 10\n\n"]
        assert [one.warp for one in found.communities] == [10.0, 10.0]
        assert found.alone == ("pHelmIvP",)
        kept = found.communities[0].mission
        assert (kept.parent / "vnames.txt").read_text() == "abe\nben\n"  # what lies beside it is there
    assert not kept.exists()


def test_what_is_written_again_is_refused_where_a_mission_reads_it(tmp_path: Path) -> None:
    mission = "ServerPort = 9001\nProcessConfig = pHelmIvP\n{\n  behaviors = a.bhv\n}\n"
    (tmp_path / "a.moos").write_text(mission)
    script = tmp_path / "launch.sh"
    head = "#!/bin/bash\necho one > a.bhv\necho one > b.bhv\npAntler a.moos &\nsleep 0.5\n"
    script.write_text(f"{head}echo two > b.bhv\n")
    script.chmod(0o755)
    assert started_by(script, [], print) == [tmp_path / "a.moos"]  # b.bhv is another community's
    for line in ("echo two > a.bhv", "echo '// two' >> a.moos"):
        script.write_text(f"{head}{line}\n")
        with pytest.raises(
            ConfigError, match=rf"launch.sh: the script writes {line.split()[-1]} again after it started a.moos"
        ):
            started_by(script, [], print)


def test_a_mission_below_the_script_names_its_files_from_there(tmp_path: Path) -> None:
    (tmp_path / "plug.moos").write_text("here")
    (tmp_path / "meta.moos").write_text("Community = abe\n")
    script = tmp_path / "launch.sh"
    script.write_text(
        "#!/bin/bash\nmkdir -p targs/more\necho A > targs/abe.bhv\n"
        "cp meta.moos targs/abe.moos\ncp meta.moos targs/more/ben.moos\n"
        "pAntler targs/abe.moos\necho B > targs/abe.bhv\npAntler targs/more/ben.moos\n"
    )
    with played_script(script, []) as found:
        abe, ben = (one.mission.parent for one in found.communities)
        assert (abe / "targs/abe.bhv").read_text() == (abe / "abe.bhv").read_text() == "A\n"  # as it was
        assert (abe / "plug.moos").read_text() == "here"
        assert (ben / "targs/more/ben.moos").read_text() == "Community = abe\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("echo 'launch.sh: Bad arg: 10. Exit Code 1.'\nexit 1\n", "exit code 1.*Bad arg: 10"),
        ("exit 0\n", "exit code 0.*it printed nothing"),
        (
            "#!/bin/bash -e\n\nlet COUNT=0\n",
            r"bash -e ended it at line 3: exit code 1 of let COUNT=0\); .*printed nothing",
        ),
        (
            "#!/bin/bash\nset -e\nsay() { nsplug none.moos a.moos; }\nsay\n",
            "line 3: .* nsplug none.*cannot read the file",
        ),
        ("#!/bin/bash\nfalse\nexit 1\n", r"\(exit code 1\); its last lines: it printed nothing$"),
        ("nspatch --stem=a b --targ=c\n", "nspatch: needs --stem=FILE.moos"),
        ("yes\n", "it was ended: it went on and started nothing.*last lines: y; y; y"),
        ("while true; do uQueryDB meta.moos > /dev/null; sleep 0.01; done\n", "it went on and started nothing"),
    ],
)
def test_a_script_that_starts_nothing_is_an_error_with_its_words(
    script: Path, text: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "QUIET", 1.0 if "while" in text else module.QUIET)
    monkeypatch.setattr(module, "MOST_OUTPUT", 1_000_000)
    script.write_text(text if text.startswith("#!") else "#!/bin/bash\n" + text)
    with pytest.raises(ConfigError, match=f"launch.sh.*started no community.*{told}"), played_script(script, []):
        pass


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("#!/none/bash\npAntler meta.moos\n", "launch.sh:1: its first line asks for /none/bash, which cannot be run"),
        ("#!/bin/bash\npAntler meta.moos --MOOSTimeWarp=fast\n", "launch.sh: pAntler meta.moos --MOOSTimeWarp=fast: a"),
        ("#!/bin/bash\npAntler meta.moos --MOOSTimeWarp=-1\n", "launch.sh: pAntler meta.moos --MOOSTimeWarp=-1: a n"),
        ("#!/bin/bash\npAntler meta.moos\npAntler meta.moos\n", "launch.sh: .* starts meta.moos 2 times: start each"),
    ],
)
def test_a_start_that_cannot_be_is_an_error(script: Path, text: str, told: str) -> None:
    script.write_text(text)
    with pytest.raises(ConfigError, match=told), played_script(script, []) as found:
        found.require_whole(script)
    assert entry(["run", str(script.with_name("none.sh"))]) == 2


STARTED = "#!/bin/bash\npAntler meta.moos > /dev/null 2>&1 &\nsleep 0.2\n"


@pytest.mark.parametrize(
    ("text", "told", "code"),
    [
        ("nsplug none.moos b.moos || { echo no ben; exit 7; }\npAntler b.moos\n", r"\(exit code 7\).*no ben$", 7),
        ("set -e\ngrep -q x none.txt\npAntler b.moos\n", r"bash -e ended it at line 5: exit code 2 of grep", 2),
        ("pAntler b.moos > /dev/null 2>&1 &\nuMAC meta.moos\nkill -- -$$\n", r"starts pAntler b.moos, which is not", 2),
    ],
)
def test_nothing_is_half_started(script: Path, text: str, told: str, code: int) -> None:
    script.write_text(STARTED + text)
    for found in (entry(["run", str(script)]), entry(["launch", str(script)])):
        assert found == code
    with played_script(script, []) as played, pytest.raises(ConfigError, match=f"launch.sh.*{told}") as failure:
        played.require_whole(script)
    assert "meta.moos" in str(failure.value)


@pytest.mark.parametrize("end", ["false\n", "set -e\nread ANSWER\n", "kill %7 > /dev/null 2>&1\n", "(exit 3)\n"])
def test_an_exit_code_that_is_no_failure_of_the_script(script: Path, end: str) -> None:
    script.write_text(STARTED + end)
    with played_script(script, []) as found:
        assert found.exit_code
        found.require_whole(script)


def test_a_command_that_there_is_not_is_named(script: Path) -> None:
    script.write_text(
        "#!/bin/bash\nalogpike a.alog\nnsplug meta.moos a.moos -f NAME=abe WARP=1\npAntler a.moos\nalogpike\n"
    )
    with played_script(script, []) as found:
        assert found.left_out == ["alogpike, which the script calls: there is no such program"]
        assert "alogpike: command not found" in found.output


def test_lines_that_end_as_on_windows_are_named(script: Path) -> None:
    script.write_bytes(b"#!/bin/bash -e\r\npAntler meta.moos\r\n")
    with (
        pytest.raises(ConfigError, match=r"launch\.sh:1: its lines end as on Windows") as raised,
        played_script(script, []),
    ):
        pass
    assert f"sed -i 's/\\r$//' {script}" in str(raised.value)


def test_an_error_of_what_a_script_wrote_names_its_place(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    meta = script.parent / "meta.moos"
    meta.write_text(meta.read_text() + "ProcessConfig = usimmarine\n{\n}\nprocessconfig = uTimerScript {\n")
    script.write_text("#!/bin/bash\nnsplug meta.moos a.moos -f NAME=abe WARP=1\npAntler a.moos\n")
    assert entry(["grade", str(script)]) == 1
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("ERROR")]
    assert "a.moos:6: the { of block uTimerScript" in line and "record" not in line


def test_what_was_started_in_the_background_just_before_the_judge_is_played(script: Path) -> None:
    script.write_text('#!/bin/bash\nbash -c "sleep 0.3; pAntler meta.moos" > /dev/null &\nuMayFinish meta.moos\n')
    player = [sys.executable, "-c", "import json, sys; print(json.dumps({'missions': len(json.load(sys.stdin))}))"]
    with played_script(script, [], player=player) as found:
        assert [play.result for play in found.plays] == [{"missions": 1}]
        assert "Traceback" not in found.output


def test_a_mission_file_that_is_not_there_is_named(script: Path) -> None:
    script.write_text("#!/bin/bash\npAntler none.moos > /dev/null 2>&1 &\nuMAC none.moos\n")
    with pytest.raises(ConfigError, match=r"starts pAntler none.moos, which is not there"), played_script(script, []):
        pass


def test_what_a_script_asks_of_a_running_moosdb_is_named(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "ProcessConfig = uSimMarineV22\n{\n  prefix = NAV\n}\n"
    script.with_name("a.moos").write_text(f"Community = a\n{text}")
    script.write_text("#!/bin/bash\npAntler a.moos\nuPokeDB a.moos DEPLOY=true\n")
    assert entry(["run", str(script), "--duration", "2", "-o", str(script.parent / "out")]) == 0
    said = capsys.readouterr().out
    why = "which the script calls while its mission runs: no sleep before it says when"
    assert f"not played   uPokeDB a.moos DEPLOY=true, {why}\n" in said
    assert entry(["launch", str(script), "--dry-run", "--prefer", "ours"]) == 0
    assert "left out: uPokeDB a.moos DEPLOY=true, which the script calls" in capsys.readouterr().err


POKED = """\
Community = {name}
ServerPort = {port}
MOOSTimeWarp = 4
ProcessConfig = uSimMarineV22
{{
  prefix = NAV
}}
"""


@pytest.fixture
def poking(script: Path) -> Path:
    """A script that can start two communities; the test writes it."""
    for name, port in (("a", 9001), ("b", 9002)):
        script.with_name(f"{name}.moos").write_text(POKED.format(name=name, port=port))
    return script


def test_a_poke_after_a_sleep_is_played_at_its_time(poking: Path, capsys: pytest.CaptureFixture[str]) -> None:
    poking.write_text(
        "#!/bin/bash\nsleep 7\npAntler a.moos &\npAntler b.moos --MOOSTimeWarp=10 &\nsleep 1.5\n"
        "uPokeDB a.moos A=1e3 'B:=7' > poke.txt\nsleep 2 0.5s\nuPokeDB --host=localhost --port=9002 C=-2.5 D=x@y\n"
        "uMAC a.moos\n"
    )
    assert entry(["run", str(poking), "--duration", "60", "-o", str(poking.parent / "out")]) == 0
    said = capsys.readouterr().out
    assert "not played" not in said and "poke         b:C=-2.5@40, by uPokeDB of the script\n" in said
    for name, wanted in (("a", [("A", "1e3", 6.0), ("B", "7", 6.0)]), ("b", [("C", "-2.50000", 40.0)])):
        log = [line.split() for line in (poking.parent / "out" / f"{name}.alog").read_text().splitlines()]
        rows = {line[1]: (float(line[0]), line[3]) for line in log if len(line) > 3 and line[0][:1] != "%"}
        for variable, value, at in wanted:
            assert rows[variable][1] == value and rows[variable][0] == pytest.approx(at, abs=0.3)
    assert rows["D"][1] == "x@y"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("uQueryDB a.moos --condition='A = 1'\nsleep 1\nuPokeDB a.moos A=1", "uQueryDB waits for a MOOSDB"),
        ("(sleep 1; uPokeDB a.moos A=1) & sleep 1.5", "it sleeps in two places at once"),
        ("sleep 0.1; uPokeDB --port=9009 A=1", "it started no such community"),
        ("sleep 0.1; uPokeDB a.moos A=@MOOSTIME", "the time of a post is that of a running MOOSDB"),
        ("sleep 0.1; uPokeDB a.moos A", "A: is neither VAR=VALUE nor VAR:=TEXT"),
        (
            "sleep 0.1; uPokeDB a.moos '5 A=1'",
            "5 A=1: '5 A' is no name of a variable, which has no blanks; a post at a time is VAR=VALUE@T in usim run "
            "--poke, an event of a uTimerScript, or a uPokeDB after a sleep",
        ),
    ],
)
def test_a_poke_whose_time_is_not_known_is_named(poking: Path, text: str, why: str) -> None:
    poking.write_text(f"#!/bin/bash\npAntler a.moos &\nsleep 0.1\n{text}\nuMAC a.moos\n")
    with played_script(poking, []) as found:
        assert found.pokes == ()
        assert found.asked[-1].startswith("uPokeDB ") and found.asked[-1].endswith(f"its mission runs: {why}")


def test_macros_that_a_script_leaves_undefined_stand_as_they_are(
    script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "ProcessConfig = uSimMarineV22\n{\n  prefix = NAV\n}\nProcessConfig = pEchoVar\n{\n  echo = A -> $(B)\n}\n"
    script.with_name("a.moos").write_text(f"Community = a\n{text}")
    script.write_text("#!/bin/bash\npAntler a.moos\n")
    assert entry(["run", str(script), "--duration", "2", "-o", str(script.parent / "out")]) == 0
    out = capsys.readouterr().out
    assert "B (line 8); read as it stands" in out
    assert entry(["run", str(script.with_name("a.moos")), "--duration", "2", "-q"]) == 2


def test_a_script_that_waits_for_a_user_is_ended(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "QUIET", 1.0)
    for waits in ("sleep 0.1", "uQueryDB targ.moos && sleep 0.1"):
        script.write_text(SCRIPT.replace("uMAC targ.moos\n", f"while true; do {waits}; done\n"))
        with played_script(script, ["1"]) as found:
            assert found.exit_code is None and len(found.communities) == 2


def test_tools(tmp_path: Path) -> None:
    fill_folder(tmp_path / "bin")
    environment = {**os.environ, "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}

    def call(command: str) -> tuple[int, str]:
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    # as the original: of the lines with this name, also within another one
    (tmp_path / "joust.txt").write_text("# px1=1\ncx=23,rad=32\npx1=3,py1=4\nxpx1=1\n //px1=2\npx1=5.5,py1=\n")
    read = [call(f"pluck joust.txt {number} --fld=px1") for number in range(6)]
    assert read == [(1, ""), (0, "3"), (1, ""), (1, ""), (0, "5.5"), (1, "")]
    assert call("pluck joust.txt 2 --fld=py1") == (1, "")
    assert call("ipaddrs.sh --blunt") == (0, "localhost")
    (tmp_path / "a.moos").write_text("a = $(A)\nb = $(B)\n#include p <none>\nend\n")
    (tmp_path / "p").write_text("<tag> one\nx\n")
    assert call("nsplug a.moos b.moos A=1 --force")[0] == 0
    assert (tmp_path / "b.moos").read_text() == "a = 1\nb = $(B)\n\nend\n\n"
    code, text = call("nsplug a.moos c.moos A=1 --strict")
    assert code == 1 and "B" in text and not (tmp_path / "c.moos").exists()
    (tmp_path / "m.txt").write_text("// macros\nA = 7\nB=8\n")
    assert call("nsplug a.moos d.moos --macros=m.txt --strict")[0] == 0
    assert (tmp_path / "d.moos").read_text().startswith("a = 7\nb = 8\n")
    assert call("pickpos --amt=0") == (1, "Unhandled arg: --amt=0\n")
    assert call("command -v pHelmIvP uFldNodeComms")[0] == 0


def test_pickpos() -> None:
    lines = pickpos(["--amt=5", f"--poly={POLYGON}", "--hdg=0:90", "--spd=2:4", "--vnames"], Random(1))
    names = [line.rpartition(",")[2] for line in lines]
    assert names == ["abe", "ben", "cal", "deb", "eve"]
    rows = [dict(part.split("=") for part in line.split(",")[:-1]) for line in lines]
    corners = [tuple(map(float, corner.split(","))) for corner in POLYGON.split(":")]
    for row in rows:
        assert inside(float(row["x"]), float(row["y"]), corners)  # type: ignore[arg-type]
        assert 0 <= float(row["heading"]) <= 90 and 2 <= float(row["speed"]) <= 4
    assert pickpos(["--amt=2", "--spd=2:2"], Random(1)) == ["2", "2"]
    assert pickpos(["--amt=3", "--colors"], Random(1)) == ["yellow", "red", "dodger_blue"]
    assert pickpos(["--amt=4", "--grps=alpha,bravo:alt"], Random(1)) == ["alpha", "bravo", "alpha", "bravo"]
    assert pickpos(["--amt=2", "--vnames=zoe", "--vix=1"], Random(1)) == ["zoe", "ben"]
    with pytest.raises(Unhandled, match="--what"):
        pickpos(["--what=3"], Random(1))


def test_the_stand_ins_need_no_installed_package(tmp_path: Path) -> None:
    fill_folder(tmp_path)
    assert (tmp_path / ".usim-stand-in").read_text().startswith(f"#!{sys.executable} -IS\n")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_group_whose_members_have_ended_does_not_live() -> None:
    """As process 1 of a container leaves what it has adopted."""
    process = subprocess.Popen(["true"], start_new_session=True)
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # it has ended and is still in its group
    os.killpg(process.pid, 0)
    assert not group_lives(process.pid)
    process.wait()
    waiting = subprocess.Popen(["sleep", "60"], start_new_session=True)
    assert group_lives(waiting.pid)
    waiting.kill()
    waiting.wait()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("works", [True, False])
def test_the_work_of_a_group_is_seen(works: bool) -> None:
    """A script that works is not taken for one that waits, however little a busy machine leaves it."""
    text = "while :; do :; done & wait" if works else "sleep 60"
    process = subprocess.Popen(["bash", "-c", text], start_new_session=True)
    try:
        if works:
            assert wait_for(lambda: group_work(process.pid)[0] > 0.1, 60.0)
        else:
            assert wait_for(lambda: not group_work(process.pid)[1], 60.0)
            time.sleep(0.3)
            before = group_work(process.pid)
            time.sleep(0.3)
            assert group_work(process.pid) == before == (before[0], False)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    # what it has started ends a moment after it
    assert wait_for(lambda: group_work(process.pid) == (0.0, False), 60.0)
