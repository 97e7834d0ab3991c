"""The embedded controller: four scalar loops, staleness, override and its posts (laws/controller).

State in, state out: ``PidController`` holds settings only; ``PidState`` is everything that changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import copysign, isfinite
from typing import Any, NamedTuple

from usimmarine_py.control.gains import Gains, PidSettings
from usimmarine_py.maths.angles import angle_180
from usimmarine_py.text import compact_number, plain_number
from usimmarine_py.values import Post
from usimmarine_py.values.frozen import dataclass, maker, replace

_LONGEST_HISTORY = 9
_BIAS_PERIOD = 10.0  # s, after which the rudder bias changes sides
_LEAST_THRUST = 0.01  # %
_DEGREES_PER_RADIAN = 180 / 3.141592653589  # as the references have it


class LoopTrace(NamedTuple):
    """What one evaluation of a loop did; the debug posts are written from it."""

    error: float = 0.0
    time: float = 0.0
    dt: float | None = None  #: None in the very first evaluation
    slope: float = 0.0
    history: int = 0  #: slopes in the mean
    slope_sum: float = 0.0
    ki: float = 0.0
    integral_before: float = 0.0  #: before limiting
    integral_limit: float = 0.0
    integral_limited: float | None = None  #: None when the limit did not act
    out_before: float = 0.0  #: before limiting
    out_limited: float | None = None  #: None when the limit did not act

    def text(self) -> str:
        """The line that PID_MAX_SAT_*_DEBUG posts carry, spelled as the references spell it."""
        pieces = [f"dfeIn={plain_number(self.error)}", f"dfErrorTime={plain_number(self.time)}"]
        if self.dt is not None:
            pieces += [
                f"m_dfDT={plain_number(self.dt)}",
                f"dfDiffNow={plain_number(self.slope)}",
                f"DiffHistSize={self.history}",
                f"mdfeDiff(1)={plain_number(self.slope_sum)}",
                f"mdfeDiff(2)={plain_number(self.slope_sum / self.history)}",
            ]
        if self.ki > 0:
            pieces += [
                f"m_dfKi{plain_number(self.ki)}",
                f"m_dfeSum(1){plain_number(self.integral_before)}",
                f"m_dfIntegralLimit{plain_number(self.integral_limit)}",
            ]
            if self.integral_limited is not None:
                pieces.append(f"m_dfeSum(2){plain_number(self.integral_limited)}")
        pieces.append(f"m_dfOut(1){compact_number(self.out_before)}")
        if self.out_limited is not None:
            pieces.append(f"m_dfOut(1){compact_number(self.out_limited)}")
        return ", ".join(pieces)


_trace = maker(LoopTrace)


class PidLoop(NamedTuple):
    """State of one scalar loop (laws/controller 2)."""

    started: bool = False
    error: float = 0.0
    time: float = 0.0  #: s
    output: float = 0.0
    integral: float = 0.0
    slopes: tuple[float, ...] = ()  #: newest first, at most 9
    trace: LoopTrace | None = None  #: of the newest evaluation

    def step(
        self, gains: Gains, output_limit: float, error: float, time: float, *, traced: bool = True
    ) -> tuple[PidLoop, float]:
        """The loop after an error at a time (s), and its output; without ``traced`` nothing is kept for debug posts.

        Time that went back gives no result (0); time that stood still gives the previous output. Either leaves the
        loop as it was, and so does an evaluation that overflows.
        """
        started, error_before, time_before, output_before, integral, slopes, _ = self
        dt = time - time_before if started else 0.0
        if dt < 0 or not isfinite(error):
            return self, 0.0
        slope = derivative = slope_sum = 0.0
        if started:
            if dt == 0:
                return self, output_before
            slope = (error - error_before) / dt
            slopes = (slope, *slopes[: _LONGEST_HISTORY - 1])
            for old in slopes:  # sum() would compensate its rounding from Python 3.12 on
                slope_sum += old
            derivative = slope_sum / len(slopes)
        ki, integral_limit = gains.ki, gains.integral_limit
        integral_before = integral + ki * error * dt if ki > 0 else 0.0
        integral = _limited(integral_before, integral_limit) if ki > 0 else 0.0
        out_before = gains.kp * error + gains.kd * derivative + integral
        # the limit is asked first: most outputs are within
        output = out_before if abs(out_before) < output_limit else _limited(out_before, output_limit)
        # a sum is finite only if all its terms are
        if not isfinite(output + slope_sum + integral) and not (
            isfinite(output) and isfinite(slope_sum) and isfinite(integral)
        ):
            return self, 0.0
        if not traced:
            return _loop((True, error, time, output, integral, slopes, None)), output
        trace = _trace(
            (
                error,
                time,
                dt if started else None,
                slope,
                len(slopes),
                slope_sum,
                ki,
                integral_before,
                integral_limit,
                integral if abs(integral_before) >= abs(integral_limit) else None,
                out_before,
                output if abs(out_before) >= abs(output_limit) else None,
            )
        )
        return _loop((True, error, time, output, integral, slopes, trace)), output

    @property
    def saturated(self) -> bool:
        """Whether the output limit acted in the newest evaluation."""
        return self.trace is not None and self.trace.out_limited is not None

    @property
    def text(self) -> str:
        """Debug line of the newest evaluation; empty before the first."""
        return self.trace.text() if self.trace is not None else ""


class Stamped(NamedTuple):
    """A value and the controller's clock (s) when it was set; stamp 0 means never."""

    value: float = 0.0
    stamp: float = 0.0


