"""``--set KEY=VALUE``: what is put into a mission for once. Keys as in ``template``.

What cannot be meant is one line before anything starts: a key that nothing reads, a value that its reader refuses.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from usimmarine_py.apps.own.find import AppLike
from usimmarine_py.check.mission import check_mission
from usimmarine_py.errors import ConfigError, Severity, shorten
from usimmarine_py.mission import Beside, Mission, find_simulator_block, read_mission
from usimmarine_py.run.changes.template import FilledMission, MissionTemplate, check_keys, filled, furnish, place_of

#: How controllers, guidance and scripts begin to speak of a key that they do not read.
_UNREAD = ("unknown parameter", "unhandled config line")
_NOT_IN_BLOCKS = ("env.", "vehicle.", "script.")


def read_changes(texts: Sequence[str]) -> dict[str, str]:
    """``KEY=VALUE`` texts by key. Raises ``ConfigError``."""
    found: dict[str, str] = {}
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (equals and key and value):
            raise ConfigError(f"{shorten(text, 60)!r} must be KEY=VALUE, as in turn_rate=40", key="--set")
        if key.lower() in (other.lower() for other in found):
            raise ConfigError(f"{key} is set twice; one of them counts: leave the other out", key="--set")
        found[key] = value
    return found


@contextmanager
def changed_mission(
    path: Path | str,
    changes: Mapping[str, str],
    *,
    block: str | None = None,
    program: str = "",
    definitions: Sequence[str] = (),
    folders: Sequence[str] = (),
    apps: Sequence[AppLike] = (),
    lenient: bool = False,
) -> Iterator[Mission]:
    """The mission with ``changes`` put in; its files are there as long as the context lasts.

    ``block``: to which keys without a block belong; None: the simulator's. ``program`` as in ``check_keys``,
    ``definitions`` and ``folders`` as in ``read_mission``, ``apps`` as in ``plan_run``.
    ``lenient``: a value that is refused leaves the default in force, with a warning. Raises
    ``ConfigError`` for a key that nothing reads or a value that is refused, ``MissionFileError`` for the file.
    """
    if not changes:
        yield read_mission(path, definitions=definitions, folders=folders)
        return
    template = MissionTemplate.read(Path(path), block, definitions=definitions, folders=folders)
    check_keys(template, list(changes), program=program, apps=apps)
    made = filled(template, changes)
    with ExitStack() as stack:
        folder = ""
        if made.vehicle:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="usim-set-"))
            furnish(Path(folder), Path(template.folder), made)
        if not lenient:
            refuse(template, made, changes, folder)
        yield template.filled(made, folder)


def refuse(
    template: MissionTemplate, made: FilledMission, keys: Iterable[str], folder: str = "", *, unread: bool = False
) -> None:
    """Raise the first error about a line that was put in: it would have no effect, or not this one.

    ``unread``: only for a key that nothing reads, whatever its value.
    """
    mission = template.flat(made, folder)
    vehicle = find_simulator_block(mission, template.block)
    found = check_mission(mission, read_file=Beside(mission.file))
    for key in keys:
        if key.startswith(_NOT_IN_BLOCKS) and mission.block(key.partition(".")[0]) is None:
            continue
        block, name = place_of(mission, vehicle, key)
        columns = {entry.line: entry.value_column for entry in block.entries if entry.key.lower() == name.lower()}
        for finding in found:
            if finding.line not in columns or finding.severity is Severity.NOTE:
                continue
            if unread and not finding.message.lower().startswith(_UNREAD):
                continue
            # a warning about the value: another one is in force; a script only ever warns, and names no column.
            # That two lines set the same is no harm: it stands at the key
            if finding.severity is Severity.ERROR or finding.column in (0, columns[finding.line]):
                told = key if unread else f"--set {key}"
                raise ConfigError(finding.message, key=told, suggestion=finding.suggestion)
