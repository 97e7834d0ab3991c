"""The surroundings of a run: a steady drift over ground and a steady rotation, measured from the run."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from usimmarine_py.fit.model import Predictor
from usimmarine_py.values.arrays import Array

_LEAST_DRIFT = 0.02  # m/s
_LEAST_ROTATION = 0.02  # deg/s
_SURE = 3.0  # standard deviations
_PASSING = 0.1  # m/s: a gust or a passing sideslip worth a note
_AMIDSHIPS = 0.5  # %
_LEAST_TIME = 10.0  # s of observation
_SHORTEST = 2.0  # s: a shorter piece of a run gives no rate
#: Steady is what this share of the run (%) agrees in, to this share of the value.
_MOST = 80.0
_ALIKE = 0.2


def surroundings(p: Predictor) -> tuple[dict[str, float], list[str]]:
    """``drift_x``, ``drift_y`` (m/s) and ``rotate_speed`` (deg/s), if steady, with notes about them."""
    found: dict[str, float] = {}
    notes = []
    pieces = _drifts(p)
    if pieces is not None:
        drift, spread = _usual(pieces)
        size = float(np.hypot(*drift))
        said = f"besides its own speed the vehicle moved over ground by {drift[0]:.3g} m/s east, {drift[1]:.3g} north"
        if size > _LEAST_DRIFT and spread <= max(_LEAST_DRIFT, _ALIKE * size):
            found |= {"drift_x": float(drift[0]), "drift_y": float(drift[1])}
            notes.append(f"{said}: taken for a drift")
        elif max(size, spread) > max(2 * _LEAST_DRIFT, _position_noise(p)):
            why = "changing drift, sideslip, or no speed through the water: it is not in the track"
            notes.append(f"{said}, changing by {spread:.2g}: {why}")
        worst = float(np.max(np.linalg.norm(pieces - drift, axis=1)))
        if spread <= 2 * _LEAST_DRIFT and worst > max(_PASSING, 2.0 * _position_noise(p)):
            notes.append(
                f"for a time the drift differed by up to {worst:.2g} m/s from the usual: it is not in the track"
            )
    turns = _rotations(p)
    if turns is not None:
        middle, spread = _usual(turns)
        rotation = float(middle[0])
        if abs(rotation) > _LEAST_ROTATION and spread <= max(_LEAST_ROTATION, _ALIKE * abs(rotation)):
            found["rotate_speed"] = rotation
            notes.append(f"with the rudder amidships the heading turns by {rotation:.3g} deg/s: taken for a rotation")
    return found, notes


def _position_noise(p: Predictor) -> float:
    """Return what noise of the position alone makes of the drift of most stretches (m/s); by the second differences."""
    data = p.data
    if data.x is None or data.y is None:
        return 0.0
    jitter = max(float(np.percentile(np.abs(np.diff(line, 2)), 68.0)) for line in (data.x, data.y)) / np.sqrt(6.0)
    longest = max(float(data.t[stretch[-1]] - data.t[stretch[0]]) for stretch in p.stretches)
    return float(_SURE * np.sqrt(2.0) * jitter / longest)


def _usual(pieces: Array) -> tuple[Array, float]:
    """Return the middle of the rows, and how far from it most of them stay."""
    middle = np.median(pieces, axis=0)
    return middle, float(np.percentile(np.linalg.norm(pieces - middle, axis=1), _MOST))


def _drifts(p: Predictor) -> Array | None:
    """Velocity over ground minus the vehicle's own, east and north (m/s), of each stretch, shape (n, 2)."""
    data = p.data
    if data.x is None or data.y is None:
        return None
    heading = np.radians(data.heading)
    own = data.speed * np.array([np.sin(heading), np.cos(heading)])
    rows, observed = [], 0.0
    for stretch in p.stretches:
        begin, end = stretch[0], stretch[-1]
        time = float(data.t[end] - data.t[begin])
        if time >= _SHORTEST:
            steps = np.diff(data.t[begin : end + 1])
            path = (0.5 * (own[:, begin:end] + own[:, begin + 1 : end + 1]) * steps).sum(axis=1)
            moved = np.array([data.x[end] - data.x[begin], data.y[end] - data.y[begin]])
            rows.append((moved - path) / time)
            observed += time
    return np.array(rows) if observed >= _LEAST_TIME else None


def _rotations(p: Predictor) -> Array | None:
    """Turn rate (deg/s) of each piece of a run with the rudder amidships, shape (n, 1)."""
    data = p.data
    rows, observed = [], 0.0
    turning = [any(abs(p.steered[j][1]) > _AMIDSHIPS for j in steps) for steps in p.steps]
    for stretch in p.stretches:
        ends = [k for k in stretch[1:] if turning[k]]
        # a tick that turns ends one piece and, as the state behind it, begins the next
        for begin, end in pairwise([stretch[0], *ends, stretch[-1]]):
            last = end - 1 if end in ends and end != stretch[0] else end
            time = float(data.t[last] - data.t[begin])
            if time >= _SHORTEST:
                rows.append([(data.heading[last] - data.heading[begin]) / time])
                observed += time
    return np.array(rows) if observed >= _LEAST_TIME else None
