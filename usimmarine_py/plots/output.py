"""Write figures in the format given by the file's extension."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from usimmarine_py.errors import ConfigError, LogFileError
from usimmarine_py.plots.style import styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Formats of a figure, with the metadata that leave out date and version, so that files are reproducible.
_METADATA: dict[str, dict[str, Any]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None},
    ".pdf": {"CreationDate": None},
}
DOTS_PER_INCH = 150


def check_output(path: Path) -> None:
    """Raise ``ConfigError`` for another extension, before any work is done."""
    if path.suffix.lower() not in _METADATA:
        raise ConfigError(f"a figure ends in {', '.join(_METADATA)}", key="--output", file=str(path))


def save_figure(figure: Figure, path: Path) -> None:
    """Write PNG, SVG or PDF by the file's extension (150 dpi); equal data give an equal file.

    Raises ``ConfigError`` for another extension, ``LogFileError`` if the file cannot be written.
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
    """The error of a file that cannot be written."""
    return LogFileError(
        f"cannot write the figure: {error.strerror or error}", remedy="choose another --output", file=str(path)
    )
