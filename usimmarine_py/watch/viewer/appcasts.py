"""APPCAST: the reports of applications on request."""

from __future__ import annotations

from dataclasses import dataclass

from usimmarine_py.logs.viewer.fields import shown
from usimmarine_py.moos.app.appcast import FIELD_SEPARATOR, LINE_SEPARATOR

#: Limits of stored reports.
MAX_APPLICATIONS, MAX_LINES, MAX_WIDTH = 200, 300, 300


@dataclass(frozen=True, slots=True)
class AppCast:
    """The latest report of one application."""

    app: str
    node: str
    iteration: str
    lines: tuple[str, ...]
    config_warnings: tuple[str, ...]
    run_warnings: tuple[str, ...]  #: ``count:text``
    events: tuple[str, ...]

    @property
    def warnings(self) -> int:
        """The number of warnings."""
        return len(self.config_warnings) + len(self.run_warnings)


#: The community of a report that names none, as uMAC shows it.
UNKNOWN_NODE = "unknown_node"


def read_appcast(text: str) -> AppCast | None:
    """Parse a report; None if it does not name its application."""
    given: dict[str, str] = {}
    for part in text.split(FIELD_SEPARATOR):
        key, _, value = part.partition("=")
        given.setdefault(key, value)
    app = shown(given.get("proc", ""))
    if not app:
        return None

    def listed(key: str) -> tuple[str, ...]:
        lines = given.get(key, "").split(LINE_SEPARATOR)
        if lines and not lines[-1]:
            lines.pop()
        return tuple(_line(line) for line in lines[:MAX_LINES])

    return AppCast(
        app, shown(given.get("node", "")) or UNKNOWN_NODE, shown(given.get("iter", ""), 20),
        listed("messages"), listed("config_warnings"), listed("run_warnings"), listed("events"),
    )  # fmt: skip


def _line(text: str) -> str:
    """Clean a line: leading blanks are kept, because reports are tables; control characters are removed."""
    return "".join(c if c.isprintable() else " " for c in text[:MAX_WIDTH]).rstrip()


def request(key: str, duration: float) -> str:
    """The text of APPCAST_REQ for all applications of all communities, for ``duration`` MOOS s."""
    return f"node=all,app=all,duration={duration:g},key={key},thresh=any"
