"""aloghelm: modes of a helm, its behaviors by state, and their lives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TextIO

from usimmarine_py.logs.tools.lines import (
    HELP,
    VERSION,
    bite,
    commas,
    fields,
    is_comment,
    lower,
    readable,
    strip,
    whole_lines,
)  # fmt: skip
from usimmarine_py.logs.tools.texts import help_text, version_text
from usimmarine_py.text import atof, leading_integer, plain_number
from usimmarine_py.texts.pairs import parts, pieces
from usimmarine_py.values.frozen import dataclass, field

_BLUE, _GREEN, _RED, _MAGENTA, _PLAIN = "\33[34m", "\33[32m", "\33[31m", "\33[35m", "\33[0m"
#: States of behaviors: title, and field of IVPHELM_SUMMARY.
_STATES = {
    "Active:    ": "active_bhvs", "Running:   ": "running_bhvs", "Idle:      ": "idle_bhvs",
    "Disabled:  ": "disabled_bhvs", "Completed: ": "completed_bhvs",
}  # fmt: skip


class _Event(NamedTuple):
    """One event of IVPHELM_LIFE_EVENT."""

    time: float
    iteration: int
    kind: str
    name: str
    behavior: str
    seed: str
    place: int


@dataclass(slots=True)
class Lives:
    """What became of behaviors: spawned, dead."""

    events: dict[_Event, str] = field(default_factory=dict)  #: with what ended them
    widths: dict[str, int] = field(
        default_factory=lambda: {"time": 4, "iter": 4, "event": 5, "bname": 8, "btype": 13, "seed": 15}
    )

    def take(self, text: str) -> None:
        """Take an event; one that is known already does not count."""
        found: dict[str, str] = {}
        for part in parts(text, ","):
            key, value = bite(part, "=")
            key = lower(key)
            found[key] = value
            column = "seed" if key == "post_mortem" else key
            if column in self.widths:
                self.widths[column] = max(self.widths[column], len(value))
        event = _Event(
            atof(found.get("time", "")), leading_integer(found.get("iter", "")), found.get("event", ""),
            found.get("bname", ""), found.get("btype", ""), found.get("seed", ""),
            leading_integer(found.get("posting_index", "")),
        )  # fmt: skip
        self.events.setdefault(event, found.get("post_mortem", ""))

    def report(self, *, colours: bool) -> list[str]:
        """Return the table."""
        widths = self.widths
        stars = f"      {'*' * 51}"
        banner = [stars, "      *        Summary of Behavior Life Events          *", stars]
        lines = [f"{_MAGENTA}{line}{_PLAIN}" if colours else line for line in banner]
        heads = ("Time", "Iter", "Event", "Behavior", "Behavior Type", "Spawning Seed")
        columns = list(widths.values())
        lines += ["", "  ".join(head.ljust(width) for head, width in zip(heads, columns, strict=True))]
        lines.append("  ".join("-" * width for width in columns))
        for event, end in self.events.items():
            # the column of the event is as wide as that of the iteration, as in the original
            line = "  ".join((
                plain_number(event.time, 2).rjust(widths["time"]), str(event.iteration).rjust(widths["iter"]),
                event.kind.ljust(widths["iter"]), event.name.ljust(widths["bname"]),
                event.behavior.ljust(widths["btype"]), (event.seed or end).ljust(widths["seed"]),
            ))  # fmt: skip
            colour = {"spawn": _BLUE if event.seed == "helm startup" else _GREEN, "abort": _RED}.get(event.kind, "")
            lines.append(f"{colour}{line}{_PLAIN}" if colour and colours else line)
        return lines


@dataclass(slots=True)
class AloghelmOptions:
    source: str = ""
    behaviors: bool = False
    modes: bool = False
    lives: bool = False
    colours: bool = True
    short: bool = True
    watched: str = ""
    variables: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Summary:
    """Behaviors by state, each as NAME$TIME$..., and the time of the report."""

    time: float = 0.0
    iteration: int = 0
    states: dict[str, list[str]] = field(default_factory=dict)
    known: bool = False

    def updated(self, text: str) -> _Summary:
        """Return what holds after a report, which says what changed."""
        found = _Summary(self.time, self.iteration, dict(self.states), True)
        for part in parts_of(text):
            key, value = bite(part, "=")
            if key == "iter":
                found.iteration = leading_integer(value)
            elif key == "utc_time":
                found.time = atof(value)
            elif key in _STATES.values():
                found.states[key] = parts(value, ":")
        return found

    def names(self, state: str) -> str:
        """Return the names of the behaviors in a state."""
        text = ",".join(bite(entry, "$")[0] for entry in self.states.get(state, ()))
        return "" if text == "none" else text

    def completed(self) -> str:
        """Return what completed, the latest first, how often, and for how long (s)."""
        counts: dict[str, int] = {}
        times: dict[str, float] = {}
        for entry in self.states.get("completed_bhvs", ()):
            name, rest = bite(entry, "$")
            counts[name] = counts.get(name, 0) + 1
            times[name] = max(times.get(name, 0.0), atof(bite(rest, "$")[0]))
        found = []
        for time, name in sorted(((time, name) for name, time in times.items()), reverse=True):
            count = f"({counts[name]})" if counts[name] > 1 else ""
            found.append(f"{name}{count}[{plain_number(self.time - time, 2) if time > 0 else 'always'}]")
        return ",".join(found)


def parts_of(text: str) -> list[str]:
    """Return the pieces of a report; an empty one at the end is none."""
    found = pieces(text)
    return found if found[-1] else found[:-1]


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``aloghelm FILE.alog [VAR ...] [OPTIONS]``; its exit code, which is 0 without a readable log, too."""
    if any(word in VERSION for word in words):
        out.write(version_text("aloghelm"))
        return 0
    if any(word in HELP for word in words):
        out.write(help_text("aloghelm"))
        return 0
    options = AloghelmOptions()
    for word in words:
        if word in ("-b", "--bhvs"):
            options.behaviors = True
        elif word in ("-m", "--modes"):
            options.modes = True
        elif word in ("-l", "--life"):
            options.lives = True
        elif word == "--notrunc":
            options.short = False
        elif word.startswith("--watch="):
            options.watched = word[8:]
        elif word == "--nocolor":
            options.colours = False
        elif word.endswith(".alog") and not options.source:
            options.source = word
        else:
            options.variables.append(word)
    if not options.source:
        out.write("No alog file given - exiting\n")
    elif not readable(options.source):
        out.write(f"{_RED}Alog file not found or unable to open - exiting\n{_PLAIN}")
    else:
        _report(options, out)
    return 0


