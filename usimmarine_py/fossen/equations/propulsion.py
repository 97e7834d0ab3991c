"""The sum of all actuator forces of one vehicle, from its records in the table of constants (laws/actuators 1.2)."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin, sqrt

from usimmarine_py.actuators import laws
from usimmarine_py.actuators.laws import Wrench
from usimmarine_py.fossen.equations import layout as at


def actuator_forces(
    s: Sequence[float],
    first: int,
    u_r: float,
    v_r: float,
    w_r: float,
    q: float,
    r: float,
    ground_speed: float,
    c: Sequence[float],
) -> Wrench:
    """X, Y, Z, K, M, N of all actuators; their states stand in ``s`` from index ``first`` on.

    A record is: type, state index, then in the order of each branch below its numbers (``records.py`` writes them).
    """
    fx = fy = fz = mx = my = mz = 0.0
    base = int(c[at.ACTUATORS_AT])
    for _ in range(int(c[at.N_ACTUATORS])):
        kind = c[base]
        i = first + int(c[base + 1])
        if kind == at.WATERJET:
            bucket = s[i + 2]
            if bucket < 0.0:
                bucket *= c[base + 7]
            x, y, z, k, m, n = laws.waterjet(s[i], s[i + 1], bucket, c[base + 5], c[base + 2], c[base + 3], c[base + 4])
            if c[base + 6] != 0.0:
                # the water that is taken in has to be brought up to the hull's speed (laws/actuators 1.4)
                ram = -c[base + 6] * abs(s[i]) * u_r
                x += ram
                m += c[base + 4] * ram
                n -= c[base + 3] * ram
        elif kind == at.THRUSTER or kind == at.ADVANCE:
            x, y, z, k, m, n = laws.wrench_at(
                _axial(kind, s[i], u_r, c, base), 0.0, 0.0, c[base + 2], c[base + 3], c[base + 4]
            )
        elif kind == at.RUDDER:
            # its propeller's record and state are named in its own record
            other = int(c[base + 5])
            force = _axial(c[other], s[first + int(c[other + 1])], u_r, c, other)
            lift = laws.slipstream_lift(
                s[i],
                u_r,
                force,
                c[base + 6],
                c[base + 7],
                c[base + 8],
                c[base + 9],
                c[base + 10],
                c[base + 11],
                c[base + 12],
            )
            x, y, z, k, m, n = laws.wrench_at(0.0, -lift, 0.0, c[base + 2], c[base + 3], c[base + 4])
        elif kind >= at.FIN_YAW:
            delta, along, ahead = s[i], u_r, 1.0
            if u_r < 0.0 and c[base + 7] != 0.0:
                # the flow comes from the other side: it is a fin that is turned the other way in a flow from ahead
                delta, along, ahead = -delta, -u_r, -1.0
            if kind == at.FIN_YAW:
                x, y, z, k, m, n = laws.fin_yaw(delta, along, v_r, r, c[base + 5], c[base + 6], c[base + 2])
            elif kind == at.FIN_PITCH:
                x, y, z, k, m, n = laws.fin_pitch(delta, along, w_r, q, c[base + 5], c[base + 6], c[base + 2])
            elif kind == at.FIN_SIMPLE_YAW:
                x, y, z, k, m, n = laws.fin_simple_yaw(delta, along, v_r, c[base + 5], c[base + 2])
            else:
                x, y, z, k, m, n = laws.fin_simple_pitch(delta, along, w_r, c[base + 5], c[base + 2])
            x *= ahead
        elif kind == at.PROPELLER:
            speed = ground_speed
            if c[base + 5] == 0.0:
                speed = sqrt(u_r * u_r + v_r * v_r + w_r * w_r)
            turns, share = s[i] / 60.0, 1.0
            if turns < 0.0 and c[base + 16] != 0.0:
                # astern as ahead, but for the blades that run backwards
                speed = -u_r if u_r < 0.0 else 0.0
                turns, share = -turns, -c[base + 16]
            push, twist = laws.propeller(
                turns,
                (1.0 - c[base + 7]) * speed,
                c[base + 8],
                c[base + 9],
                c[base + 10],
                c[base + 11],
                c[base + 12],
                c[base + 13],
                c[base + 14],
            )
            push *= share
            twist *= share
            x, y, z, k, m, n = laws.wrench_at(
                (1.0 - c[base + 6]) * push, 0.0, 0.0, c[base + 2], c[base + 3], c[base + 4]
            )
            k += c[base + 15] * twist
        elif kind == at.TUNNEL:
            x, y, z, k, m, n = laws.wrench_at(
                0.0, laws.thrust(s[i], c[base + 5], c[base + 6]), 0.0, c[base + 2], c[base + 3], c[base + 4]
            )
        elif kind == at.AZIMUTH:
            force = laws.thrust(s[i], c[base + 5], c[base + 6])
            x, y, z, k, m, n = laws.wrench_at(
                force * cos(s[i + 1]), force * sin(s[i + 1]), 0.0, c[base + 2], c[base + 3], c[base + 4]
            )
        else:
            x, y, z, k, m, n = laws.waterjet_planar(s[i], s[i + 1], s[i + 2], c[base + 5], c[base + 2], c[base + 3])
        fx += x
        fy += y
        fz += z
        mx += k
        my += m
        mz += n
        base += at.ACTUATOR_STRIDE
    return fx, fy, fz, mx, my, mz


def _axial(kind: float, n: float, u_r: float, c: Sequence[float], base: int) -> float:
    """Force along x of a thruster record."""
    if kind == at.ADVANCE:
        return laws.advance_thrust(n, u_r, c[base + 5], c[base + 6], c[base + 7], c[base + 8])
    return laws.thrust(n, c[base + 5], c[base + 6])
