"""Missions of a ground station, both ways, over a line that loses, doubles and mixes up packets.

Source: https://mavlink.io/en/services/mission.html. The vehicle asks for item after item, and asks again for one that
does not come; what was not asked for is dropped. A mission is taken whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from usimmarine_py.doors.mavlink.line import COMPONENT, MavLine
from usimmarine_py.doors.mavlink.state import MOST_WAYPOINTS, MavState, Waypoint

#: Real s after which an item is asked for again, and how often, as the protocol recommends.
AGAIN, RETRIES = 0.25, 5
#: Real s in which the last item, if it comes again, gets its answer again.
_ENDED = 10.0
Station = tuple[int, int]  #: its system and component


@dataclass(slots=True)
class _Upload:
    """A mission that comes."""

    station: Station
    count: int
    asked: float  #: real time of the last request, s
    tries: int = 0  #: repeated requests for the item that is awaited
    points: list[Waypoint] = field(default_factory=list)  #: so far
    ended: float | None = None  #: real time of the last item


class MavMissions:
    """Gives a ground station the waypoints of the helm, and takes a mission from it."""

    def __init__(
        self, line: MavLine, state: MavState, take: Callable[[list[Waypoint]], bool] | None,
        remark: Callable[[str], None],
    ) -> None:  # fmt: skip
        """``take``: posts the waypoints (m) of a mission, False if it cannot; None: missions are denied."""
        self._line, self._state, self._take, self._remark = line, state, take, remark
        self._upload: _Upload | None = None

    def tick(self, now: float) -> None:
        """Ask again for an item that has not come, or end what does not go on; ``now``: real time, s."""
        upload = self._upload
        if upload is None or (upload.ended is None and now - upload.asked < AGAIN):
            return
        if upload.ended is not None:
            if now - upload.ended > _ENDED:
                self._upload = None
        elif upload.tries < RETRIES:
            upload.tries += 1
            self._ask(upload, now)
        else:
            item = len(upload.points)
            self._refuse(upload.station, self._line.names.MAV_MISSION_OPERATION_CANCELLED)
            self._remark(
                f"a mission is dropped: its item {item} did not come in {(RETRIES + 1) * AGAIN:g} s; send it again"
            )

    # ---- to the ground station --------------------------------------------------------------------------------------

    def on_request_list(self, message: Any, now: float) -> None:
        """Tell how many items there are."""
        count = len(self._route()) if message.mission_type == 0 else 0
        self._line.send("mission_count", *_sender(message), count, message.mission_type)

    def _route(self) -> list[tuple[float, float]]:
        """The home position and the waypoints of the helm, as latitude and longitude."""
        plane, places = self._state.plane, self._state.places
        return [(plane.latitude, plane.longitude), *places] if plane is not None and places else []

    def on_request(self, message: Any, now: float) -> None:
        """Give one item."""
        names, route, number = self._line.names, self._route(), message.seq
        if message.mission_type or number >= len(route):
            self._acknowledge(_sender(message), names.MAV_MISSION_INVALID_SEQUENCE, message.mission_type)
            return
        latitude, longitude = route[number]
        self._line.send(
            "mission_item_int", *_sender(message), number, names.MAV_FRAME_GLOBAL_RELATIVE_ALT_INT,
            names.MAV_CMD_NAV_WAYPOINT, 0, 1, 0.0, 0.0, 0.0, 0.0, round(1e7 * latitude), round(1e7 * longitude), 0.0,
        )  # fmt: skip

    # ---- from the ground station ------------------------------------------------------------------------------------

    def on_count(self, message: Any, now: float) -> None:
        """Begin to take a mission; one that was under way from the same station begins anew."""
        names, station, upload = self._line.names, _sender(message), self._upload
        if self._take is None or message.mission_type:
            self._remark("a mission is denied: give --control and --waypoints VAR, which updates a behaviour")
            self._acknowledge(station, names.MAV_MISSION_DENIED, message.mission_type)
        elif upload is not None and upload.ended is None and upload.station != station:
            self._remark("a mission is denied: another ground station is sending one")
            self._acknowledge(station, names.MAV_MISSION_DENIED)
        elif self._state.plane is None:
            self._remark("a mission is denied: FILE.moos with LatOrigin and LongOrigin tells where it is")
            self._refuse(station, names.MAV_MISSION_ERROR)
        elif message.count < 2:
            self._remark("a mission is denied: it has no waypoint behind the home position")
            self._refuse(station, names.MAV_MISSION_UNSUPPORTED)
        elif message.count > MOST_WAYPOINTS + 1:
            self._remark(f"a mission is denied: it has more than {MOST_WAYPOINTS} waypoints")
            self._refuse(station, names.MAV_MISSION_NO_SPACE)
        else:
            self._upload = _Upload(station, message.count, now)
            self._ask(self._upload, now)

    def on_item(self, message: Any, now: float) -> None:
        """Take the item that was asked for; others were repeated, or overtook each other."""
        names, upload = self._line.names, self._upload
        if upload is None or upload.station != _sender(message) or message.mission_type:
            return
        if upload.ended is not None:
            if message.seq == upload.count - 1:  # the answer was lost
                self._acknowledge(upload.station, names.MAV_MISSION_ACCEPTED)
            return
        if message.seq != len(upload.points):
            return
        plane = self._state.plane
        found = None if plane is None else _local(plane.to_local, message.x / 1e7, message.y / 1e7)
        if found is None or message.command != names.MAV_CMD_NAV_WAYPOINT:
            self._remark("a mission is denied: its items must be waypoints near the mission's LatOrigin")
            unknown = message.command != names.MAV_CMD_NAV_WAYPOINT
            self._refuse(upload.station, names.MAV_MISSION_UNSUPPORTED if unknown else names.MAV_MISSION_INVALID)
            return
        upload.points.append(found)
        upload.tries = 0
        if len(upload.points) < upload.count:
            self._ask(upload, now)
            return
        if self._take is None or not self._take(upload.points[1:]):  # the first is the home position
            self._refuse(upload.station, names.MAV_MISSION_ERROR)
            return
        upload.ended = now
        self._acknowledge(upload.station, names.MAV_MISSION_ACCEPTED)

    def on_ack(self, message: Any, now: float) -> None:
        """A station that answers a request by an error has given up."""
        upload = self._upload
        cancelled = message.type != self._line.names.MAV_MISSION_ACCEPTED
        if cancelled and upload is not None and upload.ended is None and upload.station == _sender(message):
            self._upload = None
            self._remark("a mission is dropped: the ground station has cancelled it")

    def on_other(self, message: Any, now: float) -> None:
        """Refuse to clear a mission, or to change a part of it: a behaviour has no such update."""
        kind = message.get_type()
        self._remark(f"{kind} is not supported: send the whole mission")
        self._acknowledge(_sender(message), self._line.names.MAV_MISSION_UNSUPPORTED, message.mission_type)

    def _ask(self, upload: _Upload, now: float) -> None:
        upload.asked = now
        self._line.send("mission_request_int", *upload.station, len(upload.points), 0)

    def _refuse(self, station: Station, reason: int) -> None:
        self._upload = None
        self._acknowledge(station, reason)

    def _acknowledge(self, station: Station, result: int, mission_type: int = 0) -> None:
        self._line.send("mission_ack", *station, result, mission_type)


def _local(
    to_local: Callable[[float, float], tuple[float, float] | None], latitude: float, longitude: float
) -> Waypoint | None:
    inside = abs(latitude) <= 90.0 and abs(longitude) <= 180.0
    return to_local(latitude, longitude) if inside else None


def _sender(message: Any) -> Station:
    return message.get_srcSystem(), message.get_srcComponent() or COMPONENT
