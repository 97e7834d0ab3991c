"""pDeadManPost: posts when a heartbeat fails to come."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity, field_table, flags, number, text, truth
from usimmarine_py.finding import Finding
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row, single

ONCE, REPEAT, RESET = "once", "repeat", "reset"


@dataclass(slots=True)
class DeadManOptions:
    """What the block says."""

    heartbeat: str = ""
    flags: list[tuple[str, float | str]] = field(default_factory=list)  #: in the order in which they are posted
    longest: float = 10.0  #: s
    active: bool = True
    policy: str = ONCE


#: The keys of its block.
KEYS = field_table(
    DeadManOptions,
    text("heartbeat_var", "heartbeat", "The variable that must come; needed.", example="NAV_X"),
    flags(
        "deadflag", "flags", "Posted when the heartbeat fails to come.", example="MOOS_MANUAL_OVERRIDE = true",
    ),
    number("max_noheart", "longest", "Time without a heartbeat after which flags are posted.", "s", minimum=0.0),
    truth("active_at_start", "active", "Waits from the start, not only from the first heartbeat."),
    text(
        "post_policy", "policy", "Flags are posted once, in each iteration, or once again after each heartbeat.",
        choices=(ONCE, REPEAT, RESET),
    ),
)  # fmt: skip


class DeadManPostApp(FieldApp):
    """Posts its flags when the heartbeat is silent for too long."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "pDeadManPost") -> None:
        super().__init__(lines, home, name)
        self.options = DeadManOptions()
        self.read_block(lines, self.options)
        if not self.options.heartbeat:
            self.find(Finding("heartbeat_var is missing: name the variable that must come"))
        self._last: float | None = None
        self._posted = False

    def on_connect_subscriptions(self) -> Sequence[str]:
        """The heartbeat."""
        return [self.options.heartbeat] if self.options.heartbeat else []

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """Note the heartbeat."""
        if any(message.variable == self.options.heartbeat for message in mail):
            self._last = self.host.now
            if self.options.policy == RESET:
                self._posted = False
        return ()

    def iterate(self, now: float) -> list[Row]:
        """Post the flags when they are due."""
        options = self.options
        if self._last is None:
            if not options.active:
                return []
            self._last = now
        silent = now - self._last > options.longest
        if not silent or (self._posted and options.policy != REPEAT):
            return []
        self._posted = True
        rows = []
        for variable, value in options.flags:
            rows.append(single(variable, value))
            shown = f"{value:g}" if isinstance(value, float) else value
            self.host.run_warning(f"dead_flag: {variable}={shown}")
        return rows

    def report(self) -> str:
        """Return what it waits for."""
        return f"Heartbeat: {self.options.heartbeat}, at most {self.options.longest:g} s apart\n"
