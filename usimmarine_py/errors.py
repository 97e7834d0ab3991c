"""The one small tree of exceptions.

Every error carries its facts as fields and builds its own message from them, so that the terminal, the
report and a test read the same thing. ``str(error)`` is one line that ends in what to do about it.
``exit_code`` is what a shell command returns when the error ends it.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from itertools import islice

__all__ = [
    "AppError",
    "ConfigError",
    "FitError",
    "LocalProtocolError",
    "LogFileError",
    "MailError",
    "MissingExtraError",
    "MissionFileError",
    "NameRefusedError",
    "NoEffectWarning",
    "NotFiniteError",
    "NotTakenError",
    "NothingToDrawError",
    "ParameterWarning",
    "PluginError",
    "RemoteProtocolError",
    "Severity",
    "SingularAttitudeError",
    "TransportError",
    "TrialError",
    "UsimError",
]

#: Longest piece of a foreign value that is ever shown in a message.
SHOWN_VALUE_LENGTH = 200
#: Longest account of what is wrong with a piece of mail, which may quote it.
MOST_PROBLEM = 400
#: Files of a folder that are looked at for one that is called alike.
MOST_FILES = 2000


def shorten(value: object, limit: int = SHOWN_VALUE_LENGTH) -> str:
    """A value made fit for one line: control characters escaped, at most ``limit`` characters."""
    text = value if isinstance(value, str) else repr(value)
    # cut first: escaping a megabyte to show 200 characters of it would be work for nothing
    cut = len(text) > limit
    text = "".join(c if c.isprintable() else _escape(c) for c in text[:limit])
    if cut or len(text) > limit:
        return text[: limit - 3] + "..."
    return text


def readable(text: str) -> str:
    """A message in which no word (a name out of a file, say) is longer than ``SHOWN_VALUE_LENGTH``."""
    if len(text) <= SHOWN_VALUE_LENGTH:
        return text
    return " ".join(shorten(word) if len(word) > SHOWN_VALUE_LENGTH else word for word in text.split(" "))


def harmless(text: str) -> str:
    """A text that no terminal takes for a command: all but printable characters, line ends and tabs is escaped."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else _escape(c) for c in text)


def _escape(character: str) -> str:
    # a lone surrogate stands for a byte that is no UTF-8: show the byte
    if "\udc80" <= character <= "\udcff":
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")


def suggest(word: str, known: Iterable[str]) -> str:
    """The known word closest to ``word``, or an empty text when none is close."""
    import difflib  # only where something is wrong

    folded = {k.lower(): k for k in known}
    found = difflib.get_close_matches(word.lower(), list(folded), n=1, cutoff=0.7)
    # letters in the wrong order weigh much in a short word
    found = found or [k for k in folded if k != word.lower() and sorted(k) == sorted(word.lower())]
    return folded[found[0]] if found else ""


def suggest_file(path: str, ending: str = "") -> str:
    """The file closest to the path of one that is not there, folder by folder; empty when none is close."""
    from pathlib import Path

    given = Path(path)
    place, parts = (Path(given.anchor), given.parts[1:]) if given.anchor else (Path(), given.parts)
    for i, part in enumerate(parts):
        last = i == len(parts) - 1
        if not last and (place / part).is_dir():
            place /= part
            continue
        try:
            beside = [entry for entry in islice(place.iterdir(), MOST_FILES) if entry.is_file() == last]
        except OSError:
            return ""
        close = suggest(part, [entry.name for entry in beside if not last or entry.name.endswith(ending)])
        if not close:
            return ""
        place /= close
    return str(place) if place.is_file() else ""


