"""``usim steps``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("scenarios", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--id", "scenario_id", required=True, metavar="ID", help="Which [[scenario]] of the file to run.")
@click.option("--solver", default="dp5", show_default=True, metavar="NAME", help="Whose tracks to draw.")
@click.option("--steps", default="0.2,0.1,0.05,0.02,0.01", show_default=True, metavar="S,S,...", help="Steps, seconds.")
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="PNG, SVG or PDF.")
def steps(scenarios: Path, scenario_id: str, solver: str, steps: str, output: Path) -> None:
    """Draw what the integration step does to a scenario of a Fossen vehicle.

    Every solver runs with every step; the reference is dp5 with half the smallest one. SCENARIOS is a file as for
    `usim simulate`.
    """
    from usimmarine_py.plots.output import check_output, save_figure
    from usimmarine_py.plots.steps import step_figure
    from usimmarine_py.run.scenarios.step_study import parse_steps, study

    check_output(output)
    result = study(scenarios, scenario_id, solver, parse_steps(steps))
    save_figure(step_figure(result), output)
    click.echo(f"{scenario_id}, largest distance from the reference (m)")
    click.echo(result.table())
    click.echo(f"{output}")
