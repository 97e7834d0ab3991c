"""What the behaviours that keep away from a contact share: distances, weight, function."""

from __future__ import annotations

from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from usimmarine_py.helm.behaviours.contacts.contact import ContactBehavior
from usimmarine_py.helm.parameters import choice, number, other_key, truth
from usimmarine_py.texts.shapes import look_text, points_text
from usimmarine_py.values.key import Key

if TYPE_CHECKING:
    from usimmarine_py.helm.functions.approach import Array
    from usimmarine_py.helm.functions.surface import Layout, Region, Surface

_GRADES = {"linear": 1.0, "quadratic": 2.0, "quasi": 1.5}
#: It completes beyond this multiple of completed_dist.
_SLACK = 1.1
#: How long a viewer shows a line that is not drawn again, s.
_LINE_DURATION = 100.0


class Refined(NamedTuple):
    """Boxes over course and speed, the last ``level`` of which are the ``regions`` that keep clear.

    ``case``: how own ship and the contact lie to each other, in the original's word; empty without ``use_refinery``.
    """

    boxes: Layout
    level: int = 0
    regions: tuple[Region, ...] = ()
    case: str = ""


class Avoidance(ContactBehavior):
    """Keeps away from a contact."""

    looks_when_idle = True
    loads = tuple(f"usimmarine_py.helm.functions.{name}" for name in ("approach", "refinery", "surface"))

    other_keys: ClassVar[tuple[Key, ...]] = (
        other_key("contact_type_required", "list", "Another spelling of match_type; of Colregs without effect."),
    )

    constraint = True

    pwt_outer_dist: float = number(200.0, minimum=0.0, unit="m", what="From here on it has a weight.")
    pwt_inner_dist: float = number(50.0, minimum=0.0, unit="m", what="Here it has its full weight.")
    completed_dist: float = number(500.0, minimum=0.0, unit="m", what="Beyond this, and a tenth, it completes.")
    min_util_cpa_dist: float = number(10.0, minimum=0.0, unit="m", what="Closer approaches have no utility.")
    max_util_cpa_dist: float = number(75.0, minimum=0.0, unit="m", what="Wider approaches have full utility.")
    pwt_grade: str = choice("quasi", tuple(_GRADES), what="How the weight rises between the distances.")
    no_alert_request: bool = truth(False, what="A template does not ask the contact manager for alerts.")
    use_refinery: bool = truth(False, what="Courses and speeds that keep clear are made pieces of their own.")

    def on_set(self, name: str) -> None:
        super().on_set(name)
        # of a pair the one that was given last moves the other
        if name == "pwt_outer_dist":
            self.pwt_inner_dist = min(self.pwt_inner_dist, self.pwt_outer_dist)
        elif name == "pwt_inner_dist":
            self.pwt_outer_dist = max(self.pwt_outer_dist, self.pwt_inner_dist)
        elif name == "min_util_cpa_dist":
            self.max_util_cpa_dist = max(self.max_util_cpa_dist, self.min_util_cpa_dist)
        elif name == "max_util_cpa_dist":
            self.min_util_cpa_dist = min(self.min_util_cpa_dist, self.max_util_cpa_dist)

    def on_other(self, key: str, text: str) -> bool:
        return super().on_other("match_type" if key == "contact_type_required" else key, text)

    def alert_ranges(self) -> tuple[float, float]:
        return self.pwt_outer_dist, self.completed_dist

    @property
    def far_away(self) -> bool:
        """Whether the contact is so far away that it completes."""
        return self.own_side.range >= _SLACK * self.completed_dist

    @property
    def leaves(self) -> bool:
        """Whether it completes: the contact is far away, or filtered out."""
        return self.far_away or self.filtered_out

    def graded_relevance(self) -> float:
        """Return 0 at the outer distance rising to 1 at the inner one, and beyond; graded."""
        outer, inner, distance = self.pwt_outer_dist, self.pwt_inner_dist, self.own_side.range
        if distance >= outer:
            return 0.0
        # odd, but so: between distances that are equal the weight is infinite
        share = (outer - distance) / (outer - inner) if outer > inner else inf
        return float(share ** _GRADES[self.pwt_grade])

    def draw_bearing_line(self, relevance: float) -> None:
        """Draw the line to the contact, in the colour of ``relevance``."""
        if not self.shows_line:
            return
        # the original leaves it unset: memory that is fresh holds 0, that of one that was made later mostly something
        asked = "bearing_line_label_show" in self.given
        labelled = self.bearing_line_label_show if asked else self.life.spawned
        points = points_text(((self.own.x, self.own.y), (self.other.x, self.other.y)))
        look = look_text(
            self.line_label, label_color="white" if labelled else "invisible",
            edge_color=self.line.colour(relevance, self.own_side.range, labelled=labelled), time=self.written_now,
            duration=_LINE_DURATION,
        )  # fmt: skip
        self.post("VIEW_SEGLIST", points + look)

    def on_run_without_function(self) -> None:
        self.erase_bearing_line()

    def least_distance(self, least: float) -> float:
        """Return ``least`` (m), or half the range where the contact is nearer."""
        return self.own_side.range / 2 if self.own_side.range <= least else least

    @cached_property
    def boxes(self) -> Layout:
        """The boxes over course and speed."""
        from usimmarine_py.helm.functions.surface import layout  # numpy only when it is needed

        return layout(self.axis("course"), self.axis("speed"))

    def refined_boxes(self, horizon: float, clear: float) -> Refined:
        """Return the boxes, with the regions that keep ``clear`` (m) within ``horizon`` s if ``use_refinery``."""
        if not self.use_refinery:
            return Refined(self.boxes)
        from usimmarine_py.helm.functions.refinery import Refinery
        from usimmarine_py.helm.functions.surface import with_regions

        axes = self.axis("course"), self.axis("speed")
        refinery = Refinery(axes, self.own, self.other, horizon, clear)
        regions = refinery.regions()
        if not regions:
            return Refined(self.boxes, case=refinery.case)
        boxes, numbers = with_regions(*axes, (3, 3), regions)
        return Refined(boxes, len(numbers), tuple(regions), refinery.case)

    def graded_approaches(
        self, horizon: float, least: float, most: float, at_least: float, boxes: Layout | None = None
    ) -> Array:
        """Return samples, over course and speed, of the utility of the closest approach within ``horizon`` s.

        It is 0 below ``least`` (m), ``at_least`` there, 100 from ``most`` on.
        """
        from usimmarine_py.helm.functions.approach import graded_approaches

        return graded_approaches(boxes or self.boxes, self.own, self.other, horizon, least, most, at_least)

    def surface(self, samples: Array, boxes: Layout | None = None) -> Surface:
        """Return the function with these samples over course and speed."""
        from usimmarine_py.helm.functions.surface import Surface

        return Surface(boxes or self.boxes, samples, again=True, gels=self.gels())

    def gels(self) -> tuple[int, int]:
        """Return the courses and speeds of a field, as of ``Surface``."""
        return 9, 6
