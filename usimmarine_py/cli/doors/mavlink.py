"""``usim mavlink``: live communities on a ground station."""

from __future__ import annotations

import os

import click

from usimmarine_py.cli.community.client import QuitError, connected
from usimmarine_py.cli.doors.places import WaitForDatabase, database_places, note
from usimmarine_py.cli.options import Whole, target_options
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.mission import read_mission
from usimmarine_py.moos.app.signals import ended_by


@click.command()
@click.argument("sources", nargs=-1, metavar="[FILE.moos | HOST:PORT] ...")
@target_options
@click.option("--prefix", default="NAV", show_default=True, help="Prefix of the position of the vehicle.")
@click.option(
    "--station", default="127.0.0.1:14550", show_default=True, metavar="HOST:PORT", help="Ground station, UDP."
)
@click.option("--system", type=Whole(1, 250), default=1, show_default=True, help="System id of the first vehicle.")
@click.option("--submarine", is_flag=True, help="Show submarines instead of surface boats.")
@click.option("--control", is_flag=True, help="Let the ground station set modes, arm, and steer with sticks.")
@click.option(
    "--guided", default="", metavar="VAR=TEXT[;VAR=TEXT]",
    help="With --control: what a target posts, with {x} and {y}: 'STATION_UPDATE=station_pt={x},{y}'.",
)  # fmt: skip
@click.option(
    "--waypoints",
    default="",
    metavar="VAR",
    help="With --control: variable of updates of a behaviour, for missions.",
)
def mavlink(
    sources: tuple[str, ...],
    host: str,
    port: int,
    warp: float,
    prefix: str,
    station: str,
    system: int,
    submarine: bool,
    control: bool,
    guided: str,
    waypoints: str,
) -> int:
    """Show live communities on a ground station of MAVLink: QGroundControl, Mission Planner, MAVProxy.

    Each community is a vehicle, with system ids from --system on: position, attitude, battery, mode, the waypoints of
    its helm. FILE.moos gives the origin of the map, without which there are no waypoints and targets. Ctrl-C ends it.
    """
    from usimmarine_py.doors.community import CommunityLink
    from usimmarine_py.doors.mavlink.commands import Permitted
    from usimmarine_py.doors.mavlink.line import MavLine
    from usimmarine_py.doors.mavlink.live import MavVehicle, patterns, serve
    from usimmarine_py.doors.mavlink.state import MavState

    for key, given in (("--guided", guided), ("--waypoints", waypoints)):
        if given and not control:
            raise ConfigError("is for --control", key=key)
    if guided and any("=" not in part for part in guided.split(";")):
        raise ConfigError(f"must be VAR=TEXT[;VAR=TEXT], found {guided!r}", key="--guided")
    where, _, number = station.rpartition(":")
    if not where or not number.isascii() or not number.isdigit() or not 0 < int(number[:6]) < 65536:
        raise ConfigError(f"must be HOST:PORT, found {station!r}", key="--station")
    places = database_places(sources, host, port)
    signals: list[int] = []
    vehicles: list[MavVehicle] = []
    waiting = WaitForDatabase(signals)

    prefix = prefix.removesuffix("_")
    with ended_by(signals.append):
        try:
            for place, words in enumerate(places):
                datum = read_mission(words.mission).datum()[0] if words.mission else None
                line = MavLine(where, int(number), system + place, note)
                try:
                    comms, found = connected(words, f"usim_mavlink_{os.getpid()}_{place}", waiting)
                except QuitError:
                    return 0
                link = CommunityLink(comms, warp or found, patterns(prefix))
                state = MavState(prefix, None if datum is None else Geodesy.at(*datum))
                may = Permitted(control, guided, waypoints)
                vehicles.append(MavVehicle(link, line, state, may, note, submarine=submarine))
                say(f"community    {link.name} is system {line.system}, to {station}")
            if control:
                say("control      the ground station can command")
            serve(vehicles, note, lambda: bool(signals))
            sent, taken = sum(one.line.sent for one in vehicles), sum(one.commands.taken for one in vehicles)
            refused = sum(one.line.refused for one in vehicles)
            say(f"sent         {sent} messages; {taken} commands taken, {refused} packets dropped")
        finally:
            for one in vehicles:
                one.close()
    return 0
