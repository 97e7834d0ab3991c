"""uProcessWatch: tells which applications are there."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity, field_table, number, special, text, truth
from usimmarine_py.finding import Finding
from usimmarine_py.limits import LONGEST_WATCHED, MOST_WATCHED
from usimmarine_py.text import truth_text
from usimmarine_py.texts.shares import fits, has_wildcard
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single

#: After the start nothing is missing for this long, real s.
_PATIENCE = 10.0
_ALL = ("antler", "dbclients", "false", "true")
#: Posts that can have another name, in the original as here.
_EVENT = "PROC_WATCH_EVENT"
_RENAMED = (_EVENT, "PROC_WATCH_FULL_SUMMARY", "PROC_WATCH_SUMMARY")


@dataclass(slots=True)
class WatchOptions:
    """What the block says."""

    names: dict[str, str] = field(default_factory=dict)  #: name, and the variable that tells of it
    included: list[str] = field(default_factory=list)  #: patterns
    excluded: list[str] = field(default_factory=list)
    all: str = "true"
    wait: float = -1.0  #: real s
    retracts: bool = True
    renamed: dict[str, str] = field(default_factory=dict)
    #: by name, the variable that notes it at the start: as in the original, a line renames those of the lines above it
    noted: dict[str, str] = field(default_factory=dict)


def _watch(options: WatchOptions, value: str) -> Finding | None:
    for part in filter(None, value.split(",")):
        name, _, variable = part.partition(":")
        # as in the original, a pattern lists nothing, and with a variable it is a name like others
        if name.endswith("*") and not variable:
            options.included.append(name)
        if name and (variable or not has_wildcard(name)):
            options.names[name] = variable or options.names.get(name, "")
            options.noted.setdefault(name, options.renamed.get(_EVENT, _EVENT))
    return None


def _exclude(options: WatchOptions, value: str) -> Finding | None:
    options.excluded += [part for part in value.split(",") if part]
    return None


def _mapping(options: WatchOptions, value: str) -> Finding | None:
    old, comma, new = value.partition(",")
    if not comma or old not in _RENAMED or not new:
        return Finding(f"must be OLD,NEW with OLD one of {', '.join(_RENAMED)}")
    options.renamed[old] = new
    return None


#: The keys of its block.
KEYS = field_table(
    WatchOptions,
    special(
        "watch", "list", _watch, "Applications that must be there; NAME:VARIABLE names a post that tells of one.",
        repeatable=True, example="pHelmIvP : PH_OK, pShare",
    ),
    special(
        "nowatch", "list", _exclude, "Applications that are not watched; * and ? stand for any characters.",
        repeatable=True, example="uXMS*",
    ),
    text(
        "watch_all", "all", "Which others are watched: those of the ANTLER block, all that come, both (true) or none.",
        choices=_ALL, example="true",
    ),
    number("summary_wait", "wait", "Time after the start without posts, real time; below 0: none.", "s"),
    truth("allow_retractions", "retracts", "An application that comes back takes its warning back."),
    special(
        "post_mapping", "list", _mapping, "Posts the first under the second name: OLD,NEW.", repeatable=True,
    ),
)  # fmt: skip


@dataclass(slots=True)
class Watched:
    """An application on the list."""

    variable: str = ""
    here: int = 1  #: times that it came; the start counts, whether it is there or not
    gone: int = 0
    present: bool = True
    posted: str = ""  #: last value of its variable


class ProcessWatchApp(FieldApp):
    """Compares the clients of the MOOSDB with its list."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uProcessWatch") -> None:
        super().__init__(lines, home, name)
        self.options = options = WatchOptions()
        self.read_block(lines, options)
        plain = dict(options.names)
        if options.all in ("true", "antler"):
            plain.update((n, "") for n in home.launched if n not in plain and self._is_wanted(n))
        self._list = {n: Watched(variable) for n, variable in plain.items()}
        self._excused: set[str] = set()
        self._start = 0.0
        self._last_summary = ""
        self._last_post = -inf
        self._summary = ""  # before the first clients

    def _is_wanted(self, name: str) -> bool:
        # what is watched by a pattern, too, is not left out
        excluded = any(fits(pattern, name) for pattern in self.options.excluded)
        included = any(fits(pattern, name) for pattern in self.options.included)
        return name != self._name and (included or not excluded)

    def on_connect_subscriptions(self) -> Sequence[str]:
        """The clients, and those that leave on purpose."""
        return ["DB_CLIENTS", "EXITED_NORMALLY"]

    def _post(self, name: str, value: float | str) -> Row:
        return single(self.options.renamed.get(name, name), value)

    def started(self, now: float) -> list[Row]:
        """Post the time warp, and what is expected."""
        self._start = now
        rows = [single("PROC_WATCH_TIME_WARP", float(self.home.warp))]
        event, noted = self.options.renamed.get(_EVENT, _EVENT), self.options.noted
        return rows + [single(noted.get(name, event), f"Noted to be present: [{name}]") for name in self._list]

    def on_mail(self, mail: list[Message]) -> list[Row]:
        """Compare the clients with the list."""
        rows: list[Row] = []
        for message in mail:
            text = self.text(message)
            if text is None:
                continue
            if message.variable != "EXITED_NORMALLY":
                names = [name.strip() for name in text.split(",") if name.strip()]
                if any(len(name) > LONGEST_WATCHED for name in names):
                    self.refuse(message, f"a name of more than {LONGEST_WATCHED} characters")
                elif len({*names, *self._list}) > MOST_WATCHED:
                    self.refuse(message, f"more than {MOST_WATCHED:,} programs cannot be watched")
                else:
                    rows += self._compare(names)
            elif len(text) > LONGEST_WATCHED:
                self.refuse(message, f"a name of more than {LONGEST_WATCHED} characters")
            elif len(self._excused) < MOST_WATCHED:
                self._excused.add(text.strip())
            elif text.strip() not in self._excused:
                self.refuse(message, f"there are {MOST_WATCHED:,} programs already that left on purpose")
        return rows

    def _compare(self, clients: list[str]) -> list[Row]:
        rows: list[Row] = []
        present = set(clients)
        patient = (self.host.now - self._start) / self.home.warp <= _PATIENCE
        for name, one in self._list.items():
            if name in present and not one.present:
                one.present = True
                one.here += 1
                rows.append(self._post(_EVENT, f"Resurrected: [{name}]"))
                if self.options.retracts:
                    self.host.retract_run_warning(f"Process [{name}] is missing.")
            elif name not in present and one.present and not patient:
                one.present = False
                one.gone += 1
                rows.append(self._missing(name))
        if self.options.all in ("true", "dbclients"):
            for name in clients:
                if name not in self._list and self._is_wanted(name):
                    self._list[name] = Watched()
                    rows.append(self._post(_EVENT, f"Noted to be present: [{name}]"))
        missing = [name for name, one in self._list.items() if not one.present and name not in self._excused]
        self._summary = f"AWOL: {','.join(missing)}" if missing else "All Present"
        return rows

    def _missing(self, name: str) -> Row:
        if name in self._excused:
            return self._post(_EVENT, f"Process [{name}] is gone but excused.")
        text = f"Process [{name}] is missing."
        self.host.run_warning(text)
        return self._post(_EVENT, text)

    def iterate(self, now: float) -> list[Row]:
        """Post the summary when it changed or is due."""
        changed = self._summary != self._last_summary
        wait = self.options.wait
        if not changed and not (wait >= 0 and now - self._last_post > wait * self.home.warp):
            return []
        self._last_summary, self._last_post = self._summary, now
        complete = truth_text(self._summary == "All Present")
        rows = [self._post("PROC_WATCH_SUMMARY", self._summary), single("PROC_WATCH_ALL_OK", complete)]
        if changed:
            for _, one in sorted(self._list.items()):
                state = truth_text(one.present)
                if one.variable and one.posted != state:
                    one.posted = state
                    rows.append(single(one.variable, state))
            counts = ",".join(f"{name}({one.here}/{one.gone})" for name, one in self._list.items())
            rows.append(self._post("PROC_WATCH_FULL_SUMMARY", counts or "No processes to watch"))
        return rows

    def report(self) -> str:
        """Return the list."""
        lines = (f"  {name}: {'present' if one.present else 'absent'}\n" for name, one in sorted(self._list.items()))
        return f"Summary: {self._last_summary}\n{''.join(lines)}"
