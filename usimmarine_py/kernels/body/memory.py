"""Fluid memory: radiation forces by state-space models of the retardation functions (laws/hydrodynamics 7)."""

from __future__ import annotations

from usimmarine_py.kernels.body.records import Body

Six = tuple[float, float, float, float, float, float]


def memory_forces(
    s: list[float], first: int, ur: float, vr: float, wr: float, p: float, q: float, r: float, body: Body,
    out: list[float],
) -> Six:  # fmt: skip
    """Return mu (to be subtracted); the rates of the memory states, which stand at ``s[first]`` on, go into ``out``.

    The surge entry of the velocity is zero, so that the thesis's transfer functions have no say in a straight run;
    those of one's own vessel take it as the seventh (laws/hydrodynamics 7).
    """
    fx = fy = fz = mx = my = mz = 0.0
    velocity = (0.0, vr, wr, p, q, r, ur)
    i = first
    for number in range(int(body.terms.systems)):
        system = body.memory[number]
        order, row = system.order, system.row
        a, c = system.a, system.c
        slope, x = velocity[int(system.column) - 1], s[i]
        slope -= a.first * x
        y = c.first * x
        if order > 1.0:
            out[i + 1] = x
            x = s[i + 1]
            slope -= a.second * x
            y += c.second * x
        if order > 2.0:
            out[i + 2] = x
            x = s[i + 2]
            slope -= a.third * x
            y += c.third * x
        if order > 3.0:
            out[i + 3] = x
            x = s[i + 3]
            slope -= a.fourth * x
            y += c.fourth * x
        out[i] = slope
        i += int(order)
        if row == 2.0:
            fy += y
        elif row == 3.0:
            fz += y
        elif row == 4.0:
            mx += y
        elif row == 5.0:
            my += y
        elif row == 6.0:
            mz += y
        else:
            fx += y
    return fx, fy, fz, mx, my, mz
