"""The constants of one vehicle as the kernels read them: records of floats, nested.

Each record is declared once. Interpreted code reads instances; compiled code reads numpy records of the same names,
whose layout ``record_type`` in ``vehicle/compiled.py`` makes of these declarations. A switch ``on`` is 1.0 or 0.0.
SI units, rad; X, Y, Z, K, M, N and u, v, w, p, q, r as in laws/hydrodynamics. ``Body`` at the end nests all of them;
those of single actuators are in ``drives.py``. Apart from ``names``, ``row6`` and ``matrix6`` there is no logic.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple, get_type_hints

from usimmarine_py.kernels.body.drives import (
    AdvanceScrew,
    Ballast,
    FinForce,
    Jet,
    LinearScrew,
    MmgPropeller,
    MmgRudder,
    QuadrantScrew,
    RaceRudder,
    Screw,
)
from usimmarine_py.values.frozen import dataclass

# ------------------------------------------------------------------------------------------------ values of selectors
MODEL_3DOF, MODEL_EULER, MODEL_QUATERNION = 3.0, 6.0, 7.0
CURRENT_FULL, CURRENT_PVS, CURRENT_MSS = 0.0, 1.0, 2.0
CORIOLIS_FULL, CORIOLIS_SURGE, CORIOLIS_FORM_A = 0.0, 1.0, 2.0
BLENDERMANN_LAW, SIMPLE_LAW = 1.0, 2.0


@cache
def names(record: type) -> tuple[str, ...]:
    """Return the names of the fields of a record, in order."""
    return tuple(get_type_hints(record))


# ---------------------------------------------------------------------------------------------------------- matrices
@dataclass(frozen=True, slots=True)
class Row6:
    """One row of a 6 x 6 matrix, or a diagonal."""

    u: float = 0.0
    v: float = 0.0
    w: float = 0.0
    p: float = 0.0
    q: float = 0.0
    r: float = 0.0


NO_ROW = Row6()


@dataclass(frozen=True, slots=True)
class Matrix6:
    """A 6 x 6 matrix by rows."""

    x: Row6 = NO_ROW
    y: Row6 = NO_ROW
    z: Row6 = NO_ROW
    k: Row6 = NO_ROW
    m: Row6 = NO_ROW
    n: Row6 = NO_ROW


NO_MATRIX = Matrix6()


def row6(values: Iterable[float]) -> Row6:
    """Return six numbers as a row."""
    return Row6(*(float(x) for x in values))


def matrix6(rows: Iterable[Iterable[float]]) -> Matrix6:
    """Return six rows of six numbers as a matrix."""
    return Matrix6(*(row6(row) for row in rows))


@dataclass(frozen=True, slots=True)
class Point:
    """A place on the hull, m, or a direction; BODY."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


ORIGIN = Point()


# -------------------------------------------------------------------------------------------------------------- mass
@dataclass(frozen=True, slots=True)
class RigidBody:
    """Mass (kg), centre of gravity (m) and inertia about CO with its signs (kg m2)."""

    mass: float
    xg: float
    yg: float
    zg: float
    i11: float
    i12: float
    i13: float
    i22: float
    i23: float
    i33: float


@dataclass(frozen=True, slots=True)
class CoriolisTerms:
    """Form of the Coriolis forces and what is left out of C_A (laws/hydrodynamics 3)."""

    form: float = CORIOLIS_FULL  #: one of the CORIOLIS_ selectors
    drops: float = 0.0  #: 1 = some entries of C_A are reduced
    drop: Matrix6 = NO_MATRIX  #: share of each entry that is left out
    surge: Matrix6 = NO_MATRIX  #: Cbar of the linear_surge form


# ----------------------------------------------------------------------------------------------------------- damping
@dataclass(frozen=True, slots=True)
class Friction:
    """Surge resistance by the ITTC-57 line (laws/hydrodynamics 4.3)."""

    on: float = 0.0
    coef: float = 0.0
    C_R: float = 0.0
    length: float = 0.0
    u_floor: float = 0.0
    slope: float = 0.0  #: C_R per m/s beyond the speed ``beyond`` (m/s)
    beyond: float = 0.0
    astern: float = 0.0  #: factor astern


@dataclass(frozen=True, slots=True)
class CrossFlow:
    """Cross-flow drag (laws/hydrodynamics 4.4)."""

    method: float = 0.0  #: 0 none, 1 closed form, 2 strips
    sway: float = 0.0
    yaw: float = 0.0
    x1: float = 0.0
    x2: float = 0.0
    vertical: float = 0.0  #: 0 none, 1 physical sign, 2 as MSS has it


@dataclass(frozen=True, slots=True)
class HullLift:
    """Lift and drag of a hull as a wing of low aspect ratio (laws/hydrodynamics 4.5)."""

    on: float = 0.0
    span: float = 0.0
    area: float = 0.0
    CD_0: float = 0.0
    oswald: float = 0.0
    rho: float = 0.0
    fold: float = 0.0  #: 1 = beyond 90 deg of attack the wing formula is that of the other end


