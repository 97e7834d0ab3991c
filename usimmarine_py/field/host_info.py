"""pHostInfo: tells where a community can be reached."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.hosts import HostRecord, is_host
from usimmarine_py.field.settings import HomeCommunity, field_table, special, text
from usimmarine_py.finding import Finding
from usimmarine_py.limits import MOST_SHARED_PATTERNS
from usimmarine_py.text import compact_number, is_number
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, Shape, make_row

#: Iterations between two posts.
EVERY = 10
_INTERFACES = ("eth0", "eth1", "usb0", "usb1", "usb2", "wifi", "wlan0")
_POSTED = Shape(("PHI_HOST_IP", "PHI_HOST_IP_ALL", "PHI_HOST_IP_VERBOSE", "PHI_HOST_PORT_DB", "PHI_HOST_INFO"))


@dataclass(slots=True)
class HostOptions:
    """What the block says."""

    folder: str = "~/"
    default: str = "localhost"
    forced: bool = False
    interface: str = ""


def _default(options: HostOptions, value: str) -> Finding | None:
    if not is_host(value):
        return Finding("must be four numbers from 0 to 255, or localhost")
    options.default = value
    return None


def _forced(options: HostOptions, value: str) -> Finding | None:
    finding = _default(options, value)  # one address for both keys, as in the original
    options.forced |= finding is None
    return finding


#: The keys of its block.
KEYS = field_table(
    HostOptions,
    text("temp_file_dir", "folder", "Folder for the outputs of system tools, which are not used here."),
    special(
        "default_hostip", "text", _default, "Address where none was found: four numbers or localhost.", "default",
        aliases=("default_host_ip",), example="192.168.1.100",
    ),
    special(
        "default_hostip_force", "text", _forced, "Address, whatever is found: four numbers or localhost. Of both keys' "
        "addresses that of the first line counts.",
        aliases=("default_host_ip_force",), example="localhost",
    ),
    text("prefer_interface", "interface", "Interface whose address counts first.", choices=_INTERFACES),
)  # fmt: skip


class HostInfoApp(FieldApp):
    """Posts the address of the machine, the port of the MOOSDB and the routes that pShare listens at."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "pHostInfo") -> None:
        super().__init__(lines, home, name)
        self.options = HostOptions()
        self.read_block(lines, self.options)
        self._routes = ""
        self._requested = False
        self._iteration = 0

    def on_connect_subscriptions(self) -> Sequence[str]:
        """pShare's inputs, and requests."""
        return ["PSHARE_INPUT_SUMMARY", "HOST_INFO_REQUEST"]

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """Take the inputs of pShare, and requests."""
        for message in mail:
            if message.variable == "HOST_INFO_REQUEST":
                self._requested = True
            elif (text := self.text(message)) is not None:
                self._take_inputs(text)
        return ()

    def _take_inputs(self, text: str) -> None:
        routes = []
        if text.count(",") >= MOST_SHARED_PATTERNS:
            self.host.run_warning(f"PSHARE_INPUT_SUMMARY: more than {MOST_SHARED_PATTERNS} inputs")
            return
        for entry in text.split(",") if text else ():
            host, _, rest = entry.partition(":")
            port, _, protocol = rest.partition(":")
            if not is_host(host) or not is_number(port) or ":" in protocol:
                self.host.run_warning(f"PSHARE_INPUT_SUMMARY: {entry or 'nothing'} is no ADDRESS:PORT[:PROTOCOL]")
            elif protocol in ("", "udp"):
                routes.append(f"{host}:{port}")
            else:
                routes.append(protocol)
        self._routes = "&".join(routes)

    @property
    def address(self) -> tuple[str, str]:
        """The address of the machine, and where it comes from."""
        options = self.options
        if options.forced:
            return options.default, "USER_HARD_CONFIGURED"
        if self.home.address:
            return self.home.address, "LINUX_HOSTNAME"
        return options.default, "DEFAULT"

    def iterate(self, now: float) -> Sequence[Row]:
        """Post in the first and in every tenth iteration, and when asked for."""
        del now
        self._iteration += 1
        if self._iteration != 1 and self._iteration % EVERY and not self._requested:
            return ()
        self._requested = False
        address, origin = self.address
        values = (address, address, f"{origin}={address}", str(self.home.port), self._info(address))
        return [make_row((_POSTED, values, None, ""))]

    def _info(self, address: str) -> str:
        routes = self._routes.replace("localhost", address)
        port = routes.partition(":")[2]
        record = HostRecord(self.home.name, address, str(self.home.port), port if is_number(port) else "", routes)
        return f"{record.text()},hostip_alts=,timewarp={compact_number(self.home.warp, 1)}"

    def report(self) -> str:
        """Return what is posted."""
        return self._info(self.address[0]).replace(",", "\n") + "\n"
