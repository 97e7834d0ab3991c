"""The page in Firefox, where there is one: the same values as in Chromium, every panel, and no complaint."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.support.firefox import find_firefox, firefox
from tests.watch.test_watch_page import watching
from tests.watch.test_watch_side import write_run

PANELS = ("contacts", "helm", "encounters", "variables", "mail", "reports", "scene", "keys")


@pytest.mark.skipif(find_firefox() is None, reason="no Firefox on PATH")
@pytest.mark.nightly
@pytest.mark.slow
def test_firefox_shows_the_page(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", 0.0, 1.5, "abe", "ben")

    async def look(url: str) -> None:
        program = find_firefox()
        assert program is not None
        async with firefox(program, tmp_path / "browser") as page:
            await page.look((1400, 900))
            await page.open(f"{url}#t=50")
            await page.wait("usimWatch.fleet.vehicles.size === 2", 60.0)
            await page.wait("document.querySelector('[data-value=position]').textContent === '75.0, 0.0'", 60.0)
            assert await page.value("document.querySelector('[data-value=heading]').textContent") == "090.0°"
            dark = "[...document.getElementById('ground').getContext('2d').getImageData(0, 0, 600, 500).data]"
            assert await page.value(f"{dark}.filter((v, k) => k % 4 === 3 && v).length > 1000")
            for name in PANELS:
                await page.value(f"document.getElementById('{name}').hidden = false")
            await page.wait("document.querySelectorAll('#contact-rows tr').length === 2")
            frames = "new Promise((d) => { let n = 0; (function each() { if (n++ > 20) d(n); "
            assert await page.value(f"{frames} else requestAnimationFrame(each); }})() }})") > 20
            assert page.complaints == []

    with watching(str(run)) as watch:
        asyncio.run(look(watch.url))
