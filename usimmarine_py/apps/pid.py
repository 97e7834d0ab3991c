"""The stand-alone controllers pMarinePIDV22 and pMarinePID as MOOS applications (laws/controller 6).

Both run the law of the embedded controller; navigation comes by mail instead of from the simulator itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees, inf, isfinite

from usimmarine_py.control.gains import NO_YAW_GAIN, PidOptions, read_pid_options
from usimmarine_py.control.pid import PidController, PidOutput
from usimmarine_py.errors import MailError
from usimmarine_py.maths.angles import angle_360
from usimmarine_py.mission import Block, line_warnings
from usimmarine_py.values import Message, Post
from usimmarine_py.values.app import AppHost
from usimmarine_py.values.application import APP_KEYS
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.rows import Row, Shape, make_row, rows_of, single

#: Mail whose stamp differs from the clock by this much is another run's, s.
LARGEST_SKEW = 360.0
#: The older controller takes a desired speed this small for none, m/s.
OLD_LEAST_SPEED = 0.001

_OVERRIDES = ("MOOS_MANUAL_OVERRIDE", "MOOS_MANUAL_OVERIDE")
_DESIRED = {"DESIRED_HEADING": "desired_heading", "DESIRED_SPEED": "desired_speed", "DESIRED_DEPTH": "desired_depth"}
_NAVIGATION = {
    "NAV_HEADING": "nav_heading", "NAV_SPEED": "nav_speed", "NAV_DEPTH": "nav_depth", "NAV_PITCH": "nav_pitch",
}  # fmt: skip
_YAW = "NAV_YAW"


def read_pid_block(block: Block | None, name: str) -> tuple[PidOptions, list[str]]:
    """The options of application ``name`` from its block (None: all defaults), and warnings with file and line."""
    options, wrong = read_pid_options(() if block is None else block.config_lines, name, APP_KEYS)
    return options, [*(str(error) for error in wrong), *line_warnings(block)]


class PidApp:
    """Turns DESIRED_HEADING, DESIRED_SPEED, DESIRED_DEPTH into DESIRED_RUDDER, DESIRED_THRUST, DESIRED_ELEVATOR.

    The older controller, as seen in runs of pMarinePID: two time-outs, one of all set-points and one of all
    navigation, after which it posts thrust 0 and nothing else; a set-point or measurement that never came is 0, so that
    a helm without depth in its domain drives it, too; thrust, rudder and the memory of the thrust are 0 while the
    desired speed is almost 0; control and staleness are not reported.
    """

    def __init__(self, options: PidOptions, *, name: str, config_warnings: Sequence[str] = ()) -> None:
        self._options = options
        self._name = name
        self.config_warnings = tuple(config_warnings)  #: said at the start
        # an override stops the posts, not the law: it still reports stale input
        gains = replace(options.gains, simulation=True) if options.older else options.gains
        self._controller = PidController(gains, honours_override=False)
        if options.older:
            self._controller.state.take_all()
        self._last_helm = self._last_nav = -inf
        self._stopped = False
        self._now = 0.0
        self._host: AppHost | None = None
        self._last = PidOutput()
        outputs = ("RUDDER", "THRUST", "ELEVATOR") if options.gains.depth_control else ("RUDDER", "THRUST")
        self._shape = Shape(tuple(f"DESIRED_{name}{options.suffix}" for name in outputs))
        self._thrust = f"DESIRED_THRUST{options.suffix}"

    @property
    def name(self) -> str:
        """The application's name."""
        return self._name

    def on_connect_subscriptions(self) -> Sequence[str]:
        """Set-points, navigation, override and speed factor."""
        wanted = [*_OVERRIDES, *_DESIRED, *_NAVIGATION, "SPEED_FACTOR"]
        if not self._options.ignore_nav_yaw:
            wanted.append(_YAW)
        if not self._options.gains.depth_control:
            wanted = [n for n in wanted if n not in ("DESIRED_DEPTH", "NAV_DEPTH", "NAV_PITCH")]
        return wanted

    def on_start(self, host: AppHost) -> None:
        """Tell what is wrong with the block."""
        self._host = host
        for text in self.config_warnings:
            host.config_warning(text)
        if not self._options.gains.coupled:
            host.config_warning(NO_YAW_GAIN)

    def on_mail(self, mail: list[Message]) -> list[Row]:
        """Take in set-points and navigation; a change of control is reported at once."""
        posts: list[Post] = []
        for message in mail:
            name, value = message.variable, message.value
            if name in _OVERRIDES:
                posts += self._override(message)
            elif self._is_number(message) and isinstance(value, float):
                self._take(name, value)
        return rows_of(posts)

    def iterate(self, now: float) -> list[Row]:
        """One step of the controller; zeros once when it has lost control."""
        self._now = now
        if self._options.older:
            return self._old_rows(now)
        self._last = out = self._controller.step(now)
        if self._controller.has_control:
            self._stopped = False
            rows = self._outputs(out.rudder, out.thrust, out.elevator)
        else:
            rows = self._zeros_once()
        return [*rows, *rows_of(out.posts)] if out.posts else rows

    def _take(self, name: str, value: float) -> None:
        """Let a number count from now on."""
        state = self._controller.state
        if name == "SPEED_FACTOR":
            self._controller.set_speed_factor(value)
        elif name in _DESIRED:
            self._last_helm = self._now
            setattr(state, _DESIRED[name], (value, state.clock))
        elif name in _NAVIGATION or name == _YAW:
            self._last_nav = self._now
            if name == _YAW:
                name, value = "NAV_HEADING", angle_360(-degrees(value))
            setattr(state, _NAVIGATION[name], (value, state.clock))

    def report(self) -> str:
        """Control, set-points and outputs."""
        state, out = self._controller.state, self._last
        lines = [
            f"Has control: {'yes' if self._controller.has_control else 'no'}"
            + (" (MOOS_MANUAL_OVERRIDE)" if state.overridden else " (stale)" if state.stale else ""),
            f"Desired: heading {state.desired_heading[0]:.1f}, speed {state.desired_speed[0]:.2f}, "
            f"depth {state.desired_depth[0]:.1f}",
            f"Output:  rudder {out.rudder:.2f}, thrust {out.thrust:.2f}, elevator {out.elevator:.2f}",
        ]
        return "\n".join(lines) + "\n"

    def _zeros_once(self) -> list[Row]:
        if self._stopped:
            return []
        self._stopped = True
        return self._outputs(0.0, 0.0, 0.0)

    def _old_rows(self, now: float) -> list[Row]:
        gains = self._options.gains
        late = now - self._last_helm > gains.tardy_helm_threshold or now - self._last_nav > gains.tardy_nav_threshold
        state = self._controller.state
        slow = abs(state.desired_speed[0]) < OLD_LEAST_SPEED
        self._last = PidOutput()
        if state.overridden or late or slow:
            state.clock, state.thrust = now, 0.0  # the loops rest; only their clock goes on
            if state.overridden:
                return self._zeros_once()
        self._stopped = False
        if late:
            return [single(self._thrust, 0.0)]
        out = self._last if slow else self._controller.step(now)
        if gains.depth_control and out.thrust == 0.0:  # but not those of depth
            posts = list(out.posts)
            out = PidOutput(out.rudder, 0.0, self._controller.elevator(now, posts), tuple(posts))
        self._last = out
        return [*self._outputs(out.rudder, out.thrust, out.elevator), *rows_of(out.posts)]

    def _outputs(self, rudder: float, thrust: float, elevator: float) -> list[Row]:
        values = (rudder, thrust, elevator) if self._options.gains.depth_control else (rudder, thrust)
        return [make_row((self._shape, values, None, ""))]

    def _override(self, message: Message) -> list[Post]:
        if not isinstance(message.value, str):
            self._refuse(message, "must be true or false; nothing is changed")
            return []
        posts = self._controller.override(message.value)
        if self._options.older:
            self._controller.state.take_all()
            return []
        return list(posts)

    def _is_number(self, message: Message) -> bool:
        value = message.value
        if isinstance(value, str):
            self._refuse(message, "must be a number, not a text; the last good value stays")
            return False
        if not isinstance(value, float) or not isfinite(value):
            self._refuse(message, "must be a finite number; the last good value stays")
            return False
        # before the first iteration there is no clock to compare with
        return self._now == 0.0 or abs(self._now - message.time) < LARGEST_SKEW

    def _refuse(self, message: Message, problem: str) -> None:
        if self._host is not None:
            self._host.run_warning(str(MailError(message.variable, message.source, message.value, problem)))
