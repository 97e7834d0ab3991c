"""From a mission file and a command line to a simulator that is ready to run; shared by live and offline shells."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from warnings import warn

from usimmarine_py.errors import ConfigError, NoEffectWarning
from usimmarine_py.kinematic.dialects import dialect_of_name
from usimmarine_py.mission import Beside, Block, Mission, find_simulator_block, line_warnings, read_mission
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.around.ground import Bottom
from usimmarine_py.text import whole_number
from usimmarine_py.values.application import APPLICATION_NAMES
from usimmarine_py.values.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from usimmarine_py.apps.script import EmbeddedScript
    from usimmarine_py.sea.data.seabed import Seabed


@dataclass(frozen=True, slots=True)
class PreparedVehicle:
    """A simulator with the warnings and notes of its configuration."""

    simulator: Simulator
    script: EmbeddedScript | None
    headline: str  #: which law runs, and why
    warnings: tuple[str, ...]  #: configuration warnings, in file order where they have a line
    notes: tuple[str, ...] = ()  #: information, not an error: for example what a vehicle's model cannot do


def set_up(
    mission: Mission, block: Block | None, name: str, *, start_time: float, time_warp: float, seed: int | None = None
) -> PreparedVehicle:
    """Build the simulator for application ``name`` from its block (None: all defaults).

    ``start_time`` is the MOOS clock at start-up. Raises ``ConfigError`` only for what leaves no sensible simulator
    (an unknown dynamics, say); everything else becomes a warning.
    """
    seed_used, seed_problem = _seed(block, seed)
    simulator = build_simulator(mission, block, name, start_time=start_time, time_warp=time_warp, seed=seed_used)
    warnings = [str(warning) for warning in simulator.config_warnings if not warning.is_note]
    notes = [str(warning) for warning in simulator.config_warnings if warning.is_note]
    if datum_problem := mission.datum()[1]:
        warnings.append(f"{mission.file}: {datum_problem}")
    warnings += seed_problem
    warnings += line_warnings(block)
    script = _script(mission, block, seed_used, warnings)
    why = "set in the block" if block is not None and block.value("dialect") else f"from the name {name}"
    headline = f"dialect {simulator.dialect} ({why}), dynamics {simulator.dynamics}, prefix {simulator.prefix}"
    return PreparedVehicle(simulator, script, headline, tuple(warnings), tuple(notes))


def build_simulator(
    mission: Mission,
    block: Block | None,
    name: str,
    *,
    start_time: float = 0.0,
    time_warp: float = 1.0,
    seed: int | None = None,
    kind: type[Simulator] = Simulator,
) -> Simulator:
    """The simulator of application ``name`` alone, without script; what is wrong stands in its ``config_warnings``."""
    try:
        return kind.from_lines(
            () if block is None else block.config_lines,
            dialect=dialect_of_name(name),
            datum=mission.datum()[0],
            start_time=start_time,
            time_warp=time_warp,
            known_elsewhere=APPLICATION_NAMES,
            read_file=Beside(mission.file),
            seed=_seed(block, None)[0] if seed is None else seed,
            own_name=mission.value("Community") or "",
        )
    except ConfigError as error:
        # what is missing has no line of its own: the block's serves
        if block is not None and not error.file:
            error.file, error.line = block.file, block.line
        raise


def mission_bed(file: str | Path | Mission, tell: Callable[[str], None] | None = None) -> Seabed | None:
    """The sea bed of a mission's vehicle, land included; None without. ``tell`` is called with what is not available.

    Raises ``MissionFileError``, ``ConfigError``.
    """
    mission = file if isinstance(file, Mission) else read_mission(file)
    block = find_simulator_block(mission)
    wanted = {"bathymetry", "land"}
    if not any(entry.key.lower() in wanted for entry in block.entries):
        return None
    simulator = build_simulator(mission, block, block.name)
    for warning in simulator.config_warnings:
        if tell is not None and warning.key.lower() in wanted:
            tell(str(warning))
    return simulator.vehicle.part(Bottom).bed


def _seed(block: Block | None, given: int | None) -> tuple[int, list[str]]:
    if given is not None or block is None or (text := block.value("seed")) is None:
        return given or 0, []
    if (found := whole_number(text)) is not None:
        return found, []
    return 0, [str(ConfigError("must be an integer of at most 18 digits, 0 is used", key="seed", file=block.file))]


def _script(mission: Mission, block: Block | None, seed: int, warnings: list[str]) -> EmbeddedScript | None:
    name = None if block is None else block.value("timer_script")
    if block is None or name is None or name.lower() == "none":
        return None
    # what few vehicles play
    from usimmarine_py.apps.script import EmbeddedScript
    from usimmarine_py.script import TimerScript

    script = TimerScript.seeded(mission, name, seed)
    if script is None:
        present = ", ".join(mission.block_names)
        problem = f"no block ProcessConfig = {name}; blocks present: {present}"
        line = next((e.line for e in block.entries if e.key.lower() == "timer_script"), 0)
        warnings.append(str(ConfigError(problem, key="timer_script", file=block.file, line=line)))
        return None
    warnings += [str(found) for found in script.diagnostics]
    return EmbeddedScript(script)


class MissionSimulator(Simulator):
    __doc__ = Simulator.__doc__
    #: In the working directory.
    files = Beside("")

    @classmethod
    def from_mission(cls, file: str | os.PathLike[str], block: str | None = None) -> MissionSimulator:
        """The simulator that a mission file configures, with its datum and its dialect.

        Args:
            file: a ``.moos`` file.
            block: name of the ProcessConfig block; None takes the only simulator block of the mission.

        What is wrong in the block stands in ``config_warnings`` as text with file and line; lines without effect on
        this vehicle warn as well (``errors.NoEffectWarning``), as keywords do. Raises
        ``MissionFileError`` when the file or the block cannot be had, ``ConfigError`` when several blocks fit.
        """
        mission = read_mission(file)
        found = find_simulator_block(mission, block)
        simulator = build_simulator(mission, found, found.name, kind=cls)
        if not isinstance(simulator, MissionSimulator):
            raise AssertionError("from_lines makes the class it is called on")
        for warning in simulator.config_warnings:
            if warning.idle and not warning.is_note:
                warn(str(warning), NoEffectWarning, stacklevel=2)
        return simulator
