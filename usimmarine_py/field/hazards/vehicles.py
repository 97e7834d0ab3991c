"""What a hazard sensor knows of each vehicle that searches."""

from __future__ import annotations

from collections import deque

from usimmarine_py.field.hazards.queue import ClassifyQueue
from usimmarine_py.field.hazards.sensing import HeadingHistory, SensorSetting
from usimmarine_py.maths.streams import child_generator


class Searcher:
    """A vehicle: its setting, its passes over objects, its classes that wait, and counts; times MOOS s.

    Its dice come from streams of its own: what other vehicles do changes nothing.
    """

    def __init__(self, name: str, seed: int, sensor: str) -> None:
        self.name = name
        self.setting: SensorSetting | None = None
        self.headings = HeadingHistory()
        self.queue = ClassifyQueue()
        self.passes: deque[float] = deque()  #: heading (deg) at each detection that no class was asked for yet
        self.asked_at: float | None = None
        self.reset_at: float | None = None
        self.pd_reset_at: float | None = None
        self.classified_at = 0.0
        self.sensor_requests = self.reset_requests = self.resets = self.pd_resets = 0
        self.detections = self.classify_requests = self.answers = 0
        self._chances = {True: [0, 0], False: [0, 0]}  #: by whether it is a hazard: passes, reports
        self.within: dict[str, None] = {}  #: labels of the objects within its swath
        self._detections = child_generator(seed, f"{sensor}.detections.{name}")
        self._classes = child_generator(seed, f"{sensor}.classes.{name}")

    def asked(self, now: float) -> None:
        """Note a request at a time."""
        self.sensor_requests += 1
        self.asked_at = now

    def detection_die(self, sides: int) -> float:
        """Return one of ``sides`` multiples of 1/``sides`` in [0, 1)."""
        return int(self._detections.integers(sides)) / sides

    def class_die(self) -> float:
        """Return a number in [0, 1)."""
        return float(self._classes.random())

    def count(self, is_hazard: bool, *, seen: bool) -> None:
        """Count a pass over an object, and whether it was reported."""
        self._chances[is_hazard][0] += 1
        self._chances[is_hazard][1] += seen

    def report(self, now: float) -> list[str]:
        """Return lines for the report of the sensor."""
        rates = {}
        for is_hazard, (passes, reports) in self._chances.items():
            rates[is_hazard] = f"{reports / passes:.2f}" if passes else "n/a"
        setting = "no setting"
        if (chosen := self.setting) is not None:
            kind = chosen.kind
            setting = f"width {kind.width:.1f}  Pd {chosen.p_detect:.3f}  Pfa {chosen.p_false_alarm:.3f}"
            setting += f"  Pclass {kind.p_class:.3f}"
        return [
            f"  {self.name}: {setting}",
            f"    swath resets {self.resets} of {self.reset_requests} asked{_ago(now, self.reset_at)}, "
            f"Pd resets {self.pd_resets}{_ago(now, self.pd_reset_at)}",
            f"    sensor requests {self.sensor_requests}, detections {self.detections}, FA rate {rates[False]}, "
            f"det rate {rates[True]}, classify requests {self.classify_requests}, answers {self.answers}",
        ]


def _ago(now: float, then: float | None) -> str:
    return "" if then is None else f" (last {now - then:.0f} s ago)"
