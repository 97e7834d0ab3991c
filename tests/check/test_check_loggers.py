"""``usim check`` for pLogger."""

from __future__ import annotations

from usimmarine_py.check.mission import check_mission
from usimmarine_py.errors import Severity
from usimmarine_py.mission import parse_mission


def test_lines_without_effect_are_notes() -> None:
    lines = "Log = A @ 0", "AsyncLog = false", "DoublePrecision = 99", "Zip = yes", "Max = $(M)", "SyncLog = true @ 0.2"
    text = "ProcessConfig = ANTLER\n{\nRun = pLogger @ NewConsole = false ~ pLog\n}\nProcessConfig = pLog\n{\n"
    found = check_mission(parse_mission(text + "\n".join(lines) + "\n}\n", "m.moos"))
    notes = [(one.line, one.key) for one in found if one.severity is Severity.NOTE and one.line]
    assert notes == [(8, "AsyncLog"), (9, "DoublePrecision"), (10, "Zip")]
