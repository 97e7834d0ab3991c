"""``usim watch``."""

from __future__ import annotations

import click

from usimmarine_py.cli.numbers import Whole
from usimmarine_py.cli.target import target_options


@click.command()
@click.argument("file", default="", metavar="[FILE.moos | RUN.alog]")
@target_options
@click.option("--prefix", default="", help="Prefix of the position to draw (default: NAV if posted, else USM ...).")
@click.option("--http-port", type=Whole(0, 65535), default=5006, show_default=True, help="Port of the page; 0: any.")
@click.option("--http-host", default="127.0.0.1", show_default=True, help="Address of the page.")
def watch(file: str, host: str, port: int, warp: float, prefix: str, http_port: int, http_host: str) -> int:
    """Show a vehicle live in a browser: track, heading, speed, depth, actuators, drift and wind.

    It reads along at any MOOSDB, ours or the original, or follows an .alog that is being written, as by usim run, and
    waits for it if need be. The page is for this machine only, unless --http-host says otherwise, and needs no
    internet. Ctrl-C ends it.
    """
    from usimmarine_py.watch.server import check_extra, open_feed
    from usimmarine_py.watch.server import watch as serve

    check_extra()
    feed = open_feed(file, host, port, warp, prefix)
    return serve(feed, click.echo, http_host=http_host, http_port=http_port)
