"""Alerts: what is posted when a contact comes near, and when it is no longer near."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from usimmarine_py.colours import is_colour
from usimmarine_py.field.contacts.posting import Flag
from usimmarine_py.limits import MOST_ALERT_FLAGS, MOST_ALERTS, TooMuchError, admit
from usimmarine_py.text import compact_number, read_number
from usimmarine_py.texts.contact_filter import ContactFilter
from usimmarine_py.texts.node_report import NodeState
from usimmarine_py.texts.pairs import first_value, pieces, unquoted
from usimmarine_py.values.key import flag_of

UNSET = -1.0
#: Words of older alerts: what filters, and what only draws.
_OLDER_FILTERS = {
    **{word: word for word in ("match_type", "ignore_type", "match_group", "ignore_group")}, "region": "match_region"
}  # fmt: skip
_OLDER_COLOURS = {"alert_range_color": "near_colour", "cpa_range_color": "far_colour"}
DEFAULT_ID = "no_id"
#: Anywhere in a text it makes it one that switches an alert.
_ACTION = re.compile("action=(disable|enable)", re.IGNORECASE)
_ON, _OFF = ("on_flag", "onflag"), ("off_flag", "offflag")


class Alert:
    """One alert; ``near`` and ``far`` are its ranges (m)."""

    def __init__(self, near: float = UNSET, far: float = UNSET, *, older: bool = False) -> None:
        self.near, self.far, self.older = near, far, older
        self.near_colour, self.far_colour = "gray65", "gray35"  #: of its circles
        self.on_flags: list[Flag] = []
        self.off_flags: list[Flag] = []
        self.filter = ContactFilter(older=older)
        self._seen: set[tuple[str, str]] = set()  #: flags as written

    @property
    def is_complete(self) -> bool:
        """Whether it has a range and at least one flag; an older one needs no flag."""
        return self.near != UNSET and (self.older or bool(self.on_flags or self.off_flags))

    def add_flag(self, side: str, text: str) -> bool:
        """Add a flag, ``on`` or ``off``; return False for a text that is none. An equal text has no effect again."""
        flags, text = self.on_flags if side == "on" else self.off_flags, text.strip()
        if not self.older and (side, text) in self._seen:
            return True
        admit(len(flags) + 1, MOST_ALERT_FLAGS, "flags of an alert")
        if len(self._seen) < 2 * MOST_ALERT_FLAGS:
            self._seen.add((side, text))
        flag = flag_of(text)
        if flag is None or not flag[0].strip():
            return False
        flags.append((flag[0].strip(), flag[1]))
        return True

    def set_near(self, near: float) -> None:
        """Set the range within which a contact is near; the far range is never smaller."""
        self.near = near
        self.far = max(self.far, near)

    def set_far(self, far: float) -> None:
        """Set the range within which a contact is near if it will come near; the near range is never larger."""
        self.far = far
        self.near = min(self.near, far)

    def applies(self, state: NodeState, distance: float, approach: Callable[[], float]) -> bool:
        """Whether it applies to a contact at a ``distance`` (m); ``approach`` returns its closest approach (m)."""
        if not (self.is_complete and self.filter.passes(state)):
            return False
        if self.near <= 0:
            return True
        return distance <= self.far and (distance <= self.near or approach() <= self.near)


class Alerted:
    """The alerts that apply: contacts in lower case with ids. Its text is made anew for those alone that change."""

    def __init__(self) -> None:
        self._ids: dict[str, set[str]] = {}
        self._texts: dict[str, str] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __contains__(self, pair: tuple[str, str]) -> bool:
        return pair[1] in self._ids.get(pair[0], ())

    def meet(self, name: str) -> None:
        """Take in a contact."""
        self._ids.setdefault(name, set())

    def knows(self, name: str) -> bool:
        """Whether there is such a contact."""
        return name in self._ids

    def add(self, pair: tuple[str, str]) -> None:
        """Let an alert apply to a contact, to which it did not; in vain for one that was dropped under that name."""
        name, key = pair
        if name not in self._ids:
            return
        self._ids[name].add(key)
        self._texts.pop(name, None)
        self._count += 1

    def discard(self, pair: tuple[str, str]) -> None:
        """Let one no longer apply that did."""
        name, key = pair
        self._ids[name].remove(key)
        self._texts.pop(name, None)
        self._count -= 1

    def forget(self, name: str) -> None:
        """Drop a contact."""
        self._count -= len(self._ids.pop(name, ()))
        self._texts.pop(name, None)

    def names(self) -> list[str]:
        """Return the contacts, sorted."""
        return sorted(self._ids)

    def text(self) -> str:
        """Write all of them, in byte order: ``(abe,avoid)(ben,avoid)``."""
        texts = self._texts
        for name in self._ids.keys() - texts.keys():
            texts[name] = "".join(f"({name},{key})" for key in sorted(self._ids[name]))
        return "".join(map(texts.__getitem__, sorted(texts)))


class AlertTable:
    """All alerts, by id, and which of them each contact has set off.

    ``older``: by the rules of pBasicContactMgr, where braces protect commas, and an off_flag is not split.
    """

    def __init__(self, near: float = UNSET, far: float = UNSET, *, older: bool = False) -> None:
        self.defaults, self.older = (near, far), older
        self.near_colour, self.far_colour = "gray65", "gray35"  #: of alerts to come
        self.alerts: dict[str, Alert] = {}
        self.disabled: set[str] = set()  #: ids, also of alerts that are not there
        self.on = Alerted()

    def ids(self) -> list[str]:
        """All ids in byte order."""
        return sorted(self.alerts)

    @property
    def widest(self) -> float:
        """The largest far range of those that are not disabled, m."""
        return max((alert.far for key, alert in self.alerts.items() if key not in self.disabled), default=UNSET)

    def keep(self, pair: tuple[str, str]) -> None:
        """Remember that an alert applies to a contact, to which it did not.

        As in the original one whose id has capitals is not remembered, unless there is one with that id in small
        letters: it goes off each time.
        """
        if pair[1].lower() in self.alerts:
            self.on.add(pair)

    def forget(self, name: str) -> None:
        """Drop a contact and what it has set off."""
        self.on.forget(name.lower())

    def begin_anew(self, name: str, key: str) -> str:
        """Let an alert of a contact begin anew, without a key all of them; return what is not known."""
        if not self.on.knows(name):
            return f"vehicle: {name}"
        if not key:
            self.on.forget(name)
            self.on.meet(name)
        elif key not in self.alerts:
            return f"alertid: {key}"
        elif (name, key) in self.on:
            self.on.discard((name, key))
        return ""

    def read(self, text: str) -> Iterator[str]:
        """Read an alert, new or changed, and yield what is wrong with it; what was read before that is in force."""
        parts = [part.partition("=") for part in pieces(text)]
        pairs = [(key.strip().lower(), unquoted(value)) for key, _, value in parts]
        name = first_value(text, "id") or DEFAULT_ID
        if not self.older and (action := _ACTION.search(text)):
            if name == DEFAULT_ID:
                yield "needs an id"
            elif action[1].lower() == "disable" and name not in self.alerts and len(self.disabled) >= MOST_ALERTS:
                yield f"{MOST_ALERTS} alerts are disabled already"
            elif action[1].lower() == "disable":
                self.disabled.add(name)
            else:
                self.disabled.discard(name)
            return
        if name not in self.alerts and len(self.alerts) >= MOST_ALERTS:
            yield f"there are {MOST_ALERTS} alerts already"
            return
        if name not in self.alerts:
            near, far = self.defaults
            self.alerts[name] = Alert(min(near, far), far, older=self.older)
            self.alerts[name].near_colour, self.alerts[name].far_colour = self.near_colour, self.far_colour
        alert = self.alerts[name]
        try:
            wrong = _read_parts(alert, pairs)
        except TooMuchError as error:
            yield f"{error}; the rest is not read"
            return
        if wrong:
            yield f"{wrong}; the rest is not read"
            return
        if not alert.is_complete:
            yield f"the alert {name} needs alert_range and a flag"


def _read_parts(alert: Alert, pairs: Iterable[tuple[str, str]]) -> str:
    """Read the parts of an alert as far as they are right; return what is wrong. Raises ``TooMuchError``."""
    variable = value_text = ""
    for key, value in pairs:
        if key == "var":
            variable = value
        elif key in ("val", "pattern"):
            value_text = value
        elif key != "id" and (wrong := _read_part(alert, key, value)):
            return f"{key} = {value} {wrong}"
    if variable and value_text:
        alert.add_flag("on", f"{variable}={value_text}")
    return ""


def _read_part(alert: Alert, key: str, value: str) -> str:
    """Read a part of an alert; return what is wrong with it."""
    if key in _ON:
        return "" if alert.add_flag("on", value) else "must be VAR=VALUE"
    if key in _OFF:
        parts = [value] if alert.older else value.split("#")
        return "" if all(alert.add_flag("off", part) for part in parts) else "must be VAR=VALUE"
    if key in ("alert_range", "cpa_range"):
        number = read_number(value)
        if number is None or number < 0:
            return "must be a number of at least 0"
        (alert.set_near if key == "alert_range" else alert.set_far)(number)
        return ""
    if alert.older:
        if key in _OLDER_COLOURS:
            setattr(alert, _OLDER_COLOURS[key], value)
            return "" if is_colour(value) else "is no colour"
        key = _OLDER_FILTERS.get(key, "")
    try:
        return "" if alert.filter.read(key, value) else "is no part of an alert"
    except ValueError as error:
        return str(error)


def expand_name(text: str, state: NodeState, *, older: bool = False) -> str:
    """Fill in the macros of the variable of a flag."""
    if older:
        return _shared(text.replace("%[VNAME]", state.name.lower()), state)
    return _shared(text.replace("$[UTC]", compact_number(state.time or 0.0, 2)), state)


def expand_value(text: str, state: NodeState, *, older: bool = False) -> str:
    """Fill in the macros of the text of a flag; of ``older`` alerts, the group is none."""
    if older:
        return _shared(text.replace("%[VNAME]", state.name.lower()), state)
    return _shared(text, state).replace("$[GROUP]", state.group).replace("%[GROUP]", state.group.lower())


def _shared(text: str, state: NodeState) -> str:
    if "[" not in text:
        return text
    for name, value, decimals in (
        ("X", state.x, 2), ("Y", state.y, 2), ("HDG", state.heading, 2), ("DEP", state.depth, 2),
        ("LAT", state.latitude, 8), ("LON", state.longitude, 8), ("UTIME", state.time, 2),
    ):  # fmt: skip
        text = text.replace(f"$[{name}]", compact_number(value or 0.0, decimals))
    for macro, value_text in (
        ("$[VNAME]", state.name), ("%[VNAME]", state.name), ("$[VTYPE]", state.kind), ("%[VTYPE]", state.kind.lower()),
    ):  # fmt: skip
        text = text.replace(macro, value_text)
    return text
