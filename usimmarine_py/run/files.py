"""A run with its files in one folder: of each community its log, rows and summary, of several ``run.json`` of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from math import inf
from pathlib import Path

from usimmarine_py.run.header import header
from usimmarine_py.run.output import RunFiles, RunOutput, write_json, writing_run
from usimmarine_py.run.plan import RunPlan
from usimmarine_py.run.requirements import Requirements
from usimmarine_py.run.run import RunProgress, execute
from usimmarine_py.run.stop import Stop
from usimmarine_py.run.summary import FieldSummary, RunResult, RunSummary

#: Names of the summary of several communities, and of its picture (``usim plot`` of the folder).
WHOLE, FIELD_PICTURE = "run.json", "run.png"


def run_to_files(
    plan: RunPlan,
    folder: Path,
    files: RunFiles,
    *,
    progress: RunProgress | None = None,
    stopped: Callable[[], str] | None = None,
) -> RunResult:
    """Do the run and leave its files in ``folder``, complete even when it was interrupted.

    ``files.most``: bytes of the files of all communities together.
    Raises ``ConfigError``, ``LogFileError`` and ``MissingExtraError``.
    """
    required = files.required or Requirements(())
    with ExitStack() as stack:
        outputs: dict[str, RunOutput] = {}
        for one in plan.communities:
            file = one.mission.file if plan.alone is not None else f"{one.stem}.moos"
            output = RunOutput(folder, file, files, plan.loop.start, header(plan, one), one.simulator)
            stack.callback(output.close)
            outputs[one.name] = output
        if isinstance(stopped, Stop):
            stopped.closing += [output.close for output in outputs.values()]

        def is_full() -> bool:
            return sum(output.size for output in outputs.values()) >= files.most

        with writing_run(folder):
            summary = execute(
                plan,
                listeners={name: [*output.listeners, *required.of(name)] for name, output in outputs.items()},
                rows={name: output.rows for name, output in outputs.items()},
                every=files.every,
                progress=progress,
                stopped=stopped,
                full=None if files.most == inf else is_full,
            )
            each = summaries(plan, summary)
            for name, output in outputs.items():
                output.report(each[name].reports)
        required.judge(summary)
        for name, output in outputs.items():
            output.finish(each[name])
    if isinstance(summary, FieldSummary):
        with writing_run(folder):
            write_json(folder / WHOLE, summary.as_dict())
    return summary


def summaries(plan: RunPlan, summary: RunResult) -> Mapping[str, RunSummary]:
    """Return the summary of each community."""
    if isinstance(summary, FieldSummary):
        return summary.communities
    assert isinstance(summary, RunSummary)
    return {plan.communities[0].name: summary}
