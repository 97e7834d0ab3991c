"""The ranges of an encounter, a near miss and a collision, as blocks give them."""

from __future__ import annotations

from usimmarine_py.field.contacts.posting import Flag
from usimmarine_py.finding import Finding
from usimmarine_py.values.frozen import dataclass, field

#: Events that a detector remembers.
MOST_EVENTS = 10_000


@dataclass(frozen=True, slots=True)
class MetEvent:
    """What a detector counted."""

    time: float  #: MOOS s
    rank: str  #: encounter, near_miss or collision
    between: tuple[str, str]  #: two vehicles, or a vehicle and an obstacle
    distance: float  #: m


@dataclass(slots=True)
class EncounterRanges:
    """Ranges (m) and what is posted; each range is at least the next smaller one."""

    encounter: float = 20.0
    near_miss: float = 6.0
    collision: float = 3.0
    encounter_flags: list[Flag] = field(default_factory=list)
    near_miss_flags: list[Flag] = field(default_factory=list)
    collision_flags: list[Flag] = field(default_factory=list)

    def settle(self, suffix: str) -> list[Finding]:
        """Raise ranges that are too small; return what is to be said of it. ``suffix`` is that of the keys."""
        found = []
        if self.near_miss < self.collision:
            found.append(Finding(f"near_miss_{suffix} is raised to collision_{suffix}, {self.collision:g} m"))
            self.near_miss = self.collision
        if self.encounter < self.near_miss:
            found.append(Finding(f"encounter_{suffix} is raised to near_miss_{suffix}, {self.near_miss:g} m"))
            self.encounter = self.near_miss
        return found
