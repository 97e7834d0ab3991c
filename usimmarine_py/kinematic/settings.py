"""The settings of the kinematic engine for a vehicle: one frozen value."""

from __future__ import annotations

from collections.abc import Callable

from usimmarine_py.kernels import kinematic
from usimmarine_py.kinematic.dialects import Dialect, find_dialect
from usimmarine_py.kinematic.thrust_map import KinematicThrustMap
from usimmarine_py.values.frozen import dataclass, field, replace

#: The full speed (m/s) that V22 and V23 put in before every look-up.
ENGINE_FULL_SPEED = 5.0
#: Speed (m/s) that the wind allows on a heading (deg).
SailLimit = Callable[[float], float]


@dataclass(frozen=True, slots=True)
class TurnSpeedMap:
    """Turn rate (0 to 100) between a null and a full speed. Setters give (map, accepted) and refuse bad values.

    Full and null stay in order: lowering full below null pulls null down, raising null above full pulls full up.
    """

    full_speed: float = 1.0  #: m/s, at and above it ``full_rate`` holds
    null_speed: float = 0.0  #: m/s, at and below it ``null_rate`` holds
    full_rate: float = 100.0
    null_rate: float = 0.0

    def with_full_speed(self, speed: float) -> tuple[TurnSpeedMap, bool]:
        """Set the full speed (m/s), which must be above 0."""
        if not speed > 0:
            return self, False
        return replace(self, full_speed=speed, null_speed=min(self.null_speed, speed)), True

    def with_null_speed(self, speed: float) -> tuple[TurnSpeedMap, bool]:
        """Set the null speed (m/s), which must be above 0."""
        if not speed > 0:
            return self, False
        return replace(self, null_speed=speed, full_speed=max(self.full_speed, speed)), True

    def with_full_rate(self, rate: float) -> tuple[TurnSpeedMap, bool]:
        """Set the full turn rate, in (0, 100]."""
        if not 0 < rate <= 100:
            return self, False
        return replace(self, full_rate=rate, null_rate=min(self.null_rate, rate)), True

    def with_null_rate(self, rate: float) -> tuple[TurnSpeedMap, bool]:
        """Set the null turn rate, in [0, 100]."""
        if not 0 <= rate <= 100:
            return self, False
        return replace(self, null_rate=rate, full_rate=max(self.full_rate, rate)), True

    @property
    def numbers(self) -> kinematic.TurnMap:
        """Null speed, full speed (m/s), null rate and full rate, as the law takes them."""
        return self.null_speed, self.full_speed, self.null_rate, self.full_rate


def _documented() -> Dialect:
    return find_dialect("documented")


@dataclass(frozen=True, slots=True)
class KinematicSettings:
    """Parameters of the kinematic laws.

    A changed parameter makes a new value (``dataclasses.replace``), so a stored one can always be gone back to.
    """

    dialect: Dialect = field(default_factory=_documented)
    thrust_map: KinematicThrustMap = field(default_factory=lambda: KinematicThrustMap(factor=20.0))
    #: of the fan thruster, empty: it gives no speed (laws/usimmarine 10)
    fan_map: KinematicThrustMap = field(default_factory=KinematicThrustMap)
    turn_loss: float = 0.85  #: share of the speed lost at full rudder (laws/kinematics 3)
    turn_rate: float = 70.0  #: 0 to 100 (laws/kinematics 4)
    turn_speed_map: TurnSpeedMap = field(default_factory=TurnSpeedMap)
    turn_map_given: frozenset[str] = frozenset()  #: which of its numbers turn_spd_map_* parameters configured
    max_acceleration: float = 0.0  #: m/s^2, 0 = no limit
    max_deceleration: float = 0.5  #: m/s^2, 0 = no limit
    max_depth_rate: float = 0.5  #: m/s
    max_depth_rate_speed: float = 2.0  #: m/s
    buoyancy_rate: float = 0.025  #: m/s, positive floats up
    turn_radius: float = 0.0  #: m, 0 = off (laws/kinematics 11)
    max_speed: float = 0.0  #: m/s, used by the turn limit only, 0 = off (laws/kinematics 11)
    sail: SailLimit | None = None  #: None while the vehicle does not sail (laws/usimmarine 10)

    def with_turn_speed_map_used(self) -> KinematicSettings:
        """Return the settings as the look-up of the turn-speed map in a normal step leaves them (laws/kinematics 5).

        Full rate and full speed are set again before every look-up, and a null rate or speed above them is pulled
        down for good. A configured full rate or speed counts, except where the defect is reproduced.
        """
        if not (self.dialect.later or self.turn_map_given):
            return self
        forced = self.dialect.has("full_speed_fixed")
        table = self.turn_speed_map
        # asked first, since making a new map in every step is what a step would spend its time on
        if (forced or "full_rate" not in self.turn_map_given) and table.full_rate != self.turn_rate:
            table = table.with_full_rate(self.turn_rate)[0]
        if (forced or "full_speed" not in self.turn_map_given) and table.full_speed != ENGINE_FULL_SPEED:
            table = table.with_full_speed(ENGINE_FULL_SPEED)[0]
        return self if table is self.turn_speed_map else replace(self, turn_speed_map=table)

    @property
    def turn_map(self) -> kinematic.TurnMap:
        """The turn rate in force by speed, as the law takes it (laws/kinematics 4, 5)."""
        rate = self.turn_rate
        if not (self.dialect.later or self.turn_map_given):
            return 0.0, 1.0, rate, rate
        if rate == 0 and not self.dialect.has("turn_rate_zero"):
            return 0.0, 1.0, 0.0, 0.0
        return self.with_turn_speed_map_used().turn_speed_map.numbers

    @property
    def limits(self) -> kinematic.Limits:
        """What else limits the motion, as the law takes it."""
        return (
            self.max_acceleration, self.max_deceleration, self.max_depth_rate, self.max_depth_rate_speed,
            self.buoyancy_rate, self.turn_radius, self.max_speed,
        )  # fmt: skip

    def desired_speed(self, speed: float, rudder: float, fan: float, heading: float) -> float:
        """Return the speed (m/s) to go to without limits of acceleration (laws/kinematics 3).

        ``speed`` (m/s) is what the thrust map gives; ``rudder`` and ``fan`` in %; ``heading`` (deg) counts under sail.
        """
        if self.sail is not None:
            speed = kinematic.speed_under_sail(speed, self.sail(heading), self.dialect.has("sail_zero_unlimited"))
            speed += self.fan_map.speed(fan)
        return kinematic.after_turn_loss(speed, rudder, self.turn_loss)
