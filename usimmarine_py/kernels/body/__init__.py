"""Fossen's equations of motion of a marine vehicle with 3 or 6 degrees of freedom, force by force."""
