"""Shallow water: aground, on the bottom, and off again (laws/environment 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import cos, hypot, radians, sin
from typing import Any, Protocol, runtime_checkable

from usimmarine_py.sea.data.seabed import Flat, Seabed
from usimmarine_py.simulator.mail import KEPT, also_as_usm, reads, refusal
from usimmarine_py.simulator.part import Part, PartsRow, Share
from usimmarine_py.text import truth_text
from usimmarine_py.values import ActuatorCommand, Backend, Environment, Key, Message, VehicleState, forced
from usimmarine_py.values.frozen import dataclass, replace
from usimmarine_py.values.key import SimulatorRules
from usimmarine_py.values.state import FARTHEST

#: Water (m) that is left on land: a depth of 0 would mean that it is unknown.
LEAST_DEPTH = 1e-3
#: So far (m) above the bottom a vehicle has left it.
_CLEARANCE = 0.05


@runtime_checkable
class Holding(Protocol):
    """A backend that can hold a vehicle while its actuators continue."""

    def held(self, place: VehicleState, running: VehicleState) -> VehicleState:
        """The vehicle at rest where ``place`` is, with time and actuators of ``running``."""
        ...


@dataclass(frozen=True, slots=True)
class GroundRules:
    """The settings of the ground contact of a vehicle; fixed for a run."""

    applies: bool = False  #: a known water depth can hold the vehicle
    draft: float = 0.0  #: m
    floats: bool = False  #: it never dives
    squat: float = 0.0  #: m, of the sinkage by its own speed (``maths.squat``), 0 = none
    seabed: Seabed | None = None  #: None = the water depth of parameter and mail, everywhere

    def depth(self, known: float, x: float, y: float) -> float:
        """Water depth (m) at a position, 0 = unknown; ``known`` is that of parameter and mail."""
        if self.seabed is None:
            return known
        depth = self.seabed.depth(x, y)
        return max(depth, LEAST_DEPTH) if depth == depth else known

    def bed(self, known: float) -> Seabed | None:
        """The bottom for instruments: the sea bed, with depth ``known`` (m) where it has none; None: nothing."""
        if self.seabed is None:
            return Flat(known) if known > 0.0 else None
        return self.seabed.over(known)


@dataclass(frozen=True, slots=True)
class Ground:
    """How a vehicle lies on the ground."""

    aground: bool = False
    on_bottom: bool = False
    depth: float = 0.0  #: m, water where it happened
    east: float = 0.0  #: direction of the shoal, a unit vector
    north: float = 0.0


AFLOAT = Ground()


class Contact:
    """Steps a vehicle that may touch the ground; ``ground`` says how it lies after the last step."""

    __slots__ = ("_backend", "_command", "_rules", "ground")

    def __init__(self, rules: GroundRules, backend: Backend, command: ActuatorCommand, ground: Ground) -> None:
        self.ground = ground
        self._rules, self._backend, self._command = rules, backend, command

    def step(self, vehicle: VehicleState, around: Environment, dt: float) -> VehicleState:
        """The vehicle ``dt`` s later. Raises ``NotFiniteError``."""
        after = self._backend.step(vehicle, self._command, around, dt)
        rules = self._rules
        if not rules.applies or (around.water_depth <= 0.0 and rules.seabed is None):
            self.ground = AFLOAT
            return after
        depth = rules.depth(around.water_depth, after.x, after.y)
        if depth <= 0.0:
            self.ground = AFLOAT
            return after
        if rules.floats or after.depth <= 0.0 or (self.ground.aground and vehicle.depth <= 0.0):
            return self._float(vehicle, after, depth, rules.depth(around.water_depth, vehicle.x, vehicle.y))
        return self._dive(vehicle, after, depth)

    def hold(self, at: VehicleState, running: VehicleState) -> VehicleState:
        """A vehicle at rest where ``at`` is, at the time of ``running``."""
        if isinstance(self._backend, Holding):
            return self._backend.held(at, running)
        still = self._backend.initial_state(replace(at, speed=0.0, sog=0.0))
        return replace(still, time=running.time, altitude=running.altitude)

    def _float(self, before: VehicleState, after: VehicleState, depth: float, depth_before: float) -> VehicleState:
        # nothing but its own thrust, or more water, takes it out of where it lies
        if self.ground.aground and not self._swims(depth_before) and not self._leaves(before, after):
            if self._pushes_off(before, after) and not isinstance(self._backend, Holding):
                # it has no mass that a current could be held against: its speed has to grow beyond the current's
                here = replace(after, x=before.x, y=before.y, sog=0.0, hog=before.hog)
                return replace(here, heading=before.heading, yaw=before.yaw)
            return self.hold(before, after)
        if self._swims(depth, after.speed):
            self.ground = AFLOAT
        elif not self.ground.aground:
            self.ground = Ground(True, False, depth, *self._shoal(after))
            # where the water fell below its draft under it, else where it ran up
            return self.hold(after if self._swims(depth_before, before.speed) else before, after)
        return after

    def _swims(self, depth: float, speed: float = 0.0) -> bool:
        """Whether the water is deep enough at a speed (m/s), or of unknown depth."""
        rules = self._rules
        draft = rules.draft
        if rules.squat > 0.0 and depth > LEAST_DEPTH:
            from usimmarine_py.maths.water.squat import sinkage  # few missions ask for it

            draft += sinkage(rules.squat, speed, depth)
        return depth <= 0.0 or (draft <= depth and (rules.seabed is None or depth > LEAST_DEPTH))

    def _dive(self, before: VehicleState, after: VehicleState, depth: float) -> VehicleState:
        touches = after.depth >= depth
        lies = touches or (self.ground.on_bottom and after.depth > depth - _CLEARANCE)
        if not lies:
            self.ground = AFLOAT
        elif not self.ground.on_bottom:
            self.ground = Ground(False, True, depth)
        if not touches:
            return after
        if isinstance(self._backend, Holding):
            # it keeps to the bottom by itself
            return after
        at = before if before.depth >= depth else after
        return replace(self.hold(replace(at, depth=depth), after), altitude=0.0)

    def _leaves(self, before: VehicleState, after: VehicleState) -> bool:
        """Whether the vehicle moves away from the shoal by its own thrust."""
        ground = self.ground
        away = (after.x - before.x) * ground.east + (after.y - before.y) * ground.north <= 0.0
        return away and self._pushes_off(before, after)

    def _pushes_off(self, before: VehicleState, after: VehicleState) -> bool:
        """Whether its thrust leads away from the shoal."""
        command, ground = self._command, self.ground
        thrust = command.thrust_left + command.thrust_right if command.differential else command.thrust
        if command.reverse:
            thrust = -thrust
        psi = radians(before.heading)
        ahead, aside = thrust, 0.0
        if (command.set_points or command.force) and forced(self._backend):
            # per cent do not tell what it does
            ahead, aside = self._backend.push(after, command)
        east, north = ahead * sin(psi) + aside * cos(psi), ahead * cos(psi) - aside * sin(psi)
        return east * ground.east + north * ground.north < 0.0

    def _shoal(self, state: VehicleState) -> tuple[float, float]:
        """Where the shoal lies: up the slope of the sea bed; without one, where the vehicle was going."""
        if self._rules.seabed is not None:
            east, north = self._rules.seabed.slope(state.x, state.y)
            length = hypot(east, north)
            if length > 0.0:
                return -east / length, -north / length
        course = radians(state.hog if state.sog > 1e-6 else state.heading)
        return sin(course), cos(course)


@dataclass(slots=True)
class Depths:
    """The known water depth, and how the vehicle lies."""

    water_depth: float = 0.0  #: m, of parameter and mail; 0 = unknown
    lying: Ground = AFLOAT
    squats: bool = False  #: it sinks by its own speed in shallow water
    banked: bool = False  #: land beside it pulls at its hull
    left_bed: bool = False  #: the vehicle left the sea bed of the file, with a warning


class Bottom(Part):
    """The ground below a vehicle: what it does to it, and what is posted of it."""

    def __init__(self, row: PartsRow, state: Depths, rules: GroundRules) -> None:
        super().__init__(row, state)
        self.state, self.rules = state, rules
        self._level: Callable[[], float] | None = None

    def rise_by(self, level: Callable[[], float]) -> None:
        """Let the surface stand ``level`` m above that of the known depths."""
        self._level = level
        self.lay(self.rules)

    def lay(self, rules: GroundRules) -> None:
        """Take other rules, with the bed of the still water."""
        level, bed = self._level, rules.seabed
        self.rules = rules if level is None or bed is None else replace(rules, seabed=bed.below(level))

    @property
    def water_depth(self) -> float:
        """The water depth (m) of parameter and mail with the tide, 0 = unknown."""
        known, level = self.state.water_depth, self._level
        return known if level is None or known <= 0.0 else max(known + level(), LEAST_DEPTH)

    def shares(self) -> Mapping[str, Share]:
        """``post`` posts the depth at the vehicle."""
        return {} if self.rules.seabed is None else {"post": self.post}

    def in_reach(self) -> bool:
        """Return whether the ground can touch the vehicle."""
        rules = self.rules
        return rules.applies and (self.state.water_depth > 0.0 or rules.seabed is not None)

    @property
    def bed(self) -> Seabed | None:
        """The bottom that instruments measure; None = nothing."""
        return self.rules.bed(self.water_depth)

    def contact(self, backend: Backend, command: ActuatorCommand) -> Contact:
        """Return what steps the vehicle and may touch the ground."""
        return Contact(self.rules, backend, command, self.state.lying)

    def lie(self, ground: Ground) -> None:
        """Set how the vehicle lies, and report a change."""
        before, own = self.state.lying, self._own
        if ground is before:
            return
        self.state.lying = ground
        if ground.aground != before.aground:
            self._output.post("USM_AGROUND", truth_text(ground.aground))
        if ground.on_bottom != before.on_bottom:
            self._output.post("USM_BOTTOM_CONTACT", truth_text(ground.on_bottom))
        if ground != AFLOAT and (ground.aground, ground.on_bottom) != (before.aground, before.on_bottom):
            what = "aground" if ground.aground else "on the bottom"
            place = f"x={own.x:.1f}, y={own.y:.1f} m"
            self._output.warnings.append(f"{what} at {place} in {ground.depth:.2f} m of water")

    def watch(self) -> None:
        """Warn the first time that the vehicle is where the file of the sea bed has no data."""
        bed, state, own = self.rules.seabed, self.state, self._own
        if bed is None or state.left_bed:
            return
        depth = bed.depth(own.x, own.y)
        if depth != depth:
            known = f"{state.water_depth:g} m, from parameter or mail" if state.water_depth > 0.0 else "unknown"
            where = f"x={own.x:.1f}, y={own.y:.1f} m"
            self._output.warnings.append(f"bathymetry: no sea bed at {where}; the water depth there: {known}")
            state.left_bed = True

    def post(self, now: float) -> None:
        """Post the water depth at the vehicle, where it is known."""
        del now
        bed = self.bed
        if bed is None:
            return
        depth = bed.depth(self._own.x, self._own.y)
        if depth == depth:
            self._output.post("USM_WATER_DEPTH_HERE", max(depth, 0.0))

    def report(self) -> Iterable[str]:
        """How the vehicle lies."""
        lying = self.state.lying
        if not (lying.aground or lying.on_bottom):
            return []
        return ["", f"Ground: {'aground' if lying.aground else 'on the bottom'}"]

    def on_water_depth(self, message: Message) -> str:
        """Take WATER_DEPTH."""
        value, remark = self.reader.within(message, FARTHEST, "m")
        if value < 0:
            raise refusal(message, f"must be at least 0; {KEPT}")
        self.state.water_depth = value
        return remark


Bottom.MAIL = also_as_usm(
    reads(
        "WATER_DEPTH", "number", Bottom.on_water_depth, "Water depth; 0 makes it unknown, below 0 is refused.", "m",
        group="depth",
    )
)  # fmt: skip


def _draft(draft: Any, value: float) -> None:
    draft.vehicle.draft = value


PARAMETERS: tuple[Key, ...] = (
    Key(
        "squat", "bool", "false",
        "A surface craft with hydrodynamics sinks by its own speed in shallow water, and is aground where its draft "
        "and that sinkage exceed the depth.", group="depth", source="laws/environment 7.6",
        rules=SimulatorRules(into="squats"),
    ),
    Key(
        "banks", "bool", "false",
        "The edges of the polygons of land are vertical banks: they draw in a surface craft with hydrodynamics that "
        "passes along them, and turn its bow away; the more, the shallower the water is.", group="depth",
        source="laws/environment 7.7", rules=SimulatorRules(into="banked"),
    ),
    Key(
        "default_water_depth", "number", "0", "Water depth until mail tells another one; 0 means unknown.", "m",
        minimum=0.0, group="depth", example="0", source="laws/usimmarine 3, laws/kinematics 12",
        rules=SimulatorRules(into="water_depth", beyond="never"),
    ),
    Key(
        "draft", "number", "",
        "Draft: in less water the vehicle is aground. Default: that of the vehicle file; 0 for a kinematic vehicle.",
        "m", minimum=0.0, maximum=50.0, group="depth", example="0.3", source="laws/environment 7",
        rules=SimulatorRules(into=_draft, beyond="never"),
    ),
)  # fmt: skip
