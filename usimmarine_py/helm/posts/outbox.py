"""What a helm hands out: posts, subscriptions, run warnings and events."""

from __future__ import annotations

from collections.abc import Iterable

from usimmarine_py.errors import shorten
from usimmarine_py.helm.buffer import Buffer
from usimmarine_py.values.frozen import maker
from usimmarine_py.values.mail import Post

_post = maker(Post)
#: How many texts of run warnings the original's report tells apart, and how it names the others.
_TOLD_APART, _OTHERS = 10, "Other Run Warnings"


class HelmOutbox:
    """All of it, until it is taken. ``buffer`` has the time (s)."""

    def __init__(self, buffer: Buffer) -> None:
        self._buffer = buffer
        self.warning_count = 0  #: run warnings since the start that were not taken back
        self._counts: dict[str, int] = {}  #: of them by text, as far as the original tells them apart
        self.subscribed: dict[str, float] = {}  #: since when (s), by variable
        self._posts: list[Post] = []
        self._fresh: list[str] = []
        self._warnings: list[str] = []
        self._retracted: list[str] = []
        self._events: list[tuple[float, str]] = []
        counts = "IVPHELM_COMPLETED_COUNT", "IVPHELM_BHV_CNT", "IVPHELM_BHV_CNT_EVER"
        self._on_change: dict[str, float | str] = dict.fromkeys(counts, 0.0)
        self.forget("IVPHELM_UPDATEVARS", "IVPHELM_STATEVARS")

    def post(self, variable: str, value: float | str, aux: str = "") -> None:
        """Add a post."""
        self._posts.append(_post((variable, value, None, aux, None)))

    def post_changed(self, variable: str, value: float | str, aux: str = "") -> None:
        """Add a post unless the last one of this variable had the same value."""
        if self._on_change.get(variable) != value:
            self._on_change[variable] = value
            self.post(variable, value, aux)

    def forget(self, *variables: str) -> None:
        """Let the next text of variables that are posted when they change be posted unless it is empty."""
        self._on_change.update(dict.fromkeys(variables, ""))

    def subscribe(self, names: Iterable[str], *, again: bool = False, renewed: bool = False) -> None:
        """Subscribe; ``again``: say so of those that are, too; ``renewed``: their current value comes once more."""
        for name in names:
            if name not in self.subscribed or renewed:
                self.subscribed[name] = self._buffer.now
                self._fresh.append(name)
            elif not again:
                continue
            self.post("IVPHELM_REGISTER", name)

    def warn(self, text: str, *, counts: bool = True) -> None:
        """Add a run warning; it ``counts`` in the summary where the original has it, too."""
        text = shorten(text)
        self._warnings.append(text)
        if not counts:
            return
        self.warning_count += 1
        known = text if len(self._counts) < _TOLD_APART else _OTHERS
        self._counts[known] = self._counts.get(known, 0) + 1

    def retract(self, text: str) -> None:
        """Take back all run warnings of a text."""
        text = shorten(text)
        self.warning_count = max(self.warning_count - self._counts.pop(text, 0), 0)
        if text in self._warnings:
            self._warnings = [one for one in self._warnings if one != text]
        self._retracted.append(text)

    def note(self, passed: float, text: str) -> None:
        """Add an event of the report, ``passed`` s after the start."""
        self._events.append((passed, text))

    def take_posts(self) -> list[Post]:
        """Return the posts since the last call."""
        posts, self._posts = self._posts, []
        return posts

    def take_subscriptions(self) -> list[str]:
        """Return the variables that are wanted since the last call, also those that are wanted again."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def take_warnings(self) -> list[str]:
        """Return the run warnings since the last call."""
        fresh, self._warnings = self._warnings, []
        return fresh

    def take_retracted(self) -> list[str]:
        """Return the texts of run warnings that were taken back since the last call."""
        fresh, self._retracted = self._retracted, []
        return fresh

    def take_events(self) -> list[tuple[float, str]]:
        """Return the events since the last call: (s since the start, text)."""
        fresh, self._events = self._events, []
        return fresh
