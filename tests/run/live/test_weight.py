"""What mail weighs, by what is made of it."""

from __future__ import annotations

import pytest

from usimmarine_py.moos.transport.lockstep import MUCH_MAIL
from usimmarine_py.run.live.weight import weight_of_mail
from usimmarine_py.texts.shapes import read_points


@pytest.mark.parametrize(
    "text",
    [
        "format=radial,x=0,y=0,radius=5,pts=400,label=a",
        "ellipse::x=0,y=0,major=9,minor=5,degs=0,pts = 480",
        "points = format=lawnmower,x=0,y=0,width=1000,height=50,lane_width=1.1,rows=ns",
        "zigzag:0,0,0,1500,2,5",
        "pts={" + ":".join(f"{k},{k % 7}" for k in range(500)) + "}",
    ],
)
def test_a_text_weighs_what_is_made_of_it(text: str) -> None:
    """As many as 100,000 points are no portion, however short their texts are."""
    points = len(read_points(text.removeprefix("points = ")).points)
    assert points > 300
    assert MUCH_MAIL / weight_of_mail(text) * points < 50_000


@pytest.mark.parametrize("value", [1.0, "x", b"x" * 9, "no pts here", "NAME=a,X=1,Y=2", "opts=9"])
def test_other_mail_weighs_its_length(value: float | str | bytes) -> None:
    """A number of 64 characters, a text what it is long beside."""
    assert weight_of_mail(value) == 64 + (0 if isinstance(value, float) else len(value))
