"""What the helm says about itself after each iteration: lists of behaviours, IVPHELM_SUMMARY."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions.axis import DomainAxis, Utility
from usimmarine_py.helm.life.updates import update_count
from usimmarine_py.text import compact_number, truth_text

Functions = Mapping[str, tuple[float, Utility]]
LISTED = ("active", "running", "idle", "disabled")


class IterationOutcome(NamedTuple):
    """What one iteration came to."""

    iteration: int
    time: float  #: s
    functions: Functions
    made: Mapping[Behavior, tuple[float, Utility]]  #: those of an iteration that ended with an error, too
    pieces: int  #: of the functions, with those of iterations before it that ended with an error
    decision: Mapping[str, float]
    halted: bool
    halt_message: str
    warnings: int  #: since the start
    modes: Sequence[tuple[str, str]]
    timing: Mapping[str, float]  #: s of CPU by field of the summary, empty without a clock of the processor


def domain_text(axes: Sequence[DomainAxis]) -> str:
    """Return the domain as IVPHELM_DOMAIN shows it."""
    return ":".join(f"{a.name},{compact_number(a.low)},{compact_number(a.high)},{a.count}" for a in axes)


#: How many completed behaviours it names, the latest.
_REMEMBERED = 20


class ActiveBehavior(NamedTuple):
    """A behaviour with a function, as of the last iteration."""

    name: str
    entered: float  #: when it became active, s
    weight: float
    pieces: int
    updates: str


class Summary:
    """Remembers what was said, and says what has changed."""

    def __init__(self, axes: Sequence[DomainAxis]) -> None:
        self._axes = axes
        self._domain = f'"{domain_text(axes)}"'
        self._fields: dict[str, str] = {}
        self._lists: dict[str, str] = {}
        self._entries: dict[str, str] = {}  #: of active behaviours
        self.lists: dict[str, list[str]] = {name: [] for name in (*LISTED, "completed")}
        self.active_goal = False
        self.completed: list[str] = []
        self.shown_active: list[ActiveBehavior] = []
        self.spawnable: list[str] = []  #: of templates: kind, name, how many were made and tried
        self.warnings = self.pieces = 0  #: as of the last iteration
        self._time = 0.0  #: of the last iteration, s
        self.full = True  #: the next summary has every field

    def sort(
        self, behaviors: Sequence[Behavior], functions: Collection[Behavior], *, goal: bool = False
    ) -> dict[str, list[Behavior]]:
        """Return those that took part in this iteration by their state; ``goal``: one that failed has a goal."""
        groups: dict[str, list[Behavior]] = {name: [] for name in (*LISTED, "completed")}
        for behavior in behaviors:
            state = behavior.life.state or "idle"
            groups[state].append(behavior)
            if state == "completed" and behavior in functions:
                groups["active"].append(behavior)
        self.active_goal = goal or any(not b.constraint for b in groups["active"])
        self.lists = {name: [b.name for b in group] for name, group in groups.items()}
        return groups

    def say(
        self, outcome: IterationOutcome, groups: Mapping[str, Sequence[Behavior]], post: Callable[[str, str], None]
    ) -> None:
        """Post IVPHELM_SUMMARY."""
        self.completed = [*self.completed, *(_entry(b) for b in groups["completed"])][-_REMEMBERED:]
        self._time, self.warnings, self.pieces = outcome.time, outcome.warnings, outcome.pieces
        decision = outcome.decision
        chosen = [
            f"{a.name}:{compact_number(decision[a.name]) if a.name in decision else 'varbalk'}" for a in self._axes
        ]
        active = [_active_entry(b, outcome.made.get(b), self._entries) for b in groups["active"]]
        self.shown_active = [
            ActiveBehavior(b.name, b.life.entered, made[0], made[1].count, update_count(b))
            for b in groups["active"]
            if (made := outcome.made.get(b)) is not None
        ]
        timing = {
            name: f"{value:.2f}" if name == "solve_time" else f"{value:.3f}" for name, value in outcome.timing.items()
        }
        fields = {
            "ofnum": str(len(outcome.functions)),
            "total_pcs_formed": str(outcome.pieces),
            "total_pcs_cached": "0",
            "warnings": str(outcome.warnings),
            **timing,
            "var": ",var=".join(chosen),
            "halted": truth_text(outcome.halted),
            "active_goal": truth_text(self.active_goal),
            "modes": "#".join(f"{name}@{value}" for name, value in outcome.modes) or "none",
            "running_bhvs": _joined(groups["running"]),
            "active_bhvs": ":".join(active) or "none",
            "disabled_bhvs": _joined(groups["disabled"]),
            "idle_bhvs": _joined(groups["idle"]),
            "completed_bhvs": ":".join(self.completed),
            "ivpdomain": self._domain,
            "halt_msg": outcome.halt_message,
        }
        old = {} if self.full else self._fields
        changed = {name: value for name, value in fields.items() if old.get(name) != value}
        if changed.get("completed_bhvs") == "" and not self._fields.get("completed_bhvs"):
            changed["completed_bhvs"] = "none"  # after some, as once the helm was restarted, it is empty
        self.full = False
        self._fields = fields
        head = f"iter={outcome.iteration},utc_time={outcome.time:.2f}"
        post("IVPHELM_SUMMARY", ",".join([head, *map("=".join, changed.items())]))

    def completed_since(self) -> str:
        """Return the behaviours that have completed, the last ones first, and for how long (s)."""
        times: dict[str, list[float]] = {}
        for entry in self.completed:
            name, entered, _ = entry.split("$")
            times.setdefault(name, []).append(float(entered))
        shown = sorted(((max(found), name) for name, found in times.items()), reverse=True)
        return ",".join(
            f"{name}{f'({len(times[name])})' if len(times[name]) > 1 else ''}[{self._time - entered:.2f}]"
            for entered, name in shown
        )

    def say_lists(self, post: Callable[[str, float | str], None]) -> None:
        """Post the names of the behaviours in each state, and how many they are, where that has changed."""
        for name in LISTED:
            text = ",".join(self.lists[name])
            if self._lists.get(name, "") != text:
                self._lists[name] = text
                post(f"IVPHELM_BHV_{name.upper()}", text)
                post(f"IVPHELM_BHV_{name.upper()}_CNT", float(len(self.lists[name])))


def _entry(behavior: Behavior) -> str:
    return f"{behavior.name}${behavior.life.entered:.2f}${update_count(behavior)}"


def _active_entry(behavior: Behavior, made: tuple[float, Utility] | None, before: dict[str, str]) -> str:
    if made is None:
        # the helm halted: what the last iteration made stays
        return before.get(behavior.name, _entry(behavior))
    weight, function = made
    entered, updates = behavior.life.entered, update_count(behavior)
    mode = "$".join(behavior.shown_mode())
    text = f"{behavior.name}${entered:.2f}${weight:.5f}${function.count}$0.00000${updates}$1${mode}"
    before[behavior.name] = text
    return text


def _joined(behaviors: Sequence[Behavior]) -> str:
    return ":".join(_entry(b) for b in behaviors) or "none"
