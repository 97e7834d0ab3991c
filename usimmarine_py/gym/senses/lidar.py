"""A lidar on each vehicle of an Encounter: the nearest thing in each of its sectors."""

from __future__ import annotations

from math import pi

import numpy as np

from usimmarine_py.field.detections.kinds import KINDS
from usimmarine_py.gym import kernels as of
from usimmarine_py.gym.others import encounter_rules as rules
from usimmarine_py.gym.words import Observed
from usimmarine_py.values.arrays import Array

#: Standard deviation of a range, m.
NOISE = KINDS["lidar"].range_noise
SECTORS = 36
#: Its largest range (m), that of ``kind = lidar`` of uFldDetectionSensor; where nothing is, this is shown.
RANGE = KINDS["lidar"].range


def seen_by_lidar() -> tuple[Observed, ...]:
    """Return what its numbers are."""
    turn = 360 // SECTORS
    return tuple(
        Observed(f"lidar_{k}", "m", RANGE, f"to the nearest other vehicle within {turn // 2} deg of {k * turn} deg")
        for k in range(SECTORS)
    )


def scan(seen: Array, memory: Array, contacts: int, length: float) -> Array:
    """Return distances (N, ``SECTORS``) in m from vehicles to the nearest others, sector 0 about the bow, clockwise.

    The others are circles of their length in diameter.
    """
    found = np.full((len(seen), SECTORS), RANGE)
    beams = np.arange(SECTORS) * (2.0 * pi / SECTORS)
    for k in range(contacts):
        c = memory[:, rules.FIRST + k * rules.CONTACT :]
        east, north = c[:, rules.C_X] - seen[:, of.X], c[:, rules.C_Y] - seen[:, of.Y]
        away = np.maximum(np.hypot(east, north), 1e-9)
        half = np.arcsin(np.minimum(0.5 * length / away, 1.0)) + pi / SECTORS
        off = np.arctan2(east, north) - seen[:, of.PSI]
        apart = np.abs(np.mod(beams[None, :] - off[:, None] + pi, 2.0 * pi) - pi)
        near = np.maximum(away - 0.5 * length, 0.0)[:, None]
        found = np.where(apart <= half[:, None], np.minimum(found, near), found)
    return found
