"""What a click on pMarineViewer's map posts: lines ``left_context[KEY] = VAR = VALUE`` and ``right_context[KEY]``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import atan2, degrees, hypot

from usimmarine_py.field.viewer.buttons import Flag
from usimmarine_py.text import read_number
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import ConfigLine

_KEY = re.compile(r"(left|right)_context(?:\[([^\]]*)\])?")
_MACRO = re.compile(r"\$[(\[]([A-Z_]+)[)\]]")
#: Of every context: pMarineViewer posts them with each click.
ANY = {"left": "MVIEWER_LCLICK", "right": "MVIEWER_RCLICK"}
_ANYWHERE = "x=$(XPOS),y=$(YPOS),lat=$(LAT),lon=$(LON),vname=$(VNAME),counter=$(IX)"


@dataclass(frozen=True, slots=True)
class ClickContext:
    """What clicks of one side post while a context is chosen."""

    side: str  #: left or right
    key: str  #: empty: in every context
    pairs: tuple[tuple[str, str], ...]

    def posts(self, values: Mapping[str, str]) -> list[Flag]:
        """Return the posts, with ``$(XPOS)`` or ``$[XPOS]`` and others filled in by ``values``.

        A macro without a value stays. A number is posted as one, as pMarineViewer does.
        """
        found: list[Flag] = []
        for variable, text in self.pairs:
            filled = _filled(text, values)
            number = None if text != filled or '"' in text else read_number(text)
            # names of vehicles come by mail; a name of a variable has neither blanks nor signs
            name = re.sub(r"[^\w$()\[\]-]", "_", _filled(variable, values))
            found.append((name, filled.strip('"') if number is None else number))
        return found


def _filled(text: str, values: Mapping[str, str]) -> str:
    return _MACRO.sub(lambda match: values.get(match[1], match[0]), text)


def read_contexts(lines: Iterable[ConfigLine]) -> list[ClickContext]:
    """Return the contexts of a block of pMarineViewer in their order, those without lines of a mission first."""
    found: dict[tuple[str, str], list[tuple[str, str]]] = {
        (side, ""): [(variable, _ANYWHERE)] for side, variable in ANY.items()
    }
    for line in lines:
        match = _KEY.fullmatch("".join(line.key.split()).lower())
        variable, equals, value = line.value.partition("=")
        if match is None or not equals or not variable.strip():
            continue
        found.setdefault((match[1], match[2] or ""), []).append((variable.strip(), value.strip()))
    return [ClickContext(side, key, tuple(pairs)) for (side, key), pairs in found.items()]


def click_values(
    x: float, y: float, vehicle: str, places: Mapping[str, tuple[float, float]], globe: tuple[float, float] | None,
    now: float, count: int,
) -> dict[str, str]:  # fmt: skip
    """Return the values of the macros of a click.

    Args:
        x, y: place of the click, m.
        vehicle: the chosen one; empty: none.
        places: all vehicles by name, m.
        globe: latitude and longitude of the click, deg; None without a datum.
        now: MOOS time, s.
        count: clicks before, of ``$(IX)``.
    """
    near = sorted(places, key=lambda name: hypot(places[name][0] - x, places[name][1] - y))
    closest = near[0] if near else ""
    found = {
        "XPOS": f"{x:.1f}".removesuffix(".0"), "X": f"{x:.0f}", "YPOS": f"{y:.1f}".removesuffix(".0"), "Y": f"{y:.0f}",
        "IX": str(count), "BIX": str(count), "UTC": f"{now:.3f}", "VNAME": vehicle, "UP_VNAME": vehicle.upper(),
        "VNAME_CLOSEST": closest, "UP_VNAME_CLOSEST": closest.upper(),
    }  # fmt: skip
    if globe is not None:
        found |= {"LAT": f"{globe[0]:.8f}", "LON": f"{globe[1]:.8f}"}
    if vehicle in places:
        own = places[vehicle]
        found["HDG"] = f"{degrees(atan2(x - own[0], y - own[1])) % 360.0:.2f}"
    return found
