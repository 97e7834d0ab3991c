"""Parse ``key=value`` pairs of viewers, where braces and quotes may contain commas; and clean text for a page."""

from __future__ import annotations

from usimmarine_py.text import finite_number
from usimmarine_py.texts.pairs import pieces

#: Most characters of a name or a label.
MAX_TEXT = 80
#: Coordinates and sizes beyond this (m) are invalid.
MAX_PLACE = 1e8


def fields_of(text: str) -> dict[str, str]:
    """The pairs of a text by key in lower case, the first of each key; a word without ``=`` is a key, too."""
    found: dict[str, str] = {}
    last = ""
    for part in pieces(text):
        key, equals, value = part.partition("=")
        if not equals and found.get(last, "").startswith("hex:"):
            found[last] += f",{key.strip()}"  # a colour contains commas
            continue
        last = key.strip().lower()
        found.setdefault(last, value.strip().strip('"'))
    return found


def numbers_in(text: str) -> dict[str, float]:
    """The numbers of ``ang=90, mag=0.3, xmag=0.3, ymag=0``; invalid parts are left out."""
    found = {}
    for piece in text.split(","):
        key, _, value = piece.partition("=")
        try:
            found[key.strip()] = float(value)
        except ValueError:
            continue
    return found


def shown(text: str, longest: int = MAX_TEXT) -> str:
    """Clean a text for the page: without unprintable characters, and shortened."""
    clean = "".join(c if c.isprintable() else " " for c in text[: 4 * longest]).strip()
    return clean if len(clean) <= longest else clean[: longest - 1] + "…"


def place(text: str | None) -> float | None:
    """A coordinate or size in m; None if it is no number, not finite or too large."""
    number = None if text is None else finite_number(text)
    return number if number is not None and abs(number) <= MAX_PLACE else None


def colour(text: str | None) -> str:
    """A colour for a style sheet, from MOOS's names and notations; empty: not given, ``off``: not drawn."""
    name = (text or "").strip().lower()
    if name in ("off", "invisible", "empty"):
        return "off"
    kind, colon, numbers = name.partition(":")
    if colon and kind == "hex":
        digits = [part.strip().rjust(2, "0") for part in numbers.split(",")]
        whole = "".join(digits)
        return f"#{whole}" if len(digits) == 3 and len(whole) == 6 and _is_hex(whole) else ""
    if name.startswith("#"):
        return name if len(name) in (4, 7) and _is_hex(name[1:]) else ""
    plain = name.replace("_", "").replace(" ", "")
    return plain if plain.isascii() and plain.isalpha() and len(plain) <= 24 else ""


def _is_hex(text: str) -> bool:
    return all(c in "0123456789abcdef" for c in text)
