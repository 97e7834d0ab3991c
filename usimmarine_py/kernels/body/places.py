"""Places in the rows of numbers that the kernels read and change."""

from __future__ import annotations

from typing import NamedTuple


class InputPlaces(NamedTuple):
    """Places in a row of what acts during a step; set-points of the actuator states follow."""

    tau: int  #: the first of six: an extra generalised force X, Y, Z, K, M, N (N, N m; BODY)
    current_n: int  #: m/s, NED
    current_e: int
    current_d: int
    wind_on: int  #: 1 = a wind was given, 0 m/s included
    wind_speed: int  #: m/s
    wind_towards: int  #: rad clockwise from north
    rotate: int  #: rad/s, added to psi_dot
    lift_on: int  #: 1 = the net buoyancy below replaces the vehicle's own
    lift: int  #: N, B - W
    surface: int  #: m, how far the water's surface stands above its mean where the vehicle is
    rate_n: int  #: m/s2, NED, at which the current changes as the water moves on, waves apart
    rate_e: int
    rate_d: int


class SolverPlaces(NamedTuple):
    """Places in a solver's table. After them: nodes, a (stages x stages), b, time constants and rate limits of the
    actuator states, and their decay factors at every stage and at the end of the step.
    """

    stages: int
    step: int  #: s
    limited: int  #: 1 = some rate is limited


IN = InputPlaces(0, *range(6, 5 + len(InputPlaces._fields)))
IN_REF = 5 + len(IN)
SOLVER = SolverPlaces(*range(len(SolverPlaces._fields)))
SOLVER_NODES = len(SOLVER)
