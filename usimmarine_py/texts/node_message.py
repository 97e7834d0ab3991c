"""Messages from one vehicle to others, as text."""

from __future__ import annotations

from math import isfinite

from usimmarine_py.colours import is_colour
from usimmarine_py.text import atof, bite, compact_number
from usimmarine_py.texts.pairs import pieces
from usimmarine_py.values.frozen import dataclass

_TEXTS = (
    "src_node", "dest_node", "dest_group", "src_app", "src_bhv", "var_name", "color", "ack_id", "string_val",
)  # fmt: skip
#: Characters that any message counts as at least.
_SHORTEST = 2


@dataclass(slots=True)
class NodeMessage:
    """A message; empty texts and None are not given."""

    src_node: str = ""
    dest_node: str = ""
    dest_group: str = ""
    src_app: str = ""
    src_bhv: str = ""
    var_name: str = ""
    color: str = ""
    ack_id: str = ""
    string_val: str = ""
    double_val: float | None = None
    ack: bool = False

    @property
    def valid(self) -> bool:
        """Whether it can be delivered."""
        addressed = self.src_node and self.var_name and (self.dest_node or self.dest_group)
        return bool(addressed) and not (self.string_val and self.double_val is not None)

    @property
    def length(self) -> int:
        """Characters of the value, as they count against a limit."""
        return max(_SHORTEST, len(self.string_val))

    @property
    def content(self) -> str | float:
        """What is posted for the receiver."""
        value = self.string_val
        # as in the original a text of two quotes is none
        return (value[1:-1] if _is_quoted(value) else value) or self.double_val or 0.0

    def text(self) -> str:
        """Return it as it is sent on."""
        pairs = [("ack_id", self.ack_id), ("ack", "true" if self.ack else "")]
        pairs += [(key, getattr(self, key)) for key in _TEXTS if key not in ("ack_id", "string_val")]
        value = self.string_val
        if self.double_val is not None:
            pairs.append(("double_val", compact_number(self.double_val, 6)))
        elif value:
            pairs.append(("string_val", value))
        return ",".join(f"{key}={text}" for key, text in pairs if text)


def _is_quoted(text: str) -> bool:
    return len(text) > 1 and text[0] == text[-1] == '"'


def read_node_message(text: str) -> NodeMessage:
    """Return the message of a text; keys in any case, unknown ones are left out."""
    message = NodeMessage()
    quoted = False
    for part in pieces(text):
        key, value = bite(part, "=")
        key = key.lower()
        if key == "color":
            message.color = value if is_colour(value) else message.color
        elif key in _TEXTS:
            setattr(message, key, value)
        elif key == "double_val":
            # as the original: any text is a number, so that one beside a string_val makes the message invalid
            number = atof(value)
            message.double_val = number if isfinite(number) else 0.0
        elif key == "ack":
            message.ack |= value.lower() == "true"
        elif key == "string_val_quoted":
            quoted |= value.lower() == "true"
    value = message.string_val
    if quoted and _is_quoted(value):
        value = value[1:-1]
    message.string_val = f'"{value}"' if "," in value and not _is_quoted(value) else value
    return message
