"""The controller of heading, speed and depth: four PID loops, staleness, override and its posts (laws/controller).

The embedded controller and the stand-alone ones (``apps/pid.py``) are the same ``PidController``.
"""

from __future__ import annotations

from typing import NamedTuple

from usimmarine_py.control.gains import Gains, PidSettings
from usimmarine_py.kernels.pid import NO_SLOPES, Slopes, limited, pid
from usimmarine_py.maths.angles import angle_180
from usimmarine_py.text import compact_number, plain_number
from usimmarine_py.values import Post
from usimmarine_py.values.frozen import dataclass, maker

_BIAS_PERIOD = 10.0  # s, after which the rudder bias changes sides
_LEAST_THRUST = 0.01  # %
_OLD_LEAST_SPEED = 0.001  # m/s, which the older controller takes for none
_OLD_LIMIT = 100.0  # output limit of its loops, whatever maxthrust and the like are
_DEGREES_PER_RADIAN = 180 / 3.141592653589  # as the references have it


class PidLoop(NamedTuple):
    """One loop after its newest evaluation that counted (laws/controller 2)."""

    seen: int = -1  #: slopes, at most 9; -1 before the first evaluation
    error: float = 0.0
    time: float = 0.0  #: s
    output: float = 0.0
    integral: float = 0.0
    slopes: Slopes = NO_SLOPES  #: newest first
    dt: float = 0.0  #: s, since the evaluation before
    slope_sum: float = 0.0
    integral_before: float = 0.0  #: before limiting
    output_before: float = 0.0  #: before limiting

    def step(self, gains: Gains, output_limit: float, error: float, time: float) -> tuple[PidLoop, float]:
        """Return the loop after an error at a time (s), and its output; see ``kernels.pid``."""
        output, after = pid(gains.kp, gains.kd, gains.ki, gains.integral_limit, output_limit, error, time, self)
        return _loop(after), output

    def saturated(self, output_limit: float) -> bool:
        """Return whether the output limit acted."""
        return self.seen >= 0 and abs(self.output_before) >= abs(output_limit)

    def text(self, gains: Gains, output_limit: float) -> str:
        """Return the line of PID_MAX_SAT_*_DEBUG posts, spelled as in the references; empty at the beginning."""
        if self.seen < 0:
            return ""
        pieces = [f"dfeIn={plain_number(self.error)}", f"dfErrorTime={plain_number(self.time)}"]
        if self.seen > 0:
            pieces += [
                f"m_dfDT={plain_number(self.dt)}",
                f"dfDiffNow={plain_number(self.slopes[0])}",
                f"DiffHistSize={self.seen}",
                f"mdfeDiff(1)={plain_number(self.slope_sum)}",
                f"mdfeDiff(2)={plain_number(self.slope_sum / self.seen)}",
            ]
        if gains.ki > 0:
            pieces += [
                f"m_dfKi{plain_number(gains.ki)}",
                f"m_dfeSum(1){plain_number(self.integral_before)}",
                f"m_dfIntegralLimit{plain_number(gains.integral_limit)}",
            ]
            if abs(self.integral_before) >= abs(gains.integral_limit):
                pieces.append(f"m_dfeSum(2){plain_number(self.integral)}")
        pieces.append(f"m_dfOut(1){compact_number(self.output_before)}")
        if self.saturated(output_limit):
            pieces.append(f"m_dfOut(1){compact_number(self.output)}")
        return ", ".join(pieces)


#: A value and the controller's clock (s) when it was set; stamp 0 means never.
Stamped = tuple[float, float]

_NEVER: Stamped = (0.0, 0.0)
_loop = maker(PidLoop)


@dataclass(slots=True)
class PidState:
    """The changing state of the controller, without its loops."""

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
    bias_start: float = 0.0  #: s
    bias_side: float = 1.0
    overridden: bool = True
    stale: bool = True


#: The fields of inputs by the variables that bring them.
INPUTS = {
    **{f"DESIRED_{name}": f"desired_{name.lower()}" for name in ("HEADING", "SPEED", "DEPTH")},
    **{f"NAV_{name}": f"nav_{name.lower()}" for name in ("HEADING", "SPEED", "DEPTH", "PITCH")},
}


