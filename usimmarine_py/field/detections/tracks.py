"""Contacts of a sensor: positions that are detected again and again, smoothed, with their velocity."""

from __future__ import annotations

from math import atan2, degrees, hypot

from usimmarine_py.values.frozen import dataclass

#: Shares of what a detection is off that go into position and velocity (alpha-beta filter).
ALPHA, BETA = 0.5, 0.15
#: Without a detection for this long (s), or for five scans, it is a new contact.
LOST = 15.0


@dataclass(slots=True)
class ContactTrack:
    """A contact: m, m/s, s."""

    name: str
    x: float
    y: float
    time: float
    east: float = 0.0
    north: float = 0.0
    count: int = 1

    def follow(self, x: float, y: float, time: float) -> None:
        """Take another detection."""
        dt = time - self.time
        if dt <= 0.0:
            return
        ahead_x, ahead_y = self.x + dt * self.east, self.y + dt * self.north
        # the second of two gives the first velocity
        alpha, beta = (1.0, 1.0) if self.count == 1 else (ALPHA, BETA)
        off_x, off_y = x - ahead_x, y - ahead_y
        self.x, self.y = ahead_x + alpha * off_x, ahead_y + alpha * off_y
        self.east, self.north = self.east + beta * off_x / dt, self.north + beta * off_y / dt
        self.time, self.count = time, self.count + 1

    @property
    def speed(self) -> float:
        """Speed over ground, m/s."""
        return hypot(self.east, self.north)

    @property
    def course(self) -> float:
        """Course over ground, deg."""
        return degrees(atan2(self.east, self.north)) % 360.0
