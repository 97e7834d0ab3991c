"""Writing figures: the ending of the file chooses the format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from usimmarine_py.errors import ConfigError, LogFileError
from usimmarine_py.plots.style import styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Formats of a still figure, with what keeps the date and the program's version out of equal files.
_METADATA: dict[str, dict[str, Any]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None},
    ".pdf": {"CreationDate": None},
}
DOTS_PER_INCH = 150


def check_output(path: Path) -> None:
    """Raises ``ConfigError`` for an ending that is no figure's, before any work is done."""
    if path.suffix.lower() not in _METADATA:
        raise ConfigError(f"a figure ends in {', '.join(_METADATA)}", key="--output", file=str(path))


def save_figure(figure: Figure, path: Path) -> None:
    """Write PNG, SVG or PDF by the file's ending (150 dots an inch); equal data give an equal file.

    Raises ``ConfigError`` for another ending, ``LogFileError`` when the file cannot be written.
    """
    check_output(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with styled():
            figure.savefig(path, dpi=DOTS_PER_INCH, metadata=_METADATA[path.suffix.lower()])
    except OSError as error:
        raise cannot_write(path, error) from error
    except (OverflowError, ValueError) as error:
        # axes that hold 1e308 have no limits and no ticks
        raise LogFileError("holds numbers too large to draw; nothing is drawn", file=str(path)) from error


def cannot_write(path: Path, error: OSError) -> LogFileError:
    """The one line for a file that cannot be written."""
    return LogFileError(
        f"cannot write the figure: {error.strerror or error}", remedy="choose another --output", file=str(path)
    )