@dataclass(slots=True)
class PidLoops:
    """The four loops of the controller."""

    yaw: PidLoop = PidLoop()
    speed: PidLoop = PidLoop()
    z: PidLoop = PidLoop()
    pitch: PidLoop = PidLoop()


class PidOutput(NamedTuple):
    """The commands and posts of a step."""

    rudder: float = 0.0  #: %
    thrust: float = 0.0  #: %
    elevator: float = 0.0  #: %, in truth the degrees of 13.3
    posts: tuple[Post, ...] = ()


_output, _NOTHING = maker(PidOutput), PidOutput()


class PidController:
    """The controller. ``honours_override``: nothing is driven while overridden (13.5, quirk
    ``embedded_ignores_override`` when False).
    """

    __slots__ = ("_before", "honours_override", "loops", "resets", "settings", "state")

    def __init__(
        self, settings: PidSettings, *, honours_override: bool = True, resets: frozenset[str] = frozenset()
    ) -> None:
        """``resets``: loops whose integral part begins anew, of the older controller: ``heading_error`` where the error
        changes its sign, ``heading_desired`` where another heading is desired; and so on.
        """
        self.settings, self.honours_override, self.resets = settings, honours_override, resets
        self.state, self.loops = PidState(speed_factor=settings.speed_factor), PidLoops()
        self._before: dict[str, tuple[float, float]] = {}  #: what was desired last, and the error, by loop

    @property
    def has_control(self) -> bool:
        """Whether it is neither overridden nor stale (laws/controller 4)."""
        return not self.state.overridden and not self.state.stale

    def take(self, variable: str, value: float) -> None:
        """Take the value of one of ``INPUTS`` (deg, m/s, m, pitch in rad), stamped now."""
        setattr(self.state, INPUTS[variable], (value, self.state.clock))

    def navigate(
        self,
        heading: float | None = None,
        speed: float | None = None,
        depth: float | None = None,
        pitch: float | None = None,
    ) -> None:
        """Take the vehicle's heading (deg), speed (m/s), depth (m), pitch (rad), stamped now (laws/controller 5); None:
        as it was. Depth and pitch are left aside where the depth is not controlled.
        """
        state, clock = self.state, self.state.clock
        if heading is not None:
            state.nav_heading = heading, clock
        if speed is not None:
            state.nav_speed = speed, clock
        if not self.settings.depth_control:
            return
        if depth is not None:
            state.nav_depth = depth, clock
        if pitch is not None:
            state.nav_pitch = pitch, clock

    def set_speed_factor(self, factor: float) -> None:
        """Take SPEED_FACTOR (% per m/s); with a negative one there is no thrust."""
        self.state.speed_factor = factor

    def override(self, text: str) -> tuple[Post, ...]:
        """Take MOOS_MANUAL_OVERRIDE ``true`` or ``false`` (any case) and return its posts (laws/controller 4)."""
        state, word = self.state, text.lower()
        if word == "true":
            posts = () if state.overridden else (Post("PID_HAS_CONTROL", "false"),)
            state.overridden = True
            return posts
        if word != "false":
            return ()
        if state.overridden:
            for name in INPUTS.values():
                setattr(state, name, (getattr(state, name)[0], 0.0))
        state.overridden = False
        return (Post("PID_HAS_CONTROL", "true"),)

    def step(self, clock: float) -> PidOutput:
        """Move the controller's clock (s) and compute rudder, thrust and elevator (laws/controller 3)."""
        state, settings = self.state, self.settings
        state.clock = clock
        if state.overridden and self.honours_override:
            return _NOTHING
        helm, other = state.desired_heading[1], state.desired_speed[1]
        nav, more = state.nav_heading[1], state.nav_speed[1]
        if not (helm and other and nav and more):
            return _NOTHING  # some of it never came
        helm, nav = other if other < helm else helm, more if more < nav else nav  # the oldest
        if settings.depth_control:
            stamps = (state.desired_depth[1], state.nav_depth[1], state.nav_pitch[1])
            if 0 in stamps:
                return _NOTHING
            helm, nav = min(helm, stamps[0]), min(nav, *stamps[1:])
        if not settings.simulation:
            late = clock - helm > settings.tardy.helm or clock - nav > settings.tardy.nav
            state.stale = late
            if late:
                return PidOutput(posts=self._late(clock))
        posts: list[Post] = []
        thrust = state.thrust = self._thrust(clock, posts)
        rudder = elevator = 0.0
        if thrust > 0.0:
            rudder = self._rudder(clock, posts)
            if settings.depth_control:
                elevator = self.elevator(clock, posts)
        return _output((rudder, thrust, elevator, tuple(posts) if posts else ()))

    def step_all(self, clock: float) -> PidOutput:
        """Step every loop at ``clock`` (s), whatever its input is and was: heading, speed and depth (pMarinePID, 6).

        A desired speed of almost 0 asks for no thrust; without thrust there is no rudder.
        """
        state, posts = self.state, list[Post]()
        state.clock = clock
        rudder, thrust = self._rudder(clock, posts, older=True), self._thrust(clock, posts, older=True)
        if abs(state.desired_speed[0]) <= _OLD_LEAST_SPEED:
            thrust = 0.0
        state.thrust = thrust
        elevator = self.elevator(clock, posts, older=True) if self.settings.depth_control else 0.0
        return PidOutput(rudder if thrust > 0 else 0.0, thrust, elevator, tuple(posts))

    def _late(self, clock: float) -> tuple[Post, ...]:
        """Return the posts that name values older than they may be."""
        state, helm, nav = self.state, self.settings.tardy.helm, self.settings.tardy.nav
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
            Post("PID_STALE", f"Stale {label}:{compact_number(clock - stamp, 3)}")
            for label, (_, stamp), threshold in inputs
            if clock - stamp > threshold
        )

    def _begun(self, name: str, loop: PidLoop, desired: float, error: float) -> PidLoop:
        """Return a loop before its step, with an integral part of 0 where that begins anew."""
        if not self.resets:
            return loop
        last, last_error = self._before.get(name, (0.0, 0.0))
        self._before[name] = desired, error
        anew = (desired != last and f"{name}_desired" in self.resets) or (
            error * last_error < 0 and f"{name}_error" in self.resets
        )
        return loop._replace(integral=0.0) if anew else loop

    def saturated(self, name: str) -> str | None:
        """Return what the heading, speed or depth loop says of its last step if its limit acted, else None: with the
        spelling of the older controller.
        """
        loops, settings = self.loops, self.settings
        if name == "heading" and loops.yaw.saturated(_OLD_LIMIT):
            return loops.yaw.text(settings.yaw, _OLD_LIMIT)
        if name == "speed" and loops.speed.saturated(_OLD_LIMIT):
            return loops.speed.text(settings.speed, _OLD_LIMIT)
        if name != "depth":
            return None
        text, marks = loops.z.text(settings.z_to_pitch, _OLD_LIMIT), ""
        if loops.z.saturated(_OLD_LIMIT):
            marks = f"Z:{text}"
        if loops.pitch.saturated(_OLD_LIMIT):
            marks += f"P:{text}"
        return marks or None

    # each of the following steps its loop, adds its posts, and returns its output

    def _thrust(self, clock: float, posts: list[Post], *, older: bool = False) -> float:
        settings, state = self.settings, self.state
        desired, actual = state.desired_speed[0], state.nav_speed[0]
        if state.speed_factor:
            thrust = desired * state.speed_factor
            name, number = "(Fctr)", state.speed_factor
        else:
            loops = self.loops
            limit = _OLD_LIMIT if older else settings.max_thrust
            loop = self._begun("speed", loops.speed, desired, desired - actual)
            loops.speed, change = loop.step(settings.speed, limit, desired - actual, clock)
            thrust = state.thrust + change
            name, number = "(Delt)", change
            if settings.debug.speed and loops.speed.saturated(settings.max_thrust):
                # a slip of the references, kept with their spelling: the text is the heading loop's last one
                posts.append(Post("PID_MAX_SAT_SPD_DEBUG", loops.yaw.text(settings.yaw, settings.max_rudder)))
        if thrust < (0.0 if older else _LEAST_THRUST):
            thrust = 0.0
        asked = thrust
        if not abs(thrust) < settings.max_thrust:
            thrust = limited(thrust, settings.max_thrust)
        if settings.debug.speed:
            ends = f"{name}:{plain_number(number)} THRUST:{plain_number(asked if older else thrust)}"
            posts.append(Post("PID_SPD_DEBUG", f"PID_SPEED:  {_compared(desired, actual, desired - actual)} {ends}"))
        return thrust

    def _rudder(self, clock: float, posts: list[Post], *, older: bool = False) -> float:
        settings, state, loops = self.settings, self.state, self.loops
        desired, actual = angle_180(state.desired_heading[0]), state.nav_heading[0]
        error = angle_180(actual - desired)
        loop = self._begun("heading", loops.yaw, desired, error)
        loops.yaw, out = loop.step(settings.yaw, _OLD_LIMIT if older else settings.max_rudder, error, clock)
        bias, side = clock - state.bias_start, state.bias_side
        if bias > _BIAS_PERIOD:
            bias, side = 0.0, -side
            state.bias_start, state.bias_side = clock, side
        shaken = side * (bias / _BIAS_PERIOD) * settings.sim_instability
        # the older one shakes the limited rudder
        rudder = limited(-out, settings.max_rudder) if older else -out + shaken
        rudder = rudder + shaken if older else limited(rudder, settings.max_rudder)
        if settings.debug.heading:
            if loops.yaw.saturated(settings.max_rudder):
                posts.append(Post("PID_MAX_SAT_HDG_DEBUG", loops.yaw.text(settings.yaw, settings.max_rudder)))
            numbers = _compared(desired, actual, error)
            shown = limited(-out, settings.max_rudder) if older else rudder  # the older one shows it without the bias
            posts.append(Post("PID_HDG_DEBUG", f"PID_COURSE:  {numbers} RUDDER:{plain_number(shown)}"))
        return rudder

    def elevator(self, clock: float, posts: list[Post], *, older: bool = False) -> float:
        """Step the loops of depth at ``clock`` (s), add their posts, and return the elevator."""
        settings, state, loops = self.settings, self.state, self.loops
        desired, actual = state.desired_depth[0], state.nav_depth[0]
        error = actual - desired
        loop = self._begun("depth", loops.z, desired, error)
        loops.z, pitch = loop.step(settings.z_to_pitch, _OLD_LIMIT if older else settings.max_pitch, error, clock)
        pitch = limited(pitch, settings.max_pitch)
        pitch_error = state.nav_pitch[0] - pitch
        loop = self._begun("pitch", loops.pitch, pitch, pitch_error)
        loops.pitch, out = loop.step(settings.pitch, _OLD_LIMIT if older else settings.max_elevator, pitch_error, clock)
        elevator = limited(out * _DEGREES_PER_RADIAN, settings.max_elevator)
        if settings.debug.depth:
            # as in the references: the pitch loop's post repeats the depth loop's text
            text = loops.z.text(settings.z_to_pitch, settings.max_pitch)
            if loops.z.saturated(settings.max_pitch):
                posts.append(Post("PID_MAX_SAT_DEP_DEBUG", f"Z:{text}"))
            if loops.pitch.saturated(settings.max_elevator):
                posts.append(Post("PID_MAX_SAT_DEP_DEBUG", f"P:{text}"))
            numbers = _compared(desired, actual, error)
            posts.append(Post("PID_DEP_DEBUG", f"PID_DEPTH:  {numbers} ELEVATOR:{plain_number(elevator)}"))
        return elevator


def _compared(desired: float, actual: float, error: float) -> str:
    return f"(Want):{plain_number(desired)} (Curr):{plain_number(actual)} (Diff):{plain_number(error)}"
