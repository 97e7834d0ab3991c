"""Names of runs, as pMissionHash makes them: ``mhash=YYMMDD-HHMMx-WORD-WORD,utc=SECONDS``."""

from __future__ import annotations

from datetime import datetime

from usimmarine_py.texts.pairs import first_value


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
#: The place of the letter in a name.
_LETTER = 11
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def make_hash(date: datetime, utc: float, salt: str) -> tuple[str, str]:
    """Return the whole name and its two words, drawn by ``salt``: equal salts, equal names."""
    import hashlib  # loads OpenSSL: no program needs it to start

    drawn = hashlib.sha256(salt.encode()).digest()
    words = f"{FIRST[drawn[0] % len(FIRST)]}-{SECOND[drawn[1] % len(SECOND)]}"
    letter = LETTERS[drawn[2] % len(LETTERS)]
    return f"mhash={date:%y%m%d-%H%M}{letter}-{words},utc={utc:.2f}", words


def hash_parts(text: str) -> tuple[str, str, str]:
    """Return the two words, the letter and the seconds of a name as MOOS-IvP finds them; empty where it has none."""
    name = first_value(text, "mhash") if "mhash=" in text else text
    words = name.split("-", 2)[2:]
    return "".join(words), name[_LETTER : _LETTER + 1] if len(name) > _LETTER + 1 else "", first_value(text, "utc")
