"""pMissionEval's block as a MOOS application."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from usimmarine_py.script.grading.evaluation import Evaluation, EvaluationConfig
from usimmarine_py.values import Message
from usimmarine_py.values.app import AppHost
from usimmarine_py.values.rows import Row, rows_of

#: Gives the date for a MOOS time, s.
Dated = Callable[[float], datetime]
#: Adds a text to the results file of that name.
Writer = Callable[[str, str], None]


class MissionEvalApp:
    """Drives one ``Evaluation``; what it writes goes to ``write`` as it comes."""

    def __init__(
        self,
        config: EvaluationConfig,
        *,
        name: str,
        dated: Dated,
        write: Writer | None = None,
        warp: float = 1.0,
        config_warnings: Sequence[str] = (),
    ) -> None:
        self.evaluation = Evaluation(config, warp=warp)
        self.config_warnings = tuple(config_warnings)  #: said at the start
        self._name, self._dated, self._write = name, dated, write
        self.judged_at: float | None = None  #: MOOS s of the verdict
        self._written = 0
        self._host: AppHost | None = None

    @property
    def name(self) -> str:
        """The application's name."""
        return self._name

    @property
    def may_end(self) -> bool:
        """Whether the verdict is to end a run."""
        return True

    @property
    def finished(self) -> bool:
        """The verdict is there."""
        return self.evaluation.finished

    @property
    def stuck(self) -> str:
        """Empty: it is unknown whether the conditions will become true."""
        return ""

    @property
    def progress(self) -> float:
        """Part of the steps that are done."""
        steps = len(self.evaluation.config.aspects)
        return self.evaluation.step / steps if steps else 0.0

    def on_connect_subscriptions(self) -> Sequence[str]:
        """The variables of conditions, columns and flags."""
        return self.evaluation.subscriptions()

    def on_start(self, host: AppHost) -> list[Row]:
        """Tell what is wrong with the block; the result is pending."""
        self._host = host
        for text in self.config_warnings:
            host.config_warning(text)
        return rows_of(self.evaluation.begin())

    def on_mail(self, mail: list[Message]) -> list[Row]:
        """Take mail in."""
        return rows_of(self.evaluation.on_mail(mail))

    def iterate(self, now: float) -> list[Row]:
        """One step at most."""
        evaluation = self.evaluation
        before = evaluation.result
        rows = rows_of(evaluation.iterate(lambda: self._dated(now)))
        new, self._written = evaluation.written[self._written :], len(evaluation.written)
        if new and evaluation.config.report_file and self._write is not None:
            try:
                self._write(evaluation.config.report_file, new)
            except OSError as error:  # the verdict is posted all the same
                if self._host is not None:
                    self._host.run_warning(f"cannot write {evaluation.config.report_file}: {error.strerror or error}")
        if evaluation.result != before:
            self.judged_at = now
        if self._host is not None and evaluation.result != before:
            self._host.event(f"Mission evaluated: {evaluation.result}")
            self._host.say(f"mission evaluated: {evaluation.result} ({evaluation.status})")
        return rows

    def report(self) -> str:
        """The state, every condition, the line of the results file."""
        return "\n".join(self.evaluation.report_lines()) + "\n"
