"""The parameters of the Fossen backends: the part of the one parameter table that this package declares."""

from __future__ import annotations

from usimmarine_py.values import Parameter

PARAMETERS: tuple[Parameter, ...] = (
    Parameter(
        "vehicle",
        "file",
        "",
        "The vehicle: a shipped one by name (usim vehicles lists them) or a vehicle file of your own by path.",
        group="dynamics",
        example="odin",
        source="laws/hydrodynamics 10",
    ),
    Parameter(
        "variant",
        "text",
        "",
        "A variant inside the vehicle file; empty is the file's own choice for missions, base the file without one.",
        group="dynamics",
        example="hilsim",
        source="laws/hydrodynamics 5, 10",
    ),
    Parameter(
        "solver",
        "text",
        "dp5",
        "Fixed-step method: Dormand-Prince 5, Runge-Kutta 4, Heun or Euler.",
        choices=("dp5", "rk4", "heun", "euler"),
        group="dynamics",
        source="laws/solvers",
    ),
    Parameter(
        "sim_step",
        "number",
        "0.05",
        "Step of the fixed grid on which the motion is integrated, whatever the AppTick; 0.01 for heun and euler.",
        unit="s",
        minimum=0.0001,
        maximum=1.0,
        group="dynamics",
        source="laws/solvers",
    ),
    Parameter(
        "attitude",
        "text",
        "auto",
        "Euler angles, or unit quaternions without a singularity at 90 degrees of pitch; auto takes quaternions for "
        "submerged vehicles.",
        choices=("auto", "euler", "quaternion"),
        group="dynamics",
        source="laws/frames 3.2, 4",
    ),
    Parameter(
        "fluid_memory",
        "text",
        "auto",
        "Radiation forces with memory (45 states): on, off, or auto, as the vehicle file says.",
        choices=("auto", "on", "off"),
        group="dynamics",
        source="laws/hydrodynamics 7",
    ),
    Parameter(
        "speed_option",
        "text",
        "surge",
        "What is published as SPEED: surge through the water, the whole speed through the water, or over ground.",
        choices=("surge", "water", "ground"),
        group="dynamics",
        source="laws/frames 2",
    ),
    Parameter(
        "drift_option",
        "text",
        "current",
        "What DRIFT_* and drift_* are: a current, which acts through the relative velocity, or a plain drift over "
        "ground.",
        choices=("current", "plain"),
        group="dynamics",
        source="laws/frames 2",
    ),
    Parameter(
        "compiled",
        "bool",
        "false",
        "Run the equations compiled by numba (extra fast): the same results to 1e-12 a step, some seconds to start.",
        group="dynamics",
        source="docs/vehicles.md",
    ),
)
