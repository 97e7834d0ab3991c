"""The sea bed behind the track of `usim watch`."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

from tests.support.paths import MISSIONS
from usimmarine_py.cli.community.watch import open_feeds
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.sea.data.seabed import Shaped
from usimmarine_py.values import Message
from usimmarine_py.watch.bed import ALPHA, LAND, PALETTE, BedPicture
from usimmarine_py.watch.hub import Hub


def test_a_picture_holds_depths_land_and_what_is_unknown() -> None:
    picture = BedPicture(Shaped(lambda x, y: float("nan") if y > 100 else 20.0 - 0.1 * x))
    image = picture.around([0.0, 100.0], [0.0, 0.0])
    # samples lie in the middle of their pixels, so that the picture is a pixel wider than what was asked for
    spare = 225.0 / 119
    assert image.x == pytest.approx((-175.0 - spare, 275.0 + spare))
    assert image.y == pytest.approx((-225.0 - spare, 225.0 + spare))
    pillow = pytest.importorskip("PIL.Image", reason="needs Pillow")
    pixels = np.asarray(pillow.open(io.BytesIO(image.data)))
    assert pixels.shape == (120, 120, 4)
    columns = -175.0 + 450.0 * np.arange(120) / 119
    # the lowest row is the southernmost: deep in the west, land in the east
    assert [tuple(p) for p in pixels[-1, columns > 200.0, :3]] == [LAND] * int((columns > 200.0).sum())
    water = pixels[-1, columns < 199.0, :3].tolist()
    assert tuple(water[0]) == PALETTE[-1]
    assert tuple(water[-1]) == PALETTE[0]
    assert [colour[0] for colour in water] == sorted(colour[0] for colour in water)
    assert set(pixels[-1, :, 3]) == {round(255 * ALPHA)}
    assert set(pixels[0, :, 3]) == {0}
    assert picture.serves(200.0, 0.0)
    assert not picture.serves(265.0, 0.0)


def test_the_page_of_a_log_has_the_bed_of_its_mission(tmp_path: Path) -> None:
    for name in ("auv_survey.moos", "bank.asc"):
        (tmp_path / name).write_text((MISSIONS / "auv_survey" / name).read_text())
    folder = tmp_path / "auv_survey_run"
    folder.mkdir()
    (folder / "auv_survey.json").write_text('{"mission": "auv_survey.moos"}')
    with AlogWriter(folder / "auv_survey.alog", 0.0, opened="") as log:
        for k in range(5):
            for name, value in (("NAV_X", 10.0 * k), ("NAV_Y", 0.0), ("NAV_HEADING", 90.0)):
                log.write(Message(name, value, float(k), "pTest"))
    (feed,) = open_feeds((str(folder / "auv_survey.alog"),), "", 0, 0.0, "")
    assert feed.facts.bed is not None
    hub = Hub([feed])
    hub.poll()
    assert hub.bed is not None
    assert hub.bed.x[0] < 0.0 < 40.0 < hub.bed.x[1]
    depths = BedPicture(feed.facts.bed).depths([0.0, 40.0], [0.0, 0.0])
    assert np.nanmax(depths) == pytest.approx(38.0, abs=3.0)
    hub.close()
    (folder / "auv_survey.json").unlink()
    (bare,) = open_feeds((str(folder / "auv_survey.alog"),), "", 0, 0.0, "")
    assert bare.facts.bed is None
    bare.close()
