"""BHV_AvoidCollision."""

from __future__ import annotations

from usimmarine_py.helm.behaviours.contacts.avoidance import Avoidance, Refined
from usimmarine_py.helm.functions import Utility
from usimmarine_py.helm.life.record import RUNNING
from usimmarine_py.helm.parameters import leading, number, truth
from usimmarine_py.maths.encounters.motion import closing_rate

#: Utility of the closest approach that just counts.
_LEAST = 25.0


class AvoidCollision(Avoidance):
    """Keeps the closest approach to a contact wide."""

    variables = (*Avoidance.variables, "AVOIDING")

    can_disable: bool = truth(False, what="BHV_ABLE_FILTER may disable it.")
    time_on_leg: float = number(120.0, minimum=0.0, unit="s", what="How far it looks ahead.")
    collision_depth: float = leading(
        0.0, above=0.0, unit="m", what="Needs a depth axis; the depth of the contact is not seen."
    )
    check_plateaus: bool = truth(False, what="Posts whether the regions of use_refinery are level.")
    check_validity: bool = truth(False, what="Posts VALID_CHECK_OK with each function.")
    pcheck_thresh: float = number(0.001, minimum=0.0, what="How much less a region may be worth to be level.")
    verbose: bool = truth(False, what="check_plateaus posts PLATEAU_CHECK_OK and PLATEAU_LOGIC_CASE.")
    roc_max_dampen: float = number(-1.0, minimum=0.0, what="Accepted; no effect.")
    roc_max_heighten: float = number(1.0, minimum=0.0, what="Accepted; no effect.")

    def on_set(self, name: str) -> None:
        super().on_set(name)
        if name == "collision_depth" and "depth" not in self.surroundings.axes:
            raise ValueError("a depth axis in the domain expected")

    def on_create(self) -> None:
        super().on_create()
        self._closing_speed = 0.0  #: m/s
        self._has_more_axes = len(self.surroundings.axes) > len(("course", "speed"))

    def _post_range(self) -> None:
        if self.post_per_contact_info:
            # as in the original, of the iteration before
            self.post(f"CLSG_SPD_AVD_{self.contact}", round(self._closing_speed * 10) / 10)
            self.post_rounded(f"RANGE_AVD_{self.contact}", self.own_side.range)

    def on_run(self) -> Utility | None:
        function = super().on_run()
        if self.state is None:
            self._post_range()  # as the original, of a contact that it does not know
        return function

    def see_contact(self) -> None:
        self._post_range()
        if self.life.disabled:
            self.erase_bearing_line()
        if self.leaves:
            self.complete()
        elif self.life.present == RUNNING:
            self._closing_speed = closing_rate(self.own, self.other, whole_degrees=False)

    def on_contact(self) -> Utility | None:
        if self.leaves:
            return None
        self.post("AVD_DEBUG", f"In getRelevance: {self.own_side.range:.5f}")
        self.relevance = self.graded_relevance()
        if self.relevance <= 0:
            return None
        least = self.least_distance(self.min_util_cpa_dist)
        most = self.max_util_cpa_dist
        refined = self.refined_boxes(self.time_on_leg, most)
        boxes = refined.boxes
        # as the original: worth what the present range is worth
        worth = self._worth(self.own_side.range, least, most) if refined.case else 0.0
        if refined.case and self.check_plateaus:
            self._check(refined, worth, least, most)
        if fails := self._has_more_axes:
            # odd, but so: beside another axis the first function is none
            self._has_more_axes = False
            self.post("AVD_DEBUG", "uniform_grid value is ill-defined")
        if self.refused_building:
            fails = True
            self.post("AVD_DEBUG", self.refused_building)
        if self.check_validity:
            self.post("VALID_CHECK_OK", "true")
        self.draw_bearing_line(self.relevance)
        if fails:
            return None
        samples = self.graded_approaches(self.time_on_leg, least, most, _LEAST, boxes)
        if refined.level:
            samples[:, boxes.count - refined.level :] = worth
        return self.surface(samples, boxes)

    def _check(self, refined: Refined, worth: float, least: float, most: float) -> None:
        """Post whether each point of the regions is worth so much."""
        from usimmarine_py.helm.functions.surface import layout

        axes = self.axis("course"), self.axis("speed")
        points = self.graded_approaches(self.time_on_leg, least, most, _LEAST, layout(*axes, (1, 1)))
        points = abs(points[0].reshape(axes[0].count, axes[1].count) - worth)
        gaps = (float(points[a : b + 1, c : d + 1].max()) for a, b, c, d in refined.regions)
        threshold = self.pcheck_thresh if self.pcheck_thresh <= 1.0 else 0.001  # as the original
        worst = max((gap for gap in gaps if gap > threshold), default=0.0)
        if self.verbose:
            self.post("PLATEAU_CHECK_OK", "false" if worst else "true")
            self.post("PLATEAU_LOGIC_CASE", refined.case, repeatable=True)
        if worst:
            self.post("PLATEAU_WORST_FAIL", worst, repeatable=True)

    @staticmethod
    def _worth(distance: float, least: float, most: float) -> float:
        import numpy as np  # only with use_refinery

        from usimmarine_py.helm.functions.approach import graded

        return float(graded(np.array([distance]), least, most, _LEAST)[0])
