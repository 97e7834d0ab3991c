"""The exceptions of the package.

Every error holds its facts as fields and builds its message from them, so that the terminal, the report and a test
show the same text. ``str(error)`` is one line that ends with a remedy. ``exit_code`` is the exit code of a command
that ends with this error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from itertools import islice

__all__ = [
    "AppError",
    "ConfigError",
    "DoorError",
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

#: Most characters of a foreign value in a message.
SHOWN_VALUE_LENGTH = 200
#: Letters of the shortest part of a word that is taken for an abbreviation.
SHORTEST_PART = 3
#: Most characters of the description of an error in mail, which may quote it.
MOST_PROBLEM = 400
#: Most files of a folder that are compared for a similar name.
MOST_FILES = 2000


def shorten(value: object, limit: int = SHOWN_VALUE_LENGTH) -> str:
    """Format a value for one line: control characters escaped, at most ``limit`` characters."""
    text = value if isinstance(value, str) else repr(value)
    # cut first: escaping a megabyte to show 200 characters would waste time
    cut = len(text) > limit
    text = "".join(c if c.isprintable() else _escape(c) for c in text[:limit])
    if cut or len(text) > limit:
        return text[: limit - 3] + "..."
    return text


def readable(text: str) -> str:
    """Shorten each word of a message (such as a name from a file) to ``SHOWN_VALUE_LENGTH``."""
    if len(text) <= SHOWN_VALUE_LENGTH:
        return text
    return " ".join(shorten(word) if len(word) > SHOWN_VALUE_LENGTH else word for word in text.split(" "))


def printable(text: str) -> str:
    """Escape all but printable characters, line ends and tabs, so that no text controls the terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else _escape(c) for c in text)


def _escape(character: str) -> str:
    # a lone surrogate represents a byte that is not UTF-8: show the byte
    if "\udc80" <= character <= "\udcff":
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")


def suggest(word: str, known: Iterable[str], closeness: float = 0.7) -> str:
    """Return the known word closest to ``word``, or an empty text when none is close.

    ``closeness`` is the share of letters in common that is close enough. Words of more than ``SHOWN_VALUE_LENGTH``
    letters are not compared: that takes the product of their lengths. An abbreviation comes before what is merely like
    the word: ``wind_dir`` of ``wind_direction``.
    """
    import difflib  # only for an error

    if len(word) > SHOWN_VALUE_LENGTH:
        return ""
    word = word.lower()
    folded = {k.lower(): k for k in known if len(k) <= SHOWN_VALUE_LENGTH}
    found = [k for k in folded if _abbreviates(k, word)][:1]
    found = found or difflib.get_close_matches(word, list(folded), n=1, cutoff=closeness)
    # swapped letters weigh much in a short word
    found = found or [k for k in folded if k != word and len(k) == len(word) and sorted(k) == sorted(word)]
    return folded[found[0]] if found else ""


def _abbreviates(one: str, other: str) -> bool:
    """Whether two words of several parts differ in how far one part is written out; of equal words it does not."""
    mine, theirs = one.split("_"), other.split("_")
    if len(mine) != len(theirs) or len(mine) == 1:
        return False
    apart = [sorted(pair, key=len) for pair in zip(mine, theirs, strict=True) if pair[0] != pair[1]]
    return len(apart) == 1 and len(apart[0][0]) >= SHORTEST_PART and apart[0][1].startswith(apart[0][0])


def is_near(name: str, other: str, most: int) -> bool:
    """Whether at most ``most`` letters of a word are wrong, missing, too many, or swapped with their neighbour.

    Of equal words, and of those of more than ``SHOWN_VALUE_LENGTH`` letters, it is said of none.
    """
    if abs(len(name) - len(other)) > most or len(name) > SHOWN_VALUE_LENGTH:
        return False
    letters, others = set(name), set(other)
    if len(letters - others) > most or len(others - letters) > most:
        return False  # each letter that the other lacks is wrong, missing or too many
    return 0 < _letters_apart(name, other) <= most


