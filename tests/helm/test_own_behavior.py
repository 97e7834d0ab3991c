"""A behaviour of a user's own: typed parameters, hooks, functions from the public builders."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.helm_bench import DOMAIN
from usimmarine_py.helm import Behavior, Function, Helm, Peak, heading_peak, read_helm_block
from usimmarine_py.helm.behaviours import find_kind
from usimmarine_py.helm.parameters import choice, number, variable, word
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message


class Weave(Behavior):
    """Weaves around a course."""

    base: float = number(0.0, unit="deg", what="The course.")
    swing: float = number(20.0, minimum=0.0, maximum=90.0, unit="deg", what="To either side.")
    period: float = number(4.0, above=0.0, unit="s", what="Time for both sides.")
    side_var: str = variable("WEAVE_SIDE", what="Variable for the side.")

    def on_run(self) -> Function:
        port = self.now % self.period < self.period / 2
        self.post(self.side_var, "port" if port else "star")
        wanted = self.base + (-self.swing if port else self.swing)
        return heading_peak(self.axis("course"), Peak(wanted % 360, 10.0, 170.0, 25.0))


def find(kind: str) -> type[Behavior] | None:
    return Weave if kind == "BHV_Weave" else find_kind(kind)


TEXT = """
Behavior = BHV_Weave
{
  name = weave
  base = 90
  swing = 30
}
Behavior = BHV_ConstantSpeed
{
  name = spd
  duration = no-time-limit
  speed = 2
}
"""


def test_an_own_kind_runs_like_a_stock_one() -> None:
    lines = [ConfigLine(*(part.strip() for part in line.split("="))) for line in (*DOMAIN, "start_in_drive = true")]
    helm = Helm(read_helm_block(lines), {"weave.bhv": TEXT}, community="abe", find=find)
    assert helm.problems == []
    helm.start(0.0)
    names = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED")
    chosen = []
    for k in range(1, 9):
        helm.mail([Message(name, 0.0, k, "sim") for name in names], k)
        posts = helm.tick(k)
        chosen.append(helm.decision["course"])
        assert [p.value for p in posts if p.variable == "DESIRED_SPEED"] == [2.0]
    assert chosen == [60.0, 120.0, 120.0, 60.0, 60.0, 120.0, 120.0, 60.0]


def test_its_parameters_are_declared_once() -> None:
    assert {"base", "swing", "period", "side_var", "pwt"} <= Weave.parameters.keys()
    assert Weave.parameters["swing"].default == "20" and Weave.swing == 20.0
    assert Weave.parameters["swing"].unit == "deg"


class Deep(Behavior):
    """Wants nothing, and needs a depth to steer."""

    needed_axes = ("depth",)

    def on_run(self) -> None:
        return None


@pytest.mark.parametrize("axes", [(), ("domain = depth:0:100:101",)])
def test_an_own_kind_that_needs_an_axis_stops_the_vehicle_without_it(axes: tuple[str, ...]) -> None:
    options = read_helm_block("\n".join((*DOMAIN, *axes, "start_in_drive = true")))
    text = "Behavior = BHV_Deep\n{\n  name = it\n}\n" + TEXT[TEXT.rindex("Behavior") :]
    helm = Helm(options, {"it.bhv": text}, community="abe", behaviors=[Deep])
    helm.start(0.0)
    names = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED")
    helm.mail([Message(name, 0.0, 1.0, "sim") for name in names], 1.0)
    posts = {post.variable: post.value for post in helm.tick(1.0)}
    found = posts.get("BHV_ERROR"), helm.allstop == "BehaviorError", [text for text in helm.cautions if "axis" in text]
    if axes:
        assert found == (None, False, [])
    else:
        caution = "it.bhv:1: the domain has no axis depth: it stops the vehicle; domain = depth:..."
        assert found == ("it: Null IvPDomain given to Behavior", True, [caution])


class Careless(Behavior):
    """Posts and reads what it should not."""

    what: str = word("list", what="What it does.")

    def on_run(self) -> None:
        values = {"list": [1, 2], "none": None, "bool": True, "numpy": np.float32(0.5)}
        if self.what == "read":
            self.post("READ", self.value("NAV_HEADNG"))
        else:
            self.post("POSTED", values[self.what])  # type: ignore[arg-type]


def careless(what: str) -> tuple[Helm, dict[str, object]]:
    """The helm after two ticks, and its last posts."""
    text = f"Behavior = BHV_Careless\n{{\n  name = it\n  what = {what}\n}}\n"
    options = read_helm_block("\n".join((*DOMAIN, "start_in_drive = true")))
    helm = Helm(options, {"it.bhv": text}, community="abe", behaviors=[Careless])
    helm.start(0.0)
    names = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED")
    posts = []
    for k in (1, 2):
        helm.mail([Message(name, 0.0, k, "sim") for name in names], k)
        posts += helm.tick(k)
    return helm, {post.variable: post.value for post in posts}


@pytest.mark.parametrize("what", ["list", "none"])
def test_a_post_of_another_type_stops_the_vehicle_with_file_and_line(what: str) -> None:
    helm, posts = careless(what)
    assert "a number or a text expected" in helm.broken and "test_own_behavior.py:" in helm.broken
    assert "POSTED" not in posts and "BHV_ERROR" in posts


def test_truth_is_posted_as_text_and_numpy_as_a_number() -> None:
    assert careless("bool")[1]["POSTED"] == "true"
    assert careless("numpy")[1]["POSTED"] == 0.5


def test_reading_what_is_not_subscribed_to_is_warned_of() -> None:
    _, posts = careless("read")
    assert posts["BHV_WARNING"] == "it: reads NAV_HEADNG, which is not in its variables: it stays 0.0"


def test_words_that_are_one_text_are_refused() -> None:
    with pytest.raises(TypeError, match="are one text"):
        choice("starboard", "port")
