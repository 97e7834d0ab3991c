"""``usim foxglove``: live communities in Foxglove."""

from __future__ import annotations

from pathlib import Path

import click

from usimmarine_py.cli.community.client import QuitError, connected
from usimmarine_py.cli.doors.places import WaitForDatabase, check_variables, database_places, note
from usimmarine_py.cli.options import Whole, target_options
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError
from usimmarine_py.launch.standins.asking import DatabaseWords
from usimmarine_py.moos.app.signals import ended_by

#: Variables that a viewer may set as parameters, with ``--control``.
PARAMETERS = ("DEPLOY", "RETURN", "STATION_KEEP", "MOOS_MANUAL_OVERRIDE", "USM_SIM_PAUSED")


@click.command()
@click.argument("sources", nargs=-1, metavar="[FILE.moos | HOST:PORT] ...")
@target_options
@click.option("--prefix", default="NAV", show_default=True, help="Prefix of the position of the vehicle.")
@click.option(
    "--vars", "patterns", multiple=True, metavar="PATTERN", help="Variables that are sent, as NAV_*; repeatable [all]."
)
@click.option("--control", is_flag=True, help="Let viewers post variables and set parameters.")
@click.option(
    "--parameter", "parameters", multiple=True, metavar="VAR",
    help=f"With --control: a variable that viewers set as a parameter, besides {', '.join(PARAMETERS)}; repeatable.",
)  # fmt: skip
@click.option("--ws-port", type=Whole(0, 65535), default=8765, show_default=True, help="Port for viewers; 0: any.")
@click.option("--ws-host", default="127.0.0.1", show_default=True, help="Address for viewers.")
def foxglove(
    sources: tuple[str, ...],
    host: str,
    port: int,
    warp: float,
    prefix: str,
    patterns: tuple[str, ...],
    control: bool,
    parameters: tuple[str, ...],
    ws_port: int,
    ws_host: str,
) -> int:
    """Show live communities in Foxglove, or any viewer of its WebSocket: map, 3-D, plots, all mail.

    Open ws://localhost:8765 in Foxglove ("Open connection", "Foxglove WebSocket"). Messages and schemas are those of
    usim mcap. Of several communities the topics begin with their names. Ctrl-C ends it.
    """
    from usimmarine_py.apps.hull import hull_of_mission
    from usimmarine_py.doors.community import CommunityLink
    from usimmarine_py.doors.foxglove.live import LiveMessages, serve
    from usimmarine_py.doors.foxglove.server import FoxgloveServer
    from usimmarine_py.moos.db.server import is_loopback

    if parameters and not control:
        raise ConfigError("is for --control", key="--parameter")
    if control and not is_loopback(ws_host):
        raise ConfigError(f"is for this machine only; leave out --ws-host {ws_host}", key="--control")
    check_variables(parameters, "--parameter")
    places = database_places(sources, host, port)
    signals: list[int] = []
    links: list[CommunityLink] = []
    waiting = WaitForDatabase(signals)

    with ended_by(signals.append):
        server = FoxgloveServer("usim", ws_host, ws_port, note, control=control)
        try:
            say(f"viewers      ws://{ws_host}:{server.port}")
            if control:
                say("control      all that reaches this port can command, pages in a browser of this machine, too")
            for number, words in enumerate(places):
                try:
                    comms, found = connected(words, f"usim_foxglove_{server.port}_{number}", waiting)
                except QuitError:
                    return 0
                links.append(CommunityLink(comms, warp or found, patterns or ("*",)))
                say(f"community    {links[-1].name} at time warp {links[-1].warp:g}")
            if control:
                begins = [f"{link.name}/" for link in links] if len(links) > 1 else [""]
                server.offer([f"{begin}{name}" for begin in begins for name in (*PARAMETERS, *parameters)])
            own = prefix.removesuffix("_")
            feeds = [
                LiveMessages(
                    link, server, own, hull_of_mission(_file(words)), f"/{link.name}" if len(links) > 1 else ""
                )
                for link, words in zip(links, places, strict=True)
            ]
            count = serve(server, feeds, note, lambda: bool(signals))
            say(f"sent         {count} posts")
        finally:
            for link in links:
                link.comms.close()
            server.close()
    return 0


def _file(words: DatabaseWords) -> Path | None:
    return Path(words.mission) if words.mission else None
