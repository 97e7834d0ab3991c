"""What ``usim fit`` does: read, fit, tell, write."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from usimmarine_py.errors import LogFileError, MissingExtraError
from usimmarine_py.fit.data import read_fit_data
from usimmarine_py.fit.fit import FitResult, fit


@dataclass(frozen=True, slots=True)
class FitRequest:
    """The command line of ``usim fit``."""

    run: Path
    dialect: str | None = None  #: None: of the application that posted the run
    prefix: str = ""
    horizon: float = 10.0
    app_tick: float | None = None  #: Hz; None: as the log
    output: Path | None = None  #: None: beside the run
    figure: bool = True


def fit_command(request: FitRequest, say: Callable[[str], None]) -> int:
    """Do it. Raises ``UsimError`` for what cannot be fitted."""
    result = fit(read_fit_data(request.run, request.prefix), request.dialect, request.horizon, request.app_tick)
    for line in fit_lines(result):
        say(line)
    folder = request.output or request.run.parent
    name = result.data.name
    written = [folder / f"{name}_fit.json", folder / f"{name}_fit.moos"]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        written[0].write_text(json.dumps(result.as_json(), indent=2) + "\n", encoding="utf-8")
        written[1].write_text(result.block() + "\n", encoding="utf-8")
    except OSError as error:
        problem = f"cannot be written: {error.strerror or error}; choose another folder with -o"
        raise LogFileError(problem, file=str(folder)) from error
    if request.figure:
        try:
            _write_figure(result, folder / f"{name}_fit.png")
            written.append(folder / f"{name}_fit.png")
        except MissingExtraError as error:
            say(f"no figure: {error}")
    say("")
    say(f"wrote {', '.join(str(path) for path in written)}")
    return 0


def fit_lines(result: FitResult) -> list[str]:
    """Parameters with their errors, residuals, and the block to paste."""
    width = max(len(p.name) for p in result.parameters) + 2
    given = f"dialect {result.dialect}, {result.app_tick:g} steps a second; motion {result.data.prefix}_*"
    by = f", posted by {result.data.source}" if result.data.source else ""
    lines = [f"{result.data.name}: {given}{by}", ""]
    lines += [f"{'parameter':<{width}}{'value':>12}{'+-':>12}"]
    for p in result.parameters:
        error = "-" if p.error is None else f"{p.error:.2g}"
        lines.append(f"{p.name:<{width}}{p.value:>12.5g}{error:>12}  {p.remark}".rstrip())
    r = result.residuals
    units = {"speed": "m/s", "heading": "deg", "depth": "m"}
    told = [f"{name} {r[name]:.3g} {unit}{_share(result, name)}" for name, unit in units.items() if name in r]
    lines += ["", f"rms within {result.horizon:g} s of a measured state: {', '.join(told)}"]
    if "track_end" in r:
        lines.append(f"track by the commands alone: rms {r['track_rms']:.3g} m, {r['track_end']:.3g} m at the end")
    lines += [f"note: {note}" for note in result.notes]
    return [*lines, "", *result.block().splitlines()]


def _share(result: FitResult, name: str) -> str:
    """How much of what changed the fit explains; not more digits than would be true."""
    share = result.explained.get(name)
    if share is None:
        return ""
    text = f"{100 * share:.4g}" if share < 0.999995 else "100"
    return f" ({text} % explained)" if share > 0 else " (0 % explained)"


def _write_figure(result: FitResult, path: Path) -> None:
    from usimmarine_py.plots.fit import FitSeries, fit_figure
    from usimmarine_py.plots.output import save_figure

    data = result.data
    recorded = None if data.x is None or data.y is None else (data.x, data.y)
    series = FitSeries(
        f"{data.name} and the kinematic vehicle fitted to it (dialect {result.dialect})",
        result.series,
        recorded,
        (result.track["x"], result.track["y"]),
        result.residuals,
        restarts=result.restarts,
    )
    save_figure(fit_figure(series), path)
