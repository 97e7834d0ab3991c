"""The report of a timer script, line by line as uTimerScript's appcast has it."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.script.config import Span
from usimmarine_py.script.timer_script import TimerScript
from usimmarine_py.text import compact_number, plain_number


def report_text(script: TimerScript) -> str:
    """Return the body of the report; its parts are those of uTimerScript, numbers included."""
    config = script.config
    zero = (
        "At MOOSDB start time (not uTimerScript launch time)"
        if config.zero_at_db_start
        else "At uTimerScript launch time (not MOOSDB start time)"
    )
    conditions = "(ok) No un-met conditions" if script.conditions_ok else "false - there are un-met conditions"
    lines = [
        "Current Script Information: ",
        f"     Elements: {len(config.events)}({script.posted})",
        f"      Reinits: {script.resets}",
        f"    Time Warp: {_shown(script.time_warp, config.spans.time_warp)}",
        f" Time Zero is: {zero}",
        f"  Delay Start: {_shown(script.delay_start, config.spans.delay_start)}",
        f"  Delay Reset: {_shown(script.delay_reset, config.spans.delay_reset)}",
        f"    Reset Max: {compact_number(config.resets.limit)}",
        "",
        "Run criteria:",
        f"   Block Apps: {','.join(sorted(script.blocking)) or '(ok) no blocking apps'}",
        f"       Paused: {'true' if script.paused else '(ok) Not paused'}",
        f" ConditionsOK: {conditions}",
        "",
    ]
    variables = [
        (
            v.name,
            "gaussian" if v.gaussian else "uniform",
            compact_number(v.low, 6),
            compact_number(v.high, 6),
            f"sigma={compact_number(v.sigma)}, mu={compact_number(v.mu)}" if v.gaussian else "",
        )
        for v in config.draws.variables
    ]
    lines += _table(("RandomVar", "Type", "Min", "Max", "Parameters"), variables)
    lines += ["", f"Total Random Pairs: {len(config.draws.pairs)}", ""]
    lines += _table(
        ("Var1", "Var2", "Type", "Parameters"), [(p.name1, p.name2, "poly", "") for p in config.draws.pairs]
    )
    posts = [
        (
            str(p.total),
            str(p.local),
            plain_number(p.db_time, 2),
            plain_number(p.elapsed, 2),
            f"{p.variable} = {p.value}",
        )
        for p in script.recent
    ]
    lines.append("")
    # the third and fifth title are wider than they look; long values do not widen the rule under the last one
    lines += _table(("P/Tot", "P/Loc", "T/Total ", "T/Local", "Variable/Var"), posts, rule=(5, 5, 8, 7, 12))
    return "\n".join(lines) + "\n"


def _shown(value: float, span: Span) -> str:
    text = compact_number(value, 2)
    return f"{text} [{compact_number(span.low)},{compact_number(span.high)}]" if span.is_range else text


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]], rule: Sequence[int] = ()) -> list[str]:
    """Left-justified columns two blanks apart; the last one is not padded, and an empty one leaves no blanks."""
    widths = list(rule) or [max(len(row[i]) for row in (titles, *rows)) for i in range(len(titles))]
    lines = []
    for row in (titles, ["-" * w for w in widths], *rows):
        cells = [cell.ljust(width) for cell, width in zip(row[:-1], widths[:-1], strict=True)]
        line = "  ".join([*cells, row[-1]])
        lines.append(line if row[-1] else line.rstrip())
    return lines
