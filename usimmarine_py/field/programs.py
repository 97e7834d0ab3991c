"""The applications of a field by the names of the programs that they stand in for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.brokers.node import NodeBrokerApp
from usimmarine_py.field.brokers.shore import ShoreBrokerApp
from usimmarine_py.field.comms.node_comms import NodeCommsApp
from usimmarine_py.field.contacts.programs import CONTACT_PROGRAMS
from usimmarine_py.field.dead_man import DeadManPostApp
from usimmarine_py.field.echo import EchoVarApp
from usimmarine_py.field.host_info import HostInfoApp
from usimmarine_py.field.load_watch import LoadWatchApp
from usimmarine_py.field.message_handler import MessageHandlerApp
from usimmarine_py.field.process_watch import ProcessWatchApp
from usimmarine_py.field.reporter.reporter import NodeReporterApp
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.field.share.share import ShareApp
from usimmarine_py.field.viewer.viewer import MarineViewerApp
from usimmarine_py.values.parameter import ConfigLine, config_lines

#: By the program's name.
FIELD_PROGRAMS: Mapping[str, type[FieldApp]] = {
    "pNodeReporter": NodeReporterApp,
    "pShare": ShareApp,
    "pHostInfo": HostInfoApp,
    "uFldNodeBroker": NodeBrokerApp,
    "uFldShoreBroker": ShoreBrokerApp,
    "uFldNodeComms": NodeCommsApp,
    "uFldMessageHandler": MessageHandlerApp,
    "pEchoVar": EchoVarApp,
    "pDeadManPost": DeadManPostApp,
    "uProcessWatch": ProcessWatchApp,
    "uLoadWatch": LoadWatchApp,
    "pMarineViewer": MarineViewerApp,
    **CONTACT_PROGRAMS,
}
_BY_LOWER = {name.lower(): name for name in FIELD_PROGRAMS}


def field_program(program: str) -> str:
    """Return a program's name as the original spells it, empty for one that is no application of a field."""
    return _BY_LOWER.get(program.lower(), "")


def make_field_app(program: str, lines: str | Sequence[ConfigLine], home: HomeCommunity, name: str = "") -> FieldApp:
    """Return the application that stands in for a program; ``name``: its name in MOOS.

    ``lines`` are those of its block; a text has one ``key = value`` a line.
    Raises ``ConfigError`` for a program that there is not.
    """
    found = field_program(program)
    if not found:
        raise ConfigError("is no application of a field", key=program, suggestion=suggest(program, FIELD_PROGRAMS))
    return FIELD_PROGRAMS[found](config_lines(lines), home, name or program)