_set = maker(Stamped)
_NEVER = Stamped()
_loop = maker(PidLoop)
_FRESH = PidLoop()


@dataclass(frozen=True)  # no slots: a step copies it several times, see model.frozen
class PidState:
    """Everything of the controller that changes."""

    clock: float = 0.0  #: s, moves only in ``PidController.step``
    desired_heading: Stamped = _NEVER  #: deg
    desired_speed: Stamped = _NEVER  #: m/s
    desired_depth: Stamped = _NEVER  #: m
    nav_heading: Stamped = _NEVER  #: deg
    nav_speed: Stamped = _NEVER  #: m/s
    nav_depth: Stamped = _NEVER  #: m
    nav_pitch: Stamped = _NEVER  #: rad
    speed_factor: float = 0.0  #: % per m/s, from the settings or from SPEED_FACTOR mail
    thrust: float = 0.0  #: %, the previous thrust, which outlives stale periods
    yaw_loop: PidLoop = _FRESH
    speed_loop: PidLoop = _FRESH
    z_loop: PidLoop = _FRESH
    pitch_loop: PidLoop = _FRESH
    bias_start: float = 0.0  #: s
    bias_side: float = 1.0
    overridden: bool = True
    stale: bool = True

    @property
    def has_control(self) -> bool:
        """Neither overridden nor stale (laws/controller 4)."""
        return not self.overridden and not self.stale


class PidOutput(NamedTuple):
    """What a step commands, and what it has to say."""

    rudder: float = 0.0  #: %
    thrust: float = 0.0  #: %
    elevator: float = 0.0  #: %, in truth the degrees of 13.3
    posts: tuple[Post, ...] = ()


_output = maker(PidOutput)


