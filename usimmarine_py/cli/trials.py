"""``usim trials``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from usimmarine_py.cli.options import (
    Finite,
    MissionPath,
    app_option,
    echo_json,
    engine_option,
    json_option,
    prints_aside,
    quiet_option,
    set_option,
    workers_options,
)
from usimmarine_py.cli.progress import say

if TYPE_CHECKING:
    from usimmarine_py.trials.own import Notes


@click.command()
@click.argument("vehicles", nargs=-1, metavar="[VEHICLE[:VARIANT][,KEY=VALUE...]] ...")
@click.option(
    "--mission",
    "missions",
    type=MissionPath(with_changes=True),
    multiple=True,
    metavar="FILE.moos|NAME[,KEY=VALUE...]",
    help="The vehicle of a mission, which may be kinematic; repeatable.",
)
@click.option("--block", metavar="NAME", help="The simulator's block of the mission, if there are several.")
@app_option
@click.option("--variant", default="", metavar="NAME", help="Variant of all vehicles without a variant of their own.")
@click.option("--trial", "names", multiple=True, metavar="NAME", help="Only this manoeuvre; repeatable.")
@click.option(
    "--thrust", type=Finite(), default=60.0, show_default=True, metavar="PCT", help="DESIRED_THRUST of the approach."
)
@click.option(
    "--approach", type=Finite(), default=60.0, show_default=True, metavar="S", help="Duration of the approach."
)
@click.option("--any-approach", is_flag=True, help="Accept an approach that is not straight and steady, with a note.")
@click.option(
    "--circle-rudder",
    type=Finite(),
    metavar="DEG",
    help="Rudder of the turning circle (default 20, or the largest angle if that is smaller).",
)
@click.option(
    "--side",
    type=click.Choice(["starboard", "port"]),
    default="starboard",
    show_default=True,
    help="Side of the turning circle and of the first rudder of a zig-zag.",
)
@click.option(
    "--astern", type=Finite(), default=-100.0, show_default=True, metavar="PCT", help="Thrust of the crash stop."
)
@click.option("--solver", default="dp5", show_default=True, metavar="NAME", help="dp5, rk4, heun or euler.")
@click.option("--step", type=Finite(), metavar="S", help="Step of the solver (default 0.05, heun and euler 0.01).")
@engine_option("auto uses compiled equations if numba is installed.")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("trials"),
    show_default=True,
    help="Folder for trials.json and the figures.",
)
@set_option
@click.option("--figures", type=click.Choice(["png", "svg", "pdf", "none"]), default="png", show_default=True)
@click.option("--tracks", is_flag=True, help="Also write a CSV of each trial, for usim plot.")
@click.option(
    "--informative",
    default="",
    metavar="KEY,...|FIT.json",
    help="Which manoeuvre, thrust and angle to do next for a fit of these numbers, or after that of a file.",
)
@workers_options()
@json_option
@quiet_option("No progress lines.")
def trials(
    vehicles: tuple[str, ...], missions: tuple[str, ...], block: str | None, apps: tuple[str, ...], variant: str,
    names: tuple[str, ...], thrust: float, approach: float, any_approach: bool, circle_rudder: float | None,
    side: str, astern: float, solver: str, step: float | None, engine: str, output: Path, changes: dict[str, str],
    figures: str, tracks: bool, informative: str, workers: int, dask: str,
    as_json: bool, quiet: bool,
) -> int:  # fmt: skip
    """Run standard manoeuvres: turning circle, zig-zag 10/10 and 20/20, crash stop, acceleration, spiral.

    VEHICLE is a shipped vehicle (`usim trials odin:hilsim jolner:hilsim`) or a vehicle file. Several subjects are
    compared, also two parameter sets: `usim trials odin:hilsim odin:hilsim,rigid_body.mass=7000`.

    Trials start from rest in calm water. A rudder angle is R = 100 deg / largest angle; craft with differential thrust
    use R = 50, kinematic vehicles one per cent per degree.

    With --app the application steers each subject: it reads the order as TRIAL_THRUST and TRIAL_RUDDER, and its
    DESIRED_THRUST and DESIRED_RUDDER drive the vehicle.

    Several subjects are tried by a process for each processor, one subject in this one; --workers says otherwise.

    With --informative nothing is written: for numbers of a vehicle file (`usim trials otter --informative
    rigid_body.mass,damping.linear_diag.0`), or after a fit (`usim trials ./otter_fitted.toml --informative
    otter_fitted.json`), it says which trial leaves the least largest standard error (docs/fit.md).
    """
    from usimmarine_py.launch.pools import WorkersWanted
    from usimmarine_py.trials.files import make_folder, write_figures, write_json, write_tracks
    from usimmarine_py.trials.manoeuvres import TrialOptions
    from usimmarine_py.trials.subject import mission_subject, numbered, vehicle_subject
    from usimmarine_py.trials.trials import run_trials
    from usimmarine_py.values.overrides import split_changes

    if informative:
        from usimmarine_py.cli.craft.informative import informative_command

        if len(vehicles) != 1 or missions or apps or changes:
            raise click.UsageError("--informative takes one VEHICLE, and --trial, --json")
        tell = (
            (lambda text: None) if quiet or as_json or not sys.stderr.isatty() else (lambda text: say(text, err=True))
        )
        asked = f"{vehicles[0]}:{variant}" if variant and ":" not in vehicles[0] else vehicles[0]
        return informative_command(asked, informative, names, as_json, tell, WorkersWanted(workers, dask))
    options = TrialOptions(
        thrust=thrust, approach=approach, any_approach=any_approach, circle_rudder=circle_rudder, side=side,
        astern=astern,
    )  # fmt: skip
    progress = None if quiet or not sys.stderr.isatty() else lambda text: say(text, err=True)
    said: list[Notes] = []
    with prints_aside(as_json):
        subjects = [
            vehicle_subject(text, variant=variant, solver=solver, step=step, engine=engine, changes=changes)
            for text in vehicles
        ]
        homes: list[str | None] = [None] * len(vehicles) + [split_changes(text)[0] for text in missions]
        subjects += [mission_subject(text, block=block, engine=engine, changes=changes) for text in missions]
        if apps:
            from usimmarine_py.trials.own import with_and_without

            subjects, said = with_and_without(subjects, homes, apps)
        subjects = numbered(subjects)
        for subject in subjects:
            for warning in () if as_json and quiet else subject.warnings:
                own = warning.startswith(subject.label)  # most begin with the vehicle's name
                say(warning if own else f"{subject.label}: {warning}", err=as_json)
        make_folder(output)  # before the trials, so that an error comes first
        # the trials of one vehicle take no longer than a process takes to start
        workers = workers or int(len(subjects) == 1)
        report = run_trials(subjects, options, names, progress, workers, dask)
    if not as_json:
        say(report.table())
    for notes in said:
        for text in () if as_json and quiet else notes.texts:
            say(f"{notes.label}: {text}", err=as_json)
    write_json(output / "trials.json", report.as_json())
    written = ["trials.json"]
    if figures != "none":
        written += write_figures(report, output, figures)
    if tracks:
        written += write_tracks(report, output)
    if as_json:
        echo_json({**report.as_json(), "written": [str(output / name) for name in written]})
    else:
        say(f"wrote {', '.join(written)} in {output}")
    for result in report.results:
        # the table shows them, too
        for name, reason in result.failed.items() if not result.trials or (as_json and not quiet) else ():
            say(f"{result.subject.label}: {name}: {reason}", err=True)
    return 0 if all(result.trials for result in report.results) else 1
