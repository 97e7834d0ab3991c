"""Names of runs, as pMissionHash makes them: ``mhash=YYMMDD-HHMMx-WORD-WORD,utc=SECONDS``."""

from __future__ import annotations

from datetime import datetime


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


#: Two words name a run; short ones that sound different.
FIRST = _words(
    "AMBER BLUE BRIGHT CALM CLEAR COPPER DAWN DRY FAIR FLAT GOLD HIGH IVORY LATE LIGHT LOUD NEAR NEW OLD "
    "PALE PLAIN QUIET RED SALT SHORT SLOW SOFT STEEP SURE TALL WARM WIDE"
)
SECOND = _words(
    "ALGA BAY BIRD BOOM BUOY CAPE CLIFF COAST CRAB DECK DOCK EAGLE FERRY FJORD FOG GULL HULL JETTY KELP "
    "LAGOON MAST MUSSEL OTTER PIER REEF ROPE SAIL SHELL SHRIMP STAR TIDE WHALE"
)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def make_hash(date: datetime, utc: float, salt: str) -> tuple[str, str]:
    """Return the whole name and its two words, drawn by ``salt``: equal salts, equal names."""
    import hashlib  # loads OpenSSL: no program needs it to start

    drawn = hashlib.sha256(salt.encode()).digest()
    words = f"{FIRST[drawn[0] % len(FIRST)]}-{SECOND[drawn[1] % len(SECOND)]}"
    letter = LETTERS[drawn[2] % len(LETTERS)]
    return f"mhash={date:%y%m%d-%H%M}{letter}-{words},utc={utc:.2f}", words


def hash_parts(text: str) -> tuple[str, str, str]:
    """Return the two words, the letter and the seconds of a name; empty where it has none."""
    fields = dict(part.split("=", 1) for part in text.split(",") if "=" in part)
    pieces = fields.get("mhash", "").split("-")
    if len(pieces) != 4:
        return "", "", fields.get("utc", "")
    return "-".join(pieces[2:]), pieces[1][-1:], fields.get("utc", "")
