"""What programs of MOOS-IvP write to each other as text, written and read: reports, messages, shapes, shares."""
