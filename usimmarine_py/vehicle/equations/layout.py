"""Where things stand in the flat tables of floats that the kernels read.

One vehicle is one table of constants ``c`` (a tuple when interpreted, an array when compiled); what acts on it during
a step is one table of inputs. The kernels name every entry by these constants, so that a table is built and read by
the same words. Index arithmetic is left to the places that loop.
"""

from __future__ import annotations

# --------------------------------------------------------------------------------------------------- inputs of a step
IN_TAU = 0  #: extra generalised force X, Y, Z, K, M, N (N, N m; BODY)
IN_CURRENT_N, IN_CURRENT_E, IN_CURRENT_D = 6, 7, 8  #: m/s, NED
IN_WIND_ON = 9  #: 1 = a wind was given, 0 m/s included
IN_WIND_SPEED = 10  #: m/s
IN_WIND_TOWARDS = 11  #: rad clockwise from north
IN_ROTATE = 12  #: rad/s, added to psi_dot
IN_LIFT_ON = 13  #: 1 = the net buoyancy below replaces the vehicle's own
IN_LIFT = 14  #: N, B - W
IN_SURFACE = 15  #: m, how far the water's surface stands above its mean where the vehicle is
IN_REF = 16  #: set-points of the actuator states follow

# ------------------------------------------------------------------------------------ constants that all models share
MODEL = 0  #: one of the MODEL_ words below
N_ACTUATORS = 1  #: records of actuators
N_LAGS = 2  #: actuator states
ACTUATORS_AT = 3  #: index of the first actuator record
RHO = 4  #: kg/m3
MODEL_3DOF, MODEL_EULER, MODEL_QUATERNION = 3.0, 6.0, 7.0

# manoeuvring derivatives (Fossen sign: force = + derivative * motion); all 0 = none
POLYNOMIAL_ON = 5
X_U, X_V, X_R, Y_U, Y_V, Y_R, N_U, N_V, N_R = range(6, 15)
X_UU, X_UUU, Y_VV, Y_RV, Y_VVV, Y_VR, Y_RR, N_VV, N_RV, N_VR, N_RR, N_RRR = range(15, 27)

# wind
WIND_ON = 27  #: 0 = none, or the law of ``wind_load.hull_wind_force``
WIND_RHO, WIND_AF, WIND_AL, WIND_SH, WIND_SL, WIND_L = range(28, 34)
WIND_CDT, WIND_CDL_BOW, WIND_CDL_STERN, WIND_DELTA, WIND_KAPPA = range(34, 39)

# rigid body
MASS, XG, YG, ZG = range(39, 43)
I11, I12, I13, I22, I23, I33 = range(43, 49)  #: inertia matrix about CO with its signs, kg m2

# mass matrices
(A11, A12, A13, A14, A15, A16) = range(49, 55)  #: added mass, positive
(A21, A22, A23, A24, A25, A26) = range(55, 61)
(A31, A32, A33, A34, A35, A36) = range(61, 67)
(A41, A42, A43, A44, A45, A46) = range(67, 73)
(A51, A52, A53, A54, A55, A56) = range(73, 79)
(A61, A62, A63, A64, A65, A66) = range(79, 85)
(V11, V12, V13, V14, V15, V16) = range(85, 91)  #: inverse of M
(V21, V22, V23, V24, V25, V26) = range(91, 97)
(V31, V32, V33, V34, V35, V36) = range(97, 103)
(V41, V42, V43, V44, V45, V46) = range(103, 109)
(V51, V52, V53, V54, V55, V56) = range(109, 115)
(V61, V62, V63, V64, V65, V66) = range(115, 121)

# Coriolis
CORIOLIS = 121  #: one of the words below
CORIOLIS_FULL, CORIOLIS_SURGE, CORIOLIS_FORM_A = 0.0, 1.0, 2.0
CORIOLIS_DROPS = 122  #: 1 = some entries of C_A are forced to zero
(DROP15, DROP16, DROP24, DROP26, DROP34, DROP35) = range(123, 129)
(DROP42, DROP43, DROP51, DROP53, DROP61, DROP62) = range(129, 135)
(DROP45, DROP46, DROP54, DROP56, DROP64, DROP65) = range(135, 141)
CBAR = 141  #: 36 entries of the linear_surge matrix, row-major
CURRENT = 177  #: how the current enters: one of the words below
CURRENT_FULL, CURRENT_PVS, CURRENT_MSS = 0.0, 1.0, 2.0

# damping, physical sign (positive takes energy out)
D1, D2, D3, D4, D5, D6 = range(178, 184)  #: linear diagonal
DAMPING_FULL = 184
DAMPING_MATRIX = 185  #: 36 entries, row-major, diagonal zero (it stands in D1..D6)
FADE_ON = 221
FADE = 222  #: 6 exponents, s/m
POWERS_ON = 228
Q1, Q2, Q3, Q4, Q5, Q6 = range(229, 235)  #: |nu| nu
K1, K2, K3, K4, K5, K6 = range(235, 241)  #: nu^3
ITTC_ON, ITTC_COEF, ITTC_CR, ITTC_LENGTH, ITTC_FLOOR, NU_KIN = range(241, 247)
CROSS_FLOW = 247  #: 0 none, 1 closed form, 2 strips
CROSS_SWAY, CROSS_YAW, CROSS_X1, CROSS_X2 = range(248, 252)
CROSS_VERTICAL = 252  #: 0 none, 1 physical sign, 2 as MSS has it
LIFT_ON, LIFT_SPAN, LIFT_AREA, LIFT_CD0, LIFT_OSWALD, LIFT_RHO = range(253, 259)
SECTION_ON, SECTION_RHO, SECTION_LENGTH, SECTION_RADIUS = range(259, 263)

