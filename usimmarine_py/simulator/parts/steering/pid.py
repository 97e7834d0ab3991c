"""The embedded controller: thrust, rudder and elevator for desired heading, speed and depth (laws/controller)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

from usimmarine_py.control.gains import HoverSettings, PidSettings
from usimmarine_py.control.pid import PidController
from usimmarine_py.simulator.mail import UNCHANGED, V22_V23, Incoming, reads, refusal
from usimmarine_py.simulator.part import Part, PartsRow, Share
from usimmarine_py.simulator.parts.shown.measured import with_motion
from usimmarine_py.simulator.parts.shown.sensors import SensorPart
from usimmarine_py.simulator.parts.steering.commands import Rudder
from usimmarine_py.simulator.records import DIFFERENTIAL, WeatherNow
from usimmarine_py.text import strict_boolean
from usimmarine_py.values import Finding, Key, Message, VehicleState, unhandled
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import SimulatorRules, Take
from usimmarine_py.values.rows import Row, single


@dataclass(slots=True)
class SteeringSettings:
    """Parameters of the rudder and of the embedded controllers."""

    rudder_rate: float = 0.0  #: per cent per second, 0 = no limit (laws/usimmarine 9)
    gains: PidSettings = field(default_factory=PidSettings)
    hover: HoverSettings = HoverSettings()  #: of the controller that holds a place
    post_thrust: str = ""  #: variable for the controller's thrust
    post_rudder: str = ""
    post_elevator: str = ""


class Perceived:
    """The vehicle as its controller knows it: as sensors measure it, where these are navigation; else as it shows."""

    def __init__(self, row: PartsRow, weather: WeatherNow, sensors: SensorPart) -> None:
        self._nav, self._weather, self._sensors, self._dual = row.nav, weather, sensors, row.dual
        self._measured = sensors.as_navigation

    def vehicle(self) -> VehicleState:
        """Return the whole state."""
        if self._measured:
            return self._sensors.measured()[0]
        state = self._nav.state
        return with_motion(state, self._weather.conditions.motion) if self._weather.acts and not self._dual else state

    def pose(self) -> tuple[float | None, float | None, float | None, float | None]:
        """Return heading, speed, depth and pitch; None where a sensor has nothing new."""
        if not self._measured:
            own = self.vehicle() if self._weather.acts and not self._dual else self._nav
            depth = own.depth
            return own.heading, own.speed, depth if depth >= 0.0 else max(depth, 0.0), own.pitch
        vehicle = self.vehicle()
        silent = self._sensors.silent(self._sensors.state.heard)
        return (
            None if "HEADING" in silent else vehicle.heading,
            None if "SPEED" in silent else vehicle.speed,
            None if "DEPTH" in silent else max(vehicle.depth, 0.0),
            None if "PITCH" in silent else vehicle.pitch,
        )


@dataclass(slots=True)
class Waiting:
    """Posts that wait for the next step of the controller."""

    rows: tuple[Row, ...] = ()


class Pid(Part):
    """The embedded controller; in the row with a ``yaw_pid_*`` parameter only."""

    def __init__(self, row: PartsRow, settings: SteeringSettings, rudder: Rudder, perceived: Perceived) -> None:
        heeds = not row.dialect.has("embedded_ignores_override")
        self.controller, self.waiting = PidController(settings.gains, honours_override=heeds), Waiting()
        super().__init__(row, self.controller.state, self.controller.loops, self.waiting, row.command)
        self._rudder, self._perceived = rudder, perceived
        names = settings.post_thrust, settings.post_rudder, settings.post_elevator
        self._posted = names if any(names) else ()

    def shares(self) -> Mapping[str, Share]:
        """``step`` steers."""
        return {"step": self.step}

    def step(self, now: float) -> None:
        """Steer, and post outputs where asked for and remarks."""
        command, output = self._command, self._output
        controller = self.controller
        heading, speed, depth, pitch = self._perceived.pose()
        controller.navigate(heading, speed, depth, pitch)
        rudder, thrust, elevator, posts = controller.step(now)
        if self._posted:
            for variable, value in zip(self._posted, (thrust, rudder, elevator), strict=True):
                if variable:
                    output.post(variable, value)
        if self.waiting.rows:
            output.rows += self.waiting.rows
            self.waiting.rows = ()
        if posts:
            for variable, text, *_ in posts:
                output.post(variable, text)
        command.elevator = elevator
        if command.thrust_mode != DIFFERENTIAL:
            command.thrust = thrust
            self._rudder.move(rudder, now)

    # ---- mail -------------------------------------------------------------------------------------------------------

    def on_desired(self, message: Message) -> str:
        """Take DESIRED_HEADING, DESIRED_SPEED and DESIRED_DEPTH."""
        value, remark = self.reader.number(message)
        self.controller.take(message.variable, value)
        return remark

    def on_speed_factor(self, message: Message) -> str:
        """Take SPEED_FACTOR; as in the stand-alone controller, with a negative one there is no thrust."""
        value, remark = self.reader.number(message)
        self.controller.set_speed_factor(value)
        return remark

    def on_override(self, message: Message) -> str:
        """Take MOOS_MANUAL_OVERRIDE; what it posts waits for the next step (laws/controller 5)."""
        text, remark = self.reader.text(message)
        if strict_boolean(text) is None:
            raise refusal(message, f"must be true or false; {UNCHANGED}")
        self.waiting.rows += tuple([single(post.variable, post.value) for post in self.controller.override(text)])
        return remark

    MAIL: ClassVar[tuple[Incoming, ...]] = ()


_FOR = "For the embedded controller."
_controller = partial(reads, group="controller", dialects=V22_V23)


def controller_mail(
    desired: Callable[[Any, Message], str],
    override: Callable[[Any, Message], str],
    factor: Callable[[Any, Message], str] | None = None,
) -> tuple[Incoming, ...]:
    """Return the entries of a controller that has these handlers; with that of SPEED_FACTOR it keeps a speed, too."""
    entries = (
        _controller("DESIRED_HEADING", "number", desired, _FOR, "deg"),
        _controller("DESIRED_SPEED", "number", desired, _FOR, "m/s"),
        _controller("DESIRED_DEPTH", "number", desired, _FOR, "m"),
        _controller("SPEED_FACTOR", "number", factor or desired, "Replaces speed_factor.", "%/(m/s)"),
        _controller(
            "MOOS_MANUAL_OVERRIDE", "text", override, "true: a person steers.", aliases=("MOOS_MANUAL_OVERIDE",)
        ),
    )
    return tuple(entry for entry in entries if factor is not None or "SPEED" not in entry.name)


Pid.MAIL = controller_mail(Pid.on_desired, Pid.on_override, Pid.on_speed_factor)


def _post_name(name: str, forbidden: str) -> Take:
    def read(draft: Any, text: str) -> Finding | None:
        if not text or text == forbidden:
            return unhandled(f"must be a variable name other than {forbidden}")
        setattr(draft.steering, name, text)
        return None

    return read


_own = partial(Key, group="controller", source="laws/usimmarine 3, 5")

PARAMETERS: tuple[Key, ...] = (
    _own(
        "post_des_thrust", "text", "", "Variable under which the embedded controller's thrust is posted.",
        rules=SimulatorRules(dialects=V22_V23, reader=_post_name("post_thrust", "DESIRED_THRUST")),
    ),
    _own(
        "post_des_rudder", "text", "", "Variable under which the embedded controller's rudder is posted.",
        rules=SimulatorRules(dialects=V22_V23, reader=_post_name("post_rudder", "DESIRED_RUDDER")),
    ),
    _own(
        "post_des_elevator", "text", "", "Variable under which the embedded controller's elevator is posted.",
        rules=SimulatorRules(reader=_post_name("post_elevator", "DESIRED_ELEVATOR")),
    ),
)  # fmt: skip
