"""BHV_IPF of our helm, when it is asked for, against the functions that it decides by."""

from __future__ import annotations

import pytest

from usimmarine_py import Message
from usimmarine_py.helm import Helm, read_helm_block
from usimmarine_py.helm.functions.surface import values_of
from usimmarine_py.logs.functions import read_function, read_packet

BLOCK = """
domain = course:0:359:360
domain = speed:0:4:41
"""
FILE = """
Behavior = BHV_Waypoint
{
  name = survey
  points = 60,-40:60,-160
  speed = 2
  IPF
}
Behavior = BHV_OpRegion
{
  name = region
  polygon = -200,-200:-200,200:200,200:200,-200
}
"""


def helm_of(ipf: str) -> Helm:
    helm = Helm(read_helm_block(BLOCK), {"a.bhv": FILE.replace("IPF", ipf)}, community="abe", now=0.0)
    assert not helm.problems
    helm.start(0.0)
    mail = [Message(f"NAV_{name}", 0.5, 1.0, "sim") for name in ("X", "Y", "HEADING", "SPEED")]
    helm.mail([*mail, Message("MOOS_MANUAL_OVERRIDE", "false", 1.0, "me")], 1.0)
    return helm


def posted(helm: Helm, now: float) -> dict[str, str]:
    """The whole functions of a tick, by behaviour; their packets stand before the summary."""
    found: dict[str, str] = {}
    said = [post for post in helm.tick(now) if post.variable in ("BHV_IPF", "IVPHELM_SUMMARY")]
    assert said[-1].variable == "IVPHELM_SUMMARY"
    for post in said[:-1]:
        packet = read_packet(str(post.value))
        assert (packet.behavior, packet.iteration) == (post.source_aux, helm.iteration)
        found[packet.behavior] = found.get(packet.behavior, "") + packet.body
        assert packet.number <= packet.of
    return found


@pytest.mark.parametrize("ipf", ["", "ipf_type = roc"])
def test_what_is_asked_for_is_what_is_decided_by(ipf: str) -> None:
    helm = helm_of(ipf)
    assert posted(helm, 1.0) == {}
    helm.mail([Message("IVPHELM_REJOURNAL", "functions", 1.2, "page")], 1.2)
    texts = posted(helm, 1.5)
    assert set(texts) == set(helm.functions) >= {"survey"}
    domain = {axis.name: axis for axis in helm.options.axes}
    for name, (weight, function) in helm.functions.items():
        read_weight, read = read_function(texts[name])
        assert read_weight == weight
        assert read.names == function.axes
        wanted = values_of(function, [domain[axis] for axis in function.axes])
        assert abs(read.values - wanted).max() < 0.01
        assert wanted.max() - wanted.min() > 50.0
    assert posted(helm, 2.0) == {}  # those of one iteration


def test_they_are_asked_for_for_some_time() -> None:
    helm = helm_of("")
    helm.mail([Message("IVPHELM_REJOURNAL", "functions = 2", 1.0, "page")], 1.0)
    assert [bool(posted(helm, now)) for now in (1.0, 2.0, 2.9, 3.0, 4.0)] == [True, True, True, False, False]
    helm.mail([Message("IVPHELM_REJOURNAL", "functions=100", 4.0, "page")], 4.0)
    assert posted(helm, 4.5)
    helm.mail([Message("IVPHELM_REJOURNAL", "functions=0", 4.5, "page")], 4.5)
    assert not posted(helm, 5.0)


@pytest.mark.parametrize("text", ["all", "functions=soon", "functions=nan", "functions twice", ""])
def test_other_words_ask_for_a_whole_summary_as_ever(text: str) -> None:
    helm = helm_of("")
    helm.tick(1.0)
    brief = next(str(post.value) for post in helm.tick(1.5) if post.variable == "IVPHELM_SUMMARY")
    helm.mail([Message("IVPHELM_REJOURNAL", text, 1.6, "page")], 1.6)
    posts = helm.tick(2.0)
    whole = next(str(post.value) for post in posts if post.variable == "IVPHELM_SUMMARY")
    assert len(whole) > 2 * len(brief)
    assert not [post for post in posts if post.variable == "BHV_IPF"]