@dataclass(frozen=True, slots=True)
class Cylinder:
    """A hull of circular section, C_D by Reynolds number (laws/hydrodynamics 4.6)."""

    on: float = 0.0
    rho: float = 0.0
    length: float = 0.0
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Skeg:
    """A skeg; lift = 1/2 rho A C_L (kg/m), 0 = none (laws/hydrodynamics 4.8)."""

    lift: float = 0.0
    x: float = 0.0
    z: float = 0.0


@dataclass(frozen=True, slots=True)
class BodyLift:
    """Lift of the hull, derivatives with the speed ahead (laws/hydrodynamics 4.9)."""

    on: float = 0.0
    Y_uv: float = 0.0
    Y_ur: float = 0.0
    N_uv: float = 0.0
    N_ur: float = 0.0
    Z_uw: float = 0.0
    Z_uq: float = 0.0
    M_uw: float = 0.0
    M_uq: float = 0.0


@dataclass(frozen=True, slots=True)
class Polar:
    """Lift, drag and moments of a glider by speed, angle of attack and sideslip (laws/hydrodynamics 4.11)."""

    on: float = 0.0
    K_D0: float = 0.0
    K_D: float = 0.0
    K_D_beta: float = 0.0
    K_L0: float = 0.0
    K_L: float = 0.0
    K_beta: float = 0.0
    K_MR: float = 0.0
    K_p: float = 0.0
    K_M0: float = 0.0
    K_M: float = 0.0
    K_q: float = 0.0
    K_MY: float = 0.0
    K_r: float = 0.0


@dataclass(frozen=True, slots=True)
class SurgeDerivatives:
    """Manoeuvring derivatives of X; Fossen's sign, force = + derivative * motion (laws/hydrodynamics 4.7)."""

    u: float = 0.0
    v: float = 0.0
    r: float = 0.0
    uu: float = 0.0
    uuu: float = 0.0


@dataclass(frozen=True, slots=True)
class SwayDerivatives:
    """Those of Y."""

    u: float = 0.0
    v: float = 0.0
    r: float = 0.0
    vv: float = 0.0
    rv: float = 0.0
    vvv: float = 0.0
    vr: float = 0.0
    rr: float = 0.0


@dataclass(frozen=True, slots=True)
class YawDerivatives:
    """Those of N."""

    u: float = 0.0
    v: float = 0.0
    r: float = 0.0
    vv: float = 0.0
    rv: float = 0.0
    vr: float = 0.0
    rr: float = 0.0
    rrr: float = 0.0


@dataclass(frozen=True, slots=True)
class Derivatives:
    """Manoeuvring derivatives."""

    on: float = 0.0
    x: SurgeDerivatives = SurgeDerivatives()
    y: SwayDerivatives = SwayDerivatives()
    n: YawDerivatives = YawDerivatives()


@dataclass(frozen=True, slots=True)
class Resistance:
    """Linear, quadratic and cubic damping, physical sign: positive takes energy out (laws/hydrodynamics 4.1, 4.2)."""

    linear: Row6 = NO_ROW  #: diagonal
    coupled: float = 0.0  #: 1 = the matrix counts
    matrix: Matrix6 = NO_MATRIX  #: linear, without its diagonal
    fading: float = 0.0  #: 1 = the linear diagonal fades with the speed
    fade: Row6 = NO_ROW  #: s/m
    powers: float = 0.0  #: 1 = the next two count
    quadratic: Row6 = NO_ROW  #: |nu| nu
    cubic: Row6 = NO_ROW  #: nu^3


@dataclass(frozen=True, slots=True)
class DampingTerms:
    """All damping of a vehicle (laws/hydrodynamics 4)."""

    viscosity: float  #: kinematic, m2/s
    plain: Resistance
    friction: Friction = Friction()
    skeg: Skeg = Skeg()
    body_lift: BodyLift = BodyLift()
    polar: Polar = Polar()
    cross_flow: CrossFlow = CrossFlow()
    lift: HullLift = HullLift()
    cylinder: Cylinder = Cylinder()
    derivatives: Derivatives = Derivatives()


# --------------------------------------------------------------------------------------- restoring forces, load, wind
@dataclass(frozen=True, slots=True)
class Tilt:
    """A row of G that heave, roll and pitch make."""

    z: float = 0.0
    phi: float = 0.0
    theta: float = 0.0


@dataclass(frozen=True, slots=True)
class Surfacing:
    """The modes of rigid and added mass of a submerged body that may come up: V with V^T M_RB V = 1."""

    modes: Matrix6 = NO_MATRIX  #: V
    shares: Row6 = NO_ROW  #: diagonal of V^T M_A V


