"""Macros that an application fills in itself: nsplug leaves them, and they are not missing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from usimmarine_py.mission.macros import macro_names

#: What uTimerScript fills in at each post, besides random digits and its random variables.
_SCRIPT = frozenset(("COUNT", "TCOUNT", "DBTIME", "UTC", "UTCTIME", "NAV_X", "NAV_Y", "IDX", "VNAME"))
_DIGITS = frozenset(str(number) for number in range(1, 21))
_BLOCK = re.compile(r"\s*ProcessConfig\s*=\s*([^\s{]+)", re.IGNORECASE)
_RUN = re.compile(r"\s*Run\s*=\s*([^\s@]+)\s*@[^~]*~\s*(\S+)", re.IGNORECASE)
_RANDOM = re.compile(r"\s*(?:randvar|rand_var|randpair|rand_pair)\s*=(.*)", re.IGNORECASE)
_VARIABLE = re.compile(r"(?:varname|var1|var2)\s*=\s*([^\s,]+)", re.IGNORECASE)


def own_macros(lines: Sequence[str]) -> Iterator[tuple[int, frozenset[str]]]:
    """Yield the index of each line with macros of the application of its block, and these names.

    A uTimerScript has its random variables and some macros of its own; all macros of pMarineViewer's block (mouse,
    operator) are filled in by the viewer.
    """
    programs = {run.group(2).lower(): run.group(1).lower() for run in map(_RUN.match, lines) if run}
    script: list[int] = []
    variables: set[str] = set()
    program = ""
    for index, line in enumerate([*lines, "ProcessConfig = end"]):
        block = _BLOCK.match(line)
        if block is not None:
            for number in script:
                yield number, frozenset(variables | _SCRIPT | _DIGITS)
            script, variables = [], set()
            name = block.group(1).lower()
            program = programs.get(name, name).rpartition("/")[2]
        elif program.startswith("utimerscript"):
            script.append(index)
            if random := _RANDOM.match(line):
                variables.update(_VARIABLE.findall(random.group(1)))
        elif program.startswith("pmarineviewer"):
            yield index, frozenset(macro_names(line))
