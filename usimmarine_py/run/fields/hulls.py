"""Hulls that touch in a field, where missions ask for it (``collisions = stop | pass``)."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, radians, sin

from usimmarine_py.field.reporter.reporter import NodeReporterApp
from usimmarine_py.run.fields.encounters import EncounterEvent
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.hull import HullContact
from usimmarine_py.values.app import Application
from usimmarine_py.values.frozen import dataclass

#: Size of a vehicle of which nothing is known: a kayak's length, m, and the beam as a part of the length.
_LENGTH, _SLENDER = 4.0, 0.25
#: The application that finds contacts, in events.
BY = "hulls"


@dataclass(slots=True)
class SizedHull:
    """A rectangle around a vehicle's position, m."""

    name: str
    simulator: Simulator
    part: HullContact | None  #: None: the mission does not ask for it
    length: float
    beam: float
    known: bool = True  #: False: the size is a guess

    @property
    def reach(self) -> float:
        """From the middle to a corner, m."""
        return 0.5 * hypot(self.length, self.beam)


def sized_hull(name: str, simulator: Simulator, applications: Sequence[Application]) -> SizedHull:
    """Return the hull by the vehicle file, else by what pNodeReporter says of the platform."""
    part = simulator.vehicle.find(HullContact)
    if simulator.backend is not None:
        from usimmarine_py.apps.hull import hull_of  # with numpy, which a kinematic vehicle does not need
        from usimmarine_py.vehicle.backend import FossenBackend

        if isinstance(simulator.backend, FossenBackend):
            shape = hull_of(simulator.backend)
            return SizedHull(name, simulator, part, shape.length, shape.beam)
    said = next((one.options.platform for one in applications if isinstance(one, NodeReporterApp)), None)
    length = said.length if said is not None else 0.0
    beam = said.beam if said is not None and said.beam else _SLENDER * (length or _LENGTH)
    return SizedHull(name, simulator, part, length or _LENGTH, beam, length > 0.0)


class HullWatch:
    """Finds contacts of hulls: a contact counts once, until the two are apart again."""

    def __init__(self, hulls: Sequence[SizedHull], start: float) -> None:
        self.events: list[EncounterEvent] = []
        self._hulls, self._start = hulls, start
        self._touching: set[tuple[int, int]] = set()

    @property
    def asked(self) -> bool:
        """Whether a mission asks for it."""
        return any(one.part is not None for one in self._hulls)

    @property
    def notes(self) -> list[str]:
        """About sizes that are guesses."""
        return [
            f"{one.name}: the size of its hull is unknown, {one.length:g} m by {one.beam:g} m are taken; give "
            f"platform_length and platform_beam in pNodeReporter"
            for one in self._hulls
            if self.asked and not one.known
        ]

    def look(self, one: int, other: int, now: float) -> None:
        """Look at two vehicles at MOOS time ``now``."""
        a, b = self._hulls[one], self._hulls[other]
        if a.part is None and b.part is None:
            return
        pair = (one, other) if one < other else (other, one)
        if not _overlap(a, b):
            self._touching.discard(pair)
        elif pair not in self._touching:
            self._touching.add(pair)
            here, there = a.simulator.truth, b.simulator.truth
            names = self._hulls[pair[0]].name, self._hulls[pair[1]].name
            distance = hypot(here.x - there.x, here.y - there.y)
            self.events.append(EncounterEvent(now - self._start, "contact", names, distance, BY))
            for hull, touched in ((a, b), (b, a)):
                if hull.part is not None:
                    hull.part.touch(touched.name)


def _overlap(a: SizedHull, b: SizedHull) -> bool:
    """Return whether two rectangles overlap: no side of either separates them; both at about one depth."""
    here, there = a.simulator.truth, b.simulator.truth
    dx, dy = there.x - here.x, there.y - here.y
    if hypot(dx, dy) > a.reach + b.reach or abs(here.depth - there.depth) > max(a.beam, b.beam):
        return False
    axes = []
    for state in (here, there):
        angle = radians(state.heading)
        axes += [(sin(angle), cos(angle)), (cos(angle), -sin(angle))]  # along and across
    halves = (0.5 * a.length, 0.5 * a.beam), (0.5 * b.length, 0.5 * b.beam)
    for ux, uy in axes:
        extent = 0.0
        for (along, across), (half_length, half_beam) in zip((axes[:2], axes[2:]), halves, strict=True):
            extent += half_length * abs(ux * along[0] + uy * along[1])
            extent += half_beam * abs(ux * across[0] + uy * across[1])
        if abs(dx * ux + dy * uy) > extent:
            return False
    return True
