"""Faults on demand: USM_FAULT for sensors and actuators."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from usimmarine_py.errors import ConfigError
from usimmarine_py.simulator.mail import UNCHANGED, Incoming, refusal
from usimmarine_py.simulator.part import Part, PartsRow, Share
from usimmarine_py.values import Message
from usimmarine_py.values.faults import Fault, change_faults, hold
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.vehicle.actuators.faults import command_values, faulty_command


@dataclass(slots=True)
class Failing:
    """The faults in force."""

    faults: tuple[Fault, ...] = ()
    faults_fresh: bool = False  #: USM_FAULTS is due


class Faults(Part):
    """Faults of sensors (``groups``: their channels by name) and of actuators (``targets``)."""

    def __init__(
        self, row: PartsRow, state: Failing, groups: Mapping[str, tuple[str, ...]], targets: tuple[str, ...]
    ) -> None:
        super().__init__(row, state)
        self.state, self._groups, self._targets = state, groups, targets

    def shares(self) -> Mapping[str, Share]:
        """``post`` posts USM_FAULTS when they changed."""
        return {"post": self.post} if self.state.faults or self.state.faults_fresh else {}

    def post(self, now: float) -> None:
        """Post USM_FAULTS when they changed."""
        if self.state.faults_fresh:
            self.state.faults_fresh = False
            self._output.post("USM_FAULTS", faults_text(self.state.faults))

    def on_fault(self, message: Message) -> str:
        """Take USM_FAULT; an actuator that gets stuck stays where it is."""
        text, remark = self.reader.text(message)
        try:
            faults = change_faults(self.state.faults, text, self._groups, self._targets)
        except ConfigError as error:
            raise refusal(message, f"{error}; {UNCHANGED}") from None
        present = {name.lower(): value for name, value in self._own.state.actuators}
        for target in self._targets:
            # a short name means the actuator's first state, as jet_port means jet_port_n
            found = [value for name, value in present.items() if name.startswith(target + "_")]
            if target not in present and found:
                present[target] = found[0]
        present |= command_values(faulty_command(self._command.frozen(), self.state.faults))
        self.state.faults, self.state.faults_fresh = hold(faults, present), True
        self._arrange()
        return remark

    def report(self) -> Iterable[str]:
        """The faults in force."""
        return ["", f"Faults: {faults_text(self.state.faults)}"] if self.state.faults else []

    MAIL: ClassVar[tuple[Incoming, ...]] = (
        Incoming(
            "USM_FAULT", "in", "text",
            "faults of sensors and actuators: TARGET:ACTION[=VALUE], TARGET:clear or clear, separated by commas; "
            "sensors: freeze, dead, bias, gain, noise, stuck, dropout; actuators: stuck, dead, bias, gain, limit",
            group="sensors", source="docs/weather.md", handler=on_fault, ours=True,
        ),
    )  # fmt: skip


def faults_text(faults: tuple[Fault, ...]) -> str:
    """Return the text of USM_FAULTS: the faults in force."""
    return ", ".join(str(fault) for fault in faults) or "none"
