"""Types of ROS 2 messages. The one module of the door that imports rosbags."""

from __future__ import annotations

from typing import Any, NamedTuple

from usimmarine_py.errors import MissingExtraError

#: The services of the door: their types are in no list of rosbags. ``guid`` and ``seq`` are what rmw_cyclonedds puts
#: before each request and answer.
_HEAD = (("guid", "uint64"), ("seq", "int64"))
SERVICES = {
    "std_srvs/srv/SetBool_Request": (*_HEAD, ("data", "bool")),
    "std_srvs/srv/SetBool_Response": (*_HEAD, ("success", "bool"), ("message", "string")),
    "std_srvs/srv/Empty_Request": (*_HEAD, ("structure_needs_at_least_one_member", "uint8")),
    "std_srvs/srv/Empty_Response": (*_HEAD, ("structure_needs_at_least_one_member", "uint8")),
}


class FieldType(NamedTuple):
    """The type of a field: a plain one or a message by ``name``, or ``length`` others ``of`` a type (0: any number)."""

    name: str = ""
    plain: bool = False
    of: FieldType | None = None
    length: int = 0


class RosTypes:
    """The messages of ROS 2 Jazzy. Humble's are the same, but Range, which has one field less at its end there."""

    def __init__(self) -> None:
        """Raise ``MissingExtraError`` without rosbags."""
        try:
            from rosbags.interfaces import Nodetype
            from rosbags.typesys import Stores, get_typestore
        except ImportError:
            raise MissingExtraError("ROS", "rosbags", "ros") from None
        self._nodes: Any = Nodetype
        self.store: Any = get_typestore(Stores.ROS2_JAZZY)

    def make(self, name: str, *values: Any) -> Any:
        """Return a message, such as ``make("std_msgs/Header", stamp, "map")``."""
        package, short = name.split("/")
        return self.store.types[f"{package}/msg/{short}"](*values)

    def serialised(self, message: Any) -> bytes:
        """Return a message as CDR, little-endian, as a bag holds it."""
        return bytes(self.store.serialize_cdr(message, message.__msgtype__))

    def type_hash(self, name: str) -> str:
        """Return the hash of a message's type (RIHS01); none of a request or response, whose type is not known."""
        return "" if name in SERVICES else str(self.store.hash_rihs01(name))

    def fields(self, name: str) -> dict[str, FieldType]:
        """Return the fields of a message or of a service's request or response, ``PACKAGE/msg|srv/NAME``."""
        if name in SERVICES:
            return {field: FieldType(kind, plain=True) for field, kind in SERVICES[name]}
        return {field: self._type(*found) for field, found in self.store.fielddefs[name][1]}

    def _type(self, node: Any, what: Any) -> FieldType:
        if node == self._nodes.BASE:
            return FieldType(what[0], plain=True)
        if node == self._nodes.NAME:
            return FieldType(what)
        inner, count = what
        return FieldType(of=self._type(*inner), length=count if node == self._nodes.ARRAY else 0)
