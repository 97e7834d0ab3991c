"""Random variables and random pairs of a uTimerScript block. All draws come from the generator handed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from usimmarine_py.maths.plane.polygon import edges_of, side
from usimmarine_py.sums import plain_sum
from usimmarine_py.text import compact_number, plain_number, read_number, snap, split, unquote
from usimmarine_py.texts.pairs import pieces
from usimmarine_py.values.frozen import dataclass

if TYPE_CHECKING:
    import numpy as np

KEYS = ("at_start", "at_reset", "at_post")
_POLYGON_TRIES = 500
_STEPS = 10_000


@dataclass(frozen=True, slots=True)
class RandomVariable:
    """``randvar``: uniform in [low, high], or gaussian (``mu``, ``sigma`` given) limited to it."""

    name: str
    key: str
    low: float
    high: float
    snap: float = 0.001
    gaussian: bool = False
    mu: float = 0.0
    sigma: float = 0.0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its macros."""
        return (self.name,)

    def draw(self, rng: np.random.Generator) -> str:
        """Return the text of a new value. A uniform variable without width has the empty text, as in uTimerScript."""
        if self.gaussian:
            value = snap(self.mu + self.sigma * float(rng.standard_normal()), self.snap)
            return compact_number(min(max(value, self.low), self.high), 5)
        if self.low == self.high:
            return ""
        value = snap(draw_uniform(self.low, self.high, rng), self.snap)
        return compact_number(min(max(value, self.low), self.high), 3)


@dataclass(frozen=True, slots=True)
class RandomPair:
    """``randpair``: a point, uniform in a convex polygon with the given vertices."""

    name1: str
    name2: str
    key: str
    vertices: tuple[tuple[float, float], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its macros."""
        return self.name1, self.name2

    def draw(self, rng: np.random.Generator) -> tuple[str, str]:
        """Return the texts of a new point, 3 decimals each; the centre of the polygon when 500 tries all miss it."""
        xs, ys = zip(*self.vertices, strict=True)
        for _ in range(_POLYGON_TRIES):
            x, y = (min(ends) + _steps_within(ends, rng) / _STEPS for ends in (xs, ys))
            if one_sided([side(a, b, (x, y)) for a, b in edges_of(self.vertices)]):
                return plain_number(x, 3), plain_number(y, 3)
        return plain_number(plain_sum(xs) / len(xs), 3), plain_number(plain_sum(ys) / len(ys), 3)


def _steps_within(ends: Sequence[float], rng: np.random.Generator) -> int:
    """Return a number of steps of 0.1 mm that the extent of some places has room for."""
    return int(rng.integers(0, max(int(_STEPS * (max(ends) - min(ends))), 1)))


def draw_uniform(low: float, high: float, rng: np.random.Generator) -> float:
    """``low`` plus k/10000 of the range, k drawn from 0 to 9999."""
    return low + (high - low) * (int(rng.integers(0, _STEPS)) / _STEPS)


def read_variable(value: str, known: Sequence[RandomVariable]) -> RandomVariable | str:
    """Return the variable that a ``randvar`` line describes, or the reason why it describes none."""
    fields = [f.partition("=") for f in split(value, ",")]
    kind = next((v for k, _, v in fields if k == "type"), "uniform")
    if kind not in ("uniform", "gaussian", "normal"):
        return f"unknown random variable type: {kind}"
    gaussian = kind != "uniform"
    numbers: dict[str, float] = {}
    name = key = ""
    numeric = ("min", "max", "snap", "mu", "sigma") if gaussian else ("min", "max", "snap")
    for field, _, text in fields:
        if field == "varname" and text:
            name = text
        elif field == "key":
            if text.lower() not in KEYS:
                return f"unknown random_var key: {text}"
            key = text.lower()
        elif field in numeric:
            number = read_number(text)
            if number is None:
                return f"Bad parameter{'x' if gaussian else 'y'}=value: {field}={text}"
            numbers[field] = number
        elif field != "type":
            return f"Bad parametery=value: {field}={text}"
    problems = (
        ("key is not specified", not key),
        ("Unset variable name", not name),
        ("Lower value of the range not set", "min" not in numbers),
        ("Upper value of the range not set", "max" not in numbers),
        ("Mu not set", gaussian and "mu" not in numbers),
        ("Sigma not set", gaussian and "sigma" not in numbers),
        ("Minimum value greater than maximum value", numbers.get("min", 0.0) > numbers.get("max", 0.0)),
        ("Duplicate random variable", any(v.name == name for v in known)),
    )
    for reason, holds in problems:
        if holds:
            return reason
    low, high = numbers["min"], numbers["max"]
    step = numbers.get("snap", 0.001)
    return RandomVariable(name, key, low, high, step, gaussian, numbers.get("mu", 0.0), numbers.get("sigma", 0.0))


def read_pair(value: str, known: Sequence[RandomPair] = ()) -> RandomPair | str:
    """Return the pair that a ``randpair`` line describes, or the reason why it describes none."""
    fields = dict.fromkeys(("var1", "var2", "key", "poly", "type"), "")
    for piece in pieces(value):
        field, _, text = piece.partition("=")
        if field not in fields:
            return f"Bad parametery=value: {field}={text}"
        fields[field] = text
    if fields["type"] != "poly":
        return f"unknown random variable type: {fields['type']}"
    key = fields["key"].lower()
    if key and key not in KEYS:
        return f"unknown random_pair key: {fields['key']}"
    for name, reason in (
        ("key", "key is not specified"),
        ("var1", "Unset variable1 name"),
        ("var2", "Unset variable2 name"),
    ):
        if not fields[name]:
            return reason
    if not fields["poly"]:
        return "Minimum value greater than maximum value"  # so says uTimerScript
    taken = {name for pair in known for name in (pair.name1, pair.name2)}
    for name in (fields["var1"], fields["var2"]):
        if name in taken:
            return f"Duplicate random pair variable:{name}"
    vertices = _read_polygon(fields["poly"])
    if vertices is None:
        return "bad poly"
    return RandomPair(fields["var1"], fields["var2"], key, vertices)


def _read_polygon(text: str) -> tuple[tuple[float, float], ...] | None:
    """Return the vertices in ``pts={x,y:x,y:x,y}``; None unless they are the corners of a convex polygon."""
    _, _, inside = unquote(text).partition("pts={")
    points = []
    for piece in split(inside.partition("}")[0], ":"):
        x, y = ([*map(read_number, piece.split(",")), None, None])[:2]
        if x is None or y is None or piece.count(",") != 1:
            return None
        points.append((x, y))
    edges = edges_of(points)
    turns = [side(a, b, c) for (a, b), (_, c) in zip(edges, edges[1:] + edges[:1], strict=True)]
    return tuple(points) if len(points) >= 3 and any(turns) and one_sided(turns) else None


def one_sided(values: Sequence[float]) -> bool:
    """Return whether no two of the values have opposite signs."""
    return all(v >= 0 for v in values) or all(v <= 0 for v in values)
