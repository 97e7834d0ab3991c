"""The messages of an application: lines on its terminal, and the warnings of its report.

A new warning is printed and stays in the report; quiet and strict mode, APP_LOG and the printing of reports decide on
the output, independently of the application.
"""

from __future__ import annotations

from usimmarine_py.errors import UsimError, shorten
from usimmarine_py.moos.app.appcast import AppCaster, clean_line
from usimmarine_py.moos.app.settings import AppSettings
from usimmarine_py.moos.app.terminal import Console, LoggedConsole, stdout_is_terminal


class Voice:
    """Says things on ``console`` (in quiet mode nothing), complains on ``errors``, warns in the report as well.

    ``terminal`` overrides whether reports are printed; None: as the settings say, or else if stdout is a terminal.
    """

    def __init__(self, settings: AppSettings, *, console: Console, errors: Console, terminal: bool | None) -> None:
        self.settings = settings
        self._console = console
        self._errors = errors
        self._logged = LoggedConsole() if settings.reports.app_logging else None
        if terminal is None:
            terminal = stdout_is_terminal() if settings.reports.terminal is None else settings.reports.terminal
        self.caster = AppCaster(
            settings.name,
            settings.community,
            max_events=settings.reports.max_events,
            max_run_warnings=settings.reports.max_run_warnings,
            interval=settings.reports.interval,
            terminal=terminal and not settings.reports.quiet,
        )

    def config_warning(self, text: str) -> None:
        """Add a configuration warning to the report and print it."""
        self.caster.config_warning(text)
        if not self.settings.strict:  # else it ends the start, and is printed as the reason
            self.say(text)

    def run_warning(self, text: str) -> None:
        """Count a run warning; printed the first time."""
        known = len(self.caster.run_warnings)
        self.caster.run_warning(text)
        if len(self.caster.run_warnings) > known:
            self.say(text)

    def retract_run_warning(self, text: str) -> None:
        """Take back every occurrence of exactly this text."""
        self.caster.retract_run_warning(text)

    def say(self, text: str) -> None:
        """One line on the terminal (or in APP_LOG); nothing in quiet mode."""
        if not self.settings.reports.quiet:
            self._write(f"{self.settings.name}: {clean_line(text)}\n")

    def complain(self, text: str) -> None:
        """One line on stderr, in quiet mode, too."""
        lead = f"{self.settings.name}: "
        self._errors(f"{lead}{clean_line(text).removeprefix(lead)}\n")

    def _write(self, text: str) -> None:
        (self._console if self._logged is None else self._logged)(text)


def described(error: Exception) -> str:
    """One line: an error of this package as it is, any other with its place."""
    if isinstance(error, UsimError):
        return str(error)
    import traceback
    from pathlib import PurePath

    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({PurePath(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {shorten(str(error))}{place}"
