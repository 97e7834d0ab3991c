"""``usim play``: post a log into a MOOSDB, with its original timing."""

from __future__ import annotations

import signal
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from usimmarine_py.cli.community.keys.keyboard import terminal_keys
from usimmarine_py.cli.options import Finite, find_target, split_mission, target_options
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError
from usimmarine_py.moos.app.signals import ended_by
from usimmarine_py.moos.app.terminal import stdout_drawing

if TYPE_CHECKING:
    from usimmarine_py.logs.playback import Playback

_EXIT_INTERRUPTED = 130


@click.command()
@click.argument("words", nargs=-1, metavar="RUN.alog [FILE.moos]")
@target_options
@click.option("--rate", type=Finite(0.0, min_open=True), default=1.0, show_default=True, help="Log s per MOOS s.")
@click.option("--from", "begin", type=Finite(), metavar="S", help="Begin at this time of the log [its first row].")
@click.option("--only", multiple=True, metavar="PATTERN", help="Variables to play (* and ?); repeatable.")
@click.option("--skip", multiple=True, metavar="PATTERN", help="Variables to leave out; repeatable.")
@click.option("--name", default="usim_play", show_default=True, help="Client name.")
@click.option("-q", "--quiet", is_flag=True, help="Print only errors.")
def play(
    words: tuple[str, ...], host: str, port: int, warp: float,
    rate: float, begin: float | None, only: tuple[str, ...], skip: tuple[str, ...], name: str, quiet: bool,
) -> int:  # fmt: skip
    """Post a log into a MOOSDB: the same mail, from the same sources, with the same intervals.

    DB_* is left out unless requested. Keys: space pauses and resumes, right and left skip 10 s forwards and back, up
    and down 60 s, q ends. It ends after the last row.
    """
    mission_file, files = split_mission(words)
    if len(files) != 1:
        raise click.UsageError("give one log to play: usim play RUN.alog")
    target = find_target(mission_file, host, port, warp).at_its_warp()
    from usimmarine_py.apps.player import Player
    from usimmarine_py.errors import TransportError
    from usimmarine_py.logs.playback import Playback, chosen_rows
    from usimmarine_py.moos.clock import RealClock
    from usimmarine_py.moos.transport.open import open_comms

    path = Path(files[0])
    playback = Playback(chosen_rows(path, only, skip), rate, begin)
    if playback.finished:
        raise ConfigError(f"ends at {playback.end:g} s", file=str(path), key="--from")
    clock = RealClock(target.warp)
    comms = open_comms("native", name, target.host, target.port, clock)
    caught: list[int] = []
    with ended_by(caught.append), closing(comms):
        comms.run()
        if not comms.wait_until_connected(5.0):
            problem = comms.problem or f"no MOOSDB at {target.host}:{target.port}"
            raise TransportError(f"{problem}; start one with: usim db --port {target.port}")
        with terminal_keys() as keys:
            show = None if quiet or not sys.stdout.isatty() else _show
            player = Player(playback, comms, clock, keys=keys, show=show, stopped=lambda: bool(caught))
            whole = player.run()
    lost = comms.statistics.outbox_dropped
    if lost:
        raise TransportError(f"{lost} posts could not be sent fast enough; choose a smaller --rate")
    if not quiet:
        end = "to its end" if whole else f"up to {playback.place(clock.now()):.1f} s"
        if show is not None:
            stdout_drawing("\r\033[K")
        say(f"{path.name}: {player.posted} posts {end}")
    return _EXIT_INTERRUPTED if signal.SIGINT in caught else 0


def _show(playback: Playback, now: float) -> None:
    state = "paused" if playback.paused else f"x{playback.rate:g}"
    line = f"\r{playback.place(now):9.1f} of {playback.end:.1f} s  {state:<8} space, arrows, q"
    stdout_drawing(line + " " * 4)
