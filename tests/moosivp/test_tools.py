"""MOOS-IvP's tools, one by one, beside our application, on the built-in MOOSDB and on the real one."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from tests.support.community import Community
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.comms import Comms

PROGRAMS = (
    *("MOOSDB", "uProcessWatch", "uMAC", "uXMS", "uPokeDB", "uQueryDB"),
    *("pLogger", "pNodeReporter", "uLoadWatch", "pRealm"),
)

BLOCKS = """
ProcessConfig = usimmarine
{
  AppTick = 10
  prefix = NAV
  start_pos = x=5, y=-20, heading=90, speed=0
  thrust_map = 20:1, 40:2, 60:3, 80:4, 100:5
}
ProcessConfig = uProcessWatch
{
  AppTick = 4
  summary_wait = 1
  watch = usimmarine
}
ProcessConfig = pNodeReporter
{
  AppTick = 4
  platform_type = kayak
}
ProcessConfig = uLoadWatch
{
  AppTick = 4
  thresh = app=any, gapthresh=5.0
}
ProcessConfig = pRealm
{
  AppTick = 4
}
ProcessConfig = pLogger
{
  AppTick = 8
  AsyncLog = true
  WildCardLogging = true
  FileTimeStamp = false
  Path = ./
  File = theirs
}
"""


@pytest.fixture(scope="module", params=["built-in", "real"])
def community(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Community]:
    found = Community(tmp_path_factory.mktemp("community"), BLOCKS)
    try:
        found.start_server(request.param)
        client = found.client("starter", "NAV_X")
        found.start("usimmarine")
        found.await_mail(client, lambda m: m.key == "NAV_X" and m.source == "usimmarine")
        client.close()
        yield found
    finally:
        found.end()


@pytest.fixture
def watcher(community: Community) -> Iterator[Comms]:
    client = community.client("watcher")
    yield client
    client.close()


def test_umac_shows_our_report(community: Community) -> None:
    community.start_in_terminal("uMAC", "m.moos", "--node=alpha", "--proc=usimmarine")
    screen = community.await_output("uMAC", "Velocity Information:")
    assert "dialect documented (from the name usimmarine)" in community.await_output("uMAC", "dialect documented")
    assert "usimmarine alpha" in screen
    community.stop("uMAC")


def test_uprocesswatch_finds_all_present(community: Community, watcher: Comms) -> None:
    watcher.register("PROC_WATCH_SUMMARY")
    watcher.register("APPCAST")
    community.start("uProcessWatch")
    community.await_mail(watcher, lambda m: m.value == "All Present")
    watcher.notify("APPCAST_REQ", "node=all,app=uProcessWatch,duration=10,key=test,thresh=any")
    # it complains of a status without MOOSName= or cpuload=
    report = community.await_mail(watcher, lambda m: m.key == "APPCAST" and m.source == "uProcessWatch")
    assert "run_warning_total=0" in str(report.value)
    community.stop("uProcessWatch")


def test_upokedb_drives_and_uxms_sees_it(community: Community, watcher: Comms) -> None:
    watcher.register("NAV_SPEED")
    assert community.run("uPokeDB", "m.moos", "DESIRED_THRUST=40").returncode == 0
    community.await_mail(watcher, lambda m: m.key == "NAV_SPEED" and m.value == 2.0)
    community.start_in_terminal("uXMS", "m.moos", "NAV_SPEED", "DESIRED_THRUST", "--show=source")

    def rows() -> list[list[str]]:
        return [line.split() for line in community.output("uXMS").splitlines()]

    assert wait_for(lambda: ["NAV_SPEED", "usimmarine", "2"] in rows(), 60.0), community.output("uXMS")[-2000:]
    assert ["DESIRED_THRUST", "uPokeDB", "40"] in rows()
    community.stop("uXMS")


def test_uquerydb_gets_a_value(community: Community) -> None:
    done = community.run(
        "uQueryDB", "m.moos", "--condition=NAV_HEADING = 90", "--check_var=NAV_DEPTH", "--csv", "--wait=5"
    )
    assert done.returncode == 0
    assert (community.folder / ".checkvars").read_text().strip() == "NAV_DEPTH,0"
    assert community.run("uQueryDB", "m.moos", "--condition=NAV_HEADING = 91", "--wait=1").returncode == 1


def test_pnodereporter_reports_our_vehicle(community: Community, watcher: Comms) -> None:
    watcher.register("NODE_REPORT_LOCAL")
    community.start("pNodeReporter")
    report = str(community.await_mail(watcher, lambda m: "HDG=90" in str(m.value)).value)
    fields = dict(part.split("=", 1) for part in report.split(",") if "=" in part)
    assert fields["NAME"] == "alpha"
    assert float(fields["Y"]) == -20.0
    community.stop("pNodeReporter")


def test_uloadwatch_gets_our_load(community: Community, watcher: Comms) -> None:
    for name in ("LOADCAST_REQ", "USIMMARINE_ITER_GAP", "USIMMARINE_ITER_LEN", "ULW_BREACH_COUNT"):
        watcher.register(name)
    community.start("uLoadWatch")
    community.await_mail(watcher, lambda m: m.key == "LOADCAST_REQ" and m.source == "uLoadWatch")
    gap = community.await_mail(watcher, lambda m: m.key == "USIMMARINE_ITER_GAP")
    assert isinstance(gap.value, float)
    assert gap.value > 0.0
    community.await_mail(watcher, lambda m: m.key == "USIMMARINE_ITER_LEN")
    community.stop("uLoadWatch")


def test_prealm_knows_what_we_read_and_post(community: Community, watcher: Comms) -> None:
    watcher.register("REALMCAST_CHANNELS")
    watcher.register("REALMCAST")
    community.start("pRealm")
    community.await_mail(watcher, lambda m: m.key == "REALMCAST_CHANNELS" and "usimmarine" in str(m.value))
    watcher.notify("REALMCAST_REQ", "client=watcher,channel=usimmarine,duration=20,nosrc,trunc")
    text = str(community.await_mail(watcher, lambda m: m.key == "REALMCAST" and "NAV_X" in str(m.value)).value)
    assert "proc=usimmarine" in text
    assert "DESIRED_THRUST" in text
    community.stop("pRealm")


def test_plogger_logs_every_post(community: Community, watcher: Comms) -> None:
    watcher.register("LOGGER_DIRECTORY")
    watcher.register("NAV_X")
    community.start("pLogger")
    community.await_mail(watcher, lambda m: m.key == "LOGGER_DIRECTORY")
    log = community.folder / "theirs" / "theirs.alog"

    def logged() -> list[float]:
        return sorted({row.time for row in read_alog(log) if row.variable == "NAV_X"}) if log.is_file() else []

    assert wait_for(lambda: len(logged()) > 100, 60.0)
    community.stop("pLogger")
    times = logged()
    gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
    # AppTick 10: on the mean 0.1 MOOS seconds apart, and nothing lost between server and logger
    assert sum(gaps) / len(gaps) == pytest.approx(0.1, rel=0.1)


def test_usim_poke_and_scope_work_with_either(community: Community) -> None:
    done = community.run("usim", "poke", "m.moos", "POKED=3.5", "WORD:=12")
    assert (done.returncode, done.stderr) == (0, "")
    done = community.run("usim", "scope", "m.moos", "POKED", "WORD", "NAV_HEADIN?", "--once")
    assert done.returncode == 0
    rows = [line.split()[1:] for line in done.stdout.splitlines()[1:]]
    assert [row[0] for row in rows] == ["NAV_HEADING", "POKED", "WORD"]
    assert [row[-1] for row in rows] == ["90", "3.5", '"12"']


def test_a_name_in_use_ends_with_3(community: Community) -> None:
    done = community.run("usimmarine", "m.moos", "--comms=native")
    assert done.returncode == 3
    assert "refused the name usimmarine" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr
