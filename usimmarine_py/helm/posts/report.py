"""The helm's report, as its AppCast shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.helm import MALCONFIG, Helm
from usimmarine_py.text import compact_number, truth_text

_MARKS = "!" * 49
_MALCONFIG = (
    _MARKS, "!!                                             !!", "!!  The helm is in the MALCONFIG state due to  !!",
    "!!  unresolved configuration warnings.         !!", "!!                                             !!", _MARKS,
)  # fmt: skip
#: Longest value shown in the table of posts; longer ones lose their middle.
_LONGEST = 55
_ENDS = (27, 26)


def report_lines(helm: Helm) -> list[str]:
    """Return the lines of the report."""
    if helm.state == MALCONFIG:
        return list(_MALCONFIG)
    return [*_head(helm), *_behaviors(helm), f"Hold-On-Apps: {helm.hold_on}", "", "", *_table(helm)]


def _head(helm: Helm) -> Iterator[str]:
    functions = helm.functions
    modes = "#".join(f"{name}@{value}" for name, value in helm.modes) if helm.iteration else ""
    yield f"  Comms Policy: {helm.buffer.texts.get('COMMS_POLICY') or 'open'}"
    yield f"  Helm Iteration:  {helm.iteration}"
    yield f"  IvP Functions:   {len(functions)}"
    yield f"  Pieces (Formed): {helm.summary.pieces}"
    yield "  Pieces (Cached): 0"
    yield f"  Mode(s):         {modes}"
    for name in ("SolveTime:   ", "CreateTime:  ", "LoopTime:    "):
        yield f"  {name}0.00   (max=0.00)"
    yield f"  Halted:         {truth_text(helm.halted)}   ({helm.summary.warnings} warnings)"
    yield f"  Active Goal:    {truth_text(helm.summary.active_goal)}"
    if helm.iteration == 0:
        yield "Helm Decision: []"
        return
    axes = helm.options.axes
    domain = " ".join(f"[{a.name},{compact_number(a.low)},{compact_number(a.high)},{a.count}]" for a in axes)
    yield f"Helm Decision: {domain}"
    for axis in axes:
        chosen = helm.decision.get(axis.name)
        yield f"  {axis.name} = {'no-decision' if chosen is None else compact_number(chosen)}"


def _behaviors(helm: Helm) -> Iterator[str]:
    living = {behavior.name: behavior for behavior in helm.behaviors}
    lists = helm.summary.lists
    now = helm.buffer.now

    def known(state: str) -> list[Behavior]:
        return [living[name] for name in lists[state] if name in living]

    spawnable = helm.summary.spawnable
    yield f"Behaviors Spawnable: --------- ({len(spawnable)})"
    yield from (f"  {text}" for text in spawnable)
    yield f"Behaviors Active: ---------- ({len(lists['active'])})"
    for one in helm.summary.shown_active:
        numbers = f"(pwt={compact_number(one.weight)}) (pcs={one.pieces}) (cpu=0) (upd={one.updates})"
        yield f"  {one.name} [{now - one.entered:.2f}] {numbers}"
    for state, dashes in (("running", 9), ("disabled", 9)):
        yield f"Behaviors {state.capitalize()}: {'-' * dashes} ({len(lists[state])})"
        for behavior in known(state):
            yield f"  {behavior.name} [{now - behavior.life.entered:.2f}]"
    yield f"Behaviors Idle: ------------ ({len(lists['idle'])})"
    idle = ", ".join(f"{b.name}[{now - b.life.entered:.2f}]" for b in known("idle"))
    if helm.iteration == 0 or idle or not lists["idle"]:
        yield f"  {idle}"
    yield f"Behaviors Completed: ------- ({len(helm.summary.completed)})"
    yield helm.summary.completed_since()


def _table(helm: Helm) -> Iterator[str]:
    """The last posts of the behaviours, in columns."""
    head = ("Variable", "Behavior", "Time", "Iter", "Value")
    rows: list[Sequence[str]] = []
    for variable, (name, passed, iteration, value) in sorted(helm.last_posts.items()):
        text = compact_number(value) if isinstance(value, float) else value
        if len(text) > _LONGEST:
            text = text[: _ENDS[0]] + ".." + text[-_ENDS[1] :]
        rows.append((variable, name, f"{passed:.2f}", str(iteration), text))
    widths = [max(len(row[k]) for row in [head, *rows]) for k in range(len(head))]
    dashes = ["-" * width for width in widths]
    for row in (head, dashes, *rows):
        cells = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)]
        yield "  ".join([*cells, row[-1]])
