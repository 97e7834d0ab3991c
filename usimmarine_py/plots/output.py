"""Write figures in the format given by the file's extension."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from usimmarine_py.errors import ConfigError, LogFileError, file_errors
from usimmarine_py.logs.whole_files import whole_file
from usimmarine_py.plots.paper import data_of, fitted
from usimmarine_py.plots.style import LOOK, styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Formats of a figure, with the metadata that leave out date and version, so that files are reproducible.
_METADATA: dict[str, dict[str, Any]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None},
    ".pdf": {"CreationDate": None},
}
#: What a film ends in, with other programs.
_FILMS = (".gif", ".mp4", ".webm", ".avi", ".mov")
DOTS_PER_INCH = 150


def check_output(path: Path) -> None:
    """Raise ``ConfigError`` for another extension, before any work is done."""
    if path.suffix.lower() not in _METADATA:
        film = path.suffix.lower() in _FILMS
        remedy = "usim plot --animate draws a GIF" if film else ""
        raise ConfigError(f"a figure ends in {', '.join(_METADATA)}", key="--output", file=str(path), remedy=remedy)


def save_figure(figure: Figure, path: Path) -> None:
    """Write PNG, SVG or PDF by the file's extension (150 dpi); equal data give an equal file.

    Its width, its letters and a CSV of its data beside it are those of the look in force (``style.looking``).
    Raises ``ConfigError`` for another extension, ``LogFileError`` if the file cannot be written.
    """
    check_output(path)
    look = LOOK.get()
    fitted(figure, look)
    try:
        with writing_figure(path), styled():
            path.parent.mkdir(parents=True, exist_ok=True)
            ending = path.suffix.lower()
            with whole_file(path) as file:
                figure.savefig(file, format=ending[1:], dpi=DOTS_PER_INCH, metadata=_METADATA[ending])
    except (OverflowError, ValueError) as error:
        # axes that hold 1e308 have no limits and no ticks
        raise LogFileError("holds numbers too large to draw; nothing is drawn", file=str(path)) from error
    if look.data:
        table = path.with_suffix(".data.csv")  # NAME.csv may be the run itself
        problem = "cannot write the data of the figure"
        with file_errors(table, problem, remedy="choose another --output"), whole_file(table) as file:
            file.write(data_of(figure).encode())


def writing_figure(path: Path) -> AbstractContextManager[None]:
    """Raise ``LogFileError`` if the figure cannot be written."""
    return file_errors(path, "cannot write the figure", remedy="choose another --output")
