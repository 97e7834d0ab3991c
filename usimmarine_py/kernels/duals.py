"""The kernels on dual numbers: values with their derivatives, by the rules of calculus alone (forward mode).

The same lines as of floats; comparisons are of the values. So absolute values, limits, branches and atan2 have their
derivative on the side where the value is, which complex numbers would lose.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from usimmarine_py.kernels.arrays import rebuilt


class Dual:
    """A number and its slope: a float along one direction, or an array (k,) along k of them.

    Where two compared values are equal, the slope along one direction decides: the branch is that of the side it points
    to. Along several there is no such side; ``ties`` gets the array of directions in which they part.
    """

    __slots__ = ("slope", "ties", "value")
    __array_ufunc__ = None  # numpy's floats leave the arithmetic to this class

    def __init__(self, value: float, slope: Any, ties: list[Any] | None = None) -> None:
        self.value = value
        self.slope = slope
        self.ties = ties

    def __add__(self, other: Any) -> Dual:
        if isinstance(other, Dual):
            return Dual(self.value + other.value, self.slope + other.slope, self.ties)
        return Dual(self.value + other, self.slope, self.ties)

    __radd__ = __add__

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.slope, self.ties)

    def __sub__(self, other: Any) -> Dual:
        if isinstance(other, Dual):
            return Dual(self.value - other.value, self.slope - other.slope, self.ties)
        return Dual(self.value - other, self.slope, self.ties)

    def __rsub__(self, other: float) -> Dual:
        return Dual(other - self.value, -self.slope, self.ties)

    def __mul__(self, other: Any) -> Dual:
        if isinstance(other, Dual):
            value, own = self.value, other.value
            return Dual(value * own, self.slope * own + other.slope * value, self.ties)
        return Dual(self.value * other, self.slope * other, self.ties)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Dual:
        if not isinstance(other, Dual):
            return Dual(self.value / other, self.slope / other, self.ties)
        if other.value == 0.0:
            return self._nowhere(other)
        value = self.value / other.value
        return Dual(value, (self.slope - other.slope * value) / other.value, self.ties)

    def __rtruediv__(self, other: float) -> Dual:
        if self.value == 0.0:
            return self._nowhere(self)
        value = other / self.value
        return Dual(value, self.slope * (-value / self.value), self.ties)

    def __pow__(self, power: float) -> Dual:
        if self.value == 0.0:
            return Dual(0.0, self.slope * (0.0 if power > 1.0 else math.nan), self.ties)
        value = self.value**power
        return Dual(value, self.slope * (power * value / self.value), self.ties)

    def __abs__(self) -> Dual:
        if self.value > 0.0:
            return self
        if self.value < 0.0:
            return -self
        if self.ties is None:
            return Dual(0.0, abs(self.slope))
        self.ties.append(self.slope)
        return Dual(0.0, 0.0 * self.slope, self.ties)

    def _nowhere(self, other: Dual) -> Dual:
        """A quotient by 0 that a tie has let through: no number."""
        return Dual(math.nan, (self.slope + other.slope) * math.nan, self.ties)

    def _apart(self, other: Any) -> float:
        """Below 0 where this is less than the other number, above 0 where it is more."""
        value, slope = (other.value, other.slope) if isinstance(other, Dual) else (other, 0.0)
        if self.value != value:
            return float(self.value - value)
        apart = self.slope - slope
        if self.ties is None:
            return apart  # type: ignore[no-any-return]
        self.ties.append(apart)
        return 0.0

    def __lt__(self, other: Any) -> bool:
        return self._apart(other) < 0.0

    def __le__(self, other: Any) -> bool:
        return self._apart(other) <= 0.0

    def __gt__(self, other: Any) -> bool:
        return self._apart(other) > 0.0

    def __ge__(self, other: Any) -> bool:
        return self._apart(other) >= 0.0

    def __eq__(self, other: object) -> bool:
        return self._apart(other) == 0.0

    def __ne__(self, other: object) -> bool:
        return self._apart(other) != 0.0

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return self != 0.0


def _by(function: Callable[[float], float], slope: Callable[[float, float], float]) -> Callable[[Any], Any]:
    """A function of one number; ``slope`` of the number and the function's value."""

    def applied(x: Any) -> Any:
        if not isinstance(x, Dual):
            return function(x)
        value = function(x.value)
        return Dual(value, x.slope * slope(x.value, value), x.ties)

    return applied


def _root(x: float, value: float) -> float:
    # what stands under the root of a speed at rest has no slope: no number, so that it is not taken for one
    return 0.5 / value if value > 0.0 else math.nan


def _atan2(y: Any, x: Any) -> Any:
    if not isinstance(y, Dual) and not isinstance(x, Dual):
        return math.atan2(y, x)
    over, ys = (y.value, y.slope) if isinstance(y, Dual) else (y, 0.0)
    under, xs = (x.value, x.slope) if isinstance(x, Dual) else (x, 0.0)
    ties = y.ties if isinstance(y, Dual) else x.ties
    square = over * over + under * under
    slope = (ys * under - xs * over) / square if square > 0.0 else (ys + xs) * math.nan
    value = math.atan2(over, under)
    if over == 0.0 and under < 0.0:
        # the angle jumps by a full turn there
        if ties is not None:
            ties.append(ys)
        elif ys != 0.0:
            value = math.copysign(math.pi, ys)
    return Dual(value, slope, ties)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sin": _by(math.sin, lambda x, _: math.cos(x)),
    "cos": _by(math.cos, lambda x, _: -math.sin(x)),
    "tan": _by(math.tan, lambda _, value: 1.0 + value * value),
    "exp": _by(math.exp, lambda _, value: value),
    "log": _by(math.log, lambda x, _: 1.0 / x),
    "log10": _by(math.log10, lambda x, _: 1.0 / (x * math.log(10.0))),
    "sqrt": _by(math.sqrt, _root),
    "acos": _by(math.acos, lambda x, _: -1.0 / math.sqrt(1.0 - x * x) if abs(x) < 1.0 else math.nan),
    "asin": _by(math.asin, lambda x, _: 1.0 / math.sqrt(1.0 - x * x) if abs(x) < 1.0 else math.nan),
    "atan2": _atan2,
    "isfinite": lambda x: math.isfinite(x.value if isinstance(x, Dual) else x),
}
_MADE: dict[Any, Any] = {}


def on_duals(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Return ``kernel`` with all that it calls in this package on floats and dual numbers alike."""
    return rebuilt(kernel, _FUNCTIONS, ("usimmarine_py.kernels.", "usimmarine_py.maths.", kernel.__module__), _MADE)


def parts(numbers: Any) -> list[Any]:
    """Complex numbers as floats and, where the imaginary part is not 0, duals with that as their slope."""
    return [x.real if x.imag == 0.0 else Dual(x.real, x.imag) for x in numbers]


def joined(numbers: Any) -> list[complex]:
    """Duals along one direction, and floats, as complex numbers."""
    return [complex(x.value, x.slope) if isinstance(x, Dual) else complex(x) for x in numbers]
