"""Objective functions (BHV_IPF) of the original helm beside ours, for scripts/helm-oracle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from usimmarine_py.helm.functions.axis import Utility
from usimmarine_py.helm.functions.surface import values_of
from usimmarine_py.helm.helm import Helm
from usimmarine_py.logs.functions import read_function, read_packet
from usimmarine_py.run.scenarios.helm import AppScenario, make_helm, play

#: The original writes slopes with four decimals, so that values over 360 points are this coarse.
_NEAR, _SHARE = 0.05, 1e-4


def wrong_functions(scenario: AppScenario, posts: Sequence[Any]) -> list[str]:
    """Return what is wrong with our functions beside those of the original's ``posts``, which ``_original`` reads."""
    theirs: dict[int, dict[str, str]] = {}
    for post in posts:
        if post.variable == "BHV_IPF":
            packet = read_packet(post.value)
            texts = theirs.setdefault(post.k, {})
            before = texts.get(packet.behavior, "") if packet.number > 1 else ""  # of one name there may be several
            texts[packet.behavior] = before + packet.body
    helm = make_helm(scenario)
    wrong: list[str] = []
    for tick in play(scenario, helm):
        if helm.functions:  # none where a behaviour stopped the vehicle
            wrong += (f"k={tick.step} function of {one}" for one in _wrong(helm, theirs.get(tick.step, {})))
    return wrong


def _wrong(helm: Helm, texts: Mapping[str, str]) -> Iterator[str]:
    axes = {axis.name: axis for axis in helm.options.axes}
    for name, text in texts.items():
        try:
            weight, wanted = read_function(text)
        except ValueError:  # an infinite weight
            continue
        if name not in helm.functions:
            yield f"{name} is missing"
            continue
        ours: Utility
        our_weight, ours = helm.functions[name]
        if abs(our_weight - weight) > 1e-3 * max(1.0, abs(weight)):
            yield f"{name} weighs {our_weight:g} instead of {weight:g}"
        elif ours.axes != wanted.names:
            yield f"{name} is over {ours.axes} instead of {wanted.names}"
        else:
            away = abs(values_of(ours, [axes[axis] for axis in ours.axes]) - wanted.values).max()
            if not away <= _NEAR + _SHARE * abs(wanted.values).max():
                yield f"{name} is {away:.3g} away"
