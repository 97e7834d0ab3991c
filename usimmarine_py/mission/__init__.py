"""Mission files and diagnostics."""

from usimmarine_py.errors import Severity
from usimmarine_py.mission.antler import (
    GUIDANCE,
    PID,
    SCRIPT,
    SIMULATOR,
    Launch,
    default_alias,
    find_simulator_block,
    launches,
    missing_block_text,
    program_role,
    role_of,
    simulator_blocks,
)
from usimmarine_py.mission.diagnostics import Diagnostic, exit_code
from usimmarine_py.mission.reader import (
    Beside,
    Block,
    Entry,
    Mission,
    dropped_lines,
    line_warnings,
    parse_mission,
    read_mission,
)

__all__ = [
    "GUIDANCE",
    "PID",
    "SCRIPT",
    "SIMULATOR",
    "Beside",
    "Block",
    "Diagnostic",
    "Entry",
    "Launch",
    "Mission",
    "Severity",
    "default_alias",
    "dropped_lines",
    "exit_code",
    "find_simulator_block",
    "launches",
    "line_warnings",
    "missing_block_text",
    "parse_mission",
    "program_role",
    "read_mission",
    "role_of",
    "simulator_blocks",
]
