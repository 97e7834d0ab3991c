"""Several runs on one page, side by side: which log is of which run, and what each run is called."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from usimmarine_py.logs.runs import mission_name, runs_in, stem


def runs_of(sources: Sequence[str]) -> dict[str, str]:
    """The name of the run of each log, empty for logs of one run; ``sources`` are logs, or folders of runs.

    A folder of `usim run` is a run. Other logs are those of one, unless two have the same name: then each folder is one
    of its own.
    """
    logs: dict[str, str] = {}  # log -> folder
    whole: set[str] = set()
    for source in sources:
        path = Path(source)
        files = runs_in(path) if path.is_dir() else [path]
        logs.update({str(file): str(file.absolute().parent) for file in files})
        if path.is_dir() and all(mission_name(file) for file in files):
            whole.add(str(path.absolute()))
    names = [stem(Path(log)).lower() for log in logs]
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
