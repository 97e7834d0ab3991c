"""The stand-alone controllers pMarinePIDV22 and pMarinePID as MOOS applications (laws/controller 6).

Both run the law of the embedded controller; navigation comes by mail instead of from the simulator itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import degrees, inf, isfinite

from usimmarine_py.control.gains import NO_YAW_GAIN, PidOptions, read_pid_options
from usimmarine_py.control.pid import INPUTS, PidController, PidOutput
from usimmarine_py.errors import MailError
from usimmarine_py.maths.angles import angle_360
from usimmarine_py.mission import Block, line_warnings
from usimmarine_py.text import compact_number
from usimmarine_py.values import Message, Post
from usimmarine_py.values.app import AppHost
from usimmarine_py.values.application import APP_KEYS
from usimmarine_py.values.rows import Row, Shape, make_row, rows_of, single

#: Mail whose stamp differs from the clock by this much is another run's, s.
LARGEST_SKEW = 360.0
#: After so long in control without an input that never came it says which, MOOS s.
PATIENCE = 10.0

_OVERRIDES = ("MOOS_MANUAL_OVERRIDE", "MOOS_MANUAL_OVERIDE")
_DEPTHS = {"DESIRED_DEPTH", "NAV_DEPTH", "NAV_PITCH"}
_YAW = "NAV_YAW"
#: Words of what it posts where the limit of a loop acts, as it spells them.
_SATURATED = {"heading": "HDG", "speed": "SPD", "depth": "DEp"}
#: The reports of loops that the older controller posts as PID_REPORT.
_REPORTS = ("PID_HDG_DEBUG", "PID_SPD_DEBUG", "PID_DEP_DEBUG")


def read_pid_block(block: Block | None, name: str) -> tuple[PidOptions, list[str]]:
    """The options of application ``name`` from its block (None: all defaults), and warnings with file and line."""
    options, wrong = read_pid_options(() if block is None else block.config_lines, name, APP_KEYS)
    return options, [*(str(error) for error in wrong), *line_warnings(block)]


class PidApp:
    """Turns DESIRED_HEADING, DESIRED_SPEED, DESIRED_DEPTH into DESIRED_RUDDER, DESIRED_THRUST, DESIRED_ELEVATOR.

    The older controller, as seen in runs of pMarinePID: two time-outs, one of all set-points and one of all
    navigation, after which it posts thrust 0 and nothing else; a set-point or measurement that never came is 0, so that
    a helm without depth in its domain drives it, too; thrust and rudder are 0 while the desired speed is almost 0,
    though the loops go on; control and staleness are not reported.
    """

    def __init__(self, options: PidOptions, *, name: str, config_warnings: Sequence[str] = ()) -> None:
        self._options = options
        self._name = name
        self.config_warnings = tuple(config_warnings)  #: said at the start
        # an override stops the posts, not the law: it still reports stale input
        self._controller = PidController(options.gains, honours_override=False, resets=options.resets)
        self._controller.state.overridden = not (options.older and options.active_start)
        self._last_helm = self._last_nav = -inf
        self._helm_came = self._nav_came = False
        self._stopped = False
        self._changes: tuple[Post, ...] = ()
        self._waits_since: float | None = inf  #: MOOS s; None: no longer looked at
        self._now = 0.0
        self._iteration = 0
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
        wanted = [*_OVERRIDES, *INPUTS, "SPEED_FACTOR"]
        if not self._options.ignore_nav_yaw:
            wanted.append(_YAW)
        depth = self._options.gains.depth_control or self._options.older
        return wanted if depth else [name for name in wanted if name not in _DEPTHS]

    def on_start(self, host: AppHost) -> None:
        """Tell what is wrong with the block."""
        self._host = host
        for text in self.config_warnings:
            host.config_warning(text)
        if not self._options.gains.coupled:
            host.config_warning(NO_YAW_GAIN)

    def on_mail(self, mail: list[Message]) -> list[Row]:
        """Take in set-points and navigation; a change of control is reported after the next outputs."""
        headings = ""
        for message in mail:
            name, value, time, _, _, _ = message
            if name in _OVERRIDES:
                self._override(message)
            elif type(value) is not float or not isfinite(value):
                self._refuse_value(message)
            elif self._now == 0.0 or abs(self._now - time) < LARGEST_SKEW:
                # before the first iteration there is no clock to compare with
                self._take(name, value)
                if name == "NAV_HEADING":
                    headings += f"{compact_number(self._controller.state.nav_heading[0], 2)},"
        if self._host is None or "heading" not in self._options.saturation:
            return []
        return [single("PID_MAIL_DBG", f"{self._iteration}:{self._host.now:.3f}:{headings}")]

    def iterate(self, now: float) -> list[Row]:
        """One step of the controller; zeros once when it has lost control."""
        self._now = now
        self._iteration += 1
        if self._options.older:
            return self._old_rows(now)
        self._last = out = self._controller.step(now)
        if self._controller.has_control:
            self._stopped, self._waits_since = False, None
            rows = self._outputs(out.rudder, out.thrust, out.elevator)
        else:
            rows = self._zeros_once()
            if self._waits_since is not None:
                self._look_for_missing(self._waits_since, now)
        if self._changes or out.posts:
            rows = [*rows, *rows_of([*self._changes, *out.posts])]
            self._changes = ()
        return rows

    def _look_for_missing(self, since: float, now: float) -> None:
        """Say once what it waits for, when a helm has commanded it for a while and it has steered nothing yet."""
        state = self._controller.state
        wanted = self.on_connect_subscriptions()
        missing = [name for name, field in INPUTS.items() if name in wanted and not getattr(state, field)[1]]
        if state.overridden or not missing or not state.desired_speed[1]:
            self._waits_since = inf
        elif since == inf:
            self._waits_since = now
        elif now - since >= PATIENCE and self._host is not None:
            self._waits_since = None
            depth = " (depth_control = false drives without depth)" if set(missing) <= _DEPTHS else ""
            self._host.run_warning(f"steers nothing: {', '.join(missing)} never came{depth}")

    def _take(self, name: str, value: float) -> None:
        """Let a number count from now on."""
        if name == "SPEED_FACTOR":
            self._controller.set_speed_factor(value)
            return
        if name == _YAW:
            name, value = "NAV_HEADING", angle_360(-degrees(value)) if value else -value  # as reports show it
        if self._options.older:
            self._helm_came |= name in ("DESIRED_HEADING", "DESIRED_SPEED")
            self._nav_came |= name.startswith("NAV_")
            if name == "NAV_HEADING" and value:  # one of 0 keeps its sign
                value = angle_360(value)
        if name in INPUTS:
            self._controller.take(name, value)

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
        if self._helm_came:
            self._last_helm = now
        if self._nav_came:
            self._last_nav = now
        self._helm_came = self._nav_came = False
        self._last = PidOutput()
        if self._controller.state.overridden:
            return self._zeros_once()
        if now - self._last_helm > gains.tardy.helm or now - self._last_nav > gains.tardy.nav:
            self._controller.state.thrust = 0.0
            return [single(self._thrust, 0.0)]
        self._stopped = False
        self._last = out = self._controller.step_all(now)
        reports = [Post("PID_REPORT", f"{self._iteration}:{p.value!s}") for p in out.posts if p.variable in _REPORTS]
        return [*rows_of(reports), *self._outputs(out.rudder, out.thrust, out.elevator), *rows_of(self._saturated())]

    def _saturated(self) -> Iterator[Post]:
        for loop, word in _SATURATED.items():
            counts = loop in self._options.saturation and (loop != "depth" or self._options.gains.depth_control)
            if counts and (text := self._controller.saturated(loop)) is not None:
                yield Post(f"PID_MAX_SAT_{word}", "true")
                if text:
                    yield Post(f"PID_MAX_SAT_{word.upper()}_DEBUG", text)

    def _outputs(self, rudder: float, thrust: float, elevator: float) -> list[Row]:
        values = (rudder, thrust, elevator) if self._options.gains.depth_control else (rudder, thrust)
        return [make_row((self._shape, values, None, ""))]

    def _override(self, message: Message) -> None:
        if not isinstance(message.value, str):
            self._refuse(message, "must be true or false; nothing is changed")
            return
        changes = self._controller.override(message.value)
        if not self._options.older:
            self._changes += tuple(changes)

    def _refuse_value(self, message: Message) -> None:
        what = "number, not a text" if isinstance(message.value, str) else "finite number"
        self._refuse(message, f"must be a {what}; the last good value stays")

    def _refuse(self, message: Message, problem: str) -> None:
        if self._host is not None:
            self._host.run_warning(str(MailError(message.variable, message.source, message.value, problem)))
