"""``usim trials VEHICLE --informative KEY,...|FIT.json``: which trial tells most of some numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite

from usimmarine_py.cli.options import echo_json
from usimmarine_py.cli.progress import say
from usimmarine_py.fit.identify.design import Proposals

_SHOWN = 5


def informative_command(
    vehicle: str, asked: str, only: Sequence[str], as_json: bool, tell: Callable[[str], None]
) -> int:  # fmt: skip
    """Print the trials with the errors that each would leave; 0."""
    from usimmarine_py.fit.identify.design import asked_numbers, propose
    from usimmarine_py.fit.identify.free import VehicleFile
    from usimmarine_py.trials.subject import vehicle_subject

    file = VehicleFile.open(vehicle)
    free, known, noise = asked_numbers(file, asked)
    result = propose(file, vehicle_subject(vehicle).plant, free, known, noise, only, tell)
    if as_json:
        echo_json({
            "vehicle": vehicle,
            "errors_before": {k: v if isfinite(v) else None for k, v in result.before.items()},
            "trials": [
                {"manoeuvre": p.manoeuvre, "thrust": p.thrust, "rudder_deg": p.angle, "seconds": p.seconds,
                 "errors": {k: v if isfinite(v) else None for k, v in p.errors.items()}}
                for p in result.trials
            ],
            "notes": list(result.notes),
        })  # fmt: skip
        return 0
    for line in report(vehicle, result):
        say(line)
    return 0


def report(vehicle: str, result: Proposals) -> list[str]:
    """The first trials, their largest errors, and all errors after the best one."""
    best = result.trials[0]
    width = max(len(p.command) for p in result.trials[:_SHOWN]) + 2
    lines = [f"{'trial':<{width}}{'s':>6}{'largest error':>15}"]
    lines += [f"{p.command:<{width}}{p.seconds:>6.0f}{_percent(p.largest):>15}" for p in result.trials[:_SHOWN]]
    names = max(len(name) for name in best.errors) + 2
    lines += ["", f"{'number':<{names}}{'before':>10}{'after':>10}"]
    lines += [f"{k:<{names}}{_percent(result.before[k]):>10}{_percent(v):>10}" for k, v in best.errors.items()]
    lines += [f"note: {note}" for note in result.notes]
    return [*lines, "", f"next: usim trials {vehicle} {best.command}"]


def _percent(share: float) -> str:
    return f"{100.0 * share:.2g} %" if isfinite(share) else "unknown"
