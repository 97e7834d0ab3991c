"""The embedded controller that holds a place (laws/controller 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from usimmarine_py.control.hover import HoverController, Pose
from usimmarine_py.simulator.mail import UNCHANGED, Incoming, refusal
from usimmarine_py.simulator.part import Part, PartsRow, Share
from usimmarine_py.simulator.parts.steering.commands import Rudder
from usimmarine_py.simulator.parts.steering.pid import Perceived, SteeringSettings, controller_mail
from usimmarine_py.text import strict_boolean
from usimmarine_py.values import Message


class Hover(Part):
    """The controller that holds a place; in the row with ``hover = true`` where the vehicle can."""

    def __init__(self, row: PartsRow, settings: SteeringSettings, rudder: Rudder, perceived: Perceived) -> None:
        self.controller = HoverController(settings.hover)
        super().__init__(row, self.controller.state, row.command)
        self._rudder, self._perceived = rudder, perceived

    def shares(self) -> Mapping[str, Share]:
        """``step`` pushes the vehicle to its place."""
        return {"step": self.step}

    def step(self, now: float) -> None:
        """Push the vehicle to its place."""
        if self.controller.state.overridden:
            return
        vehicle, command = self._perceived.vehicle(), self._command
        pose = Pose(vehicle.x, vehicle.y, max(vehicle.depth, 0.0), vehicle.heading)
        desired = self.controller.step(now, pose)
        command.thrust, command.sway, command.heave = desired.thrust, desired.sway, desired.heave
        self._rudder.move(desired.rudder, now)

    def on_goal(self, message: Message) -> str:
        """Take DESIRED_X, _Y, _DEPTH and _HEADING."""
        value, remark = self.reader.number(message)
        setattr(self.controller.state, message.variable.removeprefix("DESIRED_").lower(), value)
        return remark

    def on_override(self, message: Message) -> str:
        """Take MOOS_MANUAL_OVERRIDE."""
        text, remark = self.reader.text(message)
        overridden = strict_boolean(text)
        if overridden is None:
            raise refusal(message, f"must be true or false; {UNCHANGED}")
        self.controller.override(overridden)
        if overridden:
            command = self._command
            command.thrust = command.sway = command.heave = command.rudder = 0.0
        self._output.post("PID_HAS_CONTROL", "false" if overridden else "true")
        return remark

    MAIL: ClassVar[tuple[Incoming, ...]] = ()


def _place(name: str, where: str) -> Incoming:
    return Incoming(
        name, "in", "number", f"Place to hold, {where}.", "m", when="at any time, with hover", group="controller",
        source="laws/controller 7", handler=Hover.on_goal, ours=True,
    )  # fmt: skip


#: Mail that this controller alone reads.
PLACES = (_place("DESIRED_X", "east"), _place("DESIRED_Y", "north"))
Hover.MAIL = (*controller_mail(Hover.on_goal, Hover.on_override), *PLACES)
