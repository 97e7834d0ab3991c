"""A log played into the real MOOSDB: pLogger writes down the same mail, at the same times."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.community import Community
from usimmarine_py.logs.alog import AlogWriter, read_alog
from usimmarine_py.logs.alog.reader import AlogRow
from usimmarine_py.logs.playback import chosen_rows
from usimmarine_py.moos.testing import collect, wait_for
from usimmarine_py.values import Message

PROGRAMS = ("MOOSDB", "pLogger")

#: At warp 1, s.
ALLOWED = 1e-3

LOGGER = """
ProcessConfig = pLogger
{
  AppTick   = 20
  CommsTick = 20
  AsyncLog  = true
  Path      = ./
  File      = PLAYED
  FileTimeStamp = false
  // by name: what it logs by pattern it notices a second late
  Log = NAV_X       @ 0 NOSYNC
  Log = NODE_REPORT @ 0 NOSYNC
  Log = DEPLOY      @ 0 NOSYNC
}
"""


def recording(folder: Path) -> Path:
    file = folder / "run.alog"
    writer = AlogWriter(file, 0.0, ["a test"])
    for k in range(120):
        t = 5.0 + 0.0503 * k
        writer(t, "NAV_X", "usimmarine", "", 0.25 * k)
        writer(t, "NODE_REPORT", "pNodeReporter", "", f"NAME=alpha,X={k}")
        if k % 30 == 0:
            writer(t + 0.012, "DEPLOY", "uPokeDB", "", "true" if k % 60 == 0 else "false")
    writer.close()
    return file


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[AlogRow], list[Message], Path]:
    folder = tmp_path_factory.mktemp("played")
    community = Community(folder, LOGGER, warp=1.0)
    log = recording(folder)
    rows = chosen_rows(log)
    names = {row.variable for row in rows}
    try:
        community.start_server("real")
        client = community.client("watcher")
        client.register_wildcard("*")
        community.start("pLogger")
        assert wait_for(lambda: bool(list(folder.glob("**/*.alog"))[1:]), 60.0)
        done = community.run("usim", "play", "run.alog", "m.moos", timeout=60.0)
        assert done.returncode == 0, done.stderr
        count = len(rows)
        mail = collect(client, lambda found: sum(m.variable in names for m in found) >= count)
        client.close()
        logged = next(file for file in folder.glob("**/*.alog") if file != log)
        assert wait_for(lambda: sum(row.variable in names for row in read_alog(logged)) >= count, 60.0)
    finally:
        community.end()
    return rows, [m for m in mail if m.variable in names], logged


def test_a_client_sees_the_same_mail_at_the_same_times(
    played: tuple[list[AlogRow], list[Message], Path],
) -> None:
    rows, mail, _ = played
    assert [(m.variable, m.source, m.value) for m in mail] == [(r.variable, r.source, r.value) for r in rows]
    base = mail[0].time - rows[0].time
    assert max(abs(m.time - base - row.time) for m, row in zip(mail, rows, strict=True)) < ALLOWED


def test_plogger_writes_the_same_log(played: tuple[list[AlogRow], list[Message], Path]) -> None:
    rows, _, logged = played
    names = {row.variable for row in rows}
    again = sorted((row for row in read_alog(logged) if row.variable in names), key=lambda row: row.time)
    for name in names:
        was, now = ([r for r in found if r.variable == name] for found in (rows, again))
        assert [(r.source, r.value) for r in now] == [(r.source, r.value) for r in was]
        base = now[0].time - was[0].time
        # pLogger writes milliseconds
        assert max(abs(b.time - base - a.time) for a, b in zip(was, now, strict=True)) < ALLOWED + 5e-4
