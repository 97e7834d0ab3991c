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

    def setting_row(self, started: float) -> tuple[str, ...]:
        """Return its setting, and how often and when (s since ``started``) it was chosen, for the sensor's report."""
        numbers: tuple[str, ...] = ("", "", "", "")
        if (chosen := self.setting) is not None:
            chances = (chosen.p_detect, chosen.p_false_alarm, chosen.kind.p_class)
            numbers = (f"{chosen.kind.width:.1f}", *(f"{chance:.3f}" for chance in chances))
        resets, pd_resets = _since(started, self.reset_at), _since(started, self.pd_reset_at)
        return (
            self.name, *numbers, str(self.reset_requests), f"{self.resets}({resets})", f"{self.pd_resets}({pd_resets})",
        )  # fmt: skip

    def count_row(self) -> tuple[str, ...]:
        """Return its requests, detections and answers, for the sensor's report."""
        rates = {}
        for is_hazard, (passes, reports) in self._chances.items():
            rates[is_hazard] = f"{reports / passes:.2f}" if passes else "n/a"
        return (
            self.name, str(self.sensor_requests), str(self.detections), rates[False], rates[True],
            str(self.classify_requests), str(self.answers),
        )  # fmt: skip


def _since(started: float, then: float | None) -> str:
    return "0" if then is None else f"{then - started:.0f}"
