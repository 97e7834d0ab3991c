"""``usim watch``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from usimmarine_py.cli.options import Whole, find_target, target_options
from usimmarine_py.errors import ConfigError, UsimError
from usimmarine_py.moos.app.argv import is_mission_file

if TYPE_CHECKING:
    from usimmarine_py.environment.sea.seabed import Seabed
    from usimmarine_py.watch.feeds import Feed

DEFAULT_HTTP_PORT = 5006


@click.command()
@click.argument("file", default="", metavar="[FILE.moos | RUN.alog]")
@target_options
@click.option("--prefix", default="", help="Prefix of the position to draw (default: NAV if posted, else USM ...).")
@click.option(
    "--http-port", type=Whole(0, 65535), default=DEFAULT_HTTP_PORT, show_default=True, help="Port of the page; 0: any."
)
@click.option("--http-host", default="127.0.0.1", show_default=True, help="Address of the page.")
def watch(file: str, host: str, port: int, warp: float, prefix: str, http_port: int, http_host: str) -> int:
    """Show a vehicle live in a browser: track, heading, attitude, speed, actuators, drift and wind.

    It reads along at any MOOSDB, ours or the original, or follows an .alog that is being written, as by usim run, and
    waits for it if need be. The sea bed of the mission is drawn behind the track. The page is for this machine only,
    unless --http-host says otherwise, and needs no internet. Ctrl-C ends it.
    """
    from usimmarine_py.watch.server import check_extra, serve

    check_extra()
    feed = open_feed(file, host, port, warp, prefix)
    return serve(feed, click.echo, http_host=http_host, http_port=http_port)


def open_feed(file: str, host: str, port: int, warp: float, prefix: str) -> Feed:
    """What to watch: an ``.alog``, or the MOOSDB of a mission file or of the switches."""
    from usimmarine_py.apps.hull import hull_of_mission
    from usimmarine_py.logs.runs import mission_of
    from usimmarine_py.watch.feeds import LogFeed, MoosFeed  # with arrays, for which no help text waits

    if file.lower().endswith(".alog"):
        if host or port or warp:
            raise ConfigError("a log has no --host, --port or --warp; leave them out", file=file)
        mission = mission_of(Path(file))
        return LogFeed(Path(file), prefix, _bed(mission), hull_of_mission(mission))
    if file and not is_mission_file(file):
        raise ConfigError("is neither a mission (.moos) nor a log (.alog)", file=file)
    target = find_target(file, host, port, warp)
    mission = Path(file) if file else None
    return MoosFeed(target.host, target.port, target.warp, prefix, _bed(mission), hull_of_mission(mission))


def _bed(mission: Path | None) -> Seabed | None:
    """The sea bed behind the track, as far as a mission says."""
    if mission is None:
        return None
    from usimmarine_py.apps.setup import mission_bed

    try:
        return mission_bed(mission)
    except UsimError:
        return None  # the page does without
