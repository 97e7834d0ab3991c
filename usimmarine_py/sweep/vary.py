"""The variations of a sweep: ``KEY=DIST``, read and drawn.

    turn_rate=uniform(60,80)              script.DRIFT_VECTOR_ADD[1]=90,{uniform(0,0.5)}
    max_acceleration=grid(0.1,0.2,0.4)    script.DRIFT_VECTOR_ADD[2]=90,-{script.DRIFT_VECTOR_ADD[1]}
    vehicle.rigid_body.mass=normal(6000,200)

The values of run i depend on the seed of the sweep, on i and on the key alone: neither the number of runs nor other
keys nor the order of the runs change them. Grid values repeat: run i stands at grid point i modulo their number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, inf, isfinite, log

import numpy as np

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.text import read_number
from usimmarine_py.values.overrides import split_pair, value_text

Value = float | int | str

_CALL = re.compile(r"\s*([A-Za-z_]+)\s*\((.*)\)\s*", re.S)
# ${NAME} and {$[X]+1} are the mission's own
_PLACE = re.compile(r"(?<!\$)\{([^{}$]*)\}")
_BRACED = re.compile(r"\{[^{}]*\}")
_WORD_BEFORE = re.compile(r"([A-Za-z_]\w*)\s*=\s*[+-]?$")
#: Names of the parts of a value that are separated by commas.
_VECTORS = dict.fromkeys(
    ("drift_vector", "drift_vector_add", "usm_drift_vector", "usm_drift_vector_add"), ("direction", "speed")
)
_POINTS = ("waypoints", "points")
MOST_GRID_POINTS = 1_000_000
_MOST_REDRAWS = 10_000
#: Whole numbers up to here are exact, as numbers of the mission too.
_LARGEST_WHOLE = 2.0**53
#: No normal deviate is larger than this many sigma.
_FAR = 40.0
_LARGEST_EXPONENT = 709.0

_Draw = Callable[[np.random.Generator, Sequence[float]], float | int]


@dataclass(frozen=True, slots=True)
class SampleShape:
    """A distribution: its arguments, how it is drawn, and a check of its arguments."""

    usage: str
    counts: tuple[int, ...]
    draw: _Draw
    check: Callable[[Sequence[float]], bool]


def _normal(rng: np.random.Generator, a: Sequence[float]) -> float:
    if len(a) == 2:
        return float(rng.normal(a[0], a[1]))
    for _ in range(_MOST_REDRAWS):
        value = float(rng.normal(a[0], a[1]))
        if a[2] <= value <= a[3]:
            return value
    return min(max(a[0], a[2]), a[3])


SHAPES: Mapping[str, SampleShape] = {
    "uniform": SampleShape(
        "uniform(LOW,HIGH)", (2,), lambda g, a: float(g.uniform(a[0], a[1])), lambda a: 0 <= a[1] - a[0] < inf
    ),
    "normal": SampleShape(
        "normal(MEAN,SIGMA) or normal(MEAN,SIGMA,LOW,HIGH)",
        (2, 4),
        _normal,
        lambda a: a[1] >= 0 and abs(a[0]) + _FAR * a[1] < inf and (len(a) == 2 or a[2] <= a[3]),
    ),
    "lognormal": SampleShape(
        "lognormal(MEDIAN,SIGMA)",
        (2,),
        lambda g, a: a[0] * exp(float(g.normal(0.0, a[1]))),
        lambda a: a[0] > 0 and a[1] >= 0 and log(a[0]) + _FAR * a[1] < _LARGEST_EXPONENT,
    ),
    "loguniform": SampleShape(
        "loguniform(LOW,HIGH)",
        (2,),
        lambda g, a: exp(float(g.uniform(log(a[0]), log(a[1])))),
        lambda a: 0 < a[0] <= a[1],
    ),
    "triangular": SampleShape(
        "triangular(LOW,MODE,HIGH)",
        (3,),
        lambda g, a: float(g.triangular(a[0], a[1], a[2])),
        lambda a: a[0] <= a[1] <= a[2] and 0 < a[2] - a[0] < inf,
    ),
    "integers": SampleShape(
        "integers(LOW,HIGH), both ends count",
        (2,),
        lambda g, a: int(g.integers(int(a[0]), int(a[1]) + 1)),
        lambda a: a[0] <= a[1] and all(x == int(x) and abs(x) <= _LARGEST_WHOLE for x in a),
    ),
}
#: Shapes over a list of values.
LISTS = {"choice": "choice(A,B,...)", "grid": "grid(A,B,...) or grid(FIRST:LAST:COUNT)"}


@dataclass(frozen=True, slots=True)
class Distribution:
    """One ``NAME(...)``: numbers of a shape, or the values of a list."""

    name: str
    numbers: tuple[float, ...] = ()
    values: tuple[Value, ...] = ()

    @property
    def is_grid(self) -> bool:
        """Whether every value gets its turn instead of being drawn."""
        return self.name == "grid"

    def draw(self, rng: np.random.Generator) -> Value:
        """Return one value."""
        if self.values:
            return self.values[int(rng.integers(len(self.values)))]
        return SHAPES[self.name].draw(rng, self.numbers)


@dataclass(frozen=True, slots=True)
class Variation:
    """One ``--vary``: the key, the pieces of text between the places, and what stands in each place.

    A place holds a distribution, with the column that its value gets, or the name of another column. What is drawn
    depends on the names in ``draws``: ``KEY``, or ``KEY#1`` and so on where there are several.
    """

    key: str
    text: str
    pieces: tuple[str, ...]
    places: tuple[tuple[str, Distribution | None], ...]
    draws: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that this variation draws."""
        return tuple(name for name, found in self.places if found is not None)

    @property
    def listed(self) -> tuple[str, ...]:
        """The values that are texts: names of files, perhaps."""
        return tuple(v for _, found in self.places if found is not None for v in found.values if isinstance(v, str))

    def renamed(self, columns: Mapping[str, str]) -> Variation:
        """Return it with other names of the columns that it repeats."""
        places = tuple((name if found else columns.get(name, name), found) for name, found in self.places)
        return replace(self, places=places)

    def filled(self, values: Mapping[str, Value]) -> str:
        """Return the value for the mission, from the values of all columns."""
        parts = [self.pieces[0]]
        for (name, _), piece in zip(self.places, self.pieces[1:], strict=True):
            parts += [value_text(values[name]), piece]
        return "".join(parts)


