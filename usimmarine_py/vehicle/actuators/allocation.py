"""Set-points along the hull's axes to shares of thrusters and fins (laws/actuators 2.5).

What a set-point of 100 per cent means is settled once, at load; in a step remain sums and one comparison a thruster.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from usimmarine_py.kernels.body.actuators import thrust
from usimmarine_py.kernels.body.drives import FinForce
from usimmarine_py.kernels.body.set_points import Reach, ThrusterTerms
from usimmarine_py.values.frozen import dataclass, field, replace
from usimmarine_py.vehicle.actuators.actuator import Actuator

#: Rows of the thrusters' matrix in the order in which they are taken up; what depends on earlier ones is left free.
_ROWS = ("surge", "yaw", "heave", "sway", "roll", "pitch")
_INDEX = {"surge": 0, "sway": 1, "heave": 2, "roll": 3, "pitch": 4, "yaw": 5}
#: What mail can ask for.
SET_POINTS = ("surge", "sway", "heave", "pitch", "yaw")
_RANK = 1e-6  # of the largest entry: what is less is nothing
_LEAST = 1e-9  # N of a thruster that counts as one, and the inverse of the most


@dataclass(frozen=True, slots=True)
class Allocation:
    """What thrusters and fins of one vehicle do together."""

    thrusters: tuple[ThrusterTerms, ...] = ()
    places: tuple[int, ...] = ()  #: of each thruster among the actuators
    set_points: tuple[str, ...] = ()  #: which of ``SET_POINTS`` the thrusters can follow
    fins: Mapping[int, tuple[float, float]] = field(default_factory=dict)  #: rad at 100 % of rudder and of elevator
    most: Mapping[str, float] = field(default_factory=dict)  #: what the file wants at 100 % (N, N m)
    able: Mapping[str, tuple[float, float]] = field(default_factory=dict)  #: what thrusters can, one way and the other


def with_fins(made: Allocation, actuators: Sequence[Actuator]) -> Allocation:
    """The allocation with the fins that stand anywhere: their deflections (rad) at full rudder and full elevator.

    The least deflections that turn without rolling; the most deflected fin is at its limit.
    """
    import numpy as np

    fins = [(i, a, a.law) for i, a in enumerate(actuators) if a.normal is not None and isinstance(a.law, FinForce)]
    if not fins:
        return made
    rows = np.zeros((3, len(fins)))
    for column, (_, a, law) in enumerate(fins):
        (x, y, z), ny, nz = a.position, law.ny, law.nz
        gain = -law.half_rho_area_cl * law.k_flap
        rows[:, column] = gain * (y * nz - z * ny), -gain * x * nz, gain * x * ny
    with np.errstate(all="raise"):
        inverse = np.linalg.pinv(rows, rcond=_RANK)
    result = {i: [0.0, 0.0] for i, *_ in fins}
    # a positive rudder turns to starboard (N > 0), a positive elevator dives (M < 0)
    for which, wanted in enumerate(([0.0, 0.0, 1.0], [0.0, -1.0, 0.0])):
        angles = inverse @ np.array(wanted)
        if np.abs(rows @ angles - wanted).max() > _RANK * 10.0:
            continue
        scale = min(a.states[0].high / abs(x) for (_, a, _law), x in zip(fins, angles, strict=True) if abs(x) > 0.0)
        for (i, *_), x in zip(fins, angles, strict=True):
            result[i][which] = float(scale * x)
    return replace(made, fins={i: (rudder, elevator) for i, (rudder, elevator) in result.items()})


def allocate(actuators: Sequence[Actuator], weights: Mapping[str, float], most: Mapping[str, float]) -> Allocation:
    """The allocation of a vehicle's thrusters.

    ``weights`` by actuator (1 where none is given) make a thruster's share dearer; ``most`` is the force or moment (N,
    N m) at 100 % of a set-point, where it shall be less than the thrusters can do.
    """
    import numpy as np

    thrusters: list[ThrusterTerms] = []
    places, columns, cost = [], [], []
    for i, a in enumerate(actuators):
        gains = a.bollard
        if gains is None:
            continue
        k_pos, k_neg = gains
        n = a.states[0]
        low, high = min(0.0, thrust(n.low, k_pos, k_neg)), max(0.0, thrust(n.high, k_pos, k_neg))
        if not _LEAST < max(high, -low) < 1.0 / _LEAST:
            raise ValueError(f"{a.name} makes at most {max(high, -low):g} N")
        thrusters.append(ThrusterTerms(low, high, k_pos, k_neg))
        places.append(i)
        d, r = np.array(a.direction), np.array(a.position)
        columns.append(np.concatenate([d, np.cross(r, d)]))
        # effort counts as a share of what the thruster can do
        cost.append(weights.get(a.name, 1.0) / max(high, -low) ** 2)
    if not thrusters:
        return Allocation(most=most)
    matrix, weight = np.array(columns).T, np.array(cost)
    with np.errstate(all="raise"):
        chosen = _independent(matrix)
        rows = matrix[[_INDEX[name] for name in chosen]]
        # least weighted squares: f = W^-1 B^T (B W^-1 B^T)^-1 tau
        spread = rows.T / weight[:, None]
        inverse = spread @ np.linalg.inv(rows @ spread)
    able = {}
    for name in SET_POINTS:
        if name not in chosen:
            continue
        force = inverse[:, chosen.index(name)] * (-1.0 if name == "pitch" else 1.0)  # a positive elevator dives
        force[np.abs(force) < _RANK * np.abs(force).max()] = 0.0
        reach = [_reach(sign * force, thrusters) for sign in (1.0, -1.0)]
        if max(reach) > 0.0:
            able[name] = (reach[0], reach[1])
            reach = [min(r, most.get(name, r)) for r in reach]
            ends = [tuple((sign * r * force).tolist()) for sign, r in zip((1.0, -1.0), reach, strict=True)]
            for i, (more, less) in enumerate(zip(*ends, strict=True)):
                part: dict[str, Any] = {name: Reach(more, less)}
                thrusters[i] = replace(thrusters[i], **part)
    return Allocation(tuple(thrusters), tuple(places), tuple(able), most=most, able=able)


def _independent(matrix: object) -> list[str]:
    """The rows of the matrix that can be asked for one by one, in the order of ``_ROWS``."""
    import numpy as np

    b = np.asarray(matrix)
    chosen: list[str] = []
    taken = b[:0]
    for name in _ROWS:
        row = b[_INDEX[name]]
        size = np.linalg.norm(row)
        if size <= _RANK or len(chosen) == b.shape[1]:
            continue
        grown = np.vstack([taken, row / size])
        if np.linalg.svd(grown, compute_uv=False)[-1] > 1e-3:
            chosen.append(name)
            taken = grown
    return chosen


def _reach(force: object, thrusters: Sequence[ThrusterTerms]) -> float:
    """How much of a unit set-point (N or N m) the limits allow."""
    import numpy as np

    shares = [
        (t.high if x > 0.0 else t.low) / x
        for t, x in zip(thrusters, np.asarray(force).tolist(), strict=True)
        if x != 0.0
    ]
    return min(shares, default=0.0)