@dataclass(frozen=True, slots=True)
class Restoring:
    """Restoring forces (laws/hydrodynamics 6)."""

    model: float = 0.0  #: 0 none, 1 linear G, 2 submerged
    vertical: float = 0.0  #: 1 = restoring forces act along the vertical
    heave: Tilt = Tilt()
    roll: Tilt = Tilt()
    pitch: Tilt = Tilt()
    coupled: float = 0.0  #: 1 = the matrix counts
    matrix: Matrix6 = NO_MATRIX  #: G without the nine entries above
    weight: float = 0.0  #: N
    buoyancy: float = 0.0  #: N
    centre: Point = ORIGIN  #: of buoyancy
    surfacing_radius: float = 0.0  #: m, 0 = buoyancy does not depend on depth
    surfacing: Surfacing = Surfacing()


@dataclass(frozen=True, slots=True)
class Load:
    """A payload (laws/hydrodynamics 6.4)."""

    on: float = 0.0
    weight: float = 0.0  #: N
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    rows: float = 0.0  #: 0 = all rows, else heave, roll and pitch only


@dataclass(frozen=True, slots=True)
class Windage:
    """What the wind acts on (laws/environment 3.5). ``law`` 0 none, BLENDERMANN_LAW with C_Dt, C_DlAF(0), C_DlAF(pi) as
    first to third, SIMPLE_LAW with c_y, c_x, c_n.
    """

    law: float = 0.0
    rho: float = 0.0  #: kg/m3, of the air
    front: float = 0.0  #: m2
    side: float = 0.0  #: m2
    s_h: float = 0.0  #: m, height of the lateral centroid
    s_l: float = 0.0  #: m, its position forward of CO
    length: float = 0.0
    first: float = 0.0
    second: float = 0.0
    third: float = 0.0
    delta: float = 0.0
    kappa: float = 0.0


# ------------------------------------------------------------------------------- a ship by the MMG standard method
@dataclass(frozen=True, slots=True)
class MmgSurge:
    """Dimensionless derivatives of X (laws/hydrodynamics 4.10)."""

    R_0: float = 0.0
    vv: float = 0.0
    vr: float = 0.0
    rr: float = 0.0
    vvvv: float = 0.0


@dataclass(frozen=True, slots=True)
class MmgTurn:
    """Those of Y or N."""

    v: float = 0.0
    r: float = 0.0
    vvv: float = 0.0
    vvr: float = 0.0
    vrr: float = 0.0
    rrr: float = 0.0


@dataclass(frozen=True, slots=True)
class MmgShip:
    """Hull, propeller and rudder."""

    on: float = 0.0
    length: float = 0.0  #: m
    force: float = 0.0  #: 1/2 rho L d, kg/m
    x: MmgSurge = MmgSurge()
    y: MmgTurn = MmgTurn()
    n: MmgTurn = MmgTurn()
    propeller: MmgPropeller = MmgPropeller()
    rudder: MmgRudder = MmgRudder()


# --------------------------------------------------------------------------------------------------------- actuators
@dataclass(frozen=True, slots=True)
class ActuatorTerms:
    """One actuator; of the records that belong to single kinds one counts."""

    kind: float
    state: float  #: index of its first state among the actuator states
    place: Point
    direction: Point = ORIGIN
    screw: Screw = Screw()
    jet: Jet = Jet()
    advance: AdvanceScrew = AdvanceScrew()
    rudder: RaceRudder = RaceRudder()
    propeller: LinearScrew = LinearScrew()
    quadrant: QuadrantScrew = QuadrantScrew()
    fin: FinForce = FinForce()
    ballast: Ballast = Ballast()


# ------------------------------------------------------------------------------------------------------ fluid memory
@dataclass(frozen=True, slots=True)
class Coefficients:
    """Up to four coefficients of a polynomial."""

    first: float = 0.0
    second: float = 0.0
    third: float = 0.0
    fourth: float = 0.0


@dataclass(frozen=True, slots=True)
class MemoryTerms:
    """One transfer function of the fluid memory (laws/hydrodynamics 7)."""

    row: float  #: 1 surge to 6 yaw, of the force
    column: float  #: likewise, of the velocity
    order: float  #: 1 to 4
    a: Coefficients
    c: Coefficients


# ----------------------------------------------------------------------------------------------------------- in all
@dataclass(frozen=True, slots=True)
class BodyTerms:
    """All constants of a vehicle that are single numbers."""

    model: float  #: one of the MODEL_ selectors
    rho: float  #: kg/m3
    current: float  #: how the current enters: one of the CURRENT_ selectors
    lags: float  #: number of actuator states
    acting: float  #: number of actuator records
    systems: float  #: number of transfer functions, 0 = no fluid memory
    rigid: RigidBody
    added: Matrix6  #: added mass, positive
    inverse: Matrix6  #: of M
    coriolis: CoriolisTerms
    damping: DampingTerms
    restoring: Restoring
    load: Load
    wind: Windage
    mmg: MmgShip


class Body(NamedTuple):
    """Everything that the equations of motion read of a vehicle."""

    terms: BodyTerms
    actuators: Sequence[ActuatorTerms]
    memory: Sequence[MemoryTerms]
    curves: Sequence[float]
