"""Runs of the real pHelmIvP that were recorded step by step: mail in, one iteration, posts of behaviours out.

The clock of a run was that of the computer, so times in texts are left out of the comparison.
"""

from __future__ import annotations

import re
from typing import Any

from tests.support.recorded import document
from usimmarine_py.helm import Helm, read_helm_block
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

FOLDER = "helm_steps"
STEP = 0.50001  # a little longer than asked for, as the steps of a clock are

Row = tuple[int, str, float | str]


def load(name: str) -> dict[str, Any]:
    """Return a run: config, bhv, init and steps (mail), state, posts."""
    return document(FOLDER, name)


def recorded(run: dict[str, Any]) -> list[Row]:
    """Return iteration, variable and value of what the original posted."""
    return [(k, variable, _without_times(value)) for k, variable, value in run["posts"]]


def play(run: dict[str, Any]) -> tuple[str, list[Row]]:
    """Return the state of our helm at the end, and what it posts on the same mail."""
    lines = [ConfigLine(*(part.strip() for part in line.split("=", 1))) for line in run["config"]]
    helm = Helm(read_helm_block(lines), {"t.bhv": run["bhv"]}, community="abe", datum=(43.8253, -70.3304))
    now = 3.0e9  # past the C ints, as the clock of the recorded runs
    helm.start(now)
    rows: list[Row] = []
    back: list[Message] = []
    mail = [("MOOS_MANUAL_OVERRIDE", "false"), *run["init"]]
    for step in [[], *run["steps"]]:
        now += 1.0 if not step and not rows else STEP
        mail += step
        sent = [Message(name, _at(value, now), now, "test") for name, value in mail]
        helm.mail([*back, *(m for m in sent if helm.subscribes_to(m.variable))], now)
        mail = []
        posts = helm.tick(now)
        back = [
            Message(post.variable, post.value, now, "pHelmIvP", post.source_aux)
            for post in posts
            if helm.subscribes_to(post.variable)
        ]
        for post in posts:
            if isinstance(post.value, bytes) or post.variable == "BHV_IPF":
                continue
            if re.match(r"\d+:", post.source_aux) or post.variable.startswith("DESIRED_"):
                rows.append((helm.iteration, post.variable, _without_times(post.value)))
    return helm.state, rows


def _at(value: float | str, now: float) -> float | str:
    return value.replace("NOW", f"{now:.2f}") if isinstance(value, str) else value


def _without_times(value: float | str) -> float | str:
    return re.sub(r"(,time|,utc|^Timestamp)=[\d.]+", r"\1=*", value) if isinstance(value, str) else value
