"""Vehicles of live communities, each with its line to the ground station."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from usimmarine_py.doors.community import CommunityLink
from usimmarine_py.doors.mavlink.commands import MavCommands, Permitted
from usimmarine_py.doors.mavlink.line import MavLine
from usimmarine_py.doors.mavlink.state import READ, STATES, MavState
from usimmarine_py.doors.mavlink.telemetry import Telemetry
from usimmarine_py.doors.refusals import Refusals
from usimmarine_py.errors import MailError

#: Real s between two looks at mail and packets.
ROUND = 0.01
Say = Callable[[str], None]


def patterns(prefix: str) -> tuple[str, ...]:
    """Return the variables that are read."""
    return (*READ, *(f"{prefix}_{state}" for state in STATES))


class MavVehicle:
    """One community on the ground station."""

    def __init__(
        self, link: CommunityLink, line: MavLine, state: MavState, may: Permitted, say: Say, *, submarine: bool
    ) -> None:
        self.link, self.line, self.state = link, line, state
        self.telemetry = Telemetry(line, state, submarine=submarine)
        self.commands = MavCommands(line, state, self.telemetry, may, link.post, say)
        self._began = link.now()
        self._refusals = Refusals(say)

    def poll(self) -> None:
        """Take mail and packets, and send what is due."""
        for message in self.link.fetch():
            try:
                self.state.take(message.variable, message.value, message.source)
            except MailError as error:
                self._refusals.add(str(error))
        now, calendar = time.monotonic(), self.link.now()
        elapsed = calendar - self._began
        for found in self.line.receive():
            self.commands.handle(found, now, calendar, elapsed)
        self.commands.tick(now)
        self.telemetry.send(now, calendar, elapsed)

    def close(self) -> None:
        """End its line and its link."""
        self.line.close()
        self.link.comms.close()


def serve(vehicles: Sequence[MavVehicle], say: Say, stopped: Callable[[], bool]) -> None:
    """Serve the ground station until ``stopped``."""
    while not stopped():
        for vehicle in vehicles:
            vehicle.link.watch(say)
            vehicle.poll()
        time.sleep(ROUND)
