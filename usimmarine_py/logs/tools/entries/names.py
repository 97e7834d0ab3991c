"""Names of variables and sources that are looked for."""

from __future__ import annotations


class NamePatterns:
    """Names; one that ends with ``*`` also matches names that contain the rest."""

    def __init__(self) -> None:
        self._found: dict[str, bool] = {}

    def add(self, word: str) -> None:
        """Take one more name."""
        name = word.removesuffix("*")
        self._found[name] = self._found.get(name, False) or name != word

    def has(self, name: str) -> bool:
        """Whether this very name is looked for."""
        return name in self._found

    def match(self, variable: str, source: str) -> bool:
        """Whether a variable or its source is looked for."""
        if variable in self._found or source in self._found:
            return True
        return any(wide and (name in variable or name in source) for name, wide in self._found.items())
