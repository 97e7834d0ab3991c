"""``usim run``."""

from __future__ import annotations

from pathlib import Path

import click

from usimmarine_py.cli.options import Finite, Whole


@click.command()
@click.argument("mission", type=click.Path(path_type=Path), metavar="FILE.moos")
@click.option("--duration", type=float, metavar="S", help="Simulated seconds; else guidance or a script ends the run.")
@click.option("--seed", type=Whole(0, 10**18 - 1), metavar="N", help="Else that of the block, else 0.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="DIR", help="Folder [default: NAME_run].")
@click.option("--block", metavar="NAME", help="The simulator's block, where there are several.")
@click.option("--csv", is_flag=True, help="Also the state after each tick as CSV.")
@click.option("--parquet", is_flag=True, help="Also the state after each tick as Parquet.")
@click.option("--mcap", is_flag=True, help="Also everything posted as MCAP.")
@click.option(
    "--every",
    type=Finite(0.0),
    default=0.0,
    metavar="S",
    help="Least time between two states in CSV and Parquet [0: each tick].",
)
@click.option("--no-log", is_flag=True, help="No .alog: the summary alone.")
@click.option("--replay", type=click.Path(path_type=Path), metavar="LIVE.alog", help="Repeat a recorded live run.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")
def run(
    mission: Path,
    duration: float | None,
    seed: int | None,
    output: Path | None,
    block: str | None,
    csv: bool,
    parquet: bool,
    mcap: bool,
    every: float,
    no_log: bool,
    replay: Path | None,
    quiet: bool,
) -> int:
    """Run a mission offline, as fast as the machine allows.

    The simulator, the mission's uTimerScript blocks, controllers (embedded or pMarinePID*) and guidance
    (usim_guidance) tick on one simulated clock. Equal seeds give equal logs. Ctrl-C leaves complete files.
    """
    from usimmarine_py.run.command import RunRequest, run_command
    from usimmarine_py.run.output import RunFiles

    files = RunFiles(log=not no_log, csv=csv, parquet=parquet, mcap=mcap, every=every)
    return run_command(RunRequest(mission, output, files, duration, seed, block, replay, quiet), click.echo)
