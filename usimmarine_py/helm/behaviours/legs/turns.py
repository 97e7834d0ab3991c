"""The two turns of BHV_LegRun as a mission gives them."""

from __future__ import annotations

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.behaviours.legs.turn import turn_points
from usimmarine_py.helm.parameters import choice, number
from usimmarine_py.maths.plane.polygon import Point


class LegTurns(Behavior):
    """Has a turn at each end of a leg."""

    turn1_rad: float = number(0.0, above=0.0, unit="m", what="Radius of the turn at the first end; needed.")
    turn2_rad: float = number(0.0, above=0.0, unit="m", what="Radius of the turn at the second end; needed.")
    turn_rad_min: float = number(2.0, above=0.0, unit="m", what="Least radius of turns given below it.")
    turn1_ext: float = number(0.0, minimum=0.0, unit="m", what="Way beyond the first end before its turn.")
    turn2_ext: float = number(0.0, minimum=0.0, unit="m", what="Way beyond the second end before its turn.")
    turn1_dir: str = choice("port", ("port", "star", "starboard"), what="Side of the first turn.")
    turn2_dir: str = choice("port", ("port", "star", "starboard"), what="Side of the second turn.")
    turn1_bias: float = number(
        0.0, minimum=-100.0, maximum=100.0, clamped=True, unit="%",
        what="Share of the radius by which the first turn lies off the line of the leg.",
    )  # fmt: skip
    turn2_bias: float = number(
        0.0, minimum=-100.0, maximum=100.0, clamped=True, unit="%", what="The same of the second turn."
    )
    turn_pt_gap: float = number(
        20.0, minimum=0.5, maximum=180.0, clamped=True, unit="deg", what="Step of the points on a turn."
    )

    def turn_at(self, one: Point, other: Point, end: int) -> list[Point]:
        """Return the points of the turn at the first (1) or second (2) end of the leg between two points, m."""
        if end == 1:
            one, other, radius, extension = other, one, self.turn1_rad, self.turn1_ext
            port, bias = self.turn1_dir == "port", self.turn1_bias
        else:
            radius, extension, port, bias = self.turn2_rad, self.turn2_ext, self.turn2_dir == "port", self.turn2_bias
        return turn_points(one, other, radius, extension, port=port, bias=bias, gap=self.turn_pt_gap)
