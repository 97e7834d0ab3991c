"""The applications of a field (``usimmarine_py.field``) of a mission, live and in lock-step runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import nan
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.programs import FIELD_PROGRAMS, field_program, make_field_app
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.mission import Block, Mission, launches, line_warnings
from usimmarine_py.moos.app.settings import DEFAULT_PORT
from usimmarine_py.text import leading_integer

if TYPE_CHECKING:
    from usimmarine_py.sea.data.seabed import Seabed

#: For the answer of the system's own program, s.
_PATIENCE = 5.0


def home_of(
    mission: Mission,
    *,
    seed: int = 0,
    warp: float | None = None,
    address: str = "",
    folder: Path | None = None,
    process_id: int = 0,
    memory_of: Callable[[int], float | None] = lambda _: None,
) -> HomeCommunity:
    """Return what a mission knows of its community; ``warp`` None: its own.

    Files that blocks name are read in ``folder`` (None: beside the mission file).
    """
    datum, _ = mission.datum()
    beside = Path(mission.file).parent if folder is None else folder

    def file_text(name: str) -> str | None:
        try:
            return (beside / name).read_bytes().decode("utf-8", "replace")
        except (OSError, ValueError):
            return None

    def open_bed(name: str, land: Sequence[str], depth: float) -> Seabed:
        from usimmarine_py.sea.data import files, seabed  # few missions have one
        from usimmarine_py.sea.data.land import Shore, read_area

        bed: Seabed = seabed.Flat(depth or nan)
        if name:
            bed = files.open_bed(beside / name, datum=datum).over(depth)
        return Shore(bed, [read_area(text) for text in land]) if land else bed

    return HomeCommunity(
        name=mission.value("Community") or "",
        port=leading_integer(mission.value("ServerPort") or "") or DEFAULT_PORT,
        datum=datum,
        warp=warp or mission.number("MOOSTimeWarp") or 1.0,
        seed=seed,
        address=address,
        launched=tuple(one.alias for one in launches(mission) if one.program != "MOOSDB"),
        file_text=file_text,
        open_bed=open_bed,
        process_id=process_id,
        memory_of=memory_of,
    )


def program_of(mission: Mission, name: str) -> str:
    """Return the program that an Antler line starts under a name, else the name."""
    programs = {one.alias.lower(): PurePosixPath(one.program).name for one in launches(mission)}
    return programs.get(name.lower(), name)


def make_application(mission: Mission, block: Block | None, name: str, program: str, home: HomeCommunity) -> FieldApp:
    """Return the application of a block. Raises ``ConfigError`` for a program that there is not."""
    if not field_program(program):
        problem = f"{program} is none of {', '.join(FIELD_PROGRAMS)}"
        raise ConfigError(problem, key="PROGRAM", suggestion=suggest(program, FIELD_PROGRAMS))
    application = make_field_app(program, () if block is None else block.config_lines, home, name)
    application.config_warnings += tuple(line_warnings(block))
    return application


def address_of_this_machine() -> str:
    """Return the first address that ``hostname -I`` prints, empty where it prints none."""
    import shutil
    import subprocess

    program = shutil.which("hostname")
    if program is None:
        return ""
    try:
        found = subprocess.run([program, "-I"], capture_output=True, text=True, timeout=_PATIENCE, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return next(iter(found.stdout.split()), "")
