"""The sum of all actuator forces of one vehicle, from its records (laws/actuators 1.2)."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, sin, sqrt

from usimmarine_py.kernels.body import actuators as laws
from usimmarine_py.kernels.body.actuators import Wrench
from usimmarine_py.kernels.body.drives import (
    ADVANCE,
    AZIMUTH,
    BUOYANCY_ENGINE,
    CURVE_FOURIER,
    DIRECTED,
    FIN_ANYWHERE,
    FIN_PITCH,
    FIN_SIMPLE_YAW,
    FIN_YAW,
    PROPELLER,
    RUDDER,
    THRUSTER,
    TUNNEL,
    WATERJET,
)
from usimmarine_py.kernels.body.records import ActuatorTerms, Body


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
    body: Body,
) -> Wrench:
    """Return X, Y, Z, K, M, N of all actuators; their states stand in ``s`` from index ``first`` on.

    ``down_x, down_y, down_z`` is the direction down in BODY, ``depth`` (m) how far CO is below the surface.
    """
    fx = fy = fz = mx = my = mz = 0.0
    for i in range(int(body.terms.acting)):
        x, y, z, k, m, n = actuator_force(
            body.actuators[i], s, first, u_r, v_r, w_r, p, q, r, ground_speed, down_x, down_y, down_z, depth, body
        )
        fx += x
        fy += y
        fz += z
        mx += k
        my += m
        mz += n
    return fx, fy, fz, mx, my, mz


def actuator_force(
    a: ActuatorTerms,
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
    body: Body,
) -> Wrench:
    """Return X, Y, Z, K, M, N of one actuator; arguments as of ``actuator_forces``."""
    kind, at = a.kind, a.place
    i = first + int(a.state)
    if kind == WATERJET:
        bucket = s[i + 2]
        if bucket < 0.0:
            bucket *= a.jet.astern
        x, y, z, k, m, n = laws.waterjet(s[i], s[i + 1], bucket, a.jet.K, at.x, at.y, at.z)
        if a.jet.K_ram != 0.0:
            # the water that is taken in has to be brought up to the hull's speed (laws/actuators 1.4)
            ram = -a.jet.K_ram * abs(s[i]) * u_r
            x += ram
            m += at.z * ram
            n -= at.y * ram
        return x, y, z, k, m, n
    if kind in (THRUSTER, ADVANCE):
        return laws.wrench_at(_axial(a, s[i], u_r), 0.0, 0.0, at.x, at.y, at.z)
    if kind == RUDDER:
        rudder = a.rudder
        other = body.actuators[int(rudder.behind)]
        turning = s[first + int(other.state)]
        if other.kind >= DIRECTED:
            force = _pushed(other, turning, u_r, body.curves)[0]
        else:
            force = _axial(other, turning, u_r)
        lift = laws.slipstream_lift(
            s[i], u_r, force, rudder.rho, rudder.D, rudder.k_u,
            rudder.L_d_pos, rudder.L_dd_pos, rudder.L_d_neg, rudder.L_dd_neg,
        )  # fmt: skip
        return laws.wrench_at(0.0, -lift, 0.0, at.x, at.y, at.z)
    if kind >= BUOYANCY_ENGINE:
        ahead = 0.0 if kind == BUOYANCY_ENGINE else s[i + 1]
        return _weights(a, s[i], ahead, down_x, down_y, down_z)
    if kind == FIN_ANYWHERE:
        return _fin_anywhere(a, s[i], u_r, v_r, w_r, p, q, r)
    if kind >= DIRECTED:
        centre = depth + down_x * at.x + down_y * at.y + down_z * at.z
        return _directed(a, s[i], u_r, v_r, w_r, p, q, r, centre, body.curves)
    if kind >= FIN_YAW:
        return _fin(a, s[i], u_r, v_r, w_r, q, r)
    if kind == PROPELLER:
        return _propeller(a, s[i] / 60.0, u_r, v_r, w_r, ground_speed)
    if kind == TUNNEL:
        return laws.wrench_at(0.0, laws.thrust(s[i], a.screw.K_pos, a.screw.K_neg), 0.0, at.x, at.y, at.z)
    if kind == AZIMUTH:
        force = laws.thrust(s[i], a.screw.K_pos, a.screw.K_neg)
        return laws.wrench_at(force * cos(s[i + 1]), force * sin(s[i + 1]), 0.0, at.x, at.y, at.z)
    return laws.waterjet_planar(s[i], s[i + 1], s[i + 2], a.jet.K, at.x, at.y)


def _axial(a: ActuatorTerms, n: float, u_r: float) -> float:
    """Force along x of a thruster."""
    if a.kind == ADVANCE:
        return laws.advance_thrust(
            n, u_r, a.advance.T_nn_pos, a.advance.T_nu_pos, a.advance.T_nn_neg, a.advance.T_nu_neg
        )
    return laws.thrust(n, a.screw.K_pos, a.screw.K_neg)


def _pushed(a: ActuatorTerms, n: float, ahead: float, curves: Sequence[float]) -> tuple[float, float]:
    """Thrust (N) and torque (N m) of a thruster anywhere in deep, open water; ``ahead`` (m/s): how fast the hull goes
    along its direction.
    """
    if a.kind == DIRECTED:
        return laws.thrust(n, a.screw.K_pos, a.screw.K_neg) - a.screw.K_ram * abs(n) * ahead, 0.0
    c = a.quadrant
    series = c.form == CURVE_FOURIER
    return laws.four_quadrant(n * c.to_rps, c.wake * ahead, c.rho, c.D, series, curves, int(c.start), int(c.rows))


def _fin(a: ActuatorTerms, delta: float, u_r: float, v_r: float, w_r: float, q: float, r: float) -> Wrench:
    """A vertical or horizontal fin."""
    along, ahead = u_r, 1.0
    if u_r < 0.0 and a.fin.two_way != 0.0:
        # the flow comes from the other side: it is a fin that is turned the other way in a flow from ahead
        delta, along, ahead = -delta, -u_r, -1.0
    half, flap, x = a.fin.half_rho_area_cl, a.fin.k_flap, a.place.x
    if a.kind in (FIN_YAW, FIN_PITCH):
        across = v_r + x * r if a.kind == FIN_YAW else w_r - x * q
        half *= laws.stalled(flap * delta + atan2(across, abs(along)), a.fin.stall)
    if a.kind == FIN_YAW:
        wrench = laws.fin_yaw(delta, along, v_r, r, half, flap, x)
    elif a.kind == FIN_PITCH:
        wrench = laws.fin_pitch(delta, along, w_r, q, half, flap, x)
    elif a.kind == FIN_SIMPLE_YAW:
        wrench = laws.fin_simple_yaw(delta, along, v_r, half, x)
    else:
        wrench = laws.fin_simple_pitch(delta, along, w_r, half, x)
    return wrench[0] * ahead, wrench[1], wrench[2], wrench[3], wrench[4], wrench[5]


def _propeller(a: ActuatorTerms, turns: float, u_r: float, v_r: float, w_r: float, ground_speed: float) -> Wrench:
    """A propeller with linear coefficients, ``turns`` in rev/s."""
    c, at = a.propeller, a.place
    speed, share = ground_speed, 1.0
    if c.ground == 0.0:
        speed = sqrt(u_r * u_r + v_r * v_r + w_r * w_r)
    if turns < 0.0 and c.astern != 0.0:
        # astern as ahead, but for the blades that run backwards
        speed = -u_r if u_r < 0.0 else 0.0
        turns, share = -turns, -c.astern
    push, twist = laws.propeller(turns, (1.0 - c.w) * speed, c.rho, c.D, c.KT_0, c.KT_max, c.KQ_0, c.KQ_max, c.J_max)
    push *= share
    twist *= share
    x, y, z, k, m, n = laws.wrench_at((1.0 - c.t) * push, 0.0, 0.0, at.x, at.y, at.z)
    return x, y, z, k + c.roll_factor * twist, m, n


def _weights(a: ActuatorTerms, state: float, turned: float, down_x: float, down_y: float, down_z: float) -> Wrench:
    """A buoyancy engine, or a mass that slides and turns inside the hull (laws/actuators 1.10)."""
    weight = a.ballast.weight
    if a.kind == BUOYANCY_ENGINE:
        up = -weight * state
        return laws.wrench_at(up * down_x, up * down_y, up * down_z, a.place.x, a.place.y, a.place.z)
    x, y, z = state, -a.ballast.offset * sin(turned), a.ballast.offset * (cos(turned) - 1.0)
    _x, _y, _z, k, m, n = laws.wrench_at(weight * down_x, weight * down_y, weight * down_z, x, y, z)
    return 0.0, 0.0, 0.0, k, m, n


def _fin_anywhere(
    a: ActuatorTerms, delta: float, u_r: float, v_r: float, w_r: float, p: float, q: float, r: float
) -> Wrench:
    """A fin anywhere (laws/actuators 1.7)."""
    fin, x, y, z = a.fin, a.place.x, a.place.y, a.place.z
    along, across = u_r, fin.ny * v_r + fin.nz * w_r
    if u_r < 0.0 and fin.two_way != 0.0:
        # the flow comes from the other side
        delta, along = -delta, -u_r
    local = laws.speed_along(0.0, v_r, w_r, p, q, r, x, y, z, 0.0, fin.ny, fin.nz)
    kept = laws.stalled(fin.k_flap * delta + atan2(local, abs(along)), fin.stall)
    force = laws.fin_anywhere(delta, along, across, local, kept * fin.half_rho_area_cl, fin.k_flap)
    return laws.wrench_at(0.0, force * fin.ny, force * fin.nz, x, y, z)


def _directed(
    a: ActuatorTerms, state: float, u_r: float, v_r: float, w_r: float, p: float, q: float, r: float,
    depth: float, curves: Sequence[float]
) -> Wrench:  # fmt: skip
    """A thruster or a four-quadrant propeller anywhere, ``depth`` m deep (laws/actuators 1.5, 1.6, 1.8)."""
    x, y, z = a.place.x, a.place.y, a.place.z
    directed = a.kind == DIRECTED
    radius = a.screw.radius if directed else a.quadrant.radius
    share = laws.immersed_share(depth, radius) if radius > 0.0 else 1.0
    to = a.direction
    ahead = laws.speed_along(u_r, v_r, w_r, p, q, r, x, y, z, to.x, to.y, to.z)
    push, twist = _pushed(a, state, ahead, curves)
    push *= share
    if directed:
        return laws.wrench_at(push * to.x, push * to.y, push * to.z, x, y, z)
    push *= a.quadrant.deduction
    fx, fy, fz, mx, my, mz = laws.wrench_at(push * to.x, push * to.y, push * to.z, x, y, z)
    if a.quadrant.sense != 0.0:
        # the shaft turns the water, and the hull the other way
        if share < 1.0:
            twist *= share**0.8
        twist *= a.quadrant.sense
        mx -= twist * to.x
        my -= twist * to.y
        mz -= twist * to.z
    return fx, fy, fz, mx, my, mz
