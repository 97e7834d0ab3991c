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
from usimmarine_py.values import Message, Parameter, Post
from usimmarine_py.values.frozen import dataclass, replace

DELAY = 5.0  #: s, least time that either request takes
REPORT_INTERVAL = 5.0  #: s, between two reports


@dataclass(frozen=True, slots=True)
class Handshake:
    """What is going on: when each request arrived (None: none open) and when anything was last reported."""

    buoyancy_since: float | None = None  #: s
    trim_since: float | None = None  #: s
    last_report: float = 0.0  #: s

    def request_buoyancy(self, text: str, clock: float) -> tuple[Handshake, tuple[Post, ...]]:
        """After BUOYANCY_CONTROL at a clock (s), and what is posted.

        Anything but ``true`` (any case) is ignored and posts nothing. When something is posted the caller sets the
        buoyancy rate to 0 for good.
        """
        if text.lower() != "true":
            return self, ()
        post = Post("BUOYANCY_REPORT", "status=1,error=0,progressing,buoyancy=0.0")
        return replace(self, buoyancy_since=clock, last_report=clock), (post,)

    def request_trim(self, text: str, clock: float) -> tuple[Handshake, tuple[Post, ...]]:
        """After TRIM_CONTROL at a clock (s), and what is posted; anything but ``true`` (any case) is ignored."""
        if text.lower() != "true":
            return self, ()
        post = Post("TRIM_REPORT", "status=1,error=0,progressing,trim_pitch=0.0,trim_roll=0.0")
        return replace(self, trim_since=clock, last_report=clock), (post,)

    def iterate(
        self, clock: float, pitch: float, *, trim_tolerance: float = 5.0, max_trim_delay: float = 10.0
    ) -> tuple[Handshake, tuple[Post, ...]]:
        """One iteration at a clock (s) with the vehicle's pitch (rad), and what is posted.

        ``trim_tolerance`` (deg): trimmed when the pitch is within it; ``max_trim_delay`` (s) ends the wait anyway.
        """
        after = self
        posts: list[Post] = []
        if self.buoyancy_since is not None and clock - self.buoyancy_since >= DELAY:
            posts.append(Post("BUOYANCY_REPORT", "status=2,error=0,completed,buoyancy=0.0"))
            after = replace(after, buoyancy_since=None)
        if self.trim_since is not None:
            degrees = to_degrees(pitch)
            elapsed = clock - self.trim_since
            trim = f"trim_pitch={plain_number(degrees)},trim_roll=0.0"
            if (abs(degrees) <= trim_tolerance and elapsed >= DELAY) or elapsed >= max_trim_delay:
                posts.append(Post("TRIM_REPORT", f"status=2,error=0,completed,{trim}"))
                after = replace(after, trim_since=None)
            elif clock - self.last_report >= REPORT_INTERVAL:
                posts.append(Post("TRIM_REPORT", f"status=1,error=0,progressing,{trim}"))
                after = replace(after, last_report=clock)
        return after, tuple(posts)


@dataclass(slots=True)
class RequestSettings:
    """Parameters of the handshake."""

    trim_tolerance: float = 5.0  #: deg
    max_trim_delay: float = 10.0  #: s


@dataclass(slots=True)
class Requests:
    """The requests that are open."""

    handshake: Handshake = Handshake()


class Requested(Part):
    """Answers requests for buoyancy and trim; with ``answers`` False it takes them without an answer."""

    def __init__(self, row: PartsRow, settings: RequestSettings, neutral: Callable[[], None], *, answers: bool) -> None:
        """``neutral`` sets the buoyancy rate to 0 for good."""
        self.state, self._settings, self._nav = Requests(), settings, row.nav
        super().__init__(row, self.state)
        self._neutral, self._answers = neutral, answers

    def shares(self) -> Mapping[str, Share]:
        """``post`` reports open requests."""
        now = self.state.handshake
        waits = self._answers and not (now.buoyancy_since is None and now.trim_since is None)
        return {"post": self.post} if waits else {}

    def post(self, now: float) -> None:
        """Report how the requests stand."""
        settings = self._settings
        self.state.handshake, posts = self.state.handshake.iterate(
            now,
            self._nav.pitch,
            trim_tolerance=settings.trim_tolerance,
            max_trim_delay=settings.max_trim_delay,
        )
        self._say(posts)

    def _say(self, posts: tuple[Post, ...]) -> None:
        for post in posts:
            self._output.post(post.variable, post.value)

    def on_buoyancy(self, message: Message) -> str:
        """Take BUOYANCY_CONTROL."""
        text, remark = self.reader.text(message)
        handshake, posts = self.state.handshake.request_buoyancy(text, message.time)
        if not posts:
            raise refusal(message, f"must be true; {UNCHANGED}")
        self.state.handshake = handshake
        self._neutral()
        self._say(posts)
        self._arrange()
        return remark

    def on_trim(self, message: Message) -> str:
        """Take TRIM_CONTROL."""
        text, remark = self.reader.text(message)
        handshake, posts = self.state.handshake.request_trim(text, message.time)
        if not posts:
            raise refusal(message, f"must be true; {UNCHANGED}")
        self.state.handshake = handshake
        self._say(posts)
        self._arrange()
        return remark

    MAIL: ClassVar[tuple[Incoming, ...]] = (
        reads("TRIM_CONTROL", "text", on_trim, "true: asks for trim.", group="handshake", section="usimmarine 11"),
        reads(
            "BUOYANCY_CONTROL", "text", on_buoyancy, "true: asks for neutral buoyancy.", group="handshake",
            section="usimmarine 11",
        ),
    )  # fmt: skip


_own = partial(Parameter, group="handshake", source="laws/usimmarine 11")

PARAMETERS: tuple[Parameter, ...] = (
    _own("trim_tolerance", "number", "5", "Pitch below which a trim request counts as done.", "deg"),
    _own("max_trim_delay", "number", "10", "Longest time that a trim request takes.", "s"),
)  # fmt: skip
