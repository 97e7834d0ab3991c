"""The buoyancy and trim handshake (laws/usimmarine 11): a request, a report that it goes on, a report that it is
done.
"""

from __future__ import annotations

from usimmarine_py.maths.angles import to_degrees
from usimmarine_py.text import plain_number
from usimmarine_py.values import Post
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
