"""Objective functions of a live helm: those that a real pHelmIvP posted, sent through a MOOSDB once more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.chromium import Page
from tests.support.helm_logs import helm_logs
from tests.support.live_alpha import WARP, launched
from tests.watch.test_watch_page import needs_chromium, see, watching
from usimmarine_py import connect
from usimmarine_py.logs.alog import read_alog
from usimmarine_py.logs.decisions import PostedDecisions
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.watch.feeds.decisions import LiveDecisions
from usimmarine_py.watch.feeds.moosdb import MoosFeed
from usimmarine_py.watch.hub import Hub

#: Iteration 281 of abe has two functions, at 89.95 s of its log.
AT, ITERATION = 90.0, 281


def posts(folder: Path) -> list[tuple[str, str]]:
    """What abe's helm posted of its decisions up to ``AT``."""
    rows = [row for row in read_alog(helm_logs(folder)[0]) if row.time <= AT]
    names = ("BHV_IPF", "IVPHELM_SUMMARY", "IVPHELM_DOMAIN")
    return [(row.variable, row.value) for row in rows if row.variable in names and isinstance(row.value, str)]


def test_the_functions_of_a_live_helm_are_those_of_its_log(tmp_path: Path) -> None:
    live = LiveDecisions()
    for variable, text in posts(tmp_path):
        live.take(variable, text, 1.0)
    found = live.answer()
    moment = PostedDecisions(tmp_path / "abe" / "abe.alog").at(AT)
    assert moment is not None
    assert found["iteration"] == moment.iteration == ITERATION
    assert found["decision"] == moment.decision
    assert [one["name"] for one in found["functions"]] == ["avoid_ben", "cross"]
    (course, _, _, courses), (speed, _, _, speeds) = found["plane"]
    assert (course, courses, speed, speeds) == ("course", 360, "speed", 41)
    for one in found["functions"]:
        weight, function = moment.functions[one["name"]]
        assert one["weight"] == weight
        wanted = function.over([axis for name in (course, speed) for axis in moment.axes if axis.name == name], {})
        assert one["plane"] == pytest.approx(wanted.ravel(), abs=0.051)
        assert max(one["plane"]) > min(one["plane"])


@pytest.mark.parametrize(
    ("mail", "words"),
    [
        ([], "the helm posts no objective functions (BHV_IPF)"),
        ([("BHV_IPF", "nonsense")], "not enough values"),
        ([("BHV_IPF", "P,a^1,1,1,H,7,1:a,2,1,9,1,D,x"), ("IVPHELM_SUMMARY", "iter=1")], "no objective function"),
        ([("BHV_IPF", "P,a^1,2,1,H,7"), ("IVPHELM_SUMMARY", "iter=1")], "the helm posts no"),
        ([("BHV_IPF", "P,a^1,99999,1,H")], "more functions than can be drawn"),
        ([("BHV_IPF", f"P,b{k}^1,1,1,H") for k in range(50)], "more functions than can be drawn"),
        ([("IVPHELM_DOMAIN", "course;0")], "not enough values"),
        ([("IVPHELM_SUMMARY", "iter=1,var=speed:nan,var=" + "x" * 10_000)], "the helm posts no"),
    ],
)  # fmt: skip
def test_bad_functions_are_refused_in_words(mail: list[tuple[str, str]], words: str) -> None:
    live = LiveDecisions()
    for variable, text in mail:
        live.take(variable, text, 1.0)
    found = live.answer()
    assert words in found["refused"]
    assert len(json.dumps(found, allow_nan=False)) < 400


def test_functions_are_gone_when_the_helm_has_none_any_more(tmp_path: Path) -> None:
    live = LiveDecisions()
    for variable, text in posts(tmp_path):
        live.take(variable, text, 1.0)
    live.take("IVPHELM_SUMMARY", f"iter={ITERATION + 1}", 2.0)
    assert live.answer()["iteration"] == ITERATION  # its functions may still come
    live.take("IVPHELM_SUMMARY", f"iter={ITERATION + 2}", 2.0)
    assert "refused" in live.answer()


def test_a_live_page_asks_for_the_functions(tmp_path: Path) -> None:
    mail = posts(tmp_path)
    with MoosDb(community="abe") as db:
        helm = connect(port=db.port, name="pHelmIvP")
        feed = MoosFeed("127.0.0.1", db.port)
        hub = Hub([feed])
        try:
            assert wait_for(helm.is_connected, 60.0)

            def functions() -> bool:
                for variable, text in mail[-40:]:
                    helm.notify(variable, text)
                hub.poll()
                return bool(hub.look_up("/functions", {}).get("iteration") == ITERATION)

            assert wait_for(functions, 60.0)
            assert feed._functions is not None
            feed._functions_asked -= 100.0  # nobody has asked for some time
            hub.poll()
            assert feed._functions is None
        finally:
            hub.close()
            helm.close()


def test_our_helm_posts_its_functions_while_a_page_asks(tmp_path: Path) -> None:
    with launched(tmp_path) as (_, port, _):
        feed = MoosFeed("127.0.0.1", port)
        hub = Hub([feed])
        seen: list[int] = []

        def several() -> bool:
            hub.poll()
            found = hub.look_up("/functions", {})
            if found.get("iteration") not in (None, *seen):
                assert [one["name"] for one in found["functions"]] == ["survey"]
                assert set(found["decision"]) == {"course", "speed"}
                seen.append(found["iteration"])
            return len(seen) >= 4

        try:
            assert wait_for(several, 60.0)
            assert seen == sorted(seen)
            feed._functions_asked -= 100.0  # the page is closed
            hub.poll()
            assert feed._functions is None
            client = connect(port=port, name="reader", warp=WARP, timeout=60.0)
            try:
                for name in ("BHV_IPF", "IVPHELM_ITER"):
                    client.register(name)
                heard: list[str] = []

                def two_ticks_later() -> bool:
                    heard.extend(message.variable for message in client.fetch())
                    return heard.count("IVPHELM_ITER") >= 8

                assert wait_for(two_ticks_later, 60.0)
                assert "BHV_IPF" not in heard[heard.index("IVPHELM_ITER") + 1 :][4:]
            finally:
                client.close()
        finally:
            hub.close()


@needs_chromium
@pytest.mark.slow
def test_the_rose_of_a_live_helm_is_drawn(tmp_path: Path) -> None:
    mail = posts(tmp_path)
    with MoosDb(community="abe") as db, watching(f"localhost:{db.port}") as watch:
        helm = connect(port=db.port, name="pHelmIvP")

        async def look(page: Page) -> None:
            await page.wait("!document.getElementById('open-helm').hidden")
            await page.value("document.getElementById('open-helm').click()")
            for _ in range(60):
                helm.notify("NAV_X", 1.0)
                helm.notify("NAV_Y", 2.0)
                for variable, text in mail[-40:]:
                    helm.notify(variable, text)
                if await page.value("document.querySelectorAll('#functions figure').length") == 3:
                    break
                await page.value("new Promise((done) => setTimeout(done, 500))")
            titles = "[...document.querySelectorAll('#functions figcaption')].map((e) => e.textContent)"
            assert await page.value(titles) == ["Weighted sum", "avoid_ben, weight 192", "cross, weight 100"]
            note = await page.value("document.getElementById('functions-note').textContent")
            assert note.startswith(f"iteration {ITERATION} at ")
            await page.picture(tmp_path / "rose.png")

        try:
            see(tmp_path / "browser", watch.url, look)
        finally:
            helm.close()
