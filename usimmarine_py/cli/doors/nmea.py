"""``usim nmea``: NMEA 0183 and AIS of a live community."""

from __future__ import annotations

import os

import click

from usimmarine_py.cli.community.client import QuitError, connected
from usimmarine_py.cli.doors.places import WaitForDatabase, database_places, note
from usimmarine_py.cli.options import Finite, target_options
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.mission import read_mission
from usimmarine_py.moos.app.signals import ended_by


@click.command()
@click.argument("source", required=False, metavar="[FILE.moos | HOST:PORT]")
@target_options
@click.option("--prefix", default="NAV", show_default=True, help="Prefix of the position of the own ship.")
@click.option("--tcp", default="127.0.0.1:10110", show_default=True, metavar="HOST:PORT", help="Serve here; none: not.")
@click.option("--udp", default="", metavar="HOST:PORT", help="Send there, too, a sentence in each datagram.")
@click.option(
    "--from", "origins", multiple=True, metavar="udp:PORT|tcp:HOST:PORT",
    help="Take sentences of instruments or AIS receivers from here, as mail; repeatable.",
)  # fmt: skip
@click.option("--rate", type=Finite(0.01, 50.0), default=1.0, show_default=True, help="Hz of the own ship's sentences.")
@click.option("--ais-rate", type=Finite(0.0, 10.0), metavar="HZ", help="Of AIS positions [the standard's intervals].")
def nmea(
    source: str | None,
    host: str,
    port: int,
    warp: float,
    prefix: str,
    tcp: str,
    udp: str,
    origins: tuple[str, ...],
    rate: float,
    ais_rate: float | None,
) -> int:
    """Speak NMEA 0183 and AIS for a live community, so that OpenCPN shows its vehicles; listen to instruments.

    In OpenCPN: Options, Connections, Network, TCP, localhost, 10110. Out go RMC, GGA, VTG, HDT, VHW, DPT and XDR of the
    own ship, its AIS (AIVDO) and that of all vehicles with node reports (AIVDM). In come positions, heading, speeds and
    depth as PREFIX_*, and AIS as NODE_REPORT. Ctrl-C ends it.
    """
    from usimmarine_py.apps.nmea_port import NmeaPort
    from usimmarine_py.doors.community import CommunityLink
    from usimmarine_py.doors.nmea.heard import Listener
    from usimmarine_py.doors.nmea.lines import SentenceSource
    from usimmarine_py.doors.nmea.live import NmeaDoor, patterns, serve
    from usimmarine_py.doors.nmea.spoken import Speaker

    (words,) = database_places(() if source is None else (source,), host, port)
    datum = read_mission(words.mission).datum()[0] if words.mission else None
    plane = None if datum is None else Geodesy.at(*datum)
    prefix = prefix.removesuffix("_")
    where = None if tcp.lower() in ("none", "") else _address("--tcp", tcp)
    target = _address("--udp", udp) if udp else None
    signals: list[int] = []
    waiting = WaitForDatabase(signals)

    with ended_by(signals.append):
        listener = Listener(prefix, plane, note) if origins else None
        sources = [SentenceSource(one, note) for one in origins]
        outlet = NmeaPort(target, where) if where or target else None
        try:
            for place in () if outlet is None else outlet.places:
                say(f"sentences    {place}")
            for one in sources:
                say(f"listening    {one.text}")
            if plane is None:
                note("no LatOrigin and LongOrigin: positions need NAV_LAT and NAV_LONG, and AIS makes no x and y")
            try:
                comms, found = connected(words, f"usim_nmea_{os.getpid()}", waiting)
            except QuitError:
                return 0
            link = CommunityLink(comms, warp or found, patterns(prefix))
            say(f"community    {link.name} at time warp {link.warp:g}")
            door = NmeaDoor(link, Speaker(link.name, plane, prefix, ais_rate), outlet, sources, listener, rate, note)
            try:
                serve(door, note, lambda: bool(signals))
            finally:
                comms.close()
            if outlet is not None:
                away = [f"{outlet.dropped} slow readers dropped"] * bool(outlet.dropped)
                away += [f"{outlet.turned_away} readers turned away"] * bool(outlet.turned_away)
                say("; ".join([f"sent         {outlet.sent} sentences", *away]))
            if listener is not None:
                unused = f" ({listener.unused} of them say nothing that becomes mail)" if listener.unused else ""
                say(f"heard        {listener.heard} sentences{unused}, {listener.refused} refused; {door.posts} posts")
        finally:
            if outlet is not None:
                outlet.close()
            for one in sources:
                one.close()
    return 0


def _address(key: str, text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or not 0 < int(port[:6]) < 65536:
        raise ConfigError(f"must be HOST:PORT, found {text!r}", key=key)
    return host, int(port)
