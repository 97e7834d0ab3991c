"""The buoyancy and trim handshake (laws/usimmarine 11): a request, a report that it goes on, a report that it is
done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar

from usimmarine_py.maths.angles import to_degrees
from usimmarine_py.simulator.mail import UNCHANGED, Incoming, reads, refusal
from usimmarine_py.simulator.part import Part, PartsRow, Share
from usimmarine_py.text import plain_number
from usimmarine_py.values import Key, Message
from usimmarine_py.values.frozen import dataclass

DELAY = 5.0  #: s, least time that either request takes
REPORT_INTERVAL = 5.0  #: s, between two reports


@dataclass(slots=True)
class RequestSettings:
    """Parameters of the handshake."""

    trim_tolerance: float = 5.0  #: deg, of the pitch of a vehicle that is trimmed
    max_trim_delay: float = 10.0  #: s, ends the wait anyway


@dataclass(slots=True)
class Requests:
    """When each open request arrived (None: none), and when anything was last reported."""

    buoyancy_since: float | None = None  #: s
    trim_since: float | None = None  #: s
    last_report: float = 0.0  #: s


class Requested(Part):
    """Answers requests for buoyancy and trim; with ``answers`` False it takes them without an answer."""

    def __init__(self, row: PartsRow, settings: RequestSettings, neutral: Callable[[], None], *, answers: bool) -> None:
        """``neutral`` sets the buoyancy rate to 0 for good."""
        self.state, self._settings, self._nav = Requests(), settings, row.nav
        super().__init__(row, self.state)
        self._neutral, self._answers = neutral, answers

    def shares(self) -> Mapping[str, Share]:
        """``post`` reports open requests."""
        state = self.state
        waits = self._answers and not (state.buoyancy_since is None and state.trim_since is None)
        return {"post": self.post} if waits else {}

    def post(self, now: float) -> None:
        """Report how the requests stand."""
        state, settings, output = self.state, self._settings, self._output
        if state.buoyancy_since is not None and now - state.buoyancy_since >= DELAY:
            output.post("BUOYANCY_REPORT", "status=2,error=0,completed,buoyancy=0.0")
            state.buoyancy_since = None
        if state.trim_since is None:
            return
        degrees, elapsed = to_degrees(self._nav.pitch), now - state.trim_since
        trim = f"trim_pitch={plain_number(degrees)},trim_roll=0.0"
        if (abs(degrees) <= settings.trim_tolerance and elapsed >= DELAY) or elapsed >= settings.max_trim_delay:
            output.post("TRIM_REPORT", f"status=2,error=0,completed,{trim}")
            state.trim_since = None
        elif now - state.last_report >= REPORT_INTERVAL:
            output.post("TRIM_REPORT", f"status=1,error=0,progressing,{trim}")
            state.last_report = now

    def on_buoyancy(self, message: Message) -> str:
        """Take BUOYANCY_CONTROL."""
        remark = self._begin(message)
        self.state.buoyancy_since = message.time
        self._neutral()
        self._output.post("BUOYANCY_REPORT", "status=1,error=0,progressing,buoyancy=0.0")
        self._arrange()
        return remark

    def on_trim(self, message: Message) -> str:
        """Take TRIM_CONTROL."""
        remark = self._begin(message)
        self.state.trim_since = message.time
        self._output.post("TRIM_REPORT", "status=1,error=0,progressing,trim_pitch=0.0,trim_roll=0.0")
        self._arrange()
        return remark

    def _begin(self, message: Message) -> str:
        text, remark = self.reader.text(message)
        if text.lower() != "true":
            raise refusal(message, f"must be true; {UNCHANGED}")
        self.state.last_report = message.time
        return remark

    MAIL: ClassVar[tuple[Incoming, ...]] = (
        reads("TRIM_CONTROL", "text", on_trim, "true: asks for trim.", group="handshake", section="usimmarine 11"),
        reads(
            "BUOYANCY_CONTROL", "text", on_buoyancy, "true: asks for neutral buoyancy.", group="handshake",
            section="usimmarine 11",
        ),
    )  # fmt: skip


_own = partial(Key, group="handshake", source="laws/usimmarine 11")

PARAMETERS: tuple[Key, ...] = (
    _own("trim_tolerance", "number", "5", "Pitch below which a trim request counts as done.", "deg"),
    _own("max_trim_delay", "number", "10", "Longest time that a trim request takes.", "s"),
)  # fmt: skip
