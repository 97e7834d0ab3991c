"""The files of a field: of each community its log, rows and summary, and ``run.json`` of the whole, in one folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from math import inf
from pathlib import Path

from usimmarine_py.moos.transport.lockstep import Listener
from usimmarine_py.run.fields.requirements import FieldRequirements
from usimmarine_py.run.fields.summary import FieldSummary
from usimmarine_py.run.output import RunFiles, RunOutput, writing_run
from usimmarine_py.run.run import RunProgress
from usimmarine_py.run.several import PlannedField, execute_field
from usimmarine_py.run.stop import Stop

#: Names of the summary of the whole, and of its picture (``usim plot`` of the folder).
WHOLE, FIELD_PICTURE = "run.json", "run.png"


def run_field(
    plan: PlannedField,
    folder: Path,
    files: RunFiles,
    *,
    progress: RunProgress | None = None,
    stopped: Callable[[], str] | None = None,
    listeners: Mapping[str, Sequence[Listener]] | None = None,
) -> FieldSummary:
    """Do the run and leave its files in ``folder``, complete even when it was interrupted.

    ``listeners``, by community, get every post, too.
    ``files.most``: bytes of the files of all communities together. Raises ``ConfigError``, ``LogFileError`` and
    ``MissingExtraError``.
    """
    required = files.required or FieldRequirements(())
    with ExitStack() as stack:
        outputs: dict[str, RunOutput] = {}
        for one in plan.communities:
            header, file = plan.header(one), f"{one.stem}.moos"
            output = RunOutput(folder, file, files, plan.run.start, header, one.simulator, alone=False)
            stack.callback(output.close)
            outputs[one.community.name] = output
        if isinstance(stopped, Stop):
            stopped.closing += [output.close for output in outputs.values()]

        def is_full() -> bool:
            return sum(output.size for output in outputs.values()) >= files.most

        with next(iter(outputs.values())).writing():
            summary = execute_field(
                plan,
                listeners={
                    name: [*output.listeners, *required.of(name), *(listeners or {}).get(name, ())]
                    for name, output in outputs.items()
                },
                rows={name: output.rows for name, output in outputs.items()},
                every=files.every,
                progress=progress,
                stopped=stopped,
                full=None if files.most == inf else is_full,
            )
            for name, output in outputs.items():
                output.report(summary.communities[name].reports)
        for name, output in outputs.items():
            output.finish(summary.communities[name])
    required.judge(summary)
    text = json.dumps(summary.as_dict(), indent=2, ensure_ascii=False, allow_nan=False)
    with writing_run(folder):
        (folder / WHOLE).write_text(text + "\n", encoding="utf-8", errors="backslashreplace")
    return summary
