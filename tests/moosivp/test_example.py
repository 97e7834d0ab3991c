"""The block that --example prints, pasted into a mission."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.community import Community
from usimmarine_py.check.table import example_block

PROGRAMS = ("MOOSDB",)


@pytest.mark.parametrize("alias", ["usimmarine", "uSimMarineV22", "uSimMarine"])
def test_it_runs_without_a_warning(alias: str, tmp_path: Path) -> None:
    community = Community(tmp_path, example_block().replace("= usimmarine", f"= {alias}"))
    try:
        community.start_server("real")
        client = community.client("watcher", "APPCAST", "USM_X")
        community.start("usimmarine", "m.moos", alias, "--strict", "--comms=native")
        community.await_mail(client, lambda m: m.key == "USM_X")
        client.notify("APPCAST_REQ", "node=all,app=all,duration=20,key=test")
        reports = [community.await_mail(client, lambda m: m.key == "APPCAST") for _ in range(2)]
        assert ["warnings=" in str(r.value).replace("run_warning_total", "") for r in reports] == [False, False]
        assert all("run_warning_total=0" in str(r.value) for r in reports)
        client.close()
    finally:
        community.end()
