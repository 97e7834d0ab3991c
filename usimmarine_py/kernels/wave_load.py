"""What one regular wave does to a hull taken for a box (laws/environment 4.8)."""

from __future__ import annotations

from math import cos, sin

#: Below this S and P are 1 to 2e-7; smaller arguments would lose the digits of P.
SMALLEST = 1e-3


def response(
    c: float,
    s: float,
    omega: float,
    k_north: float,
    k_east: float,
    k: float,
    size: float,
    bend: float,
    half_x: float,
    half_y: float,
    turn_x: float,
    turn_y: float,
    gravity: float,
) -> tuple[float, float, float, float, float, float, float, float, float, float, float, float]:
    """Return the factors of the wave's cosine or sine in the water as the hull meets it, then k_x and k_y (rad/m).

    They are those of a_x, a_y (cosine), a_z, heave (sine), roll, pitch (cosine), the yaw moment, the velocity north,
    east (sine) and down (cosine). ``c``, ``s`` are cosine and sine of the heading, ``size`` is kappa A (m), ``bend``
    the factor of roll and pitch (1, or k of a submerged hull), ``half_x`` and ``half_y`` half the length and the beam
    (m), ``turn_x`` and ``turn_y`` (m + a22) L2/12 and (m + a11) B2/12 (kg m2).
    """
    k_x, k_y = c * k_north + s * k_east, -s * k_north + c * k_east
    q_x, q_y = max(abs(k_x * half_x), SMALLEST), max(abs(k_y * half_y), SMALLEST)
    sin_x, sin_y = sin(q_x), sin(q_y)
    mean_x, mean_y = sin_x / q_x, sin_y / q_y  # S
    tilt_x = 3.0 * (sin_x - q_x * cos(q_x)) / (q_x * q_x * q_x)  # P
    tilt_y = 3.0 * (sin_y - q_y * cos(q_y)) / (q_y * q_y * q_y)
    both = size * mean_x * mean_y
    return (
        gravity * both * k_x,
        gravity * both * k_y,
        gravity * both * k,
        -both,
        size * k_y * mean_x * tilt_y * bend,
        -(size * k_x * tilt_x * mean_y * bend),
        gravity * size * k_x * k_y * (turn_x * mean_y * tilt_x - turn_y * mean_x * tilt_y),
        omega * k_north / k * both,
        omega * k_east / k * both,
        -omega * both,
        k_x,
        k_y,
    )
