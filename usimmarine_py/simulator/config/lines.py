"""Findings about configuration lines of the simulator."""

from __future__ import annotations

from usimmarine_py.values import ConfigLine, FilePlace, Finding

#: What the reference says of a line that it does not take.
UNHANDLED = "Unhandled config line: "


def about(line: ConfigLine, found: Finding, *, as_reference: bool = False) -> Finding:
    """Return a finding about a line with its place and, where the recorded program would warn, its text.

    ``as_reference``: that text is shown.
    """
    text = f"{UNHANDLED}{line.key}={line.value}" if found.unhandled else ""
    return found._replace(
        where=FilePlace(line.file, line.line, 0, line.key),
        reference=found.reference or text,
        as_reference=as_reference,
    )
