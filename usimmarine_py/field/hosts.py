"""What brokers tell each other of the machine of a community."""

from __future__ import annotations

from usimmarine_py.text import atof, is_number
from usimmarine_py.texts.pairs import pairs_of
from usimmarine_py.values.frozen import dataclass

_KEYS = (
    "community", "hostip", "port_db", "port_udp", "pshare_iroutes", "keyword", "hostip_alts", "timewarp", "status",
    "time", "key",
)  # fmt: skip
#: The parts of a text, and what they are kept as.
_PARTS = dict(zip(_KEYS, _KEYS, strict=True)) | {"vname": "community"}


@dataclass(slots=True)
class HostRecord:
    """A community's address, the routes that its pShare listens at (joined with ``&``), and its time warp, as text."""

    community: str = ""
    hostip: str = ""
    port_db: str = ""
    port_udp: str = ""
    pshare_iroutes: str = ""
    keyword: str = ""
    hostip_alts: str = ""
    timewarp: str = ""
    status: str = ""
    time: str = ""
    key: str = ""

    def text(self) -> str:
        """Return the record as it is posted."""
        found = {name: value for name in _KEYS if (value := getattr(self, name))}
        found.setdefault("community", "")
        if "hostip_alts" in found and self.hostip:
            found["hostip_alts"] = found["hostip_alts"].replace(f"{self.hostip},", "").replace(self.hostip, "")
        if "status" in found:
            found["status"] = self.timewarp  # as MOOS-IvP writes it
        return ",".join(f"{name}={found[name]}" for name in _KEYS if name in found)

    @property
    def valid(self) -> bool:
        """Whether it says where a community is."""
        return bool(self.community) and is_host(self.hostip) and is_number(self.port_db)


def read_host(text: str) -> HostRecord:
    """Return the record of a text, in which the last of a part counts; an empty one where it does not say enough."""
    record = HostRecord()
    for key, value in pairs_of(text):
        name = _PARTS.get(key.lower())
        if name is not None:
            setattr(record, name, value)
        if name == "pshare_iroutes" and not record.port_udp:
            _, _, port = value.partition(":")
            record.port_udp = port if is_number(port) else ""
    return record if record.valid else HostRecord()


def is_address(text: str) -> bool:
    """Whether a text is four numbers from 0 to 255."""
    parts = text.split(".")
    return len(parts) == 4 and all(is_number(p) and 0 <= atof(p) <= 255 for p in parts)


def is_host(text: str) -> bool:
    """Whether a text is an address or ``localhost``."""
    return text.lower() == "localhost" or is_address(text)