def grid_text(value: Value | Sequence[Value]) -> str:
    """Return a value given in Python as ``--vary`` takes it: a text as it is, values one after the other as a grid."""
    if isinstance(value, (int, float, str)):
        return value if isinstance(value, str) else value_text(value)
    return f"grid({','.join(value_text(one) for one in np.asarray(value).ravel().tolist())})"


def read_distribution(text: str, key: str) -> Distribution:
    """Return the distribution of ``NAME(ARGUMENTS)``. Raises ``ConfigError`` with the usage."""
    match = _CALL.fullmatch(text)
    name = match.group(1).lower() if match else ""
    known = [*SHAPES, *LISTS]
    if match is None or name not in known:
        listed = ", ".join([*(shape.usage for shape in SHAPES.values()), *LISTS.values()])
        raise ConfigError(f"{text!r} is no distribution; there are {listed}", key=key, suggestion=suggest(name, known))
    arguments = [part.strip() for part in match.group(2).split(",")]
    if name in LISTS:
        values = _grid_range(arguments, key) if len(arguments) == 1 and arguments[0].count(":") == 2 else None
        if values is None:
            values = tuple(_value(part) for part in arguments)
        if any(value == "" for value in values):
            raise ConfigError(f"{text!r} has an empty value; use {LISTS[name]}", key=key)
        return Distribution(name, values=values)
    shape = SHAPES[name]
    numbers = [read_number(part, exponent=True) for part in arguments]
    finite = [n for n in numbers if n is not None and isfinite(n)]
    if len(finite) != len(numbers) or len(finite) not in shape.counts or not shape.check(finite):
        problem = f"{text!r} must be {shape.usage}, in this order and with finite numbers (not enormous ones)"
        raise ConfigError(problem, key=key)
    return Distribution(name, tuple(finite))


def _grid_range(arguments: Sequence[str], key: str) -> tuple[Value, ...]:
    first, last, count = (read_number(part.strip(), exponent=True) for part in arguments[0].split(":"))
    right = first is not None and last is not None and isfinite(last - first)
    if not right or first is None or last is None or count is None or not isfinite(count) or count != int(count):
        raise ConfigError(f"{arguments[0]!r} must be FIRST:LAST:COUNT", key=key)
    if not 1 <= count <= MOST_GRID_POINTS:
        raise ConfigError(f"{arguments[0]!r} must have a COUNT of 1 to {MOST_GRID_POINTS}", key=key)
    return tuple(float(x) for x in np.linspace(first, last, int(count)))


def _value(text: str) -> Value:
    number = read_number(text, exponent=True)
    if number is None or not isfinite(number):
        return text
    return int(text) if re.fullmatch(r"[+-]?\d{1,15}", text) else number


