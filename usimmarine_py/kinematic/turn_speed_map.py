"""The turn-speed map of V22 and V23: how the turn rate grows with speed (laws/kinematics 5)."""

from __future__ import annotations

from usimmarine_py.model.frozen import dataclass, replace

#: The full speed (m/s) that V22 and V23 put in before every look-up.
ENGINE_FULL_SPEED = 5.0


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

    def for_look_up(self, turn_rate: float) -> TurnSpeedMap:
        """What V22 and V23 make of the map before every look-up: full rate := turn_rate, full speed := 5
        (laws/kinematics 5).

        The result takes the place of the map: a null rate or null speed once pulled down stays down, and a turn
        rate of 0 is refused, so that the full rate before it stays in force (quirks ``full_speed_fixed``,
        ``turn_rate_zero``).
        """
        return self.with_full_rate(turn_rate)[0].with_full_speed(ENGINE_FULL_SPEED)[0]

    def rate(self, speed: float) -> float:
        """Turn rate at a speed (m/s)."""
        if speed <= self.null_speed:
            return self.null_rate
        if speed >= self.full_speed:
            return self.full_rate
        share = (speed - self.null_speed) / (self.full_speed - self.null_speed)
        return share * (self.full_rate - self.null_rate) + self.null_rate
