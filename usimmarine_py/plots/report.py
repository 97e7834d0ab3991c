"""One page of a run or a sweep that opens without a server: pictures, events, figures, files, how to repeat it."""

from __future__ import annotations

import base64
import json
import shlex
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from usimmarine_py.errors import ConfigError, NothingToDrawError, file_errors
from usimmarine_py.logs.fleet.happened import happened
from usimmarine_py.logs.fleet.read import is_field
from usimmarine_py.logs.helm import has_helm, says_of_helm
from usimmarine_py.logs.runs import mission_of, read_run, runs_in
from usimmarine_py.logs.whole_files import write_whole
from usimmarine_py.plots.draw import PlotRequest, draw
from usimmarine_py.version import __version__

#: Most events of a log, and characters of a file, on the page.
_MOST_EVENTS, _MOST_TEXT = 300, 60_000
#: Of a summary: its entries in words, with units.
_FIGURES = {
    "status": "Status", "ended": "Ended by", "time": "Time (s)", "distance": "Distance (m)",
    "largest_speed": "Largest speed (m/s)", "largest_depth": "Largest depth (m)", "energy": "Energy (s at full thrust)",
    "battery_left": "Battery left (%)", "waypoints": "Waypoints", "waypoints_missed": "Waypoints missed",
    "cross_track_rms": "Cross-track error, RMS (m)", "cross_track_largest": "Cross-track error, largest (m)",
}  # fmt: skip
_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5em auto; max-width: 70em; padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.1em; margin: 1.6em 0 .4em; }
img { display: block; max-width: 100%; height: auto; background: #fff; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .15em 1.2em .15em 0; vertical-align: top; }
th { font-weight: 600; } td { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85em; }
.wide { overflow-x: auto; } .wide td { overflow-wrap: normal; } .bad { color: #c0392b; font-weight: 600; }
"""


def write_report(folder: Path, output: Path | None = None) -> Path:
    """Write the page of a folder of ``usim run`` or ``usim sweep``, or of a log; ``report.html`` in it, or ``output``.

    Raises ``ConfigError`` for a folder of neither, ``LogFileError`` for files that cannot be read or written.
    """
    if (folder / "sweep.json").is_file():
        title, parts = f"Sweep {folder.absolute().name}", list(_sweep(folder))
    elif folder.is_dir() or folder.suffix.lower() == ".alog":
        title, parts = _name(folder), list(_run(folder))
    else:
        raise ConfigError("is neither a folder of usim run or usim sweep nor an .alog", file=str(folder))
    target = output or (folder if folder.is_dir() else folder.parent) / "report.html"
    head = (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{_text(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width">\n<style>{_STYLE}</style>\n</head>\n<body>\n'
        f"<h1>{_text(title)}</h1>\n"
    )
    with file_errors(target, "cannot write the report", remedy="choose another --output"):
        write_whole(target, head + "\n".join(parts) + "\n</body>\n</html>\n")
    return target


def _name(folder: Path) -> str:
    missions = {mission for run in runs_in(folder) if (mission := mission_of(run)) is not None}
    if len(missions) == 1:
        return next(iter(missions)).stem
    places = {mission.parent for mission in missions}
    return next(iter(places)).absolute().name if len(places) == 1 else folder.absolute().stem


# -- a run


def _run(folder: Path) -> Iterator[str]:
    logs = runs_in(folder)
    summary = _summary(folder, logs)
    yield from _figures(summary)
    yield from _pictures(folder, logs)
    yield from _events(logs, summary)
    yield from _files(logs, summary)
    yield from _repeat(logs, summary)


def _summary(folder: Path, logs: list[Path]) -> Mapping[str, Any]:
    """The summary of a run beside its logs; empty for logs of others."""
    names = [folder / "run.json"] if folder.is_dir() else []
    for file in (*names, *(log.with_suffix(".json") for log in logs)):
        if file.is_file():
            with file_errors(file, "cannot read the summary"):
                try:
                    found = json.loads(file.read_text(encoding="utf-8"))
                except ValueError as error:
                    raise ConfigError(f"is no summary of a run: {error}", file=str(file)) from error
            if isinstance(found, dict):
                return found
    return {}


def _figures(summary: Mapping[str, Any]) -> Iterator[str]:
    verdicts = summary.get("verdicts") or {}
    yield from _list("Verdicts", [f"{name}: {text}" for name, text in verdicts.items()])
    wrong = [*(summary.get("config_warnings") or ()), *(summary.get("run_warnings") or {})]
    yield from _list("Warnings", map(str, wrong))
    parts = summary.get("communities") or {"": summary}
    columns = [(name, part) for name, part in parts.items() if part.get("moved") or len(parts) == 1]
    rows = [
        [words, *(_number(part.get(key)) for _, part in columns)]
        for key, words in _FIGURES.items()
        if any(part.get(key) is not None for _, part in columns)
    ]
    yield from _table("Figures", ["", *(name for name, _ in columns)], rows)
    met = summary.get("encounters") or ()
    close = [[" and ".join(one["vehicles"]), _number(one["distance"]), _number(one["time"])] for one in met]
    yield from _table("Closest approaches", ["Vehicles", "Distance (m)", "Time (s)"], close)


def _pictures(folder: Path, logs: list[Path]) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as scratch:
        runs = (folder,) if folder.is_dir() and is_field(folder) else tuple(logs)
        several, place = len(logs) > 1 or is_field(folder), Path(scratch)
        wanted = [("Tracks", PlotRequest(runs, place / "tracks.png", field=several))]
        if helms := tuple(log for log in logs if log.suffix == ".alog" and has_helm(read_run(log, says_of_helm))):
            wanted.append(("Helm", PlotRequest(helms, place / "helm.png", helm=True)))
        if several:
            wanted.append(("Encounters", PlotRequest(runs, place / "met.png", field=True, encounters=True)))
        for words, request in wanted:
            try:
                yield _image(words, draw(request))
            except NothingToDrawError as error:
                if words == "Tracks":
                    yield f'<p class="bad">{_text(str(error))}</p>'


def _image(words: str, file: Path) -> str:
    data = base64.b64encode(file.read_bytes()).decode()
    return f'<h2>{_text(words)}</h2>\n<img alt="{_text(words)}" src="data:image/png;base64,{data}">'


def _events(logs: list[Path], summary: Mapping[str, Any]) -> Iterator[str]:
    found = [(float(one["time"]), _event(one), "") for one in summary.get("events") or ()]
    for log in logs:
        if log.suffix == ".alog":
            own = log.stem if len(logs) > 1 else ""
            try:
                found += [(at, text, own) for at, text in happened(read_run(log, says_of_helm))]
            except NothingToDrawError:
                continue  # a log without numbers
    found.sort()
    rows = [[f"{at:.1f}", name, text] for at, text, name in found[:_MOST_EVENTS]]
    more = len(found) - len(rows)
    yield from _table("Events" + (f", the first {len(rows)}; {more} more" if more else ""), ["Time (s)", "", ""], rows)


def _event(one: Mapping[str, Any]) -> str:
    """An entry of ``events`` of a summary in words."""
    between = " and ".join(map(str, one.get("between", ())))
    distance = one.get("distance")
    return f"{one.get('kind', '')} of {between}" + (f", {_number(distance)} m" if distance is not None else "")


def _files(logs: list[Path], summary: Mapping[str, Any]) -> Iterator[str]:
    heads = [line for log in logs if log.suffix == ".alog" for line in _head(log)]
    yield from _list("Versions and settings", [f"report by usimmarine {__version__}", *dict.fromkeys(heads)])
    parts = summary.get("communities") or {"": summary}
    sums = [[name, total] for part in parts.values() for name, total in (part.get("files") or {}).items()]
    yield from _table("Files", ["Name", "SHA-256"], sums)
    missions = dict.fromkeys(mission for log in logs if (mission := mission_of(log)) is not None)
    for mission in missions:
        for file in (mission, *sorted(mission.parent.glob("*.bhv"))):
            if file in missions or file.suffix == ".bhv":
                text = file.read_text(encoding="utf-8", errors="replace")[:_MOST_TEXT]
                yield f"<details><summary>{_text(file.name)}</summary>\n<pre>{_text(text)}</pre></details>"


def _head(log: Path) -> Iterator[str]:
    """The lines of a log's head that ``usim run`` writes: versions, mission, seed, applications."""
    with log.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            if not line.startswith("%"):
                return
            words = line.lstrip("%").strip()
            if words and not words.startswith(("LOG FILE", "FILE OPENED", "LOGSTART")):
                yield words


def _repeat(logs: list[Path], summary: Mapping[str, Any]) -> Iterator[str]:
    files = dict.fromkeys(mission for log in logs if (mission := mission_of(log)) is not None)
    missions = [str(mission) for mission in files]
    words = [str(word) for word in summary.get("command") or ()]
    if words:  # with its options; the mission's file as it is found from here
        places = {mission.name: str(mission) for mission in files}
        words = ["usim", *(places.get(Path(word).name, word) for word in words)]
    elif "seed" in summary and missions:
        words = ["usim", "run", *missions, "--seed", str(summary["seed"])]
        if summary.get("ended") == "duration":
            words += ["--duration", f"{summary['time']:g}"]
    else:
        return
    yield f"<h2>Repeat it</h2>\n<pre>{_text(shlex.join(words))}</pre>"


# -- a sweep


def _sweep(folder: Path) -> Iterator[str]:
    with file_errors(folder / "runs.json", "cannot read the sweep", remedy="let usim sweep end"):
        rows = json.loads((folder / "runs.json").read_text(encoding="utf-8"))
        manifest = json.loads((folder / "sweep.json").read_text(encoding="utf-8"))
    if isinstance(rows, dict):
        rows = rows.get("runs", [])
    outcomes: dict[str, int] = {}
    for row in rows:
        status = str(row.get("status", "done"))
        outcomes[status] = outcomes.get(status, 0) + 1
    yield from _table("Outcomes", ["Status", "Runs"], [[name, str(count)] for name, count in sorted(outcomes.items())])
    picture = folder / "sweep.png"
    if picture.is_file():
        yield _image("Map of outcomes", picture)
    else:
        yield "<p>No picture: the sweep was run with --no-figure.</p>"
    columns = list(dict.fromkeys(key for row in rows[:100] for key in row))
    yield from _table("Runs", columns, [[_number(row.get(key)) for key in columns] for row in rows[:200]])
    repeated = folder / "command.txt"
    if repeated.is_file():
        words = f"{repeated.read_text(encoding='utf-8').strip()} -o {shlex.quote(folder.resolve().name + '_again')}"
        yield f"<h2>Repeat it</h2>\n<pre>{_text(words)}</pre>"
    else:
        yield "<p>The command that did this sweep is not known: it was done by Python, or by an older version.</p>"
    yield f"<details><summary>Settings</summary>\n<pre>{_text(json.dumps(manifest, indent=2))}</pre></details>"
    yield from _list("Versions", [f"report by usimmarine {__version__}"])


# -- parts of a page


def _number(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else "" if value is None else str(value)


def _table(title: str, heads: list[str], rows: list[list[str]]) -> Iterator[str]:
    if not rows:
        return
    yield f'<h2>{_text(title)}</h2>\n<div class="wide"><table>'
    if any(heads):
        yield "<tr>" + "".join(f"<th>{_text(head)}</th>" for head in heads) + "</tr>"
    for row in rows:
        yield "<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in row) + "</tr>"
    yield "</table></div>"


def _list(title: str, texts: Iterable[str]) -> Iterator[str]:
    items = [f"<li>{_text(text)}</li>" for text in texts]
    if items:
        yield f"<h2>{_text(title)}</h2>\n<ul>{''.join(items)}</ul>"


def _text(text: str) -> str:
    """A text of a log or a mission, so that it is only text."""
    return escape("".join(c if c.isprintable() or c in "\n\t" else " " for c in str(text)))
