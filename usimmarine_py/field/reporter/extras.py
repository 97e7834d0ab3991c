"""What travels with node reports: riders, and the separate report of a platform's sensors."""

from __future__ import annotations

from math import inf

from usimmarine_py.text import atof, compact_number, plain_number, read_number
from usimmarine_py.texts.pairs import pairs_of
from usimmarine_py.values.app import exceeded, passed
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.mail import Message

_TAKEN = frozenset((
    "NAME", "X", "Y", "SPD", "HDG", "DEP", "LAT", "LON", "TYPE", "COLOR", "MODE", "ALLSTOP", "INDEX", "YAW", "TIME",
    "LENGTH",
))  # fmt: skip
_MOST_DECIMALS = 10
#: The number of a message that carries a text.
_NO_NUMBER = -1.0


@dataclass(slots=True)
class Rider:
    """A variable that rides along; its ``text`` is empty until there is one."""

    variable: str
    label: str
    updates: bool  #: reported when it is new
    interval: float | None  #: reported when this long (s) has passed since the last mail or report
    decimals: int
    text: str = ""
    fresh: bool = False
    last: float = -inf  #: MOOS s, of mail or report

    def take(self, message: Message, now: float) -> None:
        """Take a new value."""
        value = message.value
        if isinstance(value, str) and value:
            self.text = "{" + value + "}" if "," in value else value
        else:
            self.text = plain_number(value if isinstance(value, float) else _NO_NUMBER, self.decimals)
        self.fresh, self.last = True, now

    def piece(self, now: float, slack: float) -> str | None:
        """Return what stands in a report at MOOS time ``now``; None without a value, empty where it is left out."""
        if not self.text:
            return None
        fresh, self.fresh = self.fresh, False
        if self.interval is None or (self.updates and fresh):
            return f"{self.label}={self.text}" if fresh or not self.updates else ""
        if (self.updates and self.interval <= 0) or not passed(now, self.last, self.interval, slack):
            return ""
        self.last = now
        return f"{self.variable if self.updates else self.label}={self.text}"


def read_rider(text: str) -> Rider | str:
    """Return the rider of a line, or what is wrong with it."""
    found: dict[str, str] = {}
    for key, value in pairs_of(text):
        if key not in ("var", "policy", "rfld", "prec"):
            return f"takes var, policy, rfld and prec, not {key}"
        if key == "var" and (not value or any(map(str.isspace, value))):
            return "needs var=VARIABLE"
        if key == "var" and value in _TAKEN:
            return f"{value} is a field of the report itself"
        if key == "rfld" and not (value.isascii() and value.isalnum()):
            return "rfld must consist of letters and digits"
        if key == "prec" and atof(value) <= -1:
            return "prec must be a number of decimals"
        found[key] = value
    if "var" not in found:
        return "needs var=VARIABLE"
    policy, plus, seconds = found.get("policy", "always").partition("+")
    if policy not in ("always", "updated"):
        policy, seconds = "", policy
    interval = read_number(seconds) if seconds or plus else None
    if (policy == "always" and plus) or ((plus or not policy) and (interval is None or interval < 0)):
        return "policy must be always, updated, updated+SECONDS or SECONDS"
    decimals = min(max(int(atof(found.get("prec", "4"))), 0), _MOST_DECIMALS)
    return Rider(found["var"], found.get("rfld", found["var"]), policy == "updated", interval, decimals)


@dataclass(slots=True)
class PlatformInput:
    """A variable of the platform report."""

    variable: str
    label: str
    gap: float  #: least time between two reports of it, s
    text: str = ""
    fresh: bool = False
    last: float = -inf  #: MOOS s, of the report

    def take(self, message: Message) -> None:
        """Take a new value."""
        value = message.value
        self.text = compact_number(value, 8) if isinstance(value, float) else str(value)
        self.fresh = True

    def pair(self, now: float, slack: float) -> str:
        """Return the pair of a report at MOOS time ``now``, empty where it is not due."""
        if not self.fresh or not exceeded(now, self.last, self.gap, slack):
            return ""
        self.fresh, self.last = False, now
        return f"{self.label}={self.text}"


def read_platform_input(text: str) -> PlatformInput | str:
    """Return the input of a line, or what is wrong with it."""
    variable, label, gap = "", "", 0.0
    for key, value in pairs_of(text):
        if not value:
            variable = key
        elif key.lower() == "gap":
            gap = max(atof(value), 0.0)
        elif key == "alias" and not any(map(str.isspace, value)):
            label = value
    return PlatformInput(variable, label or variable, gap) if variable else "needs a variable"
