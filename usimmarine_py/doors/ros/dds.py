"""ROS 2's topics and services by DDS. The one module that imports cyclonedds.

Names, types and settings are those of rmw_cyclonedds: topics begin with ``rt``, requests with ``rq``, answers with
``rr``; a type is ``PACKAGE::msg::dds_::NAME_``.
"""

from __future__ import annotations

import os
import types
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from usimmarine_py.doors.ros.types import FieldType, RosTypes
from usimmarine_py.errors import MissingExtraError, TransportError

#: Samples that a writer and a reader keep. A subscription of ROS keeps ten by default; the door may send more at once
#: when this machine was busy, and all vehicles share one /tf.
DEPTH = 100
#: Samples that are taken of a reader at once.
MOST_TAKEN = 200
#: Types are compared by their names, as rmw_cyclonedds does: what Fast DDS 3 (1.15; ROS 2 since Kilted) says of types
#: that hold arrays is refused by CycloneDDS, and its nodes would hear no odometry. 1.1: Connext.
_BY_NAME = "<Compatibility><IgnoreTypeInformation>1.1,1.15</IgnoreTypeInformation></Compatibility>"
NETWORK = f"<CycloneDDS><Domain>{_BY_NAME}</Domain></CycloneDDS>"
#: Discovery and data on the loopback interface alone. With ROS_LOCALHOST_ONLY Fast DDS and CycloneDDS of Humble look
#: for others by multicast there, CycloneDDS of Jazzy by the ports of participants.
LOOPBACK = (
    f"<CycloneDDS><Domain>{_BY_NAME}<General><Interfaces><NetworkInterface name='lo' multicast='true'/></Interfaces>"
    "<AllowMulticast>spdp</AllowMulticast></General><Discovery><ParticipantIndex>auto</ParticipantIndex>"
    "<MaxAutoParticipantIndex>60</MaxAutoParticipantIndex><Peers><Peer address='127.0.0.1'/></Peers></Discovery>"
    "</Domain></CycloneDDS>"
)


class DdsParticipant:
    """A participant of a domain of ROS 2."""

    def __init__(self, ros: RosTypes, domain: int, *, network: bool) -> None:
        """``network``: by the interfaces that CycloneDDS chooses, else on this machine alone; CYCLONEDDS_URI of the
        environment goes before. Raises ``MissingExtraError`` and ``TransportError``.
        """
        os.environ.setdefault("CYCLONEDDS_URI", NETWORK if network else LOOPBACK)  # read when the domain is made
        try:
            from cyclonedds import core, idl, pub, sub, topic, util
            from cyclonedds import domain as domains
            from cyclonedds.idl import types as idl_types
        except ImportError:
            raise MissingExtraError("usim ros", "cyclonedds", "ros") from None
        self._dds: Any = types.SimpleNamespace(core=core, idl=idl, pub=pub, sub=sub, topic=topic, types=idl_types)
        self._ros = ros
        self._made: dict[str, Any] = {}
        self._writers: dict[str, Any] = {}
        try:
            self._participant = domains.DomainParticipant(domain)
        except Exception as error:
            raise TransportError(f"no domain {domain} of DDS: {error}; see CYCLONEDDS_URI and ROS_DOMAIN_ID") from None
        policy = core.Policy
        self._qos = core.Qos(
            policy.Reliability.Reliable(util.duration(milliseconds=100)), policy.Durability.Volatile,
            policy.History.KeepLast(DEPTH), policy.DataRepresentation(use_cdrv0_representation=True),
        )  # fmt: skip

    def _quality(self, kind: str, more: str = "") -> Any:
        """Return the settings of a reader or writer, with what ROS reads of it: the hash of the type, and ``more``."""
        found = self._ros.type_hash(kind)
        data = more + (f"typehash={found};" if found else "")
        return self._dds.core.Qos(self._dds.core.Policy.Userdata(data=data.encode()), base=self._qos)

    def send(self, topic: str, kind: str, message: Any) -> None:
        """Write a message to ``/TOPIC`` of ROS; ``kind``: PACKAGE/msg/NAME."""
        self.write(f"rt{topic}", kind, message)

    def write(self, name: str, kind: str, message: Any) -> None:
        """Write a message to a topic of DDS."""
        writer = self._writers.get(name)
        if writer is None:
            writer = self._writers[name] = self._writer(name, kind)
        writer.write(self._sample(message, kind))

    def _writer(self, name: str, kind: str, more: str = "") -> Any:
        return self._dds.pub.DataWriter(self._participant, self._topic(name, kind), qos=self._quality(kind, more))

    def reader(self, name: str, kind: str, more: str = "") -> TopicReader:
        """Return a reader of a topic of DDS."""
        made = self._dds.sub.DataReader(self._participant, self._topic(name, kind), qos=self._quality(kind, more))
        return TopicReader(made)

    def service(self, name: str, kind: str) -> TopicReader:
        """Return the reader of requests to a service; ``kind``: PACKAGE/srv/NAME.

        Clients look for a reader of requests and a writer of answers with one name before they call.
        """
        own = f"serviceid={'.'.join(f'{byte:x}' for byte in os.urandom(16))};"
        answers = f"rr{name}Reply"
        self._writers[answers] = self._writer(answers, f"{kind}_Response", own)
        return self.reader(f"rq{name}Request", f"{kind}_Request", own)

    def _topic(self, name: str, kind: str) -> Any:
        return self._dds.topic.Topic(self._participant, name, self._class(kind), qos=self._qos)

    def _class(self, kind: str) -> Any:
        """Return the class of samples of a message."""
        found = self._made.get(kind)
        if found is None:
            package, place, short = kind.split("/")
            space = {
                "__annotations__": {name: self._annotation(one) for name, one in self._ros.fields(kind).items()},
                "__module__": __name__,
            }
            made = types.new_class(
                f"{short}_", (self._dds.idl.IdlStruct,), {"typename": f"{package}::{place}::dds_::{short}_"},
                lambda given: given.update(space),
            )  # fmt: skip
            found = self._made[kind] = dataclass(made)
        return found

    def _annotation(self, field: FieldType) -> Any:
        known = self._dds.types
        if field.of is not None:
            inner = self._annotation(field.of)
            return known.array[inner, field.length] if field.length else known.sequence[inner]
        if not field.plain:
            return self._class(field.name)
        return {"string": str, "bool": bool, "octet": known.byte}.get(field.name) or getattr(known, field.name)

    def _sample(self, message: Any, kind: str) -> Any:
        given = {name: _plain(self, getattr(message, name), one) for name, one in self._ros.fields(kind).items()}
        return self._class(kind)(**given)


def _plain(participant: DdsParticipant, value: Any, field: FieldType) -> Any:
    if field.of is not None:
        if field.of.plain:
            return value.tolist() if hasattr(value, "tolist") else list(value)
        return [_plain(participant, one, field.of) for one in value]
    return value if field.plain else participant._sample(value, field.name)


class TopicReader:
    """Samples of one topic."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader

    def take(self) -> Sequence[Any]:
        """Return what has come since the last call, at most ``MOST_TAKEN``."""
        found = self._reader.take(N=MOST_TAKEN)
        return [one for one in found if one.sample_info.valid_data]
