"""How values are overridden, spelt alike on the command line, in missions, in Python, sweeps, trials and environments.

    KEY=VALUE                               turn_rate=40
    WHAT[,KEY=VALUE ...]                    alpha.moos,turn_rate=40
    VEHICLE[:VARIANT][,KEY=VALUE ...]       odin    ./mine.toml:heavy    odin:hilsim,actuator.0.K_pos=0.003

Keys of a vehicle file are dotted, list items by index or name, ``*`` for all; ``vehicle.`` may stand before them. Their
values are TOML, or a bare word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any, NamedTuple

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.text import truth_text

#: What may stand before the key of an entry of a vehicle file; in a mission it has to.
PREFIX = "vehicle."
_OPEN, _CLOSE, _QUOTES = "[{", "]}", "\"'"


def split_pair(text: str, usage: str = "KEY=VALUE, as in turn_rate=40", key: str = "--set") -> tuple[str, str]:
    """Return both sides of ``KEY=VALUE``; the ``ConfigError`` of anything else tells ``usage`` at ``key``."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not (equals and name and value):
        raise ConfigError(f"{shorten(text, 60)!r} must be {usage}", key=key)
    return name, value


def read_changes(given: Iterable[str] | Mapping[str, Any]) -> dict[str, str]:
    """Return the values of ``KEY=VALUE`` texts, or of a mapping, by key. Raises ``ConfigError``."""
    if isinstance(given, Mapping):
        return {key: value_text(value) for key, value in given.items()}
    found: dict[str, str] = {}
    for text in given:
        key, value = split_pair(text)
        if key.lower() in (other.lower() for other in found):
            raise ConfigError(f"{key} is set twice; one of them counts: leave the other out", key="--set")
        found[key] = value
    return found


def split_changes(text: str) -> tuple[str, dict[str, str]]:
    """Return what stands before the changes of ``WHAT,KEY=VALUE,...``, and the changes by key.

    A comma inside brackets or quotes belongs to its value. Raises ``ConfigError``.
    """
    first, *pieces = _split_outside(text)
    if pieces and "=" not in text and text.lower().endswith(".toml"):
        return text.strip(), {}  # a file whose name has a comma
    return first.strip(), dict(split_pair(piece, "KEY=VALUE", text) for piece in pieces)


def _split_outside(text: str) -> list[str]:
    """Split at the commas that stand neither in brackets nor in quotes."""
    pieces, depth, quote, start = [], 0, "", 0
    for place, c in enumerate(text):
        if quote or c in _QUOTES:
            quote = "" if c == quote else quote or c
        elif c in _OPEN or c in _CLOSE:
            depth += 1 if c in _OPEN else -1
        elif c == "," and depth <= 0:
            pieces.append(text[start:place])
            start = place + 1
    return [*pieces, text[start:]]


class VehicleText(NamedTuple):
    """``NAME[:VARIANT][,KEY=VALUE ...]`` taken apart; NAME is a shipped vehicle or the path of a file."""

    name: str
    variant: str  #: empty: not given
    changes: dict[str, str]  #: entries of the vehicle file, as they were written

    @classmethod
    def read(cls, text: str) -> VehicleText:
        """Take a text apart; a colon before a slash belongs to a path. Raises ``ConfigError``."""
        what, changes = split_changes(text)
        name, colon, variant = what.rpartition(":")
        if not colon or "/" in variant or "\\" in variant:
            name, variant = what, ""
        return cls(name, variant, entries(changes))

    def variant_or(self, other: str) -> str:
        """Return the variant, or ``other`` where none is given. Raises ``ConfigError`` if they differ."""
        if self.variant and other and self.variant != other:
            problem = f"{self.name} is given with the variants {self.variant} and {other}: choose one"
            raise ConfigError(problem, key="variant")
        return self.variant or other

    def overrides(self) -> dict[str, Any]:
        """Return the changes as values of a vehicle file. Raises ``ConfigError``."""
        return {key: toml_value(value, key) for key, value in self.changes.items()}

    def __str__(self) -> str:
        first = f"{self.name}:{self.variant}" if self.variant else self.name
        return ",".join([first, *(f"{key}={toml_text(value)}" for key, value in self.overrides().items())])


def entries(changes: Mapping[str, str]) -> dict[str, str]:
    """Return changes of a vehicle file by their keys there, without ``vehicle.``."""
    return {key.removeprefix(PREFIX): value for key, value in changes.items()}


def with_entries(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a simulator, those that begin with ``vehicle.`` put behind the vehicle's name."""
    given = {key: value for key, value in parameters.items() if key.startswith(PREFIX)}
    rest = {key: value for key, value in parameters.items() if key not in given}
    if given:
        vehicle = VehicleText.read(str(rest.get("vehicle", "")))
        texts = {key: value if isinstance(value, str) else toml_text(value) for key, value in given.items()}
        rest["vehicle"] = str(vehicle._replace(changes={**vehicle.changes, **entries(texts)}))
    return rest


def value_text(value: object) -> str:
    """Return a value of Python as a mission holds it: the shortest digits that give a number back, no exponent."""
    if isinstance(value, bool):
        return truth_text(value)
    if isinstance(value, float) and isfinite(value):
        from decimal import Decimal  # not needed to read a mission

        text = format(Decimal(repr(float(value))), "f")
        return text.rstrip("0").rstrip(".") if "." in text else text
    return str(value)


def toml_value(text: str, key: str) -> Any:
    """Return a value as a vehicle file would hold it; a bare word is a text. Raises ``ConfigError``."""
    from usimmarine_py.values.toml_table import read_toml  # not needed to read a mission

    try:
        return read_toml(f"value = {text}")["value"]
    except ValueError:  # a number of 5000 digits, brackets without end
        if text.replace("_", "").replace("-", "").isalnum():
            return text
        problem = f"{text!r} is no TOML value (a number, true, false, a list, a quoted text)"
        raise ConfigError(problem, key=key) from None


def toml_text(value: Any) -> str:
    """Return a value as TOML without blanks between its parts. Raises ``ConfigError``."""
    if isinstance(value, bool):
        return truth_text(value)
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str) and not set(value) & set("'\n\r"):
        return f"'{value}'"  # MOOS's readers remove double quotes
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(toml_text(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{name}={toml_text(item)}" for name, item in value.items()) + "}"
    raise ConfigError(f"cannot be written as TOML: {value!r}", key="vehicle")
