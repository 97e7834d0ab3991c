"""Mission files, the parameter table and diagnostics."""

from usimmarine_py.mission.antler import (
    Launch,
    find_simulator_block,
    launches,
    missing_block_text,
    simulator_blocks,
)
from usimmarine_py.mission.diagnostics import Diagnostic, Severity, exit_code
from usimmarine_py.mission.reader import Block, Entry, Mission, parse_mission, read_beside, read_mission

__all__ = [
    "Block",
    "Diagnostic",
    "Entry",
    "Launch",
    "Mission",
    "Severity",
    "exit_code",
    "find_simulator_block",
    "launches",
    "missing_block_text",
    "parse_mission",
    "read_beside",
    "read_mission",
    "simulator_blocks",
]
