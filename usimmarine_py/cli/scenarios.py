"""``usim verify``: replay, integrate or compare one scenario file."""

from __future__ import annotations

from pathlib import Path

import click

from usimmarine_py.cli.options import Finite
from usimmarine_py.cli.progress import say
from usimmarine_py.kinematic.dialects import DIALECT_NAMES


@click.group()
def verify() -> None:
    """Validate the simulator by recorded mail and scenarios, with all digits."""


@verify.command("replay", short_help="Play recorded mail, with 17 digits.")
@click.argument("scenario", type=click.Path(path_type=Path))
@click.option("--dialect", type=click.Choice(DIALECT_NAMES), default="documented", show_default=True)
@click.option("--quirks", is_flag=True, help="Reproduce the known defects of the recorded version.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="CSV of the states of a vehicle.")
@click.option("--publications", type=click.Path(path_type=Path), help="Tab-separated file of its posts.")
@click.option("--reports", type=click.Path(path_type=Path), help="JSON of configuration warnings and reports.")
@click.option("--csv", type=click.Path(path_type=Path), help="CSV of the decisions of a helm, or ticks.")
@click.option(
    "--posts",
    type=click.Path(path_type=Path),
    help="Tab-separated file of its posts, or of those of all databases of a field.",
)
def replay(
    scenario: Path,
    dialect: str,
    quirks: bool,
    output: Path | None,
    publications: Path | None,
    reports: Path | None,
    csv: Path | None,
    posts: Path | None,
) -> None:
    """Play SCENARIO (JSON: configuration, clock, mail) of a vehicle, another application or a field, with 17 digits."""
    from usimmarine_py.run.scenarios.field import is_field_scenario, read_field_scenario, write_field_posts
    from usimmarine_py.run.scenarios.one_app import replay_document
    from usimmarine_py.run.scenarios.player import read_document
    from usimmarine_py.run.scenarios.replay import Outputs, read_scenario
    from usimmarine_py.run.scenarios.replay import replay as play_to_files

    document = read_document(scenario)
    if document is not None:
        if csv is None and posts is None:
            raise click.UsageError("for an application: --csv OUT.csv, --posts OUT.tsv or both")
        replay_document(scenario, document, csv, posts)
        return
    if is_field_scenario(scenario):
        if posts is None:
            raise click.UsageError("for a field: --posts OUT.tsv")
        write_field_posts(read_field_scenario(scenario), posts)
        return
    if output is None:
        raise click.UsageError("for a vehicle: -o OUT.csv")
    play_to_files(read_scenario(scenario), Outputs(output, publications, reports), dialect=dialect, quirks=quirks)


@verify.command(short_help="Integrate one scenario of a vehicle.")
@click.argument("scenarios", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--id", "scenario_id", required=True, metavar="ID", help="Which [[scenario]] of the file to run.")
@click.option("--solver", default="dp5", show_default=True, metavar="NAME", help="dp5, rk4, heun or euler.")
@click.option("--dt", type=Finite(), default=0.01, show_default=True, metavar="S", help="Longest step, seconds.")
@click.option("--fast", is_flag=True, help="Compile with numba (extra fast): the same numbers, but a slow first start.")
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="CSV to write.")
def simulate(scenarios: Path, scenario_id: str, solver: str, dt: float, fast: bool, output: Path) -> None:
    """Integrate one scenario of a Fossen vehicle.

    SCENARIOS is a TOML file of [[scenario]] tables: vehicle, variant, overrides, input (tau, actuator or desired),
    segments, current, wind, eta0, nu0, t_end, dt_out. The CSV holds t, the state and the actuator states in SI units
    and rad, 17 significant digits. A name ending in .gz is compressed.
    """
    from usimmarine_py.run.scenarios.simulate import simulate_file

    say(simulate_file(scenarios, scenario_id, output, solver, dt, fast))


@verify.command(short_help="Draw the effect of the integration step.")
@click.argument("scenarios", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--id", "scenario_id", required=True, metavar="ID", help="Which [[scenario]] of the file to run.")
@click.option("--solver", default="dp5", show_default=True, metavar="NAME", help="Solver whose tracks are drawn.")
@click.option("--steps", default="0.2,0.1,0.05,0.02,0.01", show_default=True, metavar="S,S,...", help="Steps, seconds.")
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="PNG, SVG or PDF.")
def steps(scenarios: Path, scenario_id: str, solver: str, steps: str, output: Path) -> None:
    """Draw the effect of the integration step on a scenario of a Fossen vehicle.

    Every solver runs with every step; the reference is dp5 with half the smallest one. SCENARIOS is a file as for
    `usim verify simulate`.
    """
    from usimmarine_py.plots.model.steps import step_figure
    from usimmarine_py.plots.output import check_output, save_figure
    from usimmarine_py.trials.step_study import parse_steps, study

    check_output(output)
    result = study(scenarios, scenario_id, solver, parse_steps(steps))
    save_figure(step_figure(result), output)
    say(f"{scenario_id}, largest distance from the reference (m)")
    say(result.table())
    say(f"{output}")
