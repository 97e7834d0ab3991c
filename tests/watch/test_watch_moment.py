"""A moment of a log in a browser: helm, functions, encounters and variables, by clicks and by the address."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.chromium import Page
from tests.support.helm_logs import helm_logs
from tests.watch.test_watch_page import needs_chromium, see, watching

pytest.importorskip("tornado", reason="needs tornado, to speak with the browser")

#: Pixels that are not empty, of a canvas found by a selector.
INK = (
    "((c) => c.getContext('2d').getImageData(0, 0, c.width, c.height).data"
    ".reduce((n, v, k) => n + (k % 4 === 3 && v > 0), 0))"
    "(document.querySelector('SELECTOR'))"
)


def words(name: str) -> str:
    return f"document.getElementById('{name}').textContent"


@needs_chromium
@pytest.mark.slow
def test_a_moment_is_shown_stepped_through_and_opened_again_by_its_address(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    helm_logs(folder)
    address = ""
    with watching(str(folder)) as watch:

        async def look(page: Page) -> None:
            nonlocal address
            await page.wait("usimWatch.fleet.vehicles.size === 2")
            assert await page.value("document.getElementById('helm').hidden")
            for name in ("helm", "encounters", "variables"):
                await page.value(f"document.getElementById('open-{name}').click()")
            await page.wait("document.querySelector('#helm-lanes canvas').clientWidth > 600", 60.0)
            await page.wait("usimWatch.span().to > 149", 60.0)
            # a click on the lanes of the helm, 90 s of 150
            await page.value(
                "{ const c = document.querySelector('#helm-lanes canvas'), b = c.getBoundingClientRect();"
                " const from = usimWatch.span().from, to = usimWatch.span().to;"
                " const x = 116 + (b.width - 128) * (90 - from) / (to - from);"
                " c.setPointerCapture = () => {};"
                " const at = { clientX: b.left + x, clientY: b.top + 5, buttons: 1 };"
                " c.dispatchEvent(new PointerEvent('pointerdown', at)) }"
            )
            await page.wait("Math.abs(usimWatch.fleet.at - 90) < 0.5")
            await page.wait("/^iteration 281 at 89.95 s: .*course 80/.test(" + words("functions-note") + ")", 60.0)
            titles = "[...document.querySelectorAll('#functions figcaption')].map((e) => e.textContent)"
            assert await page.value(titles) == ["Weighted sum", "avoid_ben, weight 192", "cross, weight 100"]
            assert await page.value(INK.replace("SELECTOR", "#functions canvas")) > 20_000
            assert await page.value(INK.replace("SELECTOR", "#helm-lanes canvas")) > 5_000
            await page.value("document.getElementById('later').click()")
            await page.wait("/^iteration 484/.test(" + words("functions-note") + ")", 60.0)
            await page.value("document.getElementById('earlier').click()")
            await page.wait("/^iteration 281/.test(" + words("functions-note") + ")", 60.0)
            await page.wait("document.querySelector('#met button').textContent.startsWith('closest: 42.')", 60.0)
            await page.value(
                "{ const e = document.getElementById('vars'); e.value = 'NAV_SPEED+DESIRED_SPEED,NAV_Q';"
                " e.dispatchEvent(new Event('change')) }"
            )
            await page.wait("/no NAV_Q in this log/.test(" + words("variables-note") + ")", 60.0)
            assert await page.value(INK.replace("SELECTOR", "#curves canvas")) > 1_000
            await page.wait("/t=89.947.*vars=NAV_SPEED%2BDESIRED_SPEED,NAV_Q/.test(location.hash)")
            address = await page.value("location.hash")
            assert "show=helm,encounters,variables" in address
            await page.look((400, 900), dark=True)
            await page.wait("innerWidth === 400 && document.documentElement.scrollWidth <= 400")

        see(tmp_path, watch.url, look)

        async def again(page: Page) -> None:
            await page.wait("/^iteration 281/.test(" + words("functions-note") + ")", 60.0)
            assert await page.value("usimWatch.fleet.at") == pytest.approx(89.94717, abs=1e-6)
            assert not await page.value("document.getElementById('variables').hidden")
            await page.wait("/no NAV_Q in this log/.test(" + words("variables-note") + ")", 60.0)
            assert await page.value("document.getElementById('vars').value") == "NAV_SPEED+DESIRED_SPEED,NAV_Q"
            assert await page.value("location.hash") == address
            # another moment in the same tab; what is no number changes nothing
            await page.value("location.hash = 't=x&from=30&to=60&vehicle=ben&show=helm'")
            await page.wait("usimWatch.span().from === 30 && usimWatch.fleet.one.name === 'ben'")
            assert await page.value("usimWatch.fleet.at") == pytest.approx(89.94717, abs=1e-6)
            # a time behind the log is its end; a picture drawn before the event comes does not write over the address
            await page.value(
                "Promise.all([import('./moment.js'), import('./overtime.js')]).then(([moment, overtime]) =>"
                " { overtime.span.from = 31; location.hash = 't=1500'; moment.writeMoment(performance.now() + 1000) })"
            )
            await page.wait("/^(1[45][0-9]\\.[0-9]) of \\1 s$/.test(" + words("time-shown") + ")")
            await page.wait("document.getElementById('time').value < 160")

        (tmp_path / "again").mkdir()
        see(tmp_path / "again", watch.url + address, again)