@dataclass(frozen=True, slots=True)
class PidController:
    """The controller's law. ``honours_override``: nothing is driven while overridden (13.5, quirk
    ``embedded_ignores_override`` when False).
    """

    settings: PidSettings
    honours_override: bool = True

    def initial_state(self) -> PidState:
        """The state at start-up."""
        return PidState(speed_factor=self.settings.speed_factor)

    def with_desired(
        self,
        state: PidState,
        *,
        heading: float | None = None,
        speed: float | None = None,
        depth: float | None = None,
    ) -> PidState:
        """The state after DESIRED_HEADING (deg), DESIRED_SPEED (m/s), DESIRED_DEPTH (m) mail, stamped now."""
        clock = state.clock
        changes = {}
        if heading is not None:
            changes["desired_heading"] = _set((heading, clock))
        if speed is not None:
            changes["desired_speed"] = _set((speed, clock))
        if depth is not None:
            changes["desired_depth"] = _set((depth, clock))
        return replace(state, **changes)

    def with_navigation(
        self,
        state: PidState,
        *,
        heading: float | None = None,
        speed: float | None = None,
        depth: float | None = None,
        pitch: float | None = None,
    ) -> PidState:
        """The state with the vehicle's heading (deg), speed (m/s), depth (m), pitch (rad), stamped now (laws/controller
        5).
        """
        clock = state.clock
        changes = {}
        if heading is not None:
            changes["nav_heading"] = _set((heading, clock))
        if speed is not None:
            changes["nav_speed"] = _set((speed, clock))
        if depth is not None:
            changes["nav_depth"] = _set((depth, clock))
        if pitch is not None:
            changes["nav_pitch"] = _set((pitch, clock))
        return replace(state, **changes)

    def updated(self, state: PidState, inputs: Mapping[str, float]) -> PidState:
        """The state with ``inputs``, by the names of their fields, stamped now; the speed factor has no stamp."""
        clock, changes = state.clock, dict[str, Any]()
        for name, value in inputs.items():
            changes[name] = value if name == "speed_factor" else _set((value, clock))
        return replace(state, **changes)

    def with_speed_factor(self, state: PidState, factor: float) -> PidState:
        """The state after SPEED_FACTOR mail (% per m/s); a negative one is ignored."""
        return replace(state, speed_factor=factor) if factor >= 0 else state

    def with_override(self, state: PidState, text: str) -> tuple[PidState, tuple[Post, ...]]:
        """The state after MOOS_MANUAL_OVERRIDE ``true`` or ``false`` (any case), and what is posted (laws/controller
        4).
        """
        word = text.lower()
        if word == "true":
            posts = () if state.overridden else (Post("PID_HAS_CONTROL", "false"),)
            return replace(state, overridden=True), posts
        if word != "false":
            return state, ()
        if state.overridden:
            state = _without_stamps(state)
        return replace(state, overridden=False), (Post("PID_HAS_CONTROL", "true"),)

    def step(self, state: PidState, clock: float) -> tuple[PidState, PidOutput]:
        """Move the controller's clock (s) and compute rudder, thrust and elevator (laws/controller 3)."""
        if self.honours_override and state.overridden:
            return replace(state, clock=clock), PidOutput()
        settings = self.settings
        helm: tuple[float, ...]
        nav: tuple[float, ...]
        helm, nav = (state.desired_heading[1], state.desired_speed[1]), (state.nav_heading[1], state.nav_speed[1])
        if settings.depth_control:
            helm, nav = (*helm, state.desired_depth[1]), (*nav, state.nav_depth[1], state.nav_pitch[1])
        if 0 in helm or 0 in nav:
            return replace(state, clock=clock), PidOutput()
        changes: dict[str, Any] = {"clock": clock}
        if not settings.simulation:
            # the oldest tell whether any is late
            stale = clock - min(helm) > settings.tardy_helm_threshold or clock - min(nav) > settings.tardy_nav_threshold
            changes["stale"] = stale
            if stale:
                return replace(state, **changes), PidOutput(posts=self._late(state, clock))
        posts: list[Post] = []
        thrust = self._thrust(state, clock, changes, posts)
        rudder = elevator = 0.0
        if thrust > 0:
            rudder = self._rudder(state, clock, changes, posts)
            if settings.depth_control:
                elevator = self._elevator(state, clock, changes, posts)
        return replace(state, **changes), _output((rudder, thrust, elevator, tuple(posts) if posts else ()))

    def _late(self, state: PidState, clock: float) -> tuple[Post, ...]:
        """What is told of values that are older than they may be."""
        helm, nav = self.settings.tardy_helm_threshold, self.settings.tardy_nav_threshold
        inputs = [
            ("DesHdg", state.desired_heading, helm),
            ("DesSpd", state.desired_speed, helm),
            ("NavHdg", state.nav_heading, nav),
            ("NavSpd", state.nav_speed, nav),
        ]
        if self.settings.depth_control:
            inputs += [
                ("DesDepth", state.desired_depth, helm),
                ("NavDep", state.nav_depth, nav),
                ("NavPitch", state.nav_pitch, nav),
            ]
        return tuple(
            Post("PID_STALE", f"Stale {label}:{compact_number(clock - item.stamp, 3)}")
            for label, item, threshold in inputs
            if clock - item.stamp > threshold
        )

    # each of the following puts what it changes in the state into ``changes``, adds its posts, and gives its output

    def _thrust(self, state: PidState, clock: float, changes: dict[str, Any], posts: list[Post]) -> float:
        settings = self.settings
        desired, actual = state.desired_speed.value, state.nav_speed.value
        if state.speed_factor:
            thrust = desired * state.speed_factor
            name, number = "(Fctr)", state.speed_factor
        else:
            loop, change = state.speed_loop.step(
                settings.speed, settings.max_thrust, desired - actual, clock, traced=settings.debug
            )
            changes["speed_loop"] = loop
            thrust = state.thrust + change
            name, number = "(Delt)", change
            if settings.speed_debug and loop.saturated:
                # a slip of the references, kept with their spelling: the text is the heading loop's last one
                posts.append(Post("PID_MAX_SAT_SPD_DEBUG", state.yaw_loop.text))
        if thrust < _LEAST_THRUST:
            thrust = 0.0
        if not abs(thrust) < settings.max_thrust:
            thrust = _limited(thrust, settings.max_thrust)
        if settings.speed_debug:
            numbers = _wanted(desired, actual, desired - actual)
            ends = f"{name}:{plain_number(number)} THRUST:{plain_number(thrust)}"
            posts.append(Post("PID_SPD_DEBUG", f"PID_SPEED:  {numbers} {ends}"))
        changes["thrust"] = thrust
        return thrust

    def _rudder(self, state: PidState, clock: float, changes: dict[str, Any], posts: list[Post]) -> float:
        settings = self.settings
        desired, actual = angle_180(state.desired_heading.value), state.nav_heading.value
        error = angle_180(actual - desired)
        loop, out = state.yaw_loop.step(settings.yaw, settings.max_rudder, error, clock, traced=settings.debug)
        changes["yaw_loop"] = loop
        bias, side = clock - state.bias_start, state.bias_side
        if bias > _BIAS_PERIOD:
            bias, side = 0.0, -side
            changes["bias_start"], changes["bias_side"] = clock, side
        rudder = -out + side * (bias / _BIAS_PERIOD) * settings.sim_instability
        if not abs(rudder) < settings.max_rudder:
            rudder = _limited(rudder, settings.max_rudder)
        if settings.heading_debug:
            if loop.saturated:
                posts.append(Post("PID_MAX_SAT_HDG_DEBUG", loop.text))
            numbers = _wanted(desired, actual, error)
            posts.append(Post("PID_HDG_DEBUG", f"PID_COURSE:  {numbers} RUDDER:{plain_number(rudder)}"))
        return rudder

    def _elevator(self, state: PidState, clock: float, changes: dict[str, Any], posts: list[Post]) -> float:
        settings = self.settings
        desired, actual = state.desired_depth.value, state.nav_depth.value
        error = actual - desired
        z_loop, pitch = state.z_loop.step(settings.z_to_pitch, settings.max_pitch, error, clock, traced=settings.debug)
        pitch = _limited(pitch, settings.max_pitch)
        pitch_error = state.nav_pitch.value - pitch
        pitch_loop, out = state.pitch_loop.step(
            settings.pitch, settings.max_elevator, pitch_error, clock, traced=settings.debug
        )
        elevator = _limited(out * _DEGREES_PER_RADIAN, settings.max_elevator)
        changes["z_loop"], changes["pitch_loop"] = z_loop, pitch_loop
        if settings.depth_debug:
            if z_loop.saturated:
                posts.append(Post("PID_MAX_SAT_DEP_DEBUG", f"Z:{z_loop.text}"))
            if pitch_loop.saturated:
                # as in the references: the pitch loop's post repeats the depth loop's text
                posts.append(Post("PID_MAX_SAT_DEP_DEBUG", f"P:{z_loop.text}"))
            numbers = _wanted(desired, actual, error)
            posts.append(Post("PID_DEP_DEBUG", f"PID_DEPTH:  {numbers} ELEVATOR:{plain_number(elevator)}"))
        return elevator


def _wanted(desired: float, actual: float, error: float) -> str:
    return f"(Want):{plain_number(desired)} (Curr):{plain_number(actual)} (Diff):{plain_number(error)}"


def _limited(value: float, limit: float) -> float:
    return copysign(abs(limit), value) if abs(value) >= abs(limit) else value


def _without_stamps(state: PidState) -> PidState:
    names = (
        "desired_heading",
        "desired_speed",
        "desired_depth",
        "nav_heading",
        "nav_speed",
        "nav_depth",
        "nav_pitch",
    )
    return replace(state, **{name: getattr(state, name)._replace(stamp=0.0) for name in names})
