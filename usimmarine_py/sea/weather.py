"""Wind, waves and current as one frozen description and one frozen state.

``Weather`` says what the weather is (configuration), ``WeatherState`` where its random processes stand, and
``Weather.at`` what a vehicle meets at a time and place. Directions are rad TOWARDS inside; times are simulated seconds.
Random processes advance on their own grid of 0.1 s with draws by (seed, process name, k), so tick rate, pauses and
sub-steps change nothing. Between grid points variations are held and wave loads are interpolated.
"""

from __future__ import annotations

from math import cos, floor, hypot, pi, sin

from usimmarine_py.kernels.current import current_ned, depth_factor
from usimmarine_py.kernels.waves import added_resistance
from usimmarine_py.kernels.wind import leeway_velocity
from usimmarine_py.maths.gauss_markov import GaussMarkov
from usimmarine_py.maths.streams import GRID_STEP, noise_stream
from usimmarine_py.sea.hull import Hull
from usimmarine_py.sea.waves import WaveField, WaveMotion, Waves
from usimmarine_py.sea.wind import STEADY, WindModel
from usimmarine_py.values import Environment
from usimmarine_py.values.frozen import dataclass, field, replace

#: Tolerance of the grid index: floor(0.3/0.1) must be 3.
_GRID_SLACK = 1e-6
#: Grid points worked through at once, an hour of them: after a longer leap the last hour starts from the means.
MOST_STEPS = 36_000
_STILL = WaveMotion()
_NONE = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Current:
    """The ocean current as configured, drift and field apart."""

    speed: float = 0.0  #: m/s, mean
    towards: float = 0.0  #: rad
    down: float = 0.0  #: m/s
    speed_variation: GaussMarkov = STEADY  #: m/s
    direction_variation: GaussMarkov = STEADY  #: rad
    depth_profile: bool = False  #: seventh-root profile down to the known water depth


@dataclass(frozen=True, slots=True)
class WeatherState:
    """Where the random processes stand at grid point ``k`` (time k * 0.1 s). All zero = their mean."""

    k: int = 0
    wind_speed: float = 0.0  #: m/s, slow deviation
    wind_direction: float = 0.0  #: rad, slow deviation
    current_speed: float = 0.0  #: m/s, deviation
    current_direction: float = 0.0  #: rad, deviation
    load: tuple[float, ...] = ()  #: (x1, x2) of the unit wave-load filters at k; empty = at rest
    load_next: tuple[float, ...] = ()  #: the same at k + 1


@dataclass(frozen=True, slots=True)
class Conditions:
    """What one vehicle meets at one moment."""

    wind_speed: float | None = None  #: m/s; None = no wind was ever given
    wind_towards: float = 0.0  #: deg
    current_east: float = 0.0  #: m/s, drift apart
    current_north: float = 0.0  #: m/s
    current_down: float = 0.0  #: m/s
    leeway_east: float = 0.0  #: m/s, for backends without wind forces
    leeway_north: float = 0.0  #: m/s
    elevation: float = 0.0  #: m, wave elevation at the vehicle, positive up
    motion: WaveMotion = _STILL  #: to add to the outputs only
    wave_forces: tuple[float, ...] = ()  #: X..N in N and N m; empty = none
    orbit: tuple[float, float, float] = _NONE  #: m/s north, east, down, of the water in the waves
    surface: float = 0.0  #: m, elevation for a vehicle that feels these very waves; 0 for one that does not ride them

    def environment(self, base: Environment, *, leeway: bool = False) -> Environment:
        """Return ``base`` (drift, rotation, water depth; a current that it holds is kept) with this weather added.

        ``leeway`` adds the leeway to the drift; it is for backends that know no wind force.
        """
        return replace(
            base,
            drift_x=base.drift_x + (self.leeway_east if leeway else 0.0),
            drift_y=base.drift_y + (self.leeway_north if leeway else 0.0),
            current_east=base.current_east + self.current_east + self.orbit[1],
            current_north=base.current_north + self.current_north + self.orbit[0],
            current_down=base.current_down + self.current_down + self.orbit[2],
            wind_speed=self.wind_speed if self.wind_speed is not None else base.wind_speed,
            wind_towards=self.wind_towards if self.wind_speed is not None else base.wind_towards,
            wave_forces=self.wave_forces or base.wave_forces,
            surface=self.surface,
        )