class Severity(Enum):
    """How bad a finding is: an error makes ``usim check`` fail, a warning is worth a change, a note is information."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class ParameterWarning(UserWarning):
    """A parameter counts in part only, is cut to its limits, or is doubtful: a mission would warn of it and run."""


class NoEffectWarning(ParameterWarning):
    """What was asked for has no effect on this vehicle."""


class UsimError(Exception):
    """Anything that this package reports on purpose: what is wrong, where, and what to do about it.

    ``file`` is empty and ``line`` is 0 where the trouble did not come from a file; ``key`` names the parameter or
    switch, ``suggestion`` the known word closest to a misspelt one.
    """

    exit_code = 1

    def __init__(
        self, problem: str, *, key: str = "", file: str = "", line: int = 0, remedy: str = "", suggestion: str = ""
    ) -> None:
        self.problem = problem
        self.key = key
        self.file = file
        self.line = line
        self.remedy = remedy
        self.suggestion = suggestion
        super().__init__(problem)

    @property
    def where(self) -> str:
        """``file:line``, as far as known."""
        return f"{self.file}:{self.line}" if self.file and self.line else self.file

    def __str__(self) -> str:
        # a path is shown whole
        text = ": ".join(part for part in (self.where, readable(self.key), readable(self.problem)) if part)
        if self.remedy:
            text += f"; {self.remedy}"
        return harmless(f"{text}; did you mean {self.suggestion}?" if self.suggestion else text)


class ConfigError(UsimError):
    """A wrong line of a mission or parameter file, or a wrong keyword or switch.

    ``about_key``: the key is wrong, not its value. ``severity`` is for who collects what is wrong.
    """

    exit_code = 2

    def __init__(
        self,
        problem: str,
        *,
        key: str = "",
        file: str = "",
        line: int = 0,
        suggestion: str = "",
        about_key: bool = False,
        severity: Severity = Severity.ERROR,
    ) -> None:
        super().__init__(problem, key=key, file=file, line=line, suggestion=suggestion)
        self.about_key = about_key
        self.severity = severity


class MissionFileError(UsimError):
    """A mission file, or the block wanted from it, cannot be had at all."""

    exit_code = 2


class LogFileError(UsimError):
    """A log or another file of results cannot be read or written, or is not one."""


class NothingToDrawError(UsimError):
    """A log without what the figure shows."""


class FitError(UsimError):
    """A log that cannot be fitted."""


class TrialError(UsimError):
    """A trial that a vehicle cannot do at all."""


class MailError(UsimError):
    """A piece of mail that cannot be used. The last good value stays."""

    def __init__(self, variable: str, source: str, value: object, problem: str) -> None:
        super().__init__(problem)
        self.variable = variable
        self.source = source
        self.value = value

    def __str__(self) -> str:
        # names are the sender's own, control characters and all, and the problem may quote its words
        names = f"{shorten(self.variable, 100)} from {shorten(self.source or 'unknown sender', 100)}"
        return f"{names}: {shorten(self.problem, MOST_PROBLEM)}: {shorten(self.value)}"


class NotTakenError(UsimError):
    """The MOOSDB did not take a post."""


class RemoteProtocolError(UsimError):
    """The other end sent bytes that break the MOOS wire protocol; the connection must be closed."""


class LocalProtocolError(UsimError):
    """Our own side asked the protocol core for something that must not go on the wire."""


class NameRefusedError(UsimError):
    """The MOOSDB refused the client name (another client uses it)."""

    exit_code = 3

    def __init__(self, name: str, reason: str, where: str = "") -> None:
        problem = f"the MOOSDB{f' at {where}' if where else ''} refused the name {name}: {reason}"
        super().__init__(problem, remedy="stop the other client or choose another alias")
        self.name = name
        self.reason = reason


class TransportError(UsimError):
    """A connection or a listening socket cannot be had (address in use, host unknown)."""


class MissingExtraError(UsimError):
    """An optional package is not installed."""

    exit_code = 2

    def __init__(self, feature: str, package: str, extra: str) -> None:
        super().__init__(f"{feature} needs {package}", remedy=f"pip install 'usimmarine[{extra}]'")
        self.feature = feature
        self.package = package
        self.extra = extra

    def __str__(self) -> str:
        return f"{self.problem}: {self.remedy}"


class NotFiniteError(UsimError):
    """A step produced a number that is not finite; the state before it was kept."""


class PluginError(NotFiniteError):
    """A plug-in's step failed, or gave what is no state; the vehicle is held as one whose numbers end."""


class AppError(UsimError):
    """A method of an application of one's own raised; that ends the run, or the program."""

    def __init__(self, name: str, method: str, what: str) -> None:
        super().__init__(f"{method} failed: {what}", key=name)
        self.name = name
        self.method = method


class SingularAttitudeError(UsimError):
    """Euler rates were asked for at theta = +-90 degrees, where they do not exist."""

    def __init__(self, theta: float) -> None:
        problem = f"Euler rates do not exist at theta = {theta!r} rad (+-90 degrees)"
        super().__init__(problem, remedy="use unit quaternions")
        self.theta = theta
