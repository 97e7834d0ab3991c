"""The sum of all actuator forces of one vehicle, from its records in the table of constants (laws/actuators 1.2)."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin, sqrt

from usimmarine_py.vehicle.actuators import laws
from usimmarine_py.vehicle.actuators.laws import Wrench
from usimmarine_py.vehicle.equations import layout as at


def actuator_forces(
    s: Sequence[float],
    first: int,
    u_r: float,
    v_r: float,
    w_r: float,
    p: float,
    q: float,
    r: float,
    ground_speed: float,
    down_x: float,
    down_y: float,
    down_z: float,
    depth: float,
    c: Sequence[float],
) -> Wrench:
    """X, Y, Z, K, M, N of all actuators; their states stand in ``s`` from index ``first`` on.

    ``down_x, down_y, down_z`` is the direction down in BODY, ``depth`` (m) how far CO is below the surface.

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
            turning = s[first + int(c[other + 1])]
            if c[other] >= at.DIRECTED:
                force = pushed(turning, u_r, c, other)[0]
            else:
                force = _axial(c[other], turning, u_r, c, other)
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
        elif kind >= at.BUOYANCY_ENGINE:
            ahead = 0.0 if kind == at.BUOYANCY_ENGINE else s[i + 1]
            x, y, z, k, m, n = _weights(kind, s[i], ahead, down_x, down_y, down_z, c, base)
        elif kind >= at.DIRECTED:
            x, y, z, k, m, n = _anywhere(kind, s[i], u_r, v_r, w_r, p, q, r, down_x, down_y, down_z, depth, c, base)
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


def pushed(n: float, ahead: float, c: Sequence[float], base: int) -> tuple[float, float]:
    """Thrust (N) and torque (N m) of a thruster anywhere in deep, open water; ``ahead`` (m/s): how fast the hull goes
    along its direction.
    """
    if c[base] == at.DIRECTED:
        return laws.thrust(n, c[base + 8], c[base + 9]) - c[base + 10] * abs(n) * ahead, 0.0
    return laws.four_quadrant(
        n * c[base + 13],
        c[base + 10] * ahead,
        c[base + 9],
        c[base + 8],
        c[base + 16] == at.CURVE_FOURIER,
        c,
        int(c[base + 14]),
        int(c[base + 15]),
    )


def _weights(
    kind: float,
    state: float,
    turned: float,
    down_x: float,
    down_y: float,
    down_z: float,
    c: Sequence[float],
    base: int,
) -> Wrench:
    """A buoyancy engine, or a mass that slides and turns inside the hull (laws/actuators 1.10)."""
    if kind == at.BUOYANCY_ENGINE:
        up = -c[base + 5] * state
        return laws.wrench_at(up * down_x, up * down_y, up * down_z, c[base + 2], c[base + 3], c[base + 4])
    weight = c[base + 5]
    x, y, z = state, -c[base + 6] * sin(turned), c[base + 6] * (cos(turned) - 1.0)
    _x, _y, _z, k, m, n = laws.wrench_at(weight * down_x, weight * down_y, weight * down_z, x, y, z)
    return 0.0, 0.0, 0.0, k, m, n


def _anywhere(
    kind: float,
    state: float,
    u_r: float,
    v_r: float,
    w_r: float,
    p: float,
    q: float,
    r: float,
    down_x: float,
    down_y: float,
    down_z: float,
    depth: float,
    c: Sequence[float],
    base: int,
) -> Wrench:
    """A thruster, a fin or a four-quadrant propeller anywhere (laws/actuators 1.5 to 1.8)."""
    x, y, z = c[base + 2], c[base + 3], c[base + 4]
    if kind == at.FIN_ANYWHERE:
        ny, nz = c[base + 8], c[base + 9]
        delta, along, across = state, u_r, ny * v_r + nz * w_r
        if u_r < 0.0 and c[base + 7] != 0.0:
            # the flow comes from the other side
            delta, along = -delta, -u_r
        local = laws.speed_along(0.0, v_r, w_r, p, q, r, x, y, z, 0.0, ny, nz)
        force = laws.fin_anywhere(delta, along, across, local, c[base + 5], c[base + 6])
        return laws.wrench_at(0.0, force * ny, force * nz, x, y, z)
    share = 1.0
    if c[base + 17] > 0.0:
        centre = depth + down_x * x + down_y * y + down_z * z
        share = laws.immersed_share(centre, c[base + 17])
    dx, dy, dz = c[base + 5], c[base + 6], c[base + 7]
    ahead = laws.speed_along(u_r, v_r, w_r, p, q, r, x, y, z, dx, dy, dz)
    push, twist = pushed(state, ahead, c, base)
    push *= share
    if kind == at.DIRECTED:
        return laws.wrench_at(push * dx, push * dy, push * dz, x, y, z)
    push *= c[base + 11]
    fx, fy, fz, mx, my, mz = laws.wrench_at(push * dx, push * dy, push * dz, x, y, z)
    if c[base + 12] != 0.0:
        # the shaft turns the water, and the hull the other way
        if share < 1.0:
            twist *= share**0.8
        twist *= c[base + 12]
        mx -= twist * dx
        my -= twist * dy
        mz -= twist * dz
    return fx, fy, fz, mx, my, mz


def _axial(kind: float, n: float, u_r: float, c: Sequence[float], base: int) -> float:
    """Force along x of a thruster record."""
    if kind == at.ADVANCE:
        return laws.advance_thrust(n, u_r, c[base + 5], c[base + 6], c[base + 7], c[base + 8])
    return laws.thrust(n, c[base + 5], c[base + 6])