# restoring
HYDROSTATICS = 263  #: 0 none, 1 linear G, 2 submerged
G33, G34, G35, G43, G44, G45, G53, G54, G55 = range(264, 273)
G_FULL = 273
G_MATRIX = 274  #: 36 entries, row-major, without the nine above
WEIGHT, BUOYANCY, XB, YB, ZB = range(310, 315)
SURFACING_RADIUS = 315  #: m, 0 = buoyancy does not depend on depth
PAYLOAD_ON, PAYLOAD_WEIGHT, PAYLOAD_X, PAYLOAD_Y, PAYLOAD_Z, PAYLOAD_ROWS = range(316, 322)

# fluid memory
MEMORY_SYSTEMS = 322  #: number of transfer functions, 0 = memory off
MEMORY_AT = 323  #: index of the first record: row, column, order, a1..a4, c1..c4
MEMORY_STRIDE = 11

# what the vehicles made for missions add (laws/hydrodynamics 3.4, 4.3, 4.8, 6.3)
AXES_VERTICAL = 324  #: 1 = restoring forces act along the vertical
ITTC_SLOPE, ITTC_FROM, ITTC_ASTERN = 325, 326, 327  #: C_R per m/s beyond a speed (m/s); factor astern
SKEG_ON, SKEG_X, SKEG_Z = 328, 329, 330  #: SKEG_ON = 1/2 rho A C_L (kg/m), 0 = none
LIFT_FOLD = 331  #: 1 = beyond 90 deg of attack the wing formula is that of the other end
BODY_ON = 332  #: 1 = lift of the hull, derivatives with the speed ahead (laws/hydrodynamics 4.9)
Y_UV, Y_UR, N_UV, N_UR, Z_UW, Z_UQ, M_UW, M_UQ = range(333, 341)
# a ship by the MMG standard method (laws/hydrodynamics 4.10, laws/actuators 1.9)
MMG_ON = 341
MMG_LENGTH, MMG_FORCE = 342, 343  #: m; 1/2 rho L d, kg/m
MMG_R0, MMG_X_VV, MMG_X_VR, MMG_X_RR, MMG_X_VVVV = range(344, 349)
MMG_Y_V, MMG_Y_R, MMG_Y_VVV, MMG_Y_VVR, MMG_Y_VRR, MMG_Y_RRR = range(349, 355)
MMG_N_V, MMG_N_R, MMG_N_VVV, MMG_N_VVR, MMG_N_VRR, MMG_N_RRR = range(355, 361)
MMG_STATE = 361  #: index of the propeller's state among the actuator states, the rudder's next; -1 = no drive
MMG_TO_RPS = 362  #: rev/s of one unit of the propeller's state
MMG_D, MMG_T, MMG_W, MMG_C1, MMG_C2_POS, MMG_C2_NEG, MMG_X_P, MMG_K0, MMG_K1, MMG_K2, MMG_ASTERN = range(363, 374)
MMG_RUDDER = 374  #: 1/2 rho A f_alpha, kg/m
MMG_EPSILON, MMG_KAPPA, MMG_ETA, MMG_GAMMA_POS, MMG_GAMMA_NEG, MMG_L_R = range(375, 381)
MMG_T_R, MMG_A_H, MMG_X_H, MMG_X_R = range(381, 385)
# lift, drag and moments of a glider by its speed and the angles of attack and sideslip (laws/hydrodynamics 4.11)
POLAR_ON = 385
K_D0, K_D, K_D_BETA, K_L0, K_L, K_BETA, K_MR, K_P, K_M0, K_M, K_Q, K_MY, K_R = range(386, 399)
END_OF_FIXED = 399

# an actuator record: type, index of its first state, then 16 numbers that depend on the type
ACTUATOR_STRIDE = 18
(THRUSTER, AZIMUTH, WATERJET, WATERJET_PLANAR, TUNNEL, ADVANCE, RUDDER, PROPELLER) = (
    1.0,
    2.0,
    3.0,
    4.0,
    5.0,
    6.0,
    7.0,
    8.0,
)
(FIN_YAW, FIN_PITCH, FIN_SIMPLE_YAW, FIN_SIMPLE_PITCH) = (9.0, 10.0, 11.0, 12.0)
# anywhere on the hull, in any direction: these come last
(DIRECTED, FIN_ANYWHERE, FOUR_QUADRANT) = (13.0, 14.0, 15.0)
# inside the hull: these push by weight and buoyancy
(BUOYANCY_ENGINE, MOVING_MASS) = (16.0, 17.0)
# form of a four-quadrant curve, behind the records: rows beta, C_T, C_Q; or A_T, B_T, A_Q, B_Q of each harmonic
CURVE_TABLE, CURVE_FOURIER = 0.0, 1.0

# the solver's table: stages, step, whether any rate is limited, then nodes, a (stages x stages), b, time constants and
# rate limits of the actuator states, and their decay factors at every stage and at the end of the step
SOLVER_STAGES = 0
SOLVER_STEP = 1  #: s
SOLVER_LIMITED = 2
SOLVER_NODES = 3
