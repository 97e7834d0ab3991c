"""The appcasts of a community as lines of escaped text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from usimmarine_py.errors import suggest
from usimmarine_py.watch.viewer.appcasts import MAX_APPLICATIONS, AppCast, read_appcast

HEADER = f"{'application':<24} {'community':<14} {'iteration':>10} {'config':>7} {'run':>7}  warnings"
RULE = "=" * 72


def run_warning_total(cast: AppCast) -> int:
    """The number of run warnings since the start; a text without a count is one."""
    counts = (text.partition(":")[0].strip() for text in cast.run_warnings)
    return sum(int(count[:9]) if count.isascii() and count.isdigit() else 1 for count in counts)


def row(cast: AppCast, silent: float = 0.0) -> str:
    """One line of the list; ``silent`` is the time without a report, s (0: not shown)."""
    counts = f"{len(cast.config_warnings):>7} {run_warning_total(cast):>7}"
    latest = next(iter((*cast.config_warnings, *cast.run_warnings)), "")
    text = f"silent for {silent:.0f} s" if silent else latest
    return f"{cast.app:<24} {cast.node:<14} {cast.iteration:>10} {counts}  {text}".rstrip()


def report(cast: AppCast) -> list[str]:
    """A report as MOOS applications print it."""
    left = f"{cast.app} {cast.node}".rstrip()
    right = f"{len(cast.config_warnings)}/{run_warning_total(cast)} ({cast.iteration})"
    lines = [RULE, left + right.rjust(max(len(RULE) - len(left), len(right) + 1)), RULE]
    if cast.config_warnings:
        lines += [f"Configuration Warnings: {len(cast.config_warnings)}", *(f"  {t}" for t in cast.config_warnings), ""]
    if cast.run_warnings:
        lines.append(f"Runtime Warnings: {run_warning_total(cast)}")
        for text in cast.run_warnings:
            count, colon, what = text.partition(":")
            lines.append(f"  [{count}]: {what.strip()}" if colon else f"  {text}")
        lines.append("")
    lines += cast.lines
    if cast.events:
        lines += [RULE, f"Most Recent Events ({len(cast.events)}):", RULE, *reversed(cast.events)]
    return lines


@dataclass(slots=True)
class Board:
    """The latest report of each application of each community."""

    casts: dict[tuple[str, str], AppCast] = field(default_factory=dict)
    _heard: dict[tuple[str, str], float] = field(default_factory=dict)

    def take(self, text: str, now: float) -> AppCast | None:
        """Store a report received at ``now`` (s); None if it does not name its application, or there are too many."""
        cast = read_appcast(text)
        if cast is None:
            return None
        key = (cast.node, cast.app)
        if key not in self.casts and len(self.casts) >= MAX_APPLICATIONS:
            return None
        self.casts[key], self._heard[key] = cast, now
        return cast

    def sorted(self) -> list[AppCast]:
        """All reports, by community and name."""
        return [self.casts[key] for key in sorted(self.casts, key=lambda key: (key[0].lower(), key[1].lower()))]

    def silent(self, cast: AppCast, now: float) -> float:
        """The time (s) since its last report."""
        return now - self._heard.get((cast.node, cast.app), now)

    def like(self, name: str) -> str:
        """The application with the name closest to an unknown one; empty for none."""
        return suggest(name, [cast.app for cast in self.casts.values()])


def screen(
    board: Board, title: str, chosen: AppCast | None, rows: Sequence[str], size: tuple[int, int], alone: bool
) -> list[str]:
    """Format for a terminal of ``size`` (columns, lines): title, the list (not if ``alone``), the selected report."""
    width, height = max(size[0], 20), max(size[1] - 1, 4)
    lines = [title]
    if not alone:
        casts = board.sorted()
        at = casts.index(chosen) if chosen in casts else 0
        room = max(3, height // 3)
        first = min(max(0, at - room // 2), max(0, len(rows) - room))
        lines.append(f"  {HEADER}")
        for i, text in list(enumerate(rows))[first : first + room]:
            lines.append(f"{'>' if chosen is not None and i == at else ' '} {text}")
        hidden = len(rows) - room
        lines.append(f"  ... {hidden} more" if hidden > 0 else "")
    if chosen is not None:
        lines += report(chosen)
    if len(lines) > height:
        lines = [*lines[: height - 1], "..."]
    return [line[:width] for line in lines]
