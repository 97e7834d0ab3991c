"""What differs between the texts in which conditions are written: operators are the same everywhere."""

from __future__ import annotations

from typing import NamedTuple

from usimmarine_py.limits import LONGEST_CONDITION, LONGEST_LOGIC

#: For each operator the results of a three-way comparison (-1, 0, 1) that satisfy it.
OPERATORS = {"<=": (-1, 0), ">=": (0, 1), "!=": (-1, 1), "==": (0,), "=": (0,), "<": (-1,), ">": (1,)}


class Language(NamedTuple):
    """One way to write conditions, and to compare values."""

    name: str  #: of a text, in errors
    both: tuple[str, ...]  #: spellings of "and"
    either: tuple[str, ...]  #: spellings of "or"
    negation: tuple[str, ...]
    #: Operands are expressions with functions, ``and`` and ``or`` form chains, and a condition may last ``for`` a time.
    #: A number is unequal to a text that is none.
    #: Otherwise a comparison is ``NAME operator TEXT`` or ``NAME operator $(NAME)``, and two are joined in parentheses.
    #: Two texts compare by their characters, with ``==`` by fields between colons (``MODE == ACTIVE`` holds for
    #: ``ACTIVE:SURVEYING``); no comparison of a number with a text that is none holds, not even ``!=``.
    expressions: bool
    deepest: int  #: levels of parentheses; keeps the recursion shallow
    longest: int  #: characters
    #: A part in parentheses that is no condition never holds, instead of making the whole text an error.
    lenient: bool = False


#: docs/expectations.md
EXPECTATION = Language("expectation", ("and", "&&"), ("or", "||"), ("not", "!"), True, 50, LONGEST_CONDITION)
#: MOOS-IvP's logic conditions as uTimerScript and pMissionEval read them (docs/laws/script.md 6.2).
LOGIC = Language("logic condition", ("and",), ("or",), ("!",), False, 100, LONGEST_LOGIC)
#: Conditions of a .bhv file (docs/helm.md).
HELM = Language("condition", ("and",), ("or",), ("!",), False, 100, LONGEST_LOGIC, lenient=True)