@dataclass(frozen=True, slots=True)
class Weather:
    """The whole weather; make it with ``settings.weather_from`` or directly."""

    wind: WindModel = field(default_factory=WindModel)
    waves: Waves = field(default_factory=Waves)
    current: Current = field(default_factory=Current)
    leeway: float = 0.0  #: share of the wind speed, 0.03 = 3 %
    seed: int = 0  #: of the sea, which all vehicles of a mission share
    hull: Hull = field(default_factory=Hull)  #: the vehicle's
    origin: float = 0.0  #: s, of the sea's own clock at the vehicle's time 0, so that all who share a clock share a sea
    bed: float = 0.0  #: m, depth of the water that the waves run in, where the vehicle starts; 0 = deep

    @property
    def wave_action(self) -> str:
        """``forces``, ``thesis``, ``motion`` or ``none``: never two of them."""
        act = self.waves.act
        if self.waves.hs <= 0.0:
            return "none"
        if act == "auto":
            return "forces" if self.hull.load is not None else "motion"
        if (act == "forces" and self.hull.load is None) or (act == "thesis" and self.hull.gains is None):
            return "none"
        return act

    @property
    def fastest(self) -> float:
        """The greatest speed (m/s) of the water in current and waves, as far as the vehicle feels them."""
        slow, waves = self.current.speed_variation, self.waves
        flow = hypot(self.current.speed + (slow.limit if slow.active else 0.0), self.current.down)
        # of a wave twice as high as those that Hs is the mean of
        return flow + (waves.hs * waves.omega_p if self.wave_action == "forces" else 0.0)

    def surface(self) -> WaveField:
        """Return the sea surface (cached by its configuration), on the mean current."""
        c = self.current
        return self.waves.surface(self.seed, self.bed, (c.speed * cos(c.towards), c.speed * sin(c.towards)))

    def start(self) -> WeatherState:
        """Return the state at time 0: every process at its mean."""
        return WeatherState()

    def advance(self, state: WeatherState, time: float, psi: float = 0.0, surge: float = 0.0) -> WeatherState:
        """Return the processes at the last grid point not after ``time`` s; call it before each sub-step.

        ``psi`` (rad) and ``surge`` (m/s) set the encounter frequency of the wave loads. A time before the
        state's own returns the state unchanged.
        """
        last = floor(time / GRID_STEP + _GRID_SLACK)
        if last - state.k > MOST_STEPS:
            state = WeatherState(last - MOST_STEPS)
        while state.k < last:
            state = self._next(state, psi, surge)
        return state

    def _next(self, state: WeatherState, psi: float, surge: float) -> WeatherState:
        k = state.k + 1
        load, following = state.load, state.load_next
        if self.wave_action == "thesis" and self.hull.gains is not None:
            from usimmarine_py.sea import wave_filter  # few vehicles have it

            load = following
            following = wave_filter.advanced(
                self.hull.gains, self.waves, load, k, self.seed, psi, surge, self.hull.owner
            )
        elif load or following:
            load, following = (), ()
        return WeatherState(
            k,
            self._vary(self.wind.speed_variation, state.wind_speed, "wind.speed", k),
            self._vary(self.wind.direction_variation, state.wind_direction, "wind.direction", k),
            self._vary(self.current.speed_variation, state.current_speed, "current.speed", k),
            self._vary(self.current.direction_variation, state.current_direction, "current.direction", k),
            load,
            following,
        )

    def _vary(self, process: GaussMarkov, deviation: float, name: str, k: int) -> float:
        if not process.active:
            return 0.0
        return process.step(deviation, GRID_STEP, noise_stream(self.seed, name).normals(k)[0])

    def at(
        self,
        state: WeatherState,
        time: float,
        x: float = 0.0,
        y: float = 0.0,
        depth: float = 0.0,
        psi: float = 0.0,
        water_depth: float = 0.0,
        velocity: tuple[float, float, float] = _NONE,
        lean: tuple[float, float] = (0.0, 0.0),
        turning: tuple[float, float, float] = _NONE,
        gained: tuple[float, float] = (0.0, 0.0),
    ) -> Conditions:
        """Return what a vehicle at (``x`` east, ``y`` north, ``depth``) m heading ``psi`` rad meets at ``time`` s.

        ``velocity`` is (north, east, down) over ground in m/s, ``lean`` roll and pitch (rad), ``turning`` the rates of
        roll, pitch and heading (rad/s), ``gained`` what the velocity has gained over the last step (m/s).
        """
        wind_speed, wind_towards = self._wind_at(state, time, y, x)
        leeway = (0.0, 0.0)
        if wind_speed is not None and self.leeway > 0.0:
            leeway = leeway_velocity(wind_speed, wind_towards, self.leeway)
        north, east, down = self._current_at(state, depth, water_depth)
        surface, action, hull = self.surface(), self.wave_action, self.hull
        motion = _STILL
        forces: tuple[float, ...] = ()
        elevation, orbit, ridden = 0.0, _NONE, 0.0
        if surface.components:
            sea_time = self.origin + time
            if action == "forces" and hull.load is not None:
                forces, orbit, (elevation, ridden) = hull.load.meet(
                    surface, sea_time, (y, x, depth), (*lean, psi), velocity, turning, (north, east), gained
                )
            else:
                elevation = surface.elevation(sea_time, y, x)
            if action == "motion":
                motion = surface.motion(sea_time, y, x, depth, psi, hull.length, velocity[:2])
            elif action == "thesis" and hull.gains is not None:
                from usimmarine_py.sea import wave_filter

                load = state.load, state.load_next, min(max(time / GRID_STEP - state.k, 0.0), 1.0)
                forces = wave_filter.forces(hull.gains, self.waves, load, surface, sea_time, (y, x, depth), psi)
            if hull.added_resistance is not None:
                slowed = added_resistance(surface.rows, *hull.added_resistance, psi)
                before = forces or (0.0,) * 6
                forces = (before[0] + slowed, *before[1:])
            if self.waves.orbital and action != "forces":
                orbit = surface.orbital_velocity(sea_time, y, x, depth)
        return Conditions(
            wind_speed, wind_towards * 180.0 / pi % 360.0, east, north, down, *leeway, elevation, motion, forces, orbit,
            ridden,
        )  # fmt: skip

    def orbit(self, time: float, place: tuple[float, float, float], psi: float) -> tuple[float, float, float]:
        """Return the velocity (north, east, down, m/s) of the water in waves that move the vehicle, averaged over it.

        ``place`` is north, east, depth (m); nothing without such waves.
        """
        load = self.hull.load
        if self.wave_action != "forces" or load is None:
            return _NONE
        return load.water(self.surface(), self.origin + time, place, psi)

    def ridden(self, time: float, place: tuple[float, float], psi: float) -> float:
        """Return how far (m) the surface that the vehicle rides on stands above its mean, averaged over the hull."""
        load = self.hull.load
        if self.wave_action != "forces" or load is None:
            return 0.0
        return load.risen(self.surface(), self.origin + time, place, psi)

    def flow(
        self, state: WeatherState, time: float, place: tuple[float, float, float], water_depth: float
    ) -> tuple[float, float, float]:
        """Return the velocity (north, east, down, m/s) of the water at a place north, east, depth (m).

        The configured current, and the orbits of the waves where the vehicle feels them.
        """
        found = self._current_at(state, place[2], water_depth)
        if self.wave_action == "forces" or (self.waves.orbital and self.waves.hs > 0.0):
            orbit = self.surface().orbital_velocity(self.origin + time, *place)
            found = (found[0] + orbit[0], found[1] + orbit[1], found[2] + orbit[2])
        return found

    def _wind_at(self, state: WeatherState, time: float, north: float, east: float) -> tuple[float | None, float]:
        """Return the speed (m/s, at least 0, or None) and the direction (rad TOWARDS) with slow variation and gust."""
        wind, height = self.wind, self.hull.sensor_height
        if not wind.given:
            return None, 0.0
        speed = wind.mean(height) + state.wind_speed + wind.gust_at(time, self.seed, height, north, east)
        return max(speed, 0.0), wind.towards + state.wind_direction

    def _current_at(self, state: WeatherState, depth: float, water_depth: float) -> tuple[float, float, float]:
        """Return the configured current (north, east, down) in m/s."""
        c = self.current
        if not (c.speed or c.down or state.current_speed):
            return _NONE
        factor = depth_factor(depth, water_depth) if c.depth_profile else 1.0
        return current_ned(
            factor * (c.speed + state.current_speed), c.towards + state.current_direction, factor * c.down
        )
