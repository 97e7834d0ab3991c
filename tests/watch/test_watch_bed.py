"""The sea bed behind the track of `usim watch`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.support.paths import MISSIONS
from usimmarine_py.cli.community.watch import open_feed
from usimmarine_py.environment.sea.seabed import Shaped
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.model import Message

pytest.importorskip("bokeh", reason="needs bokeh (extra watch)")
from usimmarine_py.watch.bed import BedPicture, span


def test_a_picture_holds_depths_land_and_what_is_unknown() -> None:
    picture = BedPicture(Shaped(lambda x, y: float("nan") if y > 100 else 20.0 - 0.1 * x))
    image = picture.around([0.0, 100.0], [0.0, 0.0])
    depths, x, y, side = image["image"][0], image["x"][0], image["y"][0], image["dw"][0]
    assert (x, y, side) == (-175.0, -225.0, 450.0)
    columns = x + side * np.arange(120) / 119
    assert depths[0] == pytest.approx(np.where(columns < 200.0, 20.0 - 0.1 * columns, -1.0), abs=1e-4)
    assert np.isnan(depths[-1]).all()
    assert span(image) == (pytest.approx(0.08, abs=0.4), pytest.approx(37.5))
    assert picture.serves(200.0, 0.0)
    assert not picture.serves(265.0, 0.0)


def test_the_page_of_a_log_has_the_bed_of_its_mission(tmp_path: Path) -> None:
    from bokeh.document import Document

    from usimmarine_py.watch.page import make_page

    for name in ("auv_survey.moos", "bank.asc"):
        (tmp_path / name).write_text((MISSIONS / "auv_survey" / name).read_text())
    folder = tmp_path / "auv_survey_run"
    folder.mkdir()
    (folder / "auv_survey.json").write_text('{"mission": "auv_survey.moos"}')
    with AlogWriter(folder / "auv_survey.alog", 0.0, opened="") as log:
        for k in range(5):
            for name, value in (("NAV_X", 10.0 * k), ("NAV_Y", 0.0), ("NAV_HEADING", 90.0)):
                log.write(Message(name, value, float(k), "pTest"))
    feed = open_feed(str(folder / "auv_survey.alog"), "", 0, 0.0, "")
    assert feed.bed is not None
    feed.poll()
    document = Document()
    make_page(feed)(document)
    images = [m for m in document.select({"name": "track"}) for m in m.renderers if type(m.glyph).__name__ == "Image"]
    (image,) = images
    depths = image.data_source.data["image"][0]
    assert np.nanmax(depths) == pytest.approx(38.0, abs=3.0)
    feed.close()
    (folder / "auv_survey.json").unlink()
    bare = open_feed(str(folder / "auv_survey.alog"), "", 0, 0.0, "")
    assert bare.bed is None
    bare.close()
