"""The numbers of a vehicle file that a fit may change: ``--free``, ``--bounds`` and ``--prior``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from math import inf, isfinite
from typing import Any

from usimmarine_py.errors import ConfigError, shorten, suggest
from usimmarine_py.values.overrides import VehicleText, split_pair
from usimmarine_py.values.toml_table import read_toml
from usimmarine_py.vehicle.arrays.vehicle import Vehicle
from usimmarine_py.vehicle.description.loader import effective_tree
from usimmarine_py.vehicle.files import read

#: Size of a number that starts at 0 and has no bounds, and no other number beside it in its list.
_UNIT = 1.0
#: Tables whose numbers are names, choices or limits of validity: no motion tells them.
_NO_NUMBERS = ("schema", "validity", "variant", "source", "info")


@dataclass(frozen=True, slots=True)
class Free:
    """One number to estimate: that of a key, or what several keys have in common."""

    name: str  #: as it was asked for
    keys: tuple[str, ...]  #: dotted, list items by index
    values: tuple[float, ...]  #: in the file, one each
    start: float
    size: float  #: what it usually is: unit of its relative error
    low: float = -inf
    high: float = inf
    prior: tuple[float, float] | None = None  #: mean and standard deviation
    factor: bool = False  #: the number multiplies the values of all keys, which differ

    def overrides(self, value: float) -> dict[str, float]:
        """The entries of the vehicle file that a value of this number gives."""
        if self.factor:
            return {key: value * of for key, of in zip(self.keys, self.values, strict=True)}
        return dict.fromkeys(self.keys, value)


@dataclass(frozen=True, slots=True)
class VehicleFile:
    """A vehicle file with variant and changes, from which vehicles with other numbers are built."""

    asked: str  #: as it was asked for
    text: str
    file: str
    tree: Mapping[str, Any]
    variant: str  #: that counts; empty: none
    changes: Mapping[str, Any]  #: given beside the name

    @classmethod
    def open(cls, asked: str) -> VehicleFile:
        """Read ``NAME[:VARIANT][,KEY=VALUE ...]``. Raises ``ConfigError``."""
        words = VehicleText.read(asked)
        text, file = read(words.name)
        try:
            tree = read_toml(text)
        except ValueError as error:
            raise ConfigError(f"is not TOML: {error}", file=file) from None
        changes = dict(words.overrides())
        _, variant, _ = effective_tree(tree, file, words.variant, changes)
        return cls(asked, text, file, tree, variant, changes)

    def numbers(self) -> dict[str, float]:
        """Every number of the file by its dotted key, variant and changes applied."""
        own, _, _ = effective_tree(self.tree, self.file, self.variant or "base", self.changes)
        return {key: value for key, value in _numbers(own, "") if key.partition(".")[0] not in _NO_NUMBERS}

    def names(self) -> dict[str, str]:
        """The index of each named item of a list: ``actuator.prop_port`` is ``actuator.0``."""
        own, _, _ = effective_tree(self.tree, self.file, self.variant or "base", self.changes)
        found = {}
        for key, items in own.items():
            for i, item in enumerate(items if isinstance(items, list) else ()):
                if isinstance(item, Mapping) and "name" in item:
                    found[f"{key}.{item['name']}"] = f"{key}.{i}"
        return found

    def build(self, overrides: Mapping[str, float]) -> Vehicle:
        """The vehicle with some numbers replaced, in Euler angles. Raises ``ConfigError`` where they make none."""
        return Vehicle.from_dict(self.tree, self.variant or "base", {**self.changes, **overrides})


def _numbers(node: Any, path: str) -> Iterator[tuple[str, float]]:
    if isinstance(node, Mapping):
        items: Sequence[tuple[Any, Any]] = list(node.items())
    elif isinstance(node, list):
        items = list(enumerate(node))
    else:
        if isinstance(node, (int, float)) and not isinstance(node, bool):
            yield path, float(node)
        return
    for key, value in items:
        yield from _numbers(value, f"{path}.{key}" if path else str(key))


def read_free(
    vehicle: VehicleFile, asked: Sequence[str], bounds: Sequence[str] = (), priors: Sequence[str] = ()
) -> list[Free]:
    """What ``--free KEY[=START], ...``, ``--bounds KEY=LOW:HIGH`` and ``--prior KEY=MEAN+-SD`` ask for.

    A pattern (``actuator.*.K_pos``) is one number for all that it matches. Raises ``ConfigError``.
    """
    known, aliases = vehicle.numbers(), vehicle.names()
    found: list[Free] = []
    for word in (piece.strip() for text in asked for piece in text.split(",")):
        if not word:
            continue
        free = _one(word, known, aliases, vehicle.file)
        taken = {key: other.name for other in found for key in other.keys}
        twice = next((key for key in free.keys if key in taken), "")
        if twice:
            raise ConfigError(f"{twice} is free twice, by {taken[twice]} and {free.name}", key="--free")
        found.append(free)
    if not found:
        raise ConfigError("names no number; for instance damping.linear_diag.0", key="--free")
    for text in bounds:
        at, free, word = _of(found, text, "--bounds", "KEY=LOW:HIGH, as in rigid_body.mass=60:100")
        low, high = (_number(part, text, "--bounds") for part in _halves(word, ":", text, "--bounds"))
        if not low < high:
            raise ConfigError(f"{shorten(text, 60)!r} must give the lower number first", key="--bounds")
        if not low <= free.start <= high:
            raise ConfigError(f"the start {free.start:g} of {free.name} is outside {low:g} to {high:g}", key="--bounds")
        size = free.size if free.start else max(abs(low), abs(high))
        found[at] = replace(free, low=low, high=high, size=size)
    for text in priors:
        at, free, word = _of(found, text, "--prior", "KEY=MEAN+-SD, as in rigid_body.mass=80+-5")
        mean, spread = (_number(part, text, "--prior") for part in _halves(word, "+-", text, "--prior"))
        if not spread > 0.0:
            raise ConfigError(f"{shorten(text, 60)!r} must have a standard deviation above 0", key="--prior")
        found[at] = replace(free, prior=(mean, spread), size=free.size if free.start else max(abs(mean), spread))
    return found


def _one(word: str, known: Mapping[str, float], aliases: Mapping[str, str], file: str) -> Free:
    pattern, equals, start = (part.strip() for part in word.partition("="))
    pattern = pattern.removeprefix("vehicle.") if pattern.removeprefix("vehicle.") in known else pattern
    parts = pattern.split(".")
    stem = ".".join(parts[:2])
    key = ".".join([aliases[stem], *parts[2:]]) if stem in aliases else pattern
    keys = tuple(k for k in known if k.count(".") == key.count(".") and fnmatchcase(k, key))
    if not keys and equals and not any(c in key for c in "*?["):
        value = _number(start, word, "--free")
        return Free(pattern, (key,), (value,), value, abs(value) or _UNIT)
    if not keys:
        close = suggest(key, known)
        problem = f"{shorten(pattern, 60)} is no number of this vehicle; one that the file lacks is KEY=START"
        raise ConfigError(problem, key="--free", file=file, suggestion=close)
    values = tuple(known[k] for k in keys)
    if equals:
        value = _number(start, word, "--free")
        return Free(pattern, keys, (value,) * len(keys), value, abs(value) or _beside(keys[0], known))
    if len({round(v, 15) for v in values}) == 1:
        return Free(pattern, keys, values, values[0], abs(values[0]) or _beside(keys[0], known))
    if 0.0 in values:
        raise ConfigError(f"{pattern} matches numbers that differ, and 0: name them one by one", key="--free")
    return Free(pattern, keys, values, 1.0, 1.0, factor=True)


def _beside(key: str, known: Mapping[str, float]) -> float:
    """The size of a number that is 0: that of the largest one in its list."""
    list_of = key.rpartition(".")[0] + "."
    return max((abs(v) for k, v in known.items() if k.startswith(list_of)), default=0.0) or _UNIT


def _of(found: Sequence[Free], text: str, option: str, usage: str) -> tuple[int, Free, str]:
    name, value = split_pair(text, usage, option)
    for i, free in enumerate(found):
        if name == free.name or name in free.keys:
            return i, free, value
    names = [free.name for free in found]
    raise ConfigError(f"{name} is not free ({', '.join(names)})", key=option, suggestion=suggest(name, names))


def _halves(word: str, mark: str, text: str, option: str) -> tuple[str, str]:
    first, found, second = word.partition(mark)
    if not found:
        raise ConfigError(f"{shorten(text, 60)!r} lacks {mark!r}", key=option)
    return first.strip(), second.strip()


def _number(word: str, text: str, option: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = inf
    if not isfinite(value):
        raise ConfigError(f"{shorten(word, 40)!r} in {shorten(text, 60)!r} is no number", key=option)
    return value
