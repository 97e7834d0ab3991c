"""A helm with a simple vehicle that follows its decisions."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.helm import Helm, read_helm_block
from usimmarine_py.run.scenarios.helm import FollowingVehicle
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message, Post

DOMAIN = ("domain = course:0:359:360", "domain = speed:0:4:41")
DEEP = (*DOMAIN, "domain = depth:0:100:101")
NAMES = ("NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED", "NAV_DEPTH")


class HelmBench:
    """Runs a .bhv text with a tick each half second; the vehicle turns 20 deg/s and is at the origin at first."""

    def __init__(self, text: str, lines: Sequence[str] = DOMAIN, *, drive: bool = True, heading: float = 0.0) -> None:
        config = [*lines, "start_in_drive = true"] if drive else list(lines)
        block = [ConfigLine(*(part.strip() for part in line.split("=", 1))) for line in config]
        self.helm = Helm(read_helm_block(block), {"test.bhv": text}, community="abe")
        self.posts: list[tuple[float, Post]] = [(0.0, post) for post in self.helm.start(0.0)]
        self.now = 0.0
        self.pose = (0.0, 0.0, heading, 0.0, 0.0)
        self._vehicle = FollowingVehicle(20.0, 0.5, 0.5)
        self._desired: dict[str, float] = {}
        self._back = [post for _, post in self.posts if self.helm.subscribes_to(post.variable)]

    def mail(self, name: str, value: float | str, source: str = "test") -> None:
        """Hand a message over before the next tick."""
        self.helm.mail([Message(name, value, self.now, source)], self.now)

    def run(self, seconds: float) -> list[Post]:
        """Go on for so long; return what was posted."""
        first = len(self.posts)
        for _ in range(round(seconds / 0.5)):
            self.now += 0.5
            own = [Message(p.variable, p.value, self.now, "pHelmIvP", p.source_aux) for p in self._back]
            nav = [Message(name, value, self.now, "sim") for name, value in zip(NAMES, self.pose, strict=True)]
            self.helm.mail([*own, *nav], self.now)
            posts = self.helm.tick(self.now)
            self._back = [post for post in posts if self.helm.subscribes_to(post.variable)]
            self.posts += [(self.now, post) for post in posts]
            for post in posts:
                if post.variable.startswith("DESIRED_") and isinstance(post.value, float):
                    self._desired[post.variable] = post.value
            self.pose = self._vehicle.step(self.pose, self._desired, 0.5)
        return [post for _, post in self.posts[first:]]

    def values(self, name: str) -> list[float | str | bytes]:
        """All values posted of a variable."""
        return [post.value for _, post in self.posts if post.variable == name]


def behavior(kind: str, *lines: str) -> str:
    """Return the block of a behaviour."""
    return "\n".join([f"Behavior = {kind}", "{", *lines, "}", ""])
