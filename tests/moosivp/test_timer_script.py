"""missions/drift_gusts with the script played by us, and with a real uTimerScript beside us."""

from __future__ import annotations

import pytest

from tests.support.community import Community
from tests.support.paths import ROOT
from usimmarine_py.moos.testing import collect
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.values import Message

PROGRAMS = ("uTimerScript", "MOOSDB")

WARP = 20.0
NAMES = ("DESIRED_THRUST", "DESIRED_RUDDER", "DRIFT_VECTOR_ADD")
EVENTS = 13


def blocks() -> str:
    """The blocks of the shipped mission, under the head of the test."""
    text = (ROOT / "missions" / "drift_gusts" / "drift_gusts.moos").read_text()
    return text[text.index("ProcessConfig = usimmarine") :]


def posts(client: Comms) -> list[Message]:
    """All posts of the script until its last event, at 115 s."""

    def over(mail: list[Message]) -> bool:
        return any(m.key == "DESIRED_THRUST" and m.value == 0.0 for m in mail)

    return [m for m in collect(client, over, 30.0) if m.source == "uTimerScript"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Message]]:
    found = {}
    for player in ("ours", "theirs"):
        community = Community(tmp_path_factory.mktemp(player), blocks(), WARP)
        try:
            community.start_server("built-in")
            client = community.client("watcher", *NAMES, "APPCAST")
            if player == "theirs":
                community.start("uTimerScript")
            community.start("usimmarine", "m.moos", "--comms=native")
            found[player] = posts(client)
            client.notify("APPCAST_REQ", "node=all,app=usimmarine,duration=10,key=test")
            report = community.await_mail(client, lambda m: m.key == "APPCAST" and m.source == "usimmarine")
            found[f"{player} report"] = [report]
            client.close()
        finally:
            community.end()
    return found


def test_the_same_posts_at_the_same_times(played: dict[str, list[Message]]) -> None:
    ours, theirs = ([m for m in played[p] if m.key in NAMES] for p in ("ours", "theirs"))
    assert len(ours) == len(theirs) == EVENTS
    assert [(m.key, m.value) for m in ours] == [(m.key, m.value) for m in theirs]
    for mine, other in zip(ours, theirs, strict=True):
        # relative to the first event; the grid of both is 0.1 s, and a tick may be late on a busy machine
        assert mine.time - ours[0].time == pytest.approx(other.time - theirs[0].time, abs=1.0)


def test_ours_is_silent_beside_the_real_one_and_says_so(played: dict[str, list[Message]]) -> None:
    text = str(played["theirs report"][0].value)
    assert "Script: uTimerScript: silent, a client of that name is in the community" in text
    assert "a client uTimerScript is in the community and plays its script; ours stays silent" in text
    assert "Script: uTimerScript: name=" in str(played["ours report"][0].value)
