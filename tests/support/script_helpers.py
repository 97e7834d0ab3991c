"""Playing a script on a stepped clock, and reading the recordings of the real program."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from tests.support.missions import block
from tests.support.paths import DATA
from usimmarine_py.mission import read_mission
from usimmarine_py.script import TimerScript
from usimmarine_py.values import Message

RECORDINGS = DATA / "utimerscript"
EPOCH = 1.79e9


class Row(NamedTuple):
    """One recorded or played post; ``kind`` is D or S, ``text`` as the logger writes it."""

    t: float
    variable: str
    kind: str
    text: str


def script_of(*lines: str, seed: int = 1, quirks: bool = False, app_tick: float = 10) -> TimerScript:
    """A player of the block made of these lines."""
    found = block(f"AppTick = {app_tick}", *lines, name="uTimerScript", verbatim=False)
    return TimerScript(found, None, np.random.default_rng(seed), community="sample", quirks=quirks)


def recorded_script(name: str, *, seed: int = 1, quirks: bool = True) -> TimerScript:
    """A player of one of the recorded missions."""
    block = read_mission(RECORDINGS / f"{name}.moos", {}).block("uTimerScript", verbatim=False)
    assert block is not None
    return TimerScript(block, None, np.random.default_rng(seed), community="sample", quirks=quirks)


def recording(name: str) -> list[Row]:
    """The rows of a recorded run."""
    rows = []
    for line in (RECORDINGS / f"{name}.tsv").read_text().split("\n")[1:]:
        if line:
            t, variable, kind, text = line.split("\t", 3)
            rows.append(Row(float(t), variable, kind, text))
    return rows


def play(
    script: TimerScript,
    duration: float,
    *,
    period: float = 0.0,
    mail: Callable[[TimerScript, int, float], None] = lambda script, k, t: None,
) -> list[Row]:
    """All posts of ``duration`` seconds; ``mail(script, k, t)`` is called before iteration k at time t.

    Times in the rows count from the first iteration. A post of EXITED_NORMALLY comes back as mail one tick later.
    """
    rows: list[Row] = []
    period = period or 1 / script.app_tick
    leaving = False
    for k in range(round(duration / period) + 1):
        t = k * period
        mail(script, k, t)
        if leaving:
            script.on_mail(Message("EXITED_NORMALLY", script.app_name, EPOCH + t))
        for variable, value, *_ in script.iterate(EPOCH + t):
            leaving |= variable == "EXITED_NORMALLY"
            if isinstance(value, str):
                rows.append(Row(t, variable, "S", value))
            else:
                text = f"{value:.6f}".rstrip("0").rstrip(".")
                rows.append(Row(t, variable, "D", "0" if text == "-0" else text))
    return rows


def status_fields(text: str) -> dict[str, str]:
    """The fields of a status string."""
    return dict(field.split("=", 1) for field in text.split(", "))
