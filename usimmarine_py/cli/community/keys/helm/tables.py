"""Texts and tables of uHelmScope."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.cli.community.keys.xms_view import middle
from usimmarine_py.errors import printable
from usimmarine_py.texts.columns import in_columns

HELP = """

KeyStroke  Function
---------  ---------------------------
Getting Help:
    h      Show this text - 'r' to resume

Modifying the Refresh Mode:
   Spc     Refresh Mode: Pause (after updating once)
    r      Refresh Mode: Streaming (throttled)
    R      Refresh Mode: Streaming (unthrottled)

Modifying the Content Mode:
    d      Content Mode: Show normal reporting (default)
    w      Content Mode: Show behavior warnings
    l      Content Mode: Show life events
    m      Content Mode: Show hierarchical mode structure

Modifying the Content Format or Filtering:
    b      Toggle Show Idle/Completed Behavior Details
    `      Toggle truncation of column output
    v      Toggle display of virgins in MOOSDB-Scope output
    #      Toggle Show the MOOSDB-Scope Report
    @      Toggle Show the Behavior-Posts Report
    q      Quit

"""


def table_lines(
    rows: Sequence[Sequence[str]], cut: Sequence[int], *, short: bool, gap: str = "  ", right: int = -1,
    breaks: Sequence[int] = (),
) -> list[str]:  # fmt: skip
    """Return lines with ``gap`` between the columns.

    ``cut``: the longest texts of the columns, which are cut in their middle if ``short``, 0: whole; the last one is the
    longest rule, too. Column ``right`` is flush right; a rule stands before each of the rows ``breaks``.
    """
    clean = [[printable(cell).replace("\n", " ") for cell in row] for row in rows]
    if short:
        clean = [[middle(cell, most) if most else cell for cell, most in zip(row, cut, strict=True)] for row in clean]
    if right >= 0:
        width = max(len(row[right]) for row in clean)
        for row in clean:
            row[right] = row[right].rjust(width)
    head, rule, *lines = in_columns(clean, gap=gap, longest_rule=cut[-1])
    for place in reversed(breaks):
        lines.insert(place - 1, rule)
    return [head, rule, *lines]


def printable_but_colours(line: str) -> str:
    """Return a line of lives, of which only its colours may steer the terminal."""
    colour, rest = (line[:5], line[5:]) if line.startswith("\x1b[3") else ("", line)
    end = "\x1b[0m" if colour else ""
    return f"{colour}{printable(rest.removesuffix(end))}{end}"


def mode_tree(text: str) -> list[str]:
    """Return the lines of a tree of modes as IVPHELM_MODESET has it, ``VAR#PARENT,MODE#PARENT,MODE``: each variable,
    its modes, and below a mode, indented, those that it is the parent of.
    """
    trees: list[tuple[str, dict[str, list[str]]]] = []
    for one in text.split("#"):
        parent, comma, mode = one.partition(",")
        if not comma:
            trees.append((one, {}))
        elif trees:
            trees[-1][1].setdefault(parent.strip(), []).append(mode.strip())
    lines: list[str] = []
    for variable, below in trees:
        if below:
            lines += [*([""] if lines else []), f"Mode-Variable={printable(variable)}", *_branch(below, "---", "")]
    return lines


def _branch(below: dict[str, list[str]], parent: str, indent: str) -> list[str]:
    lines: list[str] = []
    for mode in below.pop(parent, ()):
        lines += [f"{indent}{printable(mode)}", *_branch(below, mode, f"{indent}    ")]
    return lines
