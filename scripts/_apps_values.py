"""Random values of the keys and the mail of applications, for scripts/apps-oracle."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

#: What no key and no mail expects.
JUNK = ("", "abc", "-1", "0", "1e3", "5x", "true", "nan", "1,2", "off", "=", "a=b", "-0.5", "x=1,y=", "{", "a b", "#")
GROUPS = "red|Red|blue|red,blue|{red,blue}|green team"
BOOL = "true|false|true|false|TRUE|False|yes|on"
COLOUR = "red|dodger_blue|gray50|White|invisible|off|nocolor|0.5,0.5,0.5|hex:ff,00,10"
MACROS = ("$[VNAME]", "$[X]", "$[Y]", "$[HDG]", "$[DEP]", "$[LAT]", "$[UTIME]", "$[VTYPE]", "%[VTYPE]", "%[VNAME]",
          "$[GROUP]", "%[GROUP]", "$[SPD]", "$[UTC]", "$[NONE]")  # fmt: skip


class Drawn:
    """What the parts of one scenario share."""

    def __init__(self, rng: Random, ticks: int) -> None:
        from _apps_scenarios import NAMES, Vehicle

        self.rng, self.ticks = rng, ticks
        self.k, self.now = 0, 0.0
        self.files: dict[str, str] = {}
        self.vehicles = [Vehicle(rng, name) for name in rng.sample(NAMES, rng.randint(1, 4))]
        self.own = Vehicle(rng, "abe", 40.0)
        self.names = [one.name for one in self.vehicles]

    def variable(self, name: str) -> str:
        """Return a variable of mail."""
        return name

    def name(self) -> str:
        """Return the name of a vehicle, or of none."""
        return self.rng.choice([*self.names, *self.names, "abe", "zoe", self.names[0].upper()])


Values = str | Callable[[Drawn], Any]
#: Keys of a block; ``!``: most blocks have it, ``+``: all, once, and good; ``*``: several lines.
Block = Mapping[str, Values]
#: How often mail comes in a tick, and what; a bar between variables that are drawn alike.
Mail = Mapping[str, tuple[float, Values]]


def draw(drawn: Drawn, values: Values) -> Any:
    """Return one of the values between bars, or what a function makes."""
    return drawn.rng.choice(values.split("|")) if isinstance(values, str) else values(drawn)


def junk(rng: Random) -> str:
    """Return what is not expected."""
    return rng.choice(JUNK)


def span(low: float, high: float, *words: str) -> Callable[[Drawn], str]:
    """Return a drawer of numbers, whole or with digits, and of words."""

    def one(drawn: Drawn) -> str:
        rng = drawn.rng
        if words and rng.random() < 0.25:
            return rng.choice(words)
        return f"{rng.uniform(low, high):.{rng.choice((0, 0, 1, 2))}f}"

    return one


def number(low: float, high: float) -> Callable[[Drawn], float]:
    """Return a drawer of numbers of mail."""
    return lambda drawn: round(drawn.rng.uniform(low, high), drawn.rng.choice((0, 1, 3)))


def flag(*macros: str) -> Callable[[Drawn], str]:
    """Return a drawer of flags ``VAR=VALUE``."""

    def one(drawn: Drawn) -> str:
        rng = drawn.rng
        variable = rng.choice(("FLAG_A", "FLAG_B", "OUT", f"OUT_{rng.choice(macros)}" if macros else "OUT2"))
        words = [rng.choice((*macros, "text", "5", "-2.5", "true")) for _ in range(rng.choice((1, 1, 2, 3)))]
        return f"{variable}{rng.choice(('=', '=', ' = '))}{rng.choice((' ', ',', ':', '#', ' # ')).join(words)}"

    return one


def polygon(drawn: Drawn, reach: float = 60.0) -> str:
    """Return the points of a polygon, convex but for some."""
    rng = drawn.rng
    x, y, radius = rng.uniform(-reach, reach), rng.uniform(-reach, reach), rng.uniform(3, 40)
    count, turn = rng.randint(3, 6), rng.uniform(0, 360)
    if rng.random() < 0.06:
        count = rng.randint(1, 2)
    points = []
    for i in range(count):
        angle = math.radians(turn + 360 * i / count)
        points.append(f"{x + radius * math.sin(angle):.{rng.choice((0, 1, 1, 2))}f},{y + radius * math.cos(angle):.1f}")
    if rng.random() < 0.06:
        rng.shuffle(points)
    return f"{{{':'.join(points)}}}" if rng.random() < 0.05 else f"pts={{{':'.join(points)}}}"
