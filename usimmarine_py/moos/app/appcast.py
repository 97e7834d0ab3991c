"""AppCasting: warnings, events, requests of reports, their schedule and exact text.

By laws/moos 7. Pure: times are passed in. Foreign text is cleaned on input, so that no text can break the format that
uMAC and pMarineViewer split (``!@#`` between fields, ``!@`` between lines).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping
from functools import lru_cache

from usimmarine_py.text import atof
from usimmarine_py.values.frozen import dataclass

FIELD_SEPARATOR = "!@#"
LINE_SEPARATOR = "!@"
#: MOOS-IvP keeps about as many; a mission with more has one cause, named by the first.
MAX_CONFIG_WARNINGS = 100
DEFAULT_MAX_EVENTS = 8
DEFAULT_MAX_RUN_WARNINGS = 10
OTHER_RUN_WARNINGS = "Other Run Warnings"
#: Of the others this many texts are kept for who wants them all.
MAX_OTHER_WARNINGS = 100
#: Longest duration that a request may ask for, MOOS s.
MAX_REQUEST_DURATION = 30.0
#: Most stored requesters, to limit memory; each viewer uses one or two keys.
MAX_REQUESTERS = 100
#: Longest warning or event kept; reports are looked at, not parsed.
MAX_TEXT_LENGTH = 500
#: Least and default pause between reports, real s.
MIN_REPORT_INTERVAL = 0.4
DEFAULT_REPORT_INTERVAL = 0.5
#: Ticks have absolute deadlines, so that reports two ticks apart come now a little less, now a little more than the
#: interval apart; without this slack half of them would wait for a third tick. Real s.
REPORT_SLACK = 0.01


def clean_line(text: str) -> str:
    """A text made fit for one line of a report: no line ends or control characters but tabs, no separator, no leading
    ``#``.
    """
    if not text.isprintable():
        text = "".join(c if c.isprintable() or c == "\t" else " " for c in text)
    text = text.replace(LINE_SEPARATOR, "! @")
    return " " + text if text.startswith("#") else text


def _clean_text(text: str) -> str:
    line = clean_line(text.strip())
    return line if len(line) <= MAX_TEXT_LENGTH else line[: MAX_TEXT_LENGTH - 3] + "..."


def _clean_body(body: str) -> tuple[str, ...]:
    lines = body.split("\n")
    if lines[-1] == "":  # the final line end makes no line of its own
        lines.pop()
    return tuple(clean_line(line) for line in lines)


@dataclass(frozen=True, slots=True)
class Report:
    """One report, ready to be printed (``termreport.terminal_report``) or posted (``appcast``)."""

    app: str
    community: str
    iteration: int
    lines: tuple[str, ...] = ()
    config_warnings: tuple[str, ...] = ()
    run_warnings: tuple[tuple[str, int], ...] = ()  #: (text, count) in alphabetical order
    events: tuple[str, ...] = ()  #: oldest first

    @property
    def run_warning_total(self) -> int:
        """Every occurrence counted."""
        return sum(count for _, count in self.run_warnings)

    def appcast(self) -> str:
        """The value of the variable APPCAST (laws/moos 7.4)."""
        fields = [f"proc={self.app}", f"iter={self.iteration}"]
        if self.community:
            fields.append(f"node={self.community}")
        # "iter" occurs twice in the original
        fields += [
            f"iter={self.iteration}",
            "messages=" + "".join(line + LINE_SEPARATOR for line in self.lines),
            _listed("config_warnings", self.config_warnings),
            f"events_total={len(self.events)}",
            _listed("events", self.events),
            f"run_warning_total={self.run_warning_total}",
            _listed("run_warnings", [f"{count}:{text}" for text, count in self.run_warnings]),
        ]
        return FIELD_SEPARATOR.join(fields)


def _listed(name: str, texts: tuple[str, ...] | list[str]) -> str:
    return f"{name}={LINE_SEPARATOR.join(texts)}" if texts else ""


@dataclass(frozen=True, slots=True)
class _Request:
    until: float  #: MOOS s
    threshold: str  #: any | run_warning; with another word nothing is ever sent, as in MOOS-IvP


@lru_cache(maxsize=16)
def request_fields(text: str) -> Mapping[str, str]:
    """The ``name=value`` pairs of a request; names in lower case, blanks around both gone, first of a name counts."""
    fields: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if equals:
            fields.setdefault(name.strip().lower(), value.strip())
    return fields


@lru_cache(maxsize=16)
def _read_request(text: str) -> tuple[str, str, str, float, str]:
    """Return key, node, application, duration (MOOS s) and threshold of a request."""
    get = request_fields(text).get
    duration = clamp(atof(get("duration", "")), 0.0, MAX_REQUEST_DURATION)
    return get("key", ""), get("node", "all"), get("app", "all"), duration, get("thresh", "any")


def clamp(value: float, low: float, high: float) -> float:
    """``value`` within [low, high]; nan counts as low."""
    return low if math.isnan(value) else min(max(value, low), high)


class AppCaster:
    """The report of an application. For the application's own thread only."""

    def __init__(
        self,
        app: str,
        community: str = "",
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        max_run_warnings: int = DEFAULT_MAX_RUN_WARNINGS,
        interval: float = DEFAULT_REPORT_INTERVAL,
        terminal: bool = False,
    ) -> None:
        """``interval`` is in real s; ``terminal`` says whether reports are printed."""
        self.app = _clean_text(app)
        self.community = _clean_text(community)
        self.iteration = 0
        self.interval = interval
        self.terminal = terminal
        self.max_run_warnings = max_run_warnings
        self.config_warnings: list[str] = []
        self.run_warnings: dict[str, int] = {}
        self._others: dict[str, int] = {}  # what OTHER_RUN_WARNINGS counts, the latest last
        self.events: deque[str] = deque(maxlen=max_events)
        self._requests: dict[str, _Request] = {}
        self._newest_request = ("", -math.inf)  #: its text and MOOS time
        self._end = self._warning_end = -math.inf  #: MOOS s, of requests of all reports, and of those with warnings
        self._config_warning_pending = False
        self._run_warning_pending = False
        self._last_print = -math.inf
        self._last_post = -math.inf

    # -- warnings and events (laws/moos 7.6)

    def config_warning(self, text: str) -> None:
        """Add a configuration warning; equal ones are all kept, about a hundred at most."""
        self._config_warning_pending = True
        if len(self.config_warnings) < MAX_CONFIG_WARNINGS:
            self.config_warnings.append(_clean_text(text))

    def run_warning(self, text: str) -> None:
        """Count a run warning; beyond the limit of distinct texts it counts as one of the others."""
        text = _clean_text(text)
        known = len(self.run_warnings) - (OTHER_RUN_WARNINGS in self.run_warnings)
        if text not in self.run_warnings and known >= self.max_run_warnings:
            self._others[text] = self._others.pop(text, 0) + 1
            if len(self._others) > MAX_OTHER_WARNINGS:
                del self._others[next(iter(self._others))]
            text = OTHER_RUN_WARNINGS
        self.run_warnings[text] = self.run_warnings.get(text, 0) + 1
        self._run_warning_pending = True

    def retract_run_warning(self, text: str) -> bool:
        """Take back every occurrence of exactly this text; False if there was none."""
        text = _clean_text(text)
        other = self._others.pop(text, 0)
        if other:
            self.run_warnings[OTHER_RUN_WARNINGS] -= other
            if not self.run_warnings[OTHER_RUN_WARNINGS]:
                del self.run_warnings[OTHER_RUN_WARNINGS]
        if self.run_warnings.pop(text, None) is None and not other:
            return False
        self._run_warning_pending = True
        return True

    @property
    def all_run_warnings(self) -> dict[str, int]:
        """The warnings with the texts of the others, as far as they are kept; what is left counts as others."""
        found = {text: count for text, count in self.run_warnings.items() if text != OTHER_RUN_WARNINGS}
        found |= self._others
        lost = self.run_warnings.get(OTHER_RUN_WARNINGS, 0) - sum(self._others.values())
        return {**found, OTHER_RUN_WARNINGS: lost} if lost > 0 else found

    def _listed_warnings(self) -> tuple[tuple[str, int], ...]:
        """Those of a report; the latest of the others stands with their number."""
        latest = next(reversed(self._others), "")
        return tuple(
            (f"{text}, the latest: {latest}", count) if text == OTHER_RUN_WARNINGS and latest else (text, count)
            for text, count in sorted(self.run_warnings.items())
        )

    def event(self, text: str, uptime: float) -> None:
        """Add an event at ``uptime`` MOOS s since the start; the oldest gives way."""
        self.events.append(_clean_text(f"[{uptime:.2f}]: {text}"))

    # -- requests (laws/moos 7.2)

    def on_request(self, text: str, now: float) -> bool:
        """Take the value of APPCAST_REQ, received at MOOS time ``now``; False if it does not concern us."""
        key, node, app, duration, threshold = _read_request(text)
        if not key or node not in (self.community, "all") or app not in (self.app, "all"):
            return False
        if (text, now) == self._newest_request:  # mail that came together: nothing changes
            return True
        self._newest_request = text, now
        before = self._requests.pop(key, None)
        self._expire(now)
        full = len(self._requests) >= MAX_REQUESTERS
        if full:
            self._requests.pop(next(iter(self._requests)))
        request = self._requests[key] = _Request(now + duration, threshold)
        if full or (before is not None and (before.until > request.until or before.threshold != threshold)):
            self._note_ends()
        elif threshold == "any":
            self._end = max(self._end, request.until)
        elif threshold == "run_warning":
            self._warning_end = max(self._warning_end, request.until)
        return True

    def requested(self, now: float) -> bool:
        """Whether a report is requested at MOOS time ``now``."""
        if self._config_warning_pending or now < self._end or (self._run_warning_pending and now < self._warning_end):
            return True
        if now >= self._warning_end:
            self._expire(now)
        return False

    def is_idle(self) -> bool:
        """Return whether no report will be due until a request or a warning."""
        # a run warning alone is reported to those who asked; the first iterations report unasked
        return not (self.terminal or self._config_warning_pending or self._requests or self.iteration < 2)

    def clock_was_set(self, change: float, real: float) -> None:
        """Both clocks jumped by so many MOOS s and real s."""
        self._requests = {key: _Request(r.until + change, r.threshold) for key, r in self._requests.items()}
        self._note_ends()
        self._last_print += real
        self._last_post += real

    def _expire(self, now: float) -> None:
        for key in [k for k, r in self._requests.items() if now >= r.until]:
            del self._requests[key]

    def _note_ends(self) -> None:
        ends = [(request.until, request.threshold) for request in self._requests.values()]
        self._end = max((until for until, threshold in ends if threshold == "any"), default=-math.inf)
        self._warning_end = max((until for until, threshold in ends if threshold == "run_warning"), default=-math.inf)

    # -- production (laws/moos 7.3)

    def due(self, now: float, real: float) -> tuple[bool, bool]:
        """Whether to print and whether to post at MOOS time ``now``, real time ``real`` (s); notes that it was done.

        To be called at the end of each iteration, after ``iteration`` was counted up. Every application posts one
        report in its first iteration unasked.
        """
        least = self.interval - REPORT_SLACK
        print_is_early = real - self._last_print < least
        post_is_early = real - self._last_post < least
        if print_is_early and post_is_early:
            return False, False
        pending = self.requested(now) or self.iteration < 2
        if not pending and (not self.terminal or print_is_early):
            return False, False
        if not self.terminal and post_is_early:
            return False, False
        if self.terminal:
            self._last_print = real
        if pending:
            self._last_post = real
            self._config_warning_pending = self._run_warning_pending = False
        return self.terminal, pending

    def report(self, body: str) -> Report:
        """The present state with the application's own text ``body``."""
        return Report(
            app=self.app,
            community=self.community,
            iteration=self.iteration,
            lines=_clean_body(body),
            config_warnings=tuple(self.config_warnings),
            run_warnings=self._listed_warnings(),
            events=tuple(self.events),
        )
