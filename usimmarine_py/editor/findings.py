"""What ``usim check`` says of a file, as an editor holds it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from usimmarine_py.check.helm.files import ENDING as BEHAVIORS
from usimmarine_py.errors import MissionFileError, Severity, UsimError
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.mission.plain import in_place_of_files
from usimmarine_py.mission.shipped import ENDING as MISSION
from usimmarine_py.run.checked import file_findings

VEHICLE = ".toml"
#: Endings of the files that an editor shows findings for.
ENDINGS = (MISSION, BEHAVIORS, VEHICLE)
#: Names of files that others include; and of templates of .bhv files, which are checked when they are expanded.
_PART = re.compile(r"(plug|bhv_plug)[_.-]")
_TABLE = re.compile(r"\s*\[+([^\]]+)\]")
_AT_LINE = re.compile(r"\(at line (\d+), column (\d+)\)")


def findings_of(
    path: str, texts: Mapping[str, bytes], definitions: Sequence[str] = (), folders: Sequence[str] = ()
) -> list[Finding]:
    """Return the findings about a file that lie in that file; ``texts`` are those that are not saved, by path.

    ``definitions`` and ``folders``: macros of templates, and where included files are. What a part of a mission, which
    others include, lacks is no finding, nor is a macro that a template is to get.
    """
    with in_place_of_files(texts):
        if path.endswith(VEHICLE):
            return _vehicle_findings(path, texts)
        try:
            found = file_findings(path, definitions, folders)
        except MissionFileError as error:
            found = [Finding.of(error)]
        except UsimError as error:
            found = [Finding(str(error), FilePlace(path), severity=Severity.ERROR)]
    here = [one for one in found if not one.file or Path(one.file).name == Path(path).name]
    if _PART.match(Path(path).name):
        here = [one for one in here if one.line > 1 and "macro" not in one.what]  # the first line: the whole mission
    return here


def _vehicle_findings(path: str, texts: Mapping[str, bytes]) -> list[Finding]:
    """Return what is wrong with a vehicle file: the first error, as its reader finds it."""
    from usimmarine_py.mission.plain import read_text
    from usimmarine_py.vehicle.description.loader import load_vehicle

    try:
        text = read_text(path)
        if "[vehicle]" in text:  # others are of no concern here
            load_vehicle(text, path)
    except OSError as error:
        return [Finding(f"cannot be read: {error.strerror or error}", FilePlace(path), severity=Severity.ERROR)]
    except UsimError as error:
        found = Finding.of(error)
        line, column = found.line, found.column
        if match := _AT_LINE.search(found.what):
            line, column = int(match[1]), int(match[2])
        return [found.placed(FilePlace(path, line or _line_of(text, found.key), column, found.key))]
    return []


def _line_of(text: str, dotted: str) -> int:
    """Return the line, from 1, of a key such as ``rigid_body.mass`` or ``actuator.0.name``; 0 where it is not there."""
    *tables, key = [part for part in re.split(r"[.\[\]]+", dotted) if part and not part.isdigit()] or [""]
    inside, table_line = not tables, 0
    for number, line in enumerate(text.splitlines(), 1):
        if head := _TABLE.match(line):
            named = [part.strip() for part in head[1].split(".")]
            inside = bool(tables) and named[: len(tables)] == tables
            if not table_line and (inside or named == [key]):
                table_line = number
        elif inside and re.match(rf"\s*{re.escape(key)}\s*=", line):
            return number
    return table_line
