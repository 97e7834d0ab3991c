"""``usim replay``: play a recorded scenario."""

from __future__ import annotations

from pathlib import Path

import click

from usimmarine_py.kinematic.dialects import DIALECT_NAMES


@click.command("replay")
@click.argument("scenario", type=click.Path(path_type=Path))
@click.option("--dialect", type=click.Choice(DIALECT_NAMES), default="documented", show_default=True)
@click.option("--quirks", is_flag=True, help="Reproduce the known defects of the recorded version.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="CSV of the states.")
@click.option("--publications", type=click.Path(path_type=Path), help="Tab-separated file of what is posted.")
@click.option("--reports", type=click.Path(path_type=Path), help="JSON of configuration warnings and reports.")
def replay(
    scenario: Path, dialect: str, quirks: bool, output: Path, publications: Path | None, reports: Path | None
) -> None:
    """Play SCENARIO (JSON: configuration, clock, mail) and write the states with 17 significant digits."""
    from usimmarine_py.run.scenarios.replay import Outputs, read_scenario
    from usimmarine_py.run.scenarios.replay import replay as play_to_files

    play_to_files(read_scenario(scenario), Outputs(output, publications, reports), dialect=dialect, quirks=quirks)
