"""The live application as a process, against the built-in MOOSDB."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest

from tests.support.processes import free_port, run, running
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.moos.transport.open import connect

BLOCK = """
ServerHost = localhost
ServerPort = {port}
Community = alpha
MOOSTimeWarp = {warp}
ProcessConfig = usimmarine
{{
  AppTick = 20
  prefix = NAV_
  start_pos = x=5, y=-20, heading=90, speed=0
  thrust_map = 20:1, 100:5
  {extra}
}}
"""


def write_mission(folder: Path, port: int, warp: float = 10.0, extra: str = "") -> str:
    path = folder / "alpha.moos"
    path.write_text(BLOCK.format(port=port, warp=warp, extra=extra))
    return str(path)


def test_it_drives_by_mail_and_leaves_on_sigterm(tmp_path: Path) -> None:
    with MoosDb(warp=10.0) as db:
        mission = write_mission(tmp_path, db.port)
        with running(mission, "--comms=native") as process:
            client = connect(port=db.port, name="tester", warp=10.0)
            for name in ("NAV_X", "NAV_Y", "NAV_SPEED", "USM_DRIFT_SUMMARY", "USIMMARINE_STATUS"):
                client.register(name)
            assert wait_for(lambda: "usimmarine" in db.clients)
            client.notify("DESIRED_THRUST", 40.0)
            mail = collect(client, lambda m: any(x.key == "NAV_X" and float(x.value) > 10.0 for x in m))
            assert any(m.key == "NAV_X" and float(m.value) > 10.0 for m in mail)
            assert {m.source for m in mail} == {"usimmarine"}
            assert [m.value for m in mail if m.key == "USM_DRIFT_SUMMARY"] == ["ang=0, mag=0, xmag=0, ymag=0"]
            north = [float(m.value) for m in mail if m.key == "NAV_Y"]
            assert max(abs(y + 20.0) for y in north) < 1e-9
            assert any(m.key == "USIMMARINE_STATUS" and "MOOSName=usimmarine" in str(m.value) for m in mail)
            process.send_signal(signal.SIGTERM)  # how soon it goes, tests/fault/test_signals.py measures by night
            assert process.wait(60.0) == 0
            client.close()


def test_another_simulator_of_the_same_navigation_is_named_in_one_line(tmp_path: Path) -> None:
    with MoosDb(warp=10.0) as db:
        mission = write_mission(tmp_path, db.port)
        other, reader = (connect(port=db.port, name=name, warp=10.0) for name in ("uSimMarineV22", "reader"))
        other.notify("NAV_X", 3.0)
        reader.notify("NAV_SPEED", 3.0)  # no position
        with running(mission, "--comms=native") as process:
            lines = []
            assert process.stdout is not None
            while not (lines and "uSimMarineV22" in lines[-1]):
                lines.append(process.stdout.readline())
                assert lines[-1], lines
            time.sleep(1.5)  # 15 s of the mission: one more look
            process.send_signal(signal.SIGTERM)
            output = "".join(lines) + process.communicate(timeout=60.0)[0]
        other.close()
        reader.close()
    said = [line for line in output.splitlines() if "uSimMarineV22" in line]
    assert len(said) == 1
    assert "NAV_X is posted by usimmarine and by uSimMarineV22" in said[0]
    assert "reader" not in output


def test_a_name_in_use_ends_with_3_and_plain_words(tmp_path: Path) -> None:
    with MoosDb() as db:
        mission = write_mission(tmp_path, db.port, warp=1.0)
        other = connect(port=db.port, name="usimmarine")
        done = run(mission, "--comms=native")
        other.close()
    assert done.returncode == 3
    assert "refused the name usimmarine" in done.stderr
    assert "Traceback" not in done.stderr + done.stdout


def test_nan_in_mail_is_refused_and_told_of(tmp_path: Path) -> None:
    with MoosDb(warp=10.0) as db:
        mission = write_mission(tmp_path, db.port)
        with running(mission, "--comms=native"):
            client = connect(port=db.port, name="evil", warp=10.0)
            client.register("APPCAST")
            client.register("NAV_X")
            assert wait_for(lambda: "usimmarine" in db.clients)
            # what is posted before it has registered, it sees the last of only
            collect(client, lambda m: any(x.key == "NAV_X" for x in m))
            client.notify("APPCAST_REQ", "node=all,app=all,duration=30,key=test")
            client.notify("DESIRED_THRUST", 20.0)
            client.notify("DESIRED_THRUST", float("nan"))
            client.notify("DRIFT_VECTOR", "not, numbers")
            # a machine under load has warnings of its own: steps that were cut
            told = ("DESIRED_THRUST from evil", "DRIFT_VECTOR from evil")
            mail = collect(
                client, lambda m: any(x.key == "APPCAST" and all(t in str(x.value) for t in told) for x in m)
            )
            report = [str(m.value) for m in mail if m.key == "APPCAST"][-1]
            # it still drives by the last good thrust
            later = collect(client, lambda m: any(x.key == "NAV_X" and float(x.value) > 6.0 for x in m))
            client.close()
    assert all(text in report for text in told)
    positions = [float(m.value) for m in later if m.key == "NAV_X"]
    assert max(positions) > 6.0


def test_without_a_moosdb_it_says_how_to_start_one(tmp_path: Path) -> None:
    mission = write_mission(tmp_path, free_port())
    with running(mission, "--comms=native") as process:
        assert process.stdout is not None
        line = ""
        while "no MOOSDB" not in line:
            line = process.stdout.readline()
        assert "usim db" in line
        process.send_signal(signal.SIGINT)
        assert process.wait(60.0) == 130


def test_db_brings_its_own_moosdb(tmp_path: Path) -> None:
    port = free_port()
    mission = write_mission(tmp_path, port)
    with running("--db", mission, "--comms=native") as process:
        client = connect(port=port, name="tester", warp=10.0, timeout=10.0)
        client.register("NAV_HEADING")
        mail = collect(client, lambda m: bool(m))
        assert mail[0].value == 90.0
        client.close()
        process.send_signal(signal.SIGTERM)
        assert process.wait(60.0) == 0


@pytest.mark.parametrize(
    ("community", "warp", "words"),
    [("bravo", 10.0, "is of community bravo, this mission's is alpha"), ("alpha", 2.0, "runs at time warp 2, this")],
)
def test_db_joins_no_foreign_moosdb_unasked(tmp_path: Path, community: str, warp: float, words: str) -> None:
    with MoosDb(community=community, warp=warp) as db:
        done = run("--db", write_mission(tmp_path, db.port), "--comms=native")
        assert done.returncode == 2 and words in done.stderr + done.stdout


def test_a_moosdb_of_another_community_is_named(tmp_path: Path) -> None:
    with MoosDb(community="bravo", warp=10.0) as db, running(write_mission(tmp_path, db.port), "--comms=native") as own:
        assert own.stdout is not None
        line = ""
        while "community" not in line:
            line = own.stdout.readline()
        assert "this mission's community is alpha" in line and "is of bravo" in line


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nowhere.moos",), "nowhere.moos"),
        (("ALIAS_ONLY_FOLDER.moos",), "ALIAS_ONLY_FOLDER.moos"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line_and_2(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    (tmp_path / "ALIAS_ONLY_FOLDER.moos").mkdir()
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_strict_ends_with_2_and_names_file_and_line(tmp_path: Path) -> None:
    with MoosDb() as db:
        mission = write_mission(tmp_path, db.port, warp=1.0, extra="thurst_map = 20:1")
        done = run(mission, "--strict", "--comms=native")
    assert done.returncode == 2
    assert f"{mission}:12: thurst_map: unknown parameter; did you mean thrust_map?" in done.stdout + done.stderr


@pytest.mark.parametrize("line", ["thurst_map = 20:1", "thrust_map 20:1"])
def test_strict_looks_before_it_connects_and_says_each_error_once(tmp_path: Path, line: str) -> None:
    port = free_port()
    mission = write_mission(tmp_path, port, extra=line)
    done = run(mission, "--strict", "--db", "--comms=native")
    assert done.returncode == 2
    assert (done.stdout + done.stderr).count(line.split()[0]) == 1
    assert "MOOSDB" not in done.stdout + done.stderr


def test_the_block_of_the_antler_line_is_taken(tmp_path: Path) -> None:
    port = free_port()
    mission = Path(write_mission(tmp_path, port, extra="turn_rate 70"))
    antler = "ProcessConfig = ANTLER\n{\n  Run = usimmarine @ NewConsole = false ~ uSimMarineV22\n}\n"
    mission.write_text(mission.read_text().replace("= usimmarine", "= uSimMarineV22") + antler)
    with running("--db", str(mission), "--comms=native") as process:
        client = connect(port=port, name="tester", warp=10.0, timeout=10.0)
        client.register("NAV_HEADING")
        assert collect(client, lambda m: bool(m))[0].value == 90.0
        client.close()
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=60.0)
    assert "block uSimMarineV22 (line 6) is taken: started so in line 16" in output
    assert "dialect v22" in output
    assert "'turn_rate 70' has no '='; MOOS drops it" in output


@pytest.mark.parametrize("program", ["usimmarine", "usim_pid", "usim_guidance", "usim_helm"])
def test_without_alias_and_block_it_does_not_start(tmp_path: Path, program: str) -> None:
    (tmp_path / "m.moos").write_text("ProcessConfig = pLogger\n{\n}\n")
    done = run("m.moos", program=program, cwd=tmp_path)
    assert done.returncode == 2
    assert f"no block ProcessConfig = {program}; blocks present: pLogger; {program} --example prints one" in done.stderr


def test_an_unknown_switch_is_one_warning_and_it_runs_on(tmp_path: Path) -> None:
    with MoosDb(warp=10.0) as db:
        mission = write_mission(tmp_path, db.port)
        with running(mission, "--bogus=1", "--comms=native") as process:
            assert wait_for(lambda: "usimmarine" in db.clients)
            process.send_signal(signal.SIGTERM)
            output, _ = process.communicate(timeout=60.0)
    assert process.returncode == 0
    assert output.count("--bogus=1") == 1


def test_an_alias_without_a_block_names_the_blocks_there_are(tmp_path: Path) -> None:
    with MoosDb(warp=10.0) as db:
        mission = write_mission(tmp_path, db.port)
        with running(mission, "simX", "--comms=native") as process:
            client = connect(port=db.port, name="reader", warp=10.0)
            client.register("SIMX_STATUS")  # its connection is older than its reading of the block
            assert collect(client, bool)
            client.close()
            process.send_signal(signal.SIGTERM)
            output, _ = process.communicate(timeout=60.0)
    assert process.returncode == 0
    assert "no block ProcessConfig = simX; blocks present: usimmarine" in output


SCRIPT = """
ProcessConfig = uTimerScript
{
  event = var=LAST_WORD, val=17, time=2
  event = quit, time=2
}
"""


def test_it_ends_with_its_script_and_the_last_post_arrives(tmp_path: Path) -> None:
    with MoosDb(warp=10.0) as db:
        mission = Path(write_mission(tmp_path, db.port, extra="timer_script = uTimerScript"))
        mission.write_text(mission.read_text() + SCRIPT)
        client = connect(port=db.port, name="reader", warp=10.0)
        client.register("LAST_WORD")
        done = run(str(mission), "--until-quit", "--comms=native", timeout=20.0)
        assert done.returncode == 0
        assert collect(client, bool)[0].value == 17.0
        client.close()
    assert "ends: what --until-quit waits for has come" in done.stdout


GUIDED = """
ServerPort = {port}
Community = alpha
MOOSTimeWarp = 20
ProcessConfig = ANTLER
{{
  Run = usim_guidance @ NewConsole = false ~ drive
}}
ProcessConfig = drive
{{
  AppTick = 10
  waypoints = 0,-10
}}
"""


def test_guidance_says_which_waypoint_it_reached_and_ends(tmp_path: Path) -> None:
    with MoosDb(warp=20.0) as db:
        mission = tmp_path / "m.moos"
        mission.write_text(GUIDED.format(port=db.port))
        client = connect(port=db.port, name="vehicle", warp=20.0)
        client.register("DESIRED_SPEED")
        for name, value in (("NAV_X", 0.0), ("NAV_Y", -10.5), ("NAV_HEADING", 0.0)):
            client.notify(name, value)
        done = run(str(mission), "--until-quit", "--comms=native", program="usim_guidance", timeout=20.0)
        assert done.returncode == 0
        assert collect(client, lambda mail: mail and mail[-1].value == 0.0)
        client.close()
    assert "drive: waypoint=1, x=0, y=-10, reached at distance=0.50" in done.stdout
    assert "drive: plan finished" in done.stdout


def test_db_for_some_seconds(tmp_path: Path) -> None:
    mission = write_mission(tmp_path, free_port(), warp=200.0)
    # of the mission, 1 s of this machine
    done = run("--db", mission, "--comms=native", "--for", "200", timeout=100.0)
    assert done.returncode == 0
    assert "ends after 200 s, as --for asks" in done.stdout
