"""``usim db``."""

from __future__ import annotations

import click

from usimmarine_py.cli.numbers import Whole


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[FILE.moos] [--moos_...]")
@click.option("--port", type=Whole(0, 65535), help="Port (else ServerPort of the file, else 9000; 0: any).")
@click.option("--community", help="Community (else that of the file).")
@click.option("--warp", type=float, help="Time warp (else MOOSTimeWarp of the file, else 1).")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--verbose", is_flag=True, help="Say who comes and goes.")
def db(
    words: tuple[str, ...], port: int | None, community: str | None, warp: float | None, host: str, verbose: bool
) -> int:
    """Run the built-in MOOSDB until Ctrl-C.

    It listens on this machine only, unless --host says otherwise: MOOS has no authentication, so anyone who
    reaches the port can steer the vehicle. The switches of the original MOOSDB (--moos_port=N, ...) work, too.
    """
    from usimmarine_py.apps.serve import serve

    given = [
        f"--{name}={value}"
        for name, value in (("moos_port", port), ("moos_community", community), ("moos_time_warp", warp))
        if value is not None
    ]
    return serve([*given, *words], lambda text: click.echo(f"MOOSDB: {text}"), host=host, verbose=verbose)