def _letters_apart(name: str, other: str) -> int:
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(name, 1):
        row = [i]
        for j, wanted in enumerate(other, 1):
            best = min(row[j - 1] + 1, rows[i - 1][j] + 1, rows[i - 1][j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and name[i - 2] == wanted:
                best = min(best, rows[i - 2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


#: A slip is at most so many letters that are wrong, missing, too many or swapped; in a name of fewer letters than this
#: at most one.
_SLIPS, _LONG = 2, 8


def is_slip(name: str, other: str) -> bool:
    """Whether a name is a slip of another one: but for case, or a few letters."""
    if name.lower() == other.lower():
        return name != other
    if any(character.isdigit() for character in set(name) ^ set(other)):
        return False  # numbered variables
    shorter, longer = sorted((name, other), key=len)
    if longer.startswith(shorter) and len(longer) - len(shorter) > 1:
        return False  # RETURN and RETURNED
    most = 1 if len(name) < _LONG else _SLIPS
    return is_near(name, other, most)


def suggest_file(path: str, ending: str = "") -> str:
    """Return the existing path closest to a missing one, folder by folder; empty when none is close."""
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
    """The severity of a finding: an error makes ``usim check`` fail, a warning suggests a change, a note informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class ParameterWarning(UserWarning):
    """A parameter has only partial effect, is limited to its range, or is doubtful: a mission would warn and run."""


class NoEffectWarning(ParameterWarning):
    """A parameter or command has no effect on this vehicle."""


class UsimError(Exception):
    """The base class of all errors of this package: what is wrong, where, and what to do about it.

    ``file`` is empty and ``line`` is 0 if the error is not about a file; ``key`` names the parameter or
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
        # a path is not shortened
        text = ": ".join(part for part in (self.where, readable(self.key), readable(self.problem)) if part)
        if self.remedy:
            text += f"; {self.remedy}"
        return printable(f"{text}; did you mean {self.suggestion}?" if self.suggestion else text)


class ConfigError(UsimError):
    """A wrong line of a mission or parameter file, or a wrong keyword or switch.

    ``about_key``: the key is wrong, not its value. ``severity`` is used where findings are collected.
    """

    exit_code = 2

    def __init__(
        self,
        problem: str,
        *,
        key: str = "",
        file: str = "",
        line: int = 0,
        remedy: str = "",
        suggestion: str = "",
        about_key: bool = False,
        severity: Severity = Severity.ERROR,
    ) -> None:
        super().__init__(problem, key=key, file=file, line=line, remedy=remedy, suggestion=suggestion)
        self.about_key = about_key
        self.severity = severity


class MissionFileError(UsimError):
    """A mission file cannot be read, or has no such block."""

    exit_code = 2


class LogFileError(UsimError):
    """A log or another file of results cannot be read or written, or has the wrong format."""


@contextmanager
def file_errors(
    file: object, what: str = "cannot be written", error: type[UsimError] = LogFileError, **facts: str
) -> Iterator[None]:
    """Turn an ``OSError`` into an ``error`` about ``file``: ``what`` is wrong, and why. ``facts``: its other fields."""
    try:
        yield
    except OSError as cause:
        raise error(f"{what}: {cause.strerror or cause}", file=str(file), **facts) from cause  # type: ignore[arg-type]


class NothingToDrawError(UsimError):
    """A log lacks the data of the figure."""


class FitError(UsimError):
    """A log cannot be used for a fit."""


class TrialError(UsimError):
    """A vehicle cannot perform a trial."""


class MailError(UsimError):
    """A piece of mail is invalid. The last good value stays in force."""

    def __init__(self, variable: str, source: str, value: object, problem: str) -> None:
        super().__init__(problem)
        self.variable = variable
        self.source = source
        self.value = value

    def __str__(self) -> str:
        # names come from the sender and may contain control characters; the problem may quote the mail
        names = f"{shorten(self.variable, 100)} from {shorten(self.source or 'unknown sender', 100)}"
        return f"{names}: {shorten(self.problem, MOST_PROBLEM)}: {shorten(self.value)}"


class NotTakenError(UsimError):
    """The MOOSDB did not accept a post."""


class RemoteProtocolError(UsimError):
    """The peer sent bytes that violate the MOOS wire protocol; the connection must be closed."""


class DoorError(UsimError):
    """What came through a door to another world (an autopilot, ROS, a chart plotter) cannot be used."""


class LocalProtocolError(UsimError):
    """This side asked the protocol core to send something that the protocol does not allow."""


class NameRefusedError(UsimError):
    """The MOOSDB refused the client name (another client uses it)."""

    exit_code = 3

    def __init__(self, name: str, reason: str, where: str = "") -> None:
        problem = f"the MOOSDB{f' at {where}' if where else ''} refused the name {name}: {reason}"
        super().__init__(problem, remedy="stop the other client or choose another alias")
        self.name = name
        self.reason = reason


class TransportError(UsimError):
    """A connection or a listening socket cannot be opened (address in use, host unknown)."""


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
    """The step of a plug-in failed or did not return a state; the vehicle is held as after ``NotFiniteError``."""


class AppError(UsimError):
    """A method of a user's application raised an exception, which ends the run or the program."""

    def __init__(self, name: str, method: str, what: str) -> None:
        super().__init__(f"{method} failed: {what}", key=name)
        self.name = name
        self.method = method


class SingularAttitudeError(UsimError):
    """Euler rates were requested at theta = +-90 degrees, where they do not exist."""

    def __init__(self, theta: float) -> None:
        problem = f"Euler rates do not exist at theta = {theta!r} rad (+-90 degrees)"
        super().__init__(problem, remedy="use unit quaternions")
        self.theta = theta