def read_variation(text: str) -> Variation:
    """Return the variation of ``KEY=DIST`` or ``KEY=text{DIST}text``. Raises ``ConfigError``."""
    key, value = split_pair(text, "KEY=DIST, such as turn_rate=uniform(60,80)", "--vary")
    if "(" not in value and (usage := _usage_meant(value)):
        raise ConfigError(f"{value!r} is no distribution; write {usage}", key=key)
    if not _PLACE.search(value):
        _need_pairs(value, value, key)
        if "(" not in value or "$" in value:
            # a fixed value is a grid of one: it changes the mission and stands in the table
            return Variation(key, text, ("", ""), ((key, Distribution("grid", values=(_value(value),))),), (key,))
        return Variation(key, text, ("", ""), ((key, read_distribution(value, key)),), (key,))
    pieces: list[str] = []
    draws: list[str] = []
    places: list[tuple[str, Distribution | None]] = []
    end = 0
    drawn = sum("(" in match.group(1) for match in _PLACE.finditer(value))
    for match in _PLACE.finditer(value):
        pieces.append(value[end : match.start()])
        end = match.end()
        inner = match.group(1).strip()
        if "(" not in inner:
            places.append((inner, None))
            draws.append("")
            continue
        draws.append(key if drawn == 1 else f"{key}#{sum(d is not None for _, d in places) + 1}")
        name = key if drawn == 1 else f"{key} {_part_name(key, value[: match.start()])}"
        taken = sum(other == name or other.startswith(f"{name} ") for other, _ in places)
        places.append((f"{name} {taken + 1}" if taken else name, read_distribution(inner, key)))
    pieces.append(value[end:])
    _need_pairs("".join(pieces), value, key)
    return Variation(key, text, tuple(pieces), tuple(places), tuple(draws))


def _part_name(key: str, before: str) -> str:
    """Return the name of the part of a value behind ``before``: the word in front of it, or its place."""
    if match := _WORD_BEFORE.search(before):
        return match.group(1)
    # commas inside of distributions separate nothing
    flat = _BRACED.sub("", before)
    name = key.rpartition(".")[2].partition("[")[0].lower()
    if name in _POINTS:
        return f"{flat.count(':') + 1} {'y' if ',' in flat.rpartition(':')[2] else 'x'}"
    parts = _VECTORS.get(name, ())
    place = flat.count(",")
    return parts[place] if place < len(parts) else f"part {place + 1}"


def _usage_meant(value: str) -> str:
    """Return the usage of the distribution that a text without parentheses names."""
    match = re.match(r"[{\s]*([A-Za-z]+)(?![\w.-])", value)  # uniform:40:70, uniform 40 70, uniform[40,70]
    name = match[1].lower() if match else ""
    return SHAPES[name].usage if name in SHAPES else LISTS.get(name, "")


def _need_pairs(rest: str, value: str, key: str) -> None:
    """Raises ``ConfigError`` when a brace stands alone in the ``rest`` of a value, its places taken out."""
    if re.search(r"[{}]", _BRACED.sub("", rest)):
        raise ConfigError(f"a brace stands alone in {value!r}; a place is {{DIST}} or {{KEY}}", key=key)


@dataclass(frozen=True, slots=True)
class Design:
    """All variations of a sweep."""

    variations: tuple[Variation, ...]

    @classmethod
    def read(cls, texts: Sequence[str]) -> Design:
        """Read ``--vary`` options. Raises ``ConfigError`` for a bad one, a repeated key, an unknown column."""
        variations = tuple(read_variation(text) for text in texts)
        keys = [v.key.lower() for v in variations]
        for key in keys:
            if keys.count(key) > 1:
                raise ConfigError("is varied twice; write both in one --vary", key=key)
        columns = {name for v in variations for name in v.columns}
        # also by its number: {drift_vector#1}
        pairs = [pair for v in variations for pair in zip(v.draws, v.places, strict=True)]
        numbered = {draw: name for draw, (name, _) in pairs if "#" in draw}
        variations = tuple(v.renamed(numbered) for v in variations)
        design = cls(variations)
        for variation in variations:
            for name, found in variation.places:
                if found is None and name not in columns:
                    problem = f"{{{name}}} is neither a distribution nor a varied column"
                    raise ConfigError(problem, key=variation.key, suggestion=suggest(name, columns))
        if design.grid_points > MOST_GRID_POINTS:
            raise ConfigError(f"a grid of {design.grid_points} points is more than {MOST_GRID_POINTS}", key="--vary")
        return design

    @property
    def columns(self) -> tuple[str, ...]:
        """Every column that is drawn, in the order written."""
        return tuple(name for v in self.variations for name in v.columns)

    @property
    def grid_points(self) -> int:
        """How many combinations the grids have; 1 without any."""
        count = 1
        for _, _, found in self._drawn():
            count *= len(found.values) if found.is_grid else 1
        return count

    def values(self, seed: int, index: int) -> dict[str, Value]:
        """Return the value of every column in run ``index``."""
        place = index % self.grid_points
        values: dict[str, Value] = {}
        for name, draw, found in reversed(self._drawn()):
            if found.is_grid:
                # the last grid turns fastest
                place, turn = divmod(place, len(found.values))
                values[name] = found.values[turn]
            else:
                values[name] = found.draw(
                    np.random.default_rng([seed, index, *draw.encode("utf-8", "surrogateescape")])
                )
        return {name: values[name] for name in self.columns}

    def texts(self, values: Mapping[str, Value]) -> dict[str, str]:
        """Return the values for the mission, by key."""
        return {v.key: v.filled(values) for v in self.variations}

    def _drawn(self) -> list[tuple[str, str, Distribution]]:
        places = [pair for v in self.variations for pair in zip(v.draws, v.places, strict=True)]
        return [(name, draw, found) for draw, (name, found) in places if found is not None]
