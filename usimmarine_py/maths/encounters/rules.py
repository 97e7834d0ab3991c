"""Which rule of the road holds between two vehicles, by the bearings at which they see each other.

Plain arithmetic of numbers: the environments compile it. Rules 13 to 17 of the International Regulations for
Preventing Collisions at Sea, 1972; the sector of 12 degrees about the bow is that of BHV_AvdColregs.
"""

from __future__ import annotations

#: A stern light is seen from so far off the bow (deg): who sees the other from there is overtaken.
ABAFT = 112.5
#: Two that see each other at most so far off the bow (deg) meet head-on.
HEAD_ON_SECTOR = 12.0

#: What a rule asks of own ship.
NO_RULE, HEAD_ON, GIVE_WAY, STAND_ON, OVERTAKES, OVERTAKEN = 0, 1, 2, 3, 4, 5
#: The same in words.
RULES = ("none", "head-on", "give way", "stand on", "overtakes", "overtaken")


def rule_of(seen: float, back: float) -> int:
    """Return what own ship has to do.

    ``seen`` is the bearing of the other one from own bow, ``back`` that of own ship from the other one's bow, both in
    deg from -180 to 180, positive to starboard.
    """
    if abs(seen) > ABAFT:
        return OVERTAKEN
    if abs(back) > ABAFT:
        return OVERTAKES
    if max(abs(seen), abs(back)) <= HEAD_ON_SECTOR:
        return HEAD_ON
    return GIVE_WAY if seen > 0.0 else STAND_ON


def keeps_clear(rule: int) -> bool:
    """Return whether a rule asks own ship to act; otherwise it keeps course and speed."""
    return rule in (HEAD_ON, GIVE_WAY, OVERTAKES)
