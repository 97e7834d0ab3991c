"""The files of a judged mission: the log, the summary and a picture of the run that was judged."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

from usimmarine_py.apps.grading.mission_eval import MissionEvalApp
from usimmarine_py.errors import ConfigError, MissingExtraError, UsimError, file_errors
from usimmarine_py.run.files import FIELD_PICTURE, WHOLE, run_to_files
from usimmarine_py.run.output import ENDINGS, RunFiles
from usimmarine_py.run.plan import RunPlan
from usimmarine_py.run.run import Drive
from usimmarine_py.run.summary import RunResult

_KEY = "--keep"
#: The page of all verdicts in the folder of all missions.
PAGE = "verdicts.html"
_OF_FIELD = (WHOLE, FIELD_PICTURE)
#: Bytes of a log that is drawn, at most: twenty seconds of reading.
MOST_DRAWN = 200_000_000


def make_folder(folder: Path) -> None:
    """Make the folder for all missions. Raises ``ConfigError`` where nothing can be written there."""
    with file_errors(folder, "cannot make the folder", ConfigError, key=_KEY):
        folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ConfigError("nothing can be written into this folder", key=_KEY, file=str(folder))


def no_pictures() -> str:
    """Return why no picture can be drawn here, or an empty text; loads matplotlib for all processes that are copied."""
    from usimmarine_py.plots.style import new_figure

    try:
        new_figure(1.0, 1.0)
    except MissingExtraError as error:
        return f"no pictures: {error}"
    return ""


def places(files: Sequence[str], folder: Path) -> dict[str, str]:
    """Return a folder of its own for each mission; files of earlier runs are removed. Raises ``ConfigError``."""
    found: dict[str, str] = {}
    with file_errors(folder / PAGE, error=ConfigError, key=_KEY):
        (folder / PAGE).unlink(missing_ok=True)
    for file, name in zip(files, _names(files), strict=True):
        place = folder / name
        if place.is_symlink():
            raise ConfigError(f"is a link; what is kept stays in {folder}", key=_KEY, file=str(place))
        with file_errors(place, error=ConfigError, key=_KEY):
            for left in (*(f"{Path(file).stem}{ending}" for ending in (*ENDINGS, ".json", ".png")), *_OF_FIELD):
                (place / left).unlink(missing_ok=True)
        found[file] = str(place)
    return found


def _names(files: Sequence[str]) -> Iterator[str]:
    """Yield a unique name for each file: its stem, with folders before it where several have the same."""
    paths = [Path(file) for file in files]
    stem_of = {path: path.name.rpartition(".")[0] or path.name for path in paths}  # ...moos has none from 3.14 on
    stems = Counter(stem_of[path].casefold() for path in paths)
    taken: set[str] = set()
    for path in paths:
        stem = stem_of[path]
        inner = [part for part in path.parent.parts if part != ".." and part != path.anchor]
        several = stems[stem.casefold()] > 1
        candidates = ["_".join((*inner[len(inner) - k :], stem)) for k in range(int(several), len(inner) + 1)]
        candidates = [name.lstrip(".") or "mission" for name in candidates or [stem]]  # hidden ones are not uploaded
        numbered = (f"{candidates[-1]}_{number}" for number in count(2))
        name = next((name for name in candidates if name.casefold() not in taken), "")
        name = name or next(name for name in numbered if name.casefold() not in taken)
        taken.add(name.casefold())
        yield name


def run_and_keep(
    plan: RunPlan,
    folder: Path,
    files: RunFiles,
    *,
    picture: bool = True,
    stopped: Callable[[], str] | None = None,
    drive: Drive | None = None,
) -> tuple[RunResult, list[str]]:
    """Do a run with its files in ``folder``; return its summary and notes. Raises ``LogFileError``."""
    judges = [app.application for app in plan.apps if isinstance(app.application, MissionEvalApp)]
    reports = {Path(judge.evaluation.config.report_file).name for judge in judges} - {""}
    with file_errors(folder, key=_KEY):
        folder.mkdir(parents=True, exist_ok=True)
        for name in (FIELD_PICTURE, *reports):  # reports are appended: remove that of an earlier run
            (folder / name).unlink(missing_ok=True)
    summary = run_to_files(plan, folder, files, stopped=stopped, drive=drive)
    if not picture:
        return summary, []
    if plan.alone is None:
        return summary, _drawn(folder, folder / FIELD_PICTURE)
    stem = plan.alone.stem
    return summary, _drawn(folder / f"{stem}.alog", folder / f"{stem}.png")


def _drawn(run: Path, picture: Path) -> list[str]:
    """Draw a log, or the folder of a field, as ``usim plot`` does; return notes.

    Raises ``LogFileError`` if the picture cannot be written.
    """
    from usimmarine_py.plots.draw import PlotRequest, draw

    field = run.is_dir()
    if (size := sum(log.stat().st_size for log in (run.glob("*.alog") if field else [run]))) > MOST_DRAWN:
        return [f"no picture: the log has {size / 1e6:.1f} MB; usim plot draws it"]
    notes: list[str] = []
    try:
        draw(PlotRequest((run,), picture, field=field), note=notes.append)
    except UsimError as error:
        if isinstance(error.__cause__, OSError):
            raise
        notes.append(f"no picture: {error}")
    return notes


def drop_cut(file: str, place: str) -> None:
    """Remove the empty summary of a run that was interrupted."""
    summary = Path(place, f"{Path(file).stem}.json")
    if summary.is_file() and not summary.stat().st_size:
        summary.unlink()
