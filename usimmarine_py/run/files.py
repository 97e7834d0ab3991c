"""A run with its files in one folder: of each community its log, rows and summary, of several ``run.json`` of all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from usimmarine_py.run.header import header
from usimmarine_py.run.output import RunFiles, RunOutput, append_reports, write_json, writing_run
from usimmarine_py.run.plan import PlayedCommunity, RunPlan
from usimmarine_py.run.requirements import Requirements
from usimmarine_py.run.run import Drive, RunProgress, execute
from usimmarine_py.run.stop import Stop
from usimmarine_py.run.summary import FieldSummary, RunResult, RunSummary

if TYPE_CHECKING:
    from usimmarine_py.run.processes.whole import Sinks

#: Names of the summary of several communities, and of its picture (``usim plot`` of the folder).
WHOLE, FIELD_PICTURE = "run.json", "run.png"


def run_to_files(
    plan: RunPlan,
    folder: Path,
    files: RunFiles,
    *,
    progress: RunProgress | None = None,
    stopped: Callable[[], str] | None = None,
    processes: int = 1,
    drive: Drive | None = None,
) -> RunResult:
    """Do the run and leave its files in ``folder``, complete even when it was interrupted.

    ``files.most``: bytes of the files of all communities together. ``processes`` by ``process_count``: the files are
    the same for any number. ``drive`` as of ``execute``.
    Raises ``ConfigError``, ``LogFileError`` and ``MissingExtraError``.
    """
    required = files.required or Requirements(())
    if processes > 1 and len(plan.communities) > 1:
        summary = _run_over(plan, folder, files, required, processes, progress, stopped)
    else:
        with _opened(plan, plan.communities, folder, files, stopped) as outputs:
            with writing_run(folder):
                summary = execute(
                    plan,
                    listeners={name: [*output.listeners, *required.of(name)] for name, output in outputs.items()},
                    rows={name: output.rows for name, output in outputs.items()},
                    every=files.every,
                    progress=progress,
                    stopped=stopped,
                    full=None if files.most == inf else lambda: _size(outputs) >= files.most,
                    drive=drive,
                )
                each = summaries(plan, summary)
                _append_reports(folder, each)
            required.judge(summary)
            for name, output in outputs.items():
                output.finish(each[name])
    if isinstance(summary, FieldSummary):
        with writing_run(folder):
            write_json(folder / WHOLE, {**summary.as_dict(), **files.asked()})
    return summary


def _run_over(
    plan: RunPlan,
    folder: Path,
    files: RunFiles,
    required: Requirements,
    processes: int,
    progress: RunProgress | None,
    stopped: Callable[[], str] | None,
) -> RunResult:
    """Do the run in several processes, each of which writes the files of its communities."""
    from usimmarine_py.run.processes.whole import Sinks, WholePosts, execute_over

    @contextmanager
    def sinks(communities: Sequence[PlayedCommunity]) -> Iterator[Sinks]:
        with _opened(plan, communities, folder, files, stopped) as outputs, writing_run(folder):

            def finish(each: Mapping[str, RunSummary]) -> None:
                for name, output in outputs.items():
                    output.finish(each[name])

            yield Sinks(
                {name: output.listeners for name, output in outputs.items()},
                {name: output.rows for name, output in outputs.items()},
                files.every,
                lambda: _size(outputs),
                finish,
            )

    listeners = {one.name: required.of(one.name) for one in plan.communities}
    whole = WholePosts(listeners, required.wants) if any(listeners.values()) else None
    summary, _ = execute_over(plan, processes, sinks, whole=whole, progress=progress, stopped=stopped, most=files.most)
    with writing_run(folder):
        _append_reports(folder, summaries(plan, summary))
    required.judge(summary)
    return summary


@contextmanager
def _opened(
    plan: RunPlan,
    communities: Sequence[PlayedCommunity],
    folder: Path,
    files: RunFiles,
    stopped: Callable[[], str] | None,
) -> Iterator[dict[str, RunOutput]]:
    """Yield the outputs of communities, by their names, and close them."""
    with ExitStack() as stack:
        outputs: dict[str, RunOutput] = {}
        for one in communities:
            stem = "" if plan.alone is not None else one.stem
            output = RunOutput(folder, one.mission, files, plan.loop.start, header(plan, one), one.simulator, stem)
            stack.callback(output.close)
            outputs[one.name] = output
        if isinstance(stopped, Stop):
            stopped.closing += [output.close for output in outputs.values()]
        yield outputs


def _size(outputs: Mapping[str, RunOutput]) -> int:
    return sum(output.size for output in outputs.values())


def _append_reports(folder: Path, each: Mapping[str, RunSummary]) -> None:
    for one in each.values():
        append_reports(folder, one.reports)


def summaries(plan: RunPlan, summary: RunResult) -> Mapping[str, RunSummary]:
    """Return the summary of each community."""
    if isinstance(summary, FieldSummary):
        return summary.communities
    assert isinstance(summary, RunSummary)
    return {plan.communities[0].name: summary}
