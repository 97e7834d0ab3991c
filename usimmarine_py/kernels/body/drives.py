"""The constants of actuators as the kernels read them: records of floats, one for each law (see ``records.py``)."""

from __future__ import annotations

from usimmarine_py.values.frozen import dataclass

(
    THRUSTER, AZIMUTH, WATERJET, WATERJET_PLANAR, TUNNEL, ADVANCE, RUDDER, PROPELLER,
    FIN_YAW, FIN_PITCH, FIN_SIMPLE_YAW, FIN_SIMPLE_PITCH,
    DIRECTED, FIN_ANYWHERE, FOUR_QUADRANT,  # anywhere on the hull, in any direction
    BUOYANCY_ENGINE, MOVING_MASS,  # inside the hull: these push by weight and buoyancy
) = (float(kind) for kind in range(17))  # fmt: skip
#: Form of a four-quadrant curve: rows beta, C_T, C_Q; or A_T, B_T, A_Q, B_Q of each harmonic.
CURVE_TABLE, CURVE_FOURIER = 0.0, 1.0
#: Angle of attack (rad) of the stall of a fin that does not stall: more than there can be.
NEVER = 10.0


@dataclass(frozen=True, slots=True)
class Screw:
    """Gains of K n |n| of a thruster or tunnel (N per square of the shaft's unit), ram drag and radius (m)."""

    K_pos: float = 0.0
    K_neg: float = 0.0
    K_ram: float = 0.0
    radius: float = 0.0  #: 0 = no thrust is lost near the surface


@dataclass(frozen=True, slots=True)
class Jet:
    """A waterjet."""

    K: float = 0.0
    K_ram: float = 0.0
    astern: float = 0.0


@dataclass(frozen=True, slots=True)
class AdvanceScrew:
    """A propeller with an advance speed and a dead zone."""

    T_nn_pos: float = 0.0
    T_nu_pos: float = 0.0
    T_nn_neg: float = 0.0
    T_nu_neg: float = 0.0


@dataclass(frozen=True, slots=True)
class RaceRudder:
    """A rudder in the race of the propeller ``behind``, an index of the actuator records."""

    behind: float = 0.0
    rho: float = 0.0
    D: float = 0.0
    k_u: float = 0.0
    L_d_pos: float = 0.0
    L_dd_pos: float = 0.0
    L_d_neg: float = 0.0
    L_dd_neg: float = 0.0


@dataclass(frozen=True, slots=True)
class LinearScrew:
    """A propeller with coefficients linear in the advance ratio."""

    ground: float = 0.0  #: 1 = the advance ratio is by ground speed
    t: float = 0.0
    w: float = 0.0
    rho: float = 0.0
    D: float = 0.0
    KT_0: float = 0.0
    KT_max: float = 0.0
    KQ_0: float = 0.0
    KQ_max: float = 0.0
    J_max: float = 0.0
    roll_factor: float = 0.0
    astern: float = 0.0


@dataclass(frozen=True, slots=True)
class QuadrantScrew:
    """A propeller with a four-quadrant curve, ``rows`` of which stand in ``Body.curves`` from ``start`` on."""

    D: float = 0.0
    rho: float = 0.0
    wake: float = 0.0  #: 1 - w
    deduction: float = 0.0  #: 1 - t
    sense: float = 0.0  #: 1 right-handed, -1 left-handed, 0 no torque on the hull
    to_rps: float = 0.0
    start: float = 0.0
    rows: float = 0.0
    form: float = CURVE_TABLE
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class FinForce:
    """A fin; ``ny`` and ``nz`` are its normal where it stands anywhere."""

    half_rho_area_cl: float = 0.0
    k_flap: float = 1.0
    two_way: float = 0.0
    stall: float = NEVER  #: rad, of attack
    ny: float = 0.0
    nz: float = 0.0


@dataclass(frozen=True, slots=True)
class Ballast:
    """A buoyancy engine (N per cm3) or a moving mass (N, and m from the hull's axis)."""

    weight: float = 0.0
    offset: float = 0.0


# --------------------------------------------------------- the drive of a ship by the MMG standard method
@dataclass(frozen=True, slots=True)
class MmgPropeller:
    """The propeller of an MMG drive (laws/actuators 1.9)."""

    state: float = -1.0  #: index among the actuator states, the rudder's is the next; -1 = no drive
    to_rps: float = 0.0  #: rev/s of one unit of the state
    D: float = 1.0
    t: float = 0.0
    w: float = 0.0
    C1: float = 0.0
    C2_pos: float = 0.0
    C2_neg: float = 0.0
    x_P: float = 0.0
    k_0: float = 0.0
    k_1: float = 0.0
    k_2: float = 0.0
    astern: float = 0.0


@dataclass(frozen=True, slots=True)
class MmgRudder:
    """The rudder behind it."""

    half_rho_area_f: float = 0.0  #: 1/2 rho A f_alpha, kg/m
    epsilon: float = 0.0
    kappa: float = 0.0
    eta: float = 0.0
    gamma_pos: float = 0.0
    gamma_neg: float = 0.0
    l_R: float = 0.0
    t_R: float = 0.0
    a_H: float = 0.0
    x_H: float = 0.0
    x_R: float = 0.0
