"""Several runs on one page, side by side: which log is of which run, and what each run is called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from usimmarine_py.logs.runs import mission_name, runs_in, stem

#: What pLogger adds to a log's name: day, month and year, and the time.
_STAMP = re.compile(r"(.*?)_(\d{1,2})_(\d{1,2})_(\d{4})_+(\d{1,2}_\d{1,2}_\d{1,2})")


def runs_of(sources: Sequence[str]) -> dict[str, str]:
    """The name of the run of each log, empty for logs of one run; ``sources`` are logs, or folders of runs.

    A folder of `usim run` is a run. Other logs are those of one, unless two are of the same vehicle: then each folder
    is one of its own, and in the folder of a mission, where pLogger leaves those of every launch, each launch.
    """
    logs: dict[str, str] = {}  # log -> folder
    whole: set[str] = set()
    for source in sources:
        path = Path(source)
        files = runs_in(path) if path.is_dir() else [path]
        if path.is_dir() and any(file.parent != path for file in files):
            launches = _launches(files)
            for launch in launches:
                place = path.absolute() / _stamp(launch[0]) if len(launches) > 1 else path.absolute()
                logs.update({str(file): str(place) for file in launch})
        else:
            logs.update({str(file): str(file.absolute().parent) for file in files})
        if path.is_dir() and all(mission_name(file) for file in files):
            whole.add(str(path.absolute()))
    names = [_vehicle(Path(log)) for log in logs]
    if len(whole) < 2 and len(set(names)) == len(names):
        return dict.fromkeys(logs, "")
    folders = dict.fromkeys(logs.values())
    if len(folders) < 2:
        return dict.fromkeys(logs, "")
    for parts in range(1, 12):
        labels = {folder: "/".join(Path(folder).parts[-parts:]) for folder in folders}
        if len(set(labels.values())) == len(labels):
            break
    return {log: labels[folder] for log, folder in logs.items()}


def _vehicle(log: Path) -> str:
    """The name of a log without the time of its launch."""
    found = _STAMP.fullmatch(stem(log))
    return (found[1] if found else stem(log)).lower()


def _stamp(log: Path) -> str:
    """When a log of pLogger was begun, in the order of time: year, month, day, clock; empty for others."""
    found = _STAMP.fullmatch(stem(log))
    if found is None:
        return ""
    clock = ":".join(part.zfill(2) for part in found[5].split("_"))
    return f"{found[4]}-{found[3].zfill(2)}-{found[2].zfill(2)} {clock}"


def _launches(files: Sequence[Path]) -> list[list[Path]]:
    """The logs of each launch: in order of time, a new one begins with a vehicle that the present one has already."""
    found: list[list[Path]] = [[]]
    known: set[str] = set()
    for file in sorted(files, key=lambda file: (_stamp(file), str(file))):
        if _vehicle(file) in known and _stamp(file):
            found.append([])
            known.clear()
        found[-1].append(file)
        known.add(_vehicle(file))
    return found
