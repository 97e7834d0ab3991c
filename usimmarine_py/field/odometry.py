"""pOdometry, which the mission alder of moos-ivp-extend names: the length of the way."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity, field_table
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single

_POSITION = ("NAV_X", "NAV_Y")


@dataclass(slots=True)
class OdometryOptions:
    """The block has no keys of its own."""


#: The keys of its block.
KEYS = field_table(OdometryOptions)


class OdometryApp(FieldApp):
    """Posts the distance (m) along the positions of its iterations, from the first position on."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "pOdometry") -> None:
        super().__init__(lines, home, name)
        self.read_block(lines, OdometryOptions())
        self.distance = 0.0  #: m
        self._position: dict[str, float] = {}
        self._before: tuple[float, float] | None = None

    def on_connect_subscriptions(self) -> Sequence[str]:
        """The position."""
        return _POSITION

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """Keep the position."""
        for message in mail:
            if (value := self.number(message)) is not None:
                self._position[message.variable] = value
        return ()

    def iterate(self, now: float) -> list[Row]:
        """Post the distance, once there are two positions."""
        del now
        if len(self._position) < len(_POSITION):
            return []
        x, y = (self._position[name] for name in _POSITION)
        before, self._before = self._before, (x, y)
        if before is None:
            return []
        self.distance += hypot(x - before[0], y - before[1])
        return [single("ODOMETRY_DIST", self.distance)]

    def report(self) -> str:
        """Return the distance."""
        return f"Distance: {self.distance:.1f} m\n"
