"""The text of a vehicle file, table by table, with the method and range of every estimate beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Value = float | int | str | bool | Sequence[float] | Sequence[Sequence[float]]

#: Factor for a limit that a number of the same file must not exceed once both are rounded.
ROUNDED = 1.0002


@dataclass
class FileLines:
    """Lines of a file that grows."""

    lines: list[str] = field(default_factory=list)

    def table(self, name: str, comment: str = "") -> None:
        """Begin ``[name]``, or ``[[actuator]]``."""
        self.lines += ["", f"{name}{f'   # {comment}' if comment else ''}"]

    def put(self, key: str, value: Value, comment: str = "") -> None:
        """``key = value   # comment``; numbers with five digits."""
        text = f"{key} = {_written(value)}"
        self.lines.append(f"{text:<33} # {comment}" if comment else text)

    def remark(self, text: str) -> None:
        """A line of its own."""
        self.lines.append(f"# {text}")

    @property
    def text(self) -> str:
        """All lines."""
        return "\n".join(self.lines) + "\n"


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, int | float):
        number = float(f"{float(value):.5g}") + 0.0
        return repr(number)
    return "[" + ", ".join(_written(part) for part in value) + "]"