def _report(options: AloghelmOptions, out: TextIO) -> None:
    out.write(f"Processing on file : {options.source}\n")
    lives, events, count = Lives(), 0, 0
    summary = _Summary()
    mode_variable, mode = "", ""
    states = options.modes or options.behaviors
    for count, line in enumerate(whole_lines(options.source), 1):
        if options.lives and not states:
            _progress(count, out)
        if is_comment(line):
            continue
        entry = fields(line)
        name = entry.variable
        if name == "IVPHELM_LIFE_EVENT":
            lives.take(entry.data)
            events += 1
        elif name == "IVPHELM_SUMMARY" and options.behaviors:
            new = summary.updated(entry.data)
            if not summary.known or any(new.names(key) != summary.names(key) for key in _STATES.values()):
                _show(new, summary, entry.time, options, out)
                summary = new
        elif name == "IVPHELM_MODESET":
            mode_variable = entry.data.partition("#")[0] if states else ""
        if states and name == mode_variable and entry.data != mode:
            mode = entry.data
            out.write(f"{'=' * 52}\n{entry.time} Mode: {mode}\n")
        if name in options.variables:
            out.write(f"{line[:80] if options.short else line}\n")
    count += 1
    if options.lives and not states:
        _progress(count, out)
    out.write(f"\n{commas(count)} lines total.\n")
    if options.lives:
        out.write(f"{events} life events.\n")
    out.write("\n\n\n")
    if options.lives:
        out.writelines(f"{line}\n" for line in lives.report(colours=options.colours))


def _progress(count: int, out: TextIO) -> None:
    out.write("+" if count % 10000 == 0 else "")
    out.write(f" ({commas(count)}) lines\n" if count % 100000 == 0 else "")


def _show(new: _Summary, old: _Summary, time: str, options: AloghelmOptions, out: TextIO) -> None:
    out.write(" -" * 26 + "\n")
    changed = {
        key: bool(options.watched) and options.watched in new.names(key) and options.watched not in old.names(key)
        for key in _STATES.values()
    }
    if new.completed():
        changed["completed_bhvs"] &= options.watched in new.completed()
    changed["disabled_bhvs"] = changed["idle_bhvs"]  # as the original marks them
    for title, key in _STATES.items():
        text = new.completed() if key == "completed_bhvs" else new.names(key)
        if text or key != "completed_bhvs":
            colour = (_BLUE if changed[key] else _PLAIN) if options.colours else ""
            mark = "             CHANGE" if changed[key] else ""
            out.write(f"{colour}{strip(time)}    ({new.iteration}) {title}{text}{mark}{_PLAIN}\n")
