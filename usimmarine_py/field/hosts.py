"""What brokers tell each other of the machine of a community."""

from __future__ import annotations

from usimmarine_py.texts.pairs import fields_of
from usimmarine_py.values.frozen import dataclass

_KEYS = ("community", "hostip", "port_db", "port_udp", "pshare_iroutes", "timewarp", "status", "time", "key", "id")


@dataclass(slots=True)
class HostRecord:
    """A community's address, the routes that its pShare listens at (joined with ``&``), and its time warp, as text."""

    community: str = ""
    hostip: str = ""
    port_db: str = ""
    port_udp: str = ""
    pshare_iroutes: str = ""
    timewarp: str = ""
    status: str = ""
    time: str = ""
    key: str = ""
    id: str = ""

    def text(self) -> str:
        """Return the record as it is posted."""
        return ",".join(f"{name}={value}" for name in _KEYS if (value := getattr(self, name)))

    @property
    def valid(self) -> bool:
        """Whether it says where a community is."""
        return bool(self.community) and is_host(self.hostip) and self.port_db.isdigit()


def read_host(text: str) -> HostRecord:
    """Return the record of a text; unknown keys are left out."""
    found = fields_of(text)
    return HostRecord(**{name: found[name] for name in _KEYS if name in found})


def is_address(text: str) -> bool:
    """Whether a text is four numbers from 0 to 255."""
    parts = text.split(".")
    return len(parts) == 4 and all(p.isascii() and p.isdigit() and len(p) <= 3 and int(p) <= 255 for p in parts)


def is_host(text: str) -> bool:
    """Whether a text is an address or ``localhost``."""
    return text == "localhost" or is_address(text)
