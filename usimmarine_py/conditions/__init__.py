"""Conditions on the variables of a run: one tree, one parser, the languages as data (``conditions/language.py``).

Public: expectations, judged by what a run posts.


    judge = Judge(["near(30, -50) < 5", "NAV_SPEED > 2 for 10 s", "ended = guidance"])
    judge.feed(time, variable, value)          # as it is posted, in order
    judge.feed(time, "ended", "guidance")      # facts about a run are variables as well
    for verdict in judge.verdicts(time): ...

docs/expectations.md describes the language.
"""

from usimmarine_py.conditions.judge import Judge, Verdict, refuse_constants
from usimmarine_py.conditions.parser import ExpectationError

__all__ = ["ExpectationError", "Judge", "Verdict", "refuse_constants"]
