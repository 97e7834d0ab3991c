"""``usim simulate``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("scenarios", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--id", "scenario_id", required=True, metavar="ID", help="Which [[scenario]] of the file to run.")
@click.option("--solver", default="dp5", show_default=True, metavar="NAME", help="dp5, rk4, heun or euler.")
@click.option("--dt", default=0.01, show_default=True, metavar="S", help="Longest step, seconds.")
@click.option("--fast", is_flag=True, help="Compiled by numba (extra fast): the same numbers, slow to start once.")
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="CSV to write.")
def simulate(scenarios: Path, scenario_id: str, solver: str, dt: float, fast: bool, output: Path) -> None:
    """Integrate one scenario of a Fossen vehicle.

    SCENARIOS is a TOML file of [[scenario]] tables: vehicle, variant, overrides, input (tau, actuator or desired),
    segments, current, wind, eta0, nu0, t_end, dt_out. The CSV holds t, the state and the actuator states in SI units
    and rad, 17 significant digits. A name ending in .gz is compressed.
    """
    from usimmarine_py.run.scenarios.simulate import simulate_file

    click.echo(simulate_file(scenarios, scenario_id, output, solver, dt, fast))
