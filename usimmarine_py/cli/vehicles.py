"""``usim vehicles`` and ``usim backends``: list vehicles and backends, or explain one."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import degrees, inf, pi, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from usimmarine_py.cli.options import echo_json, json_option
from usimmarine_py.cli.progress import Progress, StatusLine, say
from usimmarine_py.errors import ConfigError

if TYPE_CHECKING:
    from usimmarine_py.vehicle.actuators.actuator import Actuator
    from usimmarine_py.vehicle.actuators.commands import CommandRule
    from usimmarine_py.vehicle.description.checks import Pairs
    from usimmarine_py.vehicle.description.vehicle import Matrix, VehicleDescription

_PARAMETER = ("name", "kind", "default", "unit", "minimum", "maximum", "choices", "help")
_AXES = ("surge", "sway", "heave", "roll", "pitch", "yaw")


@click.command()
@click.argument("name", required=False, metavar="[NAME[:VARIANT][,KEY=VALUE ...]]")
@click.option("--variant", default="", metavar="VARIANT", help="The same as NAME:VARIANT.")
@click.option("--toml", "as_toml", is_flag=True, help="Print the vehicle file, for editing: vehicle = FILE.toml.")
@click.option("--envelope", is_flag=True, help="Test every command in calm water and in weather (minutes).")
@click.option(
    "--bem", "mesh", type=click.Path(path_type=Path), metavar="MESH",
    help="Compute added mass, damping and wave forces of a mesh (x forward, z up, surface at 0, m) with Capytaine.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path),
    help="Draw what it will do, or data of a panel code (PNG, SVG, PDF); of --bem the NetCDF (default: beside MESH).",
)  # fmt: skip
@json_option
def vehicles(
    name: str | None, variant: str, as_toml: bool, envelope: bool, mesh: Path | None, output: Path | None, as_json: bool
) -> None:
    """List the vehicles with hydrodynamics (Fossen's equations), or explain one.

    NAME is a shipped vehicle or the path of a vehicle file; VARIANT is one of its variants, KEY=VALUE changes an entry
    (odin:hilsim,rigid_body.mass=7000). Prints dimensions, matrices, damping, actuators, sources, validity range, Froude
    number, and warnings.
    """
    if name is None and (variant or envelope or as_toml):
        raise click.UsageError("--variant, --toml and --envelope need the NAME of a vehicle")
    if mesh is not None:
        if as_toml or envelope or as_json:
            raise click.UsageError("--bem stands alone: leave --toml, --envelope and --json out")
        _compute(mesh, output, name, variant)
        return
    if output is not None:
        if name is None or as_toml or envelope or as_json:
            raise click.UsageError("--output needs the NAME of a vehicle, without --toml, --envelope and --json")
        _draw(name, variant, output)
        return
    if name is not None and as_toml:
        if envelope or as_json:
            raise click.UsageError("--toml stands alone: leave --envelope and --json out")
        say(vehicle_toml(name, variant), nl=False)
        return
    if name is not None and envelope:
        from usimmarine_py.trials.envelope import FULL, envelope_of, table

        progress = Progress(sys.stderr)
        try:
            rows = envelope_of(name, variant, FULL, progress)
        finally:
            progress.close()
        if as_json:
            echo_json([{**asdict(row), "passed": row.passed} for row in rows])
        else:
            say(table(rows))
        if not all(row.passed for row in rows):
            raise SystemExit(1)
        return
    if as_json:
        echo_json(_listed() if name is None else _facts(_loaded(name, variant)))
        return
    say(list_vehicles() if name is None else explain_vehicle(name, variant))


def _compute(mesh: Path, output: Path | None, name: str | None, variant: str) -> None:
    """Write the data of a mesh; water and centre of gravity are those of a vehicle, if one is named."""
    from usimmarine_py.vehicle.bem.compute import compute

    output = mesh.with_suffix(".nc") if output is None else output
    if output.suffix != ".nc":
        raise ConfigError("the data of --bem are NetCDF: the name must end in .nc", key="--output", file=str(output))
    rho, g, centre = 1025.0, 9.81, None
    if name is not None:
        v = _loaded(name, variant)
        rho, g, centre = v.medium.rho, v.g, (v.r_g[0], -v.r_g[1], -v.r_g[2])
    progress = StatusLine(sys.stderr)
    try:
        progress.show("computing; Capytaine's first use on a machine makes tables first (a minute)")
        panels, count, top = compute(mesh, output, rho, g, centre, progress.show if progress.terminal else None)
    finally:
        progress.close()
    say(f"{output}: {panels} panels, {count} frequencies to {top:.3g} rad/s, {rho:g} kg/m3")
    say(f'In a vehicle file: [hydrodynamics] bem = "{output.name}"')


def _draw(name: str, variant: str, output: Path) -> None:
    from usimmarine_py.plots.output import check_output, save_figure

    check_output(output)
    v = _loaded(name, variant)
    if v.hydro is not None:
        from usimmarine_py.plots.model.hydrodynamics import hydrodynamics_figure

        figure = hydrodynamics_figure(v.hydro, f"{v.name}: {v.hydro.source}")
    else:
        from usimmarine_py.plots.model.performance import performance_figure
        from usimmarine_py.vehicle import Vehicle

        figure = performance_figure(Vehicle.load(name, variant))
    save_figure(figure, output)
    say(f"wrote {output}")


@click.command()
@click.argument("name", required=False)
@click.option("--check", is_flag=True, help="Test the contract of docs/backends.md.")
@json_option
def backends(name: str | None, check: bool, as_json: bool) -> None:
    """List the values of `dynamics = NAME`, plug-ins included; or the parameters of one backend.

    A plug-in that failed to load is listed with the reason; the others are not affected. With --check, exit code 1
    means that NAME violates the contract.
    """
    from usimmarine_py.kinematic.parameters import PARAMETERS
    from usimmarine_py.simulator.backends import find_backend, list_backends

    if check and name is None:
        raise click.UsageError("--check needs the NAME of a backend")
    if name is None and as_json:
        echo_json([asdict(info) for info in list_backends()])
        return
    if name is None:
        for info in list_backends():
            state = f"FAILED: {info.problem}" if info.problem else "ok"
            say(f"{info.name:14} {info.origin:40} {state}")
        say("usim backends NAME lists the parameters of one; docs/backends.md describes how to write one.")
        return
    factory = find_backend(name)
    if check:
        if factory is None:
            raise click.UsageError("--check is for plug-ins; kinematic is built in")
        from usimmarine_py.simulator.plugins.check import check_backend

        found = check_backend(factory)
        if as_json:
            echo_json({"name": name, "problems": found})
        for sentence in () if as_json else found or ("ok",):
            say(sentence)
        if found:
            raise SystemExit(1)
        return
    parameters = PARAMETERS if factory is None else factory.parameters
    if as_json:
        echo_json([{key: getattr(p, key) for key in _PARAMETER} for p in parameters])
        return
    for p in parameters:
        unit = f" [{p.unit}]" if p.unit else ""
        default = f" (default {p.default})" if p.default else ""
        say(f"{p.name}{unit}{default}\n    {p.help}")


def vehicle_toml(name: str, variant: str = "") -> str:
    """The text of a vehicle file, with ``variant`` as its default variant.

    Raises ``ConfigError``, also for a file that is not a vehicle.
    """
    from usimmarine_py.values.overrides import VehicleText
    from usimmarine_py.vehicle.files import load, read

    vehicle = VehicleText.read(name)
    if vehicle.changes:
        raise ConfigError("is changed: --toml prints a file as it is, leave KEY=VALUE out", key=name)
    load(name, variant)
    text, variant = read(vehicle.name)[0], vehicle.variant_or(variant)
    if not variant:
        return text
    lines = text.splitlines(keepends=True)
    tables = next((i for i, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    chosen = f'default_variant = "{variant}"\n'
    for i, line in enumerate(lines[:tables]):
        if line.partition("=")[0].strip() == "default_variant":
            return "".join([*lines[:i], chosen, *lines[i + 1 :]])
    return "".join([*lines[:tables], chosen, "\n", *lines[tables:]])


def _listed() -> list[dict[str, object]]:
    """The list of all shipped vehicles."""
    from usimmarine_py.vehicle.files import names

    return [
        {
            "name": name, "title": v.about.title, "dof": v.dof, "length": v.size.length_oa, "mass": v.mass,
            "commands": v.command.type if v.command else "", "variants": list(v.about.variants),
        }
        for name in names() for v in (_loaded(name),)
    ]  # fmt: skip


def _loaded(name: str, variant: str = "") -> VehicleDescription:
    from usimmarine_py.vehicle.files import load

    return load(name, variant)


def _facts(v: VehicleDescription) -> dict[str, object]:
    """The figures of one vehicle: m, kg, SI; matrices about CO in BODY."""
    from usimmarine_py.vehicle.description.checks import stability_report, trial_spectra, vehicle_warnings

    spectra = trial_spectra(v)
    states = [
        {"actuator": a.name, "kind": a.kind, "mail": f"DESIRED_{s.name.upper()}", "low": s.low * scale,
         "high": s.high * scale, "unit": unit, "time_constant": s.time_constant}
        for a in v.actuators for s in a.states
        for scale, unit in ((degrees(1.0), "deg") if s.unit == "rad" else (1.0, s.unit),)
    ]  # fmt: skip
    return {
        "name": v.name, "title": v.about.title, "file": v.about.file, "variant": v.variant,
        "variants": list(v.about.variants), "default_variant": v.about.default_variant, "dof": v.dof,
        "length": v.size.length_oa, "beam": v.size.beam, "draft": v.size.draft, "mass": v.mass, "r_g": list(v.r_g),
        "M": v.M.tolist(), "M_A": v.body.M_A.tolist(), "speed_max": v.speed_max,
        "commands": v.command.type if v.command else "", "actuators": states,
        "stability": list(stability_report(v, spectra)), "warnings": list(vehicle_warnings(v, spectra)),
        "sources": [{"of": what, "source": ref} for what, ref in v.about.sources],
    }  # fmt: skip


def list_vehicles() -> str:
    """One line for every shipped vehicle."""
    from usimmarine_py.vehicle.files import names

    lines = [f"{'name':14} {'dof':3}  {'length':>7}  {'mass':>9}  {'commands':17} {'variants':23} title"]
    for name in names():
        v = _loaded(name)
        command = v.command.type if v.command else "-"
        variants = ", ".join(v.about.variants) or "-"
        mass = f"{v.mass:6.4g} kg" if v.mass < 1e5 else f"{v.mass / 1000.0:7.0f} t"
        lines.append(
            f"{name:14} {v.dof:3}  {v.size.length_oa:5.4g} m  {mass:>9}  {command:17} {variants:23} {v.about.title}"
        )
    lines.append("")
    lines.append("In a mission: dynamics = fossen6 (or fossen3, by dof), vehicle = NAME, variant = VARIANT.")
    lines.append("usim vehicles NAME[:VARIANT] explains one; a file of your own is given by its path.")
    lines.append("usim vehicles NAME --toml > mine.toml prints its file, for editing: vehicle = mine.toml")
    return "\n".join(lines)


def explain_vehicle(name: str, variant: str = "") -> str:
    """Dimensions, matrices, actuators, sources, validity and warnings of a vehicle. Raises ConfigError."""
    return "\n".join(_explain(_loaded(name, variant)))


def _explain(v: VehicleDescription) -> Iterator[str]:
    from usimmarine_py.vehicle.description.checks import trial_spectra, vehicle_warnings

    yield from _dimensions(v)
    yield ""
    yield "Mass matrix M = M_RB + M_A (kg, kg m, kg m2; about CO)"
    yield from _matrix(v.M, v.dof)
    yield f"  smallest eigenvalue {_smallest(v):.4g}: positive definite"
    yield "Added mass M_A" + ("" if v.body.symmetrise else " (used unsymmetric as printed)")
    yield from _matrix(v.body.M_A, v.dof)
    yield from _damping(v)
    yield from _other_forces(v)
    yield ""
    yield "Actuators"
    for a in v.actuators:
        yield from _actuator(a)
    if v.command is not None:
        yield from _commands(v.command)
    yield ""
    spectra = trial_spectra(v)
    yield from _validity(v, spectra)
    warnings = vehicle_warnings(v, spectra)
    if warnings:
        yield ""
        yield "Warnings"
        yield from (f"  {w}" for w in warnings)
    if v.about.sources:
        yield ""
        yield "Sources"
        for what, ref in v.about.sources:
            yield f"  {what}:" if what else "  -"
            yield f"    {ref}"


def _dimensions(v: VehicleDescription) -> Iterator[str]:
    yield f"{v.name}: {v.about.title}" + (f" (variant {v.variant})" if v.variant else "")
    attitude = "unit quaternion" if v.attitude == "quaternion" else "Euler angles"
    yield f"  file {v.about.file}; {v.dof} degrees of freedom; attitude by {attitude}"
    default = f"; default: {v.about.default_variant}" if v.about.default_variant else ""
    yield f"  variants: {', '.join(v.about.variants) or 'none'}{default}; base is the file without a variant"
    yield ""
    yield "Dimensions"
    yield f"  length {v.size.length_oa:g} m over all, {v.length_pp:g} m between perpendiculars"
    yield f"  beam {v.size.beam:g} m, draft {v.size.draft:g} m"
    yield f"  mass {v.mass:g} kg; centre of gravity {_vector(v.r_g)} m (BODY, from CO)"
    yield f"  water {v.medium.rho:g} kg/m3, {v.medium.nu_kin:g} m2/s; g {v.g:g} m/s2"
    if v.submerged:
        h = v.forces.hydrostatics
        net = h.buoyancy - v.mass * v.g
        yield f"  buoyancy {h.buoyancy:g} N at {_vector(h.r_b)} m: {abs(net):.3g} N {'light' if net >= 0 else 'heavy'}"


def _other_forces(v: VehicleDescription) -> Iterator[str]:
    if v.forces.hydrostatics.model == "linear":
        yield "Restoring G (N/m, N, N m/rad)"
        yield from _matrix(v.forces.hydrostatics.G, v.dof)
    if v.hydro is not None:
        from usimmarine_py.vehicle.bem.checks import report
        from usimmarine_py.vehicle.bem.fit import fitted_memory

        yield "Data of a panel code"
        yield from (f"  {line}" for line in report(v.hydro))
        yield "Fit of the fluid memory (root mean square of the deviation over that of the data)"
        yield from (f"  {line}" for line in fitted_memory(v.hydro).report())
    if v.forces.memory:
        states = sum(s.order for s in v.forces.memory)
        scaling = v.forces.memory_scaling
        yield f"Fluid memory: {len(v.forces.memory)} transfer functions, {states} states, scaling {scaling}"
    else:
        yield "Fluid memory: off"
    from usimmarine_py.kernels.body.records import SIMPLE_LAW

    if v.weather.wind.law != 0.0:
        law = "simple coefficients" if v.weather.wind.law == SIMPLE_LAW else "Blendermann"
        yield f"Wind: {law}, frontal area {v.weather.wind.front:g} m2, lateral area {v.weather.wind.side:g} m2"
    if v.weather.waves is not None:
        yield f"Waves: first-order forces, gains {_vector(v.weather.waves['K'])}"
        if v.weather.waves["drift"] is not None:
            yield "Waves: slow drift force"


def _validity(v: VehicleDescription, spectra: dict[float, Pairs]) -> Iterator[str]:
    from usimmarine_py.maths.integrators import TABLEAUX
    from usimmarine_py.vehicle.description.checks import largest_step, lateral_eigenvalue, stability_report

    yield "Validity"
    limit = v.froude_max * sqrt(v.g * v.length_pp)
    yield f"  Froude number up to {v.froude_max:g} ({limit:.2f} m/s)"
    yield f"  speeds up to {v.speed_max:g} m/s (Froude number {v.froude(v.speed_max):.2f})"
    fastest = lateral_eigenvalue(v, v.speed_max)
    stable = "unstable" if fastest > 0 else "stable"
    yield f"  straight run at {v.speed_max:g} m/s: lateral mode {fastest:+.2g} 1/s, course-{stable}"
    yield from (f"  {line}" for line in stability_report(v, spectra))
    periods = undamped_periods(v)
    if periods:
        yield "  undamped periods at rest: " + ", ".join(f"{axis} {period:.3g} s" for axis, period in periods.items())
    steps = ", ".join(f"{name} {largest_step(spectra.values(), t):.3f} s" for name, t in TABLEAUX.items())
    yield f"  longest stable steps: {steps}"


def undamped_periods(v: VehicleDescription) -> dict[str, float]:
    """Periods (s) of heave, roll and pitch at rest, each alone: 2 pi sqrt(M_ii/G_ii); of what has a restoring force."""
    if v.dof == 3:
        return {}
    h = v.forces.hydrostatics
    if v.submerged:
        lever = v.mass * v.g * v.r_g[2] - h.buoyancy * h.r_b[2]
        stiff = (0.0, lever, lever)
    else:
        stiff = (float(h.G[2, 2]), float(h.G[3, 3]), float(h.G[4, 4]))
    return {_AXES[i]: 2.0 * pi * sqrt(float(v.M[i, i]) / g) for i, g in zip((2, 3, 4), stiff, strict=True) if g > 0.0}


def _vector(x: Sequence[float]) -> str:
    return "[" + ", ".join(f"{e:g}" for e in x) + "]"


def _smallest(v: VehicleDescription) -> float:
    import numpy as np

    from usimmarine_py.vehicle.description.vehicle import axes_of

    used = axes_of(v.dof)
    m = v.M[np.ix_(used, used)]
    return float(np.linalg.eigvalsh(0.5 * (m + m.T)).min())


def _matrix(m: Matrix, dof: int) -> Iterator[str]:
    from usimmarine_py.vehicle.description.vehicle import axes_of

    used = axes_of(dof)
    for i in used:
        yield f"  {_AXES[i]:6}" + "".join(f"{m[i, j] + 0.0:12.5g}" for j in used)


def _damping(v: VehicleDescription) -> Iterator[str]:
    from dataclasses import asdict, astuple

    from usimmarine_py.kernels.body.records import Skeg

    d = v.forces.damping
    p = d.plain
    yield "Damping"
    if any(astuple(p.linear)) or p.coupled:
        full = " (diagonal of a full matrix)" if p.coupled else ""
        yield f"  linear{full} {_vector(astuple(p.linear))} N s/m, N m s"
    if p.fading:
        yield f"  linear part fades with exp(-c U), c = {_vector(astuple(p.fade))} s/m"
    for word, numbers in (("quadratic", p.quadratic), ("cubic", p.cubic)):
        if any(astuple(numbers)):
            yield f"  {word} {_vector(astuple(numbers))}"
    if d.friction.on:
        f = d.friction
        yield f"  surge: ITTC-57, coefficient {f.coef:g} N s2/m2, C_R {f.C_R:g}, length {f.length:g} m"
    if d.cross_flow.method:
        c = d.cross_flow
        how = "closed form" if c.method == 1.0 else "21 strips"
        yield f"  cross flow: sway {c.sway:g}, yaw {c.yaw:g} kg/m2 over [{c.x1:g}, {c.x2:g}] m, {how}"
    if d.lift.on:
        yield f"  lift and drag of the body: span {d.lift.span:g} m, area {d.lift.area:g} m2"
    if d.cylinder.on:
        length, radius = d.cylinder.length, d.cylinder.radius
        yield f"  cylinder section drag by Reynolds number: length {length:g} m, radius {radius:g} m"
    if d.skeg != Skeg():
        yield f"  skeg at x = {d.skeg.x:g} m, z = {d.skeg.z:g} m: {d.skeg.lift:.4g} kg/m"
    turns = d.derivatives
    tables: tuple[tuple[str, dict[str, Any]], ...] = (
        ("derivatives", {"X_": turns.x, "Y_": turns.y, "N_": turns.n}), ("lift of the hull", {"": d.body_lift}),
        ("glider", {"": d.polar}), ("MMG hull", {"X_": v.forces.mmg.x, "Y_": v.forces.mmg.y, "N_": v.forces.mmg.n}),
    )  # fmt: skip
    for what, records in tables:
        given = [
            f"{name if name == 'R_0' else head + name} {x:g}"
            for head, record in records.items()
            for name, x in asdict(record).items()
            if x and name != "on"
        ]
        if given:
            yield f"  {what} " + ", ".join(given)


_MAIL = {"surge": "THRUST", "yaw": "RUDDER", "heave": "HEAVE", "sway": "SWAY", "pitch": "ELEVATOR"}


def _commands(rule: CommandRule) -> Iterator[str]:
    if rule.type != "allocation":
        dives = ", DESIRED_ELEVATOR" if rule.type == "auv" else ""
        yield f"  commands: {rule.type} (DESIRED_THRUST, DESIRED_RUDDER{dives})"
        return
    yield "  commands: allocation; at 100 and at -100 per cent"
    for axis in _MAIL:
        if axis in rule.set_points:
            most = rule.allocation.most.get(axis, inf)
            one, other = (min(most, x) for x in rule.allocation.able[axis])
            unit = "N m" if axis in ("yaw", "pitch") else "N"
            yield f"    DESIRED_{_MAIL[axis]}: {axis} by {one:.4g} and {other:.4g} {unit}"


def _aims(a: Actuator) -> str:
    if a.normal is not None:
        return f", normal {_vector((0.0, *a.normal))}"
    return "" if a.bollard is None or a.direction == (1.0, 0.0, 0.0) else f", pushes {_vector(a.direction)}"


def _actuator(a: Actuator) -> Iterator[str]:
    yield f"  {a.name}: {a.kind} at {_vector(a.position)} m" + (f", {a.axis}" if a.axis else "") + _aims(a)
    for s in a.states:
        scale, unit = (degrees(1.0), "deg") if s.unit == "rad" else (1.0, s.unit)
        rate = f", at most {s.rate * scale:g} {unit}/s" if s.rate else ""
        limits = f"{s.low * scale:.6g} to {s.high * scale:.6g} {unit}".rstrip()
        yield f"    {s.name}: {limits}, time constant {s.time_constant:g} s{rate} (DESIRED_{s.name.upper()})"
