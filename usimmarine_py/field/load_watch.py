"""uLoadWatch: tells which applications fall behind their rate."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity, field_table, number, special
from usimmarine_py.finding import Finding
from usimmarine_py.text import atof, compact_number, plain_number, read_number
from usimmarine_py.texts.pairs import pairs_of
from usimmarine_py.values.app import Subscription, passed
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single

_GAP = "_ITER_GAP"
#: Between two requests, s.
_REQUEST_GAP = 15.0


@dataclass(slots=True)
class LoadOptions:
    """What the block says."""

    thresholds: dict[str, float] = field(default_factory=dict)
    near: float = 0.9
    trigger: float = 1.0


def _threshold(options: LoadOptions, value: str) -> Finding | None:
    found = dict(pairs_of(value))
    if not found.get("app") or not found.get("gapthresh"):
        return Finding("must be app=NAME,gapthresh=NUMBER")
    number = atof(found["gapthresh"])
    if not 0.0 < number < inf:
        return Finding("gapthresh must be above 0")
    options.thresholds[found["app"]] = number
    return None


def _near(options: LoadOptions, value: str) -> Finding | None:
    number = read_number(value)
    if number is None:
        return Finding("must be a number")
    options.near = min(max(number, 0.0), 1.0)
    return None


#: The keys of its block.
KEYS = field_table(
    LoadOptions,
    special(
        "thresh", "list", _threshold, "Gap between two iterations of an application, in its periods, that is too long; "
        "any is the default of all.", repeatable=True, example="app=pHelmIvP, gapthresh=1.5",
    ),
    special(
        "near_breach_thresh", "number", _near, "A gap of more than this part (0 to 1) of the threshold counts as a "
        "near breach.", "near", example="0.9",
    ),
    number("breach_trigger", "trigger", "Breaches that an application may have before a warning.", minimum=0.0),
)  # fmt: skip


class LoadWatchApp(FieldApp):
    """Asks applications for the gaps between their iterations, and counts those that are too long."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uLoadWatch") -> None:
        super().__init__(lines, home, name)
        self.options = LoadOptions()
        self.read_block(lines, self.options)
        self._last_request = -inf
        self._gaps: dict[str, float] = {}  # the largest of each since the last iteration
        self._over: dict[str, int] = {}
        self._near: list[str] = []
        self._breached: list[str] = []
        self.near_count = self.breach_count = 0

    def on_connect_subscriptions(self) -> Sequence[Subscription]:
        """The gaps of all applications."""
        return [Subscription(f"*{_GAP}", 0.0, "*")]

    def started(self, now: float) -> list[Row]:
        """Post the counts."""
        del now
        return [single("ULW_BREACH_COUNT", 0.0), single("ULW_NEAR_BREACH_COUNT", 0.0)]

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """Note the gaps, of the application that posts them whatever the variable is called."""
        for message in mail:
            if isinstance(message.value, float) and message.variable.endswith(_GAP):
                name = message.source.upper()
                if message.value > self._gaps.get(name, 0.0):
                    self._gaps[name] = message.value
        return ()

    def iterate(self, now: float) -> list[Row]:
        """Ask for gaps, and judge those that came."""
        rows: list[Row] = []
        if passed(now, self._last_request, _REQUEST_GAP, self.home.slack):
            self._last_request = now
            rows += [
                single("LOADCAST_REQ", f"app={app},thresh={compact_number(threshold)}, duration=30")
                for app, threshold in sorted(self.options.thresholds.items())
            ]
        gaps, self._gaps = self._gaps, {}
        for name in sorted(gaps):
            rows += self._judge(name, gaps[name])
        return rows

    def _judge(self, name: str, gap: float) -> list[Row]:
        thresholds = self.options.thresholds
        limit = thresholds.get(name, thresholds.get("ANY", 0.0))
        if limit <= 1:
            return []
        rows: list[Row] = []
        if gap > 1 + (limit - 1) * self.options.near:
            if not self.near_count:
                rows.append(single("ULW_NEAR_BREACH", "true"))
            self.near_count += 1
            rows.append(single("ULW_NEAR_BREACH_COUNT", float(self.near_count)))
            if name not in self._near:
                self._near.append(name)
                # the original shows the list of breaches here
                rows.append(single("ULW_NEAR_BREACH_LIST", self._list()))
        if gap > limit:
            self._over[name] = self._over.get(name, 0) + 1
            if self._over[name] > self.options.trigger:
                rows += self._breach(name, gap)
        return rows

    def _list(self) -> str:
        """Return the breached ones as the original writes them: all commas stand in front."""
        return "," * (len(self._breached) - 1) + "".join(sorted(self._breached))

    def _breach(self, name: str, gap: float) -> list[Row]:
        first = not self.breach_count
        self.breach_count += 1
        rows = [single("ULW_BREACH_COUNT", float(self.breach_count))]
        if first:
            rows.append(single("ULW_BREACH", "true"))
        if name not in self._breached:
            self._breached.append(name)
            rows.append(single("ULW_BREACH_LIST", self._list()))
        text = plain_number(gap, 5)
        self.host.run_warning(f"Gap Thresh for {name} exceeded: {text} ({self._over[name]})")
        rows.append(single("LOAD_WARNING", f"app={name}, maxgap={text}, node={self.home.name}"))
        return rows

    def report(self) -> str:
        """Return the counts."""
        return f"Breaches: {self.breach_count}, near breaches: {self.near_count}\n"
