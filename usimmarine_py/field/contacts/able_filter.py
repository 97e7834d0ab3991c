"""Mail that disables, enables or expunges behaviours: posted on as BHV_ABLE_FILTER, and remembered."""

from __future__ import annotations

from collections.abc import Mapping

from usimmarine_py.texts.pairs import first_value

_MOST_ENABLED = 250


def actions_of(**variables: str) -> dict[str, str]:
    """Return the action of each variable that is set; the first action has one that several share."""
    return {variable: action for action, variable in reversed(variables.items()) if variable}


class AbleList:
    """What is disabled and enabled; ``key`` names what (``contact``, ``obstacle_id``); ``most`` that are disabled."""

    def __init__(self, key: str, most: int) -> None:
        self._key, self._most = key, most
        self.disabled: list[str] = []  #: newest first
        self.enabled: list[str] = []

    def request(self, text: str, action: str) -> tuple[str, str]:
        """Return the filter for a text, and the name that it is about; empty if it is not of the form ``key=name``.

        Raises ``ValueError`` for a text that names neither a behaviour's contact (or obstacle) nor a source.
        """
        if "=" not in text and "," not in text:
            return f"{self._key}={text},action={action}", ""
        for key in (self._key, "vsource"):
            if found := first_value(text, key):
                return f"{key}={found},action={action}", self._noted(found, action) if key == self._key else ""
        raise ValueError(f"must be NAME, {self._key}=NAME or vsource=NAME")

    def _noted(self, name: str, action: str) -> str:
        if action in ("disable", "enable"):
            own, other = (self.disabled, self.enabled) if action == "disable" else (self.enabled, self.disabled)
            for names in (own, other):
                if name in names:
                    names.remove(name)
            own.insert(0, name)
            del self.disabled[self._most :], self.enabled[_MOST_ENABLED:]
        return name

    def expand(self, text: str) -> str:
        """Fill in the macros of a flag; of none that was disabled or enabled the macro stays."""
        for macro, names in (("RECENT_DISABLED", self.disabled), ("RECENT_ENABLED", self.enabled)):
            text = expanded(text, macro, names[0]) if names else text
        text = expanded(text, "TOTAL_DISABLED", str(len(self.disabled)))
        return expanded(text, "ALL_DISABLED", ",".join(self.disabled))


def expanded(text: str, macro: str, value: str) -> str:
    """Fill in a macro, in both of its forms."""
    return text.replace(f"$({macro})", value).replace(f"$[{macro}]", value) if "$" in text else text


def filled(text: str, macros: Mapping[str, str]) -> str:
    """Fill in macros by name."""
    for macro, value in macros.items():
        text = expanded(text, macro, value)
    return text
