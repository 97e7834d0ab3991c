"""Sound under water between the vehicles of a field: modems, ranges, fixes."""
