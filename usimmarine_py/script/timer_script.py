"""The uTimerScript player: mail in, posts out, no clock and no sockets inside.

A host calls ``iterate(now)`` with the MOOS time at any rate; the script acts on its own AppTick grid. All
random numbers come from the generator handed in, so equal seeds and equal calls give equal posts.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from usimmarine_py.conditions.terms import KeptKinds
from usimmarine_py.finding import Finding
from usimmarine_py.mission.reader import Block, Mission
from usimmarine_py.script.config import EXIT_VARIABLE, ScriptConfig, Span, read_config
from usimmarine_py.script.randoms import RandomPair, RandomVariable, draw_uniform
from usimmarine_py.script.values import MacroFacts, expand, uses_macro
from usimmarine_py.text import compact_number, plain_number, snap, truth_text
from usimmarine_py.values import Message, Post

if TYPE_CHECKING:
    import numpy as np

#: AppTick of a block that names none.
DEFAULT_APP_TICK = 5.0
#: MOOS seconds after which the status is posted though nothing happened.
STATUS_INTERVAL = 5.0
#: Slack of all comparisons of times, s: a stepped clock hits the grid only up to rounding.
TIME_SLACK = 1e-6
#: An iteration may come this part of a period early and still belongs to its place on the grid.
_GRID_SLACK = 0.45
_RECENT_POSTS = 20
#: Limit of times that come by mail, s: keeps sums of them finite.
_LONGEST_TIME = 1e12


class Recent(NamedTuple):
    """A text that was posted: counts before it (in all, in this pass), DB time and script time in s."""

    total: int
    local: int
    db_time: float
    elapsed: float
    variable: str
    value: str


def _unseeded() -> np.random.Generator:
    import numpy as np  # here alone: reading a script must not cost the start of an application that plays none

    return np.random.default_rng(0)


class TimerScript:
    """Plays one uTimerScript block.

    ``block`` has to be read with verbatim quoting off (``TimerScript.from_mission`` does it). ``app_tick`` overrides
    that of the block; 0: each call is an iteration. ``quirks`` repeats the reference's warnings for lines that are
    right. ``slack`` (s) is that of all comparisons of times.
    """

    def __init__(
        self,
        block: Block,
        app_tick: float | None = None,
        rng: np.random.Generator | None = None,
        *,
        community: str = "",
        quirks: bool = False,
        slack: float = TIME_SLACK,
    ) -> None:
        self.app_name = block.name
        self.community = community
        self.config: ScriptConfig = read_config(block, self.app_name, quirks=quirks)
        own_tick = block.number("AppTick")
        self.app_tick = app_tick if app_tick is not None else DEFAULT_APP_TICK if own_tick is None else own_tick
        self.finished = False  #: the script has ended: its host ends it (or itself)
        self.paused = self.config.paused
        self.conditions_ok = not self.config.conditional
        self.resets = 0
        self.posted = 0  #: in this pass
        self.total_posted = 0
        self.elapsed = 0.0  #: script seconds, delays included
        self.time_warp = 1.0 if self.config.spans.time_warp.is_range else self.config.spans.time_warp.low
        self.delay_start = 0.0 if self.config.spans.delay_start.is_range else self.config.spans.delay_start.low
        self.delay_reset = 0.0 if self.config.spans.delay_reset.is_range else self.config.spans.delay_reset.low
        self.blocking = list(self.config.block_on)
        self._file = block.file
        self._slack = slack
        self._rng = _unseeded() if rng is None else rng
        self._seen = KeptKinds()
        self._navigation: dict[str, float | str] = {}
        self._random_texts: dict[RandomVariable | RandomPair, tuple[str, ...]] = {}
        self._times: list[float] = []
        self._open: list[int] = []
        self._next_time = 0.0
        self._zero: float | None = None
        self._skipped = 0.0
        self._gated = 0.0
        self._db_start: float | None = None
        self.set_by = 0.0  #: how far clocks were set since the start, s: what macros say of time is by the clock
        self._first: float | None = None
        self._last = 0.0
        self._due = 0.0
        self._status_at: float | None = None
        self._exit_posted = False
        self._leaving = False
        self._begun = False
        self._events: list[str] = []
        self.recent: list[Recent] = []  #: the last texts that were posted, for the report
        self._condition_names = {v for c in self.config.conditions for v in c.variables}
        self._draw_randoms(("at_start", "at_reset", "at_post"))

    @classmethod
    def from_mission(cls, mission: Mission, name: str, rng: np.random.Generator) -> TimerScript | None:
        """Return the player of the block called ``name``; None if the mission has no such block."""
        block = mission.block(name, verbatim=False)
        if block is None:
            return None
        return cls(block, rng=rng, community=mission.value("Community") or "")

    @classmethod
    def seeded(cls, mission: Mission, name: str, seed: int) -> TimerScript | None:
        """The same with random numbers that depend on the seed and the name alone."""
        import numpy as np  # as in ``_unseeded``

        rng = np.random.default_rng([seed, *name.encode("utf-8", "surrogateescape")])
        return cls.from_mission(mission, name, rng)

    @property
    def config_warnings(self) -> list[str]:
        """The configuration warnings of the report, in file order."""
        return [one.what for one in self.config.warnings]

    @property
    def diagnostics(self) -> list[Finding]:
        """The configuration warnings with file and line."""
        return [one.placed(one.where._replace(file=self._file)) for one in self.config.warnings]

    def subscriptions(self) -> tuple[str, ...]:
        """Return the variables that the script subscribes to, each with interval 0."""
        config = self.config
        names = [config.forward_var, config.pause_var, config.reset_var, "DB_UPTIME", "DB_CLIENTS", EXIT_VARIABLE]
        names += [n for n in ("NAV_X", "NAV_Y") if any(uses_macro(e.value, n) for e in config.events)]
        names += sorted(self._condition_names)
        return tuple(dict.fromkeys(names))

    def on_mail(self, message: Message) -> None:
        """Take in one message; unusable ones are ignored."""
        variable, value, config = message.variable, message.value, self.config
        if isinstance(value, bytes):
            return
        if variable == config.forward_var and not isinstance(value, str):
            if _is_finite(value):
                self._forward(value)
        elif variable == config.reset_var:
            if isinstance(value, str) and value.lower() in ("reset", "true"):
                self._reset()
        elif variable == "DB_UPTIME":
            if self._db_start is None and _is_finite(value) and 0 <= value <= _LONGEST_TIME:
                self._db_start = message.time - value
        elif variable == "DB_CLIENTS":
            if isinstance(value, str) and self.blocking:
                present = value.split(",")
                self.blocking = [name for name in self.blocking if name not in present]
        elif variable == EXIT_VARIABLE:
            # a value left over in the MOOSDB by an earlier run must not end this one
            self._leaving |= self._exit_posted and value == self.app_name
        elif variable in ("NAV_X", "NAV_Y"):
            self._navigation[variable] = value
        else:
            if variable == config.pause_var and isinstance(value, str):
                word = value.lower()
                if word in ("true", "false", "toggle"):
                    self.paused = not self.paused if word == "toggle" else word == "true"
            if variable in self._condition_names:
                self._seen.put(variable, value)

    def iterate(self, now: float) -> list[Post]:
        """Do an iteration at MOOS time ``now`` (s); return its posts, the status string last; none between ticks."""
        if self.finished or not self._is_due(now):
            return []
        step = 0.0 if self._first is None else now - self._last
        first = self._first is None
        if first:
            self._first = now
        self._last = now
        changed = self._check_conditions()
        if self._zero is None:
            self._schedule(now)
            step = 0.0
        # something holds the script up, so that its time stands still
        gated = self.paused or bool(self.blocking) or not self.conditions_ok or self._zero is None
        if gated:
            self._gated += step
        if self._zero is not None:
            self.elapsed = (now - self._zero + self._skipped - self._gated) * self.time_warp
        posts = [] if gated else self._post_due(now)
        reset = self._check_resets(gated)
        status_due = self._status_at is None or now - self._status_at > STATUS_INTERVAL - self._slack
        if first or posts or changed or reset or status_due:
            self._status_at = now
            if self.config.status_var.lower() != "silent":
                posts.append(Post(self.config.status_var, self.status))
        self.finished = self._leaving
        return posts

    @property
    def exhausted(self) -> bool:
        """All that can be is posted, and the script will not start over by itself."""
        rule = self.config.resets
        over = rule.limited and self.resets >= rule.limit
        again = (rule.at_end or rule.time > 0) and not over
        left = any(self._times[index] <= self._last_time for index in self._open)
        posted = (self._begun or not self.config.events) and not left
        return posted and not again and self.config.upon_awake == "n/a"

    @property
    def status(self) -> str:
        """The status string as it would be posted now."""
        config = self.config
        limit = compact_number(config.resets.limit) if config.resets.limited else "any"
        fields = (
            ("name", config.script_name),
            ("elapsed_time", plain_number(self.elapsed, 2)),
            ("posted", self.posted),
            ("pending", len(config.events) - self.posted),
            ("paused", truth_text(self.paused)),
            ("conditions_ok", truth_text(self.conditions_ok)),
            ("time_warp", compact_number(self.time_warp)),
            ("delay_start", compact_number(self.delay_start)),
            ("delay_reset", compact_number(self.delay_reset)),
            ("shuffle", truth_text(config.shuffle)),
            ("upon_awake", config.upon_awake),
            ("resets", f"{self.resets}/{limit}"),
        )
        return ", ".join(f"{name}={value}" for name, value in fields)

    def take_events(self) -> list[str]:
        """Return the report events since the last call (script starts and re-starts)."""
        events, self._events = self._events, []
        return events

    def _is_due(self, now: float) -> bool:
        if self.app_tick <= 0 or self._first is None:
            self._due = now + (1.0 / self.app_tick if self.app_tick > 0 else 0.0)
            return True
        period = 1.0 / self.app_tick
        if now < self._due - _GRID_SLACK * period:
            return False
        # the grid starts with the first call; ticks that a slow host missed are not made up for
        self._due += period * (math.floor((now - self._due) / period + _GRID_SLACK) + 1)
        return True

    def _check_conditions(self) -> bool:
        """Bring ``conditions_ok`` up to date; True if it changed. Awakening takes effect at once."""
        config = self.config
        if config.atomic and 0 < self.posted < len(config.events):
            return False
        met = all(c.holds(self._seen) for c in config.conditions)
        self._seen.settle()
        if met == self.conditions_ok:
            return False
        self.conditions_ok = met
        if met and config.upon_awake == "reset" and self.elapsed > 0:
            self._reset()
        elif met and config.upon_awake == "restart":
            self.resets = 0
            self._zero = None
        return True

    def _reset(self) -> bool:
        if self.config.resets.limited and self.resets >= self.config.resets.limit:
            return False
        self.resets += 1
        self._zero = None
        return True

    def _schedule(self, now: float) -> None:
        config = self.config
        if config.zero_at_db_start and self._db_start is None:
            return  # the reference would play the whole script in every iteration until it knows
        start = "Script Re-Start" if self._begun else "Script Start"
        delays = f"DelayStart={self.delay_start:.1f}, DelayReset={self.delay_reset:.1f}"
        # the reference shows the values from before its first draw
        shown = (
            f"Warp={compact_number(self.time_warp)}, {delays}"
            if self._begun
            else "Warp=1, DelayStart=0.0, DelayReset=0.0"
        )
        self._events.append(f"{start}. {shown}")
        if not self._begun or config.shuffle:
            self._times = [draw_uniform(e.time.low, e.time.high, self._rng) for e in config.events]
        self.time_warp = self._draw_span(config.spans.time_warp)
        self.delay_start = self._draw_span(config.spans.delay_start)
        self.delay_reset = self._draw_span(config.spans.delay_reset)
        self._draw_randoms(("at_reset", "at_post"))
        self._open = list(range(len(config.events)))
        self._next_time = min(self._times, default=0.0)
        self._skipped = self._gated = 0.0
        self.posted = 0
        self._zero = self._db_start if config.zero_at_db_start else now
        self._begun = True

    @property
    def _last_time(self) -> float:
        """What is later than ``reset_time`` is never posted, also when no reset is left."""
        return self.config.resets.time or math.inf

    def _draw_span(self, span: Span) -> float:
        return snap(draw_uniform(span.low, span.high, self._rng), 0.001) if span.is_range else span.low

    def _draw_randoms(self, keys: tuple[str, ...]) -> None:
        for key in keys:
            for variable in self.config.draws.variables:
                if variable.key == key:
                    self._random_texts[variable] = (variable.draw(self._rng),)
        for pair in self.config.draws.pairs:
            if pair.key in keys:
                self._random_texts[pair] = pair.draw(self._rng)

    def _forward(self, seconds: float) -> None:
        if seconds <= 0:
            seconds = self._next_time - self.elapsed if self._open else 0.0
            seconds = 0.0 if seconds == -1.0 else seconds  # to the original that is none
        self._skipped = min(self._skipped + seconds, _LONGEST_TIME)

    def _post_due(self, now: float) -> list[Post]:
        script_time = self.elapsed - (self.delay_reset if self.resets else self.delay_start) + self._slack
        if not self._open or script_time < self._next_time:
            return []
        posts = []
        still_open = []
        for index in self._open:
            if self._times[index] > script_time or self._times[index] > self._last_time:
                still_open.append(index)
                continue
            self._draw_randoms(("at_post",))
            event = self.config.events[index]
            value = expand(event.value, self._facts(now), self._randoms(), self._rng)
            posts.append(Post(event.variable, value))
            self._exit_posted |= event.leaves
            if isinstance(value, str):
                recent = Recent(self.total_posted, self.posted, self._db_time(now), self.elapsed, event.variable, value)
                self.recent = [*self.recent, recent][-_RECENT_POSTS:]
            self.posted += 1
            self.total_posted += 1
        self._open = still_open
        self._next_time = min((self._times[i] for i in still_open), default=0.0)
        return posts

    def _facts(self, now: float) -> MacroFacts:
        nav_x, nav_y = (v if _is_finite(v) else 0.0 for v in map(self._navigation.get, ("NAV_X", "NAV_Y")))
        return MacroFacts(
            now + self.set_by, self._db_time(now), self.posted, self.total_posted, self.community, nav_x, nav_y
        )

    def _randoms(self) -> list[tuple[str, str]]:
        items: list[RandomVariable | RandomPair] = [*self.config.draws.variables, *self.config.draws.pairs]
        return [pair for one in items for pair in zip(one.names, self._random_texts[one], strict=True)]

    def _db_time(self, now: float) -> float:
        return now - (self._db_start or 0.0)

    def _check_resets(self, gated: bool) -> bool:
        config = self.config
        if self._zero is None:
            return False
        if config.resets.at_end and not gated and not self._open:
            return self._reset()
        if config.resets.time > 0 and self.elapsed >= config.resets.time - self._slack:
            return self._reset()
        return False


def _is_finite(value: float | str | None) -> TypeGuard[float]:
    return isinstance(value, (int, float)) and math.isfinite(value)
