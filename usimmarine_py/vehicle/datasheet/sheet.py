"""What a data sheet says of a craft, checked: sizes, mass, thrust, speed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import pi
from typing import TYPE_CHECKING

from usimmarine_py.errors import ConfigError

if TYPE_CHECKING:
    from usimmarine_py.vehicle.datasheet.thrusters import Thruster

KINDS = ("usv", "catamaran", "auv", "rov", "glider", "ship")
RHO = 1025.0
_KNOT = 1852.0 / 3600.0
#: Of the box of length, beam and draft that a hull fills: limits, and what is taken where no draft is known.
_FILLED = {"usv": (0.3, 0.9, 0.5), "catamaran": (0.3, 0.95, 0.55), "ship": (0.3, 0.9, 0.6)}
_TUBE = (0.6, 1.02)  # of its cylinder that a torpedo fills


@dataclass(frozen=True, slots=True)
class DataSheet:
    """One craft. SI units; 0 where the sheet does not say."""

    name: str
    kind: str
    length: float
    beam: float
    mass: float
    draft: float = 0.0
    top_speed: float = 0.0
    thruster: Thruster | None = None
    bollard: float = 0.0  #: N, all propellers together
    power: float = 0.0  #: W at the shafts, all together
    propeller: float = 0.0  #: m, diameter
    turning_circle: float = 0.0  #: m, diameter of the steady circle at full thrust and full rudder
    hull_beam: float = 0.0  #: m, of each hull of a catamaran
    hull_spacing: float = 0.0  #: m, between their middles

    @property
    def floats(self) -> bool:
        """Whether it is a surface craft."""
        return self.kind in _FILLED

    def check(self) -> None:
        """Raise ``ConfigError`` for what cannot be, or does not go together."""
        for key in ("length", "beam", "mass"):
            if getattr(self, key) <= 0.0:
                raise ConfigError(f"is needed, above 0, for a {self.kind}", key=f"--{key}")
        if self.beam > self.length:
            raise ConfigError(f"{self.beam:g} m is more than the length, {self.length:g} m", key="--beam")
        if not (self.thruster or self.bollard or self.power or self.top_speed or self.kind == "glider"):
            raise ConfigError(
                "is needed, or --bollard, --power or --top-speed: nothing says how it is driven", key="--thruster"
            )
        if self.floats:
            self._check_displacement()
        elif self.kind == "auv":
            self._check_tube()

    def _check_displacement(self) -> None:
        low, high, usual = _FILLED[self.kind]
        hulls = 2 if self.kind == "catamaran" else 1
        wide = self.hull_beam if hulls == 2 else self.beam
        if hulls == 2 and wide * 2.0 > self.beam:
            raise ConfigError(f"two hulls of {wide:g} m are wider than the beam, {self.beam:g} m", key="--hull-beam")
        if hulls == 2 and self.hull_spacing > self.beam - wide + 1e-9:
            raise ConfigError(
                f"{self.hull_spacing:g} m between hulls of {wide:g} m makes more than the beam, {self.beam:g} m",
                key="--hull-spacing",
            )
        if not self.draft or not wide:
            return
        box = hulls * RHO * self.length * wide * self.draft
        if not low * box <= self.mass <= high * box:
            what = f"{'2 hulls of ' if hulls == 2 else ''}{self.length:g} x {wide:g} x {self.draft:g} m"
            raise ConfigError(
                f"{self.mass:g} kg and the displacement do not go together: {what} displace {low * box:.4g} to "
                f"{high * box:.4g} kg (block coefficient {low:g} to {high:g}), usually {usual * box:.4g} kg",
                key="--mass", remedy="check draft and mass, or leave --draft out",
            )  # fmt: skip

    def _check_tube(self) -> None:
        tube = RHO * 0.25 * pi * self.beam**2 * self.length
        if not _TUBE[0] * tube <= self.mass <= _TUBE[1] * tube:
            raise ConfigError(
                f"{self.mass:g} kg and the displacement do not go together: a tube of {self.length:g} m and "
                f"{self.beam:g} m displaces {_TUBE[0] * tube:.4g} to {_TUBE[1] * tube:.4g} kg",
                key="--mass", remedy="--beam is the diameter; the mass is that in which it floats at no weight",
            )  # fmt: skip


def block_of(kind: str) -> tuple[float, float, float]:
    """Least, largest and usual block coefficient of a kind."""
    return _FILLED[kind]


def quantity(text: str, key: str, units: dict[str, float]) -> float:
    """A positive number with one of ``units``; without a unit in SI. Raises ``ConfigError``."""
    found = re.fullmatch(r"\s*([0-9]*\.?[0-9]+(?:[eE][-+]?\d+)?)\s*([^\d\s]\S*)?\s*", text)
    known = ", ".join(units)
    if found is None or (found[2] or next(iter(units))).lower() not in units:
        raise ConfigError(f"{text!r} must be a number above 0, in one of {known}", key=key)
    value = float(found[1]) * units[(found[2] or next(iter(units))).lower()]
    if not 0.0 < value < 1e12:
        raise ConfigError(f"{text!r} must be above 0", key=key)
    return value


SPEEDS = {"m/s": 1.0, "kn": _KNOT, "knots": _KNOT, "kt": _KNOT, "km/h": 1.0 / 3.6, "mph": 0.44704}
LENGTHS = {"m": 1.0, "cm": 0.01, "mm": 0.001, "ft": 0.3048, "in": 0.0254}
MASSES = {"kg": 1.0, "t": 1000.0, "lb": 0.45359237}
FORCES = {"n": 1.0, "kn": 1000.0, "kgf": 9.80665, "lbf": 4.4482216, "tf": 9806.65}
POWERS = {"w": 1.0, "kw": 1000.0, "hp": 745.7}
