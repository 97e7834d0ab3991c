"""What a simulated hazard sensor sees: its swath, and the chances of detections and classifications.

The source is uFldHazardSensor of MOOS-IvP 19.8 and its documentation. P_FA = P_D^exp is the curve of the receiver
(ROC) of a sensor; exp 1 is the worst, by which a detection says nothing.
"""

from __future__ import annotations

from collections import deque
from math import cos, radians, sin

from usimmarine_py.field.hazards.hazard import Hazard
from usimmarine_py.maths.angles import angle_180, angle_difference
from usimmarine_py.maths.plane.polygon import Point
from usimmarine_py.text import compact_number
from usimmarine_py.values.frozen import dataclass

#: Headings are kept so long (s) and so many.
_KEPT_TIME, _KEPT_HEADINGS = 60.0, 1000


@dataclass(frozen=True, slots=True)
class SwathOption:
    """One of the settings of a sensor: half of its swath (m), the exponent of its ROC curve, the probability that it
    classifies rightly, and how many vehicles may have it (0: any number).
    """

    width: float
    exponent: float
    p_class: float
    most: int = 0


@dataclass(frozen=True, slots=True)
class SensorSetting:
    """What a vehicle has chosen: a kind of sensor and P_D."""

    kind: SwathOption
    p_detect: float

    @property
    def p_false_alarm(self) -> float:
        """P_FA, by the ROC curve."""
        return float(self.p_detect**self.kind.exponent)

    def text(self, name: str) -> str:
        """Return the acknowledgement for a vehicle."""
        return (
            f"vname={name},width={compact_number(self.kind.width, 1)},pd={compact_number(self.p_detect, 3)},"
            f"pfa={compact_number(self.p_false_alarm, 3)},pclass={compact_number(self.kind.p_class, 3)}"
        )


def swath(x: float, y: float, heading: float, half_width: float, half_length: float) -> tuple[Point, ...]:
    """Return the corners of the rectangle that is seen (m), from the one ahead to starboard on, clockwise."""
    east, north = sin(radians(heading)), cos(radians(heading))
    corners = ((half_width, half_length), (half_width, -half_length), (-half_width, -half_length))
    return tuple(
        (x + across * north + along * east, y - across * east + along * north)
        for across, along in (*corners, (-half_width, half_length))
    )


def off_aspect(hazard: Hazard, heading: float) -> float:
    """Return how far a heading (deg) is from the best aspect of a hazard: 0 within its range, 1 at worst.

    A hazard without aspect and range is seen equally well from everywhere.
    """
    if hazard.aspect is None or hazard.aspect_min is None or hazard.aspect_max is None:
        return 0.0
    off = min(angle_difference(heading, hazard.aspect), angle_difference(heading, hazard.aspect + 180.0))
    if off <= hazard.aspect_min:
        return 0.0
    if off >= hazard.aspect_max:
        return 1.0
    return (off - hazard.aspect_min) / (hazard.aspect_max - hazard.aspect_min)


def chance_of_detection(hazard: Hazard, setting: SensorSetting, off: float = 0.0, *, alike: bool = True) -> float:
    """Return the probability of a report of a hazard (P_D) or of a benign object (P_FA).

    ``off``: of ``off_aspect``, which brings the exponent down to 1. ``alike``: a resemblance counts, by the mean of
    P_FA and it.
    """
    if hazard.is_hazard:
        return setting.p_detect
    exponent = setting.kind.exponent - off * (setting.kind.exponent - 1.0)
    false_alarm = float(setting.p_detect**exponent)
    return (false_alarm + hazard.hr) / 2 if alike and hazard.hr is not None else false_alarm


def chance_of_right_class(hazard: Hazard, p_class: float, *, alike: bool = True) -> float:
    """Return the probability that a hazard is classified rightly from its best aspect.

    A benign object is the easier to classify the less it resembles a hazard.
    """
    if not alike or hazard.is_hazard or hazard.hr is None:
        return p_class
    return p_class + (1.0 - p_class) * (1.0 - hazard.hr)


def off_the_best(chance: float, off: float) -> float:
    """Return the probability of the right class ``off`` the best aspect: at worst one half, a guess."""
    return 0.5 + (1.0 - off) * (chance - 0.5)


class HeadingHistory:
    """The headings of a vehicle (deg) and their times (MOOS s), the newest first."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, float]] = deque()

    def add(self, heading: float, time: float) -> None:
        """Add a heading; one that is not newer than the last is left out."""
        if not self._seen or time > self._seen[0][0]:
            self._seen.appendleft((time, heading))
        if len(self._seen) > _KEPT_HEADINGS or self._seen[0][0] - self._seen[-1][0] > _KEPT_TIME:
            self._seen.pop()

    def turn_rate(self, span: float) -> float:
        """Return the mean rate of turn over the last ``span`` s, without sign, deg/s."""
        if not self._seen:
            return 0.0
        latest, last = self._seen[0]
        turned = elapsed = 0.0
        for time, heading in self._seen:
            if latest - time >= span:
                break
            turned += abs(angle_180(heading - last))
            elapsed, last = latest - time, heading
        return turned / elapsed if elapsed else 0.0
