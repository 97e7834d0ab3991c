"""``usim fit --vehicle``: numbers of a vehicle file from trials; reads, fits, prints, writes."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from usimmarine_py.cli.options import echo_json
from usimmarine_py.cli.progress import StatusLine, say
from usimmarine_py.errors import ConfigError, MissingExtraError, file_errors
from usimmarine_py.logs.whole_files import write_whole

if TYPE_CHECKING:
    from usimmarine_py.fit.identify.identify import Estimate, Identified


@dataclass(frozen=True, slots=True)
class IdentifyRequest:
    """What the options of ``usim fit --vehicle`` say, as texts."""

    vehicle: str
    free: Sequence[str]
    bounds: Sequence[str]
    priors: Sequence[str]
    mapping: Sequence[str]
    bias: Sequence[str]
    lag: Sequence[str]
    noise: Sequence[str]
    current: str
    horizon: float
    step: float
    robust: float
    prefix: str
    output: Path | None
    figure: bool
    as_json: bool


def identify_command(runs: Sequence[Path], asked: IdentifyRequest) -> int:
    """Fit, print and write; 0."""
    from usimmarine_py.fit.identify.files import vehicle_text
    from usimmarine_py.fit.identify.free import VehicleFile, read_free
    from usimmarine_py.fit.identify.identify import identify
    from usimmarine_py.fit.identify.mapping import read_maps, read_record
    from usimmarine_py.fit.identify.pieces import Options

    file = VehicleFile.open(asked.vehicle)
    free = read_free(file, asked.free, asked.bounds, asked.priors)
    vehicle = file.build({})
    maps = read_maps(asked.mapping, runs)
    records = [read_record(path, vehicle, one, asked.prefix) for path, one in zip(runs, maps, strict=True)]
    quiet = asked.as_json
    for path, record in zip(runs, records, strict=True):
        for line in () if quiet else (f"{path}", *(f"  {text}" for text in record.used)):
            say(line)
    options = Options(
        horizon=asked.horizon, step=asked.step, current=asked.current, bias=_words(asked.bias), lag=_words(asked.lag),
        noise=_noise(asked.noise), robust=asked.robust,
    )  # fmt: skip
    status = StatusLine(sys.stderr)
    try:
        result = identify(file, free, records, options, tell=status.show if status.terminal else lambda text: None)
    finally:
        status.close()
    for text in () if quiet else report(result):
        say(text)
    folder = asked.output or runs[0].parent
    name = records[0].name if len(records) == 1 else f"{file.tree['vehicle']['name']}"
    written = [folder / f"{name}_fitted.toml", folder / f"{name}_fitted.json"]
    with file_errors(folder, remedy="choose another folder with -o"):
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(written[0], vehicle_text(result))
        write_whole(written[1], json.dumps(result.as_json(), indent=2) + "\n")
    if asked.figure:
        try:
            _write_figure(result, folder / f"{name}_fitted.png")
            written.append(folder / f"{name}_fitted.png")
        except MissingExtraError as error:
            say(f"no figure: {error}", err=quiet)
    if quiet:
        echo_json({**result.as_json(), "written": [str(path) for path in written]})
        return 0
    say("")
    say(f"wrote {', '.join(str(path) for path in written)}")
    say(f"next: usim trials ./{written[0]}" if not written[0].is_absolute() else f"next: usim trials {written[0]}")
    return 0


def _words(texts: Sequence[str]) -> list[str]:
    return [word.strip() for text in texts for word in text.split(",") if word.strip()]


def _noise(texts: Sequence[str]) -> Mapping[str, float]:
    found = {}
    for word in _words(texts):
        name, _, value = word.partition("=")
        try:
            found[name.strip()] = float(value)
        except ValueError:
            found[name.strip()] = 0.0
        if not 0.0 < found[name.strip()] < 1e9:
            raise ConfigError(f"{word!r} must be CHANNEL=STANDARD DEVIATION, as in heading=1.5", key="--noise")
    return found


def report(result: Identified) -> list[str]:
    """The estimates with errors, what is not determined, the residuals, and what was predicted of runs left out."""
    from usimmarine_py.fit.identify.record import CHANNELS

    p = result.problem
    width = max(len(e.name) for e in (*result.estimates, *result.others)) + 2
    seconds = sum(piece.rows for piece in p.pieces) * p.row
    lines = [
        "",
        f"{result.file.asked}: {p.count} values in {len(p.pieces)} piece{_plural(p.pieces)}, {seconds:.0f} s in all; "
        f"{p.options.solver} with steps of {p.options.step:g} s",
        "",
        f"{'number':<{width}}{'estimate':>12}{'+-':>10}{'95 %: from':>12}{'to':>12}{'file':>12}",
    ]
    lines += [_row(e, width) for e in result.estimates]
    if result.others:
        lines += ["", *(_row(e, width, True) for e in result.others)]
    lines += ["", f"{'channel':<{width}}{'residual rms':>12}{'noise':>12}"]
    for name, rms in result.rms.items():
        lines.append(f"{name:<{width}}{rms:>12.4g}{result.noise[name]:>12.4g} {CHANNELS[name].unit}")
    lines += [f"note: the errors of {a} and {b} go together (correlation {c:+.2f})" for a, b, c in result.pairs]
    lines += [f"note: {note}" for note in result.notes]
    for left in result.left_out:
        if not left.rms:
            lines.append(f"without {left.run} it cannot be predicted")
            continue
        shares = ", ".join(
            f"{name} {rms:.3g} for {left.within[name]:.3g} {CHANNELS[name].unit}" for name, rms in left.rms.items()
        )
        lines.append(f"{left.run} predicted by the other runs: rms {shares} taking part")
    return lines


def _plural(things: Sequence[object]) -> str:
    return "" if len(things) == 1 else "s"


def _row(e: Estimate, width: int, other: bool = False) -> str:
    start = "" if other else f" {e.start:>11.6g}"
    if e.error is None or e.interval is None:
        return f"{e.name:<{width}}{e.value:>12.6g}{'-':>10}{'':>24}{start}  {e.remark}".rstrip()
    low, high = e.interval
    return f"{e.name:<{width}}{e.value:>12.6g}{e.error:>10.2g} {low:>11.5g} {high:>11.5g}{start}  {e.remark}".rstrip()


def _write_figure(result: Identified, path: Path) -> None:
    from usimmarine_py.fit.identify.record import CHANNELS
    from usimmarine_py.plots.model.identified import identified_figure
    from usimmarine_py.plots.output import save_figure

    runs = [(run.record.name, lines) for run, lines in zip(result.problem.runs, result.series, strict=True)]
    units = {name: CHANNELS[name].unit for name in result.problem.channels}
    title = f"{result.file.asked} fitted to {len(runs)} run{_plural(runs)}"
    save_figure(identified_figure(title, runs, units, [n for n, c in CHANNELS.items() if c.angle]), path)
