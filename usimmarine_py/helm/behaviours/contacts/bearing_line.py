"""The line that a behaviour draws to its contact."""

from __future__ import annotations

from typing import NamedTuple

from usimmarine_py.text import read_number

_INVISIBLE = "invisible"


class ContactLine(NamedTuple):
    """Colours of a line by the weight of the behaviour, or by the range of the contact."""

    by_range: bool
    colours: tuple[tuple[str, float], ...]  #: name, and the largest value for which it counts

    def colour(self, relevance: float, distance: float) -> str:
        """Return the first colour whose limit is not below the relevance, or the range (m)."""
        value = distance if self.by_range else relevance
        return next((name for name, limit in self.colours if value <= limit), _INVISIBLE)


def read_contact_line(text: str) -> ContactLine | None:
    """Read ``[info:range,] COLOUR:LIMIT, ...``; None for another text, which the original takes, too."""
    by_range, colours = False, []
    for part in text.split(","):
        name, _, word = (piece.strip() for piece in part.partition(":"))
        limit = read_number(word)
        if name == "info":
            by_range = word == "range"
        elif not name or limit is None:
            return None
        else:
            colours.append((name, limit))
    return ContactLine(by_range, tuple(colours))
