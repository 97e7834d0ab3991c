"""The outlines of hulls in the attitude view stay in their pictures and are to scale."""

from __future__ import annotations

import re

import pytest

from usimmarine_py.logs.mcap.shapes import HullShape
from usimmarine_py.watch import fleet as attitude

HULLS = [
    HullShape(10.9, 3.5, 0.7), HullShape(325.5, 58.0, 20.8), HullShape(1.2, 0.93, 0.074),
    HullShape(1.08, 0.15, 0.15, "torpedo"), HullShape(0.457, 0.575, 0.254, "box"), HullShape(),
    HullShape(2.0, 1.08, 0.19, hulls=2),
]  # fmt: skip


@pytest.mark.parametrize("of", HULLS, ids=lambda of: f"{of.form} {of.length:g}")
def test_outlines_stay_in_their_pictures_and_are_to_scale(of: HullShape) -> None:
    for picture, size in ((attitude.section(of), of.beam), (attitude.side(of), of.length)):
        pairs = re.findall(r"[ML]?(-?[\d.]+) (-?[\d.]+)", picture.path)
        across = [float(x) for x in re.findall(r"[MLH](-?[\d.]+)", picture.path)]
        assert max(across) - min(across) <= size * picture.scale + 0.2
        assert min(across) == pytest.approx(-0.5 * size * picture.scale, abs=0.1)
        assert max(abs(float(x)) for x, _ in pairs) <= 60.0
        assert max(abs(float(y)) for _, y in pairs) <= 45.0
        assert size * picture.scale > 12.0
    assert f"{of.length:g} m long" in attitude.words(of)


def test_a_catamaran_has_two_hulls_and_a_deck_between_them() -> None:
    parts = attitude.section(HullShape(2.0, 1.08, 0.19, hulls=2)).path.split("Z")[:-1]
    port, starboard, deck = ([float(x) for x in re.findall(r"[MLH](-?[\d.]+)", part)] for part in parts)
    assert max(port) < min(deck) + 0.2 < 0.0 < max(deck) - 0.2 < min(starboard)
    assert min(port) == -max(starboard)
