"""BHV_CutRange."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.helm.behaviours.contacts.contact import ContactBehavior
from usimmarine_py.helm.functions import DomainAxis, Utility
from usimmarine_py.helm.parameters import number
from usimmarine_py.maths.encounters.sides import StraightMotion

#: A pursuit goes on until the contact is this much farther away than giveup_dist, m.
_SLACK = 1.0


#: Courses and speeds of a field, as of ``Surface``, by those of a piece.
_GELS = {(2, 3): (8, 6), (3, 2): (9, 6)}


def closing_in(
    axes: Sequence[DomainAxis], own: StraightMotion, other: StraightMotion, horizon: float, patience: float,
    sizes: tuple[int, int], *, again: bool = False,
) -> Utility:  # fmt: skip
    """Return the function that closes in on ``other``: fast with patience 0, by a near approach with 100.

    ``axes`` are course and speed, ``horizon`` how far it looks ahead (s), ``sizes`` the points of a piece on each,
    ``again`` as of ``Surface``.
    """
    from usimmarine_py.maths.encounters.sides import side_of

    distance = side_of(own, other).range
    return blended(axes, own, other, horizon, patience, sizes, 0.0, distance, again=again)


def blended(
    axes: Sequence[DomainAxis], own: StraightMotion, other: StraightMotion, horizon: float, patience: float,
    sizes: tuple[int, int], full: float, none: float, speed: float = 0.0, *,
    again: bool = False,
) -> Utility:  # fmt: skip
    """Return the same; a closest approach up to ``full`` (m) is worth 100, from ``none`` (m) on nothing.

    Rates of closure count from the least to the largest at ``speed`` (m/s), by default the highest of the axis.
    """
    import numpy as np  # only for functions of two coupled axes

    from usimmarine_py.helm.functions.approach import closest_approaches
    from usimmarine_py.helm.functions.surface import Surface, layout
    from usimmarine_py.maths.encounters.sides import side_of

    boxes = layout(axes[0], axes[1], sizes)
    nearest = closest_approaches(boxes, own, other, horizon, older=True)
    share = (nearest - full) / (none - full) if none > full else np.ones_like(nearest)
    near = np.where(share <= 1, 100.0 - np.maximum(share, 0.0) * 100.0, 0.0)
    towards = np.cos(np.radians(np.trunc(boxes.a) - side_of(own, other).bearing))
    rates = towards * boxes.b
    extremes = towards * speed if speed else rates[:, -1]
    least, most = extremes.min(), extremes.max()
    fast = 100.0 * (rates - least) / (most - least) if most > least else np.zeros_like(rates)
    k = patience / 100
    return Surface(boxes, (1 - k) * boxes.sample(fast) + k * near, again=again, gels=_GELS[sizes])


class CutRange(ContactBehavior):
    """Comes nearer to a contact."""

    runs_unset = True
    loads = ("usimmarine_py.helm.functions.approach", "usimmarine_py.helm.functions.surface")
    variables = ("NAV_X", "NAV_Y")
    awaited = ("contact", "giveup_dist")
    without = "it never begins a pursuit"
    own_flags = ("pursue", "giveup")

    pwt_outer_dist: float = number(0.0, minimum=0.0, unit="m", what="Full weight from here; above the other.")
    pwt_inner_dist: float = number(0.0, minimum=0.0, unit="m", what="Nearer it has no weight.")
    patience: float = number(0.0, minimum=0.0, maximum=100.0, what="0: fast, 100: by the nearest approach.")
    max_patience: float = number(85.0, minimum=0.0, maximum=100.0, what="Limits patience.")
    time_on_leg: float = number(15.0, minimum=0.0, unit="s", what="How far it looks ahead.")
    giveup_dist: float = number(
        0.0, minimum=0.0, also=("giveup_range",), unit="m", what="Beyond this it gives up; without it never begins."
    )

    def on_create(self) -> None:
        super().on_create()
        self._pursues = False

    def on_set(self, name: str) -> None:
        super().on_set(name)
        if name == "pwt_inner_dist":
            self.pwt_outer_dist = max(self.pwt_outer_dist, self.pwt_inner_dist)
        elif name == "pwt_outer_dist":
            self.pwt_inner_dist = min(self.pwt_inner_dist, self.pwt_outer_dist)

    def alert_ranges(self) -> tuple[float, float]:
        return self.pwt_outer_dist, self.pwt_outer_dist + 1.0

    def on_contact(self) -> Utility | None:
        distance = self.own_side.range
        pursues = self.giveup_dist > 0 and distance <= self.giveup_dist + _SLACK
        if pursues != self._pursues:
            self._pursues = pursues
            self.post_flags("pursue" if pursues else "giveup", repeatable=False)
        outer, inner = self.pwt_outer_dist, self.pwt_inner_dist
        # as the original: distances that are equal, as by default, give no weight anywhere
        share = (distance - inner) / (outer - inner) if outer > inner else 0.0
        self.relevance = min(max(share, 0.0), 1.0)
        if not pursues or self.relevance <= 0:
            return None
        if self.refused_building:
            self.warn(self.refused_building)
            return None
        axes = self.axis("course"), self.axis("speed")
        patience = min(self.patience, self.max_patience)
        return closing_in(axes, self.own, self.other, self.time_on_leg, patience, (2, 3))
