"""The simulator as Python users see it: the core, and a way in from a mission file."""

from __future__ import annotations

import os

from usimmarine_py.apps.setup import build_simulator
from usimmarine_py.mission import find_simulator_block, read_mission
from usimmarine_py.simulator import Simulator as CoreSimulator


class Simulator(CoreSimulator):
    __doc__ = CoreSimulator.__doc__

    @classmethod
    def from_mission(cls, file: str | os.PathLike[str], block: str | None = None) -> Simulator:
        """The simulator that a mission file configures, with its datum and its dialect.

        Args:
            file: a ``.moos`` file.
            block: name of the ProcessConfig block; None takes the only simulator block of the mission.

        What is wrong in the block stands in ``config_warnings`` as text with file and line. Raises
        ``MissionFileError`` when the file or the block cannot be had, ``ConfigError`` when several blocks fit.
        """
        mission = read_mission(file)
        found = find_simulator_block(mission, block)
        simulator = build_simulator(mission, found, found.name, kind=cls)
        if not isinstance(simulator, Simulator):
            raise AssertionError("from_lines makes the class it is called on")
        return simulator
