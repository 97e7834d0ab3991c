"""What ``usim sweep`` does around a sweep: words, progress, figure, exit code."""

from __future__ import annotations

import sys
import time
from typing import TextIO

from usimmarine_py.errors import MissingExtraError
from usimmarine_py.run.progress import Words, remaining
from usimmarine_py.sweep.sweep import Say, SweepRequest, figure_of, run_sweep

EXIT_DONE, EXIT_FAILED, EXIT_INTERRUPTED = 0, 1, 130


class SweepProgress:
    """A line that is written over on a terminal, one line each tenth elsewhere."""

    def __init__(self, stream: TextIO) -> None:
        self._words = Words(stream)
        self._began = time.monotonic()
        self._first: int | None = None
        self._tenths = 0

    def __call__(self, done: int, count: int) -> None:
        """Tell it if it is time to."""
        if self._first is None:
            self._first = done
        tenths = 10 * done // count
        if not self._words.terminal and tenths == self._tenths:
            return
        self._tenths = tenths
        passed = time.monotonic() - self._began
        fresh = done - self._first
        part = fresh / (fresh + count - done) if fresh > 0 else 0.0
        left = f", {remaining(part, passed)} left" if 0.0 < part < 1.0 else ""
        text = f"{done} of {count} runs{left}"
        if self._words.terminal:
            text = f"\r\033[K{text}" if done < count else "\r\033[K"
        self._words.write(text if self._words.terminal else f"{text}\n")


def sweep_command(request: SweepRequest, say: Say, *, figure: bool = True, quiet: bool = False) -> int:
    """Do it; the exit code: 1 when no run went well."""
    progress = None if quiet else SweepProgress(sys.stderr)

    def tell(text: str) -> None:
        if not quiet:
            say(text)

    try:
        result = run_sweep(request, say=tell, progress=progress)
    except KeyboardInterrupt:
        tell(f"interrupted; the same command goes on from what is in {request.output}")
        return EXIT_INTERRUPTED
    for line in result.lines():
        tell(line)
    files = [*result.files]
    good = any(row["status"] == "ok" for row in result.rows)
    if figure and good:
        try:
            from usimmarine_py.plots.output import save_figure

            save_figure(figure_of(result, request.mission.name), request.output / "sweep.png")
            files.append("sweep.png")
        except MissingExtraError as error:
            tell(f"no figure: {error}")
    tell("")
    tell(f"wrote {', '.join(files)} in {request.output}")
    return EXIT_DONE if good else EXIT_FAILED
