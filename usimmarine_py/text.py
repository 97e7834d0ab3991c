"""MOOS text conventions: numbers, booleans, lists, rounding and number formats."""
