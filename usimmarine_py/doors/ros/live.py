"""A live community on ROS 2: its vehicles as topics; commands and services, where they are allowed."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

from usimmarine_py.doors.community import CommunityLink
from usimmarine_py.doors.ros.dds import DdsParticipant, TopicReader
from usimmarine_py.doors.ros.topics import VehicleTopics
from usimmarine_py.doors.ros.types import RosTypes
from usimmarine_py.logs.instruments.odometry import COMMAND_TOPICS
from usimmarine_py.values import Message

#: Real s between two looks at mail and samples.
ROUND = 0.005
#: Real s between two clocks.
CLOCK = 0.02
#: Topics behind the vehicle's name, and the variables that std_msgs/Bool to them set.
SWITCHES = {
    "deploy": "DEPLOY", "return": "RETURN", "manual_override": "MOOS_MANUAL_OVERRIDE",
    # as the services, whose requests only rmw_cyclonedds writes as they are read here
    "pause": "USM_SIM_PAUSED", "reset": "USM_RESET",
}  # fmt: skip
#: Where a reset puts the vehicle, unless the mission says it.
START = "x=0,y=0,speed=0,heading=0,depth=0"
Say = Callable[[str], None]


class RosVehicle:
    """One community and what it is on ROS."""

    def __init__(
        self, link: CommunityLink, dds: DdsParticipant, ros: RosTypes, prefix: str, *, control: Sequence[str] | None,
        start: str = START, own: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """``control``: more variables that are commanded; None: none is. ``start``: of a reset.
        ``own``: communities that are followed, too.
        """
        self.link, self._dds, self._ros, self._start = link, dds, ros, start
        self.topics = VehicleTopics(ros, link.name, prefix, own)
        self.sent = self.commands = 0
        self._readers: list[tuple[TopicReader, str]] = []
        self._switches: list[tuple[TopicReader, str]] = []
        self._services: list[tuple[TopicReader, str, str]] = []
        self._bad: set[str] = set()
        name = self.topics.name
        if control is None:
            return
        more = {f"command/{variable.lower()}": variable for variable in control}
        self._readers = [
            (dds.reader(f"rt/{name}/{topic}", "std_msgs/msg/Float64"), variable)
            for topic, variable in {**COMMAND_TOPICS, **more}.items()
        ]
        self._switches = [
            (dds.reader(f"rt/{name}/{topic}", "std_msgs/msg/Bool"), variable) for topic, variable in SWITCHES.items()
        ]
        self._services = [
            (dds.service(f"/{name}/{service}", f"std_srvs/srv/{kind}"), service, kind)
            for service, kind in (("pause", "SetBool"), ("reset", "Empty"))
        ]

    def poll(self, say: Say) -> None:
        """Publish what has come, and take commands."""
        at: Message | None = None  # whose time is that of the state
        for message in self.link.fetch():
            if at is not None and self.topics.begins(message.variable):  # several states in one fetch
                self._publish(at, complete=True)
                at = None
            if not isinstance(message.value, bytes):
                self.topics.take(message.variable, message.value)
            if at is None or self.topics.is_position(message.variable):
                at = message
        if at is not None and self.topics.pending:
            self._publish(at)
        for reader, variable in self._readers:
            for sample in reader.take():
                self._command(variable, float(sample.data), say)
        for reader, variable in self._switches:
            for sample in reader.take():
                if variable != "USM_RESET":
                    self._post(variable, "true" if sample.data else "false", say)
                elif sample.data:
                    self._post(variable, self._start, say)
        for reader, service, kind in self._services:
            for sample in reader.take():
                self._serve(service, kind, sample, say)

    def _publish(self, at: Message, *, complete: bool = False) -> None:
        for one in self.topics.publish(self.link.seconds(at), complete=complete):
            self._dds.send(*one)
            self.sent += 1

    def clock(self) -> None:
        """Publish the time."""
        self._dds.send(*self.topics.clock(self.link.now()))

    def _command(self, variable: str, value: float, say: Say) -> None:
        if isfinite(value):
            self._post(variable, value, say)
        elif variable not in self._bad:
            self._bad.add(variable)
            say(f"a command of {variable} that is not finite is refused; further ones are dropped silently")

    def _post(self, variable: str, value: float | str, say: Say) -> bool:
        posted = self.link.post(variable, value)
        if posted:
            if variable in ("DESIRED_THRUST_L", "DESIRED_THRUST_R") and "THRUST_MODE" not in self._bad:
                self._bad.add("THRUST_MODE")
                self.link.post("THRUST_MODE_DIFFERENTIAL", "true")
            self.commands += 1
            self._bad.discard("MOOSDB")
        elif "MOOSDB" not in self._bad:
            self._bad.add("MOOSDB")
            say(f"{variable} was not posted: there is no MOOSDB; nor are further commands until it is back")
        return posted

    def _serve(self, service: str, kind: str, sample: Any, say: Say) -> None:
        """Carry out a request, and answer it."""
        if service == "pause":
            done = self._post("USM_SIM_PAUSED", "true" if sample.data else "false", say)
            answer = _Answer(sample, success=done, message="" if done else "there is no MOOSDB")
        else:
            self._post("USM_RESET", self._start, say)
            answer = _Answer(sample, structure_needs_at_least_one_member=0)
        self._dds.write(f"rr/{self.topics.name}/{service}Reply", f"std_srvs/srv/{kind}_Response", answer)


class _Answer:
    """An answer with the head of its request."""

    def __init__(self, request: Any, **fields: Any) -> None:
        self.guid, self.seq = request.guid, request.seq
        self.__dict__.update(fields)


def serve(vehicles: Sequence[RosVehicle], say: Say, stopped: Callable[[], bool]) -> None:
    """Serve ROS until ``stopped``; the first community's clock is ``/clock``."""
    told = 0.0
    while not stopped():
        for vehicle in vehicles:
            vehicle.link.watch(say)
            vehicle.poll(say)
        if time.monotonic() - told >= CLOCK:
            told = time.monotonic()
            vehicles[0].clock()
        time.sleep(ROUND)
