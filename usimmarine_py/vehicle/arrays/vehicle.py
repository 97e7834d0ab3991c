"""A vehicle with arrays: the public face of the equations of motion. ``equations.py`` has them term by term.

SI units and rad throughout. eta = x, y, z, phi, theta, psi in NED (x north, y east, z down), nu = u, v, w, p, q, r in
BODY (x forward, y to starboard, z down); with three degrees of freedom eta = x, y, psi and nu = u, v, r. Everything in
front of the last axis of an argument broadcasts. Equations: docs/laws/hydrodynamics.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from usimmarine_py.errors import ConfigError
from usimmarine_py.kernels.body.places import IN_REF
from usimmarine_py.maths.attitude import rzyx
from usimmarine_py.maths.water.bank import HEIGHT, RATIO, BankTable
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.arrays.description import plain, tree_of
from usimmarine_py.vehicle.arrays.equations import Equations
from usimmarine_py.vehicle.arrays.held import Trim, trim
from usimmarine_py.vehicle.arrays.inputs import demanded, finite, input_table, numbers, real, together
from usimmarine_py.vehicle.arrays.linear.linear import Linear, jacobian, linearise
from usimmarine_py.vehicle.arrays.linear.trim import Steady, at_speed, eigenvalues, steady
from usimmarine_py.vehicle.arrays.motion import ArrayMotion
from usimmarine_py.vehicle.arrays.reachable import Reachable, reachable
from usimmarine_py.vehicle.arrays.sea import Sea
from usimmarine_py.vehicle.description.loader import build_vehicle, load_vehicle
from usimmarine_py.vehicle.description.vehicle import VehicleDescription as Description
from usimmarine_py.vehicle.files import load
from usimmarine_py.vehicle.shallow import bank_hull
from usimmarine_py.vehicle.wave_load import load_of


class Orders(NamedTuple):
    """What commands in per cent mean: set-points (..., k) and a force (..., n) that acts beside them (N, N m)."""

    setpoints: Array  #: in the units of the vehicle's ``setpoint_units``
    tau: Array  #: N, N m, BODY about CO


class Vehicle(Equations):
    """A marine vehicle with 3 or 6 degrees of freedom, from numbers, tables, TOML, or by the name of a shipped one.

    Keywords are numbers (SI units) or tables of a vehicle file as dicts (docs/vehicles.md). Both kinds: ``name``,
    ``length`` (m, between perpendiculars), ``beam``, ``draft``, ``mass``, ``rho`` (kg/m3), ``g``, ``speed_max``. 3-DOF:
    ``x_g``, ``I_z`` (about CO), ``X_udot``, ``Y_vdot``, ``N_rdot``, ... and damping derivatives ``X_u``, ``X_uu``,
    ``Y_v``, ... with Fossen's sign. 6-DOF: ``r_g`` (3), ``inertia`` about CO (3 or 3 x 3), ``added_mass``,
    ``linear_damping`` (6 or 6 x 6, positive), ``quadratic_damping``, ``cubic_damping`` (6, positive), ``stiffness`` G
    (6 or 6 x 6) of a surface craft, or ``buoyancy`` (N) and ``r_b`` (3) of a submerged one. Raises ConfigError, which
    names the key.

    >>> v = Vehicle(length=1.2, mass=20.0, I_z=1.5, X_udot=-2.0, Y_vdot=-10.0, N_rdot=-1.0, X_u=-2.0, Y_v=-7.0, N_r=-2)
    >>> v.acceleration([1.0, 0.0, 0.0], tau=[2.0, 0.0, 0.0]).tolist()
    [0.0, 0.0, 0.0]
    >>> v.names
    ('x', 'y', 'psi', 'u', 'v', 'r')
    """

    def __init__(self, **given: Any) -> None:
        self._set(build_vehicle(tree_of(given), ""), "euler")

    @classmethod
    def load(
        cls, name: str | Path, variant: str = "", overrides: Mapping[str, Any] | None = None, attitude: str = "euler"
    ) -> Vehicle:
        """A shipped vehicle by its name (``usim vehicles`` lists them), or the file at a path; as in a mission, with
        its variant and changes behind it: ``"odin:hilsim,rigid_body.mass=7000"``.

        ``variant`` as in a mission: empty is the file's default, ``base`` the file as it stands. ``overrides`` replaces
        dotted keys. ``attitude`` "quaternion" gives 6-DOF states a unit quaternion, which has no singularity. Raises
        ConfigError.

        >>> Vehicle.load("odin", overrides={"fluid_memory.enabled": False}).names[-3:]
        ('jet_stbd_n', 'jet_stbd_alpha', 'jet_stbd_beta')
        """
        word = str(name)
        if isinstance(name, Path) and not any(c in word for c in "./\\"):
            word = f"./{word}"
        return cls._of(load(word, variant, plain(overrides or {})), attitude)

    @classmethod
    def from_dict(
        cls,
        tree: Mapping[str, Any],
        variant: str = "",
        overrides: Mapping[str, Any] | None = None,
        attitude: str = "euler",
    ) -> Vehicle:
        """A vehicle from the tables of a vehicle file as a dict; arrays may stand for lists. The rest as ``load``."""
        if not isinstance(tree, Mapping):
            raise ConfigError(f"must be a dict of tables, not {type(tree).__name__}", key="tree")
        return cls._of(build_vehicle(plain(tree), "", variant, plain(overrides or {})), attitude)

    @classmethod
    def from_toml(
        cls, text: str, variant: str = "", overrides: Mapping[str, Any] | None = None, attitude: str = "euler"
    ) -> Vehicle:
        """A vehicle from the text of a vehicle file. The rest as ``load``."""
        return cls._of(load_vehicle(text, "", variant, plain(overrides or {})), attitude)

    @classmethod
    def _of(cls, description: Description, attitude: str) -> Vehicle:
        made = cls.__new__(cls)
        made._set(description, attitude)
        return made

    def _set(self, description: Description, attitude: str) -> None:
        self._describe(description, attitude)
        self._motion = ArrayMotion(self.model)
        self._load = load_of(description)
        self._bank: BankTable | None = None

    def __repr__(self) -> str:
        variant = f":{self.description.variant}" if self.description.variant else ""
        return f"<Vehicle {self.name}{variant}, {self.dof} DOF, {len(self.names)} states>"

    # ---------------------------------------------------------------------------------------------------- inputs

    def inputs(
        self,
        setpoints: ArrayLike | Orders | None = None,
        tau: ArrayLike = 0.0,
        current: ArrayLike = 0.0,
        wind: ArrayLike | None = None,
        rotate: ArrayLike = 0.0,
        lift: ArrayLike | None = None,
        surface: ArrayLike = 0.0,
    ) -> Array:
        """What acts on the vehicle, as one array (..., m) for ``derivative`` and ``advance``.

        ``setpoints`` (..., k) of the actuators in ``setpoint_units``, limited to ``setpoint_limits``, at rest when not
        given, or what ``orders`` gave, with its force; ``tau`` (..., dof) an extra force in BODY about CO (N, N m);
        ``current`` (..., 3) or (..., 2) the water's velocity north, east, down (m/s): all forces of the water are those
        of nu_r = nu - R^T v_c; ``wind`` (..., 2) speed (m/s) and direction TOWARDS which it blows (rad from north);
        ``rotate`` (rad/s) is added to psi_dot; ``lift`` (N) replaces B - W of a submerged vehicle; ``surface`` (m): how
        high the water stands above its mean.
        ConfigError for shapes that do not fit.
        """
        if isinstance(setpoints, Orders):
            tau = setpoints.tau + numbers(tau, self.dof, "tau", slopes=True)
            setpoints = setpoints.setpoints
        return input_table(self._limits, 0, self.dof, setpoints, tau, current, wind, rotate, lift, surface, slopes=True)

    def orders(
        self,
        thrust: ArrayLike = 0.0,
        rudder: ArrayLike = 0.0,
        elevator: ArrayLike = 0.0,
        *,
        left: ArrayLike | None = None,
        right: ArrayLike | None = None,
        sway: ArrayLike = 0.0,
        heave: ArrayLike = 0.0,
    ) -> Orders:
        """Set-points and direct force of DESIRED_* commands (per cent, cut to -100 and 100), which broadcast.

        As the mail's: a command that this vehicle has no actuator for moves nothing. ``inputs`` takes the whole. Of
        some vehicles (``generalised_force``) the force is all that there is.

        ``left`` and ``right`` are DESIRED_THRUST_L and _R of the differential mode. ConfigError for a vehicle without
        [command].

        >>> Vehicle.load("otter").orders(thrust=50).setpoints.round(3).tolist()
        [51.965, 51.965]
        """
        rule = self.description.command
        if rule is None:
            raise ConfigError(f"{self.name} has no [command]: give set-points or forces", key="command")
        sides = left is not None or right is not None
        wanted = (thrust, rudder, elevator, 0.0 if left is None else left, 0.0 if right is None else right, sway, heave)
        points, surge, yaw = demanded(rule, together(*wanted), sides)
        force = np.zeros((*surge.shape, self.dof))
        force[..., 0], force[..., -1] = surge, yaw
        return Orders(points, force)

    # ------------------------------------------------------------------------------------------------ all together

    def _joint(self, state: ArrayLike, inputs: ArrayLike | None) -> tuple[Array, Array]:
        """States (..., n) and inputs (..., m), at rest when not given."""
        table = (
            self.inputs() if inputs is None else numbers(inputs, IN_REF + len(self.model.lags), "inputs", slopes=True)
        )
        return numbers(state, len(self.names), "state", slopes=True), table

    def derivative(self, state: ArrayLike, inputs: ArrayLike | None = None, *, compiled: bool = False) -> Array:
        """Time derivatives (..., n) of states (..., n) under ``inputs`` (..., m): eta_dot, nu_dot, actuators, memory.

        Pure; SI units per second. An actuator without time constant and rate limit stands at its set-point, whatever
        the state says. ``compiled`` takes machine code, which pays for thousands of rows.

        Complex numbers, here and in all terms, are values and slopes along one direction: the imaginary part of what
        comes out is the exact derivative along that of what goes in, times its size, also through absolute values and
        limits (at a kink on the side that it points to).

        >>> v = Vehicle.load("mssjl_example")
        >>> s = v.state(nu=[1.0, 0.0, 0.0])
        >>> along = v.derivative(s + 1e-20j * np.eye(len(s))[3]).imag / 1e-20  # by u
        >>> bool(abs(along - v.jacobian(s)[0][:, 3]).max() < 1e-12)
        True
        """
        s, table = self._joint(state, inputs)
        return self._motion.rates(s, table, compiled)

    def wave_load(
        self, sea: Sea, time: float, state: ArrayLike, current: Sequence[float] = (0.0, 0.0)
    ) -> tuple[Array, Array]:
        """Force of the waves on one vehicle (N and N m, BODY, (6,)) and the water's velocity there (m/s, NED, (3,)).

        ``state`` (n,), ``current`` north and east (m/s), which the speed through the water lacks. The load of
        ``waves = forces`` for ``tau``, and what joins the current. ConfigError for one without hydrostatics, which
        waves act by. Source: laws/environment 4.8 and 4.9.

        >>> v = Vehicle.load("otter")
        >>> force, water = v.wave_load(Sea(0.3, seed=1), 3.0, v.state())
        >>> force.shape, water.shape
        ((6,), (3,))
        """
        if self._load is None:
            raise ConfigError("has no hydrostatics that waves could push at", file=self.description.about.file)
        row = np.asarray(state, dtype=float).tolist()
        eta = self.model.eta(row)
        # without a step of its own the load leads by nothing
        north, east, down = (np.reshape(rzyx(*eta[3:]), (3, 3)) @ self.model.nu(row)[:3]).tolist()
        force, water, _ = self._load.meet(
            sea.field, time, eta[:3], eta[3:], (north, east, down), stream=(current[0], current[1])
        )
        return np.array(force), np.array(water)

    def bank_load(self, distance: ArrayLike, speed: ArrayLike, depth: ArrayLike = 0.0) -> Array:
        """Force of a long vertical bank on a surface craft that moves along it, for ``tau`` (N, N m; BODY, (..., 6)).

        ``distance`` from the middle line to the bank (m, above 0 to starboard, below 0 to port), ``speed`` ahead
        through the water (m/s, below 0 astern), ``depth`` of the water (m, 0 = deep). ConfigError for a vehicle that
        dives.
        Source: laws/environment 7.7.

        >>> pull = Vehicle.load("kvlcc2").bank_load([70.0, -70.0, 2000.0], 3.0, 30.0)
        >>> pull.shape, np.sign(pull[:, [1, 5]]).tolist()
        ((3, 6), [[1.0, -1.0], [-1.0, 1.0], [0.0, 0.0]])
        """
        if self._bank is None:
            hull = bank_hull(self.description)
            if hull is None:
                file = self.description.about.file
                raise ConfigError("dives, or has no draft: banks are for surface craft", file=file)
            self._bank = BankTable(hull)
        table = self._bank
        gap, u, h = np.broadcast_arrays(
            *(finite(real(x, n), n) for x, n in ((distance, "distance"), (speed, "speed"), (depth, "depth")))
        )
        pull = np.sign(gap) * u * u * np.vectorize(table.force, otypes=[float])(np.abs(gap), h)
        found = np.zeros((*pull.shape, 6))
        found[..., 1], found[..., 3] = pull, -HEIGHT * table.hull.draft * pull
        found[..., 5] = -np.sign(u) * RATIO * table.hull.length * pull
        return found

    def rhs(self, **inputs: Any) -> Callable[[float, Array], Array]:
        """f(t, state) -> derivative for ``scipy.integrate.solve_ivp`` and the like.

        Keywords as of ``inputs``; each may be a function of (t, state).

        >>> from scipy.integrate import solve_ivp
        >>> v = Vehicle.load("otter")
        >>> f = v.rhs(setpoints=v.orders(thrust=50).setpoints, current=lambda t, s: [0.1, 0.0, 0.0])
        >>> end = solve_ivp(f, (0.0, 60.0), v.state(), rtol=1e-8).y[:, -1]
        >>> v.nu(end)[0].round(2).item()
        0.87
        """
        still = None if any(callable(x) for x in inputs.values()) else self.inputs(**inputs)

        def right_hand_side(t: float, state: Array) -> Array:
            table = still
            if table is None:
                table = self.inputs(**{k: x(t, state) if callable(x) else x for k, x in inputs.items()})
            return self.derivative(state, table)

        return right_hand_side

    def advance(
        self,
        state: ArrayLike,
        inputs: ArrayLike | None = None,
        *,
        step: float = 0.05,
        steps: int = 1,
        solver: str = "dp5",
    ) -> Array:
        """States (..., n) after ``steps`` solver steps of ``step`` s with the inputs (..., m) held.

        Compiled where numba is installed. Solvers: euler, heun, rk4, dp5. NotFiniteError when the numbers end.
        """
        s, table = self._joint(state, inputs)
        return self._motion.advance(s, table, step, steps, solver)

    def simulate(
        self, state: ArrayLike, inputs: ArrayLike, *, step: float = 0.05, steps: int = 1, solver: str = "dp5"
    ) -> Array:
        """A run from ``state`` (n,): each of the S rows of ``inputs`` (S, m) is held for ``steps`` steps.

        (S + 1, n): the start and the state after each row. Solver and errors as in ``advance``.
        """
        s, table = self._joint(state, inputs)
        return self._motion.simulate(s, table, step, steps, solver)

    # ------------------------------------------------------------------------------------- trim and linear models

    def steady(
        self,
        thrust: float = 0.0,
        rudder: float = 0.0,
        elevator: float = 0.0,
        *,
        speed: float | None = None,
        inputs: ArrayLike | None = None,
        start: ArrayLike | None = None,
    ) -> Steady:
        """Trim: the steady run, turn or glide under held commands (per cent), or ``inputs`` (m,) in their place.

        ``speed`` (m/s, surge) finds the thrust between 0 and 100 per cent, astern -100, that gives it; it stands in
        place of ``thrust`` and ``inputs``.

        Newton's method finds where velocities, roll, pitch, draft and memory stay, in wind or current the heading, too:
        next to ``start`` (n,), which may be an unstable run; or where the vehicle gets to from rest (20 m deep when
        submerged). TrialError where it does not settle. ``growth`` tells whether what was found is stable.

        >>> v = Vehicle.load("otter")
        >>> run = v.steady(thrust=60)
        >>> run.nu[0].round(2).item(), run.growth < 0
        (1.11, True)
        """
        if speed is not None:
            if thrust or inputs is not None:
                raise ConfigError("give either speed, or thrust or inputs", key="speed")
            return at_speed(lambda part: self.steady(part, rudder, elevator, start=start), speed)
        if inputs is None:
            orders = self.orders(thrust, rudder, elevator)
            inputs = self.inputs(orders.setpoints, orders.tau)
        table = finite(numbers(inputs, IN_REF + len(self.model.lags), "inputs"), "inputs")
        near = start is not None
        if start is None:
            deep = 20.0 if self.description.submerged else 0.0
            start = self.state([0.0, 0.0, deep, 0.0, 0.0, 0.0] if self.dof == 6 else 0.0)
        if self.model.quaternion:
            raise ConfigError("a steady state is one in Euler angles: load the vehicle with euler", key="attitude")

        def onwards(state: Array, seconds: float) -> Array:
            return self.advance(state, table, steps=round(seconds / 0.05))

        state = finite(numbers(start, len(self.names), "start"), "start")
        if state.ndim != 1 or table.ndim != 1:
            raise ConfigError("one state and one row of inputs at a time", key="steady")
        return steady(self.model, state, table, onwards, near)

    def trim(
        self,
        free: Sequence[str] = (),
        hold: Mapping[str, float] | None = None,
        *,
        thrust: float = 0.0,
        rudder: float = 0.0,
        elevator: float = 0.0,
        start: ArrayLike | None = None,
    ) -> Trim:
        """The steady motion with some commands free and as many values held; velocities and attitude follow.

        ``free``: of thrust, rudder, elevator, left, right, sway, heave (per cent); thrust joins them where ``speed``
        is held. ``hold``: ``speed`` (m/s, u), ``depth_rate`` (m/s), ``turn_rate`` (rad/s), ``pitch``, ``roll`` (rad),
        or a state by its name. The other commands stay as given. ``start`` (n,): where Newton's method begins.
        TrialError where there is none within 100 per cent of the commands.

        >>> v = Vehicle.load("remus100")
        >>> level = v.trim(free=("elevator", "pitch"), hold={"speed": 1.5, "depth_rate": 0.0})
        >>> [level.nu[0].round(6).item(), abs(level.rates[2]).round(6).item()]
        [1.5, 0.0]
        """
        if self.model.quaternion:
            raise ConfigError("a steady state is one in Euler angles: load the vehicle with euler", key="attitude")
        deep = 20.0 if self.description.submerged else 0.0
        usual = self.state([0.0, 0.0, deep, 0.0, 0.0, 0.0] if self.dof == 6 else 0.0)
        first = finite(usual if start is None else numbers(start, len(self.names), "start"), "start")

        def row(commands: Mapping[str, float]) -> Array:
            return self.inputs(self.orders(**commands))

        given = {"thrust": float(thrust), "rudder": float(rudder), "elevator": float(elevator)}
        return trim(self.model, first, row, given, tuple(free), dict(hold or {}))

    def reachable(
        self,
        seconds: float | None = None,
        *,
        thrust: ArrayLike | None = None,
        rudder: ArrayLike | None = None,
        start: ArrayLike | None = None,
    ) -> Reachable:
        """Speeds and rates of turn under every pair of held ``thrust`` and ``rudder`` (per cent; -100 to 100 in steps
        of 20 when not given), ``seconds`` after ``start`` (n,): what the vehicle can have by then.

        Without ``seconds`` what it settles to, in calm water: after 150 lengths at full speed, 120 s at least. From
        rest when ``start`` is not given, 20 m deep when submerged. ``boundary`` has the corners of the convex hull.
        ConfigError for commands or times that are none; NotFiniteError when the numbers end.

        >>> v = Vehicle.load("otter")
        >>> found = v.reachable(thrust=[0, 50, 100], rudder=[-100, 0, 100])
        >>> found.speed.shape, bool(abs(found.speed.max() - v.steady(100).nu[0]) < 0.01)
        ((9,), True)
        """
        deep = 20.0 if self.description.submerged else 0.0
        usual = self.state([0.0, 0.0, deep, 0.0, 0.0, 0.0] if self.dof == 6 else 0.0)
        first = finite(usual if start is None else numbers(start, len(self.names), "start"), "start")
        if first.ndim != 1:
            raise ConfigError("must be one state", key="start")

        def moved(ahead: Array, aside: Array, held: float) -> tuple[Array, Array, Array, Array]:
            table = self.inputs(self.orders(ahead, aside))
            states = self.advance(np.tile(first, (len(ahead), 1)), table, step=0.05, steps=max(1, round(held / 0.05)))
            nu, rates = self.nu(states), self.derivative(states, table)
            # of a quaternion the yaw rate of the body
            turning = nu[:, -1] if self.model.quaternion else rates[:, self.names.index("psi")]
            return nu[:, 0], nu[:, 1], turning, states

        size = (self.description.length_pp, self.description.speed_max)
        return reachable(seconds, thrust, rudder, size, moved)

    def jacobian(self, state: ArrayLike, inputs: ArrayLike | None = None) -> tuple[Array, Array]:
        """Derivatives of ``derivative`` by one state (n, n) and by one row of inputs (n, m), exact by dual numbers.

        Where both sides differ (``linearise`` names such kinks) it is their mean; by the switches of wind and lift 0.
        Where a vehicle's laws have no derivative at all as they are written (the root of a speed at rest, v / r of the
        cross flow at r = 0), extrapolated differences stand in for those columns, accurate to about 1e-9.

        >>> v = Vehicle.load("mssjl_example")
        >>> by_state, by_inputs = v.jacobian(v.state(nu=[1.0, 0, 0]))
        >>> bool(abs(by_inputs[3:, [0, 1, 5]] - np.linalg.inv(v.mass_matrix())).max() < 1e-9)
        True
        """
        s, table = self._joint(state, inputs)
        return jacobian(self.model, finite(s, "state"), finite(table, "inputs"))

    def linearise(
        self,
        state: ArrayLike,
        inputs: ArrayLike | None = None,
        *,
        by: Sequence[str] | None = None,
        lags: bool = True,
    ) -> Linear:
        """A and B about one state (n,) and one row of ``inputs`` (m,); derivatives as of ``jacobian``.

        Columns of B: all set-points, then X, Y, Z, K, M, N (N, N m; X, Y, N in 3 DOF), or what ``by`` names: those,
        current_north, current_east, current_down, wind_speed, wind_towards. An actuator that follows at once is an
        input and no state; ``lags=False`` makes that of all. Where a derivative is not the same on both sides (a
        propeller's dead zone), ``kinks`` names it and A or B has the mean.

        >>> v = Vehicle.load("mssjl_example")
        >>> model = v.linearise(v.state(nu=[1.0, 0, 0])).select(["v", "r"], ["Y", "N"])
        >>> bool(abs(model.B - np.linalg.inv(v.mass_matrix())[1:, 1:]).max() < 1e-9)
        True
        """
        s, table = self._joint(state, inputs)
        return linearise(self.model, finite(s, "state"), finite(table, "inputs"), by, lags)

    def eigenvalues(self, speed: float) -> NDArray[np.complex128]:
        """Eigenvalues (1/s) of a straight run at ``speed`` (m/s), propellers still and fins at zero.

        As ``usim vehicles NAME`` judges it: of all states that forces depend on, by falling real part.

        >>> Vehicle.load("odin", "base").eigenvalues(4.0)[0].round(2).item()
        (0.7+0j)
        """
        return eigenvalues(self.description, float(finite(real(speed, "speed"), "speed")))
