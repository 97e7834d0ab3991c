"""How long iterations take: ``<NAME>_ITER_GAP`` and ``<NAME>_ITER_LEN`` on request (MOOS application conventions 6)."""

from __future__ import annotations

import math

from usimmarine_py.moos.appcasting.appcast import MAX_REQUEST_DURATION, clamp, request_fields
from usimmarine_py.text import atof


class LoadMeter:
    """Measures iterations while a LOADCAST_REQ asks for it. Times are MOOS s, results are parts of a tick period."""

    def __init__(self, app: str, client_name: str, app_tick: float) -> None:
        """``app`` is the name that requests use, ``client_name`` the prefix of the variables."""
        self.app = app
        self.gap_variable = f"{client_name.upper()}_ITER_GAP"
        self.length_variable = f"{client_name.upper()}_ITER_LEN"
        self.app_tick = app_tick
        self._until = -math.inf
        self._began = math.nan

    def on_request(self, text: str, now: float) -> bool:
        """Take the value of LOADCAST_REQ; False if it does not concern us. ``thresh`` has no effect in MOOS-IvP."""
        fields = request_fields(text)
        if fields.get("app", "") not in (self.app, "all", "any"):
            return False
        duration = clamp(atof(fields.get("duration", "")), 0.0, MAX_REQUEST_DURATION)
        self._until = max(self._until, now + duration)
        return True

    @property
    def wanted_until(self) -> float:
        """MOOS time (s) up to which somebody wants to know; -inf if nobody ever did."""
        return self._until

    def begin(self, now: float) -> float | None:
        """An iteration starts: the gap since the last start, ideally 1; None if nobody asked or it is the first."""
        gap = (now - self._began) * self.app_tick
        self._began = now
        return gap if now < self._until and math.isfinite(gap) else None

    def end(self, now: float) -> float | None:
        """The iteration is over: its length; None if nobody asked."""
        return (now - self._began) * self.app_tick if self._began < self._until else None
