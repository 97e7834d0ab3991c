"""Who hears whom: by what a shore sends to its vehicles, and by the reports that come to a vehicle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.watch.test_watch_server import Mail, ask, serving
from usimmarine_py import connect
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.watch.feeds.alog import LogFeed
from usimmarine_py.watch.feeds.heard import SILENCE, HeardVehicles
from usimmarine_py.watch.feeds.moosdb import MoosFeed
from usimmarine_py.watch.hub import Hub

REPORT = "NAME={},X={},Y=0,SPD=1,HDG=90,DEP=0,TIME={}"


def log(path: Path, rows: Iterator[tuple[float, str, str]]) -> Path:
    text = "%% LOGSTART               1000.0\n"
    path.write_text(text + "".join(f"{time:<15.3f} {name:<20} app  {value}\n" for time, name, value in rows))
    return path


def shore() -> Iterator[tuple[float, str, str]]:
    """Abe hears ben until 20 s and from 50 s on; ben never hears abe; both are 10 m apart."""
    for second in range(80):
        for name, x in (("abe", 0), ("ben", 10)):
            yield second, "NODE_REPORT", REPORT.format(name, x, 1000 + second)
        if second <= 20 or second >= 50:
            yield second + 0.1, "NODE_REPORT_ABE", REPORT.format("ben", 10, 1000 + second)
        yield second + 0.2, "NODE_REPORT_BEN", REPORT.format("abe", 0, 1000 + second) + ",VSOURCE=radar"


def test_a_log_of_a_shore_says_who_hears_whom_at_any_time(tmp_path: Path) -> None:
    hub = Hub([LogFeed(log(tmp_path / "shore.alog", shore()))])
    try:
        hub.poll()
        with serving(hub) as server:

            def at(query: str) -> object:
                code, _, body = ask(server, "GET", f"/hears{query}")
                assert code == 200
                return json.loads(body)["hears"]

            assert at("?t=10") == {"abe": ["ben"]}
            assert at(f"?t={20.1 + SILENCE - 0.2}") == {"abe": ["ben"]}
            assert at(f"?t={20.1 + SILENCE + 0.2}") == {}
            assert at("?t=60") == at("") == {"abe": ["ben"]}
            assert ask(server, "GET", "/hears?t=now")[0] == 400
    finally:
        hub.close()


def test_a_vehicle_hears_those_whose_reports_come_to_it(tmp_path: Path) -> None:
    def rows() -> Iterator[tuple[float, str, str]]:
        for second in range(20):
            yield second, "NAV_X", f"{second}"
            yield second, "NAV_Y", "0"
            yield second, "NODE_REPORT_LOCAL", REPORT.format("abe", second, 1000 + second)
            if second > 5:
                yield second + 0.2, "NODE_REPORT", REPORT.format("ben", 10, 1000 + second)

    hub = Hub([LogFeed(log(tmp_path / "abe.alog", rows()))])
    try:
        hub.poll()
        assert (hub.hears(3.0), hub.hears(10.0)) == ({}, {"abe": ["ben"]})
    finally:
        hub.close()


def test_a_live_shore_is_asked_while_a_page_wants_to_know() -> None:
    with MoosDb(community="shore") as db:
        hub, poster = Hub([MoosFeed("127.0.0.1", db.port)]), connect(port=db.port, name="uFldNodeComms")
        try:
            assert hub.hears(None) == {}

            def heard() -> bool:
                for name, x in (("abe", 0), ("ben", 10), ("cal", 20)):
                    poster.notify("NODE_REPORT", REPORT.format(name, x, 0))
                for name in ("ben", "cal"):  # one variable, reports of many
                    poster.notify("NODE_REPORT_ABE", REPORT.format(name, 10, 0))
                hub.poll()
                return hub.hears(None) == {"abe": ["ben", "cal"]}

            assert wait_for(heard, 60.0)
            assert any(name.startswith("uXMS_usim_watch_hears") for name in db.clients)
        finally:
            poster.close()
            hub.close()


def test_pairs_and_spans_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("usimmarine_py.watch.feeds.heard._MOST_PAIRS", 2)
    monkeypatch.setattr("usimmarine_py.watch.feeds.heard._MOST_SPANS", 3)
    heard = HeardVehicles()
    for k in range(10):
        heard.note("abe", f"v{k}", 0.0)
        heard.note("abe", "v0", 100.0 * k)
    assert heard.at(0.0) == {"abe": {"v1"}}
    assert heard.at(900.0) == heard.at(700.0) == {"abe": {"v0"}}
    assert heard.at(600.0) == {}


def test_an_address_that_is_not_there_is_said_so_with_control_or_without() -> None:
    with serving(Hub([Mail("alpha")])) as server:
        code, _, body = ask(server, "POST", "/nothing", {}, Content_Type="application/json")
    assert (code, "nothing is taken here" in body.decode()) == (404, True)
