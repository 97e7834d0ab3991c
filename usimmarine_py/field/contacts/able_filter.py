"""Mail that disables, enables or expunges behaviours: posted on as BHV_ABLE_FILTER, and remembered."""

from __future__ import annotations

from usimmarine_py.texts.pairs import pairs

ACTIONS = ("disable", "enable", "expunge")


class AbleList:
    """What is disabled and enabled; ``key`` names what (``contact``, ``obstacle_id``)."""

    def __init__(self, key: str) -> None:
        self._key = key
        self.disabled: list[str] = []  #: newest first
        self.recent = {"disable": "", "enable": ""}

    def request(self, text: str, action: str) -> tuple[str, str]:
        """Return the filter for a text, and the name that it is about; empty if it is not of the form ``key=name``."""
        text = text.strip()
        if "=" not in text:
            return f"{self._key}={text},action={action}", ""
        try:
            found = pairs(text).get(self._key, "")
        except ValueError:
            found = ""
        if found and action in self.recent:
            self.recent[action] = found
            if found in self.disabled:
                self.disabled.remove(found)
            if action == "disable":
                self.disabled.insert(0, found)
        return f"{text},action={action}", found

    def expand(self, text: str) -> str:
        """Fill in the macros of a flag."""
        if "$[" not in text:
            return text
        for macro, value in (
            ("$[RECENT_DISABLED]", self.recent["disable"]), ("$[RECENT_ENABLED]", self.recent["enable"]),
            ("$[TOTAL_DISABLED]", str(len(self.disabled))), ("$[ALL_DISABLED]", ",".join(self.disabled)),
        ):  # fmt: skip
            text = text.replace(macro, value)
        return text
