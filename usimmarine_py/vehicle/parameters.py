"""The parameters of the Fossen backends: the part of the one parameter table that this package declares."""

from __future__ import annotations

from functools import partial

from usimmarine_py.values import Key

_own = partial(Key, group="dynamics")

PARAMETERS: tuple[Key, ...] = (
    _own(
        "vehicle", "file", "",
        "The vehicle: a shipped one by name (usim vehicles lists them) or a vehicle file of your own by path.",
        example="odin", source="laws/hydrodynamics 10",
    ),
    _own(
        "variant", "text", "",
        "A variant inside the vehicle file; empty is the file's own choice for missions, base the file without one.",
        example="hilsim", source="laws/hydrodynamics 5, 10",
    ),
    _own(
        "solver", "text", "dp5", "Fixed-step method: Dormand-Prince 5, Runge-Kutta 4, Heun or Euler.",
        choices=("dp5", "rk4", "heun", "euler"), source="laws/solvers",
    ),
    _own(
        "sim_step", "number", "0.05",
        "Step of the fixed grid on which the motion is integrated, whatever the AppTick; 0.01 for heun and euler.", "s",
        minimum=0.0001, maximum=1.0, source="laws/solvers",
    ),
    _own(
        "start_with_water", "bool", "true",
        "The vehicle starts moving with the water (current, tide, field, drift) beside its start_speed; false: its "
        "start_speed is over ground, as of one that was held.", source="laws/solvers 5.1",
    ),
    _own(
        "attitude", "text", "auto",
        "Euler angles, or unit quaternions without a singularity at 90 degrees of pitch; auto takes quaternions for "
        "submerged vehicles.", choices=("auto", "euler", "quaternion"), source="laws/frames 3.2, 4",
    ),
    _own(
        "fluid_memory", "text", "auto",
        "Radiation forces with memory (45 states): on, off, or auto, as the vehicle file says.",
        choices=("auto", "on", "off"), source="laws/hydrodynamics 7",
    ),
    _own(
        "speed_option", "text", "surge",
        "What is published as SPEED: surge through the water, the whole speed through the water, or over ground.",
        choices=("surge", "water", "ground"), source="laws/frames 2",
    ),
    _own(
        "drift_option", "text", "current",
        "What DRIFT_* and drift_* are: a current, which acts through the relative velocity, or a plain drift over "
        "ground.", choices=("current", "plain"), source="laws/frames 2",
    ),
    _own(
        "bed_soil", "text", "sand",
        "What a vehicle that dives meets at the bottom: it slides on sand, sticks in mud while it is pressed down, "
        "bounces off rock.", choices=("sand", "mud", "rock"), source="laws/environment 7.2",
    ),
    _own(
        "compiled", "bool", "false",
        "Run the equations compiled by numba (extra fast): the same results to 1e-12 a step, some seconds to start.",
        source="docs/vehicles.md",
    ),
)  # fmt: skip
