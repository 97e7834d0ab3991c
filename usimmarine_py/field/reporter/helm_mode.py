"""What a node report says of the helm."""

from __future__ import annotations

from usimmarine_py.text import plain_number
from usimmarine_py.texts.pairs import pairs_of

_PRIMARY = frozenset(("DRIVE", "PARK", "MALCONFIG", "DISABLED"))
_STANDBY = frozenset(("DRIVE+", "PARK+", "MALCONFIG+", "STANDBY"))


class HelmMode:
    """The helm's mode and all-stop, from its mail."""

    __slots__ = ("_emptied", "_mode", "_primary", "_standby", "_time", "allstop")

    def __init__(self) -> None:
        self._primary, self._standby, self._mode = "unknown", "", ""
        self.allstop = "unknown"
        self._time: float | None = None
        self._emptied = False

    def take(self, variable: str, value: str, now: float) -> None:
        """Take mail of the helm at MOOS time ``now`` (s)."""
        self._time = now
        if variable == "IVPHELM_STATE":
            self._state(value)
        elif variable == "IVPHELM_SUMMARY":
            for key, text in pairs_of(value) if "modes" in value else ():
                if key == "modes":
                    self._mode = text
        else:
            self.allstop = value

    def _state(self, value: str) -> None:
        if value in _PRIMARY:
            self._primary = value
        elif value in _STANDBY:
            self._standby = value
        if value.endswith("+") and not self._emptied:
            self._emptied = True
            self._mode = self.allstop = ""
        if value.startswith("MALCONFIG"):
            self.allstop = "n/a"

    def mode(self, now: float, threshold: float, slack: float) -> str:
        """Return the mode at MOOS time ``now``; a helm silent for longer than ``threshold`` s is none.

        ``slack`` (s): that much longer is not longer.
        """
        if self._time is None:
            return "NOHELM-EVER"
        age = now - self._time
        if age > threshold + slack:
            return f"NOHELM-{plain_number(age, 0)}"
        status = self._standby if self._standby in ("DRIVE+", "PARK+") else self._primary
        if status.startswith("DRIVE") and self._mode not in ("", "none"):
            return self._mode
        return status
