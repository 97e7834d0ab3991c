"""How own ship turns, as far as the helm looks ahead (``pmgen``)."""

from __future__ import annotations

from typing import NamedTuple

from usimmarine_py.text import read_number
from usimmarine_py.values.words import pairs


class TurningModel(NamedTuple):
    """A turn on a circle, looked at every some degrees."""

    radius: float  #: m
    step: float  #: deg


def read_platform(text: str) -> TurningModel | None:
    """Read ``alg=holo``, which turns at once (None), or ``alg=dubins#radius=R#spoke_degs=D``. Raises ``ValueError``."""
    found = pairs(text.strip('"'), "#")
    kind = found.get("alg", "").lower()
    if kind == "holo":
        return None
    radius, step = read_number(found.get("radius", "")), read_number(found.get("spoke_degs", "15"))
    if kind != "dubins" or radius is None or radius <= 0 or step is None or step <= 0:
        raise ValueError(f"alg=holo or alg=dubins#radius=R#spoke_degs=D expected, found {text}")
    return TurningModel(radius, step)
