"""The attitude view: a horizon, and the hull in section and from the side, in the units of the pictures.

Each picture is 120 wide and 90 high with its origin in the middle, x to the right and y down. The section is seen from
astern, starboard to the right; the side from starboard, bow to the right. Without heave, still water is at y = 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from usimmarine_py.logs.mcap.shapes import HullShape

#: Widths of a hull in its two pictures; nothing is higher than ``_HEIGHT`` above or below the water.
_BEAM, _LENGTH, _HEIGHT = 58.0, 88.0, 24.0


@dataclass(frozen=True, slots=True)
class Picture:
    """One outline."""

    path: str  #: of SVG
    scale: float  #: pixels for each metre


def section(of: HullShape) -> Picture:
    """The cross section of the hull, seen from astern."""
    if of.form != "boat":
        half_width, half_height = 0.5 * of.beam, 0.5 * max(of.draft, 0.1 * of.beam)
        scale = min(0.5 * _BEAM / half_width, _HEIGHT / half_height)
        x, y = half_width * scale, half_height * scale
        if of.form == "torpedo":
            return Picture(f"M{-x:.1f} 0A{x:.1f} {x:.1f} 0 1 1 {x:.1f} 0A{x:.1f} {x:.1f} 0 1 1 {-x:.1f} 0Z", scale)
        return Picture(f"M{-x:.1f} {-y:.1f}H{x:.1f}V{y:.1f}H{-x:.1f}Z", scale)
    scale, up, down = _boat(of, 0.5 * of.beam, _BEAM)
    half = 0.5 * of.beam * scale
    return Picture(
        f"M{-half:.1f} {-up:.1f}H{half:.1f}L{0.85 * half:.1f} {0.4 * down:.1f}Q{0.7 * half:.1f} {down:.1f} 0 {down:.1f}"
        f"Q{-0.7 * half:.1f} {down:.1f} {-0.85 * half:.1f} {0.4 * down:.1f}Z",
        scale,
    )


def side(of: HullShape) -> Picture:
    """The side view of the hull, seen from starboard."""
    if of.form != "boat":
        height = of.beam if of.form == "torpedo" else max(of.draft, 0.1 * of.length)
        scale = min(_LENGTH / of.length, 2.0 * _HEIGHT / height)
        x, y = 0.5 * of.length * scale, 0.5 * height * scale
        if of.form == "torpedo":
            return Picture(
                f"M{-x:.1f} {-0.3 * y:.1f}L{-0.6 * x:.1f} {-y:.1f}H{0.8 * x:.1f}Q{x:.1f} {-y:.1f} {x:.1f} 0"
                f"Q{x:.1f} {y:.1f} {0.8 * x:.1f} {y:.1f}H{-0.6 * x:.1f}L{-x:.1f} {0.3 * y:.1f}Z",
                scale,
            )
        return Picture(f"M{-x:.1f} {-y:.1f}H{x:.1f}V{y:.1f}H{-x:.1f}Z", scale)
    scale, up, down = _boat(of, 0.5 * of.length, _LENGTH)
    half = 0.5 * of.length * scale
    return Picture(
        f"M{-half:.1f} {-up:.1f}H{half:.1f}L{0.85 * half:.1f} 0"
        f"Q{0.75 * half:.1f} {down:.1f} {0.5 * half:.1f} {down:.1f}H{-half:.1f}Z",
        scale,
    )


def _boat(of: HullShape, half: float, width: float) -> tuple[float, float, float]:
    """Scale, and pixels above and below the water; a very flat hull is drawn slightly higher."""
    draft = max(of.draft, 0.02 * of.length)
    above = max(draft, 0.06 * of.length)
    scale = min(0.5 * width / half, _HEIGHT / above)
    return scale, max(above * scale, 5.0), max(draft * scale, 4.0)


def words(of: HullShape) -> str:
    """The description of the drawn hull."""
    name = {"boat": "a boat", "torpedo": "a torpedo", "box": "a box"}[of.form]
    return f"drawn as {name}, {of.length:g} m long, {of.beam:g} m wide"
