"""Fluid memory: radiation forces by state-space models of the retardation functions (laws/hydrodynamics 7)."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

#: The column of surge where it is felt: those of the table below have 1, which is not (laws/hydrodynamics 7).
SURGE = 7


@dataclass(frozen=True, slots=True)
class MemorySystem:
    """One transfer function (c1 s^(n-1) + ... + cn)/(s^n + a1 s^(n-1) + ... + an) from velocity ``column`` to ``row``.

    ``row`` and ``column`` count from 1 (1 surge ... 6 yaw), ``column`` up to ``SURGE``; forces in N, N m, velocities in
    m/s, rad/s.
    """

    row: int
    column: int
    a: tuple[float, ...]
    c: tuple[float, ...]

    @property
    def order(self) -> int:
        """Number of states."""
        return len(self.a)

    @property
    def source(self) -> int:
        """The velocity from 0 (surge) to 5 (yaw)."""
        return 0 if self.column == SURGE else self.column - 1


#: mass (kg) and length (m) of the vessel that the table below belongs to
VIKNES_MASS, VIKNES_LENGTH = 5002.6, 7.2

_VIKNES: tuple[tuple[tuple[int, ...], tuple[float, ...], tuple[float, ...]], ...] = (
    ((11,), (10.5819, 40.3442, 74.3206, 51.0862), (9979.32741355037, 22918.4583751628, 15780.8377225351)),
    ((22,), (10.8044, 40.2573, 74.2156, 51.4893), (40179.7498055168, 92673.0452638225, 64374.4305099363)),
    ((24, 42), (8.1047, 23.4101, 34.5435), (30394.1087395157, 42384.5103537706)),
    ((26, 62), (1.1147, 6.0631), (-209.165956356670,)),
    ((33,), (5.9560, 11.4690, 5.3749, 0.4502), (147159.294077335, 243503.238108501, 43814.5056222167)),
    ((35, 53), (6.4986, 31.5127, 16.5388, 1.4476), (-42225.0493265813, 49487.0184208576, 14376.5689784988)),
    ((44,), (8.4332, 23.9192, 36.1083), (28610.6674325093, 40464.3930955079)),
    ((46, 64), (1.5393, 5.8180), (-1263.19362192829,)),
    ((55,), (6.0199, 11.3013, 5.2349, 0.4339), (434621.463430541, 665145.221962119, 116485.986335729)),
    ((66,), (11.0792, 43.8660, 84.4465, 63.9643), (123351.802797675, 300235.457336133, 227412.688726648)),
)


def viknes_systems() -> tuple[MemorySystem, ...]:
    """The fourteen transfer functions of the Viknes 830 in the order of the states (45 in all)."""
    systems = [MemorySystem(ij // 10, ij % 10, a, (*c, 0.0)) for pairs, a, c in _VIKNES for ij in pairs]
    return tuple(sorted(systems, key=lambda s: (s.row, s.column)))


def scaled_systems(scaling: str, mass: float, length: float) -> tuple[MemorySystem, ...]:
    """The Viknes systems for a vehicle of ``mass`` (kg) and ``length`` between perpendiculars (m).

    ``hilsim`` scales forces with mass and moments with mass times length and keeps the poles; ``bis`` is consistent;
    ``none`` leaves the numbers of the Viknes.
    """
    if scaling == "none":
        return viknes_systems()
    m, l_ratio = mass / VIKNES_MASS, length / VIKNES_LENGTH
    result = []
    for s in viknes_systems():
        moment, angular = s.row > 3, s.column > 3
        if scaling == "hilsim":
            gain = m * l_ratio if moment else m
            result.append(MemorySystem(s.row, s.column, s.a, tuple(gain * x for x in s.c)))
            continue
        faster = sqrt(1.0 / l_ratio)
        gain = m
        if not moment and not angular:
            gain = m / l_ratio
        elif moment and angular:
            gain = m * l_ratio
        power, a, c = 1.0, [], []
        for ak, ck in zip(s.a, s.c, strict=True):
            c.append(gain * ck * power)
            power *= faster
            a.append(ak * power)
        result.append(MemorySystem(s.row, s.column, tuple(a), tuple(c)))
    return tuple(result)
